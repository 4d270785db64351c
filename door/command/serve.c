/*
 * `trapdoor serve`: two process trees, each under one user, which one socket joins.
 *
 *     serve            the parent: starts both sides, ends them, and reads nothing from strangers
 *       supervisor     the keeper side: owns the state directory (door/keeper/keeper_supervisor.h)
 *         keeper, hasher
 *       site           writes web pages, if there is a folder for them (door/command/serve_site.h)
 *       livelog        writes milestones, and a process of the door side's user runs the hook
 *                      (door/command/serve_livelog.h)
 *       listener       the door side, which cannot open the state directory: accepts connections
 *       forkers        start the sessions, and processes for the keeper (door/command/forker.h)
 *
 * Ports and host key are opened before root's rights are dropped. Started by another user than
 * root, both sides are that user, and the sandbox alone keeps them apart.
 */
#include "door/command/commands.h"
#include "door/command/forkers.h"
#include "door/command/listener_again.h"
#include "door/command/log_config.h"
#include "door/command/serve_handover.h"
#include "door/command/serve_listener.h"
#include "door/command/serve_livelog.h"
#include "door/command/serve_metrics.h"
#include "door/command/serve_settings.h"
#include "door/command/serve_site.h"
#include "door/command/serve_tournaments.h"
#include "door/command/serve_users.h"
#include "door/config/content_load.h"
#include "door/config/state_files.h"
#include "door/keeper/keeper_supervisor.h"
#include "door/metrics/metrics.h"
#include "door/metrics/process_memory.h"
#include "door/net/admission.h"
#include "door/net/transport.h"
#include "door/os/complain.h"
#include "door/os/crash.h"
#include "door/os/log.h"
#include "door/config/terminfo.h"
#include "door/os/sandbox.h"
#include "door/os/service_manager.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PULSE_MS 5000          /* time between two signs of life */
#define DESCRIPTORS_EACH 3     /* of a session: lines to the keeper and of the log, reports */
#define DESCRIPTORS_BESIDE 256 /* descriptors beyond those */
#define AGAIN_MS 60000         /* least time between two listeners in the place of dead ones */

/* ---- Opening, with the rights of the user who started it ---- */

/* Raises the limit of open files as far as it goes. Lowers the number of sessions if that is less
 * than three files a session. */
static void raise_limits(struct serve_start *start)
{
	struct rlimit limit;
	if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
		return;
	rlim_t before = limit.rlim_cur;
	limit.rlim_cur = limit.rlim_max;
	if (setrlimit(RLIMIT_NOFILE, &limit) != 0)
		limit.rlim_cur = before;
	rlim_t wanted =
		DESCRIPTORS_EACH * (rlim_t)start->config.limits_connections + DESCRIPTORS_BESIDE;
	if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= wanted)
		return;
	start->config.limits_connections =
		limit.rlim_cur > 2 * DESCRIPTORS_BESIDE
			? (int)((limit.rlim_cur - DESCRIPTORS_BESIDE) / DESCRIPTORS_EACH)
			: DESCRIPTORS_BESIDE / 2;
	log_line(LOG_WARN, "server.limit", "connections=%d why=%s",
		start->config.limits_connections,
		log_quote("the limit of open files allows no more"));
}

static bool prepare_sandbox(const struct config *config, char *sentence, size_t size)
{
	char layers[160];
	enum sandbox_mode mode;
	if (!sandbox_mode_by_word(config->security_sandbox, &mode)) {
		snprintf(sentence, size,
			"security.sandbox is \"%.40s\"; it must be enforce, log or off",
			config->security_sandbox);
		return false;
	}
	if (!sandbox_prepare(mode, config->files_state, sentence, size))
		return false;
	int missing = sandbox_layers(layers, sizeof layers);
	log_line(missing || mode != SANDBOX_ENFORCE ? LOG_WARN : LOG_INFO, "sandbox", "mode=%s %s",
		config->security_sandbox, layers);
	return true;
}

static bool open_host_key(const struct config *config, int *host_key, char *sentence, size_t size)
{
	char path[HOST_KEY_PATH_MAX];
	host_key_path(config->files_state, path);
	/* That of a running server may be known. */
	if (*host_key <= 0)
		*host_key = *config->listen_ssh ? ssh_key_open(path, sentence, size) : -1;
	return !*config->listen_ssh || *host_key >= 0;
}

