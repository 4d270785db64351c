/* Dumps: what is told of a run's end, how much of it, and that a recorded run tells the same. */
#include "tests/test.h"

#include "recorded.h"

#include "door/play/dump.h"
#include "door/replay/dump_run.h"
#include "door/replay/replay_cursor.h"
#include "engine/rules/rules.h"
#include "stage.h"
#include "tests/engine/stock_tests.h"

static const char records[] =
	"item test-salve\n  name test salve\n  plural test salves\n  glyph % dim\n  look A salve.\n"
	"  class food\n  food 10\n  effect heal 2d4\n"
	"monster test-crawler\n  name crawler\n  glyph 0 dim\n  look It crawls.\n"
	"  first-sight It crawls there.\n  death crawled over\n  depth 1\n  weight 0\n  hits 9d9\n"
	"  experience 0\n  speed 50\n  blow nips 1d2\n  instincts ambush 1\n";

static char *dump_of(struct stage *stage, int width)
{
	const struct dump_head head = {.name = "anna", .run = 7, .ended = 1764000000};
	char *text = dump_text(stage->game, stock, &head, (struct dump_form){.width = width});
	assert_non_null(text);
	return text;
}

/* Printable rows that are no wider, and not too many. */
static void is_plain(const char *text, int width)
{
	assert_true(strlen(text) <= DUMP_MAX);
	for (const char *row = text; *row; row += strcspn(row, "\n") + 1) {
		assert_true(strcspn(row, "\n") <= (size_t)width);
		for (const char *at = row; *at != '\n'; at++)
			assert_in_range(*at, ' ', '~');
	}
}

static void die(struct stage *stage, int by)
{
	combat_harm(stage->game, HERO, 1000, by, HARM_BLOW, NULL);
}

static void empty_pack(struct stage *stage)
{
	memset(stage->game->pack.items, 0, sizeof stage->game->pack.items);
	stage->game->pack.count = 0;
}

/* True if the dump lists the item among the help at hand. */
static bool helps(const char *text, const char *shown)
{
	const char *from = strstr(text, "\nHelp that was at hand\n");
	const char *to = from ? strstr(from, "\n\n") : NULL;
	assert_non_null(to);
	char part[2000];
	snprintf(part, sizeof part, "%.*s", (int)(to - from), from);
	for (char *at = part; *at; at++)
		*at = (char)(*at == '\n' ? ' ' : *at);
	return strstr(part, shown) != NULL;
}

static void an_end_is_told_with_all_its_parts(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	empty_pack(&stage);
	stage_give(&stage, "test-salve", 2);
	int crawler = stage_put(&stage, "test-crawler", HERO_X + 1, HERO_Y);
	die(&stage, crawler);
	char *text = dump_of(&stage, 79);
	is_plain(text, 79);
	static const char *const parts[] = {"anna ", "run 7, 2025-11-24\n",
		"Crawled over on depth 1\n", "\nThe last of it\n", "\nHelp that was at hand\n",
		"\nWhere it ended\n", "@0", "Crawler: beside you", "\nYour state\n",
		"\nYour items\n    2 test salves\n",
		"\nWhere you had been, and whom you met\n   1  "};
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		if (!strstr(text, parts[i]))
			print_error("%s\nlacks: %s\n", text, parts[i]);
		assert_non_null(strstr(text, parts[i]));
	}
	free(text);
	stage_end(&stage);
}

static void what_was_at_hand_is_told(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	empty_pack(&stage);
	stage_give(&stage, "test-salve", 1);
	int crawler = stage_put(&stage, "test-crawler", HERO_X + 1, HERO_Y);
	stage_put(&stage, "test-crawler", HERO_X, HERO_Y + 1);
	stage_put(&stage, "test-crawler", HERO_X, HERO_Y - 1);
	for (int slot = HERO + 1; slot < stage.game->creature_top; slot++)
		stage.game->creatures[slot].flags = CREATURE_AWARE | CREATURE_ROUSED;
	place_set_terrain(stage.game, HERO_X + 6, HERO_Y, stock->terrain.stairs_up);
	senses_look(stage.game);
	die(&stage, crawler);
	char *text = dump_of(&stage, 79);
	assert_true(helps(text, "You still had a test salve to heal yourself."));
	assert_true(helps(text, "The stairs up were "));
	assert_true(helps(text, "The crawler is slow"));
	assert_true(helps(text, "3 enemies stood beside you"));
	assert_false(helps(text, "Nothing that you had"));
	free(text);
	stage_end(&stage);
}

