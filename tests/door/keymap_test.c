/* The key map: every action has a key in every preset, and the help tells them all. */
#include "tests/test.h"

#include "door/play/keymap.h"
#include "vt100/vt100.h"

static void every_action_has_a_key(void **state)
{
	(void)state;
	for (unsigned preset = 0; preset < keymap_preset_count(); preset++)
		for (int action = ACTION_WALK; action < ACTION_COUNT; action++) {
			int key = keymap_key(keymap_preset(preset), action);
			assert_int_not_equal(key, VT_KEY_NONE);
			assert_int_equal(keymap_action(keymap_preset(preset), key, true), action);
		}
}

static void keys_mean(void **state)
{
	static const struct {
		const char *preset;
		int key;
		enum action action;
	} cases[] = {
		{"vi", 'h', ACTION_WALK + DIR_W},
		{"vi", 'n', ACTION_WALK + DIR_SE},
		{"vi", 'L', ACTION_RUN + DIR_E},
		{"vi", VT_KEY_LEFT, ACTION_WALK + DIR_W},
		{"vi", VT_KEY_LEFT + VT_KEY_SHIFT, ACTION_RUN + DIR_W},
		{"vi", '7', ACTION_WALK + DIR_NW},
		{"vi", ',', ACTION_PICK_UP},
		{"vi", '\r', ACTION_LEGAL},
		{"vi", 'R' - 64, ACTION_REDRAW},
		{"numpad", 'h', ACTION_NONE},
		{"numpad", '7', ACTION_WALK + DIR_NW},
		{"laptop", 'i', ACTION_WALK + DIR_N},
		{"laptop", 'I', ACTION_INVENTORY},
		{"laptop", 'k', ACTION_WAIT},
		{"laptop", '.', ACTION_WALK + DIR_SE},
		{"laptop", 'p', ACTION_PICK_UP},
		{"laptop", '+', ACTION_OPEN},
		{"vi", 'f', ACTION_FIRE},
		{"vi", 'z', ACTION_ZAP},
		{"vi", 'Z', ACTION_CAST},
		{"laptop", 'A', ACTION_CHOOSE},
		{"vi", 'E', ACTION_NONE},
		{"vi", 255, ACTION_NONE},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		assert_int_equal(
			keymap_action(keymap_preset(keymap_preset_by_word(cases[i].preset)),
				cases[i].key, false),
			cases[i].action);
}

static void debugging_keys_need_debugging(void **state)
{
	static const char keys[] = "VOMRT";
	(void)state;
	for (const char *key = keys; *key; key++) {
		assert_int_equal(keymap_action(keymap_preset(0), *key, false), ACTION_NONE);
		assert_int_not_equal(keymap_action(keymap_preset(0), *key, true), ACTION_NONE);
	}
}

static void directions_are_named_by_walks_and_runs(void **state)
{
	(void)state;
	assert_int_equal(keymap_direction(keymap_preset(0), 'k'), DIR_N);
	assert_int_equal(keymap_direction(keymap_preset(0), 'K'), DIR_N);
	assert_int_equal(keymap_direction(keymap_preset(0), VT_KEY_PAGE_DOWN), DIR_SE);
	assert_int_equal(keymap_direction(keymap_preset(0), 'x'), DIR_COUNT);
}

static void help_tells_every_action(void **state)
{
	(void)state;
	for (unsigned preset = 0; preset < keymap_preset_count(); preset++) {
		char *help = keymap_help(NULL, keymap_preset(preset), true);
		for (int action = ACTION_ROWS; action < ACTION_COUNT; action++) {
			char keys[40];
			keymap_keys_text(keymap_preset(preset), action, 2, keys, sizeof keys);
			const char *at = strstr(help, action_row(action)->help);
			assert_non_null(at);
			assert_true(strlen(keys) > 0);
			assert_non_null(strstr(help, keys));
		}
		free(help);
		help = keymap_help(NULL, keymap_preset(preset), false);
		assert_null(strstr(help, "debugging"));
		/* Names of items come from the content. */
		assert_null(strstr(help, "potion"));
		assert_null(strstr(help, "scroll"));
		free(help);
	}
}

static void keys_are_named(void **state)
{
	static const struct {
		int key;
		const char *name;
	} cases[] = {{'h', "h"}, {'\r', "Enter"}, {'R' - 64, "^R"}, {VT_KEY_UP, "Up"},
		{VT_KEY_ESCAPE, "Esc"}, {VT_KEY_DOWN + VT_KEY_SHIFT, "Shift-Down"}, {' ', "Space"},
		{'\t', "Tab"}, {'A' - 64, "^A"}, {31, "^_"}, {'!', "!"}, {'~', "~"}, {255, "\xff"},
		{VT_KEY_F1, "F1"}, {VT_KEY_UP + VT_KEY_SHIFT, "Shift-Up"},
		{VT_KEY_FOREIGN, "This letter"}};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		char name[16];
		keymap_key_name(cases[i].key, name, sizeof name);
		assert_string_equal(name, cases[i].name);
	}
}

