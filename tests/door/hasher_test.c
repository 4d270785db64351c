/* The hasher: passwords, deaths, and what becomes of the jobs when no process can be made. */
#include "tests/test.h"

#include "door/keeper/hasher.h"
#include "door/os/log.h"
#include "door/os/process_size.h"

#include <signal.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

struct office {
	struct hasher *hasher;
	int epoll;
};

static int set_up(void **state)
{
	struct office *office = calloc(1, sizeof *office);

	log_level_set(LOG_ERROR);
	office->epoll = epoll_create1(EPOLL_CLOEXEC);
	office->hasher = hasher_new(office->epoll, 7, -1);
	assert_non_null(office->hasher);
	*state = office;
	return 0;
}

static int tear_down(void **state)
{
	struct office *office = *state;

	hasher_free(office->hasher);
	close(office->epoll);
	free(office);
	return 0;
}

/* Takes the next finished job, within ten seconds. */
static struct hasher_result next(struct office *office)
{
	struct epoll_event event;
	struct hasher_result result;

	for (int i = 0; i < 100; i++) {
		epoll_wait(office->epoll, &event, 1, 100);
		if (hasher_take(office->hasher, &result))
			return result;
	}
	fail_msg("no job was finished");
	return result;
}

static struct hasher_job job_of(
	uint64_t peer, const char *hash, const char *password, const char *new)
{
	struct hasher_job job = {.peer = peer, .known = true, .verify = password != NULL};

	snprintf(job.hash, sizeof job.hash, "%s", hash);
	snprintf(job.password, sizeof job.password, "%s", password ? password : "");
	snprintf(job.new_password, sizeof job.new_password, "%s", new);
	return job;
}

/* The process that hashes for this one. */
static pid_t hashing_process(void)
{
	char path[64];
	int pid = 0;

	snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
	FILE *file = fopen(path, "r");
	assert_non_null(file);
	assert_int_equal(fscanf(file, "%d", &pid), 1);
	fclose(file);
	return pid;
}

static void a_password_opens_its_own_hash_alone(void **state)
{
	struct office *office = *state;
	struct hasher_job job = job_of(1, "", NULL, "correct horse");

	assert_true(hasher_give(office->hasher, &job));
	struct hasher_result made = next(office);
	assert_false(made.failed);
	assert_string_equal(made.job.new_password, "");
	for (int right = 0; right < 2; right++) {
		job = job_of(2, made.hash, right ? "correct horse" : "other horse", "");
		assert_true(hasher_give(office->hasher, &job));
		struct hasher_result result = next(office);
		assert_int_equal(result.right, right);
		assert_int_equal(result.job.peer, 2);
	}
}

static void the_process_is_there_with_its_size(void **state)
{
	struct office *office = *state;
	struct hasher_job job = job_of(1, "", "any horse", "");
	uint64_t bytes;

	assert_true(hasher_measure(office->hasher, &bytes));
	assert_in_range(bytes, SANITIZED_BUILD ? 0 : 1000, PROCESS_SIZE_MAX);
	assert_true(hasher_give(office->hasher, &job));
	next(office);
	/* The memory of the hash is free again. */
	assert_true(hasher_measure(office->hasher, &bytes));
	assert_in_range(bytes, SANITIZED_BUILD ? 0 : 1000, 16 << 20);
}

/* The process is stopped. One job is with it, and the queue holds the rest. */
static void a_queue_that_is_full_refuses(void **state)
{
	struct office *office = *state;
	struct hasher_job job = job_of(1, "", "any horse", "");

	kill(hashing_process(), SIGSTOP);
	for (int i = 0; i < 1 + HASHER_QUEUE_MAX; i++)
		assert_true(hasher_give(office->hasher, &job));
	assert_false(hasher_give(office->hasher, &job));
}

/* Six jobs of one source or account, of which the first is with the process, then one more. */
static void a_job_of_another_source_is_next(void **state)
{
	static const struct {
		uint64_t source, subject, other_source, other_subject, place;
	} rows[] = {
		{7, 0, 8, 0, 1}, /* many from one source */
		{0, 7, 0, 8, 1}, /* many about one account */
		{7, 0, 7, 0, 6}, /* the same source waits for its own */
		{0, 7, 9, 7, 6}, /* so does the same account */
	};
	struct office *office = *state;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		uint64_t order[7];

		kill(hashing_process(), SIGSTOP);
		for (uint64_t peer = 1; peer <= 6; peer++) {
			struct hasher_job job = job_of(peer, "", "any horse", "");

			job.source = rows[i].source;
			job.subject = rows[i].subject;
			assert_true(hasher_give(office->hasher, &job));
		}
		struct hasher_job other = job_of(99, "", "any horse", "");
		other.source = rows[i].other_source;
		other.subject = rows[i].other_subject;
		assert_true(hasher_give(office->hasher, &other));
		kill(hashing_process(), SIGCONT);
		for (size_t j = 0; j < 7; j++)
			order[j] = next(office).job.peer;
		assert_int_equal(order[0], 1);
		assert_int_equal(order[rows[i].place], 99);
	}
}

