/* Lines of plain effect, experience and states on the status line, hints, how to go on, and folded
 * messages. */
#include "tests/test.h"

#include "door/ui/ui.h"
#include "engine/engine.h"
#include "tests/door/stage.h"
#include "tests/engine/stock_tests.h"

static const int widths[] = {40, 80, 120};
#define WIDTHS (sizeof widths / sizeof *widths)

static void lay_item(struct stage *stage, const char *id, int x, int y, unsigned flags)
{
	struct item item = {.kind = content_find_item(stock, id),
		.count = 1,
		.flags = (uint8_t)(flags | ITEM_KNOWN)};
	item_lay(stage->game, item, x, y);
	senses_look(stage->game);
}

/* All rows of the frame, one blank between them, as wrapped text reads. */
static bool reads(const struct stage *stage, const char *text)
{
	static char all[VT_WIDTH_MAX * 60];
	size_t used = 0;
	for (int y = 0; y < stage->frame.height; y++)
		for (const char *at = stage_row(stage, y); *at; at++)
			if (*at != '?' && (*at != ' ' || (used > 0 && all[used - 1] != ' ')))
				all[used++] = *at;
	all[used] = '\0';
	if (!strstr(all, text))
		fprintf(stderr, "not shown: %s\nin: %s\n", text, all);
	return strstr(all, text) != NULL;
}

/* ---- Lines of plain effect ---- */

static void an_item_tells_its_effect_in_its_box(void **state)
{
	(void)state;
	for (size_t i = 0; i < WIDTHS; i++) {
		struct stage stage;
		stage_begin(&stage, stock, widths[i], 24);
		int slot = stage_give(&stage, "hip-flask", 1);
		stage.game->knowledge.items[content_find_item(stock, "hip-flask")] = 1;
		stage_key(&stage, 'i');
		stage_key(&stage, 'a' + slot);
		assert_true(reads(&stage, "heals 2d6+4, and ends"));
		stage_end(&stage);
	}
}

static void an_unknown_item_says_what_it_may_be(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	int slot = stage_give(&stage, "swiftness", 1);
	stage_key(&stage, 'i');
	stage_key(&stage, 'a' + slot);
	assert_true(reads(&stage, "Unknown. Possible: healing"));
	stage_end(&stage);
}

static void a_purchase_is_never_blind(void **state)
{
	(void)state;
	for (size_t i = 0; i < WIDTHS; i++) {
		struct stage stage;
		stage_begin(&stage, stock, widths[i], 24);
		stage.game->hero.gold = 2000;
		lay_item(&stage, "crepe-soles", HERO_X, HERO_Y, ITEM_FOR_SALE);
		stage_key(&stage, ',');
		assert_true(stage_asks(&stage));
		assert_true(reads(&stage, "your steps are heard 4 cells less far"));
		stage_key(&stage, 'n');
		/* One of several that lie there. */
		lay_item(&stage, "goggles", HERO_X, HERO_Y, ITEM_OFFERED);
		stage_key(&stage, ',');
		assert_true(reads(&stage, "your steps are heard 4 cells less far"));
		assert_true(reads(&stage, "sees 3 cells far in the dark"));
		stage_end(&stage);
	}
}

static void what_lies_afar_tells_its_effect_to_who_looks(void **state)
{
	(void)state;
	for (size_t i = 0; i < WIDTHS; i++) {
		struct stage stage;
		stage_begin(&stage, stock, widths[i], 24);
		lay_item(&stage, "goggles", HERO_X + 2, HERO_Y, 0);
		stage_type(&stage, "xll");
		assert_true(reads(&stage, "sees 3 cells far in the dark."));
		stage_hush(&stage);
		game_hero(stage.game)->x += 1;
		stage.game->derived.occupants[level_at(stage.game->level, HERO_X, HERO_Y)] = 0;
		stage.game->derived.occupants[level_at(stage.game->level, HERO_X + 1, HERO_Y)] =
			HERO + 1;
		senses_look(stage.game);
		stage_type(&stage, "::");
		assert_true(reads(&stage, "sees 3 cells far in the dark"));
		stage_end(&stage);
	}
}

