/*
 * From texts to records: classifies lines, begins and ends records, finds fields in the table of
 * the record's kind.
 *
 * A line that begins with a letter begins a record: its kind, its id, and for some kinds a value.
 * An indented line is a field of the record: a name and a value, or a row of text after '|'.  A
 * line whose first character is '#' is a comment; so is the end of a line from a '#' that follows a
 * blank, except in values that are texts.  After a rejected first line the parser skips to the next
 * record, so that one mistake is one complaint.
 */
#include "engine/content/content_private.h"

#include <assert.h>
#include <string.h>

/* ---- Records ---- */

/* Reads the inherited fields, then complains about missing required fields at the line where the
 * record begins. */
static void record_end(struct parsing *parsing)
{
	struct content *content = parsing->content;
	bool read = parsing->in_record && !parsing->skipping;
	parsing->in_record = parsing->skipping = false;
	if (!read)
		return;
	if (parsing->like.at) {
		struct parsing inheriting = *parsing;
		content_inherit(&inheriting);
		parsing->seen = inheriting.seen;
	}
	const struct record_row *record = content_records[parsing->kind];
	struct record_table *table = &content->private->tables[parsing->kind];
	for (size_t i = 0; i < record->field_count; i++)
		if (record->fields[i].need == REQUIRED && !(parsing->seen & UINT64_C(1) << i))
			content_complain(content, table->places[parsing->index], "%s %s has no %s",
				record->word,
				content_row_id(content, parsing->kind, parsing->index),
				record->fields[i].name);
	table->faulty[parsing->index] =
		content->private->complaints_made > parsing->complaints_before;
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
	parsing->complaints_before = parsing->content->private->complaints_made;
	parsing->seen = 0;
	parsing->like = (struct cursor){0};
}

/* Reads the word of a kind of record; complains about an unknown one. */
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
	struct nearest nearest = nearest_to(word);
	for (int kind = 0; kind < RECORD_KIND_COUNT; kind++)
		nearest_offer(&nearest, content_records[kind]->word);
	content_complain(parsing->content, parsing->place, "there is no record %.*s; %s",
		SHOWN(word),
		nearest_hint(&nearest, "fields of a record are indented, and the manual lists the "
				       "records"));
	return false;
}

/* Complains about a second record with the same id, in the text of the pack if one of them is
 * stock. */
static void complain_of_same(struct parsing *parsing, const char *id, struct record_origin first)
{
	struct content *content = parsing->content;
	bool first_is_new = content_is_stock_text(content, parsing->place.origin) &&
			    !content_is_stock_text(content, first.origin);
	struct record_origin here = first_is_new ? first : parsing->place,
			     there = first_is_new ? parsing->place : first;
	content_complain(content, here, "the record %s %s is there already, at %s:%u",
		content_records[parsing->kind]->word, id, there.origin, there.line);
}

/* Reads the first line of a record.  Until it is found valid, the lines that follow are skipped. */
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
		complain_of_same(parsing, id, table->places[same]);
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
		content_read_field(
			parsing, (struct cursor){record->header_field,
					 record->header_field + strlen(record->header_field)});
	else
		content_complain(content, parsing->place,
			"after its id the record %s has nothing more on its first line",
			record->word);
}

/* ---- Fields ---- */

/* Reads "like ID".  The inherited fields are read at the end of the record, when its own fields are
 * known. */
static void like_line(struct parsing *parsing)
{
	if (parsing->like.at)
		content_complain(parsing->content, parsing->place,
			"like is there twice; one of them must go");
	parsing->cursor = cursor_without_comment(parsing->cursor);
	if (!cursor_next_word(&parsing->cursor, &parsing->like)) {
		parsing->like = (struct cursor){0};
		content_complain(parsing->content, parsing->place,
			"like: an id of a record %s is wanted here",
			content_records[parsing->kind]->word);
	}
	parsing->like_place = parsing->place;
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
		word = (struct cursor){parsing->cursor.at, parsing->cursor.at + 1};
		parsing->cursor.at++;
		content_read_field(parsing, word);
		return;
	}
	cursor_next_word(&parsing->cursor, &word);
	if (cursor_equals(word, "like") && content_may_inherit(content_records[parsing->kind]))
		like_line(parsing);
	else
		content_read_field(parsing, word);
}

/* ---- Lines ---- */

static void line_read(struct parsing *parsing)
{
	const char *first = parsing->cursor.at, *end = parsing->cursor.end;
	if (!content_line_is_good(parsing))
		return;
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

/* ---- All texts, then references ---- */

static void resolve(struct content *content, const struct reference *reference)
{
	enum record_kind target = (enum record_kind)reference->target;
	uint16_t found = content_find(content, target, reference->id);
	if (found == KIND_NONE) {
		struct nearest nearest = nearest_to(
			(struct cursor){reference->id, reference->id + strlen(reference->id)});
		nearest_offer_records(&nearest, content, target);
		const char *hint = nearest_hint(&nearest, "");
		content_complain(content, reference->place, "%s: there is no %s %.40s%s%s",
			reference->field->name, content_records[target]->word, reference->id,
			*hint ? "; " : "", hint);
		content->private->tables[reference->holder].faulty[reference->index] = true;
	}
	char *row = content_row(content, (enum record_kind)reference->holder, reference->index);
	memcpy(row + reference->offset, &found, sizeof found);
}

/* Publishes the tables to the rest of the engine. */
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
	content->stories.calls = (struct call_kind *)(void *)tables[RECORD_CALL].rows;
	content->counts.calls = (uint16_t)tables[RECORD_CALL].count;
	content->stories.plots = (struct plot_kind *)(void *)tables[RECORD_PLOT].rows;
	content->counts.plots = (uint16_t)tables[RECORD_PLOT].count;
	content->stories.talks = (struct talk_kind *)(void *)tables[RECORD_TALK].rows;
	content->counts.talks = (uint16_t)tables[RECORD_TALK].count;
	content->stories.retellings =
		(struct retelling_kind *)(void *)tables[RECORD_RETELLING].rows;
	content->counts.retellings = (uint16_t)tables[RECORD_RETELLING].count;
	content->birth.handicaps = (struct handicap_kind *)(void *)tables[RECORD_HANDICAP].rows;
	content->counts.handicaps = (uint16_t)tables[RECORD_HANDICAP].count;
	content->stories.achievements =
		(struct achievement_kind *)(void *)tables[RECORD_ACHIEVEMENT].rows;
	content->counts.achievements = (uint16_t)tables[RECORD_ACHIEVEMENT].count;
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

void content_parse_text(struct content *content, const char *name)
{
	const struct content_private *private = content->private;
	for (size_t i = 0; i < private->text_count; i++)
		if (!strcmp(private->texts[i].name, name))
			text_parse(content, &private->texts[i]);
}

void content_parse(struct content *content)
{
	struct content_private *private = content->private;
	for (size_t i = 0; i < private->text_count; i++)
		text_parse(content, &private->texts[i]);
}

void content_resolve(struct content *content)
{
	const struct content_private *private = content->private;
	for (size_t i = 0; i < private->reference_count; i++)
		resolve(content, &private->references[i]);
	publish(content);
}
