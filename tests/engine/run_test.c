/* A run from stairs to stairs: levels that stay, followers, wanderers, things, the Receiver,
 * graves, ends and scores. */
#include "tests/test.h"

#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

static const char *const stairs[] = {
	"###############",
	"#<............#",
	"#.....@.......#",
	"#............>#",
	"###############",
};

static struct game *begin(int number, const struct birth *birth)
{
	struct seed seed = {{0xb0, (uint8_t)number}};
	return game_new(stock, &seed, birth);
}

static void put_hero(struct game *game, int x, int y)
{
	int slot = creature_at(game, x, y);
	if (slot > HERO)
		creature_remove(game, slot);
	if (slot != HERO)
		creature_move(game, HERO, x, y);
	senses_look(game);
}

static void go_down(struct game *game)
{
	put_hero(game, game->level->down_x, game->level->down_y);
	assert_int_equal(arena_do(game, VERB_DOWN, 0), VERDICT_SPENT);
}

/* ---- Levels ---- */

static void a_level_stays_as_it_was_left(void **state)
{
	(void)state;
	struct game *game = begin(1, &(struct birth){.name = "A"});
	size_t cells = (size_t)(game->level->width * game->level->height);
	uint16_t *terrain = malloc(cells * sizeof *terrain);
	assert_non_null(terrain);
	item_to_floor(game, (struct item){.kind = stock->gold, .count = 77}, game->level->down_x,
		game->level->down_y);
	int bodies = 0, after = 0, floor = game->floor.count;
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		bodies += game->creatures[slot].alive;
	memcpy(terrain, game->level->terrain, cells * sizeof *terrain);
	go_down(game);
	assert_int_equal(game->depth, 2);
	put_hero(game, game->level->up_x, game->level->up_y);
	assert_int_equal(arena_do(game, VERB_UP, 0), VERDICT_SPENT);
	assert_int_equal(game->depth, 1);
	assert_memory_equal(terrain, game->level->terrain, cells * sizeof *terrain);
	assert_int_equal(floor, game->floor.count);
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		after += game->creatures[slot].alive &&
			 !(game->creatures[slot].flags & CREATURE_WANDERER);
	assert_in_range(after, bodies - 1, bodies + 1);
	assert_int_equal(game_hero(game)->x, game->level->down_x);
	free(terrain);
	game_free(game);
}

/* Level 2 is the same after any play above. */
static void a_level_depends_on_seed_and_depth_alone(void **state)
{
	(void)state;
	struct game *one = begin(2, &(struct birth){.name = "A"}),
		    *other = begin(2, &(struct birth){.name = "A"});
	for (int i = 0; i < 40; i++)
		arena_do(other, i % 2 ? VERB_SEARCH : VERB_STEP, i % DIR_COUNT);
	one->hero.noise = other->hero.noise = 0;
	for (int slot = HERO + 1; slot < other->creature_top; slot++) /* nobody follows */
		other->creatures[slot].flags &= (uint16_t)~CREATURE_AWARE;
	place_enter(one, 2, true);
	place_enter(other, 2, true);
	size_t cells = (size_t)(one->level->width * one->level->height);
	assert_memory_equal(
		one->level->terrain, other->level->terrain, cells * sizeof *one->level->terrain);
	assert_int_equal(one->floor.count, other->floor.count);
	for (int i = 0; i < one->floor.count; i++)
		assert_int_equal(one->floor.items[i].item.kind, other->floor.items[i].item.kind);
	assert_int_equal(one->creature_top, other->creature_top);
	for (int slot = HERO + 1; slot < one->creature_top; slot++)
		assert_int_equal(one->creatures[slot].kind, other->creatures[slot].kind);
	game_free(one);
	game_free(other);
}

static void those_beside_him_follow(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(stairs), 3);
	put_hero(game, 13, 3);
	arena_put(game, "cable-rat", 12, 3, CREATURE_AWARE);
	arena_put(game, "cable-rat", 12, 2, CREATURE_ASLEEP);
	arena_put(game, "cable-rat", 5, 2, CREATURE_AWARE);
	assert_int_equal(arena_do(game, VERB_DOWN, 0), VERDICT_SPENT);
	int adjacent = 0;
	uint16_t rat = content_find_creature(stock, "cable-rat");
	for (int slot = HERO + 1; slot < game->creature_top; slot++) {
		const struct creature *creature = &game->creatures[slot];
		adjacent += creature->alive && creature->kind == rat &&
			    distance_between(creature->x, creature->y, game_hero(game)->x,
				    game_hero(game)->y) <= 2;
	}
	assert_int_equal(adjacent, 1);
	assert_true(arena_told(game, "follows you"));
	game_free(game);
}

