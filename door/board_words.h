/* How a row of the board is put into words: for the screens, `trapdoor scores` and JSON alike. */
#ifndef TRAPDOOR_BOARD_WORDS_H
#define TRAPDOOR_BOARD_WORDS_H

#include "sql/store.h"

/* '+' proven, '-' refuted, '?' not yet verified. */
char board_proof_mark(enum store_proof proof);
/* "proven", "refuted", "unproven". */
const char *board_proof_word(enum store_proof proof);
/* "died", "left", "won", "quit", of the engine's outcome. */
const char *board_outcome_word(unsigned outcome);

#endif
