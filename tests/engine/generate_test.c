/*
 * Rogue's rooms: properties of every level of plain rooms, over 10,000 seeds and over other sizes
 * and grids.
 *
 * A level is judged by its cells and areas alone, as a walker would see it. Properties of all kinds
 * of levels are tested in levels_test.c.
 */
#include "engine/generate/generate.h"
#include "tests/test.h"

#include "engine/map/level.h"
#include "tests/engine/stock.h"

#define CELLS_MAX (LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX)
#define SEEDS 10000

/* Properties of rooms, walls and corridors are tested on levels without features (furnish_test.c),
 * vaults, caves and irregular shapes, at any depth. */
static const struct content *stock;

static struct seed seed_of(int number)
{
	return (struct seed){{0x6c, (uint8_t)number, (uint8_t)(number >> 8)}};
}

/* A level being judged, and what was found out of it. */
struct judged {
	const struct content *content;
	const struct level_kind *kind;
	struct level *level;
	int rooms;             /* the first of the areas */
	int secrets, doorways; /* cells: secret doors, and doors and openings that show */
	char title[96];
	bool reached[CELLS_MAX]; /* from the stairs, by one who finds no secret door */
};

static uint32_t flags_at(const struct judged *judged, int x, int y)
{
	if (!level_inside(judged->level, x, y))
		return 0;
	return judged->content->terrains[judged->level->terrain[level_at(judged->level, x, y)]]
		.flags;
}

static uint16_t terrain_at(const struct judged *judged, int x, int y)
{
	if (!level_inside(judged->level, x, y))
		return judged->content->terrain.rock;
	return judged->level->terrain[level_at(judged->level, x, y)];
}

static bool is_secret(const struct judged *judged, int x, int y)
{
	return flags_at(judged, x, y) & TERRAIN_REMEMBERED_AS_WALL;
}

/* Doors open, so one walks through closed ones too; and through those that are secret, when they
 * are found. */
static bool is_way(const struct judged *judged, int x, int y, bool secrets)
{
	if (is_secret(judged, x, y))
		return secrets;
	return flags_at(judged, x, y) & (TERRAIN_OBJECTS | TERRAIN_DOORWAY);
}

static bool is_reached(const struct judged *judged, int x, int y)
{
	return level_inside(judged->level, x, y) && judged->reached[level_at(judged->level, x, y)];
}

static bool is_doorway(const struct judged *judged, int x, int y)
{
	return flags_at(judged, x, y) & TERRAIN_DOORWAY && !is_secret(judged, x, y);
}

static bool is_corridor(const struct judged *judged, int x, int y)
{
	return terrain_at(judged, x, y) == judged->content->terrain.corridor;
}

#define judge(judged, truth, ...)                                                                  \
	do {                                                                                       \
		if (!(truth))                                                                      \
			judge_failed(judged, __LINE__, __VA_ARGS__);                               \
	} while (0)

static void judge_failed(const struct judged *judged, int line, const char *what, int x, int y)
{
	char *symbols = malloc(CELLS_MAX);
	level_symbols(judged->content, judged->level, symbols);
	char *text = level_text(judged->level, symbols);
	printf("%s\n%s", judged->title, text);
	fflush(stdout);
	free(text);
	free(symbols);
	fail_msg("line %d: %s at %d,%d", line, what, x, y);
}

/* ---- Rooms ---- */

static void judge_wall(const struct judged *judged, int x, int y)
{
	bool wall = flags_at(judged, x, y) & TERRAIN_WALL;
	judge(judged, wall || is_secret(judged, x, y) || is_doorway(judged, x, y), "no wall", x, y);
}

static void judge_room(const struct judged *judged, int index)
{
	const struct level *level = judged->level;
	const struct area *area = &level->areas[index];
	int column = index % judged->kind->grid_width, row = index / judged->kind->grid_width;
	int left = area->x - 1, right = area->x + area->width;
	int top = area->y - 1, bottom = area->y + area->height;
	judge(judged, !area->hall && area->width >= 2 && area->height >= 2, "a room too small",
		left, top);
	judge(judged,
		left >= column * level->width / judged->kind->grid_width &&
			right < (column + 1) * level->width / judged->kind->grid_width &&
			top >= row * level->height / judged->kind->grid_height &&
			bottom < (row + 1) * level->height / judged->kind->grid_height,
		"a wall outside of its cell", left, top);
	for (int y = top; y <= bottom; y++)
		for (int x = left; x <= right; x++) {
			bool edge = x == left || x == right || y == top || y == bottom;
			bool corner = (x == left || x == right) && (y == top || y == bottom);
			bool lit = level->flags[level_at(level, x, y)] & LEVEL_LIT;
			judge(judged, lit == area->lit, "light that is not the room's", x, y);
			if (edge)
				judge_wall(judged, x, y);
			else
				judge(judged, flags_at(judged, x, y) & TERRAIN_SHOWS_WALLS,
					"no floor", x, y);
			judge(judged, !corner || flags_at(judged, x, y) & TERRAIN_WALL,
				"an open corner", x, y);
		}
}

