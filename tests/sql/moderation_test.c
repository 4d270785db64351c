/* Locks, bans, deleted accounts, the list of accounts and the audit log, at the store's header. */
#include "tests/test.h"

#include <sqlite3.h>

#include "place.h"

/* ---- Accounts ---- */

static void a_lock_keeps_its_reason(void **state)
{
	struct test_store *place = *state;
	struct store_account account;
	int64_t id = caller(place, "Mina");

	assert_int_equal(store_account_lock(place->store, id, NULL), STORE_NONE);
	assert_int_equal(store_account_lock(place->store, id, "cheats"), STORE_OK);
	assert_int_equal(store_account_by_id(place->store, id, &account), STORE_OK);
	assert_true(account.locked);
	assert_string_equal(account.lock, "cheats");
	assert_int_equal(store_account_lock(place->store, id, NULL), STORE_OK);
	assert_int_equal(store_account_by_id(place->store, id, &account), STORE_OK);
	assert_false(account.locked);
}

static void a_renamed_account_keeps_its_runs(void **state)
{
	struct test_store *place = *state;
	struct store_account account;
	int64_t id = caller(place, "Mina");
	struct store_run run = begin(place, id);

	caller(place, "Otto");
	assert_int_equal(store_account_rename(place->store, id, "oTTO"), STORE_TAKEN);
	assert_int_equal(store_account_rename(place->store, id, "Ilse"), STORE_OK);
	assert_int_equal(store_account_by_name(place->store, "Mina", &account), STORE_NONE);
	assert_int_equal(store_run_by_id(place->store, run.id, &run), STORE_OK);
	assert_string_equal(run.name, "Ilse");
}

static bool count_score(void *context, unsigned rank, const struct store_score *score)
{
	assert_true(rank > 0 && score->score > 0);
	++*(unsigned *)context;
	return true;
}

static void report_fault(void *context, const char *sentence)
{
	(void)context;
	print_message("%s\n", sentence);
}

static void a_deleted_account_leaves_its_runs_alone(void **state)
{
	struct test_store *place = *state;
	char name[STORE_NAME_MAX + 1], wanted[STORE_NAME_MAX + 1];
	struct store_account account;
	struct store_key keys[2];
	struct store_score score;
	int64_t last, id = caller(place, "Mina");
	struct store_run ended = begin(place, id), going;
	size_t count;

	score = score_of(ended.id, 900, true);
	assert_int_equal(store_run_end(place->store, 1, 0, &score), STORE_OK);
	going = begin(place, id);
	assert_int_equal(store_key_add(place->store, id, "SHA256:a", "desk", 5), STORE_OK);
	assert_int_equal(store_visit(place->store, id, "192.0.2.0/24", 5), STORE_OK);
	assert_int_equal(store_account_delete(place->store, id, 77, name), STORE_OK);
	snprintf(wanted, sizeof wanted, "deleted-%d", (int)id);
	assert_string_equal(name, wanted);
	assert_int_equal(store_account_delete(place->store, id, 78, name), STORE_NONE);
	assert_int_equal(store_account_rename(place->store, id, "Mina"), STORE_NONE);
	assert_int_equal(store_account_lock(place->store, id, "why"), STORE_NONE);

	assert_int_equal(store_account_by_id(place->store, id, &account), STORE_OK);
	assert_string_equal(account.hash, "");
	assert_int_equal(account.deleted, 77);
	assert_int_equal(store_key_list(place->store, id, keys, 2, &count), STORE_OK);
	assert_int_equal(count, 0);
	assert_int_equal(store_visited(place->store, id, "192.0.2.0/24", &last), STORE_NONE);
	assert_int_equal(store_run_by_id(place->store, going.id, &going), STORE_OK);
	assert_true(going.quarantined);
	assert_int_equal(store_score_of(place->store, ended.id, &score), STORE_OK);
	assert_string_equal(score.name, wanted);
	assert_int_equal(store_account_new(place->store, "Mina", "", 80, &id), STORE_OK);
}

