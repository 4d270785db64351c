/*
 * Cursor motion: the fewest bytes from where the cursor is to where it should be.
 *
 * Tabs are not used: where the stops are is not known.  A lone LF is used only where the kind
 * grants that it keeps its column; after CR it is safe everywhere.
 */
#include "vt100/internal.h"

#include <string.h>

size_t vt_number(uint8_t *bytes, unsigned number)
{
	size_t digits = number >= 100 ? 3 : number >= 10 ? 2 : 1;

	for (size_t i = digits; i-- > 0; number /= 10)
		bytes[i] = (uint8_t)('0' + number % 10);
	return digits;
}

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

static void write_absolute(struct vt_motion *motion, int x, int y)
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
	unsigned count = (unsigned)(rows < 0 ? -rows : rows);

	if (rows > 0 && count <= 3 && grants & GRANT_LINE_FEED) {
		while (count-- > 0)
			add_byte(motion, '\n');
	} else if (count == 1 && grants & GRANT_INDEX) {
		add_byte(motion, '\033');
		add_byte(motion, rows > 0 ? 'D' : 'M');
	} else if (count > 0) {
		add_counted(motion, count, rows > 0 ? 'B' : 'A');
	}
}

static void add_columns(struct vt_motion *motion, int columns)
{
	if (columns > 0) {
		add_counted(motion, (unsigned)columns, 'C');
	} else if (columns < 0 && columns >= -4) {
		while (columns++ < 0)
			add_byte(motion, '\b');
	} else if (columns < 0) {
		add_counted(motion, (unsigned)-columns, 'D');
	}
}

static void keep_shorter(struct vt_motion *best, const struct vt_motion *other)
{
	if (other->size < best->size)
		*best = *other;
}

void vt_motion(unsigned grants, const struct vt_state *from, int x, int y, struct vt_motion *best)
{
	best->size = 0;
	if (from->x == x && from->y == y)
		return;
	write_absolute(best, x, y);
	if (from->x < 0)
		return;

	struct vt_motion relative = {.size = 0}, home = {.size = 0};
	add_rows(&relative, grants, y - from->y);
	add_columns(&relative, x - from->x);
	keep_shorter(best, &relative);
	add_byte(&home, '\r');
	add_rows(&home, grants | GRANT_LINE_FEED, y - from->y);
	add_columns(&home, x);
	keep_shorter(best, &home);
}