/* Whether a cell is a room's floor; corridors, doors and walls are not. */
static bool is_floor(const struct judged *judged, int x, int y)
{
	return flags_at(judged, x, y) & TERRAIN_SHOWS_WALLS;
}

/* A doorway leads straight from a room's floor to a corridor. */
static bool leads_through(const struct judged *judged, int x, int y)
{
	for (int dx = -1; dx <= 1; dx++) {
		int dy = dx ? 0 : 1;
		for (int sign = -1; sign <= 1; sign += 2)
			if (is_floor(judged, x + dx * sign, y + dy * sign) &&
				is_corridor(judged, x - dx * sign, y - dy * sign))
				return true;
	}
	return false;
}

static void judge_doorways(struct judged *judged)
{
	for (int y = 0; y < judged->level->height; y++)
		for (int x = 0; x < judged->level->width; x++) {
			bool secret = is_secret(judged, x, y);
			if (!secret && !is_doorway(judged, x, y))
				continue;
			judged->secrets += secret;
			judged->doorways += !secret;
			judge(judged, leads_through(judged, x, y), "a doorway to nowhere", x, y);
		}
}

/* ---- Ways ---- */

static int room_at(const struct judged *judged, int x, int y)
{
	for (int i = 0; i < judged->rooms; i++) {
		const struct area *area = &judged->level->areas[i];
		if (x >= area->x && y >= area->y && x < area->x + area->width &&
			y < area->y + area->height)
			return i;
	}
	return -1;
}

/* Walks everywhere from the stairs, never diagonally. */
static void walk(struct judged *judged, bool secrets)
{
	static int stack[CELLS_MAX];
	const struct level *level = judged->level;
	int depth = 0;
	memset(judged->reached, 0, sizeof judged->reached);
	stack[depth++] = (int)level_at(level, level->up_x, level->up_y);
	judged->reached[stack[0]] = true;
	while (depth > 0) {
		int cell = stack[--depth], x = cell % level->width, y = cell / level->width;
		for (int side = 0; side < 4; side++) {
			int nx = x + (side == 0) - (side == 1), ny = y + (side == 2) - (side == 3);
			int next = ny * level->width + nx;
			if (!is_way(judged, nx, ny, secrets) || judged->reached[next])
				continue;
			judged->reached[next] = true;
			stack[depth++] = next;
		}
	}
}

/* Everything with all doors found; without, every room, but perhaps not the corridor between two
 * secret doors. */
static void judge_connected(struct judged *judged)
{
	const struct level *level = judged->level;
	walk(judged, true);
	for (int y = 0; y < level->height; y++)
		for (int x = 0; x < level->width; x++)
			judge(judged, is_reached(judged, x, y) == is_way(judged, x, y, true),
				"no way", x, y);
	walk(judged, false);
	for (int i = 0; i < judged->rooms; i++)
		judge(judged, is_reached(judged, level->areas[i].x, level->areas[i].y),
			"a room that only secret doors lead to", level->areas[i].x,
			level->areas[i].y);
}

/* Four corridor cells in a square are no way round. */
static bool is_clump(const struct judged *judged, int x, int y)
{
	return is_corridor(judged, x, y) && is_corridor(judged, x + 1, y) &&
	       is_corridor(judged, x, y + 1) && is_corridor(judged, x + 1, y + 1);
}

/* Ways round, for one who finds no secret door: steps beyond those that a tree over rooms, corridor
 * cells and doorways has. */
static int distance_map_round(const struct judged *judged)
{
	int nodes = judged->rooms, steps = 0;
	for (int y = 0; y < judged->level->height; y++)
		for (int x = 0; x < judged->level->width; x++) {
			if (!is_reached(judged, x, y))
				continue;
			bool floor = is_floor(judged, x, y);
			bool right = is_reached(judged, x + 1, y),
			     below = is_reached(judged, x, y + 1);
			nodes += !floor;
			steps += right && !(floor && is_floor(judged, x + 1, y));
			steps += below && !(floor && is_floor(judged, x, y + 1));
			steps -= is_clump(judged, x, y); /* all four or none are reached */
		}
	return steps - nodes + 1;
}

