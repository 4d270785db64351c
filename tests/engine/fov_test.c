/*
 * Field of view: every fact that is known of it, and the fast way against the literal one.
 *
 * The reference below is the definition, word for word: per octant, lines l = 1.., rows 0..l; cell
 * (l, r) spans [(2r-1)/(2l+1), (2r+1)/(2l-1)], and is reachable unless that whole interval lies in
 * the joined shadow; one that blocks then adds its interval.
 */
#include "engine/lab/lab.h"
#include "tests/test.h"

#include "field.h"

/* ---- The definition ---- */

struct ratio {
	int64_t p, q;
};

struct interval {
	struct ratio low, high;
};

static struct interval shadow[4 * LEVEL_WIDTH_MAX];
static int shadow_count;

static bool at_most(struct ratio a, struct ratio b)
{
	return a.p * b.q <= b.p * a.q;
}

static bool in_shadow(struct interval cell)
{
	for (int i = 0; i < shadow_count; i++)
		if (at_most(shadow[i].low, cell.low) && at_most(cell.high, shadow[i].high))
			return true;
	return false;
}

/* Joins all closed intervals that the new one meets. */
static void shadow_add(struct interval cell)
{
	for (int i = 0; i < shadow_count;) {
		if (!at_most(shadow[i].low, cell.high) || !at_most(cell.low, shadow[i].high)) {
			i++;
			continue;
		}
		if (at_most(shadow[i].low, cell.low))
			cell.low = shadow[i].low;
		if (at_most(cell.high, shadow[i].high))
			cell.high = shadow[i].high;
		shadow[i] = shadow[--shadow_count];
		i = 0;
	}
	shadow[shadow_count++] = cell;
}

static void octant_define(struct field *field, int lx, int ly, int rx, int ry)
{
	int lines = field->width > field->height ? field->width : field->height;
	if (field->radius && field->radius < lines)
		lines = field->radius;
	shadow_count = 0;
	for (int l = 1; l <= lines; l++)
		for (int r = 0; r <= l; r++) {
			int x = field->eye_x + l * lx + r * rx, y = field->eye_y + l * ly + r * ry;
			bool inside = x >= 0 && y >= 0 && x < field->width && y < field->height;
			struct interval cell = {{2 * r - 1, 2 * l + 1}, {2 * r + 1, 2 * l - 1}};
			if (in_shadow(cell))
				continue;
			if (inside)
				field->reach[y * field->width + x] = true;
			if (!inside || field->blocks[y * field->width + x])
				shadow_add(cell);
		}
}

static void reach_define(struct field *field)
{
	memset(field->reach, 0, sizeof field->reach);
	field->reach[field->eye_y * field->width + field->eye_x] = true;
	for (int sign = -1; sign <= 1; sign += 2)
		for (int other = -1; other <= 1; other += 2) {
			octant_define(field, sign, 0, 0, other);
			octant_define(field, 0, sign, other, 0);
		}
}

/* ---- The properties ---- */

static void reach_compute(struct field *field)
{
	static uint64_t block_words[BITMAP_WORDS_MAX], reach_words[BITMAP_WORDS_MAX];
	int16_t stride = (int16_t)((field->width + 63) / 64);
	struct bitmap blocks = {(int16_t)field->width, (int16_t)field->height, stride, block_words};
	struct bitmap reach = {(int16_t)field->width, (int16_t)field->height, stride, reach_words};
	memset(block_words, 0, sizeof block_words);
	memset(reach_words, 0xff, sizeof reach_words);
	for (int y = 0; y < field->height; y++)
		for (int x = 0; x < field->width; x++)
			if (field->blocks[y * field->width + x])
				bitmap_set(&blocks, x, y);
	fov_compute(&blocks, field->eye_x, field->eye_y, field->radius, &reach);
	for (int y = 0; y < field->height; y++) {
		for (int x = 0; x < field->width; x++)
			field->reach[y * field->width + x] = bitmap_get(&reach, x, y);
		if (field->width % 64)
			assert_true(reach_words[(y + 1) * stride - 1] >> field->width % 64 == 0);
	}
}

