/*
 * Vaults: pieces of a level that were drawn by hand, laid on what a generator has made.
 *
 * A vault whose edge has one way in is dug: its way in takes the place of a cell of rock or wall
 * beside a way, and all the rest of it lies in rock, so nothing that was connected is parted.
 * Where there is no such place it stands free on open ground, with a cell of ground left all
 * around.  One without a way in lies on open ground, and its own edge can be walked all around
 * (content_vaults.c sees to that); so wherever one came from and went to, one still does.
 *
 * Places to dig are drawn from a list of all thresholds, a bounded number of them; places in the
 * open are counted, and one is drawn.  Sums over the level tell at once whether a rectangle is all
 * rock, or all open ground.
 */
#include "vault_private.h"

#include <assert.h>
#include <stdlib.h>

#define TRIES_DUG 120

/* A cell that a way in could take, and the direction out of the vault. */
struct threshold {
	int16_t x, y;
	uint8_t side;
};

struct laying {
	struct making *making;
	uint16_t *rock, *open; /* cells of the kind above and to the left of a corner */
	bool looked;           /* for thresholds */
	size_t threshold_count, threshold_capacity;
	struct threshold *thresholds;
};

/* ---- Sums ---- */

static bool is_rock(const struct making *making, int x, int y)
{
	return making->level->terrain[level_at(making->level, x, y)] ==
	       making->content->terrain.rock;
}

static bool is_open(const struct making *making, int x, int y)
{
	const struct level *level = making->level;
	size_t at = level_at(level, x, y);
	return !(level->flags[at] & LEVEL_HALL) &&
	       content_is_plain(making->content, making->kind, level->terrain[at]);
}

static void sum_up(struct laying *laying)
{
	const struct level *level = laying->making->level;
	int stride = level->width + 1;
	size_t corners = (size_t)stride * (size_t)(level->height + 1);
	laying->rock = calloc(2 * corners, sizeof *laying->rock);
	assert(laying->rock);
	laying->open = laying->rock + corners;
	for (int y = 0; y < level->height; y++) {
		int rock = 0, open = 0;
		for (int x = 0; x < level->width; x++) {
			int above = y * stride + x + 1, at = above + stride;
			rock += is_rock(laying->making, x, y);
			open += is_open(laying->making, x, y);
			laying->rock[at] = (uint16_t)(laying->rock[above] + rock);
			laying->open[at] = (uint16_t)(laying->open[above] + open);
		}
	}
}

/* Whether all of a rectangle is of the kind that was summed up; one that is empty is. */
static bool is_all(
	const struct laying *laying, const uint16_t *sums, int left, int top, int width, int height)
{
	const struct level *level = laying->making->level;
	int stride = level->width + 1;
	if (width <= 0 || height <= 0)
		return true;
	if (left < 0 || top < 0 || left + width > level->width || top + height > level->height)
		return false;
	const uint16_t *upper = sums + top * stride + left, *lower = upper + height * stride;
	return lower[width] - lower[0] - upper[width] + upper[0] == width * height;
}

/* ---- Dug into rock ---- */

static uint32_t flags_at(const struct making *making, int x, int y)
{
	const struct level *level = making->level;
	return making->content->terrains[level->terrain[level_at(level, x, y)]].flags;
}

/* Plain ground that one walks, and no doorway. */
static bool is_ground(const struct making *making, int x, int y)
{
	const struct level *level = making->level;
	if (!level_inside(level, x, y) || level_vault_at(level, x, y) >= 0)
		return false;
	const struct terrain_kind *kind =
		&making->content->terrains[level->terrain[level_at(level, x, y)]];
	return (kind->flags & TERRAIN_OBJECTS) && !(kind->flags & TERRAIN_DOORWAY) &&
	       content_is_safe(kind);
}

