#include "door/report/sheet_private.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static char *copy_of(const char *text)
{
	char *copy = strdup(text);
	assert(copy);
	return copy;
}

static char *formatted(const char *format, va_list arguments)
{
	char *text = NULL;
	int length = vasprintf(&text, format, arguments);
	assert(length >= 0);
	return text;
}

/* One more of a list that holds so many. */
static void *more(void *list, size_t count, size_t size)
{
	void *longer = realloc(list, (count + 1) * size);
	assert(longer);
	memset((char *)longer + count * size, 0, size);
	return longer;
}

struct sheet *sheet_new(const char *title)
{
	struct sheet *sheet = calloc(1, sizeof *sheet);
	assert(sheet);
	sheet->title = copy_of(title);
	return sheet;
}

static void part_free(struct sheet_part *part)
{
	for (size_t i = 0; i < part->row_count; i++)
		free(part->rows[i].cells);
	for (size_t i = 0; i < part->line_count; i++) {
		free(part->lines[i].name);
		free(part->lines[i].points);
	}
	free(part->rows);
	free(part->title);
	free(part->headings);
	free(part->across);
	free(part->up);
}

void sheet_free(struct sheet *sheet)
{
	if (!sheet)
		return;
	for (size_t i = 0; i < sheet->part_count; i++)
		part_free(&sheet->parts[i]);
	free(sheet->parts);
	free(sheet->title);
	free(sheet);
}

/* ---- Written ---- */

static struct sheet_part *part_new(struct sheet *sheet, enum sheet_kind kind)
{
	sheet->parts = more(sheet->parts, sheet->part_count, sizeof *sheet->parts);
	struct sheet_part *part = &sheet->parts[sheet->part_count++];
	part->kind = kind;
	return part;
}

static struct sheet_part *last_part(struct sheet *sheet, enum sheet_kind kind)
{
	assert(sheet->part_count > 0 && sheet->parts[sheet->part_count - 1].kind == kind);
	return &sheet->parts[sheet->part_count - 1];
}

void sheet_note(struct sheet *sheet, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	part_new(sheet, SHEET_NOTE)->title = formatted(format, arguments);
	va_end(arguments);
}

void sheet_table(struct sheet *sheet, const char *title, const char *headings)
{
	struct sheet_part *part = part_new(sheet, SHEET_TABLE);
	part->title = copy_of(title);
	part->headings = copy_of(headings);
	assert(sheet_columns(headings) <= SHEET_COLUMNS_MOST);
}

void sheet_row(struct sheet *sheet, double share, const char *format, ...)
{
	struct sheet_part *part = last_part(sheet, SHEET_TABLE);
	va_list arguments;
	part->rows = more(part->rows, part->row_count, sizeof *part->rows);
	struct sheet_cells *row = &part->rows[part->row_count++];
	row->share = share;
	va_start(arguments, format);
	row->cells = formatted(format, arguments);
	va_end(arguments);
	assert(sheet_columns(row->cells) == sheet_columns(part->headings));
}

void sheet_plot(struct sheet *sheet, const char *title, const char *across, const char *up)
{
	struct sheet_part *part = part_new(sheet, SHEET_PLOT);
	part->title = copy_of(title);
	part->across = copy_of(across);
	part->up = copy_of(up);
}

void sheet_line(struct sheet *sheet, const char *name)
{
	struct sheet_part *part = last_part(sheet, SHEET_PLOT);
	assert(part->line_count < SHEET_LINES_MOST);
	part->lines[part->line_count++].name = copy_of(name);
}

void sheet_point(struct sheet *sheet, double x, double y, double low, double high)
{
	struct sheet_part *part = last_part(sheet, SHEET_PLOT);
	assert(part->line_count > 0);
	struct sheet_line_of *line = &part->lines[part->line_count - 1];
	line->points = more(line->points, line->count, sizeof *line->points);
	line->points[line->count++] = (struct sheet_point_at){x, y, low, high};
}

/* ---- Read ---- */

size_t sheet_columns(const char *cells)
{
	size_t columns = 1;
	while ((cells = strchr(cells, '\t'))) {
		cells++;
		columns++;
	}
	return columns;
}

const char *sheet_cell(const char *cells, size_t nth, size_t *length)
{
	while (nth > 0 && cells) {
		cells = strchr(cells, '\t');
		cells = cells ? cells + 1 : NULL;
		nth--;
	}
	*length = cells ? strcspn(cells, "\t") : 0;
	return cells ? cells : "";
}

static void widen(struct sheet_frame *frame, const struct sheet_point_at *point)
{
	frame->left = point->x < frame->left ? point->x : frame->left;
	frame->right = point->x > frame->right ? point->x : frame->right;
	frame->bottom = point->low < frame->bottom ? point->low : frame->bottom;
	frame->top = point->high > frame->top ? point->high : frame->top;
}

struct sheet_frame sheet_frame_of(const struct sheet_part *part)
{
	struct sheet_frame frame = {0};
	bool any = false;
	for (size_t i = 0; i < part->line_count; i++)
		for (size_t j = 0; j < part->lines[i].count; j++) {
			const struct sheet_point_at *point = &part->lines[i].points[j];
			if (!any)
				frame = (struct sheet_frame){point->x, point->x, 0, 0};
			any = true;
			widen(&frame, point);
		}
	frame.right += frame.right <= frame.left;
	frame.top += frame.top <= frame.bottom;
	return frame;
}

double sheet_step(double span)
{
	static const double rounds[] = {1, 2, 5};
	double scale = 1;
	while (scale * 50 < span)
		scale *= 10;
	while (scale > span)
		scale /= 10;
	for (size_t i = 0; i < 3; i++)
		if (span / (scale * rounds[i]) <= 5.5)
			return scale * rounds[i];
	return 10 * scale;
}
