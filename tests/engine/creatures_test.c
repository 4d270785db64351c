/* Sides: captives, allies, discord; bodies in walls, carried items, messages. */
#include "engine/auto/auto.h"
#include "tests/test.h"

#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"
#include "tests/engine/auto_moving.h"

/* id, symbol, and what its record has beside what all have */
static const struct {
	const char *id;
	char symbol;
	const char *fields;
} kinds[] = {
	{"t-friend", 'a',
		"instincts sight, smell, noise, random\n    accuracy 200\n    traits joins"},
	{"t-enemy", 'b', "instincts sight, random\n    accuracy 200"},
	{"t-still", 'c', "instincts guard 1"},
	{"t-ghost", 'd', "instincts sight, random\n    accuracy 200\n    traits phases"},
	{"t-chest", 'e', "instincts mimic 1, sight\n    poses-as screwdriver"},
	{"t-statue", 'f', "instincts mimic 1, sight\n    poses-as-terrain grave"},
	{"t-thief", 'g', "instincts thief, sight, random\n    accuracy 200"},
	{"t-queen", 'h',
		"instincts sight, random\n    traits unique\n    says-first One.\n"
		"    says-hurt Two.\n    says-slain Three."},
	{"t-armed", 'i', "instincts sight, random\n    accuracy 200\n    traits picks-up"},
	{"t-caller", 'j', "instincts call 30, sight"},
	{"t-guest", 'k', "instincts random\n    carries screwdriver"},
};

static struct content *content_with_kinds(void)
{
	static char text[8192];
	size_t length = 0;
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		length += (size_t)snprintf(text + length, sizeof text - length,
			"monster %s\n    name %s\n    glyph %c text\n    look A thing of tests.\n"
			"    first-sight A thing of tests comes.\n    death tested by a %s\n"
			"    depth 1-26\n    hits 4d4\n    blow taps 1d2\n    experience 1\n    "
			"%s\n",
			kinds[i].id, kinds[i].id + 2, kinds[i].symbol, kinds[i].id,
			kinds[i].fields);
	return stock_content_of_kinds(text);
}

static int put(struct game *game, const char *id, int x, int y, uint16_t flags, int health)
{
	int slot = arena_put(game, id, x, y, 0);
	struct creature *creature = &game->creatures[slot];
	creature->flags = flags;
	creature->health = creature->health_max = (int16_t)health;
	creature->worth = 20;
	senses_look(game);
	return slot;
}

static int away(const struct game *game, int one, int other)
{
	return distance_between(game->creatures[one].x, game->creatures[one].y,
		game->creatures[other].x, game->creatures[other].y);
}

/* Returns the game after saving and loading, with an equal digest. */
static struct game *loaded(struct game *game)
{
	struct complaint complaint;
	size_t size;
	uint8_t *bytes = game_save(game, &size);
	struct game *again = game_load(stock, bytes, size, &complaint);
	assert_non_null(again);
	assert_true(game_digest(again) == game_digest(game));
	free(bytes);
	game_free(game);
	return again;
}

static bool view_has(struct game *game, bool ally, bool captive)
{
	struct view view;
	game_view(game, &view);
	for (size_t i = 0; i < view.creature_count; i++)
		if (view.creatures[i].ally == ally && view.creatures[i].captive == captive)
			return true;
	return false;
}

static void captives_are_freed_by_walking_into_them(void **state)
{
	(void)state;
	struct game *game = arena_hall(stock);
	int slot = put(game, "t-friend", 11, 2, CREATURE_CAPTIVE, 40);
	assert_true(arena_told(game, "in shackles"));
	assert_true(view_has(game, false, true));
	uint32_t turn = game_turn(game);
	for (int i = 0; i < 3; i++)
		arena_do(game, VERB_WAIT, 0);
	assert_int_equal(game->creatures[slot].x, 11);
	assert_int_equal(foe_of(game, slot), -1);
	assert_int_equal(arena_do(game, VERB_STEP, DIR_E), VERDICT_SPENT);
	assert_true(game_turn(game) - turn >= 3 + 4);
	assert_true(game->creatures[slot].flags & CREATURE_ALLY);
	assert_int_equal(game->creatures[slot].health, 40);
	assert_true(view_has(game, true, false));
	game_free(loaded(game));
}