static void the_character_page_tells_talents_and_states(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 40, 40);
	stage.game->knowledge.talents[content_find_talent(stock, "good-catch")] = 1;
	game_hero(stage.game)->status[STATUS_POISONED] = 1;
	game_hero(stage.game)->status[STATUS_SHIELDED] = 7;
	stage_key(&stage, 'C');
	assert_true(reads(&stage, "stops 20% of blows and missiles"));
	assert_true(reads(&stage, "poisoned for 1 turn: 1 damage a turn, and nothing heals"));
	assert_true(reads(&stage, "shielded for 7 turns: 4 guard more"));
	stage_end(&stage);
}

static void spells_and_discoveries_tell_their_effect(void **state)
{
	(void)state;
	for (size_t i = 0; i < WIDTHS; i++) {
		struct stage stage;
		stage_begin(&stage, stock, widths[i], 40);
		stage.game->knowledge.spells[content_find_spell(stock, "crossed-wires")] = 1;
		stage.game->knowledge.items[content_find_item(stock, "swiftness")] = 1;
		stage_key(&stage, 'Z');
		assert_true(reads(&stage, "2d4 shock damage (first in line within 7 cells)"));
		stage_hush(&stage);
		stage_key(&stage, 'D');
		assert_true(reads(&stage, "doubles speed for 20 turns"));
		stage_end(&stage);
	}
}

/* ---- The status line ---- */

static void experience_to_the_next_level_is_shown(void **state)
{
	(void)state;
	for (size_t i = 0; i < WIDTHS; i++) {
		struct stage stage;
		stage_begin(&stage, stock, widths[i], 24);
		stage.game->hero.level = 9;
		stage.game->hero.experience = combat_next_level(9) - 657;
		stage.game->hero.choices_made = 9;
		stage_paint(&stage);
		assert_int_equal(
			stage_finds(&stage, widths[i] < 72 ? "Lv 9 next 657" : "Level 9 next 657"),
			22);
		assert_int_equal(stage_finds(&stage, "Noise"), 23);
		stage_end(&stage);
	}
}

static bool is_word_of_states(const struct stage *stage, const char *word, size_t length)
{
	struct state_line line;
	for (size_t nth = 0; game_state_line(stage->game, nth, &line); nth++)
		if ((strlen(line.word) == length && !memcmp(line.word, word, length)) ||
			(strlen(line.brief) == length && !memcmp(line.brief, word, length)))
			return true;
	return false;
}

/* Behind the figures of the row each word is that of a state, whole, a number, or of the light. */
static void no_word_of_a_state_is_cut(void **state)
{
	(void)state;
	for (int width = 40; width <= 132; width += 3)
		for (int count = 1; count <= STATUS_COUNT; count += 2) {
			struct stage stage;
			stage_begin(&stage, stock, width, 24);
			for (int status = 0; status < count; status++)
				game_hero(stage.game)->status[status] = 9;
			game_hero(stage.game)->status[STATUS_BLIND] = 0;
			stage_paint(&stage);
			const char *row = stage_row(&stage, width < 72 ? 22 : 23);
			const char *at = strstr(row, width < 72 ? "Mp" : "Noise");
			assert_non_null(at);
			at += strcspn(at, "0123456789");
			for (; *at; at += strspn(at, " ")) {
				size_t length = strcspn(at, " ");
				assert_true(strspn(at, "+0123456789") >= length ||
					    (length == 3 && memcmp(at, "lit", 3) == 0) ||
					    is_word_of_states(&stage, at, length));
				at += length;
			}
			stage_end(&stage);
		}
}

/* Remaining turns are exact up to 10 and in fives above. */
static void the_last_ten_turns_of_a_state_are_counted(void **state)
{
	static const struct {
		int turns;
		const char *shown;
	} rows[] = {{1, "quick 1 "}, {6, "quick 6 "}, {9, "quick 9 "}, {10, "quick 10 "},
		{11, "quick 15 "}, {23, "quick 25 "}};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct stage stage;
		stage_begin(&stage, stock, 80, 24);
		game_hero(stage.game)->status[STATUS_HASTED] = (uint16_t)rows[i].turns;
		stage_paint(&stage);
		if (stage_finds(&stage, rows[i].shown) != 23)
			fail_msg("%d turns: %s", rows[i].turns, stage_row(&stage, 23));
		stage_end(&stage);
	}
}

/* ---- Hints ---- */

