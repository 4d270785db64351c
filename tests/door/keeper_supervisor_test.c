/* The keeper side's parent: it starts the keeper again, ends it when told to, and leaves it alone
 * when the door side is gone. */
#include "tests/test.h"

#include "door/keeper/keeper_supervisor.h"
#include "door/metrics/metrics.h"
#include "tests/door/keeper_house.h"

#define PATIENCE_MS 20000
#define OWN_SOCKETS 5 /* of the supervisor: to the door side, and both ends of two logs */

struct side {
	int hang_ms; /* after which a hanging keeper is killed; 0: the usual time */
	struct fixture *fixture;
	pid_t supervisor;
	int end;
	struct keeper_news news;
	int control;
};

static long long now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static enum keeper_heard side_hear(struct side *side)
{
	struct pollfd ready = {.fd = side->end, .events = POLLIN};

	assert_int_equal(poll(&ready, 1, PATIENCE_MS), 1);
	return keeper_hear(side->end, &side->news, &side->control);
}

static void side_begin(struct side *side, const char *directory)
{
	struct user user = user_by_number(geteuid(), getegid());
	int pair[2];

	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair), 0);
	side->fixture = fixture_new();
	side->supervisor = fork();
	if (side->supervisor == 0)
		keeper_supervise(pair[1], &user,
			&(struct keeper_settings){
				.state = directory ? directory : side->fixture->state,
				.content = side->fixture->content,
				.hang_log_ms = side->hang_ms / 2,
				.hang_kill_ms = side->hang_ms});
	close(pair[1]);
	side->end = pair[0];
	assert_int_equal(side_hear(side), KEEPER_HEARD);
}

static void side_ended(struct side *side)
{
	int status;

	assert_int_equal(waitpid(side->supervisor, &status, 0), side->supervisor);
	assert_int_equal(status, 0);
	content_free(side->fixture->content);
	free(side->fixture);
}

/* The keeper of a control socket lives as long as the socket's other end. */
static bool control_is_over(int control, int patience_ms)
{
	struct pollfd over = {.fd = control, .events = 0};

	return poll(&over, 1, patience_ms) == 1;
}

static int sockets_of(pid_t pid)
{
	char path[64], target[64];
	const struct dirent *entry;
	int count = 0;

	snprintf(path, sizeof path, "/proc/%ld/fd", (long)pid);
	DIR *listed = opendir(path);
	assert_non_null(listed);
	while ((entry = readdir(listed)) != NULL) {
		ssize_t size = readlinkat(dirfd(listed), entry->d_name, target, sizeof target);
		count += size > 7 && memcmp(target, "socket:", 7) == 0;
	}
	closedir(listed);
	return count;
}

/* Returns when a living process began, in ms since the machine did. */
static long long start_of(pid_t pid)
{
	char path[40], line[1000];
	unsigned long long ticks;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	file = fopen(path, "re");
	assert_non_null(file);
	assert_non_null(fgets(line, sizeof line, file));
	fclose(file);
	assert_int_equal(sscanf(strrchr(line, ')'),
				 ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d "
				 "%*d %*d %*d %*d %llu",
				 &ticks),
		1);
	return (long long)(ticks * 1000 / (unsigned long long)sysconf(_SC_CLK_TCK));
}

static void a_dead_keeper_is_started_again_once_a_second(void **state)
{
	struct side side = {.hang_ms = 0};
	pid_t first;
	long long began_ms, restarted_ms;

	(void)state;
	side_begin(&side, NULL);
	assert_int_equal(side.news.kind, KEEPER_SERVES);
	first = side.news.pid;
	began_ms = start_of(first);
	assert_true(first > 1 && side.control >= 0);
	/* No copy of the control socket, or the keeper would not notice the end of the listener. */
	for (int i = 0; i < 500 && sockets_of(side.supervisor) != OWN_SOCKETS; i++)
		usleep(10000);
	assert_int_equal(sockets_of(side.supervisor), OWN_SOCKETS);
	for (int i = 0; i < 2; i++) {
		pid_t dead = side.news.pid;

		close(side.control);
		assert_int_equal(kill(dead, SIGKILL), 0);
		assert_int_equal(side_hear(&side), KEEPER_HEARD);
		assert_int_equal(side.news.kind, KEEPER_ENDED);
		assert_int_equal(side.news.pid, dead);
		assert_int_equal(side.control, -1);
		assert_int_equal(side_hear(&side), KEEPER_HEARD);
		assert_int_equal(side.news.kind, KEEPER_SERVES);
		assert_int_not_equal(side.news.pid, dead);
		restarted_ms = start_of(side.news.pid);
		assert_in_range(restarted_ms - began_ms, 980, PATIENCE_MS);
		began_ms = restarted_ms;
	}
	keeper_side_end(side.end);
	assert_int_equal(side_hear(&side), KEEPER_HEARD);
	assert_int_equal(side.news.kind, KEEPER_ENDED);
	assert_int_equal(side_hear(&side), KEEPER_SIDE_GONE);
	close(side.end);
	side_ended(&side);
}

