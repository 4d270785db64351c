/*
 * A telnet client that sends anything: its stream split anywhere types the same, tells the same of
 * itself and is answered the same, and what libtelnet cannot bear never reaches it.
 *
 *     how it is split | bytes
 */
#include "tests/fuzz/fuzz.h"

#include "door/net/transport.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#define STREAM_MOST 2048
#define HEARD_MOST 65536

struct line {
	struct transport *transport;
	int client, closed;
	uint8_t typed[2 * STREAM_MOST], heard[HEARD_MOST];
	size_t typed_size, heard_size;
};

static void on_nothing(void *context)
{
	(void)context;
}

static void on_bytes(void *context, const uint8_t *bytes, size_t size)
{
	struct line *line = context;
	assert(line->typed_size + size <= sizeof line->typed);
	memcpy(line->typed + line->typed_size, bytes, size);
	line->typed_size += size;
}

static void on_closed(void *context, const char *reason)
{
	struct line *line = context;
	assert(reason[0] != '\0');
	line->closed++;
}

static void line_open(struct line *line)
{
	int pair[2];
	struct transport_handlers handlers = {.context = line,
		.ready = on_nothing,
		.bytes = on_bytes,
		.facts = on_nothing,
		.closed = on_closed};
	line->typed_size = line->heard_size = 0;
	line->closed = 0;
	int made = socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair);
	assert(made == 0);
	line->client = pair[1];
	line->transport = transport_telnet.open(pair[0], "192.0.2.7", &handlers);
	transport_wait(line->transport, NULL, 0, 0);
}

static void line_hear(struct line *line)
{
	ssize_t got;
	while ((got = read(line->client, line->heard + line->heard_size,
			sizeof line->heard - line->heard_size)) > 0)
		line->heard_size += (size_t)got;
	assert(line->heard_size < sizeof line->heard);
}

static void line_send(struct line *line, const uint8_t *bytes, size_t size)
{
	if (line->closed || size == 0)
		return;
	ssize_t sent = write(line->client, bytes, size);
	assert(sent == (ssize_t)size);
	for (int i = 0; i < 3 && !line->closed; i++)
		transport_wait(line->transport, NULL, 0, 0);
	line_hear(line);
}

static void line_end(struct line *line)
{
	close(line->client);
	transport_close(line->transport, 0);
}

/* Checks that the facts about a client have no control bytes. */
static void check_facts(const struct client_facts *facts)
{
	for (const char *at = facts->term; *at != '\0'; at++)
		assert(*at >= ' ' && *at <= '~');
	assert(facts->width > 0 && facts->height > 0 && facts->admission == ADMIT_NOBODY);
	assert(facts->user[0] == '\0');
}

static void check_same(struct line *a, struct line *b)
{
	const struct client_facts *x = transport_facts(a->transport),
				  *y = transport_facts(b->transport);
	assert(a->closed == b->closed);
	assert(a->typed_size == b->typed_size);
	assert(memcmp(a->typed, b->typed, a->typed_size) == 0);
	assert(a->heard_size == b->heard_size);
	assert(memcmp(a->heard, b->heard, a->heard_size) == 0);
	assert(x->width == y->width && x->height == y->height && x->has_size == y->has_size);
	assert(strcmp(x->term, y->term) == 0 && strcmp(x->locale, y->locale) == 0);
	assert(x->truecolour == y->truecolour);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static struct line whole, pieces;
	struct fuzz_input input = {bytes, size};
	unsigned split = fuzz_byte(&input);
	size_t length = STREAM_MOST;
	const uint8_t *stream = fuzz_take(&input, &length);
	line_open(&whole);
	line_open(&pieces);
	line_send(&whole, stream, length);
	for (size_t at = 0, turn = 0; at < length; turn++) {
		size_t piece = 1 + (split >> (turn % 4 * 2) & 3) * (turn % 4 == 3 ? 50 : 1);
		piece = piece > length - at ? length - at : piece;
		line_send(&pieces, stream + at, piece);
		at += piece;
	}
	check_facts(transport_facts(whole.transport));
	check_same(&whole, &pieces);
	line_end(&whole);
	line_end(&pieces);
	return 0;
}
