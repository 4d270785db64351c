/* A session that goes on in another process: its player notices nothing, and no stranger gains. */
#include "tests/test.h"

#include "tests/door/session_move_scene.h"

/* ---- Tests ---- */

static void a_session_goes_on_without_a_byte(void **state)
{
	struct moving *moving = player_in_lobby(state);

	heard_nothing_before(moving, "You are");
	end_session(moving);
	moving = player_on_map(state);
	for (int i = 0; i < 4; i++) {
		type(moving, "s");
		hush(moving);
		move_on(moving);
		heard_nothing_before(moving, "Health");
	}
	type(moving, "S");
	hear(moving, "Leave");
	end_session(moving);
}

/* Keys typed ahead keep no session: it comes to rest behind them, and the number of those that were
 * dropped goes along. */
static void a_session_moves_behind_dropped_keys(void **state)
{
	struct moving *moving = player_on_map(state);
	bool dropped = false;

	for (int tries = 0; tries < 20 && !dropped; tries++) {
		hush(moving);
		type(moving, "X...." REDRAW);
		hear(moving, "Health");
		dropped = memmem(moving->heard, moving->heard_size, "typed ahead", 11) != NULL;
	}
	assert_true(dropped);
	for (int i = 0; i < 2; i++) {
		move_on(moving);
		heard_nothing_before(moving, "typed ahead");
	}
	type(moving, "Qy.");
	hear(moving, "(y/n)");
	type(moving, "n" REDRAW);
	hear(moving, "Health");
	hush(moving);
	move_on(moving);
	heard_nothing_before(moving, "Health");
	end_session(moving);
}

/* The listener may refuse, and the session goes on as if it had not been asked. */
static void a_refused_session_stays(void **state)
{
	struct moving *moving = player_on_map(state);

	for (int i = 0; i < 3; i++) {
		ask(moving);
		answer(moving, MOVE_STAY);
		heard_nothing_before(moving, "Health");
	}
	ask(moving);
	/* A dead listener and a dead new session are one thing. */
	close(moving->channel);
	moving->channel = -1;
	heard_nothing_before(moving, "Health");
	end_session(moving);
}

/* A session that waited too long goes on, and a new one that comes later must not. */
static void a_late_session_ends(void **state)
{
	struct moving *moving = player_on_map(state);

	ask(moving);
	heard_nothing_before(moving, "Health");
	assert_int_equal(send(moving->channel, (char[]){MOVE_READY}, 1, MSG_NOSIGNAL), -1);
	type(moving, "s" REDRAW);
	hear(moving, "Health");
	end_session(moving);
}

/* Each byte of a state is changed, and each length tried: the new session refuses, or goes on.  One
 * that goes on may write to its client and hang up before it is killed, so each has its own. */
static void try_hostile_bytes(struct moving *moving)
{
	static uint8_t hostile[MOVE_STATE_MAX];
	unsigned refused = 0, tried = 0;
	int channel, kept = moving->ends[0];

	ask(moving);
	answer(moving, MOVE_STAY);
	size_t step = 37 + moving->state_size / 40;
	for (size_t at = 0; at < moving->state_size; at += at < 60 ? 3 : step, tried++) {
		int client[2];
		char byte;

		memcpy(hostile, moving->state, moving->state_size);
		hostile[at] ^= 0xff;
		assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, client), 0);
		moving->ends[0] = client[0];
		pid_t pid =
			offer(moving, hostile, tried % 3 ? moving->state_size : at + 1, &channel);
		if (pid == 0) {
			refused++;
			assert_int_equal(recv(client[1], &byte, 1, 0), -1);
			assert_int_equal(errno, EAGAIN);
		} else {
			kill(pid, SIGKILL);
			waitpid(pid, NULL, 0);
			close(channel);
		}
		close(client[0]);
		close(client[1]);
	}
	moving->ends[0] = kept;
	assert_true(refused > tried / 3);
}

static void hostile_bytes_end_the_new_session_alone(void **state)
{
	struct moving *moving = player_on_map(state);

	try_hostile_bytes(moving);
	type(moving, REDRAW);
	hear(moving, "Health");
	end_session(moving);
	moving = guest_on_map(state);
	try_hostile_bytes(moving);
	type(moving, REDRAW);
	hear(moving, "Health");
	end_session(moving);
}

/* A guest's game is in the state. */
static void a_guest_goes_on_without_a_byte(void **state)
{
	struct moving *moving = guest_on_map(state);

	for (int i = 0; i < 3; i++) {
		type(moving, "s");
		hush(moving);
		move_on(moving);
		heard_nothing_before(moving, "Health");
	}
	type(moving, "S");
	hear(moving, "(y/n)");
	end_session(moving);
}

