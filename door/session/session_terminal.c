/* The client's terminal: its characters, its colours, the speed of its line, and what follows. */
#include "door/session/session_private.h"

#include <string.h>
#include <strings.h>

#define SLOW_BELOW 9600 /* baud; slower lines get plain light by default, and no vignettes */

/* Returns the charset of a kind. A client that agreed on UTF-8 has it on every kind. A UTF-8 kind
 * gets DEC line drawing if the client's locale does not name UTF-8 after its dot. */
static enum vt_charset charset_of(const struct vt_kind *kind, const struct client_facts *facts)
{
	enum vt_charset charset = vt_kind_charset(kind);
	const char *locale = facts->locale;
	if (facts->utf8)
		return VT_UTF8;
	if (!locale[0] || charset != VT_UTF8)
		return charset;
	const char *dot = strchr(locale, '.');
	bool utf8 = dot && (!strncasecmp(dot, ".utf-8", 6) || !strncasecmp(dot, ".utf8", 5));
	return utf8 ? VT_UTF8 : VT_DEC;
}

unsigned session_baud(const struct session *session)
{
	return session->options.baud ? session->options.baud
				     : transport_facts(session->transport)->baud;
}

bool session_is_slow(const struct session *session)
{
	unsigned baud = session_baud(session);
	return baud > 0 && baud < SLOW_BELOW;
}

bool session_shows_vignettes(const struct session *session)
{
	return session->config && session->config->lobby_vignettes &&
	       !session->options.no_vignettes && !session_is_slow(session);
}

/* Rich light takes two to four times the bytes of a step. */
static bool wants_plain_light(const struct session *session)
{
	if (session->options.palette != VT_PALETTE_USUAL)
		return true; /* the backgrounds of lights would take the contrast */
	if (session->options.light != OPTION_LIGHT_AUTO)
		return session->options.light == OPTION_LIGHT_PLAIN;
	return session_is_slow(session);
}

void session_terminal_changed(struct session *session)
{
	const struct client_facts *facts = transport_facts(session->transport);
	const struct vt_kind *kind = session_kind(session);
	enum vt_charset charset = charset_of(kind, facts);
	enum vt_colours colours = vt_kind_colours(kind);
	if (facts->truecolour && colours == VT_COLOURS_256)
		colours = VT_TRUECOLOUR;
	if (facts->no_colour)
		colours = VT_MONO;
	int chosen = option_kinds_get(&session->options.charset, kind);
	if (chosen >= 0)
		charset = (enum vt_charset)chosen;
	chosen = option_kinds_get(&session->options.colours, kind);
	if (chosen >= 0)
		colours = (enum vt_colours)chosen;
	if (!session->terminal)
		session->terminal = vt_terminal_new(kind, charset, colours);
	else
		vt_terminal_set(session->terminal, kind, charset, colours);
	vt_terminal_ground(session->terminal, session->options.ground);
	vt_terminal_palette(session->terminal, session->options.palette);
	session->flow.baud = session_baud(session);
	session->frame.plain_light = wants_plain_light(session);
	session->frame.brief = session_is_slow(session) && !session->lines;
	charset = vt_terminal_charset(session->terminal);
	session->frame.clash_charset = charset == VT_UTF8 ? 0 : (uint8_t)(1 + charset);
	session->frame.shows_cursor = session->options.cursor_shown;
	session->keys.mouse = (session->options.mouse & option_mouse_bit(kind)) != 0;
	vt_terminal_mouse(session->terminal, session->keys.mouse);
	vt_terminal_paste(session->terminal, true);
	session->keys.utf8 = charset == VT_UTF8;
	if (session->frame.cells && !session->lines)
		session_fit(session);
	session->dirty = true;
}