/* A friend beats the enemy, for the hero's good; by itself the enemy would have come to him. */
static void allies_fight_and_the_hero_learns_from_it(void **state)
{
	(void)state;
	for (int ally = 0; ally < 2; ally++) {
		struct game *game = arena_hall(stock);
		int friend = put(game, "t-friend", 12, 2, ally ? CREATURE_ALLY : 0, 200);
		int enemy = put(game, "t-enemy", 16, 2, 0, 6);
		int before = game->hero.experience;
		for (int i = 0; i < 14; i++)
			arena_do(game, VERB_WAIT, 0);
		assert_int_equal(game->creatures[enemy].alive, !ally);
		assert_int_equal(game->hero.experience - before, ally ? 20 : 0);
		assert_int_equal(game_hero(game)->health < 1000, !ally);
		assert_true(game->creatures[friend].alive);
		game_free(game);
	}
}

/* One of a kind against another: which of them is his is told. */
static void allies_are_named_as_yours(void **state)
{
	(void)state;
	struct game *game = arena_hall(stock);
	int friend = put(game, "t-friend", 12, 2, CREATURE_ALLY, 9);
	int enemy = put(game, "t-friend", 13, 2, 0, 9);
	char yours[120], its[120];
	senses_look(game);
	struct word_facts facts = {.actor = message_actor(game, friend),
		.target = message_actor(game, enemy),
		.verb = "bites"};
	words_expand(stock, TEXT_IT_HITS_IT, &facts, yours, sizeof yours);
	assert_non_null(strstr(yours, "our friend"));
	assert_non_null(strstr(yours, "the friend"));
	facts = (struct word_facts){.actor = message_actor(game, enemy),
		.target = message_actor(game, friend),
		.verb = "bites"};
	words_expand(stock, TEXT_IT_HITS_IT, &facts, its, sizeof its);
	assert_non_null(strstr(its, "The friend"));
	assert_non_null(strstr(its, "your friend"));
	game_free(game);
}

static void enemies_strike_back_at_an_ally_beside_them(void **state)
{
	(void)state;
	struct game *game = arena_hall(stock);
	int friend = put(game, "t-friend", 16, 2, CREATURE_ALLY, 300);
	int enemy = put(game, "t-enemy", 17, 2, CREATURE_AWARE, 300);
	assert_int_equal(foe_of(game, friend), enemy);
	assert_int_equal(foe_of(game, enemy), friend);
	for (int i = 0; i < 6; i++)
		arena_do(game, VERB_WAIT, 0);
	assert_true(game->creatures[friend].health < 300);
	assert_true(game->creatures[enemy].health < 300);
	game_free(game);
}

static void allies_let_sleepers_lie(void **state)
{
	(void)state;
	for (int asleep = 0; asleep < 2; asleep++) {
		struct game *game = arena_hall(stock);
		int friend = put(game, "t-friend", 12, 2, CREATURE_ALLY, 300);
		int enemy = put(game, "t-still", 16, 2, asleep ? CREATURE_ASLEEP : 0, 300);
		assert_int_equal(foe_of(game, friend), asleep ? -1 : enemy);
		for (int i = 0; i < 12; i++)
			arena_do(game, VERB_WAIT, 0);
		assert_int_equal(game->creatures[enemy].health < 300, !asleep);
		game_free(game);
	}
}

/* They are of no side: neither his allies nor their keepers strike them. */
static void captives_are_let_be(void **state)
{
	(void)state;
	struct game *game = arena_hall(stock);
	int friend = put(game, "t-friend", 12, 2, CREATURE_ALLY, 300);
	int captive = put(game, "t-still", 13, 2, CREATURE_CAPTIVE, 300);
	int keeper = put(game, "t-still", 14, 2, 0, 300);
	assert_false(foe_opposes(game, friend, captive) || foe_opposes(game, captive, friend));
	assert_false(foe_opposes(game, HERO, captive) || foe_opposes(game, keeper, captive));
	assert_int_equal(foe_of(game, friend), keeper);
	assert_int_equal(foe_of(game, captive), -1);
	for (int i = 0; i < 6; i++)
		arena_do(game, VERB_WAIT, 0);
	assert_int_equal(game->creatures[captive].health, 300);
	game_free(game);
}

