/* Values of quests: the deed that completes one, and its object. */
#include "engine/content/content_private.h"

enum names { NAMES_ITEM, NAMES_MONSTER };

static const struct {
	const char *word;
	enum names names;
} rows[QUEST_WANTS_COUNT] = {
#define ROW(id, word, names, help) [WANTS_##id] = {word, NAMES_##names},
	CONTENT_WANTS(ROW)
#undef ROW
};

/* "slay foreman", "lay lost-doll". */
bool value_wants(struct parsing *parsing)
{
	struct quest_kind *quest = content_row(parsing->content, parsing->kind, parsing->index);
	for (int row = 0; row < QUEST_WANTS_COUNT; row++) {
		if (!cursor_take_word(&parsing->cursor, rows[row].word))
			continue;
		quest->wants = (uint8_t)row;
		return rows[row].names == NAMES_ITEM
			       ? read_reference(parsing, RECORD_ITEM, &quest->thing)
			       : read_reference(parsing, RECORD_MONSTER, &quest->body);
	}
	struct cursor word;
	cursor_next_word(&parsing->cursor, &word);
	struct nearest nearest = nearest_to(word);
	for (int row = 0; row < QUEST_WANTS_COUNT; row++)
		nearest_offer(&nearest, rows[row].word);
	return value_complain(parsing,
		"take, slay, free, lay or carry is wanted, and of what kind%s%s",
		nearest.best ? "; " : "", nearest_hint(&nearest, ""));
}
