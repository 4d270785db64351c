/*
 * Bytes and time of rendering, on a walk that is simulated: rooms, corridors, memory, messages and
 * a status line.
 *
 * A caller walks from room to room of a made-up level; what is in view is drawn whole, what was is
 * faded.  Every step is one frame.  The walk is the same for every kind of terminal.
 */
#include "vt100/vt100.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define WIDTH 80
#define HALF 40 /* columns of a home computer, which shows half of the level */
#define HEIGHT 24
#define STEPS 3000
#define ROOMS 9

struct room {
	int x, y, width, height; /* of the floor */
};

struct walk {
	uint16_t glyph[HEIGHT][WIDTH];
	bool room_floor[HEIGHT][WIDTH];
	bool known[HEIGHT][WIDTH];
	struct room rooms[ROOMS];
	int x, y, goal_x, goal_y;
	unsigned turn, noise;
	uint64_t random;
};

static unsigned draw(struct walk *walk, unsigned below)
{
	walk->random ^= walk->random << 13;
	walk->random ^= walk->random >> 7;
	walk->random ^= walk->random << 17;
	return (unsigned)((walk->random >> 16) % below);
}

static void carve(struct walk *walk, int x, int y)
{
	if (!walk->room_floor[y][x])
		walk->glyph[y][x] = VT_CORRIDOR;
}

static void dig_corridor(struct walk *walk, const struct room *a, const struct room *b)
{
	int x = a->x + a->width / 2, y = a->y + a->height / 2;
	int to_x = b->x + b->width / 2, to_y = b->y + b->height / 2;

	for (; x != to_x; x += x < to_x ? 1 : -1)
		carve(walk, x, y);
	for (; y != to_y; y += y < to_y ? 1 : -1)
		carve(walk, x, y);
}

static void dig_room(struct walk *walk, struct room *room, int cell)
{
	room->width = 4 + (int)draw(walk, 16);
	room->height = 2 + (int)draw(walk, 3);
	room->x = cell % 3 * 26 + 2 + (int)draw(walk, (unsigned)(23 - room->width));
	room->y = cell / 3 * 7 + 2 + (int)draw(walk, (unsigned)(6 - room->height));
	for (int y = room->y - 1; y <= room->y + room->height; y++) {
		for (int x = room->x - 1; x <= room->x + room->width; x++) {
			bool side = x < room->x || x == room->x + room->width;
			bool edge = y < room->y || y == room->y + room->height;

			walk->glyph[y][x] = edge ? VT_WALL_H : side ? VT_WALL_V : VT_FLOOR;
			walk->room_floor[y][x] = !edge && !side;
		}
	}
}

static void walk_begin(struct walk *walk)
{
	*walk = (struct walk){.random = 0x5eed5eed5eedULL};
	for (int i = 0; i < ROOMS; i++)
		dig_room(walk, &walk->rooms[i], i);
	for (int i = 0; i + 1 < ROOMS; i++)
		dig_corridor(walk, &walk->rooms[i], &walk->rooms[i + 1]);
	walk->x = walk->goal_x = walk->rooms[0].x;
	walk->y = walk->goal_y = walk->rooms[0].y;
}

static const struct room *room_around(const struct walk *walk, int x, int y)
{
	for (int i = 0; i < ROOMS; i++) {
		const struct room *room = &walk->rooms[i];
		if (x >= room->x && x < room->x + room->width && y >= room->y &&
			y < room->y + room->height)
			return room;
	}
	return NULL;
}

static bool is_seen(const struct walk *walk, const struct room *here, int x, int y)
{
	if (abs(x - walk->x) <= 1 && abs(y - walk->y) <= 1)
		return true;
	return here != NULL && x >= here->x - 1 && x <= here->x + here->width && y >= here->y - 1 &&
	       y <= here->y + here->height;
}

/* One step along the shortest way to the goal, found from the goal. */
static void walk_step(struct walk *walk)
{
	static short distance[HEIGHT][WIDTH];
	static short queue[HEIGHT * WIDTH];
	int head = 0, tail = 0;

	while (walk->x == walk->goal_x && walk->y == walk->goal_y) {
		const struct room *room = &walk->rooms[draw(walk, ROOMS)];
		walk->goal_x = room->x + (int)draw(walk, (unsigned)room->width);
		walk->goal_y = room->y + (int)draw(walk, (unsigned)room->height);
	}
	memset(distance, -1, sizeof(distance));
	distance[walk->goal_y][walk->goal_x] = 0;
	queue[tail++] = (short)(walk->goal_y * WIDTH + walk->goal_x);
	while (head < tail) {
		int y = queue[head] / WIDTH, x = queue[head] % WIDTH;

		head++;
		for (int i = 0; i < 9; i++) {
			int nx = x + i % 3 - 1, ny = y + i / 3 - 1;
			bool open = walk->room_floor[ny][nx] || walk->glyph[ny][nx] == VT_CORRIDOR;

			if (!open || distance[ny][nx] >= 0)
				continue;
			distance[ny][nx] = (short)(distance[y][x] + 1);
			queue[tail++] = (short)(ny * WIDTH + nx);
		}
	}
	for (int i = 0; i < 9; i++) {
		int nx = walk->x + i % 3 - 1, ny = walk->y + i / 3 - 1;

		if (distance[ny][nx] >= 0 && distance[ny][nx] < distance[walk->y][walk->x]) {
			walk->x = nx;
			walk->y = ny;
			break;
		}
	}
	walk->turn++;
	walk->noise = draw(walk, 12) == 0 ? 14 : 7;
}

