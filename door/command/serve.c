/*
 * `trapdoor serve`: the listener. It accepts or refuses clients and forks a session for each.
 *
 * It loads content and host key once, so that its children share the pages. It holds no game and no
 * account: if it dies, sessions and keeper go on. If the keeper dies, the listener forks a new one
 * and sends it the sessions' sockets.
 */
#include "door/net/entrance.h"
#include "door/command/commands.h"
#include "door/keeper/keeper_start.h"
#include "door/store/keeper.h"
#include "door/net/listener.h"
#include "door/command/workers.h"
#include "door/net/report.h"
#include "door/os/crash.h"
#include "door/os/log.h"
#include "door/os/processes.h"
#include "door/os/sandbox.h"
#include "door/os/unforked.h"
#include "door/config/content_load.h"
#include "door/ui/appearances.h"
#include "door/os/arguments.h"
#include "door/os/complain.h"
#include "door/screen/screens.h"
#include "door/ui/ui.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#define ACCEPTS_A_ROUND 64     /* so that a flood of clients does not delay signals */
#define KEEPER_PAUSE_MS 1000   /* least time between two starts of a keeper */
#define DESCRIPTORS_BESIDE 256 /* descriptors beyond two a session */
#define END_TERM_MS                                                                                \
	1200 /* time from the keeper's notice to SIGTERM for the remaining sessions, ... */
#define END_KILL_MS 1600 /* ... and to SIGKILL */
#define END_GIVE_UP_MS 1900
_Static_assert(END_GIVE_UP_MS < 2000, "the server ends within two seconds of SIGTERM");

struct session_place {
	pid_t pid;      /* 0: free */
	int keeper_end; /* duplicate for the next keeper */
	char from[ADDRESS_TEXT_MAX];
};

struct server {
	struct config config;
	struct content *content;
	struct listeners listeners;
	struct entrance *entrance;
	struct session_place *places;
	struct workers workers;
	int signals, control, reserve;
	pid_t keeper;
	long long keeper_started_ms, keeper_due_ms; /* due: when to fork it again; 0: it runs */
	long long ending_ms;                        /* when the end began; 0: not yet */
	bool shown_by_signal;
};

/* ---- The keeper ---- */

static bool server_start_keeper(struct server *server, char *sentence, size_t size)
{
	server->keeper_started_ms = transport_now_ms();
	server->keeper = keeper_start(server->config.files_state, server->content,
		server->config.limits_free_space_mb, &server->control, sentence, size);
	if (server->keeper > 0) {
		/* A keeper that hangs must not block the listener: see server_fork. */
		fcntl(server->control, F_SETFL, O_NONBLOCK);
		return true;
	}
	server->control = -1;
	server->keeper = 0;
	return false;
}

/* Sends a socket to a new keeper, and waits if its socket is full, since it reads at once. */
static bool server_give(const struct server *server, const struct session_place *place)
{
	struct pollfd control = {.fd = server->control, .events = POLLOUT};
	while (!keeper_give(server->control, place->keeper_end, place->from))
		if (errno != EAGAIN || poll(&control, 1, KEEPER_PAUSE_MS) <= 0)
			return false;
	return true;
}

/* Starts a keeper again, at most once a second. */
static void server_revive_keeper(struct server *server)
{
	char sentence[512];
	if (!server_start_keeper(server, sentence, sizeof sentence)) {
		log_line(LOG_ERROR, "keeper.refused", "why=%s", log_quote(sentence));
		server->keeper_due_ms = transport_now_ms() + KEEPER_PAUSE_MS;
		return;
	}
	server->keeper_due_ms = 0;
	int given = 0;
	for (int i = 0; i < entrance_capacity(server->entrance); i++)
		if (server->places[i].pid)
			given += server_give(server, &server->places[i]);
	log_line(LOG_WARN, "keeper.again", "keeper=%ld sessions=%d", (long)server->keeper, given);
}

