/* Changing levels: packs the level that the hero leaves, and opens or generates the next. */
#include "engine/generate/generate.h"
#include "engine/rules/rules.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define FOLLOWERS_MAX 8
#define FREE_WITHIN 6

/* Turns in which a creature without the hero recovers all its health: while he can tell by a trail
 * how long he was away. */
#define RECOVERED (SMELL_LASTS / 2)

enum arrival { ARRIVAL_FROM_ABOVE, ARRIVAL_FROM_BELOW, ARRIVAL_FALLEN };
/* Half of a depth's experience. Its natives share the other half (populate.c). */
#define ARRIVAL_EXPERIENCE 50
#define ARRIVAL_TELLS 3 /* sentences about a new level */

/* Counts the cells whose terrain is active each turn. */
static size_t count_active(const struct content *content, const struct level *level)
{
	bool active[TERRAINS_MAX];
	size_t count = 0, cells = (size_t)level->width * (size_t)level->height;
	for (int i = 0; i < content->counts.terrains; i++)
		active[i] = terrain_is_active(&content->terrains[i]);
	for (size_t at = 0; at < cells; at++)
		count += active[level->terrain[at]];
	return count;
}

void place_work_out(struct game *game)
{
	size_t cells = (size_t)game->level->width * (size_t)game->level->height;
	game->derived.occupants = realloc(game->derived.occupants, cells);
	game->derived.active.cells =
		realloc(game->derived.active.cells, cells * sizeof *game->derived.active.cells);
	assert(game->derived.occupants != NULL && game->derived.active.cells != NULL);
	game->derived.active.count = count_active(game->content, game->level);
	memset(game->derived.occupants, 0, cells);
	game->derived.queue.stale = true;
	for (int slot = 0; slot < game->creature_top; slot++) {
		const struct creature *creature = &game->creatures[slot];
		if (creature->alive)
			game->derived.occupants[level_at(game->level, creature->x, creature->y)] =
				(uint8_t)(slot + 1);
	}
	distance_map_build(&game->derived.distances, game->content, game->level);
	gas_work_out(game);
	light_forget(game);
}

void place_set_terrain(struct game *game, int x, int y, uint16_t terrain)
{
	const struct terrain_kind *before = game_terrain(game, x, y);
	const struct terrain_kind *kind = &game->content->terrains[terrain];
	game->derived.active.count -= terrain_is_active(before);
	game->derived.active.count += terrain_is_active(kind);
	game->level->terrain[level_at(game->level, x, y)] = terrain;
	distance_map_change(&game->derived.distances, game->content, game->level, x, y);
	if ((before->flags ^ kind->flags) & TERRAIN_LIGHT)
		light_ground_changed(game, x, y);
	if (before->light != kind->light)
		light_standing_changed(game);
	game->derived.sight_stale = true;
}

static bool is_safe(const struct game *game, int x, int y)
{
	return content_is_safe(game_terrain(game, x, y));
}

static bool free_near(const struct game *game, int *x, int *y, bool safely)
{
	for (int ring = 0; ring <= FREE_WITHIN; ring++) {
		for (int down = -ring; down <= ring; down++) {
			for (int across = -ring; across <= ring; across++) {
				if (distance_between(0, 0, across, down) != ring ||
					!creature_may_stand(game, *x + across, *y + down) ||
					(safely && !is_safe(game, *x + across, *y + down)))
					continue;
				*x += across;
				*y += down;
				return true;
			}
		}
	}
	return false;
}

bool place_free_near(const struct game *game, int *x, int *y)
{
	return free_near(game, x, y, true) || free_near(game, x, y, false);
}

/* True if the creature follows the hero over stairs. */
static bool comes_along(const struct game *game, int slot)
{
	const struct creature *creature = &game->creatures[slot], *hero = &game->creatures[HERO];
	bool ally = creature->flags & CREATURE_ALLY;
	return creature->alive && (creature->flags & (CREATURE_AWARE | CREATURE_ALLY)) &&
	       !(creature->flags & (CREATURE_ASLEEP | CREATURE_CAPTIVE)) &&
	       !creature_is_helpless(game, slot) && !creature_has(game, slot, STATUS_STUCK) &&
	       !creature_has(game, slot, STATUS_AFRAID) &&
	       distance_between(hero->x, hero->y, creature->x, creature->y) <=
		       (ally ? ENGINE_ALLY_WITHIN : 1);
}

