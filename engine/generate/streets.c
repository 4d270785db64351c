/*
 * Streets and houses: an avenue from end to end, lanes across it, alleys between those, and blocks
 * of houses, parks and ruins.
 *
 * Everything is cut out of rock, and the rest is drawn as walls at the end, so that houses share
 * walls and rooms meet in proper corners.  A lane runs the whole height.  The alleys of two
 * neighbouring strips need not meet, so crossings differ, and every block with alleys on both sides
 * makes a loop.  A lane may be a canal, with duckboards across it.
 *
 * A house is a box that is halved into rooms; each half has a door to the other, and every house
 * has one to a street.  Windows let light and sight through: from the dark of the street the player
 * sees into lit rooms.
 */
#include "engine/generate/carve.h"

enum {
	STRIP_LEAST = 9, /* cells between lanes */
	STRIP_MOST = 19,
	STRIPS_MOST = 24,
	BLOCK_LEAST = 5, /* rows between alleys, walls included */
	BLOCK_MOST = 9,
	HOUSE_LEAST = 6, /* columns, walls included */
	HOUSE_MOST = 13,
	DEEP = 9,      /* houses are built back to back from so many rows on */
	ROOM_WIDE = 7, /* rooms from this width on are halved */
	ROOM_HIGH = 5,
	PARK_PERCENT = 12,
	RUIN_PERCENT = 10,
	RUIN_HOLES = 9,
	RUIN_HOLE_MOST = 4,
	GAP_PERCENT = 30, /* of neighbouring houses with a gap between them */
	WINDOW_PERCENT = 22,
	CANAL_PERCENT = 30,
	CANAL_WIDTH = 4,
	POLE_EVERY = 9,     /* cells of the avenue */
	GROWN_PERCENT = 45, /* of a park */
	REGION_LEAST = 3,
	AREA_WIDTH = 16
};

struct town {
	struct carve carve;
	uint16_t street, floor; /* floor outdoors and indoors */
	int avenue_top, avenue_height;
	int strip_count;
	struct {
		int left, right; /* first and last column of the blocks, walls included */
	} strips[STRIPS_MOST];
	int canal; /* index of the strip before the canal; -1: none */
};

static void open_street(struct town *town, struct box box)
{
	carve_fill(&town->carve, box, town->street);
}

/* ---- Houses ---- */

/* True if a cell of rock between passable cells can be a door straight through a wall. */
static bool may_hold_door(const struct town *town, int x, int y, bool upright)
{
	const struct carve *carve = &town->carve;
	int dx = upright ? 1 : 0, dy = upright ? 0 : 1;
	if (!carve_within(carve, x, y) || *carve_cell(carve, x, y) != carve->terrain->rock)
		return false;
	uint16_t one = *carve_cell(carve, x - dx, y - dy),
		 other = *carve_cell(carve, x + dx, y + dy);
	return carve->passable[one] && carve->passable[other] &&
	       !((carve->flags[one] | carve->flags[other]) & TERRAIN_DOORWAY);
}

/* Makes a door in a random suitable cell of a stretch of wall. */
static void door_hang(struct town *town, struct box wall, bool upright)
{
	int count = 0, door_x = 0, door_y = 0;
	for (int y = wall.top; y < wall.bottom; y++)
		for (int x = wall.left; x < wall.right; x++)
			if (may_hold_door(town, x, y, upright) &&
				stream_below(town->carve.stream, ++count) == 0) {
				door_x = x;
				door_y = y;
			}
	if (count > 0)
		*carve_cell(&town->carve, door_x, door_y) = carve_door_draw(&town->carve);
}

/* Halves a box of floor until its pieces are rooms. */
static void rooms_make(struct town *town, struct box box)
{
	struct carve *carve = &town->carve;
	int width = box.right - box.left, height = box.bottom - box.top;
	struct box one = box, other = box, wall = box;
	bool upright = width >= ROOM_WIDE && (width >= 2 * height || height < ROOM_HIGH);
	if (width < ROOM_WIDE && height < ROOM_HIGH) {
		carve_fill(carve, box, town->floor);
		carve_room(carve, box);
		return;
	}
	if (upright) {
		wall.left = one.right =
			(int16_t)(box.left + 2 + stream_below(carve->stream, width - 4));
		wall.right = other.left = (int16_t)(wall.left + 1);
	} else {
		wall.top = one.bottom =
			(int16_t)(box.top + 2 + stream_below(carve->stream, height - 4));
		wall.bottom = other.top = (int16_t)(wall.top + 1);
	}
	rooms_make(town, one);
	rooms_make(town, other);
	door_hang(town, wall, upright);
}

