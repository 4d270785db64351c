/*
 * Runs replay jobs by other programs: the old programs that `make install` kept, or a program to
 * compare with.
 *
 * The other program gets two pipes and no other descriptors. It is killed when this process ends.
 * The job fails if it is silent for PATIENCE_MS or its answer is too long.
 */
#include "door/verify/replay_job.h"

#include "door/os/processes.h"
#include "door/os/program_path.h"
#include "door/os/sandbox.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <fcntl.h>
#include <linux/close_range.h>

#define PATIENCE_MS 120000
#define ANSWER_MAX (256u * 1024 * 1024)

bool old_rules_program(uint32_t rules, char path[REPLAY_JOB_PATH_MAX])
{
	const char *old_programs = getenv("TRAPDOOR_ELDERS");
	char own[REPLAY_JOB_PATH_MAX - 64];

	if (old_programs && *old_programs) {
		snprintf(path, REPLAY_JOB_PATH_MAX, "%.3900s/%" PRIu32 "/trapdoor", old_programs,
			rules);
	} else {
		program_directory(own, sizeof own);
		snprintf(path, REPLAY_JOB_PATH_MAX, "%s/../libexec/trapdoor/%" PRIu32 "/trapdoor",
			own, rules);
	}
	return access(path, X_OK) == 0;
}

/* ---- Another program ---- */

struct other {
	pid_t pid;   /* 0: it is not a child of this process */
	int in, out; /* its standard input and output */
	char *answer;
	size_t size;
	int error; /* errno of its start */
};

_Noreturn static void other_run(const char *program, int in, int out)
{
	process_reset_signals();
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0 &&
		close_range(STDERR_FILENO + 1, ~0u, 0) == 0)
		execl(program, program, "lab", "trial", (char *)NULL);
	_exit(127);
}

static bool other_begin(struct other *other, const char *program)
{
	int to[2], from[2];

	if (pipe2(to, O_CLOEXEC) != 0)
		return false;
	if (pipe2(from, O_CLOEXEC) != 0) {
		close(to[0]);
		close(to[1]);
		return false;
	}
	other->pid = fork();
	if (other->pid == 0)
		other_run(program, to[0], from[1]);
	close(to[0]);
	close(from[1]);
	other->in = to[1];
	other->out = from[0];
	return other->pid > 0;
}

static void other_close(int *descriptor)
{
	if (*descriptor >= 0)
		close(*descriptor);
	*descriptor = -1;
}

/* Reads the next part of the answer. False at its end, on an error, or if it is too long. */
static bool other_hear(struct other *other, size_t *capacity)
{
	ssize_t got;

	if (other->size + 65536 > *capacity) {
		*capacity = 2 * *capacity + 65537;
		other->answer = realloc(other->answer, *capacity);
		assert(other->answer);
	}
	got = read(other->out, other->answer + other->size, 65536);
	if (got < 0)
		return errno == EINTR;
	other->size += (size_t)got;
	return got > 0 && other->size < ANSWER_MAX;
}

/* Writes the question while reading the answer, until the answer ends. False on a timeout or if the
 * answer is too long. */
static bool other_converse(struct other *other, const char *asked, size_t size)
{
	size_t shown = 0, capacity = 0;

	for (;;) {
		struct pollfd polled[] = {
			{.fd = other->out, .events = POLLIN}, {.fd = other->in, .events = POLLOUT}};
		int ready = poll(polled, 2, PATIENCE_MS);

		if (ready < 0 && errno == EINTR)
			continue;
		if (ready <= 0)
			return false;
		if (polled[1].revents) {
			ssize_t put = write(other->in, asked + shown, size - shown);

			shown += put > 0 ? (size_t)put : 0;
			if (shown == size || (put < 0 && errno != EAGAIN && errno != EINTR))
				other_close(&other->in);
		}
		if (polled[0].revents && !other_hear(other, &capacity))
			return other->size < ANSWER_MAX;
	}
}

/* Returns the exit status, after killing the program if it has not ended. */
static int other_end(struct other *other, bool ended)
{
	int status = -1;

	other_close(&other->in);
	other_close(&other->out);
	if (!other->pid)
		return ended ? 0 : -1;
	if (!ended)
		kill(other->pid, SIGKILL);
	while (waitpid(other->pid, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

/* Sends a question to the program, reads its whole answer and ends it. The caller frees the answer.
 * Returns NULL if the program failed. */
static char *other_ask(struct other *other, const char *asked, size_t *size)
{
	struct sigaction ignored = {.sa_handler = SIG_IGN}, before;
	bool whole;
	int status;

	fcntl(other->in, F_SETFL, O_NONBLOCK);
	sigaction(SIGPIPE, &ignored, &before);
	whole = other_converse(other, asked, strlen(asked));
	status = other_end(other, whole);
	sigaction(SIGPIPE, &before, NULL);
	*size = other->size;
	if (whole && WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return other->answer;
	free(other->answer);
	return NULL;
}

/* Asks a program that was begun, and reads its answer. */
static void replay_job_ask(struct other *other, const char *program, const struct replay_job *job,
	struct replay_job_end *end)
{
	json_t *json = replay_job_asked_json(job), *answer = NULL;
	char *asked = json ? json_dumps(json, JSON_COMPACT) : NULL;
	char *text = NULL;
	size_t size = 0;

	memset(end, 0, sizeof *end);
	assert(asked);
	if (other->in >= 0)
		text = other_ask(other, asked, &size);
	if (text)
		answer = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
	if (!answer || !replay_job_answered_read(answer, end)) {
		replay_job_end_free(end);
		memset(end, 0, sizeof *end);
		end->answer = REPLAY_JOB_SILENT;
		snprintf(end->sentence, sizeof end->sentence,
			"%.180s does not answer as a trapdoor program does", program);
	}
	json_decref(answer);
	json_decref(json);
	free(text);
	free(asked);
}

void replay_job_by(const char *program, const struct replay_job *job, struct replay_job_end *end)
{
	struct other other = {.in = -1, .out = -1};

	if (!other_begin(&other, program)) {
		other_close(&other.in);
		other_close(&other.out);
	}
	replay_job_ask(&other, program, job, end);
}

static void no_program(struct replay_job_end *end, const char *why)
{
	memset(end, 0, sizeof *end);
	end->answer = REPLAY_JOB_OTHER_RULES;
	snprintf(end->sentence, sizeof end->sentence, "%s", why);
}

/* The keeper has the program started beside this process, and hands over both pipes. */
static void replay_job_by_keeper(
	struct store_client *line, const struct replay_job *job, struct replay_job_end *end)
{
	struct other other = {.in = -1, .out = -1};
	char program[64];

	if (keeper_old_rules(line, job->rules, &other.in, &other.out) != KEEPER_OK) {
		no_program(end, keeper_sentence(line));
		return;
	}
	snprintf(program, sizeof program, "the program of rules version %" PRIu32, job->rules);
	replay_job_ask(&other, program, job, end);
	/* A forker's child looks for the program, and only logs that it is missing. */
	if (end->answer == REPLAY_JOB_SILENT)
		snprintf(end->sentence, sizeof end->sentence, "%s is missing or gives no answer",
			program);
}

void replay_job_by_rules(
	struct store_client *line, const struct replay_job *job, struct replay_job_end *end)
{
	char program[REPLAY_JOB_PATH_MAX], why[256];

	if (line && sandbox_is_on()) {
		replay_job_by_keeper(line, job, end);
	} else if (old_rules_program(job->rules, program)) {
		replay_job_by(program, job, end);
	} else {
		snprintf(why, sizeof why, "there is no %.240s", program);
		no_program(end, why);
	}
}