/* Removes the followers from the level and copies them: adjacent creatures aware of the hero, and
 * allies nearby. */
static int take_followers(struct game *game, struct creature *followers)
{
	int count = 0;
	for (int slot = HERO + 1; slot < game->creature_top && count < FOLLOWERS_MAX; slot++) {
		if (!comes_along(game, slot))
			continue;
		followers[count++] = game->creatures[slot];
		creature_remove(game, slot);
	}
	return count;
}

/* Reports the allies that stay behind. */
static void report_left(struct game *game)
{
	for (int slot = HERO + 1; slot < game->creature_top; slot++) {
		const struct creature *creature = &game->creatures[slot];
		if (creature->alive && (creature->flags & CREATURE_ALLY))
			message_say(game, TEXT_ALLY_LEFT,
				&(struct word_facts){
					.actor = {.name = creature_kind(game, slot)->name}});
	}
}

bool game_would_leave(const struct game *game, char *name, size_t size)
{
	for (int slot = HERO + 1; slot < game->creature_top; slot++) {
		const struct creature *creature = &game->creatures[slot];
		if (!creature->alive || !(creature->flags & CREATURE_ALLY) ||
			comes_along(game, slot))
			continue;
		words_name(name, size, ARTICLE_THE, 1, creature_kind(game, slot)->name, NULL);
		return true;
	}
	return false;
}

/* Adds a follower near the hero; returns its slot, or -1 if there is no room. Its item then
 * drops. */
static int bring_follower(struct game *game, const struct creature *follower)
{
	int x = game_hero(game)->x, y = game_hero(game)->y;
	int slot = place_free_near(game, &x, &y)
			   ? creature_add(game, follower->kind, x, y, follower->health)
			   : -1;
	if (slot < 0 && follower->carried.count > 0)
		item_to_floor_near(game, follower->carried, x, y);
	return slot;
}

/* A follower keeps the tick of its next action: it may strike in the turn in which it arrives. */
static void bring_followers(struct game *game, const struct creature *followers, int count)
{
	for (int i = 0; i < count; i++) {
		int slot = bring_follower(game, &followers[i]);
		if (slot < 0)
			continue;
		struct creature *creature = &game->creatures[slot];
		uint16_t generation = creature->generation;
		struct creature fresh = *creature;
		*creature = followers[i];
		creature->generation = generation;
		creature->x = creature->home_x = creature->goal_x = fresh.x;
		creature->y = creature->home_y = creature->goal_y = fresh.y;
		creature->goal = GOAL_NONE;
		message_say(game,
			creature->flags & CREATURE_ALLY ? TEXT_ALLY_FOLLOWS : TEXT_IT_FOLLOWS,
			&(struct word_facts){.actor = message_actor(game, slot)});
	}
}

static void leave_level(struct game *game)
{
	struct writer writer = {0};
	save_level_pack(game, &writer);
	struct stored_level *place = &game->places[game->depth];
	place_clear(place);
	place->trail = trail_of(game);
	place->size = (uint32_t)writer.size;
	place->bytes = realloc(writer.bytes, writer.size);
	assert(place->bytes != NULL);
	level_free(game->level);
	game->level = NULL;
	memset(&game->creatures[HERO + 1], 0,
		sizeof game->creatures - sizeof game->creatures[HERO]);
	game->creature_top = HERO + 1;
	game->floor.count = 0;
	game->recalled.count = 0;
	game->air.count = game->derived.queue.missile = 0;
	memset(game->air.missiles, 0, sizeof game->air.missiles);
}

/* Returns the turns since the hero left the level, by the newest part of his trail; RECOVERED
 * without a trail. */
static int turns_away(const struct game *game, const struct trail *trail)
{
	if (trail->count == 0)
		return RECOVERED;
	int64_t left = trail->whiffs[0].scent & ~SMELL_STRONG;
	int64_t away = (int64_t)game_turn(game) - left;
	return away < 0 ? 0 : away < RECOVERED ? (int)away : RECOVERED;
}

/* Heals the creatures that stayed behind: a share of their health for each turn without the
 * hero. */
