/* Ways against a slow walk over the cells: on random maps, wider than a word, with doors and
 * doorways. */
#include "tests/test.h"

#include "tests/engine/noise.h"
#include "tests/engine/stock.h"
#include "tests/engine/stock_tests.h"

#define WIDTH 131
#define HEIGHT 19
#define CELLS (WIDTH * HEIGHT)
#define MAPS 60
#define FAR 9999

static struct level *random_level(struct noise *noise)
{
	struct level *level = level_new(WIDTH, HEIGHT);
	for (int at = 0; at < CELLS; at++) {
		unsigned drawn = noise_below(noise, 100);
		level->terrain[at] = drawn < 35   ? stock->terrain.rock
				     : drawn < 40 ? stock->terrain.door_closed
				     : drawn < 45 ? stock->terrain.door_open
						  : stock->terrain.floor;
	}
	return level;
}

static uint32_t flags_at(const struct level *level, int x, int y)
{
	return level_inside(level, x, y)
		       ? stock->terrains[level->terrain[level_at(level, x, y)]].flags
		       : 0;
}

static bool is_closed_door(const struct level *level, int x, int y)
{
	return level_inside(level, x, y) &&
	       level->terrain[level_at(level, x, y)] == stock->terrain.door_closed;
}

static bool legal(const struct level *level, int x, int y, int direction, bool doors)
{
	int to_x = x + direction_dx[direction], to_y = y + direction_dy[direction];
	if (!(flags_at(level, to_x, to_y) & TERRAIN_OBJECTS) &&
		!(doors && is_closed_door(level, to_x, to_y)))
		return false;
	return direction % 2 == 0 ||
	       !((flags_at(level, x, y) | flags_at(level, to_x, to_y)) & TERRAIN_DOORWAY);
}

/* Steps from everywhere to a place, by walking outward; leaving a closed door costs `toll` more. */
static void slow_walk(
	const struct level *level, int x, int y, bool doors, int toll, int steps[CELLS])
{
	bool again = true;
	for (int at = 0; at < CELLS; at++)
		steps[at] = FAR;
	steps[y * WIDTH + x] = 0;
	while (again) {
		again = false;
		for (int at = 0; at < CELLS; at++) {
			int cost = steps[at] + 1 +
				   (is_closed_door(level, at % WIDTH, at / WIDTH) ? toll : 0);
			for (int direction = 0; direction < DIR_COUNT && steps[at] < FAR;
				direction++) {
				int next = at + direction_dy[direction] * WIDTH +
					   direction_dx[direction];
				if (!legal(level, at % WIDTH, at / WIDTH, direction, doors) ||
					steps[next] <= cost)
					continue;
				steps[next] = cost;
				again = true;
			}
		}
	}
}

static int random_floor(struct noise *noise, const struct level *level)
{
	int at;
	do
		at = (int)noise_below(noise, CELLS);
	while (level->terrain[at] != stock->terrain.floor);
	return at;
}

/* From so many places to one. */
static void check_ways(struct distance_map *distances, const struct level *level,
	struct noise *noise, int to, bool doors, int jobs)
{
	int steps[CELLS];
	slow_walk(level, to % WIDTH, to / WIDTH, doors, 0, steps);
	for (int job = 0; job < jobs; job++) {
		int from = random_floor(noise, level);
		struct distance_map_steps leads;
		bool found = distance_map_toward(distances,
			&(struct distance_map_trip){
				from % WIDTH, from / WIDTH, to % WIDTH, to / WIDTH, doors},
			&leads);
		assert_int_equal(found, steps[from] <= DISTANCE_MAP_FARTHEST);
		for (int direction = 0; direction < DIR_COUNT && steps[from] > 0; direction++) {
			int next = from + direction_dy[direction] * WIDTH + direction_dx[direction];
			bool open =
				found && legal(level, from % WIDTH, from / WIDTH, direction, doors);
			assert_int_equal(leads.nearer >> direction & 1,
				open && steps[next] == steps[from] - 1);
			assert_int_equal(
				leads.level >> direction & 1, open && steps[next] == steps[from]);
		}
	}
}

static void the_ways_are_those_of_a_slow_walk(void **state)
{
	struct noise noise = {1};
	struct distance_map distances = {0};
	(void)state;
	for (int map = 0; map < MAPS; map++) {
		struct level *level = random_level(&noise);
		distance_map_build(&distances, stock, level);
		check_ways(&distances, level, &noise, random_floor(&noise, level), map % 2, 200);
		level_free(level);
	}
	distance_map_free(&distances);
}

/* A corridor that winds through the whole map, longer than a way may be. */
static void no_way_is_longer_than_the_longest(void **state)
{
	struct level *level = level_new(WIDTH, HEIGHT);
	struct distance_map distances = {0};
	struct distance_map_steps steps;
	(void)state;
	for (int at = 0; at < CELLS; at++) {
		int x = at % WIDTH, y = at / WIDTH, gap = y % 4 == 1 ? WIDTH - 1 : 0;
		level->terrain[at] =
			y % 2 == 0 || x == gap ? stock->terrain.floor : stock->terrain.rock;
	}
	distance_map_build(&distances, stock, level);
	for (int x = 0; x < WIDTH; x++)
		assert_int_equal(distance_map_toward(&distances,
					 &(struct distance_map_trip){x, 0, 0, 0, 0}, &steps),
			x <= DISTANCE_MAP_FARTHEST);
	assert_true(distance_map_toward(
		&distances, &(struct distance_map_trip){WIDTH - 1, 2, WIDTH - 1, 0, 0}, &steps));
	assert_int_equal(steps.nearer, 1 << DIR_N);
	assert_false(distance_map_toward(
		&distances, &(struct distance_map_trip){0, 4, WIDTH - 1, 0, 0}, &steps));
	assert_int_equal(steps.nearer | steps.level, 0);
	level_free(level);
	distance_map_free(&distances);
}

