/*
 * What became of many games of a bot: counted, and told.
 *
 * Only what the games were goes in, never how fast or by how many processes they were played, so
 * that equal seeds give equal words.
 */
#ifndef TRAPDOOR_BOT_TALLY_H
#define TRAPDOOR_BOT_TALLY_H

#include "door/bot/bot.h"

#include <jansson.h>
#include <stdio.h>

/* How a game ended for the lab: as the rules say, or by a fault. */
enum bot_fault { BOT_SOUND, BOT_STALLED, BOT_CRASHED };

struct bot_tally;
struct bot_tally *bot_tally_new(void);
void bot_tally_free(struct bot_tally *tally);

/* One more game; its figures are copied. */
void bot_tally_add(struct bot_tally *tally, const struct bot_game *game, enum bot_fault fault);

/* "died", "left", "won", "quit", "stalled", "crashed". */
const char *bot_outcome_word(const struct bot_game *game, enum bot_fault fault);

/* One game as an object that the caller releases. */
json_t *bot_game_json(const char *bot, const struct bot_game *game, enum bot_fault fault);

/* All games as an object that the caller releases; and as a table. */
json_t *bot_tally_json(const struct bot_tally *tally, const char *bot);
void bot_tally_print(const struct bot_tally *tally, const char *bot, FILE *file);

/* Wilson's interval of a share at 95 %, in %. */
void bot_interval(size_t count, size_t all, double *low, double *high);

#endif
