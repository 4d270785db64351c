#include "door/keeper/keeper_supervisor.h"

#include "door/keeper/keeper_place.h"
#include "door/keeper/keeper_private.h"
#include "door/keeper/keeper_start.h"
#include "door/os/crash.h"
#include "door/metrics/metrics.h"
#include "door/metrics/process_memory.h"
#include "door/os/log.h"
#include "door/os/log_relay.h"
#include "door/os/processes.h"
#include "door/os/sandbox.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAUSE_MS 1000 /* least time between two starts of a keeper */

/* The words of the door side. */
#define END_WORD 'e'
#define PAUSE_WORD 'p'
#define BEGIN_WORD 'b'
#define RENEW_WORD 'r'

struct supervisor_watch {
	uint64_t rounds;   /* of the keeper's loop, when it was last looked at */
	int64_t turned_ms; /* when they changed */
	int64_t looked_ms;
	bool logged;
};

/* Sockets that are the standard errors of the keeper and of the hasher; [0] is read here. */
enum { LOG_OF_KEEPER, LOG_OF_HASHER, LOG_COUNT };
#define LINES_A_ROUND 256 /* of one of them */

struct supervisor {
	int logs[LOG_COUNT][2];
	struct supervisor_watch watch;
	const struct keeper_settings *settings;
	struct keeper_policy policy; /* as it comes from the parent */
	struct name_list *own_names; /* those of a policy that came later */
	int side, signals;
	int onward[2]; /* the newest policy goes on to the keeper; each inherits the other end */
	pid_t keeper;
	int64_t started_ms, due_ms; /* due: when to start it; 0: it runs, or nobody wants it */
	bool ending, paused;
};

/* ---- The log ---- */

/* Standard input and output are a terminal, or the log. */
static void leave_terminal(void)
{
	int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);

	if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(nothing, STDOUT_FILENO) < 0)
		_exit(1);
}

static void open_logs(struct supervisor *supervisor)
{
	for (int i = 0; i < LOG_COUNT; i++)
		if (!log_relay_pair(supervisor->logs[i]))
			_exit(1);
	keeper_logs_set(supervisor->logs[LOG_OF_KEEPER][1], supervisor->logs[LOG_OF_HASHER][1]);
}

/* Writes their lines to the log, which neither of them has a descriptor of. */
static void relay_logs(const struct supervisor *supervisor)
{
	static const char *const kinds[] = {[LOG_OF_KEEPER] = "keeper", [LOG_OF_HASHER] = "hasher"};
	char bytes[LOG_SENT_MAX];
	ssize_t got;

	for (int i = 0; i < LOG_COUNT; i++) {
		struct log_origin origin = {.kind = kinds[i], .id = "", .names_peers = true};

		for (int messages = 0; messages < LINES_A_ROUND; messages++) {
			got = log_relay_receive(
				supervisor->logs[i][0], bytes, sizeof bytes, &origin.pid);
			if (got <= 0)
				break;
			log_relay(&origin, bytes, (size_t)got, SIZE_MAX);
		}
	}
}

_Noreturn static void leave(const struct supervisor *supervisor)
{
	relay_logs(supervisor);
	_exit(0);
}

/* ---- The keeper side ---- */

/* The door side reads at once, or is gone. */
static void report(struct supervisor *supervisor, const struct keeper_news *news, int control)
{
	if (supervisor->side < 0)
		return;
	bool sent = control >= 0 ? wire_send(supervisor->side, news, sizeof *news,
					   &(struct wire_descriptors){1, {control}})
				 : send(supervisor->side, news, sizeof *news, MSG_NOSIGNAL) ==
					   (ssize_t)sizeof *news;

	if (!sent)
		log_line(LOG_WARN, "keeper.unreported", "error=%s", log_quote(strerror(errno)));
}

static void start(struct supervisor *supervisor)
{
	const struct keeper_settings *settings = supervisor->settings;
	struct keeper_policy policy = supervisor->policy;
	struct keeper_news news;
	int control = -1;

	policy.changes = policy.changes ? supervisor->onward[1] : 0;
	memset(&news, 0, sizeof news);
	supervisor->started_ms = keeper_now_ms();
	news.pid = keeper_start(settings->state, settings->content, &policy, &control,
		news.sentence, sizeof news.sentence);
	news.kind = news.pid > 0 ? KEEPER_SERVES : KEEPER_REFUSES;
	supervisor->keeper = news.pid > 0 ? news.pid : 0;
	supervisor->due_ms = news.pid > 0 ? 0 : keeper_now_ms() + PAUSE_MS;
	report(supervisor, &news, control);
	/* The door side's copy alone keeps the keeper's control socket open. */
	if (control >= 0)
		close(control);
}

