/*
 * Sight: what of a level is seen, by line and light.
 *
 * A case is a drawn map and what is seen of it.  On maps: '.' lit floor, ',' dark floor, '#'
 * corridor, '-' and '|' walls, 'o' an opening, '+' a closed door, '/' an open one, 's' a secret
 * one, ' ' rock; '@' is the eye, which stands on `under`.
 */
#include "engine/generate/generate.h"
#include "tests/test.h"

#include "engine/map/sight.h"
#include "tests/engine/stock.h"
#include "tests/engine/stock_tests.h"

#define ROWS_MAX 10

struct sight_case {
	const char *title;
	char under;
	int light_radius;
	bool blind;
	const char *map[ROWS_MAX], *seen[ROWS_MAX];
};

/* clang-format off */
static const struct sight_case cases[] = {
	{"a lit room is seen whole, the dark corridor behind its opening is not", '.', 0, false,
		{"---+---   ",
		 "|.....|   ",
		 "|.@...|   ",
		 "|.....o###",
		 "-------   "},
		{"*******",
		 "*******",
		 "*******",
		 "*******",
		 "*******"}},
	{"of a dark room the floor around is seen, and the walls that touch it", ',', 0, false,
		{"-------",
		 "|,,,,,|",
		 "|,@,,,|",
		 "|,,,,,|",
		 "-------"},
		{"*****",
		 "****",
		 "****",
		 "****",
		 "*****"}},
	{"from a corridor that passes outside, a room's walls are not seen", '#', 0, false,
		{"|...|",
		 "-----",
		 "##@##"},
		{"",
		 "",
		 " ***"}},
	{"a door is seen when adjacent, the walls beside it are not", '#', 0, false,
		{"----   ",
		 "|..|   ",
		 "|..+@##",
		 "|..|   ",
		 "----   "},
		{"",
		 "    **",
		 "   ***",
		 "    **",
		 ""}},
	{"from a doorway, the room is seen", 'o', 0, false,
		{"-----  ",
		 "|...|  ",
		 "|...@##",
		 "|...|  ",
		 "-----  "},
		{"*****",
		 "******",
		 "******",
		 "******",
		 "*****"}},
	{"from the doorway of a dark room, what is near of it is seen", '/', 0, false,
		{"------  ",
		 "|,,,,|  ",
		 "|,,,,@##",
		 "|,,,,|  ",
		 "------  "},
		{"   ***",
		 "    ***",
		 "    ***",
		 "    ***",
		 "   ***"}},
	{"from the dark one sees into the light", '#', 0, false,
		{"-----   ",
		 "|...|   ",
		 "|...o##@",
		 "|...|   ",
		 "-----   "},
		{"*****",
		 "***** **",
		 "***** **",
		 "***** **",
		 "*****"}},
	{"a closed door hides the light behind it", '#', 0, false,
		{"-----   ",
		 "|...|   ",
		 "|...+##@",
		 "|...|   ",
		 "-----   "},
		{"",
		 "      **",
		 "      **",
		 "      **",
		 ""}},
	{"an opening that is not near shows only by the floor before it", '#', 0, false,
		{"-----   ",
		 "|,,,|   ",
		 "|,,,o##@",
		 "|,,,|   ",
		 "-----   "},
		{"",
		 "      **",
		 "      **",
		 "      **",
		 ""}},
	{"a secret door is a wall: not seen from the corridor that it closes", '#', 0, false,
		{"|...|",
		 "--s--",
		 "##@##"},
		{"",
		 "",
		 " ***"}},
	{"a secret door is a wall: seen from the room", '.', 0, false,
		{"-----",
		 "|.@.|",
		 "--s--",
		 "  #  "},
		{"*****",
		 "*****",
		 "*****",
		 ""}},
	{"carried light shows floor, walls, doors and corridor within its square", ',', 2, false,
		{"--------- ",
		 "|,,,,,,,o#",
		 "|,,,,,@,| ",
		 "|,,,,,,,| ",
		 "--------- "},
		{"   ******",
		 "    *****",
		 "    *****",
		 "    *****",
		 "   ******"}},
	{"the blind see what is adjacent", '.', 0, true,
		{"-------",
		 "|.....|",
		 "|..@..|",
		 "|.....|",
		 "-------"},
		{" *****",
		 "  ***",
		 "  ***",
		 "  ***",
		 " *****"}},
	{"the blind have no use of the light that they carry", '.', 3, true,
		{"-------",
		 "|.....|",
		 "|..@..|",
		 "|.....|",
		 "-------"},
		{" *****",
		 "  ***",
		 "  ***",
		 "  ***",
		 " *****"}},
	{"of two rooms the lit one is seen through both openings", ',', 0, false,
		{"-----  -----",
		 "|,,,|  |...|",
		 "|,@,o##o...|",
		 "|,,,|  |...|",
		 "-----  -----"},
		{"*****  *****",
		 "*****  *****",
		 "*****  *****",
		 "*****  *****",
		 "*****  *****"}},
};
/* clang-format on */

