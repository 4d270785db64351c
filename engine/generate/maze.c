/*
 * Mazes: aisles between obstacles, and chambers among them.
 *
 * A lattice of places, each some cells of an aisle, is joined by Kruskal's tree, so that exactly
 * one path leads between any two.  Then most dead ends are opened, so that the maze has loops.
 * Edges along the rows are joined first, so that the aisles are long.  A chamber occupies several
 * places of the lattice. The aisles are halls, the chambers are rooms; lamps light stretches of
 * both.
 */
#include "engine/generate/carve.h"

#include <assert.h>
#include <stdlib.h>

enum {
	PLACES_A_CHAMBER = 30,
	CHAMBER_TRIES = 12,
	CHAMBER_WIDTH_MOST = 14, /* cells */
	CHAMBER_HEIGHT_MOST = 7,
	DEAD_END_PERCENT = 75, /* of dead ends that are opened */
	GAP_PERCENT = 5,       /* of all edges still closed after that */
	ALONG_LEAST = 45,      /* percent of the edges across rows that wait for those along rows */
	ALONG_MOST = 80,
	HALL_WIDTH = 40, /* of the areas of aisles */
	HALL_HEIGHT = 11,
	LIT_WIDTH = 20, /* of a stretch that is lit together */
	LIT_HEIGHT = 7
};

enum { OPEN_EAST = 1, OPEN_SOUTH = 2 };

#define NO_CHAMBER UINT16_MAX

struct maze {
	struct carve carve;
	uint16_t block;
	int across, down, count; /* places */
	int pitch_x, pitch_y; /* cells from one place to the next, including the obstacle between */
	int left, top;        /* of the first place */
	uint16_t *group, *chamber; /* for each place */
	uint8_t *open;             /* for each place */
	uint8_t *open_edges;       /* number of open edges of the place, or of its chamber */
	int32_t *edges;            /* place * 2, + 1 southward; those that can join, shuffled */
	int edge_count, chamber_count;
};

/* ---- The lattice ---- */

static int line_of(int size, int pitch)
{
	return (size - 1) / pitch;
}

/* Returns the box of so many columns and rows of places, with the obstacles between them. */
static struct box box_of(const struct maze *maze, int column, int row, int columns, int rows)
{
	return carve_box(maze->left + column * maze->pitch_x, maze->top + row * maze->pitch_y,
		columns * maze->pitch_x - 1, rows * maze->pitch_y - 1);
}

static void *array_new(int count, size_t size)
{
	void *array = calloc((size_t)count, size);
	assert(array);
	return array;
}

static void maze_begin(struct maze *maze, struct making *making)
{
	*maze = (struct maze){0};
	carve_begin(&maze->carve, making);
	struct carve *carve = &maze->carve;
	maze->pitch_x = stream_between(carve->stream, 2, 4);
	maze->pitch_y = 2 + (carve->height >= 15 && stream_percent(carve->stream, 25));
	maze->across = line_of(carve->width, maze->pitch_x);
	maze->down = line_of(carve->height, maze->pitch_y);
	maze->count = maze->across * maze->down;
	maze->left = (carve->width - maze->across * maze->pitch_x + 1) / 2;
	maze->top = (carve->height - maze->down * maze->pitch_y + 1) / 2;
	maze->block = carve_material(carve->kind->block, carve->terrain->rock);
	maze->group = array_new(maze->count, sizeof *maze->group);
	maze->chamber = array_new(maze->count, sizeof *maze->chamber);
	maze->open = array_new(maze->count, sizeof *maze->open);
	maze->open_edges = array_new(maze->count, sizeof *maze->open_edges);
	maze->edges = array_new(2 * maze->count, sizeof *maze->edges);
	for (int i = 0; i < maze->count; i++) {
		maze->group[i] = (uint16_t)i;
		maze->chamber[i] = NO_CHAMBER;
	}
	carve_fill(carve, box_of(maze, 0, 0, maze->across, maze->down), maze->block);
	for (int i = 0; i < maze->count; i++)
		carve_fill(carve, box_of(maze, i % maze->across, i / maze->across, 1, 1),
			carve->terrain->floor);
}

static void maze_end(struct maze *maze)
{
	carve_end(&maze->carve);
	free(maze->group);
	free(maze->chamber);
	free(maze->open);
	free(maze->open_edges);
	free(maze->edges);
}

/* ---- Chambers ---- */

