/* Keys that a client sends faster than a session takes them. */
#include "tests/test.h"

#include "tests/door/session_move_scene.h"

#define MANY (20 * VT_KEYS_QUEUED_MAX)

/* More than the queue of keys holds comes at once, and none is lost. */
static void many_keys_at_once_are_all_taken(void **state)
{
	static char keys[2 * MANY + 16];
	struct moving *moving = stranger(state);

	memset(keys, 'z', MANY);
	memset(keys + MANY, '\b', MANY);
	strcpy(keys + 2 * MANY, "guest\r");
	type(moving, keys);
	hear(moving, "You are");
	end_session(moving);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			many_keys_at_once_are_all_taken, fixture_set_up, fixture_tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
