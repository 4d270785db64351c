/*
 * The key decoder: the table in keys.test, whole and split at every byte; garbage; and the bounds
 * of the queue.
 */
#include "tests/test.h"

#include "vt100/vt100.h"

#define TABLE "tests/vt100/keys.test"
#define TIMEOUT 0x100
#define PART_MAX 160

static const struct {
	const char *name;
	int key;
} key_names[] = {{"enter", '\r'}, {"space", ' '}, {"backspace", '\b'}, {"escape", VT_KEY_ESCAPE},
#define ROW(id, word, label) {word, VT_KEY_##id},
	VT_NAMED_KEYS(ROW)
#undef ROW
};

static int parse_key(const char *name)
{
	if (strcmp(name, "foreign") == 0)
		return VT_KEY_FOREIGN;
	if (name[1] == '\0')
		return name[0];
	if (name[0] == '^')
		return name[1] - '@';
	if (strncmp(name, "shift-", 6) == 0)
		return parse_key(name + 6) + VT_KEY_SHIFT;
	for (size_t i = 0; i < sizeof(key_names) / sizeof(key_names[0]); i++) {
		if (strcmp(key_names[i].name, name) == 0)
			return key_names[i].key;
	}
	fail_msg("%s: no key is called %s", TABLE, name);
	return 0;
}

/* One byte or TIMEOUT; moves *text on. */
static int parse_input(const char **text)
{
	static const char letters[] = "ernt0bs=\\T";
	static const int meanings[] = {
		'\033', '\r', '\n', '\t', '\0', '\b', ' ', '=', '\\', TIMEOUT};
	const char *at = *text;

	*text = at + 1;
	if (*at != '\\')
		return (uint8_t)*at;
	*text = at + 2;
	if (at[1] == 'x') {
		char digits[3] = {at[2], at[3], '\0'};
		*text = at + 4;
		return (int)strtol(digits, NULL, 16);
	}
	const char *letter = strchr(letters, at[1]);
	if (letter == NULL || *letter == '\0')
		fail_msg("%s: what is \\%c?", TABLE, at[1]);
	return meanings[letter - letters];
}

struct row {
	const char *kind;
	const char *line;
	int parts[PART_MAX], part_count;
	int keys[PART_MAX], key_count;
};

static void parse_row(struct row *row, char *line)
{
	char *equals = strstr(line, " =");

	assert_non_null(equals);
	*equals = '\0';
	row->part_count = row->key_count = 0;
	for (const char *at = line; *at != '\0' && row->part_count < PART_MAX;)
		row->parts[row->part_count++] = parse_input(&at);
	for (char *word = strtok(equals + 2, " "); word != NULL; word = strtok(NULL, " "))
		row->keys[row->key_count++] = parse_key(word);
}

static void feed_parts(struct vt_keys *keys, const int *parts, int from, int to)
{
	uint8_t bytes[PART_MAX];
	size_t size = 0;

	for (int i = from; i < to; i++) {
		if (parts[i] != TIMEOUT) {
			bytes[size++] = (uint8_t)parts[i];
			continue;
		}
		vt_keys_feed(keys, bytes, size);
		size = 0;
		vt_keys_timeout(keys);
	}
	vt_keys_feed(keys, bytes, size);
}

static void check_keys(const struct row *row, struct vt_keys *keys, const char *how, int split)
{
	for (int i = 0; i < row->key_count; i++) {
		int key = vt_keys_next(keys);
		if (key != row->keys[i])
			fail_msg("%s on %s, %s at %d: key %d is %d and not %d", row->line,
				row->kind, how, split, i, key, row->keys[i]);
	}
	int more = vt_keys_next(keys);
	if (more != VT_KEY_NONE)
		fail_msg("%s on %s, %s at %d: one key too many, %d", row->line, row->kind, how,
			split, more);
	assert_false(vt_keys_waiting(keys));
}

static void run_row(const struct row *row)
{
	const struct vt_kind *kind = vt_kind_by_name(row->kind);
	struct vt_keys keys;

	for (int split = 0; split < row->part_count; split++) {
		vt_keys_begin(&keys, kind);
		feed_parts(&keys, row->parts, 0, split);
		feed_parts(&keys, row->parts, split, row->part_count);
		check_keys(row, &keys, "split", split);
	}
	vt_keys_begin(&keys, kind);
	for (int i = 0; i < row->part_count; i++)
		feed_parts(&keys, row->parts, i, i + 1);
	check_keys(row, &keys, "byte by byte", 0);
}

static void test_table_of_keys(void **state)
{
	(void)state;
	FILE *file = fopen(TABLE, "r");
	char line[256], title[256], kind[64] = "";
	int rows = 0;

	assert_non_null(file);
	while (fgets(line, sizeof(line), file) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		if (line[0] == '\0' || line[0] == '#')
			continue;
		if (sscanf(line, "kind %63s", kind) == 1)
			continue;
		memcpy(title, line, sizeof(title));
		struct row row = {.kind = kind, .line = title};
		parse_row(&row, line);
		run_row(&row);
		rows++;
	}
	fclose(file);
	assert_true(rows > 80);
}