/* Users, descriptors and signals of the parent alone. */
struct serve_parent {
	struct serve_users users;
	struct forker_files files;
	struct serve_settings settings;
	struct serve_metrics metrics;
	struct serve_site site;
	struct serve_livelog livelog;
	struct serve_handover handover;
	struct log_settings log;
	struct serve_start *start;
	pid_t listener_pid;
	int listener;     /* the listener's socket */
	int64_t again_ms; /* when a listener replaced a dead one; 0: none did */
	bool ending;      /* the listener was told to end */
	int signals;
	int manager; /* the line to the service manager; -1: none */
	int pulse;   /* the listener's signs of life, if there is one */
	bool ready, has_terminal;
};

/* The sockets of a running server that is replaced count instead of the setting. */
static bool add_listeners(struct serve_start *start, const struct handover_sockets *sockets,
	const struct transport_row *row, const char *list, char *sentence, size_t size)
{
	struct listeners *listeners = &start->listeners;
	size_t before = listeners->count;
	for (size_t i = 0; *list && i < sockets->listeners.count; i++)
		if (sockets->listeners.each[i].row == row)
			listeners->each[listeners->count++] = sockets->listeners.each[i];
	return listeners->count > before || listeners_add(listeners, row, list, sentence, size);
}

/* The place of a running server, or a place for the next one's call. */
static bool open_handover(
	struct serve_start *start, struct serve_parent *parent, char *sentence, size_t size)
{
	struct serve_handover *handover = &parent->handover;
	const struct handover_sockets *sockets = &handover->sockets;
	handover->parts =
		(struct handover_parts){&parent->settings, &parent->files, &parent->metrics,
			&parent->site, &parent->livelog, &start->listeners, &parent->manager};
	if (!handover->upgrades)
		return true;
	if (!upgrade_receive(handover, sentence, size))
		return false;
	if (*start->config.listen_ssh && sockets->host_key >= 0)
		parent->files.host_key = sockets->host_key;
	if (sockets->metrics >= 0)
		serve_metrics_inherit(
			&parent->metrics, &start->config, sockets->metrics_where, sockets->metrics);
	return true;
}

/* The keeper side reads it again, so that no process of the door side ever has it. */
static bool day_secret_is_readable(const struct config *config, char *sentence, size_t size)
{
	struct keeper_policy policy = {.daily = 0};
	bool readable = keeper_policy_secret(&policy, config->files_daily_secret, sentence, size);
	explicit_bzero(&policy, sizeof policy);
	return readable;
}

static bool open_all(
	struct serve_start *start, struct serve_parent *parent, char *sentence, size_t size)
{
	const struct config *config = &start->config;
	const struct handover_sockets *sockets = &parent->handover.sockets;
	if (!open_handover(start, parent, sentence, size) ||
		!state_begin(config->files_state, config->init, sentence, size) ||
		!state_safe(config->files_state, sentence, size))
		return false;
	for (size_t i = 0; i < TRANSPORTS_SERVED; i++)
		if (!add_listeners(start, sockets, transports_served[i],
			    transport_addresses(config, i), sentence, size))
			return false;
	if (start->listeners.count == 0) {
		snprintf(sentence, size,
			"cannot serve: no address is set for ssh, telnet, Commodores or Ataris; "
			"give one with --ssh or --telnet ADDR:PORT");
		return false;
	}
	raise_limits(start);
	start->names = name_list_read(config->files_names, sentence, size);
	return start->names && day_secret_is_readable(config, sentence, size) &&
	       open_host_key(config, &parent->files.host_key, sentence, size) &&
	       prepare_sandbox(config, sentence, size) &&
	       serve_users_choose(config, &parent->users, sentence, size) &&
	       serve_metrics_open(&parent->metrics, config, &parent->users.door, sentence, size) &&
	       serve_site_open(config, &parent->users.keeper, sentence, size) &&
	       serve_livelog_open(
		       config, &parent->users.keeper, &parent->users.door, sentence, size) &&
	       (parent->handover.upgrades ||
		       handover_listen(config->files_state, &parent->users.keeper,
			       &parent->handover.listening, sentence, size));
}

/* ---- The two sides ---- */

