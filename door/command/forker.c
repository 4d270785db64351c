#include "door/command/forker.h"

#include "door/command/forker_private.h"
#include "door/command/log_config.h"
#include "door/command/rehearsal.h"
#include "door/command/workers.h"
#include "door/config/content_load.h"
#include "door/config/state_files.h"
#include "door/net/listener.h"
#include "door/net/report.h"
#include "door/net/transport.h"
#include "door/os/complain.h"
#include "door/os/crash.h"
#include "door/os/heap_holes.h"
#include "door/os/log.h"
#include "door/os/process_size.h"
#include "door/os/processes.h"
#include "door/os/sandbox.h"
#include "door/os/unforked.h"
#include "door/screen/screens.h"
#include "door/store/keeper_wire.h"
#include "door/ui/appearances.h"
#include "door/ui/ui.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define SESSION_DESCRIPTORS 4 /* at least */

struct forker {
	enum forker_kind kind;
	struct forker_settings settings;
	const struct bulletin_memory *bulletins;
	const struct vt_kinds *terminals; /* NULL: none */
	struct content *content;
	int signals;
	bool confined;
	void *holes;
	pid_t *places; /* 0: free */
	struct workers workers;
};

void client_refuse(const struct content *content, const struct transport_row *row, int descriptor,
	const char *why)
{
	struct vt_bytes out = {0};
	char line[256];
	snprintf(line, sizeof line, "%.32s: %.190s.\n", ui_word(content, "title", "Trapdoor"), why);
	vt_say(vt_kind_by_name(row->computer ? row->computer : ""), line, &out);
	if (write(descriptor, out.data, out.size) == (ssize_t)out.size)
		shutdown(descriptor, SHUT_WR);
	vt_bytes_free(&out);
	close(descriptor);
}

static void forker_report(const struct forker_news *news)
{
	/* A listener that is gone is noticed by the loop. */
	if (send(FORKER_LISTENER, news, sizeof *news, MSG_NOSIGNAL) < 0 && errno != EPIPE)
		log_line(LOG_WARN, "forker.unreported", "error=%s", log_quote(strerror(errno)));
}

/* A new library may want a call that the filter of the parent forbids. */
_Noreturn static void forker_forbidden(int number, siginfo_t *facts, void *context)
{
	(void)number, (void)context;
	forker_report(&(struct forker_news){
		.kind = FORKER_FORBIDDEN, .place = -1, .status = facts->si_syscall});
	_exit(1);
}

/* Gives up all rights but those of its children, before the first of them. */
static void forker_confine(struct forker *forker)
{
	enum sandbox_role role =
		forker->kind == FORKER_SSH ? SANDBOX_FORKER_SSH : SANDBOX_FORKER_PLAIN;
	if (forker->confined)
		return;
	forker->confined = true;
	crash_catch();
	sandbox_hide_files(role);
	sandbox_enter(role);
}

/* ---- Sessions ---- */

/* The descriptors of a session: its client's, the line to the keeper, its reports, and its standard
 * error. A session that can move has a channel, and one that goes on here also a baton
 * (door/session/move.h). */
enum { END_CLIENT, END_LINE, END_REPORT, END_LOG, END_CHANNEL, END_BATON };

static int end_at(const struct wire_descriptors *ends, size_t end)
{
	return end < ends->count ? ends->each[end] : -1;
}

static void session_lost_line(void)
{
	report_send(REPORT_LOST);
}

