/*
 * Scrolls: found by comparing rows, done by DECSTBM and IND or RI, or by DL and IL.
 *
 * The gain of a shift is the cost of painting the rows that match after it, minus the cost of the
 * rows that it spoils. For each shift the range of rows with the greatest sum is found. The result
 * is a proposal: the renderer tries it and keeps it only if the output is shorter.
 */
#include "vt100/internal.h"

#include <string.h>

struct rows {
	uint32_t hash[VT_HEIGHT_MAX];
	int16_t weight[VT_HEIGHT_MAX]; /* nonblank cells */
};

static void read_rows(const struct vt_frame *frame, struct rows *rows)
{
	for (int y = 0; y < frame->height; y++) {
		const struct vt_cell *cells = frame->cells + y * frame->width;
		uint32_t hash = 2166136261U;
		int weight = 0;

		for (int x = 0; x < frame->width; x++) {
			uint32_t cell = (uint32_t)cells[x].glyph | (uint32_t)cells[x].role << 16 |
					(uint32_t)cells[x].attributes << 24;

			hash = (hash ^ cell) * 16777619U;
			hash ^= hash >> 15;
			weight += cells[x].glyph > ' ';
		}
		rows->hash[y] = hash;
		rows->weight[y] = (int16_t)weight;
	}
}

/* Returns the gain of row y of the new frame if row y + by of the old one moves there. */
static int row_gain(const struct rows *old, const struct rows *new, int y, int by)
{
	bool before = new->hash[y] == old->hash[y];
	bool after = new->hash[y] == old->hash[y + by];

	if (before == after)
		return 0;
	return after ? new->weight[y] : -new->weight[y] - old->weight[y + by];
}

struct vt_scroll vt_scroll_find(const struct vt_frame *shown, const struct vt_frame *frame)
{
	struct rows old, new;
	struct vt_scroll best = {0};
	int best_gain = 16, height = frame->height;

	read_rows(shown, &old);
	read_rows(frame, &new);
	for (int by = -height + 1; by < height; by++) {
		int first = by < 0 ? -by : 0, last = by > 0 ? height - 1 - by : height - 1;
		int sum = 0, start = first;

		for (int y = first; y <= last && by != 0; y++) {
			if (sum <= 0) {
				sum = 0;
				start = y;
			}
			sum += row_gain(&old, &new, y, by);
			if (sum <= best_gain)
				continue;
			best_gain = sum;
			best = (struct vt_scroll){.top = (int16_t)(by < 0 ? start + by : start),
				.bottom = (int16_t)(by > 0 ? y + by : y),
				.by = (int16_t)by};
		}
	}
	return best;
}

static void set_margins(struct vt_painter *painter, int top, int bottom)
{
	uint8_t bytes[16] = {'\033', '['};
	size_t size = 2;

	if (top > 0)
		size += vt_number(bytes + size, (unsigned)top + 1);
	if (bottom < painter->frame->height - 1) {
		bytes[size++] = ';';
		size += vt_number(bytes + size, (unsigned)bottom + 1);
	}
	bytes[size++] = 'r';
	vt_bytes_add(painter->out, bytes, size);
	painter->state.x = -1;
}

/* Moves the rows by IND or RI between margins. */
static void scroll_in_margins(struct vt_painter *painter)
{
	const struct vt_scroll *scroll = &painter->scroll;
	int last = painter->frame->height - 1;
	bool partial = scroll->top > 0 || scroll->bottom < last;
	bool line_feed = vt_grants(painter->terminal, GRANT_LINE_FEED);

	if (partial)
		set_margins(painter, scroll->top, scroll->bottom);
	vt_brush_move(painter, 0, scroll->by > 0 ? scroll->bottom : scroll->top);
	for (int i = 0; i < scroll->by; i++)
		vt_bytes_add(painter->out, line_feed ? "\n" : "\033D", line_feed ? 1 : 2);
	for (int i = 0; i > scroll->by; i--)
		vt_bytes_add(painter->out, "\033M", 2);
	if (partial)
		set_margins(painter, 0, last);
}

static void edit_rows(struct vt_painter *painter, int y, int count, char final)
{
	uint8_t bytes[8] = {'\033', '['};
	size_t size = 2;

	vt_brush_move(painter, 0, y);
	if (count > 1)
		size += vt_number(bytes + size, (unsigned)count);
	bytes[size++] = (uint8_t) final;
	vt_bytes_add(painter->out, bytes, size);
}

/* Moves the rows by DL at one end and IL at the other one. The rows below move there and back. */
static void scroll_by_edits(struct vt_painter *painter)
{
	const struct vt_scroll *scroll = &painter->scroll;
	int count = scroll->by > 0 ? scroll->by : -scroll->by, last = painter->frame->height - 1;
	int first_of_last = scroll->bottom - count + 1;

	if (scroll->by > 0 || scroll->bottom < last)
		edit_rows(painter, scroll->by > 0 ? scroll->top : first_of_last, count, 'M');
	if (scroll->by < 0 || scroll->bottom < last)
		edit_rows(painter, scroll->by > 0 ? first_of_last : scroll->top, count, 'L');
}

void vt_scroll_do(struct vt_painter *painter)
{
	struct vt_bytes *out = painter->out;

	/* A scroll fills the new rows with the background of the pen. */
	if (painter->state.pen & PEN_FILLS)
		vt_brush_pen(painter, PEN_PLAIN);
	struct vt_painter other = *painter;
	size_t begin = out->size;
	scroll_in_margins(painter);
	if (!vt_grants(painter->terminal, GRANT_EDIT_ROWS))
		return;
	size_t size = out->size - begin;
	scroll_by_edits(&other);
	size_t other_size = out->size - begin - size;
	if (other_size < size) {
		memmove(out->data + begin, out->data + begin + size, other_size);
		*painter = other;
		size = other_size;
	}
	out->size = begin + size;
}
