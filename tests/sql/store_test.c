/* The store, at its header: each domain rule of its essay, one title a rule. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sql/store.h"

static const uint8_t bundle[16] = "the content";
static const uint8_t seed[16] = "the seed";

struct place {
	char directory[64];
	struct store *store;
};

static void reopen(struct place *place)
{
	char sentence[256] = "";

	store_close(place->store);
	place->store = store_open(place->directory, sentence, sizeof sentence);
	assert_string_equal(sentence, "");
	assert_non_null(place->store);
}

static int set_up(void **state)
{
	struct place *place = calloc(1, sizeof *place);

	strcpy(place->directory, "/tmp/trapdoor-store-XXXXXX");
	assert_non_null(mkdtemp(place->directory));
	reopen(place);
	assert_int_equal(store_bundle_put(place->store, bundle, "text", 4), STORE_OK);
	*state = place;
	return 0;
}

static int tear_down(void **state)
{
	struct place *place = *state;
	char command[128];

	store_close(place->store);
	snprintf(command, sizeof command, "rm -rf %s", place->directory);
	assert_int_equal(system(command), 0);
	free(place);
	return 0;
}

static int64_t caller(struct place *place, const char *name)
{
	int64_t id = 0;

	assert_int_equal(store_account_new(place->store, name, "", 1000, &id), STORE_OK);
	return id;
}

static struct store_run begin_at(struct place *place, int64_t account, int64_t now)
{
	struct store_run run;

	assert_int_equal(store_run_begin(place->store, account, STORE_RANKED, seed, "birth", 5, 1,
				 bundle, now, &run),
		STORE_OK);
	return run;
}

static struct store_run begin(struct place *place, int64_t account)
{
	return begin_at(place, account, 2000);
}

static enum store_answer append(
	struct place *place, int64_t run, uint32_t epoch, uint32_t index, const char *bytes)
{
	struct store_append one = {.run = run,
		.epoch = epoch,
		.index = index,
		.count = (uint32_t)strlen(bytes),
		.bytes = (const uint8_t *)bytes,
		.size = strlen(bytes)};

	return store_append(place->store, &one);
}

static struct store_score score_of(int64_t run, int points, bool died)
{
	struct store_score score = {.run = run,
		.scored = true,
		.died = died,
		.score = points,
		.deepest = 2,
		.depth = 2};

	score.outcome = died ? 1 : 2;
	strcpy(score.cause, "killed by a rat");
	strcpy(score.killer, died ? "rat" : "");
	return score;
}

/* ---- Accounts ---- */

static void names_are_unique_whatever_their_case(void **state)
{
	struct place *place = *state;
	struct store_account account;
	int64_t id = caller(place, "Mina");
	int64_t other;

	assert_int_equal(store_account_new(place->store, "mINA", "", 1, &other), STORE_TAKEN);
	assert_int_equal(store_account_by_name(place->store, "MINA", &account), STORE_OK);
	assert_int_equal(account.id, id);
	assert_string_equal(account.name, "Mina");
	assert_int_equal(store_account_by_name(place->store, "Minas", &account), STORE_NONE);
}

static void an_account_keeps_what_is_set(void **state)
{
	struct place *place = *state;
	struct store_account account;
	int64_t id = caller(place, "Mina");

	assert_int_equal(store_account_set_hash(place->store, id, "hash"), STORE_OK);
	assert_int_equal(store_account_set_options(place->store, id, "colours=16"), STORE_OK);
	assert_int_equal(store_account_set_hash(place->store, id + 1, "hash"), STORE_NONE);
	reopen(place);
	assert_int_equal(store_account_by_id(place->store, id, &account), STORE_OK);
	assert_string_equal(account.hash, "hash");
	assert_string_equal(account.options, "colours=16");
	assert_int_equal(account.created, 1000);
}