static void recover(struct game *game, int away)
{
	for (int slot = HERO + 1; slot < game->creature_top; slot++) {
		struct creature *creature = &game->creatures[slot];
		int health = creature->health + creature->health_max * away / RECOVERED;
		if (creature->alive)
			creature->health =
				(int16_t)(health < creature->health_max ? health
									: creature->health_max);
	}
}

static void open_again(struct game *game, struct stored_level *place)
{
	struct reader reader = {.bytes = place->bytes, .size = place->size};
	bool whole = save_level_unpack(game, &reader, game->depth);
	assert(whole);
	recover(game, turns_away(game, &place->trail));
	trail_lay(&place->trail, game);
	place_clear(place);
	place_work_out(game);
}

/* Generates a new level. The hero's body is not on it until put_hero. */
static void make_new(struct game *game, struct feeling *feeling)
{
	game->level = level_generate(game->content, &game->seed,
		&(struct level_order){.depth = game->depth, .kind = KIND_NONE});
	assert(game->level != NULL);
	game_hero(game)->alive = false;
	place_work_out(game);
	populate_level(game);
	feeling_work_out(game, feeling);
	populate_graves(game);
}

static void put_hero_at(struct game *game, int x, int y)
{
	struct level *level = game->level;
	int slot = creature_at(game, x, y);
	struct creature *hero = game_hero(game);
	hero->alive = true;
	if (slot > HERO) {
		int aside_x = x, aside_y = y;
		if (place_free_near(game, &aside_x, &aside_y))
			creature_move(game, slot, aside_x, aside_y);
		else
			creature_remove(game, slot);
	}
	hero->x = (int16_t)x;
	hero->y = (int16_t)y;
	game->derived.occupants[level_at(level, x, y)] = HERO + 1;
}

static bool refuse_taken(void *context, const struct level *level, int x, int y)
{
	const struct game *game = context;
	return !creature_may_stand(game, x, y) ||
	       game->content->terrains[level->terrain[level_at(level, x, y)]].hazard_count > 0;
}

static void put_hero(struct game *game, enum arrival arrival)
{
	struct level *level = game->level;
	struct stream stream;
	int x = level->up_x, y = level->up_y;
	if (arrival == ARRIVAL_FROM_BELOW && level->down_x >= 0) {
		x = level->down_x;
		y = level->down_y;
	} else if (arrival == ARRIVAL_FALLEN) {
		stream_begin(&stream, &game->seed, PURPOSE_EFFECTS, game->depth,
			(uint32_t)game->clock.now + 1);
		level_place(game->content, level, &stream, refuse_taken, game, &x, &y);
	}
	put_hero_at(game, x, y);
}

/* Turns off the light of all rooms and of everything that can be put out. */
static void lights_fail(struct game *game)
{
	int depth = game->depth;
	for (int y = 0; game->depth == depth && y < game->level->height; y++)
		for (int x = 0; game->depth == depth && x < game->level->width; x++) {
			game->level->flags[level_at(game->level, x, y)] &= (uint8_t)~LEVEL_LIT;
			terrain_trigger(game, x, y, TRIGGER_DOUSE, -1);
		}
	message_say(game, TEXT_RECEIVER_DARK, NULL);
}

/* Reports feelings, darkness and silence of a new level, up to `room` sentences. The overview shows
 * the rest. */
static void report_arrival(struct game *game, const struct feeling *feeling, int room)
{
	light_update(game);
	room -= feeling_report(game, feeling, room);
	room -= story_report(game, room);
	if (room > 0 && !light_at(game, game_hero(game)->x, game_hero(game)->y)) {
		message_say(game, TEXT_ARRIVE_DARK, NULL);
		room--;
	}
	if (room > 0 && hearing_silence(game))
		message_say(game, TEXT_ARRIVE_SILENT, NULL);
}

/* True if no level above is of this kind, so its arrival text was not shown yet. */
static bool kind_is_new(const struct game *game)
{
	for (int depth = 1; depth < game->depth; depth++)
		if (level_kind_of_depth(game->content, &game->seed, depth) == game->level->kind)
			return false;
	return true;
}

/* Reports a new level in up to ARRIVAL_TELLS sentences: quests first, because the player has to act
 * on them. */
