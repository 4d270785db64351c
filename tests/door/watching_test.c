/* Others see that a player is watching a game or a replay. */
#include "tests/test.h"

#include "tests/door/session_move_scene.h"

/* Waits until the keeper lists a session there. */
static void await_where(struct store_client *line, enum where where)
{
	struct present present[8];
	size_t count = 0;
	bool found = false;

	for (int tries = 0; !found && tries < ANSWER_MS / 10; tries++, usleep(10000)) {
		assert_int_equal(keeper_who(line, present, 8, &count), KEEPER_OK);
		for (size_t i = 0; i < count && i < 8; i++)
			found |= present[i].where == where;
	}
	if (!found)
		fail_msg("nobody is at %d", (int)where);
}

static void a_replay_is_watched(void **state)
{
	struct moving *moving = player_on_map(state);
	struct store_client *line = other_line(moving, "bert");

	await_where(line, WHERE_PLAYING);
	type(moving, "Q");
	hear(moving, "(y/n)");
	type(moving, "y");
	hear(moving, "hung up");
	type(moving, "q");
	hear(moving, "You are");
	await_where(line, WHERE_LOBBY);
	type(moving, "b");
	hear(moving, "other list");
	type(moving, "\r");
	hear(moving, "watch");
	type(moving, "w" REDRAW);
	hear(moving, "Health");
	await_where(line, WHERE_WATCHING);
	store_client_free(line);
	end_session(moving);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			a_replay_is_watched, fixture_set_up, fixture_tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
