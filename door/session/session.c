#include "door/session/session_private.h"

#include "door/os/crash.h"
#include "door/os/log.h"
#include "door/os/process_size.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#define SESSION_ALIGNED 4096 /* to pages */
#define MOVE_AGAIN_MS 500 /* between two attempts to move, because rest may come without an event */

/* ---- Time ---- */

static int64_t earlier(int64_t a, int64_t b)
{
	return !b || (a && a < b) ? a : b;
}

static int64_t session_login_at(const struct session *session)
{
	enum admission admission = transport_facts(session->transport)->admission;
	if (session->logged_in ||
		(session->ready && (admission == ADMIT_BOARD || admission == ADMIT_WATCH)))
		return 0;
	return session->clock.began_ms + session->config->limits_login_seconds * 1000LL;
}

/* Milliseconds without a key after which the session ends. */
static int64_t session_idle_limit(const struct session *session)
{
	const struct session_route *route = &session->route;
	enum screen_id screen =
		route->count ? route->places[route->count - 1].screen : SCREEN_greet;
	bool plays = screen == SCREEN_play || screen == SCREEN_watch || screen == SCREEN_spectate ||
		     screen == SCREEN_replay;
	return 60000LL * (plays ? session->config->limits_idle_minutes
				: session->config->limits_idle_lobby_minutes);
}

static int64_t session_idle_warning(const struct session *session)
{
	return session->config->limits_idle_warning_seconds * 1000LL;
}

static void session_take_idleness(struct session *session, int64_t now)
{
	int64_t limit = session_idle_limit(session), warning = session_idle_warning(session);
	char sentence[120];
	switch (idle_step(&session->clock.idle, limit, warning, now)) {
	case IDLE_STAY:
		break;
	case IDLE_WARN:
		session->clock.idle.warned_at_ms = now;
		snprintf(sentence, sizeof sentence,
			"You are inactive. Press a key, or this session ends in %lld seconds.",
			(long long)(session->clock.idle.key_at_ms + limit - now + 999) / 1000);
		session_banner(session, sentence);
		session->frame.bell = true;
		session->dirty = true;
		break;
	case IDLE_END:
		session_end(session, 0,
			session_farewell(session, "idle", "You were inactive for too long."));
	}
}

static int session_patience(struct session *session)
{
	int64_t now = transport_now_ms();
	if (session->tick_ms && !session->clock.tick_at_ms)
		session->clock.tick_at_ms = now + session->tick_ms;
	int64_t until = earlier(session->clock.escape_at_ms, session->clock.tick_at_ms);
	until = earlier(until, session_login_at(session));
	until = earlier(until, idle_next(&session->clock.idle, session_idle_limit(session),
				       session_idle_warning(session)));
	until = earlier(until, session->clock.hold_until_ms);
	if (session->dirty && session->ready && !session->keys.paused && !session_can_draw(session))
		until = earlier(until, flow_next(&session->flow, now));
	else if (session->memory.partly && session->dirty)
		until = earlier(until, now);
	if (session->ahead.dropped && session->ahead.sent)
		until = earlier(until, flow_next(&session->flow, now));
	if (session->moving.due)
		until = earlier(until, now + MOVE_AGAIN_MS);
	int64_t wait = until > now ? until - now : 0;
	return wait < 3600000 ? (int)wait : 3600000;
}

static void session_take_time(struct session *session)
{
	int64_t now = transport_now_ms();
	session_take_marks(session);
	flow_forgive(&session->flow, now);
	if (session->clock.escape_at_ms && now >= session->clock.escape_at_ms) {
		session->clock.escape_at_ms = 0;
		vt_keys_timeout(&session->keys);
	}
	if (session->clock.tick_at_ms && now >= session->clock.tick_at_ms) {
		session->clock.tick_at_ms = 0;
		session->tick_ms = 0;
		if (session->ready && session_screen(session)->tick)
			session_screen(session)->tick(session);
		session_switch(session);
	}
	int64_t login_at = session_login_at(session);
	if (login_at && now >= login_at)
		session_end(session, 1, "The time for the login is over; connect again.");
	session_take_idleness(session, now);
}

/* ---- Signals ---- */

static void session_take_signals(struct session *session)
{
	struct signalfd_siginfo info;
	if (session->ending.signals < 0 ||
		read(session->ending.signals, &info, sizeof info) != sizeof info)
		return;
	if (info.ssi_signo == SIGUSR1) {
		session_end(session, 1, "Too many connections are logging in. Try again.");
		return;
	}
	if (info.ssi_signo == SIGHUP)
		session->closed = true;
	session_end(
		session, 0, session_farewell(session, "shutdown", "The server is shutting down."));
}

static int session_signals(void)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGUSR1); /* the listener needs the place */
	sigprocmask(SIG_BLOCK, &set, NULL);
	return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

/* ---- The main loop ---- */

