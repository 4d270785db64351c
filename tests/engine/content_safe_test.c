/* Content that could be read and would not be safe to play is refused, with its file and line. */
#include "tests/test.h"

#include "tests/engine/stock.h"

#define RAT                                                                                        \
	"monster draught\n  name draught\n  glyph 0 dim\n  look Cold air.\n"                       \
	"  first-sight The air moves.\n  death blown out\n  depth 1-3\n  hits 1d4\n"               \
	"  experience 1\n  instincts random\n"
#define LEVEL "level attic\n  name attic\n  arrival Dust.\n  depth 26\n  generator rogue-rooms\n"

static const struct {
	const char *added, *said;
} cases[] = {
	{RAT "  carries receiver\n", "zz.txt:11: nobody carries receiver but the hero"},
	{RAT "  blow chills 1d2, create receiver 1\n", "zz.txt:11: receiver is created"},
	{"talent knack\n  name Knack\n  glyph * dim\n  look A knack.\n  path bow\n"
	 "  when arrive, create receiver 1\n",
		"zz.txt:6: receiver is created"},
	{"vault nook\n  name nook\n  depth 2-9\n  |#####\n  |#.r.#\n  |#####\n"
	 "  legend r floor monster cable-rat with receiver\n",
		"nobody carries receiver but the hero"},
	{"terrain mud\n  name mud\n  glyph ~ wood\n  flags objects, projectiles, light\n"
	 "  change tread into floor, wall boulder\n",
		"zz.txt:5: boulder stops bodies and has no change by time"},
	{LEVEL "  inside stairs-down\n", "does not do as its inside"},
	{LEVEL "  ground grave\n", "does not do as its ground"},
};

static bool says(const struct complaint *list, size_t count, const char *said)
{
	char line[400];
	for (size_t i = 0; i < count; i++) {
		snprintf(line, sizeof line, "%s:%u: %s", list[i].origin, list[i].line,
			list[i].sentence);
		if (strstr(line, said) != NULL)
			return true;
		print_message("%s\n", line);
	}
	return false;
}

static void unsafe_content_is_refused(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct content *content = content_new();
		const struct complaint *list;
		for (size_t file = 0; file < builtin_file_count; file++)
			stock_add(content, &builtin_files[file]);
		content_add(content, "zz.txt", cases[i].added, strlen(cases[i].added));
		if (content_seal(content))
			fail_msg("it is accepted: %s", cases[i].added);
		size_t count = content_complaints(content, &list);
		if (!says(list, count, cases[i].said))
			fail_msg("nobody said: %s", cases[i].said);
		content_free(content);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(unsafe_content_is_refused)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
