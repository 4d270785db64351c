/*
 * The lab: access to single parts of the engine, to measure, compare and test them.
 *
 * The public header of engine/lab, beside engine.h: levels and scenarios as text, other methods for
 * the field of view, work to be timed by the caller, and crowds. The game itself does not use it.
 */
#ifndef TRAPDOOR_ENGINE_LAB_H
#define TRAPDOOR_ENGINE_LAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct complaint;
struct content;
struct game;
struct seed;

/* Methods for the field of view: the game's own, and others to compare with it. A row is id, word
 * and description. */
/* clang-format off */
#define LAB_METHODS(ROW) \
	ROW(PERMISSIVE, "permissive", "permissive shadow-casting, as the game uses it") \
	ROW(RAYS, "rays", "rays to all corners of all cells, as in Angband 2.8.3") \
	ROW(TRACE, "trace", "a line to every cell of the edge") \
	ROW(MORIA, "moria", "the lit room, one cell around the eye, and monsters in line, as in Moria")
#define LAB_SHAPES(ROW) \
	ROW(SQUARE, "square", "max(x, y) <= radius") \
	ROW(CIRCLE, "circle", "x*x + y*y < radius*radius") \
	ROW(OCTAGON, "octagon", "max(x, y) + min(x, y)/2 <= radius")
/* clang-format on */

#define ROW(id, word, about) LAB_##id,
enum lab_method { LAB_METHODS(ROW) };
enum lab_shape { LAB_SHAPES(ROW) };
#undef ROW

/* A drawn map, width x height characters row by row, from 1x1 to 200x100. '#' stops light, as does
 * the outside; other characters do not. For Moria's method '.' is the floor of a lit room, and a
 * letter is a monster. */
struct lab_map {
	const char *cells;
	int width, height;
};

/* A copy of a map and a method, with their precomputed tables. radius 0 is unlimited. */
struct lab_viewer;
struct lab_viewer *lab_viewer_new(
	const struct lab_map *map, enum lab_method method, int radius, enum lab_shape shape);
void lab_viewer_free(struct lab_viewer *viewer);

/* Looks from a cell, which never stops light itself. Returns the number of cells tested, repeats
 * included (0 for the game's own method, which tests 64 at a time). */
size_t lab_viewer_look(struct lab_viewer *viewer, int x, int y);

/* True if the cell was visible in the last look. */
bool lab_viewer_sees(const struct lab_viewer *viewer, int x, int y);

/* True if one cell sees another: by an unblocked ray that crosses it, or by the line between the
 * two. For LAB_RAYS and LAB_TRACE only. */
bool lab_viewer_between(const struct lab_viewer *viewer, int ax, int ay, int bx, int by);

/* A request for a level as text. */
struct lab_level {
	int depth;
	const char *kind;  /* "": the kind of the depth */
	int width, height; /* 0: the kind's own size */
	unsigned flags;    /* of enum level_text_flag */
};

/* Returns the text of a level, which the caller frees. NULL with a complaint if the kind or size is
 * invalid. */
char *lab_level(const struct content *content, const struct seed *seed,
	const struct lab_level *wanted, struct complaint *complaint);

/* Scenarios: tests of the rules as text (scenario.h). Each is played as written, and again without
 * the rule that it tests; then it must end differently. The report has a line for each, "ok   NAME"
 * or "FAIL file:line: sentence", and a last line with the counts. With coverage a rule that no
 * scenario tests fails too. The caller frees the report. */
struct lab_script {
	const char *name; /* for complaints */
	const char *text;
	size_t length;
};
struct lab_tally {
	size_t passed, failed;
};
struct lab_scenario_how {
	bool coverage;
	int seed; /* added to all seeds, to find scenarios that pass by chance */
};
char *lab_scenarios(const struct content *content, const struct lab_script *scripts, size_t count,
	const struct lab_scenario_how *how, struct lab_tally *summary);
/* Returns the manual of scenarios, made from the tables that read them. The caller frees it. */
char *lab_scenario_manual(void);

/* Work for the caller to time, because the engine has no clock. Does one kind of work `rounds`
 * times, on levels of a depth with consecutive seeds. Returns the number of units done. */
enum lab_work {
	LAB_WORK_LEVEL,    /* makes a level: terrain, light, areas, stairs */
	LAB_WORK_CONTENTS, /* makes a level with its creatures and items */
	/* Each round computes one field of view from each floor and corridor cell of one level. */
	LAB_WORK_FOV,
	LAB_WORK_SIGHT /* the same with light, walls and flags */
};
size_t lab_work(const struct content *content, const struct seed *seed, int depth,
	enum lab_work work, int rounds);

/* Returns the id of the nth kind of level, or NULL beyond the last. */
const char *lab_level_kind(const struct content *content, size_t nth);

/* Makes `rounds` levels of the kind with their contents. For width 0 they have the kind's own size.
 * */
void lab_work_kind(const struct content *content, const struct seed *seed, size_t kind, int width,
	int height, int rounds);

/* Makes a game on a level of a depth and size (0: its own) with as much activity as possible.
 * lab_crowd_keep replaces losses before each turn (lab_crowd.c). */
struct lab_crowd {
	int creatures, gas_cells, missiles;
};
struct game *lab_crowd(
	const struct content *content, const struct seed *seed, int depth, int width, int height);
void lab_crowd_keep(struct game *game, const struct lab_crowd *crowd);

/* Return the id of the nth kind of creature or item of the content, or NULL beyond the last. */
const char *lab_creature_kind(const struct content *content, size_t nth);
const char *lab_item_kind(const struct content *content, size_t nth);

/* Writes the hero's current relation to each kind, a byte of bits for each. IN_VIEW: a visible
 * enemy that is no captive, or an item in sight or underfoot. */
enum lab_regard {
	LAB_IN_VIEW = 1,
	LAB_CARRIED = 2,
	LAB_IN_USE = 4, /* wielded or worn */
	LAB_MET = 8,    /* a creature met in this run */
	LAB_BEATEN = 16
};
void lab_regard_creatures(const struct game *game, uint8_t *regards);
void lab_regard_items(const struct game *game, uint8_t *regards);

/* Return the kind of a creature in view by its id, of a carried item by the number of its letter,
 * and of the nth item underfoot; -1 for none. */
int lab_kind_of_creature(const struct game *game, uint32_t id);
int lab_kind_carried(const struct game *game, unsigned item);
int lab_kind_under(const struct game *game, unsigned nth);

/* Makes the hero weak: half his maximum health, a quarter of that left, no mana, and no items that
 * heal or teleport. */
void lab_weaken(struct game *game);

/* Returns the id of the current level's kind. */
const char *lab_level_here(const struct game *game);

/* Change the cells of a fresh view as if it had no enemies of one kind, or no visible items of one
 * kind. */
struct view_cell;
void lab_cells_without_creature(const struct game *game, int kind, struct view_cell *cells);
void lab_cells_without_item(const struct game *game, int kind, struct view_cell *cells);

#endif
