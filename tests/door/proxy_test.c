/* Headers of the PROXY protocol, whole and byte by byte, and the connections that wait for one. */
#include "tests/test.h"

#include "door/metrics/metrics.h"
#include "tests/door/caught.h"
#include "door/net/proxy_header.h"
#include "door/net/proxy_wait.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#define TWO "\r\n\r\n\0\r\nQUIT\n"

struct header {
	const char *bytes;
	size_t size;
	enum proxy_answer answer;
	const char *client; /* its address; after a blank "TLS" */
};
#define HEADER(text, answer, client)                                                               \
	{                                                                                          \
		text, sizeof(text) - 1, answer, client                                             \
	}
#define FOUR "\xc0\0\x02\x01\xc6\x33\x64\x01\xdc\x04\0\x17"

static const struct header headers[] = {
	HEADER("PROXY TCP4 192.0.2.1 198.51.100.1 56324 23\r\n", PROXY_CLIENT, "192.0.2.1"),
	HEADER("PROXY TCP6 2001:db8::1 2001:db8::2 65535 0\r\n", PROXY_CLIENT, "2001:db8::1"),
	HEADER("PROXY TCP6 ::ffff:192.0.2.1 ::1 1 2\r\n", PROXY_CLIENT, "192.0.2.1"),
	HEADER("PROXY UNKNOWN\r\n", PROXY_UNKNOWN, NULL),
	HEADER("PROXY UNKNOWN ffff::1 ffff::2 65535 65535 and more\r\n", PROXY_UNKNOWN, NULL),
	HEADER("PROXY TCP4 192.0.2.1 198.51.100.1 56324 23\n", PROXY_BAD, NULL),
	HEADER("PROXY TCP4 192.0.2.1 198.51.100.1 56324\r\n", PROXY_BAD, NULL),
	HEADER("PROXY TCP4 192.0.2.1 198.51.100.1 56324 23 7\r\n", PROXY_BAD, NULL),
	HEADER("PROXY TCP4 192.0.2.1  198.51.100.1 56324 23\r\n", PROXY_BAD, NULL),
	HEADER("PROXY TCP4 192.0.2.1 198.51.100.1 65536 23\r\n", PROXY_BAD, NULL),
	HEADER("PROXY TCP4 192.0.2.1 198.51.100.1 023 23\r\n", PROXY_BAD, NULL),
	HEADER("PROXY TCP4 192.0.2.1 198.51.100.1 +23 23\r\n", PROXY_BAD, NULL),
	HEADER("PROXY TCP4 192.0.2.256 198.51.100.1 1 23\r\n", PROXY_BAD, NULL),
	HEADER("PROXY TCP4 ::1 ::1 1 23\r\n", PROXY_BAD, NULL),
	HEADER("PROXY TCP6 192.0.2.1 192.0.2.1 1 23\r\n", PROXY_BAD, NULL),
	HEADER("PROXY UDP4 192.0.2.1 198.51.100.1 1 23\r\n", PROXY_BAD, NULL),
	HEADER("PROXY TCP4 192.0.2.1\0 198.51.100.1 1 23\r\n", PROXY_BAD, NULL),
	HEADER("PROXY \r\n", PROXY_BAD, NULL), HEADER("PROXY UNKNOWNS\r\n", PROXY_BAD, NULL),
	HEADER("PROXX", PROXY_BAD, NULL), HEADER("SSH-2.0-OpenSSH\r\n", PROXY_BAD, NULL),
	HEADER("\r\n\r\nX", PROXY_BAD, NULL),
	HEADER(TWO "\x21\x11\0\x0c\xc0\0\x02\x01\xc6\x33\x64\x01\xdc\x04\0\x17", PROXY_CLIENT,
		"192.0.2.1"),
	HEADER(TWO "\x21\x11\0\x10\xc0\0\x02\x01\xc6\x33\x64\x01\xdc\x04\0\x17\x04\0\x01\0",
		PROXY_CLIENT, "192.0.2.1"),
	/* In TLS: without and with sub-fields, and between other fields. */
	HEADER(TWO "\x21\x11\0\x14" FOUR "\x20\0\x05\x01\0\0\0\0", PROXY_CLIENT, "192.0.2.1 TLS"),
	HEADER(TWO "\x21\x11\0\x1e" FOUR "\x20\0\x0f\x07\0\0\0\0\x21\0\x07TLSv1.3", PROXY_CLIENT,
		"192.0.2.1 TLS"),
	HEADER(TWO "\x21\x11\0\x1b" FOUR "\x04\0\0\x20\0\x05\x01\0\0\0\1\x04\0\x01\x20",
		PROXY_CLIENT, "192.0.2.1 TLS"),
	HEADER(TWO "\x21\x11\0\x14" FOUR "\x20\0\x05\x06\0\0\0\0", PROXY_CLIENT, "192.0.2.1"),
	HEADER(TWO "\x21\x11\0\x14" FOUR "\x21\0\x05\x01\0\0\0\0", PROXY_CLIENT, "192.0.2.1"),
	/* A value that is too short, lengths beyond the end, and half a field. */
	HEADER(TWO "\x21\x11\0\x13" FOUR "\x20\0\x04\x01\0\0\0", PROXY_BAD, NULL),
	HEADER(TWO "\x21\x11\0\x14" FOUR "\x20\0\x06\x01\0\0\0\0", PROXY_BAD, NULL),
	HEADER(TWO "\x21\x11\0\x14" FOUR "\x20\xff\xff\x01\0\0\0\0", PROXY_BAD, NULL),
	HEADER(TWO "\x21\x11\0\x0e" FOUR "\x20\0", PROXY_BAD, NULL),
	HEADER(TWO "\x21\x11\0\x0d" FOUR "\x20", PROXY_BAD, NULL),
	HEADER(TWO "\x21\x21\0\x2c\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\x07"
		   "\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\x08\x01\x02\0\x17"
		   "\x20\0\x05\x01\0\0\0\0",
		PROXY_CLIENT, "2001:db8::7 TLS"),
	HEADER(TWO "\x21\x21\0\x24\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\x07"
		   "\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\x08\x01\x02\0\x17",
		PROXY_CLIENT, "2001:db8::7"),
	HEADER(TWO "\x20\0\0\0", PROXY_UNKNOWN, NULL),
	HEADER(TWO "\x20\x11\0\x04\x01\x02\x03\x04", PROXY_UNKNOWN, NULL),
	HEADER(TWO "\x21\0\0\0", PROXY_UNKNOWN, NULL),
	HEADER(TWO "\x21\x31\0\x02\x01\x02", PROXY_UNKNOWN, NULL),
	HEADER(TWO "\x21\x11\0\x0b\xc0\0\x02\x01\xc6\x33\x64\x01\xdc\x04\0", PROXY_BAD, NULL),
	HEADER(TWO "\x21\x12\0\x0c\xc0\0\x02\x01\xc6\x33\x64\x01\xdc\x04\0\x17", PROXY_BAD, NULL),
	HEADER(TWO "\x22\x11\0\0", PROXY_BAD, NULL), HEADER(TWO "\x11", PROXY_BAD, NULL),
	HEADER(TWO "\x21\x11\x03\xf1", PROXY_BAD, NULL), /* 1025 bytes in all */
};

