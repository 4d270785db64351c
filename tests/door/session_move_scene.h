/*
 * The scene of a session that goes on in another process, with a real keeper and a telnet client.
 * The test plays the listener: it takes the state, changes it, and gives it to the new session.
 */
#ifndef TRAPDOOR_TESTS_SESSION_MOVE_SCENE_H
#define TRAPDOOR_TESTS_SESSION_MOVE_SCENE_H

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

static inline pid_t start_session(struct moving *moving, int channel, int baton)
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

static inline void open_pair(int pair[2])
{
	assert_int_equal(
		socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair), 0);
}

static inline void type(struct moving *moving, const char *keys)
{
	moving->heard_size = 0;
	assert_int_equal(write(moving->client, keys, strlen(keys)), (ssize_t)strlen(keys));
}

/* Reads until the client got a text. */
static inline void hear(struct moving *moving, const char *text)
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

/* The first bytes after a request to draw everything are those of a redraw. Only the timing mark
 * behind the picture that was heard last may come before. */
static inline void heard_nothing_before(struct moving *moving, const char *text)
{
	static const char begins[] = "\033[?2004h\033[?25l", mark[] = "\377\375\006";
	size_t skipped;

	type(moving, REDRAW);
	hear(moving, text);
	skipped = memcmp(moving->heard, mark, sizeof mark - 1) == 0 ? sizeof mark - 1 : 0;
	assert_memory_equal(moving->heard + skipped, begins, sizeof begins - 1);
}

static inline struct store_client *other_line(struct moving *moving, const char *name)
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

/* A session that begins. */
static inline struct moving *somebody(void **state)
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
	return moving;
}

/* Somebody who was greeted, whose client says a size that shows everything. */
static inline struct moving *stranger(void **state)
{
	struct moving *moving = somebody(state);

	hear(moving, "Who is calling?");
	assert_int_equal(write(moving->client, "\377\373\030\377\372\030\0XTERM\377\360", 14), 14);
	return moving;
}

static inline struct moving *player_in_lobby(void **state)
{
	struct moving *moving = stranger(state);

	type(moving, "anna\r");
	hear(moving, "Password:");
	type(moving, PASSWORD "\r");
	hear(moving, "You are");
	return moving;
}

/* Answers --more-- until the whole screen shows none, and the session rests. */
static inline void hush(struct moving *moving)
{
	for (int clean = 0, tries = 0; clean < 2; clean++) {
		assert_true(tries++ < 40);
		type(moving, "\033" REDRAW);
		hear(moving, "Health");
		if (memmem(moving->heard, moving->heard_size, "--more--", 8))
			clean = -1;
	}
}

static inline struct moving *player_on_map(void **state)
{
	struct moving *moving = player_in_lobby(state);

	type(moving, "p");
	hear(moving, "Health");
	type(moving, "aa");
	hush(moving);
	return moving;
}

static inline struct moving *guest_on_map(void **state)
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

static inline void end_session(struct moving *moving)
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
static inline void ask(struct moving *moving)
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

static inline void answer(struct moving *moving, char word)
{
	assert_int_equal(send(moving->channel, &word, 1, 0), 1);
}

/* Starts a session from the state, with a baton of the test. Returns it, or 0 if it refuses. */
static inline pid_t offer(struct moving *moving, const uint8_t *state, size_t size, int *channel)
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
static inline void go_over(struct moving *moving, pid_t session, int channel)
{
	int status;

	answer(moving, MOVE_READY);
	assert_int_equal(waitpid(moving->session, &status, 0), moving->session);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	close(moving->channel);
	moving->session = session;
	moving->channel = channel;
}

static inline void move_on(struct moving *moving)
{
	int channel;

	ask(moving);
	pid_t next = offer(moving, moving->state, moving->state_size, &channel);
	assert_true(next > 0);
	go_over(moving, next, channel);
}

#endif
