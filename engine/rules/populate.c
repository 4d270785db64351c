/*
 * Populates a new level: natives by kind and weight, items of the deck and by chance, gold, the
 * Receiver on its depth, graves of past heroes with their killers. Adds wanderers later.
 *
 * A new level depends on content, seed and depth alone, so it has its own random streams, separate
 * from those of play.
 */
#include "engine/generate/generate.h"
#include "engine/rules/rules.h"

#include <string.h>

#define NATIVE_EXPERIENCE 50
#define HEARD_LATELY 1500 /* turns in which the report of a wanderer is shortened */
#define QUIET_AROUND_STAIRS 8
#define SUBJECT_WALKERS 0x77000000u /* of the stream of wanderers, whose others are turns */
#define KIND_DEPTH 1 /* depths on which natives keep away from the arrival and each other */
#define KIND_GROUP 2
#define APART 3
#define ROOM_SHARE 4 /* a room is at most 1 / ROOM_SHARE of the level */
#define ASLEEP_PERCENT 25
#define ASLEEP_OFTEN_PERCENT 75
#define CAPTIVE_PERCENT 18
#define DEEPER_PERCENT 5 /* of levels have a creature from deeper levels */
#define DEEPER_FROM 3    /* first depth with one */
#define DEEPER_LEAST 2
#define DEEPER_MOST 4
#define POSERS_FROM 8    /* first depth with any number of creatures that pose as items */
#define CAPTIVES_FROM 2  /* depth */
#define CAPTIVE_DEEPER 2 /* depths below from which a captive may be */

static bool refuse_occupied(void *context, const struct level *level, int x, int y)
{
	(void)level;
	return !creature_may_stand(context, x, y);
}

static bool refuse_near_stairs(void *context, const struct level *level, int x, int y)
{
	return distance_between(x, y, level->up_x, level->up_y) < QUIET_AROUND_STAIRS ||
	       refuse_occupied(context, level, x, y);
}

static bool is_in(const struct area *area, int x, int y)
{
	return x >= area->x && x < area->x + area->width && y >= area->y &&
	       y < area->y + area->height;
}

/* The rooms in which the hero arrives: some of the areas from `first` up to `end`. Found once,
 * because every tried cell is compared with them. */
struct arrival {
	struct game *game;
	size_t first, end;
};

/* True if the area is a room with the up stairs. Open land that covers most of the level is no
 * room. */
static bool is_of_arrival(const struct level *level, const struct area *area)
{
	return is_in(area, level->up_x, level->up_y) && !area->hall &&
	       area->width * area->height * ROOM_SHARE <= level->width * level->height;
}

static struct arrival arrival_of(struct game *game)
{
	const struct level *level = game->level;
	struct arrival arrival = {.game = game};
	for (size_t i = 0; i < level->area_count; i++) {
		if (!is_of_arrival(level, &level->areas[i]))
			continue;
		arrival.first = arrival.end == 0 ? i : arrival.first;
		arrival.end = i + 1;
	}
	return arrival;
}

/* On the first depth, natives do not start in the room where the hero arrives. */
static bool refuse_arrival(void *context, const struct level *level, int x, int y)
{
	const struct arrival *arrival = context;
	for (size_t i = arrival->first; i < arrival->end; i++)
		if (is_in(&level->areas[i], x, y) && is_of_arrival(level, &level->areas[i]))
			return true;
	return refuse_near_stairs(arrival->game, level, x, y);
}

/* On the first depth, groups do not start near each other. */
static bool refuse_company(void *context, const struct level *level, int x, int y)
{
	const struct arrival *arrival = context;
	const struct game *game = arrival->game;
	if (refuse_arrival(context, level, x, y))
		return true;
	for (int slot = HERO + 1; slot < game->creature_top; slot++) {
		const struct creature *other = &game->creatures[slot];
		if (other->alive && distance_between(x, y, other->x, other->y) <= APART)
			return true;
	}
	return false;
}

/* Chooses a cell for a native. On the first depth it avoids the arrival and other groups if
 * possible. */
static bool place_native(struct game *game, struct stream *stream, int *x, int *y)
{
	if (game->depth <= KIND_DEPTH) {
		struct arrival arrival = arrival_of(game);
		if (level_place(game->content, game->level, stream, refuse_company, &arrival, x, y))
			return true;
	}
	return level_place(game->content, game->level, stream, refuse_near_stairs, game, x, y);
}

