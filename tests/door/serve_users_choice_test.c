/* Which users a server of root gives its two sides, and the sentences of those that it refuses. */
#include "tests/test.h"

#include "door/command/serve_users.h"
#include "tests/door/directory.h"

#include <sys/stat.h>

#define STRANGER 54321

static struct config config;
static struct serve_users users;

static void run(const char *words)
{
	char command[300];

	snprintf(command, sizeof command, "cd %s && %s", directory, words);
	assert_int_equal(system(command), 0);
}

/* A state directory of a user, with a mode. */
static void put_state(unsigned uid, unsigned mode)
{
	snprintf(config.files_state, sizeof config.files_state, "%s/state", directory);
	run("rm -rf state && mkdir state");
	assert_int_equal(chown(config.files_state, uid, uid), 0);
	assert_int_equal(chmod(config.files_state, mode), 0);
	config.security_keeper_user[0] = config.security_door_user[0] = '\0';
}

static void name_users(const char *keeper, const char *door)
{
	snprintf(config.security_keeper_user, sizeof config.security_keeper_user, "%s", keeper);
	snprintf(config.security_door_user, sizeof config.security_door_user, "%s", door);
}

static void expect_chosen(unsigned keeper, unsigned door)
{
	char sentence[512] = "";

	assert_true(serve_users_choose(&config, &users, sentence, sizeof sentence));
	assert_string_equal(sentence, "");
	assert_int_equal(users.keeper.uid, keeper);
	assert_int_equal(users.door.uid, door);
}

/* STATE in the sentence is the directory. */
static void expect_refused(const char *format)
{
	char sentence[512] = "", wanted[512];

	snprintf(wanted, sizeof wanted, format, config.files_state);
	assert_false(serve_users_choose(&config, &users, sentence, sizeof sentence));
	assert_string_equal(sentence, wanted);
}

static void users_of_settings_are_taken(void **state)
{
	struct user nobody, daemon;

	(void)state;
	assert_true(user_by_name("nobody", &nobody) && user_by_name("daemon", &daemon));
	put_state(nobody.uid, 0700);
	name_users("nobody", "daemon");
	expect_chosen(nobody.uid, daemon.uid);
	put_state(daemon.uid, 0700);
	name_users("", "nobody");
	expect_chosen(daemon.uid, nobody.uid);
	/* The owner of the directory is the keeper's user, also without a name. */
	put_state(STRANGER, 0700);
	name_users("", "daemon");
	expect_chosen(STRANGER, daemon.uid);
	assert_string_equal(users.keeper.name, "54321");
}

/* The door side has another user than the keeper's, of those that most systems have. */
static void the_door_side_has_a_default(void **state)
{
	struct user first, nobody, daemon;

	(void)state;
	assert_true(user_by_name("nobody", &nobody) && user_by_name("daemon", &daemon));
	put_state(STRANGER, 0700);
	expect_chosen(STRANGER, user_by_name("trapdoor-door", &first) ? first.uid : nobody.uid);
	put_state(users.door.uid, 0700);
	unsigned keeper = users.door.uid;
	expect_chosen(keeper, keeper == nobody.uid ? daemon.uid : nobody.uid);
}

/* An empty directory of root becomes the keeper's. */
static void a_directory_of_root_is_adopted(void **state)
{
	struct stat facts;

	(void)state;
	put_state(0, 0700);
	char sentence[512] = "";
	assert_true(serve_users_choose(&config, &users, sentence, sizeof sentence));
	assert_int_not_equal(users.keeper.uid, 0);
	assert_int_not_equal(users.door.uid, users.keeper.uid);
	assert_int_equal(stat(config.files_state, &facts), 0);
	assert_int_equal(facts.st_uid, users.keeper.uid);
	/* One with other files is not. */
	put_state(0, 0700);
	run("touch state/letters");
	assert_false(serve_users_choose(&config, &users, sentence, sizeof sentence));
	assert_non_null(strstr(sentence,
		"/state: it belongs to root, has no database, and holds letters; name another "
		"with --state, or run \"chown "));
	assert_int_equal(stat(config.files_state, &facts), 0);
	assert_int_equal(facts.st_uid, 0);
}

static void users_who_cannot_serve_are_refused(void **state)
{
	struct user nobody;

	(void)state;
	assert_true(user_by_name("nobody", &nobody));
	snprintf(config.files_state, sizeof config.files_state, "%s/nowhere", directory);
	expect_refused("cannot read state directory %s");
	put_state(nobody.uid, 0700);
	name_users("root", "");
	expect_refused("cannot serve: security.keeper_user is root; it must be a user without "
		       "root's rights");
	name_users("", "root");
	expect_refused("cannot serve: security.door_user is root; it must be a user without root's "
		       "rights");
	name_users("nobody", "nobody");
	expect_refused("cannot serve: security.door_user and the keeper side's user are both "
		       "nobody; name two users");
	put_state(STRANGER, 0700);
	name_users("nobody", "");
	expect_refused("cannot use state directory %s: it belongs to another user than "
		       "security.keeper_user, nobody; run \"chown -R nobody\" on it");
	put_state(STRANGER, 0500);
	expect_refused(
		"cannot use state directory %s: user 54321 may not read and write in it; run "
		"\"chown -R 54321\" and \"chmod 700\" on it, or name another with --state");
}

static void names_that_nobody_has_are_refused(void **state)
{
	char sentence[512] = "";

	(void)state;
	put_state(STRANGER, 0700);
	name_users("", "no-such-user");
	assert_false(serve_users_choose(&config, &users, sentence, sizeof sentence));
	assert_non_null(strstr(sentence, "no-such-user"));
	sentence[0] = '\0';
	name_users("no-such-user", "");
	assert_false(serve_users_choose(&config, &users, sentence, sizeof sentence));
	assert_non_null(strstr(sentence, "no-such-user"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(users_of_settings_are_taken),
		cmocka_unit_test(the_door_side_has_a_default),
		cmocka_unit_test(a_directory_of_root_is_adopted),
		cmocka_unit_test(users_who_cannot_serve_are_refused),
		cmocka_unit_test(names_that_nobody_has_are_refused),
	};

	/* Another user's server has one user. */
	if (geteuid() != 0)
		return 0;
	config_defaults(&config);
	return cmocka_run_group_tests(tests, directory_set_up, directory_tear_down);
}