static uint16_t unlearned(const struct game *game, enum item_class class)
{
	for (uint16_t kind = 0; kind < stock->counts.items; kind++) {
		struct item item = {.kind = kind, .count = 1};
		if (stock->items[kind].class == class && !item_is_known(game, &item))
			return kind;
	}
	fail();
	return 0;
}

/* The dump describes an item's effect only if the player knew it. */
static void nothing_is_told_that_was_not_known(void **state)
{
	(void)state;
	for (int known = 0; known < 2; known++) {
		struct stage stage;
		stage_begin(&stage, stock, 80, 24);
		empty_pack(&stage);
		uint16_t kind = unlearned(stage.game, ITEM_POTION);
		for (uint16_t i = kind; i < stock->counts.items; i++)
			if (stock->items[i].class == ITEM_POTION &&
				strstr(stock->items[i].id, "heal"))
				kind = i;
		item_into_pack(stage.game, (struct item){.kind = kind, .count = 1});
		if (known)
			item_learn(stage.game, kind);
		/* Stairs that he never saw are no help. */
		place_set_terrain(stage.game, 2, 2, stock->terrain.stairs_up);
		stage.game->level->flags[level_at(stage.game->level, 2, 2)] = 0;
		die(&stage, -1);
		char *text = dump_of(&stage, 79);
		assert_int_equal(helps(text, "You never tried "), !known);
		assert_false(!known && helps(text, "to heal yourself"));
		free(text);
		stage_end(&stage);
	}
}

/* A meal is no weapon, and what keeps others off helps nobody who was alone. */
static void what_helps_in_a_fight_is_told_of_fights(void **state)
{
	(void)state;
	for (int fight = 0; fight < 2; fight++) {
		struct stage stage;
		stage_begin(&stage, stock, 80, 24);
		empty_pack(&stage);
		stage_give(&stage, "pickled-egg", 1);
		stage_give(&stage, "final-notice", 1);
		item_learn(stage.game, content_find_item(stock, "final-notice"));
		int crawler = fight ? stage_put(&stage, "test-crawler", HERO_X + 1, HERO_Y) : -1;
		die(&stage, crawler);
		char *text = dump_of(&stage, 79);
		assert_int_equal(helps(text, "final notice to keep enemies off."), fight);
		assert_false(helps(text, "pickled egg"));
		free(text);
		stage_end(&stage);
	}
}

/* As often as the mana that was left would have paid for it. */
static void spells_are_told_as_often_as_they_could_be_said(void **state)
{
	static const char *const often[] = {"once more.", "twice more.", "several times more."};
	(void)state;
	for (int times = 1; times <= 3; times++) {
		struct stage stage;
		stage_begin(&stage, stock, 80, 24);
		empty_pack(&stage);
		uint16_t spell = 0;
		while (strcmp(stock->spells[spell].id, "crossed-wires") != 0)
			assert_true(++spell < stock->counts.spells);
		stage.game->knowledge.spells[spell] = 1;
		stage.game->hero.level = 9;
		stage.game->hero.choices_made = 9;
		stage.game->hero.mana_max = 99;
		stage.game->hero.mana = (int16_t)(spell_mana(stage.game, spell) * times);
		die(&stage, -1);
		char *text = dump_of(&stage, 79);
		char wanted[80];
		snprintf(wanted, sizeof wanted, "You could have used %s %s",
			stock->spells[spell].name, often[times - 1]);
		assert_true(helps(text, wanted));
		free(text);
		stage_end(&stage);
	}
}