_Noreturn static void session_begin(const struct forker *forker,
	const struct forker_request *request, const struct wire_descriptors *ends)
{
	const struct session_ends moving = {end_at(ends, END_CHANNEL), end_at(ends, END_BATON)};
	const int kept[] = {ends->each[END_CLIENT], ends->each[END_LINE], ends->each[END_REPORT],
		moving.channel, moving.baton};
	sigset_t none;
	/* A session has no descriptor of the log. A rehearsed one has a pipe. */
	if (ends->each[END_LOG] >= 0) {
		if (dup2(ends->each[END_LOG], STDERR_FILENO) < 0)
			_exit(1);
		log_to_relay();
		process_size_begin();
	}
	/* Leaves the terminal's group: ^C ends the server, which then notifies the players. */
	setsid();
	prctl(PR_SET_NAME, "session");
	/* Large blocks such as game and view are mapped, so that unwritten pages use no memory. */
	mallopt(M_MMAP_THRESHOLD, 48 * 1024);
	mallopt(M_TOP_PAD, 8 * 1024);
	sandbox_hide_files(SANDBOX_SESSION);
	close_all_but(kept, sizeof kept / sizeof *kept);
	report_begin(ends->each[END_REPORT]);
	log_leave(session_lost_line);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	crash_catch();
	sandbox_enter(SANDBOX_SESSION);
	session_run(&(struct session_start){.screens = screens,
		.config = &forker->settings.config,
		.content = forker->content,
		.bulletins = forker->bulletins,
		.terminals = forker->terminals,
		.probes = true,
		.transport = transports_served[request->transport],
		.descriptor = ends->each[END_CLIENT],
		.peer = request->peer,
		.tls = request->tls,
		.line = store_client_new(ends->each[END_LINE], NULL, NULL),
		.ends = moving.channel >= 0 ? &moving : NULL});
}

static void forker_begin(
	struct forker *forker, const struct forker_request *request, struct wire_descriptors *ends)
{
	forker_confine(forker);
	pid_t pid = ends->count >= SESSION_DESCRIPTORS ? fork() : -1;
	if (pid == 0)
		log_session_set(request->id);
	if (pid == 0)
		session_begin(forker, request, ends);
	if (pid > 0) {
		forker->places[request->place] = pid;
		return;
	}
	forker_report(&(struct forker_news){.kind = FORKER_ENDED, .place = request->place});
	/* The client of a session that moves stays where it is. */
	if (ends->count >= SESSION_DESCRIPTORS && end_at(ends, END_BATON) < 0) {
		client_refuse(forker->content, transports_served[request->transport],
			ends->each[END_CLIENT],
			"the server cannot start a session now; try again later");
		log_line(LOG_WARN, "session.refused", "from=%s count=1 why=%s", request->peer,
			log_quote("no process can be started"));
		ends->each[END_CLIENT] = -1;
	}
}

struct rehearsed {
	struct forker *forker;
	int line;
};

static void session_confine(void *context)
{
	forker_confine(((const struct rehearsed *)context)->forker);
}

static void session_rehearse(void *context, int client)
{
	const struct rehearsed *rehearsed = context;
	const struct forker *forker = rehearsed->forker;
	const struct transport_row *row =
		forker->kind == FORKER_SSH ? &transport_ssh : &transport_telnet;
	session_begin(forker,
		&(struct forker_request){.transport = row->number, .peer = "rehearsal"},
		&(struct wire_descriptors){SESSION_DESCRIPTORS, {client, rehearsed->line, -1, -1}});
}

static void forker_rehearse(struct forker *forker, const struct wire_descriptors *ends)
{
	struct rehearsed rehearsed = {forker, ends->count == 1 ? ends->each[0] : -1};
	const struct rehearsal rehearsal = {
		forker->kind, session_confine, session_rehearse, &rehearsed};
	struct forker_news news = {.kind = FORKER_REHEARSED, .place = -1};
	if (!forker->confined && !rehearse_session(&rehearsal, news.text, sizeof news.text))
		news.kind = FORKER_REFUSES;
	forker_report(&news);
}

