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

#include "door/os/crash.h"
#include "door/os/log.h"
#include "door/os/processes.h"
#include "door/os/sandbox.h"

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
	int descriptor, epoll;
	uint64_t tag;
	bool busy;       /* the process has the first job */
	unsigned deaths; /* number of processes that died with the first job */
	size_t count, first;
	struct hasher_job jobs[HASHER_QUEUE_MAX];
};

/* ---- The process ---- */

struct answer {
	bool failed, right;
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
		sodium_memzero(&job, sizeof job);
		if (send(descriptor, &answer, sizeof answer, MSG_NOSIGNAL) !=
			(ssize_t)sizeof answer)
			break;
	}
	_exit(0);
}

static void hasher_fork(struct hasher *hasher)
{
	int pair[2];

	hasher->descriptor = -1;
	hasher->process = -1;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
		return;
	hasher->process = fork();
	if (hasher->process == 0) {
		sandbox_hide_files(SANDBOX_HASHER);
		process_begin("hasher", &pair[1], 1);
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
	epoll_ctl(hasher->epoll, EPOLL_CTL_ADD, hasher->descriptor,
		&(struct epoll_event){.events = EPOLLIN, .data.u64 = hasher->tag});
}

/* ---- The keeper's side ---- */

struct hasher *hasher_new(int epoll, uint64_t tag)
{
	struct hasher *hasher;

	if (sodium_init() < 0 || !(hasher = calloc(1, sizeof *hasher)))
		return NULL;
	hasher->epoll = epoll;
	hasher->tag = tag;
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

static void send_first(struct hasher *hasher)
{
	if (hasher->busy || hasher->count == 0 || hasher->descriptor < 0)
		return;
	/* A job fits into an empty socket. If the process is dead, epoll reports its end. */
	send(hasher->descriptor, &hasher->jobs[hasher->first], sizeof *hasher->jobs, MSG_NOSIGNAL);
	hasher->busy = true;
}

bool hasher_give(struct hasher *hasher, const struct hasher_job *job)
{
	if (hasher->count == HASHER_QUEUE_MAX)
		return false;
	if (hasher->descriptor < 0)
		hasher_fork(hasher);
	if (hasher->descriptor < 0)
		return false;
	hasher->jobs[(hasher->first + hasher->count++) % HASHER_QUEUE_MAX] = *job;
	send_first(hasher);
	return true;
}

static void take_first(struct hasher *hasher, struct hasher_result *result)
{
	struct hasher_job *job = &hasher->jobs[hasher->first];

	result->job = *job;
	sodium_memzero(result->job.password, sizeof result->job.password);
	sodium_memzero(result->job.new_password, sizeof result->job.new_password);
	sodium_memzero(job, sizeof *job);
	hasher->first = (hasher->first + 1) % HASHER_QUEUE_MAX;
	hasher->count--;
	hasher->busy = false;
	hasher->deaths = 0;
}

/* Fails the first job. True if there was one. */
static bool give_up(struct hasher *hasher, struct hasher_result *result)
{
	if (hasher->count == 0)
		return false;
	memset(result, 0, sizeof *result);
	take_first(hasher, result);
	result->failed = true;
	return true;
}

/* Starts a new process. True if the first job fails because two processes died with it or none can
 * be started. */
static bool mourn(struct hasher *hasher, struct hasher_result *result)
{
	bool had_job = hasher->busy, given_up = false;

	log_line(LOG_WARN, "hasher.again", "jobs=%zu", hasher->count);
	hasher_end(hasher);
	hasher->busy = false;
	hasher_fork(hasher);
	if ((had_job && ++hasher->deaths == 2) || hasher->descriptor < 0)
		given_up = give_up(hasher, result);
	send_first(hasher);
	return given_up;
}

bool hasher_take(struct hasher *hasher, struct hasher_result *result)
{
	struct answer answer;
	ssize_t got;

	if (hasher->descriptor < 0)
		return give_up(hasher, result);
	got = recv(hasher->descriptor, &answer, sizeof answer, MSG_DONTWAIT);
	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return false;
	if (got != (ssize_t)sizeof answer)
		return mourn(hasher, result);
	memset(result, 0, sizeof *result);
	take_first(hasher, result);
	result->failed = answer.failed;
	result->right = answer.right;
	memcpy(result->hash, answer.hash, sizeof result->hash);
	sodium_memzero(&answer, sizeof answer);
	send_first(hasher);
	return true;
}