/* On this terminal nobody else waits. */
static int session_rest_ms(struct session *session)
{
	struct timespec used;

	if (strcmp(transport_facts(session->transport)->transport, "local") == 0 ||
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) != 0)
		return 0;
	return cpu_share_rest(&session->clock.share, session->config->limits_session_percent,
		used.tv_sec * 1000000LL + used.tv_nsec / 1000, transport_now_ms());
}

/* A client that keeps the processor busy waits for the others, unless a signal comes. */
static void session_rest(struct session *session)
{
	struct pollfd signals = {.fd = session->ending.signals, .events = POLLIN};
	int rest_ms = session_rest_ms(session);

	if (rest_ms > 0 && session->clock.share.rests == 1)
		log_line(LOG_INFO, "session.busy", "name=%s percent=%d",
			log_quote(session->account.name), session->config->limits_session_percent);
	for (; rest_ms > 0; rest_ms = session_rest_ms(session))
		if (poll(&signals, 1, rest_ms) != 0)
			return;
}

static void session_loop(struct session *session)
{
	while (!session->ending.decided && !session->closed) {
		struct pollfd extra[] = {
			{.fd = store_client_descriptor(session->line), .events = POLLIN},
			{.fd = session->ending.signals, .events = POLLIN},
			{.fd = session->wakes, .events = POLLIN},
			{.fd = session->moving.channel, .events = POLLIN},
		};
		session_rest(session);
		process_size_report();
		if (!transport_wait(session->transport, extra, sizeof extra / sizeof *extra,
			    session_patience(session)))
			break;
		if (extra[2].revents)
			session->clock.tick_at_ms = 1; /* due */
		session_take_signals(session);
		session_take_channel(session);
		session_take_notices(session);
		session_take_time(session);
		session_take_keys(session);
		session_take_shown(session);
		session_switch(session);
		session_paint(session);
		session_switch(session);
		if (session->dirty && !session->ending.decided)
			session_paint(session);
		session_move(session);
	}
}

/* The one exit. Nothing is written to a client that hung up. */
static void session_close(struct session *session)
{
	session_leave_screen(session);
	log_line(LOG_INFO, "session.end", "name=%s reason=%s", log_quote(session->account.name),
		log_quote(session->ending.reason));
	if (!session->closed && session->ready && !session->quiet) {
		session->out.size = 0;
		if (!session->lines)
			vt_leave(session->terminal, &session->out);
		const struct vt_kind *kind = session_kind(session);
		vt_say(kind, session->ending.reason, &session->out);
		vt_say(kind, "\n", &session->out);
		transport_write(session->transport, session->out.data, session->out.size);
		session_await_answers(session);
	}
	transport_close(session->transport, session->ending.exit_status);
	store_client_free(session->line);
	if (session->lines)
		free(session->lines->page.text.text);
	free(session->lines);
	vt_terminal_free(session->terminal);
	vt_frame_free(&session->frame);
	vt_bytes_free(&session->out);
}

static void session_begin(struct session *session, const struct session_start *start,
	const struct transport_handlers *handlers)
{
	session->transport = start->transport->open(start->descriptor, start->peer, handlers);
	if (!session->transport)
		_exit(1);
	transport_facts(session->transport)->tls = start->tls;
	session_on_facts(session);
	keeper_hello(session->line, start->peer, transport_word(session->transport));
	log_line(LOG_INFO, "session.begin", "transport=%s", transport_word(session->transport));
}

_Noreturn void session_run(const struct session_start *start)
{
	/* Aligned, so that it touches the fewest pages: each is private to its process. */
	static _Alignas(SESSION_ALIGNED) struct session session;
	session.screens = start->screens;
	session.config = start->config;
	session.content = start->content;
	session.bulletins = start->bulletins;
	session.kind.described = start->terminals;
	session.kind.probed = !start->probes;
	session.clock.began_ms = session.clock.idle.key_at_ms = transport_now_ms();
	session.ending.signals = session_signals();
	session.wakes = -1;
	session.moving.channel = start->ends ? start->ends->channel : -1;
	session.moving.client = start->descriptor;
	crash_catch();
	session.line = start->line;
	store_client_waits(session.line, session_on_waiting, &session);
	struct transport_handlers handlers = {.context = &session,
		.config = start->config,
		.ready = session_on_ready,
		.bytes = session_on_bytes,
		.facts = session_on_facts,
		.closed = session_on_closed,
		.status = session_on_status,
		.password = session_on_password,
		.key = session_on_key};
	vt_keys_begin(&session.keys, vt_kind_by_name(""));
	if (start->ends && start->ends->baton >= 0) {
		if (!session_go_on(&session, start, &handlers))
			_exit(1);
	} else {
		session_begin(&session, start, &handlers);
	}
	session_loop(&session);
	session_close(&session);
	/* _exit skips atexit handlers: libcrypto's cleanup would touch every shared page. */
	_exit(session.ending.exit_status);
}