static uint16_t terrain_of(char symbol)
{
	const struct content_terrains *terrain = &stock->terrain;
	switch (symbol) {
	case '.':
	case ',':
		return terrain->floor;
	case '#':
		return terrain->corridor;
	case '-':
		return terrain->wall_horizontal;
	case '|':
		return terrain->wall_vertical;
	case 'o':
		return terrain->opening;
	case '+':
		return terrain->door_closed;
	case '/':
		return terrain->door_open;
	case 's':
		return terrain->door_secret_horizontal;
	default:
		return terrain->rock;
	}
}

static struct level *level_draw(const char *const *map, char under, struct sight_eye *eye)
{
	int height = 0;
	while (height < ROWS_MAX && map[height])
		height++;
	struct level *level = level_new((int)strlen(map[0]), height);
	for (int y = 0; y < height; y++)
		for (int x = 0; x < level->width; x++) {
			char symbol = map[y][x];
			if (symbol == '@') {
				eye->x = (int16_t)x;
				eye->y = (int16_t)y;
				symbol = under;
			}
			level->terrain[level_at(level, x, y)] = terrain_of(symbol);
			level->flags[level_at(level, x, y)] = symbol == '.' ? LEVEL_LIT : 0;
		}
	return level;
}

/* Lights the square around a cell, ignoring walls. */
static void glow_around(struct level *level, int x, int y, int radius)
{
	for (int down = -radius; radius > 0 && down <= radius; down++)
		for (int across = -radius; across <= radius; across++)
			if (level_inside(level, x + across, y + down))
				level->flags[level_at(level, x + across, y + down)] |= LEVEL_GLOW;
}

static bool seen(const struct level *level, int x, int y)
{
	return level_inside(level, x, y) && level->flags[level_at(level, x, y)] & LEVEL_SEEN;
}

static void case_print(const struct level *level)
{
	for (int y = 0; y < level->height; y++) {
		for (int x = 0; x < level->width; x++)
			putchar(seen(level, x, y) ? '*' : '.');
		putchar('\n');
	}
	fflush(stdout);
}

static void each_map_shows_the_expected_cells(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct sight_eye eye = {.blind = cases[i].blind};
		struct level *level = level_draw(cases[i].map, cases[i].under, &eye);
		glow_around(level, eye.x, eye.y, cases[i].light_radius);
		sight_update(level, stock, &eye);
		for (int y = 0; y < level->height; y++)
			for (int x = 0; x < level->width; x++) {
				const char *row = cases[i].seen[y];
				if (seen(level, x, y) == (x < (int)strlen(row) && row[x] == '*'))
					continue;
				case_print(level);
				fail_msg("%s: cell %d,%d", cases[i].title, x, y);
			}
		level_free(level);
	}
}

static void a_line_asks_for_no_light(void **state)
{
	(void)state;
	static const char *const map[] = {
		"--------", "|,,,,,,|", "|@,,,,,+", "|,,,,,,|", "--------", NULL};
	for (int blind = 0; blind < 2; blind++) {
		struct sight_eye eye = {.blind = blind};
		struct level *level = level_draw(map, ',', &eye);
		sight_update(level, stock, &eye);
		assert_true(sight_line(level, 6, 1) && sight_line(level, 6, 3) &&
			    sight_line(level, 7, 2));
		assert_false(seen(level, 6, 1));
		assert_false(sight_line(level, 8, 2) || sight_line(level, -1, 0));
		level->terrain[level_at(level, 3, 2)] = stock->terrain.wall_vertical;
		sight_update(level, stock, &eye);
		assert_false(sight_line(level, 6, 2));
		level_free(level);
	}
}

static void only_the_two_flags_are_touched_and_old_ones_go(void **state)
{
	(void)state;
	static const char *const map[] = {
		"-----------", "|...|,,,,,|", "|.@.|,,,,,|", "-----------", NULL};
	struct sight_eye eye = {0};
	struct level *level = level_draw(map, '.', &eye);
	level->flags[level_at(level, 6, 1)] |= LEVEL_HALL | LEVEL_KNOWN;
	level->memory[level_at(level, 6, 1)] = 3;
	sight_update(level, stock, &eye);
	assert_true(seen(level, 1, 1) && !seen(level, 6, 1));
	eye.x = 6;
	sight_update(level, stock, &eye);
	assert_false(seen(level, 1, 1) || sight_line(level, 1, 1));
	assert_int_equal(level->flags[level_at(level, 6, 1)],
		LEVEL_HALL | LEVEL_KNOWN | LEVEL_SEEN | LEVEL_REACHABLE);
	assert_int_equal(level->memory[level_at(level, 6, 1)], 3);
	assert_int_equal(level->flags[level_at(level, 1, 1)], LEVEL_LIT);
	level_free(level);
}