static bool refuse_hall(void *context, const struct level *level, int x, int y)
{
	return (level->flags[level_at(level, x, y)] & LEVEL_HALL) ||
	       refuse_near_stairs(context, level, x, y);
}

static bool refuse_grave(void *context, const struct level *level, int x, int y)
{
	const struct game *game = context;
	return !content_is_plain(game->content, &game->content->levels[level->kind],
		       level->terrain[level_at(level, x, y)]) ||
	       refuse_near_stairs(context, level, x, y);
}

static bool refuse_in_reach(void *context, const struct level *level, int x, int y)
{
	return (level->flags[level_at(level, x, y)] & LEVEL_REACHABLE) ||
	       refuse_occupied(context, level, x, y);
}

/* True if a vault of the level belongs to this unique kind. */
static bool has_lair(const struct game *game, uint16_t kind)
{
	for (int i = 0; i < game->level->vault_count; i++)
		if (game->content->vaults[game->level->vaults[i].kind].body == kind)
			return true;
	return false;
}

/* Returns the depth whose kinds are drawn. Wanderers that hunt the hero with the Receiver come from
 * halfway down to its depth. */
static int depth_of(const struct game *game, bool wanders)
{
	int goal = game->content->goal_depth;
	bool hunts = wanders && game->hero.lifted && game->depth < goal;
	return hunts ? (game->depth + goal) / 2 : game->depth;
}

/* Parameters of drawing creatures: game, depth, and native or wandering. */
struct natives {
	const struct game *game;
	int depth;
	bool wanders;
};

static int fading_weight(const struct creature_kind *kind, int depth)
{
	return content_fading_weight(kind->weight, kind->depth_low, kind->depth_high, depth);
}

static uint16_t draw_creature(
	const struct natives *natives, struct stream *stream, stream_weight *weight)
{
	int drawn =
		stream_weighted(stream, natives->game->content->counts.creatures, weight, natives);
	return drawn < 0 ? KIND_NONE : (uint16_t)drawn;
}

static bool poses_as_item(const struct game *game, uint16_t kind)
{
	return game->content->creatures[kind].poses.item != KIND_NONE;
}

bool populate_may_pose(const struct game *game, uint16_t kind, bool wanders)
{
	struct stream stream;
	if (!poses_as_item(game, kind) || game->depth >= POSERS_FROM)
		return true;
	stream_begin(&stream, &game->seed, PURPOSE_INHABITANTS, 0, KIND_NONE);
	if (wanders || game->depth != stream_between(&stream, 1, POSERS_FROM - 1))
		return false;
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		if (game->creatures[slot].alive && poses_as_item(game, game->creatures[slot].kind))
			return false;
	return true;
}

/* Returns the weight of a kind at the depth. A unique one has weight only as a native of its own
 * depth without a lair. */
static int weight_here(const void *context, int index)
{
	const struct natives *natives = context;
	const struct game *game = natives->game;
	uint16_t kind = (uint16_t)index;
	const struct creature_kind *row = &game->content->creatures[kind];
	int weight = fading_weight(row, natives->depth);
	if (weight > 0 && (row->traits & TRAIT_UNIQUE) &&
		(natives->wanders || has_lair(game, kind) ||
			story_unique_depth(game->content, &game->seed, kind) != game->depth))
		return 0;
	return weight > 0 && populate_may_pose(game, kind, natives->wanders) ? weight : 0;
}

/* Returns a kind for this depth by weight, or KIND_NONE. */
static uint16_t choose_creature(const struct game *game, struct stream *stream, bool wanders)
{
	struct natives natives = {game, depth_of(game, wanders), wanders};
	return draw_creature(&natives, stream, weight_here);
}

uint16_t populate_kind(const struct game *game, struct stream *stream)
{
	return choose_creature(game, stream, true);
}

static int add_near(struct game *game, struct stream *stream, uint16_t kind, int x, int y)
{
	if (!place_free_near(game, &x, &y))
		return -1;
	int health = stream_roll(stream, game->content->creatures[kind].hits);
	return creature_add(game, kind, x, y, health);
}

