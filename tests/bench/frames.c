/*
 * Random frames for an emulator of another program:  frames [ROUNDS]
 *
 * Writes for each kind, charset and number of colours that pyte knows a chain of frames, as lines
 * of text: "setting WIDTH HEIGHT UTF8 TITLE", then for each frame "bytes HEX", "cursor X Y" (-1:
 * anywhere) and for each row "row" and its cells. A cell is CHARACTER:COLOUR:BACKGROUND:PEN, as
 * tests/vt100/emulator.h has it: hexadecimal numbers, and letters for bold, underline and reverse.
 * The cells are those of the strict emulator, which tests/vt100/render_test.c compares with the
 * frames.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/vt100/kinds.h"
#include "tests/vt100/random_frames.h"

/* pyte has no CP437, and draws no faint. */
static const char *const known[] = {"VT100", "vt102", "vt220", "XTERM-256COLOR", "linux", "screen",
	"tmux-256color", "putty", "rxvt", "kitty", "st"};
static const enum vt_charset charsets[] = {VT_ASCII, VT_DEC, VT_UTF8};

static const struct kind_case *case_of(const char *name)
{
	size_t i = 0;

	while (i < KIND_CASES - 1 && strcmp(kind_cases[i].name, name) != 0)
		i++;
	return &kind_cases[i];
}

static void print_cell(const struct emulator_cell *cell)
{
	printf(" %x:%x:%x:%s%s%s", cell->character, cell->pen.colour, cell->pen.back,
		cell->pen.bold ? "b" : "", cell->pen.underline ? "u" : "",
		cell->pen.reverse ? "r" : "");
}

static void print_frame(
	const struct emulator *emulator, const struct vt_frame *frame, const struct vt_bytes *bytes)
{
	printf("bytes ");
	for (size_t i = 0; i < bytes->size; i++)
		printf("%02x", bytes->data[i]);
	printf("\ncursor %d %d\n", frame->cursor_x < 0 ? -1 : emulator->x, emulator->y);
	for (int y = 0; y < emulator->height; y++) {
		printf("row");
		for (int x = 0; x < emulator->width; x++)
			print_cell(emulator_at(emulator, x, y));
		printf("\n");
	}
}

/* False if the strict emulator does not accept the bytes. */
static bool print_chain(const struct kind_case *row, enum vt_charset charset,
	enum vt_colours colours, const int size[2])
{
	unsigned knows = kind_knows(row, &charset, colours);
	struct vt_terminal *terminal =
		vt_terminal_new(vt_kind_by_name(row->name), charset, colours);
	struct vt_frame frame = {0};
	struct vt_bytes out = {0};
	struct emulator emulator;
	bool good = terminal && vt_frame_resize(&frame, size[0], size[1]);

	emulator_begin(&emulator, size[0], size[1], knows, false);
	printf("setting %d %d %d %s %s %s\n", size[0], size[1], charset == VT_UTF8, row->name,
		vt_charset_word(charset), vt_colours_word(colours));
	for (int i = 0; i < 6 && good; i++) {
		change_frame(&frame);
		out.size = 0;
		vt_render(terminal, &frame, &out);
		emulator_write(&emulator, out.data, out.size);
		good = !emulator.failure[0];
		print_frame(&emulator, &frame, &out);
	}
	if (!good)
		fprintf(stderr, "frames: %s: %s\n", row->name, emulator.failure);
	emulator_end(&emulator);
	vt_bytes_free(&out);
	vt_frame_free(&frame);
	vt_terminal_free(terminal);
	return good;
}

int main(int argc, char **argv)
{
	static const int sizes[][2] = {{80, 24}, {40, 20}, {7, 3}, {1, 5}, {61, 17}};
	int rounds = argc > 1 ? atoi(argv[1]) : 1;
	size_t count = 0;
	bool good = true;

	random_state = 0x9e3779b97f4a7c15u;
	shaded = true;
	for (int round = 0; round < rounds; round++)
		for (size_t kind = 0; kind < sizeof known / sizeof *known; kind++)
			for (size_t charset = 0; charset < 3; charset++)
				for (int colours = 0; colours < VT_COLOURS_COUNT && good; colours++)
					good = print_chain(case_of(known[kind]), charsets[charset],
						(enum vt_colours)colours, sizes[count++ % 5]);
	return !good;
}
