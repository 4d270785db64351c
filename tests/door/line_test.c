/* Line mode: offsets, letters and reports, on staged views. */
#include "tests/test.h"

#include "tests/door/stage.h"

#include "door/line/line.h"

static const char crawler_kind[] =
	"monster test-crawler\n  name crawler\n  glyph 0 dim\n  look It crawls.\n"
	"  first-sight It crawls there.\n  death crawled over\n  depth 1\n  weight 0\n  hits 9d9\n"
	"  experience 0\n  speed 50\n  blow nips 1d2\n  instincts ambush 1\n";

static struct content *stock;
static struct stage stage;

static const char *taken(struct ui_text *text)
{
	static char copy[4000];
	snprintf(copy, sizeof copy, "%s", text->text ? text->text : "");
	free(text->text);
	*text = (struct ui_text){0};
	return copy;
}

static const struct view *seen(void)
{
	static struct view view;
	game_view(stage.game, &view);
	return &view;
}

static void offsets_are_exact(void **state)
{
	static const struct {
		int dx, dy;
		const char *text;
	} rows[] = {{0, 0, "here"}, {0, -3, "3 north"}, {0, 1, "1 south"}, {4, 0, "4 east"},
		{-2, 0, "2 west"}, {3, -3, "3 north-east"}, {-1, 1, "1 south-west"},
		{5, -2, "2 north 5 east"}, {-1, 7, "7 south 1 west"}};
	char text[48];
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		line_offset(rows[i].dx, rows[i].dy, text, sizeof text);
		assert_string_equal(text, rows[i].text);
	}
}

static void words_are_split(void **state)
{
	struct line_words words;
	(void)state;
	line_words("  Throw the DAGGER at b, please", &words);
	assert_int_equal(words.count, 4);
	assert_string_equal(words.list[0], "throw");
	assert_string_equal(words.list[1], "dagger");
	assert_string_equal(words.list[2], "b");
	assert_string_equal(words.list[3], "please");
	line_words(".", &words);
	assert_int_equal(words.count, 1);
	assert_string_equal(words.list[0], ".");
	line_words("", &words);
	assert_int_equal(words.count, 0);
	assert_int_equal(line_direction("north-east"), DIR_NE);
	assert_int_equal(line_direction("northeast"), DIR_NE);
	assert_int_equal(line_direction("ne"), DIR_NE);
	assert_int_equal(line_direction("northern"), DIR_COUNT);
}

static void words_are_told_apart(void **state)
{
	static const struct {
		const char *typed;
		size_t count;
		const char *first, *last;
	} rows[] = {{"\tgo to the door.", 2, "go", "door"}, {"the", 1, "the", "the"},
		{"to the", 1, "to", "to"}, {", x", 2, ",", "x"}, {"a;b:c", 3, "a", "c"},
		{"1 2 3 4 5 6 7 8 9 10", LINE_WORDS_MAX, "1", "8"},
		{"abcdefghijklmnopqrstuvwxyz", 1, "abcdefghijklmnopqrstuvw",
			"abcdefghijklmnopqrstuvw"}};
	static const struct {
		const char *word;
		int direction;
	} directions[] = {{"south", DIR_S}, {"southwest", DIR_SW}, {"south-west", DIR_SW},
		{"south--west", DIR_COUNT}, {"southw", DIR_COUNT}, {"nw", DIR_NW}, {"", DIR_COUNT},
		{"-north", DIR_COUNT}, {"north-", DIR_COUNT}};
	struct line_words words;
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		line_words(rows[i].typed, &words);
		assert_int_equal(words.count, rows[i].count);
		assert_string_equal(words.list[0], rows[i].first);
		assert_string_equal(words.list[words.count - 1], rows[i].last);
	}
	for (size_t i = 0; i < sizeof directions / sizeof *directions; i++)
		assert_int_equal(line_direction(directions[i].word), directions[i].direction);
}

static void text_is_plain(void **state)
{
	struct ui_text text = {0};
	(void)state;
	line_plain(&text, UI_BRIGHT "a" UI_END "  b\n\tc\200d");
	assert_string_equal(taken(&text), "a b cd");
}