static void allies_follow_and_change_places(void **state)
{
	(void)state;
	struct game *game = arena_hall(stock);
	int slot = put(game, "t-friend", 11, 2, CREATURE_ALLY, 40);
	assert_int_equal(arena_do(game, VERB_STEP, DIR_E), VERDICT_SPENT);
	assert_int_equal(game_hero(game)->x, 11);
	assert_int_equal(game->creatures[slot].health, 40);
	assert_true(away(game, slot, HERO) <= 2);
	for (int i = 0; i < 7; i++)
		arena_do(game, VERB_STEP, DIR_W);
	assert_true(away(game, slot, HERO) <= 3);
	game_free(game);
}

/* Two levels, so that one has somewhere to go. */
static void allies_come_along_by_the_stairs(void **state)
{
	(void)state;
	for (int ally = 0; ally < 2; ally++) {
		struct game *game = arena_hall(stock);
		creature_move(game, HERO, 19, 4);
		put(game, "t-friend", 17, 4, ally ? CREATURE_ALLY : CREATURE_AWARE, 40);
		game->creatures[1].carried =
			(struct item){.kind = content_find_item(stock, "screwdriver"), .count = 1};
		assert_int_equal(arena_do(game, VERB_DOWN, 0), VERDICT_SPENT);
		int found = 0;
		for (int slot = HERO + 1; slot < game->creature_top; slot++)
			found += game->creatures[slot].alive &&
				 (game->creatures[slot].flags & CREATURE_ALLY) &&
				 game->creatures[slot].carried.count == 1;
		assert_int_equal(found, ally);
		game_free(loaded(game));
	}
}

static void an_auto_command_does_not_mind_an_ally(void **state)
{
	(void)state;
	for (int ally = 0; ally < 2; ally++) {
		struct game *game = arena_hall(stock);
		struct watch watch = {0};
		struct auto_move automove;
		struct command command;
		put(game, ally ? "t-friend" : "t-enemy", 14, 2,
			ally ? CREATURE_ALLY : CREATURE_AWARE, 40);
		auto_begin(&automove, AUTO_TRAVEL, 0, 2, 2, game, &watch);
		assert_int_equal(auto_step(&automove, game, &command), ally);
		game_free(game);
	}
}

static void only_discord_sets_enemies_at_each_other(void **state)
{
	(void)state;
	for (int discord = 0; discord < 2; discord++) {
		struct game *game = arena_hall(stock);
		creature_move(game, HERO, 1, 1);
		int one = put(game, "t-enemy", 15, 2, 0, 60);
		int other = put(game, "t-still", 16, 2, 0, 60);
		senses_look(game);
		if (discord)
			creature_afflict(game, one, STATUS_DISCORDANT, 30);
		assert_int_equal(foe_of(game, one), discord ? other : HERO);
		assert_int_equal(foe_of(game, other), discord ? one : HERO);
		for (int i = 0; i < 6; i++)
			arena_do(game, VERB_WAIT, 0);
		assert_int_equal(game->creatures[other].health < 60, discord);
		game_free(game);
	}
}

static const char *const cell_of_rock[] = {
	"#####        ",
	"#<.>#        ",
	"#.@.#        ",
	"#...#        ",
	"#####        ",
};

