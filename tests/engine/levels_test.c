/*
 * Levels of all kinds: what holds for every one of them, whatever its generator, at its own size
 * and at others.
 *
 * A level is judged by its cells and areas alone, by a walk of this file's own.  TRAPDOOR_SOAK=N
 * judges N levels instead of 2,000 (make soak).
 */
#include "tests/test.h"

#include "engine/generate/generate.h"
#include "tests/engine/stock.h"
#include "tests/engine/stock_tests.h"

#define CELLS_MAX (LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX)
#define LEVELS 2000
#define COUNT(array) (sizeof(array) / sizeof *(array))

static int levels_wanted(void)
{
	const char *text = getenv("TRAPDOOR_SOAK");
	int count = text != NULL ? atoi(text) : 0;
	return count > 0 ? count : LEVELS;
}

static struct seed seed_of(int number)
{
	return (struct seed){
		{0x3e, (uint8_t)number, (uint8_t)(number >> 8), (uint8_t)(number >> 16)}};
}

/* A level being judged. */
struct judged {
	const struct content *content;
	const struct level *level;
	int cells;
	int times; /* judged */
	char title[96];
	int distance[CELLS_MAX]; /* from the up stairs, -1: not reached */
};

static void judge_failed(const struct judged *judged, int line, const char *what, int x, int y)
{
	char *symbols = malloc(CELLS_MAX);
	level_symbols(judged->content, judged->level, symbols);
	char *text = level_text(judged->level, symbols);
	printf("%s\n%s", judged->title, text);
	fflush(stdout);
	free(text);
	free(symbols);
	fail_msg("line %d: %s: %s at %d,%d", line, judged->title, what, x, y);
}

#define judge(judged, truth, what, x, y)                                                           \
	do {                                                                                       \
		if (!(truth))                                                                      \
			judge_failed(judged, __LINE__, what, x, y);                                \
	} while (0)

static const struct terrain_kind *kind_at(const struct judged *judged, int at)
{
	return &judged->content->terrains[judged->level->terrain[at]];
}

/* True for cells that bodies can walk on safely, and doors; secret doors only if `secrets`. */
static bool is_way(const struct judged *judged, int at, bool secrets)
{
	const struct terrain_kind *kind = kind_at(judged, at);
	if (kind->flags & TERRAIN_REMEMBERED_AS_WALL)
		return secrets;
	return (kind->flags & (TERRAIN_OBJECTS | TERRAIN_DOORWAY)) && content_is_safe(kind);
}

/* ---- Walking ---- */

static void walk(struct judged *judged, bool secrets)
{
	static int queue[CELLS_MAX];
	const struct level *level = judged->level;
	int head = 0, tail = 0;
	for (int at = 0; at < judged->cells; at++)
		judged->distance[at] = -1;
	queue[tail++] = (int)level_at(level, level->up_x, level->up_y);
	judged->distance[queue[0]] = 0;
	while (head < tail) {
		int at = queue[head++], x = at % level->width, y = at / level->width;
		for (int side = 0; side < 4; side++) {
			int nx = x + (side == 0) - (side == 1), ny = y + (side == 2) - (side == 3);
			int to = ny * level->width + nx;
			if (!level_inside(level, nx, ny) || judged->distance[to] >= 0 ||
				!is_way(judged, to, secrets))
				continue;
			judged->distance[to] = judged->distance[at] + 1;
			queue[tail++] = to;
		}
	}
}

/* Whether a cell is in the box of an area that is a hall as it is. */
static int area_of(const struct judged *judged, int at, bool hall)
{
	const struct level *level = judged->level;
	int x = at % level->width, y = at / level->width;
	for (size_t i = 0; i < level->area_count; i++) {
		const struct area *area = &level->areas[i];
		if (area->hall == hall && x >= area->x && y >= area->y &&
			x < area->x + area->width && y < area->y + area->height)
			return (int)i;
	}
	return -1;
}

/* ---- The properties ---- */

static void judge_bounds(const struct judged *judged)
{
	const struct level *level = judged->level;
	for (int at = 0; at < judged->cells; at++) {
		int x = at % level->width, y = at / level->width;
		bool edge = x == 0 || y == 0 || x == level->width - 1 || y == level->height - 1;
		judge(judged, level->terrain[at] < judged->content->counts.terrains, "no terrain",
			x, y);
		/* Rogue's openings may lie at the edge, never floor. */
		judge(judged,
			!edge || !(kind_at(judged, at)->flags & TERRAIN_SHOWS_WALLS) ||
				!(kind_at(judged, at)->flags & TERRAIN_OBJECTS),
			"floor at the edge", x, y);
		judge(judged, !(level->flags[at] & ~(LEVEL_LIT | LEVEL_HALL)), "a stray flag", x,
			y);
	}
}

