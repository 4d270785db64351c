/* Widgets: input lines, pagers, wrapped words, bars; and options as text. */
#include "tests/test.h"

#include "door/session/session.h"
#include "door/ui/ui.h"

static void inputs_are_edited(void **state)
{
	static const struct {
		int keys[16];
		const char *text;
	} cases[] = {
		{{'a', 'b', 'c'}, "abc"},
		{{'a', 'b', '\b', 'c'}, "ac"},
		{{'\b', 'a'}, "a"},
		{{'a', 'b', VT_KEY_LEFT, 'x'}, "axb"},
		{{'a', 'b', VT_KEY_HOME, VT_KEY_DELETE, 'x'}, "xb"},
		{{'a', 'b', 'U' - 64, 'c'}, "c"},
		{{'a', ' ', 'b', 'c', 'W' - 64, 'd'}, "a d"},
		{{'a', VT_KEY_F1, 200, 1, VT_KEY_END, 'b'}, "ab"},
		{{'1', '2', '3', '4', '5', '6', '7', '8', '9', '0'}, "12345678"},
		{{'a', 'b', VT_KEY_LEFT, VT_KEY_LEFT, VT_KEY_LEFT, VT_KEY_RIGHT, 'x'}, "axb"},
		{{'a', VT_KEY_RIGHT, VT_KEY_RIGHT, 'b'}, "ab"},
		{{'a', 'b', 'A' - 64, 'x', 'E' - 64, 'y'}, "xaby"},
		{{'a', 'b', VT_KEY_LEFT, 127, 'x'}, "xb"},
		{{'a', 'b', VT_KEY_DELETE, 'c'}, "abc"},
		{{'a', ' ', ' ', 'W' - 64, 'b'}, "b"},
		{{'a', ' ', 'b', ' ', 'W' - 64, 'c'}, "a c"},
		{{'a', 'b', 'c', VT_KEY_LEFT, 'U' - 64}, "c"},
		{{' ', '~', 31, 127 + 1, '!'}, " ~!"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct ui_input input = {0};
		ui_input_begin(&input, 8, false);
		for (const int *key = cases[i].keys; *key; key++)
			assert_int_equal(ui_input_key(&input, *key), UI_GOING);
		assert_string_equal(input.text, cases[i].text);
		assert_int_equal(ui_input_key(&input, '\r'), UI_DONE);
		assert_int_equal(ui_input_key(&input, VT_KEY_ESCAPE), UI_CANCELLED);
		assert_int_equal(ui_input_key(&input, 'C' - 64), UI_CANCELLED);
		ui_input_free(&input);
		assert_int_equal(ui_input_key(&input, 'a'), UI_CANCELLED);
	}
}

/* A text that is set replaces the old one, as much of it as there is room for. */
static void inputs_are_set(void **state)
{
	struct ui_input input = {0};
	(void)state;
	ui_input_set(&input, "nowhere to put it");
	assert_null(input.text);
	ui_input_begin(&input, 4, false);
	ui_input_key(&input, 'z');
	ui_input_set(&input, "ab");
	ui_input_key(&input, 'c');
	assert_string_equal(input.text, "abc");
	ui_input_set(&input, "abcdefgh");
	assert_string_equal(input.text, "abcd");
	assert_int_equal(input.length, 4);
	ui_input_set(&input, "");
	ui_input_key(&input, '\b');
	ui_input_key(&input, 'x');
	assert_string_equal(input.text, "x");
	/* A second beginning forgets the first. */
	ui_input_begin(&input, 2, true);
	assert_string_equal(input.text, "");
	assert_int_equal(input.length, 0);
	ui_input_free(&input);
}

/* A text is shortened between words, and within its first word only if that is too long. */
static void texts_are_cut_between_words(void **state)
{
	static const struct {
		const char *text;
		int room;
		const char *fits;
	} cases[] = {{"a work coat", 11, "a work coat"}, {"a work coat", 10, "a work..."},
		{"a work coat", 9, "a work..."}, {"a work coat", 8, "a..."},
		{"one, two, three", 12, "one, two..."}, {"insulators", 8, "insul..."},
		{"insulators", 3, "..."}, {"insulators", 2, "in"}, {"insulators", -1, ""}};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char text[40];
		snprintf(text, sizeof text, "%s", cases[i].text);
		ui_fit(text, cases[i].room);
		assert_string_equal(text, cases[i].fits);
	}
}

