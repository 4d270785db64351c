/* The entrance of the listener: places with names and reports, bans, and sessions that must leave.
 * Time is what the test says. */
#include "tests/test.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "door/metrics/metrics.h"
#include "door/net/admission.h"
#include "door/net/entrance.h"
#include "door/net/report.h"
#include "door/os/log.h"

#define LEAVE_MS 2000
#define TELNET 1

static struct {
	struct entrance *entrance;
	struct config config;
	int64_t now_ms;
	const char *why;
	char told[512];
	int report; /* the descriptor that the reports of this process go to */
} scene;

static void told_admit(void *context, int listener, int socket, const struct proxied *client)
{
	char text[ADDRESS_TEXT_MAX];
	size_t used = strlen(scene.told);

	assert_ptr_equal(context, &scene);
	address_text(&client->address, text);
	snprintf(scene.told + used, sizeof scene.told - used, "admit %d %d %s%s;", listener, socket,
		text, client->tls ? " in TLS" : "");
}

static void told_end(void *context, int place, bool again)
{
	size_t used = strlen(scene.told);

	assert_ptr_equal(context, &scene);
	snprintf(scene.told + used, sizeof scene.told - used, "end %d %d;", place, again);
}

static void expect_told(const char *text)
{
	assert_string_equal(scene.told, text);
	scene.told[0] = '\0';
}

static struct address address_of(const char *text)
{
	struct network network;

	assert_true(network_parse(text, &network));
	return network.address;
}

static int take(const char *text)
{
	struct address address = address_of(text);

	return entrance_take(scene.entrance, &address, TELNET, scene.now_ms, &scene.why);
}

static void give_back(int place, int status)
{
	entrance_give_back(scene.entrance, place, status, scene.now_ms);
}

static void renew(void)
{
	const struct entrance_handlers handlers = {
		.context = &scene, .admit = told_admit, .end = told_end};

	scene.entrance = entrance_new(&scene.config, 2, &handlers);
	scene.told[0] = '\0';
}

static int set_up(void **state)
{
	(void)state;
	log_level_set(LOG_ERROR);
	scene.now_ms = 1000000;
	config_defaults(&scene.config);
	renew();
	return 0;
}

static void each_place_has_a_name_and_a_report(void **state)
{
	(void)state;
	assert_true(entrance_capacity(scene.entrance) >= scene.config.limits_connections);
	assert_int_equal(entrance_report_descriptor(scene.entrance, 0), -1);
	assert_int_equal(entrance_patience(scene.entrance, scene.now_ms), -1);
	int first = take("192.0.2.1"), second = take("192.0.2.2");
	assert_true(first >= 0 && second >= 0 && first != second);
	assert_int_equal(entrance_count(scene.entrance), 2);
	assert_int_equal(strlen(entrance_id(scene.entrance, first)), 8);
	assert_int_equal(strspn(entrance_id(scene.entrance, first), "0123456789abcdef"), 8);
	assert_string_not_equal(
		entrance_id(scene.entrance, first), entrance_id(scene.entrance, second));
	int report = entrance_report_descriptor(scene.entrance, first);
	assert_true(fcntl(report, F_GETFD) >= 0);
	give_back(first, 0);
	assert_true(fcntl(report, F_GETFD) < 0);
	assert_int_equal(entrance_report_descriptor(scene.entrance, first), -1);
	assert_int_equal(entrance_count(scene.entrance), 1);
	assert_true(entrance_report_descriptor(scene.entrance, second) >= 0);
	give_back(second, 0);
	expect_told("");
}

static void a_banned_address_reads_why(void **state)
{
	struct bans *bans = entrance_bans(scene.entrance);
	struct ban ban = {.until = 0, .reason = "Loud singing"};
	struct address address = address_of("198.51.100.7");
	uint64_t before = metric_value(METRIC_REFUSED, REFUSAL_BANNED, 0);

	(void)state;
	assert_true(network_parse("198.51.100.0/24", &ban.network));
	bans_begin(bans);
	bans_add(bans, &ban);
	bans_commit(bans);
	assert_int_equal(
		entrance_take(scene.entrance, &address, TELNET, scene.now_ms, &scene.why), -1);
	assert_non_null(strstr(scene.why, "your address is banned"));
	assert_non_null(strstr(scene.why, "Loud singing"));
	assert_int_equal(metric_value(METRIC_REFUSED, REFUSAL_BANNED, 0), before + 1);
	int other = take("198.51.101.7");
	assert_true(other >= 0);
	give_back(other, 0);
	bans_begin(bans);
	bans_commit(bans);
	other = take("198.51.100.7");
	assert_true(other >= 0);
	give_back(other, 0);
}