static void ghosts_stand_in_walls_and_can_be_struck_there(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(cell_of_rock), 1);
	game_hero(game)->health = game_hero(game)->health_max = 1000;
	creature_move(game, HERO, 3, 2);
	int slot = put(game, "t-ghost", 2, 3, CREATURE_AWARE, 500);
	creature_move(game, slot, 4, 2);
	senses_look(game);
	game_check(game);
	game = loaded(game);
	assert_true(senses_hero_sees(game, slot));
	for (int i = 0; i < 6; i++)
		assert_int_equal(arena_do(game, VERB_STEP, DIR_E), VERDICT_SPENT);
	assert_true(game->creatures[slot].health < 500);
	assert_true(game_hero(game)->health < 1000);
	combat_harm(game, slot, 500, HERO, HARM_BLOW, NULL);
	assert_int_equal(arena_do(game, VERB_STEP, DIR_E), VERDICT_REFUSED);
	game_free(game);
}

static void ghosts_come_straight_through(void **state)
{
	static const char *const ids[] = {"t-ghost", "t-enemy"};
	(void)state;
	for (int i = 0; i < 2; i++) {
		static const char *const rooms[] = {
			"##### #####",
			"#<.>#~#...#",
			"#.@.# #...#",
			"#...# #...#",
			"##### #####",
		};
		struct game *game = arena_new(stock, ROWS(rooms), 1);
		game_hero(game)->health = game_hero(game)->health_max = 1000;
		int slot = put(game, ids[i], 8, 2, CREATURE_AWARE, 40);
		game->creatures[slot].goal = GOAL_SEEN;
		game->creatures[slot].goal_x = 2;
		game->creatures[slot].goal_y = 2;
		game->creatures[slot].patience = 20;
		for (int turn = 0; turn < 12; turn++)
			arena_do(game, VERB_WAIT, 0);
		assert_int_equal(away(game, slot, HERO) <= 1, i == 0);
		game_free(game);
	}
}

/* Line of sight between two creatures is symmetric. */
static void lines_between_creatures_go_both_ways(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(cell_of_rock), 1);
	const struct level *level = game->level;
	size_t cells = (size_t)level->width * (size_t)level->height;
	for (size_t a = 0; a < cells; a++)
		for (size_t b = 0; b < cells; b++) {
			int ax = (int)a % level->width, ay = (int)a / level->width;
			int bx = (int)b % level->width, by = (int)b / level->width;
			assert_int_equal(senses_line(game, ax, ay, bx, by),
				senses_line(game, bx, by, ax, ay));
		}
	assert_true(senses_line(game, 1, 1, 3, 3));
	assert_false(senses_line(game, 2, 2, 6, 2));
	game_free(game);
}

static void mimics_look_like_what_they_pose_as(void **state)
{
	static const char *const ids[] = {"t-chest", "t-statue"};
	(void)state;
	for (int i = 0; i < 2; i++) {
		struct game *game = arena_hall(stock);
		struct view view;
		int slot = put(game, ids[i], 14, 2, 0, 40);
		game_view(game, &view);
		assert_int_equal(view.creature_count, 0);
		struct view_cell cell = view.cells[2 * view.width + 14];
		uint16_t pose =
			i == 0 ? stock->items[content_find_item(stock, "screwdriver")].appearance
			       : stock->terrains[content_find_terrain(stock, "grave")].appearance;
		assert_int_equal(cell.appearance, pose);
		assert_int_equal((cell.flags & CELL_ITEM) != 0, i == 0);
		assert_false(cell.flags & CELL_CREATURE);
		char text[300];
		assert_true(game_describe(game, 14, 2, text, sizeof text));
		assert_null(strstr(text, "thing of tests"));
		game = loaded(game);
		for (int turn = 0; turn < 4; turn++)
			arena_do(game, VERB_STEP, DIR_E);
		assert_true(game->creatures[slot].flags & CREATURE_ROUSED);
		assert_true(arena_told(game, "That was not"));
		game_view(game, &view);
		assert_int_equal(view.creature_count, 1);
		game_free(game);
	}
}

static void walking_into_a_mimic_finds_it_out(void **state)
{
	(void)state;
	struct game *game = arena_hall(stock);
	int slot = put(game, "t-chest", 11, 2, 0, 40);
	game->creatures[slot].ready = game->clock.now + 1000;
	assert_int_equal(arena_do(game, VERB_STEP, DIR_E), VERDICT_SPENT);
	assert_int_equal(game_hero(game)->x, 10);
	assert_int_equal(game->creatures[slot].health, 40);
	assert_true(senses_hero_sees(game, slot));
	game_free(game);
}

