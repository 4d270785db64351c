/* The report: figures of games, and what is worked out from many. */
#include "door/text/board_words.h"
#include "door/record/summary.h"
#include "door/report/report_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

double report_number(const json_t *object, const char *key)
{
	return json_number_value(json_object_get(object, key));
}

const char *report_text(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));
	return text ? text : "";
}

bool report_is(const json_t *game, const char *outcome)
{
	return strcmp(report_text(game, "outcome"), outcome) == 0;
}

void report_cause(const json_t *game, char text[96])
{
	const char *killer = report_text(game, "killer");
	if (*killer)
		snprintf(text, 96, "%s", killer);
	else
		board_cause_short(report_text(game, "cause"), text, 96);
}

void report_share_row(struct sheet *sheet, const char *name, size_t count, size_t all)
{
	double low, high, share = all > 0 ? (double)count / (double)all : 0;
	bot_interval(count, all, &low, &high);
	sheet_row(sheet, share, "%s\t%zu\t%.1f %%\t%.1f to %.1f", name, count, 100 * share, low,
		high);
}

/* ---- Samples ---- */

void samples_add(struct samples *samples, double value)
{
	if (samples->count == samples->capacity) {
		samples->capacity = samples->capacity ? 2 * samples->capacity : 64;
		samples->values =
			realloc(samples->values, samples->capacity * sizeof *samples->values);
		assert(samples->values);
	}
	samples->values[samples->count++] = value;
	samples->sorted = false;
}

void samples_free(struct samples *samples)
{
	free(samples->values);
	*samples = (struct samples){0};
}

static int by_value(const void *one, const void *other)
{
	double a = *(const double *)one, b = *(const double *)other;
	return (a > b) - (a < b);
}

double samples_quantile(struct samples *samples, double share)
{
	if (samples->count == 0)
		return 0;
	if (!samples->sorted)
		qsort(samples->values, samples->count, sizeof *samples->values, by_value);
	samples->sorted = true;
	size_t at = (size_t)(share * (double)samples->count);
	return samples->values[at < samples->count ? at : samples->count - 1];
}

double samples_mean(const struct samples *samples)
{
	double sum = 0;
	for (size_t i = 0; i < samples->count; i++)
		sum += samples->values[i];
	return samples->count > 0 ? sum / (double)samples->count : 0;
}

/* Newton's root: the program is not linked with the library of mathematics. */
double report_root(double square)
{
	double guess = square > 1 ? square : 1;
	if (square <= 0)
		return 0;
	for (int i = 0; i < 100; i++)
		guess = (guess + square / guess) / 2;
	return guess;
}

double samples_half(const struct samples *samples)
{
	double mean = samples_mean(samples), sum = 0, count = (double)samples->count;
	for (size_t i = 0; i < samples->count; i++)
		sum += (samples->values[i] - mean) * (samples->values[i] - mean);
	return count > 1 ? 1.959964 * report_root(sum / (count - 1) / count) : 0;
}

/* ---- Counts ---- */

static struct count *find(const struct counts *counts, const char *text)
{
	for (size_t i = 0; i < counts->size; i++)
		if (strcmp(counts->list[i].text, text) == 0)
			return &counts->list[i];
	return NULL;
}

void counts_add(struct counts *counts, const char *text)
{
	struct count *count = find(counts, text);
	if (!count) {
		counts->list = realloc(counts->list, (counts->size + 1) * sizeof *counts->list);
		assert(counts->list);
		count = &counts->list[counts->size++];
		*count = (struct count){strdup(text), 0};
		assert(count->text);
	}
	count->count++;
}

size_t counts_of(const struct counts *counts, const char *text)
{
	const struct count *count = find(counts, text);
	return count ? count->count : 0;
}

static int by_count(const void *one, const void *other)
{
	const struct count *a = one, *b = other;
	return a->count != b->count ? (a->count < b->count ? 1 : -1) : strcmp(a->text, b->text);
}

void counts_sort(struct counts *counts)
{
	if (counts->size > 0)
		qsort(counts->list, counts->size, sizeof *counts->list, by_count);
}

void counts_free(struct counts *counts)
{
	for (size_t i = 0; i < counts->size; i++)
		free(counts->list[i].text);
	free(counts->list);
	*counts = (struct counts){0};
}
