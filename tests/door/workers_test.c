/* The workers that the keeper orders: programs of older rules, verifiers and replayers. The test
 * holds the keeper's ends of their sockets. */
#include "tests/test.h"

#include "door/command/workers.h"
#include "door/os/log.h"
#include "door/store/keeper_wire.h"
#include "tests/door/directory.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

#define RULES 99

static struct {
	struct workers workers;
	int keeper, orders; /* the ends of the socket of orders */
	int log[2], kept;   /* standard error of this process */
} scene;

/* The keeper's ends of a worker's descriptors; in and out of a program, or line and control. */
struct worker_ends {
	int in, out, log;
	pid_t pid;
};

static void install_program(const char *script)
{
	char path[64];

	snprintf(path, sizeof path, "%s/%d", directory, RULES);
	mkdir(path, 0700);
	snprintf(path, sizeof path, "%s/%d/trapdoor", directory, RULES);
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fprintf(file, "#!/bin/sh\n%s\n", script);
	fclose(file);
	assert_int_equal(chmod(path, 0700), 0);
}

static int set_up(void **state)
{
	int pair[2];

	(void)state;
	memset(&scene, 0, sizeof scene);
	log_set(&(struct log_settings){LOG_INFO, LOG_LOGFMT, LOG_STDERR});
	setenv("TRAPDOOR_ELDERS", directory, 1);
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair), 0);
	fcntl(pair[0], F_SETFL, O_NONBLOCK);
	scene.orders = pair[0];
	scene.keeper = pair[1];
	scene.kept = dup(STDERR_FILENO);
	return pipe2(scene.log, O_NONBLOCK | O_CLOEXEC) != 0 ||
	       dup2(scene.log[1], STDERR_FILENO) < 0;
}

static int tear_down(void **state)
{
	(void)state;
	for (size_t i = 0; i < WORKERS_MAX; i++) {
		if (!scene.workers.each[i].pid)
			continue;
		kill(scene.workers.each[i].pid, SIGKILL);
		waitpid(scene.workers.each[i].pid, NULL, 0);
	}
	dup2(scene.kept, STDERR_FILENO);
	close(scene.kept);
	close(scene.log[0]);
	close(scene.log[1]);
	close(scene.orders);
	return close(scene.keeper);
}

static const char *logged(void)
{
	static char text[8192];
	ssize_t size = read(scene.log[0], text, sizeof text - 1);

	text[size > 0 ? size : 0] = '\0';
	return text;
}

/* Sends an order with so many descriptors. Returns the keeper's ends; pid 0: none was started. */
static struct worker_ends order_with(uint8_t kind, uint64_t subject, size_t descriptors)
{
	const struct wire_order order = {.kind = kind, .subject = subject, .rules = RULES};
	int in[2], out[2], log[2];
	bool had[WORKERS_MAX];
	struct worker_ends ends = {0};

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in), 0);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, out), 0);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, log), 0);
	struct wire_descriptors given = {descriptors, {in[0], out[0], log[0]}};
	if (kind == ORDER_VERIFIER)
		given.each[1] = log[0];
	assert_true(wire_send_order(scene.keeper, &order, &given));
	close(in[0]);
	close(out[0]);
	close(log[0]);
	for (size_t i = 0; i < WORKERS_MAX; i++)
		had[i] = scene.workers.each[i].pid;
	workers_take(&scene.workers, scene.orders);
	for (size_t i = 0; i < WORKERS_MAX; i++)
		if (!had[i] && scene.workers.each[i].pid)
			ends.pid = scene.workers.each[i].pid;
	ends.in = in[1];
	ends.out = out[1];
	ends.log = log[1];
	return ends;
}

static struct worker_ends order(uint8_t kind, uint64_t subject)
{
	return order_with(kind, subject, kind == ORDER_VERIFIER ? 2 : 3);
}

static void close_ends(const struct worker_ends *ends)
{
	close(ends->in);
	close(ends->out);
	close(ends->log);
}

/* Reads until the other end is closed, within ten seconds. */
static const char *read_all(int end)
{
	static char text[2048];
	struct pollfd ready = {.fd = end, .events = POLLIN};
	size_t used = 0;
	ssize_t got = 1;

	while (got > 0) {
		if (poll(&ready, 1, 10000) != 1)
			fail_msg("the end stays open after: %.*s", (int)used, text);
		got = read(end, text + used, sizeof text - 1 - used);
		used += got > 0 ? (size_t)got : 0;
	}
	text[used] = '\0';
	return text;
}

/* Waits for the end of a worker, and reports it. */
static int end_of(const struct worker_ends *ends)
{
	int status;

	assert_int_equal(waitpid(ends->pid, &status, 0), ends->pid);
	assert_true(workers_ended(&scene.workers, ends->pid, status));
	assert_false(workers_ended(&scene.workers, ends->pid, status));
	return status;
}

