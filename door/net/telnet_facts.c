/* Facts about a telnet client: its answers about its terminal, and the questions. */
#include "door/net/telnet_private.h"

#include "vt100/vt100.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { CHARSET_REQUEST = 1, CHARSET_ACCEPTED = 2 };

enum { SPEED_IS, SPEED_SEND }; /* RFC 1079 */
enum telnet_answered {
	ANSWERED_SIZE = 1,
	ANSWERED_SPEED = 2,
	ANSWERED_ENVIRONMENT = 4,
	ANSWERED_CHARSET = 8
};

/* The MUD terminal type standard: a third terminal type "MTTS bits". */
enum mtts_bit {
	MTTS_VT100 = 2,
	MTTS_UTF8 = 4,
	MTTS_256_COLOURS = 8,
	MTTS_SCREEN_READER = 64,
	MTTS_TRUECOLOUR = 256,
	MTTS_TLS = 2048
};

static void telnet_report_facts(struct telnet_transport *t)
{
	t->shown = true;
	if (t->spoken)
		t->base.handlers.facts(t->base.handlers.context);
}

static void telnet_ask_type(struct telnet_transport *t)
{
	static const char send[] = {TELNET_TTYPE_SEND};
	telnet_subnegotiation(t->telnet, TELNET_TELOPT_TTYPE, send, sizeof send);
}

static void telnet_take_mtts(struct telnet_transport *t, const char *digits)
{
	struct client_facts *facts = &t->base.facts;
	long bits = strtol(digits, NULL, 10);
	/* The client stands between the server and the terminal, which is its second type: line
	 * feeds return the cursor there, margins and modes are the client's own, and answers of the
	 * terminal would be typed into its input line. */
	if (bits & MTTS_VT100)
		snprintf(facts->term, sizeof facts->term, "mudclient%s",
			bits & MTTS_256_COLOURS ? "-256color" : "");
	else if (t->types >= 2)
		snprintf(facts->term, sizeof facts->term, "%s", t->last_type);
	t->mud = true;
	facts->utf8 |= (bits & MTTS_UTF8) != 0;
	facts->truecolour = (bits & MTTS_TRUECOLOUR) != 0;
	facts->tls |= (bits & MTTS_TLS) != 0;
	facts->wants_lines = (bits & MTTS_SCREEN_READER) || !(bits & MTTS_VT100);
}

/* Handles a terminal type. A client sends its list one by one; at the end it repeats the last or
 * begins again. The first counts, but never VTNT, which is pictures of a Windows console. */
void telnet_facts_type(struct telnet_transport *t, const char *name)
{
	char clean[64];
	vt_clean(clean, sizeof clean, name, strnlen(name, 256));
	if (t->types_over || t->plain || !*clean)
		return;
	struct client_facts *facts = &t->base.facts;
	bool mtts = strncasecmp(clean, "MTTS ", 5) == 0;
	bool counts = t->types == 0 || strcasecmp(facts->term, "vtnt") == 0;
	if (mtts)
		telnet_take_mtts(t, clean + 5);
	else if (counts)
		snprintf(facts->term, sizeof facts->term, "%s", clean);
	t->mud |= telnet_mud_is_client(clean);
	bool again = strcasecmp(clean, t->last_type) == 0 || strcasecmp(clean, t->first_type) == 0;
	if (t->types == 0)
		snprintf(t->first_type, sizeof t->first_type, "%s", clean);
	snprintf(t->last_type, sizeof t->last_type, "%s", clean);
	t->types++;
	t->types_over = mtts || again || t->types == TELNET_TYPES_MAX;
	if (!t->types_over)
		telnet_ask_type(t);
	if (mtts || counts)
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
	t->base.facts.utf8 = true;
	telnet_report_facts(t);
}

static void telnet_ask_speed(struct telnet_transport *t)
{
	static const char send[] = {SPEED_SEND};
	telnet_subnegotiation(t->telnet, TELNET_TELOPT_TSPEED, send, sizeof send);
}

/* Asks by name, so that a client tells nothing about its user. */
static void telnet_ask_environment(struct telnet_transport *t)
{
	static const char send[] = "\001\003LANG\003LC_CTYPE\003LC_ALL\003COLORTERM\003NO_COLOR";
	_Static_assert(TELNET_ENVIRON_SEND == 1 && TELNET_ENVIRON_USERVAR == 3,
		"the request has their numbers");
	telnet_subnegotiation(t->telnet, TELNET_TELOPT_NEW_ENVIRON, send, sizeof send - 1);
}

/* Reads a number of at most seven digits. False if there is none before `end`. */
static bool read_speed(const char **at, const char *end, unsigned long *speed)
{
	int digits = 0;
	for (*speed = 0; *at < end && **at >= '0' && **at <= '9' && digits < 8; ++*at, digits++)
		*speed = *speed * 10 + (unsigned long)(**at - '0');
	return digits > 0 && digits < 8;
}