/* Returns one of the four walls of a house. */
static struct box wall_of(struct box fixture, int side)
{
	struct box wall = fixture;
	if (side == 0)
		wall.right = (int16_t)(fixture.left + 1);
	else if (side == 1)
		wall.left = (int16_t)(fixture.right - 1);
	else if (side == 2)
		wall.bottom = (int16_t)(fixture.top + 1);
	else
		wall.top = (int16_t)(fixture.bottom - 1);
	return wall;
}

/* Makes a house's doors after all houses of the block exist, when the cells beyond its walls are
 * known. */
static void fixture_open(struct town *town, struct box fixture)
{
	int first = stream_below(town->carve.stream, 4);
	int doors = 1 + stream_below(town->carve.stream, 3);
	for (int i = 0; i < 4 && doors > 0; i++) {
		int side = (first + i) % 4;
		struct box wall = wall_of(fixture, side);
		bool street = false;
		for (int y = wall.top; y < wall.bottom; y++)
			for (int x = wall.left; x < wall.right; x++)
				street = street || may_hold_door(town, x, y, side < 2);
		doors -= street;
		if (street)
			door_hang(town, wall, side < 2);
	}
}

static bool is_pane_or_door(const struct town *town, int x, int y)
{
	uint16_t terrain = *carve_cell(&town->carve, x, y);
	return terrain == town->carve.kind->pane || town->carve.flags[terrain] & TERRAIN_DOORWAY;
}

/* Makes windows in walls between a room and the street; never two side by side. */
static void windows_make(struct town *town)
{
	struct carve *carve = &town->carve;
	for (int y = 1; carve->kind->pane != KIND_NONE && y < carve->height - 1; y++)
		for (int x = 1; x < carve->width - 1; x++) {
			bool upright = may_hold_door(town, x, y, true);
			if ((!upright && !may_hold_door(town, x, y, false)) ||
				is_pane_or_door(town, x - upright + 1, y) ||
				is_pane_or_door(town, x - 1, y) ||
				is_pane_or_door(town, x, y - 1) ||
				is_pane_or_door(town, x + 1, y) || is_pane_or_door(town, x, y + 1))
				continue;
			uint16_t one = upright ? *carve_cell(carve, x - 1, y)
					       : *carve_cell(carve, x, y - 1);
			uint16_t other = upright ? *carve_cell(carve, x + 1, y)
						 : *carve_cell(carve, x, y + 1);
			if (one != other && stream_percent(carve->stream, WINDOW_PERCENT))
				*carve_cell(carve, x, y) = carve->kind->pane;
		}
}

/* ---- Blocks ---- */

/* Returns the part of a box that may be opened. */
static struct box box_within(const struct carve *carve, struct box box)
{
	struct box inner = carve_inner(carve);
	return (struct box){box.left < inner.left ? inner.left : box.left,
		box.top < inner.top ? inner.top : box.top,
		box.right > inner.right ? inner.right : box.right,
		box.bottom > inner.bottom ? inner.bottom : box.bottom};
}

/* Makes an open place with some growth. */
static void park_make(struct town *town, struct box block)
{
	struct carve *carve = &town->carve;
	block = box_within(carve, block);
	int width = block.right - block.left, height = block.bottom - block.top;
	open_street(town, block);
	carve_room(carve, block);
	if (carve->kind->growth == KIND_NONE)
		return;
	struct growth growth = {.within = block,
		.from = town->street,
		.to = carve->kind->growth,
		.size = width * height * GROWN_PERCENT / 100,
		.care = 2};
	int x = block.left + stream_below(carve->stream, width);
	int y = block.top + stream_below(carve->stream, height);
	carve_grow(carve, &growth, x, y, NULL);
}