static void a_removed_score_never_comes_back_to_the_board(void **state)
{
	struct test_store *place = *state;
	int64_t id = caller(place, "Mina");
	struct store_query query = {.order = STORE_BEST_RUNS, .game = "cellar", .count = 9};
	struct store_score first = score_of(begin(place, id).id, 900, true), second;
	unsigned rows = 0;

	assert_int_equal(store_run_end(place->store, 1, 0, &first), STORE_OK);
	second = score_of(begin(place, id).id, 500, true);
	assert_int_equal(store_run_end(place->store, 1, 0, &second), STORE_OK);
	assert_int_equal(store_score_verify(place->store, first.run, STORE_VERIFIED), STORE_OK);
	assert_int_equal(store_score_verify(place->store, second.run, STORE_VERIFIED), STORE_OK);
	assert_int_equal(store_score_remove(place->store, first.run), STORE_OK);
	assert_int_equal(store_score_remove(place->store, first.run), STORE_NONE);
	assert_int_equal(store_score_verify(place->store, first.run, STORE_VERIFIED), STORE_OK);
	assert_int_equal(store_scores_each(place->store, &query, count_score, &rows), STORE_OK);
	assert_int_equal(rows, 1);
	assert_int_equal(store_score_of(place->store, first.run, &first), STORE_OK);
	assert_int_equal(first.score, 900);
	assert_int_equal(store_check(place->store, report_fault, NULL), 0);
}

/* ---- The list of accounts ---- */

struct listed {
	unsigned count;
	char names[2400][STORE_NAME_MAX + 1];
	struct store_account_row last;
};

static bool keep_row(void *context, const struct store_account_row *row)
{
	struct listed *listed = context;

	listed->last = *row;
	strcpy(listed->names[listed->count++], row->name);
	return true;
}

static unsigned list_all(struct test_store *place, const char *part, struct listed *listed)
{
	char name[STORE_NAME_MAX + 1] = "";
	unsigned pages = 0;

	memset(listed, 0, sizeof *listed);
	do {
		unsigned before = listed->count;

		assert_int_equal(
			store_accounts_each(place->store, name, part, keep_row, listed), STORE_OK);
		assert_true(listed->count - before <= STORE_ROWS_AT_ONCE);
		pages++;
	} while (name[0]);
	return pages;
}

static void accounts_are_listed_in_pages(void **state)
{
	struct test_store *place = *state;
	struct listed *listed = calloc(1, sizeof *listed);
	char name[STORE_NAME_MAX + 1];

	assert_int_equal(list_all(place, "", listed), 1);
	assert_int_equal(listed->count, 0);
	assert_true(store_begin(place->store));
	for (int i = 0; i < 2300; i++) {
		snprintf(name, sizeof name, "%s%d", i % 1000 == 7 ? "Rare" : "common", i);
		caller(place, name);
	}
	assert_true(store_commit(place->store));
	assert_int_equal(list_all(place, "", listed), 2300 / STORE_ROWS_AT_ONCE);
	assert_int_equal(listed->count, 2300);
	for (unsigned i = 1; i < listed->count; i++)
		assert_true(strcasecmp(listed->names[i - 1], listed->names[i]) < 0);
	assert_int_equal(list_all(place, "rAR", listed), 2300 / STORE_NAMES_AT_ONCE + 1);
	assert_int_equal(listed->count, 3);
	assert_string_equal(listed->last.name, "Rare7");
	free(listed);
}

static void a_row_of_the_list_counts(void **state)
{
	struct test_store *place = *state;
	struct listed *listed = calloc(1, sizeof *listed);
	int64_t id = caller(place, "Mina");
	struct store_score score = score_of(begin(place, id).id, 900, true);

	assert_int_equal(store_run_end(place->store, 1, 0, &score), STORE_OK);
	assert_int_equal(store_score_verify(place->store, score.run, STORE_VERIFIED), STORE_OK);
	assert_int_equal(store_key_add(place->store, id, "SHA256:a", "desk", 5), STORE_OK);
	assert_int_equal(store_visit(place->store, id, "192.0.2.0/24", 55), STORE_OK);
	assert_int_equal(store_account_wrong(place->store, id), STORE_OK);
	assert_int_equal(store_account_set_hash(place->store, id, "hash"), STORE_OK);
	assert_int_equal(store_account_lock(place->store, id, "cheats"), STORE_OK);
	list_all(place, "", listed);
	assert_string_equal(listed->last.name, "Mina");
	assert_string_equal(listed->last.lock, "cheats");
	assert_true(listed->last.locked && listed->last.has_password);
	assert_int_equal(listed->last.keys, 1);
	assert_int_equal(listed->last.runs, 1);
	assert_int_equal(listed->last.wrong_passwords, 1);
	assert_int_equal(listed->last.created, 1000);
	assert_int_equal(listed->last.last_login, 55);
	assert_int_equal(listed->last.deleted, 0);
	free(listed);
}

/* ---- Bans ---- */

static struct store_ban ban_of(const char *subject, bool network, int64_t until)
{
	struct store_ban ban = {.network = network, .begun = 100, .until = until};