/* Rock, or a wall where the vault has one as well; never of the outermost cells. */
static bool takes(
	const struct making *making, const struct turned *turned, int x, int y, int left, int top)
{
	int at_x = left + x, at_y = top + y;
	if (turned->cells[y][x] == ' ')
		return true;
	if (at_x < 1 || at_y < 1 || at_x >= making->level->width - 1 ||
		at_y >= making->level->height - 1 || level_vault_at(making->level, at_x, at_y) >= 0)
		return false;
	bool edge = turned->cells[y][x] == '#' || (x == turned->way_x && y == turned->way_y);
	return is_rock(making, at_x, at_y) ||
	       (edge && (flags_at(making, at_x, at_y) & TERRAIN_WALL));
}

static bool fits_dug(const struct laying *laying, const struct turned *turned, int left, int top)
{
	const struct making *making = laying->making;
	if (turned->whole && !is_all(laying, laying->rock, left + 1, top + 1, turned->width - 2,
				     turned->height - 2))
		return false;
	for (int y = 0; y < turned->height; y++)
		for (int x = 0; x < turned->width; x++)
			if (!takes(making, turned, x, y, left, top))
				return false;
	return true;
}

/* Beside ground, with rock or wall to both hands and rock behind. */
static bool is_threshold(const struct making *making, int x, int y, int side)
{
	int dx = direction_dx[side], dy = direction_dy[side];
	bool wall = is_rock(making, x, y) || (flags_at(making, x, y) & TERRAIN_WALL);
	return wall && is_ground(making, x + dx, y + dy) && is_rock(making, x - dx, y - dy) &&
	       !is_ground(making, x + dy, y + dx) && !is_ground(making, x - dy, y - dx);
}

static void note_threshold(struct laying *laying, int x, int y, int side)
{
	if (laying->threshold_count == laying->threshold_capacity) {
		laying->threshold_capacity = laying->threshold_capacity * 2 + 256;
		laying->thresholds = realloc(laying->thresholds,
			laying->threshold_capacity * sizeof *laying->thresholds);
		assert(laying->thresholds);
	}
	laying->thresholds[laying->threshold_count++] =
		(struct threshold){(int16_t)x, (int16_t)y, (uint8_t)side};
}

/* All that there are when the first vault is to be dug. */
static void find_thresholds(struct laying *laying)
{
	const struct making *making = laying->making;
	const struct level *level = making->level;
	laying->looked = true;
	for (int y = 2; y < level->height - 2; y++)
		for (int x = 2; x < level->width - 2; x++) {
			if (flags_at(making, x, y) & TERRAIN_OBJECTS)
				continue;
			for (int side = 0; side < DIR_COUNT; side += 2)
				if (is_threshold(making, x, y, side))
					note_threshold(laying, x, y, side);
		}
}

/* The turns of a map, each made when it is asked for first. */
struct turns {
	struct turned map, made[8];
	bool is_made[8];
};

/* The turn by which its way in leads out to a side; of two the one that is drawn. */
static const struct turned *turn_to(struct turns *turns, int side, int drawn)
{
	for (int i = 0; i < 8; i++) {
		int way = i ^ drawn;
		if (turns->map.vault->upright && way != 0)
			continue;
		if (!turns->is_made[way])
			vault_turn(&turns->made[way], &turns->map, way);
		turns->is_made[way] = true;
		if (turns->made[way].way_side == side)
			return &turns->made[way];
	}
	return NULL;
}

static bool dig_in(struct laying *laying, struct turns *turns)
{
	struct making *making = laying->making;
	if (!laying->looked)
		find_thresholds(laying);
	for (int tries = 0; laying->threshold_count > 0 && tries < TRIES_DUG; tries++) {
		int drawn = stream_below(&making->stream, (int)laying->threshold_count);
		struct threshold threshold = laying->thresholds[drawn];
		const struct turned *turned =
			turn_to(turns, threshold.side, stream_below(&making->stream, 4));
		if (turned == NULL)
			continue;
		int left = threshold.x - turned->way_x, top = threshold.y - turned->way_y;
		if (!fits_dug(laying, turned, left, top) ||
			!is_threshold(making, threshold.x, threshold.y, threshold.side))
			continue;
		vault_put(making, turned, left, top);
		return true;
	}
	return false;
}

/* ---- On open ground ---- */

