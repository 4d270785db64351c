/* Options about the terminal: its size, and characters of kinds without a row. */
#include "tests/test.h"

#include "door/session/session.h"

static void a_size_is_one_that_can_be_played(void **state)
{
	static const struct {
		const char *text;
		int width, height;
	} rows[] = {{"size=80x25", 80, 25}, {"size=132x43", 132, 43}, {"size=39x25", 0, 0},
		{"size=80x19", 0, 0}, {"size=501x24", 0, 0}, {"size=80", 0, 0}, {"size=x", 0, 0}};
	struct options options;
	char text[STORE_OPTIONS_MAX];
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		options_read(&options, rows[i].text);
		assert_int_equal(options.size.width, rows[i].width);
		assert_int_equal(options.size.height, rows[i].height);
		assert_true(options_write(&options, text, sizeof text));
		assert_int_equal(strstr(text, "size=") != NULL, rows[i].width > 0);
	}
}

/* A described kind has no row, and keeps a choice of its own all the same. */
static void characters_of_a_described_kind_are_kept(void **state)
{
	const struct vt_description wyse = {.cup = "\033=%p1%' '%+%c%p2%' '%+%c", .clear = "\032"};
	const char *reason = NULL;
	struct vt_bytes bytes = {0};
	struct options options;
	char text[STORE_OPTIONS_MAX];
	(void)state;
	assert_true(vt_kinds_add(&bytes, "wy30", &wyse, &reason));
	const struct vt_kind *kind = vt_kinds_find(vt_kinds_of(bytes.data, bytes.size), "wy30");
	options_read(&options, "charset=xterm:cp437");
	assert_int_equal(option_kinds_get(&options.charset, kind), -1);
	option_kinds_set(&options.charset, kind, VT_ASCII);
	assert_true(options_write(&options, text, sizeof text));
	options_read(&options, text);
	assert_int_equal(option_kinds_get(&options.charset, kind), VT_ASCII);
	assert_int_equal(option_kinds_get(&options.charset, vt_kind_by_name("xterm")), VT_CP437);
	assert_int_equal(option_kinds_get(&options.charset, vt_kind_by_name("linux")), -1);
	vt_bytes_free(&bytes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_size_is_one_that_can_be_played),
		cmocka_unit_test(characters_of_a_described_kind_are_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