static void keys_belong_to_accounts(void **state)
{
	struct place *place = *state;
	struct store_key keys[4];
	int64_t mina = caller(place, "Mina");
	int64_t otto = caller(place, "Otto");
	size_t count;

	assert_int_equal(store_key_add(place->store, mina, "SHA256:a", "desk", 5), STORE_OK);
	assert_int_equal(store_key_add(place->store, mina, "SHA256:a", "desk", 5), STORE_TAKEN);
	assert_int_equal(store_key_add(place->store, otto, "SHA256:a", "lent", 6), STORE_OK);
	assert_int_equal(store_key_add(place->store, mina, "SHA256:b", "", 6), STORE_OK);
	assert_int_equal(store_key_of(place->store, mina, "SHA256:b"), STORE_OK);
	assert_int_equal(store_key_of(place->store, otto, "SHA256:b"), STORE_NONE);
	assert_int_equal(store_key_list(place->store, mina, keys, 4, &count), STORE_OK);
	assert_int_equal(count, 2);
	assert_string_equal(keys[0].label, "desk");
	assert_int_equal(store_key_remove(place->store, mina, "SHA256:a"), STORE_OK);
	assert_int_equal(store_key_remove(place->store, mina, "SHA256:a"), STORE_NONE);
	assert_int_equal(store_key_of(place->store, otto, "SHA256:a"), STORE_OK);
}

static void the_secret_never_changes(void **state)
{
	struct place *place = *state;
	uint8_t first[STORE_SECRET_SIZE];
	uint8_t second[STORE_SECRET_SIZE];

	assert_int_equal(store_secret(place->store, first), STORE_OK);
	reopen(place);
	assert_int_equal(store_secret(place->store, second), STORE_OK);
	assert_memory_equal(first, second, sizeof first);
}

static void bundles_come_back_by_digest(void **state)
{
	struct place *place = *state;
	uint8_t *bytes;
	size_t size;

	assert_int_equal(store_bundle_put(place->store, bundle, "other", 5), STORE_OK);
	assert_int_equal(store_bundle_get(place->store, bundle, &bytes, &size), STORE_OK);
	assert_int_equal(size, 4);
	assert_memory_equal(bytes, "text", 4);
	free(bytes);
	assert_int_equal(store_bundle_get(place->store, seed, &bytes, &size), STORE_NONE);
}

/* ---- Runs ---- */

static void an_account_has_one_current_run(void **state)
{
	struct place *place = *state;
	int64_t mina = caller(place, "Mina");
	struct store_run run = begin(place, mina);
	struct store_run again;

	assert_int_equal(run.epoch, 1);
	assert_int_equal(run.next_index, 0);
	assert_string_equal(run.name, "Mina");
	assert_memory_equal(run.seed, seed, 16);
	assert_int_equal(store_run_begin(place->store, mina, STORE_RANKED, seed, "b", 1, 1, bundle,
				 1, &again),
		STORE_TAKEN);
	assert_int_equal(again.id, run.id);
	assert_int_equal(store_run_current(place->store, mina, &again), STORE_OK);
	assert_int_equal(again.id, run.id);
	assert_int_equal(
		store_run_current(place->store, caller(place, "Otto"), &again), STORE_NONE);
}

static void a_run_needs_a_stored_bundle_and_leaves_nothing_without(void **state)
{
	struct place *place = *state;
	int64_t mina = caller(place, "Mina");
	struct store_run run;

	assert_int_equal(
		store_run_begin(place->store, mina, STORE_RANKED, seed, "b", 1, 1, seed, 1, &run),
		STORE_FAILED);
	assert_int_equal(store_run_current(place->store, mina, &run), STORE_NONE);
}

static void an_older_epoch_writes_nothing(void **state)
{
	struct place *place = *state;
	struct store_run run = begin(place, caller(place, "Mina"));
	struct store_score score = score_of(run.id, 5, true);
	uint32_t epoch;

	assert_int_equal(append(place, run.id, 1, 0, "abc"), STORE_OK);
	assert_int_equal(store_run_claim(place->store, run.id, &epoch), STORE_OK);
	assert_int_equal(epoch, 2);
	assert_int_equal(append(place, run.id, 1, 3, "d"), STORE_STALE);
	assert_int_equal(store_snapshot_put(place->store, run.id, 1, 3, "s", 1), STORE_STALE);
	assert_int_equal(
		store_segment_add(place->store, run.id, 1, 3, 1, bundle, "s", 1), STORE_STALE);
	assert_int_equal(store_run_end(place->store, 1, 3, &score), STORE_STALE);
	assert_int_equal(store_run_by_id(place->store, run.id, &run), STORE_OK);
	assert_int_equal(run.next_index, 3);
	assert_false(run.ended);
	assert_int_equal(append(place, run.id, 2, 3, "d"), STORE_OK);
}

