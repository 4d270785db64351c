/* Allocating and freeing a game. */
#include "engine/state/game.h"
#include "engine/state/birth.h"

#include <assert.h>
#include <stdlib.h>

static void *allocate(size_t count, size_t size)
{
	void *memory = calloc(count > 0 ? count : 1, size);
	assert(memory != NULL);
	return memory;
}

struct game *game_blank(const struct content *content)
{
	assert(content->sealed && content->last_depth <= DEPTH_MAX);
	struct game *game = allocate(1, sizeof *game);
	game->content = content;
	game->knowledge.items = allocate(content->counts.items, 1);
	game->pack.last_slots = allocate(content->counts.items, 1);
	game->knowledge.spells = allocate(content->counts.spells, 1);
	game->knowledge.talents = allocate(content->counts.talents, 1);
	game->knowledge.quests = allocate(content->counts.quests, 1);
	game->knowledge.calls = allocate(content->counts.calls, 1);
	game->knowledge.met = allocate(content->counts.creatures, 1);
	game->knowledge.beaten = allocate(content->counts.creatures, 1);
	game->derived.flavours = allocate(content->counts.items, sizeof *game->derived.flavours);
	game->messages.list = game->messages.room;
	game->creature_top = HERO + 1;
	game->clock.next_turn = TICKS_A_TURN;
	game->action.effects_left = EFFECTS_OF_TURN;
	for (int i = 0; i < BONES_MAX; i++)
		game->bones.graves[i] = (struct grave){-1, -1};
	return game;
}

void place_clear(struct stored_level *place)
{
	free(place->bytes);
	free(place->trail.whiffs);
	*place = (struct stored_level){0};
}

struct game *place_adjacent(const struct game *game)
{
	struct game *adjacent = game_blank(game->content);
	adjacent->seed = game->seed;
	adjacent->clock.now = game->clock.now;
	adjacent->clock.next_turn = game->clock.next_turn;
	adjacent->birth.bones_count = game->birth.bones_count;
	birth_flavours(adjacent);
	return adjacent;
}

void game_free(struct game *game)
{
	if (game == NULL)
		return;
	for (int depth = 0; depth <= DEPTH_MAX; depth++)
		place_clear(&game->places[depth]);
	level_free(game->level);
	distance_map_free(&game->derived.distances);
	free(game->floor.items);
	free(game->recalled.items);
	free(game->knowledge.items);
	free(game->pack.last_slots);
	free(game->knowledge.spells);
	free(game->knowledge.talents);
	free(game->knowledge.quests);
	free(game->knowledge.calls);
	free(game->knowledge.met);
	free(game->knowledge.beaten);
	free(game->derived.flavours);
	free(game->derived.occupants);
	free(game->derived.active.cells);
	free(game->derived.lights.list);
	free(game->derived.lights.glow);
	free(game->derived.lights.pictures);
	free(game);
}
