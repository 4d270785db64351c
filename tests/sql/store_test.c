/* Accounts, runs and journals, at the store's header: each rule of its essay, one title a rule. */
#include "tests/test.h"

#include "place.h"

/* ---- Accounts ---- */

static void names_are_unique_whatever_their_case(void **state)
{
	struct test_store *place = *state;
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
	struct test_store *place = *state;
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
	struct test_store *place = *state;
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

/* Each commit writes some ten pages. The -wal file begins anew after a checkpoint, so its size is
 * that of the largest one. */
static void a_checkpoint_copies_at_most_a_thousand_pages(void **state)
{
	static uint8_t save[40000];
	struct test_store *place = *state;
	struct store_run run = begin(place, caller(place, "Mina"));
	struct stat file;
	char path[96];

	snprintf(path, sizeof path, "%s/trapdoor.db-wal", place->directory);
	assert_int_equal(append(place, run.id, 1, 0, "s"), STORE_OK);
	for (int i = 0; i < 300; i++) {
		memset(save, i, sizeof save);
		assert_int_equal(store_snapshot_put(place->store, run.id, 1, 1, save, sizeof save),
			STORE_OK);
		assert_int_equal(stat(path, &file), 0);
		assert_in_range(file.st_size / 4096, 1, 1050);
	}
}

static void a_database_that_may_only_be_read_is_a_sentence(void **state)
{
	struct test_store *place = *state;
	char path[96], sentence[256] = "";
	bool root = geteuid() == 0; /* root may write to everything */
	uid_t nobody = 65534;

	store_close(place->store);
	place->store = NULL;
	snprintf(path, sizeof path, "%s/trapdoor.db", place->directory);
	assert_int_equal(chmod(path, 0400), 0);
	if (root) {
		assert_int_equal(chown(path, nobody, (gid_t)-1), 0);
		assert_int_equal(chown(place->directory, nobody, (gid_t)-1), 0);
		assert_int_equal(seteuid(nobody), 0);
	}
	struct store *store = store_open(place->directory, sentence, sizeof sentence);
	if (root)
		assert_int_equal(seteuid(0), 0);
	assert_null(store);
	assert_non_null(strstr(sentence, "trapdoor.db: it is read-only; make it writable"));
}

static void the_secret_never_changes(void **state)
{
	struct test_store *place = *state;
	uint8_t first[STORE_SECRET_SIZE];
	uint8_t second[STORE_SECRET_SIZE];

	assert_int_equal(store_secret(place->store, first), STORE_OK);
	reopen(place);
	assert_int_equal(store_secret(place->store, second), STORE_OK);
	assert_memory_equal(first, second, sizeof first);
}

static void bundles_come_back_by_digest(void **state)
{
	struct test_store *place = *state;
	uint8_t *bytes;
	size_t size;

	assert_int_equal(store_bundle_put(place->store, bundle, "cellar", "other", 5), STORE_OK);
	assert_int_equal(store_bundle_get(place->store, bundle, &bytes, &size), STORE_OK);
	assert_int_equal(size, 4);
	assert_memory_equal(bytes, "text", 4);
	free(bytes);
	assert_int_equal(store_bundle_get(place->store, seed, &bytes, &size), STORE_NONE);
}

/* ---- Runs ---- */

static void an_account_has_one_current_run(void **state)
{
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina");
	struct store_run run = begin(place, mina);
	struct store_run again;

	assert_int_equal(run.epoch, 1);
	assert_int_equal(run.next_index, 0);
	assert_string_equal(run.name, "Mina");
	assert_memory_equal(run.seed, seed, 16);
	assert_int_equal(
		store_run_begin(place->store,
			&(struct store_begin){mina, STORE_RANKED, seed, "b", 1, 1, bundle, 1},
			&again),
		STORE_TAKEN);
	assert_int_equal(again.id, run.id);
	assert_int_equal(store_run_current(place->store, mina, "cellar", &again), STORE_OK);
	assert_int_equal(again.id, run.id);
	assert_int_equal(store_run_current(place->store, caller(place, "Otto"), "cellar", &again),
		STORE_NONE);
}

static void a_run_needs_a_stored_bundle_and_leaves_nothing_without(void **state)
{
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina");
	struct store_run run;

	assert_int_equal(
		store_run_begin(place->store,
			&(struct store_begin){mina, STORE_RANKED, seed, "b", 1, 1, seed, 1}, &run),
		STORE_FAILED);
	assert_int_equal(store_run_current(place->store, mina, "cellar", &run), STORE_NONE);
}

/* As after a -wal file was removed: the claim was answered, and is not in the database. */
static void an_epoch_that_was_lost_is_no_older_one(void **state)
{
	struct test_store *place = *state;
	struct store_run run = begin(place, caller(place, "Mina"));
	struct store_score score = score_of(run.id, 5, true);

	assert_int_equal(append(place, run.id, 2, 0, "abc"), STORE_GAP);
	assert_int_equal(store_snapshot_put(place->store, run.id, 2, 0, "s", 1), STORE_GAP);
	assert_int_equal(store_run_end(place->store, 2, 0, &score), STORE_GAP);
	assert_int_equal(append(place, run.id, 1, 0, "abc"), STORE_OK);
}

static void an_older_epoch_writes_nothing(void **state)
{
	struct test_store *place = *state;
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
	struct test_store *place = *state;
	struct store_run run = begin(place, caller(place, "Mina"));

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		assert_int_equal(
			append(place, run.id, 1, rows[i].index, rows[i].bytes), rows[i].answer);
		assert_int_equal(store_run_by_id(place->store, run.id, &run), STORE_OK);
		assert_int_equal(run.next_index, rows[i].next);
	}
	assert_int_equal(append(place, run.id + 1, 1, 0, "x"), STORE_NONE);
}

