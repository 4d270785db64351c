#include "door/session/session.h"

#include "door/net/admission.h"
#include "door/os/crash.h"
#include "door/os/log.h"
#include "door/ui/looks.h"
#include "door/play/play.h"
#include "door/ui/ui.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

/* How long an answer of the keeper is waited for. */
#define PATIENCE_MS 4000
#define PATIENCE_HASHING_MS 20000

static const struct screen *const screens[SCREEN_COUNT] = {
#define ROW(name) [SCREEN_##name] = &screen_##name,
	SCREENS(ROW)
#undef ROW
};

static int64_t now_ms(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static struct client_facts *session_facts(const struct session *session)
{
	return transport_facts(session->transport);
}

/* ---- Screens ---- */

void session_go(struct session *session, enum screen_id screen)
{
	session->next_screen = screen;
	session->switching = true;
}

static void session_leave_screen(struct session *session)
{
	if (session->screen == SCREEN_COUNT)
		return;
	if (session->state[session->screen] && screens[session->screen]->leave)
		screens[session->screen]->leave(session);
	free(session->state[session->screen]);
	session->state[session->screen] = NULL;
}

/* Enters what session_go asked for; an enter may ask for yet another. */
static void session_switch(struct session *session)
{
	while (session->switching && !session->ending) {
		session->switching = false;
		session_leave_screen(session);
		session->screen = session->next_screen;
		session->tick_ms = 0;
		session->tick_at_ms = 0;
		session->dirty = true;
		if (screens[session->screen]->enter)
			screens[session->screen]->enter(session);
	}
}

void session_end(struct session *session, int exit_status, const char *sentence)
{
	if (session->ending)
		return;
	session->ending = true;
	session->exit_status = exit_status;
	snprintf(session->ending_reason, sizeof session->ending_reason, "%s",
		sentence ? sentence : "");
}

const char *session_verdict(const struct session *session, enum keeper_verdict verdict)
{
	const char *sentence = keeper_sentence(session->line);
	if (verdict == KEEPER_OK)
		return "";
	if (sentence && *sentence)
		return sentence;
	return verdict == KEEPER_STALE
		       ? "That run is held elsewhere."
		       : ui_word(session->content, "line-lost", "The server does not answer.");
}

/* ---- Drawing ---- */

static bool session_too_small(const struct session *session)
{
	return session->frame.width < VT_WIDTH_PLAYABLE ||
	       session->frame.height < VT_HEIGHT_PLAYABLE;
}

static void session_render(struct session *session)
{
	session->out.size = 0;
	vt_render(session->terminal, &session->frame, &session->out);
	if (session->out.size)
		transport_write(session->transport, session->out.data, session->out.size);
	session->frame.bell = false;
	/* A full redraw of a large window is rare; its buffer is not kept. */
	if (session->out.capacity > 16384)
		vt_bytes_free(&session->out);
}

static void session_paint_too_small(struct session *session)
{
	struct vt_frame *frame = &session->frame;
	char size[64];
	snprintf(size, sizeof size, "%dx%d", VT_WIDTH_PLAYABLE, VT_HEIGHT_PLAYABLE);
	vt_frame_clear(frame);
	frame->cursor_x = -1;
	const char *sentence =
		ui_word(session->content, "too-small", "Please widen this window to 40x20.");
	if (ui_wrapped(NULL, (struct vt_area){0, 0, frame->width, 0}, 0, sentence, VT_TEXT) >
		frame->height)
		sentence = frame->height > 1 ? "Too small: widen to 40x20." : size;
	ui_wrapped(
		frame, (struct vt_area){0, 0, frame->width, frame->height}, 0, sentence, VT_TEXT);
}

static void session_paint_said(struct session *session)
{
	struct vt_frame *frame = &session->frame;
	if (!session->said[0])
		return;
	vt_fill(frame, (struct vt_area){0, 0, frame->width, 1}, ' ', VT_LAMP, VT_REVERSE);
	vt_text(frame, 1, 0, session->said, VT_LAMP, VT_REVERSE, NULL);
}

void session_flush(struct session *session)
{
	if (session->ready && !session->quiet && !session->closed &&
		!transport_clogged(session->transport))
		session_render(session);
}

void session_sentence(struct session *session, const char *sentence)
{
	if (!session->ready || session->quiet || !session->frame.cells)
		return;
	vt_fill(&session->frame, (struct vt_area){0, 0, session->frame.width, 1}, ' ', VT_BAD, 0);
	vt_text(&session->frame, 0, 0, sentence, VT_BAD, VT_BOLD, NULL);
	session_flush(session);
}

bool session_pause(struct session *session, int ms)
{
	session->gathering = true;
	if (!transport_wait(session->transport, NULL, 0, ms))
		session->closed = true;
	session->gathering = false;
	return !session->closed && !session->keys.count;
}

/* Paints when something changed, nothing more waits to be taken, and the client took what it was
 * sent. */
static void session_paint(struct session *session)
{
	if (!session->dirty || !session->ready || session->quiet || session->ending)
		return;
	const struct screen *screen = screens[session->screen];
	if (screen->settle && !screen->settle(session))
		return;
	if (session->switching || session->ending || session->closed)
		return;
	if (transport_clogged(session->transport))
		return;
	session->dirty = false;
	session->saving = false;
	if (session_too_small(session)) {
		session_paint_too_small(session);
	} else if (screen->paint) {
		screen->paint(session, &session->frame);
		session_paint_said(session);
	}
	session_render(session);
}

/* ---- What the client is and wants ---- */

/* A locale names its characters after a dot; one that does not has ASCII alone. */
static enum vt_charset charset_of(const struct vt_kind *kind, const char *locale)
{
	enum vt_charset charset = vt_kind_charset(kind);
	if (!locale[0] || charset != VT_UTF8)
		return charset;
	const char *dot = strchr(locale, '.');
	bool utf8 = dot && (!strncasecmp(dot, ".utf-8", 6) || !strncasecmp(dot, ".utf8", 5));
	return utf8 ? VT_UTF8 : VT_DEC;
}

void session_terminal_changed(struct session *session)
{
	const struct client_facts *facts = session_facts(session);
	const struct vt_kind *kind = vt_kind_by_name(facts->term);
	enum vt_charset charset = charset_of(kind, facts->locale);
	enum vt_colours colours = vt_kind_colours(kind);
	if (facts->truecolour && colours == VT_COLOURS_256)
		colours = VT_TRUECOLOUR;
	if (facts->no_colour)
		colours = VT_MONO;
	if (session->options.charset_chosen)
		charset = session->options.charset;
	if (session->options.colours_chosen)
		colours = session->options.colours;
	if (!session->terminal)
		session->terminal = vt_terminal_new(kind, charset, colours);
	else
		vt_terminal_set(session->terminal, kind, charset, colours);
	vt_terminal_ground(session->terminal, session->options.ground);
	session->dirty = true;
}

static void session_on_facts(void *context)
{
	struct session *session = context;
	const struct client_facts *facts = session_facts(session);
	const struct vt_kind *kind = vt_kind_by_name(facts->term);
	vt_keys_set(&session->keys, kind);
	session_terminal_changed(session);
	int16_t width = session->frame.width, height = session->frame.height;
	vt_frame_resize(&session->frame, facts->width, facts->height);
	if (width != session->frame.width || height != session->frame.height)
		vt_terminal_forget(session->terminal);
}

/* ---- Keys ---- */

static void session_key(struct session *session, int key)
{
	const struct screen *screen = screens[session->screen];
	if (key == 'R' - 64) {
		vt_terminal_forget(session->terminal);
		session->dirty = true;
		return;
	}
	if (session_too_small(session))
		return;
	session->said[0] = 0;
	session->dirty = true;
	if (screen->key)
		screen->key(session, key);
	session_switch(session);
}

static void session_take_keys(struct session *session)
{
	int key;
	if (!session->ready || session->quiet)
		return;
	while (!session->ending && (key = vt_keys_next(&session->keys)) != VT_KEY_NONE)
		session_key(session, key);
}

/* Pasted text is longer than the queue of keys, so it is taken in pieces. */
static void session_on_bytes(void *context, const uint8_t *bytes, size_t size)
{
	struct session *session = context;
	session->key_at_ms = now_ms();
	while (size && !session->ending) {
		size_t piece = size < 128 ? size : 128;
		vt_keys_feed(&session->keys, bytes, piece);
		bytes += piece;
		size -= piece;
		if (!session->gathering)
			session_take_keys(session);
	}
	session->escape_at_ms =
		vt_keys_waiting(&session->keys) ? session->key_at_ms + VT_ESCAPE_MS : 0;
}

static void session_on_closed(void *context, const char *reason)
{
	struct session *session = context;
	session->closed = true;
	if (!session->ending)
		session_end(session, 0, reason);
}

/* ---- Admission ---- */

void session_logged_in(struct session *session)
{
	session->logged_in = true;
	admission_passed();
	options_read(&session->options, session->account.options);
	session_terminal_changed(session);
	log_line(LOG_INFO, "session.login", "name=%s guest=%d", log_quote(session->account.name),
		session->account.guest);
}

void session_guest(struct session *session, enum screen_id otherwise)
{
	enum keeper_verdict verdict = keeper_login_guest(session->line, &session->account);
	if (verdict == KEEPER_OK) {
		session_logged_in(session);
		session_go(session, SCREEN_lobby);
		return;
	}
	snprintf(session->said, sizeof session->said, "%s", session_verdict(session, verdict));
	session_go(session, otherwise);
}

static bool session_on_password(void *context, const char *user, const char *password)
{
	struct session *session = context;
	return keeper_login_password(session->line, user, password, &session->account) == KEEPER_OK;
}

static bool session_on_key(void *context, const char *user, const char *fingerprint)
{
	struct session *session = context;
	if (keeper_login_key(session->line, user, fingerprint, &session->account) == KEEPER_OK)
		return true;
	if (keeper_name_free(session->line, user) != KEEPER_OK)
		return false;
	session_facts(session)->admission = ADMIT_FREE_NAME;
	return true;
}

static enum screen_id session_first_screen(struct session *session)
{
	const struct client_facts *facts = session_facts(session);
	snprintf(session->name, sizeof session->name, "%s", facts->user);
	switch (facts->admission) {
	case ADMIT_BOARD:
		return SCREEN_board;
	case ADMIT_NEW:
		session->name[0] = 0;
		return SCREEN_register;
	case ADMIT_FREE_NAME:
		return SCREEN_register;
	case ADMIT_ACCOUNT:
		return SCREEN_lobby;
	case ADMIT_WATCH:
		session->watch = session->config->replay;
		return SCREEN_replay;
	default:
		session->name[0] = 0;
		return SCREEN_greet;
	}
}

static void session_on_ready(void *context)
{
	struct session *session = context;
	const struct client_facts *facts = session_facts(session);
	session->ready = true;
	session_on_facts(session);
	if (facts->command[0]) {
		session->quiet = true;
		session_exec(session);
		return;
	}
	if (strcmp(facts->transport, "ssh") == 0 && !facts->has_pty) {
		static const char sentence[] =
			"The game needs a terminal: ssh -t gives it one.\r\n";
		session->quiet = true;
		transport_write(session->transport, sentence, sizeof sentence - 1);
		session_end(session, 1, "no terminal");
		return;
	}
	if (facts->admission == ADMIT_ACCOUNT)
		session_logged_in(session);
	if (facts->admission == ADMIT_BOARD)
		admission_passed();
	session_go(session, session_first_screen(session));
	if (facts->admission == ADMIT_GUEST)
		session_guest(session, SCREEN_greet);
	session_switch(session);
}

/* ---- The keeper's and the system's word ---- */

/* Called while an answer of the keeper is late: the screen says so, and whoever asked hears of it
 * after a while. */
static bool session_on_waiting(void *context, unsigned waited_ms)
{
	struct session *session = context;
	session_sentence(session,
		ui_word(session->content, "line-slow", "This is slow to be written down ..."));
	session->dirty = true;
	/* Before login it is the hasher that is asked, and on a slow host many may stand in line.
	 */
	return waited_ms < (session->account.name[0] ? PATIENCE_MS : PATIENCE_HASHING_MS);
}

/* A guest is not told that anything is kept. */
static const char *session_farewell(
	const struct session *session, const char *word, const char *fallback)
{
	char guests[32];
	snprintf(guests, sizeof guests, "%s-guest", word);
	return ui_word(session->content, session->account.guest ? guests : word, fallback);
}

static void session_take_notice(struct session *session, const struct notice *notice)
{
	/* Over ssh there is none before the shell, and for an exec never. */
	const struct screen *screen =
		session->screen == SCREEN_COUNT ? NULL : screens[session->screen];
	switch (notice->kind) {
	case NOTICE_KICKED:
		session_end(session, 1,
			notice->text[0]
				? notice->text
				: session_farewell(session, "kicked", "Your session was ended."));
		break;
	case NOTICE_TAKEN_OVER:
		session_end(session, 0,
			ui_word(session->content, "taken-over", "Your game goes on elsewhere."));
		break;
	case NOTICE_SHUTDOWN:
		session_end(
			session, 0, session_farewell(session, "shutdown", "The server closes."));
		break;
	case NOTICE_SAY:
		snprintf(session->said, sizeof session->said, "%.17s: %.178s",
			ui_word(session->content, "label-operator", "Sysop"), notice->text);
		session->frame.bell = true;
		break;
	case NOTICE_KEEPER_BACK:
		break;
	}
	session->dirty = true;
	if (!session->ending && screen && screen->notice)
		screen->notice(session, notice);
}

static void session_take_notices(struct session *session)
{
	struct notice notice;
	while (!session->ending && keeper_notice(session->line, &notice))
		session_take_notice(session, &notice);
}

static void session_take_signals(struct session *session)
{
	struct signalfd_siginfo info;
	if (session->signals < 0 || read(session->signals, &info, sizeof info) != sizeof info)
		return;
	if (info.ssi_signo == SIGHUP)
		session->closed = true;
	session_end(session, 0, session_farewell(session, "shutdown", "The server closes."));
}

/* ---- Time ---- */

static int64_t earlier(int64_t a, int64_t b)
{
	return !b || (a && a < b) ? a : b;
}

static int64_t session_login_at(const struct session *session)
{
	enum admission admission = session_facts(session)->admission;
	if (session->logged_in ||
		(session->ready && (admission == ADMIT_BOARD || admission == ADMIT_WATCH)))
		return 0;
	return session->began_ms + session->config->limits_login_seconds * 1000LL;
}

static int64_t session_idle_at(const struct session *session)
{
	return session->key_at_ms + session->config->limits_idle_minutes * 60000LL;
}

static int session_patience(struct session *session)
{
	int64_t now = now_ms();
	if (session->tick_ms && !session->tick_at_ms)
		session->tick_at_ms = now + session->tick_ms;
	int64_t until = earlier(session->escape_at_ms, session->tick_at_ms);
	until = earlier(until, session_login_at(session));
	until = earlier(until, session_idle_at(session));
	int64_t wait = until > now ? until - now : 0;
	return wait < 3600000 ? (int)wait : 3600000;
}

static void session_take_time(struct session *session)
{
	int64_t now = now_ms();
	if (session->escape_at_ms && now >= session->escape_at_ms) {
		session->escape_at_ms = 0;
		vt_keys_timeout(&session->keys);
	}
	if (session->tick_at_ms && now >= session->tick_at_ms) {
		session->tick_at_ms = 0;
		session->tick_ms = 0;
		if (session->ready && screens[session->screen]->tick)
			screens[session->screen]->tick(session);
		session_switch(session);
	}
	int64_t login_at = session_login_at(session);
	if (login_at && now >= login_at)
		session_end(session, 1, "Nobody logged in in time.");
	if (now >= session_idle_at(session))
		session_end(session, 0, session_farewell(session, "idle", "You were away long."));
}

/* ---- From first byte to last ---- */

static void session_loop(struct session *session)
{
	while (!session->ending && !session->closed) {
		struct pollfd extra[2] = {
			{.fd = keeper_line_descriptor(session->line), .events = POLLIN},
			{.fd = session->signals, .events = POLLIN},
		};
		if (!transport_wait(session->transport, extra, 2, session_patience(session)))
			break;
		session_take_signals(session);
		session_take_notices(session);
		session_take_time(session);
		session_take_keys(session);
		session_switch(session);
		session_paint(session);
		session_switch(session);
		if (session->dirty && !session->ending)
			session_paint(session);
	}
}

/* The one exit. Nothing is written to a client that hung up. */
static void session_close(struct session *session)
{
	session_leave_screen(session);
	log_line(LOG_INFO, "session.end", "name=%s reason=%s", log_quote(session->account.name),
		log_quote(session->ending_reason));
	if (!session->closed && session->ready && !session->quiet) {
		session->out.size = 0;
		vt_leave(session->terminal, &session->out);
		vt_bytes_add(&session->out, session->ending_reason, strlen(session->ending_reason));
		vt_bytes_add(&session->out, "\r\n", 2);
		transport_write(session->transport, session->out.data, session->out.size);
	}
	transport_close(session->transport, session->exit_status);
	keeper_line_free(session->line);
	vt_terminal_free(session->terminal);
	vt_frame_free(&session->frame);
	vt_bytes_free(&session->out);
}

static int session_signals(void)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
	return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

_Noreturn void session_run(const struct config *config, const struct content *content,
	const struct transport_row *row, int descriptor, const char *peer, struct keeper_line *line)
{
	static struct session session;
	session.config = config;
	session.content = content;
	session.screen = SCREEN_COUNT;
	session.glyphs = looks_glyphs(content);
	session.began_ms = session.key_at_ms = now_ms();
	session.signals = session_signals();
	snprintf(session.peer, sizeof session.peer, "%s", peer);
	crash_catch();
	session.line = line;
	keeper_line_waits(line, session_on_waiting, &session);
	struct transport_handlers handlers = {.context = &session,
		.config = config,
		.ready = session_on_ready,
		.bytes = session_on_bytes,
		.facts = session_on_facts,
		.closed = session_on_closed,
		.password = session_on_password,
		.key = session_on_key};
	session.transport = row->open(descriptor, peer, &handlers);
	if (!session.transport)
		_exit(1);
	vt_keys_begin(&session.keys, vt_kind_by_name(""));
	session_on_facts(&session);
	keeper_hello(session.line, peer, row->name);
	log_line(LOG_INFO, "session.begin", "peer=%s transport=%s", log_quote(peer), row->name);
	session_loop(&session);
	session_close(&session);
	/* No atexit: libcrypto's cleaning up would touch every page that is shared. */
	_exit(session.exit_status);
}
