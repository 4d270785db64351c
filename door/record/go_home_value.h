/*
 * The curve: what going home early pays, against one depth further, for the strong and the weak.
 *
 * Whenever a bot first comes to a depth, a copy of it, in a copy of the game, goes home from there
 * (bot_set_home), while the bot itself goes on.  So each game is played once for every depth that
 * it comes to, with the same seed and the same past; what one more depth is worth is the score of
 * who turns back at the next depth, or dies on the way to it, less that of who turns back here.
 * Who comes to the goal's depth goes home with the goal, as the bot itself does: its own score is
 * that of this last step.
 *
 * A careful bot is hardly ever weak when it takes stairs down.  So two more copies of it are made
 * weak there (lab_weaken): one goes home, and one does so from the next depth.
 *
 * The line of a game then has "homes": a list by depth of depth, and of died (on the way home),
 * score, and under "weak" died, score, and further (the score of who went one depth on) and lost
 * (that he never came there).
 */
#ifndef TRAPDOOR_CURVE_H
#define TRAPDOOR_CURVE_H

#include "door/bot/bot.h"

#include <jansson.h>

struct curve;
struct curve *curve_new(const struct content *content);
void curve_free(struct curve *curve);

/* Before a bot chooses, as of bot_asks. */
void curve_ask(struct curve *curve, const struct game *game, const struct bot *bot,
	const struct bot_senses *senses);

/* The list, which the caller releases. */
json_t *curve_json(const struct curve *curve);

#endif
