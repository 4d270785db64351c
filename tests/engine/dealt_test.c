/* The deck's items lie on their depth and can be reached without secret doors, locks, digging,
 * ropes or luck. */
#include "tests/test.h"

#include "engine/rules/rules.h"
#include "tests/engine/stock.h"
#include "tests/engine/stock_tests.h"

#define SEEDS 40
#define DECK_MOST 24
#define CELLS_MAX (LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX)

/* True for safe walkable terrain, and for doors that open by hand. */
static bool is_way(const struct terrain_kind *kind)
{
	return content_opens(kind) || ((kind->flags & TERRAIN_OBJECTS) && content_is_safe(kind));
}

/* Marks what is walked to from the stairs up. */
static void walk(const struct game *game, uint8_t *marks)
{
	static int stack[CELLS_MAX];
	const struct level *level = game->level;
	int count = 0;
	memset(marks, 0, CELLS_MAX);
	stack[count++] = (int)level_at(level, level->up_x, level->up_y);
	marks[stack[0]] = 1;
	while (count > 0) {
		int at = stack[--count];
		for (int direction = 0; direction < DIR_COUNT; direction += 2) {
			int x = at % level->width + direction_dx[direction];
			int y = at / level->width + direction_dy[direction];
			if (!level_inside(level, x, y) || marks[level_at(level, x, y)] ||
				!is_way(game_terrain(game, x, y)))
				continue;
			marks[level_at(level, x, y)] = 1;
			stack[count++] = (int)level_at(level, x, y);
		}
	}
}

/* True if the item is in a vault, which may need skill to enter. Keys of vaults lie elsewhere and
 * do not count. */
static bool is_of_vault(const struct game *game, const struct floor_item *lying)
{
	const struct level *level = game->level;
	for (size_t i = 0; i < level->spot_count; i++)
		if (level->spots[i].x == lying->x && level->spots[i].y == lying->y)
			return true;
	return false;
}

static int lying_of(const struct game *game, uint16_t kind, const uint8_t *marks)
{
	int count = 0;
	for (int i = 0; i < game->floor.count; i++) {
		const struct floor_item *lying = &game->floor.items[i];
		if (lying->item.kind == kind && !is_of_vault(game, lying) &&
			marks[level_at(game->level, lying->x, lying->y)])
			count += lying->item.count;
	}
	return count;
}

static struct game *begin(int number)
{
	struct seed seed = {{0xde, (uint8_t)number, (uint8_t)(number >> 8)}};
	return game_new(stock, &seed, &(struct birth){.name = "D"});
}

static void judge_dealt(const struct game *game, const uint8_t *marks, int number)
{
	struct item items[DECK_MOST];
	size_t count = deck_deal(stock, &game->seed, game->depth, items, DECK_MOST);
	for (size_t i = 0; i < count; i++) {
		int wanted = 0;
		for (size_t j = 0; j < count; j++)
			wanted += items[j].kind == items[i].kind;
		if (lying_of(game, items[i].kind, marks) < wanted)
			fail_msg("seed %d, depth %d: no %s", number, game->depth,
				stock->items[items[i].kind].id);
	}
}

/* And all else that nobody hid on purpose. */
static void judge_rest(const struct game *game, const uint8_t *marks, int number)
{
	for (int i = 0; i < game->floor.count; i++) {
		const struct floor_item *lying = &game->floor.items[i];
		if (!is_of_vault(game, lying) && !marks[level_at(game->level, lying->x, lying->y)])
			fail_msg("seed %d, depth %d: nobody gets at %s at %d,%d", number,
				game->depth, stock->items[lying->item.kind].id, lying->x, lying->y);
	}
}

/* How many launchers lie about by chance, each of them on something that it shoots. */
static int judge_launchers(const struct game *game, int number)
{
	int launchers = 0;
	for (int i = 0; i < game->floor.count; i++) {
		const struct floor_item *lying = &game->floor.items[i];
		uint16_t flight = item_kind(game, &lying->item)->shot.launches;
		bool fed = flight == KIND_NONE || is_of_vault(game, lying);
		launchers += !fed;
		for (int j = 0; j < game->floor.count && !fed; j++)
			fed = game->floor.items[j].x == lying->x &&
			      game->floor.items[j].y == lying->y &&
			      item_kind(game, &game->floor.items[j].item)->shot.ammunition ==
				      flight;
		if (!fed)
			fail_msg("seed %d, depth %d: nothing for the %s at %d,%d", number,
				game->depth, stock->items[lying->item.kind].id, lying->x, lying->y);
	}
	return launchers;
}

static void dealt_items_are_reachable(void **state)
{
	static uint8_t marks[CELLS_MAX];
	int launchers = 0;
	(void)state;
	for (int number = 0; number < SEEDS; number++) {
		struct game *game = begin(number);
		for (int depth = 1; depth <= stock->last_depth; depth++) {
			if (depth > 1)
				place_enter(game, depth, true);
			walk(game, marks);
			judge_dealt(game, marks, number);
			judge_rest(game, marks, number);
			launchers += judge_launchers(game, number);
			if (game->level->down_x >= 0)
				assert_true(marks[level_at(
					game->level, game->level->down_x, game->level->down_y)]);
		}
		game_free(game);
	}
	assert_true(launchers > SEEDS / 4);
}

/* ---- Natives of the first depth ---- */

#define ARRIVALS 200
#define HEARD_WALKING 7
#define FIRST_GROUP 2

static bool in_room_of_stairs(const struct level *level, int x, int y)
{
	for (size_t i = 0; i < level->area_count; i++) {
		const struct area *area = &level->areas[i];
		bool room = !area->hall &&
			    area->width * area->height * 4 <= level->width * level->height;
		if (room && x >= area->x && y >= area->y && x < area->x + area->width &&
			y < area->y + area->height && level->up_x >= area->x &&
			level->up_y >= area->y && level->up_x < area->x + area->width &&
			level->up_y < area->y + area->height)
			return true;
	}
	return false;
}

