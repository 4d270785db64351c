/* A session that moves to another process, and one that goes on there (door/session/move.h). */
#include "door/session/session_private.h"

#include "door/os/log.h"
#include "door/session/move.h"
#include "door/store/keeper_wire.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define COUNT(fields) (sizeof(fields) / sizeof *(fields))

/* The longest time for which keys wait while the new process resumes the game. */
#define MOVE_PATIENCE_MS 2000
#define BAD_TIME_MS (INT64_MAX / 4)

/* The members of a session that move, for packed_put. */
struct session_packed {
	int64_t began_ms, key_at_ms, warned_at_ms; /* of CLOCK_MONOTONIC */
	bool after_return;
	char options[STORE_OPTIONS_MAX], banner[200];
	uint8_t board_order;
	uint32_t board_first, board_at;
	bool lines; /* line mode */
	uint32_t heard[LINES_HEARD_MAX];
};

/* clang-format off */
#define NUMBER(member, least, most) PACKED_NUMBER(struct session_packed, member, least, most)
static const struct packed_field session_fields[] = {
	NUMBER(began_ms, 0, BAD_TIME_MS), NUMBER(key_at_ms, 0, BAD_TIME_MS), NUMBER(warned_at_ms, 0, BAD_TIME_MS),
	NUMBER(after_return, 0, 1),
	PACKED_TEXT(struct session_packed, options), PACKED_MARKED(struct session_packed, banner),
	NUMBER(board_order, 0, UINT8_MAX), NUMBER(board_first, 0, INT32_MAX), NUMBER(board_at, 0, INT32_MAX),
	NUMBER(lines, 0, 1), PACKED_ARRAY(struct session_packed, heard, 0, UINT32_MAX),
};
#undef NUMBER
/* clang-format on */

/* ---- The session that moves ---- */

static void session_pack_own(const struct session *session, struct packing *out)
{
	struct session_packed packed = {.began_ms = session->clock.began_ms,
		.key_at_ms = session->clock.idle.key_at_ms,
		.warned_at_ms = session->clock.idle.warned_at_ms,
		.after_return = session->keys.after_return,
		.board_order = session->memory.board.order,
		.board_first = session->memory.board.first,
		.board_at = session->memory.board.at,
		.lines = session->lines != NULL};
	if (session->lines)
		memcpy(packed.heard, session->lines->heard, sizeof packed.heard);
	options_write(&session->options, packed.options, sizeof packed.options);
	memcpy(packed.banner, session->banner, sizeof packed.banner);
	packed_put(out, &packed, session_fields, COUNT(session_fields));
}

/* Contents of the terminal that do not fit are left out. */
static void session_pack_shown(const struct session *session, struct packing *out)
{
	struct vt_bytes shown = {0};
	vt_terminal_pack(session->terminal, &shown);
	if (shown.size + 4 > out->capacity - out->size)
		shown.size = 0;
	packed_put_number(out, shown.size, 4);
	packed_put_bytes(out, shown.data, shown.size);
	vt_bytes_free(&shown);
}

/* True if nothing is unsent, half read or under way. The screen itself knows the rest. */
static bool session_rests(const struct session *session)
{
	const struct vt_keys *keys = &session->keys;
	return session->ready && session->logged_in && !session->quiet && !session->closed &&
	       !session->ending.decided && !session->dirty && session->route.step == ROUTE_STAY &&
	       session_lines_rest(session) && !keys->count && !keys->partial_size &&
	       !keys->swallowing && !keys->paused && !session->clock.escape_at_ms &&
	       !session->ahead.dropped && !flow_waits(&session->flow);
}

/* True if the screen can go on in another process now. It may ask the keeper before it rests. */
static bool session_screen_rests(struct session *session)
{
	const struct screen *screen = session_screen(session);
	return screen && (screen->renews || screen->pack) &&
	       (!screen->rests || screen->rests(session));
}