int populate_body(struct game *game, struct stream *stream, uint16_t kind, int x, int y)
{
	return add_near(game, stream, kind, x, y);
}

static int weight_below(const void *context, int index)
{
	const struct natives *natives = context;
	const struct creature_kind *kind = &natives->game->content->creatures[index];
	bool may = !(kind->traits & TRAIT_UNIQUE) &&
		   populate_may_pose(natives->game, (uint16_t)index, false);
	return may ? fading_weight(kind, natives->depth) : 0;
}

uint16_t populate_kind_below(const struct game *game, struct stream *stream, int below)
{
	struct natives natives = {.game = game, .depth = game->depth + below};
	return draw_creature(&natives, stream, weight_below);
}

static bool kind_lives(const struct game *game, uint16_t kind)
{
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		if (game->creatures[slot].alive && game->creatures[slot].kind == kind)
			return true;
	return false;
}

/* Chooses the cell of the group's next creature: next to the others. On the first depth at most
 * KIND_GROUP are together, away from the arrival. */
static bool place_next(struct game *game, struct stream *stream, int nth, int *x, int *y)
{
	int near_x = *x, near_y = *y;
	if (nth == 0 || game->depth > KIND_DEPTH)
		return true;
	struct arrival arrival = arrival_of(game);
	bool adjacent = nth % KIND_GROUP != 0 && place_free_near(game, &near_x, &near_y) &&
			!refuse_arrival(&arrival, game->level, near_x, near_y);
	return adjacent || place_native(game, stream, x, y);
}

/* Adds a group of one kind, all asleep or all awake. */
static void add_group(struct game *game, struct stream *stream)
{
	uint16_t kind = choose_creature(game, stream, false);
	int x, y;
	if (kind == KIND_NONE ||
		(game->content->creatures[kind].traits & TRAIT_UNIQUE && kind_lives(game, kind)) ||
		!place_native(game, stream, &x, &y))
		return;
	const struct creature_kind *row = &game->content->creatures[kind];
	int count = stream_between(stream, row->group_low, row->group_high);
	bool asleep = stream_percent(
		stream, row->traits & TRAIT_ASLEEP ? ASLEEP_OFTEN_PERCENT : ASLEEP_PERCENT);
	for (int i = 0; i < count && populate_may_pose(game, kind, false); i++) {
		if (!place_next(game, stream, i, &x, &y))
			return;
		int slot = add_near(game, stream, kind, x, y);
		if (slot >= 0 && asleep)
			game->creatures[slot].flags |= CREATURE_ASLEEP;
		if (slot >= 0 && row->carries != KIND_NONE)
			game->creatures[slot].carried =
				populate_item(game->content, stream, row->carries, game->depth);
	}
}

/* Returns the weight of a kind as a captive: it joins the hero who frees it and lives at this depth
 * or slightly below. */
static int captive_weight(const void *context, int index)
{
	const struct natives *natives = context;
	const struct creature_kind *kind = &natives->game->content->creatures[index];
	bool here = natives->depth + CAPTIVE_DEEPER >= kind->depth_low &&
		    natives->depth <= kind->depth_high;
	bool joins = (kind->traits & TRAIT_JOINS) && !(kind->traits & TRAIT_UNIQUE);
	return here && joins ? kind->weight : 0;
}

uint16_t populate_captive_kind(const struct game *game, struct stream *stream)
{
	struct natives natives = {.game = game, .depth = game->depth};
	return draw_creature(&natives, stream, captive_weight);
}

/* May add a captive, which is worth no experience. */
static void populate_captive(struct game *game)
{
	struct stream stream;
	int x, y;
	stream_begin(&stream, &game->seed, PURPOSE_INHABITANTS, game->depth, 1);
	if (!stream_percent(&stream, CAPTIVE_PERCENT) || game->depth < CAPTIVES_FROM)
		return;
	uint16_t kind = populate_captive_kind(game, &stream);
	if (kind == KIND_NONE ||
		!level_place(game->content, game->level, &stream, refuse_near_stairs, game, &x, &y))
		return;
	int slot = add_near(game, &stream, kind, x, y);
	if (slot >= 0)
		game->creatures[slot].flags |= CREATURE_CAPTIVE;
}

/* True for all but captives, which join the hero. */
static bool shares(const struct game *game, int slot)
{
	return game->creatures[slot].alive && !(game->creatures[slot].flags & CREATURE_CAPTIVE);
}

