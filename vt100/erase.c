/*
 * Erasures: the ends of some rows are erased before anything is painted.
 *
 * A page over the map is blank where the map was not, and so is the map that returns. Erased in one
 * go, each row costs four bytes, and no pen changes between the erasing and the painting. The
 * column and the rows are those of the greatest estimated gain. The result is a proposal: the
 * renderer tries it and keeps it only if the output is shorter.
 */
#include "vt100/internal.h"

#define ROW_LOSS 4     /* bytes to go to the next row and to erase its end */
#define BLANK_GAIN 1   /* bytes saved by a cell that needs not be blanked */
#define STRETCH_GAIN 3 /* bytes saved by not going to a stretch of such cells */
#define INK_LOSS 2     /* bytes to write an unchanged cell again */

/* For each column the rows up to this one: the best sum of gains, and the row where it begins. */
struct sums {
	int16_t gain[VT_WIDTH_MAX], top[VT_WIDTH_MAX];
};

/* Writes for each column what erasing the row from there on gains. */
static void measure_row(const struct vt_painter *painter, int y, int16_t *gains)
{
	struct vt_row row;
	int sum = -ROW_LOSS;
	bool blanked = false, differs = vt_row_load(painter, y, &row);

	for (int x = painter->frame->width - 1; x >= 0; x--) {
		struct vt_ink want = differs ? row.want[x] : vt_wanted(painter, x, y);
		bool blank = vt_ink_blank(want);
		bool equal = !differs || vt_ink_equal(want, row.have[x]);

		if (blank && !equal)
			sum += blanked ? BLANK_GAIN : BLANK_GAIN + STRETCH_GAIN;
		else if (!blank && equal)
			sum -= INK_LOSS;
		blanked = blank && !equal;
		gains[x] = (int16_t)sum;
	}
}

struct vt_erasure vt_erasure_find(const struct vt_painter *painter)
{
	struct vt_erasure best = NO_ERASURE;
	int best_gain = 0, width = painter->frame->width;
	int16_t gains[VT_WIDTH_MAX];
	struct sums sums;

	for (int x = 0; x < width; x++)
		sums.gain[x] = 0;
	for (int y = 0; y < painter->frame->height; y++) {
		measure_row(painter, y, gains);
		for (int x = 0; x < width; x++) {
			if (sums.gain[x] <= 0) {
				sums.gain[x] = 0;
				sums.top[x] = (int16_t)y;
			}
			sums.gain[x] = (int16_t)(sums.gain[x] + gains[x]);
			if (sums.gain[x] <= best_gain)
				continue;
			best_gain = sums.gain[x];
			best = (struct vt_erasure){(int16_t)x, sums.top[x], (int16_t)y};
		}
	}
	return best;
}

void vt_erasure_do(struct vt_painter *painter)
{
	const struct vt_erasure *erasure = &painter->erasure;

	vt_brush_pen_unfilled(painter);
	for (int y = erasure->top; y <= erasure->bottom; y++) {
		vt_brush_move(painter, erasure->left, y);
		vt_brush_erase(painter, 'K');
	}
}
