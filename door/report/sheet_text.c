/* A sheet as text. */
#include "door/report/sheet_private.h"

#include <stdio.h>
#include <string.h>

#define BAR_WIDTH 25
#define PLOT_WIDTH 72
#define PLOT_HEIGHT 14

/* ---- Tables ---- */

static void widths_of(const struct sheet_part *part, size_t widths[SHEET_COLUMNS_MOST])
{
	size_t length;
	for (size_t column = 0; column < sheet_columns(part->headings); column++) {
		sheet_cell(part->headings, column, &widths[column]);
		for (size_t row = 0; row < part->row_count; row++) {
			sheet_cell(part->rows[row].cells, column, &length);
			widths[column] = length > widths[column] ? length : widths[column];
		}
	}
}

/* The first column begins at its left, numbers end at their right. */
static void print_cells(FILE *file, const char *cells, const size_t widths[SHEET_COLUMNS_MOST])
{
	for (size_t column = 0; column < sheet_columns(cells); column++) {
		size_t length;
		const char *cell = sheet_cell(cells, column, &length);
		if (length == 0 && column + 1 == sheet_columns(cells))
			continue;
		int blanks = (int)(widths[column] - length);
		fprintf(file, "  %*s%.*s%*s", column > 0 ? blanks : 0, "", (int)length, cell,
			column > 0 ? 0 : blanks, "");
	}
}

static void print_table(FILE *file, const struct sheet_part *part)
{
	size_t widths[SHEET_COLUMNS_MOST];
	widths_of(part, widths);
	fprintf(file, "\n%s\n", part->title);
	print_cells(file, part->headings, widths);
	fputc('\n', file);
	for (size_t i = 0; i < part->row_count; i++) {
		const struct sheet_cells *row = &part->rows[i];
		int bar = row->share > 0 ? (int)(row->share * BAR_WIDTH + 0.5) : 0;
		print_cells(file, row->cells, widths);
		fprintf(file, "%s%.*s\n", bar > 0 ? "  " : "", bar > BAR_WIDTH ? BAR_WIDTH : bar,
			"#########################");
	}
}

/* ---- Plots ---- */

struct canvas {
	struct sheet_frame frame;
	char rows[PLOT_HEIGHT][PLOT_WIDTH];
};

static int scaled(double value, double from, double to, int cells)
{
	int at = (int)((value - from) / (to - from) * (cells - 1) + 0.5);
	return at < 0 ? 0 : at < cells ? at : cells - 1;
}

static void mark(struct canvas *canvas, double x, double y, char sign)
{
	const struct sheet_frame *frame = &canvas->frame;
	int column = scaled(x, frame->left, frame->right, PLOT_WIDTH);
	int row = PLOT_HEIGHT - 1 - scaled(y, frame->bottom, frame->top, PLOT_HEIGHT);
	canvas->rows[row][column] = sign;
}

/* With the columns between two points. */
static void draw_line(struct canvas *canvas, const struct sheet_line_of *line, char sign)
{
	double column = (canvas->frame.right - canvas->frame.left) / (PLOT_WIDTH - 1);
	for (size_t i = 0; i < line->count; i++) {
		const struct sheet_point_at *from = &line->points[i];
		mark(canvas, from->x, from->y, sign);
		if (i + 1 == line->count)
			break;
		const struct sheet_point_at *to = &line->points[i + 1];
		for (double x = from->x + column; x < to->x; x += column)
			mark(canvas, x,
				from->y + (to->y - from->y) * (x - from->x) / (to->x - from->x),
				sign);
	}
}

static void print_number(FILE *file, double number, int width)
{
	fprintf(file, number == (double)(long)number ? "%*.0f" : "%*.2f", width, number);
}

static void print_plot(FILE *file, const struct sheet_part *part)
{
	static const char signs[SHEET_LINES_MOST + 1] = "*o+x#=";
	struct canvas canvas = {.frame = sheet_frame_of(part)};
	const struct sheet_frame *frame = &canvas.frame;
	memset(canvas.rows, ' ', sizeof canvas.rows);
	for (size_t i = 0; i < part->line_count; i++)
		draw_line(&canvas, &part->lines[i], signs[i]);
	fprintf(file, "\n%s\n", part->title);
	for (size_t i = 0; i < part->line_count; i++)
		fprintf(file, "  %c %s", signs[i], part->lines[i].name);
	fprintf(file, "   (up: %s, across: %s)\n", part->up, part->across);
	for (int row = 0; row < PLOT_HEIGHT; row++) {
		int length = PLOT_WIDTH;
		while (length > 0 && canvas.rows[row][length - 1] == ' ')
			length--;
		if (row % (PLOT_HEIGHT - 1) == 0)
			print_number(file, row == 0 ? frame->top : frame->bottom, 10);
		else
			fprintf(file, "%10s", "");
		fprintf(file, " |%.*s\n", length, canvas.rows[row]);
	}
	fprintf(file, "%10s +", "");
	for (int column = 0; column < PLOT_WIDTH; column++)
		fputc('-', file);
	fprintf(file, "\n%11s", "");
	print_number(file, frame->left, 0);
	print_number(file, frame->right, PLOT_WIDTH - 1);
	fputc('\n', file);
}

void sheet_print(const struct sheet *sheet, FILE *file)
{
	fprintf(file, "%s\n", sheet->title);
	for (size_t i = 0; i < sheet->part_count; i++) {
		const struct sheet_part *part = &sheet->parts[i];
		if (part->kind == SHEET_TABLE)
			print_table(file, part);
		else if (part->kind == SHEET_PLOT)
			print_plot(file, part);
		else
			fprintf(file, "  %s\n", part->title);
	}
}