/* A creature that passes through everything still stays on the map. */
static void no_way_leaves_the_map(void **state)
{
	struct noise noise = {5};
	struct distance_map distances = {0};
	struct distance_map_steps steps;
	(void)state;
	struct level *level = random_level(&noise);
	distance_map_build(&distances, stock, level);
	assert_true(distance_map_toward(
		&distances, &(struct distance_map_trip){0, 0, 0, 9, GAIT_PHASES}, &steps));
	assert_int_equal(steps.nearer, 1 << DIR_S | 1 << DIR_SE);
	assert_int_equal(steps.level, 1 << DIR_E);
	assert_true(distance_map_toward(&distances,
		&(struct distance_map_trip){WIDTH - 1, 9, WIDTH - 1, 4, GAIT_PHASES}, &steps));
	assert_int_equal(steps.nearer, 1 << DIR_N | 1 << DIR_NW);
	assert_int_equal(steps.level, 1 << DIR_W);
	level_free(level);
	distance_map_free(&distances);
}

static void all_steps_at_once_are_those_that_are_legal(void **state)
{
	static const unsigned gaits[] = {0, GAIT_OPENS, GAIT_PHASES, GAIT_DIGS | GAIT_RECKLESS};
	struct noise noise = {3};
	struct distance_map distances = {0};
	(void)state;
	struct level *level = random_level(&noise);
	distance_map_build(&distances, stock, level);
	for (int at = 0; at < 4 * CELLS; at++) {
		int x = at % WIDTH, y = at / 4 / WIDTH;
		unsigned gait = gaits[at % 4], steps = distance_map_steps(&distances, x, y, gait);
		for (int direction = 0; direction < DIR_COUNT; direction++)
			assert_int_equal(
				steps >> direction & 1, distance_map_step_legal(&distances, x, y,
								(enum direction)direction, gait));
	}
	level_free(level);
	distance_map_free(&distances);
}

static void check_noise(
	struct distance_map *distances, const struct level *level, int from, int radius)
{
	int steps[CELLS];
	slow_walk(level, from % WIDTH, from / WIDTH, true, DOOR_MUFFLES, steps);
	distance_map_sound(distances, from % WIDTH, from / WIDTH, radius);
	for (int at = 0; at < CELLS; at++)
		if (level->terrain[at] != stock->terrain.door_closed)
			assert_int_equal(distance_map_heard_at(distances, at % WIDTH, at / WIDTH),
				steps[at] <= radius);
}

/* Near the places that are asked about, so that it matters. */
static void change_ground(
	struct distance_map *distances, struct level *level, struct noise *noise, int near)
{
	const uint16_t grounds[] = {stock->terrain.rock, stock->terrain.floor,
		stock->terrain.door_closed, stock->terrain.door_open};
	for (int i = 0; i < 12; i++) {
		int x = near % WIDTH + (int)noise_below(noise, 21) - 10;
		int y = (int)noise_below(noise, HEIGHT);
		if (!level_inside(level, x, y))
			continue;
		level->terrain[level_at(level, x, y)] = grounds[noise_below(noise, 4)];
		distance_map_change(distances, stock, level, x, y);
	}
}

static void cached_maps_follow_the_ground(void **state)
{
	struct noise noise = {4};
	struct distance_map distances = {0};
	(void)state;
	for (int map = 0; map < 4; map++) {
		struct level *level = random_level(&noise);
		int places[3];
		distance_map_build(&distances, stock, level);
		for (int i = 0; i < 3; i++)
			places[i] = random_floor(&noise, level);
		for (int round = 0; round < 12; round++) {
			check_ways(&distances, level, &noise, places[round % 3], map % 2, 12);
			check_noise(&distances, level, places[round % 2], 10 + round / 6);
			change_ground(&distances, level, &noise, places[(round + map) % 3]);
		}
		level_free(level);
	}
	distance_map_free(&distances);
}

/* A door takes 6 off what goes through it: so many steps more from the door on. */
static void noise_carries_as_far_as_a_slow_walk_with_doors_at_six(void **state)
{
	struct noise noise = {2};
	struct distance_map distances = {0};
	(void)state;
	for (int map = 0; map < MAPS; map++) {
		struct level *level = random_level(&noise);
		int from = random_floor(&noise, level), radius = (int)noise_below(&noise, 22);
		distance_map_build(&distances, stock, level);
		check_noise(&distances, level, from, radius);
		level_free(level);
	}
	distance_map_free(&distances);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_ways_are_those_of_a_slow_walk),
		cmocka_unit_test(no_way_is_longer_than_the_longest),
		cmocka_unit_test(no_way_leaves_the_map),
		cmocka_unit_test(all_steps_at_once_are_those_that_are_legal),
		cmocka_unit_test(cached_maps_follow_the_ground),
		cmocka_unit_test(noise_carries_as_far_as_a_slow_walk_with_doors_at_six),
	};
	return stock_run(stock_content(), tests);
}
