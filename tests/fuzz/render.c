/*
 * The renderer: on a strict terminal that shows a, the bytes of a -> b leave what the bytes of b
 * alone leave on an empty one, and showing b again costs nothing.
 *
 *     kind | charset and wrap | colours | width | height | drawing commands; 0 shows the frame
 */
#include "tests/fuzz/fuzz.h"

#include "tests/vt100/kinds.h"

#define FRAMES_MOST 10

struct setting {
	const struct kind_case *row;
	enum vt_charset charset;
	enum vt_colours colours;
	unsigned knows;
	bool wraps_at_once;
};

static struct vt_terminal *terminal_of(const struct setting *setting)
{
	struct vt_terminal *terminal = vt_terminal_new(
		vt_kind_by_name(setting->row->name), setting->charset, setting->colours);
	assert(terminal != NULL);
	return terminal;
}

static void show(struct vt_terminal *terminal, struct emulator *emulator,
	const struct vt_frame *frame, struct vt_bytes *out)
{
	out->size = 0;
	vt_render(terminal, frame, out);
	emulator_write(emulator, out->data, out->size);
	assert(emulator->failure[0] == '\0');
	out->size = 0;
	vt_render(terminal, frame, out);
	assert(out->size == 0 || frame->bell);
}

/* The same frame on a terminal that has seen nothing. */
static void check_frame(const struct setting *setting, const struct emulator *emulator,
	const struct vt_frame *frame, struct vt_bytes *out)
{
	struct vt_terminal *terminal = terminal_of(setting);
	struct emulator fresh;
	emulator_begin(&fresh, frame->width, frame->height, setting->knows, setting->wraps_at_once);
	show(terminal, &fresh, frame, out);
	for (int i = 0; i < frame->width * frame->height; i++)
		assert(emulator_looks_same(&fresh.cells[i], &emulator->cells[i]));
	if (frame->cursor_x >= 0)
		assert(emulator->x == frame->cursor_x && emulator->y == frame->cursor_y);
	if (setting->knows & KNOWS_CURSOR)
		assert(emulator->hidden == (frame->cursor_x < 0));
	emulator_end(&fresh);
	vt_terminal_free(terminal);
}

static void scroll_frame(struct vt_frame *frame, unsigned top, unsigned by)
{
	size_t row = sizeof *frame->cells * (size_t)frame->width;
	int first = (int)top % frame->height, rows = frame->height - first;
	struct vt_cell *from = frame->cells + first * frame->width;
	int step = (int)(by >> 1) % rows;
	if (by & 1)
		memmove(from, from + step * frame->width, row * (size_t)(rows - step));
	else
		memmove(from + step * frame->width, from, row * (size_t)(rows - step));
}

static enum vt_colour_role a_role(unsigned byte)
{
	return (enum vt_colour_role)(byte % VT_COLOUR_ROLE_COUNT);
}

static void draw(struct vt_frame *frame, unsigned what, struct fuzz_input *input)
{
	int x = (int)fuzz_byte(input) - 8, y = (int)fuzz_byte(input) - 4;
	unsigned more = fuzz_byte(input);
	uint16_t glyph = (uint16_t)(' ' + more % (VT_GLYPH_END - ' '));
	char text[64] = "";
	size_t size = more % sizeof text;
	const uint8_t *bytes;
	switch (what % 7) {
	case 1:
		vt_put(frame, x, y, glyph, a_role(fuzz_byte(input)), fuzz_byte(input) & 15);
		break;
	case 2:
		bytes = fuzz_take(input, &size);
		memcpy(text, bytes, size > 0 ? size - 1 : 0);
		vt_text(frame, x, y, text, a_role(what / 7), more >> 6, NULL);
		break;
	case 3:
		vt_fill(frame, (struct vt_area){x, y, (int)more, (int)fuzz_byte(input)}, ' ',
			VT_TEXT, what > 128 ? VT_REVERSE : 0);
		break;
	case 4:
		vt_box(frame, (struct vt_area){x, y, (int)(more & 15), (int)(more >> 4)},
			a_role(what / 7));
		break;
	case 5:
		scroll_frame(frame, (unsigned)(y + 4), more);
		break;
	default:
		frame->cursor_x = (int16_t)(x < 0 ? -1 : x % frame->width);
		frame->cursor_y = (int16_t)((y + 4) % frame->height);
		frame->bell = more & 1;
		break;
	}
}

static void run(const struct setting *setting, struct vt_frame *frame, struct fuzz_input *input)
{
	struct vt_terminal *terminal = terminal_of(setting);
	struct emulator emulator;
	struct vt_bytes out = {0};
	emulator_begin(
		&emulator, frame->width, frame->height, setting->knows, setting->wraps_at_once);
	for (int shown = 0; input->left > 0 && shown < FRAMES_MOST;) {
		unsigned what = fuzz_byte(input);
		if (what != 0 && input->left > 0) {
			draw(frame, what, input);
			continue;
		}
		show(terminal, &emulator, frame, &out);
		check_frame(setting, &emulator, frame, &out);
		shown++;
	}
	out.size = 0;
	vt_leave(terminal, &out);
	emulator_write(&emulator, out.data, out.size);
	assert(emulator.failure[0] == '\0' && !emulator.shifted && !emulator.hidden);
	emulator_end(&emulator);
	vt_bytes_free(&out);
	vt_terminal_free(terminal);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct fuzz_input input = {bytes, size};
	struct setting setting = {.row = &kind_cases[fuzz_byte(&input) % KIND_CASES]};
	unsigned charset = fuzz_byte(&input);
	setting.wraps_at_once = charset & 0x80;
	setting.charset = (enum vt_charset)(charset % VT_CHARSETS_CHOSEN);
	setting.colours = (enum vt_colours)(fuzz_byte(&input) % VT_COLOURS_COUNT);
	setting.knows = kind_knows(setting.row, &setting.charset, setting.colours);
	struct vt_frame frame = {0};
	int width = 1 + (int)fuzz_byte(&input) % 140, height = 1 + (int)fuzz_byte(&input) % 60;
	bool sized = vt_frame_resize(&frame, width, height);
	assert(sized);
	run(&setting, &frame, &input);
	vt_frame_free(&frame);
	return 0;
}
