/* A queue gives its bytes in order, whatever the descriptor accepts at a time. */
#include "tests/test.h"

#include "door/os/queue.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

/* The byte that stands at this place of everything that was ever added. */
static uint8_t byte_at(size_t at)
{
	return (uint8_t)(at * 7 + at / 251);
}

static void add_next(struct queue *queue, size_t *added, size_t size)
{
	uint8_t bytes[5000];

	assert_true(size <= sizeof bytes);
	for (size_t i = 0; i < size; i++)
		bytes[i] = byte_at(*added + i);
	queue_add(queue, bytes, size);
	*added += size;
}

static void assert_next(const struct queue *queue, size_t gone, size_t added)
{
	assert_int_equal(queue_left(queue), added - gone);
	for (size_t i = 0; i < queue_left(queue); i++)
		assert_int_equal(queue->data[queue->sent + i], byte_at(gone + i));
}

/* Pieces of many sizes are added while others leave: none is lost, doubled or out of order. */
static void bytes_leave_in_the_order_in_which_they_came(void **state)
{
	struct queue queue = {0};
	size_t added = 0, gone = 0;

	(void)state;
	for (size_t round = 0; round < 200; round++) {
		size_t some;

		add_next(&queue, &added, round * 37 % 701);
		some = queue_left(&queue) * (round % 4) / 4;
		queue_drop(&queue, some);
		gone += some;
		assert_next(&queue, gone, added);
	}
	queue_drop(&queue, queue_left(&queue));
	assert_int_equal(queue_left(&queue), 0);
	queue_free(&queue);
}

/* Bytes that fit behind those that have left need no larger buffer. */
static void room_of_sent_bytes_is_used_again(void **state)
{
	struct queue queue = {0};
	size_t added = 0, capacity;

	(void)state;
	add_next(&queue, &added, 2000);
	capacity = queue.capacity;
	queue_drop(&queue, 1500);
	add_next(&queue, &added, 1500);
	assert_int_equal(queue.capacity, capacity);
	assert_next(&queue, 1500, added);
	queue_free(&queue);
}

static void an_empty_queue_keeps_only_a_small_buffer(void **state)
{
	static const struct {
		size_t size;
		bool kept;
	} cases[] = {{100, true}, {QUEUE_KEPT, true}, {QUEUE_KEPT + 1, false}};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct queue queue = {0};
		uint8_t *bytes = calloc(1, cases[i].size);

		queue_add(&queue, bytes, cases[i].size);
		queue_drop(&queue, cases[i].size - 1);
		assert_int_equal(queue_left(&queue), 1);
		assert_non_null(queue.data);
		queue_drop(&queue, 1);
		assert_int_equal(queue_left(&queue), 0);
		assert_true((queue.data != NULL) == cases[i].kept);
		queue_free(&queue);
		free(bytes);
	}
}

/* A full pipe is no failure, and the rest leaves later. A pipe that nobody reads is a failure. */
static void a_full_descriptor_is_no_failure_and_a_broken_one_is(void **state)
{
	static uint8_t read_bytes[300000];
	struct queue queue = {0};
	size_t added = 0, got = 0;
	int ends[2];

	(void)state;
	assert_int_equal(pipe2(ends, O_NONBLOCK | O_CLOEXEC), 0);
	assert_true(queue_send(&queue, ends[1]));
	while (added < sizeof read_bytes)
		add_next(&queue, &added, 5000);
	while (got < added) {
		ssize_t size;

		assert_true(queue_send(&queue, ends[1]));
		assert_true(got > 0 || queue_left(&queue) > 0);
		size = read(ends[0], read_bytes + got, sizeof read_bytes - got);
		assert_true(size > 0);
		got += (size_t)size;
	}
	assert_int_equal(queue_left(&queue), 0);
	for (size_t i = 0; i < added; i++)
		assert_int_equal(read_bytes[i], byte_at(i));
	close(ends[0]);
	add_next(&queue, &added, 10);
	signal(SIGPIPE, SIG_IGN);
	assert_false(queue_send(&queue, ends[1]));
	close(ends[1]);
	queue_free(&queue);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bytes_leave_in_the_order_in_which_they_came),
		cmocka_unit_test(room_of_sent_bytes_is_used_again),
		cmocka_unit_test(an_empty_queue_keeps_only_a_small_buffer),
		cmocka_unit_test(a_full_descriptor_is_no_failure_and_a_broken_one_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