static void thieves_run_and_drop_it(void **state)
{
	(void)state;
	struct game *game = arena_hall(stock);
	game->hero.gold = 100;
	int slot = put(game, "t-thief", 9, 2, CREATURE_AWARE, 500);
	for (int turn = 0; turn < 40 && !(game->creatures[slot].flags & CREATURE_LADEN); turn++)
		arena_do(game, VERB_WAIT, 0);
	assert_true(game->creatures[slot].flags & CREATURE_LADEN);
	for (int turn = 0; turn < 8; turn++)
		arena_do(game, VERB_WAIT, 0);
	assert_true(away(game, slot, HERO) > 4);
	game = loaded(game);
	struct item booty = game->creatures[slot].carried;
	int x = game->creatures[slot].x, y = game->creatures[slot].y;
	combat_harm(game, slot, 500, HERO, HARM_BLOW, NULL);
	int lies = item_on_floor(game, x, y, 0);
	assert_true(lies >= 0);
	assert_int_equal(game->floor.items[lies].item.kind, booty.kind);
	assert_int_equal(game->floor.items[lies].item.count, booty.count);
	game_check(game);
	game_free(game);
}

static void an_item_carried_in_a_wall_drops_beside_it(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(cell_of_rock), 1);
	int slot = put(game, "t-ghost", 3, 2, 0, 5);
	game->creatures[slot].carried =
		(struct item){.kind = content_find_item(stock, "screwdriver"), .count = 1};
	creature_move(game, slot, 5, 2);
	combat_harm(game, slot, 5, HERO, HARM_BLOW, NULL);
	game_check(game);
	assert_int_equal(game->floor.count, 1);
	game_free(game);
}

static void weapons_in_their_hands_hurt_more(void **state)
{
	int lost[2];
	(void)state;
	for (int armed = 0; armed < 2; armed++) {
		struct game *game = arena_hall(stock);
		int slot = put(game, "t-armed", 11, 2, CREATURE_AWARE, 100);
		if (armed)
			game->creatures[slot].carried = (struct item){
				.kind = content_find_item(stock, "sledge"), .count = 1};
		for (int turn = 0; turn < 20; turn++)
			arena_do(game, VERB_WAIT, 0);
		lost[armed] = 1000 - game_hero(game)->health;
		game_free(game);
	}
	assert_true(lost[1] > 2 * lost[0]);
}

static void the_unique_speak(void **state)
{
	(void)state;
	struct game *game = arena_hall(stock);
	int slot = put(game, "t-queen", 15, 2, 0, 40);
	assert_false(arena_told(game, "One."));
	arena_do(game, VERB_WAIT, 0);
	assert_true(arena_told(game, "One."));
	assert_false(arena_told(game, "Two."));
	combat_harm(game, slot, 25, HERO, HARM_BLOW, NULL);
	assert_true(arena_told(game, "Two."));
	assert_false(arena_told(game, "Three."));
	combat_harm(game, slot, 25, HERO, HARM_BLOW, NULL);
	assert_true(arena_told(game, "Three."));
	game_free(game);
}

/* A unique kind is native to one depth of a run, and to others in other runs. */
static void the_unique_live_once(void **state)
{
	uint16_t kind = content_find_creature(stock, "t-queen");
	int seen = 0;
	(void)state;
	for (int run = 0; run < 12; run++) {
		struct seed seed = {{0x31, (uint8_t)run}};
		struct game *game = game_new(stock, &seed, &(struct birth){.name = "A"});
		int count = 0;
		for (int depth = 1; depth <= 12; depth++) {
			if (depth > 1)
				place_enter(game, depth, true);
			for (int slot = HERO + 1; slot < game->creature_top; slot++)
				count += game->creatures[slot].alive &&
					 game->creatures[slot].kind == kind;
		}
		assert_in_range(count, 0, 1);
		seen += count;
		game_free(game);
	}
	assert_true(seen > 0);
}

