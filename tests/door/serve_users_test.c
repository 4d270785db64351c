/* The users of the two sides of `serve`. Without root's rights the tests are left out. */
#include "tests/test.h"

#include "tests/door/directory.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "door/command/serve_users.h"

static bool is_root(void)
{
	if (geteuid() != 0)
		skip();
	return geteuid() == 0;
}

static bool choose(const char *keeper, const char *door, struct serve_users *users, char *sentence,
	size_t size)
{
	struct config config;

	memset(&config, 0, sizeof config);
	snprintf(config.files_state, sizeof config.files_state, "%s", directory);
	snprintf(config.security_keeper_user, sizeof config.security_keeper_user, "%s", keeper);
	snprintf(config.security_door_user, sizeof config.security_door_user, "%s", door);
	assert_int_equal(chmod(directory, 0700), 0);
	assert_int_equal(chown(directory, 0, 0), 0);
	*sentence = '\0';
	return serve_users_choose(&config, users, sentence, size);
}

/* With each default as the keeper side's user, the door side gets another user, and never root. */
static void the_sides_have_different_users(void **state)
{
	static const char *const keepers[] = {"nobody", "daemon", "bin"};
	struct serve_users users;
	char sentence[512];

	(void)state;
	for (size_t i = 0; is_root() && i < sizeof keepers / sizeof *keepers; i++) {
		assert_true(choose(keepers[i], "", &users, sentence, sizeof sentence));
		assert_string_equal(users.keeper.name, keepers[i]);
		assert_int_not_equal(users.door.uid, users.keeper.uid);
		assert_int_not_equal(users.door.uid, 0);
	}
}

static void one_user_for_both_sides_is_refused(void **state)
{
	struct serve_users users;
	char sentence[512];

	(void)state;
	if (!is_root())
		return;
	assert_false(choose("nobody", "nobody", &users, sentence, sizeof sentence));
	assert_non_null(strstr(sentence, "security.door_user"));
}

/* A program that root alone may execute is not served by root instead. */
static void without_a_user_the_door_side_is_refused(void **state)
{
	struct serve_users users;
	char sentence[512];
	struct stat facts;
	int program;
	bool chosen;

	(void)state;
	if (!is_root())
		return;
	program = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	assert_true(program >= 0 && fstat(program, &facts) == 0);
	assert_int_equal(fchmod(program, 0700), 0);
	chosen = choose("nobody", "", &users, sentence, sizeof sentence);
	assert_int_equal(fchmod(program, facts.st_mode & 07777), 0);
	close(program);
	assert_false(chosen);
	assert_non_null(strstr(sentence, "security.door_user"));
	assert_non_null(strstr(sentence, "nobody"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_sides_have_different_users),
		cmocka_unit_test(one_user_for_both_sides_is_refused),
		cmocka_unit_test(without_a_user_the_door_side_is_refused),
	};

	return cmocka_run_group_tests(tests, directory_set_up, directory_tear_down);
}
