/*
 * What the files of the sheet share: its parts as they were written.
 */
#ifndef TRAPDOOR_SHEET_PRIVATE_H
#define TRAPDOOR_SHEET_PRIVATE_H

#include "door/report/sheet.h"

#include <stdbool.h>
#include <stddef.h>

#define SHEET_COLUMNS_MOST 16
#define SHEET_LINES_MOST 6

struct sheet_cells {
	double share;
	char *cells; /* separated by tabs */
};

struct sheet_point_at {
	double x, y, low, high;
};

struct sheet_line_of {
	char *name;
	size_t count;
	struct sheet_point_at *points;
};

enum sheet_kind { SHEET_TABLE, SHEET_PLOT, SHEET_NOTE };

struct sheet_part {
	enum sheet_kind kind;
	char *title; /* the sentence, of a note */
	/* a table */
	char *headings;
	size_t row_count;
	struct sheet_cells *rows;
	/* a plot */
	char *across, *up;
	size_t line_count;
	struct sheet_line_of lines[SHEET_LINES_MOST];
};

struct sheet {
	char *title;
	size_t part_count;
	struct sheet_part *parts;
};

/* The nth cell of a row, and its length; "" past the last. */
const char *sheet_cell(const char *cells, size_t nth, size_t *length);
size_t sheet_columns(const char *cells);

/* The edges of all of a plot's points, bands included, with the axis in it; never empty. */
struct sheet_frame {
	double left, right, bottom, top;
};
struct sheet_frame sheet_frame_of(const struct sheet_part *part);

/* A round number of which some four or five fit into a span. */
double sheet_step(double span);

#endif
