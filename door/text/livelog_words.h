/* The words of milestones: for the lobby, and for the lines of the livelog. */
#ifndef TRAPDOOR_LIVELOG_WORDS_H
#define TRAPDOOR_LIVELOG_WORDS_H

#include "sql/store.h"

/* The kinds of milestones: enum store_livelog_kind, the word in JSON, and the sentence, where $n is
 * the name, $d the depth, $s the score, and $c the cause of an end, or the boss or quest. */
#define LIVELOG_KINDS(ROW)                                                                         \
	ROW(LIVELOG_DEPTH, "depth", "$n reached depth $d.")                                        \
	ROW(LIVELOG_DIED, "died", "$n: $c, $s points.")                                            \
	ROW(LIVELOG_LEFT, "left", "$n: $c, $s points.")                                            \
	ROW(LIVELOG_WON, "won", "$n: $c, $s points.")                                              \
	ROW(LIVELOG_QUIT, "quit", "$n: $c, $s points.")                                            \
	ROW(LIVELOG_BEST, "best", "$n has a new best: $s points.")                                 \
	ROW(LIVELOG_FIRST, "first", "$n is first with $s points.")                                 \
	ROW(LIVELOG_BOSS, "boss", "$n beat the $c.")                                               \
	ROW(LIVELOG_QUEST, "quest", "$n has done an errand: $c.")

#define LIVELOG_SENTENCE_MAX 256
/* Returns the word of a kind, or NULL if this program does not know it. */
const char *livelog_word(unsigned kind);
/* Writes the sentence of a milestone; "" if this program does not know its kind. */
void livelog_sentence(const struct store_milestone *milestone, char *text, size_t size);
/* Returns the kind of an outcome of the engine; 0: the run goes on. */
uint8_t livelog_kind_of(unsigned outcome);

#endif