static void appends_follow_each_other_and_resends_answer_alike(void **state)
{
	static const struct {
		uint32_t index;
		const char *bytes;
		enum store_answer answer;
		uint32_t next;
	} rows[] = {
		{0, "abc", STORE_OK, 3},
		{0, "abc", STORE_OK, 3},  /* sent again */
		{0, "abd", STORE_GAP, 3}, /* another story of the same turns */
		{0, "ab", STORE_GAP, 3},
		{1, "bc", STORE_GAP, 3},
		{4, "e", STORE_GAP, 3},
		{3, "de", STORE_OK, 5},
		{0, "abc", STORE_OK, 5},
		{3, "de", STORE_OK, 5},
		{5, "", STORE_GAP, 5},
		{UINT32_MAX, "x", STORE_GAP, 5},
	};
	struct place *place = *state;
	struct store_run run = begin(place, caller(place, "Mina"));

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		assert_int_equal(
			append(place, run.id, 1, rows[i].index, rows[i].bytes), rows[i].answer);
		assert_int_equal(store_run_by_id(place->store, run.id, &run), STORE_OK);
		assert_int_equal(run.next_index, rows[i].next);
	}
	assert_int_equal(append(place, run.id + 1, 1, 0, "x"), STORE_NONE);
}

struct told {
	char bytes[64];
	size_t size;
	uint32_t first, count;
};

static bool tell(void *context, uint32_t index, uint32_t count, const uint8_t *bytes, size_t size)
{
	struct told *told = context;

	if (told->size == 0)
		told->first = index;
	memcpy(told->bytes + told->size, bytes, size);
	told->size += size;
	told->count += count;
	return true;
}

static void the_journal_reads_back_from_the_piece_that_holds_a_command(void **state)
{
	static const struct {
		uint32_t from, first;
		const char *bytes;
	} rows[] = {{0, 0, "abcdef"}, {2, 0, "abcdef"}, {3, 3, "def"}, {4, 3, "def"}, {5, 5, "f"},
		{6, 0, ""}, {99, 0, ""}};
	struct place *place = *state;
	struct store_run run = begin(place, caller(place, "Mina"));

	append(place, run.id, 1, 0, "abc");
	append(place, run.id, 1, 3, "de");
	append(place, run.id, 1, 5, "f");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct told told = {0};

		assert_int_equal(
			store_commands_each(place->store, run.id, rows[i].from, tell, &told),
			STORE_OK);
		assert_int_equal(told.first, rows[i].first);
		assert_string_equal(told.bytes, rows[i].bytes);
	}
}

static bool tell_digest(void *context, uint32_t index, uint64_t digest)
{
	uint64_t *sum = context;

	*sum = *sum * 1000 + index + (digest == UINT64_MAX - index);
	return true;
}

static void digests_ride_with_their_append(void **state)
{
	struct place *place = *state;
	struct store_run run = begin(place, caller(place, "Mina"));
	struct store_append one = {
		.run = run.id, .epoch = 1, .count = 2, .bytes = (const uint8_t *)"ab", .size = 2};
	uint64_t sum = 0;

	one.digest_count = 2;
	one.digest_index[0] = 64;
	one.digest_index[1] = 128;
	one.digest[0] = UINT64_MAX - 64;
	one.digest[1] = UINT64_MAX - 128;
	assert_int_equal(store_append(place->store, &one), STORE_OK);
	assert_int_equal(store_digests_each(place->store, run.id, tell_digest, &sum), STORE_OK);
	assert_int_equal(sum, 65129);
}

