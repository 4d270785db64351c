/* Commands of the operator for runs that were set aside, and for the database's size. */
#include "tests/test.h"

#include "tests/door/command.h"
#include "tests/door/keeper_house.h"

#include <sqlite3.h>

static struct fixture *fixture;

static void change_database(const char *words)
{
	char path[128];
	sqlite3 *database;

	snprintf(path, sizeof path, "%s/trapdoor.db", fixture->state);
	assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
	/* The keeper of the last command stays for a while. */
	for (int waited_ms = 0; sqlite3_exec(database, words, NULL, NULL, NULL) != SQLITE_OK;
		waited_ms += 50) {
		if (waited_ms >= 20000)
			fail_msg("%s: %s", words, sqlite3_errmsg(database));
		usleep(50000);
	}
	sqlite3_close(database);
}

/* Ends the keeper and its socket, as `serve` does when it stops. */
static void stop_keeper(void)
{
	fixture_kill_keeper(fixture);
	fixture->keeper = 0;
	for (size_t i = 0; i < fixture->count; i++)
		close(fixture->ends[i]);
	fixture->count = 0;
}

static int set_up(void **state)
{
	(void)state;
	fixture_set_up((void **)&fixture);
	command_name("STATE", fixture->state);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	return fixture_tear_down((void **)&fixture);
}

static void no_run_is_set_aside(void **state)
{
	static const struct command_case cases[] = {
		{"verify --set-aside --state $STATE", 0, "No run is set aside.\n", ""},
		{"verify --set-aside --json --state $STATE", 0, "[]\n", ""},
		{"verify --set-aside 1 --state $STATE", 2, "",
			"verify needs the number of one run, --all, --daily, --weekly or "
			"--set-aside\n"},
		{"verify --state $STATE", 2, "", "verify needs the number of one run"},
		{"verify --set-aside --state $STATE/none", 1, "", "it does not exist"},
	};

	(void)state;
	COMMAND_CASES(cases);
}

/* ---- Unused pages ---- */

/* A database of an older release is rewritten once, without the server. */
static void an_old_database_is_rewritten_once(void **state)
{
	static const struct command_case refused[] = {{"admin vacuum --state $STATE", 1, "",
		"An older release made this database. Stop the server, run this command once "
		"without it, and start the server again."}};
	static const struct command_case cases[] = {{"admin vacuum --state $STATE", 0, "", ""},
		{"admin vacuum --state $STATE", 0, "", ""},
		{"admin audit --json --state $STATE", 0,
			"\"action\":\"vacuum\",\"subject\":null,\"detail\":\"rewritten\"}", ""},
		{"admin audit --json --state $STATE", 0, " bytes returned\"}", ""}};
	static struct printed printed;

	(void)state;
	stop_keeper();
	change_database("PRAGMA journal_mode = DELETE; PRAGMA auto_vacuum = NONE; VACUUM;"
			"PRAGMA journal_mode = WAL");
	fixture_start(fixture);
	COMMAND_CASES(refused);
	stop_keeper();
	command_run(&printed, cases[0].line);
	if (printed.status != 0)
		fail_msg("%s%s", printed.out, printed.err);
	command_run(&printed, cases[1].line);
	assert_int_equal(printed.status, 0);
	command_cases(cases + 2, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_run_is_set_aside),
		cmocka_unit_test(an_old_database_is_rewritten_once),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
