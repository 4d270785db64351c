/*
 * From texts to records: lines are told apart, records begun and ended, fields found in the table
 * of their kind.
 *
 * A line that begins with a letter begins a record: its kind, its id, and for some kinds a value.
 * An indented line is a field of it: a name and a value, or a row of text after '|'.  A line whose
 * first character is '#' is a comment; so is the end of a line from a '#' that follows a blank,
 * except where the value is words.  After a refused beginning all is passed over up to the next
 * record, so that one mistake is one complaint.
 */
#include "engine/content/content_private.h"

#include <assert.h>
#include <string.h>

#define LINE_MAX_LENGTH 1000

/* ---- Records ---- */

/* A field that was needed and did not come is complained about where its record begins. */
static void record_end(struct parsing *parsing)
{
	struct content *content = parsing->content;
	bool read = parsing->in_record && !parsing->skipping;
	parsing->in_record = parsing->skipping = false;
	if (!read)
		return;
	const struct record_row *record = content_records[parsing->kind];
	struct record_table *table = &content->private->tables[parsing->kind];
	for (size_t i = 0; i < record->field_count; i++)
		if (record->fields[i].need == REQUIRED && !(parsing->seen & UINT64_C(1) << i))
			content_complain(content, table->places[parsing->index], "%s %s has no %s",
				record->word,
				content_row_id(content, parsing->kind, parsing->index),
				record->fields[i].name);
	table->faulty[parsing->index] = content->complaints.count > parsing->complaints_before;
}

static bool id_is_well_formed(struct cursor word)
{
	if (word.end - word.at > ID_MAX_LENGTH)
		return false;
	for (const char *at = word.at; at < word.end; at++) {
		bool letter = *at >= 'a' && *at <= 'z';
		if (!letter && (at == word.at || !((*at >= '0' && *at <= '9') || *at == '-')))
			return false;
	}
	return word.at < word.end;
}

static void record_add(struct parsing *parsing, const char *id)
{
	parsing->index = content_row_add(parsing->content, parsing->kind, id, parsing->place);
	parsing->skipping = false;
	parsing->complaints_before = parsing->content->complaints.count;
	parsing->seen = 0;
}

/* Reads the kind's word; complains when there is none such. */
static bool read_record_kind(struct parsing *parsing)
{
	struct cursor word;
	cursor_next_word(&parsing->cursor, &word);
	for (int kind = 0; kind < RECORD_KIND_COUNT; kind++) {
		if (!cursor_equals(word, content_records[kind]->word))
			continue;
		parsing->kind = (enum record_kind)kind;
		return true;
	}
	int length = word.end - word.at > 40 ? 40 : (int)(word.end - word.at);
	content_complain(parsing->content, parsing->place,
		"there is no record %.*s; fields of a record are indented, and the manual lists "
		"the records",
		length, word.at);
	return false;
}

static void field_read(struct parsing *parsing, const char *name, size_t length);

/* The line that begins a record. Until it is found good, what follows is passed over. */
static void record_begin(struct parsing *parsing)
{
	record_end(parsing);
	parsing->in_record = parsing->skipping = true;
	if (!read_record_kind(parsing))
		return;
	struct content *content = parsing->content;
	const struct record_row *record = content_records[parsing->kind];
	const struct record_table *table = &content->private->tables[parsing->kind];
	struct cursor word;
	cursor_next_word(&parsing->cursor, &word);
	if (!id_is_well_formed(word)) {
		content_complain(content, parsing->place,
			"the record %s needs an id of a-z, 0-9 and -, a letter first, at most %d",
			record->word, ID_MAX_LENGTH);
		return;
	}
	const char *id = content_keep(content, word.at, (size_t)(word.end - word.at));
	uint16_t same = content_find(content, parsing->kind, id);
	if (same != KIND_NONE) {
		content_complain(content, parsing->place,
			"the record %s %s is there already, at %s:%u", record->word, id,
			table->places[same].origin, table->places[same].line);
		return;
	}
	if (table->count == KINDS_MAX) {
		content_complain(content, parsing->place, "there are more than %d records %s",
			KINDS_MAX, record->word);
		return;
	}
	record_add(parsing, id);
	while (parsing->cursor.at < parsing->cursor.end &&
		(*parsing->cursor.at == ' ' || *parsing->cursor.at == '\t'))
		parsing->cursor.at++;
	if (parsing->cursor.at == parsing->cursor.end || *parsing->cursor.at == '#')
		return;
	if (record->header_field)
		field_read(parsing, record->header_field, strlen(record->header_field));
	else
		content_complain(content, parsing->place,
			"after its id the record %s has nothing more on its first line",
			record->word);
}

/* ---- Fields ---- */

