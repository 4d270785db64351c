#include "board_words.h"

#include "engine/engine.h"

#include <stdio.h>
#include <string.h>

static const struct {
	char mark;
	const char *word;
} proofs[] = {
	[STORE_UNPROVEN] = {'?', "unproven"},
	[STORE_PROVEN] = {'+', "proven"},
	[STORE_REFUTED] = {'-', "refuted"},
};

static const char *const outcomes[] = {
	[OUTCOME_GOING] = "going",
	[OUTCOME_DIED] = "died",
	[OUTCOME_LEFT] = "left",
	[OUTCOME_WON] = "won",
	[OUTCOME_QUIT] = "quit",
};

char board_proof_mark(enum store_proof proof)
{
	return proof <= STORE_REFUTED ? proofs[proof].mark : '?';
}

const char *board_proof_word(enum store_proof proof)
{
	return proof <= STORE_REFUTED ? proofs[proof].word : "unproven";
}

const char *board_outcome_word(unsigned outcome)
{
	return outcome < sizeof outcomes / sizeof outcomes[0] ? outcomes[outcome] : "ended";
}

void board_cause_short(const char *cause, char *text, size_t size)
{
	const char *depth = strstr(cause, " on depth ");
	snprintf(text, size, "%.*s", depth ? (int)(depth - cause) : (int)strlen(cause), cause);
}