/* False when the listener is gone. */
static bool forker_take(struct forker *forker)
{
	struct wire_descriptors ends = {0};
	struct forker_request request;
	ssize_t got;
	while ((got = wire_receive(FORKER_LISTENER, &request, sizeof request, &ends)) ==
		(ssize_t)sizeof request) {
		bool known = request.place >= 0 && request.place < forker->settings.capacity;
		request.peer[sizeof request.peer - 1] = '\0';
		if (request.kind == FORKER_REHEARSE)
			forker_rehearse(forker, &ends);
		else if (known && request.kind == FORKER_BEGIN &&
			 request.transport < TRANSPORTS_SERVED)
			forker_begin(forker, &request, &ends);
		else if (known && request.kind == FORKER_SIGNAL && forker->places[request.place])
			kill(forker->places[request.place], request.signal);
		wire_close(&ends);
	}
	return got < 0 && (errno == EAGAIN || errno == EINTR);
}

static int forker_place(const struct forker *forker, pid_t pid)
{
	for (int i = 0; i < forker->settings.capacity; i++)
		if (forker->places[i] == pid)
			return i;
	return -1;
}

static void forker_reap(struct forker *forker)
{
	struct signalfd_siginfo info;
	int status;
	pid_t pid;
	while (read(forker->signals, &info, sizeof info) == sizeof info)
		continue;
	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		const struct forker_news news = {.kind = FORKER_ENDED,
			.place = forker_place(forker, pid),
			.status = status,
			.pid = pid,
			.size = process_size()};
		if (news.place >= 0)
			forker->places[news.place] = 0;
		if (news.place >= 0 || workers_ended(&forker->workers, pid, status))
			forker_report(&news);
	}
}

static void forker_loop(struct forker *forker)
{
	struct pollfd all[] = {{.fd = FORKER_LISTENER, .events = POLLIN},
		{.fd = forker->signals, .events = POLLIN}, {.fd = FORKER_ORDERS, .events = POLLIN}};
	for (;;) {
		if (poll(all, 3, -1) < 0)
			continue;
		if (all[1].revents)
			forker_reap(forker);
		if (all[2].revents)
			forker_confine(forker);
		if (all[2].revents)
			workers_take(&forker->workers, FORKER_ORDERS);
		if (all[0].revents && !forker_take(forker))
			return;
	}
}

/* ---- The beginning ---- */

static bool forker_read_content(struct forker *forker)
{
	struct complaint complaint;
	struct stat facts;
	void *bytes;
	if (fstat(FORKER_CONTENT, &facts) != 0)
		return false;
	bytes = mmap(NULL, (size_t)facts.st_size, PROT_READ, MAP_PRIVATE, FORKER_CONTENT, 0);
	if (bytes == MAP_FAILED)
		return false;
	forker->content = content_from_bundle(bytes, (size_t)facts.st_size, &complaint);
	munmap(bytes, (size_t)facts.st_size);
	close(FORKER_CONTENT);
	return forker->content != NULL;
}

/* Maps the table of terminals, which all sessions share. False if it cannot. The file is empty
 * without a terminfo database. */
static bool forker_map_terminals(struct forker *forker)
{
	struct stat facts;
	void *bytes;
	if (fstat(FORKER_TERMINALS, &facts) != 0)
		return false;
	if (facts.st_size == 0)
		return close(FORKER_TERMINALS) == 0;
	bytes = mmap(NULL, (size_t)facts.st_size, PROT_READ, MAP_SHARED, FORKER_TERMINALS, 0);
	if (bytes == MAP_FAILED)
		return false;
	forker->terminals = vt_kinds_of(bytes, (size_t)facts.st_size);
	close(FORKER_TERMINALS);
	return forker->terminals != NULL;
}

static bool forker_read_settings(struct forker *forker)
{
	bool read = pread(FORKER_SETTINGS, &forker->settings, sizeof forker->settings, 0) ==
		    (ssize_t)sizeof forker->settings;
	forker->bulletins = bulletins_map(FORKER_BULLETINS);
	key_presets_use(&forker->settings.keys);
	close(FORKER_SETTINGS);
	close(FORKER_BULLETINS);
	return read && forker->bulletins;
}

