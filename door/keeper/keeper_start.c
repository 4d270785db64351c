/*
 * Starting a keeper: for a listener, as the successor of a running keeper, or for a command that
 * needs one.
 *
 * The lock is an open-file-description lock on STATE/keeper.lock. It ends with the process, however
 * that ends, and can be tested without taking it. The holder of the lock makes the socket
 * STATE/keeper.sock anew.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "door/keeper/database_check.h"
#include "door/keeper/keeper_place.h"
#include "door/keeper/keeper_private.h"
#include "door/keeper/keeper_start.h"
#include "door/metrics/metrics.h"
#include "door/os/crash.h"
#include "door/os/log.h"
#include "door/os/processes.h"
#include "door/os/sandbox.h"
#include "door/os/users.h"

#define LOCK_PATIENCE_MS 4000
#define REFUSED_PATIENCE_MS 500
#define READY_PATIENCE_MS 15000
#define TAKEN_MAX 4096

/* ---- The lock ---- */

static int lock_open(const char *state, int flags)
{
	char path[4200];

	snprintf(path, sizeof path, "%s/keeper.lock", state);
	return open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0600);
}

bool keeper_locked(const char *state)
{
	struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	int descriptor = lock_open(state, O_RDWR);
	bool locked;

	if (descriptor < 0)
		return false;
	locked = fcntl(descriptor, F_OFD_GETLK, &whole) == 0 && whole.l_type != F_UNLCK;
	close(descriptor);
	return locked;
}

static bool lock_take(int descriptor)
{
	struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};

	return fcntl(descriptor, F_OFD_SETLK, &whole) == 0;
}

/* ---- Taking over from a keeper that has no listener ---- */

struct taken {
	size_t count;
	int descriptors[TAKEN_MAX];
	int logs[TAKEN_MAX]; /* -1: none */
	bool operators[TAKEN_MAX];
	char from[TAKEN_MAX][WIRE_PASSED_MAX];
};

/* Sends a hello as a line does, and requests the sockets. */
static bool ask_for_sockets(int descriptor)
{
	uint8_t buffer[256];
	struct wire_reader greeting;
	struct wire_writer out;
	uint64_t greeted_by;
	ssize_t got;

	/* A keeper of a later release greets in its own protocol first. */
	do
		got = recv(descriptor, buffer, sizeof buffer, 0);
	while (got > 0 && !wire_read(&greeting, buffer, (size_t)got));
	if (got <= 0 || greeting.kind != WIRE_GREETING)
		return false;
	greeted_by = wire_get_u64(&greeting);
	wire_begin(&out, buffer, sizeof buffer, WIRE_HELLO, 0, 0);
	wire_speak(&out, greeting.protocol);
	wire_put_u64(&out, greeted_by);
	wire_put_u64(&out, 0);
	wire_put_text(&out, "");
	wire_put_bytes(&out, (uint8_t[BINDING_MAC_SIZE]){0}, BINDING_MAC_SIZE);
	wire_put_text(&out, HAND_OVER_LOGS);
	wire_put_text(&out, "keeper");
	wire_put_bytes(&out, (uint8_t[18]){0}, 18);
	if (send(descriptor, out.bytes, out.size, MSG_NOSIGNAL) < 0)
		return false;
	wire_begin(&out, buffer, sizeof buffer, WIRE_REQUEST, REQUEST_HAND_OVER, 1);
	wire_speak(&out, greeting.protocol);
	return send(descriptor, out.bytes, out.size, MSG_NOSIGNAL) > 0;
}

/* Takes the next socket as wire_take_line does. The greetings in lower protocols, which come after
 * the one that was answered, are skipped. */
static int take_line(int from, char text[WIRE_PASSED_MAX], int *log)
{
	int descriptor;

	do {
		text[0] = text[1] = '\0';
		descriptor = wire_take_line(from, text, log);
	} while (descriptor == -2 && text[1] == WIRE_GREETING);
	return descriptor;
}