/* Screens that are entered anew, below another one, too. */
static void open_screens_go_on(void **state)
{
	static const char *const ways[][2] = {{"b", "board"}, {"?", "Help"}, {"o", "Colours"},
		{"ojjj\r", "Preset"}, {"r", "record"}, {"a", "Public keys"}};
	struct moving *moving = player_in_lobby(state);

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		type(moving, ways[i][0]);
		hear(moving, ways[i][1]);
		type(moving, REDRAW);
		hear(moving, ways[i][1]);
		move_on(moving);
		heard_nothing_before(moving, ways[i][1]);
		type(moving, "\033");
		hear(moving, i == 3 ? "Colours" : "You are");
		if (i == 3) {
			type(moving, "\033");
			hear(moving, "You are");
		}
	}
	end_session(moving);
}

static void urge(struct moving *moving)
{
	assert_int_equal(send(moving->channel, (char[]){MOVE_URGE}, 1, 0), 1);
}

/* A session that is only asked waits for its player; an urged one closes what is open. */
static void an_urged_session_closes_what_is_open(void **state)
{
	struct moving *moving = player_on_map(state);
	struct pollfd channel = {.fd = moving->channel, .events = POLLIN};
	struct wire_descriptors own = {0};
	struct keeper_run before, after;
	struct store_client *line = other_line(moving, "anna");
	static uint8_t bytes[MOVE_STATE_MAX];

	assert_int_equal(keeper_run_look(line, &before), KEEPER_OK);
	type(moving, "Q");
	hear(moving, "(y/n)");
	assert_int_equal(send(moving->channel, (char[]){MOVE_ASK}, 1, 0), 1);
	assert_int_equal(poll(&channel, 1, 1500), 0);
	urge(moving);
	assert_int_equal(poll(&channel, 1, ANSWER_MS), 1);
	assert_true(wire_receive(moving->channel, bytes, sizeof bytes, &own) > 2);
	wire_close(&own);
	answer(moving, MOVE_STAY);
	/* The game itself could not move: the lobby can. */
	urge(moving);
	assert_int_equal(poll(&channel, 1, ANSWER_MS), 1);
	assert_true(wire_receive(moving->channel, bytes, sizeof bytes, &own) > 2);
	wire_close(&own);
	answer(moving, MOVE_STAY);
	type(moving, REDRAW);
	hear(moving, "You are");
	assert_int_equal(keeper_run_look(line, &after), KEEPER_OK);
	assert_int_equal(after.next_index, before.next_index);
	assert_int_equal(after.id, before.id);
	store_client_free(line);
	end_session(moving);
}

static size_t find(const struct moving *moving, const void *bytes, size_t size)
{
	const uint8_t *at = memmem(moving->state, moving->state_size, bytes, size);

	assert_non_null(at);
	return (size_t)(at - moving->state);
}

/* The state names another account; the keeper does not believe it. */
static void the_keeper_says_whose_session_it_is(void **state)
{
	struct moving *moving = player_in_lobby(state);
	int channel;

	store_client_free(other_line(moving, "bert"));
	ask(moving);
	size_t at = find(moving, "\4\0anna", 6);
	memcpy(moving->state + at + 2, "bert", 4);
	pid_t pid = offer(moving, moving->state, moving->state_size, &channel);
	assert_true(pid > 0);
	go_over(moving, pid, channel);
	type(moving, REDRAW);
	hear(moving, "anna");
	assert_null(memmem(moving->heard, moving->heard_size, "bert", 4));
	end_session(moving);
}

/* Another session took the run over while this one moved: neither writes to it. */
static void a_run_that_was_taken_over_does_not_move(void **state)
{
	struct moving *moving = player_on_map(state);
	struct keeper_run run;
	int channel;

	ask(moving);
	struct store_client *line = other_line(moving, "anna");
	assert_int_equal(keeper_run_claim(line, &run), KEEPER_OK);
	assert_int_equal(offer(moving, moving->state, moving->state_size, &channel), 0);
	answer(moving, MOVE_STAY);
	type(moving, "s");
	hear(moving, "goes on in another connection");
	store_client_free(line);
	end_session(moving);
}

