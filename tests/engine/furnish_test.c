/* Features: what a level kind has in its rooms never cuts the level. */
#include "engine/generate/generate.h"
#include "tests/test.h"

#include "engine/map/level.h"
#include "tests/engine/stock.h"

#define LEVELS 2000
#define CELLS_MAX (LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX)

static struct content *furnished;

/* Marks what can be walked to from the up stairs, through doors and secret ones, over safe ground.
 */
static void mark_safe_ways(
	const struct content *content, const struct level *level, bool diagonally, uint8_t *marks)
{
	static int stack[CELLS_MAX];
	int count = 0;
	memset(marks, 0, CELLS_MAX);
	stack[count++] = (int)level_at(level, level->up_x, level->up_y);
	marks[stack[0]] = 1;
	while (count > 0) {
		int at = stack[--count], x = at % level->width, y = at / level->width;
		for (int direction = 0; direction < DIR_COUNT; direction += 2 - diagonally) {
			int to_x = x + direction_dx[direction], to_y = y + direction_dy[direction];
			if (!level_inside(level, to_x, to_y))
				continue;
			int to = (int)level_at(level, to_x, to_y);
			const struct terrain_kind *kind = &content->terrains[level->terrain[to]];
			bool corner = (direction & 1) &&
				      ((kind->flags | content->terrains[level->terrain[at]].flags) &
					      TERRAIN_DOORWAY);
			if (marks[to] || corner ||
				!(kind->flags & (TERRAIN_OBJECTS | TERRAIN_DOORWAY)) ||
				!content_is_safe(kind))
				continue;
			marks[to] = 1;
			stack[count++] = to;
		}
	}
}

struct before_features {
	uint8_t marks[CELLS_MAX];
};

static void note_before(void *context, const char *stage, const struct level *level)
{
	struct before_features *before = context;
	if (strcmp(stage, "features") != 0 && level->up_x >= 0)
		mark_safe_ways(furnished, level, false, before->marks);
}

/* Cells that were safe and reachable before stay so, without diagonal steps. */
static void features_never_cut_a_level(void **state)
{
	static struct before_features before;
	static uint8_t after[CELLS_MAX];
	(void)state;
	for (int number = 0; number < LEVELS; number++) {
		struct seed seed = {{0x5a, (uint8_t)number, (uint8_t)(number >> 8)}};
		int depth = 1 + number % furnished->last_depth;
		struct level *level = level_generate(furnished, &seed,
			&(struct level_order){.depth = depth,
				.kind = KIND_NONE,
				.stage = note_before,
				.context = &before});
		assert_non_null(level);
		mark_safe_ways(furnished, level, false, after);
		for (int at = 0; at < level->width * level->height; at++) {
			const struct terrain_kind *kind = &furnished->terrains[level->terrain[at]];
			if (before.marks[at] && (kind->flags & TERRAIN_OBJECTS) &&
				content_is_safe(kind) && !after[at])
				fail_msg("seed %d, depth %d: %d,%d is cut off", number, depth,
					at % level->width, at / level->width);
		}
		level_free(level);
	}
}

/* ---- Features of level kinds ---- */

#define OF_EACH 60 /* levels */

struct laid {
	uint16_t before[CELLS_MAX]; /* terrain */
	size_t *cells;              /* laid since, by terrain */
};

static void count_laid(void *context, const char *stage, const struct level *level)
{
	struct laid *laid = context;
	for (int at = 0; at < level->width * level->height; at++) {
		if (strcmp(stage, "features") == 0 && level->terrain[at] != laid->before[at])
			laid->cells[level->terrain[at]]++;
		laid->before[at] = level->terrain[at];
	}
}

static void each_feature_is_laid(void **state)
{
	static struct laid laid;
	(void)state;
	laid.cells = calloc(furnished->counts.terrains, sizeof *laid.cells);
	for (uint16_t kind = 0; kind < furnished->counts.levels; kind++) {
		const struct level_kind *row = &furnished->levels[kind];
		memset(laid.cells, 0, furnished->counts.terrains * sizeof *laid.cells);
		for (int number = 0; number < OF_EACH; number++) {
			struct seed seed = {{0x5b, (uint8_t)number}};
			level_free(level_generate(furnished, &seed,
				&(struct level_order){.depth = row->depth_low,
					.kind = kind,
					.stage = count_laid,
					.context = &laid}));
		}
		for (int i = 0; i < row->feature_count; i++)
			if (laid.cells[row->features[i].terrain] == 0)
				fail_msg("%s never has %s", row->id,
					furnished->terrains[row->features[i].terrain].id);
	}
	free(laid.cells);
}

/* The control: with one cell of a corridor that is one wide gone, somebody is cut off. */
static void a_cut_is_seen(void **state)
{
	static uint8_t whole[CELLS_MAX], cut[CELLS_MAX];
	struct seed seed = {{9}};
	struct level *level = level_generate(
		furnished, &seed, &(struct level_order){.depth = 1, .kind = KIND_NONE});
	int less = 0;
	(void)state;
	mark_safe_ways(furnished, level, true, whole);
	for (int at = 0; at < level->width * level->height && less <= 1; at++) {
		uint16_t terrain = level->terrain[at];
		if (terrain != furnished->terrain.corridor || !whole[at])
			continue;
		level->terrain[at] = furnished->terrain.rock;
		mark_safe_ways(furnished, level, true, cut);
		level->terrain[at] = terrain;
		less = 0;
		for (int i = 0; i < level->width * level->height; i++)
			less += whole[i] && !cut[i];
	}
	assert_true(less > 1);
	level_free(level);
}

static int content_make(void **state)
{
	(void)state;
	furnished = stock_content();
	return 0;
}

static int content_drop(void **state)
{
	(void)state;
	content_free(furnished);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(features_never_cut_a_level),
		cmocka_unit_test(each_feature_is_laid),
		cmocka_unit_test(a_cut_is_seen),
	};
	return cmocka_run_group_tests(tests, content_make, content_drop);
}