static void judge_areas(const struct judged *judged)
{
	const struct level *level = judged->level;
	int rooms = 0, without = 0, distances = 0;
	judge(judged, level->area_count <= 2000, "too many areas", (int)level->area_count, 0);
	for (size_t i = 0; i < level->area_count; i++) {
		const struct area *area = &level->areas[i];
		int16_t x, y;
		judge(judged,
			area->x >= 0 && area->y >= 0 && area->width > 0 && area->height > 0 &&
				area->x + area->width <= level->width &&
				area->y + area->height <= level->height,
			"an area beyond the edge", area->x, area->y);
		judge(judged, level_area_middle(judged->content, level, area, &x, &y),
			"an area in which nothing may lie", area->x, area->y);
		rooms += !area->hall;
	}
	judge(judged, rooms >= 2, "hardly an area", rooms, 0);
	for (int at = 0; at < judged->cells; at++) {
		if (!is_way(judged, at, false) || kind_at(judged, at)->flags & TERRAIN_DOORWAY)
			continue;
		distances++;
		without += area_of(judged, at, level->flags[at] & LEVEL_HALL) < 0;
	}
	judge(judged, distances * 100 >= judged->cells * 6, "hardly any ground", distances,
		judged->cells);
	judge(judged, without <= 8 + distances * 3 / 100, "ground of no area", without, distances);
}

/* Everything when secret doors are found; all but halls when they are not. */
static void judge_connected(struct judged *judged)
{
	const struct level *level = judged->level;
	walk(judged, true);
	for (int at = 0; at < judged->cells; at++)
		judge(judged, (judged->distance[at] >= 0) == is_way(judged, at, true), "no way",
			at % level->width, at / level->width);
	walk(judged, false);
	for (int at = 0; at < judged->cells; at++)
		judge(judged,
			judged->distance[at] >= 0 || !is_way(judged, at, false) ||
				(level->flags[at] & LEVEL_HALL),
			"a room that only secret doors lead to", at % level->width,
			at / level->width);
	judge(judged, generate_connected(judged->content, level), "said to be cut off", 0, 0);
	judge(judged, generate_loops(judged->content, level, GENERATE_LOOP_LEAST) > 0,
		"no way round", 0, 0);
}

static void judge_stairs(const struct judged *judged)
{
	const struct level *level = judged->level;
	judge(judged, level_inside(level, level->up_x, level->up_y), "no way up", 0, 0);
	int up = (int)level_at(level, level->up_x, level->up_y);
	judge(judged, kind_at(judged, up)->flags & TERRAIN_UP && area_of(judged, up, false) >= 0,
		"no way up", level->up_x, level->up_y);
	if (level->depth == judged->content->last_depth) {
		judge(judged, level->down_x == -1 && level->down_y == -1, "a way below all", 0, 0);
		return;
	}
	judge(judged, level_inside(level, level->down_x, level->down_y), "no way down", 0, 0);
	int down = (int)level_at(level, level->down_x, level->down_y);
	judge(judged,
		kind_at(judged, down)->flags & TERRAIN_DOWN && area_of(judged, down, false) >= 0 &&
			area_of(judged, down, false) != area_of(judged, up, false),
		"no way down in another area", level->down_x, level->down_y);
	int far = (level->width + level->height) / 8;
	judge(judged, judged->distance[down] >= (far < 5 ? 5 : far), "stairs side by side",
		level->down_x, level->down_y);
}

/* ---- Levels to be judged ---- */

static bool same(const struct level *a, const struct level *b)
{
	size_t cells = (size_t)a->width * (size_t)a->height;
	return a->width == b->width && a->height == b->height && a->up_x == b->up_x &&
	       a->up_y == b->up_y && a->down_x == b->down_x && a->down_y == b->down_y &&
	       a->area_count == b->area_count &&
	       memcmp(a->areas, b->areas, a->area_count * sizeof *a->areas) == 0 &&
	       memcmp(a->terrain, b->terrain, cells * sizeof *a->terrain) == 0 &&
	       memcmp(a->flags, b->flags, cells) == 0;
}

