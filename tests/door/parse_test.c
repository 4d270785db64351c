/* The lab's words: seeds, sizes, keys and commands as they are written on a command line. */
#include "tests/test.h"

#include "door/text/parse.h"
#include "tests/engine/stock.h"
#include "vt100/vt100.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Complaints are for people; here only that there was one counts. */
static void complaints_hide(void)
{
	assert_non_null(freopen("/dev/null", "w", stderr));
}

static void a_seed_is_a_number_big_end_first(void **state)
{
	(void)state;
	struct seed seed;
	assert_true(parse_seed("1f0", &seed));
	for (size_t i = 0; i < 14; i++)
		assert_int_equal(seed.bytes[i], 0);
	assert_int_equal(seed.bytes[14], 0x01);
	assert_int_equal(seed.bytes[15], 0xf0);
	assert_true(parse_seed("00112233445566778899AAbbccddeeff", &seed));
	for (size_t i = 0; i < 16; i++)
		assert_int_equal(seed.bytes[i], 0x11 * i);
}

static void what_is_no_seed_or_size_is_refused(void **state)
{
	static const char *const seeds[] = {
		"", "g", "0x1", "-1", " 1", "000112233445566778899aabbccddeeff"};
	static const char *const sizes[] = {
		"80", "80x", "x21", "0x21", "80x-1", "80x21x3", "80x21 ", "a"};
	(void)state;
	struct seed seed;
	int width = 7, height = 9;
	complaints_hide();
	for (size_t i = 0; i < COUNT(seeds); i++)
		assert_false(parse_seed(seeds[i], &seed));
	for (size_t i = 0; i < COUNT(sizes); i++)
		assert_false(parse_size(sizes[i], &width, &height));
	width = 7;
	height = 9;
	assert_true(parse_size("", &width, &height));
	assert_true(width == 7 && height == 9);
	assert_true(parse_size("1x1", &width, &height));
	assert_true(width == 1 && height == 1);
	assert_true(parse_size("132x50", &width, &height));
	assert_true(width == 132 && height == 50);
}

static void every_handicap_of_the_content_is_known(void **state)
{
	struct content *content = stock_content();
	struct birth birth;
	(void)state;
	assert_non_null(content);
	assert_true(content_handicap_count(content) > 0);
	for (size_t i = 0; i < content_handicap_count(content); i++) {
		birth = (struct birth){.name = "anna"};
		assert_true(parse_handicaps(content, content_handicap(content, i).id, &birth));
	}
	complaints_hide();
	assert_false(parse_handicaps(content, "no-such-handicap", &birth));
	content_free(content);
}

struct keys_case {
	const char *text;
	size_t count;
	int keys[6];
};

static void keys_are_read_as_they_are_written(void **state)
{
	static const struct keys_case cases[] = {
		{"", 0, {0}},
		{"hJ.", 3, {'h', 'J', '.'}},
		{"\\e\\r\\n\\t\\b", 5, {27, '\r', '\r', '\t', '\b'}},
		{"\\\\\\<\\^", 3, {'\\', '<', '^'}},
		{"\\x41\\x7f\\xff", 3, {0x41, 0x7f, 0xff}},
		{"^R^c^[", 3, {'R' & 31, 'c' & 31, 27}},
		{"<up><shift-left><f4>", 3, {VT_KEY_UP, VT_KEY_SHIFT + VT_KEY_LEFT, VT_KEY_F4}},
		{"<page-down><centre>", 2, {VT_KEY_PAGE_DOWN, VT_KEY_CENTRE}},
		{"<y", 2, {'<', 'y'}},
		{"<up", 3, {'<', 'u', 'p'}},
		{"<upper>", 6, {'<', 'u', 'p', 'p', 'e', 'r'}},
		{"^", 1, {'^'}},
		{"\\", 1, {'\\'}},
	};
	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		int keys[6];
		size_t count = parse_keys(cases[i].text, keys, 6);
		if (count != cases[i].count ||
			memcmp(keys, cases[i].keys, count * sizeof *keys) != 0)
			fail_msg("\"%s\" is read as %zu keys, %d %d ...", cases[i].text, count,
				keys[0], keys[1]);
	}
}

struct command_case {
	const char *line;
	struct command command;
};

static void commands_are_read_by_word_and_by_byte(void **state)
{
	static const struct command_case cases[] = {
		{"step ne", {.verb = VERB_STEP, .direction = DIR_NE}},
		{"  wait  ", {.verb = VERB_WAIT}},
		{"close w", {.verb = VERB_CLOSE, .direction = DIR_W}},
		{"drop 3", {.verb = VERB_DROP, .item = 3}},
		{"drop d", {.verb = VERB_DROP, .item = 3}},
		{"pick_up 0", {.verb = VERB_PICK_UP}},
		{"throw 2 17,5", {.verb = VERB_THROW, .item = 2, .x = 17, .y = 5}},
		{"debug 4", {.verb = VERB_DEBUG, .number = 4}},
		{"drop z", {.verb = VERB_DROP, .item = 25}},
		{"drop 255", {.verb = VERB_DROP, .item = 255}},
		{"drop a", {.verb = VERB_DROP}},
		{"throw b -3,127", {.verb = VERB_THROW, .item = 1, .x = -3, .y = 127}},
		{"cast 3 12,9", {.verb = VERB_CAST, .item = 3, .x = 12, .y = 9}},
		{"debug V", {.verb = VERB_DEBUG, .number = 'V'}},
		{"step n", {.verb = VERB_STEP}},
		{"step nw", {.verb = VERB_STEP, .direction = DIR_NW}},
		{"02", {.verb = VERB_STEP, .direction = DIR_E}},
	};
	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct command command;
		char sentence[100] = "";
		bool none;
		if (!parse_command(cases[i].line, &command, &none, sentence, sizeof sentence))
			fail_msg("\"%s\": %s", cases[i].line, sentence);
		assert_false(none);
		assert_memory_equal(&command, &cases[i].command, sizeof command);
	}
}

