#include "door/command/serve_listener_private.h"

#include "door/command/ban_orders.h"
#include "door/command/log_config.h"
#include "door/command/workers.h"
#include "door/keeper/keeper_supervisor.h"
#include "door/metrics/process_memory.h"
#include "door/os/complain.h"
#include "door/os/crash.h"
#include "door/os/log.h"
#include "door/os/processes.h"
#include "door/os/sandbox.h"
#include "door/os/unforked.h"
#include "door/store/keeper.h"
#include "door/ui/ui.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define OWN_DESCRIPTORS 10 /* of a poll, before the listening sockets */
#define ACCEPTS_A_ROUND 64 /* so that a flood of clients does not delay signals */
#define LOST_MS 1000       /* between looks whether a full log takes lines again */
#define ORPHANS_MS 1000    /* between looks for the ends of orphaned sessions */
#define END_TERM_MS                                                                                \
	1200 /* time from the keeper's notice to SIGTERM for the remaining sessions, ... */
#define END_KILL_MS 1600 /* ... and to SIGKILL */
#define END_GIVE_UP_MS 1900
_Static_assert(END_GIVE_UP_MS < 2000, "the server ends within two seconds of SIGTERM");

/* ---- Sessions ---- */

static void server_close_place(struct server *server, int place)
{
	moves_close(server->moves, place);
	/* A session of another server may have ended before it arrived. */
	if (server->places[place].taken)
		close(server->places[place].keeper_end);
	server->places[place].taken = server->places[place].orphaned = false;
}

static bool server_begin_session(struct server *server, const struct transport_row *row,
	int descriptor, const struct proxied *proxied, int place)
{
	char peer[ADDRESS_TEXT_MAX], from[ADDRESS_TEXT_MAX + LOG_SESSION_MAX];
	const char *id = entrance_id(server->entrance, place);
	const struct forker_client client = {peer, id, proxied->tls};
	int pair[2];
	address_text(&proxied->address, peer);
	snprintf(from, sizeof from, "%s %s", peer, id);
	if (!keeper_pair(pair))
		return false;
	int channel = row->encrypted ? -1 : moves_open(server->moves, place, peer);
	const struct wire_descriptors ends = {channel < 0 ? 4 : 5,
		{descriptor, pair[0], entrance_report_descriptor(server->entrance, place),
			log_sources_add(server->logs, PROCESS_SESSION, id, peer), channel}};
	/* If the keeper died, the next one gets the socket. If it hangs, the session is refused. */
	bool begun = (server->control < 0 || server_give_line(server, pair[1], from) ||
			     errno != EAGAIN) &&
		     ends.each[3] >= 0 &&
		     forkers_begin(server->forkers, row, place, &client, &ends);
	close(pair[0]);
	for (size_t i = 3; i < ends.count; i++)
		close(ends.each[i]);
	if (!begun) {
		moves_close(server->moves, place);
		close(pair[1]);
		return false;
	}
	server->places[place] = (struct session_place){.taken = true, .keeper_end = pair[1]};
	snprintf(server->places[place].from, sizeof server->places[place].from, "%s", from);
	return true;
}

/* A client that is refused. address NULL: unknown. */
struct refused {
	const struct transport_row *row;
	int descriptor;
	const struct address *address;
};

static void server_refuse(struct server *server, struct refused refused, const char *why)
{
	client_refuse(server->start->content, refused.row, refused.descriptor, why);
	refusal_log_add(server->refusals, refused.address, why, transport_now_ms());
}

static void server_admit(void *context, int listener, int descriptor, const struct proxied *client)
{
	struct server *server = context;
	const struct transport_row *row = server->start->listeners.each[listener].row;
	const struct address *address = &client->address;
	const char *why;
	const struct refused refused = {row, descriptor, address};
	long long now_ms = transport_now_ms();
	int place = entrance_take(server->entrance, address, !row->encrypted, now_ms, &why);
	if (place < 0) {
		server_refuse(server, refused, why);
		return;
	}
	if (!server_begin_session(server, row, descriptor, client, place)) {
		entrance_give_back(server->entrance, place, ENTRANCE_NOT_BEGUN, now_ms);
		metric_add(METRIC_REFUSED, REFUSAL_RESOURCES, 0, 1);
		server_refuse(
			server, refused, "the server cannot start a session now; try again later");
		return;
	}
	metric_add(METRIC_ADMITTED, row->encrypted ? TRANSPORT_SSH : TRANSPORT_TELNET, 0, 1);
	close(descriptor);
}

