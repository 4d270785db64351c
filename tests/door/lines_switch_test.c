/* Clients that turn line mode on in the middle, by another name of their terminal. */
#include "tests/test.h"

#include "tests/door/session_scene.h"

/* The keys of a guest before the terminal says that it is dumb. */
static const char *const routes[] = {"", "o", "b", "w", "n", "?", "o?", "p", "pa\\r", "pa\\ri",
	"pa\\r?", "pa\\rt", "pa\\r;", "pa\\rm", "pa\\rD", "pa\\rQ", "pa\\rQy"};

static void a_terminal_becomes_dumb_on_any_screen(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
		char script[300];

		snprintf(script, sizeof script,
			"type guest\\r\ntype %s\nterm dumb\nsee >\ntype look\\r\nwait 50\n"
			"type \\r\nwait 50\ntype health\\r\nwait 50\nhang up\n",
			routes[i]);
		script_run(script);
	}
}

static void the_game_goes_on_in_words(void **state)
{
	(void)state;
	script_run("type guest\\r\ntype pa\\r\nterm dumb\nsee Type look, explore or help.\ntype "
		   "health\\r\n"
		   "see Health\nhang up\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_terminal_becomes_dumb_on_any_screen),
		cmocka_unit_test(the_game_goes_on_in_words),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