static bool reaches(const struct field *field, int x, int y)
{
	return field->reach[y * field->width + x];
}

static void compare(struct field *field)
{
	static struct field defined;
	defined = *field;
	reach_define(&defined);
	reach_compute(field);
	for (int i = 0; i < field->width * field->height; i++)
		if (field->reach[i] != defined.reach[i])
			fail_msg("%dx%d, eye %d,%d, radius %d: cell %d,%d is %s", field->width,
				field->height, field->eye_x, field->eye_y, field->radius,
				i % field->width, i / field->width,
				field->reach[i] ? "too much" : "missing");
}

/* ---- Against the definition ---- */

static void it_is_the_definition_on_small_maps(void **state)
{
	static struct field field;
	(void)state;
	draws_begin(1);
	for (int i = 0; i < 6000; i++) {
		small_field_draw(&field);
		field.radius = stream_percent(&draws, 30) ? stream_between(&draws, 1, 12) : 0;
		compare(&field);
	}
}

static void it_is_the_definition_among_walls(void **state)
{
	static struct field field;
	(void)state;
	draws_begin(2);
	for (int i = 0; i < 3000; i++) {
		walled_field_draw(&field);
		compare(&field);
	}
}

static void it_is_the_definition_on_the_largest_maps(void **state)
{
	static struct field field;
	(void)state;
	draws_begin(3);
	for (int i = 0; i < 60; i++) {
		field_draw(&field, LEVEL_WIDTH_MAX, LEVEL_HEIGHT_MAX, i % 12);
		compare(&field);
	}
}

/* ---- Facts ---- */

static void all_eight_neighbours_are_reachable(void **state)
{
	static struct field field;
	(void)state;
	for (int walls = 0; walls < 256; walls++) {
		field_clear(&field, 3, 3, 1, 1);
		for (int i = 0; i < 8; i++)
			field.blocks[i < 4 ? i : i + 1] = walls >> i & 1;
		reach_compute(&field);
		for (int i = 0; i < 9; i++)
			assert_true(field.reach[i]);
	}
}

static void a_blocker_never_reveals(void **state)
{
	static struct field field, more;
	(void)state;
	draws_begin(4);
	for (int i = 0; i < 3000; i++) {
		small_field_draw(&field);
		more = field;
		int added = stream_between(&draws, 1, 3);
		for (int j = 0; j < added; j++)
			more.blocks[stream_below(&draws, field.width * field.height)] = true;
		reach_compute(&field);
		reach_compute(&more);
		for (int c = 0; c < field.width * field.height; c++)
			assert_true(field.reach[c] || !more.reach[c]);
	}
}

/* All of a map turned over. */
static void turn(const struct field *field, struct field *turned, int how)
{
	struct point size = turned_size(field, how),
		     eye = turned_place(field, how, field->eye_x, field->eye_y);
	field_clear(turned, size.x, size.y, eye.x, eye.y);
	for (int y = 0; y < field->height; y++)
		for (int x = 0; x < field->width; x++) {
			struct point place = turned_place(field, how, x, y);
			int at = place.y * turned->width + place.x;
			turned->blocks[at] = field->blocks[y * field->width + x];
			turned->reach[at] = field->reach[y * field->width + x];
		}
}

static void a_map_turned_over_is_seen_turned_over(void **state)
{
	static struct field field, turned, expected;
	(void)state;
	draws_begin(5);
	for (int i = 0; i < 1500; i++) {
		if (i % 3 == 0)
			walled_field_draw(&field);
		else
			small_field_draw(&field);
		reach_compute(&field);
		for (int how = 1; how < 8; how++) {
			turn(&field, &expected, how);
			turned = expected;
			reach_compute(&turned);
			assert_memory_equal(turned.reach, expected.reach,
				(size_t)(field.width * field.height) * sizeof *field.reach);
		}
	}
}

static int distance(const struct field *field, int x, int y)
{
	int dx = abs(x - field->eye_x), dy = abs(y - field->eye_y);
	return dx > dy ? dx : dy;
}

