/*
 * Field of view by the lab's methods: each against drawn maps and the facts that are known of it,
 * rays and lines against their definitions.
 *
 * The references below are the definitions, word for word: a ray to every corner of every cell,
 * followed alone until something blocks it; a line to every cell of the edge, and each cell whose
 * corners lie to both sides of it.
 */
#include "engine/lab/lab.h"
#include "tests/test.h"

#include "engine/lab/fov_methods.h"
#include "field.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

#define ROW(id, word, about) word,
static const char *const method_words[] = {LAB_METHODS(ROW)};
static const char *const shape_words[] = {LAB_SHAPES(ROW)};
#undef ROW

/* A field with what moria asks for: lit and dark floor, and monsters. */
struct drawn {
	struct field field;
	enum lab_shape shape;
	char cells[CELLS_MAX];
};

/* Draws the terrain of a map: mostly lit floor where nothing blocks. */
static void floors_draw(struct drawn *drawn)
{
	const struct field *field = &drawn->field;
	for (int i = 0; i < field->width * field->height; i++) {
		int draw = stream_below(&draws, 20);
		char floor = draw == 0 ? 'm' : draw < 4 ? ',' : '.';
		drawn->cells[i] = field->blocks[i] ? '#' : floor;
	}
	drawn->shape = (enum lab_shape)stream_below(&draws, (int)COUNT(shape_words));
}

static void drawn_draw(struct drawn *drawn, int number)
{
	if (number % 3 == 0)
		walled_field_draw(&drawn->field);
	else
		small_field_draw(&drawn->field);
	floors_draw(drawn);
	drawn->field.radius = stream_percent(&draws, 40) ? stream_between(&draws, 1, 14) : 0;
}

static struct lab_viewer *viewer_new(const struct drawn *drawn, enum lab_method method)
{
	struct lab_map map = {drawn->cells, drawn->field.width, drawn->field.height};
	return lab_viewer_new(&map, method, drawn->field.radius, drawn->shape);
}

static void appearance(struct drawn *drawn, enum lab_method method)
{
	struct field *field = &drawn->field;
	struct lab_viewer *viewer = viewer_new(drawn, method);
	lab_viewer_look(viewer, field->eye_x, field->eye_y);
	for (int y = 0; y < field->height; y++)
		for (int x = 0; x < field->width; x++)
			field->reach[y * field->width + x] = lab_viewer_sees(viewer, x, y);
	lab_viewer_free(viewer);
}

/* Computes limits independently of the code under test. */
static bool within(const struct drawn *drawn, int x, int y)
{
	int dx = abs(x - drawn->field.eye_x), dy = abs(y - drawn->field.eye_y);
	int radius = drawn->field.radius, more = dx > dy ? dx : dy, less = dx > dy ? dy : dx;
	if (radius == 0)
		return true;
	if (drawn->shape == LAB_SQUARE)
		return more <= radius;
	return drawn->shape == LAB_CIRCLE ? dx * dx + dy * dy < radius * radius
					  : more + less / 2 <= radius;
}

static bool sees(const struct drawn *drawn, int x, int y)
{
	return drawn->field.reach[y * drawn->field.width + x];
}

static void compare(const struct drawn *said, const struct drawn *wanted, const char *what)
{
	const struct field *field = &said->field;
	for (int i = 0; i < field->width * field->height; i++)
		if (field->reach[i] != wanted->field.reach[i])
			fail_msg("%s: %dx%d, eye %d,%d, %s of radius %d: cell %d,%d is %s", what,
				field->width, field->height, field->eye_x, field->eye_y,
				shape_words[said->shape], field->radius, i % field->width,
				i / field->width, field->reach[i] ? "too much" : "missing");
}

/* ---- The definitions ---- */

/* How an octant lies: which way its lines follow each other, and its rows. */
struct orientation {
	int lx, ly, rx, ry;
};

static void ray_define(struct drawn *drawn, const struct orientation *lie, int p, int q)
{
	struct field *field = &drawn->field;
	for (int l = 1;; l++)
		for (int r = 0; r <= l; r++) {
			bool crosses = (2 * r - 1) * q < p * (2 * l + 1) &&
				       p * (2 * l - 1) < (2 * r + 1) * q;
			int x = field->eye_x + l * lie->lx + r * lie->rx;
			int y = field->eye_y + l * lie->ly + r * lie->ry;
			if (!crosses)
				continue;
			if (x < 0 || y < 0 || x >= field->width || y >= field->height ||
				!within(drawn, x, y))
				return;
			field->reach[y * field->width + x] = true;
			if (blocked(field, x, y))
				return;
		}
}

