/*
 * Flight: one mechanism for everything that moves through the air.
 *
 * A missile moves cell by cell along a line through its target, one cell at each tick that it is
 * due: an arrow ten cells a turn, a thrown item five, so that a hero who sees it coming may step
 * aside. Content says whether terrain that blocks missiles or terrain that blocks objects stops it.
 * It meets the first body that is not on its own side. At the end it drops, bursts, bounces or
 * vanishes. On a level that the hero leaves, missiles wait in the air.
 */
#include "engine/rules/rules.h"

#include <assert.h>
#include <stdlib.h>

static const struct flight_kind *kind_of(const struct game *game, const struct missile *missile)
{
	return &game->content->flights[missile->kind];
}

static uint16_t appearance_of(const struct game *game, const struct missile *missile)
{
	uint16_t appearance = kind_of(game, missile)->appearance;
	return appearance != 0           ? appearance
	       : missile->item.count > 0 ? item_appearance(game, &missile->item)
					 : game->content->unseen_appearance;
}

uint16_t flight_appearance(const struct game *game, int index)
{
	return appearance_of(game, &game->air.missiles[index]);
}

/* ---- The line ---- */

struct flight_line flight_line(int from_x, int from_y, int to_x, int to_y)
{
	return (struct flight_line){.from_x = (int16_t)from_x,
		.from_y = (int16_t)from_y,
		.to_x = (int16_t)to_x,
		.to_y = (int16_t)to_y,
		.x = (int16_t)from_x,
		.y = (int16_t)from_y,
		.error = (int16_t)(abs(to_x - from_x) - abs(to_y - from_y))};
}

void flight_line_step(struct flight_line *line)
{
	int across = abs(line->to_x - line->from_x), down = abs(line->to_y - line->from_y);
	int twice = 2 * line->error;
	if (twice > -down) {
		line->error = (int16_t)(line->error - down);
		line->x = (int16_t)(line->x + (line->to_x > line->from_x ? 1 : -1));
	}
	if (twice < across) {
		line->error = (int16_t)(line->error + across);
		line->y = (int16_t)(line->y + (line->to_y > line->from_y ? 1 : -1));
	}
}

/* Sets the missile's line from its cell towards a target. */
static void aim(struct missile *missile, int to_x, int to_y)
{
	struct flight_line line = flight_line(missile->x, missile->y, to_x, to_y);
	missile->from_x = missile->shown_x = missile->x;
	missile->from_y = missile->shown_y = missile->y;
	missile->to_x = line.to_x;
	missile->to_y = line.to_y;
	missile->error = line.error;
}

/* Finds the next cell of the missile's line. */
static void next_cell(struct missile *missile, int *x, int *y)
{
	struct flight_line line = {missile->from_x, missile->from_y, missile->to_x, missile->to_y,
		missile->x, missile->y, missile->error};
	flight_line_step(&line);
	missile->error = line.error;
	*x = line.x;
	*y = line.y;
}

/* Sets the tick of the next move. A missile that shines makes light and sight stale. */
static void schedule(struct game *game, struct missile *missile)
{
	if (kind_of(game, missile)->light > 0)
		game->derived.sight_stale = true;
	missile->ready = game->clock.now + TICKS_A_TURN / kind_of(game, missile)->speed;
	game->derived.queue.missile = 0;
}

static struct handle handle_of(const struct game *game, int slot)
{
	return slot >= 0 ? creature_handle(game, slot) : (struct handle){HERO, UINT16_MAX};
}

static void lights_up(struct game *game, const struct missile *missile)
{
	if (kind_of(game, missile)->light > 0)
		game->derived.lights.moved = true;
}

static void take_out(struct game *game, int index)
{
	lights_up(game, &game->air.missiles[index]);
	game->derived.queue.missile = 0;
	game->air.count--;
	for (int i = index; i < game->air.count; i++)
		game->air.missiles[i] = game->air.missiles[i + 1];
	game->air.missiles[game->air.count] = (struct missile){0};
}

/* ---- Events, as far as the hero sees the missile ---- */

static void report(struct game *game, struct missile *missile)
{
	if (missile->shown_x == missile->x && missile->shown_y == missile->y)
		return;
	event_flight(game, appearance_of(game, missile), missile->shown_x, missile->shown_y,
		missile->x, missile->y, kind_of(game, missile)->id);
	missile->shown_x = missile->x;
	missile->shown_y = missile->y;
}

/* Moves a missile. shown_x and shown_y stay the last reported cell, or the current one if the hero
 * saw neither. */
static void advance(struct game *game, struct missile *missile, int x, int y)
{
	bool seen = senses_hero_sees_cell(game, x, y);
	bool shown_seen = senses_hero_sees_cell(game, missile->shown_x, missile->shown_y);
	lights_up(game, missile);
	if (!seen && shown_seen)
		report(game, missile);
	missile->x = (int16_t)x;
	missile->y = (int16_t)y;
	if (!seen || !shown_seen) {
		missile->shown_x = missile->x;
		missile->shown_y = missile->y;
	}
}

