/*
 * The cost of a statement does not grow with the store: steps of SQLite's virtual machine, which
 * need no clock, at 1,000 and at 20,000 accounts.
 */
#include "tests/test.h"

#include "costs_words.h"
#include "large_store.h"
#include "place.h"

#define SMALL 1000
#define LARGE 20000
#define RUNS_EACH 5
/* The most that the steps of a run of a statement may grow by, and steps that never matter. */
#define GROWTH 1.5
#define FEW 40

struct costs {
	size_t count;
	struct store_cost each[240];
};

static void keep_cost(void *context, const struct store_cost *cost)
{
	struct costs *costs = context;

	assert_true(costs->count < sizeof costs->each / sizeof *costs->each);
	costs->each[costs->count++] = *cost;
}

static bool read_score(void *context, unsigned rank, const struct store_score *score)
{
	assert_true((rank > 0) == !score->waiting);
	*(unsigned *)context += 1;
	return true;
}

static void read_shown(void *context, const struct store_shown *shown)
{
	assert_string_equal(shown->game, "cellar");
	*(unsigned *)context += 1;
}

static bool read_game(void *context, const char *game, uint32_t runs)
{
	assert_string_equal(game, "cellar");
	assert_true(runs > 0);
	(void)context;
	return true;
}

static bool read_commands(
	void *context, uint32_t index, uint32_t count, const uint8_t *bytes, size_t size)
{
	(void)context;
	(void)index;
	(void)bytes;
	return count > 0 && size > 0;
}

static bool read_digest(void *context, const struct store_digest *digest)
{
	(void)context;
	(void)digest;
	return true;
}

static bool stop_at_once(void *context, const struct store_run *run)
{
	(void)context;
	(void)run;
	return false;
}

/* A name in the middle of the store. */
static int64_t some_account(struct test_store *place, char name[STORE_NAME_MAX + 1])
{
	struct store_account account;

	assert_int_equal(store_account_by_name(place->store, "Player707", &account), STORE_OK);
	assert_int_equal(store_account_by_id(place->store, account.id, &account), STORE_OK);
	memcpy(name, account.name, sizeof account.name);
	return account.id;
}

static void read_boards(struct test_store *place, int64_t account, const char *name)
{
	struct store_record record;
	unsigned rows = 0;

	for (int order = STORE_BEST_RUNS; order <= STORE_CONDUCTS; order++) {
		if (order == STORE_SET_ASIDE_RUNS)
			continue;
		for (unsigned first = 0; first <= 20; first += 20) {
			struct store_query query = {.order = (enum store_order)order,
				.game = "cellar",
				.first = first,
				.count = 20};

			assert_int_equal(store_scores_each(place->store, &query, read_score, &rows),
				STORE_OK);
			query.first = 0;
			strcpy(query.name, name);
			assert_int_equal(store_scores_each(place->store, &query, read_score, &rows),
				STORE_OK);
		}
	}
	assert_true(rows > 160);
	assert_int_equal(store_record_of(place->store, account, "cellar", 3, &record), STORE_OK);
	assert_int_equal(record.runs, RUNS_EACH);
	assert_int_equal(store_games_each(place->store, read_game, NULL), STORE_OK);
	for (unsigned i = 1, shown = 0; i <= 2; i++) {
		int64_t number = 20 * i;
		size_t count;

		assert_int_equal(
			store_shown_each(place->store, &number, &count, read_shown, &shown),
			STORE_OK);
		assert_int_equal(count, STORE_SHOWN_AT_ONCE);
		assert_int_equal(store_shown_of(place->store, name, RUNS_EACH, read_shown, &shown),
			STORE_OK);
		assert_int_equal(shown, i * (STORE_SHOWN_AT_ONCE + RUNS_EACH));
	}
}

static bool read_proven(void *context, const struct store_proven *proven)
{
	assert_true(proven->begun > 0 && proven->account > 0);
	*(unsigned *)context += 1;
	return true;
}