static char glyph_at(const struct vt_frame *frame, int x, int y)
{
	uint16_t glyph = frame->cells[y * frame->width + x].glyph;
	return glyph < 127 ? (char)glyph : '?';
}

static void hidden_inputs_show_nothing(void **state)
{
	struct ui_input input = {0};
	struct vt_frame frame = {0};
	(void)state;
	vt_frame_resize(&frame, 40, 2);
	ui_input_begin(&input, 20, true);
	for (const char *key = "secret"; *key; key++)
		ui_input_key(&input, *key);
	ui_input_paint(&input, &frame, 2, 1, 30);
	for (int x = 0; x < frame.width; x++)
		assert_int_equal(glyph_at(&frame, x, 1), ' ');
	assert_int_equal(frame.cursor_x, 2);
	ui_input_free(&input);
	vt_frame_free(&frame);
}

static void long_inputs_scroll_with_their_cursor(void **state)
{
	struct ui_input input = {0};
	struct vt_frame frame = {0};
	(void)state;
	vt_frame_resize(&frame, 40, 2);
	ui_input_begin(&input, 100, false);
	for (int i = 0; i < 30; i++)
		ui_input_key(&input, 'a' + i % 26);
	ui_input_paint(&input, &frame, 0, 0, 10);
	assert_int_equal(frame.cursor_x, 9);
	assert_int_equal(frame.cursor_y, 0);
	assert_int_equal(glyph_at(&frame, 8, 0), 'd');
	assert_int_equal(glyph_at(&frame, 0, 0), 'v');
	assert_int_equal(glyph_at(&frame, 9, 0), ' ');
	assert_int_equal(glyph_at(&frame, 10, 0), ' ');
	/* At the beginning all of the width shows text. */
	ui_input_key(&input, VT_KEY_HOME);
	ui_input_paint(&input, &frame, 3, 1, 10);
	assert_int_equal(frame.cursor_x, 3);
	assert_int_equal(frame.cursor_y, 1);
	assert_int_equal(glyph_at(&frame, 2, 1), ' ');
	assert_int_equal(glyph_at(&frame, 3, 1), 'a');
	assert_int_equal(glyph_at(&frame, 12, 1), 'j');
	assert_int_equal(glyph_at(&frame, 13, 1), ' ');
	/* The right border of the frame ends it, and a single column shows nothing. */
	ui_input_paint(&input, &frame, 35, 0, 10);
	assert_int_equal(glyph_at(&frame, 39, 0), 'e');
	assert_int_equal(glyph_at(&frame, 0, 1), ' ');
	frame.cursor_x = 17;
	ui_input_paint(&input, &frame, 39, 0, 10);
	assert_int_equal(frame.cursor_x, 17);
	ui_input_free(&input);
	vt_frame_free(&frame);
}

static void words_are_wrapped_and_counted(void **state)
{
	static const struct {
		const char *text;
		int width, rows;
	} cases[] = {{"one", 10, 1}, {"one two", 4, 2}, {"one\ntwo", 10, 2}, {"one\n\ntwo", 10, 3},
		{UI_BRIGHT "one" UI_END " two", 7, 1}, {"", 10, 1}};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		assert_int_equal(ui_wrapped(NULL, (struct vt_area){0, 0, cases[i].width, 0}, 0,
					 cases[i].text, VT_TEXT),
			cases[i].rows);
	assert_int_equal(ui_width(UI_BRIGHT "one" UI_END " two"), 7);
	assert_int_equal(ui_art_width("a\nabc\nab"), 3);
	assert_int_equal(ui_art_height("a\nabc\nab"), 3);
}

