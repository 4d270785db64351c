/* Records and orders of the keeper's protocol: their bytes, and bytes that are none. */
#include "tests/test.h"

#include <sys/socket.h>
#include <unistd.h>

#include "door/store/keeper_wire.h"

static void an_append_is_the_same_after_the_wire(void **state)
{
	static const uint8_t commands[] = {1, 2, 3};
	uint8_t bytes[2048];
	struct wire_writer out;
	struct wire_reader in;
	struct store_append sent = {.run = 1LL << 40,
		.epoch = 2,
		.index = 3,
		.count = 4,
		.bytes = commands,
		.size = sizeof commands,
		.digest_count = STORE_DIGESTS_MAX};
	struct store_append got;

	(void)state;
	sent.digests[0] = (struct store_digest){.index = 7, .digest = UINT64_MAX, .part_count = 2};
	sent.digests[0].parts[1] = 9;
	sent.digests[1].part_count = STORE_PARTS_MAX;
	wire_begin(&out, bytes, sizeof bytes, WIRE_HELLO, 1, 2);
	wire_put_append(&out, &sent);
	assert_false(out.full);
	assert_true(wire_read(&in, out.bytes, out.size));
	wire_get_append(&in, &got);
	assert_true(wire_whole(&in));
	assert_int_equal(got.run, sent.run);
	assert_int_equal(got.epoch, 2);
	assert_int_equal(got.index, 3);
	assert_int_equal(got.count, 4);
	assert_int_equal(got.size, sizeof commands);
	assert_memory_equal(got.bytes, commands, sizeof commands);
	assert_int_equal(got.digest_count, STORE_DIGESTS_MAX);
	assert_int_equal(got.digests[0].index, 7);
	assert_true(got.digests[0].digest == UINT64_MAX);
	assert_int_equal(got.digests[0].part_count, 2);
	assert_int_equal(got.digests[0].parts[1], 9);
	assert_int_equal(got.digests[1].part_count, STORE_PARTS_MAX);
	/* Every shorter message is none. */
	for (size_t size = 12; size < out.size; size++) {
		if (wire_read(&in, out.bytes, size)) {
			wire_get_append(&in, &got);
			assert_false(wire_whole(&in));
		}
	}
}

/* Writes a record and reads it again. No byte is left, and all fields are the same. */
#define SAME_AFTER_THE_WIRE(name, type, ...)                                                       \
	do {                                                                                       \
		static const struct type sent = {__VA_ARGS__};                                     \
		static struct type got;                                                            \
		wire_begin(&out, bytes, sizeof bytes, WIRE_HELLO, 1, 2);                           \
		wire_put_##name(&out, &sent);                                                      \
		assert_false(out.full);                                                            \
		assert_true(wire_read(&in, out.bytes, out.size));                                  \
		wire_get_##name(&in, &got);                                                        \
		assert_true(wire_whole(&in));                                                      \
		assert_memory_equal(&got, &sent, sizeof sent);                                     \
	} while (0)

static void records_are_the_same_after_the_wire(void **state)
{
	uint8_t bytes[2048];
	struct wire_writer out;
	struct wire_reader in;

	(void)state;
	SAME_AFTER_THE_WIRE(ban, store_ban, .id = 1LL << 40, .subject = "192.0.2.0/24",
		.reason = "flood", .network = true, .begun = 5, .until = INT64_MAX);
	SAME_AFTER_THE_WIRE(audit, store_audit, .id = 3, .at = 1LL << 33, .uid = 1000,
		.actor = "mira", .origin = "local", .action = "ban", .subject = "Otto",
		.detail = "why");
	SAME_AFTER_THE_WIRE(account_row, store_account_row, .name = "Mina", .lock = "why",
		.has_password = true, .locked = true, .keys = 16, .runs = 1u << 20,
		.wrong_passwords = 7, .created = 8, .last_login = 9, .deleted = 10);
	SAME_AFTER_THE_WIRE(present, present, .name = "Mina", .peer = "192.0.2.1",
		.transport = "ssh", .where = WHERE_LOBBY, .depth = 3, .turn = 1u << 30,
		.idle_seconds = 4, .on_seconds = 5);
}