/* Whether a rectangle was open when the sums were made, and no vault was laid there since. */
static bool is_free(const struct laying *laying, int left, int top, int width, int height)
{
	const struct level *level = laying->making->level;
	if (!is_all(laying, laying->open, left, top, width, height))
		return false;
	for (int i = 0; i < level->vault_count; i++) {
		const struct box *box = &level->vaults[i].box;
		if (left < box->right && box->left < left + width && top < box->bottom &&
			box->top < top + height)
			return false;
	}
	return true;
}

/* The place of a number among those where it fits with so much ground around it; returns how many
 * there are up to that one. */
static int find_open(const struct laying *laying, const struct turned *turned, int margin,
	int number, int *left, int *top)
{
	const struct level *level = laying->making->level;
	int width = turned->width + 2 * margin, height = turned->height + 2 * margin, count = 0;
	for (int y = 0; y + height <= level->height; y++)
		for (int x = 0; x + width <= level->width; x++) {
			if (!is_free(laying, x, y, width, height) || count++ != number)
				continue;
			*left = x + margin;
			*top = y + margin;
			return count;
		}
	return count;
}

/* One with a way in leaves ground around it; of the rest the edge is ground. */
static bool lay_open(struct laying *laying, struct turns *turns)
{
	struct making *making = laying->making;
	bool upright = turns->map.vault->upright;
	int margin = turns->map.way_side >= 0, left, top;
	int drawn = upright ? 0 : stream_below(&making->stream, 8);
	for (int i = 0; i < 8; i += 4) {
		struct turned turned;
		vault_turn(&turned, &turns->map, drawn ^ i);
		int count =
			upright && i > 0 ? 0 : find_open(laying, &turned, margin, -1, &left, &top);
		if (count == 0)
			continue;
		int number = stream_below(&making->stream, count);
		find_open(laying, &turned, margin, number, &left, &top);
		vault_put(making, &turned, left, top);
		return true;
	}
	return false;
}

/* ---- All of a level ---- */

static bool lay_one(struct laying *laying, uint16_t kind)
{
	struct turns turns = {0};
	vault_read(&turns.map, &laying->making->content->vaults[kind]);
	return (turns.map.way_side >= 0 && dig_in(laying, &turns)) || lay_open(laying, &turns);
}

/* The other room of a quest. */
static void lay_other_room(struct laying *laying, uint16_t kind)
{
	const struct content *content = laying->making->content;
	for (uint16_t i = 0; i < content->quest_count; i++)
		if (content->quests[i].vaults[0] == kind && content->quests[i].vault_count > 1 &&
			lay_one(laying, content->quests[i].vaults[1]))
			return;
}

/* Another of the same use, for what must be. */
static void lay_instead(struct laying *laying, uint16_t kind)
{
	const struct content *content = laying->making->content;
	const struct level *level = laying->making->level;
	if (content->vaults[kind].use == VAULT_QUEST) {
		lay_other_room(laying, kind);
		return;
	}
	for (uint16_t i = 1; i < content->vault_count; i++) {
		uint16_t other = (uint16_t)((kind + i) % content->vault_count);
		if (vault_serves(
			    content, other, content->vaults[kind].use, level->depth, level->kind) &&
			content->vaults[other].body == content->vaults[kind].body &&
			lay_one(laying, other))
			return;
	}
}

void vaults_lay(struct making *making)
{
	struct level *level = making->level;
	struct laying laying = {.making = making};
	uint16_t vaults[VAULTS_A_LEVEL];
	int count = vault_plan(
		making->content, &making->stream.seed, level->depth, level->kind, vaults);
	if (count == 0)
		return;
	stream_begin(&making->stream, &making->stream.seed, PURPOSE_VAULTS, level->depth, 1);
	sum_up(&laying);
	for (int i = 0; i < count; i++)
		if (!lay_one(&laying, vaults[i]) &&
			making->content->vaults[vaults[i]].use != VAULT_CHANCE)
			lay_instead(&laying, vaults[i]);
	free(laying.rock);
	free(laying.thresholds);
	generate_stage(making, "vaults");
}
