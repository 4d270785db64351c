/*
 * Random frames: rooms, text, noise, scrolled cells and light, drawn from one generator, so that
 * every run of a test has the same ones.
 */
#ifndef TRAPDOOR_TESTS_RANDOM_FRAMES_H
#define TRAPDOOR_TESTS_RANDOM_FRAMES_H

#include <string.h>

#include "vt100/vt100.h"

/* Shades of the random frames: none, and one of each sort. Shaded cells have no attributes, except
 * for one. */
static const uint8_t shades[] = {VT_SHADE_NONE, 1 + VT_LIGHT_LAMP *VT_SHADE_LEVELS + 2,
	1 + VT_LIGHT_LAMP *VT_SHADE_LEVELS + 7, 1 + VT_ON_WATER *VT_SHADE_LEVELS + 5,
	VT_SHADE_UNLIT, VT_SHADE_MEMORY};
#define SHADES (sizeof(shades) / sizeof(shades[0]))
#define SHADED_MOST VT_REVERSE

static uint64_t random_state;
static bool shaded; /* the frames have shades */

static inline unsigned draw(unsigned below)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return (unsigned)((random_state >> 16) % below);
}

static inline uint16_t draw_glyph(void)
{
	if (draw(3) == 0)
		return ' ';
	if (draw(3) == 0)
		return (uint16_t)(VT_GLYPH_FIRST + 1 + draw(VT_GLYPH_END - VT_GLYPH_FIRST - 1));
	return (uint16_t)(' ' + draw(95));
}

static inline unsigned draw_attributes(void)
{
	return draw(4) == 0 ? draw(16) : 0;
}

static inline void draw_noise(struct vt_frame *frame, int count)
{
	/* One draw a statement: compilers order the arguments of a call as they like. */
	for (int i = 0; i < count; i++) {
		unsigned attributes = draw_attributes();
		enum vt_colour_role role = (enum vt_colour_role)draw(VT_COLOUR_ROLE_COUNT);
		uint16_t glyph = draw_glyph();
		int y = (int)draw((unsigned)frame->height);
		int x = (int)draw((unsigned)frame->width);
		unsigned shade = shaded && draw(2) ? shades[draw(SHADES)] : VT_SHADE_NONE;

		if (shade != VT_SHADE_NONE)
			attributes &= SHADED_MOST;
		vt_put(frame, x, y, glyph, role, attributes);
		vt_shade(frame, x, y, shade);
	}
}

/* Lights a stretch of cells, as a lamp does. */
static inline void draw_light(struct vt_frame *frame)
{
	unsigned shade = shades[1 + draw(SHADES - 1)];
	int y = (int)draw((unsigned)frame->height);
	int x = (int)draw((unsigned)frame->width), end = x + (int)draw(12);

	for (; x < end && x < frame->width; x++) {
		frame->cells[y * frame->width + x].attributes &= SHADED_MOST;
		vt_shade(frame, x, y, shade);
	}
}

static inline void draw_rows(struct vt_frame *frame, int count)
{
	static const char words[] = "the rat lets go. you do not hear it leave, caller `{|}~";

	for (int i = 0; i < count; i++) {
		int y = (int)draw((unsigned)frame->height);
		const char *text = words + draw(sizeof(words) - 1);

		vt_fill(frame, (struct vt_area){0, y, frame->width, 1}, ' ', VT_TEXT, 0);
		unsigned attributes = draw_attributes();
		enum vt_colour_role role = (enum vt_colour_role)draw(VT_COLOUR_ROLE_COUNT);
		int x = (int)draw(30) - 3;

		vt_text(frame, x, y, text, role, attributes, NULL);
	}
}

static inline void draw_room(struct vt_frame *frame)
{
	int x = (int)draw((unsigned)frame->width + 8) - 8,
	    y = (int)draw((unsigned)frame->height) - 2;
	int width = 2 + (int)draw(30), height = 2 + (int)draw(10);

	vt_box(frame, (struct vt_area){x, y, width, height}, VT_STONE);
	vt_fill(frame, (struct vt_area){x + 1, y + 1, width - 2, height - 2}, VT_FLOOR, VT_STONE,
		draw(2) ? VT_FADED : 0);
}

static inline void scroll_cells(struct vt_frame *frame)
{
	int top = (int)draw((unsigned)frame->height);
	int rows = 1 + (int)draw((unsigned)(frame->height - top));
	int by = 1 + (int)draw((unsigned)rows);
	size_t row = sizeof(*frame->cells) * (size_t)frame->width;
	struct vt_cell *from = frame->cells + top * frame->width;

	if (by >= rows)
		return;
	if (draw(2))
		memmove(from, from + by * frame->width, row * (size_t)(rows - by));
	else
		memmove(from + by * frame->width, from, row * (size_t)(rows - by));
}

/* Everything from a row on becomes blank. */
static inline void draw_below(struct vt_frame *frame)
{
	unsigned attributes = draw(4) ? 0 : VT_REVERSE;
	int y = (int)draw((unsigned)frame->height);

	vt_fill(frame, (struct vt_area){0, y, frame->width, frame->height}, ' ', VT_TEXT,
		attributes);
}

static inline void change_frame(struct vt_frame *frame)
{
	switch (draw(shaded ? 12 : 9)) {
	case 0:
		vt_frame_clear(frame);
		draw_room(frame);
		break;
	case 1:
		draw_noise(frame, frame->width * frame->height / 3);
		break;
	case 2:
		draw_rows(frame, 1 + (int)draw((unsigned)frame->height));
		break;
	case 3:
	case 4:
		scroll_cells(frame);
		break;
	case 5:
		draw_below(frame);
		break;
	case 6:
		draw_room(frame);
		break;
	case 9:
	case 10:
	case 11:
		for (int i = 0; i < 7; i++)
			draw_light(frame);
		break;
	default:
		draw_noise(frame, 1 + (int)draw(6));
		break;
	}
	frame->cursor_x = (int16_t)(draw(4) ? (int)draw((unsigned)frame->width) : -1);
	frame->cursor_y = (int16_t)draw((unsigned)frame->height);
}

#endif
