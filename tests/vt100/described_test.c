/* Kinds made from descriptions: forms of cursor addressing, attributes, keys and refusals. */
#include "tests/test.h"

#include "vt100/internal.h"

/* A terminal with nothing but cursor addressing and clearing. */
#define SIMPLE .cup = "\033=%p1%' '%+%c%p2%' '%+%c", .clear = "\032", .columns = 80, .lines = 24
#define ANSI                                                                                       \
	.cup = "\033[%i%p1%d;%p2%dH", .clear = "\033[H\033[J", .el = "\033[K", .ed = "\033[J",     \
	.cuf = "\033[%p1%dC", .sgr0 = "\033[m", .rev = "\033[7m", .columns = 80, .lines = 24

static struct vt_bytes bytes;

static const struct vt_kind *kind_of(const struct vt_description *description)
{
	const char *reason = NULL;

	bytes.size = 0;
	assert_true(vt_kinds_add(&bytes, "made", description, &reason));
	return vt_kinds_find(vt_kinds_of(bytes.data, bytes.size), "made");
}

static void cursor_addressing_has_many_forms(void **state)
{
	static const struct {
		const char *cup, *motion; /* to the row 2 and the column 5, from 0 on */
	} forms[] = {
		{"\033=%p1%' '%+%c%p2%' '%+%c", "\033=\"%"},
		{"\033Y%p2%{32}%+%c%p1%{32}%+%c", "\033Y%\""},
		{"\033&a%p2%dc%p1%dY", "\033&a5c2Y"},
		{"\033[%i%p1%d;%p2%dR", "\033[3;6R"},
		{"\033[%i%p1%02d;%p2%03dx", "\033[03;006x"},
		{"\033,%p1%.3d%p2%.3d", "\033,002005"},
		{"~\021%p2%{96}%+%c%p1%{96}%+%c", NULL}, /* 80 columns need bytes beyond '~' */
		{"%%$<5/>\033%i%p1%d,%p2%d$<20>$", "%\0333,6$"},
		{"\033=%p1%c%p2%c", NULL}, /* controls are not passed on */
		{"\033=%p1%2d%p2%2d", NULL},
		{"\033=%p1%d", NULL},
		{"\033=%p1%d%p1%d", NULL},
		{"\033=%p1%d%p2%c", NULL},
		{"\033=%p1%d%p2%{999}%+%d", NULL},
		{"\033=%?%p1%t%d%;%p2%d", NULL},
		{"\033=%p1%{32%+%c", NULL},
		{"\033=%p1%'", NULL},
		{"\033=%p1%d%i%p2%d", NULL},
		{"a text of far too many letters %p1%d %p2%d", NULL},
		{"\033=%p1%d%q%p2%d", NULL},
		{"\033=%p1%d;%p2%d and more than sixty letters behind what is a place by itself",
			NULL},
		{"%", NULL},
		{"", NULL},
		{NULL, NULL},
	};

	(void)state;
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		const struct vt_kind *kind = kind_of(&(struct vt_description){
			.cup = forms[i].cup, .clear = "\032", .columns = 80, .lines = 24});
		const struct vt_state unknown = {.x = -1};
		struct vt_motion motion;

		if (vt_kind_draws(kind) != (forms[i].motion != NULL))
			fail_msg("%s", forms[i].cup);
		if (forms[i].motion == NULL)
			continue;
		vt_motion(kind, &unknown, 5, 2, &motion);
		assert_int_equal(motion.size, strlen(forms[i].motion));
		assert_memory_equal(motion.bytes, forms[i].motion, motion.size);
		assert_int_equal(vt_motion_size(kind, &unknown, 5, 2), motion.size);
	}
}