/* Parsing the hexadecimal journal bytes of any command gives that command. */
static void a_line_of_bytes_is_the_command_that_they_encode(void **state)
{
	(void)state;
	struct command command = {.verb = VERB_THROW, .item = 5, .x = 79, .y = 20}, again;
	uint8_t bytes[COMMAND_BYTES_MAX];
	char line[64] = "", sentence[100];
	bool none;
	size_t size = command_encode(&command, bytes);
	for (size_t i = 0; i < size; i++)
		snprintf(line + strlen(line), sizeof line - strlen(line), i % 2 ? "%02x " : "%02X",
			bytes[i]);
	assert_true(parse_command(line, &again, &none, sentence, sizeof sentence));
	assert_memory_equal(&command, &again, sizeof command);
}

static void lines_without_a_command_are_passed_over(void **state)
{
	static const char *const lines[] = {"", "   ", "# step e", "\t"};
	(void)state;
	for (size_t i = 0; i < COUNT(lines); i++) {
		struct command command;
		char sentence[100];
		bool none = false;
		assert_true(parse_command(lines[i], &command, &none, sentence, sizeof sentence));
		assert_true(none);
	}
}

static void what_is_no_command_is_told_how_to_be_one(void **state)
{
	static const char *const lines[][2] = {
		{"dance", "unknown command \"dance\""},
		{"step", "wrong arguments; write the command as \"step n|ne|e|se|s|sw|w|nw\""},
		{"step up", "wrong arguments; write the command as \"step n|ne|e|se|s|sw|w|nw\""},
		{"step e e", "wrong arguments; write the command as \"step n|ne|e|se|s|sw|w|nw\""},
		{"wait 3", "wrong arguments; write the command as \"wait\""},
		{"drop", "wrong arguments; write the command as \"drop LETTER\""},
		{"drop 256", "wrong arguments; write the command as \"drop LETTER\""},
		{"throw 1 2", "wrong arguments; write the command as \"throw LETTER X,Y\""},
		{"throw 1 2,", "wrong arguments; write the command as \"throw LETTER X,Y\""},
		{"throw 1 2,3,4", "wrong arguments; write the command as \"throw LETTER X,Y\""},
		{"throw aa 2,3", "wrong arguments; write the command as \"throw LETTER X,Y\""},
		{"cast f 1,1", "wrong arguments; write the command as \"cast NUMBER X,Y\""},
		{"cast 1", "wrong arguments; write the command as \"cast NUMBER X,Y\""},
		{"pick_up a", "wrong arguments; write the command as \"pick_up PLACE\""},
		{"debug VV", "wrong arguments; write the command as \"debug NUMBER\""},
		{"debug 300", "wrong arguments; write the command as \"debug NUMBER\""},
		{"02 0", "unknown command \"02\""},
		{"02 02", "unknown command \"02\""},
		{"ff", "unknown command \"ff\""},
	};
	(void)state;
	for (size_t i = 0; i < COUNT(lines); i++) {
		struct command command;
		char sentence[100] = "";
		bool none;
		assert_false(
			parse_command(lines[i][0], &command, &none, sentence, sizeof sentence));
		assert_string_equal(sentence, lines[i][1]);
	}
}

/* A command's text is read as that command again; of what is aimed only the item is told. */
static void a_command_has_a_text(void **state)
{
	static const struct {
		struct command command;
		const char *text;
	} cases[] = {
		{{.verb = VERB_WAIT}, "wait"},
		{{.verb = VERB_STEP, .direction = DIR_SW}, "step sw"},
		{{.verb = VERB_DROP, .item = 3}, "drop d"},
		{{.verb = VERB_READ, .item = PACK_MAX + 1}, "read B"},
		{{.verb = VERB_PICK_UP, .item = 12}, "pick_up 12"},
		{{.verb = VERB_THROW, .item = 1, .x = 4, .y = 5}, "throw b"},
		{{.verb = VERB_CAST, .item = 2, .x = 4, .y = 5}, "cast 2"},
		{{.verb = VERB_DEBUG, .number = 4}, "debug 4"},
	};
	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		char text[40];
		int length = command_text(&cases[i].command, text, sizeof text);
		assert_string_equal(text, cases[i].text);
		assert_int_equal(length, strlen(text));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_seed_is_a_number_big_end_first),
		cmocka_unit_test(keys_are_read_as_they_are_written),
		cmocka_unit_test(commands_are_read_by_word_and_by_byte),
		cmocka_unit_test(a_line_of_bytes_is_the_command_that_they_encode),
		cmocka_unit_test(lines_without_a_command_are_passed_over),
		cmocka_unit_test(a_command_has_a_text),
		cmocka_unit_test(what_is_no_command_is_told_how_to_be_one),
		cmocka_unit_test(what_is_no_seed_or_size_is_refused),
		cmocka_unit_test(every_handicap_of_the_content_is_known),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
