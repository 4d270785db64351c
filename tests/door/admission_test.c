/* Admission: shares, early drop, who leaves for a newcomer, penalties. The clock is a number. */
#include "tests/test.h"

#include "door/net/admission.h"
#include "door/net/sources.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SSH, TELNET };

static int64_t now_ms;
static struct admission_answer last;

static struct address address(const char *text)
{
	struct networks networks;
	char sentence[160];
	assert_true(networks_parse(text, &networks, sentence, sizeof sentence));
	return networks.each[0].address;
}

static struct admission_rules rules(void)
{
	now_ms = 1000000;
	return (struct admission_rules){.connections = 1000,
		.doors = 1,
		.before_login = 100,
		.drop_from = 1000,
		.drop_percent = 30,
		.per_address = 1000,
		.per_network = 1000,
		.login_seconds = 120,
		.penalty_start_seconds = 15,
		.penalty_most_seconds = 600};
}

/* A place for a client, or -1. */
static int take_by(struct admissions *admissions, const char *text, int door)
{
	struct address from = address(text);
	last = admissions_take(admissions, &from, door, now_ms);
	/* A refusal has its sentence, and only a refusal. */
	assert_int_equal(last.place < 0, last.why != NULL);
	return last.place;
}

static int take(struct admissions *admissions, const char *text)
{
	return take_by(admissions, text, SSH);
}

static enum offence end(struct admissions *admissions, int place)
{
	enum offence offence;
	admissions_give_back(admissions, place, false, now_ms, &offence);
	return offence;
}

static void all_places_can_be_taken_and_given_back(void **state)
{
	struct admission_rules three = rules();
	three.connections = 3;
	struct admissions *admissions = admissions_new(&three);
	int places[3];
	(void)state;
	for (int i = 0; i < 3; i++) {
		places[i] = take(admissions, "192.0.2.1");
		assert_in_range(places[i], 0, admissions_capacity(admissions) - 1);
		admissions_passed(admissions, places[i]);
	}
	assert_int_equal(admissions_count(admissions), 3);
	assert_int_equal(take(admissions, "192.0.2.1"), -1);
	assert_string_equal(last.why, "the server is full; try again later");
	assert_int_equal(end(admissions, places[1]), OFFENCE_COUNT);
	assert_int_equal(take(admissions, "192.0.2.1"), places[1]);
	admissions_free(admissions);
}

static void addresses_and_networks_have_limits(void **state)
{
	struct admission_rules few = rules();
	few.per_address = 2;
	few.per_network = 4;
	struct admissions *admissions = admissions_new(&few);
	(void)state;
	int first = take(admissions, "192.0.2.1");
	assert_true(first >= 0 && take(admissions, "192.0.2.1") >= 0);
	assert_int_equal(take(admissions, "192.0.2.1"), -1);
	assert_non_null(strstr(last.why, "too many connections from your address;"));
	assert_true(take(admissions, "192.0.2.2") >= 0);
	assert_true(take(admissions, "192.0.2.3") >= 0);
	assert_int_equal(take(admissions, "192.0.2.4"), -1); /* the /24 */
	assert_non_null(strstr(last.why, "too many connections from your network;"));
	assert_true(take(admissions, "192.0.3.4") >= 0);
	end(admissions, first);
	assert_true(take(admissions, "192.0.2.4") >= 0);
	/* A home has an IPv6 /64 to itself. */
	assert_true(take(admissions, "2001:db8::1") >= 0);
	assert_true(take(admissions, "2001:db8::2") >= 0);
	assert_int_equal(take(admissions, "2001:db8::3"), -1);
	assert_true(take(admissions, "2001:db8:0:1::3") >= 0);
	assert_int_equal(take(admissions, "2001:db8:0:2::3"), -1); /* the /56: three */
	assert_true(take(admissions, "2001:db8:0:100::3") >= 0);
	assert_int_equal(take(admissions, "2001:db8:0:200::3"), -1); /* the /48 */
	assert_true(take(admissions, "2001:db8:1::3") >= 0);
	admissions_free(admissions);
}

static void nobody_is_exempt_but_the_trusted(void **state)
{
	struct admission_rules one = rules();
	char sentence[160];
	one.per_address = 1;
	struct admissions *admissions = admissions_new(&one);
	(void)state;
	assert_true(take(admissions, "127.0.0.1") >= 0);
	assert_int_equal(take(admissions, "127.0.0.1"), -1);
	assert_true(take(admissions, "::1") >= 0);
	assert_int_equal(take(admissions, "::1"), -1);
	admissions_free(admissions);
	assert_true(networks_parse("127.0.0.0/8", &one.trusted, sentence, sizeof sentence));
	admissions = admissions_new(&one);
	for (int i = 0; i < 40; i++) {
		int place = take(admissions, "127.8.9.1");
		assert_true(place >= 0);
		assert_int_equal(admissions_offence(admissions, place, OFFENCE_crash, now_ms), 0);
	}
	admissions_free(admissions);
}