static void the_newest_two_snapshots_are_kept(void **state)
{
	struct place *place = *state;
	struct store_run run = begin(place, caller(place, "Mina"));
	uint8_t *bytes;
	uint32_t index;
	size_t size;

	assert_int_equal(
		store_snapshot_get(place->store, run.id, 0, &index, &bytes, &size), STORE_NONE);
	for (uint32_t i = 0; i < 4; i++) {
		assert_int_equal(append(place, run.id, 1, i, "x"), STORE_OK);
		assert_int_equal(store_snapshot_put(place->store, run.id, 1, i + 1, "0123" + i, 1),
			STORE_OK);
	}
	assert_int_equal(store_snapshot_put(place->store, run.id, 1, 9, "x", 1), STORE_GAP);
	for (unsigned nth = 0; nth < 2; nth++) {
		assert_int_equal(
			store_snapshot_get(place->store, run.id, nth, &index, &bytes, &size),
			STORE_OK);
		assert_int_equal(index, 4 - nth);
		assert_int_equal(bytes[0], '3' - (int)nth);
		free(bytes);
	}
	assert_int_equal(
		store_snapshot_get(place->store, run.id, 2, &index, &bytes, &size), STORE_NONE);
	assert_int_equal(store_run_by_id(place->store, run.id, &run), STORE_OK);
	assert_int_equal(run.snapshot_index, 4);
}

static void segments_divide_a_run(void **state)
{
	struct place *place = *state;
	struct store_run run = begin(place, caller(place, "Mina"));
	struct store_segment segment;

	append(place, run.id, 1, 0, "abc");
	assert_int_equal(
		store_segment_add(place->store, run.id, 1, 2, 2, bundle, "save", 4), STORE_GAP);
	assert_int_equal(
		store_segment_add(place->store, run.id, 1, 3, 2, bundle, "save", 4), STORE_OK);
	assert_int_equal(
		store_segment_add(place->store, run.id, 1, 3, 2, bundle, "save", 4), STORE_OK);
	append(place, run.id, 1, 3, "de");
	assert_int_equal(store_segment_at(place->store, run.id, 2, &segment), STORE_OK);
	assert_int_equal(segment.first_index, 0);
	assert_int_equal(segment.end_index, 3);
	assert_int_equal(segment.rules, 1);
	assert_null(segment.save);
	assert_int_equal(store_segment_at(place->store, run.id, 5, &segment), STORE_OK);
	assert_int_equal(segment.first_index, 3);
	assert_int_equal(segment.end_index, 5);
	assert_int_equal(segment.save_size, 4);
	free(segment.save);
	assert_int_equal(store_segment_at(place->store, run.id, 6, &segment), STORE_NONE);
	assert_int_equal(store_run_by_id(place->store, run.id, &run), STORE_OK);
	assert_int_equal(run.rules, 2);
}

static void a_quarantined_run_makes_room_and_is_nobodys(void **state)
{
	struct place *place = *state;
	int64_t mina = caller(place, "Mina");
	struct store_run run = begin(place, mina);
	struct store_run other;
	uint32_t epoch;

	assert_int_equal(store_run_quarantine(place->store, run.id, "no snapshot loads"), STORE_OK);
	assert_int_equal(append(place, run.id, 1, 0, "x"), STORE_STALE);
	assert_int_equal(store_run_claim(place->store, run.id, &epoch), STORE_STALE);
	assert_int_equal(store_run_current(place->store, mina, &other), STORE_NONE);
	assert_int_not_equal(begin(place, mina).id, run.id);
}

/* ---- Ends and the board ---- */