static void keeper_lost(struct supervisor *supervisor, int status)
{
	const struct keeper_news news = {.kind = KEEPER_ENDED, .pid = supervisor->keeper};
	int64_t now_ms = keeper_now_ms();

	metric_account_set(PROCESS_KEEPER, 0, 0);
	metric_account_set(PROCESS_HASHER, 0, 0);
	relay_logs(supervisor);
	log_line(supervisor->ending || supervisor->paused ? LOG_INFO : LOG_ERROR, "keeper.end",
		"status=%d signal=%d", WIFEXITED(status) ? WEXITSTATUS(status) : -1,
		WIFSIGNALED(status) ? WTERMSIG(status) : 0);
	supervisor->keeper = 0;
	report(supervisor, &news, -1);
	if (supervisor->ending)
		leave(supervisor);
	if (supervisor->paused)
		return;
	supervisor->due_ms = supervisor->started_ms + PAUSE_MS;
	if (supervisor->due_ms < now_ms)
		supervisor->due_ms = now_ms;
}

static void end(struct supervisor *supervisor)
{
	supervisor->ending = true;
	if (!supervisor->keeper)
		leave(supervisor);
	kill(supervisor->keeper, SIGTERM);
}

static void take_signals(struct supervisor *supervisor)
{
	struct signalfd_siginfo info;
	int status;
	pid_t pid;

	while (read(supervisor->signals, &info, sizeof info) == (ssize_t)sizeof info) {
		if (info.ssi_signo == SIGTERM)
			end(supervisor);
		while (info.ssi_signo == SIGCHLD && (pid = waitpid(-1, &status, WNOHANG)) > 0)
			if (pid == supervisor->keeper)
				keeper_lost(supervisor, status);
	}
}

/* For another program's keeper. A keeper that died counts as paused. */
static void pause_keeper(struct supervisor *supervisor)
{
	supervisor->paused = true;
	supervisor->due_ms = 0;
	if (supervisor->keeper)
		kill(supervisor->keeper, SIGUSR1);
	else
		report(supervisor, &(struct keeper_news){.kind = KEEPER_ENDED}, -1);
}

static void begin(struct supervisor *supervisor)
{
	supervisor->paused = false;
	if (!supervisor->keeper)
		supervisor->due_ms = keeper_now_ms();
}

/* The keeper hands its sessions over to the new one, and ends by itself. */
static void renew(struct supervisor *supervisor)
{
	report(supervisor, &(struct keeper_news){.kind = KEEPER_RENEWS}, -1);
	supervisor->keeper = 0;
	supervisor->due_ms = keeper_now_ms();
}

static void take_side(struct supervisor *supervisor)
{
	char word;
	ssize_t got = recv(supervisor->side, &word, sizeof word, MSG_DONTWAIT);

	if (got > 0 && word == PAUSE_WORD)
		pause_keeper(supervisor);
	else if (got > 0 && word == BEGIN_WORD)
		begin(supervisor);
	else if (got > 0 && word == RENEW_WORD)
		renew(supervisor);
	else if (got > 0)
		end(supervisor);
	if (got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR)))
		return;
	/* The keeper serves the sessions that go on, until the next server takes over. */
	close(supervisor->side);
	supervisor->side = -1;
	supervisor->ending = true;
	if (!supervisor->keeper)
		leave(supervisor);
}

/* A keeper that was started with the policy reads it again, which changes nothing. */
static void take_policy(struct supervisor *supervisor)
{
	struct name_list *before = supervisor->own_names;

	if (!keeper_policy_take(&supervisor->policy))
		return;
	supervisor->own_names = (struct name_list *)(uintptr_t)supervisor->policy.names;
	name_list_free(before);
	log_level_set((enum log_level)supervisor->policy.log_level);
	if (!keeper_policy_send(supervisor->onward[0], &supervisor->policy))
		log_line(LOG_WARN, "keeper.settings", "error=%s", log_quote(strerror(errno)));
}

/* ---- A keeper that hangs ---- */

static int hang_ms(int setting, int usual)
{
	return setting ? setting : usual;
}

static int look_ms(const struct supervisor *supervisor)
{
	return hang_ms(supervisor->settings->hang_log_ms, HANG_LOG_MS) / 6;
}

/* Compares the count of the keeper's rounds with the last look. A supervisor that could not look
 * itself, as in a stopped machine, begins anew. */
