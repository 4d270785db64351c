/*
 * What the hero can foresee of what he lets fly: the cells that it would cross, whom it would meet.
 *
 * It goes along the line of flight.c and stops where he knows that something stops it; what he does
 * not know of stops nothing.  No rule asks this: it is for aiming, which may know no more than he.
 */
#include "rules.h"

#include <stdlib.h>

/* How something goes, as far as that matters before it is let go. */
struct going {
	uint32_t question;       /* of the terrain: what must pass */
	int range, reach;        /* cells that it goes, and that it may be aimed at */
	bool through;            /* bodies do not stop it */
	bool comes_down;         /* at the cell that it is aimed at; else it goes on */
	const struct item *item; /* what flies; NULL: what hits without fail */
	bool fired;
};

/* ---- How it goes ---- */

static void going_of_flight(
	const struct game *game, const struct item *item, uint16_t flight, struct going *going)
{
	const struct flight_kind *kind = &game->content->flights[flight];
	*going = (struct going){
		.question = kind->asks_projectiles ? TERRAIN_PROJECTILES : TERRAIN_OBJECTS,
		.range = kind->range,
		.reach = kind->range,
		.through = kind->pierces,
		.comes_down = !kind->asks_projectiles,
		.item = item};
}

static bool going_of_aim(enum aim aim, int range, struct going *going)
{
	*going = (struct going){.question = TERRAIN_PROJECTILES,
		.range = range,
		.reach = range,
		.through = aim != AIM_BOLT,
		.comes_down = aim == AIM_CELL};
	return aim != AIM_SELF;
}

static bool going_of(const struct game *game, const struct command *command, struct going *going)
{
	const struct content *content = game->content;
	if (command->verb == VERB_CAST) {
		const struct spell_kind *spell = &content->spells[command->item];
		return command->item < content->spell_count &&
		       going_of_aim((enum aim)spell->aim, spell->range, going);
	}
	if (command->item >= PACK_MAX || game->pack[command->item].count == 0)
		return false;
	const struct item *item = &game->pack[command->item];
	const struct item_kind *kind = item_kind(game, item);
	if (command->verb == VERB_THROW) {
		going_of_flight(game, item,
			kind->flight != KIND_NONE ? kind->flight : content->thrown, going);
		going->reach = THROW_REACH;
		return true;
	}
	if (command->verb == VERB_FIRE && kind->ammunition != KIND_NONE) {
		going_of_flight(game, item, kind->ammunition, going);
		return going->fired = true;
	}
	return (command->verb == VERB_USE || command->verb == VERB_ZAP) &&
	       going_of_aim((enum aim)kind->aim, kind->range, going);
}

/* ---- What he knows of its way ---- */

static bool stopped_at(const struct game *game, const struct going *going, int x, int y)
{
	if (!level_inside(game->level, x, y))
		return true;
	size_t at = level_at(game->level, x, y);
	return (game->level->flags[at] & LEVEL_KNOWN) &&
	       !(risk_known_terrain(game, at)->flags & going->question);
}

/* Whom he knows to be there, that what is his does not go past; -1: nobody. */
static int met_at(const struct game *game, int x, int y)
{
	int slot = creature_at(game, x, y);
	bool ally = slot > HERO && (game->creatures[slot].flags & CREATURE_ALLY) &&
		    !creature_has(game, slot, STATUS_DISCORDANT) &&
		    !creature_has(game, HERO, STATUS_DISCORDANT);
	return slot <= HERO || ally || !view_shows(game, slot) ? -1 : slot;
}

static void meet(
	const struct game *game, const struct going *going, int slot, struct trajectory *trajectory)
{
	const struct item *item = going->item;
	trajectory->met = true;
	trajectory->met_x = game->creatures[slot].x;
	trajectory->met_y = game->creatures[slot].y;
	/* What bursts does so in any case, once that is known of it. */
	if (item != NULL && !(item_kind(game, item)->bursts && item_is_known(game, item)))
		trajectory->hits = (uint8_t)combat_shown_shot(game, item, going->fired, slot);
}

/* On by a cell; false when it goes no farther. */
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
	trajectory->cells[trajectory->count].x = line->x;
	trajectory->cells[trajectory->count++].y = line->y;
	trajectory->reaches |= line->x == line->to_x && line->y == line->to_y;
	int slot = met_at(game, line->x, line->y);
	if (slot >= 0 && !trajectory->met)
		meet(game, going, slot, trajectory);
	return (slot < 0 || going->through) && !(going->comes_down && trajectory->reaches);
}

bool game_trajectory(
	const struct game *game, const struct command *command, struct trajectory *trajectory)
{
	const struct creature *hero = &game->creatures[HERO];
	struct going going;
	*trajectory = (struct trajectory){.stop_x = -1, .stop_y = -1, .met_x = -1, .met_y = -1};
	if (!going_of(game, command, &going))
		return false;
	int range = going.range < TRAJECTORY_MAX ? going.range : TRAJECTORY_MAX;
	trajectory->too_far =
		distance_between(hero->x, hero->y, command->x, command->y) > going.reach;
	struct flight_line line = flight_line(hero->x, hero->y, command->x, command->y);
	if (hero->x == command->x && hero->y == command->y)
		trajectory->reaches = true;
	else
		while (trajectory->count < range && go_on(game, &going, &line, trajectory))
			continue;
	return true;
}