void flight_report(struct game *game)
{
	for (int i = 0; i < game->air.count; i++)
		report(game, &game->air.missiles[i]);
}

int flight_seen_at(const struct game *game, int x, int y)
{
	for (int i = 0; i < game->air.count; i++)
		if (game->air.missiles[i].x == x && game->air.missiles[i].y == y &&
			senses_hero_sees_cell(game, x, y))
			return i;
	return -1;
}

/* ---- The end of a flight ---- */

/* Copies the effects of a bursting item. BONUS_WIDE enlarges the hero's clouds. */
static void wider(const struct game *game, const struct item_kind *kind, int source,
	struct clause effects[EFFECTS_MAX])
{
	int percent = source == HERO ? bonus_of(game, BONUS_WIDE) : 0;
	for (int i = 0; i < kind->use.effect_count; i++)
		effects[i] = kind->use.effects[i].row == EFFECT_CLOUD
				     ? effect_more(&kind->use.effects[i], percent)
				     : kind->use.effects[i];
}

static void burst(struct game *game, const struct missile *missile)
{
	const struct item_kind *item = item_kind(game, &missile->item);
	bool seen = senses_hero_sees_cell(game, missile->x, missile->y);
	char name[64];
	item_name(game, &missile->item, ARTICLE_THE, name, sizeof name);
	if (seen)
		event_add(game, EVENT_BURST, item_appearance(game, &missile->item), missile->x,
			missile->y, 0, item->id);
	if (seen)
		message_say(game, TEXT_BURSTS, &(struct word_facts){.item = name});
	hearing_sound(game, SOUND_GLASS, missile->x, missile->y);
	/* The tombstone may name the item. */
	words_name(name, sizeof name, ARTICLE_A, 1, item->name, item->plural);
	int source = creature_of(game, missile->source);
	struct clause effects[EFFECTS_MAX];
	wider(game, item, source, effects);
	bool shown = effect_all(
		game, effects, item->use.effect_count, missile->x, missile->y, source, name);
	if (shown && seen && game_going(game))
		item_learn(game, missile->item.kind);
}

/* How a missile ended: without meeting a body, by a hit, or by a miss. */
enum fall { FALL_FREE, FALL_HIT, FALL_MISSED };

static enum text_id word_of_miss(int target, bool breaks)
{
	return breaks           ? TEXT_THROWN_MISSES_BREAKS
	       : target == HERO ? TEXT_THROWN_MISSES_YOU
				: TEXT_THROWN_MISSES;
}

static enum text_id word_of_fall(bool here, bool breaks)
{
	return breaks ? TEXT_FALLS_BROKEN : here ? TEXT_FALLS_HERE : TEXT_FALLS;
}

/* Reports where an item fell, unless a hit was reported. Out of sight only the hero's own are
 * reported. */
static void report_fall(
	struct game *game, const struct missile *missile, enum fall fall, bool breaks)
{
	const struct creature *hero = game_hero(game);
	int x = missile->x, y = missile->y, target = creature_at(game, x, y);
	bool here = x == hero->x && y == hero->y;
	bool seen = here || senses_hero_sees_cell(game, x, y) ||
		    (target >= 0 && senses_hero_sees(game, target));
	char name[64], where[32] = "";
	struct word_facts facts = {.item = name, .text = where};
	if (fall == FALL_HIT || (!seen && creature_of(game, missile->source) != HERO))
		return;
	item_name(game, &missile->item, ARTICLE_THE, name, sizeof name);
	if (!here)
		words_expand(game->content, word_towards(x - hero->x, y - hero->y), NULL, where,
			sizeof where);
	if (target >= 0)
		facts.target = message_actor(game, target);
	message_say(game,
		!seen                                ? TEXT_FALLS_UNSEEN
		: fall == FALL_MISSED && target >= 0 ? word_of_miss(target, breaks)
						     : word_of_fall(here, breaks),
		&facts);
}

/* True if a missile breaks or is lost. BONUS_CATCH lowers the hero's losses. */
static bool is_lost(struct game *game, const struct missile *missile)
{
	int lost = kind_of(game, missile)->lost;
	if (creature_of(game, missile->source) == HERO)
		lost -= lost * bonus_of(game, BONUS_CATCH) / 100;
	return lost > 0 && draw_percent(game, PURPOSE_FLIGHT, lost);
}

