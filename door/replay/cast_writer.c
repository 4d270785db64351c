#include "door/replay/cast_writer.h"

#include <assert.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

struct cast_writer {
	FILE *file;
	enum cast_form form;
	struct vt_terminal *terminal;
	struct vt_bytes bytes;
};

/* ---- The two forms ---- */

static void cast_begin(struct cast_writer *writer, int width, int height, const char *title)
{
	json_t *header = json_pack("{s:i, s:i, s:i, s:s, s:{s:s}}", "version", 2, "width", width,
		"height", height, "title", title, "env", "TERM", "xterm-256color");

	json_dumpf(header, writer->file, JSON_COMPACT);
	fputc('\n', writer->file);
	json_decref(header);
}

static void cast_write(struct cast_writer *writer, uint64_t at_ms)
{
	json_t *text = json_stringn((const char *)writer->bytes.data, writer->bytes.size);

	fprintf(writer->file, "[%" PRIu64 ".%03u, \"o\", ", at_ms / 1000, (unsigned)(at_ms % 1000));
	json_dumpf(text, writer->file, JSON_ENCODE_ANY);
	fputs("]\n", writer->file);
	json_decref(text);
}

static void put_u32(struct cast_writer *writer, uint32_t value)
{
	for (int i = 0; i < 4; i++)
		fputc((int)(value >> (8 * i) & 0xff), writer->file);
}

static void ttyrec_write(struct cast_writer *writer, uint64_t at_ms)
{
	put_u32(writer, (uint32_t)(at_ms / 1000));
	put_u32(writer, (uint32_t)(at_ms % 1000 * 1000));
	put_u32(writer, (uint32_t)writer->bytes.size);
	fwrite(writer->bytes.data, 1, writer->bytes.size, writer->file);
}

static void cast_writer_write(struct cast_writer *writer, uint64_t at_ms)
{
	if (writer->bytes.size == 0)
		return;
	if (writer->form == CAST_FORM_ASCIICAST)
		cast_write(writer, at_ms);
	else
		ttyrec_write(writer, at_ms);
	writer->bytes.size = 0;
}

/* ---- The writer ---- */

struct cast_writer *cast_writer_new(
	const char *path, enum cast_form form, int width, int height, const char *title)
{
	FILE *file = fopen(path, "w");

	return file ? cast_writer_to(file, form, width, height, title) : NULL;
}

struct cast_writer *cast_writer_to(
	FILE *file, enum cast_form form, int width, int height, const char *title)
{
	struct cast_writer *writer = calloc(1, sizeof *writer);

	assert(writer);
	writer->file = file;
	writer->form = form;
	/* Not an xterm: a ttyrec is played through a tty, which turns a lone LF into CR LF. */
	writer->terminal = vt_terminal_new(vt_kind_by_name("vt220"), VT_UTF8, VT_COLOURS_256);
	assert(writer->terminal);
	if (form == CAST_FORM_ASCIICAST)
		cast_begin(writer, width, height, title);
	return writer;
}

void cast_writer_frame(struct cast_writer *writer, const struct vt_frame *frame, uint64_t at_ms)
{
	vt_render(writer->terminal, frame, &writer->bytes);
	cast_writer_write(writer, at_ms);
}

bool cast_writer_end(struct cast_writer *writer, uint64_t at_ms)
{
	bool whole;

	if (!writer)
		return true;
	vt_leave(writer->terminal, &writer->bytes);
	cast_writer_write(writer, at_ms);
	whole = !ferror(writer->file);
	whole = fclose(writer->file) == 0 && whole;
	vt_terminal_free(writer->terminal);
	vt_bytes_free(&writer->bytes);
	free(writer);
	return whole;
}