/* Ends what was asked to leave, as the listener does. */
static int take_and_end(struct admissions *admissions, const char *text)
{
	int place = take(admissions, text);
	if (last.leaver >= 0) {
		enum offence offence;
		admissions_give_back(admissions, last.leaver, false, now_ms, &offence);
		assert_int_equal(offence, OFFENCE_late);
	}
	return place;
}

static void silent_connections_close_the_door_to_nobody_else(void **state)
{
	struct admission_rules usual = rules();
	char text[32];
	usual.per_network = 100;
	struct admissions *admissions = admissions_new(&usual);
	(void)state;
	for (int i = 0; i < 100; i++) {
		snprintf(text, sizeof text, "127.1.2.%d", i);
		assert_true(take(admissions, text) >= 0);
	}
	/* At once, though all are young: their network is the crowded one. */
	int honest = take_and_end(admissions, "127.9.9.1");
	assert_true(honest >= 0 && last.leaver >= 0);
	assert_int_equal(admissions_waiting(admissions, SSH), 100);
	/* More of them do not make the honest one leave. */
	now_ms += 60000;
	for (int i = 0; i < 90; i++) {
		snprintf(text, sizeof text, "127.1.2.%d", 100 + i);
		take_and_end(admissions, text);
		assert_int_not_equal(last.leaver, honest);
	}
	admissions_passed(admissions, honest);
	assert_int_equal(admissions_waiting(admissions, SSH), 99);
	admissions_free(admissions);
}

static void when_full_the_oldest_leaves_unless_it_is_young(void **state)
{
	struct admission_rules three = rules();
	three.before_login = 3;
	struct admissions *admissions = admissions_new(&three);
	(void)state;
	int first = take(admissions, "192.0.2.1");
	int second = take(admissions, "198.51.100.1");
	assert_true(take(admissions, "203.0.113.1") >= 0);
	assert_int_equal(take(admissions, "10.0.0.1"), -1);
	assert_string_equal(last.why, "too many connections are logging in; try again in a minute");
	now_ms += ADMISSION_GRACE_MS;
	assert_true(take(admissions, "10.0.0.1") >= 0);
	assert_int_equal(last.leaver, first);
	assert_true(take(admissions, "10.0.1.1") >= 0);
	assert_int_equal(last.leaver, second);
	/* It counts as gone at once, and its end does not count again. */
	assert_int_equal(admissions_waiting(admissions, SSH), 3);
	assert_int_equal(end(admissions, first), OFFENCE_late);
	assert_int_equal(admissions_waiting(admissions, SSH), 3);
	admissions_free(admissions);
}

static void who_has_logged_in_never_leaves(void **state)
{
	struct admission_rules two = rules();
	two.before_login = 2;
	struct admissions *admissions = admissions_new(&two);
	(void)state;
	int player = take(admissions, "192.0.2.1");
	admissions_passed(admissions, player);
	admissions_passed(admissions, player); /* twice is once */
	int first = take(admissions, "192.0.2.1");
	assert_true(take(admissions, "192.0.2.1") >= 0);
	now_ms += 60000;
	assert_true(take(admissions, "192.0.2.1") >= 0);
	assert_int_equal(last.leaver, first);
	admissions_passed(admissions, first); /* too late */
	assert_int_equal(admissions_waiting(admissions, SSH), 2);
	admissions_free(admissions);
}

/* A session that never ends must not use up all descriptors. */
static void those_who_are_leaving_are_bounded(void **state)
{
	struct admission_rules one = rules();
	one.before_login = 1;
	struct admissions *admissions = admissions_new(&one);
	int count = 0;
	(void)state;
	for (int i = 0; i < 200; i++, now_ms += ADMISSION_GRACE_MS)
		count += take(admissions, "192.0.2.1") >= 0;
	assert_int_equal(count, 1 + ADMISSION_LEAVING_MAX);
	admissions_free(admissions);
}

/* The newcomers of 1,000 who are admitted while so many wait. */
static int admitted_of_1000(struct admissions *admissions, int waiting)
{
	int admitted = 0;
	while (admissions_waiting(admissions, SSH) < waiting)
		take(admissions, "192.0.2.1");
	for (int i = 0; i < 1000; i++) {
		int place = take(admissions, "192.0.2.1");
		if (place < 0)
			continue;
		admitted++;
		admissions_passed(admissions, place);
		end(admissions, place);
	}
	return admitted;
}