/* Shares half of a depth's experience among its natives, those of vaults included, in proportion to
 * their kinds' experience. */
static void share_experience(struct game *game)
{
	int total = 0;
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		total += shares(game, slot) ? creature_kind(game, slot)->experience : 0;
	for (int slot = HERO + 1; slot < game->creature_top && total > 0; slot++) {
		if (!shares(game, slot))
			continue;
		int worth = NATIVE_EXPERIENCE * creature_kind(game, slot)->experience / total;
		game->creatures[slot].worth = (uint16_t)(worth > 0 ? worth : 1);
	}
}

/* Returns the experience that a level's natives have in common on average, in hundredths: its
 * groups, by the mean size and experience of the kinds of this depth. */
static int usual_experience(const struct game *game)
{
	const struct dice *groups = &game->content->levels[game->level->kind].monsters;
	int64_t weights = 0, sum = 0;
	for (int i = 0; i < game->content->counts.creatures; i++) {
		const struct creature_kind *kind = &game->content->creatures[i];
		int weight = kind->traits & TRAIT_UNIQUE ? 0 : fading_weight(kind, game->depth);
		weights += weight;
		sum += (int64_t)weight * (kind->group_low + kind->group_high) * kind->experience;
	}
	int twice = groups->number * (groups->sides + 1) + 2 * groups->modifier;
	return weights > 0 && twice > 0 ? (int)(100 * twice * sum / (4 * weights)) : 0;
}

uint16_t populate_worth(const struct game *game, uint16_t kind)
{
	int own = 100 * game->content->creatures[kind].experience;
	int worth = own > 0 ? NATIVE_EXPERIENCE * own / (usual_experience(game) + own) : 0;
	return (uint16_t)(own > 0 && worth == 0 ? 1 : worth);
}

/* Returns a kind whose depths begin somewhat below, or KIND_NONE. */
static uint16_t choose_deeper(const struct game *game, struct stream *stream)
{
	const struct content *content = game->content;
	uint16_t chosen = KIND_NONE;
	int total = 0;
	for (uint16_t i = 0; i < content->counts.creatures; i++) {
		const struct creature_kind *kind = &content->creatures[i];
		if ((kind->traits & TRAIT_UNIQUE) || kind->weight == 0 ||
			kind->depth_low < game->depth + DEEPER_LEAST ||
			kind->depth_low > game->depth + DEEPER_MOST ||
			!populate_may_pose(game, i, false))
			continue;
		total += kind->weight;
		if (stream_below(stream, total) < kind->weight)
			chosen = i;
	}
	return chosen;
}

/* Rarely adds a creature from deeper levels, mostly asleep. The level's feeling warns of it. */
static void populate_deeper(struct game *game)
{
	struct stream stream;
	int x, y;
	stream_begin(&stream, &game->seed, PURPOSE_INHABITANTS, game->depth, 2);
	if (!stream_percent(&stream, DEEPER_PERCENT) || game->depth < DEEPER_FROM)
		return;
	uint16_t kind = choose_deeper(game, &stream);
	if (kind == KIND_NONE ||
		!level_place(game->content, game->level, &stream, refuse_near_stairs, game, &x, &y))
		return;
	int slot = add_near(game, &stream, kind, x, y);
	if (slot >= 0 && stream_percent(&stream, ASLEEP_OFTEN_PERCENT))
		game->creatures[slot].flags |= CREATURE_ASLEEP;
}

static void populate_natives(struct game *game)
{
	struct stream stream;
	stream_begin(&stream, &game->seed, PURPOSE_INHABITANTS, game->depth, 0);
	int groups = stream_roll(&stream, game->content->levels[game->level->kind].monsters);
	for (int i = 0; i < groups; i++)
		add_group(game, &stream);
	populate_deeper(game);
}

/* ---- The goal ---- */

static void populate_goal(struct game *game)
{
	struct stream stream;
	int x, y;
	stream_begin(&stream, &game->seed, PURPOSE_THINGS, game->depth, 1);
	if (game->depth == game->content->goal_depth &&
		level_place(game->content, game->level, &stream, refuse_hall, game, &x, &y))
		item_to_floor(
			game, (struct item){.kind = game->content->receiver, .count = 1}, x, y);
}

