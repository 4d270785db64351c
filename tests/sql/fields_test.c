/* Every field of every record comes back as it was written. All values of a record differ, so that
 * a field read from another field's column is noticed. */
#include "tests/test.h"

#include "place.h"

static const uint8_t some_seed[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

static void accounts(void **state)
{
	struct test_store *place = *state;
	struct store_account read[2];
	int64_t id;

	caller(place, "Mina");
	assert_int_equal(store_account_new(place->store, "Otto", "hash", 123456789012, &id), 0);
	assert_int_equal(id, 2);
	assert_int_equal(store_account_set_options(place->store, id, "options"), STORE_OK);
	assert_int_equal(store_account_by_id(place->store, id, &read[0]), STORE_OK);
	assert_int_equal(store_account_by_name(place->store, "Otto", &read[1]), STORE_OK);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(read[i].id, 2);
		assert_string_equal(read[i].name, "Otto");
		assert_string_equal(read[i].hash, "hash");
		assert_int_equal(read[i].created, 123456789012);
		assert_string_equal(read[i].options, "options");
	}
	assert_int_equal(store_account_by_id(place->store, 3, &read[0]), STORE_NONE);
}

static void keys(void **state)
{
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina");
	struct store_key read[3];
	size_t count = 9;

	assert_int_equal(store_key_list(place->store, mina, read, 3, &count), STORE_OK);
	assert_int_equal(count, 0);
	assert_int_equal(store_key_add(place->store, mina, "SHA256:later", "lap", 8), STORE_OK);
	assert_int_equal(store_key_add(place->store, mina, "SHA256:first", "desk", 7), STORE_OK);
	assert_int_equal(store_key_list(place->store, mina, read, 3, &count), STORE_OK);
	assert_int_equal(count, 2);
	assert_string_equal(read[0].fingerprint, "SHA256:first");
	assert_string_equal(read[0].label, "desk");
	assert_int_equal(read[0].added, 7);
	assert_string_equal(read[1].fingerprint, "SHA256:later");
	assert_string_equal(read[1].label, "lap");
	assert_int_equal(read[1].added, 8);
	/* No more than there is room for. */
	assert_int_equal(store_key_list(place->store, mina, read, 1, &count), STORE_OK);
	assert_int_equal(count, 1);
}

static void bundles(void **state)
{
	struct test_store *place = *state;
	char game[STORE_GAME_MAX + 1];
	uint8_t *bytes;
	size_t size;

	assert_int_equal(store_game_last(place->store, game), STORE_NONE);
	assert_int_equal(store_bundle_put(place->store, other_bundle, "attic", "", 0), STORE_OK);
	assert_int_equal(store_bundle_get(place->store, other_bundle, &bytes, &size), STORE_OK);
	assert_int_equal(size, 0);
	free(bytes);
	assert_int_equal(store_bundle_game(place->store, other_bundle, game), STORE_OK);
	assert_string_equal(game, "attic");
	/* The game of stored content may be named again. */
	assert_int_equal(store_bundle_put(place->store, other_bundle, "loft", "", 0), STORE_OK);
	assert_int_equal(store_bundle_game(place->store, other_bundle, game), STORE_OK);
	assert_string_equal(game, "loft");
	begin_other(place, caller(place, "Mina"));
	assert_int_equal(store_game_last(place->store, game), STORE_OK);
	assert_string_equal(game, "attic");
}

static bool keep_run(void *context, const struct store_run *run)
{
	*(struct store_run *)context = *run;
	return true;
}

static void assert_run(const struct store_run *run, bool quarantined)
{
	assert_int_equal(run->id, 2);
	assert_int_equal(run->account, 3);
	assert_int_equal(run->epoch, quarantined ? 5 : 4);
	assert_int_equal(run->mode, STORE_DEBUG);
	assert_memory_equal(run->seed, some_seed, 16);
	assert_int_equal(run->rules, 12);
	assert_memory_equal(run->content, other_bundle, 16);
	assert_int_equal(run->next_index, 7);
	assert_int_equal(run->snapshot_index, 6);
	assert_false(run->ended);
	assert_int_equal(run->quarantined, quarantined);
	assert_string_equal(run->name, "Vera");
	assert_int_equal(run->begun, 123456789012);
}