/* True if the other keeper handed its sockets over, or was gone; false if it refused. */
static bool take_over(const char *state, struct taken *taken)
{
	const struct timeval patience = {.tv_sec = 3};
	int from = state_connect(state);
	int descriptor = -1, log;
	char text[WIRE_PASSED_MAX];

	if (from < 0)
		return true;
	setsockopt(from, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	if (ask_for_sockets(from)) {
		while ((descriptor = take_line(from, text, &log)) >= 0) {
			if (taken->count < TAKEN_MAX) {
				taken->operators[taken->count] = text[0] == 'o';
				snprintf(
					taken->from[taken->count], WIRE_PASSED_MAX, "%s", text + 1);
				taken->logs[taken->count] = log;
				taken->descriptors[taken->count++] = descriptor;
			} else {
				close(descriptor);
				if (log >= 0)
					close(log);
			}
		}
	}
	close(from);
	return descriptor == -1;
}

static bool lock_or_take_over(
	struct keeper *keeper, const char *state, struct taken *taken, char *sentence, size_t size)
{
	int64_t begun = keeper_now_ms();

	keeper->lock = lock_open(state, O_RDWR | O_CREAT);
	if (keeper->lock < 0) {
		snprintf(sentence, size,
			"cannot write %.150s/keeper.lock: %s; make the state directory writable "
			"for this user",
			state, strerror(errno));
		return false;
	}
	while (!lock_take(keeper->lock)) {
		int64_t waited = keeper_now_ms() - begun;
		bool refused = keeper->control < 0 || !take_over(state, taken);

		/* A keeper whose listener has just died may not have noticed it yet. */
		if (waited > (refused ? REFUSED_PATIENCE_MS : LOCK_PATIENCE_MS)) {
			snprintf(sentence, size,
				"cannot use state directory %.150s: another server uses it; end "
				"that server, or name another with --state",
				state);
			return false;
		}
		nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
	}
	return true;
}

/* ---- Becoming a keeper ---- */

static bool listen_local(struct keeper *keeper, const char *state, char *sentence, size_t size)
{
	struct sockaddr_un address;
	int directory = state_address(state, &address);

	unlink(address.sun_path);
	keeper->listening = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (bind(keeper->listening, (struct sockaddr *)&address, sizeof address) == 0 &&
		chmod(address.sun_path, 0600) == 0 && listen(keeper->listening, 128) == 0) {
		close(directory);
		return true;
	}
	snprintf(sentence, size,
		"cannot create %.150s/keeper.sock: %s; make the state directory writable for this "
		"user",
		state, strerror(errno));
	close(directory);
	return false;
}

static bool store_content(struct keeper *keeper, char *sentence, size_t size)
{
	const uint8_t *bytes;
	size_t count;

	if (!keeper->content)
		return true;
	bytes = content_bundle(keeper->content, &count);
	content_digest(keeper->content, keeper->content_digest);
	if (store_bundle_put(keeper->store, keeper->content_digest, content_game(keeper->content),
		    bytes, count) == STORE_OK)
		return true;
	snprintf(sentence, size, "%.200s", store_sentence(keeper->store));
	return false;
}

/* The lock file has a byte once a database was made. An interrupted first start leaves a database
 * of zero bytes, too, and an empty lock file. */
static bool database_cut(const struct keeper *keeper, const char *state)
{
	char path[4200];
	struct stat facts, lock;

	snprintf(path, sizeof path, "%s/trapdoor.db", state);
	return stat(path, &facts) == 0 && facts.st_size == 0 && fstat(keeper->lock, &lock) == 0 &&
	       lock.st_size > 0;
}

static bool open_store(struct keeper *keeper, const char *state, char *sentence, size_t size)
{
	if (database_cut(keeper, state)) {
		snprintf(sentence, size,
			"%.150s/trapdoor.db has zero bytes, and had more before; restore a backup",
			state);
		return false;
	}
	keeper->store = store_open(state, sentence, size);
	if (!keeper->store)
		return false;
	if (pwrite(keeper->lock, "d", 1, 0) != 1)
		log_line(LOG_WARN, "keeper.lock", "error=%s", log_quote(strerror(errno)));
	if (store_secret(keeper->store, keeper->secret) != STORE_OK) {
		snprintf(sentence, size,
			"cannot use %.150s/trapdoor.db: it has no secret; restore it from a backup",
			state);
		return false;
	}
	return store_content(keeper, sentence, size);
}

static bool make_directory(const char *state, char *sentence, size_t size)
{
	if (mkdir(state, 0700) == 0 || errno == EEXIST)
		return true;
	snprintf(sentence, size, "cannot create directory %.150s: %s; name another with --state",
		state, strerror(errno));
	return false;
}

static void raise_descriptor_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
		limit.rlim_cur = limit.rlim_max;
		setrlimit(RLIMIT_NOFILE, &limit);
	}
}