/* A newcomer with a nearer turn displaces the last job of the source that fills the queue. */
static void a_full_queue_drops_the_job_that_would_wait_longest(void **state)
{
	struct office *office = *state;
	struct hasher_job job = job_of(1, "", "any horse", "");

	kill(hashing_process(), SIGSTOP);
	job.source = 7;
	for (int i = 0; i < 1 + HASHER_QUEUE_MAX; i++)
		assert_true(hasher_give(office->hasher, &job));
	assert_false(hasher_give(office->hasher, &job));
	job.source = 8;
	job.peer = 99;
	assert_true(hasher_give(office->hasher, &job));
	kill(hashing_process(), SIGCONT);
	struct hasher_result result = next(office);
	assert_true(result.failed);
	assert_int_equal(result.job.peer, 1);
	assert_int_equal(next(office).job.peer, 1);
	assert_int_equal(next(office).job.peer, 99);
}

static void a_dead_process_is_made_again_and_its_job_done(void **state)
{
	struct office *office = *state;
	struct hasher_job job = job_of(5, "", NULL, "correct horse");

	kill(hashing_process(), SIGSTOP);
	assert_true(hasher_give(office->hasher, &job));
	kill(hashing_process(), SIGKILL);
	struct hasher_result result = next(office);
	assert_false(result.failed);
	assert_int_equal(result.job.peer, 5);
}

/* Kills the process, and has the hasher notice. */
static void kill_process(struct office *office)
{
	struct epoll_event event;
	struct hasher_result result;

	kill(hashing_process(), SIGKILL);
	assert_int_equal(epoll_wait(office->epoll, &event, 1, 10000), 1);
	assert_false(hasher_take(office->hasher, &result));
}

static bool has_process(void)
{
	char path[64];
	int pid;

	snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
	FILE *file = fopen(path, "r");
	bool has = fscanf(file, "%d", &pid) == 1;
	fclose(file);
	return has;
}

/* Waits for what is left of a pause of this many milliseconds: no process is there meanwhile. */
static void wait_for_pause(struct office *office, int pause_ms)
{
	struct hasher_result result;
	int left_ms;

	assert_false(has_process());
	assert_true(hasher_pauses(office->hasher, &left_ms));
	assert_in_range(left_ms, pause_ms - 500, pause_ms);
	assert_false(hasher_take(office->hasher, &result));
	usleep((unsigned)(left_ms - 100) * 1000);
	assert_false(hasher_take(office->hasher, &result));
	assert_false(has_process());
	usleep(150 * 1000);
	assert_true(hasher_pauses(office->hasher, &left_ms));
	assert_int_equal(left_ms, 0);
	assert_false(hasher_take(office->hasher, &result));
	assert_true(has_process());
	assert_false(hasher_pauses(office->hasher, &left_ms));
}

/* The first death is mended at once, the second after a second, the third after two. A job waits
 * for that, and no job waits for the four seconds after the fourth. */
static void a_process_that_dies_again_and_again_is_made_after_a_pause(void **state)
{
	struct office *office = *state;
	struct hasher_job job = job_of(1, "", NULL, "correct horse"), other = job;

	other.peer = 2;
	kill_process(office);
	assert_true(has_process());
	kill_process(office);
	assert_true(hasher_give(office->hasher, &job));
	wait_for_pause(office, 1000);
	kill_process(office);
	wait_for_pause(office, 2000);
	assert_true(hasher_give(office->hasher, &other));
	kill(hashing_process(), SIGKILL);
	for (uint64_t peer = 1; peer <= 2; peer++) {
		struct hasher_result result = next(office);
		assert_true(result.failed);
		assert_int_equal(result.job.peer, peer);
	}
	assert_false(has_process());
	assert_false(hasher_give(office->hasher, &job));
}

/* A job is done after the pause, and its result ends the row of deaths. */
static void a_job_that_waited_for_a_process_is_done(void **state)
{
	struct office *office = *state;
	struct hasher_job job = job_of(1, "", NULL, "correct horse");

	for (int round = 0; round < 2; round++) {
		kill_process(office);
		kill_process(office);
		assert_true(hasher_give(office->hasher, &job));
		wait_for_pause(office, 1000);
		assert_false(next(office).failed);
	}
}

static void without_a_process_every_job_fails_and_later_ones_are_done(void **state)
{
	struct office *office = *state;
	struct rlimit limit, none;
	struct hasher_job job;

	kill(hashing_process(), SIGSTOP);
	for (uint64_t peer = 1; peer <= 3; peer++) {
		job = job_of(peer, "", NULL, "correct horse");
		assert_true(hasher_give(office->hasher, &job));
	}
	kill(hashing_process(), SIGKILL);
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
	none = limit;
	none.rlim_cur = 3;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
	for (uint64_t peer = 1; peer <= 3; peer++) {
		struct hasher_result result = next(office);
		assert_true(result.failed);
		assert_int_equal(result.job.peer, peer);
	}
	assert_false(hasher_give(office->hasher, &job));
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
	assert_true(hasher_give(office->hasher, &job));
	assert_false(next(office).failed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			a_password_opens_its_own_hash_alone, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			the_process_is_there_with_its_size, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_queue_that_is_full_refuses, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_job_of_another_source_is_next, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			a_full_queue_drops_the_job_that_would_wait_longest, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			a_dead_process_is_made_again_and_its_job_done, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			a_process_that_dies_again_and_again_is_made_after_a_pause, set_up,
			tear_down),
		cmocka_unit_test_setup_teardown(
			a_job_that_waited_for_a_process_is_done, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			without_a_process_every_job_fails_and_later_ones_are_done, set_up,
			tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
