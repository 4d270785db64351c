/*
 * A session that goes on in another process, with a real keeper and a telnet client. The test plays
 * the listener: it takes the state, changes it, and gives it to the new session.
 */
#include "tests/test.h"

#include "door/config/config.h"
#include "door/screen/screens.h"
#include "door/session/move.h"
#include "door/session/session.h"
#include "tests/door/keeper_house.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>

#define ANSWER_MS 10000
#define REDRAW "\x12"

struct moving {
	struct fixture *fixture;
	struct config config;
	int client;  /* the test's end */
	int ends[2]; /* the session's: the client and the line */
	int channel; /* to the session */
	int keeper_end;
	pid_t session;
	char heard[1 << 20];
	size_t heard_size;
	uint8_t state[MOVE_STATE_MAX];
	size_t state_size;
};

/* ---- Sessions ---- */

static pid_t start_session(struct moving *moving, int channel, int baton)
{
	const struct session_ends ends = {channel, baton};
	pid_t pid = fork();

	if (pid != 0)
		return pid;
	alarm(60);
	session_run(&(struct session_start){.screens = screens,
		.config = &moving->config,
		.content = moving->fixture->content,
		.transport = &transport_telnet,
		.descriptor = moving->ends[0],
		.peer = "192.0.2.1",
		.line = store_client_new(moving->ends[1], NULL, NULL),
		.ends = &ends});
}

static void open_pair(int pair[2])
{
	assert_int_equal(
		socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair), 0);
}

static void type(struct moving *moving, const char *keys)
{
	moving->heard_size = 0;
	assert_int_equal(write(moving->client, keys, strlen(keys)), (ssize_t)strlen(keys));
}

/* Reads until the client got a text. */
static void hear(struct moving *moving, const char *text)
{
	struct pollfd client = {.fd = moving->client, .events = POLLIN};

	while (!memmem(moving->heard, moving->heard_size, text, strlen(text))) {
		ssize_t got = poll(&client, 1, ANSWER_MS) > 0
				      ? read(client.fd, moving->heard + moving->heard_size,
						sizeof moving->heard - moving->heard_size)
				      : 0;
		if (got <= 0)
			fail_msg("waited for %s", text);
		moving->heard_size += (size_t)got;
	}
}

/* The first bytes after a request to draw everything are those of a redraw: nothing came before. */
static void heard_nothing_before(struct moving *moving, const char *text)
{
	static const char begins[] = "\033[?25l";

	type(moving, REDRAW);
	hear(moving, text);
	assert_memory_equal(moving->heard, begins, sizeof begins - 1);
}

static struct store_client *other_line(struct moving *moving, const char *name)
{
	struct keeper_account account;
	int pair[2];

	assert_true(keeper_pair(pair) && keeper_give(moving->fixture->control, pair[1], ""));
	close(pair[1]);
	struct store_client *line = store_client_new(pair[0], NULL, NULL);
	keeper_hello(line, "", "telnet");
	if (keeper_login_password(line, name, PASSWORD, &account) != KEEPER_OK)
		assert_int_equal(keeper_register(line, name, PASSWORD, "", &account), KEEPER_OK);
	return line;
}

/* Somebody who was greeted, whose client says a size that shows everything. */
static struct moving *stranger(void **state)
{
	struct moving *moving = calloc(1, sizeof *moving);
	int client[2], line[2], channel[2];

	moving->fixture = *state;
	config_defaults(&moving->config);
	moving->config.lobby_vignettes = 0;
	store_client_free(other_line(moving, "anna"));
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, client), 0);
	assert_true(keeper_pair(line));
	assert_true(keeper_give(moving->fixture->control, line[1], "192.0.2.1 id"));
	open_pair(channel);
	moving->client = client[1];
	moving->ends[0] = client[0];
	moving->ends[1] = line[0];
	moving->keeper_end = line[1];
	moving->channel = channel[0];
	moving->session = start_session(moving, channel[1], -1);
	close(channel[1]);
	hear(moving, "Who is calling?");
	assert_int_equal(write(moving->client, "\377\373\030\377\372\030\0XTERM\377\360", 14), 14);
	return moving;
}

static struct moving *player_in_lobby(void **state)
{
	struct moving *moving = stranger(state);

	type(moving, "anna\r");
	hear(moving, "Password:");
	type(moving, PASSWORD "\r");
	hear(moving, "You are");
	return moving;
}

