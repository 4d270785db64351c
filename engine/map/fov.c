/*
 * Field of view: permissive shadow-casting in exact integers.
 *
 * An octant has lines l = 1, 2, ... away from the eye and rows r = 0 .. l along each line.  Seen
 * from the eye, cell (l, r) spans the closed interval of slopes [(2r-1)/(2l+1), (2r+1)/(2l-1)],
 * unclipped.  Cells are processed line by line, rows upwards.  A cell is reachable unless its whole
 * interval is inside the union of all shadows; a cell that blocks light then adds its interval to
 * the shadow, within the same line, too.  The octant ends when everything is shadow.  A cell that
 * two octants share is reachable if it is in either.
 *
 * This file stores the complement: the gaps, open intervals of slopes that are still lit.  A closed
 * interval that is not wholly in shadow meets a gap, so the rows that a gap reaches on a line are
 * contiguous, and both ends move up as l grows: rows outside of gaps are never read, and ends
 * advance by addition.  Slopes are fractions, compared by cross-multiplication; nothing exceeds 32
 * bits at the largest level.
 *
 * Consequences of the intervals that are used below:
 *
 * 1. Neighbouring rows overlap: hi(r) = (2r+1)/(2l-1) > lo(r+1) = (2r+1)/(2l+1).  So a run of
 *    blocking rows r1..r2 is one shadow [lo(r1), hi(r2)].
 *
 * 2. Only the last row that a gap meets can be shadowed within its own line: by the row before it,
 *    if that one blocks and its hi reaches the end of the gap.
 *
 * 3. A cell never covers the whole interval of a cell on a line nearer to the eye, so no shadow
 *    extends across an older one into the next gap: gaps of a line are independent.
 */
#include "engine/map/level.h"

#include <assert.h>
#include <string.h>

/* Enough for every other row of the longest line. */
#define GAPS_MAX (LEVEL_WIDTH_MAX / 2 + 4)
#define LINE_WORDS ((LEVEL_WIDTH_MAX + 2 + 63) / 64)

_Static_assert(LEVEL_WIDTH_MAX >= LEVEL_HEIGHT_MAX, "a line is at most as long as a level is wide");

/* One end of a gap, the slope p/q, on the current line.  For a low end, row is the least with
 * hi(row) > p/q, and rest = (2 row + 1) q - p (2l - 1), over 0; for a high end, row is the greatest
 * with lo(row) < p/q, and rest = p (2l + 1) - (2 row + 1) q, 0 or less. */
struct gap_end {
	int32_t p, q, row, rest;
};

struct gap {
	struct gap_end low, high;
};

/* The four directions in which the rows of an octant may run in the bitmap. */
enum orientation { TO_RIGHT, TO_LEFT, TO_DOWN, TO_UP };

struct octant {
	const struct bitmap *blocks;
	struct bitmap *reach;
	int eye_x, eye_y;
	int step;  /* from line to line: 1 or -1, in y for TO_RIGHT and TO_LEFT, else in x */
	int lines; /* within the map and the radius */
	int rows;  /* the last row within the map */
	uint64_t bits[LINE_WORDS];
};