static void server_lost_keeper(struct server *server, int status)
{
	log_line(server->ending_ms ? LOG_INFO : LOG_ERROR, "keeper.end", "status=%d signal=%d",
		WIFEXITED(status) ? WEXITSTATUS(status) : -1,
		WIFSIGNALED(status) ? WTERMSIG(status) : 0);
	close(server->control);
	server->control = -1;
	server->keeper = 0;
	long long now_ms = transport_now_ms(),
		  soonest_ms = server->keeper_started_ms + KEEPER_PAUSE_MS;
	server->keeper_due_ms = now_ms > soonest_ms ? now_ms : soonest_ms;
}

/* ---- Sessions ---- */

/* The descriptors of a session: its client's, the line to the keeper, its reports. */
struct session_ends {
	int client, line, report;
};

_Noreturn static void session_begin(struct server *server, const struct transport_row *row,
	const char *peer, const struct session_ends *ends)
{
	sigset_t none;
	/* Leaves the terminal's group: ^C ends the server, which then notifies the players. */
	setsid();
	prctl(PR_SET_NAME, "session");
	/* Large blocks such as game and view are mapped, so that unwritten pages use no memory. */
	mallopt(M_MMAP_THRESHOLD, 48 * 1024);
	mallopt(M_TOP_PAD, 8 * 1024);
	sandbox_hide_files(SANDBOX_SESSION);
	close_all_but((int[]){ends->client, ends->line, ends->report}, 3);
	report_begin(ends->report);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	crash_catch();
	sandbox_enter(SANDBOX_SESSION);
	session_run(&(struct session_start){.screens = screens,
		.config = &server->config,
		.content = server->content,
		.transport = row,
		.descriptor = ends->client,
		.peer = peer,
		.line = store_client_new(ends->line, NULL, NULL)});
}

/* The sentence is plain text: telnet shows it, and ssh allows lines before its greeting. */
static void server_refuse(
	const struct server *server, int descriptor, const char *peer, const char *why)
{
	char line[160];
	int length = snprintf(line, sizeof line, "%.32s: %.100s.\r\n",
		ui_word(server->content, "title", "Trapdoor"), why);
	if (write(descriptor, line, (size_t)length) == length)
		shutdown(descriptor, SHUT_WR);
	close(descriptor);
	log_line(LOG_WARN, "session.refused", "peer=%s why=%s", peer, log_quote(why));
}

static bool server_fork(struct server *server, const struct transport_row *row, int descriptor,
	const char *peer, int place)
{
	int pair[2];
	if (!keeper_pair(pair))
		return false;
	/* If the keeper died, the next one gets the socket. If it hangs, the session is refused. */
	if (server->control >= 0 && !keeper_give(server->control, pair[1], peer) &&
		errno == EAGAIN) {
		close(pair[0]);
		close(pair[1]);
		return false;
	}
	const struct session_ends ends = {
		descriptor, pair[0], entrance_report_descriptor(server->entrance, place)};
	pid_t pid = fork();
	if (pid == 0) {
		close(pair[1]);
		session_begin(server, row, peer, &ends);
	}
	close(pair[0]);
	if (pid < 0) {
		close(pair[1]);
		return false;
	}
	server->places[place] = (struct session_place){.pid = pid, .keeper_end = pair[1]};
	snprintf(server->places[place].from, sizeof server->places[place].from, "%s", peer);
	return true;
}

static void server_admit(void *context, int listener, int descriptor, const struct address *address)
{
	struct server *server = context;
	const struct transport_row *row = server->listeners.each[listener].row;
	char peer[ADDRESS_TEXT_MAX];
	const char *why;
	long long now_ms = transport_now_ms();
	address_text(address, peer);
	int place =
		entrance_take(server->entrance, address, row == &transport_telnet, now_ms, &why);
	if (place < 0) {
		server_refuse(server, descriptor, peer, why);
		return;
	}
	if (!server_fork(server, row, descriptor, peer, place)) {
		entrance_give_back(server->entrance, place, ENTRANCE_NOT_BEGUN, now_ms);
		server_refuse(server, descriptor, peer,
			"the server cannot start a session now; try again later");
		return;
	}
	close(descriptor);
}

