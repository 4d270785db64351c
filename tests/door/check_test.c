/* `trapdoor check` over the state of a real keeper: its exit status, and what it prints. */
#include "tests/test.h"

#include "door/net/transport.h"
#include "door/os/sandbox.h"
#include "tests/door/command.h"
#include "tests/door/keeper_house.h"

#include <sys/stat.h>

static struct fixture *fixture;

static void put_file(const char *path, const char *text, mode_t mode)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(text, file);
	fclose(file);
	assert_int_equal(chmod(path, mode), 0);
}

static int set_up(void **state)
{
	fixture_set_up(state);
	fixture = *state;
	command_name("STATE", fixture->state);
	return 0;
}

/* Writes FILE into the state directory. */
static void put_in_state(const char *file, const char *text)
{
	char path[sizeof fixture->state + 128];

	snprintf(path, sizeof path, "%s/%s", fixture->state, file);
	put_file(path, text, 0600);
}

static void check_finds_nothing_in_a_whole_server(void **state)
{
	static const struct command_case whole[] = {
		{"check --state $STATE", 0, "settings: built-in defaults read\n", ""},
		{"check --state $STATE", 0, "content: the built-in game is valid\n", ""},
		{"check --state $STATE", 0,
			"host key: none yet; the server makes one when it first starts\n", ""},
		{"check --state $STATE", 0, "database: $STATE/trapdoor.db is valid\n", ""},
		{"check --state $STATE/none", 1, "content: ",
			"cannot open state directory $STATE/none: No such file or directory; serve "
			"--init makes it, or name another with --state\n"},
		{"check --state $STATE/good.conf", 1, "content: ",
			"cannot use state directory $STATE/good.conf: it is a file; name another "
			"with --state\n"},
		{"check --state $STATE/empty", 0,
			"database: none yet; the server makes one when it first starts\n", ""},
		{"check --state $STATE --config $STATE/good.conf", 0,
			"settings: $STATE/good.conf read\n", ""},
		{"check --state $STATE --config $STATE/a.conf", 1, "s", "/at/all: cannot read the"},
		{"check --state $STATE", 0, " MiB are free\nhost key: ", ""},
		{"check --state $STATE", 0, "\nclock: 20", ""},
		{"check --state $STATE", 0, "\nsandbox: no_new_privs=yes ", ""},
		{"check --state $STATE --json", 0,
			"[{\"area\":\"settings\",\"fine\":true,\"text\":\"built-in defaults "
			"read\"},",
			""},
		{"check --state $STATE --json", 0,
			"{\"area\":\"database\",\"fine\":true,\"text\":\"$STATE/trapdoor.db is "
			"valid\"},",
			""},
		{"check --state $STATE/none --json", 1,
			"{\"area\":\"state\",\"fine\":false,\"text\":\"cannot open state directory "
			"$STATE/none: ",
			""},
		{"check --json word", 2, "", "unexpected argument of check: \"word\""},
		{"check word", 2, "", "unexpected argument of check: \"word\""},
	};
	char path[128];
	(void)state;
	put_in_state("good.conf", "[lobby]\nhost = example.org\n");
	put_in_state("a.conf", "[files]\nbulletins = /nowhere/at/all\n");
	snprintf(path, sizeof path, "%s/empty", fixture->state);
	assert_int_equal(mkdir(path, 0700), 0);
	COMMAND_CASES(whole);
}

static const struct {
	const char *name, *text;
} settings[] = {
	{"bad.conf", "[lobby]\nhots = example.org\n"},
	{"address.conf", "[listen]\nssh = nowhere\n"},
	{"port.conf", "[listen]\ntelnet = 127.0.0.1:70000\n"},
	{"far.conf", "[listen]\nssh = 192.0.2.1:2222\n"},
	{"off.conf", "[listen]\nssh =\ntelnet =\n"},
	{"computers.conf", "[listen]\npetscii80 = nowhere\n"},
	{"atari.conf", "[listen]\nssh =\ntelnet =\natascii = 127.0.0.1:0\n"},
	{"sandbox.conf", "[security]\nsandbox = on\n"},
	{"metrics.conf", "[monitor]\nmetrics = 0.0.0.0:9150\n"},
	{"log.conf", "[monitor]\nlog = xml\n"},
	{"open.conf", "[security]\nsandbox = off\n"},
	{"one.conf", "[listen]\nssh = 127.0.0.1:0\ntelnet =\n"},
	{"space.conf", "[limits]\nfree_space_mb = 1000000\n"},
};

