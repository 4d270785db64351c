/*
 * The journal under load:  keeper [DIRECTORY]
 *
 * Starts a keeper over a directory of its own (below DIRECTORY, /tmp when not said) and appends one
 * command at a time over many lines: at a set pace, each session's commands evenly spaced and the
 * sessions staggered, and then as fast as answers come.  A delay is from when an append was due to
 * its answer, so that waiting one's turn counts.  Prints "name value unit" lines.
 */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "door/keeper_wire.h"
#include "door/log.h"
#include "door/content_load.h"

#define SESSIONS_MAX 1000
#define DELAYS_MAX 2000000

struct session {
	int descriptor, keeper_end;
	struct keeper_run run;
	uint32_t index;
	double due, begun; /* seconds; begun 0 while nothing is awaited */
	double worst;
};

static struct session sessions[SESSIONS_MAX];
static struct pollfd waits[SESSIONS_MAX];
static double delays[DELAYS_MAX];
static size_t delay_count;

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void fail(const char *what, const char *why)
{
	fprintf(stderr, "keeper bench: %s: %s\n", what, why);
	exit(1);
}

/* Logs a caller in over an ordinary line, begins a run, and keeps the socket for raw messages. */
static void session_open(struct session *session, int control, int number)
{
	struct keeper_account account;
	struct keeper_line *line;
	char name[20];
	char key[64];
	int pair[2];

	snprintf(name, sizeof name, "bench-%d", number);
	snprintf(key, sizeof key, "SHA256:%043d", number);
	if (!keeper_pair(pair) || !keeper_give(control, pair[1]))
		fail("socket", "not given");
	line = keeper_line_new(pair[0], NULL, NULL);
	if (keeper_login_key(line, name, key, &account) != KEEPER_OK &&
		keeper_register(line, name, "", key, &account) != KEEPER_OK)
		fail("register", keeper_sentence(line));
	if (keeper_run_begin(line, false, &session->run) != KEEPER_OK)
		fail("begin", keeper_sentence(line));
	session->descriptor = dup(pair[0]);
	session->keeper_end = pair[1];
	session->index = 0;
	keeper_line_free(line);
}

static void session_append(struct session *session, double due)
{
	static const uint8_t step = 2;
	const struct store_append append = {.run = session->run.id,
		.epoch = session->run.epoch,
		.index = session->index,
		.count = 1,
		.bytes = &step,
		.size = 1};
	uint8_t buffer[128];
	struct wire_writer out;

	wire_begin(&out, buffer, sizeof buffer, WIRE_REQUEST, ASK_APPEND, session->index + 1000);
	wire_put_append(&out, &append);
	if (send(session->descriptor, out.bytes, out.size, MSG_NOSIGNAL) < 0)
		fail("append", "not sent");
	session->begun = due;
}

/* True when the append that was under way is answered. */
static bool session_take(struct session *session)
{
	uint8_t buffer[1024];
	struct wire_reader in;
	ssize_t got = recv(session->descriptor, buffer, sizeof buffer, MSG_DONTWAIT);
	double delay;

	if (got <= 0 || !wire_read(&in, buffer, (size_t)got) || in.kind != WIRE_ANSWER ||
		in.serial != session->index + 1000)
		return false;
	if (wire_get_u8(&in) != KEEPER_OK)
		fail("append", "refused");
	delay = now() - session->begun;
	if (delay_count < DELAYS_MAX)
		delays[delay_count++] = delay;
	if (delay > session->worst)
		session->worst = delay;
	session->begun = 0;
	session->index++;
	return true;
}

static int by_value(const void *a, const void *b)
{
	double left = *(const double *)a;
	double right = *(const double *)b;

	return (left > right) - (left < right);
}

static double delay_at(double part)
{
	return delay_count ? delays[(size_t)(part * (double)(delay_count - 1))] * 1000 : 0;
}

static void report(const char *name, double seconds)
{
	qsort(delays, delay_count, sizeof *delays, by_value);
	printf("journal_%s_rate %.0f commands/s\n", name, (double)delay_count / seconds);
	printf("journal_%s_p50 %.3f ms\n", name, delay_at(0.5));
	printf("journal_%s_p99 %.3f ms\n", name, delay_at(0.99));
	printf("journal_%s_max %.3f ms\n", name, delay_at(1));
	fflush(stdout);
}

/* Each of count sessions a command every interval seconds; 0: as soon as the last was answered. */
static void measure(const char *name, int count, double interval, double seconds)
{
	double begun = now();
	double time;

	delay_count = 0;
	for (int i = 0; i < count; i++)
		sessions[i].due = begun + interval * i / count;
	do {
		double next = begun + seconds;

		time = now();
		for (int i = 0; i < count; i++) {
			struct session *session = &sessions[i];

			if (session->begun == 0 && session->due <= time && time < begun + seconds) {
				session_append(session, interval > 0 ? session->due : now());
				session->due += interval;
			}
			if (session->begun == 0 && session->due < next)
				next = session->due;
			waits[i] = (struct pollfd){.fd = session->descriptor, .events = POLLIN};
		}
		next -= now();
		next = next > 0 ? next : 0;
		ppoll(waits, (nfds_t)count,
			&(struct timespec){.tv_sec = (time_t)next,
				.tv_nsec = (long)((next - (double)(time_t)next) * 1e9)},
			NULL);
		for (int i = 0; i < count; i++) {
			if (waits[i].revents)
				session_take(&sessions[i]);
		}
	} while (time < begun + seconds + 0.3);
	report(name, seconds);
}

int main(int argc, char **argv)
{
	struct content *content = content_load("");
	struct rlimit limit;
	char state[256];
	char sentence[256];
	char command[300];
	int control;
	pid_t keeper;

	getrlimit(RLIMIT_NOFILE, &limit);
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
	log_level_set(LOG_ERROR);
	snprintf(state, sizeof state, "%s/trapdoor-bench-XXXXXX", argc > 1 ? argv[1] : "/tmp");
	if (!content || !mkdtemp(state))
		fail(state, "cannot be made");
	keeper = keeper_start(state, content, 0, &control, sentence, sizeof sentence);
	if (keeper < 0)
		fail("keeper", sentence);
	for (int i = 0; i < 400; i++)
		session_open(&sessions[i], control, i);
	measure("300x1000", 300, 0.3, 6);
	measure("400x1200", 400, 1.0 / 3, 6);
	measure("400x10000", 400, 0.04, 4);
	measure("400_saturated", 400, 0, 4);
	kill(keeper, SIGTERM);
	for (int i = 0; i < 400; i++)
		close(sessions[i].descriptor);
	waitpid(keeper, NULL, 0);
	snprintf(command, sizeof command, "rm -rf '%s'", state);
	return system(command) != 0;
}