static void read_tournament(struct test_store *place)
{
	unsigned rows = 0;

	assert_int_equal(store_proven_each(place->store, 600, 700, read_proven, &rows), STORE_OK);
	assert_int_equal(rows, 100);
}

static void change_account(struct test_store *place, int64_t account)
{
	struct store_key keys[4];
	int64_t last = 0;
	size_t count;

	assert_int_equal(store_account_set_hash(place->store, account, "other"), STORE_OK);
	assert_int_equal(store_account_set_options(place->store, account, "other"), STORE_OK);
	assert_int_equal(store_account_wrong(place->store, account), STORE_OK);
	assert_int_equal(store_account_clear_news(place->store, account), STORE_OK);
	assert_int_equal(store_visit(place->store, account, "192.0.2.0/24", 5), STORE_OK);
	assert_int_equal(store_visited(place->store, account, "192.0.2.0/24", &last), STORE_OK);
	assert_int_equal(last, 5);
	assert_int_equal(store_key_add(place->store, account, "SHA256:x", "x", 1), STORE_OK);
	assert_int_equal(store_key_of(place->store, account, "SHA256:x"), STORE_OK);
	assert_int_equal(store_key_list(place->store, account, keys, 4, &count), STORE_OK);
	assert_int_equal(store_key_remove(place->store, account, "SHA256:x"), STORE_OK);
}

static bool read_account_row(void *context, const struct store_account_row *row)
{
	(void)row;
	*(unsigned *)context += 1;
	return true;
}

static bool read_entry(void *context, const struct store_audit *entry)
{
	(void)entry;
	*(unsigned *)context += 1;
	return true;
}

/* The audit log and the bans are as long as a store has accounts. */
static void fill_moderation(struct test_store *place, long accounts)
{
	struct store_audit entry = {.action = "lock", .actor = "root"};
	struct store_ban ban = {.begun = 1};

	assert_true(store_begin(place->store));
	for (long i = 0; i < accounts; i++) {
		snprintf(entry.subject, sizeof entry.subject, "Player%ld", i % 50);
		entry.at = i;
		assert_int_equal(store_audit_add(place->store, &entry), STORE_OK);
	}
	for (long i = 0; i < accounts / 100; i++) {
		snprintf(ban.subject, sizeof ban.subject, "192.0.2.%ld/32", i);
		ban.network = i % 2;
		assert_int_equal(store_ban_put(place->store, &ban, ban.begun), STORE_OK);
	}
	assert_true(store_commit(place->store));
	store_costs_each(place->store, keep_cost, &(struct costs){0});
}

static void moderate(struct test_store *place, int64_t account)
{
	struct store_audit_query all = {.since = 1, .before_at = 500}, some = all;
	char name[STORE_NAME_MAX + 1] = "";
	struct store_ban ban, bans[8];
	unsigned rows = 0, entries = 0;
	size_t count;

	assert_int_equal(store_score_remove(place->store, 300), STORE_OK);
	assert_int_equal(store_account_new_key(place->store, account), STORE_OK);
	assert_int_equal(store_account_lock(place->store, account, "why"), STORE_OK);
	assert_int_equal(store_account_lock(place->store, account, NULL), STORE_OK);
	assert_int_equal(store_account_rename(place->store, account, "Renamed"), STORE_OK);
	assert_int_equal(store_account_delete(place->store, account, 9, name), STORE_OK);
	assert_int_equal(
		store_ban_put(place->store, &(struct store_ban){.subject = "Otto", .begun = 9}, 9),
		STORE_OK);
	assert_int_equal(store_ban_of(place->store, "Otto", 10, &ban), STORE_OK);
	assert_int_equal(store_bans_after(place->store, 0, 10, bans, 8, &count), STORE_OK);
	assert_int_equal(count, 8);
	assert_int_equal(store_ban_remove(place->store, "Otto"), STORE_OK);
	assert_int_equal(store_audit_add(place->store, &(struct store_audit){.at = 9}), STORE_OK);
	name[0] = '\0';
	assert_int_equal(store_accounts_each(place->store, name, "layer", read_account_row, &rows),
		STORE_OK);
	assert_int_equal(rows, STORE_ROWS_AT_ONCE);
	strcpy(some.name, "Player7");
	assert_int_equal(store_audit_each(place->store, &all, 8, read_entry, &entries), STORE_OK);
	assert_int_equal(store_audit_each(place->store, &some, 8, read_entry, &entries), STORE_OK);
	assert_int_equal(entries, 16);
}