static void an_end_is_once_and_takes_the_snapshots(void **state)
{
	struct place *place = *state;
	int64_t mina = caller(place, "Mina");
	struct store_run run = begin(place, mina);
	struct store_score score = score_of(run.id, 50, true);
	struct store_score there;
	uint8_t *bytes;
	uint32_t index;
	size_t size;
	struct told told = {0};

	append(place, run.id, 1, 0, "abc");
	store_snapshot_put(place->store, run.id, 1, 3, "s", 1);
	assert_int_equal(store_run_end(place->store, 1, 2, &score), STORE_GAP);
	assert_int_equal(store_run_end(place->store, 1, 3, &score), STORE_OK);
	score.score = 9999;
	assert_int_equal(store_run_end(place->store, 1, 3, &score), STORE_OK);
	assert_int_equal(store_score_of(place->store, run.id, &there), STORE_OK);
	assert_int_equal(there.score, 50);
	assert_int_equal(
		store_snapshot_get(place->store, run.id, 0, &index, &bytes, &size), STORE_NONE);
	assert_int_equal(append(place, run.id, 1, 3, "d"), STORE_STALE);
	assert_int_equal(store_run_current(place->store, mina, &run), STORE_NONE);
	assert_int_equal(store_commands_each(place->store, there.run, 0, tell, &told), STORE_OK);
	assert_string_equal(told.bytes, "abc");
}

static struct store_run finish(
	struct place *place, int64_t account, int points, bool died, int64_t begun, int64_t ended)
{
	struct store_run run = begin_at(place, account, begun);
	struct store_score score = score_of(run.id, points, died);

	score.ended = ended;
	assert_int_equal(append(place, run.id, 1, 0, "Q"), STORE_OK);
	assert_int_equal(store_run_end(place->store, 1, 1, &score), STORE_OK);
	return run;
}

struct listed {
	size_t count;
	struct {
		char name[STORE_NAME_MAX + 1];
		unsigned rank;
		int score;
	} rows[16];
};

static bool list(void *context, unsigned rank, const struct store_score *score)
{
	struct listed *listed = context;

	strcpy(listed->rows[listed->count].name, score->name);
	listed->rows[listed->count].rank = rank;
	listed->rows[listed->count++].score = score->score;
	return true;
}

static void the_orders_of_the_board(void **state)
{
	static const struct {
		enum store_order order;
		const char *name;
		unsigned first, count;
		const char *says;
	} rows[] = {
		{STORE_BEST_RUNS, "", 0, 10, "1 Otto 300, 2 Mina 200, 3 Mina 100, 4 Otto 50"},
		{STORE_BEST_RUNS, "", 1, 2, "2 Mina 200, 3 Mina 100"},
		{STORE_BEST_RUNS, "mina", 0, 10, "2 Mina 200, 3 Mina 100"},
		{STORE_BEST_PLAYERS, "", 0, 10, "1 Otto 300, 2 Mina 200"},
		{STORE_BEST_PLAYERS, "MINA", 0, 10, "2 Mina 200"},
		{STORE_LATEST, "", 0, 2, "1 Otto 50, 2 Otto 300"},
		{STORE_DEATHS, "", 0, 10, "1 Otto 50, 2 Mina 200"},
	};
	struct place *place = *state;
	int64_t mina = caller(place, "Mina");
	int64_t otto = caller(place, "Otto");

	finish(place, mina, 100, true, 1, 2);
	finish(place, mina, 200, true, 3, 4);
	finish(place, otto, 300, false, 5, 6);
	finish(place, otto, 50, true, 7, 8);
	store_score_prove(place->store, finish(place, otto, 9999, true, 9, 10).id, STORE_REFUTED);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct store_query query = {
			.order = rows[i].order, .first = rows[i].first, .count = rows[i].count};
		struct listed listed = {0};
		char text[256] = "";

		strcpy(query.name, rows[i].name);
		assert_int_equal(store_scores_each(place->store, &query, list, &listed), STORE_OK);
		for (size_t j = 0; j < listed.count; j++)
			sprintf(text + strlen(text), "%s%u %s %d", j ? ", " : "",
				listed.rows[j].rank, listed.rows[j].name, listed.rows[j].score);
		assert_string_equal(text, rows[i].says);
	}
}

static void unscored_runs_stand_on_no_board(void **state)
{
	struct place *place = *state;
	struct store_run run = begin(place, caller(place, "Mina"));
	struct store_score score = score_of(run.id, 50, true);
	struct store_query query = {.count = 10};

	score.scored = false;
	append(place, run.id, 1, 0, "Q");
	assert_int_equal(store_run_end(place->store, 1, 1, &score), STORE_OK);
	for (int order = STORE_BEST_RUNS; order <= STORE_DEATHS; order++) {
		struct listed listed = {0};

		query.order = (enum store_order)order;
		assert_int_equal(store_scores_each(place->store, &query, list, &listed), STORE_OK);
		assert_int_equal(listed.count, 0);
	}
}

