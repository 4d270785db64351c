/*
 * Kinds of the terminfo database that are drawn by ANSI's codes: on a strict emulator that knows
 * what the entry names, random frames are shown as wanted.
 */
#include "tests/test.h"

#include "tests/door/terminfo_entries.h"
#include "tests/vt100/kinds.h"
#include "tests/vt100/random_frames.h"

#include <unistd.h>

#define WIDTH 80
#define HEIGHT 24

static bool is_text(const unibi_term *entry, enum unibi_string which, const char *text)
{
	const char *found = unibi_get_str(entry, which);

	return found != NULL && strstr(found, text) != NULL;
}

/* Returns the features that the emulator accepts for an entry. */
static unsigned entry_knows(const unibi_term *entry)
{
	static const struct {
		enum unibi_string which;
		const char *text;
		unsigned bit;
	} rows[] = {{unibi_ena_acs, "\033)0", KNOWS_DRAWING},
		{unibi_scroll_reverse, "\033M", KNOWS_INDEX},
		{unibi_change_scroll_region, "\033[%i%p1%d;%p2%dr", KNOWS_SCROLL},
		{unibi_save_cursor, "\0337", KNOWS_KEEP},
		{unibi_cursor_invisible, "\033[?25l", KNOWS_CURSOR},
		{unibi_exit_underline_mode, "\033[24m", KNOWS_OFF},
		{unibi_enter_dim_mode, "\033[2m", KNOWS_FAINT}};
	int colours = unibi_get_num(entry, unibi_max_colors);
	unsigned knows = unibi_get_str(entry, unibi_clr_eos) == NULL ? KNOWS_CLEAR_ALL : 0;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		knows |= is_text(entry, rows[i].which, rows[i].text) ? rows[i].bit : 0;
	knows |= colours >= 8 ? KNOWS_8_COLOURS : 0;
	knows |= colours >= 16 ? KNOWS_16_COLOURS : 0;
	knows |= colours >= 256 ? KNOWS_256_COLOURS | KNOWS_UTF8 | KNOWS_TRUECOLOUR : 0;
	return knows;
}

/* Returns the cell that a terminal must show for a cell of a frame. */
static struct emulator_cell wanted(const struct vt_terminal *terminal, struct vt_cell cell)
{
	struct vt_ink ink = vt_resolve(terminal, cell);
	struct vt_symbol symbol = vt_symbol(terminal->charset, ink.glyph);
	struct emulator_cell want = {.character = symbol.bytes[0]};

	if (symbol.drawing)
		want.character |= 0x100;
	if (symbol.size == 2)
		want.character = (symbol.bytes[0] & 0x1fU) << 6 | (symbol.bytes[1] & 0x3fU);
	if (symbol.size == 3)
		want.character = (symbol.bytes[0] & 0x0fU) << 12 | (symbol.bytes[1] & 0x3fU) << 6 |
				 (symbol.bytes[2] & 0x3fU);
	vt_pen_colours(ink.pen, &want.pen.colour, &want.pen.back);
	want.pen.bold = (ink.pen & PEN_BOLD) != 0;
	want.pen.faint = (ink.pen & PEN_FAINT) != 0;
	want.pen.underline = (ink.pen & PEN_UNDERLINE) != 0;
	want.pen.reverse = (ink.pen & PEN_REVERSE) != 0;
	return want;
}

static void check_screen(const struct emulator *emulator, const struct vt_terminal *terminal,
	const struct vt_frame *frame)
{
	const char *name = vt_kind_name(terminal->kind);

	if (emulator->failure[0] != '\0')
		fail_msg("%s: %s", name, emulator->failure);
	for (int at = 0; at < frame->width * frame->height - 1; at++) {
		int x = at % frame->width, y = at / frame->width;
		struct emulator_cell want = wanted(terminal, frame->cells[at]);
		struct emulator_cell have = *emulator_at(emulator, x, y);

		if (!emulator_looks_same(&want, &have))
			fail_msg("%s: at %d,%d want %x colour %x have %x colour %x", name, x, y,
				want.character, want.pen.colour, have.character, have.pen.colour);
	}
	if (frame->cursor_x >= 0) {
		assert_int_equal(emulator->x, frame->cursor_x);
		assert_int_equal(emulator->y, frame->cursor_y);
	}
}

static void show_frames(const struct vt_kind *kind, const unibi_term *entry, int steps)
{
	struct vt_terminal *terminal =
		vt_terminal_new(kind, vt_kind_charset(kind), vt_kind_colours(kind));
	bool holds = unibi_get_bool(entry, unibi_eat_newline_glitch) ||
		     !unibi_get_bool(entry, unibi_auto_right_margin);
	struct vt_frame frame = {0};
	struct vt_bytes out = {0};
	struct emulator emulator;

	emulator_begin(&emulator, WIDTH, HEIGHT, entry_knows(entry), !holds);
	assert_true(vt_frame_resize(&frame, WIDTH, HEIGHT));
	for (int step = 0; step < steps; step++) {
		change_frame(&frame);
		out.size = 0;
		vt_render(terminal, &frame, &out);
		emulator_write(&emulator, out.data, out.size);
		check_screen(&emulator, terminal, &frame);
	}
	emulator_end(&emulator);
	vt_bytes_free(&out);
	vt_frame_free(&frame);
	vt_terminal_free(terminal);
}

static void every_kind_shows_frames_as_wanted(void **state)
{
	int count = 0;

	(void)state;
	random_state = 64;
	shaded = true;
	for (size_t at = 2 * sizeof(uint32_t); at < entries.size; at += sizeof(struct vt_kind)) {
		const struct vt_kind *kind = (const void *)(entries.data + at);
		bool ansi = vt_kind_draws(kind) && !(kind->grants & GRANT_DESCRIBED);
		unibi_term *entry = ansi ? entry_of(kind->name) : NULL;

		if (entry == NULL)
			continue;
		show_frames(kind, entry, 6);
		unibi_destroy(entry);
		count++;
	}
	if (access("/usr/share/terminfo/w/wy30", R_OK) != 0)
		skip();
	assert_in_range(count, 100, 3000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_kind_shows_frames_as_wanted),
	};

	return cmocka_run_group_tests(tests, read_table, free_table);
}