static void newcomers_are_dropped_the_more_the_fuller_it_is(void **state)
{
	struct admission_rules early = rules();
	int admitted[10] = {0};
	char text[32];
	(void)state;
	early.drop_from = 10;
	for (int round = 0; round < 200; round++) {
		early.key[0] = (uint8_t)round;
		struct admissions *admissions = admissions_new(&early);
		for (int i = 0; i < 1000 && admissions_waiting(admissions, SSH) < 99; i++) {
			int tenth = admissions_waiting(admissions, SSH) / 10;
			bool in = take(admissions, "192.0.2.1") >= 0;
			admitted[tenth] += in;
			assert_true(in || tenth > 0);
			/* The first one of a network is spared. */
			if (tenth == 5) {
				snprintf(text, sizeof text, "10.%d.%d.1", round, i % 256);
				int other = take(admissions, text);
				assert_true(other >= 0);
				end(admissions, other);
			}
		}
		admissions_free(admissions);
	}
	assert_int_equal(admitted[0], 2000);
	struct admissions *admissions = admissions_new(&early);
	/* 30 percent are refused */
	assert_in_range(admitted_of_1000(admissions, 10), 650, 750);
	/* half way: 65 percent */
	assert_in_range(admitted_of_1000(admissions, 55), 300, 400);
	admissions_free(admissions);
}

static void neither_door_starves_the_other(void **state)
{
	struct admission_rules both = rules();
	both.doors = 2;
	both.connections = 100;
	both.before_login = 10;
	struct admissions *admissions = admissions_new(&both);
	(void)state;
	for (int i = 0; i < 10; i++)
		assert_true(take_by(admissions, "192.0.2.1", TELNET) >= 0);
	assert_int_equal(take_by(admissions, "192.0.2.1", TELNET), -1);
	assert_true(take_by(admissions, "192.0.2.1", SSH) >= 0);
	/* Players too: a quarter is the other's. */
	admissions_free(admissions);
	admissions = admissions_new(&both);
	for (int i = 0; i < 75; i++)
		admissions_passed(admissions, take_by(admissions, "192.0.2.1", TELNET));
	assert_int_equal(take_by(admissions, "198.51.100.1", TELNET), -1);
	for (int i = 0; i < 25; i++) {
		int place = take_by(admissions, "198.51.100.1", SSH);
		assert_true(place >= 0);
		admissions_passed(admissions, place);
	}
	assert_int_equal(take_by(admissions, "198.51.100.1", SSH), -1);
	admissions_free(admissions);
}

static void offenders_are_refused_until_it_is_over(void **state)
{
	struct admission_rules usual = rules();
	struct admissions *admissions = admissions_new(&usual);
	enum offence offence;
	(void)state;
	int place = take(admissions, "192.0.2.1");
	assert_int_equal(admissions_give_back(admissions, place, true, now_ms, &offence), 90);
	assert_int_equal(offence, OFFENCE_crash);
	assert_int_equal(take(admissions, "192.0.2.1"), -1);
	assert_true(last.penalised);
	assert_true(take(admissions, "198.51.100.1") >= 0);
	assert_false(last.penalised);
	now_ms += 91000;
	assert_true(take(admissions, "192.0.2.1") >= 0);
	admissions_free(admissions);
}

static void how_a_session_ends_is_judged(void **state)
{
	struct admission_rules usual = rules();
	struct admissions *admissions = admissions_new(&usual);
	(void)state;
	int place = take(admissions, "192.0.2.1");
	assert_int_equal(end(admissions, place), OFFENCE_no_login);
	place = take(admissions, "192.0.2.2");
	now_ms += 120000;
	assert_int_equal(end(admissions, place), OFFENCE_late);
	place = take(admissions, "192.0.2.3");
	admissions_passed(admissions, place);
	now_ms += 120000;
	assert_int_equal(end(admissions, place), OFFENCE_COUNT);
	/* Wrong passwords were counted already. */
	place = take(admissions, "192.0.2.4");
	assert_int_equal(admissions_offence(admissions, place, OFFENCE_password, now_ms), 0);
	assert_int_equal(end(admissions, place), OFFENCE_COUNT);
	admissions_free(admissions);
}

