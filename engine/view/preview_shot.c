/*
 * Previews a shot: the cells that it would cross and the creature that it would hit.
 *
 * The preview follows the line of flight.c and stops at known obstacles.  Unknown obstacles do not
 * stop it.  No rule uses it: it is for aiming, which may know no more than the hero.
 */
#include "engine/rules/rules.h"

_Static_assert(AIM_CELLS_MAX <= TRAJECTORY_MAX, "a cone fits");

/* The path of a shot, as known before it is made. */
struct going {
	uint32_t question; /* of the terrain: what must pass; 0: nothing stops it */
	int range, reach;  /* cells that it flies, and cells within which it may be aimed */
	int radius;        /* of its effect at the end */
	enum aim aim;
	bool flies;              /* an item, not a spell or a ray */
	bool through;            /* creatures do not stop it */
	bool comes_down;         /* it ends at the target cell; else it flies on */
	const struct item *item; /* the item in flight */
	bool fired;
};

/* ---- Kinds of shots ---- */

static int radius_of(const struct clause *effects, int count)
{
	int most = 0;
	for (int i = 0; i < count; i++)
		if (!(effect_rows[effects[i].row].flags & EF_NOISE) && effects[i].radius > most)
			most = effects[i].radius;
	return most;
}

static bool digs(const struct clause *effects, int count)
{
	for (int i = 0; i < count; i++)
		if (effects[i].row == EFFECT_DIG)
			return true;
	return false;
}

static struct going going_of_flight(
	const struct game *game, const struct item *item, uint16_t flight, int reach)
{
	const struct flight_kind *kind = &game->content->flights[flight];
	const struct item_kind *thing = item_kind(game, item);
	bool bursts = thing->bursts && item_is_known(game, item);
	int farther = combat_farther(game);
	return (struct going){
		.question = kind->asks_projectiles ? TERRAIN_PROJECTILES : TERRAIN_OBJECTS,
		.range = kind->range + farther,
		.reach = (reach > 0 ? reach : kind->range) + farther,
		.radius = bursts ? radius_of(thing->use.effects, thing->use.effect_count) : 0,
		.aim = AIM_BOLT,
		.flies = true,
		.through = kind->pierces,
		.comes_down = !kind->asks_projectiles,
		.item = item};
}

static struct going going_of_aim(enum aim aim, int range, const struct clause *effects, int count)
{
	bool beam = aim == AIM_BEAM;
	return (struct going){.question = beam && digs(effects, count) ? 0 : TERRAIN_PROJECTILES,
		.range = range,
		.reach = aim == AIM_CELL ? range : LEVEL_WIDTH_MAX,
		.radius = radius_of(effects, count),
		.aim = aim,
		.through = beam};
}

/* Returns how the hero's use of an item flies. An unknown item counts as a bolt, so that the
 * preview reveals nothing. */
static struct going going_of_use(const struct game *game, const struct item *item)
{
	const struct item_kind *kind = item_kind(game, item);
	bool known = item_is_known(game, item);
	enum aim aim = kind->tool.crosses ? AIM_CELL : known ? (enum aim)kind->use.aim : AIM_BOLT;
	int range = known ? kind->use.range : RANGE_UNKNOWN;
	return going_of_aim(aim, range, kind->use.effects, known ? kind->use.effect_count : 0);
}

static bool going_of(const struct game *game, const struct command *command, struct going *going)
{
	const struct content *content = game->content;
	if (command->verb == VERB_CAST) {
		const struct spell_kind *spell = &content->spells[command->item];
		if (command->item >= content->counts.spells)
			return false;
		*going = going_of_aim(
			(enum aim)spell->aim, spell->range, spell->effects, spell->effect_count);
		return true;
	}
	if (command->item >= CARRIED_MAX || game->pack.items[command->item].count == 0)
		return false;
	const struct item *item = &game->pack.items[command->item];
	const struct item_kind *kind = item_kind(game, item);
	if (command->verb == VERB_THROW) {
		*going = going_of_flight(game, item,
			kind->shot.flight != KIND_NONE ? kind->shot.flight : content->thrown,
			THROW_REACH);
		return true;
	}
	if (command->verb == VERB_FIRE && kind->shot.ammunition != KIND_NONE) {
		*going = going_of_flight(game, item, kind->shot.ammunition, 0);
		return going->fired = true;
	}
	if (command->verb != VERB_USE && command->verb != VERB_ZAP)
		return false;
	*going = going_of_use(game, item);
	return true;
}

/* ---- Creatures that the hero knows of ---- */

static bool is_of_his_side(const struct game *game, int slot)
{
	return (game->creatures[slot].flags & CREATURE_ALLY) &&
	       !creature_has(game, slot, STATUS_DISCORDANT) &&
	       !creature_has(game, HERO, STATUS_DISCORDANT);
}

