/* The listener's view of its forkers, with sockets that the test holds in the place of forkers and
 * of their parent. Time is what the test says. */
#include "tests/test.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include "door/metrics/metrics.h"
#include "door/net/transport.h"
#include "tests/door/caught.h"
#include "tests/door/fake_forker.h"

#define CAPACITY 6
#define RETRY_MS 1000
#define REPLACED_MS 60000
#define CRASHED SIGSEGV /* a status as waitpid has it */

static void told_ended(void *context, int place, pid_t pid, int status)
{
	struct scene *scene = context;
	size_t used = strlen(scene->told);

	snprintf(scene->told + used, sizeof scene->told - used, "ended %d %ld %d;", place,
		(long)pid, status);
}

static void told_orphaned(void *context, int place)
{
	struct scene *scene = context;
	size_t used = strlen(scene->told);

	snprintf(scene->told + used, sizeof scene->told - used, "orphaned %d;", place);
}

static void expect_told(struct scene *scene, const char *text)
{
	assert_string_equal(scene->told, text);
	scene->told[0] = '\0';
}

static bool begin(struct scene *scene, enum forker_kind kind, int place)
{
	const struct transport_row *row = kind == FORKER_SSH ? &transport_ssh : &transport_telnet;

	return forkers_begin(scene->forkers, row, place,
		&(struct forker_client){"192.0.2.1", "abc", true},
		&(struct wire_descriptors){4, {0, 1, 2, 2}});
}

static bool move(struct scene *scene, int place)
{
	return forkers_move(scene->forkers, place, "192.0.2.1", "abc",
		&(struct wire_descriptors){4, {0, 1, 2, 2}});
}

/* The forker's next request, which must be of that kind and place. */
static struct forker_request expect_request(
	const struct fake *fake, enum forker_request_kind kind, int place)
{
	struct wire_descriptors ends = {0};
	struct forker_request request;

	assert_int_equal(
		wire_receive(fake->socket, &request, sizeof request, &ends), sizeof request);
	assert_int_equal(request.kind, kind);
	assert_int_equal(request.place, place);
	assert_int_equal(ends.count, kind == FORKER_BEGIN ? 4 : kind == FORKER_REHEARSE ? 1 : 0);
	wire_close(&ends);
	return request;
}

static int set_up(void **state)
{
	struct scene *scene = calloc(1, sizeof *scene);
	int pair[2];

	log_level_set(LOG_ERROR);
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
	scene->parent = pair[1];
	scene->now_ms = transport_now_ms();
	scene->forkers = forkers_new(
		pair[0], CAPACITY, &(struct forkers_handlers){scene, told_ended, told_orphaned});
	forkers_request(scene->forkers, FORKER_PLAIN);
	*state = scene;
	return 0;
}

/* The listener lives as long as its process, so forkers are never freed. The list keeps a checker
 * of leaks from reporting them. */
static int tear_down(void **state)
{
	static struct scene *ended;
	struct scene *scene = *state;

	close(scene->parent);
	scene->ended = ended;
	ended = scene;
	return 0;
}

static void sessions_begin_in_the_forker_and_end(void **state)
{
	struct scene *scene = *state;

	assert_int_equal(forkers_patience(scene->forkers, scene->now_ms), -1);
	assert_false(begin(scene, FORKER_PLAIN, 0));
	struct fake fake = start(scene, 100);
	assert_int_equal(fake.kind, FORKER_PLAIN);
	/* Not yet ready. */
	assert_false(begin(scene, FORKER_PLAIN, 0));
	say_ready(scene, &fake, "");
	assert_int_equal(forkers_replaced(scene->forkers), 1);
	assert_false(begin(scene, FORKER_SSH, 0));
	assert_true(begin(scene, FORKER_PLAIN, 3));
	struct forker_request request = expect_request(&fake, FORKER_BEGIN, 3);
	assert_string_equal(request.peer, "192.0.2.1");
	assert_string_equal(request.id, "abc");
	assert_true(request.tls);
	assert_false(forkers_older(scene->forkers, 3));
	forkers_signal(scene->forkers, 3, SIGTERM);
	request = expect_request(&fake, FORKER_SIGNAL, 3);
	assert_int_equal(request.signal, SIGTERM);
	forkers_signal(scene->forkers, 4, SIGTERM);
	expect_silence(&fake);
	expect_told(scene, "");
	say_ended(scene, &fake, 3, 777, 256);
	expect_told(scene, "ended 3 777 256;");
	/* News of nobody are none. */
	say_ended(scene, &fake, 3, 777, 256);
	say_ended(scene, &fake, -1, 778, 0);
	say_ended(scene, &fake, CAPACITY, 778, 0);
	expect_told(scene, "");
	expect_kept(&fake);
	assert_int_equal(forkers_patience(scene->forkers, scene->now_ms), -1);
	end_fake(scene, &fake);
}

