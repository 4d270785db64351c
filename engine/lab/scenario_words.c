/* Scenarios: reads the words of a line as values of a content. */
#include "engine/lab/scenario.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool scenario_malformed(struct scenario_play *play, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(play->sentence, sizeof play->sentence, format, arguments);
	va_end(arguments);
	play->malformed = true;
	return false;
}

bool scenario_fails(struct scenario_play *play, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(play->sentence, sizeof play->sentence, format, arguments);
	va_end(arguments);
	return false;
}

bool words_take(struct scenario_words *words, const char *word)
{
	if (words->left == 0 || strcmp(*words->at, word) != 0)
		return false;
	words->at++;
	words->left--;
	return true;
}

const char *words_next(struct scenario_play *play, struct scenario_words *words, const char *wanted)
{
	if (words->left == 0) {
		scenario_malformed(play, "the line ends where %s is wanted", wanted);
		return NULL;
	}
	words->left--;
	return *words->at++;
}

bool words_number(
	struct scenario_play *play, struct scenario_words *words, int least, int most, int *number)
{
	const char *word = words_next(play, words, "a number");
	if (word == NULL)
		return false;
	*number = 0;
	bool good = *word != '\0' && strlen(word) <= 6;
	for (const char *at = word; good && *at != '\0'; at++) {
		good = *at >= '0' && *at <= '9';
		*number = 10 * *number + (*at - '0');
	}
	return (good && *number >= least && *number <= most) ||
	       scenario_malformed(
		       play, "a number from %d to %d is wanted, not \"%.40s\"", least, most, word);
}

bool words_size(struct scenario_play *play, struct scenario_words *words, int *width, int *height)
{
	return words_number(play, words, 1, LEVEL_WIDTH_MAX, width) &&
	       words_number(play, words, 1, LEVEL_HEIGHT_MAX, height);
}

bool words_cell(struct scenario_play *play, struct scenario_words *words, int *x, int *y)
{
	const struct level *level = play->game->level;
	return words_number(play, words, 0, level->width - 1, x) &&
	       words_number(play, words, 0, level->height - 1, y);
}

bool words_compare(
	struct scenario_play *play, struct scenario_words *words, int number, bool *holds)
{
	bool above = words_take(words, "above"), below = !above && words_take(words, "below");
	int than;
	if (!above && !below && !words_take(words, "is"))
		return scenario_malformed(play, "\"above\", \"below\" or \"is\" is wanted here");
	if (!words_number(play, words, 0, 999999, &than))
		return false;
	*holds = above ? number > than : below ? number < than : number == than;
	return true;
}

int words_among(struct scenario_play *play, struct scenario_words *words, const char *what,
	const char *const *list, int count)
{
	const char *word = words_next(play, words, what);
	for (int i = 0; word != NULL && i < count; i++)
		if (strcmp(list[i], word) == 0)
			return i;
	if (word != NULL)
		scenario_malformed(play, "there is no %s \"%.40s\"", what, word);
	return -1;
}

/* ---- Rows ---- */

static const char *const status_words[] = {
#define ROW(id, name, word, ...) word,
	ENGINE_STATUSES(ROW)
#undef ROW
};
static const char *const trait_words[] = {
#define ROW(id, word, ...) word,
	ENGINE_TRAITS(ROW)
#undef ROW
};
static const char *const effect_words[] = {
#define ROW(id, function, word, ...) word,
	ENGINE_EFFECTS(ROW)
#undef ROW
};
static const char *const element_words[ELEMENT_COUNT] = {"none",
#define ROW(id, word, ...) word,
	ENGINE_ELEMENTS(ROW)
#undef ROW
};
static const char *const aim_words[] = {
#define ROW(id, word, ...) word,
	CONTENT_AIMS(ROW)
#undef ROW
};
static const char *const cause_words[] = {
#define ROW(id, word, ...) word,
	ENGINE_CAUSES(ROW)
#undef ROW
};
static const char *const instinct_words[] = {
#define ROW(id, function, word, number, least, most, whose, help) word,
	ENGINE_INSTINCTS(ROW)
#undef ROW
};
static const char *const bonus_words[BONUS_COUNT] = {
#define ROW(id, word, help) word,
	ENGINE_BONUSES(ROW)
#undef ROW
};
static const char *const moment_words[MOMENT_COUNT] = {
#define ROW(id, word, help) word,
	ENGINE_MOMENTS(ROW)
#undef ROW
};
static const char *const verb_words[VERB_COUNT] = {
#define ROW(id, number, word, ...) #word,
	ENGINE_VERBS(ROW)
#undef ROW
};
static const char *const waker_words[WAKER_COUNT] = {
#define ROW(id, word, trace) word,
	ENGINE_WAKERS(ROW)
#undef ROW
};
static const char *const conduct_words[CONDUCT_COUNT] = {
#define ROW(id, word, verbs) word,
	ENGINE_CONDUCTS(ROW)
#undef ROW
};
static const char *const need_words[NEED_COUNT] = {
#define ROW(id, function, word, number, help) word,
	ENGINE_NEEDS(ROW)
#undef ROW
};
static const char *const flag_words[] = {
#define ROW(id, word) word,
	TERRAIN_FLAGS(ROW)
#undef ROW
};