/* Makes houses side by side, sharing walls or with a gap between them. */
static void row_make(struct town *town, struct box row)
{
	struct stream *stream = town->carve.stream;
	struct box houses[STRIP_MOST + STRIP_LEAST];
	int count = 0, left = row.left;
	while (row.right - left >= HOUSE_LEAST) {
		int rest = row.right - left;
		int width = stream_between(stream, HOUSE_LEAST, HOUSE_MOST);
		if (rest - width < HOUSE_LEAST)
			width = rest;
		houses[count++] = carve_box(left, row.top, width, row.bottom - row.top);
		left += width - 1;
		if (row.right - left >= HOUSE_LEAST + 2 && stream_percent(stream, GAP_PERCENT)) {
			open_street(town, carve_box(left + 1, row.top < 1 ? 1 : row.top, 1,
						  row.bottom - (row.top < 1 ? 1 : row.top) -
							  (row.bottom >= town->carve.height)));
			left += 2;
		}
	}
	for (int i = 0; i < count; i++)
		rooms_make(town,
			(struct box){(int16_t)(houses[i].left + 1), (int16_t)(houses[i].top + 1),
				(int16_t)(houses[i].right - 1), (int16_t)(houses[i].bottom - 1)});
	for (int i = 0; i < count; i++)
		fixture_open(town, houses[i]);
}

/* Makes a ruin: floor, and walls with random gaps. */
static void ruin_make(struct town *town, struct box block)
{
	struct carve *carve = &town->carve;
	struct box floor = {(int16_t)(block.left + 1), (int16_t)(block.top + 1),
		(int16_t)(block.right - 1), (int16_t)(block.bottom - 1)};
	struct growth growth = {.within = box_within(carve, block),
		.from = carve->terrain->rock,
		.to = town->street,
		.care = 1};
	carve_fill(carve, floor, town->floor);
	carve_room(carve, floor);
	for (int i = 0; i < RUIN_HOLES; i++) {
		struct box wall = wall_of(block, stream_below(carve->stream, 4));
		int x = wall.left + stream_below(carve->stream, wall.right - wall.left);
		int y = wall.top + stream_below(carve->stream, wall.bottom - wall.top);
		growth.size = stream_between(carve->stream, 1, RUIN_HOLE_MOST);
		carve_grow(carve, &growth, x, y, NULL);
	}
}

static void block_make(struct town *town, struct box block)
{
	struct stream *stream = town->carve.stream;
	int height = block.bottom - block.top, drawn = stream_below(stream, 100);
	if (drawn < PARK_PERCENT) {
		park_make(town, block);
	} else if (drawn < PARK_PERCENT + RUIN_PERCENT) {
		ruin_make(town, block);
	} else if (height >= DEEP) {
		int half = block.top + height / 2;
		row_make(town,
			(struct box){block.left, block.top, block.right, (int16_t)(half + 1)});
		row_make(town, (struct box){block.left, (int16_t)half, block.right, block.bottom});
	} else {
		row_make(town, block);
	}
}

/* Fills one side of the avenue in a strip: blocks, with alleys between them. */
static void side_make(struct town *town, int left, int right, int top, int bottom)
{
	struct stream *stream = town->carve.stream;
	while (bottom - top >= BLOCK_LEAST - 1) {
		int rest = bottom - top;
		int height = stream_between(stream, BLOCK_LEAST, BLOCK_MOST);
		if (rest - height - 1 < BLOCK_LEAST)
			height = rest;
		block_make(town, (struct box){(int16_t)left, (int16_t)top, (int16_t)(right + 1),
					 (int16_t)(top + height)});
		top += height;
		if (bottom - top < BLOCK_LEAST)
			return;
		int first = left > 0 ? left : 1;
		int last = right < town->carve.width - 1 ? right : town->carve.width - 2;
		open_street(town, carve_box(first, top, last - first + 1, 1));
		top++;
	}
}

/* ---- Streets ---- */

static void canal_make(struct town *town, int left)
{
	struct carve *carve = &town->carve;
	open_street(town, carve_box(left, 1, CANAL_WIDTH + 2, carve->height - 2));
	carve_fill(
		carve, carve_box(left + 1, 1, CANAL_WIDTH, carve->height - 2), carve->kind->pool);
	carve_fill(carve, carve_box(left + 1, town->avenue_top, CANAL_WIDTH, town->avenue_height),
		carve_material(carve->kind->shore, town->street));
}

/* Makes lanes from top to bottom, and the strips between them. */
static void lanes_make(struct town *town)
{
	struct carve *carve = &town->carve;
	struct stream *stream = carve->stream;
	int left = 0;
	bool canal = carve->kind->pool != KIND_NONE && carve->width >= 60 &&
		     stream_percent(stream, CANAL_PERCENT);
	int after = canal ? 1 + stream_below(stream, 2) : -1;
	while (town->strip_count < STRIPS_MOST) {
		int rest = carve->width - left, strip = town->strip_count;
		int width = stream_between(stream, STRIP_LEAST, STRIP_MOST);
		int lane = strip == after ? CANAL_WIDTH + 2 : stream_between(stream, 1, 2);
		if (rest - width - lane < STRIP_LEAST || strip == STRIPS_MOST - 1)
			width = rest;
		town->strips[town->strip_count].left = left;
		town->strips[town->strip_count++].right = left + width - 1;
		left += width;
		if (width == rest)
			return;
		if (strip == after)
			canal_make(town, left);
		else
			open_street(town, carve_box(left, 1, lane, carve->height - 2));
		left += lane;
	}
}