/* Some news have no size. */
static void forkers_are_counted_with_their_sizes(void **state)
{
	struct scene *scene = *state;
	struct forker_news news = {.kind = FORKER_READY, .place = -1, .size = 3000};
	struct fake plain = start(scene, 100);
	uint64_t count, bytes;

	say(scene, &plain, &news);
	forkers_request(scene->forkers, FORKER_SSH);
	struct fake ssh = start(scene, 101);
	say(scene, &ssh, &news);
	say(scene, &plain, &(struct forker_news){.kind = FORKER_ENDED, .place = -1, .size = 3100});
	say(scene, &plain, &(struct forker_news){.kind = FORKER_REHEARSED, .place = -1});
	metric_account_read(PROCESS_FORKER, &count, &bytes);
	assert_true(count == 2 && bytes == 6100);
	close(plain.socket);
	work(scene);
	metric_account_read(PROCESS_FORKER, &count, &bytes);
	assert_true(count == 1 && bytes == 3000);
}

/* Requests that do not fit are lost, and the listener goes on. */
static void a_forker_that_hangs_blocks_nobody(void **state)
{
	struct scene *scene = *state;
	struct fake fake = start_ready(scene, 100);

	assert_true(begin(scene, FORKER_PLAIN, 0));
	for (int i = 0; i < 5000; i++)
		forkers_signal(scene->forkers, 0, SIGTERM);
	for (int i = 0; i < 5000; i++)
		forkers_order(scene->forkers, &(struct wire_order){.kind = ORDER_VERIFIER},
			&(struct wire_descriptors){.count = 0});
	end_fake(scene, &fake);
	expect_told(scene, "orphaned 0;");
}

static void a_dead_forker_orphans_its_sessions(void **state)
{
	struct scene *scene = *state;
	enum forker_kind kind;
	struct fake fake = start_ready(scene, 100);

	assert_true(begin(scene, FORKER_PLAIN, 0));
	assert_true(begin(scene, FORKER_PLAIN, CAPACITY - 1));
	end_fake(scene, &fake);
	expect_told(scene, "orphaned 0;orphaned 5;");
	assert_false(begin(scene, FORKER_PLAIN, 1));
	/* The next one is requested after a while. */
	assert_int_equal(forkers_patience(scene->forkers, scene->now_ms), RETRY_MS);
	assert_int_equal(forkers_patience(scene->forkers, scene->now_ms + RETRY_MS - 1), 1);
	assert_int_equal(forkers_patience(scene->forkers, scene->now_ms + RETRY_MS + 5), 0);
	scene->now_ms += RETRY_MS - 1;
	work(scene);
	assert_false(asked_for(scene, &kind));
	scene->now_ms++;
	work(scene);
	assert_int_equal(forkers_patience(scene->forkers, scene->now_ms), -1);
	fake = start_ready(scene, 101);
	assert_true(begin(scene, FORKER_PLAIN, 0));
	end_fake(scene, &fake);
	expect_told(scene, "orphaned 0;");
}

