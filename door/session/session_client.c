/* The client of a session: its keys and its login. */
#include "door/session/session_private.h"

#include "door/net/report.h"
#include "door/os/log.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define HOLD_MS 300 /* for the answers of a client before its first picture */

static struct client_facts *session_facts(const struct session *session)
{
	return transport_facts(session->transport);
}

/* ---- Keys ---- */

static void session_mouse(struct session *session, const struct screen *screen, int key)
{
	bool wheel = key == VT_KEY_WHEEL_UP || key == VT_KEY_WHEEL_DOWN;
	if (screen->mouse)
		screen->mouse(session, key, session->keys.mouse_x, session->keys.mouse_y);
	else if (wheel && screen->wheel)
		screen->key(session, key == VT_KEY_WHEEL_UP ? VT_KEY_UP : VT_KEY_DOWN);
}

static void session_key(struct session *session, int key)
{
	const struct screen *screen = session_screen(session);
	if (session->lines) {
		session_lines_key(session, key);
		return;
	}
	if (key == 'R' - 64) {
		vt_terminal_forget(session->terminal);
		session->dirty = true;
		return;
	}
	if (session_too_small(session) || session_drops_key(session))
		return;
	session->banner[0] = 0;
	session->dirty = true;
	if (key >= VT_KEY_MOUSE)
		session_mouse(session, screen, key);
	else if (screen->key)
		screen->key(session, key);
	session_switch(session);
}

void session_take_keys(struct session *session)
{
	int key;
	if (!session->ready || session->quiet)
		return;
	while (!session->ending.decided && (key = vt_keys_next(&session->keys)) != VT_KEY_NONE)
		session_key(session, key);
}

/* Pasted text is for fields. On the map it would be commands. */
static bool session_takes_pastes(struct session *session)
{
	return session->lines || (session->route.count > 0 && session_screen(session)->pastes);
}

static void session_wait_for_key(struct session *session, int64_t now)
{
	int patience = vt_keys_patience(&session->keys, session->flow.round_trip_ms);
	session->clock.escape_at_ms = vt_keys_waiting(&session->keys) ? now + patience : 0;
}

/* Returns the size of the next piece of the client's bytes. Pasted text is longer than the queue of
 * keys. The last byte of an answer ends a piece, so that the keys of a piece came before the answer
 * in it. */
static size_t piece_of(const uint8_t *bytes, size_t size)
{
	size_t most = size < 128 ? size : 128;
	const uint8_t *end = memchr(bytes, VT_STATUS_REQUEST[sizeof VT_STATUS_REQUEST - 2], most);
	return end ? (size_t)(end - bytes) + 1 : most;
}

void session_on_bytes(void *context, const uint8_t *bytes, size_t size)
{
	struct session *session = context;
	int64_t now = transport_now_ms();
	uint32_t typed = session->keys.typed;
	session->ahead.reading = true;
	session_take_marks(session);
	for (size_t piece; size; bytes += piece, size -= piece) {
		piece = piece_of(bytes, size);
		session->keys.pastes = session_takes_pastes(session);
		vt_keys_feed(&session->keys, bytes, piece);
		if (!session->ahead.gathering)
			session_take_keys(session);
		for (; session->keys.answers; session->keys.answers--)
			flow_answered(&session->flow, FLOW_STATUS, now);
	}
	session->ahead.reading = session->ahead.same_read = false;
	/* Answers of the terminal are no sign of a player. */
	if (session->keys.typed != typed || vt_keys_waiting(&session->keys))
		session->clock.idle.key_at_ms = now;
	session_wait_for_key(session, now);
}

void session_take_marks(struct session *session)
{
	for (unsigned marks = transport_marks(session->transport); marks; marks--)
		flow_answered(&session->flow, FLOW_TIMING, transport_now_ms());
}

void session_await_answers(struct session *session)
{
	int64_t now, until;
	while (!session->closed &&
		(now = transport_now_ms()) < (until = flow_parting(&session->flow)))
		if (!transport_wait(session->transport, NULL, 0, (int)(until - now)))
			session->closed = true;
}

void session_on_closed(void *context, const char *reason)
{
	struct session *session = context;
	session->closed = true;
	if (!session->ending.decided)
		session_end(session, 0, reason);
}

/* ---- Admission ---- */

/* The owner of an account reads whether somebody guesses at its password or added a key. */
static void report_news(struct session *session)
{
	char sentence[180];
	unsigned wrong = session->account.wrong_passwords, keys = session->account.new_keys;
	int used = 0;
	if (keys)
		used = snprintf(sentence, sizeof sentence,
			"%u key%s added to your account since your last login.%s", keys,
			keys == 1 ? " was" : "s were", wrong ? " " : "");
	if (wrong)
		snprintf(sentence + used, sizeof sentence - (size_t)used,
			"%u wrong password%s tried for %s since your last login.", wrong,
			wrong == 1 ? " was" : "s were", session->account.name);
	if (keys || wrong)
		session_banner(session, sentence);
}

