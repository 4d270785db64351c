/* A list as a command prints it: aligned columns of text, or JSON.  Control characters of all cells
 * are replaced. */
#ifndef TRAPDOOR_LIST_PRINT_H
#define TRAPDOOR_LIST_PRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum list_kind { LIST_TEXT, LIST_NUMBER, LIST_FLAG, LIST_TIME };

/* title: of the text column; NULL for JSON alone.  key: of the JSON field. */
struct list_column {
	const char *title, *key;
	enum list_kind kind;
};

struct list;

struct list *list_new(const struct list_column *columns, size_t count, bool json);
/* Add the next cell of the row.  A text of NULL or "" is "-" or null; so is the time 0. */
void list_text(struct list *list, const char *text);
void list_number(struct list *list, int64_t number);
void list_flag(struct list *list, bool flag);
void list_time(struct list *list, int64_t seconds);
/* Begins a list whose JSON is an object: its member `key` has the rows. */
struct list *list_new_within(
	const struct list_column *columns, size_t count, bool json, const char *key);
/* Adds another member after all rows; json: its value. */
void list_member(struct list *list, const char *key, const char *json);
/* Prints the rows on stdout, and frees the list.  none: the sentence when there is no row. */
void list_print(struct list *list, const char *none);
void list_free(struct list *list);

#endif