static void presets_are_found_by_word(void **state)
{
	(void)state;
	for (unsigned preset = 0; preset < keymap_preset_count(); preset++)
		assert_int_equal(keymap_preset_by_word(keymap_preset_word(preset)), preset);
	assert_int_equal(keymap_preset_by_word("dvorak"), 0);
}

/* A number that is no preset's is the first one. */
static void presets_have_words_and_helps(void **state)
{
	unsigned count = keymap_preset_count();
	(void)state;
	assert_int_equal(count, 5);
	for (unsigned a = 0; a < count; a++)
		for (unsigned b = 0; b < a; b++) {
			assert_string_not_equal(keymap_preset_word(a), keymap_preset_word(b));
			assert_string_not_equal(keymap_preset_help(a), keymap_preset_help(b));
		}
	for (unsigned beyond = count; beyond < count + 3; beyond++) {
		assert_string_equal(keymap_preset_word(beyond), keymap_preset_word(0));
		assert_string_equal(keymap_preset_help(beyond), keymap_preset_help(0));
		assert_ptr_equal(keymap_preset(beyond), keymap_preset(0));
	}
}

/* At most two keys, the preset's own first, and never beyond the room for them. */
static void keys_of_an_action_fit_their_room(void **state)
{
	static const struct {
		const char *preset;
		enum action action;
		size_t room;
		const char *text;
	} cases[] = {
		{"vi", ACTION_WALK + DIR_W, 20, "h Left"},
		{"vi", ACTION_WALK + DIR_W, 3, "h "},
		{"vi", ACTION_WALK + DIR_W, 1, ""},
		{"numpad", ACTION_WALK + DIR_W, 20, "Left 4"},
		{"laptop", ACTION_WAIT, 20, "k 5"},
		{"laptop", ACTION_PICK_UP, 20, "p"},
		{"vi", ACTION_LEGAL, 20, "Enter"},
		{"vi", ACTION_SEARCH, 20, "s"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char text[24];
		memset(text, '#', sizeof text);
		keymap_keys_text(keymap_preset(keymap_preset_by_word(cases[i].preset)),
			cases[i].action, 2, text, cases[i].room);
		assert_string_equal(text, cases[i].text);
		for (size_t at = cases[i].room; at < sizeof text; at++)
			assert_int_equal(text[at], '#');
	}
}

static void a_compass_has_the_keys_of_its_preset(void **state)
{
	static const char *const rows[][5] = {{"vi", "y  k  u", "h", "l", "    b  j  n\n"},
		{"numpad", "7  8  9", "4", "6", "    1  2  3\n"},
		{"laptop", "u  i  o", "j", "l", "    m  ,  .\n"},
		{"wasd", "q  w  e", "a", "d", "    z  s  c\n"}};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char text[160], plain[160], wanted[160];
		size_t length = 0;
		keymap_compass(keymap_preset(keymap_preset_by_word(rows[i][0])), text, sizeof text);
		for (const char *at = text; *at; at++)
			if ((unsigned char)*at >= ' ' || *at == '\n')
				plain[length++] = *at;
		plain[length] = '\0';
		snprintf(wanted, sizeof wanted, "    %s\n     \\ | /\n    %s--@--%s\n     / | \\\n",
			rows[i][1], rows[i][2], rows[i][3]);
		assert_int_equal(strncmp(plain, wanted, strlen(wanted)), 0);
		assert_non_null(strstr(plain, rows[i][4]));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_action_has_a_key),
		cmocka_unit_test(keys_mean),
		cmocka_unit_test(debugging_keys_need_debugging),
		cmocka_unit_test(directions_are_named_by_walks_and_runs),
		cmocka_unit_test(help_tells_every_action),
		cmocka_unit_test(keys_are_named),
		cmocka_unit_test(presets_are_found_by_word),
		cmocka_unit_test(presets_have_words_and_helps),
		cmocka_unit_test(keys_of_an_action_fit_their_room),
		cmocka_unit_test(a_compass_has_the_keys_of_its_preset),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