void session_logged_in(struct session *session)
{
	session->logged_in = true;
	report_news(session);
	report_send(REPORT_PASSED);
	bool chosen = session->lines && session->options.lines;
	options_read(&session->options, session->account.options);
	session_terminal_changed(session);
	/* Line mode that was chosen before the login is remembered. */
	if (chosen && !session->options.lines) {
		session->options.lines = true;
		options_keep(session);
	}
	if (session->options.lines)
		session_lines_set(session, true);
	log_line(LOG_INFO, "session.login", "name=%s guest=%d", log_quote(session->account.name),
		session->account.guest);
}

void session_guest(struct session *session, enum screen_id otherwise)
{
	enum keeper_verdict verdict = keeper_login_guest(session->line, &session->account);
	if (verdict == KEEPER_OK) {
		session_logged_in(session);
		session_go(session, SCREEN_lobby, NULL);
		return;
	}
	session_banner(session, session_verdict(session, verdict));
	session_go(session, otherwise, NULL);
}

/* The owner of a barred account reads why once ssh has a shell to show it in. */
static bool session_barred(struct session *session, enum keeper_verdict verdict)
{
	if (verdict == KEEPER_BARRED)
		snprintf(session->memory.barred, sizeof session->memory.barred, "%s",
			keeper_sentence(session->line));
	return verdict == KEEPER_BARRED;
}

bool session_on_password(void *context, const char *user, const char *password)
{
	struct session *session = context;
	enum keeper_verdict verdict =
		keeper_login_password(session->line, user, password, &session->account);
	if (verdict == KEEPER_NO)
		report_send(REPORT_PASSWORD);
	return verdict == KEEPER_OK || session_barred(session, verdict);
}

bool session_on_key(void *context, const char *user, const char *fingerprint)
{
	struct session *session = context;
	enum keeper_verdict verdict =
		keeper_login_key(session->line, user, fingerprint, &session->account);
	if (verdict == KEEPER_OK || session_barred(session, verdict))
		return true;
	if (keeper_name_free(session->line, user) != KEEPER_OK)
		return false;
	session_facts(session)->admission = ADMIT_FREE_NAME;
	return true;
}

static void session_go_first(struct session *session)
{
	const struct client_facts *facts = session_facts(session);
	union screen_arguments arguments = {0};
	switch (facts->admission) {
	case ADMIT_BOARD:
		session_go(session, SCREEN_board, NULL);
		break;
	case ADMIT_NEW:
		session_go(session, SCREEN_register, NULL);
		break;
	case ADMIT_FREE_NAME:
		snprintf(arguments.registration.name, sizeof arguments.registration.name, "%s",
			facts->user);
		session_go(session, SCREEN_register, &arguments);
		break;
	case ADMIT_ACCOUNT:
		session_go(session, SCREEN_lobby, NULL);
		break;
	case ADMIT_WATCH:
		arguments.replay.run = session->config->replay;
		session_go(session, SCREEN_replay, &arguments);
		break;
	default:
		session_go(session, SCREEN_greet, NULL);
	}
}

void session_on_ready(void *context)
{
	struct session *session = context;
	const struct client_facts *facts = session_facts(session);
	session->ready = true;
	session->options.lines = facts->admission == ADMIT_LINE;
	session_on_facts(session);
	if (!transport_settled(session->transport))
		session->clock.hold_until_ms = transport_now_ms() + HOLD_MS;
	if (session->memory.barred[0]) {
		session->quiet = true;
		transport_write(
			session->transport, session->memory.barred, strlen(session->memory.barred));
		transport_write(session->transport, "\r\n", 2);
		session_end(session, 1, "barred");
		return;
	}
	if (facts->admission == ADMIT_BOARD || facts->admission == ADMIT_ACCOUNT ||
		facts->command[0])
		report_send(REPORT_PASSED);
	if (facts->command[0]) {
		session->quiet = true;
		session_exec(session);
		return;
	}
	if (strcmp(facts->transport, "ssh") == 0 && !facts->has_pty) {
		static const char sentence[] = "The game needs a terminal: use ssh -t.\r\n";
		session->quiet = true;
		transport_write(session->transport, sentence, sizeof sentence - 1);
		session_end(session, 1, "no terminal");
		return;
	}
	if (facts->admission == ADMIT_ACCOUNT)
		session_logged_in(session);
	session_go_first(session);
	if (facts->admission == ADMIT_GUEST)
		session_guest(session, SCREEN_greet);
	session_switch(session);
}
