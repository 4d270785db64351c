#include "door/keeper/hasher.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "door/metrics/metrics.h"
#include "door/os/monotonic.h"
#include "door/os/crash.h"
#include "door/os/log.h"
#include "door/os/process_size.h"
#include "door/os/processes.h"
#include "door/os/sandbox.h"

#define PAUSE_MS 1000 /* after two deaths in a row; twice as long after each further one ... */
#define PAUSES_MOST 6 /* ... up to 64 seconds */
#define WAIT_MS 2000  /* jobs wait for the end of a pause that is no longer than this */
#define ARGON_PASSES 2
#define ARGON_BYTES (19 * 1024 * 1024)

/* The hash that is verified for an unknown name. It costs as much as a real one; the result is
 * ignored. */
static const char nobodys_hash[crypto_pwhash_STRBYTES] =
	"$argon2id$v=19$m=19456,t=2,p=1$dHJhcGRvb3JuYW1lbA$"
	"q1Zp0sX8mUO1pN6gS4K2yV3cJ7wT9eL5aB0dF8hR2uI";

_Static_assert(STORE_HASH_MAX >= crypto_pwhash_STRBYTES, "a hash fits its column");

struct hasher {
	pid_t process;
	int descriptor, epoll, log;
	uint64_t tag;
	bool busy;              /* the process has the current job */
	bool current;           /* job is valid */
	unsigned deaths;        /* number of processes that died with the current job */
	unsigned deaths_in_row; /* without a result between them */
	int64_t forked_ms;      /* when the process was */
	uint64_t size;          /* of the process in bytes, as it reports */
	int64_t due_ms;         /* when a process may be forked again */
	struct hasher_job job;
	uint64_t turn; /* of the current or the last job */
	size_t count;  /* in the order in which they came */
	struct waiting {
		uint64_t turn;
		struct hasher_job job;
	} waiting[HASHER_QUEUE_MAX];
	size_t dropped_count;
	struct hasher_job dropped[HASHER_DROPPED_MAX];
};

/* ---- The process ---- */

struct answer {
	bool failed, right;
	uint64_t size; /* of the process, after the job */
	char hash[STORE_HASH_MAX];
};

static void work(const struct hasher_job *job, struct answer *answer)
{
	memset(answer, 0, sizeof *answer);
	answer->right = true;
	if (job->verify) {
		const char *hash = job->known && job->hash[0] ? job->hash : nobodys_hash;

		answer->right =
			crypto_pwhash_str_verify(hash, job->password, strlen(job->password)) == 0 &&
			hash == job->hash;
	}
	if (job->new_password[0] && answer->right)
		answer->failed = crypto_pwhash_str_alg(answer->hash, job->new_password,
					 strlen(job->new_password), ARGON_PASSES, ARGON_BYTES,
					 crypto_pwhash_ALG_ARGON2ID13) != 0;
}

_Noreturn static void hasher_serve(int descriptor)
{
	struct hasher_job job;
	struct answer answer;

	while (recv(descriptor, &job, sizeof job, 0) == (ssize_t)sizeof job) {
		work(&job, &answer);
		answer.size = process_size();
		sodium_memzero(&job, sizeof job);
		if (send(descriptor, &answer, sizeof answer, MSG_NOSIGNAL) !=
			(ssize_t)sizeof answer)
			break;
	}
	_exit(0);
}

/* Until a process may be started again; 0: now. */
static int64_t pause_left_ms(const struct hasher *hasher)
{
	int64_t left = hasher->due_ms - monotonic_ms();

	return left > 0 ? left : 0;
}

/* Whether jobs can wait for the next process. */
static bool pause_is_short(const struct hasher *hasher)
{
	int64_t left = pause_left_ms(hasher);

	return left > 0 && left <= WAIT_MS;
}