/* Sizes from the least of the generator on. */
static void size_of(int number, const struct level_kind *kind, int *width, int *height)
{
	static const struct {
		int least_width, least_height;
	} least[GENERATOR_COUNT] = {
#define ROW(id, function, word, width, height) {width, height},
		CONTENT_GENERATORS(ROW)
#undef ROW
	};
	static const int sizes[][2] = {{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {80, 21},
		{80, 21}, {80, 21}, {80, 22}, {100, 30}, {61, 23}, {30, 20}, {-1, -1}, {-1, -1},
		{132, 50}};
	const int *size = sizes[number % (int)COUNT(sizes)];
	*width = size[0];
	*height = size[1];
	if (number % 211 == 17) {
		*width = LEVEL_WIDTH_MAX;
		*height = LEVEL_HEIGHT_MAX;
	}
	if (*width < 0) {
		*width = least[kind->generator].least_width + number / 16 % 23;
		*height = least[kind->generator].least_height + number / 16 % 13;
	}
	if (kind->generator == GENERATOR_ROGUE_ROOMS && *width > 0) {
		*width = *width < 7 * kind->grid_width ? 7 * kind->grid_width : *width;
		*height = *height < 7 * kind->grid_height ? 7 * kind->grid_height : *height;
	}
}

/* As its generator leaves it, before anything is laid on it. */
static void judge_made(void *context, const char *stage, const struct level *level)
{
	struct judged *judged = context;
	if (strcmp(stage, "stairs") != 0)
		return;
	judged->level = level;
	judged->cells = level->width * level->height;
	judged->times++;
	judge_bounds(judged);
	judge_areas(judged);
	judge_connected(judged);
	judge_stairs(judged);
}

/* Which level is judged under a number: kinds in turn, at their depths, mostly at their own size.
 */
struct order {
	uint16_t kind;
	int depth, width, height;
	struct seed seed;
};

static struct order order_of(int number)
{
	struct order order = {.kind = (uint16_t)(number % stock->counts.levels)};
	const struct level_kind *kind = &stock->levels[order.kind];
	order.depth = kind->depth_low + number % (kind->depth_high - kind->depth_low + 1);
	order.seed = seed_of(number);
	size_of(number / stock->counts.levels, kind, &order.width, &order.height);
	return order;
}

static struct level *make(const struct order *order, level_stage *stage, void *context)
{
	return level_generate(stock, &order->seed,
		&(struct level_order){.depth = order->depth,
			.kind = order->kind,
			.width = order->width,
			.height = order->height,
			.stage = stage,
			.context = context});
}

static void levels_of_all_kinds_are_sound(void **state)
{
	static struct judged judged;
	(void)state;
	judged.content = stock;
	for (int number = 0; number < levels_wanted(); number++) {
		struct order order = order_of(number);
		snprintf(judged.title, sizeof judged.title, "%s of %dx%d, seed %d, depth %d",
			stock->levels[order.kind].id, order.width, order.height, number,
			order.depth);
		judged.times = 0;
		struct level *level = make(&order, judge_made, &judged);
		if (level == NULL || judged.times != 1)
			fail_msg("%s was not made", judged.title);
		judged.level = level;
		judge(&judged, generate_connected(stock, level), "cut off by what was laid", 0, 0);
		if (number % 7 == 0) {
			struct level *again = make(&order, NULL, NULL);
			judge(&judged, same(level, again), "another level the second time", 0, 0);
			level_free(again);
		}
		level_free(level);
	}
}

/* The stages of one level, in their order. */
struct stages {
	char names[200];
};

static void list_stage(void *context, const char *stage, const struct level *level)
{
	struct stages *stages = context;
	size_t length = strlen(stages->names);
	(void)level;
	if (strcmp(stage, "vaults") != 0)
		snprintf(stages->names + length, sizeof stages->names - length, "%s%s",
			length ? ", " : "", stage);
}

/* `lab level --stages` shows each step of a generator. A level may have no vaults. */
static void each_generator_reports_its_stages(void **state)
{
	static const char *const stages[GENERATOR_COUNT] = {
		[GENERATOR_ROGUE_ROOMS] = "rooms, corridors that connect, corridors that go "
					  "round, doors, stairs, features",
		[GENERATOR_MAZE] = "chambers, aisles that connect, aisles that go round, stairs, "
				   "features",
		[GENERATOR_GROWN_CAVERNS] = "caverns, ways, water, walls, stairs, features",
		[GENERATOR_CELLULAR_CAVERNS] =
			"rock, caverns, ways, water, walls, stairs, features",
		[GENERATOR_STREETS] = "streets, houses, walls, stairs, features",
		[GENERATOR_ARENA] = "hall, walls, stairs, features",
		[GENERATOR_HEATH] = "land, water, line, walls, stairs, features",
		[GENERATOR_SEA_FLOOR] = "basins, wrecks, line, walls, stairs, features",
		[GENERATOR_GLASS_HALL] = "walls, stairs, features",
	};
	(void)state;
	for (uint16_t kind = 0; kind < stock->counts.levels; kind++) {
		struct order order = order_of(kind);
		struct stages made = {""};
		level_free(make(&order, list_stage, &made));
		assert_string_equal(made.names, stages[stock->levels[kind].generator]);
	}
}

/* Every depth has each of its kinds about as often as they weigh. */
static void kinds_come_by_weight(void **state)
{
	static int counts[UINT8_MAX];
	(void)state;
	for (int depth = 1; depth <= stock->last_depth; depth++) {
		int total = 0, times = 3000;
		memset(counts, 0, sizeof counts);
		for (int number = 0; number < times; number++) {
			struct seed seed = seed_of(number);
			counts[level_kind_of_depth(stock, &seed, depth)]++;
		}
		for (uint16_t i = 0; i < stock->counts.levels; i++)
			if (depth >= stock->levels[i].depth_low &&
				depth <= stock->levels[i].depth_high)
				total += stock->levels[i].weight;
		for (uint16_t i = 0; i < stock->counts.levels; i++) {
			const struct level_kind *kind = &stock->levels[i];
			bool here = depth >= kind->depth_low && depth <= kind->depth_high;
			int expected = here ? times * kind->weight / total : 0;
			assert_in_range(counts[i] + 1000, 1000 + expected * 8 / 10,
				1000 + expected * 12 / 10 + here * 20);
		}
	}
}

static void impossible_sizes_are_refused(void **state)
{
	(void)state;
	for (uint16_t i = 0; i < stock->counts.levels; i++) {
		struct seed seed = seed_of(i);
		int depth = stock->levels[i].depth_low;
		assert_null(level_generate(stock, &seed,
			&(struct level_order){
				.depth = depth, .kind = i, .width = 9, .height = 100}));
		assert_null(level_generate(stock, &seed,
			&(struct level_order){
				.depth = depth, .kind = i, .width = 100, .height = 3}));
		assert_null(level_generate(stock, &seed,
			&(struct level_order){
				.depth = depth, .kind = i, .width = 201, .height = 50}));
		assert_null(level_generate(stock, &seed,
			&(struct level_order){
				.depth = depth, .kind = i, .width = 100, .height = 101}));
	}
}

/* A level is dug, filled or cut by hand, and each of these is seen. */
static void the_judges_find_faults(void **state)
{
	(void)state;
	struct seed seed = seed_of(1);
	uint16_t kind = content_find_level(stock, "conduits-deep");
	struct level *level =
		level_generate(stock, &seed, &(struct level_order){.depth = 7, .kind = kind});
	assert_true(generate_connected(stock, level));
	assert_true(generate_loops(stock, level, GENERATE_LOOP_LEAST) > 0);
	size_t down = level_at(level, level->down_x, level->down_y);
	uint16_t around[DIR_COUNT];
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		size_t at = level_at(level, level->down_x + direction_dx[direction],
			level->down_y + direction_dy[direction]);
		around[direction] = level->terrain[at];
		if (direction % 2 == 0)
			level->terrain[at] = stock->terrain.rock;
	}
	assert_false(generate_connected(stock, level)); /* by corners only */
	for (int direction = 0; direction < DIR_COUNT; direction++)
		level->terrain[level_at(level, level->down_x + direction_dx[direction],
			level->down_y + direction_dy[direction])] = around[direction];
	assert_true(generate_connected(stock, level));
	level->terrain[down] = content_find_terrain(stock, "deep-water");
	assert_false(generate_connected(stock, level));
	level_free(level);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(levels_of_all_kinds_are_sound),
		cmocka_unit_test(each_generator_reports_its_stages),
		cmocka_unit_test(kinds_come_by_weight),
		cmocka_unit_test(impossible_sizes_are_refused),
		cmocka_unit_test(the_judges_find_faults),
	};
	return stock_run(stock_content(), tests);
}