static bool fork_keeper_side(
	struct serve_start *start, struct serve_settings *settings, const struct user *user)
{
	int pair[2], changes[2];
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0 ||
		socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, changes) != 0)
		return false;
	pid_t pid = fork();
	if (pid == 0) {
		struct keeper_settings keeper = {.state = start->config.files_state,
			.content = start->content,
			.policy = serve_policy(&start->config, start->names),
			.waits = start->upgrades};
		char sentence[256];
		/* The file was read before; without the secret there would be other seeds. */
		if (!keeper_policy_secret(&keeper.policy, start->config.files_daily_secret,
			    sentence, sizeof sentence))
			keeper.policy.daily = keeper.policy.weekly = 0;
		keeper.policy.changes = changes[1];
		keeper_supervise(pair[1], user, &keeper);
	}
	close(pair[1]);
	close(changes[1]);
	start->keeper_side = pair[0];
	settings->keeper = changes[0];
	return pid > 0;
}

/* With a service manager, the listener shows at least twice in its time that it lives. */
static bool open_pulse(struct serve_start *start, struct serve_parent *parent)
{
	int ends[2] = {-1, -1};
	struct handover_sockets *sockets = &parent->handover.sockets;
	if (!start->upgrades) {
		sockets->manager = service_line();
		sockets->pulse_ms = (int)service_watchdog_ms();
	}
	int half_ms = sockets->pulse_ms;
	parent->manager = sockets->manager;
	start->pulse_ms = half_ms && half_ms < PULSE_MS ? half_ms : PULSE_MS;
	if (parent->manager >= 0 && pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
		return false;
	parent->pulse = ends[0];
	start->pulse = ends[1];
	return true;
}

/* Passes signs of life on.  The first one says that the server serves. */
static void hear_pulse(struct serve_parent *parent)
{
	struct serve_pulse pulse;
	char text[64];
	while (read(parent->pulse, &pulse, sizeof pulse) == sizeof pulse) {
		/* The older program is the main process still. */
		if (handover_on_trial(&parent->handover))
			continue;
		snprintf(text, sizeof text, "%sWATCHDOG=1\nSTATUS=%d connections",
			parent->ready ? "" : "READY=1\n", pulse.connections);
		service_tell(parent->manager, text);
		parent->ready = true;
	}
}

/* The listener's ends go to `start`, and the parent's to `parent`. */
static bool open_listener_sockets(struct serve_start *start, struct serve_parent *parent)
{
	int pair[2], changes[2], steps[2];
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0 ||
		socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, steps) != 0 ||
		socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, changes) != 0)
		return false;
	parent->listener = pair[0];
	parent->settings.listener = changes[0];
	parent->handover.steps = steps[0];
	start->parent = pair[1];
	start->settings = changes[1];
	start->steps = steps[1];
	return true;
}

static void close_listener_ends(const struct serve_start *start)
{
	close(start->parent);
	close(start->settings);
	close(start->steps);
}

static pid_t fork_listener(struct serve_start *start, struct serve_parent *parent)
{
	pid_t before = getpid(), pid = open_listener_sockets(start, parent) ? fork() : -1;
	if (pid == 0) {
		/* Leaves the terminal's group: ^C is for the parent. */
		setsid();
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		prctl(PR_SET_NAME, "listener");
		if (getppid() != before)
			_exit(1);
		start->report = parent->handover.report;
		int status = serve_listen(start);
		fflush(stdout);
		_exit(status);
	}
	if (pid > 0)
		close_listener_ends(start);
	parent->listener_pid = pid;
	return pid;
}

/* A listener that died is replaced, but not in an upgrade, nor sooner than a minute after the last
 * one was. False if it is not. */
static bool replace_listener(struct serve_parent *parent, int status)
{
	struct serve_start *start = parent->start;
	pid_t dead = parent->listener_pid;
	int64_t now_ms = transport_now_ms();
	if (!WIFSIGNALED(status) || parent->ending || parent->handover.state != HANDOVER_IDLE ||
		parent->handover.upgrades || handover_on_trial(&parent->handover) ||
		(parent->again_ms && now_ms - parent->again_ms < AGAIN_MS))
		return false;
	parent->again_ms = now_ms;
	close(parent->listener);
	close(parent->settings.listener);
	if (parent->handover.steps >= 0)
		close(parent->handover.steps);
	if (!open_listener_sockets(start, parent))
		return false;
	parent->listener_pid = listener_again(start, &parent->settings.running, &parent->files);
	close_listener_ends(start);
	if (parent->listener_pid > 0)
		log_line(LOG_WARN, "listener.replaced", "listener=%ld before=%ld",
			(long)parent->listener_pid, (long)dead);
	return parent->listener_pid > 0;
}

