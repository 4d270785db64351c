/* How a row of the board is put into words: for the screens, `trapdoor scores` and JSON alike. */
#ifndef TRAPDOOR_BOARD_WORDS_H
#define TRAPDOOR_BOARD_WORDS_H

#include "sql/store.h"

struct result;

/* Writes how a run ended into the fields of a score that both have; the rest of it stays. */
void board_score_of_result(const struct result *result, struct store_score *score);

/* '+' proven, '-' refuted, '?' not yet verified. */
char board_verification_mark(enum store_verification verification);
/* "proven", "refuted", "unproven". */
const char *board_verification_word(enum store_verification verification);
/* The cause without its " on depth N", whatever a depth is called, for lists that tell the depth
 * apart or have no room. */
void board_cause_short(const char *cause, char *text, size_t size);
/* The cause in so many columns: whole, without its depth, or cut between words. */
void board_cause_fit(const char *cause, int room, char *text, size_t size);
/* "died", "left", "won", "quit", of the engine's outcome. */
const char *board_outcome_word(unsigned outcome);

#endif