static void check_reports_settings_that_do_not_serve(void **state)
{
	static const struct command_case configured[] = {
		{"check --state $STATE --config $STATE/bad.conf", 1, "", "bad.conf:2: "},
		{"check --state $STATE --config $STATE/content.conf", 1, "database: ", "broken"},
		{"check --state $STATE --config $STATE/content.conf", 1,
			"database: ", "the content of $STATE/broken has an error; "},
		{"check --state $STATE --config $STATE/one.conf", 0,
			"\nssh: 127.0.0.1:0 is possible\ncontent: ", ""},
		{"check --state $STATE --config $STATE/address.conf", 1, "database: ",
			"cannot listen on \"nowhere\" for ssh: not an address and port; write it "
			"like [::]:2222 or 127.0.0.1:2222\n"},
		{"check --state $STATE --config $STATE/port.conf", 1, "database: ",
			"cannot listen on \"127.0.0.1:70000\" for telnet: not an address and "
			"port"},
		{"check --state $STATE --config $STATE/far.conf", 1, "database: ",
			"cannot listen on 192.0.2.1:2222: this host has no such address; choose"},
		{"check --state $STATE --config $STATE/off.conf", 1, "database: ",
			"no address is set for ssh, telnet, Commodores or Ataris, so that nobody "
			"can call; set listen.ssh or listen.telnet, as to [::]:2222"},
		{"check --state $STATE --config $STATE/off.conf --json", 1,
			"{\"area\":\"listen\",\"fine\":false,\"text\":\"no address is set for ",
			""},
		{"check --state $STATE --config $STATE/computers.conf", 1, "database: ",
			"cannot listen on \"nowhere\" for petscii80: not an address and port"},
		{"check --state $STATE --config $STATE/atari.conf", 0,
			"\natascii: 127.0.0.1:0 is possible\n", ""},
		{"check --state $STATE --config $STATE/sandbox.conf", 1, "database: ",
			"security.sandbox is \"on\"; it must be enforce, log or off\n"},
		{"check --state $STATE --config $STATE/metrics.conf", 1,
			"database: ", "monitor.metrics is \"0.0.0.0:9150\"; it must be off, "},
		{"check --state $STATE --config $STATE/log.conf", 1,
			"database: ", "monitor.log is \"xml\"; it must be logfmt or json\n"},
		{"check --state $STATE --config $STATE/open.conf", 0,
			"sandbox: off, so that nothing is confined; set security.sandbox = "
			"enforce\n",
			""},
		{"check --state $STATE --config $STATE/bad.conf --json", 1,
			"[{\"area\":\"settings\",\"fine\":false,\"text\":\"the settings have an "
			"error; ",
			"bad.conf:2: "},
		{"check --state $STATE --config $STATE/space.conf", 1, "database: ",
			" MiB free, and no run begins below 1000000; make room, or lower "
			"limits.free_space_mb\n"},
		{"check --state $STATE --config $STATE/none.conf", 1, "",
			"none.conf: cannot read this settings file"},
	};
	char path[128], text[256];

	(void)state;
	for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
		put_in_state(settings[i].name, settings[i].text);
	snprintf(path, sizeof path, "%s/broken", fixture->state);
	assert_int_equal(mkdir(path, 0700), 0);
	put_in_state("broken/broken.txt", "nothing of this kind\n");
	snprintf(text, sizeof text, "[files]\ncontent = %s/broken\n", fixture->state);
	put_in_state("content.conf", text);
	COMMAND_CASES(configured);
}

static void check_reports_host_key_and_directory(void **state)
{
	static const struct command_case broken[] = {
		{"check --state $STATE", 1, "database: $STATE/trapdoor.db is valid\n",
			"$STATE/host_key"},
	};
	static const struct command_case open_key[] = {
		{"check --state $STATE", 1, "database: $STATE/trapdoor.db is valid\n",
			"host key $STATE/host_key can be read by other users; run \"chmod 600\" on "
			"it\n"},
	};
	static const struct command_case good_key[] = {
		{"check --state $STATE", 0, "host key: $STATE/host_key is valid\n", ""},
	};
	static const struct command_case linked[] = {
		{"check --state $STATE", 1, "database: ",
			"$STATE/host_key is a symbolic link; put the file itself there, or remove "
			"the link\n"},
	};
	static const struct command_case open_directory[] = {
		{"check --state $STATE", 1, "database: ",
			"state directory $STATE can be written by other users; run \"chmod go-w\" "
			"on it\n"},
		{"serve --state $STATE --ssh= --telnet 127.0.0.1:0", 1, "",
			"state directory $STATE can be written by other users; run \"chmod go-w\" "
			"on it\n"},
	};
	char path[128], sentence[256];

	(void)state;
	put_in_state("host_key", "no key\n");
	COMMAND_CASES(broken);
	snprintf(path, sizeof path, "%s/host_key", fixture->state);
	assert_int_equal(chmod(path, 0640), 0);
	COMMAND_CASES(open_key);
	unlink(path);
	assert_true(ssh_prepare(path, sentence, sizeof sentence));
	COMMAND_CASES(good_key);
	unlink(path);
	assert_int_equal(symlink("/nowhere", path), 0);
	COMMAND_CASES(linked);
	unlink(path);
	assert_int_equal(chmod(fixture->state, 0720), 0);
	COMMAND_CASES(open_directory);
	assert_int_equal(chmod(fixture->state, 0700), 0);
}

