/* What a telnet client tells about its terminal, and the questions about it. */
#include "door/net/telnet_private.h"

#include "vt100/vt100.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { CHARSET_REQUEST = 1, CHARSET_ACCEPTED = 2 };

/* The MUD terminal type standard: a third terminal type "MTTS bits". */
enum mtts_bit {
	MTTS_VT100 = 2,
	MTTS_UTF8 = 4,
	MTTS_256_COLOURS = 8,
	MTTS_SCREEN_READER = 64,
	MTTS_TRUECOLOUR = 256
};

static void telnet_ask_type(struct telnet_transport *t)
{
	static const char send[] = {TELNET_TTYPE_SEND};
	telnet_subnegotiation(t->telnet, TELNET_TELOPT_TTYPE, send, sizeof send);
}

static void telnet_take_mtts(struct telnet_transport *t, const char *digits)
{
	struct client_facts *facts = &t->base.facts;
	long bits = strtol(digits, NULL, 10);
	/* An MTTS client sends its own name first and its terminal second. */
	if (t->types >= 2)
		snprintf(facts->term, sizeof facts->term, "%s", t->last_type);
	if ((bits & MTTS_256_COLOURS) && (bits & MTTS_VT100) && !strstr(facts->term, "256"))
		snprintf(facts->term, sizeof facts->term, "xterm-256color");
	if (bits & MTTS_UTF8)
		snprintf(facts->locale, sizeof facts->locale, "C.UTF-8");
	facts->truecolour = (bits & MTTS_TRUECOLOUR) != 0;
	facts->wants_lines = (bits & MTTS_SCREEN_READER) || !(bits & MTTS_VT100);
}

/* Handles a terminal type. A client sends its list one by one; at the end it repeats the last or
 * begins again. */
void telnet_facts_type(struct telnet_transport *t, const char *name)
{
	char clean[64];
	vt_clean(clean, sizeof clean, name, strnlen(name, 256));
	if (t->types_over || !*clean)
		return;
	struct client_facts *facts = &t->base.facts;
	bool mtts = strncasecmp(clean, "MTTS ", 5) == 0;
	if (mtts)
		telnet_take_mtts(t, clean + 5);
	else if (t->types == 0)
		snprintf(facts->term, sizeof facts->term, "%s", clean);
	bool again = strcasecmp(clean, t->last_type) == 0 || strcasecmp(clean, t->first_type) == 0;
	if (t->types == 0)
		snprintf(t->first_type, sizeof t->first_type, "%s", clean);
	snprintf(t->last_type, sizeof t->last_type, "%s", clean);
	t->types++;
	t->types_over = mtts || again || t->types == TELNET_TYPES_MAX;
	if (!t->types_over)
		telnet_ask_type(t);
	if (mtts || t->types == 1)
		telnet_report_facts(t);
}

static void telnet_take_size(struct telnet_transport *t, const uint8_t *bytes, size_t size)
{
	struct client_facts *facts = &t->base.facts;
	if (size != 4)
		return;
	int width = bytes[0] << 8 | bytes[1], height = bytes[2] << 8 | bytes[3];
	/* 0 means that the client does not know. */
	if (width == 0 || height == 0 ||
		(facts->has_size && facts->width == width && facts->height == height))
		return;
	facts->width = width;
	facts->height = height;
	facts->has_size = true;
	telnet_report_facts(t);
}

static void telnet_ask_charset(struct telnet_transport *t)
{
	static const char request[] = "\001;UTF-8;US-ASCII";
	_Static_assert(CHARSET_REQUEST == 1, "the request begins with its number");
	telnet_subnegotiation(t->telnet, OPTION_CHARSET, request, sizeof request - 1);
}

static void telnet_take_charset(struct telnet_transport *t, const char *bytes, size_t size)
{
	if (size != 6 || bytes[0] != CHARSET_ACCEPTED || strncasecmp(bytes + 1, "UTF-8", 5) != 0)
		return;
	snprintf(t->base.facts.locale, sizeof t->base.facts.locale, "C.UTF-8");
	telnet_report_facts(t);
}

void telnet_facts_will(struct telnet_transport *t, uint8_t option)
{
	if (option == TELNET_TELOPT_TTYPE && t->types == 0)
		telnet_ask_type(t);
}

void telnet_facts_do(struct telnet_transport *t, uint8_t option)
{
	if (option == OPTION_CHARSET)
		telnet_ask_charset(t);
}

void telnet_facts_subnegotiation(struct telnet_transport *t, const struct subnegotiate_t *sub)
{
	if (sub->telopt == TELNET_TELOPT_NAWS)
		telnet_take_size(t, (const uint8_t *)sub->buffer, sub->size);
	else if (sub->telopt == OPTION_CHARSET && sub->size)
		telnet_take_charset(t, sub->buffer, sub->size);
}