static void walk_paint(struct walk *walk, struct vt_frame *frame)
{
	const struct room *here = room_around(walk, walk->x, walk->y);
	int left = frame->width == HALF && walk->x >= HALF ? HALF : 0;

	vt_frame_clear(frame);
	for (int y = 1; y < HEIGHT - 2; y++) {
		for (int x = 0; x < WIDTH; x++) {
			bool seen = is_seen(walk, here, x, y);
			if (walk->glyph[y][x] == 0)
				continue;
			walk->known[y][x] |= seen;
			if (walk->known[y][x])
				vt_put(frame, x - left, y, walk->glyph[y][x],
					walk->room_floor[y][x] ? VT_STONE : VT_DIM,
					seen ? 0 : VT_FADED);
		}
	}
	vt_put(frame, walk->x - left, walk->y, '@', VT_HERO, 0);
	if (walk->turn % 9 == 0)
		vt_text(frame, 0, 0, "You hear a scratching to the north.", VT_TEXT, 0, NULL);
	vt_text(frame, 0, HEIGHT - 2, "Health", VT_TEXT, 0, NULL);
	vt_fill(frame, (struct vt_area){7, HEIGHT - 2, 10, 1}, VT_BAR_FULL, VT_GOOD, 0);
	vt_textf(frame, 18, HEIGHT - 2, VT_TEXT, 0, "40/40  Mana 10  Level 1  Gold 17");
	vt_textf(frame, 0, HEIGHT - 1, VT_TEXT, 0, "Depth 1  Food %u  Noise %u",
		1200 - walk->turn / 20, walk->noise);
	frame->cursor_x = (int16_t)(walk->x - left);
	frame->cursor_y = (int16_t)walk->y;
}

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void measure(const char *title, const char *name, int width, enum vt_charset charset,
	enum vt_colours colours)
{
	static int sizes[STEPS];
	struct vt_terminal *terminal = vt_terminal_new(vt_kind_by_name(name), charset, colours);
	struct vt_frame frame = {0};
	struct vt_bytes out = {0};
	struct walk walk;
	double time = 0;
	long sum = 0;

	if (terminal == NULL || !vt_frame_resize(&frame, width, HEIGHT))
		abort();
	walk_begin(&walk);
	walk_paint(&walk, &frame);
	vt_render(terminal, &frame, &out);
	size_t first = out.size;
	for (int i = 0; i < STEPS; i++) {
		walk_step(&walk);
		walk_paint(&walk, &frame);
		out.size = 0;
		double begin = seconds();
		vt_render(terminal, &frame, &out);
		time += seconds() - begin;
		sizes[i] = (int)out.size;
		sum += sizes[i];
	}
	qsort(sizes, STEPS, sizeof(sizes[0]), compare);
	printf("render_%s_first %zu bytes\n", title, first);
	printf("render_%s_step_median %d bytes\n", title, sizes[STEPS / 2]);
	printf("render_%s_step_mean %.1f bytes\n", title, (double)sum / STEPS);
	printf("render_%s_step_p95 %d bytes\n", title, sizes[STEPS * 95 / 100]);
	printf("render_%s_step_time %.2f us\n", title, time / STEPS * 1e6);
	vt_bytes_free(&out);
	vt_frame_free(&frame);
	vt_terminal_free(terminal);
}

int main(void)
{
	measure("xterm_utf8", "xterm-256color", WIDTH, VT_UTF8, VT_COLOURS_256);
	measure("xterm_ascii", "xterm-256color", WIDTH, VT_ASCII, VT_COLOURS_256);
	measure("syncterm", "syncterm", WIDTH, VT_CP437, VT_COLOURS_16);
	measure("linux", "linux", WIDTH, VT_UTF8, VT_COLOURS_16);
	measure("vt100", "vt100", WIDTH, VT_DEC, VT_MONO);
	measure("petscii", "petscii", HALF, VT_PETSCII, VT_COLOURS_16);
	measure("petscii80", "petscii", WIDTH, VT_PETSCII, VT_COLOURS_16);
	measure("atascii", "atascii", HALF, VT_ATASCII, VT_MONO);
	return 0;
}
