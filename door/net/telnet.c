/*
 * Telnet, by libtelnet behind a guard.
 *
 * The server sends its offers at once, except to home computers: for them the bytes of a command
 * are characters. To those it says nothing before they have sent a command. Then it makes the few
 * offers that a telnet client with such a screen may need. The kind of their terminal is known.
 * The session asks for name and password; telnet's own statements about a user are never asked for,
 * and ignored.
 */
#include "door/net/telnet_private.h"

#include "door/net/report.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define TELNET_READ_MAX 4096
#define TELNET_LINGER_MS 1000

static struct telnet_transport *telnet_of(struct transport *transport)
{
	return (struct telnet_transport *)transport;
}

static void telnet_report_bytes(struct telnet_transport *t, const uint8_t *bytes, size_t size)
{
	t->shown = true;
	t->base.handlers.bytes(t->base.handlers.context, bytes, size);
}

/* Makes the offers that wait for the terminal's types. */
static void telnet_offers_later(struct telnet_transport *t)
{
	telnet_offers_make(t, OFFER_LATE);
	if (t->mud)
		telnet_offers_make(t, OFFER_MUD);
}

/* ---- Output ---- */

static void telnet_put(struct telnet_transport *t, const void *bytes, size_t size)
{
	if (deflater_runs(&t->deflater))
		deflater_add(&t->deflater, &t->out, bytes, size);
	else
		queue_add(&t->out, bytes, size);
}

static void telnet_flush(struct telnet_transport *t)
{
	deflater_flush(&t->deflater, &t->out);
	if (!queue_send(&t->out, t->descriptor))
		t->broken = true;
}

/* Begins the compression (MCCP version 2), if the client has agreed to it. */
static void telnet_compress(struct telnet_transport *t)
{
	static const uint8_t begins[] = {
		TELNET_IAC, TELNET_SB, TELNET_TELOPT_COMPRESS2, TELNET_IAC, TELNET_SE};
	if (!t->plain && !deflater_runs(&t->deflater) &&
		(t->guard.said[TELNET_TELOPT_COMPRESS2] & SAID_DO) && deflater_begin(&t->deflater))
		queue_add(&t->out, begins, sizeof begins);
}

/* ---- Events of libtelnet ---- */

/* Turns telnet's commands for keys back into those keys. */
static void telnet_take_command(struct telnet_transport *t, unsigned char command)
{
	/* clang-format off */
	static const struct { uint8_t command, key; } keys[] = {
		{TELNET_AYT, 'R' - '@'}, /* "are you there": a redraw shows it */
		{TELNET_IP, 'C' - '@'}, {TELNET_BREAK, 'C' - '@'}, {TELNET_EC, '\b'}, {TELNET_EL, 'U' - '@'},
	};
	/* clang-format on */
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (keys[i].command == command)
			telnet_report_bytes(t, &keys[i].key, 1);
}

/* Other clients may not expect the late offers, so they wait for the last type. */
static void telnet_take_type(struct telnet_transport *t, const char *name)
{
	bool before = t->types_over;
	telnet_facts_type(t, name);
	if (t->types_over && !before)
		telnet_offers_later(t);
}