static void a_forker_that_cannot_be_started_is_requested_again(void **state)
{
	const struct start none = {FORKER_PLAIN, -1};
	struct scene *scene = *state;
	enum forker_kind kind;
	char text[256];

	assert_true(asked_for(scene, &kind));
	assert_true(wire_send(
		scene->parent, &none, sizeof none, &(struct wire_descriptors){.count = 0}));
	work(scene);
	assert_int_equal(forkers_patience(scene->forkers, scene->now_ms), RETRY_MS);
	scene->now_ms += RETRY_MS;
	work(scene);
	struct fake fake = start(scene, 100);
	/* One that dies before it is ready, with a sentence. */
	struct forker_news news = {.kind = FORKER_REFUSES, .place = -1, .text = "no luck"};
	say(scene, &fake, &news);
	end_fake(scene, &fake);
	assert_false(forkers_await(scene->forkers, FORKER_PLAIN, text, sizeof text));
	assert_string_equal(text, "no luck");
	assert_int_equal(forkers_patience(scene->forkers, scene->now_ms), RETRY_MS);
	scene->now_ms += RETRY_MS;
	work(scene);
	fake = start(scene, 101);
	news = (struct forker_news){.kind = FORKER_FORBIDDEN, .place = -1, .status = 1};
	say(scene, &fake, &news);
	end_fake(scene, &fake);
	assert_false(forkers_await(scene->forkers, FORKER_PLAIN, text, sizeof text));
	assert_string_equal(text,
		"cannot serve: the process for sessions of telnet was killed for system call "
		"write (1); report this, and serve with sandbox = log meanwhile");
}

/* A parent short of starts has one a second, which the kind that waits must get. */
static void a_failed_start_of_one_kind_repeats_no_other(void **state)
{
	const struct start none = {FORKER_SSH, -1};
	struct scene *scene = *state;
	enum forker_kind kind;

	forkers_request(scene->forkers, FORKER_SSH);
	struct fake plain = start(scene, 100);
	assert_int_equal(plain.kind, FORKER_PLAIN);
	assert_true(asked_for(scene, &kind));
	assert_true(wire_send(
		scene->parent, &none, sizeof none, &(struct wire_descriptors){.count = 0}));
	work(scene);
	say_ready(scene, &plain, "");
	scene->now_ms += RETRY_MS;
	work(scene);
	assert_true(asked_for(scene, &kind));
	assert_int_equal(kind, FORKER_SSH);
	assert_false(asked_for(scene, &kind));
	end_fake(scene, &plain);
}

static void the_text_of_a_ready_forker_is_kept(void **state)
{
	struct scene *scene = *state;
	char text[256];
	struct fake plain = start_ready(scene, 100);

	assert_false(forkers_await(scene->forkers, FORKER_SSH, text, sizeof text));
	assert_string_equal(text, "cannot start a process for sessions; see the log");
	forkers_request(scene->forkers, FORKER_SSH);
	struct fake ssh = start(scene, 101);
	assert_int_equal(ssh.kind, FORKER_SSH);
	say_ready(scene, &ssh, "SHA256:abc");
	assert_true(forkers_await(scene->forkers, FORKER_SSH, text, sizeof text));
	assert_string_equal(text, "SHA256:abc");
	assert_true(forkers_await(scene->forkers, FORKER_PLAIN, text, sizeof text));
	assert_string_equal(text, "");
	/* Those of ssh are not counted, because its sessions do not move. */
	assert_int_equal(forkers_replaced(scene->forkers), 1);
	end_fake(scene, &plain);
	end_fake(scene, &ssh);
}

