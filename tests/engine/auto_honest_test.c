/*
 * Auto commands use nothing that the player does not know.
 *
 * In whole games auto_next is called twice: on the game as it is, and on one in which everything
 * out of the hero's sight is changed: doors, ground, gas, items and creatures. Both must give the
 * same command and the same reason.
 */
#include "engine/auto/auto.h"
#include "tests/test.h"

#include "engine/rules/rules.h"
#include "tests/engine/stock.h"
#include "tests/engine/stock_tests.h"
#include "tests/engine/auto_moving.h"

#define GAMES 8
#define TURNS 180
#define ASKED_EVERY 3

static unsigned drawn;
static int below(int bound)
{
	drawn = drawn * 1103515245u + 12345u;
	return (int)(drawn >> 16 & 0x7fff) % bound;
}

/* ---- Changes of what the hero cannot see ---- */

static bool is_free(const struct game *game, int x, int y)
{
	const struct creature *hero = &game->creatures[HERO];
	return !(game->level->flags[level_at(game->level, x, y)] & LEVEL_SEEN) &&
	       creature_at(game, x, y) < 0 && item_on_floor(game, x, y, 0) < 0 &&
	       !(hero->x == x && hero->y == y);
}

/* Returns another terrain for a cell, or the same one. */
static uint16_t instead_of(const struct game *game, uint16_t terrain)
{
	static const char *const grounds[] = {"hidden-dart", "acid", "rubble", "deep-water"};
	if (terrain == stock->terrain.door_open)
		return stock->terrain.door_closed;
	if (terrain == stock->terrain.door_closed)
		return stock->terrain.door_open;
	if (terrain != stock->terrain.floor ||
		stock->levels[game->level->kind].ground != KIND_NONE || below(3))
		return terrain;
	int ground = below(5);
	return ground == 4 ? stock->terrain.wall_horizontal
			   : content_find_terrain(stock, grounds[ground]);
}

static int alter_ground(struct game *game)
{
	int changed = 0;
	for (int y = 0; y < game->level->height; y++)
		for (int x = 0; x < game->level->width; x++) {
			uint16_t terrain = game->level->terrain[level_at(game->level, x, y)];
			uint16_t other = is_free(game, x, y) ? instead_of(game, terrain) : terrain;
			if (other == terrain)
				continue;
			place_set_terrain(game, x, y, other);
			changed++;
		}
	return changed;
}

static uint16_t bad_air(void)
{
	uint16_t kind = 0;
	while (!stock->clouds[kind].harmful)
		kind++;
	return kind;
}

static void alter_air(struct game *game)
{
	for (int tries = 0; tries < 300; tries++) {
		const struct creature *hero = &game->creatures[HERO];
		int x = tries % 2 ? below(game->level->width) : hero->x + below(13) - 6;
		int y = tries % 2 ? below(game->level->height) : hero->y + below(13) - 6;
		if (!level_inside(game->level, x, y))
			continue;
		size_t at = level_at(game->level, x, y);
		if (is_free(game, x, y) &&
			(stock->terrains[game->level->terrain[at]].flags & TERRAIN_PROJECTILES))
			gas_release(game, bad_air(), x, y, 40);
	}
}

/* Some are carried off, and the rest are others of their kind. */
static void alter_items(struct game *game)
{
	for (int i = game->floor.count; i-- > 0;) {
		struct floor_item *lying = &game->floor.items[i];
		if (game->level->flags[level_at(game->level, lying->x, lying->y)] & LEVEL_SEEN)
			continue;
		lying->item.plus = (int8_t)-lying->item.plus;
		if (below(2))
			game->floor.items[i] = game->floor.items[--game->floor.count];
	}
}

static void alter_creatures(struct game *game)
{
	for (int slot = HERO + 1; slot < game->creature_top; slot++) {
		struct creature *creature = &game->creatures[slot];
		if (!creature->alive || senses_shows(game, slot) || creature_poses(game, slot))
			continue;
		creature->flags ^= CREATURE_AWARE | CREATURE_ASLEEP;
		creature->ready += 37;
		for (int direction = 0; direction < DIR_COUNT; direction++) {
			int x = creature->x + direction_dx[direction];
			int y = creature->y + direction_dy[direction];
			if (!creature_may_stand(game, x, y) || !is_free(game, x, y))
				continue;
			int from_x = creature->x, from_y = creature->y;
			creature_move(game, slot, x, y);
			if (senses_shows(game, slot))
				creature_move(game, slot, from_x, from_y);
			break;
		}
	}
}