static void judge_links(const struct judged *judged)
{
	int across = judged->kind->grid_width, down = judged->kind->grid_height;
	int links = (int)judged->level->area_count - judged->rooms;
	int neighbours = across * (down - 1) + down * (across - 1);
	bool can_go_round = across > 1 && down > 1;
	judge(judged, links >= judged->rooms - 1 + can_go_round, "too few links", links,
		neighbours);
	judge(judged, links < neighbours || neighbours <= 4 || !can_go_round,
		"all neighbours linked", links, neighbours);
	if (can_go_round)
		judge(judged, distance_map_round(judged) >= 1, "no way round", links, neighbours);
}

static void judge_halls(const struct judged *judged)
{
	const struct level *level = judged->level;
	for (int y = 0; y < level->height; y++)
		for (int x = 0; x < level->width; x++) {
			bool hall = level->flags[level_at(level, x, y)] & LEVEL_HALL;
			judge(judged, hall == is_corridor(judged, x, y),
				"a hall that is no corridor", x, y);
			bool lit = level->flags[level_at(level, x, y)] & LEVEL_LIT;
			judge(judged, !hall || !lit, "a lit corridor", x, y);
		}
	for (size_t i = (size_t)judged->rooms; i < level->area_count; i++)
		judge(judged, level->areas[i].hall, "an area that is neither room nor hall",
			level->areas[i].x, level->areas[i].y);
}

static void judge_stairs(const struct judged *judged)
{
	const struct level *level = judged->level;
	int up = room_at(judged, level->up_x, level->up_y);
	judge(judged, up >= 0 && flags_at(judged, level->up_x, level->up_y) & TERRAIN_UP,
		"no way up", level->up_x, level->up_y);
	if (level->depth == judged->content->last_depth) {
		judge(judged, level->down_x == -1 && level->down_y == -1, "a way below all", 0, 0);
		return;
	}
	int down = room_at(judged, level->down_x, level->down_y);
	judge(judged, down >= 0 && flags_at(judged, level->down_x, level->down_y) & TERRAIN_DOWN,
		"no way down", level->down_x, level->down_y);
	judge(judged, up != down, "both stairs in one room", level->up_x, level->up_y);
}

static void judge_level(struct judged *judged)
{
	judged->kind = &judged->content->levels[judged->level->kind];
	judged->rooms = judged->kind->grid_width * judged->kind->grid_height;
	judge(judged, (int)judged->level->area_count > judged->rooms, "too few areas", 0, 0);
	for (int i = 0; i < judged->rooms; i++)
		judge_room(judged, i);
	judge_doorways(judged);
	judge_connected(judged);
	judge_links(judged);
	judge_halls(judged);
	judge_stairs(judged);
}

/* ---- Tests ---- */

static struct level *make(
	const struct content *content, int number, int depth, int width, int height)
{
	struct seed seed = seed_of(number);
	return level_generate(content, &seed,
		&(struct level_order){
			.depth = depth, .kind = KIND_NONE, .width = width, .height = height});
}

static void ten_thousand_levels_are_sound(void **state)
{
	static struct judged judged;
	(void)state;
	int secrets = 0, doorways = 0;
	for (int number = 0; number < SEEDS; number++) {
		int depth = 1 + number % stock->last_depth;
		judged = (struct judged){
			.content = stock, .level = make(stock, number, depth, 0, 0)};
		assert_non_null(judged.level);
		assert_int_equal(judged.level->depth, depth);
		snprintf(judged.title, sizeof judged.title, "seed %d, depth %d", number, depth);
		judge_level(&judged);
		secrets += judged.secrets;
		doorways += judged.doorways;
		level_free(judged.level);
	}
	assert_true(secrets > SEEDS / 100);
	assert_true(doorways > SEEDS * 10);
}

struct shape {
	int width, height, across, down;
};