static void runs(void **state)
{
	struct test_store *place = *state;
	struct store_run run;
	uint8_t *birth;
	uint32_t epoch;
	size_t size;

	begin(place, caller(place, "Mina"));
	caller(place, "Otto");
	assert_int_equal(caller(place, "Vera"), 3);
	assert_int_equal(store_bundle_put(place->store, other_bundle, "attic", "t", 1), STORE_OK);
	assert_int_equal(store_run_begin(place->store,
				 &(struct store_begin){3, STORE_DEBUG, some_seed, "birth", 5, 11,
					 bundle, 123456789012},
				 &run),
		STORE_OK);
	assert_int_equal(run.id, 2);
	assert_int_equal(run.epoch, 1);
	assert_int_equal(run.rules, 11);
	assert_int_equal(run.snapshot_index, 0);
	assert_int_equal(run.begun, 123456789012);
	for (uint32_t i = 2; i < 5; i++) {
		assert_int_equal(store_run_claim(place->store, 2, &epoch), STORE_OK);
		assert_int_equal(epoch, i);
	}
	append(place, 2, 4, 0, "abcdef");
	assert_int_equal(store_snapshot_put(place->store, 2, 4, 6, "s", 1), STORE_OK);
	assert_int_equal(
		store_segment_add(place->store, 2, 4, 6, 12, other_bundle, "s", 1), STORE_OK);
	append(place, 2, 4, 6, "g");
	assert_int_equal(store_run_by_id(place->store, 2, &run), STORE_OK);
	assert_run(&run, false);
	assert_int_equal(store_run_current(place->store, 3, "cellar", &run), STORE_OK);
	assert_run(&run, false);
	assert_int_equal(store_run_each(place->store, 0, false, keep_run, &run), STORE_OK);
	assert_run(&run, false);
	assert_int_equal(store_run_quarantine(place->store, 2, "why"), STORE_OK);
	assert_int_equal(store_run_by_id(place->store, 2, &run), STORE_OK);
	assert_run(&run, true);
	assert_int_equal(store_run_birth(place->store, 2, &birth, &size), STORE_OK);
	assert_int_equal(size, 5);
	assert_memory_equal(birth, "birth", 5);
	free(birth);
}

static void an_ended_run(void **state)
{
	struct test_store *place = *state;
	struct store_run run = finish(place, caller(place, "Mina"), 5, true, 1, 2);

	assert_int_equal(store_run_by_id(place->store, run.id, &run), STORE_OK);
	assert_true(run.ended);
	assert_false(run.quarantined);
}

static void segments(void **state)
{
	struct test_store *place = *state;
	int64_t run = begin(place, caller(place, "Mina")).id;
	struct store_segment segment;

	assert_int_equal(store_bundle_put(place->store, other_bundle, "cellar", "t", 1), STORE_OK);
	append(place, run, 1, 0, "abc");
	assert_int_equal(
		store_segment_add(place->store, run, 1, 3, 22, other_bundle, "saved", 5), STORE_OK);
	/* The same again is known; any other is not the same. */
	assert_int_equal(
		store_segment_add(place->store, run, 1, 3, 22, other_bundle, "", 0), STORE_OK);
	append(place, run, 1, 3, "de");
	assert_int_equal(store_segment_at(place->store, run, 5, &segment), STORE_OK);
	assert_int_equal(segment.first_index, 3);
	assert_int_equal(segment.end_index, 5);
	assert_int_equal(segment.rules, 22);
	assert_memory_equal(segment.content, other_bundle, 16);
	assert_int_equal(segment.save_size, 5);
	assert_memory_equal(segment.save, "saved", 5);
	free(segment.save);
	assert_int_equal(store_segment_at(place->store, run, 2, &segment), STORE_OK);
	assert_memory_equal(segment.content, bundle, 16);
	assert_int_equal(segment.end_index, 3);
	assert_null(segment.save);
}

/* At one index: other rules make another segment, and so does other content. */
static void segments_at_one_index(void **state)
{
	static const struct {
		uint32_t rules;
		const uint8_t *content;
		uint32_t read;
	} rows[] = {{1, bundle, 1}, {2, bundle, 2}, {2, other_bundle, 2}, {3, other_bundle, 3}};
	struct test_store *place = *state;
	int64_t run = begin(place, caller(place, "Mina")).id;

	assert_int_equal(store_bundle_put(place->store, other_bundle, "cellar", "t", 1), STORE_OK);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct store_run header;

		assert_int_equal(store_segment_add(place->store, run, 1, 0, rows[i].rules,
					 rows[i].content, NULL, 0),
			STORE_OK);
		assert_int_equal(store_run_by_id(place->store, run, &header), STORE_OK);
		assert_int_equal(header.rules, rows[i].read);
		assert_memory_equal(header.content, rows[i].content, 16);
	}
}