/* A hold, and an account that nobody uses, whose id is the last. */
static void expire_accounts(struct test_store *place)
{
	char reason[STORE_REASON_MAX], found[STORE_NAME_MAX + 1];
	int64_t ids[STORE_UNUSED_AT_ONCE];
	int64_t cursor = 100, last = caller(place, "Nobody");
	size_t count;

	assert_int_equal(store_account_like(place->store, "n0bo-dy", found), STORE_OK);
	assert_string_equal(found, "Nobody");
	assert_int_equal(store_account_like(place->store, "PIayer700", found), STORE_OK);
	assert_int_equal(store_hold_put(place->store, "flood", 5), STORE_OK);
	assert_int_equal(store_hold_get(place->store, reason), STORE_OK);
	assert_int_equal(store_hold_remove(place->store), STORE_OK);
	assert_int_equal(store_accounts_unused(place->store, &cursor, 3000, ids, &count), STORE_OK);
	assert_int_equal(cursor, 200);
	assert_int_equal(count, 0);
	cursor = last - 1;
	assert_int_equal(store_accounts_unused(place->store, &cursor, 3000, ids, &count), STORE_OK);
	assert_int_equal(count, 1);
	assert_int_equal(ids[0], last);
	assert_int_equal(store_accounts_unused(place->store, &cursor, 3000, ids, &count), STORE_OK);
	assert_int_equal(cursor, 0);
}

/* The replays of a few low scores, and the oldest entries of the audit log. */
static void retire(struct test_store *place)
{
	int64_t cursor = 0;
	size_t count, marked = 0;
	bool left = true;

	for (int i = 0; i < 200 && marked == 0; i++) {
		assert_int_equal(
			store_replays_expire(place->store, &cursor, INT64_MAX, &count), STORE_OK);
		marked += count;
	}
	assert_true(marked > 0);
	for (int i = 0; i < 500 && left; i++)
		assert_int_equal(store_replays_remove(place->store, &left), STORE_OK);
	assert_false(left);
	assert_int_equal(store_audit_expire(place->store, INT64_MAX, &count), STORE_OK);
	assert_true(count > 0);
}

/* A run from its beginning to its verification. */
static void play_run(struct test_store *place, int64_t account)
{
	struct store_run run = {0};
	struct store_append digested = {.epoch = 2,
		.index = 2,
		.count = 1,
		.bytes = (const uint8_t *)"c",
		.size = 1,
		.digest_count = 1,
		.digests = {{.index = 3, .digest = 77}}};
	struct store_segment segment = {0};
	struct store_score score;
	uint8_t *bytes;
	uint32_t index;
	size_t size;

	assert_true(store_begin(place->store));
	if (store_run_current(place->store, account, "cellar", &run) == STORE_NONE)
		run = begin(place, account);
	assert_int_equal(store_run_claim(place->store, run.id, &run.epoch), STORE_OK);
	assert_int_equal(append(place, run.id, 2, 0, "a"), STORE_OK);
	assert_int_equal(append(place, run.id, 2, 0, "a"), STORE_OK);
	assert_int_equal(append(place, run.id, 2, 1, "b"), STORE_OK);
	assert_int_equal(store_snapshot_put(place->store, run.id, 2, 2, "s", 1), STORE_OK);
	assert_int_equal(
		store_segment_add(place->store, run.id, 2, 2, 1, bundle, "s", 1), STORE_OK);
	assert_int_equal(store_segment_at(place->store, run.id, 2, &segment), STORE_OK);
	assert_int_equal(store_segment_count(place->store, run.id), 2);
	free(segment.save);
	digested.run = run.id;
	assert_int_equal(store_append(place->store, &digested), STORE_OK);
	assert_int_equal(
		store_snapshot_get(place->store, run.id, 0, &index, &bytes, &size), STORE_OK);
	free(bytes);
	assert_int_equal(store_run_birth(place->store, run.id, &bytes, &size), STORE_OK);
	free(bytes);
	assert_int_equal(
		store_commands_each(place->store, run.id, 0, read_commands, NULL), STORE_OK);
	assert_int_equal(store_digests_each(place->store, run.id, 0, read_digest, NULL), STORE_OK);
	score = score_of(run.id, 900, true);
	strcpy(score.avenged, "Player701");
	assert_int_equal(store_run_end(place->store, 2, 3, &score), STORE_OK);
	assert_int_equal(store_score_epitaph(place->store, run.id, account, "here"), STORE_OK);
	assert_int_equal(store_score_verify(place->store, run.id, STORE_VERIFIED), STORE_OK);
	assert_int_equal(store_score_verify(place->store, run.id, STORE_REFUTED), STORE_OK);
	assert_int_equal(store_score_of(place->store, run.id, &score), STORE_OK);
	assert_true(store_commit(place->store));
}