static void headers_are_read_whole_and_in_pieces(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
		const struct header *header = &headers[i];
		uint8_t bytes[256];
		char text[ADDRESS_TEXT_MAX + 4];
		struct proxied client;
		size_t length;
		memcpy(bytes, header->bytes, header->size);
		assert_int_equal(
			proxy_header_read(bytes, header->size, &length, &client), header->answer);
		/* The client's own bytes follow at once. */
		memcpy(bytes + header->size, "PROXY \r\n", 8);
		enum proxy_answer answer =
			proxy_header_read(bytes, header->size + 8, &length, &client);
		assert_int_equal(answer, header->answer);
		if (answer == PROXY_BAD)
			continue;
		assert_int_equal(length, header->size);
		if (header->client) {
			address_text(&client.address, text);
			strcat(text, client.tls ? " TLS" : "");
			assert_string_equal(text, header->client);
		}
		for (size_t size = 0; size < header->size; size++)
			assert_int_equal(
				proxy_header_read(bytes, size, &length, &client), PROXY_MORE);
	}
}

static void a_header_has_a_limit(void **state)
{
	uint8_t line[PROXY_HEADER_MAX + 1] = "PROXY UNKNOWN ";
	struct proxied client;
	size_t length;
	(void)state;
	memset(line + 14, 'x', sizeof line - 14);
	assert_int_equal(proxy_header_read(line, 106, &length, &client), PROXY_MORE);
	assert_int_equal(proxy_header_read(line, 107, &length, &client), PROXY_BAD);
	memcpy(line + 105, "\r\n", 2);
	assert_int_equal(proxy_header_read(line, 107, &length, &client), PROXY_UNKNOWN);
	assert_int_equal(length, 107);
	memcpy(line, TWO "\x20\0\x03\xf0", 16);
	assert_int_equal(proxy_header_read(line, 1023, &length, &client), PROXY_MORE);
	assert_int_equal(proxy_header_read(line, 1024, &length, &client), PROXY_UNKNOWN);
	assert_int_equal(length, 1024);
}

