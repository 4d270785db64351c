/*
 * Screens of home computers for tests, as strict as the strictest of their programs.
 *
 * A C64 is that of its KERNAL: quote mode, insertions, colours, and rows that the editor joins to
 * lines. After the last column of a row it pushes the rows below down. An Atari is that of its
 * editor. Bytes that the machines and SyncTERM handle differently are a failure. So are bytes that
 * nobody should send: a control code that would be shown as a picture, a wrap, a scroll, an
 * insertion that pushes a character off the row.
 */
#ifndef TRAPDOOR_TESTS_HOME_COMPUTERS_H
#define TRAPDOOR_TESTS_HOME_COMPUTERS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define HOME_WIDTH_MAX 80
#define HOME_HEIGHT 25

struct home_cell {
	uint8_t code, colour; /* the code of the screen, from 128 on reversed */
};

struct home_screen {
	bool atari;
	bool return_keeps; /* Return does not end a reversal, as in SyncTERM */
	int width, height, x, y, bells;
	uint8_t colour;
	bool reverse, quotes, small, escaped;
	int insertions;
	bool joined[HOME_HEIGHT + 1]; /* the row continues the one before */
	struct home_cell cells[HOME_HEIGHT][HOME_WIDTH_MAX];
	char failure[120];
};

static inline void home_fail(struct home_screen *screen, const char *what, int number)
{
	if (screen->failure[0] == '\0')
		snprintf(screen->failure, sizeof(screen->failure), "%s (%02x) at %d,%d", what,
			number, screen->x, screen->y);
}

static inline void home_begin(struct home_screen *screen, bool atari, int width)
{
	*screen = (struct home_screen){
		.atari = atari, .width = width, .height = atari ? 24 : 25, .colour = 14};
	for (int y = 0; y < HOME_HEIGHT; y++)
		for (int x = 0; x < width; x++)
			screen->cells[y][x] = (struct home_cell){'!', 2};
}

/* A blank of an Atari is 0 in its own codes. */
static inline uint8_t home_blank(const struct home_screen *screen)
{
	return screen->atari ? 0 : ' ';
}

static inline void home_fill(struct home_screen *screen, int y, int from, int to)
{
	for (int x = from; x < to; x++)
		screen->cells[y][x] = (struct home_cell){home_blank(screen), screen->colour};
}

static inline void home_clear(struct home_screen *screen)
{
	for (int y = 0; y < screen->height; y++)
		home_fill(screen, y, 0, screen->width);
	memset(screen->joined, 0, sizeof(screen->joined));
	screen->x = screen->y = 0;
}

/* A row is inserted below the cursor's, and the last one is lost. */
static inline void home_push_down(struct home_screen *screen)
{
	int below = screen->y + 1, rows = screen->height - below - 1;

	if (rows > 0)
		memmove(screen->cells[below + 1], screen->cells[below],
			sizeof(screen->cells[0]) * (size_t)rows);
	if (below < screen->height)
		home_fill(screen, below, 0, screen->width);
}

static inline void home_print(struct home_screen *screen, uint8_t code)
{
	screen->cells[screen->y][screen->x] = (struct home_cell){code, screen->colour};
	if (screen->insertions > 0)
		screen->insertions--;
	if (++screen->x < screen->width)
		return;
	home_fail(screen, "a character in the last column", code);
	if (!screen->joined[screen->y + 1])
		home_push_down(screen);
	screen->joined[screen->y + 1] = true;
	screen->x = 0;
	screen->y = screen->y + 1 < screen->height ? screen->y + 1 : screen->y;
}

/* The next line, which on these machines may be two rows further down. */
static inline void home_return(struct home_screen *screen)
{
	do
		screen->y++;
	while (screen->joined[screen->y] && screen->y < screen->height);
	if (screen->y >= screen->height) {
		home_fail(screen, "a scroll", 0);
		screen->y = screen->height - 1;
	}
	screen->x = 0;
}

static inline void home_step(struct home_screen *screen, int dx, int dy)
{
	int x = screen->x + dx, y = screen->y + dy;

	if (x < 0 || x >= screen->width || y < 0 || y >= screen->height) {
		if (!screen->atari)
			home_fail(screen, "a step over the edge", y * 100 + x);
		x = (x + screen->width) % screen->width;
		y = (y + screen->height) % screen->height;
	}
	screen->x = x;
	screen->y = y;
}

/* Moves the cells behind x to the left. */
static inline void home_delete(struct home_screen *screen)
{
	struct home_cell *row = screen->cells[screen->y];
	int x = screen->x;

	memmove(row + x, row + x + 1, sizeof(*row) * (size_t)(screen->width - 1 - x));
	home_fill(screen, screen->y, screen->width - 1, screen->width);
}