/* Only the listener has the tables: a session that reaches for them ends itself alone. */
static void a_session_has_no_admission_page(void **state)
{
	struct admission_rules usual = rules();
	struct admissions *admissions = admissions_new(&usual);
	int status, place = take(admissions, "192.0.2.1");
	(void)state;
	pid_t child = fork();
	if (child == 0) {
		for (int i = 1; i < 32; i++)
			signal(i, SIG_DFL);
		admissions_passed(admissions, place);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_false(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	assert_int_equal(admissions_waiting(admissions, SSH), 1);
	admissions_free(admissions);
}

/* A session reports over a descriptor, of itself alone. */
static void a_session_reports_of_itself(void **state)
{
	struct reports reports;
	int report = report_open(), other = report_open(), status;
	(void)state;
	report_send(REPORT_PASSED); /* no session: nothing */
	assert_true(report >= 0 && other >= 0);
	assert_false(report_read(report, &reports));
	pid_t child = fork();
	if (child == 0) {
		report_begin(report);
		report_send(REPORT_PASSWORD);
		report_send(REPORT_PASSWORD);
		report_send(REPORT_PASSED);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(report_read(report, &reports));
	assert_int_equal(reports.counts[REPORT_PASSED], 1);
	assert_int_equal(reports.counts[REPORT_PASSWORD], 2);
	assert_int_equal(reports.counts[REPORT_GARBAGE], 0);
	assert_false(report_read(report, &reports));
	assert_false(report_read(other, &reports));
	/* The most that a session can write fills its own counters. */
	uint64_t most = UINT64_MAX - 1;
	assert_int_equal(write(report, &most, sizeof most), sizeof most);
	report_begin(report);
	report_send(REPORT_PASSED); /* does not block */
	report_begin(-1);
	assert_true(report_read(report, &reports));
	assert_in_range(reports.counts[REPORT_GARBAGE], 1, 0xffff);
	close(report);
	close(other);
}

/* The memory for 2,000 connections, which the header and the manual state. */
static void the_tables_are_bounded(void **state)
{
	static const uint8_t key[16] = "";
	struct sources *sources = sources_new(key, 2064);
	struct address each = address("10.0.0.0");
	(void)state;
	assert_in_range(sources_size(sources), 100000, 300 * 1024);
	for (int round = 0; round < 3; round++) {
		for (unsigned i = 0; i < 2064; i++) {
			each.bytes[13] = (uint8_t)(i >> 8);
			each.bytes[14] = (uint8_t)i;
			sources_add(sources, &each, SOURCE_CONNECTIONS, 1);
		}
		assert_int_equal(sources_around(sources, &each, SOURCE_CONNECTIONS), 1);
		for (unsigned i = 0; i < 2064; i++) {
			each.bytes[13] = (uint8_t)(i >> 8);
			each.bytes[14] = (uint8_t)i;
			sources_add(sources, &each, SOURCE_CONNECTIONS, -1);
			assert_int_equal(sources_around(sources, &each, SOURCE_CONNECTIONS), 0);
		}
	}
	sources_free(sources);
}

/* Pages of address space of this process. */
static long pages(void)
{
	long count = 0;
	FILE *file = fopen("/proc/self/statm", "r");
	assert_non_null(file);
	assert_int_equal(fscanf(file, "%ld", &count), 1);
	fclose(file);
	return count;
}

static void what_is_freed_is_no_memory_any_more(void **state)
{
	struct admission_rules usual = rules();
	(void)state;
	admissions_free(admissions_new(&usual));
	long before = pages();
	for (int i = 0; i < 200; i++)
		admissions_free(admissions_new(&usual));
	assert_in_range(pages(), 1, before + 256);
	admissions_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_places_can_be_taken_and_given_back),
		cmocka_unit_test(addresses_and_networks_have_limits),
		cmocka_unit_test(nobody_is_exempt_but_the_trusted),
		cmocka_unit_test(silent_connections_close_the_door_to_nobody_else),
		cmocka_unit_test(when_full_the_oldest_leaves_unless_it_is_young),
		cmocka_unit_test(who_has_logged_in_never_leaves),
		cmocka_unit_test(those_who_are_leaving_are_bounded),
		cmocka_unit_test(newcomers_are_dropped_the_more_the_fuller_it_is),
		cmocka_unit_test(neither_door_starves_the_other),
		cmocka_unit_test(offenders_are_refused_until_it_is_over),
		cmocka_unit_test(how_a_session_ends_is_judged),
		cmocka_unit_test(a_session_has_no_admission_page),
		cmocka_unit_test(a_session_reports_of_itself),
		cmocka_unit_test(the_tables_are_bounded),
		cmocka_unit_test(what_is_freed_is_no_memory_any_more),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