static int exit_status(int status)
{
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static bool has_terminal(void)
{
	int terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
	if (terminal >= 0)
		close(terminal);
	return terminal >= 0;
}

/* SIGHUP from the kernel, or without the terminal that there was: the terminal is gone. */
static bool is_reload(const struct serve_parent *parent, const struct signalfd_siginfo *info)
{
	return info->ssi_signo == SIGHUP && info->ssi_code != SI_KERNEL &&
	       (!parent->has_terminal || has_terminal());
}

static void take_signal(struct serve_parent *parent, const struct signalfd_siginfo *info)
{
	if (info->ssi_signo == SIGCHLD)
		return;
	if (is_reload(parent, info)) {
		service_reloading(parent->manager);
		serve_settings_reload(&parent->settings, &parent->files);
		service_tell(parent->manager, "READY=1");
		return;
	}
	/* A stop by the operator is no failure of the trial. */
	if (handover_on_trial(&parent->handover))
		upgrade_prove(&parent->handover);
	service_tell(parent->manager, "STOPPING=1");
	listeners_close(parent->handover.parts.listeners);
	parent->ending = true;
	kill(parent->listener_pid, SIGTERM);
}

static int patience(const struct serve_parent *parent)
{
	int handover = handover_patience(&parent->handover);
	if (!*parent->settings.running.files_bulletins && !log_is_socket())
		return handover;
	return handover >= 0 && handover < SERVE_LOOK_MS ? handover : SERVE_LOOK_MS;
}

/* Waits for all children that have ended. False if the server ends: then with this status. */
static bool reap(struct serve_parent *parent, int *status)
{
	pid_t pid;
	while ((pid = waitpid(-1, status, WNOHANG)) > 0) {
		bool listener = pid == parent->listener_pid;
		if (!listener && serve_metrics_ended(&parent->metrics, pid, *status))
			continue;
		if (WIFSIGNALED(*status))
			log_line(LOG_ERROR, listener ? "listener.died" : "child.died",
				"%s=%ld signal=%d", listener ? "listener" : "child", (long)pid,
				WTERMSIG(*status));
		if (listener && !replace_listener(parent, *status))
			return false;
	}
	return true;
}

/* Starts forkers for the listener until that ends, and has it end when told to. Returns its exit
 * status. */
static int watch_listener(struct serve_parent *parent, const char *state)
{
	struct pollfd all[3 + HANDOVER_DESCRIPTORS] = {{.fd = parent->signals, .events = POLLIN},
		{.fd = parent->listener, .events = POLLIN},
		{.fd = parent->pulse, .events = POLLIN}};
	struct signalfd_siginfo info;
	int status;
	for (;;) {
		bool looks = *parent->settings.running.files_bulletins;
		handover_poll(&parent->handover, all + 3);
		if (poll(all, 3 + HANDOVER_DESCRIPTORS, patience(parent)) < 0)
			continue;
		log_look();
		process_memory_account(PROCESS_SERVE);
		if (looks)
			serve_settings_look(&parent->settings, &parent->files);
		while (read(parent->signals, &info, sizeof info) == sizeof info)
			take_signal(parent, &info);
		pid_t before = parent->listener_pid;
		if (!reap(parent, &status))
			return exit_status(status);
		if (parent->listener_pid != before) {
			all[1] = (struct pollfd){.fd = parent->listener, .events = POLLIN};
			continue;
		}
		if (all[1].revents && !forkers_serve(parent->listener, &parent->files, state))
			all[1].fd = -1;
		if (all[2].revents & POLLIN)
			hear_pulse(parent);
		else if (all[2].revents)
			all[2].fd = -1;
		if (!handover_work(&parent->handover)) {
			kill(parent->listener_pid, SIGKILL);
			return 1;
		}
	}
}

static int open_signals(void)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_BLOCK, &set, NULL);
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* A reload reads the settings file as the door side's user. */
static void check_reload(const struct serve_parent *parent)
{
	char path[4096];
	config_path(parent->settings.options.config, path, sizeof path);
	if (*path && !user_reaches(&parent->users.door, path, R_OK))
		log_line(LOG_WARN, "settings.unreadable", "file=%s why=%s", log_quote(path),
			log_quote("the door side's user cannot read it, so SIGHUP cannot change "
				  "settings"));
}

