/* The parent of forkers: it starts a limited number a second, and nothing unknown. Beside it, how a
 * client is refused. */
#include "tests/test.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "door/command/forker.h"
#include "door/command/forkers.h"
#include "door/net/transport.h"

#define RETRY_MS 1000
#define STARTS 8

struct start {
	enum forker_kind kind;
	pid_t pid;
};

/* Asks the parent for a forker. Returns its process, or -1. */
static pid_t serve_one(int pair[2], const struct forker_files *files, enum forker_kind kind)
{
	struct wire_descriptors ends = {0};
	struct start answer;

	assert_int_equal(send(pair[1], &kind, sizeof kind, 0), sizeof kind);
	assert_true(forkers_serve(pair[0], files, "/nowhere"));
	assert_int_equal(wire_receive(pair[1], &answer, sizeof answer, &ends), sizeof answer);
	assert_int_equal(ends.count, answer.pid > 0 ? 2 : 0);
	wire_close(&ends);
	if (answer.pid > 0)
		assert_int_equal(waitpid(answer.pid, NULL, 0), answer.pid);
	return answer.pid;
}

static void the_parent_starts_a_limited_number(void **state)
{
	struct forker_files files = {.host_key = -1};
	int pair[2];
	char short_word = 0;

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair), 0);
	files.program = open("/bin/true", O_PATH | O_CLOEXEC);
	files.settings = files.content = files.bulletins = open("/dev/null", O_RDONLY | O_CLOEXEC);
	assert_true(files.program >= 0 && files.settings >= 0);
	/* Nothing to read is no end. */
	assert_true(forkers_serve(pair[0], &files, "/nowhere"));
	int64_t began_ms = transport_now_ms();
	assert_int_equal(serve_one(pair, &files, FORKER_SSH), -1);
	assert_int_equal(serve_one(pair, &files, FORKER_KINDS), -1);
	int started = 0, refused = 0;
	while (refused == 0 && started < 100) {
		if (serve_one(pair, &files, FORKER_PLAIN) > 0)
			started++;
		else
			refused++;
	}
	/* One more for each second that a busy machine took. */
	assert_in_range(started, STARTS, STARTS + (transport_now_ms() - began_ms) / RETRY_MS + 1);
	assert_int_equal(refused, 1);
	/* Another one after a second. */
	while (serve_one(pair, &files, FORKER_PLAIN) < 0) {
		assert_true(transport_now_ms() - began_ms < 20 * RETRY_MS);
		usleep(20000);
	}
	assert_true(transport_now_ms() - began_ms >= RETRY_MS);
	assert_int_equal(send(pair[1], &short_word, 1, 0), 1);
	assert_false(forkers_serve(pair[0], &files, "/nowhere"));
	close(pair[1]);
	assert_false(forkers_serve(pair[0], &files, "/nowhere"));
	close(pair[0]);
	close(files.program);
	close(files.settings);
}

/* Another process may still hold the socket, so closing it alone does not end the connection. */
static void a_refused_client_is_at_the_end_of_the_text(void **state)
{
	char text[256] = "";
	size_t used = 0;
	ssize_t got;
	int pair[2], other;

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
	other = dup(pair[0]);
	assert_true(other >= 0);
	client_refuse(NULL, &transport_telnet, pair[0], "the server is full");
	while ((got = recv(pair[1], text + used, sizeof text - 1 - used, MSG_DONTWAIT)) > 0)
		used += (size_t)got;
	assert_int_equal(got, 0);
	assert_string_equal(text, "Trapdoor: the server is full.\r\n");
	close(other);
	close(pair[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_parent_starts_a_limited_number),
		cmocka_unit_test(a_refused_client_is_at_the_end_of_the_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
