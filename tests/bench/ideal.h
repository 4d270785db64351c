/*
 * The least bytes from one screen to the next, painted from top to bottom: a measure that the
 * renderer is compared with (docs/performance.md).
 *
 * In each row a dynamic programme goes over the cells. A state is the cursor's column, the pen,
 * and whether DEC graphics are shifted in. From a state the cell is printed, equal cells are
 * skipped by the shortest motion, or blanks are erased to the end of the row. Kinds that know
 * ECH and REP also erase blanks by ECH and repeat a character by REP. Between rows the shortest
 * motion is used. Pens change by the shortest sequence of the kind. The renderer uses neither
 * ECH nor REP. It may scroll, erase to the end of the screen, or paint in another order, which
 * the measure does not: so the quotient may be below 1. The column `width` of a frame is that
 * after its last cell.
 */
#ifndef TRAPDOOR_IDEAL_H
#define TRAPDOOR_IDEAL_H

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "vt100/internal.h"

#define IDEAL_PENS 250
#define IDEAL_NEVER (INT_MAX / 4)
#define IDEAL_WIDTH 160 /* most columns of a frame */

struct ideal {
	struct vt_painter painter;
	/* A pen with DEC graphics shifted in is another entry than the same pen without. */
	uint32_t pens[IDEAL_PENS];
	bool shifted[IDEAL_PENS];
	int pen_count, width;
	bool repeats;   /* the kind knows ECH and REP */
	int erase_size; /* bytes that erase to the end of the row */
	int change[IDEAL_PENS][IDEAL_PENS];
	/* The least bytes to each column and pen: at the end of the row before, and in this row. */
	int left[IDEAL_WIDTH + 1][IDEAL_PENS];
	int cost[IDEAL_WIDTH + 1][IDEAL_PENS];
	int left_y; /* the row of left */
};

static inline int ideal_pen(struct ideal *ideal, uint32_t pen, bool shifted)
{
	int at = 0;

	while (at < ideal->pen_count && (ideal->pens[at] != pen || ideal->shifted[at] != shifted))
		at++;
	if (at == ideal->pen_count && at < IDEAL_PENS - 1) {
		ideal->shifted[at] = shifted;
		ideal->pens[ideal->pen_count++] = pen;
	}
	return at;
}

static inline void ideal_learn_pen(struct ideal *ideal, uint32_t pen)
{
	ideal_pen(ideal, pen, false);
	if (ideal->painter.terminal->charset == VT_DEC)
		ideal_pen(ideal, pen, true);
}

static inline void ideal_learn_pens(struct ideal *ideal, const struct vt_frame *frame)
{
	uint8_t bytes[PEN_BYTES_MAX];

	ideal_learn_pen(ideal, ideal->painter.state.pen);
	ideal_learn_pen(ideal, PEN_PLAIN);
	for (int y = 0; y < frame->height; y++)
		for (int x = 0; x < frame->width; x++)
			ideal_learn_pen(ideal, vt_wanted(&ideal->painter, x, y).pen);
	for (int from = 0; from < ideal->pen_count; from++)
		for (int to = 0; to < ideal->pen_count; to++)
			ideal->change[from][to] =
				(int)vt_pen_change(ideal->painter.terminal->kind, ideal->pens[from],
					ideal->pens[to], bytes) +
				(ideal->shifted[from] != ideal->shifted[to]);
}

static inline void ideal_reach(struct ideal *ideal, int x, int pen, int cost)
{
	if (cost < ideal->cost[x][pen])
		ideal->cost[x][pen] = cost;
}

static inline int ideal_motion(const struct ideal *ideal, int from_x, int from_y, int x, int y)
{
	struct vt_state state = {
		.x = (int16_t)(from_x == ideal->width ? -1 : from_x),
		.y = (int16_t)from_y,
	};

	return (int)vt_motion_size(ideal->painter.terminal->kind, &state, x, y);
}

static inline bool ideal_fills(const struct ideal *ideal, int pen)
{
	return ideal->pens[pen] == PEN_UNKNOWN || (ideal->pens[pen] & PEN_FILLS) != 0 ||
	       (ideal->pens[pen] & PEN_TRUE) != 0;
}

/* Returns the entry to erase with from a pen. */
static inline int ideal_unfilled(struct ideal *ideal, int pen)
{
	return ideal_fills(ideal, pen) ? ideal_pen(ideal, PEN_PLAIN, ideal->shifted[pen]) : pen;
}

/* Returns the entry to print a cell with from a pen. */
static inline int ideal_pen_for(struct ideal *ideal, struct vt_ink ink, int pen)
{
	struct vt_symbol symbol = vt_symbol(ideal->painter.terminal->charset, ink.glyph);
	bool shifted = symbol.drawing || (ideal->shifted[pen] && vt_in_both_sets(symbol));
	bool any = vt_ink_blank(ink) && !ideal_fills(ideal, pen);

	return ideal_pen(ideal, any ? ideal->pens[pen] : ink.pen, shifted);
}

static inline int ideal_digits(int number)
{
	return number >= 100 ? 3 : number >= 10 ? 2 : 1;
}

/* Prints the cell, and repeats it if equal ones follow. */
static inline void ideal_print(struct ideal *ideal, const struct vt_row *row, int x, int pen)
{
	struct vt_ink ink = row->want[x];
	int cost = ideal->cost[x][pen], to = ideal_pen_for(ideal, ink, pen), equal = 1;

	cost += ideal->change[pen][to] +
		(int)vt_symbol(ideal->painter.terminal->charset, ink.glyph).size;
	ideal_reach(ideal, x + 1, to, cost);
	for (; ideal->repeats && x + equal < row->width && vt_ink_equal(row->want[x + equal], ink);
		equal++)
		if (equal > 1)
			ideal_reach(ideal, x + equal, to, cost + 3 + ideal_digits(equal - 1));
}