/* Ends a flight: applies the flight's effects, then bursts, breaks or drops the item. */
static void come_down(struct game *game, const struct missile *missile, enum fall fall)
{
	const struct flight_kind *kind = kind_of(game, missile);
	int depth = game->depth;
	bool thing = missile->item.count > 0;
	if (kind->effect_count > 0)
		effect_all(game, kind->effects, kind->effect_count, missile->x, missile->y,
			creature_of(game, missile->source), kind->name);
	if (!game_going(game) || game->depth != depth || !thing)
		return;
	if (kind->impact == IMPACT_BURST || item_kind(game, &missile->item)->bursts) {
		burst(game, missile);
		return;
	}
	bool breaks = kind->impact == IMPACT_VANISH || is_lost(game, missile);
	report_fall(game, missile, fall, breaks);
	if (!breaks)
		item_to_floor(game, missile->item, missile->x, missile->y);
}

static void land(struct game *game, int index)
{
	struct missile missile = game->air.missiles[index];
	report(game, &missile);
	take_out(game, index);
	come_down(game, &missile, FALL_FREE);
}

/* Sends the missile on in a random direction with its remaining range. */
static void bounce(struct game *game, struct missile *missile)
{
	int direction = draw_below(game, PURPOSE_FLIGHT, DIR_COUNT);
	report(game, missile);
	missile->bounced++;
	aim(missile, missile->x + direction_dx[direction], missile->y + direction_dy[direction]);
	schedule(game, missile);
}

static bool may_bounce(const struct game *game, const struct missile *missile)
{
	const struct flight_kind *kind = kind_of(game, missile);
	return kind->impact == IMPACT_BOUNCE && missile->bounced < kind->bounces &&
	       missile->left > 0;
}

/* ---- The beginning ---- */

bool flight_launch(struct game *game, const struct launch *launch)
{
	assert(launch->kind < game->content->counts.flights);
	struct missile missile = {.kind = launch->kind,
		.item = launch->item,
		.x = (int16_t)launch->from_x,
		.y = (int16_t)launch->from_y,
		.left = (uint8_t)(game->content->flights[launch->kind].range + launch->farther),
		.source = handle_of(game, launch->source),
		.accuracy = (int16_t)launch->accuracy,
		.damage = launch->damage,
		.blow = launch->blow,
		.blow_of = launch->blow_of,
		.ready = game->clock.now};
	aim(&missile, launch->to_x, launch->to_y);
	if (launch->from_x == launch->to_x && launch->from_y == launch->to_y) {
		come_down(game, &missile, FALL_FREE);
		return true;
	}
	if (game->air.count == MISSILES_MAX) {
		if (launch->item.count > 0)
			item_to_floor(game, launch->item, launch->from_x, launch->from_y);
		return false;
	}
	game->air.missiles[game->air.count++] = missile;
	game->derived.queue.missile = 0;
	lights_up(game, &missile);
	return true;
}

/* ---- Moving ---- */

static bool passes(const struct game *game, const struct missile *missile, int x, int y)
{
	uint32_t question =
		kind_of(game, missile)->asks_projectiles ? TERRAIN_PROJECTILES : TERRAIN_OBJECTS;
	return level_inside(game->level, x, y) && (game_terrain(game, x, y)->flags & question);
}

/* True if the missile has arrived: out of range, or a thrown item at its target cell. */
static bool is_there(const struct game *game, const struct missile *missile)
{
	return missile->left == 0 ||
	       (!kind_of(game, missile)->asks_projectiles && missile->bounced == 0 &&
		       missile->x == missile->to_x && missile->y == missile->to_y);
}

static bool of_the_hero(const struct game *game, int slot)
{
	return slot == HERO || (slot > HERO && (game->creatures[slot].flags & CREATURE_ALLY));
}

/* True if a missile passes over the creature: its source and the source's allies. If the source is
 * gone, a creature's shot still spares all but the hero's side. */
static bool spares(const struct game *game, const struct missile *missile, int target)
{
	int source = creature_of(game, missile->source);
	if (source == target)
		return true;
	if (source < 0)
		return missile->blow > 0 && !of_the_hero(game, target);
	return of_the_hero(game, source) == of_the_hero(game, target) &&
	       !creature_has(game, source, STATUS_DISCORDANT) &&
	       !creature_has(game, target, STATUS_DISCORDANT);
}

/* Returns the creature that the missile meets in its cell, or -1. */
static int met_at(const struct game *game, const struct missile *missile)
{
	int target = creature_at(game, missile->x, missile->y);
	return target < 0 || spares(game, missile, target) ? -1 : target;
}

/* Resolves a missile's hit or miss. Ends the flight unless it pierces. False when the flight has
 * ended. */
static bool meet(struct game *game, int index, int target)
{
	struct missile meeting = game->air.missiles[index];
	bool pierces = kind_of(game, &meeting)->pierces;
	int depth = game->depth;
	report(game, &game->air.missiles[index]);
	if (!pierces)
		take_out(game, index);
	bool hits = combat_missile_meets(game, &meeting, target);
	if (!game_going(game) || game->depth != depth)
		return false;
	if (!pierces)
		come_down(game, &meeting, hits ? FALL_HIT : FALL_MISSED);
	return pierces;
}