static void report_ready(int ready, const char *sentence)
{
	if (ready < 0)
		return;
	if (write(ready, sentence, strlen(sentence) + 1) < 0)
		log_line(LOG_WARN, "keeper.ready", "told=0");
	close(ready);
}

/* Root's keeper becomes the owner of its state directory, so that the server of that user can use
 * all files later. */
static void become_owner(const char *state)
{
	struct stat facts;
	struct user owner;

	if (geteuid() != 0 || stat(state, &facts) != 0 || facts.st_uid == 0)
		return;
	owner = user_by_number(facts.st_uid, facts.st_gid);
	user_adopt(&owner, state);
	keeper_enter(state, &owner);
	if (keeper_stays() || user_reaches(&owner, state, R_OK | W_OK | X_OK))
		user_become(&owner);
}

/* The listener gets a duplicate of each session's line, too. */
static void take_peers(struct keeper *keeper, const struct taken *taken)
{
	for (size_t i = 0; i < taken->count; i++) {
		struct peer *peer = peer_new(
			keeper, taken->descriptors[i], taken->operators[i], taken->from[i]);

		if (!peer) {
			if (taken->logs[i] >= 0)
				close(taken->logs[i]);
			continue;
		}
		peer->log = taken->logs[i];
		peer->returns = !peer->trusted && peer->log_id[0];
		keeper->window.returns = keeper->window.returns || peer->returns;
	}
}

/* Runs the keeper until SIGTERM, when it notifies all sessions, serves them until they are gone
 * or 1.5 s have passed, and exits 0.  control receives the ends of new sessions (-1: none; local
 * sockets alone). Without a listener it ends with its last session, or after five seconds without
 * one.  ready, unless -1, receives "" or why it cannot serve. */
_Noreturn static void keeper_run(const char *state, int control, const struct content *content,
	const struct keeper_policy *policy, int ready)
{
	static struct keeper keeper;
	static struct taken taken;
	bool there;
	int go = -1; /* of the process that checks the database */
	char sentence[KEEPER_SENTENCE_MAX] =
		"cannot start the keeper: out of memory or descriptors";
	int status;

	keeper_leave_log();
	become_owner(state);
	if (keeper_stays()) {
		store_keep_paths();
		state = ".";
	}
	if (policy)
		keeper.policy = *policy;
	keeper.limits.names = keeper.policy.names ? keeper.policy.names
						  : name_list_read("", sentence, sizeof sentence);
	if (!keeper.limits.names) {
		report_ready(ready, sentence);
		_exit(1);
	}
	sandbox_hide_files(SANDBOX_KEEPER);
	close_all_but((int[]){control, ready, sandbox_files(SANDBOX_HASHER), keeper_hasher_log(),
			      keeper.policy.changes ? keeper.policy.changes : -1},
		5);
	prctl(PR_SET_NAME, "keeper");
	umask(077);
	raise_descriptor_limit();
	keeper.limits.expiry.usual_ms = keeper.policy.expiry_ms;
	keeper.control = control;
	keeper.content = content;
	if (control >= 0)
		keeper.verifying.checker = database_check_fork(state, &go);
	if (!keeper_prepare(&keeper) || !make_directory(state, sentence, sizeof sentence) ||
		!lock_or_take_over(&keeper, state, &taken, sentence, sizeof sentence) ||
		!open_store(&keeper, state, sentence, sizeof sentence) ||
		!listen_local(&keeper, state, sentence, sizeof sentence)) {
		report_ready(ready, sentence);
		hasher_free(keeper.hasher);
		_exit(1);
	}
	randombytes_buf(&keeper.birth_number, sizeof keeper.birth_number);
	log_line(LOG_INFO, "keeper.begin", "taken=%zu", taken.count);
	metric_add(METRIC_KEEPER_STARTS, 0, 0, 1);
	take_peers(&keeper, &taken);
	/* Every player's turn waits for this process. Without the permission it runs at normal
	 * priority. */
	setpriority(PRIO_PROCESS, 0, KEEPER_NICE);
	crash_catch();
	sandbox_enter(SANDBOX_KEEPER);
	bans_tell(&keeper);
	store_log_is_there(keeper.store, &there);
	report_ready(ready, "");
	if (go >= 0)
		close(go);
	status = keeper_serve(&keeper);
	store_close(keeper.store);
	log_line(LOG_INFO, "keeper.end", "sessions=%zu", keeper.peer_count);
	_exit(status);
}