/* A state that names another run of the account's past, or another epoch, is refused. */
static void another_epoch_is_refused(void **state)
{
	struct moving *moving = player_on_map(state);
	struct keeper_run run;
	uint8_t held[12] = {0};
	int channel;

	struct store_client *line = other_line(moving, "anna");
	assert_int_equal(keeper_run_look(line, &run), KEEPER_OK);
	ask(moving);
	for (int i = 0; i < 8; i++)
		held[i] = (uint8_t)(run.id >> (8 * i));
	for (int i = 0; i < 4; i++)
		held[8 + i] = (uint8_t)(run.epoch >> (8 * i));
	size_t at = find(moving, held, sizeof held);
	moving->state[at + 8]++;
	assert_int_equal(offer(moving, moving->state, moving->state_size, &channel), 0);
	moving->state[at + 8]--;
	moving->state[at]++;
	assert_int_equal(offer(moving, moving->state, moving->state_size, &channel), 0);
	moving->state[at]--;
	pid_t pid = offer(moving, moving->state, moving->state_size, &channel);
	assert_true(pid > 0);
	go_over(moving, pid, channel);
	heard_nothing_before(moving, "Health");
	store_client_free(line);
	end_session(moving);
}

/* The page of a day, the daily run and the options over it go on; the account's other run waits. */
static void a_daily_run_goes_on_as_itself(void **state)
{
	struct fixture *fixture = *state;
	struct moving *moving;
	struct keeper_run run;
	struct store_client *line;

	fixture_kill_keeper(fixture);
	fixture->policy.daily = 1;
	fixture_start(fixture);
	moving = stranger(state);
	line = other_line(moving, "anna");
	fixture_begin_unproven(line, &run);
	struct store_score score = fixture_score(&run, 100, OUTCOME_DIED);
	assert_int_equal(keeper_run_end(line, run.epoch, 1, &score), KEEPER_OK);
	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_OK);
	store_client_free(line);
	type(moving, "anna\r");
	hear(moving, "Password:");
	type(moving, PASSWORD "\r");
	hear(moving, "Today:");
	type(moving, "t");
	hear(moving, "SHA-256");
	move_on(moving);
	heard_nothing_before(moving, "SHA-256");
	type(moving, "p");
	hear(moving, "Health");
	type(moving, "aa");
	hush(moving);
	move_on(moving);
	heard_nothing_before(moving, "Health");
	/* Each day has another dungeon. An event of the first turn drops a key typed ahead. */
	type(moving, "s");
	hush(moving);
	type(moving, "=");
	hear(moving, "Options");
	move_on(moving);
	type(moving, "q");
	hear(moving, "Health");
	hush(moving);
	move_on(moving);
	type(moving, "S");
	hear(moving, "Your try goes on");
	line = other_line(moving, "anna");
	assert_int_equal(keeper_run_look(line, &run), KEEPER_OK);
	assert_int_equal(run.next_index, 0);
	struct keeper_day day;
	assert_int_equal(keeper_day_show(line, "", &day), KEEPER_OK);
	assert_int_equal(day.state, TRY_GOING);
	assert_int_equal(keeper_day_play(line, day.date, &run), KEEPER_OK);
	assert_int_equal(run.next_index, 2);
	store_client_free(line);
	end_session(moving);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			a_session_goes_on_without_a_byte, fixture_set_up, fixture_tear_down),
		cmocka_unit_test_setup_teardown(
			a_session_moves_behind_dropped_keys, fixture_set_up, fixture_tear_down),
		cmocka_unit_test_setup_teardown(
			a_refused_session_stays, fixture_set_up, fixture_tear_down),
		cmocka_unit_test_setup_teardown(
			a_late_session_ends, fixture_set_up, fixture_tear_down),
		cmocka_unit_test_setup_teardown(
			hostile_bytes_end_the_new_session_alone, fixture_set_up, fixture_tear_down),
		cmocka_unit_test_setup_teardown(
			a_guest_goes_on_without_a_byte, fixture_set_up, fixture_tear_down),
		cmocka_unit_test_setup_teardown(
			open_screens_go_on, fixture_set_up, fixture_tear_down),
		cmocka_unit_test_setup_teardown(
			an_urged_session_closes_what_is_open, fixture_set_up, fixture_tear_down),
		cmocka_unit_test_setup_teardown(
			the_keeper_says_whose_session_it_is, fixture_set_up, fixture_tear_down),
		cmocka_unit_test_setup_teardown(
			a_run_that_was_taken_over_does_not_move, fixture_set_up, fixture_tear_down),
		cmocka_unit_test_setup_teardown(
			another_epoch_is_refused, fixture_set_up, fixture_tear_down),
		cmocka_unit_test_setup_teardown(
			a_daily_run_goes_on_as_itself, fixture_set_up, fixture_tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
