/* Listening: what a setting means, both families on one port, and the sentence about a taken one.
 */
#include "tests/test.h"

#include "door/net/listener.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <fcntl.h>
#include <unistd.h>

static int call(int family, int port)
{
	struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
	struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port)};
	four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	six.sin6_addr = in6addr_loopback;
	int caller = socket(family, SOCK_STREAM, 0);
	const struct sockaddr *address = family == AF_INET ? (void *)&four : (void *)&six;
	if (connect(caller, address, family == AF_INET ? sizeof four : sizeof six) == 0)
		return caller;
	close(caller);
	return -1;
}

static bool kernel_has_ipv6(void)
{
	struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
	int probe = socket(AF_INET6, SOCK_STREAM, 0);
	bool has = probe >= 0 && bind(probe, (struct sockaddr *)&six, sizeof six) == 0;
	close(probe);
	return has;
}

static int accepted(const struct listener *listener)
{
	struct sockaddr_storage peer;
	int descriptor = listener_accept(listener, &peer), nodelay = 0;
	socklen_t size = sizeof nodelay;
	assert_true(descriptor >= 0);
	/* Neither blocks nor waits to fill a packet. */
	assert_true(fcntl(descriptor, F_GETFL) & O_NONBLOCK);
	assert_true(fcntl(descriptor, F_GETFD) & FD_CLOEXEC);
	assert_int_equal(getsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &nodelay, &size), 0);
	assert_true(nodelay);
	return descriptor;
}

static void any_address_answers_both_families(void **state)
{
	struct listeners listeners = {0};
	char sentence[512];
	(void)state;
	assert_true(
		listeners_add(&listeners, &transport_telnet, "[::]:0", sentence, sizeof sentence));
	assert_int_equal(listeners.count, 1);
	int port = listeners_port(&listeners, &transport_telnet);
	assert_in_range(port, 1, 65535);
	/* The port is taken, and closed until the server is ready. */
	assert_int_equal(call(AF_INET, port), -1);
	assert_true(listeners_open(&listeners, sentence, sizeof sentence));
	assert_int_equal(listeners_port(&listeners, &transport_ssh), 0);
	const int families[] = {AF_INET, AF_INET6};
	for (int i = 0; i < (kernel_has_ipv6() ? 2 : 1); i++) {
		int caller = call(families[i], port);
		assert_true(caller >= 0);
		close(accepted(&listeners.each[0]));
		close(caller);
	}
	struct sockaddr_storage peer;
	assert_int_equal(listener_accept(&listeners.each[0], &peer), -1);
	listeners_close(&listeners);
	assert_int_equal(call(AF_INET, port), -1);
}

static void a_list_of_addresses_is_listened_on(void **state)
{
	struct listeners listeners = {0};
	char sentence[512] = "", many[256] = "";
	(void)state;
	assert_true(listeners_add(&listeners, &transport_ssh, "127.0.0.1:0, 127.0.0.2:0,[::]:0",
		sentence, sizeof sentence));
	assert_int_equal(listeners.count, 3);
	assert_true(listeners_open(&listeners, sentence, sizeof sentence));
	for (size_t i = 0; i < listeners.count; i++) {
		struct sockaddr_in to = {
			.sin_family = AF_INET, .sin_port = htons((uint16_t)listeners.each[i].port)};
		to.sin_addr.s_addr = htonl(i == 1 ? 0x7f000002 : INADDR_LOOPBACK);
		int caller = socket(AF_INET, SOCK_STREAM, 0);
		assert_int_equal(connect(caller, (struct sockaddr *)&to, sizeof to), 0);
		close(accepted(&listeners.each[i]));
		close(caller);
	}
	/* One that is wrong is named alone. */
	assert_false(listeners_add(
		&listeners, &transport_ssh, "127.0.0.1:0, 1.2.3", sentence, sizeof sentence));
	assert_non_null(strstr(sentence, "\"1.2.3\" for ssh"));
	listeners_close(&listeners);
	for (int i = 0; i <= LISTENERS_MAX; i++)
		strcat(many, "127.0.0.1:0,");
	assert_false(listeners_add(&listeners, &transport_ssh, many, sentence, sizeof sentence));
	assert_non_null(strstr(sentence, "at most 16 addresses"));
	listeners_close(&listeners);
}

