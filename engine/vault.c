/*
 * Vaults: pieces of a level that were drawn by hand, laid on what a generator has made.
 *
 * A vault whose edge has one way in is dug: its way in takes the place of a cell of rock or wall
 * beside a way, and all the rest of it lies in rock, so nothing that was connected is parted.  One
 * without a way in lies on the open floor of a room, and is tried on the level itself: when it can
 * still be walked as generate_connected has it, it stays, and otherwise everything is put back.
 * Both kinds of places are drawn from a list of all that there are, and a bounded number of them is
 * tried.
 *
 * Its cells are marked as halls, so that nothing else is placed or furnished in it; who and what
 * belong there wait as spots of the level until it is peopled (populate_vaults.c).
 */
#include "generate.h"

#include <string.h>

#define TRIES_DUG 120
#define TRIES_OPEN 12
#define PLACES_MAX 4096

/* A vault turned: where each of its cells comes to lie. */
struct turned {
	const struct vault_kind *vault;
	char cells[VAULT_HEIGHT_MAX * 2][VAULT_WIDTH_MAX]; /* turned by a quarter it may be as tall
							      as wide */
	int width, height;
	int way_x, way_y; /* its way in, -1 for none */
	int way_side;     /* the direction that leads out of it */
};

_Static_assert(VAULT_HEIGHT_MAX * 2 >= VAULT_WIDTH_MAX, "a quarter turn fits");

/* ---- Turning ---- */

static bool is_door(char symbol)
{
	return symbol == '+' || symbol == '\'' || symbol == '"';
}

/* Which of its edges a cell is on, as the direction that leads out; -1: none, or a corner. */
static int side_of(const struct turned *turned, int x, int y)
{
	int across = x == 0 ? DIR_W : x == turned->width - 1 ? DIR_E : -1;
	int down = y == 0 ? DIR_N : y == turned->height - 1 ? DIR_S : -1;
	return across >= 0 && down >= 0 ? -1 : across >= 0 ? across : down;
}

static void find_way_in(struct turned *turned)
{
	turned->way_x = turned->way_y = turned->way_side = -1;
	for (int y = 0; y < turned->height; y++)
		for (int x = 0; x < turned->width; x++) {
			int side = side_of(turned, x, y);
			if (side < 0 || !is_door(turned->cells[y][x]))
				continue;
			turned->way_x = x;
			turned->way_y = y;
			turned->way_side = side;
		}
}

/* The map as it is written, rows filled up with blanks. */
static void read_map(struct turned *turned, const struct vault_kind *vault)
{
	const char *at = vault->map;
	*turned = (struct turned){.vault = vault, .width = vault->width, .height = vault->height};
	memset(turned->cells, ' ', sizeof turned->cells);
	for (int y = 0; y < vault->height; y++, at += *at == '\n')
		for (int x = 0; *at != '\0' && *at != '\n'; x++)
			turned->cells[y][x] = *at++;
	find_way_in(turned);
}

/* way: bit 0 mirrors, bit 1 turns upside down, bit 2 swaps rows and columns. */
static void turn(struct turned *turned, const struct turned *map, int way)
{
	turned->vault = map->vault;
	turned->width = way & 4 ? map->height : map->width;
	turned->height = way & 4 ? map->width : map->height;
	for (int y = 0; y < turned->height; y++)
		for (int x = 0; x < turned->width; x++) {
			int from_x = way & 1 ? turned->width - 1 - x : x;
			int from_y = way & 2 ? turned->height - 1 - y : y;
			turned->cells[y][x] =
				way & 4 ? map->cells[from_x][from_y] : map->cells[from_y][from_x];
		}
	find_way_in(turned);
}

/* ---- Laying ---- */

static const struct legend *legend_of(const struct vault_kind *vault, char symbol)
{
	for (int i = 0; i < vault->legend_count; i++)
		if (vault->legends[i].symbol == symbol)
			return &vault->legends[i];
	return NULL;
}

static bool is_wall(const struct turned *turned, int x, int y)
{
	return x >= 0 && y >= 0 && x < turned->width && y < turned->height &&
	       (turned->cells[y][x] == '#' || is_door(turned->cells[y][x]));
}

