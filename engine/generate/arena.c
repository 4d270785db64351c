/*
 * The arena: an oval ground surrounded by stands, a gallery around that, and rooms in two wings.
 *
 * Terrain follows from the squared distance of a cell from the middle of the hall, in hundredths of
 * the distance to the rim of the oval that fills it: the ground inside, then rings of seats, which
 * block walking but neither sight nor missiles, then a wall with gates, and the gallery.  The
 * ground is lit as the kind says, the gallery never: a creature on the ground is seen from
 * everywhere, and sees nobody in the gallery.
 */
#include "engine/generate/carve.h"

enum {
	RIM = 100,    /* of the gallery */
	WALL = 72,    /* of the wall between gallery and stands */
	STANDS = 54,  /* of the stands */
	GROUND = 30,  /* of the ground */
	ROW_DEEP = 9, /* of a row of seats, or of the way behind it */
	AISLE_EVERY = 9,
	WING_LEAST = 4, /* cells of a room in a wing */
	WING_MOST = 11,
	WING_PART = 8,       /* of the width */
	ROOM_HIGH = 7,       /* about so high is a room, wall included */
	PILLAR_PERCENT = 60, /* of arenas that have pillars */
	PILLAR_DX = 7,
	PILLAR_DY = 3,
	AREA_WIDTH = 18,
	AREA_HEIGHT = 8
};

/* Returns the squared distance of a cell from the middle of a box, in the units above. */
static int out(struct box box, int x, int y)
{
	int w = box.right - box.left, h = box.bottom - box.top;
	int dx = 2 * (x - box.left) + 1 - w, dy = 2 * (y - box.top) + 1 - h;
	return RIM * dx * dx / (w * w) + RIM * dy * dy / (h * h);
}

static bool is_seat(struct box hall, int x, int y)
{
	int from_middle = x - (hall.left + hall.right) / 2;
	bool aisle = from_middle % AISLE_EVERY == 0 || y == (hall.top + hall.bottom) / 2;
	return !aisle && (out(hall, x, y) - GROUND) / ROW_DEEP % 2 == 1;
}

static bool is_pillar(struct box hall, int x, int y)
{
	int dx = x - (hall.left + hall.right) / 2, dy = y - (hall.top + hall.bottom) / 2;
	dx = dx < 0 ? -dx : dx;
	dy = dy < 0 ? -dy : dy;
	return dx % PILLAR_DX == PILLAR_DX / 2 && dy % PILLAR_DY == PILLAR_DY - 1;
}

static void hall_make(struct carve *carve, struct box hall)
{
	bool pillars = stream_percent(carve->stream, PILLAR_PERCENT);
	uint16_t pillar = carve_material(carve->kind->post, carve->terrain->rock);
	for (int y = hall.top; y < hall.bottom; y++)
		for (int x = hall.left; x < hall.right; x++) {
			int far = out(hall, x, y);
			uint16_t *cell = carve_cell(carve, x, y);
			if (far > RIM || (far > STANDS && far <= WALL))
				continue;
			*cell = carve->terrain->floor;
			if (far > WALL)
				carve->level->flags[level_at(carve->level, x, y)] |= LEVEL_HALL;
			else if (far > GROUND && carve->kind->block != KIND_NONE &&
				 is_seat(hall, x, y))
				*cell = carve->kind->block;
			else if (far <= GROUND && pillars && is_pillar(hall, x, y))
				*cell = pillar;
		}
}

/* ---- Gates ---- */

/* Opens a gate from the gallery straight into the stands, through one column or row of the wall. */
static void gate_make(struct carve *carve, struct box hall, int side)
{
	bool upright = side >= 2;
	int sign = side % 2 ? 1 : -1;
	int x = (hall.left + hall.right) / 2, y = (hall.top + hall.bottom) / 2;
	if (upright)
		x += stream_between(carve->stream, -1, 1) * AISLE_EVERY;
	for (;;) {
		x += upright ? 0 : sign;
		y += upright ? sign : 0;
		if (x < hall.left || y < hall.top || x >= hall.right || y >= hall.bottom)
			return;
		int far = out(hall, x, y);
		if (far > STANDS && far <= WALL)
			*carve_cell(carve, x, y) = carve->terrain->floor;
	}
}