/* Text before a tab is a label: wrapped text stays to its right. */
static void labels_stand_beside_their_rows(void **state)
{
	struct vt_frame frame = {0};
	char text[] = "ab \tone two \200";
	(void)state;
	vt_frame_resize(&frame, 14, 4);
	text[12] = (char)VT_WALL_H;
	assert_int_equal(ui_wrapped(&frame, (struct vt_area){0, 0, 12, 4}, 0, text, VT_TEXT), 1);
	assert_int_equal(frame.cells[0].glyph, 'a');
	assert_int_equal(frame.cells[3].glyph, 'o');
	assert_int_equal(frame.cells[11].glyph, VT_WALL_H);
	assert_int_equal(ui_width(text), 12);
	assert_int_equal(ui_wrapped(NULL, (struct vt_area){0, 0, 11, 0}, 0, text, VT_TEXT), 2);
	vt_frame_clear(&frame);
	ui_wrapped(&frame, (struct vt_area){0, 0, 11, 4}, 0, text, VT_TEXT);
	assert_int_equal(frame.cells[14].glyph, ' ');
	assert_int_equal(frame.cells[14 + 3].glyph, VT_WALL_H);
	/* Where the label leaves no room, the rows begin at the left. */
	assert_int_equal(ui_wrapped(NULL, (struct vt_area){0, 0, 7, 0}, 0, text, VT_TEXT), 3);
	vt_frame_free(&frame);
}

static void pagers_turn_pages(void **state)
{
	struct ui_pager pager = {0};
	struct ui_text text = {0};
	struct vt_frame frame = {0};
	(void)state;
	for (int i = 0; i < 100; i++)
		ui_add(&text, "line %d\n", i);
	vt_frame_resize(&frame, 80, 24);
	ui_pager_open(&pager, "Title", text.text);
	ui_pager_paint(&pager, &frame);
	assert_int_equal(pager.top, 0);
	assert_true(ui_pager_key(&pager, ' '));
	assert_int_equal(pager.top, pager.page);
	assert_true(ui_pager_key(&pager, '-'));
	assert_int_equal(pager.top, 0);
	assert_true(ui_pager_key(&pager, VT_KEY_END));
	ui_pager_paint(&pager, &frame);
	assert_int_equal(pager.top, pager.rows - pager.page);
	/* Space on the last page closes. */
	assert_false(ui_pager_key(&pager, ' '));
	assert_false(ui_pager_key(&pager, VT_KEY_ESCAPE));
	assert_true(ui_pager_key(&pager, VT_KEY_PAGE_DOWN));
	ui_pager_paint(&pager, &frame);
	assert_int_equal(pager.top, pager.rows - pager.page);
	assert_true(ui_pager_key(&pager, 'k'));
	assert_int_equal(pager.top, pager.rows - pager.page - 1);
	assert_true(ui_pager_key(&pager, ' '));
	ui_pager_paint(&pager, &frame);
	assert_int_equal(pager.top, pager.rows - pager.page);
	assert_true(ui_pager_key(&pager, VT_KEY_HOME));
	assert_int_equal(pager.top, 0);
	assert_true(ui_pager_key(&pager, VT_KEY_DOWN));
	assert_true(ui_pager_key(&pager, VT_KEY_DOWN));
	assert_true(ui_pager_key(&pager, VT_KEY_UP));
	assert_int_equal(pager.top, 1);
	assert_true(ui_pager_key(&pager, '\b'));
	ui_pager_paint(&pager, &frame);
	assert_int_equal(pager.top, 0);
	assert_int_equal(glyph_at(&frame, 6, 2), '0');
	assert_int_equal(frame.cursor_x, 1);
	assert_int_equal(frame.cursor_y, 2);
	ui_pager_close(&pager);
	vt_frame_free(&frame);
}