static void adjacency_is_of_eight_sides(void **state)
{
	(void)state;
	for (int dy = -2; dy <= 2; dy++)
		for (int dx = -2; dx <= 2; dx++)
			assert_int_equal(sight_adjacent(10, 10, 10 + dx, 10 + dy),
				abs(dx) < 2 && abs(dy) < 2);
}

/* ---- The rules again, one cell at a time, on whole levels ---- */

static bool is_seen_and_shows(const struct level *level, int x, int y)
{
	return seen(level, x, y) &&
	       stock->terrains[level->terrain[level_at(level, x, y)]].flags & TERRAIN_SHOWS_WALLS;
}

static bool is_touched(const struct level *level, int x, int y)
{
	for (int ny = y - 1; ny <= y + 1; ny++)
		for (int nx = x - 1; nx <= x + 1; nx++)
			if (is_seen_and_shows(level, nx, ny))
				return true;
	return false;
}

static bool rule_says_seen(const struct level *level, const struct sight_eye *eye, int x, int y)
{
	size_t at = level_at(level, x, y);
	uint32_t flags = stock->terrains[level->terrain[at]].flags;
	bool adjacent = sight_adjacent(eye->x, eye->y, x, y);
	if (flags & (TERRAIN_WALL | TERRAIN_REMEMBERED_AS_WALL))
		return is_touched(level, x, y);
	if (flags & TERRAIN_DOORWAY)
		return adjacent || is_touched(level, x, y);
	return sight_line(level, x, y) && (adjacent || level->flags[at] & LEVEL_LIT);
}

static void every_cell_follows_the_rules(void **state)
{
	(void)state;
	for (int number = 0; number < 300; number++) {
		struct seed seed = {{0x73, (uint8_t)number, (uint8_t)(number >> 8)}};
		int width = number % 10 ? 0 : 150, height = number % 10 ? 0 : 60;
		struct level *level = level_generate(stock, &seed,
			&(struct level_order){.depth = 1 + number % 12,
				.kind = KIND_NONE,
				.width = width,
				.height = height});
		struct stream stream;
		stream_begin(&stream, &seed, PURPOSE_THINGS, 0, 0);
		for (int i = 0; i < 12; i++) {
			int x, y;
			assert_true(level_place(stock, level, &stream, NULL, NULL, &x, &y));
			struct sight_eye eye = {.x = (int16_t)x, .y = (int16_t)y};
			sight_update(level, stock, &eye);
			for (y = 0; y < level->height; y++)
				for (x = 0; x < level->width; x++)
					assert_int_equal(seen(level, x, y),
						rule_says_seen(level, &eye, x, y));
		}
		level_free(level);
	}
}

/* A rectangle with walls and doors about it, and nothing in it that stops light. */
static bool stands_open(const struct level *level, const struct area *area)
{
	for (int y = area->y - 1; y <= area->y + area->height; y++)
		for (int x = area->x - 1; x <= area->x + area->width; x++) {
			bool inside = x >= area->x && y >= area->y && x < area->x + area->width &&
				      y < area->y + area->height;
			uint16_t terrain = level->terrain[level_at(level, x, y)];
			uint32_t flags = stock->terrains[terrain].flags;
			if (!(flags & (inside ? TERRAIN_LIGHT : TERRAIN_WALL | TERRAIN_DOORWAY)))
				return false;
		}
	return true;
}

/* Room and walls, corners and doorways too, where nothing in it stands in the way. */
static void a_lit_room_is_seen_whole_from_each_of_its_cells(void **state)
{
	struct content *bare = stock_bare_content();
	int rooms = 0;
	(void)state;
	for (int number = 0; number < 20; number++) {
		struct seed seed = {{0x77, (uint8_t)number}};
		struct level *level = level_generate(
			bare, &seed, &(struct level_order){.depth = 1, .kind = KIND_NONE});
		for (size_t i = 0; i < level->area_count; i++) {
			const struct area *area = &level->areas[i];
			bool whole = area->lit && stands_open(level, area);
			rooms += whole;
			for (int cell = 0; whole && cell < area->width * area->height; cell++) {
				struct sight_eye eye = {
					.x = (int16_t)(area->x + cell % area->width),
					.y = (int16_t)(area->y + cell / area->width)};
				sight_update(level, bare, &eye);
				for (int y = area->y - 1; y <= area->y + area->height; y++)
					for (int x = area->x - 1; x <= area->x + area->width; x++)
						assert_true(seen(level, x, y));
			}
		}
		level_free(level);
	}
	assert_true(rooms > 20);
	content_free(bare);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_map_shows_the_expected_cells),
		cmocka_unit_test(a_line_asks_for_no_light),
		cmocka_unit_test(only_the_two_flags_are_touched_and_old_ones_go),
		cmocka_unit_test(adjacency_is_of_eight_sides),
		cmocka_unit_test(every_cell_follows_the_rules),
		cmocka_unit_test(a_lit_room_is_seen_whole_from_each_of_its_cells),
	};
	return stock_run(stock_content(), tests);
}