static void test_only_an_uncertain_escape_waits(void **state)
{
	(void)state;
	struct vt_keys keys;

	vt_keys_begin(&keys, vt_kind_by_name("xterm"));
	assert_false(vt_keys_waiting(&keys));
	vt_keys_feed(&keys, (const uint8_t *)"\033", 1);
	assert_true(vt_keys_waiting(&keys));
	assert_int_equal(vt_keys_next(&keys), VT_KEY_NONE);
	vt_keys_feed(&keys, (const uint8_t *)"[", 1);
	assert_false(vt_keys_waiting(&keys));
	vt_keys_feed(&keys, (const uint8_t *)"A", 1);
	assert_false(vt_keys_waiting(&keys));
	assert_int_equal(vt_keys_next(&keys), VT_KEY_UP);
}

static void test_keys_beyond_the_queue_are_dropped(void **state)
{
	(void)state;
	struct vt_keys keys;

	vt_keys_begin(&keys, vt_kind_by_name("xterm"));
	for (int i = 0; i < VT_KEYS_QUEUED_MAX + 50; i++) {
		uint8_t byte = (uint8_t)('a' + i % 26);
		vt_keys_feed(&keys, &byte, 1);
	}
	for (int i = 0; i < VT_KEYS_QUEUED_MAX; i++)
		assert_int_equal(vt_keys_next(&keys), 'a' + i % 26);
	assert_int_equal(vt_keys_next(&keys), VT_KEY_NONE);
}

/* Garbage gives the same keys however it is split, keys in range, and never keeps the decoder from
 * a later arrow. */
static void test_garbage(void **state)
{
	(void)state;
	static const char likely[] = "\033\033[[O?;;0123456789AB~]\r\n\\M\x7f\x9b\xc3";
	uint32_t random = 12345;

	for (int round = 0; round < 20000; round++) {
		struct vt_keys whole, split;
		uint8_t bytes[24];

		for (size_t i = 0; i < sizeof(bytes); i++) {
			random = random * 1664525u + 1013904223u;
			bytes[i] = random >> 31
					   ? (uint8_t)(random >> 16)
					   : (uint8_t)likely[(random >> 16) % (sizeof(likely) - 1)];
		}
		vt_keys_begin(&whole, vt_kind_by_name("xterm"));
		vt_keys_begin(&split, vt_kind_by_name("xterm"));
		vt_keys_feed(&whole, bytes, sizeof(bytes));
		for (size_t i = 0; i < sizeof(bytes); i++)
			vt_keys_feed(&split, &bytes[i], 1);
		int key;
		do {
			key = vt_keys_next(&whole);
			assert_int_equal(key, vt_keys_next(&split));
			assert_in_range(key, 0, VT_KEY_SHIFT | VT_KEY_F4);
		} while (key != VT_KEY_NONE);
		vt_keys_timeout(&whole);
		vt_keys_feed(&whole, (const uint8_t *)"\r\033[A", 4);
		int last = VT_KEY_NONE;
		while ((key = vt_keys_next(&whole)) != VT_KEY_NONE)
			last = key;
		assert_int_equal(last, VT_KEY_UP);
	}
}

/* Answers to status requests are counted and are no keys, however they are split. */
static void test_answers_are_no_keys(void **state)
{
	static const char bytes[] = "\033[0na\033[0n\033[n\033[;n\033[?1n\033On";
	struct vt_keys keys;

	(void)state;
	vt_keys_begin(&keys, vt_kind_by_name("vt220"));
	for (size_t i = 0; i < sizeof(bytes) - 1; i++) {
		vt_keys_feed(&keys, (const uint8_t *)bytes + i, 1);
		if (bytes[i] == 'a')
			assert_int_equal(keys.answers, 1);
	}
	assert_int_equal(keys.answers, 4);
	assert_int_equal(keys.typed, 2);
	assert_int_equal(vt_keys_next(&keys), 'a');
	assert_int_equal(vt_keys_next(&keys), VT_KEY_DELETE);
	assert_int_equal(vt_keys_next(&keys), VT_KEY_NONE);
	for (int i = 0; i < 300; i++)
		vt_keys_feed(&keys, (const uint8_t *)"\033[0n", 4);
	assert_int_equal(keys.answers, UINT8_MAX);
	assert_true(vt_kind_answers(vt_kind_by_name("xterm")));
	assert_true(vt_kind_answers(vt_kind_by_name("vt100")));
	assert_false(vt_kind_answers(vt_kind_by_name("ansi")));
	assert_false(vt_kind_answers(vt_kind_by_name("dumb")));
	assert_false(vt_kind_answers(vt_kind_by_name("")));
}