static bool session_pack(struct session *session, struct packing *out)
{
	const struct screen *screen = session_screen(session);
	if (!session_screen_rests(session) || !session_rests(session))
		return false;
	packed_put_number(out, MOVE_VERSION, 2);
	session_pack_own(session, out);
	transport_still(session->transport);
	if (!transport_pack(session->transport, out) || !store_client_pack(session->line, out))
		return false;
	session_pack_places(session, out);
	if (screen->pack)
		screen->pack(session, out);
	/* The last part, because it may be left out. */
	session_pack_shown(session, out);
	return !out->full;
}

static void session_close_channel(struct session *session)
{
	close(session->moving.channel);
	session->moving.channel = -1;
	session->moving.due = false;
}

/* Takes the outcome after the wait was too long. True if there is a new session, and there can be
 * none later. */
static bool session_too_late(struct session *session)
{
	char word = 0;
	shutdown(session->moving.channel, SHUT_RD);
	bool moved =
		recv(session->moving.channel, &word, 1, MSG_DONTWAIT) == 1 && word == MOVE_READY;
	if (!moved)
		session_close_channel(session);
	return moved;
}

/* Waits for the outcome. True if a new session has the client now. */
static bool session_moved(struct session *session)
{
	int64_t until_ms = transport_now_ms() + MOVE_PATIENCE_MS, now_ms;
	struct pollfd channel = {.fd = session->moving.channel, .events = POLLIN};
	while ((now_ms = transport_now_ms()) < until_ms) {
		char word = 0;
		if (poll(&channel, 1, (int)(until_ms - now_ms)) <= 0)
			continue;
		ssize_t got = recv(channel.fd, &word, 1, MSG_DONTWAIT);
		if (got < 0 && (errno == EAGAIN || errno == EINTR))
			continue;
		if (got == 1 && word == MOVE_READY)
			return true;
		if (got == 1 && word != MOVE_STAY)
			continue;
		if (got <= 0)
			session_close_channel(session);
		return false;
	}
	return session_too_late(session);
}

void session_take_channel(struct session *session)
{
	char word = 0;
	if (session->moving.channel < 0)
		return;
	ssize_t got = recv(session->moving.channel, &word, 1, MSG_DONTWAIT);
	if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
		session_close_channel(session);
	else if (got == 1 && (word == MOVE_ASK || word == MOVE_URGE))
		session->moving.due = true;
	if (got == 1 && word == MOVE_URGE) {
		session->moving.urged = true;
		session->moving.urges++;
	}
}

/* Closes what is in the way, once for each time that the session was urged. The second time the
 * lobby replaces a screen with which the session could not move. */
static void session_yield(struct session *session)
{
	const struct screen *screen = session_screen(session);
	bool stays = screen == session->screens[SCREEN_lobby];
	if (!session->moving.urged || !session->logged_in || session->ending.decided)
		return;
	session->moving.urged = false;
	if (stays || (session->moving.urges == 1 && session_screen_rests(session)))
		return;
	session->dirty = true;
	bool closed = session->moving.urges == 1 && screen->yield && screen->yield(session);
	if (!closed || session->lines)
		session_banner(session,
			closed ? "The server was upgraded, and the question was closed for that."
			       : "The server was upgraded, and this screen was closed for that.");
	if (closed)
		return;
	session_leave_screen(session);
	session->route.count = 1;
	session_go(session, SCREEN_lobby, NULL);
	session_switch(session);
}

void session_move(struct session *session)
{
	const struct wire_descriptors both = {
		2, {session->moving.client, store_client_descriptor(session->line)}};
	if (session->moving.due)
		session_yield(session);
	if (!session->moving.due || !session_rests(session))
		return;
	struct packing out = {.bytes = malloc(MOVE_STATE_MAX), .capacity = MOVE_STATE_MAX};
	if (!out.bytes)
		return;
	bool sent = session_pack(session, &out) &&
		    wire_send(session->moving.channel, out.bytes, out.size, &both);
	free(out.bytes);
	if (!sent)
		return;
	session->moving.due = false;
	/* The new session has the client: not a byte is sent, and no line logged. */
	if (session_moved(session))
		_exit(0);
	store_client_stayed(session->line);
}

/* ---- The session that goes on ---- */

