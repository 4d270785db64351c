/* The number for a user without a name. This program has a passwd and a group file of its own: it
 * defines the calls that read them. */
#include "tests/test.h"

#include <grp.h>
#include <pwd.h>

#include "door/os/users.h"

#define FIRST 61000

static uid_t named_to; /* users and groups up to this number have names, turn by turn */

struct passwd *getpwuid(uid_t uid)
{
	static char name[] = "taken";
	static struct passwd entry = {.pw_name = name};

	entry.pw_uid = uid;
	entry.pw_gid = uid;
	return uid <= named_to && uid % 2 == 0 ? &entry : NULL;
}

struct group *getgrgid(gid_t gid)
{
	static char name[] = "taken";
	static struct group entry = {.gr_name = name};

	entry.gr_gid = gid;
	return gid <= named_to && gid % 2 == 1 ? &entry : NULL;
}

static void a_number_with_a_name_is_used(void **state)
{
	struct user user;

	(void)state;
	named_to = FIRST - 1;
	assert_true(user_unused(&user));
	assert_int_equal(user.uid, FIRST);
	for (named_to = FIRST; named_to < FIRST + 5; named_to++) {
		assert_true(user_unused(&user));
		assert_int_equal(user.uid, named_to + 1);
		assert_int_equal(user.gid, named_to + 1);
	}
	assert_string_equal(user.name, "61005");
}

static void all_numbers_may_be_used(void **state)
{
	struct user user = {.uid = 7};

	(void)state;
	named_to = 65535;
	assert_false(user_unused(&user));
	assert_int_equal(user.uid, 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_number_with_a_name_is_used),
		cmocka_unit_test(all_numbers_may_be_used),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
