/*
 * Flight: one mechanism for all that moves through the air.
 *
 * What flies goes cell by cell along a line through its target, each cell when its tick comes: an
 * arrow ten cells a turn, a thrown thing five, so that whoever sees it coming may step aside.  It
 * asks the projectile question or the objects question of each cell (content says which), meets the
 * first body in its way, and at the end drops, bursts, bounces or is gone.
 */
#include "rules.h"

#include <assert.h>
#include <stdlib.h>

static const struct flight_kind *kind_of(const struct game *game, const struct missile *missile)
{
	return &game->content->flights[missile->kind];
}

static uint16_t look_of(const struct game *game, const struct missile *missile)
{
	uint16_t look = kind_of(game, missile)->look;
	return look != 0 ? look : missile->item.count > 0 ? item_look(game, &missile->item)
							  : game->content->unseen_look;
}

uint16_t flight_look(const struct game *game, int index)
{
	return look_of(game, &game->missiles[index]);
}

/* Towards a place, for as long as it flies. */
static void aim(struct missile *missile, int to_x, int to_y)
{
	missile->from_x = missile->told_x = missile->x;
	missile->from_y = missile->told_y = missile->y;
	missile->to_x = (int16_t)to_x;
	missile->to_y = (int16_t)to_y;
	missile->error = (int16_t)(abs(to_x - missile->x) - abs(to_y - missile->y));
}

/* The next cell of its line. */
static void next_cell(struct missile *missile, int *x, int *y)
{
	int across = abs(missile->to_x - missile->from_x), down = abs(missile->to_y - missile->from_y);
	int twice = 2 * missile->error;
	*x = missile->x;
	*y = missile->y;
	if (twice > -down) {
		missile->error = (int16_t)(missile->error - down);
		*x += missile->to_x > missile->from_x ? 1 : -1;
	}
	if (twice < across) {
		missile->error = (int16_t)(missile->error + across);
		*y += missile->to_y > missile->from_y ? 1 : -1;
	}
}

/* What shines moves its light along. */
static void schedule(struct game *game, struct missile *missile)
{
	if (kind_of(game, missile)->light > 0)
		game->sight_stale = true;
	missile->ready = game->now + TICKS_A_TURN / kind_of(game, missile)->speed;
}

bool flight_launch(struct game *game, const struct launch *launch)
{
	assert(launch->kind < game->content->flight_count);
	if (game->missile_count == MISSILES_MAX ||
		(launch->from_x == launch->to_x && launch->from_y == launch->to_y)) {
		if (launch->item.count > 0)
			item_to_floor(game, launch->item, launch->from_x, launch->from_y);
		return false;
	}
	struct missile *missile = &game->missiles[game->missile_count++];
	*missile = (struct missile){.kind = launch->kind,
		.item = launch->item,
		.x = (int16_t)launch->from_x,
		.y = (int16_t)launch->from_y,
		.source = creature_handle(game, launch->source),
		.accuracy = (int16_t)launch->accuracy,
		.damage = launch->damage,
		.blow = launch->blow,
		.blow_of = launch->blow_of};
	missile->left = game->content->flights[launch->kind].range;
	aim(missile, launch->to_x, launch->to_y);
	schedule(game, missile);
	return true;
}

/* ---- The end of a flight ---- */

static void tell(struct game *game, struct missile *missile)
{
	if (missile->told_x == missile->x && missile->told_y == missile->y)
		return;
	event_flight(game, look_of(game, missile), missile->told_x, missile->told_y, missile->x,
		missile->y, kind_of(game, missile)->id);
	missile->told_x = missile->x;
	missile->told_y = missile->y;
}

static void take_out(struct game *game, int index)
{
	if (kind_of(game, &game->missiles[index])->light > 0)
		game->sight_stale = true;
	game->missile_count--;
	for (int i = index; i < game->missile_count; i++)
		game->missiles[i] = game->missiles[i + 1];
	game->missiles[game->missile_count] = (struct missile){0};
}

