/*
 * Vaults: pieces of a level that were drawn by hand, placed on the generator's level.
 *
 * A vault with one entrance in its edge is dug in: the entrance replaces a cell of rock or wall
 * beside a passable cell, and the rest is placed in rock, so nothing is disconnected.  If there is
 * no such place, it is placed on open ground, with a cell of ground all around.  A vault without an
 * entrance is placed on open ground, and its own edge can be walked all around (content_vaults.c
 * checks that), so all paths remain.
 *
 * Places to dig are drawn from a list of all thresholds, a bounded number of them.  Places in the
 * open are counted, and one is drawn.  The level as it was before any vault is read once, into sums
 * and runs that tell quickly whether a rectangle is all rock or all open ground.
 */
#include "engine/generate/vault_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define TRIES_DUG 100

/* A cell that an entrance could replace, and the direction out of the vault. */
struct threshold {
	int16_t x, y;
	uint8_t side;
};

/* The properties of a cell for a vault, as bits. */
enum cell {
	CELL_ROCK = 1,
	CELL_WALL = 2,
	CELL_GROUND = 4, /* passable, and no doorway */
	CELL_OPEN = 8    /* plain ground on which a vault may be built */
};

/* The turns of a map, each computed on first use. */
struct turns {
	struct turned map, made[8];
	bool is_made[8];
};

struct laying {
	struct making *making;
	uint8_t *cells;      /* bits of enum cell, as the level was before any vault */
	uint8_t *runs;       /* number of open cells from a cell on to the right */
	uint16_t *rocks;     /* number of rock cells above and to the left of a corner */
	bool looked;         /* thresholds have been listed */
	struct turns *turns; /* of the current map; too large for the stack of a session */
	size_t threshold_count, threshold_capacity;
	struct threshold *thresholds;
};

/* ---- Reading the level ---- */

static uint8_t cell_of(const struct making *making, uint16_t terrain)
{
	const struct content *content = making->content;
	const struct terrain_kind *kind = &content->terrains[terrain];
	bool ground = (kind->flags & TERRAIN_OBJECTS) && !(kind->flags & TERRAIN_DOORWAY) &&
		      content_is_safe(kind);
	return (uint8_t)((terrain == content->terrain.rock ? CELL_ROCK : 0) |
			 (kind->flags & TERRAIN_WALL ? CELL_WALL : 0) | (ground ? CELL_GROUND : 0) |
			 (content_is_plain(content, making->kind, terrain) ? CELL_OPEN : 0));
}

static void read_cells(const struct laying *laying)
{
	const struct level *level = laying->making->level;
	uint8_t of_terrain[2][TERRAINS_MAX]; /* outside and inside of halls */
	size_t cells = (size_t)level->width * (size_t)level->height;
	const uint16_t *terrain = level->terrain;
	const uint8_t *flags = level->flags;
	for (int i = 0; i < laying->making->content->counts.terrains; i++) {
		of_terrain[0][i] = cell_of(laying->making, (uint16_t)i);
		of_terrain[1][i] = of_terrain[0][i] & (uint8_t)~CELL_OPEN;
	}
	uint8_t *to = laying->cells;
	for (size_t at = 0; at < cells; at++)
		to[at] = of_terrain[(flags[at] & LEVEL_HALL) != 0][terrain[at]];
}

static void read_level(struct laying *laying)
{
	const struct level *level = laying->making->level;
	int stride = level->width + 1;
	size_t cells = (size_t)level->width * (size_t)level->height;
	laying->cells = malloc(2 * cells);
	laying->rocks = calloc((size_t)(stride * (level->height + 1)), sizeof *laying->rocks);
	laying->turns = malloc(sizeof *laying->turns);
	assert(laying->cells && laying->rocks && laying->turns);
	laying->runs = laying->cells + cells;
	read_cells(laying);
	for (int y = 0; y < level->height; y++) {
		const uint8_t *row = laying->cells + y * level->width;
		uint8_t *runs = laying->runs + y * level->width, run = 0;
		uint16_t *above = laying->rocks + y * stride, *below = above + stride, rocks = 0;
		for (int x = 0; x < level->width; x++) {
			rocks = (uint16_t)(rocks + (row[x] & CELL_ROCK));
			below[x + 1] = (uint16_t)(above[x + 1] + rocks);
		}
		for (int x = level->width - 1; x >= 0; x--)
			runs[x] = run = row[x] & CELL_OPEN ? (uint8_t)(run + 1) : 0;
	}
}

