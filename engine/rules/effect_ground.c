/* Effects on the ground, and on the air above it. */
#include "engine/rules/effect_private.h"

#define LIGHT_AROUND 3
#define NOISE_ALARM 21

static void light_cell(struct game *game, int x, int y)
{
	if (level_inside(game->level, x, y) && (game_terrain(game, x, y)->flags & TERRAIN_LIGHT))
		game->level->flags[level_at(game->level, x, y)] |= LEVEL_LIT;
}

static void light_rectangle(struct game *game, int x, int y, int width, int height)
{
	for (int down = 0; down < height; down++)
		for (int across = 0; across < width; across++)
			light_cell(game, x + across, y + down);
}

bool effect_light(struct game *game, const struct effect_case *it)
{
	const struct level *level = game->level;
	light_rectangle(game, it->x - LIGHT_AROUND, it->y - LIGHT_AROUND, 2 * LIGHT_AROUND + 1,
		2 * LIGHT_AROUND + 1);
	for (size_t i = 0; i < level->area_count; i++) {
		const struct area *area = &level->areas[i];
		if (!area->hall && it->x >= area->x && it->y >= area->y &&
			it->x < area->x + area->width && it->y < area->y + area->height)
			light_rectangle(game, area->x, area->y, area->width, area->height);
	}
	game->derived.sight_stale = true;
	return true;
}

bool effect_alarm(struct game *game, const struct effect_case *it)
{
	senses_noise_at(
		game, it->x, it->y, it->clause->radius > 0 ? it->clause->radius : NOISE_ALARM);
	if (it->target != HERO)
		hearing_sound(game, SOUND_BELL, it->x, it->y);
	return true;
}

bool effect_burn(struct game *game, const struct effect_case *it)
{
	bool lit = terrain_trigger(game, it->x, it->y, TRIGGER_BURN, -1);
	return (effect_is_there(game, it) && effect_give_status(game, it, STATUS_BURNING)) || lit;
}

bool effect_freeze(struct game *game, const struct effect_case *it)
{
	bool set = terrain_trigger(game, it->x, it->y, TRIGGER_FREEZE, -1);
	if (!effect_is_there(game, it))
		return set;
	creature_cure(game, it->target, STATUS_BURNING);
	return effect_give_status(game, it, STATUS_FROZEN) || set;
}

bool effect_soak(struct game *game, const struct effect_case *it)
{
	bool wet = terrain_trigger(game, it->x, it->y, TRIGGER_FLOOD, -1);
	bool burning = effect_is_there(game, it) && creature_has(game, it->target, STATUS_BURNING);
	if (burning)
		creature_cure(game, it->target, STATUS_BURNING);
	bool dark = effect_is_there(game, it) && effect_is_of_hero(it) && lamp_douse(game);
	return wet || burning || dark;
}

bool effect_blast(struct game *game, const struct effect_case *it)
{
	bool broken = terrain_trigger(game, it->x, it->y, TRIGGER_BREAK, -1);
	return (effect_is_there(game, it) && effect_hurt(game, it)) || broken;
}

bool effect_douse(struct game *game, const struct effect_case *it)
{
	bool dark = terrain_trigger(game, it->x, it->y, TRIGGER_DOUSE, -1);
	return (effect_is_there(game, it) && effect_is_of_hero(it) && lamp_douse(game)) || dark;
}

bool effect_kindle(struct game *game, const struct effect_case *it)
{
	bool lit = terrain_trigger(game, it->x, it->y, TRIGGER_KINDLE, -1);
	if (lit && it->source == HERO)
		message_conduct(game, CONDUCT_LAMP);
	return lit;
}

/* Digs without a tool: applies the terrain's first transition for digging. */
bool effect_dig(struct game *game, const struct effect_case *it)
{
	if (!level_inside(game->level, it->x, it->y))
		return false;
	const struct transition *change =
		content_transition(game_terrain(game, it->x, it->y), TRIGGER_DIG);
	if (change != NULL)
		place_set_terrain(game, it->x, it->y, change->into);
	return change != NULL;
}

/* A signal reaches only cells of the same vault, or cells outside vaults if it starts outside. */
bool effect_signal(struct game *game, const struct effect_case *it)
{
	int depth = game->depth, vault = level_vault_at(game->level, it->x, it->y);
	bool moved = false;
	for (int y = 0; game->depth == depth && y < game->level->height; y++)
		for (int x = 0; game->depth == depth && x < game->level->width; x++)
			if (content_transition(game_terrain(game, x, y), TRIGGER_SIGNAL) &&
				level_vault_at(game->level, x, y) == vault &&
				terrain_trigger(game, x, y, TRIGGER_SIGNAL, -1))
				moved = true;
	return moved;
}

bool effect_cloud(struct game *game, const struct effect_case *it)
{
	return gas_release(game, it->clause->kind, it->x, it->y, it->clause->amount);
}

/* ---- Made and found ---- */

/* True if a wall may be made there: open ground that is no stair, door, grave, cradle or handle and
 * reacts to no pull or signal. */
static bool is_open_ground(const struct terrain_kind *kind)
{
	const uint32_t special = TERRAIN_UP | TERRAIN_DOWN | TERRAIN_DOORWAY | TERRAIN_GRAVE |
				 TERRAIN_CRADLE | TERRAIN_HANDLE;
	return (kind->flags & TERRAIN_OBJECTS) && !(kind->flags & special) &&
	       !content_transition(kind, TRIGGER_PULL) && !content_transition(kind, TRIGGER_SIGNAL);
}

/* Puts terrain into a cell. Terrain that blocks bodies must decay by itself, so that nobody is
 * enclosed forever. */
bool effect_wall(struct game *game, const struct effect_case *it)
{
	const struct terrain_kind *made = &game->content->terrains[it->clause->kind];
	bool stops = !(made->flags & TERRAIN_OBJECTS);
	if (!level_inside(game->level, it->x, it->y))
		return false;
	const struct terrain_kind *kind = game_terrain(game, it->x, it->y);
	bool taken = it->target >= 0 || item_on_floor(game, it->x, it->y, 0) >= 0;
	if (kind == made || !is_open_ground(kind) ||
		(stops && (taken || !content_transition(made, TRIGGER_TIME))))
		return false;
	place_set_terrain(game, it->x, it->y, it->clause->kind);
	ground_meets(game, it->x, it->y);
	if (it->target >= 0)
		terrain_stay(game, it->target);
	return true;
}

bool effect_reveal(struct game *game, const struct effect_case *it)
{
	bool posed = it->target > HERO && creature_poses(game, it->target);
	bool hidden = level_inside(game->level, it->x, it->y) &&
		      content_is_hidden(game_terrain(game, it->x, it->y));
	if (posed)
		creature_reveal(game, it->target);
	if (hidden)
		hidden = terrain_trigger(game, it->x, it->y, TRIGGER_SEARCH, HERO);
	if (hidden)
		memory_see_cell(game, it->x, it->y);
	return posed || hidden;
}
