/* The key map: every action has a key in every preset, and the help tells them all. */
#include "tests/test.h"

#include "door/play/keymap.h"
#include "vt100/vt100.h"

static void every_action_has_a_key(void **state)
{
	(void)state;
	for (unsigned preset = 0; preset < keymap_preset_count(); preset++)
		for (int action = ACTION_WALK; action < ACTION_COUNT; action++) {
			int key = keymap_key(preset, action);
			assert_int_not_equal(key, VT_KEY_NONE);
			assert_int_equal(keymap_action(preset, key, true), action);
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
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		assert_int_equal(
			keymap_action(keymap_preset_by_word(cases[i].preset), cases[i].key, false),
			cases[i].action);
}

static void debugging_keys_need_debugging(void **state)
{
	static const char keys[] = "VOMRT";
	(void)state;
	for (const char *key = keys; *key; key++) {
		assert_int_equal(keymap_action(0, *key, false), ACTION_NONE);
		assert_int_not_equal(keymap_action(0, *key, true), ACTION_NONE);
	}
}

static void directions_are_named_by_walks_and_runs(void **state)
{
	(void)state;
	assert_int_equal(keymap_direction(0, 'k'), DIR_N);
	assert_int_equal(keymap_direction(0, 'K'), DIR_N);
	assert_int_equal(keymap_direction(0, VT_KEY_PAGE_DOWN), DIR_SE);
	assert_int_equal(keymap_direction(0, 'x'), DIR_COUNT);
}

static void help_tells_every_action(void **state)
{
	(void)state;
	for (unsigned preset = 0; preset < keymap_preset_count(); preset++) {
		char *help = keymap_help(NULL, preset, true);
		for (int action = ACTION_ROWS; action < ACTION_COUNT; action++) {
			char keys[40];
			keymap_keys_text(preset, action, keys, sizeof keys);
			const char *at = strstr(help, action_row(action)->help);
			assert_non_null(at);
			assert_true(strlen(keys) > 0);
			assert_non_null(strstr(help, keys));
		}
		free(help);
		help = keymap_help(NULL, preset, false);
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
		{VT_KEY_ESCAPE, "Esc"}, {VT_KEY_DOWN + VT_KEY_SHIFT, "Shift-Down"}, {' ', "Space"}};
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
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