/* Answers --more-- until the whole screen shows none, and the session rests. */
static void hush(struct moving *moving)
{
	for (int clean = 0, tries = 0; clean < 2; clean++) {
		assert_true(tries++ < 40);
		type(moving, "\033" REDRAW);
		hear(moving, "Health");
		if (memmem(moving->heard, moving->heard_size, "--more--", 8))
			clean = -1;
	}
}

static struct moving *player_on_map(void **state)
{
	struct moving *moving = player_in_lobby(state);

	type(moving, "p");
	hear(moving, "Health");
	type(moving, "aa");
	hush(moving);
	return moving;
}

static struct moving *guest_on_map(void **state)
{
	struct moving *moving = stranger(state);

	type(moving, "guest\r");
	hear(moving, "You are");
	type(moving, "p");
	hear(moving, "Health");
	type(moving, "aa");
	hush(moving);
	return moving;
}

static void end_session(struct moving *moving)
{
	if (moving->session > 0) {
		kill(moving->session, SIGKILL);
		waitpid(moving->session, NULL, 0);
	}
	close(moving->client);
	close(moving->ends[0]);
	close(moving->ends[1]);
	close(moving->keeper_end);
	close(moving->channel);
	free(moving);
}

/* ---- The listener's part ---- */

/* Asks the session for its state, which comes with the descriptors of client and line. */
static void ask(struct moving *moving)
{
	struct pollfd channel = {.fd = moving->channel, .events = POLLIN};
	struct wire_descriptors own = {0};

	assert_int_equal(send(moving->channel, (char[]){MOVE_ASK}, 1, 0), 1);
	assert_int_equal(poll(&channel, 1, ANSWER_MS), 1);
	ssize_t got = wire_receive(moving->channel, moving->state, sizeof moving->state, &own);
	assert_true(got > 2);
	moving->state_size = (size_t)got;
	assert_int_equal(own.count, 2);
	assert_int_equal(moving->state[0] + moving->state[1] * 256, MOVE_VERSION);
	for (size_t i = 0; i < 2; i++)
		close(own.each[i]);
}

static void answer(struct moving *moving, char word)
{
	assert_int_equal(send(moving->channel, &word, 1, 0), 1);
}

/* Starts a session from the state, with a baton of the test. Returns it, or 0 if it refuses. */
static pid_t offer(struct moving *moving, const uint8_t *state, size_t size, int *channel)
{
	int pair[2], baton[2];
	char word = 0;

	open_pair(pair);
	open_pair(baton);
	assert_int_equal(send(pair[0], state, size, 0), (ssize_t)size);
	pid_t pid = start_session(moving, pair[1], baton[1]);
	close(pair[1]);
	close(baton[1]);
	struct pollfd outcome = {.fd = baton[0], .events = POLLIN};
	assert_int_equal(poll(&outcome, 1, ANSWER_MS), 1);
	bool ready = recv(baton[0], &word, 1, 0) == 1 && word == MOVE_READY;
	close(baton[0]);
	*channel = pair[0];
	struct pollfd said = {.fd = pair[0], .events = POLLIN};
	assert_int_equal(poll(&said, 1, ANSWER_MS), 1);
	if (ready) {
		assert_int_equal(recv(pair[0], &word, 1, 0), 1);
		assert_int_equal(word, MOVE_READY);
		return pid;
	}
	int status;
	assert_int_equal(waitpid(pid, &status, 0), pid);
	/* It neither crashed nor said anything to the listener. */
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
	assert_int_equal(recv(pair[0], &word, 1, 0), 0);
	close(pair[0]);
	return 0;
}

/* The new session has the client, and the old one ends without a word. */
static void go_over(struct moving *moving, pid_t session, int channel)
{
	int status;

	answer(moving, MOVE_READY);
	assert_int_equal(waitpid(moving->session, &status, 0), moving->session);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	close(moving->channel);
	moving->session = session;
	moving->channel = channel;
}

static void move_on(struct moving *moving)
{
	int channel;

	ask(moving);
	pid_t next = offer(moving, moving->state, moving->state_size, &channel);
	assert_true(next > 0);
	go_over(moving, next, channel);
}

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			a_session_goes_on_without_a_byte, fixture_set_up, fixture_tear_down),
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
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
