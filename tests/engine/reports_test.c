/* Reports: fights between creatures, lost allies, bonuses, questions. */
#include "tests/test.h"

#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

static int put(struct game *game, const char *id, int x, int y, uint16_t flags)
{
	int slot = arena_put(game, id, x, y, 0);
	game->creatures[slot].flags = flags;
	game->creatures[slot].health = game->creatures[slot].health_max = 500;
	senses_look(game);
	return slot;
}

/* How often it was said, of the messages since a serial. */
static int said(const struct game *game, uint32_t since, const char *part)
{
	int times = 0;
	for (int i = 0; i < game->messages.count; i++)
		if (game->messages.list[i].serial > since &&
			strstr(game->messages.list[i].text, part))
			times++;
	return times;
}

static void fights_of_others_are_reported_once_a_turn(void **state)
{
	(void)state;
	struct game *game = arena_hall(stock);
	put(game, "desk-dog", 5, 2, CREATURE_ALLY | CREATURE_AWARE | CREATURE_ROUSED);
	put(game, "cable-rat", 4, 2, CREATURE_AWARE | CREATURE_ROUSED);
	put(game, "cable-rat", 6, 2, CREATURE_AWARE | CREATURE_ROUSED);
	put(game, "cable-rat", 5, 1, CREATURE_AWARE | CREATURE_ROUSED);
	int turns = 0;
	for (int turn = 0; turn < 20; turn++) {
		uint32_t since = game->messages.newest;
		arena_do(game, VERB_WAIT, 0);
		int times = said(game, since, "bites the");
		assert_in_range(times, 0, 1);
		turns += times;
	}
	assert_true(turns > 0);
	game_free(game);
}

static void friends_that_are_lost_are_told_of(void **state)
{
	static const char *const rooms[] = {
		"#####################",
		"#.......#...........#",
		"#.......#.@.........#",
		"#.......#...........#",
		"#.......#..........>#",
		"#####################",
	};
	(void)state;
	struct game *game = arena_new(stock, ROWS(rooms), 1);
	int dog = put(game, "desk-dog", 2, 2, CREATURE_ALLY | CREATURE_AWARE);
	combat_harm(game, dog, 500, -1, HARM_ITEM, NULL);
	assert_true(arena_told(game, "Somewhere out of your sight, the desk dog"));
	put(game, "switchman", 2, 2, CREATURE_ALLY | CREATURE_AWARE);
	assert_false(arena_told(game, "stays behind"));
	place_enter(game, 2, true);
	assert_true(arena_told(game, "The switchman stays behind."));
	game_free(game);
}

static void a_web_is_asked_about_as_what_holds(void **state)
{
	char question[160];
	(void)state;
	struct game *game = arena_hall(stock);
	game->level->terrain[level_at(game->level, 11, 2)] =
		(uint8_t)content_find_terrain(stock, "web");
	game->level->terrain[level_at(game->level, 9, 2)] =
		(uint8_t)content_find_terrain(stock, "flame");
	place_work_out(game);
	senses_look(game);
	assert_int_equal(game_step_risk(game, DIR_E, question, sizeof question), RISK_HARM);
	assert_non_null(strstr(question, "would hold you"));
	game_step_risk(game, DIR_W, question, sizeof question);
	assert_null(strstr(question, "would hold you"));
	game_free(game);
}

static void an_enchanted_item_is_named(void **state)
{
	(void)state;
	struct game *game = arena_hall(stock);
	int slot = arena_give(game, "oilskin", 1);
	game->pack.items[slot].flags |= ITEM_WORN;
	struct clause better = {.row = EFFECT_ENCHANT_ARMOUR};
	assert_true(
		effect_apply(game, &better, game_hero(game)->x, game_hero(game)->y, HERO, NULL));
	assert_true(arena_told(game, "The oilskin gets better by 1."));
	assert_false(arena_told(game, "armour"));
	game_free(game);
}

/* A bonus effect is reported with its item, and not again while it lasts. */
static void bonuses_name_who_gives_them_and_only_once(void **state)
{
	(void)state;
	struct game *game = arena_hall(stock);
	int slot = arena_give(game, "duty-ring", 1);
	game->pack.items[slot].flags |= ITEM_WORN | ITEM_KNOWN;
	bonuses_moment(game, MOMENT_KILL, HERO);
	assert_true(creature_has(game, HERO, STATUS_BLESSED));
	assert_true(arena_told(game, "The duty ring: blessed."));
	assert_false(arena_told(game, "You are blessed"));
	uint32_t since = game->messages.newest;
	bonuses_moment(game, MOMENT_KILL, HERO);
	assert_int_equal(said(game, since, ""), 0);
	game_free(game);
}