static bool chamber_fits(const struct maze *maze, int column, int row, int columns, int rows)
{
	for (int y = row - 1; y <= row + rows; y++)
		for (int x = column - 1; x <= column + columns; x++)
			if (x >= 0 && y >= 0 && x < maze->across && y < maze->down &&
				maze->chamber[y * maze->across + x] != NO_CHAMBER)
				return false;
	return true;
}

/* Makes a chamber of its places; its first place identifies it. */
static void chamber_make(struct maze *maze, int column, int row, int columns, int rows)
{
	struct carve *carve = &maze->carve;
	struct box box = box_of(maze, column, row, columns, rows);
	int first = row * maze->across + column;
	for (int y = row; y < row + rows; y++)
		for (int x = column; x < column + columns; x++) {
			maze->chamber[y * maze->across + x] = (uint16_t)first;
			maze->group[y * maze->across + x] = (uint16_t)first;
		}
	carve_fill(carve, box, carve_material(carve->kind->inside, carve->terrain->floor));
	carve_room(carve, box);
	maze->chamber_count++;
}

/* Draws the number of places of a chamber along one side: at most so many cells, or a part of the
 * maze. */
static int chamber_side(struct maze *maze, int pitch, int cells, int most)
{
	int places = (cells + 1) / pitch;
	places = places < most ? places : most;
	return places > 2 ? stream_between(&maze->carve.making->stream, 2, places) : 2;
}

/* Makes a chamber at either end of the maze, for the stairs, and others between. */
static void chambers_make(struct maze *maze)
{
	struct stream *stream = maze->carve.stream;
	int wanted = 2 + maze->count / PLACES_A_CHAMBER, half = maze->across / 2;
	for (int i = 0; i < wanted * CHAMBER_TRIES && maze->chamber_count < wanted; i++) {
		bool end = maze->chamber_count < 2;
		int columns = chamber_side(maze, maze->pitch_x, CHAMBER_WIDTH_MOST, half - 1);
		int rows = chamber_side(maze, maze->pitch_y, CHAMBER_HEIGHT_MOST, maze->down - 1);
		int span = end ? half : maze->across;
		int column = stream_below(stream, span - columns + 1);
		if (end && maze->chamber_count == 1)
			column += maze->across - half;
		int row = stream_below(stream, maze->down - rows + 1);
		if (end || chamber_fits(maze, column, row, columns, rows))
			chamber_make(maze, column, row, columns, rows);
	}
}

/* ---- Ways ---- */

static int beyond(const struct maze *maze, int edge)
{
	return edge / 2 + (edge & 1 ? maze->across : 1);
}

static bool edge_exists(const struct maze *maze, int edge)
{
	int place = edge / 2;
	if (edge & 1 ? place / maze->across == maze->down - 1
		     : place % maze->across == maze->across - 1)
		return false;
	return maze->chamber[place] == NO_CHAMBER ||
	       maze->chamber[place] != maze->chamber[beyond(maze, edge)];
}

/* Returns the number of open edges of a place, or of its chamber. */
static uint8_t *distance_map_of(struct maze *maze, int place)
{
	bool chamber = maze->chamber[place] != NO_CHAMBER;
	return &maze->open_edges[chamber ? maze->chamber[place] : place];
}

/* Opens a gap between two places: along an aisle as wide as the aisle, across it one cell. */
static void edge_open(struct maze *maze, int edge)
{
	struct carve *carve = &maze->carve;
	int place = edge / 2, other = beyond(maze, edge);
	struct box box = box_of(maze, place % maze->across, place / maze->across, 1, 1);
	bool south = edge & 1;
	bool chamber = maze->chamber[place] != NO_CHAMBER || maze->chamber[other] != NO_CHAMBER;
	maze->open[place] |= (uint8_t)(south ? OPEN_SOUTH : OPEN_EAST);
	++*distance_map_of(maze, place);
	++*distance_map_of(maze, other);
	int height = 1, x, y;
	if (south) {
		x = box.left + stream_below(carve->stream, maze->pitch_x - 1);
		y = box.bottom;
	} else {
		x = box.right;
		y = box.top + (chamber ? stream_below(carve->stream, maze->pitch_y - 1) : 0);
		height = chamber ? 1 : maze->pitch_y - 1;
	}
	bool door = chamber && stream_percent(carve->stream, carve->kind->door_percent);
	carve_fill(carve, carve_box(x, y, 1, height),
		door ? carve->terrain->door_closed : carve->terrain->floor);
}