static int alike_adjacent(const struct game *game, int slot)
{
	const struct creature *one = &game->creatures[slot];
	int count = 0;
	for (int other = HERO + 1; other < game->creature_top; other++) {
		const struct creature *two = &game->creatures[other];
		count += two->alive && two->kind == one->kind &&
			 distance_between(one->x, one->y, two->x, two->y) <= 1;
	}
	return count;
}

/* Nobody waits where he arrives, and no more than two of a kind stand together, but for what chance
 * has put side by side. */
static void natives_of_the_first_depth_keep_away(void **state)
{
	int crowds = 0, natives = 0;
	(void)state;
	for (int number = 0; number < ARRIVALS; number++) {
		struct game *game = begin(number);
		const struct level *level = game->level;
		for (int slot = HERO + 1; slot < game->creature_top; slot++) {
			const struct creature *body = &game->creatures[slot];
			if (!body->alive || level_vault_at(level, body->x, body->y) >= 0)
				continue;
			natives++;
			if (in_room_of_stairs(level, body->x, body->y) ||
				distance_between(body->x, body->y, level->up_x, level->up_y) <=
					HEARD_WALKING)
				fail_msg("seed %d: %s at %d,%d beside the stairs", number,
					stock->creatures[body->kind].id, body->x, body->y);
			crowds += alike_adjacent(game, slot) > FIRST_GROUP;
		}
		game_free(game);
	}
	assert_true(natives > 5 * ARRIVALS);
	assert_true(crowds * 200 < natives);
}

static void the_receiver_hangs_where_it_is_walked_up_to(void **state)
{
	static uint8_t marks[CELLS_MAX];
	(void)state;
	for (int number = 0; number < SEEDS; number++) {
		struct game *game = begin(number);
		place_enter(game, stock->goal_depth, true);
		walk(game, marks);
		assert_int_equal(lying_of(game, stock->receiver, marks), 1);
		game_free(game);
	}
}

/* ---- Past heroes ---- */

static struct birth mourning(int depth)
{
	static const char *const killers[] = {
		"cable-rat", "grey-clerk", "wire-worm", "", "nobody-of-these", "watchman"};
	struct birth birth = {.name = "D", .bones_count = BONES_MAX};
	for (int i = 0; i < BONES_MAX; i++) {
		struct bones *past = &birth.past[i];
		past->depth = (uint8_t)depth;
		snprintf(past->name, sizeof past->name, "Mabel %d", i);
		snprintf(past->killer, sizeof past->killer, "%s", killers[i % 6]);
		snprintf(past->item, sizeof past->item, "sandwich");
	}
	return birth;
}

static int killers_about(const struct game *game)
{
	int count = 0;
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		count += game->creatures[slot].alive && game->creatures[slot].past > 0;
	return count;
}

/* All lie on one depth, each in a place of its own, that is walked up to; nothing else of the level
 * is other than it would be, and each killer that there is a kind of is about. */
static void judge_graves(int number, int depth)
{
	static uint8_t marks[CELLS_MAX];
	struct seed seed = {{0xde, (uint8_t)number}};
	struct birth birth = mourning(depth);
	struct game *game = game_new(stock, &seed, &birth);
	struct game *plain = game_new(stock, &seed, &(struct birth){.name = "D"});
	int differ = 0, killers = 0;
	if (depth > 1) {
		place_enter(game, depth, true);
		place_enter(plain, depth, true);
	}
	walk(game, marks);
	for (int at = 0; at < game->level->width * game->level->height; at++) {
		if (game->level->terrain[at] == plain->level->terrain[at])
			continue;
		differ++;
		if (game->level->terrain[at] != stock->terrain.grave || !marks[at])
			fail_msg("seed %d, depth %d: %d,%d", number, depth, at % game->level->width,
				at / game->level->width);
	}
	for (int i = 0; i < BONES_MAX; i++)
		killers += content_find_creature(stock, birth.past[i].killer) != KIND_NONE;
	if (differ != BONES_MAX || killers_about(game) != killers)
		fail_msg("seed %d, depth %d: %d graves, %d of %d killers", number, depth, differ,
			killers_about(game), killers);
	assert_int_equal(game->floor.count, plain->floor.count);
	game_free(game);
	game_free(plain);
}

static void graves_lie_on_every_depth_and_change_nothing_else(void **state)
{
	(void)state;
	for (int number = 0; number < 4; number++)
		for (int depth = 1; depth <= stock->last_depth; depth++)
			judge_graves(number, depth);
}

/* The control: behind a lock nothing is walked up to. */
static void locked_items_are_not_reachable(void **state)
{
	static uint8_t marks[CELLS_MAX];
	int locked = 0;
	(void)state;
	for (int number = 0; number < SEEDS; number++) {
		struct game *game = begin(number);
		for (int depth = 2; depth <= 6; depth++) {
			place_enter(game, depth, true);
			walk(game, marks);
			for (int i = 0; i < game->floor.count; i++)
				locked += !marks[level_at(game->level, game->floor.items[i].x,
					game->floor.items[i].y)];
		}
		game_free(game);
	}
	assert_true(locked > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dealt_items_are_reachable),
		cmocka_unit_test(natives_of_the_first_depth_keep_away),
		cmocka_unit_test(the_receiver_hangs_where_it_is_walked_up_to),
		cmocka_unit_test(graves_lie_on_every_depth_and_change_nothing_else),
		cmocka_unit_test(locked_items_are_not_reachable),
	};
	return stock_run(stock_content(), tests);
}
