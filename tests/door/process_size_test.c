/* The size of a process by its own account: how it grows, when it is sent, and how a relay reads
 * it. */
#include "tests/test.h"

#include "door/os/process_size.h"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* A sanitizer has an allocator of its own, which the account does not know. */
#define HAS_ACCOUNT !SANITIZED_BUILD

/* Runs a sender, whose standard error is a socket, and returns the number of its messages. The last
 * one is in message. */
static unsigned messages_of(void (*sender)(void), char message[64])
{
	int pair[2], status;
	unsigned count = 0;
	pid_t child;

	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
	child = fork();
	if (child == 0) {
		close(pair[0]);
		dup2(pair[1], STDERR_FILENO);
		close(pair[1]);
		sender();
		_exit(0);
	}
	close(pair[1]);
	message[0] = '\0';
	for (ssize_t got; (got = recv(pair[0], message, 63, 0)) > 0; count++)
		message[got] = '\0';
	close(pair[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	return count;
}

static void without_a_relay(void)
{
	process_size_report();
}

static void often(void)
{
	process_size_begin();
	for (int i = 0; i < 1000; i++) {
		process_size_report();
		if (!malloc(1024))
			abort();
	}
}

/* The descriptor is closed, as that of a relay that died. */
static void to_nobody(void)
{
	process_size_begin();
	close(STDERR_FILENO);
	process_size_report();
}

static void a_size_is_sent_to_a_relay_and_seldom(void **state)
{
	char message[64];
	uint64_t size;

	(void)state;
	assert_int_equal(messages_of(without_a_relay, message), 0);
	assert_int_equal(messages_of(often, message), 1);
	assert_true(process_size_parse(message, strlen(message), &size));
	if (HAS_ACCOUNT)
		assert_in_range(size, 64 * 1024, 64 * 1024 * 1024);
	assert_int_equal(messages_of(to_nobody, message), 0);
}

static void a_size_grows_with_what_is_allocated(void **state)
{
	enum { SMALL = 64, COUNT = 100000, LARGE = 32 << 20 };
	static void *each[COUNT];
	uint64_t before = process_size(), small, large;
	void *block;

	(void)state;
	for (int i = 0; i < COUNT; i++)
		each[i] = malloc(SMALL);
	small = process_size();
	block = malloc(LARGE);
	assert_non_null(block);
	large = process_size();
	for (int i = 0; i < COUNT; i++)
		free(each[i]);
	free(block);
	if (!HAS_ACCOUNT)
		return;
	assert_true(small >= before + (uint64_t)COUNT * SMALL);
	assert_true(large >= small + LARGE);
	assert_true(process_size() < large);
}

/* A sender may be in the hands of an attacker. */
static void nonsense_is_no_size(void **state)
{
	static const struct {
		const char *message;
		bool good;
		uint64_t size;
	} rows[] = {
		{"size=0", true, 0},
		{"size=1392640", true, 1392640},
		{"size=1073741824", true, PROCESS_SIZE_MAX},
		{"size=1073741825", true, PROCESS_SIZE_MAX},
		{"size=999999999999999999", true, PROCESS_SIZE_MAX},
		{"size=9999999999999999999", false, 0},
		{"size=99999999999999999999999999999999", false, 0},
		{"size=", false, 0},
		{"size", false, 0},
		{"", false, 0},
		{"size=-1", false, 0},
		{"size=1 ", false, 0},
		{"size=1\n", false, 0},
		{"size=0x10", false, 0},
		{" size=1", false, 0},
		{"ts=1 level=info event=x.y pid=1 size=1", false, 0},
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		uint64_t size = 7;
		size_t length = strlen(rows[i].message);

		if (process_size_parse(rows[i].message, length, &size) != rows[i].good ||
			size != (rows[i].good ? rows[i].size : 7))
			fail_msg("%s: %llu", rows[i].message, (unsigned long long)size);
	}
	assert_false(process_size_parse("size=1\0002", 8, &(uint64_t){0}));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_size_is_sent_to_a_relay_and_seldom),
		cmocka_unit_test(a_size_grows_with_what_is_allocated),
		cmocka_unit_test(nonsense_is_no_size),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
