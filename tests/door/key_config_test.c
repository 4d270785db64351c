/* Key configurations: texts become maps and come back, and all that is wrong is explained. */
#include "tests/test.h"

#include "door/play/key_config.h"
#include "door/session/session.h"
#include "door/ui/ui.h"
#include "vt100/vt100.h"

#define VALID "like vi\n"

static void check_same(const struct keymap *a, const struct keymap *b)
{
	assert_int_equal(a->preset, b->preset);
	for (int key = 1; key < 2 * VT_KEY_SHIFT; key++)
		assert_int_equal(keymap_action(a, key, true), keymap_action(b, key, true));
	for (int action = ACTION_WALK; action < ACTION_COUNT; action++)
		assert_int_equal(
			keymap_key(a, (enum action)action), keymap_key(b, (enum action)action));
}

static void a_text_becomes_a_map(void **state)
{
	struct keymap map;
	struct complaint complaint;
	(void)state;
	assert_true(key_config_paste(&map,
		"# mine\r\n\n  like   vi \t\nbind z rest\n\tbind # search\nbind h none\n"
		"bind shift-pgup wait\nbind ctrl-x explore\nbind Space travel",
		&complaint));
	assert_int_equal(map.preset, 0);
	assert_int_equal(keymap_action(&map, 'z', false), ACTION_REST);
	assert_int_equal(keymap_action(&map, '#', false), ACTION_SEARCH);
	assert_int_equal(keymap_action(&map, 'h', false), ACTION_NONE);
	assert_int_equal(keymap_action(&map, VT_KEY_PAGE_UP + VT_KEY_SHIFT, false), ACTION_WAIT);
	assert_int_equal(keymap_action(&map, 'X' - 64, false), ACTION_EXPLORE);
	assert_int_equal(keymap_action(&map, ' ', false), ACTION_TRAVEL);
	assert_int_equal(keymap_action(&map, 'j', false), ACTION_WALK + DIR_S);
	/* The player's own key is the one that help names first. */
	assert_int_equal(keymap_key(&map, ACTION_REST), 'z');
	assert_int_equal(keymap_nth_key(&map, ACTION_REST, 1), 'P');
	assert_int_equal(keymap_key(&map, ACTION_ZAP), VT_KEY_NONE);
}

/* Without "like" no other key does anything. */
static void a_whole_text_begins_with_nothing(void **state)
{
	struct keymap map;
	struct complaint complaint;
	(void)state;
	assert_true(key_config_paste(&map, "bind o options\nbind S save\n", &complaint));
	assert_int_equal(keymap_action(&map, 'j', false), ACTION_NONE);
	assert_int_equal(keymap_action(&map, 'o', false), ACTION_OPTIONS);
	assert_int_equal(keymap_action(&map, '?', false), ACTION_HELP);
	assert_int_equal(map.count, 2);
	assert_string_equal(keymap_preset_word(map.preset), "none");
	char *text = key_config_text(&map);
	assert_string_equal(text, "like none\nbind o options\nbind S save\n");
	free(text);
}

/* Every key that there is, each bound to the longest name. */
static void any_map_fits_into_an_account(void **state)
{
	struct options options, again;
	char text[STORE_OPTIONS_MAX];
	(void)state;
	options_read(&options, "charset=utf8 colours=truecolour ground=light light=plain hints=off "
			       "given=ffffffff read=ffffffff take=walking keys=none "
			       "leave=weapon,armour,launcher,missile,potion,scroll,wand,food");
	for (int key = 1; key < 2 * VT_KEY_SHIFT; key++)
		if (keymap_key_bindable(key))
			keymap_bind(&options.keys, key, ACTION_WALK + DIR_NW);
	keymap_bind(&options.keys, '=', ACTION_OPTIONS);
	keymap_bind(&options.keys, 'S', ACTION_SAVE);
	assert_true(options_write(&options, text, sizeof text));
	options_read(&again, text);
	check_same(&again.keys, &options.keys);
}