/* A count above the limit breaks the message, and nothing is written behind the array. */
static void a_count_that_is_too_high_breaks_the_message(void **state)
{
	uint8_t bytes[256];
	struct wire_writer out;
	struct wire_reader in;
	struct store_digest digest;

	(void)state;
	for (unsigned count = STORE_PARTS_MAX; count <= STORE_PARTS_MAX + 1; count++) {
		wire_begin(&out, bytes, sizeof bytes, WIRE_HELLO, 1, 2);
		wire_put_u32(&out, 5);
		wire_put_u64(&out, 6);
		wire_put_u8(&out, (uint8_t)count);
		for (unsigned i = 0; count <= STORE_PARTS_MAX && i < count; i++)
			wire_put_u8(&out, 1);
		assert_true(wire_read(&in, out.bytes, out.size));
		wire_get_digest(&in, &digest);
		assert_int_equal(in.broken, count > STORE_PARTS_MAX);
		assert_int_equal(wire_whole(&in), count <= STORE_PARTS_MAX);
		assert_int_equal(digest.part_count, count <= STORE_PARTS_MAX ? count : 0);
		assert_int_equal(digest.index, 5);
	}
}

/* ---- Orders ---- */

static void an_order_comes_with_its_descriptors(void **state)
{
	const struct wire_order sent = {
		.kind = ORDER_OLD_RULES, .rules = 1u << 30, .subject = 1ull << 50};
	struct wire_descriptors ends = {.count = 2}, got;
	static struct wire_order order;
	int pair[2];
	char byte;

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
	assert_int_equal(pipe(ends.each), 0);
	assert_true(wire_send_order(pair[0], &sent, &ends));
	assert_true(wire_take_order(pair[1], &order, &got));
	assert_int_equal(order.kind, ORDER_OLD_RULES);
	assert_int_equal(order.rules, 1u << 30);
	assert_true(order.subject == 1ull << 50);
	assert_int_equal(got.count, 2);
	assert_int_equal(write(got.each[1], "x", 1), 1);
	assert_int_equal(read(ends.each[0], &byte, 1), 1);
	assert_int_equal(byte, 'x');
	wire_close(&ends);
	/* The reader's end is the last one that is open. */
	assert_int_equal(write(got.each[1], "y", 1), 1);
	assert_int_equal(read(got.each[0], &byte, 1), 1);
	wire_close(&got);
	close(pair[0]);
	close(pair[1]);
}

/* The log may be missing, and other descriptors of the message stay closed. */
static void a_line_comes_with_its_log(void **state)
{
	struct wire_descriptors ends = {.count = 2}, got;
	static struct wire_order order;
	char text[WIRE_PASSED_MAX], byte;
	int pair[2], line, log;

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
	assert_int_equal(pipe(ends.each), 0);
	for (int logged = 0; logged < 2; logged++) {
		int own = logged ? ends.each[1] : -1;

		assert_true(wire_send_line(pair[0], "192.0.2.7 0a1b", ends.each[0], own));
		assert_true(wire_take_order(pair[1], &order, &got));
		assert_int_equal(order.kind, ORDER_LINE);
		assert_string_equal(order.from, "192.0.2.7 0a1b");
		assert_int_equal(got.count, 1 + logged);
		wire_close(&got);
		assert_true(wire_pass_line(pair[0], 's', ends.each[0], own, "192.0.2.7 0a1b"));
		line = wire_take_line(pair[1], text, &log);
		assert_true(line >= 0);
		assert_string_equal(text, "s192.0.2.7 0a1b");
		assert_int_equal(log >= 0, logged);
		if (log >= 0)
			assert_int_equal(close(log), 0);
		close(line);
	}
	/* A reader of one descriptor closes the log. */
	assert_true(wire_pass_line(pair[0], 's', ends.each[0], ends.each[1], ""));
	line = wire_take_descriptor(pair[1], text);
	assert_true(line >= 0);
	close(ends.each[1]);
	assert_int_equal(read(line, &byte, 1), 0);
	close(line);
	close(ends.each[0]);
	close(pair[0]);
	close(pair[1]);
}