/* The session of a place sends a report so many times. */
static void report(int place, enum report kind, int count)
{
	dup2(entrance_report_descriptor(scene.entrance, place), scene.report);
	for (int i = 0; i < count; i++)
		report_send(kind);
}

static void wrong_passwords_are_penalised(void **state)
{
	struct pollfd ready = {.fd = entrance_descriptor(scene.entrance), .events = POLLIN};
	uint64_t before = metric_value(METRIC_PENALTIES, OFFENCE_password, 0);

	(void)state;
	int place = take("192.0.2.9");
	assert_int_equal(poll(&ready, 1, 0), 0);
	report(place, REPORT_PASSWORD, 3);
	assert_int_equal(poll(&ready, 1, 0), 1);
	entrance_work(scene.entrance, scene.now_ms);
	assert_int_equal(metric_value(METRIC_PENALTIES, OFFENCE_password, 0), before + 3);
	assert_int_equal(poll(&ready, 1, 0), 0);
	/* More than a few at once change nothing. */
	report(place, REPORT_PASSWORD, 30);
	entrance_work(scene.entrance, scene.now_ms);
	assert_int_equal(metric_value(METRIC_PENALTIES, OFFENCE_password, 0), before + 11);
	assert_true(take("192.0.2.9") < 0);
	assert_non_null(scene.why);
	int other = take("203.0.113.9");
	assert_true(other >= 0);
	/* The last reports count when the session has ended. */
	before = metric_value(METRIC_PENALTIES, OFFENCE_garbage, 0);
	report(other, REPORT_GARBAGE, 2);
	give_back(other, 0);
	assert_int_equal(metric_value(METRIC_PENALTIES, OFFENCE_garbage, 0), before + 2);
	give_back(place, 0);
}

static void the_end_of_a_session_is_judged(void **state)
{
	uint64_t crashes = metric_value(METRIC_PENALTIES, OFFENCE_crash, 0);
	uint64_t no_login = metric_value(METRIC_PENALTIES, OFFENCE_no_login, 0);

	(void)state;
	int place = take("192.0.2.20");
	give_back(place, 11);
	assert_int_equal(metric_value(METRIC_PENALTIES, OFFENCE_crash, 0), crashes + 1);
	/* A session that did not begin is not its client's fault. */
	place = take("192.0.2.21");
	give_back(place, ENTRANCE_NOT_BEGUN);
	assert_int_equal(metric_value(METRIC_PENALTIES, OFFENCE_no_login, 0), no_login);
	place = take("192.0.2.22");
	give_back(place, 0);
	assert_int_equal(metric_value(METRIC_PENALTIES, OFFENCE_no_login, 0), no_login + 1);
	place = take("192.0.2.23");
	report(place, REPORT_PASSED, 1);
	entrance_work(scene.entrance, scene.now_ms);
	give_back(place, 0);
	assert_int_equal(metric_value(METRIC_PENALTIES, OFFENCE_no_login, 0), no_login + 1);
}

/* Asked first, and killed if it is there after a while. */
static void a_session_that_must_leave_is_ended_again(void **state)
{
	char text[32];

	(void)state;
	scene.config.limits_before_login = 2;
	scene.config.limits_drop_from = 1000;
	entrance_set(scene.entrance, &scene.config);
	int first = take("192.0.2.1"), second = take("192.0.2.2");
	assert_true(first >= 0 && second >= 0);
	assert_int_equal(take("192.0.2.3"), -1);
	scene.now_ms += ADMISSION_GRACE_MS;
	int third = take("192.0.2.3");
	assert_true(third >= 0);
	snprintf(text, sizeof text, "end %d 0;", first);
	expect_told(text);
	assert_int_equal(entrance_patience(scene.entrance, scene.now_ms), LEAVE_MS);
	scene.now_ms += 500;
	assert_true(take("192.0.2.4") >= 0);
	snprintf(text, sizeof text, "end %d 0;", second);
	expect_told(text);
	assert_int_equal(entrance_patience(scene.entrance, scene.now_ms), LEAVE_MS - 500);
	scene.now_ms += LEAVE_MS - 501;
	entrance_work(scene.entrance, scene.now_ms);
	expect_told("");
	scene.now_ms++;
	assert_int_equal(entrance_patience(scene.entrance, scene.now_ms), 0);
	entrance_work(scene.entrance, scene.now_ms);
	snprintf(text, sizeof text, "end %d 1;", first);
	expect_told(text);
	assert_int_equal(entrance_patience(scene.entrance, scene.now_ms), 500);
	/* The first one ends; the second one is ended again in its time. */
	give_back(first, 9);
	scene.now_ms += 500;
	entrance_work(scene.entrance, scene.now_ms);
	snprintf(text, sizeof text, "end %d 1;", second);
	expect_told(text);
	assert_int_equal(entrance_patience(scene.entrance, scene.now_ms), LEAVE_MS);
	give_back(second, 9);
	assert_int_equal(entrance_patience(scene.entrance, scene.now_ms), -1);
}