/* Starts a process, unless the last ones died and the pause after that is not over. */
static void hasher_fork(struct hasher *hasher)
{
	int pair[2];

	hasher->descriptor = -1;
	hasher->process = -1;
	if (pause_left_ms(hasher) > 0)
		return;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
		return;
	hasher->forked_ms = monotonic_ms();
	hasher->process = fork();
	if (hasher->process == 0) {
		sandbox_hide_files(SANDBOX_HASHER);
		if (hasher->log >= 0 && dup2(hasher->log, STDERR_FILENO) < 0)
			_exit(1);
		process_begin("hasher", &pair[1], 1);
		signal(SIGPIPE, SIG_IGN); /* the relay may be gone */
		metrics_leave(METRIC_DOOR);
		metrics_leave(METRIC_KEEPER);
		signal(SIGINT, SIG_IGN);
		/* A keeper at raised priority may have forked this process; hashing runs at normal
		 * priority. */
		setpriority(PRIO_PROCESS, 0, 0);
		crash_catch();
		sandbox_enter(SANDBOX_HASHER);
		hasher_serve(pair[1]);
	}
	close(pair[1]);
	if (hasher->process < 0) {
		close(pair[0]);
		return;
	}
	hasher->descriptor = pair[0];
	hasher->size = process_size(); /* which it has inherited */
	epoll_ctl(hasher->epoll, EPOLL_CTL_ADD, hasher->descriptor,
		&(struct epoll_event){.events = EPOLLIN, .data.u64 = hasher->tag});
}

/* ---- The keeper's side ---- */

struct hasher *hasher_new(int epoll, uint64_t tag, int log)
{
	struct hasher *hasher;

	if (sodium_init() < 0 || !(hasher = calloc(1, sizeof *hasher)))
		return NULL;
	hasher->epoll = epoll;
	hasher->tag = tag;
	hasher->log = log;
	hasher_fork(hasher);
	return hasher;
}

static void hasher_end(struct hasher *hasher)
{
	assert(hasher->process > 0);
	close(hasher->descriptor);
	kill(hasher->process, SIGKILL);
	waitpid(hasher->process, NULL, 0);
}

void hasher_free(struct hasher *hasher)
{
	if (!hasher)
		return;
	if (hasher->descriptor >= 0)
		hasher_end(hasher);
	sodium_memzero(hasher, sizeof *hasher);
	free(hasher);
}

/* ---- The queue ---- */

static bool shared(uint64_t one, uint64_t other)
{
	return one != 0 && one == other;
}

/* The turn of a new job: behind the other jobs of its source, or of its subject. */
static uint64_t turn_of(const struct hasher *hasher, const struct hasher_job *job)
{
	uint64_t by_source = hasher->current && shared(hasher->job.source, job->source);
	uint64_t by_subject = hasher->current && shared(hasher->job.subject, job->subject);

	for (size_t i = 0; i < hasher->count; i++) {
		by_source += shared(hasher->waiting[i].job.source, job->source);
		by_subject += shared(hasher->waiting[i].job.subject, job->subject);
	}
	return hasher->turn + 1 + (by_source > by_subject ? by_source : by_subject);
}

/* Moves a waiting job. A returned one would leave its passwords on the stack. */
static void take_waiting(struct hasher *hasher, size_t index, struct hasher_job *job)
{
	*job = hasher->waiting[index].job;
	hasher->count--;
	memmove(&hasher->waiting[index], &hasher->waiting[index + 1],
		(hasher->count - index) * sizeof *hasher->waiting);
	sodium_memzero(&hasher->waiting[hasher->count], sizeof *hasher->waiting);
}

/* The first job of the lowest turn, or of the highest, which came last. */
static size_t lowest(const struct hasher *hasher)
{
	size_t found = 0;

	for (size_t i = 1; i < hasher->count; i++)
		if (hasher->waiting[i].turn < hasher->waiting[found].turn)
			found = i;
	return found;
}

static size_t highest(const struct hasher *hasher)
{
	size_t found = 0;

	for (size_t i = 1; i < hasher->count; i++)
		if (hasher->waiting[i].turn >= hasher->waiting[found].turn)
			found = i;
	return found;
}

/* Makes room for a job of this turn.  False when every other job comes before it. */
static bool make_room(struct hasher *hasher, uint64_t turn)
{
	size_t last;

	if (hasher->count < HASHER_QUEUE_MAX)
		return true;
	last = highest(hasher);
	if (hasher->waiting[last].turn <= turn || hasher->dropped_count == HASHER_DROPPED_MAX)
		return false;
	take_waiting(hasher, last, &hasher->dropped[hasher->dropped_count++]);
	return true;
}

static void send_current(struct hasher *hasher)
{
	if (hasher->busy || hasher->descriptor < 0)
		return;
	if (!hasher->current && hasher->count > 0) {
		size_t next = lowest(hasher);

		hasher->turn = hasher->waiting[next].turn;
		take_waiting(hasher, next, &hasher->job);
		hasher->current = true;
	}
	if (!hasher->current)
		return;
	/* A job fits into an empty socket. If the process is dead, epoll reports its end. */
	send(hasher->descriptor, &hasher->job, sizeof hasher->job, MSG_NOSIGNAL);
	hasher->busy = true;
}