static void names_take_the_article_that_is_spoken(void **state)
{
	static const struct {
		const char *name, *expected;
	} cases[] = {{"hourglass", "an hourglass"}, {"uniform", "a uniform"},
		{"unsigned memo", "an unsigned memo"}, {"hot stick", "a hot stick"}};
	char text[64];
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		words_name(text, sizeof text, ARTICLE_A, 1, cases[i].name, NULL);
		assert_string_equal(text, cases[i].expected);
	}
	struct item boots = {.kind = content_find_item(stock, "rubber-boots"), .count = 1};
	struct game *game = arena_hall(stock);
	item_name(game, &boots, ARTICLE_A, text, sizeof text);
	assert_string_equal(text, "a pair of gumboots");
	game_free(game);
}

/* Items that come in pairs are named so: never "a gloves". */
static void no_name_of_one_is_a_plural(void **state)
{
	static const char *const pairs[] = {"gloves", "boots", "shoes", "irons", "goggles",
		"glasses", "slippers", "spectacles", "trousers", "scissors", "pliers"};
	(void)state;
	for (uint16_t i = 0; i < stock->counts.items; i++)
		for (size_t j = 0; j < sizeof pairs / sizeof *pairs; j++) {
			const char *name = stock->items[i].name;
			size_t length = strlen(name), end = strlen(pairs[j]);
			if (length >= end && strcmp(name + length - end, pairs[j]) == 0 &&
				strncmp(name, "pair of ", 8) != 0)
				fail_msg("a %s", name);
		}
}

static const char *figures(struct game *game, const char *id, int plus, uint8_t flags)
{
	static struct view view;
	int slot = arena_give(game, id, 1);
	game->pack.items[slot].plus = (int8_t)plus;
	game->pack.items[slot].flags |= flags;
	game_view(game, &view);
	for (size_t i = 0; i < view.pack_count; i++)
		if (view.pack[i].letter == 'a' + slot)
			return view.pack[i].figures;
	fail();
	return "";
}

/* As far as they are known. */
static void gear_is_told_in_figures(void **state)
{
	(void)state;
	struct game *game = arena_hall(stock);
	assert_string_equal(figures(game, "carving-knife", 2, 0), "damage 1d6, accuracy +8");
	game_free(game);
	game = arena_hall(stock);
	assert_string_equal(
		figures(game, "carving-knife", 2, ITEM_KNOWN), "damage 1d6+2, accuracy +14");
	assert_string_equal(figures(game, "mending", 0, 0), "");
	assert_non_null(strstr(figures(game, "sledge", 0, 0), "wants might"));
	game_free(game);
}

/* All that lies about has a class whose symbol the help tells. */
static void each_thing_has_a_group_that_tells_its_symbol(void **state)
{
	(void)state;
	for (uint16_t i = 0; i < stock->counts.items; i++) {
		char symbol = content_symbol(stock, stock->items[i].appearance);
		struct item_group group;
		bool shown = stock->items[i].class == ITEM_RECEIVER;
		for (size_t nth = 0; content_items(stock, nth, &group); nth++)
			shown = shown || strchr(group.symbols, symbol) != NULL;
		if (!shown)
			fail_msg("%s (%c)", stock->items[i].name, symbol);
	}
}

/* In the dark he is seen from beside him alone, until he was found. */
/* Before he is badly hurt, when those who are at him could end it soon; once, and again in a fight
 * that comes later. */
static void he_is_warned_of_what_could_kill_him_soon(void **state)
{
	(void)state;
	struct game *game = arena_hall(stock);
	struct creature *hero = game_hero(game);
	int folder = put(game, "folder", hero->x + 1, hero->y, CREATURE_AWARE | CREATURE_ROUSED);
	hero->health_max = 40;
	for (int fight = 0; fight < 2; fight++) {
		uint32_t since = game->messages.newest;
		hero->health = 40;
		combat_harm(game, HERO, 2, folder, HARM_ITEM, "a pin");
		assert_int_equal(said(game, since, "within two turns"), 0);
		hero->health = 26;
		combat_harm(game, HERO, 2, folder, HARM_ITEM, "a pin");
		combat_harm(game, HERO, 2, folder, HARM_ITEM, "a pin");
		assert_int_equal(
			said(game, since, "The enemies here could kill you within two turns."), 1);
		assert_int_equal(said(game, since, "badly hurt"), 0);
		combat_harm(game, HERO, 12, folder, HARM_ITEM, "a pin");
		assert_int_equal(said(game, since, "badly hurt"), 1);
		game->clock.now += 100 * TICKS_A_TURN;
	}
	/* A sleeping creature is no threat. */
	game->creatures[folder].flags = CREATURE_ASLEEP;
	uint32_t since = game->messages.newest;
	hero->health = 26;
	combat_harm(game, HERO, 2, -1, HARM_ITEM, "a pin");
	assert_int_equal(said(game, since, "within two turns"), 0);
	game_free(game);
}