static void server_accept(struct server *server, const struct listener *listener)
{
	struct sockaddr_storage address;
	for (int i = 0; i < ACCEPTS_A_ROUND; i++) {
		int descriptor = listener_accept(listener, &address);
		if (descriptor >= 0) {
			struct address from = address_of_socket(&address);
			entrance_arrive(server->entrance, (int)(listener - server->listeners.each),
				descriptor, &from, transport_now_ms());
			continue;
		}
		if (errno != EMFILE && errno != ENFILE)
			return;
		/* Without a free descriptor, the reserved one is used to refuse the client with a
		 * sentence. */
		close(server->reserve);
		descriptor = listener_accept(listener, &address);
		if (descriptor >= 0)
			server_refuse(server, descriptor, "unknown",
				"the server is full; try again later");
		server->reserve = open("/dev/null", O_RDONLY | O_CLOEXEC);
	}
}

static void server_reap(struct server *server)
{
	int status;
	pid_t pid;
	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		if (pid == server->keeper) {
			server_lost_keeper(server, status);
			continue;
		}
		for (int i = 0; i < entrance_capacity(server->entrance); i++) {
			if (server->places[i].pid != pid)
				continue;
			close(server->places[i].keeper_end);
			server->places[i].pid = 0;
			entrance_give_back(server->entrance, i, status, transport_now_ms());
			break;
		}
		if (!workers_ended(&server->workers, pid, status) && WIFSIGNALED(status))
			log_line(LOG_ERROR, "session.died", "session=%ld signal=%d", (long)pid,
				WTERMSIG(status));
	}
}

/* ---- The end ---- */

static void server_signal_sessions(const struct server *server, int signal)
{
	for (int i = 0; i < entrance_capacity(server->entrance); i++)
		if (server->places[i].pid)
			kill(server->places[i].pid, signal);
}

static void server_end(struct server *server)
{
	if (server->ending_ms)
		return;
	server->ending_ms = transport_now_ms();
	log_line(LOG_INFO, "server.end", "sessions=%d", entrance_count(server->entrance));
	listeners_close(&server->listeners);
	/* The keeper notifies the sessions, serves them to their end, and ends. */
	if (server->keeper)
		kill(server->keeper, SIGTERM);
	else
		server_signal_sessions(server, SIGTERM);
}

/* Signals the remaining sessions when their time is over. True when the server may exit. */
static bool server_ended(struct server *server, long long now_ms)
{
	if (!server->ending_ms)
		return false;
	long long since_ms = now_ms - server->ending_ms;
	if (entrance_count(server->entrance) == 0 && !server->keeper)
		return true;
	if (since_ms >= END_TERM_MS && !server->shown_by_signal) {
		server->shown_by_signal = true;
		server_signal_sessions(server, SIGTERM);
	}
	if (since_ms >= END_KILL_MS)
		server_signal_sessions(server, SIGKILL);
	return since_ms >= END_GIVE_UP_MS;
}

/* ---- The loop ---- */

static void server_take_signal(struct server *server)
{
	struct signalfd_siginfo info;
	while (read(server->signals, &info, sizeof info) == sizeof info) {
		if (info.ssi_signo == SIGCHLD)
			server_reap(server);
		else
			server_end(server);
	}
}

static int server_patience(const struct server *server, long long now_ms)
{
	if (server->ending_ms)
		return 50;
	int patience = entrance_patience(server->entrance, now_ms);
	if (!server->keeper_due_ms)
		return patience;
	int due = server->keeper_due_ms > now_ms ? (int)(server->keeper_due_ms - now_ms) : 0;
	return patience >= 0 && patience < due ? patience : due;
}

static void server_loop(struct server *server)
{
	for (;;) {
		long long now_ms = transport_now_ms();
		if (server_ended(server, now_ms))
			return;
		if (server->keeper_due_ms && !server->ending_ms && now_ms >= server->keeper_due_ms)
			server_revive_keeper(server);
		entrance_work(server->entrance, now_ms);
		struct pollfd all[3 + LISTENERS_MAX] = {{.fd = server->signals, .events = POLLIN},
			{.fd = server->control, .events = POLLIN},
			{.fd = entrance_descriptor(server->entrance), .events = POLLIN}};
		size_t count = server->listeners.count;
		for (size_t i = 0; i < count; i++)
			all[3 + i] = (struct pollfd){
				.fd = server->listeners.each[i].descriptor, .events = POLLIN};
		if (poll(all, 3 + count, server_patience(server, now_ms)) <= 0)
			continue;
		if (all[0].revents)
			server_take_signal(server);
		if (all[1].revents & POLLIN)
			workers_take(&server->workers, server->control);
		for (size_t i = 0; i < server->listeners.count; i++)
			if (all[3 + i].revents)
				server_accept(server, &server->listeners.each[i]);
	}
}