static void a_radius_only_cuts(void **state)
{
	static struct field near, far, whole;
	(void)state;
	draws_begin(6);
	for (int i = 0; i < 2000; i++) {
		small_field_draw(&near);
		whole = far = near;
		near.radius = 7;
		far.radius = 10;
		reach_compute(&near);
		reach_compute(&far);
		reach_compute(&whole);
		for (int y = 0; y < near.height; y++)
			for (int x = 0; x < near.width; x++) {
				bool inside = distance(&near, x, y) <= 7;
				assert_int_equal(
					reaches(&near, x, y), inside && reaches(&far, x, y));
				assert_int_equal(
					reaches(&near, x, y), inside && reaches(&whole, x, y));
			}
	}
}

static bool has_nearer_clear_neighbour(const struct field *field, int x, int y)
{
	for (int ny = y - 1; ny <= y + 1; ny++)
		for (int nx = x - 1; nx <= x + 1; nx++)
			if (nx >= 0 && ny >= 0 && nx < field->width && ny < field->height &&
				distance(field, nx, ny) == distance(field, x, y) - 1 &&
				reaches(field, nx, ny) &&
				(!blocked(field, nx, ny) || distance(field, nx, ny) == 0))
				return true;
	return false;
}

static void each_reached_cell_has_a_reached_clear_neighbour_one_ring_nearer(void **state)
{
	static struct field field;
	(void)state;
	draws_begin(7);
	for (int i = 0; i < 3000; i++) {
		small_field_draw(&field);
		reach_compute(&field);
		for (int y = 0; y < field.height; y++)
			for (int x = 0; x < field.width; x++)
				if (reaches(&field, x, y) && distance(&field, x, y) > 0)
					assert_true(has_nearer_clear_neighbour(&field, x, y));
	}
}

/* A room of floor 1..width, 1..height within its walls. */
static void room_field(struct field *field, int width, int height, int eye_x, int eye_y)
{
	field_clear(field, width + 2, height + 2, eye_x, eye_y);
	for (int x = 0; x < width + 2; x++)
		field->blocks[x] = field->blocks[(height + 1) * (width + 2) + x] = true;
	for (int y = 0; y < height + 2; y++)
		field->blocks[y * (width + 2)] = field->blocks[y * (width + 2) + width + 1] = true;
}

/* Counts corners too: most are not reached, which is why walls are seen by the light that they
 * reflect. */
static void in_a_rectangular_room_all_but_corners_is_reached_from_everywhere(void **state)
{
	static struct field field;
	(void)state;
	int corners = 0, corners_reached = 0;
	for (int size = 0; size < 81; size++) {
		int width = 2 + size % 9, height = 2 + size / 9;
		for (int eye = 0; eye < width * height; eye++) {
			room_field(&field, width, height, 1 + eye % width, 1 + eye / width);
			reach_compute(&field);
			for (int y = 0; y < field.height; y++)
				for (int x = 0; x < field.width; x++) {
					bool corner = (x == 0 || x == width + 1) &&
						      (y == 0 || y == height + 1);
					assert_true(corner || reaches(&field, x, y));
					corners += corner;
					corners_reached += corner && reaches(&field, x, y);
				}
		}
	}
	assert_in_range(100 * corners_reached / corners, 10, 16);
}

static void a_lone_pillar_hides_the_cell_behind_it_only_on_an_axis(void **state)
{
	static struct field field;
	(void)state;
	for (int l = 1; l < 30; l++)
		for (int r = 0; r <= l; r++) {
			field_clear(&field, 70, 70, 35, 35);
			field.blocks[(35 + r) * 70 + 35 + l] = true;
			reach_compute(&field);
			assert_int_equal(reaches(&field, 35 + l + 1, 35 + r), r != 0);
		}
}

static void a_pillar_beside_the_eye_hides_a_wedge_without_its_diagonals(void **state)
{
	static struct field field;
	(void)state;
	field_clear(&field, 61, 61, 30, 30);
	field.blocks[30 * 61 + 31] = true;
	reach_compute(&field);
	for (int y = 0; y < 61; y++)
		for (int x = 0; x < 61; x++) {
			bool hidden = x - 30 > 1 && abs(y - 30) < x - 30;
			assert_int_equal(reaches(&field, x, y), !hidden);
		}
}

