/* Messages between the running server and the new one. */
#include "tests/test.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "door/command/handover.h"

static int line[2];
static struct handover_message heard;

static int set_up(void **state)
{
	(void)state;
	return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, line);
}

static int tear_down(void **state)
{
	(void)state;
	return close(line[0]) | close(line[1]);
}

static void a_message_without_words_has_none(void **state)
{
	int descriptor;

	(void)state;
	assert_true(handover_tell(line[0], HANDOVER_SOCKET, 77, "telnet", STDIN_FILENO));
	assert_int_equal(handover_hear(line[1], &heard, &descriptor, 1000), HANDOVER_HEARD);
	assert_int_equal(heard.kind, HANDOVER_SOCKET);
	assert_int_equal(heard.number, 77);
	assert_string_equal(heard.text, "telnet");
	assert_int_equal(heard.size, 0);
	assert_true(descriptor >= 0);
	close(descriptor);
}

static void words_come_with_their_ends(void **state)
{
	static const char words[] = "pid=5\0cwd=/";
	struct handover_message sent = {.kind = HANDOVER_FACTS, .size = sizeof words};
	int descriptor;
	size_t at = 0;

	(void)state;
	memcpy(sent.words, words, sizeof words);
	assert_true(handover_send(line[0], &sent, -1));
	assert_int_equal(handover_hear(line[1], &heard, &descriptor, 1000), HANDOVER_HEARD);
	assert_int_equal(heard.size, sizeof words);
	assert_string_equal(handover_next(&heard, "cwd", &at), "/");
	assert_int_equal(descriptor, -1);
	/* The last word must end. */
	sent.size--;
	assert_true(handover_send(line[0], &sent, -1));
	assert_int_equal(handover_hear(line[1], &heard, &descriptor, 1000), HANDOVER_LINE_GONE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			a_message_without_words_has_none, set_up, tear_down),
		cmocka_unit_test_setup_teardown(words_come_with_their_ends, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
