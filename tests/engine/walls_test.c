/*
 * Walls: every one is drawn by the neighbours that it goes on to, whatever the size of the level;
 * and all rock about ground is a wall.
 *
 * The level is judged at the stage that draws them, cell by cell, as one would by looking at it.
 */
#include "engine/generate/generate.h"
#include "tests/test.h"

#include "engine/map/level.h"
#include "tests/engine/stock.h"
#include "tests/engine/stock_tests.h"

#define SEEDS 4

/* Rows that end at a word of 64 cells, just before it or just behind; and the largest. */
static const int widths[] = {62, 63, 64, 65, 66, 80, 127, 128, 129, 130, 192, 193, LEVEL_WIDTH_MAX};

struct judged {
	const struct level *level;
	int walls, stages;
};

static const struct terrain_kind *kind_at(const struct level *level, int x, int y)
{
	uint16_t rock = stock->terrain.rock;
	bool inside = level_inside(level, x, y);
	return &stock->terrains[inside ? level->terrain[level_at(level, x, y)] : rock];
}

static bool shows(const struct level *level, int x, int y)
{
	return kind_at(level, x, y)->flags & TERRAIN_SHOWS_WALLS;
}

static bool is_solid(const struct level *level, int x, int y)
{
	return kind_at(level, x, y)->flags & (TERRAIN_WALL | TERRAIN_DOORWAY);
}

/* Both are walls, and ground lies along one side of the two. */
static bool goes_on(const struct level *level, int x, int y, int dx, int dy)
{
	return is_solid(level, x + dx, y + dy) &&
	       (shows(level, x + dy, y + dx) || shows(level, x - dy, y - dx) ||
		       shows(level, x + dx + dy, y + dy + dx) ||
		       shows(level, x + dx - dy, y + dy - dx));
}

static uint16_t wall_expected(const struct level *level, int x, int y)
{
	const struct content_terrains *is = &stock->terrain;
	bool north = goes_on(level, x, y, 0, -1), south = goes_on(level, x, y, 0, 1);
	bool east = goes_on(level, x, y, 1, 0), west = goes_on(level, x, y, -1, 0);
	if (north && south)
		return east && west ? is->cross
		       : east       ? is->tee_l
		       : west       ? is->tee_r
				    : is->wall_vertical;
	if (east && west)
		return north ? is->tee_b : south ? is->tee_t : is->wall_horizontal;
	if (east || west)
		return north   ? (east ? is->corner_bl : is->corner_br)
		       : south ? (east ? is->corner_tl : is->corner_tr)
			       : is->wall_horizontal;
	return north || south ? is->wall_vertical : is->pillar;
}

static bool touches_ground(const struct level *level, int x, int y)
{
	for (int direction = 0; direction < DIR_COUNT; direction++)
		if (shows(level, x + direction_dx[direction], y + direction_dy[direction]))
			return true;
	return false;
}

static void judge_cell(struct judged *judged, int x, int y)
{
	const struct level *level = judged->level;
	uint16_t terrain = level->terrain[level_at(level, x, y)];
	bool wall = stock->terrains[terrain].flags & TERRAIN_WALL;
	if (terrain == stock->terrain.rock || wall) {
		if (wall != touches_ground(level, x, y))
			fail_msg("%s %d,%d of %dx%d",
				wall ? "a wall about nothing at" : "no wall at", x, y, level->width,
				level->height);
	}
	if (wall && terrain != wall_expected(level, x, y))
		fail_msg("a wall drawn wrongly at %d,%d of %dx%d", x, y, level->width,
			level->height);
	judged->walls += wall;
}

/* The stage at which all walls are drawn, and no door, post or pane was put yet. */
static void judge_stage(void *context, const char *stage, const struct level *level)
{
	struct judged *judged = context;
	if (strcmp(stage, "walls") && strcmp(stage, "rooms"))
		return;
	judged->level = level;
	judged->stages++;
	for (int y = 0; y < level->height; y++)
		for (int x = 0; x < level->width; x++)
			judge_cell(judged, x, y);
}

static bool has_only_drawn(const struct level_kind *kind)
{
	return kind->generator == GENERATOR_ROGUE_ROOMS ||
	       kind->generator == GENERATOR_GROWN_CAVERNS ||
	       kind->generator == GENERATOR_CELLULAR_CAVERNS;
}

static void walls_go_on_where_their_neighbours_do(void **state)
{
	struct judged judged = {0};
	int levels = 0;
	(void)state;
	for (uint16_t kind = 0; kind < stock->counts.levels; kind++)
		for (size_t i = 0; i < sizeof widths / sizeof *widths * SEEDS; i++) {
			struct seed seed = {{0x77, (uint8_t)i}};
			if (!has_only_drawn(&stock->levels[kind]))
				continue;
			struct level *level = level_generate(stock, &seed,
				&(struct level_order){.depth = stock->levels[kind].depth_low,
					.kind = kind,
					.width = widths[i / SEEDS],
					.height = i % 2 == 0 ? 40 : LEVEL_HEIGHT_MAX,
					.stage = judge_stage,
					.context = &judged});
			assert_non_null(level);
			level_free(level);
			levels++;
		}
	assert_true(levels > 0 && judged.stages == levels);
	assert_true(judged.walls > 100 * levels);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(walls_go_on_where_their_neighbours_do),
	};
	return stock_run(stock_bare_content(), tests);
}
