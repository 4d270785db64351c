/* Spectators: nobody waits for a slow one, and who leaves or speaks is dropped. */
#include "tests/test.h"

#include <sys/socket.h>
#include <unistd.h>

#include "door/store/keeper.h"
#include "door/watch/spectators.h"

static struct spectators spectators;
static uint8_t view[4096];

static int joined(void)
{
	int pair[2];

	assert_true(keeper_pair(pair));
	spectators_add(&spectators, pair[0], view, sizeof view);
	return pair[1];
}

static int tear_down(void **state)
{
	(void)state;
	spectators_close(&spectators);
	assert_int_equal(spectators.count, 0);
	return 0;
}

/* One round of the replayer's loop. */
static void react(void)
{
	static struct pollfd polled[SPECTATORS_MAX];
	size_t count = spectators.count;

	spectators_poll(&spectators, polled);
	poll(polled, count, 0);
	spectators_react(&spectators, polled, count, view, sizeof view);
}

static void show(unsigned number)
{
	view[0] = (uint8_t)number;
	view[1] = (uint8_t)(number >> 8);
	spectators_send(&spectators, view, sizeof view);
}

/* The number of the next view that waits, or -1. */
static int next(int socket)
{
	uint8_t bytes[sizeof view];
	ssize_t got = recv(socket, bytes, sizeof bytes, MSG_DONTWAIT);

	return got == (ssize_t)sizeof bytes ? bytes[0] | bytes[1] << 8 : -1;
}

static int last(int socket)
{
	int found = -1, number;

	while ((number = next(socket)) >= 0)
		found = number;
	return found;
}

static void a_new_one_gets_the_view_and_each_after_it(void **state)
{
	int first, second;

	(void)state;
	view[0] = 7;
	view[1] = 0;
	first = joined();
	assert_int_equal(next(first), 7);
	show(8);
	second = joined();
	assert_int_equal(next(first), 8);
	assert_int_equal(next(second), 8);
	assert_int_equal(next(second), -1);
	close(first);
	close(second);
}

static void a_slow_one_gets_the_newest_view_and_delays_nobody(void **state)
{
	int slow = joined(), quick = joined();

	(void)state;
	for (unsigned i = 0; i < 2000; i++) {
		show(i);
		assert_int_equal(last(quick), i);
	}
	assert_false(spectators_served(&spectators));
	react();
	assert_false(spectators_served(&spectators));
	assert_in_range(last(slow), 1, 1998);
	react();
	assert_true(spectators_served(&spectators));
	assert_int_equal(last(slow), 1999);
	assert_int_equal(last(quick), -1);
	close(slow);
	close(quick);
}

static void those_who_leave_or_speak_are_dropped(void **state)
{
	int sockets[5];

	(void)state;
	for (int i = 0; i < 5; i++)
		sockets[i] = joined();
	close(sockets[1]);
	close(sockets[4]);
	assert_int_equal(send(sockets[2], "x", 1, 0), 1);
	react();
	assert_int_equal(spectators.count, 2);
	close(sockets[2]);
	show(99);
	assert_int_equal(last(sockets[0]), 99);
	assert_int_equal(last(sockets[3]), 99);
	close(sockets[0]);
	show(100);
	assert_int_equal(spectators.count, 1);
	close(sockets[3]);
}

static void one_too_many_is_turned_away(void **state)
{
	static int sockets[SPECTATORS_MAX + 1];
	char byte;

	(void)state;
	for (int i = 0; i <= SPECTATORS_MAX; i++)
		sockets[i] = joined();
	assert_int_equal(spectators.count, SPECTATORS_MAX);
	assert_int_equal(recv(sockets[SPECTATORS_MAX], &byte, 1, MSG_DONTWAIT), 0);
	assert_int_equal(recv(sockets[SPECTATORS_MAX - 1], &byte, 1, MSG_DONTWAIT), 1);
	for (int i = 0; i <= SPECTATORS_MAX; i++)
		close(sockets[i]);
}

/* A spectator neither stops the sender nor ends it, whether its socket blocks or not. */
static void nobody_waits_at_a_socket_that_blocks(void **state)
{
	int pair[2];

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
	spectators_add(&spectators, pair[0], view, sizeof view);
	alarm(20);
	for (unsigned i = 0; i < 1000; i++)
		show(i);
	alarm(0);
	close(pair[1]);
	show(1000);
	assert_int_equal(spectators.count, 0);
}

int main(void)
{
#define TITLE(function) cmocka_unit_test_teardown(function, tear_down)
	const struct CMUnitTest tests[] = {
		TITLE(a_new_one_gets_the_view_and_each_after_it),
		TITLE(a_slow_one_gets_the_newest_view_and_delays_nobody),
		TITLE(those_who_leave_or_speak_are_dropped),
		TITLE(one_too_many_is_turned_away),
		TITLE(nobody_waits_at_a_socket_that_blocks),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
