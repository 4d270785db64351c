/* The hero's state as data for a client that asks for it: GMCP over telnet, in a whole session. */
#include "tests/test.h"

#include "tests/door/session_move_scene.h"

/* Agrees to GMCP, and asks for the packages of the hero. */
#define DO_GMCP                                                                                    \
	"\377\375\311\377\372\311"                                                                 \
	"Core.Supports.Set [\"Char 1\"]\377\360"

static bool heard(const struct moving *moving, const char *text)
{
	return memmem(moving->heard, moving->heard_size, text, strlen(text)) != NULL;
}

/* A player on the map, whose client wants data. */
static struct moving *begin(void **state, bool data)
{
	struct moving *moving = somebody(state);

	hear(moving, "Who is calling?");
	assert_int_equal(write(moving->client, "\377\373\030\377\372\030\0XTERM\377\360", 14), 14);
	if (data)
		assert_int_equal(
			write(moving->client, DO_GMCP, sizeof DO_GMCP - 1), sizeof DO_GMCP - 1);
	type(moving, "anna\r");
	hear(moving, "Password:");
	type(moving, PASSWORD "\r");
	hear(moving, "You are");
	type(moving, "p");
	hear(moving, "Health");
	return moving;
}

static void vitals_and_status_are_sent_when_they_change(void **state)
{
	struct moving *moving = begin(state, true);

	assert_true(heard(moving, "Char.Vitals {\"hp\":"));
	assert_true(heard(moving, "Char.Status {\"name\":\"anna\",\"level\":1,"));
	type(moving, "aa" REDRAW);
	hush(moving);
	/* Nothing has changed. */
	type(moving, REDRAW);
	hear(moving, "Health");
	type(moving, REDRAW);
	hear(moving, "Health");
	assert_false(heard(moving, "Char."));
	/* A turn changes the number of turns, and not the health. */
	type(moving, "s" REDRAW);
	hear(moving, "\"turn\":1,");
	assert_true(heard(moving, "Char.Status {"));
	assert_false(heard(moving, "Char.Vitals {"));
	end_session(moving);
}

static void a_client_that_asks_for_none_gets_none(void **state)
{
	struct moving *moving = begin(state, false);

	assert_false(heard(moving, "Char."));
	type(moving, "aa" REDRAW);
	hush(moving);
	type(moving, "s" REDRAW);
	hear(moving, "Health");
	assert_false(heard(moving, "Char."));
	end_session(moving);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(vitals_and_status_are_sent_when_they_change,
			fixture_set_up, fixture_tear_down),
		cmocka_unit_test_setup_teardown(
			a_client_that_asks_for_none_gets_none, fixture_set_up, fixture_tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