static void other_sizes_and_grids_are_sound(void **state)
{
	static const struct shape shapes[] = {{80, 21, 3, 3}, {80, 24, 3, 3}, {200, 100, 3, 3},
		{200, 100, 12, 12}, {200, 100, 40, 20}, {15, 15, 3, 3}, {10, 4, 2, 1},
		{4, 10, 1, 2}, {10, 10, 2, 2}, {40, 20, 2, 2}, {132, 50, 7, 4}, {80, 21, 8, 1},
		{20, 100, 1, 12}, {199, 97, 5, 9}, {61, 23, 4, 3}};
	static struct judged judged;
	(void)state;
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
		const struct shape *shape = &shapes[i];
		struct level_kind kind = stock->levels[0];
		struct content content = *stock;
		kind.grid_width = (int16_t)shape->across;
		kind.grid_height = (int16_t)shape->down;
		kind.secret_percent = 60;
		content.levels = &kind;
		content.counts.levels = 1;
		int count = shape->width * shape->height > 5000 ? 30 : 200;
		for (int number = 0; number < count; number++) {
			struct level *level =
				make(&content, number, 1, shape->width, shape->height);
			assert_non_null(level);
			judged = (struct judged){.content = &content, .level = level};
			snprintf(judged.title, sizeof judged.title,
				"seed %d, %dx%d cells, %dx%d rooms", number, shape->width,
				shape->height, shape->across, shape->down);
			judge_level(&judged);
			level_free(level);
		}
	}
}

static void impossible_orders_are_refused(void **state)
{
	(void)state;
	struct seed seed = seed_of(1);
	assert_null(level_generate(stock, &seed,
		&(struct level_order){.depth = 1, .kind = KIND_NONE, .width = 14, .height = 21}));
	assert_null(level_generate(stock, &seed,
		&(struct level_order){.depth = 1, .kind = KIND_NONE, .width = 80, .height = 14}));
	assert_null(level_generate(stock, &seed,
		&(struct level_order){.depth = 1, .kind = KIND_NONE, .width = 201, .height = 21}));
	assert_null(level_generate(stock, &seed,
		&(struct level_order){.depth = 1, .kind = KIND_NONE, .width = 80, .height = 101}));
	assert_null(level_generate(
		stock, &seed, &(struct level_order){.depth = 1, .kind = stock->counts.levels}));
	assert_null(level_generate(
		stock, &seed, &(struct level_order){.depth = 27, .kind = KIND_NONE}));
}

static bool same(const struct level *a, const struct level *b)
{
	size_t cells = (size_t)a->width * (size_t)a->height;
	return a->width == b->width && a->height == b->height && a->up_x == b->up_x &&
	       a->up_y == b->up_y &&
	       memcmp(a->terrain, b->terrain, cells * sizeof *a->terrain) == 0 &&
	       memcmp(a->flags, b->flags, cells) == 0;
}

static void a_level_depends_on_seed_and_depth_alone(void **state)
{
	(void)state;
	struct level *first = make(stock, 5, 2, 0, 0), *other_depth = make(stock, 5, 3, 0, 0);
	struct level *other_seed = make(stock, 6, 2, 0, 0), *again = make(stock, 5, 2, 0, 0);
	assert_true(same(first, again));
	assert_false(same(first, other_depth));
	assert_false(same(first, other_seed));
	level_free(first);
	level_free(other_depth);
	level_free(other_seed);
	level_free(again);
}

static void deeper_is_darker(void **state)
{
	(void)state;
	int lit[32] = {0}, rooms[32] = {0}, last = stock->last_depth;
	for (int depth = 1; depth <= last; depth++)
		for (int number = 0; number < 60; number++) {
			struct level *level = make(stock, number, depth, 0, 0);
			for (size_t i = 0; i < level->area_count; i++) {
				rooms[depth] += !level->areas[i].hall;
				lit[depth] += level->areas[i].lit;
			}
			level_free(level);
		}
	assert_true(lit[1] * 100 > rooms[1] * 80);
	assert_true(lit[last] * 100 < rooms[last] * 40);
	assert_true(lit[1] * rooms[3] > lit[3] * rooms[1]);
}

/* Rooms of every size that a cell of the grid holds. */
static void rooms_vary(void **state)
{
	(void)state;
	int widths[40] = {0}, heights[40] = {0};
	for (int number = 0; number < 300; number++) {
		struct level *level = make(stock, number, 1, 0, 0);
		for (int i = 0; i < 9; i++) {
			widths[level->areas[i].width]++;
			heights[level->areas[i].height]++;
		}
		level_free(level);
	}
	for (int width = 2; width <= 23; width++)
		assert_true(widths[width] > 0);
	for (int height = 2; height <= 4; height++)
		assert_true(heights[height] > 0);
}

struct stages {
	int count;
	int corridors[8];
	char names[8][32];
};

static void stage_note(void *context, const char *stage, const struct level *level)
{
	struct stages *stages = context;
	assert_true(stages->count < 8);
	snprintf(stages->names[stages->count], 32, "%s", stage);
	for (int i = 0; i < level->width * level->height; i++)
		stages->corridors[stages->count] += level->terrain[i] == stock->terrain.corridor;
	stages->count++;
}