static void server_accept(struct server *server, const struct listener *listener)
{
	struct sockaddr_storage address;
	for (int i = 0; i < ACCEPTS_A_ROUND; i++) {
		int descriptor = listener_accept(listener, &address);
		if (descriptor >= 0) {
			struct address from = address_of_socket(&address);
			entrance_arrive(server->entrance,
				(int)(listener - server->start->listeners.each), descriptor, &from,
				transport_now_ms());
			continue;
		}
		if (errno != EMFILE && errno != ENFILE)
			return;
		/* Without a free descriptor, the reserved one is used to refuse the client with a
		 * sentence. */
		close(server->reserve);
		descriptor = listener_accept(listener, &address);
		metric_add(METRIC_REFUSED, REFUSAL_RESOURCES, 0, descriptor >= 0);
		if (descriptor >= 0)
			server_refuse(server, (struct refused){listener->row, descriptor, NULL},
				"the server is full; try again later");
		server->reserve = fcntl(server->signals, F_DUPFD_CLOEXEC, 0);
	}
}

/* ---- Ends of sessions ---- */

static void server_session_ended(void *context, int place, pid_t pid, int status)
{
	struct server *server = context;
	server_close_place(server, place);
	entrance_give_back(
		server->entrance, place, pid ? status : ENTRANCE_NOT_BEGUN, transport_now_ms());
	metric_add(METRIC_CRASHES, 0, 0, WIFSIGNALED(status));
	log_session_set(entrance_id(server->entrance, place));
	if (WIFSIGNALED(status))
		log_line(LOG_ERROR, "session.died", "session_pid=%ld signal=%d", (long)pid,
			WTERMSIG(status));
	log_session_set("");
}

static void server_session_orphaned(void *context, int place)
{
	struct server *server = context;
	if (!server->places[place].taken) {
		server_session_ended(server, place, 0, 0);
		return;
	}
	server->places[place].orphaned = true;
	server->orphans++;
}

/* A session whose forker died has ended when its end of the line to the keeper is closed. */
static void server_look_for_orphans(struct server *server, long long now_ms)
{
	server->orphans_due_ms = now_ms + ORPHANS_MS;
	for (int i = 0; server->orphans > 0 && i < entrance_capacity(server->entrance); i++) {
		struct pollfd line = {.fd = server->places[i].keeper_end};
		if (!server->places[i].orphaned || poll(&line, 1, 0) <= 0)
			continue;
		server->orphans--;
		server_close_place(server, i);
		entrance_give_back(server->entrance, i, 0, now_ms);
	}
}

/* ---- The end ---- */

static void server_signal_sessions(struct server *server, int signal)
{
	for (int i = 0; i < entrance_capacity(server->entrance); i++)
		if (server->places[i].taken)
			forkers_signal(server->forkers, i, signal);
}

static void server_end(struct server *server)
{
	if (server->ending_ms)
		return;
	server->ending_ms = transport_now_ms();
	refusal_log_work(server->refusals, server->ending_ms, true);
	log_line(LOG_INFO, "server.end", "sessions=%d", entrance_count(server->entrance));
	listeners_close(&server->start->listeners);
	/* The keeper notifies the sessions, serves them to their end, and ends. */
	keeper_side_end(server->start->keeper_side);
	if (!server->keeper)
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
		server_end(server);
	}
}

