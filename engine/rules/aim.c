/*
 * Aims: the cells in which the effects of a spell, wand or charm act, for the hero and creatures.
 *
 * A bolt follows the flight line. It ends at the first foe of its source, at the target cell's
 * creature, or before terrain that stops missiles. A beam is every cell of that line. A cone is
 * every visible cell within 45 degrees to either side of the line (narrower with `spread`). Only
 * AIM_SELF includes the source's own cell. Effects on the ground also act on the terrain that
 * stopped a line, so that fire ignites paper and digging continues.
 *
 * All cells are computed before any effect acts. Effects act from the far end inwards, so that a
 * creature that is pushed back is not hit twice. With EFFECT_PULL they act from the near end.
 */
#include "engine/rules/rules.h"

#include <assert.h>
#include <stdlib.h>

static bool lets_by(const struct game *game, int x, int y)
{
	return level_inside(game->level, x, y) &&
	       (game_terrain(game, x, y)->flags & TERRAIN_PROJECTILES);
}

static bool has_effect(const struct aiming *aiming, enum effect effect)
{
	for (int i = 0; i < aiming->count; i++)
		if (aiming->effects[i].row == effect)
			return true;
	return false;
}

static void add(struct aim_cells *cells, int x, int y)
{
	if (cells->count == AIM_CELLS_MAX)
		return;
	cells->at[cells->count][0] = (int16_t)x;
	cells->at[cells->count++][1] = (int16_t)y;
}

/* ---- Lines ---- */

/* True if a bolt ends at the creature at (x, y): a foe of the source, or the target itself. */
static bool meets(const struct game *game, const struct aiming *aiming, int x, int y)
{
	int slot = creature_at(game, x, y);
	return slot >= 0 && slot != aiming->source &&
	       ((x == aiming->x && y == aiming->y) || foe_opposes(game, aiming->source, slot));
}

/* Adds the cells of a bolt or beam. A beam that digs passes through rock. */
static void walk_line(const struct game *game, const struct aiming *aiming, struct aim_cells *cells)
{
	const struct creature *body = &game->creatures[aiming->source];
	struct flight_line line = flight_line(body->x, body->y, aiming->x, aiming->y);
	bool bolt = aiming->aim == AIM_BOLT, digs = !bolt && has_effect(aiming, EFFECT_DIG);
	int last_x = body->x, last_y = body->y;
	if (aiming->x == body->x && aiming->y == body->y)
		return;
	for (int i = 0; i < aiming->range; i++) {
		flight_line_step(&line);
		if (!level_inside(game->level, line.x, line.y))
			break;
		bool stops = !digs && !lets_by(game, line.x, line.y);
		cells->stopped = stops;
		cells->end_x = line.x;
		cells->end_y = line.y;
		if (stops)
			break;
		last_x = line.x;
		last_y = line.y;
		if (!bolt)
			add(cells, last_x, last_y);
		if (bolt && meets(game, aiming, last_x, last_y))
			break;
	}
	if (bolt && (last_x != body->x || last_y != body->y))
		add(cells, last_x, last_y);
}

/* ---- Cones ---- */

/* True if (dx, dy) is in the cone towards (to_x, to_y), which widens by a cell to each side every
 * `spread` cells. */
static bool in_cone(int dx, int dy, int to_x, int to_y, int spread)
{
	int along = dx * to_x + dy * to_y, aside = dx * to_y - dy * to_x;
	return along > 0 && abs(aside) * spread <= along;
}

static void open_cone(const struct game *game, const struct aiming *aiming, struct aim_cells *cells)
{
	int spread = aiming->spread > 0 ? aiming->spread : 1;
	int x = game->creatures[aiming->source].x, y = game->creatures[aiming->source].y;
	int to_x = aiming->x - x, to_y = aiming->y - y, range = aiming->range;
	for (int dy = -range; dy <= range; dy++)
		for (int dx = -range; dx <= range; dx++)
			if (in_cone(dx, dy, to_x, to_y, spread) &&
				level_inside(game->level, x + dx, y + dy) &&
				senses_line(game, x, y, x + dx, y + dy))
				add(cells, x + dx, y + dy);
}

/* ---- All of them ---- */

static void everybody_else(
	const struct game *game, const struct aiming *aiming, struct aim_cells *cells)
{
	for (int slot = HERO; slot < game->creature_top; slot++) {
		const struct creature *creature = &game->creatures[slot];
		if (creature->alive && slot != aiming->source)
			add(cells, creature->x, creature->y);
	}
}