static void stages_are_told_in_order(void **state)
{
	(void)state;
	static const char *const names[] = {"rooms", "corridors that connect",
		"corridors that go round", "doors", "stairs", "features"};
	struct stages stages = {0};
	struct seed seed = seed_of(8);
	level_free(level_generate(stock, &seed,
		&(struct level_order){
			.depth = 1, .kind = KIND_NONE, .stage = stage_note, .context = &stages}));
	assert_int_equal(stages.count, 6);
	for (int i = 0; i < 6; i++)
		assert_string_equal(stages.names[i], names[i]);
	assert_int_equal(stages.corridors[0], 0);
	assert_true(stages.corridors[1] > 0 && stages.corridors[2] > stages.corridors[1]);
}

/* ---- Placing ---- */

static bool refuse_left_half(void *context, const struct level *level, int x, int y)
{
	(void)y;
	++*(int *)context;
	return x < level->width / 2;
}

static bool refuse_all(void *context, const struct level *level, int x, int y)
{
	(void)context, (void)level, (void)x, (void)y;
	return true;
}

static bool refuse_all_but_one(void *context, const struct level *level, int x, int y)
{
	return (int)level_at(level, x, y) != *(int *)context;
}

static void things_are_placed_where_they_may_lie(void **state)
{
	(void)state;
	int in_halls = 0, tries = 4000;
	for (int number = 0; number < tries; number++) {
		struct seed seed = seed_of(number % 40);
		struct level *level = make(stock, number % 40, 1 + number % 12, 0, 0);
		struct judged judged = {.content = stock, .level = level};
		struct stream stream;
		int x = -1, y = -1, asked = 0;
		stream_begin(&stream, &seed, PURPOSE_THINGS, 1, (uint32_t)number);
		assert_true(level_place(stock, level, &stream, refuse_left_half, &asked, &x, &y));
		assert_true(level_inside(level, x, y) && x >= level->width / 2 && asked > 0);
		uint32_t flags = flags_at(&judged, x, y);
		assert_true(flags & TERRAIN_OBJECTS);
		assert_false(flags & (TERRAIN_DOORWAY | TERRAIN_UP | TERRAIN_DOWN));
		in_halls += is_corridor(&judged, x, y);
		level_free(level);
	}
	assert_in_range(in_halls * 100 / tries, 3, 25);
}

static void placing_finds_the_last_free_cell_and_ends_without_one(void **state)
{
	(void)state;
	struct level *level = make(stock, 3, 1, 0, 0);
	const struct area *room = &level->areas[level->area_count / 3];
	struct seed seed = seed_of(3);
	struct stream stream;
	int x = 0, y = 0, only = (int)level_at(level, room->x, room->y);
	for (int i = 0; i < 50; i++) {
		stream_begin(&stream, &seed, PURPOSE_THINGS, 1, (uint32_t)i);
		assert_true(level_place(stock, level, &stream, refuse_all_but_one, &only, &x, &y));
		assert_int_equal(level_at(level, x, y), only);
		assert_false(level_place(stock, level, &stream, refuse_all, NULL, &x, &y));
	}
	level_free(level);
}

static int stock_load(void **state)
{
	(void)state;
	struct content *content = stock_bare_content();
	struct level_kind plain = content->levels[content_find_level(content, "exchange")];
	assert_int_equal(plain.generator, GENERATOR_ROGUE_ROOMS);
	plain.cave_percent = plain.shape_percent = 0;
	plain.depth_high = content->last_depth;
	content->levels[0] = plain;
	content->counts.levels = 1;
	stock = content;
	return 0;
}

static int stock_drop(void **state)
{
	(void)state;
	content_free((struct content *)(uintptr_t)stock);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ten_thousand_levels_are_sound),
		cmocka_unit_test(other_sizes_and_grids_are_sound),
		cmocka_unit_test(impossible_orders_are_refused),
		cmocka_unit_test(a_level_depends_on_seed_and_depth_alone),
		cmocka_unit_test(deeper_is_darker),
		cmocka_unit_test(rooms_vary),
		cmocka_unit_test(stages_are_told_in_order),
		cmocka_unit_test(things_are_placed_where_they_may_lie),
		cmocka_unit_test(placing_finds_the_last_free_cell_and_ends_without_one),
	};
	return cmocka_run_group_tests(tests, stock_load, stock_drop);
}
