/* Words for a row of the board: for the screens, `trapdoor scores` and JSON. */
#ifndef TRAPDOOR_BOARD_WORDS_H
#define TRAPDOOR_BOARD_WORDS_H

#include "sql/store.h"

struct result;

/* Copies the outcome of a run into the fields of a score that both have. Other fields do not
 * change. */
void board_score_of_result(const struct result *result, struct store_score *score);

/* Returns '+' proven, '-' refuted, '~' not ranked until it is verified, '?' not verified. */
char board_verification_mark(const struct store_score *score);
/* Returns "proven", "refuted", "being verified", "set aside" or "unproven". */
const char *board_verification_word(const struct store_score *score);
/* Writes the cause of death without its " on depth N", for lists with a column for the depth or
 * without room. Any word for depth is recognised. */
void board_cause_short(const char *cause, char *text, size_t size);
/* Writes the cause in at most `room` columns: whole, without its depth, or cut between words. */
void board_cause_fit(const char *cause, int room, char *text, size_t size);
/* Counts the names in a list of names with blanks between them, as of the avenged. */
unsigned board_names_count(const char *names);
/* Returns "died", "left", "won" or "quit" for an outcome of the engine. */
const char *board_outcome_word(unsigned outcome);
/* "wall", "mail", "epitaph", or "?" for a number that is no enum store_kind. */
const char *board_kind_word(unsigned kind);

#endif
