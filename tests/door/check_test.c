/* `trapdoor check` over the state of a real keeper: its exit status, and what it prints. */
#include "tests/test.h"

#include "door/net/transport.h"
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
	char path[160];

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

static void check_reports_settings_that_do_not_serve(void **state)
{
	static const struct {
		const char *name, *text;
	} settings[] = {
		{"bad.conf", "[lobby]\nhots = example.org\n"},
		{"address.conf", "[listen]\nssh = nowhere\n"},
		{"port.conf", "[listen]\ntelnet = 127.0.0.1:70000\n"},
		{"far.conf", "[listen]\nssh = 192.0.2.1:2222\n"},
		{"off.conf", "[listen]\nssh =\ntelnet =\n"},
		{"sandbox.conf", "[security]\nsandbox = on\n"},
		{"metrics.conf", "[monitor]\nmetrics = 0.0.0.0:9150\n"},
		{"log.conf", "[monitor]\nlog = xml\n"},
		{"open.conf", "[security]\nsandbox = off\n"},
		{"space.conf", "[limits]\nfree_space_mb = 1000000\n"},
	};
	static const struct command_case configured[] = {
		{"check --state $STATE --config $STATE/bad.conf", 1, "", "bad.conf:2: "},
		{"check --state $STATE --config $STATE/content.conf", 1, "database: ", "broken"},
		{"check --state $STATE --config $STATE/address.conf", 1, "database: ",
			"cannot listen on \"nowhere\" for ssh: not an address and port; write it "
			"like [::]:2222 or 127.0.0.1:2222\n"},
		{"check --state $STATE --config $STATE/port.conf", 1, "database: ",
			"cannot listen on \"127.0.0.1:70000\" for telnet: not an address and "
			"port"},
		{"check --state $STATE --config $STATE/far.conf", 1, "database: ",
			"cannot listen on 192.0.2.1:2222: this host has no such address; choose"},
		{"check --state $STATE --config $STATE/off.conf", 1, "database: ",
			"ssh and telnet are both off; set listen.ssh or listen.telnet\n"},
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(check_finds_nothing_in_a_whole_server),
		cmocka_unit_test(check_reports_settings_that_do_not_serve),
		cmocka_unit_test(check_reports_host_key_and_directory),
	};

	return cmocka_run_group_tests(tests, set_up, fixture_tear_down);
}