/* ---- Waiting ---- */

struct heard {
	int count, descriptor, listener;
	struct address client;
};

static void take_client(void *context, int listener, int descriptor, const struct proxied *client)
{
	struct heard *heard = context;
	heard->count++;
	heard->listener = listener;
	heard->descriptor = descriptor;
	heard->client = client->address;
}

static struct address proxy_address(void)
{
	struct networks networks;
	char sentence[160];
	assert_true(networks_parse("10.0.0.1", &networks, sentence, sizeof sentence));
	return networks.each[0].address;
}

/* A connection of the proxy: the far end is returned, the near one waits for its header. */
static int call(struct proxy_wait *wait, int listener, int64_t now_ms)
{
	struct address proxy = proxy_address();
	int pair[2];
	assert_int_equal(
		socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair), 0);
	proxy_wait_add(wait, pair[1], listener, &proxy, now_ms);
	return pair[0];
}

static void a_header_in_pieces_gives_the_client_and_leaves_its_bytes(void **state)
{
	static const char header[] = "PROXY TCP4 192.0.2.1 198.51.100.1 56324 23\r\nguest\r\n";
	struct heard heard = {0};
	struct proxy_wait *wait = proxy_wait_new(take_client, &heard);
	char text[ADDRESS_TEXT_MAX], rest[32];
	(void)state;
	int far = call(wait, 3, 1000);
	for (size_t i = 0; i < 40; i++) {
		assert_int_equal(write(far, header + i, 1), 1);
		proxy_wait_work(wait, 1000);
		assert_int_equal(heard.count, 0);
	}
	assert_int_equal(write(far, header + 40, sizeof header - 41), sizeof header - 41);
	proxy_wait_work(wait, 1000);
	assert_int_equal(heard.count, 1);
	assert_int_equal(heard.listener, 3);
	address_text(&heard.client, text);
	assert_string_equal(text, "192.0.2.1");
	assert_int_equal(read(heard.descriptor, rest, sizeof rest), 7);
	assert_memory_equal(rest, "guest\r\n", 7);
	assert_int_equal(proxy_wait_patience(wait, 1000), -1);
	close(heard.descriptor);
	close(far);
	proxy_wait_free(wait);
}

static void a_health_check_is_from_the_proxy(void **state)
{
	struct heard heard = {0};
	struct proxy_wait *wait = proxy_wait_new(take_client, &heard);
	char text[ADDRESS_TEXT_MAX];
	(void)state;
	int far = call(wait, 0, 1000);
	assert_int_equal(write(far, TWO "\x20\0\0\0", 16), 16);
	proxy_wait_work(wait, 1000);
	assert_int_equal(heard.count, 1);
	address_text(&heard.client, text);
	assert_string_equal(text, "10.0.0.1");
	close(heard.descriptor);
	close(far);
	proxy_wait_free(wait);
}

/* True if the near end was closed. */
static bool is_closed(int far)
{
	char byte;
	ssize_t got = read(far, &byte, 1);
	return got == 0 || (got < 0 && errno == ECONNRESET);
}

