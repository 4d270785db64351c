/*
 * The gym: a game for programs that learn or play.  `trapdoor lab gym` serves it on a pipe.
 *
 * Each line of JSON in gives exactly one line of JSON out.  The first line out comes unasked: the
 * observation of a new game.
 *
 *   {"do": "step e"}      the command, one of those listed; the answer is the next observation
 *   {"do": "throw c 12,7"}    one of "aim", with a cell that it takes
 *   {"look": [x, y]}      {"look": "what the hero can tell of that cell"}
 *   {"new": {"seed": "1f", "name": "Ada"}}    another game; both may be left out
 *
 * Anything else gives {"error": "one sentence"}, and nothing has changed: the last observation
 * still holds.  An observation has
 *
 *   began      with the first one of a game: gym (1), rules, game, name, handicaps
 *   step       commands taken so far
 *   status     health, depth, turn and so on
 *   lasts      turns left of conditions and boons, where known: {"poisoned": 12}
 *   hero       [x, y]
 *   map        the known level in symbols of the game, a string a row
 *   cells      the same, a hexadecimal digit a cell: 1 known, 2 in sight now, 4 harmful, 8 blocked
 *   stairs     the known stairs, also those below an item: {"at": [x, y], "way": "down"}
 *   creatures, pack, ground, spells, talents, quests, choice    as on the screens
 *   messages   those since the last observation
 *   step_price gold that a step costs if it works terrain for gold: {"step e": 30}
 *   legal      commands that are complete
 *   aim        commands that want a cell " X,Y": {"do", "within", "sight"} takes any cell but the
 *              hero's own at most so many steps off, in sight if so; {"do", "cells"} takes
 *              those; {"do", "any"} takes any cell, which makes no difference
 *   end        when the game is over: outcome, cause, score, and the seed
 *
 * The game accepts exactly the listed commands.  Refusals are free, so they must tell no more than
 * the list.  An unknown wand may be aimed only at cells in sight.  The view is that of game_view,
 * which holds only what the hero may know (a test changes all hidden state, and no byte of an
 * observation changes).  The seed is drawn unless the request gives one, and it is shown at the
 * end.
 */
#ifndef TRAPDOOR_GYM_H
#define TRAPDOOR_GYM_H

#include "door/os/json_out.h"

#include "engine/engine.h"

#include <stdio.h>

#define GYM_FORMAT 1
#define GYM_LINE_MAX 4096

/* ---- The menu of commands ---- */

/* A command without its cell, and the cells that it accepts: none; any cell of the level, with the
 * same result; every cell within a distance but the hero's own, perhaps only those in sight; or a
 * part of the menu's list. */
enum gym_cells { GYM_NO_CELL, GYM_ANY, GYM_WITHIN, GYM_LISTED };
struct gym_offer {
	struct command command;
	uint8_t cells; /* enum gym_cells */
	bool in_sight;
	int16_t within;
	uint16_t first, count;
};

#define GYM_OFFERS_MAX 512
#define GYM_CELLS_MAX 2048

/* All commands that the game accepts now. */
struct gym_menu {
	size_t offer_count, cell_count;
	struct gym_offer offers[GYM_OFFERS_MAX];
	int16_t cells[GYM_CELLS_MAX][2];
};

/* The view must be the current one of the game.  It stays valid. */
void gym_menu_fill(struct gym_menu *menu, struct game *game, const struct view *view);
bool gym_menu_has(
	const struct gym_menu *menu, const struct view *view, const struct command *command);

/* ---- As JSON ---- */

/* Writes the keys of an observation: the view and the menu, and the messages after a serial.  The
 * view must be the current one of the game. */
void gym_observation(struct json_out *out, const struct content *content, const struct game *game,
	const struct view *view, const struct gym_menu *menu, uint32_t serial);

/* ---- A game as lines of JSON ---- */

struct gym;
/* The content must outlive the gym.  birth is used for all its games, except for the name.  seed is
 * that of the first game; NULL: drawn. */
struct gym *gym_new(
	const struct content *content, const struct birth *birth, const struct seed *seed);
void gym_free(struct gym *gym);

/* gym_begin returns the first observation.  gym_answer returns the answer to a line given without
 * its newline.  Both results have no newline and are freed by the caller. */
char *gym_begin(struct gym *gym);
char *gym_answer(struct gym *gym, const char *line, size_t length);

/* Serves streams until the end of input.  Returns false if writing fails. */
bool gym_serve(struct gym *gym, FILE *in, FILE *out);

#endif