static void rays_define(struct drawn *drawn)
{
	struct field *field = &drawn->field;
	int lines = field->width > field->height ? field->width : field->height;
	memset(field->reach, 0, sizeof field->reach);
	field->reach[field->eye_y * field->width + field->eye_x] = true;
	for (int way = 0; way < 8; way++) {
		int a = way & 1 ? 1 : -1, b = way & 2 ? 1 : -1;
		struct orientation lie = way & 4 ? (struct orientation){a, 0, 0, b}
						 : (struct orientation){0, a, b, 0};
		for (int q = 1; q <= 2 * lines + 1; q += 2)
			for (int p = 1; p <= q; p += 2)
				ray_define(drawn, &lie, p, q);
	}
}

/* On which side of the line from the eye to (tx, ty) a corner lies; in half cells. */
static int side(const struct field *field, int tx, int ty, int corner_x, int corner_y)
{
	return (tx - field->eye_x) * (corner_y - 2 * field->eye_y) -
	       (ty - field->eye_y) * (corner_x - 2 * field->eye_x);
}

static bool line_crosses(const struct field *field, int tx, int ty, int x, int y)
{
	bool left = false, right = false;
	bool between = (x - field->eye_x) * (x - tx) <= 0 && (y - field->eye_y) * (y - ty) <= 0;
	for (int i = 0; i < 4; i++) {
		int on = side(field, tx, ty, 2 * x + (i & 1 ? 1 : -1), 2 * y + (i & 2 ? 1 : -1));
		left = left || on < 0;
		right = right || on > 0;
	}
	return between && left && right;
}

/* Cells nearer to the eye than (x, y), in either direction, that the line crosses. */
static bool line_reaches(const struct drawn *drawn, int tx, int ty, int x, int y)
{
	const struct field *field = &drawn->field;
	int far = abs(x - field->eye_x) + abs(y - field->eye_y);
	for (int cy = 0; cy < field->height; cy++)
		for (int cx = 0; cx < field->width; cx++) {
			int near = abs(cx - field->eye_x) + abs(cy - field->eye_y);
			if (near > 0 && near < far && blocked(field, cx, cy) &&
				line_crosses(field, tx, ty, cx, cy))
				return false;
		}
	return within(drawn, x, y);
}

static void trace_define(struct drawn *drawn)
{
	struct field *field = &drawn->field;
	int radius = field->radius ? field->radius : CELLS_MAX;
	memset(field->reach, 0, sizeof field->reach);
	field->reach[field->eye_y * field->width + field->eye_x] = true;
	for (int ty = 0; ty < field->height; ty++)
		for (int tx = 0; tx < field->width; tx++) {
			int dx = abs(tx - field->eye_x), dy = abs(ty - field->eye_y);
			bool edge = tx == 0 || ty == 0 || tx == field->width - 1 ||
				    ty == field->height - 1 || dx == radius || dy == radius;
			if (!edge || dx > radius || dy > radius)
				continue;
			for (int i = 0; i < field->width * field->height; i++)
				if (!field->reach[i] &&
					line_crosses(field, tx, ty, i % field->width,
						i / field->width) &&
					line_reaches(
						drawn, tx, ty, i % field->width, i / field->width))
					field->reach[i] = true;
		}
}

static void tiny_draw(struct drawn *drawn)
{
	int width = stream_between(&draws, 1, 14), height = stream_between(&draws, 1, 11);
	field_draw(&drawn->field, width, height, percent_draw());
	floors_draw(drawn);
	drawn->field.radius = stream_percent(&draws, 40) ? stream_between(&draws, 1, 9) : 0;
}

static void rays_are_their_definition(void **state)
{
	static struct drawn drawn, defined;
	(void)state;
	draws_begin(21);
	for (int i = 0; i < 1500; i++) {
		tiny_draw(&drawn);
		defined = drawn;
		rays_define(&defined);
		appearance(&drawn, LAB_RAYS);
		compare(&drawn, &defined, "rays");
	}
}

static void lines_are_their_definition(void **state)
{
	static struct drawn drawn, defined;
	(void)state;
	draws_begin(22);
	for (int i = 0; i < 600; i++) {
		tiny_draw(&drawn);
		defined = drawn;
		trace_define(&defined);
		appearance(&drawn, LAB_TRACE);
		compare(&drawn, &defined, "trace");
	}
}

/* Angband 2.8.3 sees 20 cells far in an octagon, and says of its octants that they have 161 cells
 * and 126 slopes. */
static void the_tables_are_as_large_as_those_of_angband(void **state)
{
	size_t count, cells;
	(void)state;
	struct fov_rays *rays = fov_rays_new((struct fov_limit){LAB_OCTAGON, 20}, 200);
	fov_rays_count(rays, &count, &cells);
	assert_int_equal(count, 126);
	assert_int_equal(cells, 161);
	fov_rays_free(rays);
}