static void paper_and_storage_tubes_have_lines(void **state)
{
	(void)state;
	assert_true(vt_kind_draws(kind_of(&(struct vt_description){SIMPLE})));
	assert_false(vt_kind_draws(kind_of(&(struct vt_description){SIMPLE, .hc = true})));
	assert_false(vt_kind_draws(kind_of(&(struct vt_description){SIMPLE, .os = true})));
	assert_false(vt_kind_draws(kind_of(&(struct vt_description){SIMPLE, .hz = true})));
	assert_false(vt_kind_draws(kind_of(&(struct vt_description){
		.cup = "\033=%p1%' '%+%c%p2%' '%+%c", .columns = 80, .lines = 24})));
	assert_false(
		vt_kind_draws(kind_of(&(struct vt_description){.cup = "\033=%p1%' '%+%c%p2%' '%+%c",
			.clear = "\032",
			.columns = 80,
			.lines = 16})));
}

/* A terminal that has no bytes for a clear screen goes home and erases all below. */
static void a_screen_is_cleared_from_its_first_cell(void **state)
{
	const struct vt_kind *kind = kind_of(&(struct vt_description){
		.cup = "\033=%p1%' '%+%c%p2%' '%+%c", .ed = "\033Y", .columns = 80, .lines = 24});

	(void)state;
	assert_true(vt_kind_draws(kind));
	assert_string_equal(kind->address.clear, "\033=  \033Y");
}

static void an_attribute_ends_by_one_byte(void **state)
{
	const struct vt_kind *kind = kind_of(
		&(struct vt_description){SIMPLE, .sgr0 = ")", .rev = "(", .xmc = -1, .msgr = true});
	uint8_t changed[PEN_BYTES_MAX];

	(void)state;
	assert_string_equal(kind->address.plain, ")");
	assert_int_equal(vt_pen_change(kind, PEN_REVERSE, PEN_PLAIN, changed), 1);
	assert_int_equal(changed[0], ')');
}

static void a_text_with_parameters_is_no_attribute(void **state)
{
	const struct vt_kind *kind = kind_of(&(struct vt_description){SIMPLE, .sgr0 = "\033G0",
		.rev = "\033G%p1%d", .smul = "\033G8", .xmc = -1, .msgr = true});

	(void)state;
	assert_string_equal(kind->address.reverse, "");
	assert_string_equal(kind->address.underline, "\033G8");
}

static void a_terminal_is_left_plain(void **state)
{
	const struct vt_kind *kind = kind_of(&(struct vt_description){
		SIMPLE, .sgr0 = "\033G0", .rev = "\033G4", .xmc = -1, .msgr = true});
	struct vt_terminal *terminal = vt_terminal_new(kind, VT_ASCII, VT_MONO);
	struct vt_frame frame = {0};
	struct vt_bytes out = {0};

	(void)state;
	assert_true(vt_frame_resize(&frame, 40, 20));
	for (int y = 0; y < 20; y++)
		for (int x = 0; x < 40; x++)
			vt_put(&frame, x, y, 'x', VT_TEXT, VT_REVERSE);
	vt_render(terminal, &frame, &out);
	out.size = 0;
	vt_leave(terminal, &out);
	assert_non_null(memmem(out.data, out.size, "\033G0", 3));
	vt_bytes_free(&out);
	vt_frame_free(&frame);
	vt_terminal_free(terminal);
}

static void kinds_are_found_by_name(void **state)
{
	static const struct {
		const char *name, *clear;
	} rows[] = {{"zed", "z"}, {"Abc", "first"}, {"mid", "m"}, {"abc", "again"}, {"bee", "b"}};
	const char *reason = NULL;
	const struct vt_kinds *kinds;

	(void)state;
	bytes.size = 0;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_true(vt_kinds_add(&bytes, rows[i].name,
			&(struct vt_description){.cup = "\033=%p1%' '%+%c%p2%' '%+%c",
				.clear = rows[i].clear,
				.columns = 80,
				.lines = 24},
			&reason));
	vt_kinds_order(&bytes);
	kinds = vt_kinds_of(bytes.data, bytes.size);
	assert_non_null(kinds);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_string_equal(vt_kinds_find(kinds, rows[i].name)->address.clear,
			rows[i].clear[0] == 'a' ? "first" : rows[i].clear);
	assert_null(vt_kinds_find(kinds, "nobody"));
	/* A table of another program, or a part of one. */
	assert_null(vt_kinds_of(bytes.data, bytes.size - sizeof(struct vt_kind)));
	bytes.data[sizeof(uint32_t)]++; /* the size of a kind */
	assert_null(vt_kinds_of(bytes.data, bytes.size));
	bytes.size = 0;
}

