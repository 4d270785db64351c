/* The parts of a session, shared by the files of this folder alone.  Each part uses those above it.
 */
#ifndef TRAPDOOR_SESSION_PRIVATE_H
#define TRAPDOOR_SESSION_PRIVATE_H

#include "door/session/session.h"

/* session_route.c */
/* The screen that is shown; NULL before the first. */
const struct screen *session_screen(struct session *session);
void session_leave_screen(struct session *session);
/* Takes the step that was asked for; an enter may ask for yet another. */
void session_switch(struct session *session);

/* session_draw.c */
bool session_too_small(const struct session *session);
/* Paints if something changed, no keys wait, and the client took everything that was sent. */
void session_paint(struct session *session);

/* session_notice.c */
/* For store_client_waits: shows that an answer is late.  False when it is given up. */
bool session_on_waiting(void *context, unsigned waited_ms);
/* The content's sentence by that id, with "-guest" after the id for guests: nothing of theirs is
 * kept. */
const char *session_farewell(const struct session *session, const char *id, const char *fallback);
void session_take_notices(struct session *session);

/* session_client.c */
/* For struct transport_handlers: */
void session_on_facts(void *context);
void session_on_bytes(void *context, const uint8_t *bytes, size_t size);
void session_on_closed(void *context, const char *reason);
bool session_on_password(void *context, const char *user, const char *password);
bool session_on_key(void *context, const char *user, const char *fingerprint);
void session_on_ready(void *context);
void session_take_keys(struct session *session);

#endif
