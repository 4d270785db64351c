/* Sounds: the bell, and short tones on terminals that have them. */
#include "tests/test.h"

#include "vt100/internal.h"

#define HARM "\033[4;4;1,~"
#define ENEMY "\033[3;2;8;13,~"
#define FOUND "\033[3;2;20,~"

static const struct {
	const char *kind;
	bool has_tones;
	const char *bell;
} kinds[] = {{"vt510", true, "\a"}, {"VT520", true, "\a"}, {"vt525", true, "\a"},
	{"ms-terminal", true, "\a"}, {"contour", true, "\a"}, {"xterm-256color", false, "\a"},
	{"vt420", false, "\a"}, {"vt100", false, "\a"}, {"linux", false, "\a"},
	{"syncterm", false, "\a"}, {"vt52", false, "\a"}, {"minitel1", false, "\a"},
	{"petscii", false, "\007"}, {"atascii", false, "\375"}, {"dumb", false, "\a"},
	{"nobody-knows", false, "\a"}};
#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

static void check_bytes(const char *name, const struct vt_bytes *out, const char *wanted)
{
	if (out->size != strlen(wanted) || memcmp(out->data, wanted, out->size) != 0)
		fail_msg("%s: %zu bytes, and not %s", name, out->size, wanted);
}

static void a_frame_sounds_once(void **state)
{
	static const struct {
		unsigned tones;
		const char *bytes;
	} rows[] = {{0, ""}, {VT_TONE_HARM, HARM}, {VT_TONE_ENEMY, ENEMY}, {VT_TONE_FOUND, FOUND},
		{VT_TONE_HARM | VT_TONE_ENEMY | VT_TONE_FOUND, HARM ENEMY FOUND}};

	(void)state;
	for (size_t i = 0; i < KINDS; i++) {
		const struct vt_kind *kind = vt_kind_by_name(kinds[i].kind);
		struct vt_terminal *terminal =
			vt_terminal_new(kind, vt_kind_charset(kind), vt_kind_colours(kind));
		struct vt_frame frame = {0};
		struct vt_bytes out = {0};

		assert_true(vt_frame_resize(&frame, 40, 24));
		vt_render(terminal, &frame, &out);
		for (size_t row = 0; row < sizeof(rows) / sizeof(rows[0]); row++) {
			bool rings = rows[row].tones != 0 && !kinds[i].has_tones;
			const char *tones = kinds[i].has_tones ? rows[row].bytes : "";

			frame.tones = (uint8_t)rows[row].tones;
			out.size = 0;
			vt_render(terminal, &frame, &out);
			check_bytes(kinds[i].kind, &out, rings ? kinds[i].bell : tones);
		}
		vt_frame_clear(&frame);
		assert_int_equal(frame.tones, 0);
		frame.bell = true;
		out.size = 0;
		vt_render(terminal, &frame, &out);
		check_bytes(kinds[i].kind, &out, kinds[i].bell);
		vt_bytes_free(&out);
		vt_frame_free(&frame);
		vt_terminal_free(terminal);
	}
}

static void a_text_sounds_where_it_says_so(void **state)
{
	static const struct {
		const char *kind, *text, *bytes;
	} rows[] = {
		{"vt520", "\001\004You.\n", HARM FOUND "You.\r\n"},
		{"vt520", "a\002", "a" ENEMY},
		{"vt520", "\a", "\a"},
		{"xterm", "\001\002\004You.\n", "\aYou.\r\n"},
		{"xterm", "\001a\001", "\aa\a"},
		{"dumb", "\002Go.", "\aGo."},
		{"xterm", "\003\005x", "x"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct vt_bytes out = {0};

		vt_say(vt_kind_by_name(rows[i].kind), rows[i].text, &out);
		check_bytes(rows[i].kind, &out, rows[i].bytes);
		vt_bytes_free(&out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_frame_sounds_once),
		cmocka_unit_test(a_text_sounds_where_it_says_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
