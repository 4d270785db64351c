/* A terminal that goes on in another process draws as if it had stayed. */
#include "tests/test.h"

#include "vt100/vt100.h"

static struct vt_terminal *terminal_of(const char *kind, enum vt_charset charset)
{
	struct vt_terminal *terminal = vt_terminal_new(
		vt_kind_by_name(kind), charset, vt_kind_colours(vt_kind_by_name(kind)));
	assert_non_null(terminal);
	return terminal;
}

/* Fills a frame with something that `number` chooses. */
static void draw(struct vt_frame *frame, unsigned number)
{
	vt_frame_clear(frame);
	for (unsigned i = 0; i < 60; i++) {
		number = number * 1103515245u + 12345u;
		unsigned pick = number >> 8;
		vt_put(frame, (int)(pick % (unsigned)frame->width),
			(int)(pick / 7 % (unsigned)frame->height),
			pick % 3 ? (uint16_t)('a' + pick % 26) : (uint16_t)VT_WALL_H,
			pick % VT_COLOUR_ROLE_COUNT, pick % 16);
		vt_shade(frame, (int)(pick % (unsigned)frame->width),
			(int)(pick / 7 % (unsigned)frame->height), pick / 5 % 128);
	}
	frame->cursor_x = (int16_t)((int)(number % 18) - 1);
	frame->cursor_y = 3;
}

static struct vt_bytes rendered(struct vt_terminal *terminal, const struct vt_frame *frame)
{
	struct vt_bytes out = {0};
	vt_render(terminal, frame, &out);
	return out;
}

static void both_render_the_same(
	struct vt_terminal *stayed, struct vt_terminal *moved, const struct vt_frame *frame)
{
	struct vt_bytes a = rendered(stayed, frame), b = rendered(moved, frame);
	assert_int_equal(a.size, b.size);
	if (a.size)
		assert_memory_equal(a.data, b.data, a.size);
	vt_bytes_free(&a);
	vt_bytes_free(&b);
}

static void a_moved_terminal_draws_only_the_difference(void **state)
{
	static const struct {
		const char *kind;
		enum vt_charset charset;
	} cases[] = {{"xterm-256color", VT_UTF8}, {"vt100", VT_DEC}, {"vt100", VT_ASCII},
		{"syncterm", VT_CP437}, {"linux", VT_UTF8}};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		for (unsigned number = 0; number < 40; number++) {
			struct vt_terminal *stayed = terminal_of(cases[i].kind, cases[i].charset);
			struct vt_terminal *moved = terminal_of(cases[i].kind, cases[i].charset);
			struct vt_frame frame = {0};
			struct vt_bytes packed = {0};
			vt_frame_resize(&frame, 40 + (int)number * 3, 20 + (int)number);
			draw(&frame, number);
			struct vt_bytes first = rendered(stayed, &frame);
			vt_terminal_pack(stayed, &packed);
			assert_true(vt_terminal_unpack(moved, packed.data, packed.size));
			/* Nothing has changed. */
			struct vt_bytes none = rendered(moved, &frame);
			assert_int_equal(none.size, 0);
			draw(&frame, number + 100);
			both_render_the_same(stayed, moved, &frame);
			vt_bytes_free(&none);
			vt_bytes_free(&first);
			vt_bytes_free(&packed);
			vt_frame_free(&frame);
			vt_terminal_free(stayed);
			vt_terminal_free(moved);
		}
}

static struct vt_bytes packed_sample(void)
{
	struct vt_terminal *terminal = terminal_of("xterm-256color", VT_UTF8);
	struct vt_frame frame = {0};
	struct vt_bytes packed = {0};
	vt_frame_resize(&frame, 40, 20);
	draw(&frame, 5);
	struct vt_bytes out = rendered(terminal, &frame);
	vt_terminal_pack(terminal, &packed);
	vt_bytes_free(&out);
	vt_frame_free(&frame);
	vt_terminal_free(terminal);
	return packed;
}

