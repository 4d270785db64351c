/*
 * Inheritance: "like ID" in a record adds every field of the named record that the record lacks.
 *
 * It works on text.  At the end of a record the parser reads the lines of the named record into it,
 * skipping fields that it has, and so on along a chain of records.  A repeatable field, such as
 * blow, is inherited whole or not at all.  The named record may come later, and in another text.
 */
#include "engine/content/content_private.h"

#include <string.h>

#define CHAIN_MAX 8 /* length of a chain of inheritance */

/* A record in a text: its first field line, and the position of that line. */
struct record_text {
	const char *at, *end;
	struct record_origin place;
};

/* Returns the end of the line at `at`, without a carriage return. */
static const char *line_end(const char *at, const char *end, const char **next)
{
	const char *newline = memchr(at, '\n', (size_t)(end - at)), *stop = newline ? newline : end;
	*next = newline ? newline + 1 : end;
	return stop > at && stop[-1] == '\r' ? stop - 1 : stop;
}

static bool line_begins(struct cursor line, const char *kind, struct cursor id)
{
	struct cursor word;
	return line.at < line.end && *line.at == kind[0] && cursor_next_word(&line, &word) &&
	       cursor_equals(word, kind) && cursor_next_word(&line, &word) &&
	       word.end - word.at == id.end - id.at &&
	       !memcmp(word.at, id.at, (size_t)(id.end - id.at));
}

static bool find_in_text(const struct content_text *text, const char *kind, struct cursor id,
	struct record_text *found)
{
	const char *end = text->text + text->length, *next;
	unsigned line = 1;
	for (const char *at = text->text; at < end; at = next, line++) {
		struct cursor cursor = {at, line_end(at, end, &next)};
		if (!line_begins(cursor, kind, id))
			continue;
		*found = (struct record_text){next, end, {text->name, line}};
		return true;
	}
	return false;
}

static bool find_record(const struct content *content, enum record_kind kind, struct cursor id,
	struct record_text *found)
{
	const struct content_private *private = content->private;
	for (size_t i = 0; i < private->text_count; i++)
		if (find_in_text(&private->texts[i], content_records[kind]->word, id, found))
			return true;
	return false;
}

/* True if the mask includes the field of that name. */
static bool has_field(const struct parsing *parsing, uint64_t mask, struct cursor name)
{
	const struct record_row *record = content_records[parsing->kind];
	for (size_t i = 0; i < record->field_count; i++)
		if (mask & UINT64_C(1) << i && cursor_equals(name, record->fields[i].name))
			return true;
	return false;
}

/* Reads one line of the named record, unless the record has the field; the id after "like" goes to
 * *next_id. */
static void inherit_line(struct parsing *parsing, uint64_t own, struct cursor *next_id)
{
	struct cursor name;
	if (!content_line_is_good(parsing))
		return;
	cursor_skip_blanks(&parsing->cursor);
	if (parsing->cursor.at == parsing->cursor.end || *parsing->cursor.at == '#')
		return;
	if (*parsing->cursor.at == '|') {
		name = (struct cursor){parsing->cursor.at, parsing->cursor.at + 1};
		parsing->cursor.at++;
	} else if (!cursor_next_word(&parsing->cursor, &name)) {
		return;
	}
	if (cursor_equals(name, "like"))
		cursor_next_word(&parsing->cursor, next_id);
	else if (!has_field(parsing, own, name))
		content_read_field(parsing, name);
}

/* Reads the lines of a record up to the next record. */
static void inherit_record(
	struct parsing *parsing, const struct record_text *record, struct cursor *next_id)
{
	uint64_t own = parsing->seen;
	const char *next;
	parsing->place = record->place;
	for (const char *at = record->at; at < record->end; at = next) {
		parsing->place.line++;
		parsing->cursor = (struct cursor){at, line_end(at, record->end, &next)};
		if (at < parsing->cursor.end && !strchr(" \t#|", *at))
			return;
		inherit_line(parsing, own, next_id);
	}
}

void content_inherit(struct parsing *parsing)
{
	struct content *content = parsing->content;
	const char *kind = content_records[parsing->kind]->word;
	struct record_origin place = parsing->like_place;
	struct cursor id = parsing->like;
	for (int i = 0; id.at; i++) {
		struct record_text record;
		if (i == CHAIN_MAX) {
			content_complain(content, place,
				"like: this goes through over %d records, or in a circle",
				CHAIN_MAX);
			return;
		}
		if (!find_record(content, parsing->kind, id, &record)) {
			struct nearest nearest = nearest_to(id);
			nearest_offer_records(&nearest, content, parsing->kind);
			content_complain(content, place, "like: there is no %s %.*s; %s", kind,
				SHOWN(id), nearest_hint(&nearest, "name a record of this kind"));
			return;
		}
		id = (struct cursor){0};
		inherit_record(parsing, &record, &id);
	}
}