/* ---- Facts of all methods ---- */

static void all_eight_neighbours_are_seen_by_every_method(void **state)
{
	static struct drawn drawn;
	(void)state;
	for (int method = 0; method < (int)COUNT(method_words); method++)
		for (int walls = 0; walls < 256; walls++) {
			field_clear(&drawn.field, 5, 4, 1, 1);
			memset(drawn.cells, ',', 20);
			for (int i = 0, bit = 0; i < 9; i++)
				if (i != 4 && walls >> bit++ & 1)
					drawn.cells[i / 3 * 5 + i % 3] = '#';
			appearance(&drawn, (enum lab_method)method);
			for (int i = 0; i < 9; i++)
				assert_true(sees(&drawn, i % 3, i / 3));
		}
}

static void a_blocker_never_reveals_to_any_method(void **state)
{
	static struct drawn drawn, more;
	(void)state;
	draws_begin(23);
	for (int i = 0; i < 1500; i++) {
		drawn_draw(&drawn, i);
		more = drawn;
		int added = stream_between(&draws, 1, 3);
		for (int j = 0; j < added; j++)
			more.cells[stream_below(&draws, drawn.field.width * drawn.field.height)] =
				'#';
		for (int method = 0; method < (int)COUNT(method_words); method++) {
			appearance(&drawn, (enum lab_method)method);
			appearance(&more, (enum lab_method)method);
			for (int c = 0; c < drawn.field.width * drawn.field.height; c++)
				if (more.field.reach[c] && !drawn.field.reach[c])
					fail_msg("%s: a blocker reveals", method_words[method]);
		}
	}
}

/* All of a map turned over, with what is seen of it. */
static void turn(const struct drawn *drawn, struct drawn *turned, int how)
{
	const struct field *field = &drawn->field;
	struct point size = turned_size(field, how);
	struct point eye = turned_place(field, how, field->eye_x, field->eye_y);
	field_clear(&turned->field, size.x, size.y, eye.x, eye.y);
	turned->field.radius = field->radius;
	turned->shape = drawn->shape;
	for (int i = 0; i < field->width * field->height; i++) {
		struct point place = turned_place(field, how, i % field->width, i / field->width);
		turned->cells[place.y * size.x + place.x] = drawn->cells[i];
		turned->field.reach[place.y * size.x + place.x] = field->reach[i];
	}
}

static void every_method_sees_a_map_turned_over_turned_over(void **state)
{
	static struct drawn drawn, turned, expected;
	(void)state;
	draws_begin(24);
	for (int i = 0; i < 400; i++) {
		drawn_draw(&drawn, i);
		for (int method = 0; method < (int)COUNT(method_words); method++) {
			appearance(&drawn, (enum lab_method)method);
			for (int how = 1; how < 8; how++) {
				turn(&drawn, &expected, how);
				turned = expected;
				appearance(&turned, (enum lab_method)method);
				compare(&turned, &expected, method_words[method]);
			}
		}
	}
}

static void of_an_open_map_all_within_the_shape_is_seen_and_nothing_else(void **state)
{
	static struct drawn drawn;
	(void)state;
	draws_begin(25);
	for (int i = 0; i < 400; i++) {
		int width = stream_between(&draws, 1, 70), height = stream_between(&draws, 1, 50);
		field_draw(&drawn.field, width, height, 0);
		memset(drawn.cells, '.', CELLS_MAX);
		drawn.field.radius = i % 10 ? stream_between(&draws, 1, 40) : 0;
		drawn.shape = (enum lab_shape)(i % (int)COUNT(shape_words));
		for (int method = 0; method < (int)COUNT(method_words); method++) {
			appearance(&drawn, (enum lab_method)method);
			for (int y = 0; y < height; y++)
				for (int x = 0; x < width; x++) {
					bool eye = x == drawn.field.eye_x && y == drawn.field.eye_y;
					if (sees(&drawn, x, y) != (eye || within(&drawn, x, y)))
						fail_msg("%s: cell %d,%d", method_words[method], x,
							y);
				}
		}
	}
}

static void the_largest_open_map_is_seen_whole_from_a_corner(void **state)
{
	static struct drawn drawn;
	(void)state;
	field_clear(&drawn.field, LEVEL_WIDTH_MAX, LEVEL_HEIGHT_MAX, 0, LEVEL_HEIGHT_MAX - 1);
	memset(drawn.cells, '.', CELLS_MAX);
	for (int method = 0; method < (int)COUNT(method_words); method++) {
		appearance(&drawn, (enum lab_method)method);
		for (int i = 0; i < CELLS_MAX; i++)
			assert_true(drawn.field.reach[i]);
	}
}