/* Path halving (Tarjan and van Leeuwen, 1984); without it paths grow as long as the maze. */
static uint16_t group_of(struct maze *maze, int place)
{
	uint16_t *group = maze->group;
	while (group[place] != place)
		place = group[place] = group[group[place]];
	return (uint16_t)place;
}

static void edges_list(struct maze *maze)
{
	for (int edge = 0; edge < 2 * maze->count; edge++)
		if (edge_exists(maze, edge))
			maze->edges[maze->edge_count++] = edge;
	for (int i = maze->edge_count - 1; i > 0; i--) {
		int other = stream_below(maze->carve.stream, i + 1);
		int32_t edge = maze->edges[i];
		maze->edges[i] = maze->edges[other];
		maze->edges[other] = edge;
	}
}

/* Takes two rounds: edges across the rows may have to wait for the second. */
static void tree_open(struct maze *maze)
{
	struct stream *stream = maze->carve.stream;
	int waits = stream_between(stream, ALONG_LEAST, ALONG_MOST);
	for (int round = 0; round < 2; round++)
		for (int i = 0; i < maze->edge_count; i++) {
			int edge = maze->edges[i];
			bool wait = round == 0 && edge & 1 && stream_percent(stream, waits);
			uint16_t a = group_of(maze, edge / 2);
			uint16_t b = group_of(maze, beyond(maze, edge));
			if (wait || a == b)
				continue;
			maze->group[a] = b;
			edge_open(maze, edge);
		}
}

static bool is_open(const struct maze *maze, int edge)
{
	return maze->open[edge / 2] & (edge & 1 ? OPEN_SOUTH : OPEN_EAST);
}

/* Opens dead ends, and a few other gaps. */
static void dead_ends_open(struct maze *maze)
{
	struct stream *stream = maze->carve.stream;
	for (int i = 0; i < maze->edge_count; i++) {
		int edge = maze->edges[i];
		if (is_open(maze, edge))
			continue;
		int here = *distance_map_of(maze, edge / 2),
		    there = *distance_map_of(maze, beyond(maze, edge));
		bool dead_end = here < 2 || there < 2;
		if (stream_percent(stream, dead_end ? DEAD_END_PERCENT : GAP_PERCENT))
			edge_open(maze, edge);
	}
}

/* ---- All ---- */

/* Marks all cells outside of chambers as halls, obstacles included, because that compresses
 * well. */
static void aisles_mark(struct maze *maze)
{
	struct carve *carve = &maze->carve;
	struct level *level = carve->level;
	for (int at = 0; at < carve->cells; at++)
		if (!(carve->flags[level->terrain[at]] & (TERRAIN_DOORWAY | TERRAIN_WALL)))
			level->flags[at] |= LEVEL_HALL;
	for (size_t i = 0; i < level->area_count; i++)
		for (int y = 0; y < level->areas[i].height; y++)
			for (int x = 0; x < level->areas[i].width; x++)
				level->flags[level_at(level, level->areas[i].x + x,
					level->areas[i].y + y)] &= (uint8_t)~LEVEL_HALL;
	carve_halls(carve, HALL_WIDTH, HALL_HEIGHT);
}

/* Lights whole stretches of the aisles. */
static void aisles_light(struct maze *maze)
{
	struct carve *carve = &maze->carve;
	struct box all = box_of(maze, 0, 0, maze->across, maze->down);
	int across = 1 + (all.right - all.left) / LIT_WIDTH;
	int down = 1 + (all.bottom - all.top) / LIT_HEIGHT;
	for (int i = 0; i < across * down; i++) {
		int width = all.right - all.left, height = all.bottom - all.top;
		int column = i % across, row = i / across;
		struct box box = {(int16_t)(all.left + column * width / across),
			(int16_t)(all.top + row * height / down),
			(int16_t)(all.left + (column + 1) * width / across),
			(int16_t)(all.top + (row + 1) * height / down)};
		if (!carve_draws_dark(carve))
			carve_light_box(carve, box);
	}
}

bool generate_maze(struct making *making)
{
	struct maze maze;
	maze_begin(&maze, making);
	chambers_make(&maze);
	generate_stage(making, "chambers");
	edges_list(&maze);
	tree_open(&maze);
	generate_stage(making, "aisles that connect");
	dead_ends_open(&maze);
	carve_round(&maze.carve, making->content->terrain.floor, maze.block);
	generate_stage(making, "aisles that go round");
	carve_walls(&maze.carve);
	aisles_mark(&maze);
	aisles_light(&maze);
	carve_stairs(&maze.carve);
	generate_stage(making, "stairs");
	maze_end(&maze);
	return true;
}
