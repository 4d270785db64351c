/* Handles what the client says of itself, before the first picture or later. */
#include "door/session/session_private.h"

#include "door/os/log.h"

/* A MUD client may say its name at any time. */
static void log_client(struct session *session)
{
	const char *client = transport_facts(session->transport)->client;
	if (client[0] && !session->memory.named)
		log_line(LOG_INFO, "session.client", "client=%s", log_quote(client));
	session->memory.named |= client[0] != 0;
}

void session_on_facts(void *context)
{
	struct session *session = context;
	log_client(session);
	vt_keys_set(&session->keys, session_kind(session));
	session_terminal_changed(session);
	int16_t width = session->frame.width, height = session->frame.height;
	if (session->ready && session_wants_lines(session))
		session_lines_set(session, true);
	if (session->lines)
		return;
	session_fit(session);
	if (width != session->frame.width || height != session->frame.height)
		vt_terminal_forget(session->terminal);
}
