/*
 * The summary of many games of a bot: outcomes, deaths by depth and cause, means and medians.
 *
 * It depends only on the games, never on time or the number of processes, so equal seeds give equal
 * text.
 */
#ifndef TRAPDOOR_SUMMARY_H
#define TRAPDOOR_SUMMARY_H

#include "door/record/game_record.h"

#include <stdio.h>

struct summary;
struct summary *summary_new(void);
void summary_free(struct summary *summary);

/* Counts one more game. */
void summary_add(struct summary *summary, const struct bot_game *game, enum bot_fault fault);

/* Returns {"summary": {...}}, which the caller releases. */
json_t *summary_json(const struct summary *summary, const char *bot);

/* Prints the summary as text. */
void summary_print(const struct summary *summary, const char *bot, FILE *file);

/* Computes Wilson's 95 % interval of the share count / all, in percent. */
void summary_interval(size_t count, size_t all, double *low, double *high);

#endif
