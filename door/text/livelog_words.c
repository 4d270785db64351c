#include "door/text/livelog_words.h"

#include "engine/engine.h"

#include <stdio.h>
#include <string.h>

static const struct kind_row {
	const char *word, *sentence;
} kinds[] = {
#define ROW(id, word, sentence) [id] = {word, sentence},
	LIVELOG_KINDS(ROW)
#undef ROW
};

static const struct kind_row *row_of(unsigned kind)
{
	return kind < sizeof kinds / sizeof *kinds && kinds[kind].word ? &kinds[kind] : NULL;
}

const char *livelog_word(unsigned kind)
{
	const struct kind_row *row = row_of(kind);

	return row ? row->word : NULL;
}

/* Writes the value of a letter in a sentence. */
static void put_value(const struct store_milestone *milestone, char letter, char *text, size_t size)
{
	switch (letter) {
	case 'n':
		snprintf(text, size, "%s", milestone->name);
		break;
	case 'd':
		snprintf(text, size, "%d", milestone->depth);
		break;
	case 's':
		snprintf(text, size, "%d", (int)milestone->score);
		break;
	default:
		snprintf(text, size, "%s", milestone->cause);
	}
}

void livelog_sentence(const struct store_milestone *milestone, char *text, size_t size)
{
	const struct kind_row *row = row_of(milestone->kind);

	text[0] = '\0';
	for (const char *at = row ? row->sentence : ""; *at; at++) {
		size_t used = strlen(text);

		if (*at == '$')
			put_value(milestone, *++at, text + used, size - used);
		else if (used + 1 < size)
			memcpy(text + used, (char[]){*at, '\0'}, 2);
	}
}

uint8_t livelog_kind_of(unsigned outcome)
{
	static const uint8_t of_outcomes[] = {[OUTCOME_DIED] = LIVELOG_DIED,
		[OUTCOME_LEFT] = LIVELOG_LEFT,
		[OUTCOME_WON] = LIVELOG_WON,
		[OUTCOME_QUIT] = LIVELOG_QUIT};

	return outcome < sizeof of_outcomes ? of_outcomes[outcome] : 0;
}
