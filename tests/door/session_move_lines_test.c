/* A session in line mode that goes on in another process. */
#include "tests/test.h"

#include "tests/door/session_move_scene.h"

#include <linux/sockios.h>
#include <sys/ioctl.h>

#define PROMPT "\r\n> \377\371" /* and go-ahead */

/* Types a line in line mode, and reads the answer with its prompt. */
static void say(struct moving *moving, const char *line)
{
	type(moving, line);
	hear(moving, PROMPT);
}

/* Returns the answer to a line, which must begin right away. The test frees it. */
static char *answer_to(struct moving *moving, const char *line)
{
	say(moving, line);
	return strndup(moving->heard, moving->heard_size);
}

/* The client edits its lines, so that the server echoes none. */
static struct moving *in_line_mode(void **state, const char *name)
{
	struct moving *moving = stranger(state);

	say(moving, "line\r\n");
	say(moving, name);
	if (strcmp(name, "guest\r\n") != 0)
		say(moving, PASSWORD "\r\n");
	hear(moving, "in the lobby");
	return moving;
}

/* The same words have the same answers after a move: the player hears nothing twice, and letters
 * and numbers keep their meaning. */
static void try_line_mode(struct moving *moving)
{
	static const char *const lines[] = {"list\r\n", "look\r\n", "wait\r\n", "health\r\n"};

	move_on(moving);
	say(moving, "1\r\n");
	hear(moving, "by its number");
	type(moving, "1\r\n");
	hear(moving, "look, explore or help." PROMPT);
	say(moving, "explore\r\n");
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		char *before = answer_to(moving, lines[i]);

		move_on(moving);
		char *after = answer_to(moving, lines[i]);
		if (strcmp(lines[i], "wait\r\n") == 0)
			assert_null(strstr(after, "Depth"));
		else
			assert_string_equal(after, before);
		free(before);
		free(after);
	}
}

static void line_mode_goes_on_without_a_byte(void **state)
{
	struct moving *moving = in_line_mode(state, "guest\r\n");

	try_line_mode(moving);
	end_session(moving);
	moving = in_line_mode(state, "anna\r\n");
	try_line_mode(moving);
	end_session(moving);
}

/* Waits until the session has read all that was typed. Before that it may move without it. */
static void await_read(const struct moving *moving)
{
	int unread = 1;

	for (int tries = 0; unread && tries < ANSWER_MS; tries++, usleep(1000))
		assert_int_equal(ioctl(moving->client, SIOCOUTQ, &unread), 0);
	assert_int_equal(unread, 0);
}

/* A line that is half typed is not lost: the session stays until it is complete. */
static void half_a_line_stays(void **state)
{
	struct moving *moving = in_line_mode(state, "guest\r\n");
	struct pollfd channel = {.fd = moving->channel, .events = POLLIN};

	type(moving, "the bo");
	await_read(moving);
	assert_int_equal(send(moving->channel, (char[]){MOVE_ASK}, 1, 0), 1);
	assert_int_equal(poll(&channel, 1, 1500), 0);
	type(moving, "ard\r\n");
	assert_int_equal(poll(&channel, 1, ANSWER_MS), 1);
	hear(moving, "board");
	end_session(moving);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			line_mode_goes_on_without_a_byte, fixture_set_up, fixture_tear_down),
		cmocka_unit_test_setup_teardown(
			half_a_line_stays, fixture_set_up, fixture_tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