/* A process that dies has not read all that it was sent. */
static void the_last_messages_of_a_dead_process_are_read(void **state)
{
	static struct wire_order order;
	char text[WIRE_PASSED_MAX];
	int pair[2], line, log;

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
	assert_true(wire_send_order(pair[0], &(struct wire_order){.kind = ORDER_VERIFIER},
		&(struct wire_descriptors){0}));
	assert_true(wire_pass_line(pair[1], 's', pair[1], -1, "192.0.2.7 0a1b"));
	assert_true(wire_send_order(pair[1], &(struct wire_order){.kind = ORDER_VERIFIER},
		&(struct wire_descriptors){0}));
	close(pair[1]);
	line = wire_take_line(pair[0], text, &log);
	assert_true(line >= 0);
	close(line);
	assert_true(wire_take_order(pair[0], &order, &(struct wire_descriptors){0}));
	assert_int_equal(wire_take_line(pair[0], text, &log), -1);
	close(pair[0]);
}

static void a_cut_order_is_none_and_its_descriptors_are_closed(void **state)
{
	static const uint8_t cut[] = {ORDER_VERIFIER, 1, 2, 3};
	struct wire_descriptors ends = {.count = 2}, got;
	static struct wire_order order;
	int pair[2];
	char byte;

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
	assert_int_equal(pipe(ends.each), 0);
	assert_true(wire_send(pair[0], cut, sizeof cut, &ends));
	assert_false(wire_take_order(pair[1], &order, &got));
	close(ends.each[1]);
	assert_int_equal(read(ends.each[0], &byte, 1), 0); /* nobody else could write */
	close(ends.each[0]);
	/* Nothing waits, then the other end is closed. */
	assert_false(wire_take_order(pair[1], &order, &got));
	close(pair[0]);
	assert_false(wire_take_order(pair[1], &order, &got));
	close(pair[1]);
}

static void a_list_of_bans_comes_whole(void **state)
{
	static uint8_t bans[ORDER_BANS_MAX];
	static struct wire_order order;
	struct wire_descriptors got;
	int pair[2];

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
	memset(bans, 7, sizeof bans);
	assert_true(wire_send_bans(pair[0], true, false, bans, sizeof bans));
	assert_true(wire_send_bans(pair[0], false, true, bans, 0));
	assert_true(wire_take_order(pair[1], &order, &got));
	assert_int_equal(order.kind, ORDER_BANS);
	assert_true(order.bans_first);
	assert_false(order.bans_last);
	assert_int_equal(order.bans_size, sizeof bans);
	assert_memory_equal(order.bans, bans, sizeof bans);
	assert_int_equal(got.count, 0);
	assert_true(wire_take_order(pair[1], &order, &got));
	assert_false(order.bans_first);
	assert_true(order.bans_last);
	assert_int_equal(order.bans_size, 0);
	close(pair[0]);
	close(pair[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_append_is_the_same_after_the_wire),
		cmocka_unit_test(records_are_the_same_after_the_wire),
		cmocka_unit_test(a_count_that_is_too_high_breaks_the_message),
		cmocka_unit_test(an_order_comes_with_its_descriptors),
		cmocka_unit_test(a_line_comes_with_its_log),
		cmocka_unit_test(the_last_messages_of_a_dead_process_are_read),
		cmocka_unit_test(a_cut_order_is_none_and_its_descriptors_are_closed),
		cmocka_unit_test(a_list_of_bans_comes_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
