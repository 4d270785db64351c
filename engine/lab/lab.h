/*
 * The lab: access to single parts of the engine, to measure, compare and test them.
 *
 * The public header of engine/lab, beside engine.h: levels and scenarios as text, other ways to a
 * field of view, work to be timed from outside, and crowds.  No part of a game in play asks for it.
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

/* Ways to a field of view: the game's own, and others to compare it with.  A row is an identifier,
 * the word for it, and what it is. */
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

/* A drawn map, width x height characters row by row, from 1x1 to 200x100: '#' stops light,
 * everything else lets it by, outside stops it.  Moria's way asks for more: '.' is the floor of a
 * lit room, and a letter is a monster. */
struct lab_map {
	const char *cells;
	int width, height;
};

/* A map and a way to look at it, with all that is made once for both; it keeps a copy of the map.
 * radius 0 is as far as the map goes. */
struct lab_viewer;
struct lab_viewer *lab_viewer_new(
	const struct lab_map *map, enum lab_method method, int radius, enum lab_shape shape);
void lab_viewer_free(struct lab_viewer *viewer);

/* Looks from a cell; what stands on it stops nothing.  Returns how many cells were asked about,
 * repeats included (0 for the game's own way, which asks about 64 at a time). */
size_t lab_viewer_look(struct lab_viewer *viewer, int x, int y);

/* Whether the last look found a cell. */
bool lab_viewer_sees(const struct lab_viewer *viewer, int x, int y);

/* Whether one cell sees another, without a look at anything else: by the rays that cross it and
 * are not blocked, or by the line between the two.  Only for LAB_RAYS and LAB_TRACE. */
bool lab_viewer_between(const struct lab_viewer *viewer, int ax, int ay, int bx, int by);

/* A request for a level as text. */
struct lab_level {
	int depth;
	const char *kind;  /* "": the kind of the depth */
	int width, height; /* 0: the kind's own size */
	unsigned flags;    /* of enum level_text_flag */
};

/* The caller frees the text.  NULL with a complaint when there is no such kind or size. */
char *lab_level(const struct content *content, const struct seed *seed,
	const struct lab_level *wanted, struct complaint *complaint);

/* Scenarios: what the rules must do, as text (scenario.h).  Each is played as it is, and again
 * without what it says it tests, when it must end differently.  The report has a line for each,
 * "ok   NAME" or "FAIL file:line: sentence", and a last one with the counts; with coverage what no
 * scenario tests of what one must test fails too.  The caller frees it. */
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
	int seed; /* added to all seeds, to see what holds by chance alone */
};
char *lab_scenarios(const struct content *content, const struct lab_script *scripts, size_t count,
	const struct lab_scenario_how *how, struct lab_tally *summary);
/* How scenarios are written, from the tables that read them; the caller frees it. */
char *lab_scenario_manual(void);

/* Work to be measured from outside, for the engine has no clock: does one kind of it `rounds`
 * times, on the levels of a depth whose seeds count on from the given one.  Returns how many things
 * were done. */
enum lab_work {
	LAB_WORK_LEVEL,    /* a level is made: terrain, light, areas, stairs */
	LAB_WORK_CONTENTS, /* a level is made, with its creatures and things */
	/* Every round: one field of view from each floor and corridor cell of one level. */
	LAB_WORK_FOV,
	LAB_WORK_SIGHT /* the same, with light, walls and flags */
};
size_t lab_work(const struct content *content, const struct seed *seed, int depth,
	enum lab_work work, int rounds);

/* The kinds of levels by number: the id of each, and NULL beyond the last. */
const char *lab_level_kind(const struct content *content, size_t nth);

/* Makes `rounds` levels of that kind with their contents, of that size, or of the kind's own when
 * width is 0. */
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

/* The kinds of creatures and of things by number, as a content has them: the id of each, and NULL
 * beyond the last. */
const char *lab_creature_kind(const struct content *content, size_t nth);
const char *lab_item_kind(const struct content *content, size_t nth);

/* The hero's relation to each kind now, as bits.  One byte a kind is written.  IN_VIEW: an enemy
 * that he sees and that is no captive; an item in sight or underfoot. */
enum lab_regard {
	LAB_IN_VIEW = 1,
	LAB_CARRIED = 2,
	LAB_IN_USE = 4, /* wielded or worn */
	LAB_MET = 8,    /* a creature: once in this run */
	LAB_BEATEN = 16
};
void lab_regard_creatures(const struct game *game, uint8_t *regards);
void lab_regard_items(const struct game *game, uint8_t *regards);

/* The kind of a creature of the view by its id, of what he carries by the number of its letter, and
 * of the nth thing under him; -1 for none. */
int lab_kind_of_creature(const struct game *game, uint32_t id);
int lab_kind_carried(const struct game *game, unsigned item);
int lab_kind_under(const struct game *game, unsigned nth);

/* Makes the hero weak: half his maximum health, a quarter of that left, no mana, and no items that
 * heal or teleport. */
void lab_weaken(struct game *game);

/* The kind of level that he is on, of those that lab_level_kind names. */
const char *lab_level_here(const struct game *game);

/* Change the cells of a fresh view as if it had no enemies of one kind, or no visible items of one
 * kind. */
struct view_cell;
void lab_cells_without_creature(const struct game *game, int kind, struct view_cell *cells);
void lab_cells_without_item(const struct game *game, int kind, struct view_cell *cells);

#endif
