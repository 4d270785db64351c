/*
 * A sheet: tables and plots that are told in two ways, as text and as a page.
 *
 * Whoever has figures writes them once.  The text is for a terminal of 100 columns and more; the
 * page is one file that needs no other, well-formed as XML, with its plots inline as SVG, and in
 * light and dark as the reader's window is.  A table's cells are separated by tabs.
 */
#ifndef TRAPDOOR_SHEET_H
#define TRAPDOOR_SHEET_H

#include <stdio.h>

struct sheet;
struct sheet *sheet_new(const char *title);
void sheet_free(struct sheet *sheet);

/* A sentence or more, under whatever came last. */
void sheet_note(struct sheet *sheet, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A table, and its rows: a share from 0 to 1 is drawn as a bar, SHEET_NO_BAR draws none. */
#define SHEET_NO_BAR (-1.0)
void sheet_table(struct sheet *sheet, const char *title, const char *headings);
void sheet_row(struct sheet *sheet, double share, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* A plot, its lines, and their points from left to right; low and high are a band about y. */
void sheet_plot(struct sheet *sheet, const char *title, const char *across, const char *up);
void sheet_line(struct sheet *sheet, const char *name);
void sheet_point(struct sheet *sheet, double x, double y, double low, double high);

void sheet_print(const struct sheet *sheet, FILE *file);
void sheet_html(const struct sheet *sheet, FILE *file);

#endif
