/*
 * Screens of terminals before ANSI X3.64 for tests: VT52, ADM-3A, Televideo and Wyse, Minitel.
 *
 * These are failures: a control that the terminal lacks, motion beyond the screen, a relative
 * motion behind the last column, a scroll, the last cell.
 */
#ifndef TRAPDOOR_TESTS_OLD_SCREENS_H
#define TRAPDOOR_TESTS_OLD_SCREENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum old_model { OLD_VT52, OLD_ADM3A, OLD_TELEVIDEO, OLD_MINITEL };

struct old_screen {
	enum old_model model;
	bool stays; /* in the last column, as a VT52; others wrap at once */
	int width, height, x, y;
	bool behind; /* the last column was written */
	char cells[24][80];
	char failure[100];
};

static inline void old_fail(struct old_screen *screen, const char *what, int number)
{
	if (screen->failure[0] == '\0')
		snprintf(screen->failure, sizeof(screen->failure), "%s (%02x) at %d,%d", what,
			number, screen->x, screen->y);
}

static inline void old_begin(struct old_screen *screen, enum old_model model)
{
	*screen = (struct old_screen){.model = model,
		.stays = model == OLD_VT52,
		.width = model == OLD_MINITEL ? 40 : 80,
		.height = 24};
	memset(screen->cells, '!', sizeof(screen->cells));
}

static inline void old_place(struct old_screen *screen, int x, int y)
{
	if (x < 0 || y < 0 || x >= screen->width || y >= screen->height) {
		old_fail(screen, "motion beyond the screen", y * 100 + x);
		return;
	}
	screen->x = x;
	screen->y = y;
	screen->behind = false;
}

static inline void old_erase(struct old_screen *screen, bool below)
{
	if (screen->behind)
		old_fail(screen, "erasing behind the last column", below);
	memset(screen->cells[screen->y] + screen->x, ' ', (size_t)(80 - screen->x));
	for (int y = screen->y + 1; below && y < screen->height; y++)
		memset(screen->cells[y], ' ', 80);
}

static inline void old_clear(struct old_screen *screen)
{
	memset(screen->cells, ' ', sizeof(screen->cells));
	old_place(screen, 0, 0);
}

static inline void old_print(struct old_screen *screen, uint8_t byte)
{
	if (screen->behind && !screen->stays)
		screen->y++;
	if (screen->behind && !screen->stays)
		screen->x = 0;
	screen->behind = false;
	if (screen->x == screen->width - 1 && screen->y == screen->height - 1)
		old_fail(screen, "the last cell", byte);
	screen->cells[screen->y % 24][screen->x] = (char)byte;
	if (screen->x < screen->width - 1)
		screen->x++;
	else
		screen->behind = true;
}

static inline void old_step(struct old_screen *screen, uint8_t byte)
{
	if (screen->behind)
		old_fail(screen, "a relative motion behind the last column", byte);
	if (byte == '\b')
		old_place(screen, screen->x - 1, screen->y);
	else if (byte == '\r')
		old_place(screen, 0, screen->y);
	else
		old_place(screen, screen->x, screen->y + 1);
}

/* Returns the bytes of the sequence that begins here. */
static inline size_t old_escape(struct old_screen *screen, const uint8_t *bytes, size_t size)
{
	static const char places[] = {'Y', '=', '='};
	char second = size > 1 ? (char)bytes[1] : '\0';

	if (screen->model != OLD_MINITEL && second == places[screen->model] && size >= 4) {
		old_place(screen, bytes[3] - ' ', bytes[2] - ' ');
		return 4;
	}
	if (screen->model == OLD_VT52 && second == 'H')
		old_place(screen, 0, 0);
	else if (screen->model == OLD_VT52 && (second == 'K' || second == 'J'))
		old_erase(screen, second == 'J');
	else if (screen->model == OLD_TELEVIDEO && (second == 'T' || second == 'Y'))
		old_erase(screen, second == 'Y');
	else
		old_fail(screen, "an unknown sequence", second);
	return 2;
}

static inline void old_write(struct old_screen *screen, const uint8_t *bytes, size_t size)
{
	for (size_t at = 0; at < size; at++) {
		uint8_t byte = bytes[at];
		bool minitel = screen->model == OLD_MINITEL;

		if (byte == 0x1f && minitel && at + 2 < size) {
			old_place(screen, bytes[at + 2] - 'A', bytes[at + 1] - 'A');
			at += 2;
		} else if (byte == 0x1b) {
			at += old_escape(screen, bytes + at, size - at) - 1;
		} else if (byte == 0x0c && minitel) {
			old_clear(screen);
		} else if (byte == 0x1a &&
			   (screen->model == OLD_ADM3A || screen->model == OLD_TELEVIDEO)) {
			old_clear(screen);
		} else if (byte == '\b' || byte == '\r' || byte == '\n') {
			old_step(screen, byte);
		} else if (byte >= ' ' && byte < 127) {
			old_print(screen, byte);
		} else if (byte != 7) {
			old_fail(screen, "an unknown control", byte);
		}
	}
}

#endif
