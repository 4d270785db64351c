/*
 * Asking the terminal of a client that has said nothing about it.
 *
 * A plain prompt comes first, so that a terminal that knows no such questions shows something. The
 * wait is bounded, allows for a line of 300 baud, and any key ends it: then, and without an answer,
 * the terminal counts as an unknown one. The decoder of keys swallows later answers.
 */
#include "door/session/session_private.h"

#include "door/os/log.h"

#include <stdio.h>
#include <string.h>

#define PROMPT "Trapdoor. Press any key.\n"
#define SLOWEST_BAUD 300
#define ANSWER_BYTES 40 /* of a usual terminal */
#define SPARE_MS 1000   /* for the network */

static bool is_computer(const struct client_facts *facts)
{
	for (size_t i = 0; i < TRANSPORTS_SERVED; i++)
		if (transports_served[i]->computer &&
			strcmp(transports_served[i]->name, facts->transport) == 0)
			return true;
	return false;
}

/* Keys that were typed ahead are not kept waiting. */
static bool wants_probe(const struct session *session)
{
	return !session->kind.probed && !session->memory.drawn && !session->keys.typed &&
	       !session->lines && !is_computer(transport_facts(session->transport)) &&
	       vt_kind_is_unknown(session_kind(session));
}

static void ask(struct session *session)
{
	unsigned baud = session_baud(session);
	session->kind.probed = true;
	session->keys.probe = (struct vt_probe){.asked = true};
	session->out.size = 0;
	vt_say(session_kind(session), PROMPT, &session->out);
	vt_bytes_add(&session->out, VT_PROBE_QUESTIONS, strlen(VT_PROBE_QUESTIONS));
	transport_write(session->transport, session->out.data, session->out.size);
	int64_t bytes = (int64_t)session->out.size + ANSWER_BYTES;
	session->clock.hold_until_ms =
		transport_now_ms() + SPARE_MS + bytes * 10000 / (baud ? baud : SLOWEST_BAUD);
}

/* The words of the client itself count more than answers of its terminal. */
static void take_answers(struct session *session)
{
	struct client_facts *facts = transport_facts(session->transport);
	const struct vt_probe *probe = &session->keys.probe;
	const char *kind = vt_probe_kind(probe);
	session->keys.probe.asked = false;
	if (!vt_kind_is_unknown(session_kind(session)))
		return;
	if (kind)
		snprintf(facts->term, sizeof facts->term, "%s", kind);
	if (!facts->has_size && vt_probe_size(probe, &facts->width, &facts->height))
		facts->has_size = true;
	facts->utf8 |= vt_probe_utf8(probe);
	log_line(LOG_DEBUG, "terminal.probed", "kind=%s device=%s", kind ? kind : "none",
		log_quote(probe->device));
	session_on_facts(session);
}

bool session_probes(struct session *session)
{
	const struct vt_probe *probe = &session->keys.probe;
	if (wants_probe(session))
		ask(session);
	if (!probe->asked)
		return false;
	if (probe->reports < 2 && !session->keys.typed &&
		vt_kind_is_unknown(session_kind(session)) &&
		transport_now_ms() < session->clock.hold_until_ms)
		return true;
	session->clock.hold_until_ms = 0;
	take_answers(session);
	return false;
}