static void make_directory(const char *name)
{
	char path[128];

	snprintf(path, sizeof path, "%s/%s", fixture->state, name);
	assert_int_equal(mkdir(path, 0700), 0);
}

/* Writes settings that name a directory of the state. */
static void put_setting(const char *file, const char *setting, const char *name)
{
	char text[256];

	snprintf(text, sizeof text, "[files]\n%s = %s/%s\n", setting, fixture->state, name);
	put_in_state(file, text);
}

static void check_reads_bulletins(void **state)
{
	static const struct command_case cases[] = {
		{"check --state $STATE --config $STATE/news.conf", 0,
			"bulletins: 2 of $STATE/news are valid\nkeys: ", ""},
		{"check --state $STATE --config $STATE/silence.conf", 0, "settings: ", ""},
		{"check --state $STATE --config $STATE/wrong.conf", 1,
			"keys: ", "bulletin.txt:2: "},
	};
	static struct printed printed;

	(void)state;
	make_directory("news");
	make_directory("silence");
	make_directory("wrong");
	put_setting("news.conf", "bulletins", "news");
	put_setting("silence.conf", "bulletins", "silence");
	put_setting("wrong.conf", "bulletins", "wrong");
	put_in_state("news/a.txt", "first\n");
	put_in_state("news/b.txt", "second\n");
	put_in_state("wrong/bulletin.txt", "one\n[nocolour]x[/]\n");
	COMMAND_CASES(cases);
	command_run(&printed, "check --state $STATE --config $STATE/silence.conf");
	assert_null(strstr(printed.out, "bulletins"));
}

/* The server would refuse to start. */
static void check_reads_the_secret_of_daily_runs(void **state)
{
	static const struct command_case cases[] = {
		{"check --state $STATE --config $STATE/shared.conf", 0, "database: ", ""},
		{"check --state $STATE --config $STATE/short.conf", 1,
			"database: ", "$STATE/short.secret is too short; it needs 16 characters"},
		{"check --state $STATE --config $STATE/lost.conf", 1,
			"database: ", "$STATE/lost.secret: No such file or directory"},
	};

	(void)state;
	put_in_state("shared.secret", "sixteen letters.\n");
	put_in_state("short.secret", "fifteen letters\n");
	put_setting("shared.conf", "daily_secret", "shared.secret");
	put_setting("short.conf", "daily_secret", "short.secret");
	put_setting("lost.conf", "daily_secret", "lost.secret");
	COMMAND_CASES(cases);
}

static void check_reads_presets_of_keys(void **state)
{
	static const struct command_case cases[] = {
		{"check --state $STATE", 0, "\nkeys: 5 presets\n", ""},
		{"check --state $STATE --config $STATE/own.conf", 0, "\nkeys: 6 presets\n", ""},
		{"check --state $STATE --config $STATE/typo.conf", 1, "database: ", "mine.txt:2: "},
		{"check --state $STATE --config $STATE/nowhere.conf", 1, "database: ",
			"files.keys: cannot read the directory $STATE/nowhere: No such file or "
			"directory\n"},
		{"check --state $STATE --config $STATE/zero.conf", 1, "database: ",
			"mine.txt: cannot read $STATE/zero/mine.txt: it holds a zero byte\n"},
		{"check --state $STATE --config $STATE/folder.conf", 1, "database: ",
			"mine.txt: cannot read $STATE/folder/mine.txt: Is a directory\n"},
		{"check --state $STATE --config $STATE/many.conf", 1, "database: ",
			"files.keys: the directory $STATE/many has more than 16 presets; remove "
			"some\n"},
	};
	static const char *const names[] = {"own", "typo", "nowhere", "zero", "folder", "many"};
	char name[128];

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		snprintf(name, sizeof name, "%s.conf", names[i]);
		put_setting(name, "keys", names[i]);
		if (strcmp(names[i], "nowhere") != 0)
			make_directory(names[i]);
	}
	put_in_state("own/mine.txt", "like vi\nhelp as vi, but h waits\nbind h wait\n");
	put_in_state("own/.hidden.txt", "no preset\n");
	put_in_state("own/readme", "no preset\n");
	put_in_state("own/.txt", "no preset\n");
	put_in_state("typo/mine.txt", "like vi\nbind h fly\n");
	put_in_state("zero/mine.txt", "like vi\n");
	snprintf(name, sizeof name, "%s/zero/mine.txt", fixture->state);
	assert_int_equal(truncate(name, 20), 0);
	make_directory("folder/mine.txt");
	for (int i = 0; i < 17; i++) {
		snprintf(name, sizeof name, "many/set%d.txt", i);
		put_in_state(name, "like vi\n");
	}
	COMMAND_CASES(cases);
}