static void wanderers_come_out_of_sight_and_give_experience(void **state)
{
	(void)state;
	for (int number = 0; number < 10; number++) {
		struct game *game = begin(number, &(struct birth){.name = "A"});
		int before = game->creature_top;
		assert_in_range(game->clock.next_wanderer, 150, 350);
		populate_wanderer(game);
		assert_int_equal(game->creature_top, before + 1);
		const struct creature *creature = &game->creatures[before];
		assert_true(creature->flags & CREATURE_WANDERER);
		assert_in_range(creature->worth, 1, 50);
		assert_false(senses_hero_sees(game, before));
		game_free(game);
	}
}

static void half_a_depth_is_for_arriving_and_half_for_its_natives(void **state)
{
	(void)state;
	for (int number = 0; number < 10; number++) {
		struct game *game = begin(number, &(struct birth){.name = "A"});
		int before = game->hero.experience, shared = 0, natives = 0;
		go_down(game);
		assert_int_equal(game->hero.experience - before, 50);
		for (int slot = HERO + 1; slot < game->creature_top; slot++) {
			shared += game->creatures[slot].worth;
			natives += game->creatures[slot].worth > 0;
		}
		assert_in_range(shared, 50 - natives, 50 + natives);
		put_hero(game, game->level->up_x, game->level->up_y);
		arena_do(game, VERB_UP, 0);
		before = game->hero.experience;
		go_down(game);
		assert_int_equal(game->hero.experience, before);
		game_free(game);
	}
}

static void food_for_six_hundred_turns_is_dealt_each_depth(void **state)
{
	(void)state;
	for (int number = 0; number < 20; number++) {
		struct seed seed = {{0xf0, (uint8_t)number}};
		int fed = 0, healing = 0, escapes = 0;
		for (int depth = 1; depth <= stock->last_depth; depth++) {
			struct item items[24];
			size_t count = deck_deal(stock, &seed, depth, items, 24);
			for (size_t i = 0; i < count; i++) {
				fed += stock->items[items[i].kind].food;
				healing +=
					item_kind_does(&stock->items[items[i].kind], EFFECT_HEAL);
				escapes += item_kind_does(
					&stock->items[items[i].kind], EFFECT_TELEPORT);
			}
			assert_in_range(fed, 600 * depth, 600 * depth + 1000);
			assert_true(healing >= depth);
			assert_true(escapes >= depth / 3);
		}
	}
}

/* ---- Things ---- */

static void potions_are_learned_by_drinking(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(stairs), 4);
	const char *id = arena_item_doing(stock, ITEM_POTION, EFFECT_HASTE);
	struct view view;
	int index = arena_give(game, id, 2);
	game_view(game, &view);
	assert_false(view.pack[index].flags & ITEM_KNOWN);
	assert_null(strstr(view.pack[index].name, stock->items[content_find_item(stock, id)].name));
	assert_int_equal(arena_do(game, VERB_QUAFF, index), VERDICT_SPENT);
	game_view(game, &view);
	assert_true(view.pack[index].flags & ITEM_KNOWN);
	assert_true(creature_has(game, HERO, STATUS_HASTED));
	game_free(game);
}

/* Of every class that goes by looks: with two kinds left, learning one tells the other. */
static void the_last_kind_of_a_class_is_deduced(void **state)
{
	static const enum item_class classes[] = {
		ITEM_POTION, ITEM_SCROLL, ITEM_WAND, ITEM_STAFF, ITEM_CHARM};
	(void)state;
	for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
		struct game *game = arena_new(stock, ROWS(stairs), 6);
		uint16_t left[3];
		int count = 0;
		for (uint16_t kind = 0; kind < stock->counts.items; kind++) {
			if (stock->items[kind].class != classes[i] ||
				game->derived.flavours[kind] == KIND_NONE)
				continue;
			game->knowledge.items[kind] = count >= 3;
			if (count < 3)
				left[count++] = kind;
		}
		assert_int_equal(count, 3);
		item_learn(game, left[0]);
		assert_false(game->knowledge.items[left[1]] || game->knowledge.items[left[2]]);
		assert_false(arena_told(game, "Only one kind is left"));
		item_learn(game, left[1]);
		assert_true(game->knowledge.items[left[2]]);
		assert_true(arena_told(game, "Only one kind is left"));
		assert_true(arena_told(game, stock->items[left[2]].name));
		game_free(game);
	}
}