static void each_of_many_names_is_found(void **state)
{
	const struct vt_description simple = {
		.columns = 80, .lines = 24, .cup = "\033=%p1%d;%p2%d."};
	const char *reason = NULL;
	char name[VT_KIND_NAME_MAX + 1];

	(void)state;
	bytes.size = 0;
	for (int i = 0; i < 3000; i++) {
		snprintf(name, sizeof name, "t%d-%d", i % 7, i);
		assert_true(vt_kinds_add(&bytes, name, &simple, &reason));
	}
	assert_true(vt_kinds_add(&bytes, "T1-8", &simple, &reason));
	vt_kinds_order(&bytes);
	const struct vt_kinds *kinds = vt_kinds_of(bytes.data, bytes.size);
	assert_non_null(kinds);
	for (int i = 0; i < 3000; i++) {
		snprintf(name, sizeof name, "%c%d-%d", i % 2 ? 'T' : 't', i % 7, i);
		const struct vt_kind *kind = vt_kinds_find(kinds, name);
		assert_non_null(kind);
		assert_int_equal(kind->added, i);
		snprintf(name, sizeof name, "u%d", i);
		assert_null(vt_kinds_find(kinds, name));
	}
	bytes.size = 0;
}

static void attributes_that_take_a_cell_are_not_used(void **state)
{
	static const struct {
		int xmc;
		bool msgr, xhp, used;
	} rows[] = {{-1, true, false, true}, {0, true, false, true}, {1, true, false, false},
		{-1, false, false, false}, {-1, true, true, false}};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct vt_kind *kind = kind_of(&(struct vt_description){SIMPLE,
			.sgr0 = "\033G0", .rev = "\033G4$<2>", .smul = "\033G0", .bold = "\033G4",
			.xmc = rows[i].xmc, .msgr = rows[i].msgr, .xhp = rows[i].xhp});

		assert_string_equal(kind->address.reverse, rows[i].used ? "\033G4" : "");
		assert_string_equal(kind->address.underline, "");
		assert_string_equal(kind->address.bold, "");
		assert_int_equal(vt_pen(kind, VT_MONO, VT_GROUND_ANY, VT_TEXT, VT_REVERSE),
			rows[i].used ? PEN_REVERSE : PEN_PLAIN);
	}
}

static void ansi_is_drawn_as_a_vt100_with_what_it_names(void **state)
{
	const struct vt_kind *kind;

	(void)state;
	kind = kind_of(&(struct vt_description){ANSI});
	assert_int_equal(kind->grants, 0);
	assert_int_equal(kind->charset, VT_ASCII);
	kind = kind_of(&(struct vt_description){ANSI, .enacs = "\033(B\033)0", .smacs = "\016",
		.rmacs = "\017", .u7 = "\033[6n", .civis = "\033[?25l", .colours = 8,
		.setaf = "\033[3%p1%dm"});
	assert_int_equal(kind->grants, GRANT_DRAWING | GRANT_STATUS | GRANT_CURSOR);
	assert_int_equal(kind->charset, VT_DEC);
	assert_int_equal(kind->colours, VT_COLOURS_8);
	kind = kind_of(&(struct vt_description){
		ANSI, .colours = 256, .setaf = "\033[38;5;%p1%dm", .truecolour = true});
	assert_int_equal(kind->charset, VT_UTF8);
	assert_int_equal(kind->colours, VT_TRUECOLOUR);
	/* The same places, but attributes that take a cell. */
	kind = kind_of(&(struct vt_description){ANSI, .xmc = 1});
	assert_int_equal(kind->grants, GRANT_DESCRIBED);
}