/* ---- Starting one ---- */

/* Waits for the new keeper's report. True if it serves. The sentence is empty if it ended without
 * a report. */
static bool wait_ready(int ready, char *sentence, size_t size)
{
	struct pollfd wait = {.fd = ready, .events = POLLIN};
	char shown[KEEPER_SENTENCE_MAX];
	bool late = poll(&wait, 1, READY_PATIENCE_MS) == 0;
	ssize_t got = late ? -1 : read(ready, shown, sizeof shown - 1);

	close(ready);
	if (got == 1 && shown[0] == '\0')
		return true;
	shown[got > 0 ? got : 0] = '\0';
	if (late)
		snprintf(shown, sizeof shown,
			"cannot start the keeper: it did not begin within %d seconds; look at the "
			"disk of the state directory",
			READY_PATIENCE_MS / 1000);
	snprintf(sentence, size, "%s", shown);
	return false;
}

/* Completes the sentence about a keeper that ended without a report. A mapped page of the -shm
 * file without a block on the disk ends it by SIGBUS. */
static void explain_end(int status, char *sentence, size_t size)
{
	int sign = WIFSIGNALED(status) ? WTERMSIG(status) : 0;

	if (sentence[0] != '\0')
		return;
	if (sign == SIGBUS)
		snprintf(sentence, size,
			"cannot start the keeper: the -shm file of its database has no room; "
			"free disk space");
	else
		snprintf(sentence, size,
			"cannot start the keeper: it ended before it served (signal %d); see the "
			"log",
			sign);
}

static void limit_waiting(int control)
{
	const struct timeval patience = {.tv_sec = 1};

	setsockopt(control, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
}

pid_t keeper_start(const char *state, const struct content *content,
	const struct keeper_policy *policy, int *control, char *sentence, size_t size)
{
	int pair[2] = {-1, -1};
	int ready[2];
	pid_t pid;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0 ||
		pipe2(ready, O_CLOEXEC) != 0) {
		snprintf(sentence, size,
			"cannot start the keeper: %s; end other processes and try again",
			strerror(errno));
		close(pair[0]);
		close(pair[1]);
		return -1;
	}
	pid = fork();
	if (pid == 0) {
		setsid();
		process_reset_signals();
		fcntl(pair[1], F_SETFL, O_NONBLOCK);
		keeper_run(state, pair[1], content, policy, ready[1]);
	}
	close(pair[1]);
	close(ready[1]);
	if (pid < 0)
		close(ready[0]);
	if (pid > 0 && wait_ready(ready[0], sentence, size)) {
		limit_waiting(pair[0]);
		*control = pair[0];
		return pid;
	}
	close(pair[0]);
	if (pid > 0) {
		int status = 0;

		kill(pid, SIGKILL);
		waitpid(pid, &status, 0);
		explain_end(status, sentence, size);
	}
	return -1;
}

/* Detaches the process from parent and terminal, so that it outlives its starter. */
static void become_daemon(void)
{
	int nothing = open("/dev/null", O_RDWR);

	setsid();
	if (fork() != 0)
		_exit(0);
	for (int i = 0; i <= 2; i++)
		dup2(nothing, i);
}

bool keeper_start_local(const char *state, const struct content *content,
	const struct keeper_policy *policy, char *sentence, size_t size)
{
	int ready[2];
	pid_t pid;

	if (pipe2(ready, O_CLOEXEC) != 0) {
		snprintf(sentence, size,
			"cannot start the keeper: %s; end other processes and try again",
			strerror(errno));
		return false;
	}
	pid = fork();
	if (pid == 0) {
		process_reset_signals();
		become_daemon();
		keeper_run(state, -1, content, policy, ready[1]);
	}
	close(ready[1]);
	if (pid > 0)
		waitpid(pid, NULL, 0);
	if (wait_ready(ready[0], sentence, size))
		return true;
	explain_end(0, sentence, size);
	return false;
}
