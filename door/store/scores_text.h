/* The board as text and as JSON, for `trapdoor scores`, `ssh board@HOST scores [--json]` and
 * archives. */
#ifndef TRAPDOOR_SCORES_TEXT_H
#define TRAPDOOR_SCORES_TEXT_H

#include "door/store/keeper.h"

enum scores_format { SCORES_TEXT, SCORES_JSON };

/* Returns the runs that the keeper answers to a query, as text that ends with a newline, or NULL if
 * the keeper does not answer (keeper_sentence says why).  The caller frees it. */
char *scores_text(
	struct store_client *line, enum scores_format format, const struct store_query *query);

/* Returns the games that have a board, one row each.  NULL and ownership as above. */
char *scores_games_text(struct store_client *line);

#endif
