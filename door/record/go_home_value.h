/*
 * The value of going home: compares the score of going home now with going one depth further, for
 * the hero as he is and for a weakened hero.
 *
 * Whenever a bot first arrives at a depth, a copy of it goes home from there in a copy of the game
 * (bot_set_home), while the bot itself goes on. So each game is played once for every depth that
 * the bot reaches, with the same seed and the same history. The value of one further depth is the
 * score of the copy that goes home from the next depth, or dies on the way to it, minus the score
 * of the copy that goes home from this one. From the goal's depth the bot itself goes home with the
 * goal, so its own score is that of the last step.
 *
 * A careful bot is rarely weak when it takes stairs down. Two more copies are weakened there
 * (lab_weaken): one goes home, and one goes home from the next depth.
 *
 * The JSON list of a game, "homes", has for each depth: depth, died (on the way home), score, and
 * under "weak" died, score, further (the score of the copy that went one depth further) and lost
 * (true if that copy never reached the next depth).
 */
#ifndef TRAPDOOR_GO_HOME_VALUE_H
#define TRAPDOOR_GO_HOME_VALUE_H

#include "door/bot/bot.h"

#include <jansson.h>

struct go_home_value;
struct go_home_value *go_home_value_new(const struct content *content);
void go_home_value_free(struct go_home_value *value);

/* Plays the copies if the bot has reached a new depth.  Call it before the bot chooses (bot_asks).
 */
void go_home_value_ask(struct go_home_value *value, const struct game *game, const struct bot *bot,
	const struct bot_senses *senses);

/* Returns the list. The caller releases it. */
json_t *go_home_value_json(const struct go_home_value *value);

#endif