static void check_keys(
	const struct vt_kind *kind, const char *text, const int *wanted, size_t count)
{
	struct vt_keys keys;

	vt_keys_begin(&keys, kind);
	for (; *text != '\0'; text++)
		vt_keys_feed(&keys, (const uint8_t *)text, 1);
	vt_keys_timeout(&keys);
	for (size_t i = 0; i < count; i++)
		assert_int_equal(vt_keys_next(&keys), wanted[i]);
	assert_int_equal(vt_keys_next(&keys), VT_KEY_NONE);
	assert_false(vt_keys_waiting(&keys));
}
#define CHECK_KEYS(kind, text, ...)                                                                \
	check_keys(kind, text, (const int[]){__VA_ARGS__},                                         \
		sizeof((const int[]){__VA_ARGS__}) / sizeof(int))

static void a_letter_is_a_key_at_once(void **state)
{
	const struct vt_kind *kind = kind_of(&(struct vt_description){SIMPLE, .kf1 = "\001@\r"});
	struct vt_keys keys;

	(void)state;
	vt_keys_begin(&keys, kind);
	vt_keys_feed(&keys, (const uint8_t *)"x", 1);
	assert_int_equal(vt_keys_next(&keys), 'x');
	assert_false(vt_keys_waiting(&keys));
}

static void own_keys_are_decoded(void **state)
{
	const struct vt_kind *kind = kind_of(&(struct vt_description){SIMPLE, .kcub1 = "\b",
		.kcud1 = "\n", .kcuu1 = "\033A", .kcuf1 = "\033[C", .kf1 = "\001@\r",
		.kf2 = "\001A\r", .khome = "h", .kend = "\r", .kpp = "\033"});

	(void)state;
	assert_int_equal(kind->keys.count, 5);
	CHECK_KEYS(kind, "\b\033A\033[C\001@\r\001A\rh", VT_KEY_LEFT, VT_KEY_UP, VT_KEY_RIGHT,
		VT_KEY_F1, VT_KEY_F2, 'h');
	CHECK_KEYS(kind, "\r\n\nx", '\r', VT_KEY_DOWN, 'x');
	CHECK_KEYS(kind, "\033", VT_KEY_ESCAPE);
	CHECK_KEYS(kind, "\033q\001x", VT_KEY_ESCAPE, 'q', 1, 'x');
	CHECK_KEYS(kind, "\001\001@\r", 1, VT_KEY_F1);
	CHECK_KEYS(kind, "\001@", 1, '@');
}

static void names_that_are_no_names_are_refused(void **state)
{
	static const struct vt_description simple = {SIMPLE};
	static const char *const bad[] = {
		"", "a b", "a/b", "a:b", "..%", "0123456789012345678901234567890123456789x"};
	const char *reason = NULL;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_false(vt_kinds_add(&bytes, bad[i], &simple, &reason));
	assert_non_null(reason);
	assert_null(vt_kinds_of(bytes.data, 3));
	assert_null(vt_kinds_find(NULL, "made"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cursor_addressing_has_many_forms),
		cmocka_unit_test(paper_and_storage_tubes_have_lines),
		cmocka_unit_test(a_screen_is_cleared_from_its_first_cell),
		cmocka_unit_test(an_attribute_ends_by_one_byte),
		cmocka_unit_test(a_text_with_parameters_is_no_attribute),
		cmocka_unit_test(a_terminal_is_left_plain),
		cmocka_unit_test(kinds_are_found_by_name),
		cmocka_unit_test(each_of_many_names_is_found),
		cmocka_unit_test(attributes_that_take_a_cell_are_not_used),
		cmocka_unit_test(ansi_is_drawn_as_a_vt100_with_what_it_names),
		cmocka_unit_test(a_letter_is_a_key_at_once),
		cmocka_unit_test(own_keys_are_decoded),
		cmocka_unit_test(names_that_are_no_names_are_refused),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	vt_bytes_free(&bytes);
	return failed;
}
