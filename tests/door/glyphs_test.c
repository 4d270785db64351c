/* Glyphs of single characters: content and terminals know the same ones, and every charset has
 * something for each. */
#include "tests/test.h"

#include "engine/engine.h"
#include "vt100/vt100.h"

#include <locale.h>
#include <wchar.h>

static void content_and_terminals_know_the_same_characters(void **state)
{
	static bool seen[65536];
	int count = 0;
	(void)state;
	assert_non_null(setlocale(LC_CTYPE, "C.UTF-8"));
	for (unsigned unicode = 0; unicode < 0x20000; unicode++) {
		uint16_t glyph = vt_glyph_by_unicode(unicode, 'e');
		assert_int_equal(glyph != 0, content_is_glyph(unicode));
		if (!glyph)
			continue;
		assert_false(seen[glyph]);
		assert_true(glyph >= VT_GLYPH_END);
		assert_int_equal(vt_glyph_ascii(glyph), 'e');
		assert_int_equal(wcwidth((wchar_t)unicode), 1);
		seen[glyph] = true;
		count++;
	}
	assert_true(count > 200 && count <= 256);
}

/* Whether a terminal of the charset is sent these bytes for a frame of one glyph. */
static bool is_sent(enum vt_charset charset, uint16_t glyph, const char *bytes)
{
	struct vt_frame frame = {0};
	struct vt_bytes out = {0};
	struct vt_terminal *terminal = vt_terminal_new(vt_kind_by_name("xterm"), charset, VT_MONO);
	assert_non_null(terminal);
	assert_true(vt_frame_resize(&frame, 40, 20));
	vt_put(&frame, 3, 3, glyph, VT_TEXT, 0);
	vt_render(terminal, &frame, &out);
	bool found = memmem(out.data, out.size, bytes, strlen(bytes)) != NULL;
	vt_bytes_free(&out);
	vt_terminal_free(terminal);
	vt_frame_free(&frame);
	return found;
}

static void a_charset_shows_the_character_or_its_symbol(void **state)
{
	uint16_t e_acute = vt_glyph_by_unicode(0xe9, 'E'), club = vt_glyph_by_unicode(0x2663, '%'),
		 cyrillic = vt_glyph_by_unicode(0x416, 'Z');
	(void)state;
	assert_true(is_sent(VT_UTF8, e_acute, "\xc3\xa9"));
	assert_true(is_sent(VT_UTF8, club, "\xe2\x99\xa3"));
	assert_true(is_sent(VT_UTF8, cyrillic, "\xd0\x96"));
	assert_true(is_sent(VT_CP437, e_acute, "\x82"));
	assert_true(is_sent(VT_CP437, cyrillic, "Z"));
	/* Its picture is a control byte there. */
	assert_true(is_sent(VT_CP437, club, "%"));
	assert_true(is_sent(VT_ASCII, e_acute, "E"));
	assert_true(is_sent(VT_DEC, cyrillic, "Z"));
	assert_false(is_sent(VT_ASCII, e_acute, "\xc3"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(content_and_terminals_know_the_same_characters),
		cmocka_unit_test(a_charset_shows_the_character_or_its_symbol),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