static int server_patience(const struct server *server, long long now_ms)
{
	if (server->ending_ms)
		return 50;
	const int all[] = {entrance_patience(server->entrance, now_ms),
		forkers_patience(server->forkers, now_ms),
		log_sources_patience(server->logs, now_ms), server->orphans ? ORPHANS_MS : -1,
		server->tells_lost ? LOST_MS : -1, refusal_log_patience(server->refusals, now_ms),
		server->start->pulse >= 0 ? server->start->pulse_ms : -1,
		server_lines_patience(server, now_ms), server_drain_patience(server, now_ms),
		moves_patience(server->moves, now_ms)};
	int soonest = -1;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (all[i] >= 0 && (soonest < 0 || all[i] < soonest))
			soonest = all[i];
	return soonest;
}

/* The listener starts no process: a forker does. The new process gets a source of log lines. */
static void server_order(
	struct server *server, const struct wire_order *order, struct wire_descriptors *descriptors)
{
	int log = descriptors->count < WIRE_DESCRIPTORS_MAX
			  ? log_sources_add(server->logs, worker_process(order), "", "")
			  : -1;
	if (log < 0)
		return;
	descriptors->each[descriptors->count++] = log;
	forkers_order(server->forkers, order, descriptors);
}

static void server_take_orders(struct server *server)
{
	struct wire_descriptors descriptors;
	struct wire_order order;
	while (wire_take_order(server->control, &order, &descriptors)) {
		if (order.kind == ORDER_BANS)
			ban_orders_take(entrance_bans(server->entrance), &order);
		else if (order.kind == ORDER_LINE)
			server_take_line(server, &order, &descriptors);
		else
			server_order(server, &order, &descriptors);
		wire_close(&descriptors);
	}
}

/* The parent has read the settings again. Sessions that run get them when they move. */
static void server_take_settings(struct server *server)
{
	struct config config;
	struct log_settings log;
	char sentence[256];
	ssize_t got;
	while ((got = recv(server->start->settings, &config, sizeof config, MSG_DONTWAIT)) ==
		(ssize_t)sizeof config) {
		if (log_config(&config, &log, sentence, sizeof sentence))
			log_level_set(log.level);
		entrance_set(server->entrance, &config);
		forkers_renew(server->forkers);
	}
	if (got == 0)
		server->start->settings = -1;
}

static void server_wait(struct server *server, long long now_ms, bool *supervised)
{
	struct listeners *listeners = &server->start->listeners;
	struct pollfd all[OWN_DESCRIPTORS + LISTENERS_MAX] = {
		{.fd = server->signals, .events = POLLIN},
		{.fd = server->control, .events = POLLIN},
		{.fd = entrance_descriptor(server->entrance), .events = POLLIN},
		{.fd = server->start->keeper_side, .events = POLLIN},
		{.fd = forkers_descriptor(server->forkers), .events = POLLIN},
		{.fd = server->start->settings, .events = POLLIN},
		{.fd = log_sources_descriptor(server->logs), .events = POLLIN},
		{.fd = server->start->steps, .events = POLLIN},
		{.fd = server->older.socket, .events = POLLIN},
		{.fd = moves_descriptor(server->moves), .events = POLLIN}};
	size_t count = server->paused ? 0 : listeners->count;
	for (size_t i = 0; i < count; i++)
		all[OWN_DESCRIPTORS + i] =
			(struct pollfd){.fd = listeners->each[i].descriptor, .events = POLLIN};
	if (poll(all, OWN_DESCRIPTORS + count, server_patience(server, now_ms)) <= 0)
		return;
	if (all[0].revents)
		server_take_signal(server);
	if (all[1].revents & POLLIN)
		server_take_orders(server);
	/* The newer server has ended. */
	if (all[1].revents & POLLHUP && (server->drain.until_ms || server->lent))
		server_forget_keeper(server);
	if (all[3].revents)
		*supervised = server_hear_keeper(server);
	if (all[5].revents)
		server_take_settings(server);
	for (size_t i = 0; i < count; i++)
		if (all[OWN_DESCRIPTORS + i].revents)
			server_accept(server, &listeners->each[i]);
	/* Last, because a step may close listening sockets. */
	if (all[7].revents)
		server_take_steps(server);
}

