#include "door/replay/tape.h"

#include <assert.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

struct tape {
	FILE *file;
	enum tape_form form;
	struct vt_terminal *terminal;
	struct vt_bytes bytes;
};

/* ---- The two forms ---- */

static void cast_begin(struct tape *tape, int width, int height, const char *title)
{
	json_t *header = json_pack("{s:i, s:i, s:i, s:s, s:{s:s}}", "version", 2, "width", width,
		"height", height, "title", title, "env", "TERM", "xterm-256color");

	json_dumpf(header, tape->file, JSON_COMPACT);
	fputc('\n', tape->file);
	json_decref(header);
}

static void cast_write(struct tape *tape, uint64_t at_ms)
{
	json_t *text = json_stringn((const char *)tape->bytes.data, tape->bytes.size);

	fprintf(tape->file, "[%" PRIu64 ".%03u, \"o\", ", at_ms / 1000, (unsigned)(at_ms % 1000));
	json_dumpf(text, tape->file, JSON_ENCODE_ANY);
	fputs("]\n", tape->file);
	json_decref(text);
}

static void put_u32(struct tape *tape, uint32_t value)
{
	for (int i = 0; i < 4; i++)
		fputc((int)(value >> (8 * i) & 0xff), tape->file);
}

static void ttyrec_write(struct tape *tape, uint64_t at_ms)
{
	put_u32(tape, (uint32_t)(at_ms / 1000));
	put_u32(tape, (uint32_t)(at_ms % 1000 * 1000));
	put_u32(tape, (uint32_t)tape->bytes.size);
	fwrite(tape->bytes.data, 1, tape->bytes.size, tape->file);
}

static void tape_write(struct tape *tape, uint64_t at_ms)
{
	if (tape->bytes.size == 0)
		return;
	if (tape->form == TAPE_CAST)
		cast_write(tape, at_ms);
	else
		ttyrec_write(tape, at_ms);
	tape->bytes.size = 0;
}

/* ---- The tape ---- */

struct tape *tape_new(
	const char *path, enum tape_form form, int width, int height, const char *title)
{
	FILE *file = fopen(path, "w");
	struct tape *tape;

	if (!file)
		return NULL;
	tape = calloc(1, sizeof *tape);
	assert(tape);
	tape->file = file;
	tape->form = form;
	/* No xterm: who plays a ttyrec writes it through a tty, which makes CR LF of a lone LF. */
	tape->terminal = vt_terminal_new(vt_kind_by_name("vt220"), VT_UTF8, VT_COLOURS_256);
	assert(tape->terminal);
	if (form == TAPE_CAST)
		cast_begin(tape, width, height, title);
	return tape;
}

void tape_frame(struct tape *tape, const struct vt_frame *frame, uint64_t at_ms)
{
	vt_render(tape->terminal, frame, &tape->bytes);
	tape_write(tape, at_ms);
}

bool tape_end(struct tape *tape, uint64_t at_ms)
{
	bool whole;

	if (!tape)
		return true;
	vt_leave(tape->terminal, &tape->bytes);
	tape_write(tape, at_ms);
	whole = !ferror(tape->file);
	whole = fclose(tape->file) == 0 && whole;
	vt_terminal_free(tape->terminal);
	vt_bytes_free(&tape->bytes);
	free(tape);
	return whole;
}