/* Reports terrain that a missile broke, so that it no longer blocks. */
static void report_pieces(struct game *game, const struct terrain_kind *was, int x, int y)
{
	if (game_going(game) && was != NULL && !(was->flags & TERRAIN_OBJECTS) &&
		(game_terrain(game, x, y)->flags & TERRAIN_OBJECTS))
		message_say(game, TEXT_HIT_TO_PIECES, &(struct word_facts){.text = was->name});
}

static void stopped(struct game *game, int index, int x, int y)
{
	int depth = game->depth;
	bool seen = senses_hero_sees_cell(game, x, y);
	const struct terrain_kind *was =
		level_inside(game->level, x, y) ? game_terrain(game, x, y) : NULL;
	if (terrain_trigger(game, x, y, TRIGGER_HIT, -1) && seen && game->depth == depth)
		report_pieces(game, was, x, y);
	if (game->depth != depth)
		return;
	if (may_bounce(game, &game->air.missiles[index]))
		bounce(game, &game->air.missiles[index]);
	else
		land(game, index);
}

/* Makes a missile bounce off a creature, back from the cell it came from. */
static void bounce_off(struct game *game, int index, int target, int x, int y)
{
	struct missile meeting = game->air.missiles[index];
	advance(game, &game->air.missiles[index], x, y);
	bounce(game, &game->air.missiles[index]);
	bool seen = target == HERO || senses_hero_sees(game, target);
	struct word_actor whom = message_actor(game, target);
	char name[64];
	if (combat_missile_meets(game, &meeting, target) || !seen || meeting.item.count == 0)
		return;
	item_name(game, &meeting.item, ARTICLE_THE, name, sizeof name);
	message_say(game, TEXT_THROWN_PAST, &(struct word_facts){.item = name, .target = whom});
}

/* Moves a missile by one cell, or into an obstacle. True if it only flew. */
static bool move(struct game *game, int index)
{
	struct missile *missile = &game->air.missiles[index];
	int x, y, before_x = missile->x, before_y = missile->y;
	int target = kind_of(game, missile)->pierces ? -1 : met_at(game, missile);
	if (target >= 0) { /* it stepped into the way */
		meet(game, index, target);
		return false;
	}
	next_cell(missile, &x, &y);
	if (!passes(game, missile, x, y)) {
		stopped(game, index, x, y);
		return false;
	}
	advance(game, missile, x, y);
	missile->left--;
	schedule(game, missile);
	target = met_at(game, missile);
	if (target >= 0 && may_bounce(game, missile)) {
		bounce_off(game, index, target, before_x, before_y);
		return false;
	}
	if (target >= 0 && !meet(game, index, target))
		return false;
	if (!is_there(game, &game->air.missiles[index]))
		return target < 0;
	land(game, index);
	return false;
}

static int look_for_first(const struct game *game)
{
	int first = -1;
	for (int i = 0; i < game->air.count; i++)
		if (first < 0 || game->air.missiles[i].ready < game->air.missiles[first].ready)
			first = i;
	return first;
}

/* Returns the missile that is due first, or -1. It is cached, because every action asks; launch,
 * schedule and removal clear the cache. */
static int first_due(struct game *game)
{
	if (game->derived.queue.missile == 0)
		game->derived.queue.missile = (uint8_t)(1 + look_for_first(game));
	return game->derived.queue.missile - 1;
}

uint32_t flight_next(struct game *game)
{
	int first = first_due(game);
	return first < 0 ? UINT32_MAX : game->air.missiles[first].ready;
}

bool flight_move_due(struct game *game)
{
	int first = first_due(game);
	assert(first >= 0);
	if (game->air.missiles[first].ready > game->clock.now)
		game->clock.now = game->air.missiles[first].ready;
	return move(game, first);
}

void flight_check(const struct game *game)
{
	assert(game->air.count <= MISSILES_MAX);
	assert(game->derived.queue.missile == 0 ||
		game->derived.queue.missile == 1 + look_for_first(game));
	for (int i = 0; i < game->air.count; i++) {
		const struct missile *missile = &game->air.missiles[i];
		assert(missile->kind < game->content->counts.flights);
		assert(level_inside(game->level, missile->x, missile->y));
		assert(missile->to_x != missile->from_x || missile->to_y != missile->from_y);
		assert(missile->left > 0 &&
			missile->left <= kind_of(game, missile)->range + FARTHER_MOST);
		assert(missile->source.slot < CREATURES_MAX);
		assert(missile->item.count == 0 ||
			missile->item.kind < game->content->counts.items);
		assert(missile->ready >= game->clock.now || !game_going(game));
	}
}
