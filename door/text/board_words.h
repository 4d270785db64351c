/* Words for a row of the board: for the screens, `trapdoor scores` and JSON. */
#ifndef TRAPDOOR_BOARD_WORDS_H
#define TRAPDOOR_BOARD_WORDS_H

#include "sql/store.h"

struct result;

/* The lists of a game's board, for `trapdoor scores --mode`, `ssh board@HOST` and the pages of a
 * site. */
struct board_list {
	const char *word;
	enum store_order order;
	const char *title;
};
#define BOARD_LISTS 4
extern const struct board_list board_lists[BOARD_LISTS];
#define BOARD_LIST_WORDS "runs|players|latest|conducts"
/* NULL: there is no such list. */
const struct board_list *board_list_by_word(const char *word);

/* Said where the list of conducts is empty. */
#define BOARD_NONE_KEPT "No proven run kept a conduct yet."

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
/* Writes how many conducts a run kept, and their words: "2: kill, lamp". "-" without one. */
#define BOARD_CONDUCTS_TEXT 100
void board_conducts(const struct store_score *score, char text[BOARD_CONDUCTS_TEXT]);
/* Counts them. 0: none, or not recorded. */
unsigned board_conducts_count(const struct store_score *score);
/* The word of a conduct; NULL: there is no further one. */
const char *board_conduct_word(unsigned conduct);
/* Counts the names in a list of names with blanks between them, as of the avenged. */
unsigned board_names_count(const char *names);
/* Returns "died", "left", "won" or "quit" for an outcome of the engine. */
const char *board_outcome_word(unsigned outcome);
/* "wall", "mail", "epitaph", or "?" for a number that is no enum store_kind. */
const char *board_kind_word(unsigned kind);

#endif