/* Reads the host key, and writes its fingerprint to text; or a sentence. */
static bool forker_read_key(const struct config *config, char *text, size_t size)
{
	char path[HOST_KEY_PATH_MAX];
	host_key_path(config->files_state, path);
	bool read = ssh_key_fingerprint(FORKER_HOST_KEY, path, text, size) &&
		    ssh_prepare_key(FORKER_HOST_KEY, path, text, size);
	close(FORKER_HOST_KEY);
	return read;
}

static void forker_open_signals(struct forker *forker)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_BLOCK, &set, NULL);
	forker->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* libseccomp frees much memory, which the content fills. Each session would fill the holes that are
 * left, with a page of its own for each. */
static bool forker_prepare(struct forker *forker, char *text, size_t size)
{
	const struct config *config = &forker->settings.config;
	struct log_settings log;
	enum sandbox_mode mode;
	if (!forker_read_settings(forker) || !log_config(config, &log, text, size))
		return false;
	log_set(&log);
	log_share();
	if (!sandbox_mode_by_word(config->security_sandbox, &mode) ||
		!sandbox_prepare(mode, config->files_state, text, size) ||
		!forker_read_content(forker) || !forker_map_terminals(forker))
		return false;
	/* Which reads a file otherwise, in the first process that makes an object. */
	json_object_seed(0);
	appearances_glyphs(forker->content);
	if (forker->kind == FORKER_SSH && !forker_read_key(config, text, size))
		return false;
	forker->places = unforked_new((size_t)forker->settings.capacity * sizeof *forker->places);
	forker->workers.content = forker->content;
	forker_open_signals(forker);
	forker->holes = heap_holes_fill();
	malloc_trim(0);
	return forker->signals >= 0;
}

static bool forker_is_child_of_serve(void)
{
	int type = 0;
	socklen_t size = sizeof type;
	return getsockopt(FORKER_LISTENER, SOL_SOCKET, SO_TYPE, &type, &size) == 0 &&
	       type == SOCK_SEQPACKET;
}

/* Standard input and output are a terminal, or the log. */
static bool forker_detach(void)
{
	int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
	bool detached = nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 &&
			dup2(nothing, STDOUT_FILENO) >= 0;
	if (nothing >= 0)
		close(nothing);
	else
		log_line(LOG_ERROR, "forker.refused", "file=/dev/null error=%s",
			log_quote(strerror(errno)));
	return detached;
}

/* Prepares sessions and reports that, or why it failed. A separate function, so that the news is
 * not on the stack of each session. */
static __attribute__((noinline)) bool forker_starts(struct forker *forker)
{
	struct forker_news news = {.kind = FORKER_REFUSES, .place = -1};
	snprintf(news.text, sizeof news.text, "cannot start a process for sessions: out of memory");
	if (!forker_prepare(forker, news.text, sizeof news.text)) {
		forker_report(&news);
		return false;
	}
	news.kind = FORKER_READY;
	news.size = process_size();
	if (forker->kind != FORKER_SSH)
		news.text[0] = '\0';
	forker_report(&news);
	return true;
}

int forker_main(int argc, char **argv)
{
	static struct forker forker;
	struct sigaction forbidden = {.sa_sigaction = forker_forbidden, .sa_flags = SA_SIGINFO};
	if (argc < 2 || !forker_is_child_of_serve()) {
		command_complain(
			"%s is a part of \"trapdoor serve\", which starts it itself", FORKER_WORD);
		return 2;
	}
	log_never_wait();
	if (!forker_detach())
		_exit(1);
	setsid();
	prctl(PR_SET_NAME, "forker");
	signal(SIGPIPE, SIG_IGN);
	sigaction(SIGSYS, &forbidden, NULL);
	forker.kind =
		strcmp(argv[1], forker_kind_name(FORKER_SSH)) == 0 ? FORKER_SSH : FORKER_PLAIN;
	if (!forker_starts(&forker))
		_exit(1);
	forker_loop(&forker);
	/* A worker ends with its parent, and has not finished yet. */
	while (waitpid(-1, NULL, 0) > 0 || errno == EINTR)
		continue;
	_exit(0);
}
