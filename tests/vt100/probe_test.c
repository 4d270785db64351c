/* Asking a terminal what it is: answers of terminals, of none, of liars. */
#include "tests/test.h"

#include "vt100/vt100.h"

static void feed(struct vt_keys *keys, const char *text, size_t size, size_t piece)
{
	for (size_t at = 0; at < size; at += piece)
		vt_keys_feed(
			keys, (const uint8_t *)text + at, piece < size - at ? piece : size - at);
}

static void begin(struct vt_keys *keys)
{
	vt_keys_begin(keys, vt_kind_by_name(""));
	keys->probe.asked = true;
}

static void answers_give_a_kind(void **state)
{
	static const struct {
		const char *answers, *kind;
		bool utf8;
		int width, height; /* 0: unknown */
	} rows[] = {
		/* xterm, a Linux console, VT100, VT220, VT320, SyncTERM, a program for BBSs */
		{"\033[?64;1;2;6;9;15;16;17;18;21;22;28c\033[40;132R\033[40;2R", "probed", true,
			132, 40},
		{"\033[?6c\033[25;80R\033[25;2R", "probed", true, 80, 25},
		{"\033[?1;2c\033[24;80R\033[24;3R", "vt100", false, 80, 24},
		{"\033[?62;1;2;6;8;9c\033[24;80R\033[24;3R", "vt220", false, 80, 24},
		{"\033[?63;1;2c\033[24;132R\033[24;3R", "vt320", false, 132, 24},
		{"\033[=67;84;101;114;109;1;305c\033[25;80R\033[25;3R", "cterm", false, 80, 25},
		{"\033[25;80R\033[25;3R", "ansi", false, 80, 25},
		/* Half of the answers, and none. */
		{"\033[?1;2c", "vt100", false, 0, 0},
		{"\033[24;80R", "ansi", false, 80, 24},
		{"", NULL, false, 0, 0},
		{"\033[0n\033[5R\033[1;2;3R\033[70000;1R\033[1;2", NULL, false, 0, 0},
		/* Liars: the size is clamped by the session. */
		{"\033[?999999999999999999999c\033[65535;65535R\033[1;1R", "vt100", false, 65535,
			65535},
		{"\033[1;1R\033[1;2R", "probed", true, 0, 0},
		{"\033[?1c\033[?62c\033[9;9R\033[8;3R\033[8;2R", "vt100", false, 9, 9},
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		for (size_t piece = 1; piece < 9; piece += 3) {
			struct vt_keys keys;
			int width = 0, height = 0;

			begin(&keys);
			feed(&keys, rows[i].answers, strlen(rows[i].answers), piece);
			const char *kind = vt_probe_kind(&keys.probe);
			if (rows[i].kind == NULL)
				assert_null(kind);
			else
				assert_string_equal(kind, rows[i].kind);
			assert_int_equal(vt_probe_utf8(&keys.probe), rows[i].utf8);
			assert_int_equal(
				vt_probe_size(&keys.probe, &width, &height), rows[i].width > 0);
			assert_int_equal(width, rows[i].width);
			assert_int_equal(height, rows[i].height);
			assert_int_equal(keys.typed, 0);
			if (kind != NULL)
				assert_string_equal(vt_kind_name(vt_kind_by_name(kind)), kind);
		}
	}
}

/* Nobody is asked any more: the answers are no keys. */
static void late_answers_are_swallowed(void **state)
{
	static const char late[] = "\033[?64;1;2;6;9;15;16;17;18;21;22;28c\033[40;132R\033[40;2R"
				   "\033[?1;2c\033[24;80R\033[24;3R\033[=67;84;101;114;109;1;305c";
	struct vt_keys keys;

	(void)state;
	vt_keys_begin(&keys, vt_kind_by_name(""));
	feed(&keys, late, sizeof late - 1, 1);
	feed(&keys, "x", 1, 1);
	assert_int_equal(vt_keys_next(&keys), 'x');
	assert_int_equal(vt_keys_next(&keys), VT_KEY_NONE);
	assert_int_equal(keys.probe.reports, 0);
}

/* Random bytes of the letters that answers have leave the decoder and the answers whole. */
static void any_bytes_are_borne(void **state)
{
	static const char letters[] = "\033\033[[[?=0123456789;;;;cRnO~\r\200\377x";
	uint64_t random = 88172645463325252u;

	(void)state;
	for (int turn = 0; turn < 20000; turn++) {
		struct vt_keys keys;
		char text[120];
		int width = 80, height = 24;

		for (size_t i = 0; i < sizeof text; i++) {
			random ^= random << 13;
			random ^= random >> 7;
			random ^= random << 17;
			text[i] = letters[random % (sizeof letters - 1)];
		}
		begin(&keys);
		feed(&keys, text, sizeof text, 1 + (size_t)turn % 7);
		assert_in_range(keys.probe.reports, 0, 2);
		assert_non_null(memchr(keys.probe.device, 0, sizeof keys.probe.device));
		const char *kind = vt_probe_kind(&keys.probe);
		assert_true(kind == NULL || !vt_kind_is_unknown(vt_kind_by_name(kind)));
		if (vt_probe_size(&keys.probe, &width, &height))
			assert_in_range(width, 2, UINT16_MAX);
		vt_keys_timeout(&keys);
		assert_false(vt_keys_waiting(&keys));
	}
}

/* On a terminal that knows no escape sequence blanks cover all that the questions print, and a VT52
 * does not stay in its hold-screen mode. */
static void questions_leave_an_empty_row(void **state)
{
	static const char questions[] = VT_PROBE_QUESTIONS;

	(void)state;
	for (int eaten = 0; eaten < 2;
		eaten++) { /* the character behind ESC is eaten, or printed */
		char row[80];
		size_t x = 0;
		bool holds = false;

		memset(row, ' ', sizeof row);
		for (const char *at = questions; *at != '\0'; at++) {
			if (*at == '\r') {
				x = 0;
			} else if (*at == '\033') {
				holds = at[1] == '[' ? true : at[1] == '\\' ? false : holds;
				at += eaten;
			} else {
				row[x++] = *at;
			}
		}
		for (size_t i = 0; i < sizeof row; i++)
			assert_int_equal(row[i], ' ');
		assert_false(holds);
		assert_int_equal(x, 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(answers_give_a_kind),
		cmocka_unit_test(late_answers_are_swallowed),
		cmocka_unit_test(any_bytes_are_borne),
		cmocka_unit_test(questions_leave_an_empty_row),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
