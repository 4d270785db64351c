/*
 * A telnet client that sends anything: its stream split anywhere types the same, tells the same of
 * itself and is answered the same, and what libtelnet cannot bear never reaches it.  In the middle
 * of the stream and at its end the server writes; what it compresses can be inflated.
 *
 *     how it is split | bytes
 */
#include "tests/fuzz/fuzz.h"

#include "door/net/transport.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>
#include <zlib.h>

#define STREAM_MOST 2048
#define HEARD_MOST 65536

struct line {
	struct transport *transport;
	int client, closed;
	uint8_t typed[2 * STREAM_MOST], heard[HEARD_MOST];
	size_t typed_size, heard_size;
	z_stream inflating;
	bool inflates;
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

static void on_status(void *context)
{
	static const struct server_fact facts[] = {{"NAME", "A"}, {"PLAYERS", "1"}};
	transport_status(((struct line *)context)->transport, facts, 2);
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
		.status = on_status,
		.closed = on_closed};
	line->typed_size = line->heard_size = 0;
	line->inflates = false;
	line->closed = 0;
	int made = socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair);
	assert(made == 0);
	line->client = pair[1];
	line->transport = transport_telnet.open(pair[0], "192.0.2.7", &handlers);
	transport_wait(line->transport, NULL, 0, 0);
}

static void line_note(struct line *line, const uint8_t *bytes, size_t size)
{
	assert(line->heard_size + size < sizeof line->heard);
	memcpy(line->heard + line->heard_size, bytes, size);
	line->heard_size += size;
}

/* Returns how many bytes belong to the stream. */
static size_t line_inflate(struct line *line, uint8_t *bytes, size_t size)
{
	line->inflating.next_in = bytes;
	line->inflating.avail_in = (uInt)size;
	line->inflating.next_out = line->heard + line->heard_size;
	line->inflating.avail_out = (uInt)(sizeof line->heard - line->heard_size);
	int answer = inflate(&line->inflating, Z_SYNC_FLUSH);
	assert(answer == Z_OK || answer == Z_STREAM_END);
	line->heard_size = sizeof line->heard - line->inflating.avail_out;
	assert(line->inflating.avail_out > 0);
	size_t used = size - line->inflating.avail_in;
	if (answer == Z_STREAM_END) {
		inflateEnd(&line->inflating);
		line->inflates = false;
	}
	return used;
}

/* Nothing else that the server sends has the bytes with which a stream begins. */
static void line_take(struct line *line, uint8_t *bytes, size_t size)
{
	static const uint8_t begins[] = {255, 250, 86, 255, 240};
	while (size > 0) {
		if (line->inflates) {
			size_t used = line_inflate(line, bytes, size);
			bytes += used;
			size -= used;
			continue;
		}
		uint8_t *at = memmem(bytes, size, begins, sizeof begins);
		size_t plain = at ? (size_t)(at - bytes) : size;
		line_note(line, bytes, plain);
		if (!at)
			return;
		memset(&line->inflating, 0, sizeof line->inflating);
		int answer = inflateInit(&line->inflating);
		assert(answer == Z_OK);
		line->inflates = true;
		bytes += plain + sizeof begins;
		size -= plain + sizeof begins;
	}
}

static void line_hear(struct line *line)
{
	static uint8_t raw[HEARD_MOST];
	ssize_t got;
	while ((got = read(line->client, raw, sizeof raw)) > 0)
		line_take(line, raw, (size_t)got);
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

/* The server writes a frame, a message and a prompt, and rests as before a move. */
static void line_write(struct line *line)
{
	static const char frame[] = "\033[1;1Ha frame";
	if (line->closed)
		return;
	transport_write(line->transport, frame, sizeof frame - 1);
	size_t size = transport_data(line->transport, "Char.Vitals", "{\"hp\":1}");
	assert((size > 0) == (transport_wants_data(line->transport) != 0));
	transport_prompt(line->transport);
	line_hear(line);
	transport_still(line->transport);
	line_hear(line);
	assert(!line->inflates);
	transport_write(line->transport, "x", 1);
	line_hear(line);
}

static void line_end(struct line *line)
{
	if (line->inflates)
		inflateEnd(&line->inflating);
	close(line->client);
	transport_close(line->transport, 0);
}

/* Checks that the facts about a client have no control bytes. */
static void check_facts(const struct client_facts *facts)
{
	for (const char *at = facts->term; *at != '\0'; at++)
		assert(*at >= ' ' && *at <= '~');
	for (const char *at = facts->client; *at != '\0'; at++)
		assert(*at >= ' ' && *at <= '~');
	assert(facts->data <= DATA_ALL);
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
	assert(strcmp(x->client, y->client) == 0 && x->data == y->data);
}

static void send_split(struct line *line, const uint8_t *bytes, size_t size, unsigned split)
{
	for (size_t at = 0, turn = 0; at < size; turn++) {
		size_t piece = 1 + (split >> (turn % 4 * 2) & 3) * (turn % 4 == 3 ? 50 : 1);
		piece = piece > size - at ? size - at : piece;
		line_send(line, bytes + at, piece);
		at += piece;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static struct line whole, pieces;
	struct fuzz_input input = {bytes, size};
	unsigned split = fuzz_byte(&input);
	size_t length = STREAM_MOST;
	/* A stream of zlib ends when the line is closed, as in a session. */
	signal(SIGPIPE, SIG_IGN);
	const uint8_t *stream = fuzz_take(&input, &length);
	line_open(&whole);
	line_open(&pieces);
	for (int half = 0; half < 2; half++) {
		const uint8_t *part = stream + (half ? length / 2 : 0);
		size_t part_size = half ? length - length / 2 : length / 2;
		line_send(&whole, part, part_size);
		send_split(&pieces, part, part_size, split);
		line_write(&whole);
		line_write(&pieces);
	}
	check_facts(transport_facts(whole.transport));
	check_same(&whole, &pieces);
	line_end(&whole);
	line_end(&pieces);
	return 0;
}