static int serve(struct serve_start *start, struct serve_parent *parent)
{
	const struct serve_users *users = &parent->users;
	int capacity = start->config.limits_connections + ADMISSION_LEAVING_MAX;
	parent->settings.capacity = capacity;
	parent->start = start;
	parent->handover.owner = users->keeper.uid;
	check_reload(parent);
	log_line(LOG_INFO, "users", "keeper_side=%s door_side=%s", log_quote(users->keeper.name),
		log_quote(users->door.name));
	parent->signals = open_signals();
	parent->has_terminal = has_terminal();
	if (parent->signals >= 0 && open_pulse(start, parent) &&
		fork_keeper_side(start, &parent->settings, &users->keeper) &&
		serve_site_start(&parent->site, &start->config, start->content, &users->keeper) &&
		serve_livelog_start(
			&parent->livelog, &start->config, &users->keeper, &users->door)) {
		user_become(&users->door);
		sandbox_hide_files(SANDBOX_PARENT);
		struct forker_facts facts = serve_facts(&parent->settings);
		pid_t listener =
			forker_files_open(&parent->files, &facts, start->content, &start->terminals)
				? fork_listener(start, parent)
				: -1;
		crash_catch();
		sandbox_enter(SANDBOX_PARENT);
		if (listener > 0 && !start->upgrades)
			serve_metrics_start(&parent->metrics);
		if (listener > 0)
			return watch_listener(parent, start->config.files_state);
	}
	command_complain("cannot serve: %s; end other processes and try again", strerror(errno));
	return 1;
}

/* ---- The beginning ---- */

/* The log goes to standard error until all is open, so that whoever starts the server reads why it
 * cannot serve. */
static bool begin_log(
	const struct config *config, struct log_settings *log, char *sentence, size_t size)
{
	struct log_settings first;
	if (!log_config(config, log, sentence, size))
		return false;
	first = *log;
	first.target = LOG_STDERR;
	log_set(&first);
	log_share();
	return true;
}

/* Entries that are of no use are no reason not to serve. */
static void read_terminals(struct serve_start *start)
{
	struct terminfo_refusals refusals;
	terminfo_read(&start->terminals, start->config.files_terminfo, &refusals);
	if (refusals.count)
		log_line(LOG_WARN, "terminfo.refused", "count=%u file=%s why=%s", refusals.count,
			log_quote(refusals.first), log_quote(refusals.reason));
}

int serve_main(int argc, char **argv)
{
	static struct serve_start start = {.keeper_side = -1};
	static struct serve_parent parent;
	char sentence[1024];
	int status;
	log_never_wait();
	if (!handover_begin(&parent.handover, argc, argv))
		return 2;
	if (!metrics_share()) {
		command_complain(
			"cannot serve: %s; end other processes and try again", strerror(errno));
		return 1;
	}
	if (!serve_settings_begin(&parent.settings, argc, argv, &status))
		return status;
	parent.settings.running.began = time(NULL);
	start.config = parent.settings.running;
	start.upgrades = parent.handover.upgrades;
	if (!begin_log(&start.config, &parent.log, sentence, sizeof sentence)) {
		command_complain("%s", sentence);
		return 1;
	}
	start.content = content_load(start.config.files_content);
	if (!start.content)
		return 1;
	read_terminals(&start);
	serve_tournaments_read(&parent.settings.running, parent.settings.running.began);
	start.config = parent.settings.running;
	if (!open_all(&start, &parent, sentence, sizeof sentence) ||
		!log_open(&parent.log, NULL, sentence, sizeof sentence)) {
		command_complain("%s", sentence);
		listeners_close(&start.listeners);
		return 1;
	}
	status = serve(&start, &parent);
	/* Without what a sanitizer does at the end, for which another user has no rights. */
	fflush(stdout);
	_exit(status);
}
