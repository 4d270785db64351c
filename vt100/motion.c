/*
 * Cursor motion with the fewest bytes.
 *
 * There are three ways: absolute; relative by rows and columns; and CR followed by a relative
 * motion. Their sizes are computed without writing the bytes, since many motions are compared and
 * few are sent.
 *
 * Tabs are not used, because the tab stops are unknown. A lone LF is used only if the kind grants
 * that it keeps the column; after CR it is safe everywhere.
 */
#include "vt100/internal.h"

#include <assert.h>

#define LINE_FEEDS 3 /* at most so many: a counted motion is four bytes */
#define BACKSPACES 4

enum way { ABSOLUTE, RELATIVE, RETURNING };

/* ---- Sizes ---- */

static unsigned distance(int steps)
{
	return (unsigned)(steps < 0 ? -steps : steps);
}

static size_t counted_size(unsigned count)
{
	return count > 1 ? 3 + vt_digits(count) : 3;
}

static size_t absolute_size(int x, int y)
{
	return 3 + (y > 0 ? vt_digits((unsigned)y + 1) : 0) +
	       (x > 0 ? 1 + vt_digits((unsigned)x + 1) : 0);
}

static bool feeds_lines(unsigned grants, int rows)
{
	return rows > 0 && rows <= LINE_FEEDS && grants & GRANT_LINE_FEED;
}

static size_t rows_size(unsigned grants, int rows)
{
	if (rows == 0 || feeds_lines(grants, rows))
		return distance(rows);
	return distance(rows) == 1 && grants & GRANT_INDEX ? 2 : counted_size(distance(rows));
}

static size_t columns_size(int columns)
{
	if (columns <= 0 && columns >= -BACKSPACES)
		return distance(columns);
	return counted_size(distance(columns));
}

static size_t find_shortest(
	unsigned grants, const struct vt_state *from, int x, int y, enum way *way)
{
	size_t least = absolute_size(x, y);
	*way = ABSOLUTE;
	if (from->x < 0)
		return least;
	int rows = y - from->y;
	size_t relative = rows_size(grants, rows) + columns_size(x - from->x);
	if (relative < least) {
		least = relative;
		*way = RELATIVE;
	}
	size_t returning = 1 + rows_size(grants | GRANT_LINE_FEED, rows) + columns_size(x);
	if (returning < least) {
		least = returning;
		*way = RETURNING;
	}
	return least;
}

size_t vt_motion_size(const struct vt_kind *kind, const struct vt_state *from, int x, int y)
{
	const struct vt_dialect *dialect = vt_dialect(kind->grants);
	const struct vt_address *address = vt_address(kind);
	enum way way;

	if (dialect != NULL)
		return vt_dialect_motion_size(dialect, from, x, y);
	if (address != NULL) {
		struct vt_motion motion;

		vt_address_motion(address, from, x, y, &motion);
		return motion.size;
	}
	return from->x == x && from->y == y ? 0 : find_shortest(kind->grants, from, x, y, &way);
}

/* ---- Bytes ---- */

static void add_byte(struct vt_motion *motion, uint8_t byte)
{
	motion->bytes[motion->size++] = byte;
}

static void add_counted(struct vt_motion *motion, unsigned count, uint8_t final)
{
	add_byte(motion, '\033');
	add_byte(motion, '[');
	if (count > 1)
		motion->size += vt_number(motion->bytes + motion->size, count);
	add_byte(motion, final);
}

static void add_absolute(struct vt_motion *motion, int x, int y)
{
	add_byte(motion, '\033');
	add_byte(motion, '[');
	if (y > 0)
		motion->size += vt_number(motion->bytes + motion->size, (unsigned)y + 1);
	if (x > 0) {
		add_byte(motion, ';');
		motion->size += vt_number(motion->bytes + motion->size, (unsigned)x + 1);
	}
	add_byte(motion, 'H');
}

static void add_rows(struct vt_motion *motion, unsigned grants, int rows)
{
	if (feeds_lines(grants, rows)) {
		while (rows-- > 0)
			add_byte(motion, '\n');
	} else if (distance(rows) == 1 && grants & GRANT_INDEX) {
		add_byte(motion, '\033');
		add_byte(motion, rows > 0 ? 'D' : 'M');
	} else if (rows != 0) {
		add_counted(motion, distance(rows), rows > 0 ? 'B' : 'A');
	}
}

static void add_columns(struct vt_motion *motion, int columns)
{
	if (columns > 0) {
		add_counted(motion, (unsigned)columns, 'C');
	} else if (columns >= -BACKSPACES) {
		while (columns++ < 0)
			add_byte(motion, '\b');
	} else {
		add_counted(motion, distance(columns), 'D');
	}
}

void vt_motion(const struct vt_kind *kind, const struct vt_state *from, int x, int y,
	struct vt_motion *motion)
{
	const struct vt_dialect *dialect = vt_dialect(kind->grants);
	const struct vt_address *address = vt_address(kind);
	unsigned grants = kind->grants;
	enum way way;

	if (dialect != NULL) {
		vt_dialect_motion(dialect, from, x, y, motion);
		return;
	}
	if (address != NULL) {
		vt_address_motion(address, from, x, y, motion);
		return;
	}
	motion->size = 0;
	if (from->x == x && from->y == y)
		return;
	size_t size = find_shortest(grants, from, x, y, &way);
	if (way == ABSOLUTE) {
		add_absolute(motion, x, y);
	} else if (way == RELATIVE) {
		add_rows(motion, grants, y - from->y);
		add_columns(motion, x - from->x);
	} else {
		add_byte(motion, '\r');
		add_rows(motion, grants | GRANT_LINE_FEED, y - from->y);
		add_columns(motion, x);
	}
	assert(motion->size == size);
}