/* First-sight texts describe active creatures, so sleepers get another one. */
static void sleepers_do_nothing_at_first_sight(void **state)
{
	(void)state;
	for (int asleep = 0; asleep < 2; asleep++) {
		struct game *game = arena_hall(stock);
		put(game, "old-operator", 4, 2, asleep ? CREATURE_ASLEEP : 0);
		assert_int_equal(said(game, 0, "An old operator, asleep."), asleep);
		assert_int_equal(said(game, 0, "swings her cords"), !asleep);
		game_free(game);
	}
}

static void the_death_of_an_ally_is_reported_as_such(void **state)
{
	(void)state;
	for (int ally = 0; ally < 2; ally++) {
		struct game *game = arena_hall(stock);
		int dog = put(game, "desk-dog", 4, 2, ally ? CREATURE_ALLY : 0);
		combat_harm(game, dog, 1000, -1, HARM_ITEM, "a pin");
		assert_int_equal(said(game, 0, "desk dog dies. It came this far with you."), ally);
		assert_int_equal(said(game, 0, "is no longer on the line"), !ally);
		game_free(game);
	}
}

static void captives_are_made_out_again_in_the_dark(void **state)
{
	static const char *const dark[] = {
		"#####################",
		"#,,,,,,,,,a,,,,,,,,,#",
		"#####################",
	};
	(void)state;
	struct game *game = arena_new(stock, ROWS(dark), 1);
	int captive = put(game, "switchman", 12, 1, CREATURE_CAPTIVE);
	assert_false(senses_hero_sees(game, captive));
	arena_do(game, VERB_STEP, DIR_E);
	assert_true(senses_hero_sees(game, captive));
	for (int i = 0; i < 5; i++)
		arena_do(game, VERB_STEP, DIR_W);
	assert_true(senses_hero_sees(game, captive));
	game_free(game);
}

/* A kill without experience says so, if it is seen; an ally's or an unseen one's does not. */
static void a_kill_without_experience_says_so(void **state)
{
	static const struct {
		int worth;
		uint16_t flags;
		bool told;
	} rows[] = {{0, CREATURE_AWARE | CREATURE_WANDERER, true}, {5, CREATURE_AWARE, false},
		{0, CREATURE_ALLY, false}};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct game *game = arena_hall(stock);
		int rat = put(game, "cable-rat", 9, 2, rows[i].flags);
		game->creatures[rat].worth = (int16_t)rows[i].worth;
		combat_harm(game, rat, 500, HERO, HARM_BLOW, NULL);
		assert_int_equal(
			arena_told(game,
				rows[i].flags & CREATURE_WANDERER
					? "It came by the stairs: killing it gives no experience."
					: "Killing it gives no experience."),
			rows[i].told);
		game_free(game);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fights_of_others_are_reported_once_a_turn),
		cmocka_unit_test(friends_that_are_lost_are_told_of),
		cmocka_unit_test(a_web_is_asked_about_as_what_holds),
		cmocka_unit_test(an_enchanted_item_is_named),
		cmocka_unit_test(bonuses_name_who_gives_them_and_only_once),
		cmocka_unit_test(names_take_the_article_that_is_spoken),
		cmocka_unit_test(no_name_of_one_is_a_plural),
		cmocka_unit_test(gear_is_told_in_figures),
		cmocka_unit_test(he_is_warned_of_what_could_kill_him_soon),
		cmocka_unit_test(sleepers_do_nothing_at_first_sight),
		cmocka_unit_test(the_death_of_an_ally_is_reported_as_such),
		cmocka_unit_test(captives_are_made_out_again_in_the_dark),
		cmocka_unit_test(a_kill_without_experience_says_so),
		cmocka_unit_test(each_thing_has_a_group_that_tells_its_symbol),
	};
	return stock_run(stock_content(), tests);
}
