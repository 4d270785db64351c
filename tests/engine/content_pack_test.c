/*
 * Packs by somebody else: inheritance, suggestions, the version of content, neutral words, reserved
 * glyphs, and complaints that name the pack's file.
 */
#include "tests/test.h"

#include "door/config/builtin.h"
#include "door/lab/new_game.h"
#include "engine/content/content_private.h"
#include "engine/content/neutral.h"
#include "engine/content/screen_words.h"

#define RAT_FIELDS                                                                                 \
	"  look Brown.\n  first-sight A rat.\n  death killed by a rat\n  depth 1-2\n"              \
	"  hits 2d6\n  blow bites 1d3\n  blow claws 1d2\n  experience 1\n  instincts random\n"

/* The stock game and a pack's text. */
static struct content *variation(const char *name, const char *text)
{
	struct content *content = content_new();
	for (size_t i = 0; i < builtin_file_count; i++)
		content_add_stock(content, builtin_files[i].name, builtin_files[i].text,
			builtin_files[i].size);
	content_add(content, name, text, strlen(text));
	return content;
}

/* The minimal game and more of the pack, in place of `find` with `replace`. */
static struct content *new_game(const char *find, const char *replace, const char *added)
{
	struct content *content = content_new();
	bool found = find == NULL;
	for (size_t i = 0; i < new_game_file_count; i++) {
		char text[16384];
		const char *at = find ? strstr(new_game_files[i].text, find) : NULL;
		found = found || at;
		if (at)
			snprintf(text, sizeof text, "%.*s%s%s", (int)(at - new_game_files[i].text),
				new_game_files[i].text, replace, at + strlen(find));
		else
			snprintf(text, sizeof text, "%s", new_game_files[i].text);
		content_add(content, new_game_files[i].name, text, strlen(text));
	}
	assert_true(found);
	content_add(content, "zz.txt", added, strlen(added));
	return content;
}

/* All complaints, one a line; "" of a good content.  Frees the content. */
static const char *complaints_of(struct content *content)
{
	static char text[8192];
	const struct complaint *list;
	size_t length = 0;
	bool sealed = content_seal(content);
	size_t count = content_complaints(content, &list);
	text[0] = '\0';
	assert_int_equal(sealed, count == 0);
	for (size_t i = 0; i < count; i++)
		length += (size_t)snprintf(text + length, sizeof text - length, "%s:%u: %s\n",
			list[i].origin, list[i].line, list[i].sentence);
	content_free(content);
	return text;
}

static struct content *sealed(struct content *content)
{
	const struct complaint *list;
	if (!content_seal(content)) {
		content_complaints(content, &list);
		fail_msg("%s:%u: %s", list[0].origin, list[0].line, list[0].sentence);
	}
	return content;
}

/* ---- like ---- */

static void a_record_inherits_the_fields_that_it_lacks(void **state)
{
	(void)state;
	/* The record that is inherited from comes later, and in a text that is read later. */
	struct content *content = sealed(variation("aa.txt",
		"monster pup\n  like dam\n  name pup\n  glyph 0 wood\n  blow licks 1\n"
		"monster dam\n  name dam\n  glyph 1 wood\n  traits flies\n  carries knife # hers\n"
		"  group 2-3\n  weight 3\n" RAT_FIELDS
		"item knife\n  like screwdriver\n  name knife\n"));
	const struct creature_kind *pup =
		&content->creatures[content_find_creature(content, "pup")];
	const struct creature_kind *dam =
		&content->creatures[content_find_creature(content, "dam")];
	assert_string_equal(pup->name, "pup");
	assert_string_equal(pup->description, "Brown.");
	assert_int_equal(pup->hits.number, 2);
	assert_int_equal(pup->weight, 3);
	assert_int_equal(pup->group_low, 2);
	assert_true(pup->traits & TRAIT_FLIES);
	assert_int_equal(pup->instinct_count, 1);
	/* References are resolved for both. */
	assert_int_equal(pup->carries, content_find_item(content, "knife"));
	assert_int_equal(dam->carries, pup->carries);
	/* A field that may come again is its own or inherited, never both. */
	assert_int_equal(pup->blow_count, 1);
	assert_string_equal(pup->blows[0].verb, "licks");
	assert_int_equal(dam->blow_count, 2);
	/* And so of a stock record. */
	const struct item_kind *knife = &content->items[content_find_item(content, "knife")];
	const struct item_kind *first = &content->items[content_find_item(content, "screwdriver")];
	assert_int_equal(knife->class, ITEM_WEAPON);
	assert_int_equal(knife->weapon.damage.sides, first->weapon.damage.sides);
	content_free(content);
}