/* Takes the smaller one of the speeds of the two directions (RFC 1079). */
static void telnet_take_speed(struct telnet_transport *t, const char *bytes, size_t size)
{
	const char *at = bytes + 1, *end = bytes + size;
	unsigned long out, in;
	if (bytes[0] != SPEED_IS || !read_speed(&at, end, &out) || at == end || *at++ != ',' ||
		!read_speed(&at, end, &in) || at != end)
		return;
	t->base.facts.baud = transport_baud(in < out ? in : out);
	telnet_report_facts(t);
}

void telnet_facts_environment(struct telnet_transport *t, const struct environ_t *environment)
{
	bool taken = false;
	t->answered |= ANSWERED_ENVIRONMENT;
	for (size_t i = 0; i < environment->size; i++) {
		const struct telnet_environ_t *pair = &environment->values[i];
		if (pair->var && pair->value && *pair->value)
			taken |= transport_take_variable(
				&t->base.facts, &t->locale_weight, pair->var, pair->value);
	}
	if (taken)
		telnet_report_facts(t);
}

bool telnet_facts_known(const struct telnet_transport *t)
{
	static const struct {
		uint8_t option, said;
		uint32_t answer;
	} questions[] = {{TELNET_TELOPT_NAWS, SAID_WILL, ANSWERED_SIZE},
		{TELNET_TELOPT_TSPEED, SAID_WILL, ANSWERED_SPEED},
		{TELNET_TELOPT_NEW_ENVIRON, SAID_WILL, ANSWERED_ENVIRONMENT},
		{OPTION_CHARSET, SAID_DO, ANSWERED_CHARSET}};
	for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
		if ((t->guard.said[questions[i].option] & questions[i].said) &&
			!(t->answered & questions[i].answer))
			return false;
	return t->types_over || !(t->guard.said[TELNET_TELOPT_TTYPE] & SAID_WILL);
}

void telnet_facts_will(struct telnet_transport *t, uint8_t option)
{
	if (t->plain)
		return;
	if (option == TELNET_TELOPT_TTYPE && t->types == 0)
		telnet_ask_type(t);
	else if (option == TELNET_TELOPT_TSPEED)
		telnet_ask_speed(t);
	else if (option == TELNET_TELOPT_NEW_ENVIRON)
		telnet_ask_environment(t);
}

void telnet_facts_do(struct telnet_transport *t, uint8_t option)
{
	if (option == OPTION_CHARSET && !t->plain)
		telnet_ask_charset(t);
	t->gmcp |= option == OPTION_GMCP;
	if (option == TELNET_TELOPT_MSSP && !t->status_asked) {
		t->status_asked = true;
		/* A client that went on in another process has its answer. */
		if (!t->mute && t->base.handlers.status)
			t->base.handlers.status(t->base.handlers.context);
	}
}

void telnet_facts_subnegotiation(struct telnet_transport *t, const struct subnegotiate_t *sub)
{
	if (sub->telopt == TELNET_TELOPT_NAWS) {
		t->answered |= ANSWERED_SIZE;
		telnet_take_size(t, (const uint8_t *)sub->buffer, sub->size);
	} else if (sub->telopt == OPTION_CHARSET && sub->size) {
		t->answered |= ANSWERED_CHARSET;
		telnet_take_charset(t, sub->buffer, sub->size);
	} else if (sub->telopt == TELNET_TELOPT_TSPEED && sub->size) {
		t->answered |= ANSWERED_SPEED;
		telnet_take_speed(t, sub->buffer, sub->size);
	} else if (sub->telopt == OPTION_GMCP && sub->size &&
		   telnet_mud_message(t, sub->buffer, sub->size)) {
		telnet_report_facts(t);
	}
}

void telnet_facts_computer(struct telnet_transport *t, const char *kind, int width)
{
	struct client_facts *facts = &t->base.facts;
	t->plain = t->guard.plain = true;
	snprintf(facts->term, sizeof facts->term, "%s", kind);
	facts->width = width;
	facts->height = 24;
	telnet_report_facts(t);
}

/* True if these are the first bytes of another protocol: HTTP, TLS, ssh. */
static bool is_other_protocol(const uint8_t *bytes, size_t size)
{
	static const char *const starts[] = {"GET /", "POST /", "HEAD /", "SSH-", "\x16\x03"};
	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
		if (size == strlen(starts[i]) && memcmp(bytes, starts[i], size) == 0)
			return true;
	return false;
}

size_t telnet_other_protocol(struct telnet_transport *t, const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size && t->first_size < sizeof t->first; i++) {
		t->first[t->first_size++] = bytes[i];
		if (is_other_protocol(t->first, t->first_size))
			return i + 1;
	}
	return 0;
}