static void faults_are_explained(void **state)
{
	static const struct {
		const char *text;
		unsigned line;
		const char *sentence;
	} cases[] = {
		{VALID "bind h", 2, "a binding is"},
		{VALID "bind", 2, "a binding is"},
		{VALID "\nbind h jump", 3, "no command is called \"jump\""},
		{VALID "bind h wait\nbind j wait\nbind h rest", 4, "first on line 2"},
		{VALID "bind ? wait", 2, "? is always the help"},
		{VALID "bind Esc wait", 2, "Esc always leaves"},
		{VALID "map h wait", 2, "is no line of a key configuration"},
		{VALID "bind h wait now", 2, "one word too many"},
		{"like vi numpad", 1, "one word too many"},
		{"like dvorak", 1, "no preset is called \"dvorak\""},
		{"bind h wait\nlike vi", 2, "must be the first line"},
		{"bind S save", 0, "no key is bound to \"options\""},
		{VALID "bind S none", 0, "no key is bound to \"save\""},
		{VALID "bind F5 wait", 2, "only F1 to F4"},
		{VALID "bind Alt-x wait", 2, "sends Alt as Esc"},
		{VALID "bind ^M wait", 2, "write Enter"},
		{VALID "bind ^I wait", 2, "write Tab"},
		{VALID "bind ^h wait", 2, "write Backspace"},
		{VALID "bind ^[ wait", 2, "^[ is Esc"},
		{VALID "bind Ctrl-5 wait", 2, "Ctrl with letters only"},
		{VALID "bind Shift-a wait", 2, "write the character"},
		{VALID "bind Shift-Enter wait", 2, "alike with and without Shift"},
		{VALID "bind CapsLock wait", 2, "a terminal sends nothing"},
		{VALID "bind \xc3\xa4 wait", 2, "beyond ASCII"},
		{VALID "bind hh wait", 2, "no key is called \"hh\""},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct keymap map;
		struct complaint complaint = {.line = 99};
		assert_false(key_config_paste(&map, cases[i].text, &complaint));
		if (complaint.line != cases[i].line ||
			!strstr(complaint.sentence, cases[i].sentence))
			fail_msg("%s: line %u: %s", cases[i].text, complaint.line,
				complaint.sentence);
	}
}

/* The line of help of another text does not stay. */
static void a_text_without_help_has_none(void **state)
{
	struct keymap map;
	struct complaint complaint;
	char help[KEY_HELP_MAX] = "help of another text";
	(void)state;
	assert_true(
		key_config_read(&map, help, "mine.txt", "bind z rest\n", NULL, NULL, &complaint));
	assert_string_equal(help, "");
}

static void texts_are_bounded(void **state)
{
	static char text[KEY_CONFIG_MAX + 2];
	struct keymap map;
	struct complaint complaint;
	(void)state;
	memset(text, '\n', sizeof text - 1);
	memcpy(text, VALID, strlen(VALID));
	assert_false(key_config_paste(&map, text, &complaint));
	assert_non_null(strstr(complaint.sentence, "longer than 6000 bytes"));
	text[KEY_CONFIG_MAX] = 0;
	assert_true(key_config_paste(&map, text, &complaint));
	memset(text + strlen(VALID), '#', 256);
	assert_false(key_config_paste(&map, text, &complaint));
	assert_int_equal(complaint.line, 2);
	text[strlen(VALID) + 255] = '\n';
	assert_true(key_config_paste(&map, text, &complaint));
}

/* Every key that can be bound has a name that reads as that key, and no other has. */
static void names_of_keys_are_read(void **state)
{
	int count = 0;
	(void)state;
	for (int key = 1; key < 2 * VT_KEY_SHIFT; key++) {
		char name[KEY_NAME_MAX], why[160];
		int read = 0;
		if (!keymap_key_bindable(key))
			continue;
		count++;
		keymap_key_name(key, name, sizeof name);
		/* ^@ and its like are no names, but bytes that some terminal may send. */
		if (!keymap_key_by_name(name, &read, why, sizeof why))
			fail_msg("%s: %s", name, why);
		assert_int_equal(read, key);
		assert_null(strpbrk(name, " \t"));
	}
	assert_true(count <= KEYMAP_KEYS_MAX);
	assert_true(count > 130);
}

static void actions_have_names(void **state)
{
	(void)state;
	for (int i = ACTION_NONE; i < ACTION_COUNT; i++) {
		char name[24], help[120];
		enum action action;
		action_name((enum action)i, name, sizeof name);
		assert_true(action_by_name(name, &action));
		assert_int_equal(action, i);
		action_help(NULL, action, help, sizeof help);
		assert_true(i == ACTION_NONE || *help);
	}
}

/* ---- Changes ---- */