static inline uint64_t reversed(uint64_t word)
{
	word = (word >> 1 & UINT64_C(0x5555555555555555)) | (word & UINT64_C(0x5555555555555555))
								    << 1;
	word = (word >> 2 & UINT64_C(0x3333333333333333)) | (word & UINT64_C(0x3333333333333333))
								    << 2;
	word = (word >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (word & UINT64_C(0x0f0f0f0f0f0f0f0f))
								    << 4;
	return __builtin_bswap64(word);
}

/* Returns 64 bits of a bitmap's row from x = start on; bits outside are 0. */
static inline uint64_t window_get(const uint64_t *row, int stride, int start)
{
	int word = start >> 6, shift = start & 63;
	uint64_t low = word >= 0 && word < stride ? row[word] >> shift : 0;
	uint64_t high =
		shift && word + 1 >= 0 && word + 1 < stride ? row[word + 1] << (64 - shift) : 0;
	return low | high;
}

static inline void window_or(uint64_t *row, int stride, int start, uint64_t bits)
{
	int word = start >> 6, shift = start & 63;
	if (word >= 0 && word < stride)
		row[word] |= bits << shift;
	if (shift && word + 1 >= 0 && word + 1 < stride)
		row[word + 1] |= bits >> (64 - shift);
}

/* Loads the words of bits that hold rows low..high of line l; rows beyond the map block. */
static inline void line_load(
	struct octant *octant, enum orientation orientation, int l, int low, int high)
{
	const struct bitmap *blocks = octant->blocks;
	if (orientation == TO_RIGHT || orientation == TO_LEFT) {
		const uint64_t *row =
			blocks->words + (octant->eye_y + l * octant->step) * blocks->stride;
		for (int k = low >> 6; k <= high >> 6; k++)
			octant->bits[k] =
				orientation == TO_RIGHT
					? window_get(row, blocks->stride, octant->eye_x + 64 * k)
					: reversed(window_get(row, blocks->stride,
						  octant->eye_x - 64 * k - 63));
	} else {
		int x = octant->eye_x + l * octant->step, stride = blocks->stride;
		int last = high < octant->rows ? high : octant->rows;
		const uint64_t *column = blocks->words + octant->eye_y * stride + (x >> 6);
		for (int k = low >> 6; k <= high >> 6; k++)
			octant->bits[k] = 0;
		for (int r = low; r <= last; r++) {
			uint64_t word = column[orientation == TO_DOWN ? r * stride : -r * stride];
			octant->bits[r >> 6] |= (word >> (x & 63) & 1) << (r & 63);
		}
	}
	if (high > octant->rows)
		octant->bits[high >> 6] |= UINT64_C(1) << (high & 63);
}

/* Marks rows low..high of line l as reachable. */
static inline void line_mark(
	struct octant *octant, enum orientation orientation, int l, int low, int high)
{
	struct bitmap *reach = octant->reach;
	int stride = reach->stride;
	if (orientation == TO_RIGHT || orientation == TO_LEFT) {
		uint64_t *row = reach->words + (octant->eye_y + l * octant->step) * stride;
		int start = orientation == TO_RIGHT ? octant->eye_x + low : octant->eye_x - high;
		for (int left = high - low + 1; left > 0; left -= 64, start += 64)
			window_or(row, stride, start,
				left < 64 ? (UINT64_C(1) << left) - 1 : ~UINT64_C(0));
	} else {
		int x = octant->eye_x + l * octant->step;
		uint64_t *column = reach->words + octant->eye_y * stride + (x >> 6);
		for (int r = low; r <= high; r++)
			column[orientation == TO_DOWN ? r * stride : -r * stride] |= UINT64_C(1)
										     << (x & 63);
	}
}

/* Returns the first row from r to end whose bit differs from `inverse` (0: the first that blocks;
 * ~0: the first that does not), or end + 1. */
static inline int line_next(const uint64_t *bits, uint64_t inverse, int r, int end)
{
	for (; r <= end; r = (r | 63) + 1) {
		uint64_t word = (bits[r >> 6] ^ inverse) >> (r & 63);
		if (word) {
			int found = r + __builtin_ctzll(word);
			return found <= end ? found : end + 1;
		}
	}
	return end + 1;
}

/* Return the ends of the gaps before and after a shadow of rows r1..r2 on line l. */
static inline struct gap_end end_before(int l, int r1)
{
	return (struct gap_end){.p = 2 * r1 - 1, .q = 2 * l + 1, .row = r1 - 1, .rest = 0};
}

static inline struct gap_end end_after(int l, int r2)
{
	return (struct gap_end){
		.p = 2 * r2 + 1, .q = 2 * l - 1, .row = r2 + 1, .rest = 2 * (2 * l - 1)};
}

static inline bool end_below(const struct gap_end *a, const struct gap_end *b)
{
	return a->p * b->q < b->p * a->q;
}

/* Advances a gap from line l - 1 to line l. */
static inline void gap_advance(struct gap *gap)
{
	gap->low.rest -= 2 * gap->low.p;
	while (gap->low.rest <= 0) {
		gap->low.row++;
		gap->low.rest += 2 * gap->low.q;
	}
	gap->high.rest += 2 * gap->high.p;
	while (gap->high.rest > 0) {
		gap->high.row++;
		gap->high.rest -= 2 * gap->high.q;
	}
}

/* Removes the shadows of line l, rows up to end, from a gap: writes the remaining pieces and
 * returns their number. */
static int gap_split(const struct octant *octant, struct gap gap, int l, int blocked, int end,
	struct gap *pieces)
{
	int count = 0;
	while (blocked <= end) {
		struct gap_end before = end_before(l, blocked);
		if (blocked > 0 && end_below(&gap.low, &before))
			pieces[count++] = (struct gap){gap.low, before};
		int clear = line_next(octant->bits, ~UINT64_C(0), blocked, end);
		if (clear > end)
			return count; /* the shadow reaches the end of the gap or of the octant */
		gap.low = end_after(l, clear - 1);
		blocked = line_next(octant->bits, 0, clear, end);
	}
	pieces[count++] = gap;
	return count;
}

/* Marks the cells of line l that a gap lights; writes the gaps that remain behind and returns their
 * number. */
static inline int gap_cast(struct octant *octant, enum orientation orientation,
	const struct gap *gap, int l, struct gap *pieces)
{
	int low = gap->low.row, high = gap->high.row;
	int limit = l <= octant->rows ? l : octant->rows + 1;
	int end = high < limit ? high : limit;
	if (low > end)
		return 0;
	line_load(octant, orientation, l, low, end);
	if (end == high && end > low && octant->bits[(end - 1) >> 6] >> ((end - 1) & 63) & 1 &&
		(2 * end - 1) * gap->high.q >= gap->high.p * (2 * l - 1))
		end--;
	int last = end < octant->rows ? end : octant->rows;
	if (low <= last)
		line_mark(octant, orientation, l, low, last);
	int blocked = line_next(octant->bits, 0, low, end);
	if (blocked <= end)
		return gap_split(octant, *gap, l, blocked, end, pieces);
	pieces[0] = *gap;
	return 1;
}

static inline int line_cast(struct octant *octant, enum orientation orientation, int l,
	struct gap *gaps, int count, struct gap *next)
{
	int kept = 0;
	for (int i = 0; i < count; i++) {
		gap_advance(&gaps[i]);
		kept += gap_cast(octant, orientation, &gaps[i], l, next + kept);
	}
	assert(kept <= GAPS_MAX);
	return kept;
}

static inline void octant_cast(struct octant *octant, enum orientation orientation)
{
	/* The gap of line 0: from below everything to just above the diagonal, which rows below it
	 * must not close. */
	struct gap buffers[2][GAPS_MAX + 2];
	buffers[0][0] = (struct gap){
		.low = {.p = -1, .q = 1, .row = 0, .rest = 0},
		.high = {.p = 2 * LEVEL_WIDTH_MAX + 1,
			.q = 2 * LEVEL_WIDTH_MAX,
			.row = 0,
			.rest = 1},
	};
	int count = 1;
	for (int l = 1; l <= octant->lines && count > 0; l++)
		count = line_cast(octant, orientation, l, buffers[~l & 1], count, buffers[l & 1]);
}

/* Casts the two octants of an orientation, which are on both sides of the eye. */
static inline void orientation_cast(struct octant *octant, enum orientation orientation,
	int lines_before, int lines_after, int rows, int radius)
{
	octant->rows = rows;
	octant->step = -1;
	octant->lines = radius && radius < lines_before ? radius : lines_before;
	octant_cast(octant, orientation);
	octant->step = 1;
	octant->lines = radius && radius < lines_after ? radius : lines_after;
	octant_cast(octant, orientation);
}

void fov_compute(
	const struct bitmap *blocks, int eye_x, int eye_y, int radius, struct bitmap *reach)
{
	int left = eye_x, right = blocks->width - 1 - eye_x;
	int up = eye_y, down = blocks->height - 1 - eye_y;
	assert(left >= 0 && right >= 0 && up >= 0 && down >= 0 && radius >= 0);
	assert(blocks->width <= LEVEL_WIDTH_MAX && blocks->height <= LEVEL_HEIGHT_MAX);
	assert(reach->width == blocks->width && reach->height == blocks->height);
	memset(reach->words, 0,
		sizeof *reach->words * (size_t)reach->stride * (size_t)reach->height);
	bitmap_set(reach, eye_x, eye_y);
	struct octant octant = {.blocks = blocks, .reach = reach, .eye_x = eye_x, .eye_y = eye_y};
	orientation_cast(&octant, TO_RIGHT, up, down, right, radius);
	orientation_cast(&octant, TO_LEFT, up, down, left, radius);
	orientation_cast(&octant, TO_DOWN, left, right, down, radius);
	orientation_cast(&octant, TO_UP, left, right, up, radius);
}