/* Walls are drawn by which of them go on, corners where two meet at a right angle. */
static uint16_t wall_drawn(
	const struct content_terrains *terrain, const struct turned *turned, int x, int y)
{
	bool left = is_wall(turned, x - 1, y), right = is_wall(turned, x + 1, y);
	bool up = is_wall(turned, x, y - 1), down = is_wall(turned, x, y + 1);
	if (left && right)
		return terrain->wall_horizontal;
	if (up && down)
		return terrain->wall_vertical;
	if (right && down)
		return terrain->corner_tl;
	if (left && down)
		return terrain->corner_tr;
	if (right && up)
		return terrain->corner_bl;
	if (left && up)
		return terrain->corner_br;
	return left || right ? terrain->wall_horizontal : terrain->wall_vertical;
}

/* A door in a wall that runs across, or up and down. */
static uint16_t secret_drawn(
	const struct content_terrains *terrain, const struct turned *turned, int x, int y)
{
	return is_wall(turned, x - 1, y) || is_wall(turned, x + 1, y)
		       ? terrain->door_secret_horizontal
		       : terrain->door_secret_vertical;
}

static uint16_t floor_of(const struct making *making)
{
	return making->kind->inside != KIND_NONE ? making->kind->inside
						 : making->content->terrain.floor;
}

/* What a cell of the vault is made of; KIND_NONE leaves what is there. */
static uint16_t terrain_of(const struct making *making, const struct turned *turned, int x, int y)
{
	const struct content_terrains *terrain = &making->content->terrain;
	const struct legend *legend = legend_of(turned->vault, turned->cells[y][x]);
	if (legend)
		return legend->terrain != KIND_NONE ? legend->terrain : floor_of(making);
	switch (turned->cells[y][x]) {
	case '#':
		return wall_drawn(terrain, turned, x, y);
	case '.':
		return floor_of(making);
	case '+':
		return terrain->door_closed;
	case '\'':
		return terrain->opening;
	case '"':
		return secret_drawn(terrain, turned, x, y);
	default:
		return KIND_NONE;
	}
}

static void lay_cell(struct making *making, const struct turned *turned, int x, int y, size_t at)
{
	struct level *level = making->level;
	const struct legend *legend = legend_of(turned->vault, turned->cells[y][x]);
	uint16_t terrain = terrain_of(making, turned, x, y);
	bool way_in = x == turned->way_x && y == turned->way_y;
	bool keeps_wall = turned->cells[y][x] == '#' &&
			  (making->content->terrains[level->terrain[at]].flags & TERRAIN_WALL);
	if (terrain == KIND_NONE)
		return;
	if (!keeps_wall)
		level->terrain[at] = terrain;
	bool lit = legend && (legend->lit || legend->dark) ? legend->lit : turned->vault->lit;
	if (!way_in && turned->cells[y][x] != '#') {
		level->flags[at] &= (uint8_t)~LEVEL_LIT;
		level->flags[at] |= LEVEL_HALL;
	}
	if (lit)
		level->flags[at] |= LEVEL_LIT;
}

static void lay(struct making *making, const struct turned *turned, int left, int top)
{
	for (int y = 0; y < turned->height; y++)
		for (int x = 0; x < turned->width; x++)
			lay_cell(making, turned, x, y, level_at(making->level, left + x, top + y));
}

/* The vault stays: it is listed, and its spots. */
static void list(struct making *making, const struct turned *turned, int left, int top)
{
	struct level *level = making->level;
	uint16_t kind = (uint16_t)(turned->vault - making->content->vaults);
	level->vaults[level->vault_count++] = (struct laid_vault){.kind = kind,
		.box = {(int16_t)left, (int16_t)top, (int16_t)(left + turned->width),
			(int16_t)(top + turned->height)}};
	for (int y = 0; y < turned->height; y++)
		for (int x = 0; x < turned->width; x++) {
			const struct legend *legend = legend_of(turned->vault, turned->cells[y][x]);
			if (legend &&
				(legend->who != LEGEND_NOBODY || legend->what != LEGEND_NOTHING))
				level_add_spot(level,
					(struct vault_spot){(int16_t)(left + x), (int16_t)(top + y),
						kind, (uint8_t)(legend - turned->vault->legends)});
		}
}

/* ---- Dug into rock ---- */

static uint32_t flags_at(const struct making *making, int x, int y)
{
	const struct level *level = making->level;
	return making->content->terrains[level->terrain[level_at(level, x, y)]].flags;
}

