/*
 * A crowd: a game with as much activity as possible, to measure a turn.
 *
 * The hero stands on a generated level among a given number of creatures, all awake and hunting
 * him, in gas and under fire.  Losses are replaced before each turn, and the hero cannot die.
 */
#include "engine/lab/lab.h"
#include "engine/generate/generate.h"
#include "engine/rules/rules.h"

#include <assert.h>

#define HEALTH 20000
#define GAS_EACH 40 /* concentration released at a cell */
#define TRIES 2000

static bool place_somewhere(
	const struct game *game, struct stream *stream, bool taken_too, int *x, int *y)
{
	for (int tries = 0; tries < TRIES; tries++) {
		*x = stream_below(stream, game->level->width);
		*y = stream_below(stream, game->level->height);
		if (creature_may_stand(game, *x, *y) ||
			(taken_too && creature_at(game, *x, *y) > HERO))
			return true;
	}
	return false;
}

/* Returns the kinds of the depth in rotation. */
static uint16_t next_kind(const struct game *game, int number)
{
	const struct content *content = game->content;
	uint16_t kind = (uint16_t)(number % content->counts.creatures);
	for (uint16_t i = 0; i < content->counts.creatures; i++) {
		const struct creature_kind *row = &content->creatures[kind];
		if (row->weight > 0 && content_fading_weight(row->weight, row->depth_low,
					       row->depth_high, game->depth) > 0)
			return kind;
		kind = (uint16_t)((kind + 1) % content->counts.creatures);
	}
	return kind;
}

static void keep_creatures(struct game *game, struct stream *stream, int wanted)
{
	int count = 0, x, y;
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		count += game->creatures[slot].alive;
	for (; count < wanted && place_somewhere(game, stream, false, &x, &y); count++) {
		int slot = creature_add(game, next_kind(game, count), x, y, HEALTH);
		if (slot < 0)
			return;
		game->creatures[slot].flags = CREATURE_AWARE | CREATURE_ROUSED;
		game->creatures[slot].ready =
			game->clock.now + (uint32_t)stream_below(stream, TICKS_A_TURN);
	}
}

static int gas_cells(const struct game *game)
{
	const struct level *level = game->level;
	size_t cells = (size_t)level->width * (size_t)level->height;
	int count = 0;
	for (int i = 0; i < level->gas_count; i++)
		for (size_t at = 0; at < cells; at++)
			count += level->gases[i].amounts[at] > 0;
	return count;
}

/* Returns the first harmful gas that acts only when breathed, or for number 1 the second. */
static uint16_t next_cloud(const struct game *game, int number)
{
	uint16_t found = 0;
	for (uint16_t i = 0; i < game->content->counts.clouds && number >= 0; i++)
		if (game->content->clouds[i].harmful &&
			game->content->clouds[i].touch_percent == 0) {
			found = i;
			number--;
		}
	return found;
}

/* Puts clouds into random free cells until `wanted` cells have gas. */
static void keep_gas(struct game *game, struct stream *stream, int wanted)
{
	for (int tries = 0; tries < wanted && gas_cells(game) < wanted; tries++) {
		int x, y;
		if (!place_somewhere(game, stream, true, &x, &y))
			return;
		struct gas *gas = gas_begin(game->level, next_cloud(game, tries % 2));
		if (gas != NULL)
			gas_add(game->level, gas, x, y, GAS_EACH);
	}
}

static void keep_missiles(struct game *game, struct stream *stream, int wanted)
{
	const struct creature *hero = game_hero(game);
	for (int tries = 0; tries < wanted && game->air.count < wanted; tries++) {
		int x, y;
		if (place_somewhere(game, stream, false, &x, &y))
			flight_launch(game,
				&(struct launch){
					.kind = (uint16_t)(tries % game->content->counts.flights),
					.source = -1,
					.accuracy = 90,
					.damage = {1, 1, 0},
					.from_x = x,
					.from_y = y,
					.to_x = hero->x,
					.to_y = hero->y});
	}
}

void lab_crowd_keep(struct game *game, const struct lab_crowd *crowd)
{
	struct stream stream;
	struct creature *hero = game_hero(game);
	stream_begin(&stream, &game->seed, PURPOSE_LEVEL, game->depth, game->clock.now + 1);
	hero->health = hero->health_max = HEALTH;
	game->hero.food = BODY_FOOD_MOST / 2;
	for (int status = 0; status < STATUS_COUNT; status++)
		hero->status[status] = 0;
	hero->held_by = 0;
	keep_creatures(game, &stream, crowd->creatures);
	keep_gas(game, &stream, crowd->gas_cells);
	keep_missiles(game, &stream, crowd->missiles);
}

struct game *lab_crowd(
	const struct content *content, const struct seed *seed, int depth, int width, int height)
{
	struct birth birth = {.name = "crowded"};
	struct game *game = game_new(content, seed, &birth);
	struct level *level = level_generate(content, seed,
		&(struct level_order){
			.depth = depth, .kind = KIND_NONE, .width = width, .height = height});
	assert(level != NULL);
	level_free(game->level);
	game->level = level;
	game->depth = (uint8_t)depth;
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		game->creatures[slot] = (struct creature){0};
	game->creature_top = HERO + 1;
	game->floor.count = 0;
	game->recalled.count = 0;
	game->air.count = game->derived.queue.missile = 0;
	game->clock.next_wanderer = UINT32_MAX;
	game_hero(game)->x = level->up_x;
	game_hero(game)->y = level->up_y;
	place_work_out(game);
	senses_look(game);
	return game;
}