static void burst(struct game *game, const struct missile *missile)
{
	const struct item_kind *item = item_kind(game, &missile->item);
	bool seen = senses_hero_sees_cell(game, missile->x, missile->y);
	char name[64];
	item_name(game, &missile->item, ARTICLE_THE, name, sizeof name);
	event_add(game, EVENT_BURST, item->look, missile->x, missile->y, 0, item->id);
	message_say(game, seen ? WORD_BURSTS : WORD_BURSTS_UNSEEN,
		&(struct word_facts){.item = name});
	bool told = effect_all(game, item->effects, item->effect_count, missile->x, missile->y,
		creature_of(game, missile->source), name);
	if (told && seen)
		item_learn(game, missile->item.kind);
}

/* It comes down where it is, and is in the air no longer. */
static void land(struct game *game, int index)
{
	struct missile missile = game->missiles[index];
	const struct flight_kind *kind = kind_of(game, &missile);
	tell(game, &missile);
	take_out(game, index);
	bool bursts = missile.item.count > 0 && item_kind(game, &missile.item)->bursts;
	if (kind->effect_count > 0)
		effect_all(game, kind->effects, kind->effect_count, missile.x, missile.y,
			creature_of(game, missile.source), kind->name);
	if (!game_going(game))
		return;
	if (bursts)
		burst(game, &missile);
	else if (missile.item.count > 0 && kind->impact != IMPACT_VANISH)
		item_to_floor(game, missile.item, missile.x, missile.y);
}

void flight_land_all(struct game *game)
{
	while (game->missile_count > 0 && game_going(game))
		land(game, game->missile_count - 1);
}

/* Off in some direction, as far as it still goes. */
static void bounce(struct game *game, struct missile *missile)
{
	int direction = draw_below(game, PURPOSE_FLIGHT, DIR_COUNT);
	tell(game, missile);
	missile->bounced++;
	aim(missile, missile->x + direction_dx[direction], missile->y + direction_dy[direction]);
	schedule(game, missile);
}

/* ---- Moving ---- */

static bool passes(const struct game *game, const struct missile *missile, int x, int y)
{
	uint32_t question = kind_of(game, missile)->asks_projectiles ? TERRAIN_PROJECTILES
								     : TERRAIN_OBJECTS;
	return level_inside(game->level, x, y) && (game_terrain(game, x, y)->flags & question);
}

/* What is thrown comes down where it was meant to; what is shot goes on. */
static bool is_there(const struct game *game, const struct missile *missile)
{
	return missile->left == 0 ||
	       (!kind_of(game, missile)->asks_projectiles && missile->bounced == 0 &&
		       missile->x == missile->to_x && missile->y == missile->to_y);
}

static void move(struct game *game, int index)
{
	struct missile *missile = &game->missiles[index];
	const struct flight_kind *kind = kind_of(game, missile);
	int x, y;
	next_cell(missile, &x, &y);
	if (!passes(game, missile, x, y)) {
		if (kind->impact == IMPACT_BOUNCE && missile->bounced < kind->bounces &&
			missile->left > 0)
			bounce(game, missile);
		else
			land(game, index);
		return;
	}
	missile->x = (int16_t)x;
	missile->y = (int16_t)y;
	missile->left--;
	schedule(game, missile);
	int target = creature_at(game, x, y);
	if (target >= 0 && target != creature_of(game, missile->source)) {
		struct missile meeting = *missile;
		tell(game, missile);
		combat_missile_meets(game, &meeting, target);
		if (!kind->pierces) {
			if (game_going(game))
				land(game, index);
			return;
		}
	}
	if (game_going(game) && is_there(game, missile))
		land(game, index);
}

static int first_due(const struct game *game)
{
	int first = -1;
	for (int i = 0; i < game->missile_count; i++)
		if (first < 0 || game->missiles[i].ready < game->missiles[first].ready)
			first = i;
	return first;
}

uint32_t flight_next(const struct game *game)
{
	int first = first_due(game);
	return first < 0 ? UINT32_MAX : game->missiles[first].ready;
}

void flight_move_due(struct game *game)
{
	int first = first_due(game);
	assert(first >= 0);
	if (game->missiles[first].ready > game->now)
		game->now = game->missiles[first].ready;
	move(game, first);
}

void flight_tell(struct game *game)
{
	for (int i = 0; i < game->missile_count; i++)
		tell(game, &game->missiles[i]);
}
