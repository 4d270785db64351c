/* Every game below tests/content must load: new effects and fields must not break another game. */
#include "tests/test.h"

#include "door/config/content_load.h"

#include <glob.h>

static void every_game_loads(void **state)
{
	glob_t found;

	(void)state;
	assert_int_equal(glob("tests/content/*", 0, NULL, &found), 0);
	assert_true(found.gl_pathc > 0);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		struct content *content = content_load(found.gl_pathv[i]);

		if (!content)
			fail_msg("%s does not load", found.gl_pathv[i]);
		content_free(content);
	}
	globfree(&found);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_game_loads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