static void a_taken_port_is_a_sentence(void **state)
{
	struct listeners listeners = {0}, others = {0};
	char where[64], sentence[512] = "";
	(void)state;
	assert_true(listeners_add(
		&listeners, &transport_telnet, "127.0.0.1:0", sentence, sizeof sentence));
	assert_true(listeners_open(&listeners, sentence, sizeof sentence));
	snprintf(
		where, sizeof where, "127.0.0.1:%d", listeners_port(&listeners, &transport_telnet));
	assert_false(listeners_add(&others, &transport_ssh, where, sentence, sizeof sentence));
	assert_non_null(strstr(sentence, where));
	assert_non_null(strstr(sentence, "another program uses that port"));
	assert_non_null(strstr(sentence, "--ssh ADDR:PORT"));
	assert_non_null(strstr(sentence, "SSH_PORT="));
	listeners_close(&others);
	listeners_close(&listeners);
}

/* A setting can be tried without listening. A server may find its own port in use. */
static void a_setting_is_tried_without_listening(void **state)
{
	struct listeners listeners = {0};
	char where[64], sentence[512] = "";
	const struct transport_row *row = &transport_ssh;
	(void)state;
	assert_true(listeners_add(&listeners, row, "127.0.0.1:0", sentence, sizeof sentence));
	assert_true(listeners_open(&listeners, sentence, sizeof sentence));
	int port = listeners_port(&listeners, row);
	snprintf(where, sizeof where, "127.0.0.1:%d", port);
	assert_false(listener_possible(row, where, false, sentence, sizeof sentence));
	assert_non_null(strstr(sentence, "another program uses that port"));
	assert_true(listener_possible(row, where, true, sentence, sizeof sentence));
	listeners_close(&listeners);
	for (int times = 0; times < 2; times++)
		assert_true(listener_possible(row, where, false, sentence, sizeof sentence));
	assert_int_equal(call(AF_INET, port), -1);
	assert_true(listener_possible(row, "", false, sentence, sizeof sentence));
	assert_true(listener_possible(row, "[::]:0", false, sentence, sizeof sentence));
	assert_false(listener_possible(row, "192.0.2.1:0", true, sentence, sizeof sentence));
	assert_non_null(strstr(sentence, "this host has no such address"));
	assert_false(listener_possible(row, "1.2.3", false, sentence, sizeof sentence));
	assert_non_null(strstr(sentence, "not an address and port"));
}

static void settings_are_read_strictly(void **state)
{
	static const char *const wrong[] = {"nonsense", "[::1]", "::1:22",
		"127.0.0.1:", "127.0.0.1:70000", "127.0.0.1:22x", "not.a.host.invalid:22"};
	struct listeners listeners = {0};
	char sentence[512];
	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		sentence[0] = '\0';
		assert_false(listeners_add(
			&listeners, &transport_ssh, wrong[i], sentence, sizeof sentence));
		assert_non_null(strstr(sentence, wrong[i]));
	}
	assert_true(listeners_add(&listeners, &transport_ssh, "", sentence, sizeof sentence));
	assert_int_equal(listeners.count, 0);
	static const char *const right[] = {"0", ":0", "*:0", "127.0.0.1:0", "0.0.0.0:0"};
	for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
		assert_true(listeners_add(
			&listeners, &transport_ssh, right[i], sentence, sizeof sentence));
		assert_int_equal(listeners.count, 1);
		listeners_close(&listeners);
	}
}

/* An address that is too long is cut, and the next one of the list is not. */
static void a_long_address_is_cut(void **state)
{
	char text[LISTENER_WHERE_MAX + 16], where[LISTENER_WHERE_MAX];
	const char *list = text;
	(void)state;
	memset(text, 'a', sizeof text);
	strcpy(text + LISTENER_WHERE_MAX, ",[::]:22");
	assert_true(listener_next(&list, where));
	assert_int_equal(strlen(where), LISTENER_WHERE_MAX - 1);
	assert_true(listener_next(&list, where));
	assert_string_equal(where, "[::]:22");
	assert_false(listener_next(&list, where));
	/* The longest address that fits is whole. */
	text[LISTENER_WHERE_MAX - 1] = '\0';
	list = text;
	assert_true(listener_next(&list, where));
	assert_string_equal(where, text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_address_answers_both_families),
		cmocka_unit_test(a_list_of_addresses_is_listened_on),
		cmocka_unit_test(a_taken_port_is_a_sentence),
		cmocka_unit_test(a_setting_is_tried_without_listening),
		cmocka_unit_test(settings_are_read_strictly),
		cmocka_unit_test(a_long_address_is_cut),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
