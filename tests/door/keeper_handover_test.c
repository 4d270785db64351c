/* A keeper takes over from one of another release, which greets in each protocol that it speaks. */
#include "tests/test.h"

#include "keeper_house.h"

#include "door/keeper/keeper_start.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>

static int make_socket(const char *state)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int listening = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);

	snprintf(address.sun_path, sizeof address.sun_path, "%s/keeper.sock", state);
	assert_int_equal(bind(listening, (struct sockaddr *)&address, sizeof address), 0);
	assert_int_equal(listen(listening, 4), 0);
	return listening;
}

static void greet(int to, unsigned protocol)
{
	uint8_t buffer[32];
	struct wire_writer out;

	wire_begin(&out, buffer, sizeof buffer, WIRE_GREETING, 0, 0);
	wire_put_u64(&out, 42);
	wire_speak(&out, (uint8_t)protocol);
	assert_int_equal(send(to, out.bytes, out.size, MSG_NOSIGNAL), out.size);
}

/* Waits for a message of that kind. */
static void expect_message(int from, enum wire_kind kind)
{
	uint8_t buffer[256];
	struct wire_reader in;
	ssize_t got = recv(from, buffer, sizeof buffer, 0);

	assert_true(got > 0 && wire_read(&in, buffer, (size_t)got));
	assert_int_equal(in.kind, kind);
	assert_int_equal(in.protocol, KEEPER_PROTOCOL);
}

/* Is a keeper with one session, which holds the lock until it has handed the session over. It ends
 * with 0 if it was asked to. */
_Noreturn static void be_a_keeper(const char *state, int session, int ready)
{
	struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	char path[128];
	int lock, listening, to;

	snprintf(path, sizeof path, "%s/keeper.lock", state);
	lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	assert_true(lock >= 0 && fcntl(lock, F_OFD_SETLK, &whole) == 0);
	listening = make_socket(state);
	assert_int_equal(write(ready, "", 1), 1);
	to = accept(listening, NULL, NULL);
	for (unsigned protocol = KEEPER_PROTOCOL + 1; protocol >= KEEPER_PROTOCOL - 2; protocol--)
		greet(to, protocol);
	expect_message(to, WIRE_HELLO);
	expect_message(to, WIRE_REQUEST);
	assert_true(wire_pass_descriptor(to, 's', session, "192.0.2.1"));
	_exit(0);
}

static void all_greetings_are_read_before_the_sockets(void **state)
{
	struct fixture *fixture = fixture_new();
	int pair[2], ready[2], status;
	uint8_t byte[64];
	pid_t older;

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair), 0);
	assert_int_equal(pipe(ready), 0);
	older = fork();
	if (older == 0)
		be_a_keeper(fixture->state, pair[1], ready[1]);
	close(pair[1]);
	assert_int_equal(read(ready[0], byte, 1), 1);
	fixture_start(fixture);
	assert_int_equal(waitpid(older, &status, 0), older);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	/* The new keeper greets the session: it has its socket. */
	assert_true(recv(pair[0], byte, sizeof byte, 0) > 0);
	assert_int_equal(byte[1], WIRE_GREETING);
	close(pair[0]);
	close(ready[0]);
	close(ready[1]);
	fixture_tear_down((void **)&fixture);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_greetings_are_read_before_the_sockets),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