/* But for lines, whose edge is elsewhere then. */
static void a_limit_only_cuts(void **state)
{
	static const enum lab_method methods[] = {LAB_PERMISSIVE, LAB_RAYS, LAB_MORIA};
	static struct drawn near, whole;
	(void)state;
	draws_begin(26);
	for (int i = 0; i < 1000; i++) {
		drawn_draw(&near, i);
		whole = near;
		whole.field.radius = 0;
		for (size_t m = 0; m < COUNT(methods); m++) {
			appearance(&near, methods[m]);
			appearance(&whole, methods[m]);
			for (int y = 0; y < near.field.height; y++)
				for (int x = 0; x < near.field.width; x++)
					if (x != near.field.eye_x || y != near.field.eye_y)
						assert_int_equal(sees(&near, x, y),
							sees(&whole, x, y) && within(&near, x, y));
		}
	}
}

/* ---- Between two cells ---- */

/* By the rays a cell is seen exactly when the whole look sees it; a clear line is the same both
 * ways, and where there is one there is also a ray. */
static void sight_between_two_cells_is_what_a_look_finds(void **state)
{
	static struct drawn drawn;
	(void)state;
	int differ = 0, agree = 0;
	draws_begin(27);
	for (int i = 0; i < 300; i++) {
		drawn_draw(&drawn, 1);
		const struct field *field = &drawn.field;
		int ex = field->eye_x, ey = field->eye_y;
		appearance(&drawn, LAB_RAYS);
		struct lab_viewer *rays = viewer_new(&drawn, LAB_RAYS);
		struct lab_viewer *trace = viewer_new(&drawn, LAB_TRACE);
		for (int y = 0; y < field->height; y++)
			for (int x = 0; x < field->width; x++) {
				bool ray = lab_viewer_between(rays, ex, ey, x, y);
				bool line = lab_viewer_between(trace, ex, ey, x, y);
				bool eye = x == ex && y == ey;
				assert_int_equal(ray || eye, sees(&drawn, x, y));
				assert_int_equal(line, lab_viewer_between(trace, x, y, ex, ey));
				assert_true(ray || !line);
				agree += ray == line;
				differ += ray != line;
			}
		lab_viewer_free(rays);
		lab_viewer_free(trace);
	}
	/* They do not agree everywhere, or there would be no two of them. */
	assert_in_range(1000 * differ / (agree + differ), 5, 200);
}

/* ---- Drawn maps ---- */

struct drawing {
	const char *name;
	int width, height;
	const char *map;
	const char *answers[4]; /* as the methods are ordered */
};

static const struct drawing drawings[] = {
#include "fov_methods_maps.h"
};

static void drawn_maps_are_answered_cell_by_cell(void **state)
{
	static struct drawn drawn;
	(void)state;
	for (size_t i = 0; i < COUNT(drawings); i++) {
		const struct drawing *drawing = &drawings[i];
		size_t cells = strlen(drawing->map);
		int eye = (int)(strchr(drawing->map, '@') - drawing->map);
		assert_int_equal(cells, drawing->width * drawing->height);
		field_clear(&drawn.field, drawing->width, drawing->height, eye % drawing->width,
			eye / drawing->width);
		memcpy(drawn.cells, drawing->map, cells);
		for (int method = 0; method < (int)COUNT(method_words); method++) {
			appearance(&drawn, (enum lab_method)method);
			assert_int_equal(strlen(drawing->answers[method]), cells);
			for (size_t c = 0; c < cells; c++)
				if ((drawing->answers[method][c] != ' ') != drawn.field.reach[c])
					fail_msg("%s: %s: cell %d,%d", drawing->name,
						method_words[method], (int)c % drawing->width,
						(int)c / drawing->width);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rays_are_their_definition),
		cmocka_unit_test(lines_are_their_definition),
		cmocka_unit_test(the_tables_are_as_large_as_those_of_angband),
		cmocka_unit_test(all_eight_neighbours_are_seen_by_every_method),
		cmocka_unit_test(a_blocker_never_reveals_to_any_method),
		cmocka_unit_test(every_method_sees_a_map_turned_over_turned_over),
		cmocka_unit_test(of_an_open_map_all_within_the_shape_is_seen_and_nothing_else),
		cmocka_unit_test(the_largest_open_map_is_seen_whole_from_a_corner),
		cmocka_unit_test(a_limit_only_cuts),
		cmocka_unit_test(sight_between_two_cells_is_what_a_look_finds),
		cmocka_unit_test(drawn_maps_are_answered_cell_by_cell),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