/* ---- Both are asked ---- */

static struct auto_move asked(
	struct game *game, const struct auto_move *as, struct watch watch, struct command *command)
{
	struct auto_move automove;
	*command = (struct command){.verb = VERB_COUNT};
	auto_begin(&automove, (enum auto_kind)as->kind, as->direction, as->x, as->y, game, &watch);
	automove.repeated = as->repeated;
	automove.times = as->times;
	auto_step(&automove, game, command);
	return automove;
}

static void compare(struct game *game, struct game *other, const struct watch *watch)
{
	const struct level *level = game->level;
	char text[200], others[200];
	for (int kind = AUTO_RUN; kind <= AUTO_ATTACK; kind++) {
		struct command one, two;
		const struct auto_move as = {.kind = (uint8_t)kind,
			.direction = (uint8_t)below(DIR_COUNT),
			.x = (int16_t)below(level->width),
			.y = (int16_t)below(level->height),
			.repeated = {.verb = VERB_STEP, .direction = (uint8_t)below(DIR_COUNT)},
			.times = 3};
		struct auto_move its = asked(game, &as, *watch, &one);
		struct auto_move whose = asked(other, &as, *watch, &two);
		if (one.verb != two.verb || one.direction != two.direction ||
			its.finished != whose.finished || its.blocked != whose.blocked ||
			its.harm != whose.harm || its.ahead.x != whose.ahead.x ||
			its.ahead.y != whose.ahead.y || strcmp(its.says, whose.says) != 0)
			fail_msg("auto %d of %d,%d on depth %d, turn %u: %d %d \"%s\" and, where "
				 "what he cannot see is otherwise, %d %d \"%s\"",
				kind, game_hero(game)->x, game_hero(game)->y, game->depth,
				(unsigned)game_turn(game), one.verb, one.direction, its.says,
				two.verb, two.direction, whose.says);
		assert_int_equal(steps_to(game, as.x, as.y), steps_to(other, as.x, as.y));
	}
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		enum risk risk = game_step_risk(game, (enum direction)direction, text, sizeof text);
		assert_int_equal(risk,
			game_step_risk(other, (enum direction)direction, others, sizeof others));
		assert_string_equal(text, others);
	}
}

/* Explores mostly, and sometimes does anything else, to get where auto-explore would not go, and
 * into gas. */
static void go_on(struct game *game, struct watch *watch)
{
	struct auto_move automove;
	struct command command = {
		.verb = below(6) ? VERB_STEP : VERB_WAIT, .direction = (uint8_t)below(DIR_COUNT)};
	auto_begin(&automove, AUTO_EXPLORE, 0, 0, 0, game, watch);
	if (below(5))
		auto_step(&automove, game, &command);
	game_hero(game)->health = game_hero(game)->health_max = 900;
	game->hero.food = 1000;
	if (below(8) == 0)
		gas_release(game, bad_air(), game_hero(game)->x, game_hero(game)->y, 30);
	game_act(game, &command);
}

static void unseen_changes_do_not_affect_auto_moves(void **state)
{
	int changed = 0;
	(void)state;
	for (int number = 0; number < GAMES; number++) {
		struct seed seed = {{0x57, (uint8_t)number}};
		struct game *game = game_new(stock, &seed, &(struct birth){.name = "Ada"});
		struct watch watch = {0};
		drawn = (unsigned)number;
		place_enter(game, 1 + number * 3 % stock->last_depth, true);
		senses_look(game);
		for (int turn = 0; turn < TURNS && game_going(game); turn++) {
			struct complaint complaint;
			size_t size;
			go_on(game, &watch);
			if (turn % ASKED_EVERY || !game_going(game))
				continue;
			uint8_t *bytes = game_save(game, &size);
			struct game *other = game_load(stock, bytes, size, &complaint);
			assert_non_null(other);
			changed += alter_ground(other);
			alter_air(other);
			alter_items(other);
			alter_creatures(other);
			compare(game, other, &watch);
			game_free(other);
			free(bytes);
		}
		game_free(game);
	}
	assert_true(changed > 1000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unseen_changes_do_not_affect_auto_moves)};
	return stock_run(stock_content(), tests);
}
