/* The parts of a session, shared by the files of this folder only. Each part uses those above
 * it. */
#ifndef TRAPDOOR_SESSION_PRIVATE_H
#define TRAPDOOR_SESSION_PRIVATE_H

#include "door/session/session.h"

/* session_route.c */
/* Returns the current screen; NULL before the first. */
const struct screen *session_screen(struct session *session);
void session_leave_screen(struct session *session);
/* Runs the requested step; an enter may request another. */
void session_switch(struct session *session);

/* session_lines.c */
/* True if the player's options, the terminal or the client ask for line mode. */
bool session_wants_lines(const struct session *session);
void session_lines_write(struct session *session, const char *text);
/* Writes what is new on the screen, and a prompt. */
void session_lines_report(struct session *session);
/* Writes a sentence at once, unless it was the last one. */
void session_lines_sentence(struct session *session, const char *sentence);
/* Reads the page of the screen, and writes nothing. */
void session_lines_read(struct session *session);
/* True if the client waits at a prompt of line mode, or there is no line mode. */
bool session_lines_rest(const struct session *session);
/* Goes on with the line mode of another process: `heard` is what it reported. False if memory is
 * short. */
bool session_lines_go_on(struct session *session, const uint32_t heard[LINES_HEARD_MAX]);

/* session_ahead.c */
/* True if the key comes before the client has shown what the player must see. Counts it then. */
bool session_drops_key(struct session *session);
/* Looks what the next painting will show. Takes the keys that came before it, if they are to be
 * dropped; except in the midst of handling bytes, as line mode paints. */
void session_drop_arrived(struct session *session);
/* Gives the screen the number of dropped keys, before it is painted. */
void session_report_dropped(struct session *session);
/* Notes that the screen was sent. */
void session_ahead_sent(struct session *session);
/* Has the dropped keys reported once the client has shown the frame. */
void session_take_shown(struct session *session);

/* session_kind.c */
/* Gives the frame the client's size, as far as terminals of the kind have it. */
void session_fit(struct session *session);

/* session_facts.c */
/* Callback for struct transport_handlers. */
void session_on_facts(void *context);

/* session_probe.c */
/* True while answers of the terminal to questions are waited for, before the first picture. Asks
 * them where the client has said nothing about its terminal. */
bool session_probes(struct session *session);

/* session_parts.c */
/* Renders the next part of the frame. True if it was the last one. */
bool session_render_part(struct session *session);

/* session_draw.c */
bool session_too_small(const struct session *session);
/* True if the client is ready for a frame: it has received the earlier ones, or is about to. */
bool session_can_draw(const struct session *session);
/* Paints if something changed, no keys wait, and the client is ready for a frame. */
void session_paint(struct session *session);

/* session_notice.c */
/* Callback of store_client_waits: shows that an answer is late. False if the wait timed out. */
bool session_on_waiting(void *context, unsigned waited_ms);
/* Returns the content's sentence with that id. For guests "-guest" is added to the id, since
 * nothing of theirs is kept. */
const char *session_farewell(const struct session *session, const char *id, const char *fallback);
void session_take_notices(struct session *session);

/* session_typed.c */
/* Takes a key of the line being typed. */
void session_lines_key(struct session *session, int key);

/* session_status.c */
/* Callback for struct transport_handlers: answers with the facts about the server (MSSP). */
void session_on_status(void *context);

/* session_client.c */
/* Callbacks for struct transport_handlers. */
void session_on_bytes(void *context, const uint8_t *bytes, size_t size);
void session_on_closed(void *context, const char *reason);
bool session_on_password(void *context, const char *user, const char *password);
bool session_on_key(void *context, const char *user, const char *fingerprint);
void session_on_ready(void *context);
void session_take_keys(struct session *session);
/* Counts the answers to timing marks. */
void session_take_marks(struct session *session);
/* Waits a little for answers of the terminal, which would be typed into its next program. */
void session_await_answers(struct session *session);

/* session_places.c */
/* Writes the open screens with their arguments and positions. */
void session_pack_places(const struct session *session, struct packing *out);
/* Reads them, for a session that has logged in. The bytes may come from a stranger. False if a
 * screen cannot be shown. */
bool session_unpack_places(struct session *session, struct unpacking *in);

/* session_move.c */
/* Reads the listener's request to move. */
void session_take_channel(struct session *session);
/* Moves to another process if that is due and nothing is under way. Returns only if the session
 * stays. */
void session_move(struct session *session);
/* Goes on with a session of another process. False if it does not: then the client is untouched,
 * and this process must exit without a word. */
bool session_go_on(struct session *session, const struct session_start *start,
	const struct transport_handlers *handlers);

#endif
