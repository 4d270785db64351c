/* A sheet as a page: one file, well-formed as XML, its plots inline. */
#include "door/report/sheet_private.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 720, HEIGHT = 280, LEFT = 64, RIGHT = 16, TOP = 12, BOTTOM = 44, BAR_WIDTH = 140 };

#define LEGEND_WIDTH 180 /* of what is said of a line, below the plot */

static const char style[] =
	":root{color-scheme:light dark;--back:#fbfaf7;--ink:#1d1d1b;--dim:#6a675f;--rule:#d9d5ca;"
	"--c0:#1f5fa8;--c1:#b3452c;--c2:#2f7d4f;--c3:#8a6100;--c4:#7a4aa0;--c5:#3b7f8c}\n"
	"@media (prefers-color-scheme:dark){:root{--back:#16181a;--ink:#e8e4da;--dim:#9a968c;"
	"--rule:#3a3d40;--c0:#7fb2ee;--c1:#f0937b;--c2:#7fcf9e;--c3:#e0b84e;--c4:#c79df0;"
	"--c5:#86cdd9}}\n"
	"body{background:var(--back);color:var(--ink);font:15px/1.45 system-ui,sans-serif;"
	"max-width:64rem;margin:2rem auto;padding:0 1rem}\n"
	"h1{font-size:1.5rem}h2{font-size:1.1rem;margin:2rem 0 .4rem}\n"
	"p{margin:.3rem 0;color:var(--dim)}\n"
	".wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}\n"
	"th,td{padding:.15rem .7rem;text-align:right;border-bottom:1px solid var(--rule);"
	"white-space:nowrap}\n"
	"th{color:var(--dim);font-weight:normal}th:first-child,td:first-child{text-align:left}\n"
	"svg{max-width:100%;height:auto}svg text{fill:var(--dim);font-size:12px}\n"
	".bar{fill:var(--c0)}.axis{stroke:var(--dim)}.rule{stroke:var(--rule)}\n"
	".line{fill:none;stroke-width:2}.band{stroke:none;opacity:.18}\n";

static void put_text(FILE *file, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		switch (text[i]) {
		case '&':
			fputs("&amp;", file);
			break;
		case '<':
			fputs("&lt;", file);
			break;
		case '>':
			fputs("&gt;", file);
			break;
		case '"':
			fputs("&quot;", file);
			break;
		default:
			if ((unsigned char)text[i] >= ' ')
				fputc(text[i], file);
		}
}

static void put_element(FILE *file, const char *name, const char *text)
{
	fprintf(file, "<%s>", name);
	put_text(file, text, strlen(text));
	fprintf(file, "</%s>\n", name);
}

/* ---- Tables ---- */

static void put_bar(FILE *file, double share)
{
	fprintf(file, "<td>");
	if (share >= 0)
		fprintf(file,
			"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"10\" "
			"aria-hidden=\"true\"><rect class=\"bar\" "
			"width=\"%.1f\" height=\"10\"/></svg>",
			BAR_WIDTH, (share < 1 ? share : 1) * BAR_WIDTH);
	fprintf(file, "</td>");
}

static void put_cells(FILE *file, const char *cells, const char *element)
{
	for (size_t column = 0; column < sheet_columns(cells); column++) {
		size_t length;
		const char *cell = sheet_cell(cells, column, &length);
		fprintf(file, "<%s>", element);
		put_text(file, cell, length);
		fprintf(file, "</%s>", element);
	}
}

static void put_table(FILE *file, const struct sheet_part *part)
{
	bool bars = false;
	for (size_t i = 0; i < part->row_count; i++)
		bars = bars || part->rows[i].share >= 0;
	put_element(file, "h2", part->title);
	fprintf(file, "<div class=\"wide\"><table><thead><tr>");
	put_cells(file, part->headings, "th");
	fprintf(file, "%s</tr></thead><tbody>\n", bars ? "<th></th>" : "");
	for (size_t i = 0; i < part->row_count; i++) {
		fprintf(file, "<tr>");
		put_cells(file, part->rows[i].cells, "td");
		if (bars)
			put_bar(file, part->rows[i].share);
		fprintf(file, "</tr>\n");
	}
	fprintf(file, "</tbody></table></div>\n");
}

/* ---- Plots ---- */