/* A text that fits has no share passed and one key, and Space closes it; also in a tiny window. */
static void pagers_of_one_page_close_at_once(void **state)
{
	static const int heights[] = {1, 4, 5, 24};
	struct ui_pager pager = {0};
	struct vt_frame frame = {0};
	(void)state;
	ui_pager_open(&pager, "Title", NULL);
	for (size_t i = 0; i < sizeof heights / sizeof *heights; i++) {
		vt_frame_resize(&frame, 80, heights[i]);
		ui_pager_paint(&pager, &frame);
		assert_int_equal(pager.page, heights[i] > 5 ? heights[i] - 4 : 1);
		assert_int_equal(pager.top, 0);
		for (int x = 0; x < 80; x++)
			assert_int_not_equal(glyph_at(&frame, x, 0), '%');
		assert_false(ui_pager_key(&pager, ' '));
	}
	ui_pager_close(&pager);
	vt_frame_free(&frame);
}

static void times_are_told_in_round_units(void **state)
{
	static const struct {
		int64_t seconds;
		const char *text;
	} cases[] = {{0, "just now"}, {59, "just now"}, {60, "1 min ago"}, {3599, "59 min ago"},
		{3600, "1 h ago"}, {86400, "24 h ago"}, {2 * 86400 - 1, "47 h ago"},
		{2 * 86400, "2 days ago"}, {100 * 86400, "100 days ago"}};
	char text[40];
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		ui_ago(text, sizeof text, cases[i].seconds);
		assert_string_equal(text, cases[i].text);
	}
	ui_day(text, sizeof text, 1763800000);
	assert_string_equal(text, "2025-11-22");
	ui_day(text, sizeof text, INT64_MAX);
	assert_string_equal(text, "-");
}

static void bars_are_full_while_anything_is_left(void **state)
{
	static const struct {
		int part, whole, full;
	} cases[] = {{0, 40, 0}, {1, 40, 1}, {20, 40, 5}, {40, 40, 10}, {99, 40, 10}, {-3, 40, 0},
		{3, 0, 0}};
	struct vt_frame frame = {0};
	(void)state;
	vt_frame_resize(&frame, 20, 1);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		int full = 0;
		ui_bar(&frame, 0, 0, 10, cases[i].part, cases[i].whole, VT_GOOD);
		for (int x = 0; x < 10; x++)
			full += frame.cells[x].glyph == VT_BAR_FULL;
		assert_int_equal(full, cases[i].full);
		/* Nothing beside it. */
		for (int x = 10; x < 20; x++)
			assert_int_equal(frame.cells[x].glyph, ' ');
	}
	vt_frame_free(&frame);
}

static void texts_of_any_length_are_added_whole(void **state)
{
	static char piece[9000];
	struct ui_text text = {0};
	(void)state;
	memset(piece, 'w', sizeof piece - 1);
	for (int i = 0; i < 3; i++)
		ui_add(&text, "%s.", piece);
	assert_int_equal(text.size, 3 * sizeof piece);
	assert_int_equal(strlen(text.text), text.size);
	free(text.text);
}

static void guests_and_members_read_their_own_parts(void **state)
{
	static const struct {
		const char *page, *member, *guest;
	} rows[] = {{"plain {key x}", "plain {key x}", "plain {key x}"},
		{"a {member b}{guest c} d", "a b d", "a c d"}, {"{guest c}", "", "c"},
		{"{member open", "open", ""}, {"", "", ""}};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (int guest = 0; guest < 2; guest++) {
			struct ui_text text = {0};
			ui_add_for(&text, rows[i].page, guest);
			assert_string_equal(
				text.text ? text.text : "", guest ? rows[i].guest : rows[i].member);
			free(text.text);
		}
}

static void blanks_around_are_taken_away(void **state)
{
	static const char *const cases[][2] = {{"", ""}, {"  ", ""}, {"so", "so"}, {" so", "so"},
		{"so  ", "so"}, {"  so it  goes ", "so it  goes"}};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char text[40];
		snprintf(text, sizeof text, "%s", cases[i][0]);
		ui_trim(text);
		assert_string_equal(text, cases[i][1]);
	}
}