static void through_a_gap_between_two_walls_only_the_diagonal_is_reached(void **state)
{
	static struct field field;
	(void)state;
	field_clear(&field, 20, 20, 0, 0);
	field.blocks[1] = field.blocks[20] = true;
	reach_compute(&field);
	for (int y = 0; y < 20; y++)
		for (int x = 0; x < 20; x++)
			assert_int_equal(reaches(&field, x, y), x == y || x + y == 1);
}

static void all_of_the_largest_open_map_is_reached_from_a_corner(void **state)
{
	static struct field field;
	(void)state;
	field_clear(&field, LEVEL_WIDTH_MAX, LEVEL_HEIGHT_MAX, LEVEL_WIDTH_MAX - 1, 0);
	reach_compute(&field);
	for (int i = 0; i < CELLS_MAX; i++)
		assert_true(field.reach[i]);
}

/* Among pillars many pairs of cells are reached one way only: so there is one relation for both
 * ways. */
static void the_relation_is_not_symmetric(void **state)
{
	static struct field field;
	static bool all[30 * 15][30 * 15];
	(void)state;
	int one_way = 0, some_way = 0;
	draws_begin(8);
	for (int map = 0; map < 10; map++) {
		field_draw(&field, 30, 15, 10);
		for (int eye = 0; eye < 30 * 15; eye++) {
			field.eye_x = eye % 30;
			field.eye_y = eye / 30;
			reach_compute(&field);
			memcpy(all[eye], field.reach, sizeof all[eye]);
		}
		for (int a = 0; a < 30 * 15; a++)
			for (int b = 0; b < a; b++) {
				if (field.blocks[a] || field.blocks[b])
					continue;
				one_way += all[a][b] != all[b][a];
				some_way += all[a][b] || all[b][a];
			}
	}
	assert_in_range(100 * one_way / some_way, 15, 35);
}

static void a_drawn_map_is_answered_cell_by_cell(void **state)
{
	static const char map[] = "......."
				  ".#.@..#"
				  "..##...";
	static const char answer[] = "*******"
				     " ******"
				     "  *****";
	(void)state;
	struct lab_map drawn = {map, 7, 3};
	struct lab_viewer *viewer = lab_viewer_new(&drawn, LAB_PERMISSIVE, 0, LAB_SQUARE);
	lab_viewer_look(viewer, 3, 1);
	for (int i = 0; i < 21; i++)
		if ((answer[i] == '*') != lab_viewer_sees(viewer, i % 7, i / 7))
			fail_msg("cell %d,%d", i % 7, i / 7);
	lab_viewer_free(viewer);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_is_the_definition_on_small_maps),
		cmocka_unit_test(it_is_the_definition_among_walls),
		cmocka_unit_test(it_is_the_definition_on_the_largest_maps),
		cmocka_unit_test(all_eight_neighbours_are_reachable),
		cmocka_unit_test(a_blocker_never_reveals),
		cmocka_unit_test(a_map_turned_over_is_seen_turned_over),
		cmocka_unit_test(a_radius_only_cuts),
		cmocka_unit_test(each_reached_cell_has_a_reached_clear_neighbour_one_ring_nearer),
		cmocka_unit_test(in_a_rectangular_room_all_but_corners_is_reached_from_everywhere),
		cmocka_unit_test(a_lone_pillar_hides_the_cell_behind_it_only_on_an_axis),
		cmocka_unit_test(a_pillar_beside_the_eye_hides_a_wedge_without_its_diagonals),
		cmocka_unit_test(through_a_gap_between_two_walls_only_the_diagonal_is_reached),
		cmocka_unit_test(all_of_the_largest_open_map_is_reached_from_a_corner),
		cmocka_unit_test(the_relation_is_not_symmetric),
		cmocka_unit_test(a_drawn_map_is_answered_cell_by_cell),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