static double across(const struct sheet_frame *frame, double x)
{
	return LEFT + (x - frame->left) / (frame->right - frame->left) * (WIDTH - LEFT - RIGHT);
}

static double down(const struct sheet_frame *frame, double y)
{
	return HEIGHT - BOTTOM -
	       (y - frame->bottom) / (frame->top - frame->bottom) * (HEIGHT - TOP - BOTTOM);
}

/* The multiple of a step that is not below a number. */
static double first_tick(double from, double step)
{
	double tick = step * (double)(long)(from / step);
	return tick < from ? tick + step : tick;
}

static void put_ticks(FILE *file, const struct sheet_frame *frame)
{
	double up = sheet_step(frame->top - frame->bottom);
	double right = sheet_step(frame->right - frame->left);
	for (double y = first_tick(frame->bottom, up); y <= frame->top + up / 1000; y += up)
		fprintf(file,
			"<line class=\"rule\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>"
			"<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n",
			LEFT, WIDTH - RIGHT, down(frame, y), down(frame, y), LEFT - 6,
			down(frame, y) + 4, y);
	for (double x = first_tick(frame->left, right); x <= frame->right + right / 1000;
		x += right)
		fprintf(file, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g</text>\n",
			across(frame, x), HEIGHT - BOTTOM + 16, x);
}

static void put_band(
	FILE *file, const struct sheet_frame *frame, const struct sheet_line_of *line, size_t nth)
{
	fprintf(file, "<polygon class=\"band\" style=\"fill:var(--c%zu)\" points=\"", nth);
	for (size_t i = 0; i < line->count; i++)
		fprintf(file, "%.1f,%.1f ", across(frame, line->points[i].x),
			down(frame, line->points[i].high));
	for (size_t i = line->count; i-- > 0;)
		fprintf(file, "%.1f,%.1f ", across(frame, line->points[i].x),
			down(frame, line->points[i].low));
	fprintf(file, "\"/>\n");
}

static void put_line(
	FILE *file, const struct sheet_frame *frame, const struct sheet_line_of *line, size_t nth)
{
	put_band(file, frame, line, nth);
	fprintf(file, "<polyline class=\"line\" style=\"stroke:var(--c%zu)\" points=\"", nth);
	for (size_t i = 0; i < line->count; i++)
		fprintf(file, "%.1f,%.1f ", across(frame, line->points[i].x),
			down(frame, line->points[i].y));
	fprintf(file, "\"/>\n");
	fprintf(file, "<text x=\"%d\" y=\"%d\" style=\"fill:var(--c%zu)\">",
		LEFT + LEGEND_WIDTH * (int)(nth + 1), HEIGHT - 8, nth);
	put_text(file, line->name, strlen(line->name));
	fprintf(file, "</text>\n");
}

static void put_plot(FILE *file, const struct sheet_part *part)
{
	struct sheet_frame frame = sheet_frame_of(part);
	put_element(file, "h2", part->title);
	fprintf(file,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
		"height=\"%d\" role=\"img\">",
		WIDTH, HEIGHT, WIDTH, HEIGHT);
	put_element(file, "title", part->title);
	put_ticks(file, &frame);
	for (size_t i = 0; i < part->line_count; i++)
		put_line(file, &frame, &part->lines[i], i);
	fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", WIDTH - RIGHT, HEIGHT - 8);
	put_text(file, part->across, strlen(part->across));
	fprintf(file, "</text><text x=\"%d\" y=\"%d\">", LEFT, HEIGHT - 8);
	put_text(file, part->up, strlen(part->up));
	fprintf(file, "</text></svg>\n");
}

void sheet_html(const struct sheet *sheet, FILE *file)
{
	fprintf(file, "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">"
		      "<head><meta charset=\"utf-8\"/>"
		      "<meta name=\"viewport\" content=\"width=device-width\"/>\n");
	put_element(file, "title", sheet->title);
	fprintf(file, "<style>\n%s</style></head><body>\n", style);
	put_element(file, "h1", sheet->title);
	for (size_t i = 0; i < sheet->part_count; i++) {
		const struct sheet_part *part = &sheet->parts[i];
		if (part->kind == SHEET_TABLE)
			put_table(file, part);
		else if (part->kind == SHEET_PLOT)
			put_plot(file, part);
		else
			put_element(file, "p", part->title);
	}
	fprintf(file, "</body></html>\n");
}