static bool unpacks(const char *kind, enum vt_ground ground, const uint8_t *bytes, size_t size)
{
	struct vt_terminal *terminal = terminal_of(kind, VT_UTF8);
	vt_terminal_ground(terminal, ground);
	bool unpacked = vt_terminal_unpack(terminal, bytes, size);
	struct vt_frame frame = {0};
	vt_frame_resize(&frame, 40, 20);
	struct vt_bytes out = rendered(terminal, &frame);
	/* An unknown screen is cleared first, whatever it is to show. */
	assert_true(unpacked || memmem(out.data, out.size, "\033[J", 3) != NULL);
	vt_bytes_free(&out);
	vt_frame_free(&frame);
	vt_terminal_free(terminal);
	return unpacked;
}

static void other_terminals_begin_anew(void **state)
{
	struct vt_bytes packed = packed_sample();
	(void)state;
	assert_true(unpacks("xterm-256color", VT_GROUND_ANY, packed.data, packed.size));
	assert_false(unpacks("linux", VT_GROUND_ANY, packed.data, packed.size));
	assert_false(unpacks("xterm-256color", VT_GROUND_LIGHT, packed.data, packed.size));
	packed.data[0]++;
	assert_false(unpacks("xterm-256color", VT_GROUND_ANY, packed.data, packed.size));
	vt_bytes_free(&packed);
}

/* Makes a terminal of a description with this text of cursor addressing. */
static struct vt_terminal *described_terminal(struct vt_bytes *kinds, const char *cup)
{
	const struct vt_description description = {
		.cup = cup, .clear = "\032", .columns = 80, .lines = 24};
	const char *reason = NULL;
	const struct vt_kind *kind;

	assert_true(vt_kinds_add(kinds, "made", &description, &reason));
	kind = vt_kinds_find(vt_kinds_of(kinds->data, kinds->size), "made");
	return vt_terminal_new(kind, VT_ASCII, VT_MONO);
}

static void another_description_begins_anew(void **state)
{
	static const char *const cups[] = {
		"\033=%p1%' '%+%c%p2%' '%+%c", "\033Y%p1%' '%+%c%p2%' '%+%c"};
	struct vt_bytes first = {0}, packed = {0};
	struct vt_terminal *terminal = described_terminal(&first, cups[0]);
	struct vt_frame frame = {0};
	(void)state;
	vt_frame_resize(&frame, 40, 20);
	struct vt_bytes out = rendered(terminal, &frame);
	vt_terminal_pack(terminal, &packed);
	for (size_t i = 0; i < sizeof cups / sizeof *cups; i++) {
		struct vt_bytes kinds = {0};
		struct vt_terminal *other = described_terminal(&kinds, cups[i]);
		assert_int_equal(vt_terminal_unpack(other, packed.data, packed.size), i == 0);
		vt_terminal_free(other);
		vt_bytes_free(&kinds);
	}
	vt_terminal_free(terminal);
	vt_bytes_free(&first);
	vt_bytes_free(&packed);
	vt_bytes_free(&out);
	vt_frame_free(&frame);
}

static void malformed_bytes_are_refused(void **state)
{
	/* Sizes, position, pen, and the first run: its length, role, attributes and shade. */
	static const struct {
		uint8_t at, byte;
	} cases[] = {{5, 0}, {6, 0x7f}, {7, 0}, {8, 0x80}, {9, 41}, {11, 20}, {16, 0x80},
		{15, 0xe0}, {18, 0}, {18, 255}, {21, 200}, {22, 16}, {23, 128}};
	struct vt_bytes packed = packed_sample();
	(void)state;
	for (size_t size = 0; size < packed.size; size++)
		assert_false(unpacks("xterm-256color", VT_GROUND_ANY, packed.data, size));
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		uint8_t kept = packed.data[cases[i].at];
		packed.data[cases[i].at] = cases[i].byte;
		assert_false(unpacks("xterm-256color", VT_GROUND_ANY, packed.data, packed.size));
		packed.data[cases[i].at] = kept;
	}
	assert_true(unpacks("xterm-256color", VT_GROUND_ANY, packed.data, packed.size));
	vt_bytes_add(&packed, "\1\2\3\4\5\6", 6);
	assert_false(unpacks("xterm-256color", VT_GROUND_ANY, packed.data, packed.size));
	vt_bytes_free(&packed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_moved_terminal_draws_only_the_difference),
		cmocka_unit_test(other_terminals_begin_anew),
		cmocka_unit_test(another_description_begins_anew),
		cmocka_unit_test(malformed_bytes_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