static inline void home_insert(struct home_screen *screen)
{
	struct home_cell *row = screen->cells[screen->y];
	int x = screen->x;

	if (row[screen->width - 1].code != home_blank(screen) || x == screen->width - 1)
		home_fail(screen, "an insertion that pushes a row", x);
	memmove(row + x + 1, row + x, sizeof(*row) * (size_t)(screen->width - 1 - x));
	home_fill(screen, screen->y, x, x + 1);
}

/* ---- PETSCII ---- */

/* Returns the code of the screen for a printable one. */
static inline uint8_t c64_code(uint8_t byte)
{
	if (byte == 0xff)
		return 0x5e;
	if (byte < 0x40)
		return byte;
	if (byte < 0x60)
		return byte - 0x40;
	if (byte < 0x80)
		return byte - 0x20;
	return byte < 0xc0 ? byte - 0x40 : byte - 0x80;
}

static inline bool c64_colour(struct home_screen *screen, uint8_t byte)
{
	static const uint8_t codes[] = {0x90, 0x05, 0x1c, 0x9f, 0x9c, 0x1e, 0x1f, 0x9e, 0x81, 0x95,
		0x96, 0x97, 0x98, 0x99, 0x9a, 0x9b};
	const uint8_t *found = memchr(codes, byte, sizeof(codes));

	if (found != NULL)
		screen->colour = (uint8_t)(found - codes);
	return found != NULL;
}

static inline void c64_control(struct home_screen *screen, uint8_t byte)
{
	switch (byte) {
	case 0x0d:
		screen->reverse &= screen->return_keeps;
		home_return(screen);
		break;
	case 0x11:
	case 0x91:
		home_step(screen, 0, byte == 0x11 ? 1 : -1);
		break;
	case 0x1d:
	case 0x9d:
		home_step(screen, byte == 0x1d ? 1 : -1, 0);
		break;
	case 0x13:
		screen->x = screen->y = 0;
		break;
	case 0x93:
		home_clear(screen);
		break;
	case 0x12:
	case 0x92:
		screen->reverse = byte == 0x12;
		break;
	case 0x14:
		home_step(screen, -1, 0);
		home_delete(screen);
		break;
	case 0x94:
		home_insert(screen);
		screen->insertions++;
		break;
	case 0x0e:
		screen->small = true;
		break;
	case 0x07:
		screen->bells++;
		break;
	default:
		if (!c64_colour(screen, byte))
			home_fail(screen, "an unknown control code", byte);
	}
}

static inline void c64_write(struct home_screen *screen, uint8_t byte)
{
	if ((byte & 0x7f) < 0x20) {
		if (screen->quotes || screen->insertions > 0)
			home_fail(screen, "a control code that is shown as a picture", byte);
		c64_control(screen, byte);
		return;
	}
	if (byte == '"' || byte == 0xff || (byte >= 0x60 && byte < 0x80))
		home_fail(screen, "a character that should not be sent", byte);
	screen->quotes ^= byte == '"';
	home_print(screen, (uint8_t)(c64_code(byte) | (screen->reverse ? 0x80 : 0)));
}

/* ---- ATASCII ---- */

static inline uint8_t atari_code(uint8_t byte)
{
	uint8_t low = byte & 0x7f;

	low = low < 0x20 ? low + 0x40 : low < 0x60 ? low - 0x20 : low;
	return (uint8_t)(low | (byte & 0x80));
}

static inline bool atari_control(struct home_screen *screen, uint8_t byte)
{
	switch (byte) {
	case 0x1c:
	case 0x1d:
		home_step(screen, 0, byte == 0x1d ? 1 : -1);
		return true;
	case 0x1e:
	case 0x1f:
		home_step(screen, byte == 0x1f ? 1 : -1, 0);
		return true;
	case 0x7d:
		home_clear(screen);
		return true;
	case 0x9b:
		home_return(screen);
		return true;
	case 0xfd:
		screen->bells++;
		return true;
	case 0xfe:
		home_delete(screen);
		return true;
	case 0xff:
		home_insert(screen);
		return true;
	default:
		return false;
	}
}

static inline void atari_write(struct home_screen *screen, uint8_t byte)
{
	if (atari_control(screen, byte))
		return;
	if (byte == 0x1b || (byte & 0x7f) == 0 || (byte & 0x7f) == 0x0a || (byte & 0x7f) == 0x0d ||
		(byte & 0x7f) >= 0x7d || (byte >= 0x9c && byte <= 0x9f))
		home_fail(screen, "a character that should not be sent", byte);
	home_print(screen, atari_code(byte));
}

static inline void home_write(struct home_screen *screen, const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		if (screen->atari)
			atari_write(screen, bytes[i]);
		else
			c64_write(screen, bytes[i]);
	}
}

#endif