static void expect_refused(const struct worker_ends *ends)
{
	assert_int_equal(ends->pid, 0);
	assert_non_null(strstr(logged(), "level=warn event=worker.refused "));
	assert_string_equal(read_all(ends->in), "");
	assert_string_equal(read_all(ends->out), "");
	assert_string_equal(read_all(ends->log), "");
	close_ends(ends);
}

static void a_program_of_older_rules_answers_over_its_streams(void **state)
{
	(void)state;
	install_program("read word; echo \"$word $*\"; echo 'a complaint' >&2");
	struct worker_ends ends = order(ORDER_OLD_RULES, 7);
	assert_true(ends.pid > 0);
	assert_int_equal(write(ends.in, "asked\n", 6), 6);
	assert_string_equal(read_all(ends.out), "asked lab trial\n");
	assert_string_equal(read_all(ends.log), "a complaint\n");
	assert_int_equal(end_of(&ends), 0);
	assert_string_equal(logged(), "");
	close_ends(&ends);
}

/* It does not disturb the sessions, and does not run for ever. */
static void a_program_of_older_rules_is_limited(void **state)
{
	const char *text;

	(void)state;
	install_program("nice; read word");
	struct worker_ends ends = order(ORDER_OLD_RULES, 7);
	assert_int_equal(write(ends.in, "\n", 1), 1);
	text = read_all(ends.out);
	assert_string_equal(text, "10\n");
	assert_int_equal(end_of(&ends), 0);
	close_ends(&ends);
}

static void a_missing_program_is_named_in_the_log(void **state)
{
	char wanted[128];

	(void)state;
	install_program("exit 0");
	char old[64], new[64];
	snprintf(old, sizeof old, "%s/%d", directory, RULES);
	snprintf(new, sizeof new, "%s/away", directory);
	assert_int_equal(rename(old, new), 0);
	/* The relay of the log reads one form. */
	log_set(&(struct log_settings){LOG_INFO, LOG_JSON, LOG_STDERR});
	snprintf(wanted, sizeof wanted, " rules=%d program=\"%s/%d/trapdoor\"\n", RULES, directory,
		RULES);
	struct worker_ends ends = order(ORDER_OLD_RULES, 7);
	const char *text = read_all(ends.log);
	assert_non_null(strstr(text, "level=warn event=old_rules.missing "));
	assert_non_null(strstr(text, wanted));
	int status = end_of(&ends);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 127);
	assert_string_equal(logged(), "");
	assert_int_equal(rename(new, old), 0);
	close_ends(&ends);
}

/* The file is executable, and no program. */
static void a_program_that_cannot_be_loaded_is_an_error(void **state)
{
	char path[64];

	(void)state;
	install_program("");
	snprintf(path, sizeof path, "%s/%d/trapdoor", directory, RULES);
	assert_int_equal(truncate(path, 1), 0);
	struct worker_ends ends = order(ORDER_OLD_RULES, 7);
	assert_non_null(strstr(read_all(ends.log), "level=error event=old_rules.refused "));
	int status = end_of(&ends);
	assert_int_equal(WEXITSTATUS(status), 127);
	close_ends(&ends);
}

static void an_account_has_one_program_of_older_rules(void **state)
{
	struct worker_ends each[OLD_RULES_MAX];

	(void)state;
	install_program("read word");
	each[0] = order(ORDER_OLD_RULES, 1);
	struct worker_ends again = order(ORDER_OLD_RULES, 1);
	expect_refused(&again);
	for (size_t i = 1; i < OLD_RULES_MAX; i++) {
		each[i] = order(ORDER_OLD_RULES, 1 + i);
		assert_true(each[i].pid > 0);
	}
	struct worker_ends more = order(ORDER_OLD_RULES, 100);
	expect_refused(&more);
	/* Workers of another kind are counted by themselves. */
	struct worker_ends verifier = order(ORDER_VERIFIER, 1);
	assert_true(verifier.pid > 0);
	close_ends(&each[2]);
	assert_int_equal(end_of(&each[2]) & 0x7f, 0);
	more = order(ORDER_OLD_RULES, 100);
	assert_true(more.pid > 0);
	close_ends(&more);
	close_ends(&verifier);
	for (size_t i = 0; i < OLD_RULES_MAX; i++)
		if (i != 2)
			close_ends(&each[i]);
}

static void a_wrong_order_starts_nothing(void **state)
{
	static const struct {
		uint8_t kind;
		size_t descriptors;
	} rows[] = {{ORDER_OLD_RULES, 2}, {ORDER_VERIFIER, 1}, {ORDER_VERIFIER, 3},
		{ORDER_REPLAYER, 2}, {0, 3}, {ORDER_BANS, 0}, {200, 3}};

	(void)state;
	install_program("exit 0");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct worker_ends ends = order_with(rows[i].kind, 1, rows[i].descriptors);

		expect_refused(&ends);
	}
}