	snprintf(ban.subject, sizeof ban.subject, "%s", subject);
	snprintf(ban.reason, sizeof ban.reason, "because of %s", subject);
	return ban;
}

static void a_ban_ends_by_itself(void **state)
{
	struct test_store *place = *state;
	struct store_ban ban = ban_of("Mina", false, 200), found, all[4];
	size_t count;

	assert_int_equal(store_ban_put(place->store, &ban, ban.begun), STORE_OK);
	ban = ban_of("192.0.2.0/24", true, 0);
	assert_int_equal(store_ban_put(place->store, &ban, ban.begun), STORE_OK);
	assert_int_equal(store_ban_of(place->store, "mINA", 199, &found), STORE_OK);
	assert_string_equal(found.reason, "because of Mina");
	assert_int_equal(store_ban_of(place->store, "Mina", 200, &found), STORE_NONE);
	assert_int_equal(store_bans_after(place->store, 0, 199, all, 4, &count), STORE_OK);
	assert_int_equal(count, 2);
	assert_int_equal(store_bans_after(place->store, all[0].id, 199, all, 4, &count), STORE_OK);
	assert_int_equal(count, 1);
	assert_string_equal(all[0].subject, "192.0.2.0/24");
	assert_true(all[0].network);
	assert_int_equal(store_bans_after(place->store, 0, 200, all, 4, &count), STORE_OK);
	assert_int_equal(count, 1);
	assert_int_equal(store_ban_remove(place->store, "192.0.2.0/24"), STORE_OK);
	assert_int_equal(store_ban_remove(place->store, "192.0.2.0/24"), STORE_NONE);
}

/* A clock that was wrong when the ban was made removes no other. */
static void bans_end_by_the_given_time(void **state)
{
	struct test_store *place = *state;
	struct store_ban ban = ban_of("Mina", false, 200), found;

	assert_int_equal(store_ban_put(place->store, &ban, 100), STORE_OK);
	ban = ban_of("Otto", false, 0);
	ban.begun = 300;
	assert_int_equal(store_ban_put(place->store, &ban, 101), STORE_OK);
	assert_int_equal(store_ban_of(place->store, "Mina", 101, &found), STORE_OK);
	assert_int_equal(store_ban_put(place->store, &ban, 200), STORE_OK);
	assert_int_equal(store_ban_of(place->store, "Mina", 101, &found), STORE_NONE);
}

/* Logins in the future, by a clock that was wrong, do not keep later ones out. */
static void the_latest_networks_are_kept(void **state)
{
	struct test_store *place = *state;
	char network[32];
	int64_t id, last;

	assert_int_equal(store_account_new(place->store, "Vera", "h", 1, &id), STORE_OK);
	for (int i = 0; i < 2 * STORE_VISITS_MAX; i++) {
		snprintf(network, sizeof network, "192.0.%d.0/24", i);
		assert_int_equal(store_visit(place->store, id, network, 1000 + i), STORE_OK);
	}
	assert_int_equal(store_visited(place->store, id, "192.0.8.0/24", &last), STORE_OK);
	assert_int_equal(store_visited(place->store, id, "192.0.7.0/24", &last), STORE_NONE);
	assert_int_equal(store_visit(place->store, id, "198.51.100.0/24", 50), STORE_OK);
	assert_int_equal(store_visited(place->store, id, "198.51.100.0/24", &last), STORE_OK);
	assert_int_equal(last, 50);
	assert_int_equal(store_visited(place->store, id, "192.0.8.0/24", &last), STORE_NONE);
}

static void a_second_ban_replaces_the_first(void **state)
{
	struct test_store *place = *state;
	struct store_ban ban = ban_of("Mina", false, 200), all[4];
	size_t count;

	assert_int_equal(store_ban_put(place->store, &ban, ban.begun), STORE_OK);
	ban.until = 0;
	assert_int_equal(store_ban_put(place->store, &ban, ban.begun), STORE_OK);
	assert_int_equal(store_bans_after(place->store, 0, 199, all, 4, &count), STORE_OK);
	assert_int_equal(count, 1);
	assert_int_equal(all[0].until, 0);
}

static void bans_have_a_limit_that_ended_ones_do_not_fill(void **state)
{
	struct test_store *place = *state;
	struct store_ban ban;
	char subject[32];

	assert_true(store_begin(place->store));
	for (int i = 0; i < STORE_BANS_MAX; i++) {
		snprintf(subject, sizeof subject, "Name%d", i);
		ban = ban_of(subject, false, i == 5 ? 300 : 0);
		assert_int_equal(store_ban_put(place->store, &ban, ban.begun), STORE_OK);
	}
	ban = ban_of("More", false, 0);
	assert_int_equal(store_ban_put(place->store, &ban, ban.begun), STORE_TAKEN);
	ban.begun = 300;
	assert_int_equal(store_ban_put(place->store, &ban, ban.begun), STORE_OK);
	assert_true(store_commit(place->store));
}