void aim_cells(const struct game *game, const struct aiming *aiming, struct aim_cells *cells)
{
	const struct creature *body = &game->creatures[aiming->source];
	cells->count = 0;
	cells->stopped = false;
	cells->from_x = body->x;
	cells->from_y = body->y;
	cells->end_x = aiming->x;
	cells->end_y = aiming->y;
	switch (aiming->aim) {
	case AIM_SELF:
		add(cells, body->x, body->y);
		break;
	case AIM_CELL:
		add(cells, aiming->x, aiming->y);
		break;
	case AIM_BOLT:
	case AIM_BEAM:
		walk_line(game, aiming, cells);
		break;
	case AIM_CONE:
		open_cone(game, aiming, cells);
		break;
	case AIM_WHOLE:
		everybody_else(game, aiming, cells);
		break;
	case AIM_COUNT:
		break;
	}
}

/* ---- Done there ---- */

/* Reports the part of the flight that the hero sees. */
static void report_flight(struct game *game, const struct aiming *aiming, int x, int y)
{
	const struct creature *body = &game->creatures[aiming->source];
	struct flight_line line = flight_line(body->x, body->y, x, y);
	int from_x = -1, from_y = -1, to_x = 0, to_y = 0;
	int cells = distance_between(body->x, body->y, x, y);
	for (int i = 0; i <= cells; i++) {
		if (senses_hero_sees_cell(game, line.x, line.y)) {
			from_x = from_x < 0 ? line.x : from_x;
			from_y = from_y < 0 ? line.y : from_y;
			to_x = line.x;
			to_y = line.y;
		}
		if (i < cells)
			flight_line_step(&line);
	}
	if (aiming->appearance != 0 && (from_x != to_x || from_y != to_y) && from_x >= 0)
		event_flight(game, aiming->appearance, from_x, from_y, to_x, to_y, aiming->subject);
}

/* Applies ground effects to the terrain that stopped the line, one cell each. */
static bool do_at_end(struct game *game, const struct aiming *aiming, const struct clause *effects,
	const struct aim_cells *cells, struct handle by)
{
	bool shown = false;
	int depth = game->depth;
	for (int i = 0; i < aiming->count && cells->stopped; i++) {
		bool ground = effect_is_of_ground(&effects[i]) && effects[i].radius == 0 &&
			      !(effect_rows[effects[i].row].flags & EF_OPEN_GROUND);
		if (ground && game_going(game) && game->depth == depth &&
			effect_apply(game, &effects[i], cells->end_x, cells->end_y,
				creature_of(game, by), aiming->item))
			shown = true;
	}
	return shown;
}

/* Applies the effects to those cells that are `distance` cells from the source, in their order. */
static bool do_at_distance(struct game *game, const struct aiming *aiming,
	const struct clause *effects, const struct aim_cells *cells, struct handle by, int distance)
{
	bool shown = false;
	int depth = game->depth;
	for (size_t i = 0; i < cells->count && game_going(game) && game->depth == depth; i++) {
		int x = cells->at[i][0], y = cells->at[i][1];
		if (distance_between(cells->from_x, cells->from_y, x, y) == distance &&
			effect_all(game, effects, aiming->count, x, y, creature_of(game, by),
				aiming->item))
			shown = true;
	}
	return shown;
}

static int farthest(const struct aim_cells *cells)
{
	int most = 0;
	for (size_t i = 0; i < cells->count; i++) {
		int distance = distance_between(
			cells->from_x, cells->from_y, cells->at[i][0], cells->at[i][1]);
		most = distance > most ? distance : most;
	}
	return most;
}

/* Applies the effects where the line ends, and then to all cells: the farthest first, or with a
 * pull the nearest first. True if any effect was shown. */
static bool apply_effects(struct game *game, const struct aiming *aiming,
	const struct clause *effects, const struct aim_cells *cells)
{
	struct handle by = creature_handle(game, aiming->source);
	bool draws_near = has_effect(aiming, EFFECT_PULL);
	int most = farthest(cells), depth = game->depth;
	struct discharge discharge;
	effect_discharge_begin(game, &discharge);
	bool shown = do_at_end(game, aiming, effects, cells, by);
	for (int i = 0; i <= most && game_going(game) && game->depth == depth; i++)
		if (do_at_distance(game, aiming, effects, cells, by, draws_near ? i : most - i))
			shown = true;
	effect_discharge_end(game, &discharge);
	return shown;
}

bool aim_apply(struct game *game, const struct aiming *aiming)
{
	struct aim_cells cells;
	struct clause effects[EFFECTS_MAX];
	int power = aiming->source == HERO ? bonus_of(game, BONUS_POWER) : 0;
	assert(aiming->source >= HERO && aiming->count <= EFFECTS_MAX);
	if (game->content->muted.aims >> aiming->aim & 1)
		return false;
	for (int i = 0; i < aiming->count; i++)
		effects[i] = effect_more(&aiming->effects[i], power);
	aim_cells(game, aiming, &cells);
	if (aiming->aim == AIM_BOLT || aiming->aim == AIM_BEAM || aiming->aim == AIM_CONE)
		report_flight(game, aiming, cells.end_x, cells.end_y);
	return apply_effects(game, aiming, effects, &cells);
}