/* A day, and the try of an account at it. */
static void visit_days(struct test_store *place, int64_t account)
{
	struct store_day day = {.date = "2026-11-22", .seed = {1}};
	char before[STORE_DATE_SIZE], after[STORE_DATE_SIZE];
	uint8_t secret[STORE_SECRET_SIZE];
	struct store_day_summary summary;
	struct store_try found;
	struct store_run run;
	uint32_t streak;

	assert_int_equal(store_day_secret(place->store, secret), STORE_OK);
	assert_int_equal(store_day_publish(place->store, "cellar", &day), STORE_OK);
	day.rules = 1;
	memcpy(day.content, bundle, sizeof day.content);
	assert_int_equal(store_day_open(place->store, "cellar", &day), STORE_OK);
	assert_int_equal(store_day_get(place->store, "cellar", day.date, &day), STORE_OK);
	assert_int_equal(store_day_of_seed(place->store, "cellar", day.seed, &day), STORE_OK);
	assert_int_equal(
		store_days_beside(place->store, "cellar", day.date, before, after), STORE_OK);
	assert_int_equal(store_try_begin(place->store, "cellar", day.date,
				 &(struct store_begin){
					 account, STORE_DAILY, day.seed, "birth", 5, 1, bundle, 9},
				 &run),
		STORE_OK);
	assert_int_equal(store_try_of(place->store, account, "cellar", day.date, &found), STORE_OK);
	assert_int_equal(store_try_of_run(place->store, run.id, &found), STORE_OK);
	assert_int_equal(
		store_streak(place->store, account, "cellar", day.date, &streak), STORE_OK);
	assert_int_equal(store_has_ranked(place->store, account, "cellar"), STORE_OK);
	assert_int_equal(store_day_summary(place->store, "cellar", day.date, &summary), STORE_OK);
}

