/*
 * The gym: a game for programs that learn, or that just play.  `trapdoor lab gym` has it on a pipe.
 *
 * A line of JSON in gives a line of JSON out, always one.  The first line comes unasked:
 * the observation of a new game.
 *
 *   {"do": "step e"}      the command, one of those listed; the answer is the next observation
 *   {"do": "throw c 12,7"}    one of "aim", with a cell that it takes
 *   {"look": [x, y]}      {"look": "what the hero can tell of that cell"}
 *   {"new": {"seed": "1f", "name": "Ada"}}    another game; both may be left out
 *
 * Anything else gives {"error": "one sentence"}, and nothing has changed: the last observation
 * still holds.  An observation has
 *
 *   began      with the first one of a game: gym (1), rules, game, name
 *   step       commands taken so far
 *   status     health, depth, turn and so on
 *   hero       [x, y]
 *   map        what he knows, by the symbols of the game, a string a row
 *   cells      the same, a hexadecimal digit a cell: 1 known, 2 in sight now, 4 harmful, 8 no way
 *   creatures, pack, ground, spells, talents, quests, choice    as the screens tell them
 *   messages   what was said since the last observation
 *   step_price gold that a step costs him who walks into what is worked for it: {"step e": 30}
 *   legal      commands that are complete
 *   aim        commands that want a cell " X,Y": {"do", "within", "sight"} takes any cell but the
 *              hero's own at most so many steps off, in sight if so; {"do", "cells"} takes
 *              those; {"do", "any"} any cell, for it makes no difference
 *   end        once it is over: outcome, cause, score, and the seed
 *
 * A command that is listed is taken, and one that is not is refused; whoever plays knows no more
 * than the list, for a refusal is free.  What he does not know of a wand limits where he may aim
 * it: to cells in sight.  The view is game_view's, which holds what this hero may know (a test
 * changes all else, and no byte of an observation changes).  The seed is drawn, and told at the
 * end, unless one is asked for.
 */
#ifndef TRAPDOOR_GYM_H
#define TRAPDOOR_GYM_H

#include "door/os/json_out.h"

#include "engine/engine.h"

#include <stdio.h>

#define GYM_FORMAT 1
#define GYM_LINE_MAX 4096

/* ---- What may be done ---- */

/* A command without its cell, and the cells that it takes: none; any of the level, which is all the
 * same; every cell but the hero's own at most so many steps off, perhaps only those in sight; or a
 * list, a part of the menu's. */
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

/* All that may be done. */
struct gym_menu {
	size_t offer_count, cell_count;
	struct gym_offer offers[GYM_OFFERS_MAX];
	int16_t cells[GYM_CELLS_MAX][2];
};

/* The view must be the game's of now; it holds afterwards. */
void gym_menu_fill(struct gym_menu *menu, struct game *game, const struct view *view);
bool gym_menu_has(
	const struct gym_menu *menu, const struct view *view, const struct command *command);

/* ---- As JSON ---- */

/* The keys of an object that tells what is seen and may be done; messages after a serial. */
void gym_observation(struct json_out *out, const struct content *content, const struct view *view,
	const struct gym_menu *menu, uint32_t serial);

/* ---- A game on lines ---- */

struct gym;
/* The content must outlive it.  birth says how all its games begin but for the name; seed is the
 * first one's, NULL: drawn. */
struct gym *gym_new(
	const struct content *content, const struct birth *birth, const struct seed *seed);
void gym_free(struct gym *gym);

/* The first observation, and the answer to a line without its newline: a line without one, which
 * the caller frees. */
char *gym_begin(struct gym *gym);
char *gym_answer(struct gym *gym, const char *line, size_t length);

/* The same on streams, until the end of input; false when nobody reads any more. */
bool gym_serve(struct gym *gym, FILE *in, FILE *out);

#endif