static void things_are_near_first_and_keep_letters(void **state)
{
	struct line_letters letters = {0};
	struct line_things things;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	stage_put(&stage, "test-crawler", HERO_X + 4, HERO_Y);
	int near = stage_put(&stage, "test-crawler", HERO_X, HERO_Y - 2);
	senses_look(stage.game);
	line_things(stage.game, seen(), &letters, &things);
	assert_int_equal(things.count, 2);
	assert_int_equal(things.list[0].distance, 2);
	assert_int_equal(things.list[0].letter, 'a');
	assert_int_equal(things.list[1].letter, 'b');
	assert_ptr_equal(line_thing(&things, 'b'), &things.list[1]);
	assert_null(line_thing(&things, 'c'));
	/* The nearer one goes, and another comes: b stays b, and the free letter is used again. */
	creature_remove(stage.game, near);
	stage_put(&stage, "test-crawler", HERO_X - 3, HERO_Y);
	senses_look(stage.game);
	line_things(stage.game, seen(), &letters, &things);
	assert_int_equal(things.count, 2);
	assert_int_equal(things.list[0].letter, 'a');
	assert_int_equal(things.list[1].letter, 'b');
	assert_int_equal(things.list[1].x, HERO_X + 4);
	stage_end(&stage);
}

static void a_report_tells_what_is_new(void **state)
{
	struct line_heard heard = {0};
	struct ui_text text = {0};
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	line_report(&text, stage.game, seen(), &heard, LINE_NORMAL);
	assert_non_null(strstr(taken(&text), "Depth 1"));
	line_report(&text, stage.game, seen(), &heard, LINE_NORMAL);
	assert_string_equal(taken(&text), "");
	stage_put(&stage, "test-crawler", HERO_X + 4, HERO_Y - 1);
	senses_look(stage.game);
	line_report(&text, stage.game, seen(), &heard, LINE_NORMAL);
	const char *report = taken(&text);
	assert_non_null(strstr(report, "In view: a, "));
	assert_non_null(strstr(report, "1 north 4 east."));
	line_report(&text, stage.game, seen(), &heard, LINE_NORMAL);
	assert_string_equal(taken(&text), "");
	game_hero(stage.game)->health -= 5;
	line_report(&text, stage.game, seen(), &heard, LINE_BRIEF);
	assert_non_null(strstr(taken(&text), "Health "));
	stage_end(&stage);
}

/* Types a line on the stage and returns the report. */
static const char *typed(const char *line)
{
	struct ui_text text = {0};
	play_typed(stage.play, line);
	assert_true(play_settle(stage.play));
	play_lines_report(stage.play, &text);
	return taken(&text);
}

static void expect(const char *line, const char *answer)
{
	const char *text = typed(line);
	if (!strstr(text, answer))
		print_error("\"%s\" answers \"%s\", without \"%s\"\n", line, text, answer);
	assert_non_null(strstr(text, answer));
}

static void a_game_is_played_by_lines(void **state)
{
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	play_lines_on(stage.play, LINE_NORMAL);
	expect("look", "Exits: all directions.");
	expect("north", "You go 1 north.");
	expect("k", "You go 1 north.");
	expect("east 3", "You go 3 east.");
	expect("again", "You go 3 east.");
	expect("go south until something", "You go 11 south.");
	expect("go north 11", "You go 11 north.");
	int crawler = stage_put(&stage, "test-crawler", game_hero(stage.game)->x + 3, HERO_Y - 2);
	stage.game->creatures[crawler].health = 500;
	senses_look(stage.game);
	expect("list", "a, ");
	expect("look a", "You hit it ");
	expect("attack a", "You go 1 east.");
	expect("attack z", "Nothing here has the letter z");
	expect("compass", "north: ");
	expect("health", "Health ");
	expect("where", "Depth 1");
	expect("map", "here: ");
	expect("inventory", "a screwdriver, in hand.");
	expect("inventory", "a work coat, worn.");
	stage.game->knowledge.spells[content_find_spell(stock, "crossed-wires")] = 1;
	expect("cast", "mana. Effect: 2d4 shock damage");
	expect("cancel", "");
	expect("drop", "Type a letter, or an empty line.");
	expect("look", "Creatures: a, ");
	expect("full", "Detail: full.");
	assert_int_equal(play_lines_detail(stage.play), LINE_FULL);
	expect("frobnicate", "frobnicate is no command.");
	expect("quit", "Type yes or no.");
	expect("no", "You stay.");
	expect("quit", "Type yes or no.");
	typed("yes");
	assert_int_equal(play_state(stage.play), PLAY_ENDED);
	stage_end(&stage);
}