/* Marks the cells of the map in a frame that show somebody. */
static void find_bodies(const struct stage *stage, bool bodies[])
{
	uint16_t kind = content_find_creature(stock, "desk-dog");
	uint16_t dog =
		(uint16_t)content_appearance(stock, stock->creatures[kind].appearance)->symbol;
	int spare = stage->frame.height - 3 - stage->game->level->height;
	int map = stage->frame.width * (spare > 0 ? spare + 1 : 1);
	for (int i = 0; i < stage->frame.width * (stage->frame.height - 2); i++) {
		bodies[i] = i >= map && (stage->frame.cells[i].glyph == dog ||
						stage->frame.cells[i].glyph == '@');
	}
}

static void a_hint_covers_nobody(void **state)
{
	static bool bodies[40 * 40], again[40 * 40];
	int shown = 0;
	(void)state;
	for (int height = 20; height <= 30; height++)
		for (int y = 2; y < 20; y++) {
			struct stage stage;
			stage_begin(&stage, stock, 40, height);
			stage_put(&stage, "desk-dog", HERO_X + 1, y);
			stage_put(&stage, "desk-dog", HERO_X - 4, 19);
			stage_hush(&stage);
			find_bodies(&stage, bodies);
			play_hints(stage.play, true, 0);
			play_hints_look(stage.play);
			stage_paint(&stage);
			shown += stage_finds(&stage, " Hint ") >= 0;
			find_bodies(&stage, again);
			for (int i = 0; i < 40 * (height - 2); i++)
				assert_true(again[i] || !bodies[i]);
			stage_end(&stage);
		}
	assert_true(shown > 100);
}

/* ---- How to go on ---- */

static void stairs_away_are_offered(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 40, 24);
	stage_key(&stage, '>');
	assert_false(stage_asks(&stage));
	assert_true(reads(&stage, "No stairs down are known yet: X explores."));
	stage_lay(&stage, "stairs-down", HERO_X + 5, HERO_Y);
	stage_key(&stage, '>');
	assert_true(stage_asks(&stage));
	assert_true(
		reads(&stage, "The stairs down are 5 steps away. Travel there (y/n, > for yes)"));
	stage_key(&stage, 'n');
	assert_int_equal(stage_hero_x(&stage), HERO_X);
	stage_type(&stage, ">y");
	assert_int_equal(stage_hero_x(&stage), HERO_X + 5);
	assert_int_equal(stage.game->depth, 1);
	stage_key(&stage, '>');
	assert_int_equal(stage.game->depth, 2);
	/* The same key twice travels too, but it never leaves the game. */
	stage_end(&stage);
	stage_begin(&stage, stock, 40, 24);
	stage_lay(&stage, "stairs-down", HERO_X + 5, HERO_Y);
	stage_type(&stage, ">>");
	assert_int_equal(stage_hero_x(&stage), HERO_X + 5);
	stage_lay(&stage, "stairs-up", HERO_X + 5, HERO_Y);
	stage_type(&stage, "<<");
	assert_int_equal(stage_hero_x(&stage), HERO_X + 5);
	assert_int_equal(play_state(stage.play), PLAY_GOING);
	stage_end(&stage);
}

/* The key of the stairs goes on at once where it was told to: not by way of the question. */
static void stairs_asked_for_again_are_gone_to(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	stage_lay(&stage, "stairs-up", HERO_X - 9, HERO_Y);
	int rat = creature_add(
		stage.game, content_find_creature(stock, "cable-rat"), HERO_X + 8, HERO_Y, 5);
	stage.game->creatures[rat].flags = CREATURE_AWARE;
	stage.game->creatures[rat].ready = stage.game->clock.now + 1000000;
	game_hero(stage.game)->health = 10;
	senses_look(stage.game);
	play_paint(stage.play, &stage.frame);
	stage_type(&stage, "\x1b<");
	assert_true(stage_asks(&stage));
	stage_key(&stage, '<');
	assert_true(reads(&stage, "The cable rat is coming for you. < again goes on."));
	assert_int_equal(stage_hero_x(&stage), HERO_X);
	stage_key(&stage, '<');
	assert_false(stage_asks(&stage));
	assert_true(stage_hero_x(&stage) < HERO_X);
	/* After a turn it is asked again. */
	stage_key(&stage, '<');
	assert_true(stage_hero_x(&stage) == HERO_X - 9 || stage_asks(&stage));
	stage_end(&stage);
}

