/* The first inputs of the target `move`: a terminal, a telnet line and a game, packed. */
#ifndef TRAPDOOR_TESTS_MOVE_SEEDS_H
#define TRAPDOOR_TESTS_MOVE_SEEDS_H

#include "door/net/transport.h"
#include "door/play/play.h"
#include "engine/base/bytes.h"
#include "vt100/vt100.h"

#include <assert.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define MOVE_SEEDS 3
#define MOVE_SEED_MAX 8192
#define MOVE_STAMP_SIZE 5 /* which the target itself puts before the bytes of a terminal */

static inline size_t move_seed_terminal(uint8_t *bytes)
{
	struct vt_terminal *terminal =
		vt_terminal_new(vt_kind_by_name("xterm-256color"), VT_UTF8, VT_COLOURS_256);
	struct vt_frame frame = {0};
	struct vt_bytes out = {0}, packed = {0};
	vt_frame_resize(&frame, 40, 20);
	vt_text(&frame, 3, 4, "the crypt", VT_BAD, VT_BOLD, NULL);
	vt_render(terminal, &frame, &out);
	vt_terminal_pack(terminal, &packed);
	size_t size = packed.size - MOVE_STAMP_SIZE;
	assert(size <= MOVE_SEED_MAX);
	memcpy(bytes, packed.data + MOVE_STAMP_SIZE, size);
	vt_bytes_free(&out);
	vt_bytes_free(&packed);
	vt_frame_free(&frame);
	vt_terminal_free(terminal);
	return size;
}

static inline void move_seed_nothing(void *context)
{
	(void)context;
}

static inline void move_seed_bytes(void *context, const uint8_t *bytes, size_t size)
{
	(void)context, (void)bytes, (void)size;
}

static inline void move_seed_closed(void *context, const char *reason)
{
	(void)context, (void)reason;
}

static inline size_t move_seed_line(uint8_t *bytes)
{
	static const char said[] = "\377\373\030\377\372\030\0XTERM\377\360\377\375\001";
	const struct transport_handlers handlers = {.ready = move_seed_nothing,
		.bytes = move_seed_bytes,
		.facts = move_seed_nothing,
		.closed = move_seed_closed};
	struct packing out = {.bytes = bytes, .capacity = MOVE_SEED_MAX};
	int pair[2];
	int failed = socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair);
	assert(!failed);
	struct transport *line = transport_telnet.open(pair[0], "192.0.2.7", &handlers);
	ssize_t sent = write(pair[1], said, sizeof said - 1);
	assert(sent == (ssize_t)sizeof said - 1);
	for (int i = 0; i < 3; i++)
		transport_wait(line, NULL, 0, 0);
	bool packed = transport_pack(line, &out);
	assert(packed && !out.full);
	close(pair[1]);
	transport_close(line, 0);
	return out.size;
}

static inline size_t move_seed_game(const struct content *content, uint8_t *bytes)
{
	const struct seed seed = {{0x51}};
	const struct play_link link = {0};
	struct packing out = {.bytes = bytes, .capacity = MOVE_SEED_MAX};
	struct vt_frame frame = {0};
	struct play *play = play_new(
		game_new(content, &seed, &(struct birth){.name = "anna"}), content, NULL, 0, &link);
	vt_frame_resize(&frame, 80, 24);
	for (const char *key = " Xs"; *key; key++) {
		play_key(play, *key);
		play_settle(play);
		play_paint(play, &frame);
	}
	play_pack(play, &out);
	assert(!out.full);
	vt_frame_free(&frame);
	play_free(play);
	return out.size;
}

/* Writes the nth input, which the caller frees. */
static inline struct writer move_seed(const struct content *content, int number)
{
	static const char after[] = "\x20\x10hjkl`sX\033\x03\x05";
	struct writer writer = {0};
	uint8_t bytes[MOVE_SEED_MAX];
	size_t size = number == 0   ? move_seed_terminal(bytes)
		      : number == 1 ? move_seed_line(bytes)
				    : move_seed_game(content, bytes);
	bytes_write_byte(&writer, (unsigned)number);
	bytes_write_byte(&writer, size & 0xff);
	bytes_write_byte(&writer, (unsigned)(size >> 8));
	bytes_write(&writer, bytes, size);
	bytes_write(&writer, after, sizeof after - 1);
	return writer;
}

#endif