static void a_keeper_that_hangs_is_killed_and_replaced(void **state)
{
	struct side side = {.hang_ms = 1200};
	struct timespec pause = {.tv_nsec = 300000000};
	long long began_ms;
	int pair[2];
	pid_t first;

	(void)state;
	assert_true(metrics_share());
	side_begin(&side, NULL);
	first = side.news.pid;
	/* Its loop has turned, so that its rounds are watched. */
	assert_true(keeper_pair(pair));
	assert_true(keeper_give(side.control, pair[1], ""));
	for (int i = 0; i < 20 && metric_value(METRIC_KEEPER_ROUNDS, 0, 0) == 0; i++)
		nanosleep(&pause, NULL);
	assert_true(metric_value(METRIC_KEEPER_ROUNDS, 0, 0) > 0);
	assert_int_equal(kill(first, SIGSTOP), 0);
	began_ms = now_ms();
	assert_int_equal(side_hear(&side), KEEPER_HEARD);
	assert_int_equal(side.news.kind, KEEPER_ENDED);
	assert_int_equal(side.news.pid, first);
	assert_in_range(now_ms() - began_ms, 800, PATIENCE_MS);
	assert_int_equal(side_hear(&side), KEEPER_HEARD);
	assert_int_equal(side.news.kind, KEEPER_SERVES);
	assert_int_not_equal(side.news.pid, first);
	close(pair[0]);
	close(pair[1]);
	keeper_side_end(side.end);
	assert_int_equal(side_hear(&side), KEEPER_HEARD);
	assert_int_equal(side.news.kind, KEEPER_ENDED);
	close(side.end);
	waitpid(side.supervisor, NULL, 0);
	content_free(side.fixture->content);
	free(side.fixture);
	metrics_leave(METRIC_DOOR);
	metrics_leave(METRIC_KEEPER);
}

/* Another listener begins: the last keeper hands over to a new one at once. News for the dead
 * listener come before KEEPER_RENEWS. */
static void a_new_listener_gets_a_new_keeper(void **state)
{
	struct side side = {.hang_ms = 0};
	pid_t first, second;

	(void)state;
	side_begin(&side, NULL);
	first = side.news.pid;
	assert_int_equal(kill(first, SIGKILL), 0);
	close(side.control);
	assert_int_equal(poll(&(struct pollfd){.fd = side.end, .events = POLLIN}, 1, 20000), 1);
	nanosleep(&(struct timespec){.tv_sec = 2}, NULL);
	keeper_side_renew(side.end);
	assert_int_equal(side_hear(&side), KEEPER_HEARD);
	assert_int_equal(side.news.kind, KEEPER_ENDED);
	assert_int_equal(side_hear(&side), KEEPER_HEARD);
	assert_int_equal(side.news.kind, KEEPER_SERVES);
	second = side.news.pid;
	close(side.control);
	assert_int_equal(side_hear(&side), KEEPER_HEARD);
	assert_int_equal(side.news.kind, KEEPER_RENEWS);
	assert_int_equal(side.control, -1);
	assert_int_equal(side_hear(&side), KEEPER_HEARD);
	assert_int_equal(side.news.kind, KEEPER_SERVES);
	assert_int_not_equal(side.news.pid, second);
	/* The end of the one that handed over is no news. */
	keeper_side_end(side.end);
	assert_int_equal(side_hear(&side), KEEPER_HEARD);
	assert_int_equal(side.news.kind, KEEPER_ENDED);
	assert_int_not_equal(side.news.pid, second);
	assert_int_equal(side_hear(&side), KEEPER_SIDE_GONE);
	close(side.end);
	side_ended(&side);
}

/* A door side that died leaves sessions, which the keeper serves on. */
static void without_a_door_side_the_keeper_goes_on(void **state)
{
	struct side side = {.hang_ms = 0};

	(void)state;
	side_begin(&side, NULL);
	close(side.end);
	assert_false(control_is_over(side.control, 300));
	assert_int_equal(waitpid(side.supervisor, NULL, WNOHANG), 0);
	kill(side.news.pid, SIGKILL);
	assert_true(control_is_over(side.control, PATIENCE_MS));
	close(side.control);
	side_ended(&side);
}

static void a_refusal_is_a_sentence(void **state)
{
	struct side side = {.hang_ms = 0};

	(void)state;
	side_begin(&side, "/dev/null/state");
	assert_int_equal(side.news.kind, KEEPER_REFUSES);
	assert_int_equal(side.control, -1);
	assert_non_null(strstr(side.news.sentence, "/dev/null/state"));
	keeper_side_end(side.end);
	assert_int_equal(side_hear(&side), KEEPER_SIDE_GONE);
	close(side.end);
	side_ended(&side);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_dead_keeper_is_started_again_once_a_second),
		cmocka_unit_test(a_keeper_that_hangs_is_killed_and_replaced),
		cmocka_unit_test(a_new_listener_gets_a_new_keeper),
		cmocka_unit_test(without_a_door_side_the_keeper_goes_on),
		cmocka_unit_test(a_refusal_is_a_sentence),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