static void harmful_potions_burst_and_teach(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(stairs), 5);
	const char *id = arena_item_doing(stock, ITEM_POTION, EFFECT_CONFUSE);
	int rat = arena_put(game, "cable-rat", 10, 2, 0);
	int index = arena_give(game, id, 1);
	struct command command = {.verb = VERB_THROW, .item = (uint8_t)index, .x = 10, .y = 2};
	senses_look(game);
	bool flew = false, burst = false;
	for (int turn = 0; turn < 3 && !burst; turn++) {
		struct event event;
		if (turn == 0)
			assert_int_equal(game_act(game, &command), VERDICT_SPENT);
		else
			arena_do(game, VERB_WAIT, 0);
		game_check(game);
		while (game_next_event(game, &event)) {
			flew = flew || (event.kind == EVENT_FLIGHT && event.from_x == 6);
			burst = burst || (event.kind == EVENT_BURST && event.x >= 9);
		}
	}
	assert_true(flew && burst);
	assert_true(creature_has(game, rat, STATUS_CONFUSED));
	assert_true(game->knowledge.items[content_find_item(stock, id)]);
	game_free(game);
}

static void the_wrong_thing_is_refused_and_nothing_changes(void **state)
{
	static const enum verb verbs[] = {VERB_WIELD, VERB_WEAR, VERB_QUAFF, VERB_READ, VERB_EAT};
	(void)state;
	struct game *game = arena_new(stock, ROWS(stairs), 7);
	game->hero.food = 100;
	for (int index = 0; index < PACK_MAX; index++) {
		for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
			if (game->pack.items[index].count > 0 &&
				(item_verbs(game, &game->pack.items[index]) & 1u << verbs[i]))
				continue;
			uint64_t before = game_digest(game);
			assert_int_equal(arena_do(game, verbs[i], index), VERDICT_REFUSED);
			assert_int_equal(game_digest(game), before);
			assert_true(game_refusal(game)[0] != '\0');
		}
	}
	game_free(game);
}

static void flavours_are_dealt_once_each(void **state)
{
	(void)state;
	struct game *game = begin(1, &(struct birth){.name = "A"}),
		    *other = begin(2, &(struct birth){.name = "A"});
	int differ = 0;
	for (uint16_t kind = 0; kind < stock->counts.items; kind++) {
		differ += game->derived.flavours[kind] != other->derived.flavours[kind];
		for (uint16_t next = 0; next < kind; next++)
			if (game->derived.flavours[kind] != KIND_NONE)
				assert_int_not_equal(
					game->derived.flavours[kind], game->derived.flavours[next]);
	}
	assert_true(differ > 0);
	game_free(game);
	game_free(other);
}

/* ---- Ends ---- */

static void leaving_by_the_trapdoor_keeps_the_gold(void **state)
{
	(void)state;
	struct game *game = begin(1, &(struct birth){.name = "A"});
	struct result result;
	game->hero.gold = 250;
	assert_int_equal(arena_do(game, VERB_UP, 0), VERDICT_SPENT);
	game_result(game, &result);
	assert_int_equal(result.outcome, OUTCOME_LEFT);
	assert_int_equal(result.levels_visited, 1);
	assert_int_equal(result.gold, 250);
	assert_int_equal(result.score, 100 + 250);
	assert_int_equal(arena_do(game, VERB_WAIT, 0), VERDICT_REFUSED);
	game_free(game);
}

static void each_visited_level_counts_once(void **state)
{
	static const int depths[] = {2, 4, 2, 5};
	struct game *game = begin(1, &(struct birth){.name = "A"});
	struct result result;

	(void)state;
	for (size_t i = 0; i < 4; i++)
		place_enter(game, depths[i], true);
	game_result(game, &result);
	assert_int_equal(result.levels_visited, 4);
	assert_int_equal(result.depth, 5);
	game_free(game);
}

static void the_dead_keep_half_and_the_beaten_count(void **state)
{
	(void)state;
	struct result result;
	struct game *game = arena_new(stock, ROWS(stairs), 8);
	game->hero.gold = 101;
	game->knowledge.beaten[0] = game->knowledge.beaten[3] = 1;
	int rat = arena_put(game, "cable-rat", 7, 2, CREATURE_AWARE);
	combat_harm(game, HERO, 500, rat, HARM_BLOW, NULL);
	game_result(game, &result);
	assert_int_equal(result.outcome, OUTCOME_DIED);
	assert_int_equal(result.gold, 50);
	assert_int_equal(result.score, 100 + 50 + 20);
	assert_string_equal(result.killer, "cable-rat");
	assert_non_null(strstr(result.cause, "cable rat on depth 1"));
	game_free(game);
}