static bool is_rock(const struct making *making, int x, int y)
{
	return making->level->terrain[level_at(making->level, x, y)] ==
	       making->content->terrain.rock;
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

/* Whether the floor of the vault would touch a way of the level but by its way in. */
static bool is_sealed(
	const struct making *making, const struct turned *turned, int x, int y, int left, int top)
{
	if (turned->cells[y][x] == '#' || turned->cells[y][x] == ' ' ||
		(x == turned->way_x && y == turned->way_y))
		return true;
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		int to_x = x + direction_dx[direction], to_y = y + direction_dy[direction];
		bool within = to_x >= 0 && to_y >= 0 && to_x < turned->width &&
			      to_y < turned->height && turned->cells[to_y][to_x] != ' ';
		if (!within && (!level_inside(making->level, left + to_x, top + to_y) ||
				       !is_rock(making, left + to_x, top + to_y)))
			return false;
	}
	return true;
}

static bool fits_dug(const struct making *making, const struct turned *turned, int left, int top)
{
	for (int y = 0; y < turned->height; y++)
		for (int x = 0; x < turned->width; x++)
			if (!takes(making, turned, x, y, left, top) ||
				!is_sealed(making, turned, x, y, left, top))
				return false;
	return true;
}

/* A cell that a way in could take, and the direction out of the vault. */
struct threshold {
	int16_t x, y;
	uint8_t side;
};

/* Beside ground, with rock or wall to both hands and rock behind. */
static bool is_threshold(const struct making *making, int x, int y, int side)
{
	int dx = direction_dx[side], dy = direction_dy[side];
	bool wall = is_rock(making, x, y) || (flags_at(making, x, y) & TERRAIN_WALL);
	return wall && is_ground(making, x + dx, y + dy) && is_rock(making, x - dx, y - dy) &&
	       !is_ground(making, x + dy, y + dx) && !is_ground(making, x - dy, y - dx);
}

struct thresholds {
	size_t count;
	struct threshold list[PLACES_MAX];
};

static void find_thresholds(const struct making *making, struct thresholds *thresholds)
{
	const struct level *level = making->level;
	thresholds->count = 0;
	for (int y = 2; y < level->height - 2; y++)
		for (int x = 2; x < level->width - 2; x++) {
			if (flags_at(making, x, y) & TERRAIN_OBJECTS)
				continue;
			for (int side = 0; side < DIR_COUNT; side += 2)
				if (thresholds->count < PLACES_MAX &&
					is_threshold(making, x, y, side))
					thresholds->list[thresholds->count++] = (struct threshold){
						(int16_t)x, (int16_t)y, (uint8_t)side};
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
			turn(&turns->made[way], &turns->map, way);
		turns->is_made[way] = true;
		if (turns->made[way].way_side == side)
			return &turns->made[way];
	}
	return NULL;
}

static bool dig_in(struct making *making, struct turns *turns, struct thresholds *thresholds)
{
	for (int tries = 0; thresholds->count > 0 && tries < TRIES_DUG; tries++) {
		int drawn = stream_below(&making->stream, (int)thresholds->count);
		struct threshold threshold = thresholds->list[drawn];
		const struct turned *turned =
			turn_to(turns, threshold.side, stream_below(&making->stream, 4));
		if (turned == NULL ||
			!is_threshold(making, threshold.x, threshold.y, threshold.side))
			continue;
		int left = threshold.x - turned->way_x, top = threshold.y - turned->way_y;
		if (!fits_dug(making, turned, left, top))
			continue;
		lay(making, turned, left, top);
		list(making, turned, left, top);
		return true;
	}
	return false;
}

/* ---- On the floor of a room ---- */

static bool fits_open(const struct making *making, const struct turned *turned, int left, int top)
{
	const struct level *level = making->level;
	for (int y = 0; y < turned->height; y++)
		for (int x = 0; x < turned->width; x++) {
			if (turned->cells[y][x] == ' ')
				continue;
			size_t at = level_at(level, left + x, top + y);
			if (!content_is_plain(making->content, making->kind, level->terrain[at]) ||
				(level->flags[at] & LEVEL_HALL))
				return false;
		}
	return true;
}

