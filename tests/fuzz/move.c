/*
 * The state of a session that moves: any bytes in its place are refused, or give a terminal, a
 * telnet line or a game that can be used.
 *
 *     part | its size | its bytes | what follows: keys, or the client's bytes
 */
#include "tests/fuzz/played.h"

#include "door/net/transport.h"
#include "door/play/play.h"
#include "vt100/vt100.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#define KEYS_MOST 40

/* ---- The terminal ---- */

static void draw(struct vt_terminal *terminal, int width, int height, unsigned salt)
{
	struct vt_frame frame = {0};
	struct vt_bytes out = {0};

	vt_frame_resize(&frame, width, height);
	for (int i = 0; i < 40; i++)
		vt_put(&frame, (int)(salt * 7 + (unsigned)i) % frame.width, i % frame.height,
			(uint16_t)('!' + (salt + (unsigned)i) % 90), salt % VT_COLOUR_ROLE_COUNT,
			salt % 16);
	vt_render(terminal, &frame, &out);
	vt_bytes_free(&out);
	vt_frame_free(&frame);
}

static void unpack_terminal(const uint8_t *bytes, size_t size, struct fuzz_input *input)
{
	static const char *const kinds[] = {"xterm-256color", "vt100", "syncterm", "dumb"};
	const struct vt_kind *kind = vt_kind_by_name(kinds[fuzz_byte(input) % 4]);
	struct vt_terminal *terminal =
		vt_terminal_new(kind, vt_kind_charset(kind), vt_kind_colours(kind));
	uint8_t *stamped = malloc(size + 5);
	struct vt_bytes own = {0};

	/* The stamp is that of this program, or nothing behind it would be read. */
	vt_terminal_pack(terminal, &own);
	memcpy(stamped, own.data, 5);
	if (size > 0)
		memcpy(stamped + 5, bytes, size);
	vt_terminal_unpack(terminal, stamped, size + 5);
	while (input->left > 0)
		draw(terminal, 1 + (int)fuzz_byte(input), 1 + (int)fuzz_byte(input),
			fuzz_byte(input));
	free(stamped);
	vt_bytes_free(&own);
	vt_terminal_free(terminal);
}

/* ---- The telnet line ---- */

static void on_nothing(void *context)
{
	(void)context;
}

static void on_ready(void *context)
{
	(void)context;
	assert(!"a moved client is ready already");
}

static void on_bytes(void *context, const uint8_t *bytes, size_t size)
{
	(void)context, (void)bytes, (void)size;
}

static void on_closed(void *context, const char *reason)
{
	(void)context;
	assert(reason[0] != '\0');
}

static void unpack_line(const uint8_t *bytes, size_t size, struct fuzz_input *input)
{
	const struct transport_handlers handlers = {
		.ready = on_ready, .bytes = on_bytes, .facts = on_nothing, .closed = on_closed};
	struct unpacking in = {.bytes = bytes, .size = size};
	struct transport *line;
	size_t length = 4096;
	int pair[2];

	/* A stream of zlib ends when the line is closed, as in a session. */
	signal(SIGPIPE, SIG_IGN);
	int failed = socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair);
	assert(!failed);
	line = transport_telnet.open_packed(pair[0], "192.0.2.7", &handlers, &in);
	if (!line) {
		assert(in.broken);
		close(pair[0]);
		close(pair[1]);
		return;
	}
	for (const char *at = transport_facts(line)->term; *at != '\0'; at++)
		assert(*at >= ' ' && *at <= '~');
	const uint8_t *stream = fuzz_take(input, &length);
	ssize_t sent = length > 0 ? write(pair[1], stream, length) : 0;
	assert(sent == (ssize_t)length);
	for (int i = 0; i < 4; i++)
		transport_wait(line, NULL, 0, 0);
	close(pair[1]);
	transport_close(line, 0);
}

/* ---- The game ---- */

static void unpack_game(const uint8_t *bytes, size_t size, struct fuzz_input *input)
{
	const struct content *content = played_stock();
	const struct seed seed = {{0x51}};
	const struct play_link link = {0};
	struct unpacking in = {.bytes = bytes, .size = size};
	struct vt_frame frame = {0};

	struct game *game = game_new(content, &seed, &(struct birth){.name = "anna"});
	struct play *play = play_new(game, content, NULL, 0, &link);
	play_hints(play, true, 0);
	vt_frame_resize(&frame, 40 + (int)fuzz_byte(input) / 2, 20 + (int)fuzz_byte(input) / 8);
	if (play_unpack(play, &in)) {
		play_paint(play, &frame);
		for (int i = 0; i < KEYS_MOST && input->left > 0; i++) {
			play_key(play, (int)fuzz_byte(input));
			play_settle(play);
			play_hints_look(play);
			play_paint(play, &frame);
		}
	}
	vt_frame_free(&frame);
	play_free(play);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct fuzz_input input = {bytes, size};
	unsigned part = fuzz_byte(&input) % 3;
	size_t length = fuzz_word(&input);
	const uint8_t *packed = fuzz_take(&input, &length);

	if (part == 0)
		unpack_terminal(packed, length, &input);
	else if (part == 1)
		unpack_line(packed, length, &input);
	else
		unpack_game(packed, length, &input);
	return 0;
}