#define AMONG(what, count)                                                                         \
	int words_##what(struct scenario_play *play, struct scenario_words *words)                 \
	{                                                                                          \
		return words_among(play, words, #what, what##_words, (int)(count));                \
	}
AMONG(status, STATUS_COUNT)
AMONG(trait, TRAIT_COUNT)
AMONG(effect, EFFECT_COUNT)
AMONG(cause, TRIGGER_COUNT)
AMONG(element, ELEMENT_COUNT)
AMONG(aim, AIM_COUNT)
AMONG(instinct, INSTINCT_COUNT)
AMONG(flag, TERRAIN_FLAG_COUNT)
AMONG(bonus, BONUS_COUNT)
AMONG(moment, MOMENT_COUNT)
AMONG(verb, VERB_COUNT)
AMONG(need, NEED_COUNT)
AMONG(waker, WAKER_COUNT)
AMONG(conduct, CONDUCT_COUNT)
#undef AMONG

uint16_t words_handicap(struct scenario_play *play, struct scenario_words *words)
{
	const char *id = words_next(play, words, "a handicap");
	uint16_t kind = id != NULL ? content_find_handicap(play->content, id) : KIND_NONE;
	if (id != NULL && kind == KIND_NONE)
		scenario_malformed(play, "there is no handicap %.40s", id);
	return kind;
}

uint8_t words_take_element(struct scenario_words *words)
{
	for (int element = 1; element < ELEMENT_COUNT; element++)
		if (words_take(words, element_words[element]))
			return (uint8_t)element;
	return ELEMENT_NONE;
}

/* ---- Kinds ---- */

/* The name of a kind of each list in error messages. */
static const char *const kind_names[ID_LISTS] = {
	[IDS_TERRAIN] = "a terrain",
	[IDS_CREATURE] = "a monster",
	[IDS_ITEM] = "an item",
	[IDS_CLOUD] = "a cloud",
	[IDS_FLIGHT] = "a flight",
	[IDS_AFFIX] = "an affix",
	[IDS_SPELL] = "a spell",
	[IDS_TALENT] = "a talent",
	[IDS_QUEST] = "a quest",
};

uint16_t words_kind(struct scenario_play *play, struct scenario_words *words, enum id_list list)
{
	const char *name = kind_names[list], *word = words_next(play, words, name);
	if (word == NULL)
		return KIND_NONE;
	for (uint16_t kind = 0; kind < content_id_count(play->content, list); kind++)
		if (strcmp(content_id(play->content, list, kind), word) == 0)
			return kind;
	scenario_malformed(play, "there is no %s \"%.40s\"", strchr(name, ' ') + 1, word);
	return KIND_NONE;
}

int words_who(struct scenario_play *play, struct scenario_words *words)
{
	const struct game *game = play->game;
	if (words_take(words, "hero"))
		return HERO;
	uint16_t kind = words_kind(play, words, IDS_CREATURE);
	for (int slot = HERO + 1; kind != KIND_NONE && slot < game->creature_top; slot++)
		if (game->creatures[slot].alive && game->creatures[slot].kind == kind)
			return slot;
	if (kind != KIND_NONE)
		scenario_malformed(play, "none of that kind is on the map");
	return -1;
}

bool words_end(struct scenario_play *play, const struct scenario_words *words)
{
	return words->left == 0 ||
	       scenario_malformed(play, "\"%.40s\" is one word too many", *words->at);
}