/* Lays it for a trial; puts everything back when the level cannot be walked any more. */
static bool try_open(struct making *making, const struct turned *turned, int left, int top)
{
	struct level *level = making->level;
	uint16_t terrain[VAULT_HEIGHT_MAX * 2][VAULT_WIDTH_MAX];
	uint8_t flags[VAULT_HEIGHT_MAX * 2][VAULT_WIDTH_MAX];
	size_t spots = level->spot_count;
	for (int y = 0; y < turned->height; y++)
		for (int x = 0; x < turned->width; x++) {
			terrain[y][x] = level->terrain[level_at(level, left + x, top + y)];
			flags[y][x] = level->flags[level_at(level, left + x, top + y)];
		}
	lay(making, turned, left, top);
	list(making, turned, left, top);
	if (generate_connected(making->content, level) &&
		generate_loops(making->content, level, GENERATE_LOOP_LEAST) > 0)
		return true;
	level->spot_count = spots;
	level->vault_count--;
	for (int y = 0; y < turned->height; y++)
		for (int x = 0; x < turned->width; x++) {
			level->terrain[level_at(level, left + x, top + y)] = terrain[y][x];
			level->flags[level_at(level, left + x, top + y)] = flags[y][x];
		}
	return false;
}

/* A room that is wide enough, by a draw; NULL when there is none. */
static const struct area *draw_room(struct making *making, const struct turned *turned)
{
	const struct level *level = making->level;
	const struct area *chosen = NULL;
	int count = 0;
	for (size_t i = 0; i < level->area_count; i++) {
		const struct area *area = &level->areas[i];
		if (!area->hall && area->width >= turned->width && area->height >= turned->height &&
			stream_below(&making->stream, ++count) == 0)
			chosen = area;
	}
	return chosen;
}

static bool lay_open(struct making *making, struct turns *turns)
{
	struct turned turned;
	bool upright = turns->map.vault->upright;
	for (int tries = 0; tries < TRIES_OPEN; tries++) {
		turn(&turned, &turns->map, upright ? 0 : stream_below(&making->stream, 8));
		const struct area *area = draw_room(making, &turned);
		if (area == NULL)
			continue;
		int left = area->x + stream_below(&making->stream, area->width - turned.width + 1);
		int top = area->y + stream_below(&making->stream, area->height - turned.height + 1);
		if (fits_open(making, &turned, left, top) && try_open(making, &turned, left, top))
			return true;
	}
	return false;
}

/* ---- All of a level ---- */

static bool lay_one(struct making *making, uint16_t kind, struct thresholds *thresholds)
{
	struct turns turns = {0};
	read_map(&turns.map, &making->content->vaults[kind]);
	return turns.map.way_side >= 0 ? dig_in(making, &turns, thresholds)
				       : lay_open(making, &turns);
}

/* The other room of a quest. */
static void lay_other_room(struct making *making, uint16_t kind, struct thresholds *thresholds)
{
	const struct content *content = making->content;
	for (uint16_t i = 0; i < content->quest_count; i++)
		if (content->quests[i].vaults[0] == kind && content->quests[i].vault_count > 1 &&
			lay_one(making, content->quests[i].vaults[1], thresholds))
			return;
}

/* Another of the same use, for what must be. */
static void lay_instead(struct making *making, uint16_t kind, struct thresholds *thresholds)
{
	const struct content *content = making->content;
	if (content->vaults[kind].use == VAULT_QUEST) {
		lay_other_room(making, kind, thresholds);
		return;
	}
	for (uint16_t i = 1; i < content->vault_count; i++) {
		uint16_t other = (uint16_t)((kind + i) % content->vault_count);
		if (vault_serves(content, other, content->vaults[kind].use, making->level->depth,
			    making->level->kind) &&
			lay_one(making, other, thresholds))
			return;
	}
}

void vaults_lay(struct making *making)
{
	struct level *level = making->level;
	uint16_t vaults[VAULTS_A_LEVEL];
	struct thresholds thresholds;
	int count = vault_plan(
		making->content, &making->stream.seed, level->depth, level->kind, vaults);
	if (count == 0)
		return;
	stream_begin(&making->stream, &making->stream.seed, PURPOSE_VAULTS, level->depth, 1);
	find_thresholds(making, &thresholds);
	for (int i = 0; i < count; i++)
		if (!lay_one(making, vaults[i], &thresholds) &&
			making->content->vaults[vaults[i]].use != VAULT_CHANCE)
			lay_instead(making, vaults[i], &thresholds);
	generate_stage(making, "vaults");
}