static void telnet_take_event(telnet_t *telnet, telnet_event_t *event, void *context)
{
	struct telnet_transport *t = context;
	(void)telnet;
	switch (event->type) {
	case TELNET_EV_DATA:
		telnet_report_bytes(t, (const uint8_t *)event->data.buffer, event->data.size);
		break;
	case TELNET_EV_SEND:
		if (!t->mute)
			telnet_put(t, event->data.buffer, event->data.size);
		break;
	case TELNET_EV_WILL:
		telnet_facts_will(t, event->neg.telopt);
		break;
	case TELNET_EV_DO:
		telnet_facts_do(t, event->neg.telopt);
		break;
	case TELNET_EV_DONT:
		if (event->neg.telopt == TELNET_TELOPT_COMPRESS2)
			deflater_end(&t->deflater, &t->out);
		t->gmcp &= event->neg.telopt != OPTION_GMCP;
		break;
	case TELNET_EV_TTYPE:
		if (event->ttype.cmd == TELNET_TTYPE_IS && event->ttype.name)
			telnet_take_type(t, event->ttype.name);
		break;
	case TELNET_EV_ENVIRON:
		if (event->environ.cmd != TELNET_ENVIRON_SEND)
			telnet_facts_environment(t, &event->environ);
		break;
	case TELNET_EV_SUBNEGOTIATION:
		telnet_facts_subnegotiation(t, &event->sub);
		break;
	case TELNET_EV_IAC:
		telnet_take_command(t, event->iac.cmd);
		break;
	case TELNET_EV_ERROR:
		t->broken = true;
		break;
	default:
		break;
	}
}

/* ---- The transport ---- */

static size_t telnet_wants(
	struct transport *transport, struct pollfd own[TRANSPORT_OWN_MAX], bool *pending)
{
	struct telnet_transport *t = telnet_of(transport);
	deflater_flush(&t->deflater, &t->out);
	size_t left = queue_left(&t->out);
	*pending = !t->spoken || t->broken;
	/* Reads nothing while the client does not read. */
	short events = left <= TRANSPORT_QUEUE_MAX ? POLLIN : 0;
	own[0] = (struct pollfd){
		.fd = t->descriptor, .events = (short)(events | (left ? POLLOUT : 0))};
	return 1;
}

/* True if the client has answered the offers and the questions to which it agreed. */
static bool telnet_settled(const struct transport *transport)
{
	const struct telnet_transport *t = (const struct telnet_transport *)transport;
	return telnet_offers_answered(t) && (t->plain || telnet_facts_known(t));
}

/* Handles the bytes in their order: keys before an answer to a timing mark, then the answer, then
 * keys behind it. */
static void telnet_take(struct telnet_transport *t, const uint8_t *raw, size_t size)
{
	uint8_t passed[TELNET_READ_MAX + TELNET_HELD_MAX + 8];
	bool before = t->guard.spoke;
	size_t length = 0;
	for (size_t i = 0; i < size; i++) {
		length += telnet_guard_pass(&t->guard, raw + i, 1, passed + length);
		if (t->plain && t->guard.spoke && !before)
			telnet_offers_make(t, OFFER_FIRST);
		before = t->guard.spoke;
		if (i + 1 < size && !t->guard.marks)
			continue;
		if (length)
			telnet_recv(t->telnet, (const char *)passed, length);
		/* A password may be among them. */
		explicit_bzero(passed, length);
		length = 0;
		t->base.marks += t->guard.marks;
		t->shown |= t->guard.marks > 0;
		t->guard.marks = 0;
	}
}

