/* The directory of the running program. */
#include "tests/test.h"

#include <limits.h>
#include <unistd.h>

#include "door/os/program_path.h"

static void a_program_knows_its_directory(void **state)
{
	char path[PATH_MAX], own[PATH_MAX] = "";

	(void)state;
	assert_true(readlink("/proc/self/exe", own, sizeof own - 1) > 0);
	assert_true(program_directory(path, sizeof path));
	*strrchr(own, '/') = '\0';
	assert_string_equal(path, own);
}

static void a_path_that_does_not_fit_is_none(void **state)
{
	char path[PATH_MAX], own[PATH_MAX] = "";
	size_t length = (size_t)readlink("/proc/self/exe", own, sizeof own - 1);

	(void)state;
	assert_false(program_directory(path, 1));
	assert_string_equal(path, "");
	assert_false(program_directory(path, length));
	assert_string_equal(path, "");
	assert_true(program_directory(path, length + 1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_program_knows_its_directory),
		cmocka_unit_test(a_path_that_does_not_fit_is_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