/* A letter of the pouch is chosen by its letter, which may be typed small, or by its name. */
static void the_pouch_is_used_by_lines(void **state)
{
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	play_lines_on(stage.play, LINE_NORMAL);
	stage_give(&stage, "letter-rota", 1);
	stage_give(&stage, "letter-gas", 1);
	stage_give(&stage, "letter-school", 1);
	stage_paint(&stage);
	expect("inventory", "pouch, a pouch with 3 letters.");
	expect("read", "B, a card from a meter.");
	expect("C", "My town has a tram");
	expect("read A", "NIGHT ROTA");
	expect("read b", "Read: 0417");
	expect("read exercise", "My town has a tram");
	expect("drop pouch", "A, a night rota.");
	expect("cancel", "");
	expect("drop", "pouch, a pouch with 3 letters.");
	expect("pouch", "A, a night rota.");
	expect("A", "You put down the night rota.");
	expect("drop card", "You put down the card from a meter.");
	expect("inventory", "a pouch with 1 letter.");
	stage_end(&stage);
}

static int set_up(void **state)
{
	(void)state;
	stock = stock_content_with(crawler_kind);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	content_free(stock);
	return 0;
}

/* With more things than letters a creature gets that of the farthest thing, and things in sight
 * those of remembered ones. */
static void creatures_always_have_letters(void **state)
{
	static struct line_things things;
	struct line_letters letters = {0};
	struct item dart = {.count = 1, .kind = content_find_item(stock, "dart")};
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	for (int i = 0; i < 2 * LINE_LETTERS; i++)
		item_to_floor(stage.game, dart, HERO_X - 8 + i % 17, HERO_Y - 5 + i / 17);
	senses_look(stage.game);
	line_things(stage.game, seen(), &letters, &things);
	assert_int_equal(things.list[LINE_LETTERS].letter, 0);
	stage_put(&stage, "cable-rat", HERO_X + 12, HERO_Y);
	line_things(stage.game, seen(), &letters, &things);
	size_t at = 0;
	while (!things.list[at].creature)
		at++;
	char letter = things.list[at].letter;
	assert_true(letter >= 'a' && letter <= 'z');
	for (size_t i = 0; i < things.count; i++)
		assert_true(i == at || things.list[i].letter != letter);
	line_things(stage.game, seen(), &letters, &things);
	assert_ptr_equal(line_thing(&things, letter)->creature, things.list[at].creature);
	stage_end(&stage);
}

/* The blow that kills is told before the death. */
static void a_death_is_told_in_order(void **state)
{
	struct ui_text text = {0};
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	assert_true(play_lines_on(stage.play, LINE_NORMAL));
	stage_put(&stage, "cable-rat", HERO_X + 1, HERO_Y);
	game_hero(stage.game)->health = 1;
	for (int i = 0; i < 40 && play_state(stage.play) == PLAY_GOING; i++) {
		text.size = 0;
		play_typed(stage.play, "search");
		assert_true(play_settle(stage.play));
		play_lines_report(stage.play, &text);
	}
	const char *blow = strstr(text.text, "cable rat bites you"),
		   *death = strstr(text.text, "The line goes dead");
	assert_non_null(blow);
	assert_non_null(death);
	assert_true(blow < death);
	free(text.text);
	stage_end(&stage);
}

/* The stairs are told although a creature stands on them. */
static void stairs_under_a_creature_are_told(void **state)
{
	static struct line_things things;
	struct ui_text text = {0};
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	stage_lay(&stage, "stairs-down", HERO_X + 3, HERO_Y);
	stage_put(&stage, "cable-rat", HERO_X + 3, HERO_Y);
	line_things(stage.game, seen(), NULL, &things);
	line_where(&text, stage.game, seen(), &things);
	assert_non_null(strstr(text.text, "3 east. It stands on a staircase down.\n"));
	free(text.text);
	stage_end(&stage);
}

