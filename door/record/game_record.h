/*
 * A game record: all that the lab reports about one bot's game, gathered while it is played.
 *
 * Recording observes (struct bot_witness in bot.h) and changes nothing: the game is the same
 * without it.  Besides the result, the JSON object has these keys:
 *
 *   keys         an estimate of the key presses that a player would need.  Auto-explore, with
 *                auto-pickup, and rest are one key until something interrupts them.  Any other
 *                stretch of steps or of waiting is two keys (travel).  With an awake enemy in sight
 *                each step is one.  A command that names an item or a direction is two keys, an
 *                aimed one three, and one when it is repeated.  A new creature, a hurt, a find, an
 *                arrival and an item never held before interrupt.
 *   hunger       the hunger status at the end, "" when fed
 *   starved      true if hunger and no creature killed the hero
 *   first_danger, first_hurt, first_low      turns, -1: never.  first_danger: an enemy that is
 *                awake and has noticed the hero is within five cells.  first_low: half of the
 *                health or less
 *   talents, choices, quests    names; the talents and heirlooms chosen of three; quests by state
 *   verbs        commands by verb
 *   places       turns by kind of level
 *   depths       for each depth visited: turns and commands spent there; health, health_max, level,
 *                experience and food on arrival; the least health there in %
 *   creatures    by kind, of those met: met, beaten (count), killer, and the counts of ablation.h:
 *                asked, changed (by deed)
 *   items        by kind, of those seen or carried: seen, carried, used (commands that name one,
 *                except to drop it), worn (turns in use), asked, changed
 */
#ifndef TRAPDOOR_GAME_RECORD_H
#define TRAPDOOR_GAME_RECORD_H

#include "door/bot/bot.h"

#include <jansson.h>

struct game_record;
struct game_record *game_record_new(const struct content *content);
void game_record_free(struct game_record *record);

/* Callbacks of struct bot_witness; context is the record. */
bot_asks game_record_asks;
bot_follows game_record_follows;

/* Returns the JSON object once the game is over. The caller releases it. */
json_t *game_record_json(const struct game_record *record, const struct bot_game *game);

/* ---- The result alone, of games that need no record ---- */

/* The end of a game for the lab: an outcome of the rules, or a fault. */
enum bot_fault { BOT_SOUND, BOT_STALLED, BOT_CRASHED };

/* Returns "died", "left", "won", "quit", "stalled" or "crashed". */
const char *game_record_outcome(const struct bot_game *game, enum bot_fault fault);

/* Returns seed, bot, outcome, score and the other figures of the result. The caller releases the
 * object. */
json_t *game_record_result(const char *bot, const struct bot_game *game, enum bot_fault fault);

#endif