static void avenging_marks_both_rows(void **state)
{
	struct place *place = *state;
	int64_t mina = caller(place, "Mina");
	int64_t first = finish(place, mina, 10, true, 1, 2).id;
	int64_t latest = finish(place, mina, 20, true, 3, 4).id;
	struct store_run run = begin_at(place, caller(place, "Otto"), 5);
	int64_t after = finish(place, mina, 30, true, 6, 7).id;
	struct store_score score = score_of(run.id, 50, false);
	struct store_score there;

	strcpy(score.avenged, "Mina Nobody");
	append(place, run.id, 1, 0, "Q");
	assert_int_equal(store_run_end(place->store, 1, 1, &score), STORE_OK);
	assert_int_equal(store_score_of(place->store, run.id, &there), STORE_OK);
	assert_string_equal(there.avenged, "Mina Nobody");
	assert_int_equal(store_score_of(place->store, latest, &there), STORE_OK);
	assert_string_equal(there.avenged_by, "Otto");
	assert_int_equal(store_score_of(place->store, first, &there), STORE_OK);
	assert_string_equal(there.avenged_by, "");
	assert_int_equal(store_score_of(place->store, after, &there), STORE_OK);
	assert_string_equal(there.avenged_by, "");
}

static void an_epitaph_is_carved_once_by_its_owner(void **state)
{
	struct place *place = *state;
	int64_t mina = caller(place, "Mina");
	int64_t run = finish(place, mina, 10, true, 1, 2).id;
	struct store_score there;

	assert_int_equal(store_score_epitaph(place->store, run, mina + 1, "mine"), STORE_NONE);
	assert_int_equal(store_score_epitaph(place->store, run, mina, "here"), STORE_OK);
	assert_int_equal(store_score_epitaph(place->store, run, mina, "there"), STORE_NONE);
	assert_int_equal(store_score_of(place->store, run, &there), STORE_OK);
	assert_string_equal(there.epitaph, "here");
}

static void unproven_runs_come_in_order_of_ending(void **state)
{
	struct place *place = *state;
	int64_t mina = caller(place, "Mina");
	int64_t first = finish(place, mina, 10, true, 1, 2).id;
	int64_t second = finish(place, mina, 10, true, 1, 2).id;
	int64_t third = finish(place, mina, 10, true, 1, 2).id;
	int64_t cursor = 0;
	int64_t run;

	assert_int_equal(store_score_prove(place->store, second, STORE_PROVEN), STORE_OK);
	assert_int_equal(store_score_unproven(place->store, &cursor, &run), STORE_OK);
	assert_int_equal(run, first);
	assert_int_equal(store_score_unproven(place->store, &cursor, &run), STORE_OK);
	assert_int_equal(run, third);
	assert_int_equal(store_score_unproven(place->store, &cursor, &run), STORE_NONE);
}

static void a_record_sums_up(void **state)
{
	struct place *place = *state;
	int64_t mina = caller(place, "Mina");
	struct store_record record;

	finish(place, mina, 10, true, 1, 20);
	finish(place, mina, 70, false, 1, 30);
	assert_int_equal(store_record_of(place->store, mina, 2, &record), STORE_OK);
	assert_int_equal(record.runs, 2);
	assert_int_equal(record.wins, 1);
	assert_int_equal(record.best_score, 70);
	assert_int_equal(record.first, 20);
	assert_int_equal(record.last, 30);
}

/* ---- Groups, files, faults ---- */

