#include "door/text/board_words.h"

#include "engine/engine.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const struct {
	char mark;
	const char *word;
} verifications[] = {
	[STORE_UNVERIFIED] = {'?', "unproven"},
	[STORE_VERIFIED] = {'+', "proven"},
	[STORE_REFUTED] = {'-', "refuted"},
	[STORE_SET_ASIDE] = {'?', "set aside"},
};

static const char *const outcomes[] = {
	[OUTCOME_GOING] = "going",
	[OUTCOME_DIED] = "died",
	[OUTCOME_LEFT] = "left",
	[OUTCOME_WON] = "won",
	[OUTCOME_QUIT] = "quit",
};

const struct board_list board_lists[BOARD_LISTS] = {
	{"runs", STORE_BEST_RUNS, "Best runs"},
	{"players", STORE_BEST_PLAYERS, "Best run of each player"},
	{"latest", STORE_LATEST, "Newest runs"},
	{"conducts", STORE_CONDUCTS, "Most conducts kept"},
};

const struct board_list *board_list_by_word(const char *word)
{
	for (size_t i = 0; i < BOARD_LISTS; i++)
		if (strcmp(board_lists[i].word, word) == 0)
			return &board_lists[i];
	return NULL;
}

const char *board_conduct_word(unsigned conduct)
{
	static const char *const words[CONDUCT_COUNT] = {
#define ROW(id, word, verbs) [CONDUCT_##id] = word,
		ENGINE_CONDUCTS(ROW)
#undef ROW
	};

	return conduct < CONDUCT_COUNT ? words[conduct] : NULL;
}

unsigned board_conducts_count(const struct store_score *score)
{
	unsigned count = 0;

	for (int32_t left = score->conducts > 0 ? score->conducts : 0; left; left &= left - 1)
		count++;
	return count;
}

void board_conducts(const struct store_score *score, char text[BOARD_CONDUCTS_TEXT])
{
	unsigned count = board_conducts_count(score);
	size_t used = (size_t)snprintf(text, BOARD_CONDUCTS_TEXT, "%u", count);
	const char *before = ": ";

	if (count == 0) {
		snprintf(text, BOARD_CONDUCTS_TEXT, "-");
		return;
	}
	for (unsigned i = 0; board_conduct_word(i); i++) {
		if (!(score->conducts >> i & 1) || used >= BOARD_CONDUCTS_TEXT)
			continue;
		used += (size_t)snprintf(text + used, BOARD_CONDUCTS_TEXT - used, "%s%s", before,
			board_conduct_word(i));
		before = ", ";
	}
}

void board_score_of_result(const struct result *result, struct store_score *score)
{
	score->outcome = (uint8_t)result->outcome;
	score->scored = result->scored;
#define ROW(type, field, missing) score->field = result->field;
	RESULT_NUMBERS(ROW)
#undef ROW
#define ROW(field, size) memcpy(score->field, result->field, size);
	RESULT_TEXTS(ROW)
#undef ROW
	for (size_t i = 0; i < result->avenged_count; i++) {
		size_t used = strlen(score->avenged);

		snprintf(score->avenged + used, sizeof score->avenged - used, "%s%s",
			used ? " " : "", result->avenged[i]);
	}
}

char board_verification_mark(const struct store_score *score)
{
	if (score->waiting)
		return '~';
	return score->proof <= STORE_SET_ASIDE ? verifications[score->proof].mark : '?';
}

const char *board_verification_word(const struct store_score *score)
{
	if (score->waiting)
		return "being verified";
	return score->proof <= STORE_SET_ASIDE ? verifications[score->proof].word : "unproven";
}

unsigned board_names_count(const char *names)
{
	unsigned count = 0;

	for (const char *at = names; *at; at++)
		count += *at != ' ' && (at == names || at[-1] == ' ');
	return count;
}

const char *board_outcome_word(unsigned outcome)
{
	return outcome < sizeof outcomes / sizeof outcomes[0] ? outcomes[outcome] : "ended";
}

void board_cause_short(const char *cause, char *text, size_t size)
{
	int length = (int)strlen(cause), at = length;
	while (at > 0 && isdigit((unsigned char)cause[at - 1]))
		at--;
	int digits = length - at, word;
	at -= digits > 0;
	for (word = at; word > 0 && isalpha((unsigned char)cause[word - 1]);)
		word--;
	if (digits > 0 && word < at && word >= 4 && strncmp(cause + word - 4, " on ", 4) == 0)
		length = word - 4;
	while (length > 0 && cause[length - 1] == ',')
		length--;
	snprintf(text, size, "%.*s", length, cause);
}

void board_cause_fit(const char *cause, int room, char *text, size_t size)
{
	static const char more[] = "...";
	snprintf(text, size, "%s", cause);
	if ((int)strlen(text) > room)
		board_cause_short(cause, text, size);
	if ((int)strlen(text) <= room || room < (int)sizeof more)
		return;
	int at = room - (int)sizeof more + 1;
	while (at > 0 && text[at] != ' ')
		at--;
	while (at > 0 && (text[at - 1] == ',' || text[at - 1] == ' '))
		at--;
	snprintf(text + at, size - (size_t)at, "%s", more);
}

const char *board_kind_word(unsigned kind)
{
	static const char *const words[] = {
		[STORE_WALL] = "wall", [STORE_MAIL] = "mail", [STORE_EPITAPH] = "epitaph"};

	return kind >= STORE_WALL && kind <= STORE_EPITAPH ? words[kind] : "?";
}
