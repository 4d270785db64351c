/* Kinds that come into no game are told of, by file and line; all others pass. */
#include "tests/test.h"

#include "tests/engine/stock.h"

/* The stock with something added as "zz.txt", and who is told of: all of them, in order. */
struct reach_case {
	const char *title, *add;
	const char *shown[3]; /* "item sack" */
};

/* clang-format off */
#define SACK(weight) \
	"item sack\n  name sack\n  glyph ( wood\n  look Rough.\n  class tool\n  works dig\n  weight " weight "\n"
#define NOOK(fields) "vault nook\n  name a nook\n" fields "  |...\n  |.a.\n  |...\n"
#define MUD "terrain mud\n  name mud\n  glyph ~ wood\n"
#define DRAUGHT \
	"monster draught\n  name draught\n  glyph 0 dim\n  look Cold air.\n  first-sight The air moves.\n" \
	"  death blown out by a draught\n  depth 1\n  hits 1\n  blow chills 1\n  experience 1\n" \
	"  instincts random\n  weight 0\n"

static const struct reach_case cases[] = {
	{"everything of the stock comes into some game", "", {NULL}},
	{"a thing is found by its weight", SACK("3"), {NULL}},
	{"a thing without weight is never found", SACK("0"), {"item sack"}},
	{"a vault brings what it holds", SACK("0") NOOK("  depth 3\n  legend a floor item sack\n"), {NULL}},
	{"a vault that is never laid brings nothing",
		SACK("0") NOOK("  depth 3\n  weight 0\n  legend a floor item sack\n"), {"item sack", "vault nook"}},
	{"a vault wants a kind of level that is at its depths",
		NOOK("  depth 20\n  levels exchange\n  legend a floor\n"), {"vault nook"}},
	{"a treasury is on every third depth", NOOK("  depth 3-4\n  use treasury\n  legend a floor\n"), {"vault nook"}},
	{"what a quest wants is not there for that", SACK("0")
		"quest carry-it\n  name A sack\n  text Take the sack.\n  call It is a sack.\n  done It is done.\n"
		"  depth 3\n  wants take sack\n  vaults nook\n" NOOK("  depth 3\n  use quest\n  legend a floor\n"), {"item sack"}},
	{"somebody without weight never comes", DRAUGHT, {"monster draught"}},
	{"but where he is kept", DRAUGHT NOOK("  depth 3\n  legend a floor monster draught\n"), {NULL}},
	{"ground is laid by somebody", MUD, {"terrain mud"}},
	{"or becomes of other ground", MUD "  change dig into pool\nterrain pool\n  name a pool\n  glyph ~ wood\n"
		NOOK("  depth 3\n  legend a mud\n"), {NULL}},
	{"somebody breathes a cloud, and shoots by a flight",
		"cloud mist\n  name mist\n  glyph % dim\n  look Wet.\n  decay 9\nflight dart\n  name a dart\n  speed 5\n  range 5\n",
		{"cloud mist", "flight dart"}},
};
/* clang-format on */

static struct content *content_of(const struct reach_case *one)
{
	struct content *content = content_new();
	for (size_t i = 0; i < builtin_file_count; i++)
		stock_add(content, &builtin_files[i]);
	content_add(content, "zz.txt", one->add, strlen(one->add));
	return content;
}

static void judge(const struct reach_case *one)
{
	struct content *content = content_of(one);
	const struct complaint *list;
	bool sealed = content_seal(content), reaches = sealed && content_reaches(content);
	size_t count = content_complaints(content, &list), wanted = 0;
	if (!sealed)
		fail_msg("%s: %s", one->title, list[0].sentence);
	while (wanted < 3 && one->shown[wanted] != NULL)
		wanted++;
	for (size_t i = 0; i < count; i++)
		if (i >= wanted || strstr(list[i].sentence, one->shown[i]) != list[i].sentence ||
			!strstr(list[i].sentence, " comes into no game") ||
			strcmp(list[i].origin, "zz.txt") != 0 || list[i].line == 0)
			fail_msg("%s: %s:%u: %s", one->title, list[i].origin, list[i].line,
				list[i].sentence);
	if (count != wanted || reaches != (wanted == 0))
		fail_msg("%s: %zu complaints", one->title, count);
	content_free(content);
}

static void unreachable_records_are_reported(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		judge(&cases[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unreachable_records_are_reported),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