static void each_order_has_its_kind_of_process(void **state)
{
	static const struct {
		uint8_t order;
		enum metric_process kind;
	} rows[] = {{ORDER_VERIFIER, PROCESS_VERIFIER}, {ORDER_REPLAYER, PROCESS_REPLAYER},
		{ORDER_OLD_RULES, PROCESS_OTHER}, {0, PROCESS_OTHER}, {200, PROCESS_OTHER}};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_int_equal(
			worker_process(&(struct wire_order){.kind = rows[i].order}), rows[i].kind);
}

static void the_next_verifier_ends_the_one_before(void **state)
{
	(void)state;
	struct worker_ends first = order(ORDER_VERIFIER, 11);
	struct worker_ends other = order(ORDER_REPLAYER, 11);
	struct worker_ends second = order(ORDER_VERIFIER, 11);
	assert_true(first.pid > 0 && second.pid > 0 && other.pid > 0);
	int status = end_of(&first);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGKILL);
	assert_non_null(strstr(logged(), "level=error event=verifier.died "));
	assert_int_equal(kill(second.pid, 0), 0);
	/* The order to end concerns verifiers alone. */
	assert_true(wire_send_order(scene.keeper, &(struct wire_order){.kind = ORDER_VERIFIER_END},
		&(struct wire_descriptors){0}));
	workers_take(&scene.workers, scene.orders);
	status = end_of(&second);
	assert_int_equal(WTERMSIG(status), SIGKILL);
	const char *text = logged();
	assert_non_null(strstr(text, " subject=11 signal=9\n"));
	assert_null(strstr(text, "worker.refused"));
	assert_int_equal(waitpid(other.pid, &status, WNOHANG), 0);
	kill(other.pid, SIGTERM);
	end_of(&other);
	close_ends(&first);
	close_ends(&second);
	close_ends(&other);
}

/* A worker that loses the keeper ends by itself. */
static void a_worker_ends_with_its_line(void **state)
{
	static const uint8_t kinds[] = {ORDER_VERIFIER, ORDER_REPLAYER};
	int status;

	(void)state;
	install_program("exit 3");
	for (size_t i = 0; i < sizeof kinds; i++) {
		struct worker_ends ends = order(kinds[i], 12);

		assert_int_equal(waitpid(ends.pid, &status, WNOHANG), 0);
		close(ends.in);
		assert_int_equal(end_of(&ends), 0);
		assert_string_equal(logged(), "");
		close(ends.out);
		close(ends.log);
	}
}

static void an_end_of_another_process_is_no_workers(void **state)
{
	(void)state;
	install_program("read word");
	struct worker_ends ends = order(ORDER_OLD_RULES, 7);
	assert_false(workers_ended(&scene.workers, getpid(), SIGKILL));
	assert_string_equal(logged(), "");
	kill(ends.pid, SIGTERM);
	end_of(&ends);
	assert_non_null(strstr(logged(), "event=old_rules.died "));
	close_ends(&ends);
}

/* A verifier that was killed keeps its place until its end is reported. */
static void every_place_is_used_and_becomes_free(void **state)
{
	struct worker_ends ends[WORKERS_MAX];
	int status;

	(void)state;
	install_program("read word");
	for (size_t i = 0; i < WORKERS_MAX; i++)
		ends[i] = order(i < OLD_RULES_MAX                   ? ORDER_OLD_RULES
				: i < OLD_RULES_MAX + REPLAYERS_MAX ? ORDER_REPLAYER
								    : ORDER_VERIFIER,
			i);
	for (size_t i = 0; i < WORKERS_MAX; i++) {
		pid_t pid = scene.workers.each[i].pid;

		assert_true(pid > 0);
		kill(pid, SIGKILL);
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_true(workers_ended(&scene.workers, pid, status));
		assert_int_equal(scene.workers.each[i].pid, 0);
		close_ends(&ends[i]);
	}
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_program_of_older_rules_answers_over_its_streams),
		TEST(a_program_of_older_rules_is_limited),
		TEST(a_missing_program_is_named_in_the_log),
		TEST(a_program_that_cannot_be_loaded_is_an_error),
		TEST(an_account_has_one_program_of_older_rules),
		TEST(a_wrong_order_starts_nothing),
		TEST(each_order_has_its_kind_of_process),
		TEST(the_next_verifier_ends_the_one_before),
		TEST(a_worker_ends_with_its_line),
		TEST(an_end_of_another_process_is_no_workers),
		TEST(every_place_is_used_and_becomes_free),
	};

	return cmocka_run_group_tests(tests, directory_set_up, directory_tear_down);
}
