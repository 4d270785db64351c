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
	hear(moving, "more of this run");
	type(moving, "\r");
	hear(moving, "watch");
	type(moving, "w" REDRAW);
	hear(moving, "Health");
	await_where(line, WHERE_WATCHING);
	store_client_free(line);
	end_session(moving);
}

/* Reads what comes until nothing more does for a while. Returns how much that was. */
static size_t read_rest(struct moving *moving)
{
	struct pollfd client = {.fd = moving->client, .events = POLLIN};
	size_t total = 0;
	ssize_t got;

	while (poll(&client, 1, 700) > 0 &&
		(got = read(client.fd, moving->heard, sizeof moving->heard)) > 0)
		total += (size_t)got;
	return total;
}

/* Processor time of a process so far. */
static long long used_ms(pid_t pid)
{
	struct timespec used;
	clockid_t clock;

	assert_int_equal(clock_getcpuclockid(pid, &clock), 0);
	assert_int_equal(clock_gettime(clock, &used), 0);
	return used.tv_sec * 1000LL + used.tv_nsec / 1000000;
}

/* A picture that its spectator stopped costs no time and no byte, and goes on at a key. */
static void a_stopped_game_is_left_alone(void **state)
{
	struct moving *player = player_on_map(state), *watcher = stranger(state);

	type(watcher, "guest\r");
	hear(watcher, "You are");
	type(watcher, "w");
	hear(watcher, "anna");
	type(watcher, "\r");
	hear(watcher, "Health");
	type(player, "s");
	read_rest(watcher);
	type(watcher, " ");
	hear(watcher, "stopped");
	read_rest(watcher);
	long long before_ms = used_ms(watcher->session);
	type(player, "s");
	assert_int_equal(read_rest(watcher), 0);
	assert_in_range(used_ms(watcher->session) - before_ms, 0, 100);
	type(watcher, " ");
	assert_true(read_rest(watcher) > 0);
	type(player, "s");
	assert_true(read_rest(watcher) > 0);
	end_session(watcher);
	end_session(player);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			a_replay_is_watched, fixture_set_up, fixture_tear_down),
		cmocka_unit_test_setup_teardown(
			a_stopped_game_is_left_alone, fixture_set_up, fixture_tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