/* Shows the parent, which tells the service manager, that the loop turns. */
static void server_show_life(struct server *server, long long now_ms)
{
	const struct serve_pulse pulse = {entrance_count(server->entrance)};
	int pipe = server->start->pulse;
	if (pipe < 0 || now_ms < server->pulse_due_ms)
		return;
	server->pulse_due_ms = now_ms + server->start->pulse_ms;
	/* A parent that reads nothing is not waited for. */
	if (write(pipe, &pulse, sizeof pulse) < 0 && errno != EAGAIN)
		server->start->pulse = -1;
}

/* Returns the exit status. */
static int server_loop(struct server *server)
{
	bool supervised = true;
	for (;;) {
		long long now_ms = transport_now_ms();
		if (server_ended(server, now_ms) || server_drained(server, now_ms))
			return 0;
		server_show_life(server, now_ms);
		process_memory_account(PROCESS_LISTENER);
		server->tells_lost = !log_lost_tell();
		refusal_log_work(server->refusals, now_ms, false);
		entrance_work(server->entrance, now_ms);
		log_sources_work(server->logs, now_ms);
		forkers_work(server->forkers, now_ms);
		moves_work(server->moves, now_ms);
		server_work_lines(server, now_ms);
		if (server->orphans && now_ms >= server->orphans_due_ms)
			server_look_for_orphans(server, now_ms);
		server_wait(server, now_ms, &supervised);
		/* Sessions and keeper go on; the next server takes the keeper over. */
		if (!supervised && !server->ending_ms && !server->drain.until_ms) {
			log_line(LOG_ERROR, "keeper.unsupervised", "sessions=%d",
				entrance_count(server->entrance));
			return 1;
		}
		if (!supervised) {
			server_forget_keeper(server);
			server->start->keeper_side = -1;
		}
	}
}

/* ---- The beginning ---- */

static bool server_listen_to_signals(struct server *server)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
	server->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	server->reserve = fcntl(server->signals, F_DUPFD_CLOEXEC, 0);
	return server->signals >= 0;
}

/* A session that is asked to leave for another tells its client why. */
static void server_end_session(void *context, int place, bool unasked)
{
	struct server *server = context;
	if (server->places[place].taken)
		forkers_signal(server->forkers, place, unasked ? SIGKILL : SIGUSR1);
}

/* Waits for the forkers, which begin side by side with the keeper. Writes the fingerprint of the
 * host key, or a sentence. */
static bool server_await_forkers(struct server *server, char *text, size_t size)
{
	bool ssh = *server->start->config.listen_ssh != '\0';
	if (!forkers_await(server->forkers, FORKER_PLAIN, text, size))
		return false;
	return !ssh || forkers_await(server->forkers, FORKER_SSH, text, size);
}

/* The keeper's end goes to the keeper, which sees the rehearsed session as any other. */
static int server_rehearsal_line(void *context)
{
	const struct server *server = context;
	int pair[2];
	if (server->start->upgrades)
		return server_line_elsewhere(server);
	if (!keeper_pair(pair))
		return -1;
	bool given = keeper_give(server->control, pair[1], "rehearsal");
	close(pair[1]);
	if (given)
		return pair[0];
	close(pair[0]);
	return -1;
}

static bool server_rehearse(struct server *server, char *text, size_t size)
{
	char sentence[512];
	/* The program of a listener that died is the same. */
	if (!sandbox_is_on() || server->start->again ||
		forkers_rehearse(server->forkers, server_rehearsal_line, sentence, sizeof sentence))
		return true;
	snprintf(text, size, "%s", sentence);
	return false;
}

static bool server_begin_keeper(struct server *server, char *text, size_t size)
{
	if (server->start->again)
		return server_renew_keeper(server, text, size);
	return server->start->upgrades || server_await_keeper(server, text, size);
}

static bool server_listens_plain(const struct config *config)
{
	for (size_t i = 0; i < TRANSPORTS_SERVED; i++)
		if (!transports_served[i]->encrypted && *transport_addresses(config, i))
			return true;
	return false;
}