static void natives_come_with_what_their_kind_carries(void **state)
{
	uint16_t kind = content_find_creature(stock, "t-guest");
	int natives = 0;
	(void)state;
	for (int run = 0; run < 20; run++) {
		struct seed seed = {{0x32, (uint8_t)run}};
		struct game *game = game_new(stock, &seed, &(struct birth){.name = "A"});
		for (int slot = HERO + 1; slot < game->creature_top; slot++) {
			if (!game->creatures[slot].alive || game->creatures[slot].kind != kind)
				continue;
			natives++;
			assert_int_equal(game->creatures[slot].carried.kind,
				content_find_item(stock, "screwdriver"));
		}
		game_free(loaded(game));
	}
	assert_true(natives > 0);
}

/* Now and then somebody is in shackles, on some depth below the first. */
static void captives_are_found(void **state)
{
	int captives = 0;
	(void)state;
	for (int run = 0; run < 12; run++) {
		struct seed seed = {{0x33, (uint8_t)run}};
		struct game *game = game_new(stock, &seed, &(struct birth){.name = "A"});
		for (int depth = 1; depth <= 4; depth++) {
			if (depth > 1)
				place_enter(game, depth, true);
			for (int slot = HERO + 1; slot < game->creature_top; slot++) {
				if (!(game->creatures[slot].flags & CREATURE_CAPTIVE))
					continue;
				captives++;
				assert_true(depth > 1);
				assert_int_equal(game->creatures[slot].kind,
					content_find_creature(stock, "t-friend"));
			}
		}
		game_free(game);
	}
	assert_in_range(captives, 2, 20);
}

static void forged_allegiance_is_refused(void **state)
{
	(void)state;
	struct game *game = arena_hall(stock);
	int slot = put(game, "t-enemy", 15, 2, CREATURE_ALLY | CREATURE_CAPTIVE, 40);
	struct complaint complaint;
	size_t size;
	uint8_t *bytes = game_save(game, &size);
	assert_null(game_load(stock, bytes, size, &complaint));
	free(bytes);
	game->creatures[slot].flags = CREATURE_LADEN;
	bytes = game_save(game, &size);
	assert_null(game_load(stock, bytes, size, &complaint));
	free(bytes);
	game->creatures[slot].flags = 0;
	game_free(loaded(game));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(captives_are_freed_by_walking_into_them),
		cmocka_unit_test(allies_fight_and_the_hero_learns_from_it),
		cmocka_unit_test(allies_are_named_as_yours),
		cmocka_unit_test(enemies_strike_back_at_an_ally_beside_them),
		cmocka_unit_test(allies_let_sleepers_lie),
		cmocka_unit_test(captives_are_let_be),
		cmocka_unit_test(allies_follow_and_change_places),
		cmocka_unit_test(allies_come_along_by_the_stairs),
		cmocka_unit_test(an_auto_command_does_not_mind_an_ally),
		cmocka_unit_test(only_discord_sets_enemies_at_each_other),
		cmocka_unit_test(ghosts_stand_in_walls_and_can_be_struck_there),
		cmocka_unit_test(ghosts_come_straight_through),
		cmocka_unit_test(lines_between_creatures_go_both_ways),
		cmocka_unit_test(mimics_look_like_what_they_pose_as),
		cmocka_unit_test(walking_into_a_mimic_finds_it_out),
		cmocka_unit_test(thieves_run_and_drop_it),
		cmocka_unit_test(an_item_carried_in_a_wall_drops_beside_it),
		cmocka_unit_test(weapons_in_their_hands_hurt_more),
		cmocka_unit_test(the_unique_speak),
		cmocka_unit_test(the_unique_live_once),
		cmocka_unit_test(natives_come_with_what_their_kind_carries),
		cmocka_unit_test(captives_are_found),
		cmocka_unit_test(forged_allegiance_is_refused),
	};
	return stock_run(content_with_kinds(), tests);
}