static void telnet_read(struct telnet_transport *t)
{
	uint8_t raw[TELNET_READ_MAX];
	ssize_t size = recv(t->descriptor, raw, sizeof raw, 0);
	if (size < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (size <= 0) {
		t->broken = true;
		return;
	}
	size_t other = telnet_other_protocol(t, raw, (size_t)size);
	bool was_settled = telnet_settled(&t->base);
	telnet_take(t, raw, other ? other : (size_t)size);
	t->shown |= !was_settled && telnet_settled(&t->base);
	explicit_bzero(raw, (size_t)size);
	if (other) {
		report_send(REPORT_GARBAGE);
		t->broken = true;
	}
}

static bool telnet_react(struct transport *transport, const struct pollfd own[TRANSPORT_OWN_MAX])
{
	struct telnet_transport *t = telnet_of(transport);
	t->shown = false;
	if (!t->spoken) {
		t->spoken = t->shown = true;
		transport->handlers.ready(transport->handlers.context);
	}
	if (own[0].revents & (POLLIN | POLLHUP | POLLERR))
		telnet_read(t);
	if (queue_left(&t->out) || t->deflater.unflushed)
		telnet_flush(t);
	if (t->broken) {
		transport_end(transport, "the connection is lost");
		return true;
	}
	return t->shown;
}

static void telnet_write(struct transport *transport, const void *bytes, size_t size)
{
	struct telnet_transport *t = telnet_of(transport);
	if (t->plain && !t->guard.spoke)
		queue_add(&t->out, bytes, size);
	else {
		telnet_compress(t);
		telnet_send(t->telnet, bytes, size);
	}
	telnet_flush(t);
}

static bool telnet_clogged(const struct transport *transport)
{
	return queue_left(&((const struct telnet_transport *)transport)->out) > 0;
}

/* Asks for a timing mark (RFC 860). It is asked anew each time, so libtelnet, which knows of
 * options that stay, sees neither the request nor the answer. */
static bool telnet_mark(struct transport *transport)
{
	static const uint8_t request[] = {TELNET_IAC, TELNET_DO, TELNET_TELOPT_TM};
	struct telnet_transport *t = telnet_of(transport);
	if (!t->guard.spoke)
		return false;
	telnet_put(t, request, sizeof request);
	telnet_flush(t);
	return true;
}

static bool telnet_recognise(struct transport *transport, const char *kind)
{
	struct telnet_transport *t = telnet_of(transport);
	if (t->plain || t->guard.spoke || *transport->facts.term)
		return false;
	telnet_facts_computer(t, kind, 40);
	return true;
}

static size_t telnet_unsent(const struct transport *transport)
{
	const struct telnet_transport *t = (const struct telnet_transport *)transport;
	return queue_left(&t->out) + transport_kernel_holds(t->descriptor);
}

/* Turns an option of ours on or off.  tt++ never answers WONT, and libtelnet would send no WILL
 * before the answer: a password would be shown. */
static void telnet_turn(struct telnet_transport *t, bool on, uint8_t option)
{
	uint8_t command = on ? TELNET_WILL : TELNET_WONT;
	const uint8_t bytes[] = {TELNET_IAC, command, option};
	if (!t->mud)
		telnet_negotiate(t->telnet, command, option);
	else if (!t->mute)
		telnet_put(t, bytes, sizeof bytes);
}

static void telnet_echo(struct transport *transport, bool we_echo)
{
	if (!telnet_of(transport)->plain)
		telnet_turn(telnet_of(transport), we_echo, TELNET_TELOPT_ECHO);
}

/* A home computer shows only what it is sent. */
static bool telnet_edits_lines(const struct transport *transport)
{
	return !((const struct telnet_transport *)transport)->plain;
}

/* RFC 885's end of record is offered in line mode alone. */
static void telnet_lines(struct transport *transport, bool on)
{
	struct telnet_transport *t = telnet_of(transport);
	if (t->plain)
		return;
	t->lines = on;
	telnet_turn(t, !on, TELNET_TELOPT_ECHO);
	telnet_turn(t, !on, TELNET_TELOPT_SGA);
	if (on)
		telnet_offers_make(t, OFFER_LINES);
}

static void telnet_prompt(struct transport *transport)
{
	struct telnet_transport *t = telnet_of(transport);
	if (t->guard.said[TELNET_TELOPT_EOR] & SAID_DO)
		telnet_iac(t->telnet, TELNET_EOR);
	else if (t->lines && telnet_offers_heard(t))
		telnet_iac(t->telnet, TELNET_GA);
	telnet_flush(t);
}

/* Flushes, shuts the connection down, and waits for the client's end, so that a reset does not lose
 * the last screen. */
static void telnet_part(struct telnet_transport *t)
{
	long long until_ms = transport_now_ms() + TELNET_LINGER_MS, now_ms;
	bool shut = false;
	deflater_end(&t->deflater, &t->out);
	while (!t->broken && (now_ms = transport_now_ms()) < until_ms) {
		telnet_flush(t);
		if (!queue_left(&t->out) && !shut)
			shut = shutdown(t->descriptor, SHUT_WR) == 0;
		struct pollfd own = {
			.fd = t->descriptor, .events = shut ? POLLIN : POLLIN | POLLOUT};
		uint8_t ignored[TELNET_READ_MAX];
		if (poll(&own, 1, (int)(until_ms - now_ms)) > 0 && (own.revents & ~POLLOUT) &&
			recv(t->descriptor, ignored, sizeof ignored, 0) <= 0)
			t->broken = true;
	}
}

static void telnet_close(struct transport *transport, int exit_status)
{
	struct telnet_transport *t = telnet_of(transport);
	(void)exit_status;
	if (!transport->closed)
		telnet_part(t);
	telnet_free(t->telnet);
	deflater_free(&t->deflater);
	queue_free(&t->out);
	close(t->descriptor);
	free(t);
}

/* ---- MUD clients ---- */

static unsigned telnet_wants_data(const struct transport *transport)
{
	const struct telnet_transport *t = (const struct telnet_transport *)transport;
	return t->gmcp ? transport->facts.data : 0;
}

static size_t telnet_data(struct transport *transport, const char *package, const char *json)
{
	struct telnet_transport *t = telnet_of(transport);
	size_t size = telnet_mud_send(t, package, json);
	telnet_flush(t);
	return size;
}

static void telnet_status(
	struct transport *transport, const struct server_fact *facts, size_t count)
{
	struct telnet_transport *t = telnet_of(transport);
	telnet_mud_status(t, facts, count);
	telnet_flush(t);
}

/* ---- Moving to another process ---- */

/* The state of the compressor cannot move. */
static void telnet_still(struct transport *transport)
{
	struct telnet_transport *t = telnet_of(transport);
	deflater_end(&t->deflater, &t->out);
	telnet_flush(t);
}

static bool telnet_pack(const struct transport *transport, struct packing *out)
{
	return telnet_move_pack((const struct telnet_transport *)transport, out);
}

/* Gives libtelnet the client's last words about an option once more. */
static void telnet_answer_option(struct telnet_transport *t, uint8_t option)
{
	static const struct {
		uint8_t said, command;
	} words[] = {{SAID_WILL, TELNET_WILL}, {SAID_WONT, TELNET_WONT}, {SAID_DO, TELNET_DO},
		{SAID_DONT, TELNET_DONT}};
	for (size_t word = 0; word < sizeof words / sizeof *words; word++) {
		const char bytes[] = {(char)TELNET_IAC, (char)words[word].command, (char)option};
		if (t->guard.said[option] & words[word].said)
			telnet_recv(t->telnet, bytes, sizeof bytes);
	}
}

/* Brings libtelnet to the state that offers and answers lead to. It has no call to set one. */
static void telnet_answer_again(struct telnet_transport *t, bool lines)
{
	for (size_t i = 0; i < TELNET_OFFERS; i++)
		if (telnet_offers[i].when != OFFER_LINES)
			telnet_answer_option(t, telnet_offers[i].option);
	if (lines)
		telnet_lines(&t->base, true);
	else if (t->guard.said[TELNET_TELOPT_EOR])
		telnet_offers_make(t, OFFER_LINES);
	telnet_answer_option(t, TELNET_TELOPT_EOR);
}

static const struct transport_methods telnet_methods = {
	.wants = telnet_wants,
	.react = telnet_react,
	.write = telnet_write,
	.clogged = telnet_clogged,
	.echo = telnet_echo,
	.settled = telnet_settled,
	.mark = telnet_mark,
	.recognise = telnet_recognise,
	.unsent = telnet_unsent,
	.lines = telnet_lines,
	.edits_lines = telnet_edits_lines,
	.prompt = telnet_prompt,
	.wants_data = telnet_wants_data,
	.data = telnet_data,
	.status = telnet_status,
	.still = telnet_still,
	.pack = telnet_pack,
	.close = telnet_close,
};

static struct telnet_transport *telnet_new(const struct transport_row *row, int descriptor,
	const char *peer, const struct transport_handlers *handlers)
{
	struct telnet_transport *t = calloc(1, sizeof *t);
	assert(t);
	transport_begin(&t->base, &telnet_methods, handlers, row->name, peer);
	t->row = row;
	t->descriptor = descriptor;
	t->telnet = telnet_init(telnet_options, telnet_take_event, 0, t);
	assert(t->telnet);
	return t;
}

static struct telnet_transport *telnet_begin(const struct transport_row *row, int descriptor,
	const char *peer, const struct transport_handlers *handlers)
{
	struct telnet_transport *t = telnet_new(row, descriptor, peer, handlers);
	/* Keeps the urgent byte of an interrupt in the stream. Out of line, it would break the next
	 * command. */
	int one = 1;
	setsockopt(descriptor, SOL_SOCKET, SO_OOBINLINE, &one, sizeof one);
	return t;
}

static struct transport *telnet_open(
	int descriptor, const char *peer, const struct transport_handlers *handlers)
{
	struct telnet_transport *t = telnet_begin(&transport_telnet, descriptor, peer, handlers);
	telnet_offers_make(t, OFFER_FIRST);
	return &t->base;
}

static struct transport *petscii_open(
	int descriptor, const char *peer, const struct transport_handlers *handlers)
{
	struct telnet_transport *t = telnet_begin(&transport_petscii, descriptor, peer, handlers);
	telnet_facts_computer(t, transport_petscii.computer, 40);
	return &t->base;
}

static struct transport *petscii80_open(
	int descriptor, const char *peer, const struct transport_handlers *handlers)
{
	struct telnet_transport *t = telnet_begin(&transport_petscii80, descriptor, peer, handlers);
	telnet_facts_computer(t, transport_petscii80.computer, 80);
	return &t->base;
}

static struct transport *atascii_open(
	int descriptor, const char *peer, const struct transport_handlers *handlers)
{
	struct telnet_transport *t = telnet_begin(&transport_atascii, descriptor, peer, handlers);
	telnet_facts_computer(t, transport_atascii.computer, 40);
	return &t->base;
}

static const struct transport_row *row_of(unsigned number)
{
	return number == TRANSPORT_NUMBER_petscii     ? &transport_petscii
	       : number == TRANSPORT_NUMBER_petscii80 ? &transport_petscii80
	       : number == TRANSPORT_NUMBER_atascii   ? &transport_atascii
						      : &transport_telnet;
}

static struct transport *telnet_open_packed(int descriptor, const char *peer,
	const struct transport_handlers *handlers, struct unpacking *in)
{
	struct telnet_packed packed;
	if (!telnet_move_get(in, &packed))
		return NULL;
	struct telnet_transport *t = telnet_new(row_of(packed.number), descriptor, peer, handlers);
	t->mute = true; /* the client heard the offers before */
	telnet_move_unpack(t, &packed);
	if (!t->plain || t->guard.spoke)
		telnet_offers_make(t, OFFER_FIRST);
	if (t->types_over)
		telnet_offers_later(t);
	telnet_answer_again(t, packed.lines);
	t->mute = false;
	t->spoken = true;
	return &t->base;
}

#define TELNET_ROW(row_name, kind)                                                                 \
	const struct transport_row transport_##row_name = {.name = #row_name,                      \
		.computer = kind,                                                                  \
		.number = TRANSPORT_NUMBER_##row_name,                                             \
		.open = row_name##_open,                                                           \
		.open_packed = telnet_open_packed}
TELNET_ROW(telnet, NULL);
TELNET_ROW(petscii, "petscii");
TELNET_ROW(petscii80, "petscii");
TELNET_ROW(atascii, "atascii");