static void a_crash_replaces_the_forker(void **state)
{
	struct scene *scene = *state;
	enum forker_kind kind;
	struct fake first = start_ready(scene, 100);

	for (int place = 0; place < 3; place++)
		assert_true(begin(scene, FORKER_PLAIN, place));
	/* An end by an exit status is no crash. */
	say_ended(scene, &first, 0, 500, 256);
	assert_false(asked_for(scene, &kind));
	say_ended(scene, &first, 1, 501, CRASHED);
	expect_told(scene, "ended 0 500 256;ended 1 501 11;");
	struct fake second = start_ready(scene, 101);
	assert_int_equal(forkers_replaced(scene->forkers), 2);
	/* The first one has a session, so it stays until that ends. */
	expect_kept(&first);
	assert_true(forkers_older(scene->forkers, 2));
	assert_true(begin(scene, FORKER_PLAIN, 0));
	assert_true(begin(scene, FORKER_PLAIN, 1));
	assert_false(forkers_older(scene->forkers, 0));
	/* A crash of an older one replaces nothing. */
	say_ended(scene, &first, 2, 502, CRASHED);
	expect_dropped(&first);
	assert_int_equal(forkers_patience(scene->forkers, scene->now_ms), -1);
	/* The next replacement is at least a minute later. */
	scene->now_ms += 10;
	say_ended(scene, &second, 0, 503, CRASHED);
	assert_int_equal(forkers_patience(scene->forkers, scene->now_ms), REPLACED_MS - 10);
	say_ended(scene, &second, 1, 504, CRASHED);
	assert_int_equal(forkers_patience(scene->forkers, scene->now_ms), REPLACED_MS - 10);
	scene->now_ms += REPLACED_MS - 11;
	work(scene);
	assert_false(asked_for(scene, &kind));
	scene->now_ms++;
	work(scene);
	struct fake third = start_ready(scene, 102);
	expect_dropped(&second);
	expect_told(scene, "ended 2 502 11;ended 0 503 11;ended 1 504 11;");
	assert_true(begin(scene, FORKER_PLAIN, 0));
	scene->now_ms += REPLACED_MS;
	say_ended(scene, &third, 0, 505, CRASHED);
	assert_true(asked_for(scene, &kind));
	end_fake(scene, &third);
}

/* The requested one may have begun with older settings: another one follows it. */
static void a_reload_renews_each_forker(void **state)
{
	struct scene *scene = *state;
	enum forker_kind kind;

	forkers_renew(scene->forkers);
	struct fake first = start_ready(scene, 100);
	work(scene);
	struct fake second = start_ready(scene, 101);
	expect_dropped(&first);
	work(scene);
	assert_false(asked_for(scene, &kind));
	forkers_renew(scene->forkers);
	struct fake third = start_ready(scene, 102);
	expect_dropped(&second);
	work(scene);
	assert_false(asked_for(scene, &kind));
	assert_int_equal(forkers_replaced(scene->forkers), 3);
	end_fake(scene, &third);
}

/* Two forkers, of which the older one has a session at place 2. */
static struct fake two_forkers(struct scene *scene, struct fake *newer)
{
	struct fake older = start_ready(scene, 100);

	assert_true(begin(scene, FORKER_PLAIN, 2));
	expect_request(&older, FORKER_BEGIN, 2);
	assert_false(move(scene, 2));
	forkers_renew(scene->forkers);
	*newer = start_ready(scene, 101);
	expect_kept(&older);
	assert_false(move(scene, 1));
	assert_true(forkers_older(scene->forkers, 2));
	assert_true(move(scene, 2));
	expect_request(newer, FORKER_BEGIN, 2);
	assert_false(forkers_older(scene->forkers, 2));
	assert_false(move(scene, 2));
	return older;
}

static void a_session_that_moved_is_of_the_newer_forker(void **state)
{
	struct scene *scene = *state;
	struct fake newer, older = two_forkers(scene, &newer);

	/* Both processes get a signal meanwhile. */
	forkers_signal(scene->forkers, 2, SIGKILL);
	expect_request(&newer, FORKER_SIGNAL, 2);
	expect_request(&older, FORKER_SIGNAL, 2);
	forkers_moved(scene->forkers, 2);
	expect_dropped(&older);
	assert_false(forkers_older(scene->forkers, 2));
	expect_told(scene, "");
	forkers_signal(scene->forkers, 2, SIGTERM);
	expect_request(&newer, FORKER_SIGNAL, 2);
	say_ended(scene, &newer, 2, 900, 0);
	expect_told(scene, "ended 2 900 0;");
	end_fake(scene, &newer);
}