/* ---- The beginning ---- */

/* Raises the limit of open files to two a session, or else lowers the number of sessions. */
static void server_raise_limits(struct server *server)
{
	struct rlimit limit;
	if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
		return;
	rlim_t before = limit.rlim_cur;
	limit.rlim_cur = limit.rlim_max;
	if (setrlimit(RLIMIT_NOFILE, &limit) != 0)
		limit.rlim_cur = before;
	rlim_t wanted = 2 * (rlim_t)server->config.limits_connections + DESCRIPTORS_BESIDE;
	if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= wanted)
		return;
	server->config.limits_connections =
		limit.rlim_cur > 2 * DESCRIPTORS_BESIDE
			? (int)((limit.rlim_cur - DESCRIPTORS_BESIDE) / 2)
			: DESCRIPTORS_BESIDE / 2;
	log_line(LOG_WARN, "server.limit", "connections=%d why=%s",
		server->config.limits_connections,
		log_quote("the limit of open files allows no more"));
}

static bool server_listen_to_signals(struct server *server)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_BLOCK, &set, NULL);
	server->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	server->reserve = open("/dev/null", O_RDONLY | O_CLOEXEC);
	return server->signals >= 0;
}

static bool server_prepare_ssh(const struct config *config, char *sentence, size_t size)
{
	char path[sizeof config->files_state + 16];
	snprintf(path, sizeof path, "%s/host_key", config->files_state);
	return !*config->listen_ssh || ssh_prepare(path, sentence, size);
}

static bool server_prepare_sandbox(const struct config *config, char *sentence, size_t size)
{
	char layers[160];
	enum sandbox_mode mode;
	if (!sandbox_mode_by_word(config->security_sandbox, &mode)) {
		snprintf(sentence, size,
			"security.sandbox is \"%.40s\"; it must be enforce, log or off",
			config->security_sandbox);
		return false;
	}
	/* Which reads a file otherwise, in the first process that makes an object. */
	json_object_seed(0);
	if (!sandbox_prepare(mode, config->files_state, sentence, size))
		return false;
	int missing = sandbox_layers(layers, sizeof layers);
	log_line(missing || mode != SANDBOX_ENFORCE ? LOG_WARN : LOG_INFO, "sandbox", "mode=%s %s",
		config->security_sandbox, layers);
	return true;
}

/* A session that is asked to leave for another tells its client why. */
static void server_end_session(void *context, int place, bool unasked)
{
	const struct server *server = context;
	if (server->places[place].pid)
		kill(server->places[place].pid, unasked ? SIGKILL : SIGUSR1);
}

static bool server_open(struct server *server, char *sentence, size_t size)
{
	struct config *config = &server->config;
	if (!config_make_state(config->files_state, sentence, size) ||
		!listeners_add(
			&server->listeners, &transport_ssh, config->listen_ssh, sentence, size) ||
		!listeners_add(&server->listeners, &transport_telnet, config->listen_telnet,
			sentence, size))
		return false;
	if (server->listeners.count == 0) {
		snprintf(sentence, size,
			"cannot serve: ssh and telnet are both off; give an address with --ssh or "
			"--telnet ADDR:PORT");
		return false;
	}
	server_raise_limits(server);
	if (!server_prepare_ssh(config, sentence, size))
		return false;
	const struct entrance_handlers handlers = {
		.context = server, .admit = server_admit, .end = server_end_session};
	int doors = *config->listen_ssh && *config->listen_telnet ? 2 : 1;
	server->entrance = entrance_new(config, doors, &handlers);
	server->places =
		unforked_new((size_t)entrance_capacity(server->entrance) * sizeof *server->places);
	appearances_glyphs(server->content);
	server->workers.content = server->content;
	if (!server_prepare_sandbox(config, sentence, size) ||
		!server_start_keeper(server, sentence, size))
		return false;
	return server_listen_to_signals(server);
}