static void nothing_at_hand_is_told_too(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	empty_pack(&stage);
	stage.game->hero.mana = 0;
	die(&stage, -1);
	char *text = dump_of(&stage, 79);
	assert_true(helps(text, "Nothing that you had or knew of."));
	free(text);
	stage_end(&stage);
}

/* Of those who leave alive nobody asks what could have helped. */
static void who_lives_is_not_consoled(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	char *text = dump_of(&stage, 79);
	assert_null(strstr(text, "Help that was at hand"));
	assert_non_null(strstr(text, "Still going on"));
	free(text);
	stage_end(&stage);
}

static void handicaps_are_named(void **state)
{
	(void)state;
	for (int with = 0; with < 2; with++) {
		struct stage stage;
		stage_begin(&stage, stock, 80, 24);
		if (with)
			birth_add_handicap(&stage.game->birth, "half-food");
		char *text = dump_of(&stage, 79);
		assert_int_equal(strstr(text, "Handicaps: half food.") != NULL, with);
		free(text);
		stage_end(&stage);
	}
}

static void it_is_bounded_and_as_narrow_as_asked(void **state)
{
	static const int widths[] = {0, 39, 60, 79, 500};
	(void)state;
	for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
		struct stage stage;
		stage_begin(&stage, stock, 80, 24);
		for (uint16_t kind = 0; kind < stock->counts.items; kind++) {
			struct item item = {.kind = kind, .count = 1};
			if (item_fits(stage.game, &item))
				item_into_pack(stage.game, item);
		}
		for (uint16_t kind = 0; kind < stock->counts.creatures; kind++)
			stage.game->knowledge.met[kind] = stage.game->knowledge.beaten[kind] = 1;
		for (int n = 0; n < 60; n++)
			message_say_text(stage.game, n % 2 ? "A\nlong tale of \x01 bytes." : "x",
				COLOUR_ROLE_BAD);
		die(&stage, -1);
		char *text = dump_of(&stage, widths[i]);
		int width = widths[i] < 39 ? 39 : widths[i] > 79 ? 79 : widths[i];
		is_plain(text, width);
		free(text);
		stage_end(&stage);
	}
}

/* However many he has beaten, all of them are named. */
static void long_lists_are_whole(void **state)
{
	struct stage stage;
	char flat[DUMP_MAX], *to = flat;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	for (uint16_t kind = 0; kind < stock->counts.creatures; kind++)
		stage.game->knowledge.met[kind] = stage.game->knowledge.beaten[kind] = 1;
	die(&stage, -1);
	char *text = dump_of(&stage, 79);
	for (const char *at = text; *at; at++)
		if (*at != '\n' && (*at != ' ' || (to > flat && to[-1] != ' ')))
			*to++ = *at;
		else if (*at == '\n')
			*to++ = ' ';
	*to = 0;
	const char *beaten = strstr(flat, "Beaten:");
	assert_non_null(beaten);
	for (uint16_t kind = 0; kind < stock->counts.creatures; kind++)
		if (!strstr(beaten, stock->creatures[kind].name))
			fail_msg("%s is left out of:\n%s", stock->creatures[kind].name, text);
	free(text);
	stage_end(&stage);
}

static struct run_source todays;

static enum keeper_verdict old_rules_segment(
	void *context, int64_t run, uint32_t index, struct store_segment *segment)
{
	enum keeper_verdict verdict = todays.segment(context, run, index, segment);
	segment->rules = ENGINE_RULES_VERSION - 1;
	return verdict;
}