static bool server_open(struct server *server, char *text, size_t size)
{
	const struct config *config = &server->start->config;
	const struct entrance_handlers entrance = {
		.context = server, .admit = server_admit, .end = server_end_session};
	const struct forkers_handlers forkers = {.context = server,
		.ended = server_session_ended,
		.orphaned = server_session_orphaned};
	int doors = *config->listen_ssh && server_listens_plain(config) ? 2 : 1;
	server->refusals = refusal_log_new();
	server->entrance = entrance_new(config, doors, &entrance);
	if (server->start->again)
		entrance_set(server->entrance, server->start->running);
	int capacity = entrance_capacity(server->entrance);
	server->places = unforked_new((size_t)capacity * sizeof *server->places);
	server->logs = log_sources_new();
	server->forkers = forkers_new(server->start->parent, capacity, &forkers);
	server->moves = moves_new(&(struct moves_parts){server->entrance, server->forkers,
		server->logs, server_arrived, server_moved, server});
	forkers_request(server->forkers, FORKER_PLAIN);
	if (*config->listen_ssh)
		forkers_request(server->forkers, FORKER_SSH);
	return server_begin_keeper(server, text, size) &&
	       server_await_forkers(server, text, size) && server_rehearse(server, text, size) &&
	       (server->start->again || listeners_open(&server->start->listeners, text, size)) &&
	       server_listen_to_signals(server) &&
	       (!server->start->upgrades || server_take_over(server, text, size));
}

static void server_announce(const struct server *server, const char *fingerprint)
{
	const struct listeners *listeners = &server->start->listeners;
	const struct content *content = server->start->content;
	const char *host = server->start->config.lobby_host;
	int ssh = listeners_port(listeners, &transport_ssh);
	int telnet = listeners_port(listeners, &transport_telnet);
	log_line(LOG_INFO, server->start->again ? "listener.begin" : "server.begin",
		"ssh=%d telnet=%d keeper=%ld", ssh, telnet, (long)server->keeper);
	if (server->start->upgrades || server->start->again)
		return;
	printf("%s answers.  To play:\n", ui_word(content, "title", "Trapdoor"));
	if (telnet)
		printf("  telnet %s %d\n", host, telnet);
	if (ssh)
		printf("  ssh -p %d new@%s              to register a name\n"
		       "  ssh -p %d YOU@%s              to play under your name\n"
		       "  ssh -p %d guest@%s            to look around\n"
		       "  ssh -p %d board@%s scores     the board\n"
		       "The host key is %s (ED25519).\n",
			ssh, host, ssh, host, ssh, host, ssh, host, fingerprint);
	fflush(stdout);
}

/* Gives up all rights but those to the open sockets. */
static void server_confine(const struct server *server)
{
	int kept[LISTENERS_MAX + 6];
	size_t count = server->start->listeners.count;
	for (size_t i = 0; i < count; i++)
		kept[i] = server->start->listeners.each[i].descriptor;
	kept[count++] = server->start->keeper_side;
	kept[count++] = server->start->parent;
	kept[count++] = server->start->settings;
	kept[count++] = server->start->steps;
	if (server->start->report >= 0)
		kept[count++] = server->start->report;
	if (server->start->pulse >= 0)
		kept[count++] = server->start->pulse;
	sandbox_hide_files(SANDBOX_LISTENER);
	close_all_but(kept, count);
}

int serve_listen(struct serve_start *start)
{
	static struct server server = {.control = -1, .older = {.socket = -1}};
	char text[1024];
	server.start = start;
	metrics_leave(METRIC_KEEPER);
	server_confine(&server);
	if (!server_open(&server, text, sizeof text)) {
		command_complain("%s", text);
		keeper_side_end(start->keeper_side);
		return 1;
	}
	server_announce(&server, text);
	if (start->report >= 0) {
		command_complain_also(-1);
		close(start->report);
	}
	malloc_trim(0);
	crash_catch();
	sandbox_enter(SANDBOX_LISTENER);
	int status = server_loop(&server);
	log_sources_end(server.logs);
	return status;
}
