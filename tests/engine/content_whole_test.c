/* Checks of whole records: fields that are right one by one and make no sense together. */
#include "tests/test.h"

#include "tests/engine/stock.h"

struct whole_case {
	const char *add;      /* to the stock content */
	const char *sentence; /* one of the complaints, or NULL if there must be none */
};

/* clang-format off */
#define TERRAIN(id, fields) "terrain " id "\n  name a " id "\n  glyph , dim\n  look Odd.\n" fields
#define AFFIX(name, fields) "affix odd\n  name " name "\n  look Odd.\n  price 10\n" fields
#define RETELLING(fields) "retelling odd\n  plot ada\n" fields
#define VAULT(fields) "vault odd\n  name a vault\n  depth 3\n" fields
#define OPEN "  flags objects, projectiles, light\n"

static const struct whole_case cases[] = {
	/* Terrain */
	{TERRAIN("odd", "  flags down, objects, projectiles, light\n  change burn into floor\n"),
		"terrain odd is stairs and would become floor, which is none"},
	{TERRAIN("odd", OPEN "  change burn\n"),
		"change: the terrain that it becomes is missing, as in: burn into ash"},
	{"game second\n  name Odd\n", "there is a second record game; one of them must go"},

	/* Affixes */
	{AFFIX("odd", "  bonus accuracy 1\n"), "affix odd is of no slot and of no kind"},
	{AFFIX("Odd", "  of apple\n  bonus accuracy 1\n"), "affix odd is of item apple, which is no gear"},
	{AFFIX("odd", "  of penknife\n  bonus accuracy 1\n"), "affix odd makes an artefact, whose name has a capital"},

	/* Occasions and bonuses */
	{AFFIX("odd", "  slots weapon\n  when hit 25\n"), "when: a comma and an effect are wanted, as in: hit 25, bleed for 3"},
	{AFFIX("odd", "  slots weapon\n  when hit 25, hurt 1d6\n"), NULL},

	/* Retellings */
	{RETELLING("  text Odd.\n"), "retelling odd names 0 of letter, quest and ending; one is wanted"},
	{RETELLING("  text Odd.\n  ending home\n  letter letter-rota\n"), "retelling odd names 2 of letter, quest and ending; one is wanted"},
	{RETELLING("  text Odd.\n  letter apple\n"), "retelling odd: item apple is no letter"},
	{RETELLING("  ending home\n  text Odd.\n  call Odd.\n"), "retelling odd: a letter or an ending has a text, and neither call nor done"},

	/* Vaults */
	{VAULT("  legend a floor\n  legend a floor lit\n  |...\n  |.a.\n  |...\n"), "vault odd has two legends for 'a'"},
	{VAULT("  legend a floor\n  |...\n  |...\n  |...\n"), "vault odd has a legend for 'a', which is not on its map"},
	{VAULT("  legend . floor\n  |...\n  |...\n  |...\n"), "legend: . means the same on every map"},
	{VAULT("  legend aa floor\n  |...\n  |...\n  |...\n"), "legend: one symbol of the map is wanted first"},
	{VAULT("  |..\n  |..\n"), "vault odd wants a map of 3 by 2 cells at least, in rows that begin with |"},
	{VAULT("  |...\n"), "vault odd wants a map of 3 by 2 cells at least, in rows that begin with |"},
	{VAULT("  |...\n  |...\n"), NULL},
	{VAULT("  |#+#\n  |+.#\n  |###\n"), "vault odd has 2 ways in; one is the most"},
	{VAULT("  |#+#\n  |..#\n  |###\n"), "vault odd is open to what is around it at 0,1"},
	{VAULT("  |...\n  |..#\n  |...\n"), "vault odd has no way in, and cannot be walked around at 2,1"},
	{VAULT("  use lair\n  |...\n  |...\n"), "vault odd is the lair of nobody unique"},

	/* Glyphs */
	{"item odd\n  name odd\n  glyph U+00E9 text\n  look Odd.\n  class food\n  food 9\n", "glyph: an ASCII symbol for other terminals is wanted after U+00E9, as in: U+00E9 e wood"},
	{"item odd\n  name odd\n  glyph U+2588 text\n  look Odd.\n  class food\n  food 9\n", "glyph: U+2588 is no glyph; the manual lists the characters that are"},
	{"item odd\n  name odd\n  glyph\n  look Odd.\n  class food\n  food 9\n", "glyph: a symbol and a colour role are wanted, as in: r wood"},
	{"item odd\n  name odd\n  glyph ~ water\n  look Odd.\n  class food\n  food 9\n", "item odd looks like terrain deep-water, and that terrain does harm, in ASCII: both are ~"},

	/* Items and magic */
	{"item odd\n  name odd\n  glyph + dim\n  look Odd.\n  class book\n", "item odd is a book and teaches nothing"},
	{TERRAIN("odd", OPEN "  change tread into floor, create receiver 1\n"), "receiver is created, and there is to be one of it"},
	{TERRAIN("odd", OPEN "  change tread into floor, wall rock\n"), "rock stops bodies and has no change by time, and nobody may be walled in"},

	/* Levels */
	{"level odd\n  name odd\n  arrival Odd.\n  depth 26\n  generator rogue-rooms\n  grid 1x1\n", "level odd has one room, and its two stairs want two"},
	{"level odd\n  name odd\n  arrival Odd.\n  depth 26\n  generator arena\n  size 23x12\n", "level odd is too small; its generator makes levels from 24x12 on"},
};
/* clang-format on */

/* True if the complaints are as wanted; prints them if not. */
static bool complains(const struct whole_case *one)
{
	const struct complaint *list;
	struct content *content = content_new();
	for (size_t i = 0; i < builtin_file_count; i++)
		stock_add(content, &builtin_files[i]);
	content_add(content, "zz.txt", one->add, strlen(one->add));
	bool sealed = content_seal(content);
	size_t count = content_complaints(content, &list);
	bool right = one->sentence == NULL && sealed;
	for (size_t i = 0; i < count && one->sentence != NULL; i++)
		right = right || strcmp(list[i].sentence, one->sentence) == 0;
	for (size_t i = 0; i < count && !right; i++)
		print_error("%s complains: %s\n", one->add, list[i].sentence);
	content_free(content);
	return right;
}

static void each_record_as_a_whole_makes_sense(void **state)
{
	int failures = 0;
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		failures += !complains(&cases[i]);
	assert_int_equal(failures, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_record_as_a_whole_makes_sense),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