/* Everything that a keeper asks of a store, once or more. */
static void ask_everything(struct test_store *place)
{
	char name[STORE_NAME_MAX + 1], game[STORE_GAME_MAX + 1];
	int64_t account = some_account(place, name);
	struct store_query set_aside = {.order = STORE_SET_ASIDE_RUNS, .count = 20};
	struct store_measures measures;
	int64_t cursor = 0, last;
	unsigned rows = 0;
	int64_t run;
	uint8_t *bytes;
	size_t size;

	finish_unverified(place, account, 5000);
	read_boards(place, account, name);
	read_tournament(place);
	change_account(place, account);
	play_run(place, account + 1);
	expire_accounts(place);
	moderate(place, account + 2);
	begin(place, caller(place, "Newcomer"));
	assert_int_equal(store_run_quarantine(place->store, begin(place, 2).id, "no"), STORE_OK);
	assert_int_equal(store_run_each(place->store, 10, true, stop_at_once, NULL), STORE_OK);
	assert_int_equal(store_score_unproven(place->store, &cursor, &run), STORE_OK);
	assert_true(store_measure(place->store, &measures));
	assert_int_equal(store_score_set_aside(place->store, run), STORE_OK);
	assert_int_equal(store_score_set_aside_last(place->store, &last), STORE_OK);
	cursor = 0;
	assert_int_equal(store_score_set_aside_next(place->store, &cursor, last, &run), STORE_OK);
	assert_int_equal(store_scores_each(place->store, &set_aside, read_score, &rows), STORE_OK);
	assert_int_equal(rows, 1);
	assert_int_equal(store_game_last(place->store, game), STORE_OK);
	assert_int_equal(store_bundle_put(place->store, bundle, "cellar", "t", 1), STORE_OK);
	assert_int_equal(store_bundle_get(place->store, bundle, &bytes, &size), STORE_OK);
	free(bytes);
	visit_days(place, account);
	write_words(place, account);
	come_back(place, account, name);
	reach_milestones(place, caller(place, "Deepener"));
	prove_feats(place, caller(place, "Prover"));
	import_results(place);
	retire(place);
	assert_true(store_begin(place->store));
	store_undo(place->store);
}

/* Statements that no store but a new one runs, and that of `trapdoor check`. */
static bool at_first_alone(const char *statement)
{
	return strcmp(statement, "SECRET_PUT") == 0 || strcmp(statement, "SECRET_GET") == 0 ||
	       strcmp(statement, "RULES_NEEDED") == 0;
}

static void print_fault(void *context, const char *sentence)
{
	(void)context;
	print_error("%s\n", sentence);
}

static void measure(long accounts, struct costs *costs)
{
	struct test_store place = {.directory = "/tmp/trapdoor-store-XXXXXX"};
	struct costs opening = {0};
	char command[128];

	assert_non_null(mkdtemp(place.directory));
	assert_true(large_store_write(place.directory, accounts, accounts * RUNS_EACH, "cellar"));
	reopen(&place);
	if (accounts == SMALL)
		assert_int_equal(store_check(place.store, print_fault, NULL), 0);
	store_costs_each(place.store, keep_cost, &opening);
	fill_moderation(&place, accounts);
	ask_everything(&place);
	store_costs_each(place.store, keep_cost, costs);
	store_close(place.store);
	snprintf(command, sizeof command, "rm -rf %s", place.directory);
	assert_int_equal(system(command), 0);
}

static void no_statement_costs_more_on_a_larger_store(void **state)
{
	struct costs small = {0}, large = {0};
	unsigned faults = 0;

	measure(SMALL, &small);
	measure(LARGE, &large);
	assert_int_equal(small.count, large.count);
	for (size_t i = 0; i < small.count; i++) {
		const struct store_cost *few = &small.each[i], *many = &large.each[i];
		double before = few->runs ? (double)few->steps / few->runs : 0;
		double after = many->runs ? (double)many->steps / many->runs : 0;
		const char *fault = "";

		if (at_first_alone(few->statement))
			continue;
		if (many->runs == 0)
			fault = "  never ran: call it in this test";
		else if (after > FEW && after > GROWTH * before)
			fault = "  GROWS";
		faults += *fault != '\0';
		printf("%-22s %8.1f steps at %d accounts, %8.1f at %d%s\n", few->statement, before,
			SMALL, after, LARGE, fault);
	}
	assert_int_equal(faults, 0);
	(void)state;
}

/* ---- Pieces of long work ---- */

/* The most steps of all statements in a piece of a request, and of upkeep: some 1 and 2 ms. */
#define REQUEST_STEPS 7000
#define UPKEEP_STEPS 20000

static void add_steps(void *context, const struct store_cost *cost)
{
	*(unsigned *)context += cost->steps;
}