static void forget(struct laying *laying)
{
	free(laying->cells);
	free(laying->rocks);
	free(laying->thresholds);
	free(laying->turns);
}

static bool is_cell(const struct laying *laying, int x, int y, unsigned cell)
{
	return laying->cells[level_at(laying->making->level, x, y)] & cell;
}

/* ---- Dug into rock ---- */

static bool is_all_rock(const struct laying *laying, int left, int top, int width, int height)
{
	const struct level *level = laying->making->level;
	int stride = level->width + 1;
	if (width <= 0 || height <= 0)
		return true;
	if (left < 0 || top < 0 || left + width > level->width || top + height > level->height)
		return false;
	const uint16_t *upper = laying->rocks + top * stride + left;
	const uint16_t *lower = upper + height * stride;
	return lower[width] - lower[0] - upper[width] + upper[0] == width * height;
}

/* True if a cell of the map may replace a cell of the level: rock, or a wall under a wall; never an
 * outermost cell. */
static bool accepts(
	const struct laying *laying, const struct turned *turned, int x, int y, int at_x, int at_y)
{
	const struct level *level = laying->making->level;
	if (turned->cells[y][x] == ' ')
		return true;
	bool edge = turned->cells[y][x] == '#' || (x == turned->way_x && y == turned->way_y);
	return at_x >= 1 && at_y >= 1 && at_x < level->width - 1 && at_y < level->height - 1 &&
	       is_cell(laying, at_x, at_y, edge ? CELL_ROCK | CELL_WALL : CELL_ROCK);
}

/* True if a rectangle overlaps a vault. */
static bool is_taken(const struct laying *laying, int left, int top, int width, int height)
{
	const struct level *level = laying->making->level;
	for (int i = 0; i < level->vault_count; i++) {
		const struct box *box = &level->vaults[i].box;
		if (left < box->right && box->left < left + width && top < box->bottom &&
			box->top < top + height)
			return true;
	}
	return false;
}

static bool fits_dug(const struct laying *laying, const struct turned *turned, int left, int top)
{
	if (is_taken(laying, left, top, turned->width, turned->height) ||
		(turned->whole && !is_all_rock(laying, left + 1, top + 1, turned->width - 2,
					  turned->height - 2)))
		return false;
	for (int y = 0; y < turned->height; y++)
		for (int x = 0; x < turned->width; x++)
			if (!accepts(laying, turned, x, y, left + x, top + y))
				return false;
	return true;
}

/* True for rock or wall beside ground, with rock or wall on both sides and rock behind. */
static bool is_threshold(const uint8_t *cell, const int16_t adjacent[DIR_COUNT], int side)
{
	int hand = adjacent[(side + 2) % DIR_COUNT];
	return (cell[adjacent[side]] & CELL_GROUND) && (cell[-adjacent[side]] & CELL_ROCK) &&
	       !((cell[hand] | cell[-hand]) & CELL_GROUND);
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

/* Lists all thresholds, when the first vault is to be dug in. */
static void find_thresholds(struct laying *laying)
{
	const struct level *level = laying->making->level;
	laying->looked = true;
	for (int y = 2; y < level->height - 2; y++) {
		const uint8_t *row = laying->cells + level_at(level, 0, y);
		const uint8_t *above = row - level->width, *below = row + level->width;
		for (int x = 2; x < level->width - 2; x++) {
			unsigned sides = row[x - 1] | row[x + 1] | above[x] | below[x];
			if (!(sides & CELL_GROUND) || !(row[x] & (CELL_ROCK | CELL_WALL)))
				continue;
			for (int side = 0; side < DIR_COUNT; side += 2)
				if (is_threshold(row + x, level->adjacent, side))
					note_threshold(laying, x, y, side);
		}
	}
}

/* Returns the turn in which the entrance leads out to a side; of two the one drawn. */
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
			is_taken(laying, threshold.x - 1, threshold.y - 1, 3, 3))
			continue;
		vault_put(making, turned, left, top);
		return true;
	}
	return false;
}