static void a_record_inherits_along_a_chain(void **state)
{
	(void)state;
	struct content *content = sealed(variation("zz.txt",
		"terrain a\n  like b\n  name an a\n"
		"terrain b\n  like c # of the third\n  glyph ; wood\n"
		"terrain c\n  name a c\n  glyph , wood\n  look Soft.\n  flags light\n"));
	const struct terrain_kind *a = &content->terrains[content_find_terrain(content, "a")];
	assert_string_equal(a->name, "an a");
	assert_string_equal(a->description, "Soft.");
	assert_int_equal(content_symbol(content, a->appearance), ';');
	assert_int_equal(a->flags, TERRAIN_LIGHT);
	content_free(content);
}

static void invalid_inheritance_is_refused(void **state)
{
	static const struct {
		const char *text, *said;
	} cases[] = {
		{"terrain a\n  like flor\n  name an a\n  glyph ; wood\n",
			"zz.txt:2: like: there is no terrain flor; did you mean floor?\n"},
		{"terrain a\n  like\n  name an a\n  glyph ; wood\n",
			"zz.txt:2: like: an id of a record terrain is wanted here\n"},
		{"terrain a\n  like floor\n  like rock\n  name an a\n  glyph ; wood\n",
			"zz.txt:3: like is there twice; one of them must go\n"},
		{"terrain a\n  like b\n  name an a\n  glyph ; wood\nterrain b\n  like a\n",
			"zz.txt:2: like: this goes through over 8 records, or in a circle\n"
			"zz.txt:6: like: this goes through over 8 records, or in a circle\n"},
		/* A fault of the other record is told once, where it is. */
		{"terrain a\n  like b\n  name an a\nterrain b\n  name a b\n  glyph ; wod\n",
			"zz.txt:6: glyph: wod is no colour role; did you mean wood?\n"},
		{"word title-art-tiny\n  like title\n",
			"zz.txt:2: the record word has no field like; the manual lists what it "
			"has\n"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *said = complaints_of(variation("zz.txt", cases[i].text));
		if (strstr(said, cases[i].said) == NULL)
			fail_msg("%s\nis not said, but:\n%s", cases[i].said, said);
	}
	assert_string_equal(complaints_of(variation("zz.txt", cases[4].text)), cases[4].said);
}

/* ---- Suggestions ---- */

static void a_wrong_word_suggests_the_nearest_right_one(void **state)
{
	static const struct {
		const char *text, *said;
	} cases[] = {
		{"monstre x\n", "there is no record monstre; did you mean monster?"},
		{"terrain a\n  nmae x\n  glyph ; wood\n",
			"the record terrain has no field nmae; did you mean name?"},
		{"terrain a\n  lkie floor\n", "has no field lkie; did you mean like?"},
		{"terrain a\n  name a\n  glyph ; wodo\n",
			"wodo is no colour role; did you mean wood?"},
		{"terrain a\n  name a\n  glyph ; wood\n  look [blod]x[/]\n",
			"[blod] is no colour role; did you mean blood?"},
		{"terrain a\n  name a\n  glyph ; wood\n  flags object, light\n",
			"there is no object; did you mean objects?"},
		{"terrain a\n  name a\n  glyph ; wood\n  change brun into floor\n",
			"there is no brun; did you mean burn?"},
		{"terrain a\n  name a\n  glyph ; wood\n  change burn into flor\n",
			"there is no terrain flor; did you mean floor?"},
		{"terrain a\n  name a\n  glyph ; wood\n  hazard hurrt 1d3\n",
			"there is no effect hurrt; did you mean hurt?"},
		{"monster x\n  instincts flee-bellow 20\n",
			"there is no instinct flee-bellow; did you mean flee-below?"},
		{"quest q\n  wants saly cable-rat\n", "did you mean slay?"},
		{"word you-hti You hit.\n", "the word you-hti; did you mean you-hit?"},
		{"word label-golf Gulf\n", "the word label-golf; did you mean label-gold?"},
		/* Nothing is near. */
		{"xylophone x\n", "there is no record xylophone; fields of a record are indented"},
		{"terrain a\n  name a\n  glyph ; wood\n  change burn into xylophone\n",
			"there is no terrain xylophone\n"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *said = complaints_of(variation("zz.txt", cases[i].text));
		if (strstr(said, cases[i].said) == NULL)
			fail_msg("%s\nis not said, but:\n%s", cases[i].said, said);
	}
}

/* A pack with few creatures is not told every symbol that is free. */
static void eight_free_symbols_are_enough(void **state)
{
	(void)state;
	assert_string_equal(complaints_of(new_game(NULL, NULL,
				    "monster x\n  name x\n  glyph r wood\n" RAT_FIELDS)),
		"zz.txt:1: monster x looks like monster rat in ASCII: both are r; "
		"free: a c d e f h i j ...; or write a UTF-8 glyph and a letter, as in: "
		"U+00E9 e wood\n");
}

/* ---- Blaming the right file ---- */

static void complaints_name_the_file_of_the_pack(void **state)
{
	static const struct {
		const char *text, *said;
	} cases[] = {
		{"monster x\n  name x\n  glyph r wood\n" RAT_FIELDS,
			"aa.txt:1: monster x looks like monster cable-rat in ASCII: both are r; "
			"free:"},
		{"monster x\n  name cable rat\n  glyph 0 wood\n" RAT_FIELDS,
			"aa.txt:1: monster x has the name of cable-rat"},
		{"monster cable-rat\n  name x\n  glyph 0 wood\n" RAT_FIELDS,
			"aa.txt:1: the record monster cable-rat is there already, at "
			"monsters.txt:"},
		{"item x\n  name x\n  glyph r wood\n  look X.\n  class weapon\n  damage 1d3\n",
			"aa.txt:1: item x looks like monster cable-rat in ASCII: both are r"},
		{"item x\n  name x\n  glyph ! wood\n  look X.\n  class weapon\n  damage 1d3\n",
			"aa.txt:1: item x looks like item "},
		{"terrain x\n  name x\n  glyph ~ wood\n  flags objects, projectiles, light\n",
			"aa.txt:1: terrain x looks like terrain "},
		{"terrain x\n  name x\n  glyph r wood\n",
			"aa.txt:1: terrain x looks like monster cable-rat in ASCII: both are r"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *said = complaints_of(variation("aa.txt", cases[i].text));
		if (strncmp(said, cases[i].said, strlen(cases[i].said)) != 0)
			fail_msg("%s\nis not said first, but:\n%s", cases[i].said, said);
		for (const char *line = said; *line; line = strchr(line, '\n') + 1)
			assert_memory_equal(line, "aa.txt:", 7);
	}
}

/* ---- Glyphs ---- */

static void reserved_glyphs_are_refused(void **state)
{
	static const struct {
		const char *text, *said;
	} cases[] = {
		{"item x\n  like bread\n  name x\n  glyph x wood\n",
			"zz.txt:1: item x is x; letters and digits are for monsters\n"},
		{"terrain x\n  like rock\n  glyph 5 wood\n",
			"zz.txt:1: terrain x is 5; letters and digits are for monsters\n"},
		{"item x\n  like bread\n  name x\n  glyph @ wood\n",
			"zz.txt:1: item x looks like the hero\n"},
		{"terrain x\n  like rock\n  glyph + wood\n",
			"zz.txt:1: terrain x is +, which is reserved for a closed door\n"},
		{"monster x\n  like rat\n  name x\n  glyph blank wood\n",
			"zz.txt:1: monster x looks like terrain rock in ASCII: both are  "},
		{"item x\n  like bread\n  name x\n  glyph blank wood\n",
			"zz.txt:1: item x is blank, and nobody would see it\n"},
		{"item x\n  like bread\n  name x\n  glyph > wood\n",
			"zz.txt:1: item x is >, which is reserved for stairs down\n"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *said = complaints_of(new_game(NULL, NULL, cases[i].text));
		if (strncmp(said, cases[i].said, strlen(cases[i].said)) != 0)
			fail_msg("%s\nis not said first, but:\n%s", cases[i].said, said);
	}
	/* They came with version 2: a pack that was written before is left alone. */
	assert_string_equal(complaints_of(new_game("content-version  2", "content-version  1",
				    "monster x\n  like rat\n  name x\n  glyph x wood\n"
				    "terrain y\n  like rock\n  glyph + wood\n"
				    "monster z\n  like rat\n  name z\n  glyph z dim\n  trap y\n")),
		"");
	/* The stock game keeps to them. */
	assert_string_equal(
		complaints_of(variation("zz.txt", "pack p\n  content-version 2\n")), "");
}

static void punctuation_and_unicode_are_glyphs(void **state)
{
	(void)state;
	struct content *content = sealed(new_game(NULL, NULL,
		"monster a\n  like rat\n  name a\n  glyph & wood\n"
		"monster b\n  like rat\n  name b\n  glyph \xc3\xa9 e wood\n"
		"monster c\n  like rat\n  name c\n  glyph U+00E8 e metal\n"
		"monster d\n  like rat\n  name d\n  glyph \xe2\x99\xa3 r dim # as the rat\n"
		"monster e\n  like rat\n  name e\n  glyph U plant\n"));
	const struct {
		const char *id;
		char symbol;
		unsigned unicode;
	} expected[] = {{"a", '&', 0}, {"b", 'e', 0xe9}, {"c", 'e', 0xe8}, {"d", 'r', 0x2663},
		{"e", 'U', 0}};
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		uint16_t kind = content_find_creature(content, expected[i].id);
		const struct appearance *appearance =
			content_appearance(content, content->creatures[kind].appearance);
		assert_int_equal(appearance->symbol, expected[i].symbol);
		assert_int_equal(appearance->unicode, expected[i].unicode);
	}
	content_free(content);
}

static void unicode_that_cannot_be_a_glyph_is_refused(void **state)
{
	static const struct {
		const char *glyph, *said;
	} cases[] = {
		{"\xf0\x9f\x90\x80 r wood", "glyph: U+0000 is no glyph"},
		{"\xe4\xb8\x80 r wood", "glyph: U+4E00 is no glyph; the manual lists"},
		{"U+0301 r wood", "glyph: U+0301 is no glyph"},
		{"\xc3 r wood", "glyph: U+0000 is no glyph"},
		{"\xc3\xa9 wood",
			"glyph: an ASCII symbol for other terminals is wanted after U+00E9"},
		{"\xc3\xa9 \xc3\xa8 wood", "glyph: the symbol for other terminals is not ASCII"},
		{"\xc3\xa9", "glyph: an ASCII symbol"},
		/* Shared letters differ in colour, too, for terminals with ASCII alone. */
		{"\xc3\xa9 r wood", "monster x looks like monster rat in ASCII: both are r"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char text[200];
		snprintf(text, sizeof text, "monster x\n  like rat\n  name x\n  glyph %s\n",
			cases[i].glyph);
		const char *said = complaints_of(new_game(NULL, NULL, text));
		if (strstr(said, cases[i].said) == NULL)
			fail_msg("%s\nis not said, but:\n%s", cases[i].said, said);
	}
}

/* A letter is free to a variation as often as there are characters and colours for it. */
static void a_variation_of_the_stock_game_finds_glyphs(void **state)
{
	char text[32768];
	size_t length = 0;
	(void)state;
	for (int i = 0; i < 40; i++)
		length += (size_t)snprintf(text + length, sizeof text - length,
			"monster new-%d\n  name new %d\n  glyph U+%04X %c hero\n" RAT_FIELDS, i, i,
			0x410 + i, 'a' + i % 26 - (i < 26 ? 0 : 32));
	assert_string_equal(complaints_of(variation("zz.txt", text)), "");
}

/* ---- Versions ---- */

static void a_pack_of_another_version_loads_or_is_one_sentence(void **state)
{
	(void)state;
	/* A word that nothing says any more is passed over in an older pack, and a typing error in
	 * one of today. */
	assert_string_equal(complaints_of(new_game("content-version  2", "content-version  1",
				    "word no-longer-said It was said once.\n")),
		"");
	assert_non_null(strstr(complaints_of(new_game(NULL, NULL, "word no-longer-said Once.\n")),
		"zz.txt:1: nothing ever says the word no-longer-said"));
	/* A newer pack may have fields that this program does not know. */
	assert_string_equal(complaints_of(new_game("content-version  2", "content-version  99",
				    "gadget x\n  name x\n")),
		"game.txt:5: pack new-game was written for content version 99, and this program "
		"has "
		"version 2; install a newer Trapdoor\n");
	assert_non_null(
		strstr(complaints_of(new_game(NULL, NULL, "pack other\n  content-version 1\n")),
			"there is a second record pack; one of them must go"));
	assert_non_null(
		strstr(complaints_of(new_game("content-version  2", "content-version  0", "")),
			"content-version: 0 is not from 1 to 255"));
}

/* ---- Neutral words ---- */

static void every_word_has_a_neutral_one(void **state)
{
	static const struct {
		const char *id;
		bool required;
	} screen_words[] = {
#define ROW(word, required) {word, required},
		SCREEN_WORDS(ROW)
#undef ROW
	};
	/* Without any words, and with none that is refused. */
	struct content *content =
		sealed(new_game("word title    New Game\nword tagline  Three levels "
				"down lies the crown.\n",
			"", ""));
	(void)state;
	for (int word = 0; word < TEXT_COUNT; word++)
		if (!content_word(content, words_id((enum text_id)word)))
			fail_msg("%s has no neutral word", words_id((enum text_id)word));
	for (size_t i = 0; i < sizeof screen_words / sizeof *screen_words; i++) {
		char id[ID_MAX_LENGTH + 1];
		snprintf(id, sizeof id, "%s", screen_words[i].id);
		if (id[strlen(id) - 1] == '#')
			id[strlen(id) - 1] = '1';
		assert_int_equal(content_word(content, id) != NULL, screen_words[i].required);
	}
	content_free(content);
}

static void only_missing_words_are_neutral(void **state)
{
	(void)state;
	struct content *content = sealed(
		new_game(NULL, NULL, "word you-hit  You poke {target}.\nword help-1 Only this.\n"));
	assert_string_equal(content_word(content, "you-hit"), "You poke {target}.");
	assert_string_equal(content_word(content, "you-miss"), "You miss {target}.");
	/* A series is the pack's or neutral, never both. */
	assert_string_equal(content_word(content, "help-1"), "Only this.");
	assert_null(content_word(content, "help-2"));
	assert_non_null(content_word(content, "lobby-2"));
	content_free(content);
	/* The stock game has all of its words. */
	content = sealed(variation("zz.txt", ""));
	for (size_t i = 0; i < content->private->text_count; i++)
		assert_string_not_equal(content->private->texts[i].name, "neutral words");
	content_free(content);
}

/* A run goes on with the words that it began with, so its bundle has them. */
static void a_bundle_holds_the_neutral_words(void **state)
{
	struct complaint complaint;
	uint8_t ours[CONTENT_DIGEST_SIZE], theirs[CONTENT_DIGEST_SIZE];
	size_t size;
	(void)state;
	struct content *content = sealed(new_game(NULL, NULL, ""));
	const uint8_t *bundle = content_bundle(content, &size);
	struct content *again = content_from_bundle(bundle, size, &complaint);
	assert_non_null(again);
	assert_string_equal(content_word(again, "you-slay"), content_word(content, "you-slay"));
	content_digest(content, ours);
	content_digest(again, theirs);
	assert_memory_equal(ours, theirs, sizeof ours);
	content_free(again);
	content_free(content);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_record_inherits_the_fields_that_it_lacks),
		cmocka_unit_test(a_record_inherits_along_a_chain),
		cmocka_unit_test(invalid_inheritance_is_refused),
		cmocka_unit_test(a_wrong_word_suggests_the_nearest_right_one),
		cmocka_unit_test(eight_free_symbols_are_enough),
		cmocka_unit_test(complaints_name_the_file_of_the_pack),
		cmocka_unit_test(reserved_glyphs_are_refused),
		cmocka_unit_test(punctuation_and_unicode_are_glyphs),
		cmocka_unit_test(unicode_that_cannot_be_a_glyph_is_refused),
		cmocka_unit_test(a_variation_of_the_stock_game_finds_glyphs),
		cmocka_unit_test(a_pack_of_another_version_loads_or_is_one_sentence),
		cmocka_unit_test(every_word_has_a_neutral_one),
		cmocka_unit_test(only_missing_words_are_neutral),
		cmocka_unit_test(a_bundle_holds_the_neutral_words),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
