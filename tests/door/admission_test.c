/* Admission: the limits, the exemption of loopback, and the page that sessions share with the
 * listener. */
#include "tests/test.h"

#include "door/net/admission.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/wait.h>
#include <unistd.h>

static struct sockaddr_storage address(const char *text)
{
	struct sockaddr_storage storage;
	struct sockaddr_in *four = (void *)&storage;
	struct sockaddr_in6 *six = (void *)&storage;
	memset(&storage, 0, sizeof storage);
	if (inet_pton(AF_INET, text, &four->sin_addr) == 1) {
		storage.ss_family = AF_INET;
	} else {
		assert_int_equal(inet_pton(AF_INET6, text, &six->sin6_addr), 1);
		storage.ss_family = AF_INET6;
	}
	return storage;
}

static int take(struct admissions *admissions, const char *text)
{
	struct sockaddr_storage peer = address(text);
	const char *why;
	int place = admissions_take(admissions, &peer, &why);
	/* A refusal has its sentence, and only a refusal. */
	assert_int_equal(place < 0, why != NULL);
	return place;
}

static void all_places_can_be_taken_and_given_back(void **state)
{
	const struct admission_limits limits = {3, 10, 10};
	struct admissions *admissions = admissions_new(&limits);
	(void)state;
	for (int i = 0; i < 3; i++)
		assert_in_range(take(admissions, "127.0.0.1"), 0, 2);
	assert_int_equal(admissions_count(admissions), 3);
	assert_int_equal(take(admissions, "127.0.0.1"), -1);
	admissions_give_back(admissions, 1);
	assert_int_equal(take(admissions, "127.0.0.1"), 1);
	admissions_free(admissions);
}

static void one_address_has_a_cap_however_it_is_written(void **state)
{
	const struct admission_limits limits = {100, 100, 2};
	struct admissions *admissions = admissions_new(&limits);
	(void)state;
	int first = take(admissions, "192.0.2.1");
	assert_true(first >= 0);
	assert_true(take(admissions, "::ffff:192.0.2.1") >= 0);
	assert_int_equal(take(admissions, "192.0.2.1"), -1);
	assert_int_equal(take(admissions, "::ffff:192.0.2.1"), -1);
	assert_true(take(admissions, "192.0.2.2") >= 0);
	/* A home has an IPv6 network of 64 bits to itself. */
	assert_true(take(admissions, "2001:db8::1") >= 0);
	assert_true(take(admissions, "2001:db8::2") >= 0);
	assert_int_equal(take(admissions, "2001:db8::3"), -1);
	assert_true(take(admissions, "2001:db8:0:1::3") >= 0);
	admissions_give_back(admissions, first);
	assert_true(take(admissions, "192.0.2.1") >= 0);
	admissions_free(admissions);
}

static void loopback_is_exempt_from_the_cap_of_an_address(void **state)
{
	static const char *const loopbacks[] = {
		"127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"};
	const struct admission_limits limits = {100, 100, 1};
	struct admissions *admissions = admissions_new(&limits);
	(void)state;
	for (int i = 0; i < 40; i++)
		assert_true(take(admissions, loopbacks[i % 4]) >= 0);
	admissions_free(admissions);
}

/* A session is another process: what it says must be seen here. */
static void pass_in_a_child(struct admissions *admissions, int place)
{
	pid_t child = fork();
	if (child == 0) {
		admission_is_mine(admissions, place);
		admission_passed();
		_exit(0);
	}
	assert_int_equal(waitpid(child, NULL, 0), child);
}

static void those_before_login_have_a_cap_and_a_login_frees_a_place(void **state)
{
	const struct admission_limits limits = {100, 2, 100};
	struct admissions *admissions = admissions_new(&limits);
	(void)state;
	admission_passed(); /* no session: nothing */
	int first = take(admissions, "127.0.0.1");
	assert_true(take(admissions, "127.0.0.1") >= 0);
	assert_int_equal(take(admissions, "127.0.0.1"), -1);
	pass_in_a_child(admissions, first);
	assert_true(take(admissions, "127.0.0.1") >= 0);
	assert_int_equal(take(admissions, "127.0.0.1"), -1);
	/* The place of one that passed begins anew. */
	admissions_give_back(admissions, first);
	assert_int_equal(take(admissions, "127.0.0.1"), -1);
	assert_int_equal(admissions_count(admissions), 2);
	admissions_free(admissions);
}

static void addresses_are_written_as_numbers(void **state)
{
	static const char *const rows[][2] = {
		{"192.0.2.1", "192.0.2.1"}, {"::ffff:192.0.2.1", "192.0.2.1"}, {"::1", "::1"}};
	char text[64];
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct sockaddr_storage storage = address(rows[i][0]);
		address_text(&storage, text, sizeof text);
		assert_string_equal(text, rows[i][1]);
	}
	struct sockaddr_storage none = {.ss_family = AF_UNIX};
	address_text(&none, text, sizeof text);
	assert_string_equal(text, "unknown");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_places_can_be_taken_and_given_back),
		cmocka_unit_test(one_address_has_a_cap_however_it_is_written),
		cmocka_unit_test(loopback_is_exempt_from_the_cap_of_an_address),
		cmocka_unit_test(those_before_login_have_a_cap_and_a_login_frees_a_place),
		cmocka_unit_test(addresses_are_written_as_numbers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