static void a_session_that_stayed_is_of_the_older_forker(void **state)
{
	struct scene *scene = *state;
	struct fake newer, older = two_forkers(scene, &newer);

	say_ended(scene, &newer, 2, 901, 256);
	expect_told(scene, "");
	forkers_stayed(scene->forkers, 2);
	expect_told(scene, "");
	assert_true(forkers_older(scene->forkers, 2));
	expect_kept(&older);
	assert_true(move(scene, 2));
	expect_request(&newer, FORKER_BEGIN, 2);
	forkers_stayed(scene->forkers, 2);
	say_ended(scene, &older, 2, 902, 0);
	expect_told(scene, "ended 2 902 0;");
	expect_dropped(&older);
	/* No session is left at the newer one, so another reload ends it. */
	forkers_renew(scene->forkers);
	struct fake newest = start_ready(scene, 102);
	expect_dropped(&newer);
	end_fake(scene, &newest);
}

/* The end of the session that is left is reported after the outcome of the move. */
static void an_end_during_a_move_is_kept_back(void **state)
{
	struct scene *scene = *state;
	struct fake newer, older = two_forkers(scene, &newer);

	say_ended(scene, &older, 2, 903, 256);
	expect_told(scene, "");
	expect_dropped(&older);
	forkers_stayed(scene->forkers, 2);
	expect_told(scene, "ended 2 903 256;");
	end_fake(scene, &newer);
	expect_told(scene, "");
}

static void a_forker_may_die_during_a_move(void **state)
{
	struct scene *scene = *state;
	struct fake newer, older = two_forkers(scene, &newer);

	end_fake(scene, &older);
	expect_told(scene, "");
	forkers_stayed(scene->forkers, 2);
	expect_told(scene, "orphaned 2;");
	assert_true(begin(scene, FORKER_PLAIN, 2));
	expect_request(&newer, FORKER_BEGIN, 2);
	forkers_renew(scene->forkers);
	struct fake newest = start_ready(scene, 102);
	assert_true(move(scene, 2));
	end_fake(scene, &newest);
	expect_told(scene, "");
	forkers_stayed(scene->forkers, 2);
	expect_told(scene, "");
	assert_true(forkers_older(scene->forkers, 2));
	say_ended(scene, &newer, 2, 904, 0);
	expect_told(scene, "ended 2 904 0;");
	expect_dropped(&newer);
}

/* ---- Rehearsals and orders ---- */

static int give_line(void *context)
{
	(void)context;
	return dup(STDERR_FILENO);
}

static void a_rehearsal_ends_with_what_the_forker_says(void **state)
{
	struct scene *scene = *state;
	struct fake fake = start_ready(scene, 100);
	struct forker_news news = {.kind = FORKER_REHEARSED, .place = -1};
	char sentence[256] = "";

	assert_int_equal(send(fake.socket, &news, sizeof news, 0), sizeof news);
	assert_true(forkers_rehearse(scene->forkers, give_line, sentence, sizeof sentence));
	expect_request(&fake, FORKER_REHEARSE, 0);
	news = (struct forker_news){.kind = FORKER_REFUSES, .place = -1, .text = "killed"};
	assert_int_equal(send(fake.socket, &news, sizeof news, 0), sizeof news);
	assert_false(forkers_rehearse(scene->forkers, give_line, sentence, sizeof sentence));
	assert_string_equal(sentence, "killed");
	end_fake(scene, &fake);
}

static void orders_go_to_the_plain_forker(void **state)
{
	const struct wire_order order = {.kind = ORDER_VERIFIER, .subject = 77};
	struct scene *scene = *state;
	struct wire_descriptors got;
	struct wire_order taken;

	struct fake fake = start_ready(scene, 100);
	forkers_order(scene->forkers, &order, &(struct wire_descriptors){2, {0, 1}});
	assert_int_equal(fcntl(fake.orders, F_SETFL, O_NONBLOCK), 0);
	assert_true(wire_take_order(fake.orders, &taken, &got));
	assert_int_equal(taken.kind, ORDER_VERIFIER);
	assert_int_equal(taken.subject, 77);
	assert_int_equal(got.count, 2);
	wire_close(&got);
	assert_false(wire_take_order(fake.orders, &taken, &got));
	end_fake(scene, &fake);
}