/* ---- The audit log ---- */

struct entries {
	size_t count;
	struct store_audit each[64];
};

static bool keep_entry(void *context, const struct store_audit *entry)
{
	struct entries *entries = context;

	entries->each[entries->count++] = *entry;
	return true;
}

static void add_entry(struct test_store *place, int64_t at, const char *actor, const char *subject)
{
	struct store_audit entry = {
		.at = at, .uid = 33, .origin = "local", .action = "lock", .detail = "why"};

	strcpy(entry.actor, actor);
	strcpy(entry.subject, subject);
	assert_int_equal(store_audit_add(place->store, &entry), STORE_OK);
}

static size_t find(struct test_store *place, const struct store_audit_query *query, unsigned most,
	struct entries *entries)
{
	entries->count = 0;
	assert_int_equal(
		store_audit_each(place->store, query, most, keep_entry, entries), STORE_OK);
	return entries->count;
}

static void the_audit_log_is_found_by_name_and_time(void **state)
{
	struct test_store *place = *state;
	struct store_audit_query query = {.before_at = INT64_MAX};
	struct entries entries;

	for (int i = 0; i < 20; i++)
		add_entry(place, 100 + i / 2, i % 2 ? "root" : "Mina", i % 3 ? "Otto" : "mina");
	assert_int_equal(find(place, &query, 64, &entries), 20);
	assert_int_equal(entries.each[0].id, 20);
	assert_int_equal(entries.each[0].uid, 33);
	assert_string_equal(entries.each[0].detail, "why");
	query.since = 109;
	assert_int_equal(find(place, &query, 64, &entries), 2);
	query = (struct store_audit_query){.before_at = 101};
	assert_int_equal(find(place, &query, 64, &entries), 2);
	query = (struct store_audit_query){.before_at = INT64_MAX, .name = "MINA"};
	assert_int_equal(find(place, &query, 64, &entries), 13);
	/* In pages: the next begins after the last entry, also within one second. */
	assert_int_equal(find(place, &query, 3, &entries), 3);
	query.before_at = entries.each[2].at;
	query.before_id = entries.each[2].id;
	assert_int_equal(find(place, &query, 64, &entries), 10);
	assert_true(entries.each[0].id < query.before_id);
}

static void the_audit_log_is_append_only(void **state)
{
	static const char *const changes[] = {
		"UPDATE audit SET detail = 'nothing'",
		"DELETE FROM audit WHERE id = 1",
		"INSERT OR REPLACE INTO audit VALUES (1, 1, 'a', 0, 'b', 'c', 'd', 'e')",
		("INSERT INTO audit VALUES (1, 1, 'a', 0, 'b', 'c', 'd', 'e')"
		 " ON CONFLICT DO UPDATE SET detail = 'nothing'"),
	};
	struct test_store *place = *state;
	struct store_audit_query query = {.before_at = INT64_MAX};
	struct entries entries;
	sqlite3 *database;
	char path[128];

	add_entry(place, 100, "root", "Mina");
	add_entry(place, 101, "root", "Otto");
	snprintf(path, sizeof path, "%s/trapdoor.db", place->directory);
	assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
	for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
		assert_int_not_equal(
			sqlite3_exec(database, changes[i], NULL, NULL, NULL), SQLITE_OK);
		assert_string_equal(sqlite3_errmsg(database), "the audit log is append-only");
	}
	sqlite3_close(database);
	assert_int_equal(find(place, &query, 64, &entries), 2);
	assert_string_equal(entries.each[0].detail, "why");
}

#define TITLE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TITLE(a_lock_keeps_its_reason),
		TITLE(a_renamed_account_keeps_its_runs),
		TITLE(a_deleted_account_leaves_its_runs_alone),
		TITLE(a_removed_score_never_comes_back_to_the_board),
		TITLE(accounts_are_listed_in_pages),
		TITLE(a_row_of_the_list_counts),
		TITLE(a_ban_ends_by_itself),
		TITLE(bans_end_by_the_given_time),
		TITLE(the_latest_networks_are_kept),
		TITLE(a_second_ban_replaces_the_first),
		TITLE(bans_have_a_limit_that_ended_ones_do_not_fill),
		TITLE(the_audit_log_is_found_by_name_and_time),
		TITLE(the_audit_log_is_append_only),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
