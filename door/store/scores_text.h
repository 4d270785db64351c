/* The lists of runs, games and players online in each format, for `trapdoor scores`, for
 * `ssh board@HOST` and for archives. */
#ifndef TRAPDOOR_SCORES_TEXT_H
#define TRAPDOOR_SCORES_TEXT_H

#include "door/store/keeper.h"
#include "door/text/formats.h"

/* Returns the runs that the keeper answers to a query, as text that ends with a newline, or NULL if
 * the keeper does not answer (keeper_sentence says why).  The caller frees it. */
char *scores_text(struct store_client *line, enum format format, const struct store_query *query);

/* Returns runs and their ranks (0: none) as JSON, and cleans the runs' texts. NULL if there is too
 * little memory. The caller frees it. */
char *scores_json(struct store_score *scores, const unsigned *ranks, size_t count);

/* Returns the games that have a board, one row each.  NULL and ownership as above. */
char *scores_games_text(struct store_client *line, enum format format);

/* Keeps one row for each player of the sessions: that of a game, else the first. Rows without a
 * name stay. Returns their number. */
size_t scores_players(struct present *present, size_t count);

/* Returns the players online as JSON, without their addresses.  NULL and ownership as above. */
char *scores_who_json(const struct present *present, size_t count);

/* Returns a season as JSON: its name, the seconds that are left of it, and its standings. NULL and
 * ownership as above. */
char *scores_season_json(const struct keeper_season *season, const struct season_winners *winners);

#endif
