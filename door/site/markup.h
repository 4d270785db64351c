/*
 * Markup: HTML, XML and tables of text made in memory, escaped by default.
 *
 * Formats are literals of this program. All that a conversion inserts is escaped, so that no text
 * of a player can become markup. Bytes that are no printable ASCII become '?', but for line feeds
 * of a text in lines.
 */
#ifndef TRAPDOOR_MARKUP_H
#define TRAPDOOR_MARKUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All 0 at first. */
struct markup {
	char *bytes;
	size_t size, room;
};

/* Adds a format: %s is escaped text, %d an int, %u an unsigned and %lld a long long, %% is '%'. No
 * other conversion is known. */
void markup_add(struct markup *markup, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* Adds escaped text in which line feeds stay. */
void markup_lines(struct markup *markup, const char *text);
/* Adds a value of a field of a table whose fields end with tabs, without markup. */
void markup_plain(struct markup *markup, const char *text);
/* Adds bytes that another writer escaped, as JSON. */
void markup_bytes(struct markup *markup, const void *bytes, size_t size);
/* Empties it and keeps its memory. */
void markup_clear(struct markup *markup);
void markup_free(struct markup *markup);

#endif