static void feed(struct vt_keys *keys, const char *bytes)
{
	vt_keys_feed(keys, (const uint8_t *)bytes, strlen(bytes));
}

/* A VT220 in UTF-8, and other kinds, have no 8-bit controls: 9B is a letter of theirs. */
static void test_utf8_has_no_8_bit_controls(void **state)
{
	struct vt_keys keys;

	(void)state;
	vt_keys_begin(&keys, vt_kind_by_name("vt220"));
	keys.utf8 = true;
	feed(&keys, "\x9b"
		    "A");
	assert_int_equal(vt_keys_next(&keys), 'A');
	assert_int_equal(vt_keys_next(&keys), VT_KEY_NONE);
}

/* One key for each letter beyond ASCII, in UTF-8 and in bytes of CP437. */
static void test_foreign_letters_are_one_key_each(void **state)
{
	struct vt_keys keys;

	(void)state;
	for (int utf8 = 0; utf8 < 2; utf8++) {
		vt_keys_begin(&keys, vt_kind_by_name("xterm"));
		keys.utf8 = utf8;
		feed(&keys, utf8 ? "J\xc3\xbcr\xe2\x82\xac" : "J\x81r\x9b");
		assert_int_equal(vt_keys_next(&keys), 'J');
		assert_int_equal(vt_keys_next(&keys), VT_KEY_FOREIGN);
		assert_int_equal(vt_keys_next(&keys), 'r');
		assert_int_equal(vt_keys_next(&keys), VT_KEY_FOREIGN);
		assert_int_equal(vt_keys_next(&keys), VT_KEY_NONE);
	}
}

/* A field gets what is pasted, without the marks and without a mouse that it might contain. */
static void test_fields_take_pastes(void **state)
{
	struct vt_keys keys;

	(void)state;
	vt_keys_begin(&keys, vt_kind_by_name("xterm"));
	keys.pastes = keys.mouse = true;
	feed(&keys, "\033[200~hj\033[<0;1;1M");
	assert_true(vt_keys_waiting(&keys));
	assert_true(vt_keys_patience(&keys, 0) >= 1000);
	feed(&keys, "\033[201~");
	assert_false(vt_keys_waiting(&keys));
	assert_int_equal(vt_keys_next(&keys), 'h');
	assert_int_equal(vt_keys_next(&keys), 'j');
	assert_int_equal(vt_keys_next(&keys), VT_KEY_NONE);
}

/* A string without an end cannot keep keys for ever. */
static void test_strings_are_bounded(void **state)
{
	struct vt_keys keys;

	(void)state;
	vt_keys_begin(&keys, vt_kind_by_name("xterm"));
	feed(&keys, "\033P");
	for (int i = 0; i < VT_KEYS_STRING_MAX; i++)
		feed(&keys, "h");
	assert_int_equal(vt_keys_next(&keys), VT_KEY_NONE);
	feed(&keys, "j");
	assert_int_equal(vt_keys_next(&keys), 'j');
}

/* ^S pauses the output until ^Q, or until a key shows that the player does not wait for it. */
static void test_the_terminal_may_pause_output(void **state)
{
	static const char *const ends[] = {"\x11", "j", "\033[A"};

	(void)state;
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		struct vt_keys keys;

		vt_keys_begin(&keys, vt_kind_by_name("vt100"));
		assert_false(keys.paused);
		feed(&keys, "\x13\033[0n");
		assert_true(keys.paused);
		feed(&keys, ends[i]);
		assert_false(keys.paused);
	}
}

/* A tty that pauses inside of an arrow sends an arrow all the same. */
static void test_patience_follows_the_round_trip(void **state)
{
	struct vt_keys keys;

	(void)state;
	vt_keys_begin(&keys, vt_kind_by_name("xterm"));
	feed(&keys, "\033");
	assert_true(vt_keys_patience(&keys, 0) > 100);
	assert_int_equal(vt_keys_patience(&keys, 200), vt_keys_patience(&keys, 0) + 200);
	assert_int_equal(vt_keys_patience(&keys, 5000), 600);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table_of_keys),
		cmocka_unit_test(test_only_an_uncertain_escape_waits),
		cmocka_unit_test(test_keys_beyond_the_queue_are_dropped),
		cmocka_unit_test(test_garbage),
		cmocka_unit_test(test_answers_are_no_keys),
		cmocka_unit_test(test_utf8_has_no_8_bit_controls),
		cmocka_unit_test(test_foreign_letters_are_one_key_each),
		cmocka_unit_test(test_fields_take_pastes),
		cmocka_unit_test(test_strings_are_bounded),
		cmocka_unit_test(test_the_terminal_may_pause_output),
		cmocka_unit_test(test_patience_follows_the_round_trip),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