static void report_new(struct game *game, const struct feeling *feeling)
{
	const struct level_kind *kind = &game->content->levels[game->level->kind];
	int room = ARRIVAL_TELLS - story_arrive(game);
	if (room > 0 && kind_is_new(game) && kind->arrival[0] != '\0') {
		message_say_text(game, kind->arrival, COLOUR_ROLE_TEXT);
		room--;
	}
	if (game->hero.lifted)
		story_report(game, room);
	else
		report_arrival(game, feeling, room);
	bonuses_moment(game, MOMENT_ARRIVE, HERO);
}

/* ---- Creatures that walk with the hero ---- */

/* By a handicap such a creature is on the hero's level from a depth on, until it is beaten.  It
 * leaves each level with him, and comes to the next one at stairs out of his sight.  So there is
 * never more than one of it. */

/* Returns the creature kind that the handicap has walk at this depth, or KIND_NONE. */
static uint16_t walks_here(const struct game *game, uint16_t handicap)
{
	const struct handicap_kind *kind = &game->content->birth.handicaps[handicap];
	bool here =
		(game->derived.handicaps.kinds >> handicap & 1) && game->depth >= kind->walks_from;
	return here ? kind->walks : KIND_NONE;
}

static bool walks(const struct game *game, int slot, uint16_t kind)
{
	const struct creature *creature = &game->creatures[slot];
	return creature->alive && creature->kind == kind &&
	       !(creature->flags & (CREATURE_ALLY | CREATURE_CAPTIVE));
}

/* Removes those of a kind from the level; what they carry stays. */
static void remove_all(struct game *game, uint16_t kind)
{
	for (int slot = HERO + 1; slot < game->creature_top; slot++) {
		if (!walks(game, slot, kind))
			continue;
		struct creature creature = game->creatures[slot];
		creature_remove(game, slot);
		if (creature.carried.count > 0)
			item_to_floor_near(game, creature.carried, creature.x, creature.y);
	}
}

static void walkers_leave(struct game *game)
{
	for (uint16_t i = 0; i < game->content->counts.handicaps; i++)
		if (walks_here(game, i) != KIND_NONE)
			remove_all(game, walks_here(game, i));
}

static void walkers_arrive(struct game *game)
{
	for (uint16_t i = 0; i < game->content->counts.handicaps; i++) {
		uint16_t kind = walks_here(game, i);
		if (kind == KIND_NONE)
			continue;
		if (game->knowledge.beaten[kind])
			remove_all(game, kind);
		else
			populate_walker(game, kind);
	}
}

/* ---- Entering ---- */

static void enter(struct game *game, int depth, enum arrival arrival)
{
	struct creature followers[FOLLOWERS_MAX];
	struct feeling feeling;
	int count = 0;
	assert(depth >= 1 && depth <= game->content->last_depth);
	if (game->level != NULL) {
		creature_comes_free(game, HERO);
		count = arrival == ARRIVAL_FALLEN ? 0 : take_followers(game, followers);
		game_hero(game)->alive = false;
		report_left(game);
		walkers_leave(game);
		leave_level(game);
	}
	game->depth = (uint8_t)depth;
	struct stored_level *place = &game->places[depth];
	bool first = place->bytes == NULL;
	if (first)
		make_new(game, &feeling);
	else
		open_again(game, place);
	put_hero(game, arrival);
	bring_followers(game, followers, count);
	walkers_arrive(game);
	ground_lay_fallen(game);
	event_add(game, EVENT_ARRIVED, 0, game_hero(game)->x, game_hero(game)->y, depth,
		game->content->levels[game->level->kind].id);
	if (game->hero.lifted)
		lights_fail(game);
	if (first)
		report_new(game, &feeling);
	if (depth > game->hero.deepest) {
		game->hero.deepest = (uint8_t)depth;
		if (depth > 1) {
			message_say(game, TEXT_DEEPER,
				&(struct word_facts){.number = ARRIVAL_EXPERIENCE});
			combat_gain(game, ARRIVAL_EXPERIENCE);
		}
	}
}

void place_enter(struct game *game, int depth, bool by_up_stairs)
{
	enter(game, depth, by_up_stairs ? ARRIVAL_FROM_ABOVE : ARRIVAL_FROM_BELOW);
}

void place_fall(struct game *game)
{
	enter(game, game->depth + 1, ARRIVAL_FALLEN);
}
