/*
 * Keys typed ahead: those that arrive before the client has shown where the last key led.
 *
 * They are played, as long as nothing happens that would stop auto-explore. Then all keys are
 * dropped that arrive before the client has shown the next frame, and that frame says how many; the
 * player may choose to keep them. A key never answers a question before harm that the client had
 * not shown when the key arrived.
 *
 * The client has shown a frame when it has answered the mark behind it (door/session/flow.h): the
 * answer comes between the keys of before and those of after. A client without marks has shown a
 * frame when the network has taken it, and a line of a known speed can have carried it.
 */
#include "door/session/session_private.h"

#include <stdio.h>

#define ROUNDS_MAX 64 /* of reading before a frame; a client that floods cannot hold it back */

/* Looks whether the player must see something before another key. Lines of line mode are not keys:
 * only a question stops them. */
static void session_look(struct session *session)
{
	struct session_ahead *ahead = &session->ahead;
	const struct screen *screen = session_screen(session);
	if (!screen)
		return;
	unsigned asked = screen->asks ? screen->asks(session) : 0;
	bool stops = screen->stops && screen->stops(session) && !session->lines &&
		     !session->options.keeps_typed;
	if (stops || (asked && asked != ahead->asked)) {
		ahead->waits = true;
		ahead->sent = ahead->same_read = false;
		session->dirty = true;
	}
	ahead->asked = asked;
}

/* The words of line mode have no marks, and are not counted. */
static bool session_has_shown(struct session *session)
{
	size_t unsent = transport_unsent(session->transport);
	if (!session->ahead.sent || session->ahead.same_read)
		return false;
	if (session->lines)
		return unsent == 0;
	return flow_shown(&session->flow, session->ahead.until, unsent, transport_now_ms());
}

bool session_drops_key(struct session *session)
{
	struct session_ahead *ahead = &session->ahead;
	session_look(session);
	session_take_shown(session);
	ahead->dropped += ahead->waits;
	return ahead->waits;
}

void session_drop_arrived(struct session *session)
{
	struct session_ahead *ahead = &session->ahead;
	session_look(session);
	if (!ahead->waits || ahead->sent || ahead->reading)
		return;
	while (vt_keys_next(&session->keys) != VT_KEY_NONE)
		ahead->dropped++;
	for (int round = 0; round < ROUNDS_MAX && transport_has_input(session->transport); round++)
		if (!transport_wait(session->transport, NULL, 0, 0))
			session->closed = true;
}

void session_report_dropped(struct session *session)
{
	const struct screen *screen = session_screen(session);
	uint32_t keys = session->ahead.dropped;
	session->ahead.dropped = 0;
	if (keys && screen->dropped && !session->lines)
		screen->dropped(session, keys);
	else if (keys)
		snprintf(session->banner, sizeof session->banner,
			"%u key%s typed ahead %s dropped.", (unsigned)keys, keys == 1 ? "" : "s",
			keys == 1 ? "was" : "were");
}

void session_ahead_sent(struct session *session)
{
	struct session_ahead *ahead = &session->ahead;
	if (!ahead->waits || ahead->sent)
		return;
	ahead->sent = true;
	ahead->same_read = ahead->reading;
	ahead->until = session->flow.marked;
}

/* The number of keys is painted once, and not for each of them. */
void session_take_shown(struct session *session)
{
	struct session_ahead *ahead = &session->ahead;
	if (!ahead->waits || !session_has_shown(session))
		return;
	ahead->waits = false;
	session->dirty |= ahead->dropped > 0;
}