static void a_session_of_an_older_server_keeps_its_name(void **state)
{
	struct address address = address_of("192.0.2.1");
	uint64_t no_login = metric_value(METRIC_PENALTIES, OFFENCE_no_login, 0);

	(void)state;
	scene.config.limits_before_login = 2;
	scene.config.limits_drop_from = 1000;
	scene.config.limits_connections = 2;
	renew();
	int place = entrance_resume(scene.entrance, &address, "feedbeef", scene.now_ms);
	assert_true(place >= 0);
	assert_string_equal(entrance_id(scene.entrance, place), "feedbeef");
	assert_true(entrance_report_descriptor(scene.entrance, place) >= 0);
	assert_int_equal(entrance_count(scene.entrance), 1);
	give_back(place, 0);
	assert_int_equal(metric_value(METRIC_PENALTIES, OFFENCE_no_login, 0), no_login);
	assert_true(entrance_resume(scene.entrance, &address, "1", scene.now_ms) >= 0);
	assert_true(entrance_resume(scene.entrance, &address, "2", scene.now_ms) >= 0);
	assert_int_equal(entrance_resume(scene.entrance, &address, "3", scene.now_ms), -1);
	expect_told("");
}

/* Only the addresses of proxies name others. */
static void a_client_without_a_proxy_is_admitted_at_once(void **state)
{
	struct address address = address_of("192.0.2.1"), proxy = address_of("203.0.113.1");
	int pair[2];

	(void)state;
	entrance_arrive(scene.entrance, 3, 17, &address, scene.now_ms);
	expect_told("admit 3 17 192.0.2.1;");
	snprintf(scene.config.listen_proxies, sizeof scene.config.listen_proxies, "203.0.113.1");
	entrance_set(scene.entrance, &scene.config);
	entrance_arrive(scene.entrance, 3, 17, &address, scene.now_ms);
	expect_told("admit 3 17 192.0.2.1;");
	assert_int_equal(pipe(pair), 0);
	entrance_arrive(scene.entrance, 3, pair[0], &proxy, scene.now_ms);
	expect_told("");
	assert_true(entrance_patience(scene.entrance, scene.now_ms) > 0);
	close(pair[1]);
}

/* The header of a listed proxy names the client, and whether it called in TLS. */
static void a_proxy_names_its_client_and_its_tls(void **state)
{
	static const char header[] = "\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x14"
				     "\xc0\0\x02\x01\xc6\x33\x64\x01\xdc\x04\0\x17"
				     "\x20\0\x05\x01\0\0\0\0";
	struct address proxy = address_of("203.0.113.1");
	char told[60];
	int pair[2];

	(void)state;
	snprintf(scene.config.listen_proxies, sizeof scene.config.listen_proxies, "203.0.113.1");
	entrance_set(scene.entrance, &scene.config);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair), 0);
	entrance_arrive(scene.entrance, 3, pair[0], &proxy, scene.now_ms);
	assert_int_equal(write(pair[1], header, sizeof header - 1), sizeof header - 1);
	entrance_work(scene.entrance, scene.now_ms);
	snprintf(told, sizeof told, "admit 3 %d 192.0.2.1 in TLS;", pair[0]);
	expect_told(told);
	close(pair[0]);
	close(pair[1]);
}

static int group_set_up(void **state)
{
	(void)state;
	scene.report = open("/dev/null", O_WRONLY | O_CLOEXEC);
	report_begin(scene.report);
	return metrics_share() ? 0 : -1;
}

#define TEST(function) cmocka_unit_test_setup(function, set_up)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(each_place_has_a_name_and_a_report),
		TEST(a_banned_address_reads_why),
		TEST(wrong_passwords_are_penalised),
		TEST(the_end_of_a_session_is_judged),
		TEST(a_session_that_must_leave_is_ended_again),
		TEST(a_session_of_an_older_server_keeps_its_name),
		TEST(a_client_without_a_proxy_is_admitted_at_once),
		TEST(a_proxy_names_its_client_and_its_tls),
	};

	return cmocka_run_group_tests(tests, group_set_up, NULL);
}