static int shown_at(const struct game *game, int x, int y)
{
	int slot = level_inside(game->level, x, y) ? creature_at(game, x, y) : -1;
	return slot > HERO && senses_shows(game, slot) ? slot : -1;
}

/* The creature a shot would hit at (x, y), or -1.  Thrown items pass allies; a bolt hits an ally
 * only if aimed at it. */
static int met_at(const struct game *game, const struct going *going, bool meant, int x, int y)
{
	int slot = shown_at(game, x, y);
	return slot < 0 || (is_of_his_side(game, slot) && (going->flies || !meant)) ? -1 : slot;
}

static void meet(
	const struct game *game, const struct going *going, int slot, struct trajectory *trajectory)
{
	const struct item *item = going->item;
	if (trajectory->met)
		return;
	trajectory->met = true;
	trajectory->met_x = game->creatures[slot].x;
	trajectory->met_y = game->creatures[slot].y;
	/* An item known to burst needs no roll to hit. */
	if (item != NULL && !(item_kind(game, item)->bursts && item_is_known(game, item)))
		trajectory->hits = (uint8_t)combat_shown_shot(game, item, going->fired, slot);
}

static void add(struct trajectory *trajectory, int x, int y)
{
	trajectory->cells[trajectory->count].x = (int16_t)x;
	trajectory->cells[trajectory->count++].y = (int16_t)y;
}

/* ---- Along a line ---- */

static bool stopped_at(const struct game *game, const struct going *going, int x, int y)
{
	if (!level_inside(game->level, x, y))
		return true;
	size_t at = level_at(game->level, x, y);
	return (game->level->flags[at] & LEVEL_KNOWN) && going->question != 0 &&
	       !(memory_ground(game, at)->flags & going->question);
}

/* Advances by one cell.  Returns false when it stops. */
static bool go_on(const struct game *game, const struct going *going, struct flight_line *line,
	struct trajectory *trajectory)
{
	flight_line_step(line);
	if (stopped_at(game, going, line->x, line->y)) {
		trajectory->stopped = true;
		trajectory->stop_x = line->x;
		trajectory->stop_y = line->y;
		return false;
	}
	bool there = line->x == line->to_x && line->y == line->to_y;
	add(trajectory, line->x, line->y);
	trajectory->reaches |= there;
	int slot = met_at(game, going, there, line->x, line->y);
	if (slot >= 0)
		meet(game, going, slot, trajectory);
	return (slot < 0 || going->through) && !(going->comes_down && there);
}

/* ---- Elsewhere than along a line ---- */

static void at_cell(const struct game *game, int x, int y, struct trajectory *trajectory)
{
	int slot = shown_at(game, x, y);
	trajectory->unseen = !level_inside(game->level, x, y) || !senses_hero_sees_cell(game, x, y);
	trajectory->reaches = !trajectory->unseen && !trajectory->too_far;
	add(trajectory, x, y);
	if (slot >= 0) {
		trajectory->met = true;
		trajectory->met_x = (int16_t)x;
		trajectory->met_y = (int16_t)y;
	}
}

/* Adds the known cells that the shot would fill. */
static void in_cone(const struct game *game, const struct going *going,
	const struct command *command, struct trajectory *trajectory)
{
	struct aim_cells cells;
	aim_cells(game,
		&(struct aiming){.aim = going->aim,
			.range = going->range,
			.source = HERO,
			.x = command->x,
			.y = command->y},
		&cells);
	for (size_t i = 0; i < cells.count; i++) {
		int x = cells.at[i][0], y = cells.at[i][1], slot = shown_at(game, x, y);
		if (!(game->level->flags[level_at(game->level, x, y)] & LEVEL_KNOWN))
			continue;
		add(trajectory, x, y);
		trajectory->reaches |= x == command->x && y == command->y;
		if (slot >= 0)
			meet(game, going, slot, trajectory);
	}
}

bool game_trajectory(
	const struct game *game, const struct command *command, struct trajectory *trajectory)
{
	const struct creature *hero = &game->creatures[HERO];
	struct going going;
	*trajectory = (struct trajectory){.stop_x = -1, .stop_y = -1, .met_x = -1, .met_y = -1};
	if (!going_of(game, command, &going) || going.aim == AIM_SELF || going.aim == AIM_WHOLE)
		return false;
	int range = going.range < TRAJECTORY_MAX ? going.range : TRAJECTORY_MAX;
	struct flight_line line = flight_line(hero->x, hero->y, command->x, command->y);
	trajectory->radius = (uint8_t)going.radius;
	trajectory->too_far =
		distance_between(hero->x, hero->y, command->x, command->y) > going.reach;
	if (hero->x == command->x && hero->y == command->y)
		trajectory->reaches = true;
	else if (going.aim == AIM_CELL)
		at_cell(game, command->x, command->y, trajectory);
	else if (going.aim == AIM_CONE)
		in_cone(game, &going, command, trajectory);
	else
		while (trajectory->count < range && go_on(game, &going, &line, trajectory))
			continue;
	return true;
}