static void a_group_is_whole_or_not_at_all(void **state)
{
	struct place *place = *state;
	struct store_run run = begin(place, caller(place, "Mina"));

	assert_true(store_begin(place->store));
	assert_int_equal(append(place, run.id, 1, 0, "abc"), STORE_OK);
	store_undo(place->store);
	assert_int_equal(append(place, run.id, 1, 3, "d"), STORE_GAP);
	assert_true(store_begin(place->store));
	assert_int_equal(append(place, run.id, 1, 0, "abc"), STORE_OK);
	assert_int_equal(append(place, run.id, 1, 3, "d"), STORE_OK);
	assert_true(store_commit(place->store));
	reopen(place);
	assert_int_equal(append(place, run.id, 1, 4, "e"), STORE_OK);
}

static bool collect_id(void *context, const struct store_run *run)
{
	int64_t *sum = context;

	*sum = *sum * 10 + run->id;
	return true;
}

static void runs_are_walked_in_order(void **state)
{
	struct place *place = *state;
	int64_t mina = caller(place, "Mina");
	int64_t sum = 0;

	finish(place, mina, 1, true, 1, 2);
	finish(place, mina, 1, true, 1, 2);
	begin(place, mina);
	assert_int_equal(store_run_each(place->store, 0, false, collect_id, &sum), STORE_OK);
	assert_int_equal(sum, 123);
	sum = 0;
	assert_int_equal(store_run_each(place->store, 1, true, collect_id, &sum), STORE_OK);
	assert_int_equal(sum, 2);
}

static void collect_fault(void *context, const char *sentence)
{
	snprintf(context, 512, "%s", sentence);
}

static void sql(struct place *place, const char *statement)
{
	char command[512];

	snprintf(command, sizeof command,
		"sqlite3 %s/trapdoor.db \"PRAGMA busy_timeout=2000; %s\" >/dev/null",
		place->directory, statement);
	assert_int_equal(system(command), 0);
}

static void a_check_finds_what_is_wrong(void **state)
{
	static const struct {
		const char *damage, *says;
	} rows[] = {
		{"UPDATE runs SET next_index = 7",
			"run 1: its journal does not end where the run says"},
		{"UPDATE commands SET first_index = 1",
			"run 1: its journal has a gap or an overlap"},
		{"DELETE FROM segments", "run 1: has no first segment"},
		{"DELETE FROM scores", "run 1: has ended but left no score"},
		{"UPDATE runs SET account = 99",
			"table runs refers to something that is not there"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct place *place;
		char fault[512] = "";

		set_up((void **)&place);
		finish(place, caller(place, "Mina"), 1, true, 1, 2);
		assert_int_equal(store_check(place->store, collect_fault, fault), 0);
		sql(place, rows[i].damage);
		assert_true(store_check(place->store, collect_fault, fault) > 0);
		assert_string_equal(fault, rows[i].says);
		tear_down((void **)&place);
	}
	(void)state;
}

static void a_backup_is_a_store(void **state)
{
	struct place *place = *state;
	char path[128];
	char sentence[256];
	struct store *copy;
	struct store_account account;

	caller(place, "Mina");
	snprintf(path, sizeof path, "%s/copy", place->directory);
	assert_int_equal(mkdir(path, 0700), 0);
	strcat(path, "/trapdoor.db");
	assert_int_equal(store_backup(place->store, path), STORE_OK);
	*strrchr(path, '/') = '\0';
	copy = store_open(path, sentence, sizeof sentence);
	assert_non_null(copy);
	assert_int_equal(store_account_by_name(copy, "Mina", &account), STORE_OK);
	store_close(copy);
	assert_int_equal(store_backup(place->store, "/nowhere/at/all"), STORE_FAILED);
	assert_non_null(strstr(store_sentence(place->store), "/nowhere/at/all"));
}

static void opening_refuses_by_a_sentence(void **state)
{
	static const struct {
		const char *damage, *says;
	} rows[] = {
		{"sqlite3 %s/trapdoor.db 'PRAGMA user_version = 99'", "newer trapdoor"},
		{"echo this is no database at all, whatever its name > %s/trapdoor.db",
			"must be a database that trapdoor made"},
		{"rm %s/trapdoor.db; sqlite3 %s/trapdoor.db 'CREATE TABLE a (b)'",
			"some other program's database"},
		{"rm %s/trapdoor.db; mkdir %s/trapdoor.db", "cannot be opened"},
	};
	struct place *place = *state;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char command[256];
		char sentence[256] = "";

		store_close(place->store);
		_Pragma("GCC diagnostic push")
			_Pragma("GCC diagnostic ignored \"-Wformat-nonliteral\"") snprintf(command,
				sizeof command, rows[i].damage, place->directory, place->directory);
		_Pragma("GCC diagnostic pop") assert_int_equal(system(command), 0);
		place->store = store_open(place->directory, sentence, sizeof sentence);
		assert_null(place->store);
		if (!strstr(sentence, rows[i].says))
			fail_msg("\"%s\" does not say \"%s\"", sentence, rows[i].says);
		assert_non_null(strstr(sentence, place->directory));
	}
}

