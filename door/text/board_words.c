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
