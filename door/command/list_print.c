#include "door/command/list_print.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "door/os/json_out.h"
#include "door/os/printable.h"
#include "door/text/times.h"

#define COLUMNS_MAX 16

struct list {
	const struct list_column *columns;
	size_t count, cells, capacity;
	bool json, within, closed; /* within: the rows are a member of an object */
	char **texts;              /* of text: every cell, row by row */
	int widths[COLUMNS_MAX];
	struct json_out out;
};

struct list *list_new(const struct list_column *columns, size_t count, bool json)
{
	struct list *list = calloc(1, sizeof *list);

	if (!list)
		abort();
	assert(count > 0 && count <= COLUMNS_MAX);
	list->columns = columns;
	list->count = count;
	list->json = json;
	for (size_t i = 0; i < count; i++)
		list->widths[i] = columns[i].title ? (int)strlen(columns[i].title) : 0;
	if (json)
		json_out_open(&list->out, '[');
	return list;
}

struct list *list_new_within(
	const struct list_column *columns, size_t count, bool json, const char *key)
{
	struct list *list = list_new(columns, count, false);

	list->json = list->within = json;
	if (json) {
		json_out_open(&list->out, '{');
		json_out_key(&list->out, key);
		json_out_open(&list->out, '[');
	}
	return list;
}

static void close_rows(struct list *list)
{
	assert(list->cells % list->count == 0);
	if (list->json && !list->closed)
		json_out_close(&list->out, ']');
	list->closed = true;
}

void list_member(struct list *list, const char *key, const char *json)
{
	if (!list->json)
		return;
	assert(list->within);
	close_rows(list);
	json_out_key(&list->out, key);
	json_out_value(&list->out, json);
}

/* Returns the column of the next cell, and begins its field. */
static size_t cell_begin(struct list *list, enum list_kind kind)
{
	size_t column = list->cells++ % list->count;

	assert(list->columns[column].kind == kind);
	if (list->json && column == 0)
		json_out_open(&list->out, '{');
	if (list->json)
		json_out_key(&list->out, list->columns[column].key);
	return column;
}

static void cell_end(struct list *list, size_t column)
{
	if (list->json && column == list->count - 1)
		json_out_close(&list->out, '}');
}

static void cell_text(struct list *list, size_t column, const char *text)
{
	size_t at = list->cells - 1;

	if (at == list->capacity) {
		list->capacity = list->capacity ? 2 * list->capacity : 256;
		list->texts = realloc(list->texts, list->capacity * sizeof *list->texts);
	}
	if (!list->texts || !(list->texts[at] = strdup(*text ? text : "-")))
		abort();
	text_clean(list->texts[at]);
	if (list->widths[column] < (int)strlen(list->texts[at]))
		list->widths[column] = (int)strlen(list->texts[at]);
}

void list_text(struct list *list, const char *text)
{
	size_t column = cell_begin(list, LIST_TEXT);
	char *clean = strdup(text ? text : "");

	if (!clean)
		abort();
	text_clean(clean);
	if (!list->json)
		cell_text(list, column, clean);
	else if (*clean)
		json_out_string(&list->out, clean);
	else
		json_out_value(&list->out, "null");
	free(clean);
	cell_end(list, column);
}

void list_number(struct list *list, int64_t number)
{
	size_t column = cell_begin(list, LIST_NUMBER);
	char text[24];

	snprintf(text, sizeof text, "%" PRId64, number);
	if (list->json)
		json_out_value(&list->out, text);
	else
		cell_text(list, column, text);
	cell_end(list, column);
}

void list_flag(struct list *list, bool flag)
{
	size_t column = cell_begin(list, LIST_FLAG);

	if (list->json)
		json_out_flag(&list->out, flag);
	else
		cell_text(list, column, flag ? "yes" : "no");
	cell_end(list, column);
}

void list_time(struct list *list, int64_t seconds)
{
	size_t column = cell_begin(list, LIST_TIME);
	char text[TIME_TEXT_MAX] = "";

	if (seconds && list->json)
		time_json(seconds, text);
	else if (seconds)
		time_text(seconds, text);
	if (!list->json)
		cell_text(list, column, text);
	else if (*text)
		json_out_string(&list->out, text);
	else
		json_out_value(&list->out, "null");
	cell_end(list, column);
}

static void print_cells(const struct list *list, const char *const *texts)
{
	int gap = 0;

	/* The last column is not filled up: no line ends with blanks. */
	for (size_t i = 0; i < list->count; i++) {
		if (!list->columns[i].title)
			continue;
		if (list->columns[i].kind == LIST_NUMBER) {
			printf("%*s%*s", gap, "", list->widths[i], texts[i]);
			gap = 2;
			continue;
		}
		printf("%*s%s", gap, "", texts[i]);
		gap = list->widths[i] - (int)strlen(texts[i]) + 2;
	}
	putchar('\n');
}

static void print_text(const struct list *list, const char *none)
{
	const char *titles[COLUMNS_MAX];

	if (list->cells == 0) {
		puts(none);
		return;
	}
	for (size_t i = 0; i < list->count; i++)
		titles[i] = list->columns[i].title;
	print_cells(list, titles);
	for (size_t at = 0; at < list->cells; at += list->count)
		print_cells(list, (const char *const *)&list->texts[at]);
}

void list_free(struct list *list)
{
	for (size_t i = 0; i < list->cells && !list->json; i++)
		free(list->texts[i]);
	free(list->texts);
	free(list->out.bytes);
	free(list);
}

void list_print(struct list *list, const char *none)
{
	close_rows(list);
	if (list->json) {
		if (list->within)
			json_out_close(&list->out, '}');
		json_out_end(&list->out);
		puts(list->out.bytes);
	} else {
		print_text(list, none);
	}
	list_free(list);
}