static void a_debugging_view_marks_the_run(void **state)
{
	(void)state;
	struct result result;
	struct game *game = begin(1, &(struct birth){.name = "A"});
	assert_int_equal(arena_do(game, VERB_DEBUG, DEBUG_OMNISCIENCE), VERDICT_REFUSED);
	game_result(game, &result);
	assert_true(result.scored);
	game_free(game);
	game = begin(1, &(struct birth){.name = "A", .debug = true});
	struct view view;
	assert_int_equal(arena_do(game, VERB_DEBUG, DEBUG_OMNISCIENCE), VERDICT_FREE);
	game_view(game, &view);
	int shown = 0, bodies = 0;
	for (int at = 0; at < view.width * view.height; at++)
		shown += (view.cells[at].flags & CELL_CREATURE) != 0;
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		bodies += game->creatures[slot].alive;
	assert_int_equal(shown, bodies);
	assert_int_equal(arena_do(game, VERB_DEBUG, DEBUG_OMNISCIENCE), VERDICT_FREE);
	game_result(game, &result);
	assert_false(result.scored);
	game_free(game);
}

/* ---- The Receiver ---- */

static void the_receiver_is_on_the_goal_depth_and_darkens_the_way_home(void **state)
{
	(void)state;
	struct game *game = begin(3, &(struct birth){.name = "A"});
	struct result result;
	for (int depth = 1; depth < stock->goal_depth; depth++) {
		for (int i = 0; i < game->floor.count; i++)
			assert_int_not_equal(game->floor.items[i].item.kind, stock->receiver);
		game_hero(game)->health = game_hero(game)->health_max;
		go_down(game);
	}
	int found = -1;
	for (int i = 0; i < game->floor.count; i++)
		if (game->floor.items[i].item.kind == stock->receiver)
			found = i;
	assert_true(found >= 0);
	put_hero(game, game->floor.items[found].x, game->floor.items[found].y);
	game_hero(game)->health = game_hero(game)->health_max = 5000;
	for (int nth = 0; !game->hero.lifted && nth < 5; nth++)
		arena_do(game, VERB_PICK_UP, 0);
	assert_true(game->hero.lifted);
	assert_in_range(game->clock.next_wanderer - game_turn(game), 55, 60);
	for (int depth = stock->goal_depth; depth > 1; depth--) {
		put_hero(game, game->level->up_x, game->level->up_y);
		assert_int_equal(arena_do(game, VERB_UP, 0), VERDICT_SPENT);
		for (int at = 0; at < game->level->width * game->level->height; at++)
			assert_false(game->level->flags[at] & LEVEL_LIT);
	}
	populate_wanderer(game);
	bool hunted = false;
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		hunted = hunted || (game->creatures[slot].flags & CREATURE_HUNTER);
	assert_true(hunted);
	put_hero(game, game->level->up_x, game->level->up_y);
	assert_int_equal(arena_do(game, VERB_UP, 0), VERDICT_SPENT);
	game_result(game, &result);
	assert_int_equal(result.outcome, OUTCOME_WON);
	assert_string_equal(result.cause, "NO CARRIER");
	assert_true(result.score >= 1200 + 3000);
	game_free(game);
}

/* ---- Looking about ---- */

static void anything_but_walls_and_floors_is_notable(void **state)
{
	static const char *const rows[] = {"#####", "#.@+#", "#.>S#", "#####"};
	char text[320];
	(void)state;
	struct game *game = arena_new(stock, ROWS(rows), 6);
	item_to_floor(
		game, (struct item){.kind = content_find_item(stock, "dart"), .count = 1}, 1, 1);
	arena_put(game, "cable-rat", 1, 2, CREATURE_ASLEEP);
	senses_look(game);
	assert_true(game_notable(game, 1, 1) && game_notable(game, 1, 2));
	assert_true(game_notable(game, 3, 1) && game_notable(game, 2, 2));
	assert_false(game_notable(game, 3, 2) || game_notable(game, 2, 0));
	assert_false(game_notable(game, 2, 1) || game_notable(game, -1, 9));
	creature_remove(game, creature_at(game, 1, 2));
	senses_look(game);
	assert_false(game_notable(game, 1, 2));
	assert_true(game_describe(game, 2, 1, text, sizeof text));
	assert_non_null(strstr(text, "the floor"));
	game_free(game);
}

static void arriving_in_the_dark_speaks_of_no_burning_lamps(void **state)
{
	(void)state;
	int dark = 0;
	for (int number = 0; number < 40; number++) {
		struct game *game = begin(number, &(struct birth){.name = "A"});
		go_down(game);
		bool shown = arena_told(game, "It is dark here. You see only");
		dark += shown;
		assert_false(shown &&
			     (arena_told(game, "lamp is on") || arena_told(game, "no lamps here")));
		game_free(game);
	}
	assert_true(dark > 0);
}