static void options_survive_as_text(void **state)
{
	static const struct {
		const char *text;
		bool charset_chosen, colours_chosen, bell, cursor;
		int keys, ground;
	} cases[] = {
		{"", false, false, false, false, 0, VT_GROUND_ANY},
		{"charset=ascii colours=mono keys=laptop bell=on cursor=on", true, true, true, true,
			3, VT_GROUND_ANY},
		{"keys=numpad bell=off ground=light cursor=off", false, false, false, false, 1,
			VT_GROUND_LIGHT},
		{"light=plain baud=1200 keys=numpad", false, false, false, false, 1, VT_GROUND_ANY},
		{"palette=redgreen keys=vi still=on typed=keep narrator=on", false, false, false,
			false, 0, VT_GROUND_ANY},
		{"read=6561a2b0", false, false, false, false, 0, VT_GROUND_ANY},
		{"charset=klingon nonsense keys ground=sandy", false, false, false, false, 0,
			VT_GROUND_ANY},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct options options, again;
		char text[STORE_OPTIONS_MAX];
		bool eyes = strncmp(cases[i].text, "palette", 7) == 0;
		options_read(&options, cases[i].text);
		assert_int_equal(options.palette, eyes ? VT_PALETTE_RED_GREEN : VT_PALETTE_USUAL);
		assert_int_equal(options.still, eyes);
		assert_int_equal(options.narrator, eyes);
		assert_int_equal(options.keeps_typed, eyes);
		assert_int_equal(options.charset.any > 0, cases[i].charset_chosen);
		assert_int_equal(options.colours.any > 0, cases[i].colours_chosen);
		assert_int_equal(options.sound, cases[i].bell ? PLAY_BELL : PLAY_SILENT);
		assert_int_equal(options.cursor_shown, cases[i].cursor);
		assert_int_equal(options.keys.preset, cases[i].keys);
		assert_int_equal(options.ground, cases[i].ground);
		assert_true(options_write(&options, text, sizeof text));
		options_read(&again, text);
		assert_memory_equal(&options, &again, sizeof options);
	}
}