static void a_file_as_directory_is_a_sentence(void **state)
{
	char sentence[256] = "";

	assert_null(store_open("/dev/null", sentence, sizeof sentence));
	assert_non_null(strstr(sentence, "/dev/null"));
	assert_null(store_open("/proc/nothing/here", sentence, sizeof sentence));
	assert_non_null(strstr(sentence, "cannot be made"));
	(void)state;
}

/* A full disk, played by a limit on the length of files: writes past it fail as on a disk without
 * room. */
static void a_full_disk_fails_the_write_and_loses_nothing(void **state)
{
	struct place *place = *state;
	struct store_run run = begin(place, caller(place, "Mina"));
	struct rlimit all;
	struct rlimit little;
	enum store_answer answer = STORE_OK;
	char filler[5001];
	uint32_t index = 0;

	memset(filler, 'x', 5000);
	filler[5000] = '\0';
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &all), 0);
	little = all;
	little.rlim_cur = 400000;
	setrlimit(RLIMIT_FSIZE, &little);
	for (int i = 0; i < 200 && answer == STORE_OK; i++) {
		answer = append(place, run.id, 1, index, filler);
		index += answer == STORE_OK ? 5000 : 0;
	}
	setrlimit(RLIMIT_FSIZE, &all);
	assert_int_equal(answer, STORE_FAILED);
	assert_non_null(strstr(store_sentence(place->store), place->directory));
	assert_int_equal(append(place, run.id, 1, index, filler), STORE_OK);
	reopen(place);
	assert_int_equal(store_run_by_id(place->store, run.id, &run), STORE_OK);
	assert_int_equal(run.next_index, index + 5000);
}

int main(void)
{
#define TITLE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TITLE(names_are_unique_whatever_their_case),
		TITLE(an_account_keeps_what_is_set),
		TITLE(keys_belong_to_accounts),
		TITLE(the_secret_never_changes),
		TITLE(bundles_come_back_by_digest),
		TITLE(an_account_has_one_current_run),
		TITLE(a_run_needs_a_stored_bundle_and_leaves_nothing_without),
		TITLE(an_older_epoch_writes_nothing),
		TITLE(appends_follow_each_other_and_resends_answer_alike),
		TITLE(the_journal_reads_back_from_the_piece_that_holds_a_command),
		TITLE(digests_ride_with_their_append),
		TITLE(the_newest_two_snapshots_are_kept),
		TITLE(segments_divide_a_run),
		TITLE(a_quarantined_run_makes_room_and_is_nobodys),
		TITLE(an_end_is_once_and_takes_the_snapshots),
		TITLE(the_orders_of_the_board),
		TITLE(unscored_runs_stand_on_no_board),
		TITLE(avenging_marks_both_rows),
		TITLE(an_epitaph_is_carved_once_by_its_owner),
		TITLE(unproven_runs_come_in_order_of_ending),
		TITLE(a_record_sums_up),
		TITLE(a_group_is_whole_or_not_at_all),
		TITLE(runs_are_walked_in_order),
		cmocka_unit_test(a_check_finds_what_is_wrong),
		TITLE(a_backup_is_a_store),
		TITLE(opening_refuses_by_a_sentence),
		cmocka_unit_test(a_file_as_directory_is_a_sentence),
		TITLE(a_full_disk_fails_the_write_and_loses_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