/* A replay of the journal writes the same dump as the session did. */
static void a_recorded_run_tells_the_same(void **state)
{
	struct fixture *fixture;
	struct recorded *recorded = calloc(1, sizeof *recorded);
	char sentence[300] = "";
	(void)state;
	fixture_set_up((void **)&fixture);
	struct store_client *line = fixture_caller(fixture, "Mina");
	recorded_play(fixture, line, recorded, 40);
	recorded_end(line, recorded);
	const struct run_source source = run_source_of_line(line);
	char *text = dump_of_run(&source, fixture->content, recorded->run.id,
		(struct dump_form){.width = 79}, sentence, sizeof sentence);
	assert_non_null(text);
	is_plain(text, 79);
	struct replay_cursor *cursor = replay_cursor_new(
		&source, fixture->content, recorded->run.id, REPLAY_CURSOR_FORWARD);
	replay_cursor_go(cursor, replay_cursor_length(cursor));
	struct store_score score;
	assert_int_equal(keeper_score_get(line, recorded->run.id, &score), KEEPER_OK);
	const struct dump_head head = {"Mina", recorded->run.id, score.ended};
	char *other = dump_text(replay_cursor_game(cursor), fixture->content, &head,
		(struct dump_form){.width = 79});
	assert_string_equal(text, other);
	free(other);
	free(text);
	replay_cursor_free(cursor);
	assert_null(dump_of_run(&source, fixture->content, 999, (struct dump_form){.width = 79},
		sentence, sizeof sentence));
	assert_true(sentence[0] != '\0');
	/* Of one that ended under older rules it is told in a sentence that it cannot be. */
	todays = source;
	struct run_source old_program = source;
	old_program.segment = old_rules_segment;
	assert_null(dump_of_run(&old_program, fixture->content, recorded->run.id,
		(struct dump_form){.width = 79}, sentence, sizeof sentence));
	assert_non_null(strstr(sentence, "under older rules"));
	store_client_free(line);
	fixture_tear_down((void **)&fixture);
	free(recorded);
}

/* The advice names weakness from hunger, with the turns since it began. It omits hunger alone. */
static void hunger_that_weakened_is_told(void **state)
{
	static const struct {
		int food, turns;
		const char *says;
	} rows[] = {{101, 6, "You were weak from hunger for the last 5 turns: nothing healed"},
		{101, 2, "You were weak from hunger at the end"},
		{50, 3, "You were weak from hunger for a long time"},
		{1, 4, "Hunger took health from you for the last 3 turns"}, {250, 3, NULL}};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct stage stage;
		stage_begin(&stage, stock, 80, 24);
		empty_pack(&stage);
		stage.game->hero.food = rows[i].food;
		for (int turn = 0; turn < rows[i].turns; turn++)
			stage_type(&stage, ".");
		die(&stage, -1);
		char *text = dump_of(&stage, 79);
		if (rows[i].says)
			assert_true(helps(text, rows[i].says));
		else
			assert_false(helps(text, "unger"));
		free(text);
		stage_end(&stage);
	}
}

/* The map of a screen has the glyphs of the terminal, that of a printed dump is ASCII. */
static void a_screen_draws_the_map(void **state)
{
	const struct dump_head head = {.name = "anna", .run = 7};
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	stage_lay(&stage, "wall-vertical", HERO_X + 1, HERO_Y);
	die(&stage, -1);
	for (int drawn = 0; drawn < 2; drawn++) {
		char *text = dump_text(
			stage.game, stock, &head, (struct dump_form){.width = 79, .drawn = drawn});
		const char wall[] = {'@', (char)(drawn ? VT_WALL_V : '|'), 0};
		assert_non_null(strstr(text, wall));
		free(text);
	}
	stage_end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_end_is_told_with_all_its_parts),
		cmocka_unit_test(what_was_at_hand_is_told),
		cmocka_unit_test(hunger_that_weakened_is_told),
		cmocka_unit_test(a_screen_draws_the_map),
		cmocka_unit_test(nothing_is_told_that_was_not_known),
		cmocka_unit_test(what_helps_in_a_fight_is_told_of_fights),
		cmocka_unit_test(spells_are_told_as_often_as_they_could_be_said),
		cmocka_unit_test(nothing_at_hand_is_told_too),
		cmocka_unit_test(who_lives_is_not_consoled),
		cmocka_unit_test(long_lists_are_whole),
		cmocka_unit_test(handicaps_are_named),
		cmocka_unit_test(it_is_bounded_and_as_narrow_as_asked),
		cmocka_unit_test(a_recorded_run_tells_the_same),
	};
	return stock_run(stock_content_with(records), tests);
}
