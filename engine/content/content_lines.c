/* Lines of a record: checks each line, and finds the field that it names. */
#include "engine/content/content_private.h"

#define LINE_MAX_LENGTH 1000

bool content_line_is_good(const struct parsing *parsing)
{
	const char *wrong = NULL;
	for (const char *at = parsing->cursor.at; at < parsing->cursor.end; at++)
		if ((*at >= 0 && *at < 32 && *at != '\t') || *at == 127)
			wrong = "the line holds a control character";
	if (parsing->cursor.end - parsing->cursor.at > LINE_MAX_LENGTH)
		content_complain(parsing->content, parsing->place,
			"the line is over %d characters long", LINE_MAX_LENGTH);
	else if (wrong)
		content_complain(parsing->content, parsing->place, "%s", wrong);
	else
		return true;
	return false;
}

bool content_may_inherit(const struct record_row *record)
{
	return !record->header_field;
}

static void complain_of_field(struct parsing *parsing, struct cursor name)
{
	const struct record_row *record = content_records[parsing->kind];
	struct nearest nearest = nearest_to(name);
	for (size_t i = 0; i < record->field_count; i++)
		nearest_offer(&nearest, record->fields[i].name);
	if (content_may_inherit(record))
		nearest_offer(&nearest, "like");
	content_complain(parsing->content, parsing->place, "the record %s has no field %.*s; %s",
		record->word, SHOWN(name), nearest_hint(&nearest, "the manual lists what it has"));
}

void content_read_field(struct parsing *parsing, struct cursor name)
{
	const struct record_row *record = content_records[parsing->kind];
	size_t i = 0;
	while (i < record->field_count && !cursor_equals(name, record->fields[i].name))
		i++;
	if (i == record->field_count) {
		complain_of_field(parsing, name);
		return;
	}
	parsing->field = &record->fields[i];
	if (parsing->seen & UINT64_C(1) << i && parsing->field->need != REPEATED) {
		content_complain(parsing->content, parsing->place,
			"%s is there twice; one of them must go", parsing->field->name);
		return;
	}
	parsing->seen |= UINT64_C(1) << i;
	content_read_value(parsing);
}