struct digests {
	struct store_digest list[4];
	size_t count;
};

static bool keep_digest(void *context, const struct store_digest *digest)
{
	struct digests *digests = context;

	digests->list[digests->count++] = *digest;
	return true;
}

static void digests(void **state)
{
	struct test_store *place = *state;
	struct store_append one = {.run = begin(place, caller(place, "Mina")).id,
		.epoch = 1,
		.count = 9,
		.bytes = (const uint8_t *)"ab",
		.size = 2,
		.digest_count = 3,
		.digests = {{.index = 1, .digest = 100}, {.index = 5, .digest = UINT64_MAX - 1},
			{.index = 9, .digest = 102}}};
	struct digests read = {.count = 0};

	one.digests[1].part_count = STORE_PARTS_MAX;
	for (uint8_t i = 0; i < STORE_PARTS_MAX; i++)
		one.digests[1].parts[i] = (uint8_t)(200 + i);
	one.digests[2].part_count = 1;
	one.digests[2].parts[0] = 3;
	assert_int_equal(store_append(place->store, &one), STORE_OK);
	assert_int_equal(store_digests_each(place->store, one.run, 0, keep_digest, &read), 0);
	assert_int_equal(read.count, 3);
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(read.list[i].index, one.digests[i].index);
		assert_int_equal(read.list[i].digest, one.digests[i].digest);
		assert_int_equal(read.list[i].part_count, one.digests[i].part_count);
		assert_memory_equal(
			read.list[i].parts, one.digests[i].parts, one.digests[i].part_count);
	}
	/* As many digests as there is room for, and one more. */
	one.index = 9;
	one.digest_count = STORE_DIGESTS_MAX + 1;
	assert_int_equal(store_append(place->store, &one), STORE_GAP);
	one.digest_count = STORE_DIGESTS_MAX;
	for (uint32_t i = 0; i < STORE_DIGESTS_MAX; i++)
		one.digests[i] = (struct store_digest){.index = 10 + i, .digest = i};
	assert_int_equal(store_append(place->store, &one), STORE_OK);
}

/* The last index that there can be. */
static void the_journal_ends_at_the_last_index(void **state)
{
	struct test_store *place = *state;
	struct store_append one = {.run = begin(place, caller(place, "Mina")).id,
		.epoch = 1,
		.count = UINT32_MAX - 1,
		.bytes = (const uint8_t *)"ab",
		.size = 2};
	struct store_run run;

	assert_int_equal(store_append(place->store, &one), STORE_OK);
	one.index = UINT32_MAX - 1;
	one.count = 2;
	assert_int_equal(store_append(place->store, &one), STORE_GAP);
	one.count = 1;
	assert_int_equal(store_append(place->store, &one), STORE_OK);
	assert_int_equal(store_run_by_id(place->store, one.run, &run), STORE_OK);
	assert_int_equal(run.next_index, UINT32_MAX);
	/* The same bytes as another count of commands are not the same append. */
	one.index = 0;
	assert_int_equal(store_append(place->store, &one), STORE_GAP);
	one.size = 0;
	assert_int_equal(store_append(place->store, &one), STORE_GAP);
}

static bool keep_score(void *context, unsigned rank, const struct store_score *score)
{
	assert_int_equal(rank, 1);
	*(struct store_score *)context = *score;
	return true;
}

static void assert_score(const struct store_score *read, const struct store_score *written)
{
#define ROW(type, field, missing) assert_int_equal(read->field, written->field);
	SCORE_NUMBERS(ROW)
#undef ROW
#define ROW(field, size) assert_string_equal(read->field, written->field);
	SCORE_TEXTS(ROW)
#undef ROW
}

/* A score of which each number is another, and each text is the name of its field. */
static void scores(void **state)
{
	struct test_store *place = *state;
	struct store_score written = {0}, read;
	struct store_query query = {.order = STORE_BEST_RUNS, .game = "cellar", .count = 2};
	struct store_run run;
	int next = 20;

#define ROW(type, field, missing) written.field = (type)next++;
	SCORE_NUMBERS(ROW)
#undef ROW
#define ROW(field, size) strcpy(written.field, #field);
	SCORE_TEXTS(ROW)
#undef ROW
	written.mode = STORE_DEBUG;
	written.proof = STORE_UNVERIFIED;
	strcpy(written.name, "Mina");
	strcpy(written.avenged_by, "");
	assert_int_equal(store_run_begin(place->store,
				 &(struct store_begin){caller(place, "Mina"), STORE_DEBUG, seed,
					 "b", 1, 1, bundle, 9},
				 &run),
		STORE_OK);
	written.run = run.id;
	append(place, run.id, 1, 0, "Q");
	assert_int_equal(store_run_end(place->store, 1, 1, &written), STORE_OK);
	assert_int_equal(store_score_of(place->store, run.id, &read), STORE_OK);
	written.waiting = true;
	assert_score(&read, &written);
	written.waiting = false;
	assert_int_equal(store_score_verify(place->store, run.id, STORE_VERIFIED), STORE_OK);
	written.proof = STORE_VERIFIED;
	assert_int_equal(store_scores_each(place->store, &query, keep_score, &read), STORE_OK);
	assert_score(&read, &written);
}

