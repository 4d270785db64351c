/*
 * A chronicle: all that the lab tells of one bot's game, gathered while it is played.
 *
 * It looks on (bot.h) and changes nothing: a game with a chronicle is the game without.  Besides
 * what bot_game tells it has, as keys of an object:
 *
 *   keys         an estimate of the key presses that a player would have needed.  To explore, with
 *                what is taken along, and to rest is one key until something interrupts it; any
 *                other stretch of steps or of waiting two (a travel); with an enemy awake in sight
 *                each step is one.  What names a thing or a direction is two, what is aimed three,
 *                one when it is done again.  Somebody new, a hurt, a find, an arrival, a thing
 *                that he never had interrupt.
 *   hunger       the word of it at the end, "" when fed; starved: nobody but hunger killed him
 *   first_danger, first_hurt, first_low      turns: the first on which an enemy that is awake and
 *                knows of him was within five cells, on which he was hurt, and on which he had half
 *                of his health or less; -1: never
 *   talents, choices, quests    names; what was chosen of three; quests by their state
 *   verbs        commands by verb
 *   places       turns by kind of level
 *   depths       for each depth that he was on: turns and commands there, and health, health_max,
 *                level, experience and food when he first came, and the least health there in %
 *   creatures    by kind, of those met: met, beaten (how many), killer, and what influence.h tells:
 *                asked, changed (by deed)
 *   items        by kind, of those seen or carried: seen, carried, used (commands that name one,
 *                dropping it aside), worn (turns in use), asked, changed
 */
#ifndef TRAPDOOR_CHRONICLE_H
#define TRAPDOOR_CHRONICLE_H

#include "door/bot/bot.h"

#include <jansson.h>

struct chronicle;
struct chronicle *chronicle_new(const struct content *content);
void chronicle_free(struct chronicle *chronicle);

/* What bot_play_before calls; context is the chronicle. */
bot_asks chronicle_asks;
bot_follows chronicle_follows;

/* The object, when the game is over; the caller releases it. */
json_t *chronicle_json(const struct chronicle *chronicle, const struct bot_game *game);

#endif