/* "attack b" walks round a pillar on the way to the creature. */
static void attack_takes_the_known_path(void **state)
{
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	assert_true(play_lines_on(stage.play, LINE_NORMAL));
	stage_lay(&stage, "wall-horizontal", HERO_X + 1, HERO_Y + 1);
	int slot = stage_put(&stage, "cable-rat", HERO_X + 4, HERO_Y + 1);
	stage.game->creatures[slot].flags |= CREATURE_ASLEEP;
	senses_look(stage.game);
	play_typed(stage.play, "attack a");
	assert_true(play_settle(stage.play));
	assert_int_equal(game_hero(stage.game)->x, HERO_X + 1);
	stage_end(&stage);
}

static const char *answer_to(const char *line, struct ui_text *text)
{
	text->size = 0;
	play_typed(stage.play, line);
	assert_true(play_settle(stage.play));
	play_lines_report(stage.play, text);
	return text->text;
}

static void lay_darts(int x, int y)
{
	struct item item = {
		.kind = content_find_item(stock, "dart"), .count = 3, .flags = ITEM_KNOWN};
	item_lay(stage.game, item, x, y);
	senses_look(stage.game);
}

/* Line mode shows no map: it tells where the harm begins that hides the rest, and goes up to it. */
static void harm_in_the_way_is_told_and_approached(void **state)
{
	struct ui_text text = {0};
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	assert_true(play_lines_on(stage.play, LINE_NORMAL));
	answer_to("go harm", &text);
	assert_non_null(strstr(text.text, "No harm is in the way of exploring.\n"));
	for (int y = 1; y < stage.game->level->height - 1; y++)
		stage_lay(&stage, "shards", HERO_X + 5, y);
	lay_darts(HERO_X + 9, HERO_Y - 4);
	/* It names the darts once. */
	answer_to("explore", &text);
	answer_to("west 4", &text);
	answer_to("explore", &text);
	assert_non_null(strstr(text.text, "Everything left to explore is behind harmful ground: "
					  "broken glass, "));
	assert_non_null(strstr(text.text, " east. \"go harm\" walks up to it.\n"));
	answer_to("go harm", &text);
	assert_int_equal(stage_hero_x(&stage), HERO_X + 4);
	answer_to("explore", &text);
	assert_non_null(strstr(text.text, "harmful ground: broken glass, 1 east.\n"));
	assert_string_equal(answer_to("go harm", &text), "You are there.\n");
	/* An item hides the name of the ground that it lies on. */
	lay_darts(HERO_X + 5, game_hero(stage.game)->y);
	answer_to("explore", &text);
	answer_to("explore", &text);
	assert_non_null(strstr(text.text, "behind harmful ground: 1 east.\n"));
	free(text.text);
	stage_end(&stage);
}

/* Rows are broken at blanks; a word that is too long is broken itself. */
static void long_lines_are_broken_at_blanks(void **state)
{
	static const struct {
		const char *text, *wrapped;
		int width;
	} rows[] = {
		{"You go down.\n", "You go down.\n", 80},
		{"You go down.\n> ", "You go down.\n> ", 13},
		{"You go down.\n", "You go\ndown.\n", 12},
		{"A rat runs away\n\nnow", "A rat\nruns\naway\n\nnow", 7},
		{"interminable\n", "intermi\nnable\n", 8},
		{"", NULL, 8},
	};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct ui_text text = {0};
		line_wrapped(&text, rows[i].text, rows[i].width);
		assert_true((text.text && rows[i].wrapped) || text.text == rows[i].wrapped);
		if (text.text)
			assert_string_equal(text.text, rows[i].wrapped);
		free(text.text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(long_lines_are_broken_at_blanks),
		cmocka_unit_test(offsets_are_exact),
		cmocka_unit_test(words_are_split),
		cmocka_unit_test(words_are_told_apart),
		cmocka_unit_test(text_is_plain),
		cmocka_unit_test(things_are_near_first_and_keep_letters),
		cmocka_unit_test(a_report_tells_what_is_new),
		cmocka_unit_test(a_game_is_played_by_lines),
		cmocka_unit_test(the_pouch_is_used_by_lines),
		cmocka_unit_test(creatures_always_have_letters),
		cmocka_unit_test(stairs_under_a_creature_are_told),
		cmocka_unit_test(a_death_is_told_in_order),
		cmocka_unit_test(attack_takes_the_known_path),
		cmocka_unit_test(harm_in_the_way_is_told_and_approached),
	};
	return cmocka_run_group_tests_name("line", tests, set_up, tear_down);
}