/* ---- Past heroes ---- */

static int killer_slot(const struct game *game)
{
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		if (game->creatures[slot].alive && game->creatures[slot].past > 0)
			return slot;
	return -1;
}

static const struct birth mourning = {.name = "A",
	.bones_count = 1,
	.past = {{.name = "Mabel",
		.depth = 1,
		.killer = "grey-clerk",
		.epitaph = "Still holding.",
		.item = "sandwich"}}};

static void graves_lie_on_the_finished_level(void **state)
{
	(void)state;
	struct game *game = begin(4, &mourning), *plain = begin(4, &(struct birth){.name = "A"});
	size_t cells = (size_t)(game->level->width * game->level->height), differ = 0;
	for (size_t at = 0; at < cells; at++) {
		if (game->level->terrain[at] == plain->level->terrain[at])
			continue;
		assert_int_equal(game->level->terrain[at], stock->terrain.grave);
		differ++;
	}
	assert_int_equal(differ, 1);
	assert_int_equal(game->floor.count, plain->floor.count);
	assert_true(killer_slot(game) > HERO && killer_slot(plain) < 0);
	int killer = killer_slot(game);
	creature_remove(game, killer);
	put_hero(game, game->bones.graves[0].x - 1, game->bones.graves[0].y);
	if (!(game_terrain(game, game_hero(game)->x, game_hero(game)->y)->flags & TERRAIN_OBJECTS))
		put_hero(game, game->bones.graves[0].x + 1, game->bones.graves[0].y);
	arena_do(game, VERB_STEP, game_hero(game)->x < game->bones.graves[0].x ? DIR_E : DIR_W);
	assert_true(arena_told(game, "Mabel") && arena_told(game, "Still holding."));
	int shown = 0;
	for (int i = 0; i < game->messages.count; i++)
		shown += strstr(game->messages.list[i].text, "Mabel dropped the line") != NULL;
	assert_int_equal(shown, 1);
	game_free(game);
	game_free(plain);
}

static void beating_the_killer_avenges(void **state)
{
	(void)state;
	struct game *game = begin(4, &mourning);
	struct result result;
	int killer = killer_slot(game), floor = game->floor.count;
	struct creature fallen = game->creatures[killer];
	game_result(game, &result);
	assert_int_equal(result.avenged_count, 0);
	combat_harm(game, killer, 500, HERO, HARM_BLOW, NULL);
	game_result(game, &result);
	assert_int_equal(result.avenged_count, 1);
	assert_string_equal(result.avenged[0], "Mabel");
	assert_int_equal(game->floor.count, floor + 1);
	int lying = item_on_floor(game, fallen.x, fallen.y, 0);
	assert_int_equal(game->floor.items[lying].item.kind, content_find_item(stock, "sandwich"));
	assert_true(arena_told(game, "Mabel"));
	game_free(game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_level_stays_as_it_was_left),
		cmocka_unit_test(a_level_depends_on_seed_and_depth_alone),
		cmocka_unit_test(those_beside_him_follow),
		cmocka_unit_test(wanderers_come_out_of_sight_and_give_experience),
		cmocka_unit_test(half_a_depth_is_for_arriving_and_half_for_its_natives),
		cmocka_unit_test(food_for_six_hundred_turns_is_dealt_each_depth),
		cmocka_unit_test(potions_are_learned_by_drinking),
		cmocka_unit_test(the_last_kind_of_a_class_is_deduced),
		cmocka_unit_test(harmful_potions_burst_and_teach),
		cmocka_unit_test(the_wrong_thing_is_refused_and_nothing_changes),
		cmocka_unit_test(flavours_are_dealt_once_each),
		cmocka_unit_test(leaving_by_the_trapdoor_keeps_the_gold),
		cmocka_unit_test(each_visited_level_counts_once),
		cmocka_unit_test(the_dead_keep_half_and_the_beaten_count),
		cmocka_unit_test(a_debugging_view_marks_the_run),
		cmocka_unit_test(the_receiver_is_on_the_goal_depth_and_darkens_the_way_home),
		cmocka_unit_test(anything_but_walls_and_floors_is_notable),
		cmocka_unit_test(arriving_in_the_dark_speaks_of_no_burning_lamps),
		cmocka_unit_test(graves_lie_on_the_finished_level),
		cmocka_unit_test(beating_the_killer_avenges),
	};
	return stock_run(stock_content(), tests);
}