/* Finds the field of that name in the present record and reads its value. */
static void field_read(struct parsing *parsing, const char *name, size_t length)
{
	const struct record_row *record = content_records[parsing->kind];
	struct cursor word = {name, name + length};
	size_t i = 0;
	while (i < record->field_count && !cursor_equals(word, record->fields[i].name))
		i++;
	if (i == record->field_count) {
		content_complain(parsing->content, parsing->place,
			"the record %s has no field %.*s; the manual lists what it has",
			record->word, length > 40 ? 40 : (int)length, name);
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

static void field_line(struct parsing *parsing)
{
	struct cursor word;
	if (parsing->skipping)
		return;
	if (!parsing->in_record) {
		content_complain(parsing->content, parsing->place,
			"this indented line belongs to no record; a record begins at the line's "
			"first column");
		parsing->in_record = parsing->skipping = true;
		return;
	}
	if (*parsing->cursor.at == '|') {
		parsing->cursor.at++;
		field_read(parsing, "|", 1);
		return;
	}
	cursor_next_word(&parsing->cursor, &word);
	field_read(parsing, word.at, (size_t)(word.end - word.at));
}

/* ---- Lines ---- */

/* Only printable ASCII and tabs: what is written here reaches terminals. */
static bool line_is_printable(const struct parsing *parsing)
{
	for (const char *at = parsing->cursor.at; at < parsing->cursor.end; at++)
		if ((*at < 32 && *at != '\t') || *at > 126)
			return false;
	return true;
}

static void line_read(struct parsing *parsing)
{
	const char *first = parsing->cursor.at, *end = parsing->cursor.end;
	if (end - first > LINE_MAX_LENGTH) {
		content_complain(parsing->content, parsing->place,
			"the line is over %d characters long", LINE_MAX_LENGTH);
		return;
	}
	if (!line_is_printable(parsing)) {
		content_complain(parsing->content, parsing->place,
			"the line holds something that is not printable ASCII");
		return;
	}
	while (parsing->cursor.at < end &&
		(*parsing->cursor.at == ' ' || *parsing->cursor.at == '\t'))
		parsing->cursor.at++;
	if (parsing->cursor.at == end || *parsing->cursor.at == '#')
		return;
	if (parsing->cursor.at == first && *first != '|')
		record_begin(parsing);
	else
		field_line(parsing);
}

static void text_parse(struct content *content, const struct content_text *text)
{
	struct parsing parsing = {.content = content, .place = {.origin = text->name}};
	const char *at = text->text, *end = text->text + text->length;
	while (at < end && content->complaints.count < COMPLAINTS_MAX) {
		const char *newline = memchr(at, '\n', (size_t)(end - at));
		const char *line_end = newline ? newline : end;
		parsing.place.line++;
		parsing.cursor = (struct cursor){at, line_end};
		if (parsing.cursor.end > at && parsing.cursor.end[-1] == '\r')
			parsing.cursor.end--;
		line_read(&parsing);
		at = newline ? newline + 1 : end;
	}
	record_end(&parsing);
}

/* ---- All texts, then what refers across them ---- */

static void resolve(struct content *content, const struct reference *reference)
{
	enum record_kind target = (enum record_kind)reference->target;
	uint16_t found = content_find(content, target, reference->id);
	if (found == KIND_NONE) {
		content_complain(content, reference->place, "%s: there is no %s %.40s",
			reference->field->name, content_records[target]->word, reference->id);
		content->private->tables[reference->holder].faulty[reference->index] = true;
	}
	char *row = content_row(content, (enum record_kind)reference->holder, reference->index);
	memcpy(row + reference->offset, &found, sizeof found);
}

/* The tables as the rest of the engine sees them. */
static void publish(struct content *content)
{
	struct record_table *tables = content->private->tables;
	content->terrains = (struct terrain_kind *)(void *)tables[RECORD_TERRAIN].rows;
	content->creatures = (struct creature_kind *)(void *)tables[RECORD_MONSTER].rows;
	content->items = (struct item_kind *)(void *)tables[RECORD_ITEM].rows;
	content->flavours = (struct flavour_kind *)(void *)tables[RECORD_FLAVOUR].rows;
	content->levels = (struct level_kind *)(void *)tables[RECORD_LEVEL].rows;
	content->clouds = (struct cloud_kind *)(void *)tables[RECORD_CLOUD].rows;
	content->flights = (struct flight_kind *)(void *)tables[RECORD_FLIGHT].rows;
	content->affixes = (struct affix_kind *)(void *)tables[RECORD_AFFIX].rows;
	content->spells = (struct spell_kind *)(void *)tables[RECORD_SPELL].rows;
	content->talents = (struct talent_kind *)(void *)tables[RECORD_TALENT].rows;
	content->vaults = (struct vault_kind *)(void *)tables[RECORD_VAULT].rows;
	content->counts.vaults = (uint16_t)tables[RECORD_VAULT].count;
	content->quests = (struct quest_kind *)(void *)tables[RECORD_QUEST].rows;
	content->counts.quests = (uint16_t)tables[RECORD_QUEST].count;
	content->calls = (struct call_kind *)(void *)tables[RECORD_CALL].rows;
	content->counts.calls = (uint16_t)tables[RECORD_CALL].count;
	content->counts.affixes = (uint16_t)tables[RECORD_AFFIX].count;
	content->counts.spells = (uint16_t)tables[RECORD_SPELL].count;
	content->counts.talents = (uint16_t)tables[RECORD_TALENT].count;
	content->counts.clouds = (uint16_t)tables[RECORD_CLOUD].count;
	content->counts.flights = (uint16_t)tables[RECORD_FLIGHT].count;
	content->counts.terrains = (uint16_t)tables[RECORD_TERRAIN].count;
	content->counts.creatures = (uint16_t)tables[RECORD_MONSTER].count;
	content->counts.items = (uint16_t)tables[RECORD_ITEM].count;
	content->counts.flavours = (uint16_t)tables[RECORD_FLAVOUR].count;
	content->counts.levels = (uint16_t)tables[RECORD_LEVEL].count;
}

void content_parse(struct content *content)
{
	struct content_private *private = content->private;
	for (size_t i = 0; i < private->text_count; i++)
		text_parse(content, &private->texts[i]);
	for (size_t i = 0; i < private->reference_count; i++)
		resolve(content, &private->references[i]);
	publish(content);
}