/* ---- On open ground ---- */

/* True if a rectangle is open; else *blocked is the offset to the right of a cell that is not. */
static bool is_all_open(
	const struct laying *laying, int x, int y, int width, int height, int *blocked)
{
	const uint8_t *run = laying->runs + level_at(laying->making->level, x, y);
	for (; height > 0; height--, run += laying->making->level->width)
		if (*run < width) {
			*blocked = *run;
			return false;
		}
	return true;
}

/* Counts the places in a row, from left to right, and finds the one of a number. */
static int find_in_row(
	const struct laying *laying, int y, int width, int height, int number, int *x_found)
{
	int count = 0;
	for (int x = 0; x + width <= laying->making->level->width; x++) {
		int blocked;
		if (!is_all_open(laying, x, y, width, height, &blocked))
			x += blocked;
		else if (!is_taken(laying, x, y, width, height) && count++ == number)
			*x_found = x;
	}
	return count;
}

/* Draws one of all places where a rectangle of that size is open; returns false when there is
 * none. */
static bool draw_open(struct laying *laying, int width, int height, int *left, int *top)
{
	const struct level *level = laying->making->level;
	int counts[LEVEL_HEIGHT_MAX], total = 0;
	for (int y = 0; y + height <= level->height; y++)
		total += counts[y] = find_in_row(laying, y, width, height, -1, left);
	if (total == 0)
		return false;
	int drawn = stream_below(&laying->making->stream, total), y = 0;
	while (drawn >= counts[y])
		drawn -= counts[y++];
	find_in_row(laying, y, width, height, drawn, left);
	*top = y;
	return true;
}

/* Places a vault on open ground.  One with an entrance keeps ground around it; the others have
 * ground as their edge. */
static bool lay_open(struct laying *laying, struct turns *turns)
{
	struct making *making = laying->making;
	bool upright = turns->map.vault->upright;
	int margin = turns->map.way_side >= 0, left, top;
	int drawn = upright ? 0 : stream_below(&making->stream, 8);
	for (int i = 0; i < 8; i += 4) {
		struct turned turned;
		vault_turn(&turned, &turns->map, drawn ^ i);
		if ((upright && i > 0) || !draw_open(laying, turned.width + 2 * margin,
						  turned.height + 2 * margin, &left, &top))
			continue;
		vault_put(making, &turned, left + margin, top + margin);
		return true;
	}
	return false;
}

/* ---- All of a level ---- */

static bool lay_one(struct laying *laying, uint16_t kind)
{
	struct turns *turns = laying->turns;
	memset(turns->is_made, 0, sizeof turns->is_made);
	vault_read(&turns->map, &laying->making->content->vaults[kind]);
	return (turns->map.way_side >= 0 && dig_in(laying, turns)) || lay_open(laying, turns);
}

/* Places the other room of a quest. */
static void lay_other_room(struct laying *laying, uint16_t kind)
{
	const struct content *content = laying->making->content;
	for (uint16_t i = 0; i < content->counts.quests; i++)
		if (content->quests[i].vaults[0] == kind && content->quests[i].vault_count > 1 &&
			lay_one(laying, content->quests[i].vaults[1]))
			return;
}

/* Places another vault of the same use, if it is required. */
static void lay_instead(struct laying *laying, uint16_t kind)
{
	const struct content *content = laying->making->content;
	const struct level *level = laying->making->level;
	if (content->vaults[kind].use == VAULT_QUEST) {
		lay_other_room(laying, kind);
		return;
	}
	for (uint16_t i = 1; i < content->counts.vaults; i++) {
		uint16_t other = (uint16_t)((kind + i) % content->counts.vaults);
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
	read_level(&laying);
	for (int i = 0; i < count; i++)
		if (!lay_one(&laying, vaults[i]) &&
			making->content->vaults[vaults[i]].use != VAULT_CHANCE)
			lay_instead(&laying, vaults[i]);
	forget(&laying);
	generate_stage(making, "vaults");
}
