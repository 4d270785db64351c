/* The rows of lines: the lists of lines.h, and the lists of the engine that they describe. */
#include "engine/content/lines.h"
#include "engine/content/content_private.h"

#include <stdio.h>
#include <string.h>

#define EFFECT_FACTS "text number item name"
#define BONUS_FACTS "text number"

/* A row of an engine's list: its word, and its text if lines.h has none. */
struct line_row {
	const char *word, *otherwise;
};

static const struct line_row effects[EFFECT_COUNT] = {
#define ROW(id, function, word, arguments, flags, status, hint, help) {word, help},
	ENGINE_EFFECTS(ROW)
#undef ROW
};
static const struct line_row statuses[STATUS_COUNT] = {
#define ROW(id, name, word, stack, most, resist, gives) {word, ""},
	ENGINE_STATUSES(ROW)
#undef ROW
};
static const struct line_row bonuses[BONUS_COUNT] = {
#define ROW(id, word, help) {word, help},
	ENGINE_BONUSES(ROW)
#undef ROW
};
static const struct line_row moments[MOMENT_COUNT] = {
#define ROW(id, word, help) {word, help},
	ENGINE_MOMENTS(ROW)
#undef ROW
};
static const struct line_row traits[TRAIT_COUNT] = {
#define ROW(id, word, help) {word, help},
	ENGINE_TRAITS(ROW)
#undef ROW
};
static const struct line_row aims[AIM_COUNT] = {
#define ROW(id, word, help) {word, help},
	CONTENT_AIMS(ROW)
#undef ROW
};

static const char *const texts[LINE_COUNT] = {
#define ROW(id, word, facts, text) [LINE_##id] = text,
	ENGINE_LINES(ROW)
#undef ROW
#define ROW(id, text) [LINE_EFFECT + EFFECT_##id] = text,
		EFFECT_LINES(ROW)
#undef ROW
#define ROW(id, text) [LINE_STATUS + STATUS_##id] = text,
			STATUS_LINES(ROW)
#undef ROW
#define ROW(id, text) [LINE_BRIEF + STATUS_##id] = text,
				BRIEF_LINES(ROW)
#undef ROW
#define ROW(id, text) [LINE_BONUS + BONUS_##id] = text,
					BONUS_LINES(ROW)
#undef ROW
#define ROW(id, text) [LINE_MOMENT + MOMENT_##id] = text,
						MOMENT_LINES(ROW)
#undef ROW
#define ROW(id, text) [LINE_TRAIT + TRAIT_##id##_BIT] = text,
							TRAIT_LINES(ROW)
#undef ROW
#define ROW(id, text) [LINE_AIM + AIM_##id] = text,
								AIM_LINES(ROW)
#undef ROW
};

/* The lines of each of the engine's lists: the first, and the properties that they share. */
static const struct line_list {
	enum line first;
	int count;
	const char *prefix, *facts;
	const struct line_row *rows;
} lists[] = {
	{LINE_EFFECT, EFFECT_COUNT, "line-effect-", EFFECT_FACTS, effects},
	{LINE_STATUS, STATUS_COUNT, "line-status-", "text", statuses},
	{LINE_BRIEF, STATUS_COUNT, "line-brief-", "", statuses},
	{LINE_BONUS, BONUS_COUNT, "line-bonus-", BONUS_FACTS, bonuses},
	{LINE_MOMENT, MOMENT_COUNT, "line-when-", "", moments},
	{LINE_TRAIT, TRAIT_COUNT, "line-trait-", "", traits},
	{LINE_AIM, AIM_COUNT, "line-aim-", "number", aims},
};

static const struct {
	const char *word, *facts;
} own[LINE_EFFECT] = {
#define ROW(id, word, facts, text) {word, facts},
	ENGINE_LINES(ROW)
#undef ROW
};

/* Returns the list of a line; NULL for a line of ENGINE_LINES. */
static const struct line_list *list_of(enum line line)
{
	const struct line_list *found = NULL;
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		if (line >= lists[i].first)
			found = &lists[i];
	return found;
}

void lines_id(enum line line, char *id, size_t size)
{
	const struct line_list *list = list_of(line);
	if (list == NULL)
		snprintf(id, size, "%s", own[line].word);
	else
		snprintf(id, size, "%s%s", list->prefix, list->rows[line - list->first].word);
}

const char *lines_facts(enum line line)
{
	const struct line_list *list = list_of(line);
	return list == NULL ? own[line].facts : list->facts;
}

const char *lines_text(enum line line)
{
	const struct line_list *list = list_of(line);
	return texts[line] != NULL ? texts[line] : list->rows[line - list->first].otherwise;
}

size_t lines_expand(const struct content *content, enum line line, const struct word_facts *facts,
	char *text, size_t size)
{
	return words_fill(content, content->private->lines[line], facts, text, size);
}