/* ---- Wings ---- */

/* Makes a passage along the hall, and rooms one above the other, each with a door to it. */
static void wing_make(struct carve *carve, int left, int width, int passage)
{
	int height = carve->height - 1, count = height / ROOM_HIGH;
	count = count > 0 ? count : 1;
	for (int y = 1; y < carve->height - 1; y++) {
		*carve_cell(carve, passage, y) = carve->terrain->floor;
		carve->level->flags[level_at(carve->level, passage, y)] |= LEVEL_HALL;
	}
	for (int i = 0; i < count; i++) {
		int top = 1 + i * height / count, bottom = (i + 1) * height / count;
		struct box room = carve_box(left, top, width, bottom - top);
		int y = top + stream_below(carve->stream, bottom - top);
		carve_fill(carve, room, carve_material(carve->kind->inside, carve->terrain->floor));
		carve_room(carve, room);
		*carve_cell(carve, passage < left ? left - 1 : left + width, y) =
			carve_door_draw(carve);
	}
}

/* ---- All ---- */

/* Lists the areas of the oval, and lights some with their walls. */
static void oval_list(struct carve *carve, struct box hall)
{
	int across = 1 + (hall.right - hall.left) / AREA_WIDTH;
	int down = 1 + (hall.bottom - hall.top) / (2 * AREA_HEIGHT);
	struct box ground = {hall.right, hall.bottom, hall.left, hall.top};
	bool dark = carve_draws_dark(carve);
	for (int y = hall.top; y < hall.bottom; y++)
		for (int x = hall.left; x < hall.right; x++) {
			if (out(hall, x, y) > STANDS)
				continue;
			ground.left = (int16_t)(x < ground.left ? x : ground.left);
			ground.top = (int16_t)(y < ground.top ? y : ground.top);
			ground.right = (int16_t)(x >= ground.right ? x + 1 : ground.right);
			ground.bottom = (int16_t)(y >= ground.bottom ? y + 1 : ground.bottom);
			if (!dark)
				carve_light_cell(carve, x, y);
		}
	size_t first = carve->level->area_count;
	for (int i = 0; i < across * down; i++) {
		int width = ground.right - ground.left, height = ground.bottom - ground.top;
		struct box piece = {(int16_t)(ground.left + i % across * width / across),
			(int16_t)(ground.top + i / across * height / down),
			(int16_t)(ground.left + (i % across + 1) * width / across),
			(int16_t)(ground.top + (i / across + 1) * height / down)};
		carve_piece(carve, &piece, false);
	}
	for (size_t i = first; i < carve->level->area_count; i++)
		carve->level->areas[i].lit = !dark;
}

bool generate_arena(struct making *making)
{
	struct carve carve;
	carve_begin(&carve, making);
	int wing = carve.width / WING_PART;
	wing = wing < WING_LEAST ? WING_LEAST : wing > WING_MOST ? WING_MOST : wing;
	struct box hall = {(int16_t)(wing + 3), 1, (int16_t)(carve.width - wing - 3),
		(int16_t)(carve.height - 1)};
	hall_make(&carve, hall);
	for (int side = 0; side < 4; side++)
		gate_make(&carve, hall, side);
	wing_make(&carve, 1, wing, wing + 2);
	wing_make(&carve, carve.width - 1 - wing, wing, carve.width - 3 - wing);
	oval_list(&carve, hall);
	generate_stage(making, "hall");
	carve_join(&carve,
		&(struct joining){.digs = {carve.terrain->rock, carve.kind->block, KIND_NONE},
			.into = carve.terrain->floor,
			.solid = carve.terrain->rock,
			.least = 1});
	carve_round(&carve, carve.terrain->floor, carve.terrain->rock);
	carve_walls(&carve);
	generate_stage(making, "walls");
	carve_halls(&carve, AREA_WIDTH, AREA_HEIGHT);
	carve_stairs(&carve);
	generate_stage(making, "stairs");
	carve_end(&carve);
	return true;
}