void populate_level(struct game *game)
{
	populate_natives(game);
	populate_captive(game);
	populate_items(game);
	populate_vaults(game);
	share_experience(game);
	populate_goal(game);
}

/* ---- Graves of past heroes ---- */

/* A killer never poses. */
static void add_killer(struct game *game, struct stream *stream, int index, int x, int y)
{
	const struct bones *past = &game->birth.past[index];
	uint16_t kind = content_find_creature(game->content, past->killer);
	if (kind == KIND_NONE)
		return;
	int slot = add_near(game, stream, kind, x, y);
	if (slot < 0)
		return;
	game->creatures[slot].past = (uint8_t)(index + 1);
	if (creature_poses(game, slot))
		game->creatures[slot].flags |= CREATURE_ROUSED;
	game->creatures[slot].worth = 0;
}

void populate_graves(struct game *game)
{
	for (int i = 0; i < game->birth.bones_count; i++) {
		struct stream stream;
		int x, y;
		if (game->birth.past[i].depth != game->depth)
			continue;
		stream_begin(&stream, &game->seed, PURPOSE_BIRTH, game->depth, (uint32_t)i + 1);
		if (!level_place(game->content, game->level, &stream, refuse_grave, game, &x, &y))
			continue;
		place_set_terrain(game, x, y, game->content->terrain.grave);
		game->bones.graves[i] = (struct grave){(int16_t)x, (int16_t)y};
		add_killer(game, &stream, i, x, y);
	}
}

/* ---- Wanderers ---- */

/* Chooses stairs out of the hero's reach for a wanderer, else any cell out of reach. */
static bool wanderer_comes_at(struct game *game, struct stream *stream, int *x, int *y)
{
	const struct level *level = game->level;
	bool up_first = stream_below(stream, 2) == 0;
	for (int i = 0; i < 2; i++) {
		bool up = up_first == (i == 0);
		*x = up ? level->up_x : level->down_x;
		*y = up ? level->up_y : level->down_y;
		if (*x >= 0 && !refuse_in_reach(game, level, *x, *y))
			return true;
	}
	return level_place(game->content, level, stream, refuse_in_reach, game, x, y);
}

/* Reports each wanderer, in a shorter sentence if one was reported lately. */
static void report_wanderer(struct game *game)
{
	static const enum text_id words[2][2] = {{TEXT_HEARD_STAIRS, TEXT_HEARD_STAIRS_AGAIN},
		{TEXT_RECEIVER_HUNTED, TEXT_RECEIVER_HUNTED_AGAIN}};
	const enum text_id *word = words[game->hero.lifted];
	message_say(game, word[message_said(game, word[0], HEARD_LATELY)], NULL);
}

/* Adds a creature that comes to the level by the stairs. It gives experience as a native does. */
static void add_wanderer(struct game *game, struct stream *stream, uint16_t kind, int x, int y)
{
	int slot = add_near(game, stream, kind, x, y);
	if (slot < 0)
		return;
	game->creatures[slot].flags |= CREATURE_WANDERER;
	game->creatures[slot].worth = populate_worth(game, kind);
	if (game->hero.lifted)
		game->creatures[slot].flags |= CREATURE_HUNTER;
	if (!creature_has(game, HERO, STATUS_DEAF))
		report_wanderer(game);
}

void populate_wanderer(struct game *game)
{
	struct stream stream;
	int x, y;
	stream_begin(&stream, &game->seed, PURPOSE_WANDERERS, game->depth, game_turn(game) + 1);
	uint16_t kind = choose_creature(game, &stream, true);
	if (kind == KIND_NONE ||
		(game->content->creatures[kind].traits & TRAIT_UNIQUE && kind_lives(game, kind)) ||
		!wanderer_comes_at(game, &stream, &x, &y))
		return;
	add_wanderer(game, &stream, kind, x, y);
}

void populate_walker(struct game *game, uint16_t kind)
{
	struct stream stream;
	int x, y;
	stream_begin(&stream, &game->seed, PURPOSE_WANDERERS, game->depth,
		SUBJECT_WALKERS + game_turn(game));
	if (!kind_lives(game, kind) && wanderer_comes_at(game, &stream, &x, &y))
		add_wanderer(game, &stream, kind, x, y);
}