static void watch_keeper(struct supervisor *supervisor)
{
	const struct keeper_settings *settings = supervisor->settings;
	struct supervisor_watch *watch = &supervisor->watch;
	uint64_t rounds = metric_value(METRIC_KEEPER_ROUNDS, 0, 0);
	int64_t now_ms = keeper_now_ms(), still_ms;
	bool missed = now_ms - watch->looked_ms > 3 * look_ms(supervisor);

	watch->looked_ms = now_ms;
	if (!supervisor->keeper || supervisor->ending || rounds == 0 || missed ||
		rounds != watch->rounds) {
		watch->rounds = rounds;
		watch->turned_ms = now_ms;
		watch->logged = false;
		return;
	}
	still_ms = now_ms - watch->turned_ms;
	if (still_ms >= hang_ms(settings->hang_kill_ms, HANG_KILL_MS)) {
		log_line(LOG_ERROR, "keeper.killed", "keeper=%ld still_ms=%lld",
			(long)supervisor->keeper, (long long)still_ms);
		kill(supervisor->keeper, SIGKILL);
		watch->turned_ms = now_ms;
	} else if (still_ms >= hang_ms(settings->hang_log_ms, HANG_LOG_MS) && !watch->logged) {
		log_line(LOG_ERROR, "keeper.hangs", "keeper=%ld still_ms=%lld",
			(long)supervisor->keeper, (long long)still_ms);
		watch->logged = true;
	}
}

static int patience_ms(const struct supervisor *supervisor)
{
	int64_t left_ms = supervisor->due_ms - keeper_now_ms();

	if (!supervisor->due_ms || supervisor->ending)
		return supervisor->keeper ? look_ms(supervisor) : -1;
	return left_ms > 0 ? (int)left_ms : 0;
}

static int open_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_SETMASK, &set, NULL);
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

_Noreturn void keeper_supervise(
	int side, const struct user *user, const struct keeper_settings *settings)
{
	struct supervisor supervisor = {.settings = settings,
		.policy = settings->policy,
		.side = side,
		.onward = {-1, -1},
		.due_ms = !settings->waits,
		.paused = settings->waits};
	const int *changes = &supervisor.policy.changes;

	setsid();
	prctl(PR_SET_NAME, "supervisor");
	leave_terminal();
	/* Every player's turn waits for the keeper, which inherits this from root alone. */
	setpriority(PRIO_PROCESS, 0, KEEPER_NICE);
	close_all_but((int[]){side, *changes ? *changes : -1, sandbox_files(SANDBOX_KEEPER),
			      sandbox_files(SANDBOX_HASHER)},
		4);
	keeper_enter(settings->state, user);
	user_become(user);
	sandbox_hide_files(SANDBOX_KEEPER);
	supervisor.signals = open_signals();
	assert(supervisor.signals >= 0);
	open_logs(&supervisor);
	if (*changes && socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0,
				supervisor.onward) != 0)
		_exit(1);
	crash_catch();
	sandbox_enter(SANDBOX_SUPERVISOR);
	for (;;) {
		struct pollfd polled[] = {{.fd = supervisor.signals, .events = POLLIN},
			{.fd = supervisor.side, .events = POLLIN},
			{.fd = *changes ? *changes : -1, .events = POLLIN},
			{.fd = supervisor.logs[LOG_OF_KEEPER][0], .events = POLLIN},
			{.fd = supervisor.logs[LOG_OF_HASHER][0], .events = POLLIN}};
		int ready;

		process_memory_account(PROCESS_SUPERVISOR);
		if (supervisor.due_ms && !supervisor.ending && keeper_now_ms() >= supervisor.due_ms)
			start(&supervisor);
		ready = poll(polled, sizeof polled / sizeof *polled, patience_ms(&supervisor));
		watch_keeper(&supervisor);
		relay_logs(&supervisor);
		if (ready > 0 && polled[0].revents)
			take_signals(&supervisor);
		if (ready > 0 && polled[1].revents)
			take_side(&supervisor);
		if (ready > 0 && polled[2].revents)
			take_policy(&supervisor);
	}
}

/* ---- The door side ---- */

enum keeper_heard keeper_hear(int side, struct keeper_news *news, int *control)
{
	struct wire_descriptors found = {0};
	ssize_t got = wire_receive(side, news, sizeof *news, &found);

	*control = -1;
	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return KEEPER_HEARD_NOTHING;
	if (got != (ssize_t)sizeof *news) {
		wire_close(&found);
		return KEEPER_SIDE_GONE;
	}
	news->sentence[sizeof news->sentence - 1] = '\0';
	if (found.count == 1)
		*control = found.each[0];
	else
		wire_close(&found);
	return KEEPER_HEARD;
}

static void say(int side, char word)
{
	if (send(side, &word, sizeof word, MSG_DONTWAIT | MSG_NOSIGNAL) < 0)
		log_line(LOG_WARN, "keeper.unreachable", "error=%s", log_quote(strerror(errno)));
}

void keeper_side_end(int side)
{
	say(side, END_WORD);
}

void keeper_side_pause(int side)
{
	say(side, PAUSE_WORD);
}

void keeper_side_begin(int side)
{
	say(side, BEGIN_WORD);
}

void keeper_side_renew(int side)
{
	say(side, RENEW_WORD);
}