bool hasher_give(struct hasher *hasher, const struct hasher_job *job)
{
	uint64_t turn = turn_of(hasher, job);

	if (hasher->descriptor < 0)
		hasher_fork(hasher);
	if (hasher->descriptor < 0 && !pause_is_short(hasher))
		return false;
	if (!make_room(hasher, turn))
		return false;
	hasher->waiting[hasher->count].turn = turn;
	hasher->waiting[hasher->count++].job = *job;
	send_current(hasher);
	return true;
}

/* ---- Results ---- */

static void finish(struct hasher_job *job, struct hasher_result *result)
{
	memset(result, 0, sizeof *result);
	result->job = *job;
	sodium_memzero(result->job.password, sizeof result->job.password);
	sodium_memzero(result->job.new_password, sizeof result->job.new_password);
	sodium_memzero(job, sizeof *job);
}

static void finish_current(struct hasher *hasher, struct hasher_result *result)
{
	finish(&hasher->job, result);
	hasher->current = hasher->busy = false;
	hasher->deaths = 0;
}

/* Fails the first job. True if there was one. */
static bool give_up(struct hasher *hasher, struct hasher_result *result)
{
	struct hasher_job job;

	if (hasher->current) {
		finish_current(hasher, result);
	} else if (hasher->count > 0) {
		take_waiting(hasher, lowest(hasher), &job);
		finish(&job, result);
	} else {
		return false;
	}
	result->failed = true;
	return true;
}

/* Notes the death of a process. The second one in a row that lived for less than a second begins a
 * pause: otherwise processes that die at once would be forked without end. */
static void count_death(struct hasher *hasher)
{
	if (monotonic_ms() - hasher->forked_ms >= PAUSE_MS)
		hasher->deaths_in_row = 0;
	unsigned pauses = hasher->deaths_in_row++;

	if (pauses > 0)
		hasher->due_ms = monotonic_ms() +
				 (PAUSE_MS << (pauses <= PAUSES_MOST ? pauses - 1 : PAUSES_MOST));
	log_line(LOG_WARN, "hasher.again", "jobs=%zu deaths=%u", hasher->count + hasher->current,
		hasher->deaths_in_row);
}

/* Starts a process if none is there. True if the first job fails because it has to wait too long
 * for one. */
static bool replace(struct hasher *hasher, struct hasher_result *result)
{
	hasher_fork(hasher);
	if (hasher->descriptor < 0)
		return !pause_is_short(hasher) && give_up(hasher, result);
	send_current(hasher);
	return false;
}

/* Replaces a dead process. True if the first job fails because a second process died with it, or it
 * has to wait too long for the next one. */
static bool mourn(struct hasher *hasher, struct hasher_result *result)
{
	bool second = hasher->busy && ++hasher->deaths == 2;

	count_death(hasher);
	hasher_end(hasher);
	hasher->busy = false;
	if (second) {
		give_up(hasher, result);
		hasher_fork(hasher);
		send_current(hasher);
		return true;
	}
	return replace(hasher, result);
}

bool hasher_take(struct hasher *hasher, struct hasher_result *result)
{
	struct answer answer;
	ssize_t got;

	if (hasher->dropped_count > 0) {
		finish(&hasher->dropped[--hasher->dropped_count], result);
		result->failed = true;
		return true;
	}
	if (hasher->descriptor < 0)
		return replace(hasher, result);
	got = recv(hasher->descriptor, &answer, sizeof answer, MSG_DONTWAIT);
	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return false;
	if (got != (ssize_t)sizeof answer)
		return mourn(hasher, result);
	finish_current(hasher, result);
	hasher->deaths_in_row = 0;
	hasher->size = answer.size < PROCESS_SIZE_MAX ? answer.size : PROCESS_SIZE_MAX;
	result->failed = answer.failed;
	result->right = answer.right;
	memcpy(result->hash, answer.hash, sizeof result->hash);
	sodium_memzero(&answer, sizeof answer);
	send_current(hasher);
	return true;
}

bool hasher_pauses(const struct hasher *hasher, int *left_ms)
{
	*left_ms = (int)pause_left_ms(hasher);
	return hasher->descriptor < 0 && (hasher->current || hasher->count > 0);
}

unsigned hasher_jobs(const struct hasher *hasher)
{
	return (unsigned)hasher->count + (hasher->current != 0);
}

bool hasher_measure(const struct hasher *hasher, uint64_t *bytes)
{
	*bytes = hasher->descriptor >= 0 ? hasher->size : 0;
	return hasher->descriptor >= 0;
}
