/* The board as text and as JSON, for `trapdoor scores` and for `ssh board@HOST scores [--json]`. */
#ifndef TRAPDOOR_SCORES_H
#define TRAPDOOR_SCORES_H

#include "door/store/keeper.h"

enum scores_format { SCORES_TEXT, SCORES_JSON };

/* The best runs of a game, ended by a newline, at most top of them; the caller frees the text. name
 * "" means everybody, game "" the one that is served.  NULL when the keeper does not answer
 * (keeper_sentence says why). */
char *scores_render(struct keeper_line *line, enum scores_format format, unsigned top,
	const char *name, const char *game);

/* The games that have a board, a row each; the caller frees the text.  NULL as above. */
char *scores_games(struct keeper_line *line);

#endif