static void the_journal_reads_back_from_the_piece_that_holds_a_command(void **state)
{
	static const struct {
		uint32_t from, first;
		const char *bytes;
	} rows[] = {{0, 0, "abcdef"}, {2, 0, "abcdef"}, {3, 3, "def"}, {4, 3, "def"}, {5, 5, "f"},
		{6, 0, ""}, {99, 0, ""}};
	struct test_store *place = *state;
	struct store_run run = begin(place, caller(place, "Mina"));

	append(place, run.id, 1, 0, "abc");
	append(place, run.id, 1, 3, "de");
	append(place, run.id, 1, 5, "f");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct shown shown = {0};

		assert_int_equal(
			store_commands_each(place->store, run.id, rows[i].from, report, &shown),
			STORE_OK);
		assert_int_equal(shown.first, rows[i].first);
		assert_string_equal(shown.bytes, rows[i].bytes);
	}
}

static bool report_digest(void *context, const struct store_digest *digest)
{
	uint64_t *sum = context;

	*sum = *sum * 1000 + digest->index + (digest->digest == UINT64_MAX - digest->index);
	for (size_t i = 0; i < digest->part_count; i++)
		*sum = *sum * 10 + digest->parts[i];
	return true;
}

static void digests_ride_with_their_append(void **state)
{
	struct test_store *place = *state;
	struct store_run run = begin(place, caller(place, "Mina"));
	struct store_append one = {
		.run = run.id, .epoch = 1, .count = 128, .bytes = (const uint8_t *)"ab", .size = 2};
	uint64_t sum = 0;

	/* A digest belongs to one of the commands, in order and once. */
	static const uint32_t wrong[][2] = {{64, 64}, {128, 64}, {0, 64}, {64, 129}};
	one.digest_count = 2;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		one.digests[0].index = wrong[i][0];
		one.digests[1].index = wrong[i][1];
		assert_int_equal(store_append(place->store, &one), STORE_GAP);
	}
	one.digests[0] = (struct store_digest){.index = 64, .digest = UINT64_MAX - 64};
	one.digests[1] = (struct store_digest){
		.index = 128, .digest = UINT64_MAX - 128, .part_count = STORE_PARTS_MAX + 1};
	assert_int_equal(store_append(place->store, &one), STORE_GAP);
	one.digests[1].part_count = 2;
	memcpy(one.digests[1].parts, "\003\004", 2);
	assert_int_equal(store_append(place->store, &one), STORE_OK);
	assert_int_equal(
		store_digests_each(place->store, run.id, 0, report_digest, &sum), STORE_OK);
	assert_int_equal(sum, 6512934);
	sum = 0;
	assert_int_equal(
		store_digests_each(place->store, run.id, 64, report_digest, &sum), STORE_OK);
	assert_int_equal(sum, 12934);
}

static void the_newest_two_snapshots_are_kept(void **state)
{
	struct test_store *place = *state;
	struct store_run run = begin(place, caller(place, "Mina"));
	uint8_t *bytes;
	uint32_t index;
	size_t size;

	assert_int_equal(
		store_snapshot_get(place->store, run.id, 0, &index, &bytes, &size), STORE_NONE);
	for (uint32_t i = 0; i < 4; i++) {
		assert_int_equal(append(place, run.id, 1, i, "x"), STORE_OK);
		assert_int_equal(store_snapshot_put(place->store, run.id, 1, i + 1, &"0123"[i], 1),
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
	struct test_store *place = *state;
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
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina");
	struct store_run run = begin(place, mina);
	struct store_run other;
	uint32_t epoch;

	assert_int_equal(store_run_quarantine(place->store, run.id, "no snapshot loads"), STORE_OK);
	assert_int_equal(append(place, run.id, 1, 0, "x"), STORE_STALE);
	assert_int_equal(store_run_claim(place->store, run.id, &epoch), STORE_STALE);
	assert_int_equal(store_run_current(place->store, mina, "cellar", &other), STORE_NONE);
	assert_int_not_equal(begin(place, mina).id, run.id);
}

int main(void)
{
#define TITLE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TITLE(names_are_unique_whatever_their_case),
		TITLE(an_account_keeps_what_is_set),
		TITLE(keys_belong_to_accounts),
		TITLE(a_checkpoint_copies_at_most_a_thousand_pages),
		TITLE(a_database_that_may_only_be_read_is_a_sentence),
		TITLE(the_secret_never_changes),
		TITLE(bundles_come_back_by_digest),
		TITLE(an_account_has_one_current_run),
		TITLE(a_run_needs_a_stored_bundle_and_leaves_nothing_without),
		TITLE(an_older_epoch_writes_nothing),
		TITLE(an_epoch_that_was_lost_is_no_older_one),
		TITLE(appends_follow_each_other_and_resends_answer_alike),
		TITLE(the_journal_reads_back_from_the_piece_that_holds_a_command),
		TITLE(digests_ride_with_their_append),
		TITLE(the_newest_two_snapshots_are_kept),
		TITLE(segments_divide_a_run),
		TITLE(a_quarantined_run_makes_room_and_is_nobodys),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