/* Erases blanks by ECH. */
static inline void ideal_erase(struct ideal *ideal, const struct vt_row *row, int x, int pen)
{
	int cost = ideal->cost[x][pen], to = ideal_unfilled(ideal, pen);

	cost += ideal->change[pen][to];
	for (int end = x + 1;
		ideal->repeats && end < row->width && vt_ink_blank(row->want[end - 1]); end++)
		ideal_reach(ideal, end, to,
			cost + 3 + ideal_digits(end - x) +
				ideal_motion(ideal, x, row->y, end, row->y));
}

/* Skips cells that are right already. */
static inline void ideal_skip(struct ideal *ideal, const struct vt_row *row, int x, int pen)
{
	for (int end = x + 1;
		end < row->width && vt_ink_equal(row->want[end - 1], row->have[end - 1]); end++)
		ideal_reach(ideal, end, pen,
			ideal->cost[x][pen] + ideal_motion(ideal, x, row->y, end, row->y));
}

static inline void ideal_leave(struct ideal *ideal, int x, int pen, int cost)
{
	if (cost < ideal->left[x][pen])
		ideal->left[x][pen] = cost;
}

static inline void ideal_forget(const struct ideal *ideal, int table[IDEAL_WIDTH + 1][IDEAL_PENS])
{
	for (int x = 0; x <= ideal->width; x++)
		for (int pen = 0; pen < ideal->pen_count; pen++)
			table[x][pen] = IDEAL_NEVER;
}

/* Enters the row at any column up to the first that differs. */
static inline void ideal_enter(struct ideal *ideal, const struct vt_row *row)
{
	ideal_forget(ideal, ideal->cost);
	for (int from = 0; from <= ideal->width; from++) {
		for (int x = 0; x <= row->first; x++) {
			int way = -1;

			for (int pen = 0; pen < ideal->pen_count; pen++) {
				if (ideal->left[from][pen] == IDEAL_NEVER)
					continue;
				if (way < 0)
					way = ideal_motion(ideal, from, ideal->left_y, x, row->y);
				ideal_reach(ideal, x, pen, ideal->left[from][pen] + way);
			}
		}
	}
}

static inline void ideal_cross(struct ideal *ideal, const struct vt_row *row)
{
	ideal_enter(ideal, row);
	ideal_forget(ideal, ideal->left);
	for (int x = 0; x <= row->last; x++) {
		for (int pen = 0; pen < ideal->pen_count; pen++) {
			int cost = ideal->cost[x][pen];

			if (cost == IDEAL_NEVER)
				continue;
			ideal_print(ideal, row, x, pen);
			ideal_erase(ideal, row, x, pen);
			ideal_skip(ideal, row, x, pen);
			if (x >= row->end && ideal->erase_size > 0) {
				int plain = ideal_unfilled(ideal, pen);
				ideal_leave(ideal, x, plain,
					cost + ideal->change[pen][plain] + ideal->erase_size);
			}
		}
	}
	for (int pen = 0; pen < ideal->pen_count; pen++)
		ideal_leave(ideal, row->last + 1, pen, ideal->cost[row->last + 1][pen]);
	ideal->left_y = row->y;
}

/* Returns the least bytes to the resting position of the cursor. */
static inline int ideal_rest(const struct ideal *ideal, const struct vt_frame *frame)
{
	int least = IDEAL_NEVER;

	for (int x = 0; x <= ideal->width; x++) {
		for (int pen = 0; pen < ideal->pen_count; pen++) {
			if (ideal->left[x][pen] == IDEAL_NEVER)
				continue;
			int cost = ideal->left[x][pen];
			if (frame->cursor_x >= 0)
				cost += ideal_motion(
					ideal, x, ideal->left_y, frame->cursor_x, frame->cursor_y);
			least = cost < least ? cost : least;
		}
	}
	return least;
}

/* Returns the least bytes from what the terminal shows to the frame, of the same size. `repeats`:
 * the kind knows ECH and REP. Terminals of home computers have no such figure. */
static inline int ideal_bytes(
	const struct vt_terminal *terminal, const struct vt_frame *frame, bool repeats)
{
	const struct vt_address *address = vt_address(terminal->kind);
	struct ideal *ideal = calloc(1, sizeof(*ideal));
	struct vt_row *row = malloc(sizeof(*row));

	if (ideal == NULL || row == NULL || frame->width > IDEAL_WIDTH)
		abort();
	ideal->painter = (struct vt_painter){
		.terminal = terminal,
		.frame = frame,
		.state = terminal->state,
	};
	ideal->width = frame->width;
	ideal->repeats = repeats;
	ideal->erase_size = address != NULL ? (int)strlen(address->erase_row) : 3;
	ideal_learn_pens(ideal, frame);
	ideal_forget(ideal, ideal->left);
	int x = terminal->state.x < 0 ? frame->width : terminal->state.x;
	ideal->left[x][ideal_pen(ideal, terminal->state.pen, terminal->state.shifted)] = 0;
	ideal->left_y = terminal->state.y;
	for (int y = 0; y < frame->height; y++)
		if (vt_row_load(&ideal->painter, y, row))
			ideal_cross(ideal, row);
	int least = ideal_rest(ideal, frame);
	free(row);
	free(ideal);
	return least;
}

#endif