/* A forker that is gone leaves no descriptor open, and the parent that is gone is asked again. */
static void ends_leave_nothing_open(void **state)
{
	struct scene *scene = *state;
	struct pollfd ready = {.fd = forkers_descriptor(scene->forkers), .events = POLLIN};
	enum forker_kind kind;

	int before = open_descriptors();
	struct fake fake = start(scene, 100);
	assert_int_equal(open_descriptors(), before + 4);
	assert_int_equal(poll(&ready, 1, 0), 0);
	close(fake.socket);
	assert_int_equal(poll(&ready, 1, 0), 1);
	close(fake.orders);
	work(scene);
	assert_int_equal(open_descriptors(), before);
	/* Half an answer of the parent. */
	scene->now_ms += RETRY_MS;
	work(scene);
	assert_true(asked_for(scene, &kind));
	assert_true(wire_send(scene->parent, &(struct start){FORKER_PLAIN, 101},
		sizeof(struct start), &(struct wire_descriptors){1, {0}}));
	work(scene);
	assert_int_equal(open_descriptors(), before);
	assert_int_equal(forkers_patience(scene->forkers, scene->now_ms), RETRY_MS);
	close(scene->parent);
	scene->now_ms += RETRY_MS;
	work(scene);
	assert_int_equal(forkers_patience(scene->forkers, scene->now_ms), RETRY_MS);
	scene->parent = open("/dev/null", O_RDONLY);
}

/* The operator reads of each forker that failed, died or was replaced. */
static void the_log_tells_what_becomes_of_forkers(void **state)
{
	struct scene *scene = *state;
	struct forker_news refusal = {.kind = FORKER_REFUSES, .place = -1, .text = "no \"luck\""};
	const char *log;

	caught_begin();
	struct fake first = start(scene, 100);
	say(scene, &first, &refusal);
	end_fake(scene, &first);
	log = caught_end();
	caught_has(log, "level=error event=forker.refused ");
	caught_has(log, " why=\"no \\\"luck\\\"\"\n");
	/* It was never ready. */
	assert_null(strstr(log, "forker.died"));
	scene->now_ms += RETRY_MS;
	work(scene);
	caught_begin();
	struct fake second = start_ready(scene, 101);
	assert_true(begin(scene, FORKER_PLAIN, 0));
	say(scene, &second, &refusal);
	assert_null(strstr(caught_end(), "event="));
	caught_begin();
	forkers_renew(scene->forkers);
	struct fake third = start_ready(scene, 102);
	log = caught_end();
	caught_has(log, "level=warn event=forker.replaced ");
	caught_has(log, " kind=plain forker=102 before=101 sessions=1\n");
	caught_begin();
	end_fake(scene, &third);
	end_fake(scene, &second);
	log = caught_end();
	caught_has(log, " forker=102 kind=plain sessions=0\n");
	caught_has(log, " forker=101 kind=plain sessions=1\n");
	caught_begin();
	forkers_order(scene->forkers, &(struct wire_order){.kind = ORDER_VERIFIER, .subject = 7},
		&(struct wire_descriptors){0});
	caught_has(caught_end(), "event=worker.refused ");
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(sessions_begin_in_the_forker_and_end),
		TEST(forkers_are_counted_with_their_sizes),
		TEST(a_forker_that_hangs_blocks_nobody),
		TEST(a_dead_forker_orphans_its_sessions),
		TEST(a_forker_that_cannot_be_started_is_requested_again),
		TEST(a_failed_start_of_one_kind_repeats_no_other),
		TEST(the_text_of_a_ready_forker_is_kept),
		TEST(a_crash_replaces_the_forker),
		TEST(a_reload_renews_each_forker),
		TEST(a_session_that_moved_is_of_the_newer_forker),
		TEST(a_session_that_stayed_is_of_the_older_forker),
		TEST(an_end_during_a_move_is_kept_back),
		TEST(a_forker_may_die_during_a_move),
		TEST(a_rehearsal_ends_with_what_the_forker_says),
		TEST(orders_go_to_the_plain_forker),
		TEST(ends_leave_nothing_open),
		TEST(the_log_tells_what_becomes_of_forkers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