/* A run that goes on under older rules needs their program. */
static void check_names_the_programs_of_older_rules(void **state)
{
	static const struct command_case missing[] = {
		{"check --state $STATE", 1, "database: $STATE/trapdoor.db is valid\n",
			"runs under rules version 1 wait for their program "
			"$STATE/kept/1/trapdoor, which is missing; install trapdoor-rules-1, or "
			"put the program back\n"},
	};
	static const struct command_case closed[] = {
		{"check --state $STATE", 1, "database: $STATE/trapdoor.db is valid\n",
			"trapdoor: $STATE/kept/1/trapdoor cannot be executed by all users; run "
			"\"chmod 755\" on it\n"},
	};
	static const struct command_case kept[] = {
		{"check --state $STATE", 0,
			"\nprograms: $STATE/kept/1/trapdoor is kept for rules version 1\n", ""},
	};
	struct store_client *line = fixture_caller(fixture, "Nora");
	struct keeper_run run;
	char path[128];

	(void)state;
	snprintf(path, sizeof path, "%s/kept", fixture->state);
	setenv("TRAPDOOR_ELDERS", path, 1);
	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_OK);
	assert_int_equal(
		keeper_segment_add(line, run.id, run.epoch, 0, 1, run.content, "s", 1), KEEPER_OK);
	COMMAND_CASES(missing);
	make_directory("kept");
	make_directory("kept/1");
	snprintf(path, sizeof path, "%s/kept/1/trapdoor", fixture->state);
	put_file(path, "#!/bin/sh\n", 0700);
	COMMAND_CASES(closed);
	assert_int_equal(chmod(path, 0755), 0);
	COMMAND_CASES(kept);
	assert_int_equal(keeper_quarantine(line, run.id, "no more"), KEEPER_OK);
	store_client_free(line);
	unsetenv("TRAPDOOR_ELDERS");
}

static void check_finds_a_database_without_a_byte(void **state)
{
	static const struct command_case cases[] = {
		{"check --state $STATE/bare", 1, "disk: ",
			"$STATE/bare/trapdoor.db has zero bytes; restore a backup, or remove it if "
			"this server has never served\n"},
		{"check --state $STATE/torn", 1, "disk: ", "$STATE/torn"},
	};

	(void)state;
	make_directory("bare");
	make_directory("torn");
	put_in_state("bare/trapdoor.db", "");
	put_in_state("torn/trapdoor.db", "no database at all\n");
	COMMAND_CASES(cases);
}

static void check_shows_what_confines_each_process(void **state)
{
	static const struct command_case cases[] = {
		{"check --sandbox", 0, "sandbox: no_new_privs=yes ", ""},
		{"check --sandbox", 0, " system calls: ", ""},
		{"check --sandbox --state $STATE/none", 0, "\nkeeper: ", ""},
	};
	static struct printed printed;
	unsigned roles = 0;

	(void)state;
	COMMAND_CASES(cases);
	command_run(&printed, "check --sandbox");
	for (const char *at = printed.out; (at = strstr(at, " system calls: ")) != NULL; at++)
		roles++;
	assert_int_equal(roles, SANDBOX_ROLE_COUNT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(check_finds_nothing_in_a_whole_server),
		cmocka_unit_test(check_reports_settings_that_do_not_serve),
		cmocka_unit_test(check_reports_host_key_and_directory),
		cmocka_unit_test(check_reads_bulletins),
		cmocka_unit_test(check_reads_the_secret_of_daily_runs),
		cmocka_unit_test(check_reads_presets_of_keys),
		cmocka_unit_test(check_names_the_programs_of_older_rules),
		cmocka_unit_test(check_finds_a_database_without_a_byte),
		cmocka_unit_test(check_shows_what_confines_each_process),
	};

	return cmocka_run_group_tests(tests, set_up, fixture_tear_down);
}
