/*
 * What the files of the report share: figures of games, and what is worked out from many.
 */
#ifndef TRAPDOOR_REPORT_PRIVATE_H
#define TRAPDOOR_REPORT_PRIVATE_H

#include "door/report/report.h"

#include <stdbool.h>
#include <stddef.h>

/* A number, a text, a truth of a game; 0, "" and false where there is none. */
double report_number(const json_t *object, const char *key);
const char *report_text(const json_t *object, const char *key);
bool report_is(const json_t *game, const char *outcome);

/* Numbers gathered one by one; all zero at first. */
struct samples {
	double *values;
	size_t count, capacity;
	bool sorted;
};
void samples_add(struct samples *samples, double value);
void samples_free(struct samples *samples);
/* The value that so much of them, from 0 to 1, lies below; 0 when there are none. */
double samples_quantile(struct samples *samples, double share);
double samples_mean(const struct samples *samples);
/* The half of the interval at 95 % about the mean. */
double samples_half(const struct samples *samples);

double report_root(double square);

/* Texts and how often each came; all zero at first. */
struct counts {
	struct count {
		char *text;
		size_t count;
	} * list;
	size_t size;
};
void counts_add(struct counts *counts, const char *text);
size_t counts_of(const struct counts *counts, const char *text);
/* The most frequent first; equal ones by name. */
void counts_sort(struct counts *counts);
void counts_free(struct counts *counts);

/* Who did it, or what, without the depth.  The text is as long as a cause. */
void report_cause(const json_t *game, char text[96]);

/* A row with a count, its share of all and Wilson's interval. */
void report_share_row(struct sheet *sheet, const char *name, size_t count, size_t all);

/* Parts of the report (report_kinds.c, report_depths.c, report_curve.c). */
void report_curve(struct sheet *sheet, const json_t *games);
void report_depths(struct sheet *sheet, const json_t *games);
void report_creatures(struct sheet *sheet, const json_t *games, const struct content *content);
void report_items(struct sheet *sheet, const json_t *games, const struct content *content);
void report_names(struct sheet *sheet, const json_t *games, const struct content *content);

#endif