static void slow_and_bad_headers_are_closed(void **state)
{
	struct heard heard = {0};
	struct proxy_wait *wait = proxy_wait_new(take_client, &heard);
	(void)state;
	int slow = call(wait, 0, 1000), bad = call(wait, 0, 2000), gone = call(wait, 0, 2000);
	assert_int_equal(write(slow, "PROXY ", 6), 6);
	assert_int_equal(write(bad, "GET / HTTP/1.0\r\n", 16), 16);
	close(gone);
	assert_int_equal(proxy_wait_patience(wait, 2000), PROXY_WAIT_MS - 1000);
	uint64_t before = metric_value(METRIC_REFUSED, REFUSAL_PROXY, 0);
	caught_begin();
	proxy_wait_work(wait, 2000);
	const char *log = caught_end();
	caught_has(log, "level=warn event=proxy.refused ");
	caught_has(log, " proxy=10.0.0.1 why=\"no valid PROXY header came\"\n");
	assert_int_equal(metric_value(METRIC_REFUSED, REFUSAL_PROXY, 0), before + 2);
	assert_true(is_closed(bad));
	assert_false(is_closed(slow));
	proxy_wait_work(wait, 1000 + PROXY_WAIT_MS - 1);
	assert_false(is_closed(slow));
	proxy_wait_work(wait, 1000 + PROXY_WAIT_MS);
	assert_true(is_closed(slow));
	assert_int_equal(proxy_wait_patience(wait, 9000), -1);
	assert_int_equal(heard.count, 0);
	close(slow);
	close(bad);
	proxy_wait_free(wait);
}

/* A silent proxy keeps no other connection out: the one that waited longest is closed. */
static void the_waiting_are_bounded(void **state)
{
	struct heard heard = {0};
	struct proxy_wait *wait = proxy_wait_new(take_client, &heard);
	int far[PROXY_WAITING_MAX + 1];
	(void)state;
	caught_begin();
	for (int i = 0; i <= PROXY_WAITING_MAX; i++)
		far[i] = call(wait, 0, 1000 + i);
	caught_has(caught_end(), " why=\"too many connections wait for a PROXY header\"\n");
	assert_true(is_closed(far[0]));
	assert_false(is_closed(far[1]));
	assert_int_equal(write(far[PROXY_WAITING_MAX], "PROXY UNKNOWN\r\n", 15), 15);
	proxy_wait_work(wait, 1100);
	assert_int_equal(heard.count, 1);
	close(heard.descriptor);
	for (int i = 0; i <= PROXY_WAITING_MAX; i++)
		close(far[i]);
	proxy_wait_free(wait);
}

/* The last of many ends. The memory behind them, where an older table is, stays as it was. */
static void an_end_moves_only_those_that_wait(void **state)
{
	struct heard heard = {0}, other = {0};
	struct proxy_wait *above = proxy_wait_new(take_client, &other);
	struct proxy_wait *wait = proxy_wait_new(take_client, &heard);
	int far[PROXY_WAITING_MAX];
	(void)state;
	int first = call(above, 7, 1000);
	assert_int_equal(write(first, "PROXY UNK", 9), 9);
	proxy_wait_work(above, 1000);
	for (int i = 0; i < PROXY_WAITING_MAX; i++)
		far[i] = call(wait, i, 1000 + i);
	close(far[PROXY_WAITING_MAX - 1]);
	proxy_wait_work(wait, 1100);
	assert_int_equal(write(first, "NOWN\r\n", 6), 6);
	proxy_wait_work(above, 1100);
	assert_int_equal(other.count, 1);
	assert_int_equal(other.listener, 7);
	close(other.descriptor);
	close(first);
	for (int i = PROXY_WAITING_MAX - 2; i >= 0; i--) {
		assert_int_equal(write(far[i], "PROXY UNKNOWN\r\n", 15), 15);
		proxy_wait_work(wait, 1100);
		assert_int_equal(heard.listener, i);
		close(heard.descriptor);
		close(far[i]);
	}
	assert_int_equal(heard.count, PROXY_WAITING_MAX - 1);
	proxy_wait_free(wait);
	proxy_wait_free(above);
	proxy_wait_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(headers_are_read_whole_and_in_pieces),
		cmocka_unit_test(a_header_has_a_limit),
		cmocka_unit_test(a_header_in_pieces_gives_the_client_and_leaves_its_bytes),
		cmocka_unit_test(a_health_check_is_from_the_proxy),
		cmocka_unit_test(slow_and_bad_headers_are_closed),
		cmocka_unit_test(the_waiting_are_bounded),
		cmocka_unit_test(an_end_moves_only_those_that_wait),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