/* Fails if the calls since the last one took more steps than a piece may take. */
static void piece_ends(struct test_store *place, const char *name, unsigned most)
{
	unsigned steps = 0;

	store_costs_each(place->store, add_steps, &steps);
	printf("%-22s %8u steps a piece\n", name, steps);
	if (steps > most)
		fail_msg("a piece of %s takes %u steps", name, steps);
}

/* Lists every account in pieces. Returns how many pieces there were. */
static unsigned list_accounts(struct test_store *place, const char *part, unsigned *rows)
{
	char name[STORE_NAME_MAX + 1] = "";
	unsigned pieces = 0;

	do {
		assert_int_equal(
			store_accounts_each(place->store, name, part, read_account_row, rows),
			STORE_OK);
		piece_ends(place, "a list of accounts", REQUEST_STEPS);
		pieces++;
	} while (name[0]);
	return pieces;
}

static unsigned list_entries(struct test_store *place, const char *name)
{
	struct store_audit_query query = {.since = 1, .before_at = LARGE + 1};
	unsigned rows = 0;

	snprintf(query.name, sizeof query.name, "%s", name);
	assert_int_equal(store_audit_each(place->store, &query, 100, read_entry, &rows), STORE_OK);
	piece_ends(place, "the audit log", REQUEST_STEPS);
	return rows;
}

static unsigned copy_all(struct test_store *place)
{
	char path[sizeof place->directory + 16];
	struct store_copy *copy;
	unsigned pieces = 0;
	bool whole = false;

	snprintf(path, sizeof path, "%s/copy.db", place->directory);
	copy = store_copy_new(place->store, path);
	assert_non_null(copy);
	for (; !whole; pieces++)
		assert_int_equal(store_copy_step(copy, &whole), STORE_OK);
	store_copy_free(copy);
	return pieces;
}

/* The first replays that expire, and the first entries. */
static void expire_all(struct test_store *place)
{
	int64_t cursor = 0;
	size_t count = 0;
	bool left = true;

	for (int i = 0; i < 200 && count == 0; i++) {
		assert_int_equal(
			store_replays_expire(place->store, &cursor, INT64_MAX, &count), STORE_OK);
		piece_ends(place, "expired replays", UPKEEP_STEPS);
	}
	assert_true(count > 0);
	for (int i = 0; i < 50 && left; i++) {
		assert_int_equal(store_replays_remove(place->store, &left), STORE_OK);
		piece_ends(place, "removed replays", UPKEEP_STEPS);
	}
	assert_int_equal(store_audit_expire(place->store, INT64_MAX, &count), STORE_OK);
	piece_ends(place, "expired entries", UPKEEP_STEPS);
}

static void long_work_is_divided(void **state)
{
	struct test_store place = {.directory = "/tmp/trapdoor-store-XXXXXX"};
	unsigned rows = 0, pieces;
	char command[128];

	assert_non_null(mkdtemp(place.directory));
	assert_true(large_store_write(place.directory, LARGE, LARGE * RUNS_EACH, "cellar"));
	reopen(&place);
	fill_moderation(&place, LARGE);
	pieces = list_accounts(&place, "", &rows);
	assert_int_equal(rows, LARGE);
	assert_true(pieces >= LARGE / STORE_ROWS_AT_ONCE);
	rows = 0;
	pieces = list_accounts(&place, "Player19999", &rows);
	assert_int_equal(rows, 1);
	assert_true(pieces >= LARGE / STORE_NAMES_AT_ONCE);
	assert_int_equal(list_entries(&place, ""), 100);
	assert_int_equal(list_entries(&place, "Player7"), 100);
	/* Some 256 KiB each. */
	pieces = copy_all(&place);
	if (pieces < 20)
		fail_msg("a backup of %u accounts takes %u pieces", LARGE, pieces);
	store_costs_each(place.store, add_steps, &rows);
	expire_all(&place);
	store_close(place.store);
	snprintf(command, sizeof command, "rm -rf %s", place.directory);
	assert_int_equal(system(command), 0);
	(void)state;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_statement_costs_more_on_a_larger_store),
		cmocka_unit_test(long_work_is_divided),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