/* A hero without the Receiver is asked once a run before he goes below its depth. */
static void going_below_the_receiver_is_asked_once(void **state)
{
	(void)state;
	for (int deepest = 12; deepest <= 13; deepest++) {
		struct stage stage;
		stage_begin(&stage, stock, 80, 24);
		stage.game->depth = 12;
		stage.game->hero.deepest = (uint8_t)deepest;
		stage_lay(&stage, "stairs-down", HERO_X, HERO_Y);
		stage_key(&stage, '>');
		assert_int_equal(stage_asks(&stage), deepest == 12);
		assert_int_equal(stage.game->depth, deepest);
		if (deepest == 12) {
			assert_true(reads(&stage, "Go deeper without it"));
			stage_type(&stage, "n>y");
			assert_int_equal(stage.game->depth, 13);
		}
		stage_end(&stage);
	}
}

static void the_end_of_exploring_says_how_to_go_on(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	for (int at = 0; at < stage.game->level->width * stage.game->level->height; at++)
		stage.game->level->flags[at] |= LEVEL_KNOWN;
	stage_key(&stage, 'X');
	assert_true(reads(&stage,
		"Nothing is left to explore on this level. No way to any stairs down is "
		"known: s searches"));
	stage_lay(&stage, "stairs-down", HERO_X + 5, HERO_Y);
	for (int i = 0; i < 3 && stage_hero_x(&stage) != HERO_X + 5; i++)
		stage_key(&stage, 'X');
	stage_key(&stage, 'X');
	assert_true(reads(&stage, "Nothing is left to explore on this level. You stand on the "
				  "stairs down: > takes them."));
	stage_end(&stage);
}

static void a_refused_exploring_says_that_asking_again_goes_on(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	game_hero(stage.game)->health = 5;
	stage_lay(&stage, "door-closed", HERO_X + 9, HERO_Y);
	for (int y = 1; y < 5; y++)
		stage.game->level->flags[level_at(stage.game->level, 5, y)] &=
			(uint8_t) ~(LEVEL_KNOWN | LEVEL_SEEN);
	senses_look(stage.game);
	stage_key(&stage, 'X');
	int refused = stage_finds(&stage, "badly hurt") >= 0;
	assert_true(refused);
	bool promised = stage_finds(&stage, "X again goes on.") >= 0;
	uint32_t before = game_turn(stage.game);
	stage_key(&stage, 'X');
	assert_true(promised == (game_turn(stage.game) > before));
	stage_end(&stage);
}

/* ---- Folded ---- */

static void what_is_said_again_in_one_turn_is_folded(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	for (int i = 0; i < 3; i++) {
		message_say(stage.game, TEXT_NO_DOOR, NULL);
		message_say(stage.game, TEXT_LET_GO, NULL);
	}
	uint64_t digest = game_digest(stage.game);
	stage_paint(&stage);
	char door[120];
	words_expand(stock, TEXT_NO_DOOR, NULL, door, sizeof door);
	strcat(door, " x3");
	assert_true(reads(&stage, door));
	stage_hush(&stage);
	stage_key(&stage, 'm');
	assert_true(reads(&stage, door));
	assert_true(game_digest(stage.game) == digest);
	stage_end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_item_tells_its_effect_in_its_box),
		cmocka_unit_test(an_unknown_item_says_what_it_may_be),
		cmocka_unit_test(a_purchase_is_never_blind),
		cmocka_unit_test(what_lies_afar_tells_its_effect_to_who_looks),
		cmocka_unit_test(the_character_page_tells_talents_and_states),
		cmocka_unit_test(spells_and_discoveries_tell_their_effect),
		cmocka_unit_test(experience_to_the_next_level_is_shown),
		cmocka_unit_test(no_word_of_a_state_is_cut),
		cmocka_unit_test(the_last_ten_turns_of_a_state_are_counted),
		cmocka_unit_test(a_hint_covers_nobody),
		cmocka_unit_test(stairs_away_are_offered),
		cmocka_unit_test(stairs_asked_for_again_are_gone_to),
		cmocka_unit_test(going_below_the_receiver_is_asked_once),
		cmocka_unit_test(the_end_of_exploring_says_how_to_go_on),
		cmocka_unit_test(a_refused_exploring_says_that_asking_again_goes_on),
		cmocka_unit_test(what_is_said_again_in_one_turn_is_folded),
	};
	return stock_run(stock_content(), tests);
}