static void avenue_make(struct town *town)
{
	struct carve *carve = &town->carve;
	int height = carve->height, third = height / 3;
	town->avenue_height = height < 15 ? 2 : 3;
	town->avenue_top =
		height < 15 ? (height - 2) / 2 : third + stream_below(carve->stream, third - 2);
	open_street(town, carve_box(1, town->avenue_top, carve->width - 2, town->avenue_height));
}

/* ---- All ---- */

/* Marks streets as halls, except the avenue, whose stretches are areas. */
static void streets_mark(struct town *town)
{
	struct carve *carve = &town->carve;
	struct level *level = carve->level;
	int pieces = (carve->width + AREA_WIDTH / 2) / AREA_WIDTH;
	for (int y = 1; y < carve->height - 1; y++)
		for (int x = 1; x < carve->width - 1; x++) {
			bool avenue =
				y >= town->avenue_top && y < town->avenue_top + town->avenue_height;
			size_t at = level_at(level, x, y);
			bool inside = level->terrain[at] == town->floor;
			if (!avenue && !inside && carve_is_way(carve, (int)at) &&
				!(carve->flags[level->terrain[at]] & TERRAIN_DOORWAY))
				level->flags[at] |= LEVEL_HALL;
		}
	for (size_t i = 0; i < level->area_count; i++)
		for (int y = 0; y < level->areas[i].height; y++)
			for (int x = 0; x < level->areas[i].width; x++)
				level->flags[level_at(level, level->areas[i].x + x,
					level->areas[i].y + y)] &= (uint8_t)~LEVEL_HALL;
	for (int i = 0; i < pieces; i++) {
		int left = 1 + i * (carve->width - 2) / pieces;
		int right = 1 + (i + 1) * (carve->width - 2) / pieces;
		carve_room(carve,
			carve_box(left, town->avenue_top, right - left, town->avenue_height));
	}
	carve_halls(carve, AREA_WIDTH, AREA_WIDTH);
}

/* Makes the line in the middle of the avenue, and the poles beside it. */
static void avenue_furnish(struct town *town)
{
	struct carve *carve = &town->carve;
	int middle = town->avenue_top + town->avenue_height / 2;
	for (int x = 1; carve->kind->line != KIND_NONE && x < carve->width - 1; x++)
		if (*carve_cell(carve, x, middle) == town->street)
			*carve_cell(carve, x, middle) = carve->kind->line;
	for (int x = 3; x < carve->width - 3; x++) {
		int y = stream_below(carve->stream, 2) ? town->avenue_top
						       : town->avenue_top + town->avenue_height - 1;
		if (y != middle && carve_pole(carve, x, y))
			x += POLE_EVERY - 1 + stream_below(carve->stream, POLE_EVERY);
	}
}

bool generate_streets(struct making *making)
{
	struct town town = {.canal = -1};
	struct carve *carve = &town.carve;
	carve_begin(carve, making);
	town.street = carve->terrain->floor;
	town.floor = carve_material(carve->kind->inside, town.street);
	avenue_make(&town);
	lanes_make(&town);
	generate_stage(making, "streets");
	for (int i = 0; i < town.strip_count; i++) {
		int left = town.strips[i].left, right = town.strips[i].right;
		side_make(&town, left, right, 0, town.avenue_top);
		side_make(&town, left, right, town.avenue_top + town.avenue_height, carve->height);
	}
	generate_stage(making, "houses");
	carve_join(carve, &(struct joining){.digs = {carve->terrain->rock, KIND_NONE},
				  .into = carve->terrain->opening,
				  .solid = carve->terrain->rock,
				  .least = REGION_LEAST});
	carve_round(carve, town.street, carve->terrain->rock);
	windows_make(&town);
	carve_walls(carve);
	generate_stage(making, "walls");
	streets_mark(&town);
	carve_stairs(carve);
	avenue_furnish(&town);
	generate_stage(making, "stairs");
	carve_end(carve);
	return true;
}