static void server_announce(const struct server *server)
{
	const char *host = server->config.lobby_host;
	int ssh = listeners_port(&server->listeners, &transport_ssh);
	int telnet = listeners_port(&server->listeners, &transport_telnet);
	char fingerprint[512], path[sizeof server->config.files_state + 16];
	printf("%s answers.  To play:\n", ui_word(server->content, "title", "Trapdoor"));
	if (telnet)
		printf("  telnet %s %d\n", host, telnet);
	if (ssh)
		printf("  ssh -p %d new@%s              to register a name\n"
		       "  ssh -p %d YOU@%s              to play under your name\n"
		       "  ssh -p %d guest@%s            to look around\n"
		       "  ssh -p %d board@%s scores     the board\n",
			ssh, host, ssh, host, ssh, host, ssh, host);
	snprintf(path, sizeof path, "%s/host_key", server->config.files_state);
	if (ssh && ssh_host_key_fingerprint(path, fingerprint, sizeof fingerprint))
		printf("The host key is %s (ED25519).\n", fingerprint);
	fflush(stdout);
	log_line(LOG_INFO, "server.begin", "ssh=%d telnet=%d keeper=%ld", ssh, telnet,
		(long)server->keeper);
}

static bool serve_settings(struct config *config, int argc, char **argv, int *status)
{
	const char *file = NULL, *state = NULL, *ssh = NULL, *telnet = NULL, *content = NULL;
	bool debug = false, settings = false;
	const struct argument_row rows[] = {
		{"config", "FILE", "settings file; \"\": none (default: the installed one)",
			.text = &file},
		{"state", "DIR", "state directory with database and host key (default var)",
			.text = &state},
		{"ssh", "ADDR:PORT",
			"address and port for ssh; \"\" turns ssh off (default [::]:2222)",
			.text = &ssh},
		{"telnet", "ADDR:PORT",
			"address and port for telnet; \"\" turns telnet off (default [::]:2323)",
			.text = &telnet},
		{"content", "DIR", "content directory that extends or replaces the built-in game",
			.text = &content},
		{"debug", NULL, "allow debugging views in new runs, which are then not scored",
			.flag = &debug},
		{"settings", NULL, "print all settings in effect as a settings file, and exit",
			.flag = &settings},
	};
	const struct argument_table table = {"serve [OPTION]...",
		"Serves the game over ssh and telnet until SIGTERM or ^C.  Every turn is on\n"
		"disk at once, so nothing is lost then.",
		rows, sizeof rows / sizeof *rows};
	*status = arguments_parse(argc, argv, &table, NULL);
	if (*status != ARGUMENTS_GO_ON)
		return false;
	struct complaint complaint;
	const struct {
		const char *section, *key, *value;
	} given[] = {{"files", "state", state}, {"listen", "ssh", ssh},
		{"listen", "telnet", telnet}, {"files", "content", content}};
	bool good = config_open(config, file, &complaint);
	for (size_t i = 0; good && i < sizeof given / sizeof *given; i++)
		if (given[i].value) {
			snprintf(complaint.origin, sizeof complaint.origin, "--%s", given[i].key);
			good = config_set(
				config, given[i].section, given[i].key, given[i].value, &complaint);
		}
	config->debug = debug;
	*status = good ? 0 : 1;
	if (!good)
		config_complain(&complaint);
	if (good && settings)
		config_print(config, stdout);
	return good && !settings;
}

int serve_main(int argc, char **argv)
{
	static struct server server = {.control = -1};
	char sentence[1024];
	int status;
	log_never_wait();
	if (!serve_settings(&server.config, argc, argv, &status))
		return status;
	server.content = content_load(server.config.files_content);
	if (!server.content)
		return 1;
	if (!server_open(&server, sentence, sizeof sentence)) {
		command_complain("%s", sentence);
		listeners_close(&server.listeners);
		return 1;
	}
	server_announce(&server);
	malloc_trim(0);
	server_loop(&server);
	return 0;
}