static void a_key_has_one_action(void **state)
{
	struct keymap map = *keymap_preset(0);
	struct key_binding changes[KEYMAP_KEYS_MAX];
	(void)state;
	assert_int_equal(keymap_changes(&map, changes), 0);
	keymap_bind(&map, 'h', ACTION_REST);
	assert_int_equal(keymap_action(&map, 'h', false), ACTION_REST);
	assert_int_equal(keymap_key(&map, ACTION_REST), 'h');
	assert_int_equal(keymap_key(&map, ACTION_WALK + DIR_W), VT_KEY_LEFT);
	assert_int_equal(keymap_changes(&map, changes), 1);
	keymap_bind(&map, 'h', ACTION_NONE);
	assert_int_equal(keymap_changes(&map, changes), 1);
	assert_int_equal(changes[0].action, ACTION_NONE);
	keymap_bind(&map, 'h', ACTION_WALK + DIR_W);
	assert_int_equal(keymap_changes(&map, changes), 0);
	assert_int_equal(keymap_missing(&map), ACTION_NONE);
	keymap_bind(&map, '=', ACTION_NONE);
	assert_int_equal(keymap_missing(&map), ACTION_OPTIONS);
}

/* By the text that players copy, and by that of the account. */
static void changes_come_back(void **state)
{
	static const int keys[] = {'=', ':', ',', ' ', '#', '\'', '\\', '\t', '\r', '\b', '~', '"',
		'A' - 64, VT_KEY_UP + VT_KEY_SHIFT, VT_KEY_CENTRE, VT_KEY_F4, 'b'};
	(void)state;
	for (unsigned preset = 0; preset < keymap_preset_count(); preset++) {
		struct options options, again;
		struct keymap map;
		struct complaint complaint;
		char stored[STORE_OPTIONS_MAX];
		options_read(&options, "bell=on");
		options.keys = *keymap_preset(preset);
		for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
			keymap_bind(&options.keys, keys[i],
				i % 5 == 4 ? ACTION_NONE : (enum action)(ACTION_ROWS + i * 7 % 30));
		keymap_bind(&options.keys, '=', ACTION_OPTIONS);
		char *text = key_config_text(&options.keys);
		assert_true(key_config_paste(&map, text, &complaint));
		check_same(&map, &options.keys);
		free(text);
		assert_true(options_write(&options, stored, sizeof stored));
		options_read(&again, stored);
		check_same(&again.keys, &options.keys);
		assert_int_equal(again.sound, PLAY_BELL);
	}
}

static void too_many_changes_are_left_out_whole(void **state)
{
	struct options options, again;
	char text[400];
	(void)state;
	options_read(&options, "keys=vi");
	for (int key = 'a'; key <= 'z'; key++)
		keymap_bind(&options.keys, key, ACTION_WALK + DIR_NW);
	assert_false(options_write(&options, text, sizeof text));
	options_read(&again, text);
	int bound = 0;
	for (int key = 'a'; key <= 'z'; key++)
		bound += keymap_action(&again.keys, key, false) == ACTION_WALK + DIR_NW;
	assert_in_range(bound, 10, 25);
}

/* Options of an account that nobody can have made so are those of the preset. */
static void stored_keys_are_not_trusted(void **state)
{
	struct options options;
	(void)state;
	options_read(&options, "keys=laptop bind= bind=h bind=hh:wait bind=h:fly bind=?:quit "
			       "bind=:wait bind=z:rest");
	assert_int_equal(keymap_action(&options.keys, 'z', false), ACTION_REST);
	assert_int_equal(keymap_action(&options.keys, '?', false), ACTION_HELP);
	struct key_binding changes[KEYMAP_KEYS_MAX];
	assert_int_equal(keymap_changes(&options.keys, changes), 1);
	options_read(&options, "keys=vi bind==:none bind=z:rest");
	assert_int_equal(keymap_key(&options.keys, ACTION_OPTIONS), '=');
	assert_int_equal(keymap_action(&options.keys, 'z', false), ACTION_ZAP);
}

/* ---- Presets of a host ---- */

static bool read_files(const struct key_file *files, struct key_presets *presets, char *sentence)
{
	struct complaint complaint = {.line = 0};
	size_t count = 0;
	while (files[count].name)
		count++;
	bool read = key_presets_read(presets, files, count, &complaint);
	snprintf(sentence, 400, "%s:%u: %s", complaint.origin, complaint.line, complaint.sentence);
	return read;
}

static void a_host_adds_and_replaces_presets(void **state)
{
	static struct key_presets presets;
	static const struct key_file files[] = {
		{"colemak.txt", "like vi\nhelp of ours\nbind h wait\n"},
		{"vi.txt", "like numpad\nhelp other\nbind z rest\n"}, {NULL, NULL}};
	char sentence[400];
	(void)state;
	assert_true(read_files(files, &presets, sentence));
	assert_int_equal(presets.count, 6);
	assert_string_equal(presets.list[0].word, "vi");
	assert_string_equal(presets.list[0].help, "other");
	assert_int_equal(keymap_action(&presets.list[0].map, 'h', false), ACTION_NONE);
	assert_string_equal(presets.list[5].word, "colemak");
	assert_int_equal(presets.list[5].map.preset, 5);
	assert_int_equal(keymap_action(&presets.list[5].map, 'z', false), ACTION_REST);
	assert_int_equal(keymap_action(&presets.list[5].map, 'h', false), ACTION_WAIT);
}

