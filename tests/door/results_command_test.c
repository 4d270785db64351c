/* `trapdoor results` on two hosts: keys, a day that is exported and imported, and what is printed
 * and refused. */
#include "tests/test.h"

#include "tests/door/exchange_hosts.h"

#include "tests/door/command.h"

#include <sys/stat.h>
#include <unistd.h>

static void put_known(const char *text)
{
	char path[128];
	FILE *file;

	snprintf(path, sizeof path, "%s/results.hosts", hosts.bell->state);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

static void name_hosts(void)
{
	char text[32];
	struct store_score score;

	command_name("TOWER", hosts.tower->state);
	command_name("BELL", hosts.bell->state);
	command_name("DAY", TODAY);
	assert_int_equal(keeper_score_get(hosts.to_tower, hosts.run, &score), KEEPER_OK);
	snprintf(text, sizeof text, "%d", (int)score.score);
	command_name("SCORE", text);
}

/* Root may run the command, and another user serves. */
static void a_key_belongs_to_the_owner_of_its_folder(void **state)
{
	static const struct command_case cases[] = {
		{"results key --state $TOWER --key $TOWER/keys/own --host tower.example", 0,
			"tower.example ", ""}};
	char path[128];
	struct stat facts;

	(void)state;
	if (geteuid() != 0)
		skip();
	name_hosts();
	snprintf(path, sizeof path, "%s/keys", hosts.tower->state);
	assert_int_equal(mkdir(path, 0755), 0);
	assert_int_equal(chown(path, 4711, 4712), 0);
	COMMAND_CASES(cases);
	snprintf(path, sizeof path, "%s/keys/own", hosts.tower->state);
	assert_int_equal(stat(path, &facts), 0);
	assert_int_equal(facts.st_uid, 4711);
	assert_int_equal(facts.st_gid, 4712);
	assert_int_equal(facts.st_mode & 0777, 0600);
}

static void a_day_goes_from_host_to_host(void **state)
{
	static const struct command_case exported[] = {
		{"results export $DAY --state $TOWER --host tower.example --out $TOWER/day", 0,
			"1 results of $DAY written to $TOWER/day\n", ""}};
	static const struct command_case unknown[] = {{"results import $TOWER/day --state $BELL", 1,
		"", "cannot read $BELL/results.hosts: No such file"}};
	static const struct command_case unlisted[] = {{"results import $TOWER/day --state $BELL",
		1, "", "cannot import $TOWER/day: the file is signed by key "}};
	static const struct command_case imported[] = {
		{"results import $TOWER/day --state $BELL", 0,
			"Ada@tower.example: imported with $SCORE points\n"
			"1 imported, 0 there already, 0 refused\n",
			""},
		{"results import $TOWER/day --state $BELL", 0,
			"Ada@tower.example: is there already\n"
			"0 imported, 1 there already, 0 refused\n",
			""},
		{"results board $DAY --state $BELL", 0, "Ada@tower.example", ""},
		{"results board $DAY --state $BELL --json", 0, "\"name\":\"Ada@tower.example\"",
			""},
		{"results board $DAY --state $TOWER", 0, "Ada ", ""},
		{"scores --state $BELL --game trapdoor/$DAY --json", 0, "[]", ""},
		{"scores --state $BELL --json", 0, "[]", ""},
		{"results remove tower.example --state $BELL --player Otto", 1, "",
			"cannot remove the results: No result of that host"},
		{"results remove tower.example --state $BELL", 0, "", ""},
		{"results board $DAY --state $BELL", 0, "Nobody is on the board of that day.\n",
			""},
		{"results import $BELL/trapdoor.db --state $BELL", 1, "", "is not signed"},
		{"results import $BELL/none --state $BELL", 1, "", "cannot read $BELL/none: "},
	};
	static struct printed printed;

	(void)state;
	go_on();
	name_hosts();
	COMMAND_CASES(exported);
	COMMAND_CASES(unknown);
	put_known("# none yet\n");
	COMMAND_CASES(unlisted);
	command_run(&printed, "results key --state $TOWER --host tower.example");
	assert_int_equal(printed.status, 0);
	put_known(printed.out);
	COMMAND_CASES(imported);
}

static void words_are_checked(void **state)
{
	static const struct command_case cases[] = {
		{"results", 2, "", "results takes one of key, export, import, board and remove"},
		{"results odd", 2, "", "results takes one of key"},
		{"results export --state $TOWER", 2, "", "results export takes a date or a week"},
		{"results key more --state $TOWER", 2, "", "results key takes no further word"},
		{"results key --state $TOWER", 2, "", "--host takes the name of this host"},
		{"results export $DAY --state $TOWER --host To@wer --out x", 2, "",
			"--host takes the name of this host"},
		{"results export $DAY --state $TOWER --host tower.example", 2, "",
			"export needs a file; name one with --out"},
		{"results export $DAY --state $TOWER --host tower.example --out $TOWER/day", 1, "",
			"$DAY is still open"},
		{"results export 2026-13-01 --state $TOWER --host tower.example --out x", 1, "",
			"trapdoor: "},
		{"results export $DAY --state $TOWER --host tower.example --out x --key /no/key", 1,
			"", "cannot make the key /no/key"},
		{"results --help", 0, "usage: trapdoor results key", ""},
	};

	(void)state;
	name_hosts();
	COMMAND_CASES(cases);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, hosts_set_up, hosts_tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_day_goes_from_host_to_host),
		TEST(a_key_belongs_to_the_owner_of_its_folder),
		TEST(words_are_checked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