static bool session_unpack_own(
	struct session *session, struct session_packed *packed, struct unpacking *in)
{
	int64_t now_ms = transport_now_ms();
	packed_get(in, packed, session_fields, COUNT(session_fields));
	if (in->broken || packed->began_ms > now_ms || packed->key_at_ms > now_ms ||
		packed->warned_at_ms > now_ms)
		return false;
	session->clock.began_ms = packed->began_ms;
	session->clock.idle.key_at_ms = packed->key_at_ms;
	session->clock.idle.warned_at_ms = packed->warned_at_ms;
	session->keys.after_return = packed->after_return;
	session->memory.board.order = packed->board_order;
	session->memory.board.first = packed->board_first;
	session->memory.board.at = packed->board_at;
	memcpy(session->banner, packed->banner, sizeof session->banner);
	options_read(&session->options, packed->options);
	return !packed->lines || session_lines_go_on(session, packed->heard);
}

/* Contents of another release are not used: then the whole screen is painted. */
static bool session_unpack_shown(struct session *session, struct unpacking *in)
{
	size_t size = packed_get_number(in, 4);
	const uint8_t *shown = packed_get_bytes(in, size);
	if (shown)
		vt_terminal_unpack(session->terminal, shown, size);
	return packed_whole(in);
}

static bool session_unpack(struct session *session, const struct session_start *start,
	const struct transport_handlers *handlers, struct unpacking *in)
{
	struct session_packed packed;
	if (packed_get_number(in, 2) != MOVE_VERSION || !session_unpack_own(session, &packed, in))
		return false;
	session->transport =
		start->transport->open_packed(start->descriptor, start->peer, handlers, in);
	if (!session->transport)
		return false;
	if (!store_client_unpack(session->line, in))
		return false;
	session->memory.named = transport_facts(session->transport)->client[0] != 0;
	/* The line has the keeper's word on its account before it says hello with it. */
	if (keeper_account_show(session->line, &session->account) != KEEPER_OK)
		return false;
	keeper_hello(session->line, start->peer, transport_word(session->transport));
	session->logged_in = true;
	session_on_facts(session);
	if (!session_unpack_places(session, in))
		return false;
	const struct screen *screen = session_screen(session);
	return (!screen->unpack || screen->unpack(session, in)) &&
	       session_unpack_shown(session, in);
}

/* The client belongs to this process: what may ask for a change in the store comes now. */
static void session_arrive(struct session *session)
{
	const struct screen *screen = session_screen(session);
	if (screen->renews && screen->enter)
		screen->enter(session);
	if (screen->arrived)
		screen->arrived(session);
	if (session->lines && session->route.step == ROUTE_STAY)
		session_lines_read(session);
	session_switch(session);
}

bool session_go_on(struct session *session, const struct session_start *start,
	const struct transport_handlers *handlers)
{
	static const char ready = MOVE_READY;
	uint8_t *bytes = malloc(MOVE_STATE_MAX + 1);
	ssize_t got =
		bytes ? recv(start->ends->channel, bytes, MOVE_STATE_MAX + 1, MSG_DONTWAIT) : -1;
	struct unpacking in = {.bytes = bytes, .size = got > 0 ? (size_t)got : 0};
	int64_t begun_ms = transport_now_ms();
	session->moving.comes = true;
	bool unpacked =
		got > 0 && got <= MOVE_STATE_MAX && session_unpack(session, start, handlers, &in);
	free(bytes);
	session->moving.comes = false;
	/* The commit: from here on the client is this process's. */
	if (!unpacked || transport_now_ms() > begun_ms + MOVE_PATIENCE_MS ||
		send(start->ends->baton, &ready, 1, MSG_NOSIGNAL | MSG_DONTWAIT) != 1)
		return false;
	send(start->ends->channel, &ready, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
	close(start->ends->baton);
	session->ready = session->dirty = session->kind.probed = true;
	session->wakes = -1;
	log_line(LOG_INFO, "session.moved", "name=%s screen=%s bytes=%zd ms=%lld",
		log_quote(session->account.name), session_screen(session)->name, got,
		(long long)(transport_now_ms() - begun_ms));
	session_arrive(session);
	return true;
}