/* Options are read as an older release or a person wrote them, and written in one form alone. */
static void options_are_written_in_one_form(void **state)
{
	static const char *const cases[][2] = {
		{"", "keys=vi bell=off"},
		{"charset=xterm:utf8,linux:klingon", "charset=xterm:utf8 keys=vi bell=off"},
		{"light=rich ground=light colours=16",
			"colours=16 ground=light light=rich keys=vi bell=off"},
		{"baud=49 light=dim", "keys=vi bell=off"},
		{"baud=50", "baud=50 keys=vi bell=off"},
		{"baud=38400 hints=off hints=on", "keys=vi bell=off"},
		{"baud=38399", "baud=38399 keys=vi bell=off"},
		{"mouse=syncterm,xterm,klingon,putty",
			"keys=vi bell=off mouse=xterm,putty,syncterm"},
		{"leave=armour,,weapon,klingons", "keys=vi bell=off leave=weapon,armour"},
		{"lines=brief take=walking take=never", "keys=vi bell=off lines=brief"},
		{"lines=klingon", "keys=vi bell=off lines=normal"},
		{"hints=off given=1f read=0a pictures=off seen=ff",
			"keys=vi bell=off hints=off given=1f read=a pictures=off seen=ff"},
		{"bell=on cursor=on take=walking", "keys=vi bell=on cursor=on take=walking"},
		{"bell=tones", "keys=vi bell=tones"},
		{"bell=gong", "keys=vi bell=off"},
		{"keys=numpad bind=h:klingon bind=klingon:walk-west bind=h",
			"keys=numpad bell=off"},
		{"keys=laptop bind=Z:walk-west bind=::walk-east",
			"keys=laptop bell=off bind=Z:walk-west bind=::walk-east"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct options options;
		char text[STORE_OPTIONS_MAX];
		options_read(&options, cases[i][0]);
		assert_true(options_write(&options, text, sizeof text));
		assert_string_equal(text, cases[i][1]);
	}
}

/* Changed keys that do not fit are left out whole, and the caller learns it. */
static void changed_keys_that_do_not_fit_are_left_out(void **state)
{
	static const char whole[] = "keys=vi bell=off bind=Z:walk-west bind=Y:walk-east";
	struct options options;
	char text[STORE_OPTIONS_MAX];
	(void)state;
	options_read(&options, whole);
	assert_true(options_write(&options, text, sizeof whole));
	assert_string_equal(text, whole);
	assert_false(options_write(&options, text, sizeof whole - 1));
	assert_string_equal(text, "keys=vi bell=off bind=Z:walk-west");
}

/* The mouse is chosen for each kind of terminal that reports one. */
static void the_mouse_belongs_to_a_kind_of_terminal(void **state)
{
	const char *word;
	unsigned count = 0;
	(void)state;
	for (; (word = option_mouse_word(count)) != NULL; count++)
		assert_int_equal(option_mouse_bit(vt_kind_by_name(word)), 1U << count);
	assert_true(count > 10);
	assert_int_equal(option_mouse_bit(vt_kind_by_name("linux")), 0);
	assert_int_equal(option_mouse_bit(vt_kind_by_name("klingon")), 0);
}

/* Without a key for the options there would be no way back: the preset has one. */
static void options_keep_their_key(void **state)
{
	struct options options;
	char text[STORE_OPTIONS_MAX], key[KEY_NAME_MAX];
	(void)state;
	options_read(&options, "keys=laptop");
	int open = keymap_nth_key(&options.keys, ACTION_OPTIONS, 0);
	assert_int_equal(keymap_nth_key(&options.keys, ACTION_OPTIONS, 1), VT_KEY_NONE);
	keymap_key_name(open, key, sizeof key);
	snprintf(text, sizeof text, "keys=laptop bell=on bind=%s:wait", key);
	options_read(&options, text);
	assert_true(options_write(&options, text, sizeof text));
	assert_string_equal(text, "keys=laptop bell=on");
}

/* A choice holds on its kind of terminal alone. A choice of an older release holds on all, until
 * the value is changed on one. */
static void characters_belong_to_a_kind_of_terminal(void **state)
{
	const struct vt_kind *xterm = vt_kind_by_name("xterm"),
			     *linux_one = vt_kind_by_name("linux"),
			     *unknown = vt_kind_by_name("klingon");
	struct options options, again;
	char text[STORE_OPTIONS_MAX];
	(void)state;
	options_read(&options, "charset=xterm:cp437,klingon:dec,linux:klingon colours=linux:mono");
	assert_int_equal(option_kinds_get(&options.charset, xterm), VT_CP437);
	assert_int_equal(option_kinds_get(&options.charset, linux_one), -1);
	assert_int_equal(option_kinds_get(&options.charset, unknown), -1);
	assert_int_equal(option_kinds_get(&options.colours, linux_one), VT_MONO);
	assert_int_equal(option_kinds_get(&options.colours, xterm), -1);
	options_read(&options, "charset=cp437 colours=256");
	assert_int_equal(option_kinds_get(&options.charset, xterm), VT_CP437);
	assert_int_equal(option_kinds_get(&options.charset, unknown), VT_CP437);
	option_kinds_set(&options.charset, linux_one, VT_UTF8);
	assert_true(options_write(&options, text, sizeof text));
	options_read(&again, text);
	assert_int_equal(option_kinds_get(&again.charset, linux_one), VT_UTF8);
	assert_int_equal(option_kinds_get(&again.charset, xterm), -1);
	assert_int_equal(option_kinds_get(&again.colours, xterm), VT_COLOURS_256);
	for (unsigned i = 0; vt_kind_by_number(i); i++) {
		option_kinds_set(&options.charset, vt_kind_by_number(i), VT_CP437);
		option_kinds_set(&options.colours, vt_kind_by_number(i), VT_TRUECOLOUR);
	}
	assert_true(options_write(&options, text, sizeof text));
	options_read(&again, text);
	assert_memory_equal(&options, &again, sizeof options);
}

/* A letter beyond ASCII is shown to be refused; it is no part of a password. */
static void foreign_letters_are_shown(void **state)
{
	(void)state;
	for (int hidden = 0; hidden < 2; hidden++) {
		struct ui_input input = {0};
		ui_input_begin(&input, 8, hidden);
		ui_input_key(&input, 'J');
		ui_input_key(&input, VT_KEY_FOREIGN);
		ui_input_key(&input, 'r');
		assert_string_equal(input.text, hidden ? "Jr" : "J?r");
		ui_input_free(&input);
	}
}

/* Its colours, bold and dim parts are gone; the rows beside it keep theirs. */
static void the_chosen_row_is_one_bar(void **state)
{
	struct vt_frame frame = {0};
	(void)state;
	vt_frame_resize(&frame, 40, 3);
	for (int y = 0; y < 3; y++) {
		vt_put(&frame, 2, y, VT_ARROW_RIGHT, VT_LAMP, VT_BOLD);
		vt_text(&frame, 4, y, "a charm", VT_GOLD, 0, NULL);
		vt_text(&frame, 20, y, "path of the shadow", VT_DIM, VT_FADED, NULL);
	}
	ui_chosen(&frame, 1, 1, 38);
	for (int x = 0; x < 40; x++) {
		struct vt_cell cell = frame.cells[40 + x];
		assert_int_equal(cell.role, VT_TEXT);
		assert_int_equal(cell.attributes, x >= 1 && x < 39 ? VT_REVERSE : 0);
		assert_int_equal(cell.glyph, frame.cells[x].glyph);
		assert_memory_equal(&frame.cells[x], &frame.cells[80 + x], sizeof cell);
	}
	assert_int_equal(frame.cells[4].role, VT_GOLD);
	assert_int_equal(frame.cursor_x, 1);
	assert_int_equal(frame.cursor_y, 1);
	ui_chosen(&frame, 30, 2, 38);
	ui_chosen(&frame, 0, 3, 38);
	assert_int_equal(frame.cells[119].attributes, VT_REVERSE);
	vt_frame_free(&frame);
}

/* A row of art has at most 255 characters. */
static void a_long_row_of_art_is_cut(void **state)
{
	struct vt_frame frame = {0};
	char text[300];
	int shown = 0;
	(void)state;
	assert_true(vt_frame_resize(&frame, 290, 2));
	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	assert_int_equal(ui_art(&frame, 0, 0, text, VT_TEXT), 1);
	while (shown < frame.width && frame.cells[shown].glyph == 'x')
		shown++;
	assert_int_equal(shown, 255);
	vt_frame_free(&frame);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(foreign_letters_are_shown),
		cmocka_unit_test(inputs_are_edited),
		cmocka_unit_test(inputs_are_set),
		cmocka_unit_test(texts_are_cut_between_words),
		cmocka_unit_test(hidden_inputs_show_nothing),
		cmocka_unit_test(long_inputs_scroll_with_their_cursor),
		cmocka_unit_test(words_are_wrapped_and_counted),
		cmocka_unit_test(labels_stand_beside_their_rows),
		cmocka_unit_test(pagers_turn_pages),
		cmocka_unit_test(pagers_of_one_page_close_at_once),
		cmocka_unit_test(times_are_told_in_round_units),
		cmocka_unit_test(the_chosen_row_is_one_bar),
		cmocka_unit_test(bars_are_full_while_anything_is_left),
		cmocka_unit_test(texts_of_any_length_are_added_whole),
		cmocka_unit_test(guests_and_members_read_their_own_parts),
		cmocka_unit_test(blanks_around_are_taken_away),
		cmocka_unit_test(options_survive_as_text),
		cmocka_unit_test(options_are_written_in_one_form),
		cmocka_unit_test(changed_keys_that_do_not_fit_are_left_out),
		cmocka_unit_test(the_mouse_belongs_to_a_kind_of_terminal),
		cmocka_unit_test(options_keep_their_key),
		cmocka_unit_test(characters_belong_to_a_kind_of_terminal),
		cmocka_unit_test(a_long_row_of_art_is_cut),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
