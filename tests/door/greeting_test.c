/* The first picture over telnet: one, for the terminal that the client turns out to have. */
#include "tests/test.h"

#include "tests/door/session_move_scene.h"

#define IAC "\377"
#define SB IAC "\372"
#define SE IAC "\360"
#define WILL IAC "\373"
#define TTYPE "\030"
#define NAWS "\037"

/* The client answers the offers when it has them. The picture waits for what they tell. */
static void the_greeting_is_painted_once(void **state)
{
	static const char answers[] = WILL TTYPE WILL NAWS SB NAWS
		"\0\144\0\036" SE SB TTYPE "\0XTERM-256COLOR" SE SB TTYPE "\0XTERM-256COLOR" SE;
	struct moving *moving = somebody(state);

	hear(moving, IAC);
	assert_int_equal(write(moving->client, answers, sizeof answers - 1), sizeof answers - 1);
	hear(moving, "Who is calling?");
	heard_nothing_before(moving, "Who is calling?");
	end_session(moving);
}

/* A key ends the wait: the client says nothing more. */
static void a_key_brings_the_greeting(void **state)
{
	struct moving *moving = somebody(state);

	type(moving, REDRAW);
	hear(moving, "Who is calling?");
	end_session(moving);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			the_greeting_is_painted_once, fixture_set_up, fixture_tear_down),
		cmocka_unit_test_setup_teardown(
			a_key_brings_the_greeting, fixture_set_up, fixture_tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