static void records(void **state)
{
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina");
	static const struct {
		int points, deepest, turns;
		int64_t ended;
		bool won;
	} rows[] = {{50, 9, 100, 2000, true}, {70, 4, 20, 1000, false}, {60, 5, 3, 3000, true}};
	struct store_record record;

	assert_int_equal(store_record_of(place->store, mina, "cellar", 2, &record), STORE_OK);
	assert_int_equal(record.runs, 0);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct store_run run = begin(place, mina);
		struct store_score score = score_of(run.id, rows[i].points, !rows[i].won);

		score.deepest = rows[i].deepest;
		score.turns = (uint32_t)rows[i].turns;
		score.ended = rows[i].ended;
		append(place, run.id, 1, 0, "Q");
		assert_int_equal(store_run_end(place->store, 1, 1, &score), STORE_OK);
		assert_int_equal(
			store_score_verify(place->store, run.id, STORE_VERIFIED), STORE_OK);
	}
	assert_int_equal(store_record_of(place->store, mina, "cellar", 2, &record), STORE_OK);
	assert_int_equal(record.runs, 3);
	assert_int_equal(record.wins, 2);
	assert_int_equal(record.turns, 123);
	assert_int_equal(record.best_score, 70);
	assert_int_equal(record.deepest, 9);
	assert_int_equal(record.first, 1000);
	assert_int_equal(record.last, 3000);
}

/* A run that avenges a long list marks the last name, too. */
static void an_avenger_of_many(void **state)
{
	struct test_store *place = *state;
	struct store_run run;
	struct store_score score, there;
	int64_t last = 0;

	for (char letter = 'a'; letter <= 'p'; letter++) {
		char name[10] = "Caller-00";

		name[8] = letter;
		last = finish(place, caller(place, name), 5, true, 1, 2).id;
	}
	run = begin(place, caller(place, "Otto"));
	append(place, run.id, 1, 0, "Q");
	score = score_of(run.id, 9, false);
	/* 159 bytes, which is what the field holds. */
	for (char letter = 'a'; letter <= 'p'; letter++)
		sprintf(score.avenged + strlen(score.avenged), "%sCaller-0%c",
			letter > 'a' ? " " : "", letter);
	assert_int_equal(strlen(score.avenged), sizeof score.avenged - 1);
	assert_int_equal(store_run_end(place->store, 1, 1, &score), STORE_OK);
	assert_int_equal(store_score_of(place->store, last, &there), STORE_OK);
	assert_string_equal(there.avenged_by, "Otto");
	assert_int_equal(store_score_of(place->store, 1, &there), STORE_OK);
	assert_string_equal(there.avenged_by, "Otto");
}

static void an_unscored_run_avenges_nobody(void **state)
{
	struct test_store *place = *state;
	int64_t fallen = finish(place, caller(place, "Mina"), 5, true, 1, 2).id;
	struct store_run run = begin(place, caller(place, "Otto"));
	struct store_score score = score_of(run.id, 9, false);

	score.scored = false;
	strcpy(score.avenged, "Mina");
	append(place, run.id, 1, 0, "Q");
	assert_int_equal(store_run_end(place->store, 1, 1, &score), STORE_OK);
	assert_int_equal(store_score_of(place->store, fallen, &score), STORE_OK);
	assert_string_equal(score.avenged_by, "");
}

int main(void)
{
#define TITLE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TITLE(accounts),
		TITLE(keys),
		TITLE(bundles),
		TITLE(runs),
		TITLE(an_ended_run),
		TITLE(segments),
		TITLE(segments_at_one_index),
		TITLE(digests),
		TITLE(the_journal_ends_at_the_last_index),
		TITLE(scores),
		TITLE(records),
		TITLE(an_avenger_of_many),
		TITLE(an_unscored_run_avenges_nobody),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