static void faults_of_hosts_name_file_and_line(void **state)
{
	static const struct {
		struct key_file files[3];
		const char *sentence;
	} cases[] = {
		{{{"mine.txt", "like vi\nbind h fly\n"}}, "mine.txt:2: no command"},
		{{{"a.txt", "like b\n"}, {"b.txt", "like a\n"}}, "a.txt:1: no preset is called"},
		{{{"a.txt", "like a\n"}}, "a.txt:1: no preset is called"},
		{{{"numpad.txt", "bind S save\n"}}, "numpad.txt:0: no key is bound to \"options\""},
		{{{"empty.txt", ""}}, "empty.txt:0: no key is bound"},
		{{{"A b.txt", VALID}}, "A b.txt:0: the name of a preset"},
		{{{"a-name-that-is-far-too-long.txt", VALID}}, "the name of a preset"},
	};
	static struct key_presets presets;
	char sentence[400];
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		assert_false(read_files(cases[i].files, &presets, sentence));
		if (!strstr(sentence, cases[i].sentence))
			fail_msg("not \"%s\" but %s", cases[i].sentence, sentence);
	}
}

static void presets_are_bounded(void **state)
{
	static struct key_presets presets;
	static struct key_file files[KEY_PRESETS_MAX];
	static char names[KEY_PRESETS_MAX][16];
	char sentence[400];
	(void)state;
	for (int i = 0; i + 5 < KEY_PRESETS_MAX; i++) {
		snprintf(names[i], sizeof names[i], "mine%d.txt", i);
		files[i] = (struct key_file){names[i], VALID};
	}
	assert_true(read_files(files, &presets, sentence));
	assert_int_equal(presets.count, KEY_PRESETS_MAX);
	files[KEY_PRESETS_MAX - 5] = (struct key_file){"more.txt", VALID};
	assert_false(read_files(files, &presets, sentence));
	assert_non_null(strstr(sentence, "more than 16 presets"));
}

/* ---- Texts that name keys ---- */

static void pages_name_the_players_own_keys(void **state)
{
	struct keymap map = *keymap_preset(0);
	struct ui_text text = {0};
	(void)state;
	keymap_bind(&map, 'z', ACTION_EXPLORE);
	keymap_bind(&map, 'A', ACTION_NONE);
	keymap_add_page(&text, &map, "{key explore}, {key choose}, {key fly}, {sign x}, {key");
	assert_string_equal(text.text,
		UI_BRIGHT "z" UI_END ", " UI_BRIGHT "no key" UI_END ", {key fly}, {sign x}, {key");
	free(text.text);
	char *help = keymap_help(NULL, &map, false);
	assert_non_null(strstr(help, "Your own keys"));
	assert_non_null(strstr(help, "z X"));
	assert_non_null(strstr(help, "no key"));
	free(help);
	help = keymap_help(NULL, keymap_preset(0), false);
	assert_null(strstr(help, "Your own keys"));
	free(help);
	/* Without a letter for each walk the keys are listed. */
	help = keymap_help(NULL, keymap_preset(keymap_preset_by_word("arrows")), false);
	assert_non_null(strstr(help, "Up"));
	assert_non_null(strstr(help, "walk south-west"));
	free(help);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_text_becomes_a_map),
		cmocka_unit_test(a_whole_text_begins_with_nothing),
		cmocka_unit_test(faults_are_explained),
		cmocka_unit_test(texts_are_bounded),
		cmocka_unit_test(a_text_without_help_has_none),
		cmocka_unit_test(names_of_keys_are_read),
		cmocka_unit_test(actions_have_names),
		cmocka_unit_test(a_key_has_one_action),
		cmocka_unit_test(changes_come_back),
		cmocka_unit_test(any_map_fits_into_an_account),
		cmocka_unit_test(too_many_changes_are_left_out_whole),
		cmocka_unit_test(stored_keys_are_not_trusted),
		cmocka_unit_test(a_host_adds_and_replaces_presets),
		cmocka_unit_test(faults_of_hosts_name_file_and_line),
		cmocka_unit_test(presets_are_bounded),
		cmocka_unit_test(pages_name_the_players_own_keys),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
