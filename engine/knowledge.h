/*
 * The hero's knowledge beyond the view: creatures met, kinds learned, depths visited, and the
 * predicted path of a shot.
 *
 * A part of engine.h, which includes it.  It reveals only what the hero has seen or learned from
 * messages, and no rule uses it.
 */
#ifndef TRAPDOOR_ENGINE_KNOWLEDGE_H
#define TRAPDOOR_ENGINE_KNOWLEDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct command;
struct feat;
struct game;

#define EFFECT_LINE_SIZE 600

/* ---- Lore ---- */

/* The hero's lore in groups: "creature", and each item class whose kinds must be learned ("potion"
 * ...).  Returns false past the last group. */
struct lore_group {
	const char *word;
	int known, all;
};
bool game_lore(const struct game *game, size_t group, struct lore_group *lore);
/* Counts the kinds of a group that the hero knows or that are among the feats of earlier runs. */
int game_lore_together(
	const struct game *game, size_t group, const struct feat *feats, size_t count);

/* The nth kind of a group that the hero knows, carried or not.  Returns false past the last. */
struct lore_entry {
	const char *name, *text;
	char effect[EFFECT_LINE_SIZE]; /* of an item: its effects */
	uint16_t appearance;
	bool beaten; /* for a creature: the hero's side has slain one */
};
bool game_lore_entry(const struct game *game, size_t group, size_t nth, struct lore_entry *entry);

/* A group of items that look alike: its word ("weapon", "potion", "ring" ...), and the symbols of
 * its kinds, known and unknown.  Returns false past the last. */
struct item_group {
	const char *word;
	char symbols[8];
};
bool content_items(const struct content *content, size_t nth, struct item_group *group);

/* ---- Lines of plain effect ---- */

/* Writes one line on the effects of something, in numbers, as far as the hero knows them; "" for
 * none.  number is the index of an item in the pack (its letter), of an item on the ground, a
 * talent or a choice in the lists of the view, or the number of a spell. */
enum effect_of {
	EFFECT_OF_PACK,
	EFFECT_OF_GROUND,
	EFFECT_OF_SPELL,
	EFFECT_OF_TALENT,
	EFFECT_OF_CHOICE,
	EFFECT_OF_LACK /* of a choice: the thing that it needs and the hero lacks */
};
void game_effect_line(
	const struct game *game, enum effect_of of, size_t number, char *text, size_t size);
/* Writes the same for the item that the hero knows at a cell. */
void game_effect_at(const struct game *game, int x, int y, char *text, size_t size);

/* The nth state of the hero, the most urgent first (deep water, hunger, harmful statuses, then
 * helpful ones): its word, the turns left (0: unknown), and its effect.  Returns false past the
 * last. */
struct state_line {
	char word[24], brief[12]; /* brief: a shorter word, for narrow windows */
	char text[120];
	uint8_t turns;
	bool ill;
};
bool game_state_line(const struct game *game, size_t nth, struct state_line *state);

/* ---- Depths visited ---- */

/* A notable thing on a depth as the hero remembers it: graves, levers and the like (GROUND); items
 * that the hero put down, items for sale, items of which one may be taken, and other items. */
enum mark_kind { MARK_GROUND, MARK_LEFT, MARK_FOR_SALE, MARK_OFFERED, MARK_THING };
struct overview_mark {
	uint8_t kind; /* enum mark_kind */
	uint16_t appearance, count;
	char name[64]; /* with its article */
};
#define OVERVIEW_MARKS_MAX 32
#define OVERVIEW_FEELINGS_MAX 4

struct overview {
	const char *name; /* of the kind of level */
	bool here;        /* the hero is there */
	bool up, down;    /* the hero knows the stairs */
	size_t feeling_count;
	char feelings[OVERVIEW_FEELINGS_MAX][120]; /* the messages shown on arrival */
	size_t mark_count;
	struct overview_mark marks[OVERVIEW_MARKS_MAX]; /* sorted by kind */
};
/* Returns false for a depth that the hero has not visited. */
bool game_overview(const struct game *game, int depth, struct overview *overview);

/* True if the hero knows of a place there worth walking to: stairs, a grave, a lever, a
 * landmark. */
bool game_is_landmark(const struct game *game, int x, int y);

/* True if the hero knows of a door there, open or shut. */
bool game_is_door(const struct game *game, int x, int y);

/* True if the hero knows of stairs there, even under an item or a creature. */
bool game_knows_stairs(const struct game *game, int x, int y, bool up);

/* ---- Aiming ---- */

#define TRAJECTORY_MAX 1000

/* The predicted path of a thrown, shot or cast thing, or the cells that a cone would fill.
 * Obstacles that the hero does not know are ignored. */
struct trajectory {
	bool reaches;   /* it reaches the cell that is aimed at */
	bool too_far;   /* the cell is out of range */
	bool unseen;    /* the cell must be in sight and is not */
	bool stopped;   /* an obstacle stops it at (stop_x, stop_y) */
	bool met;       /* it meets a creature, the first at (met_x, met_y) */
	uint8_t hits;   /* chance in % to hit that creature; 0: no chance is involved */
	uint8_t radius; /* of its effects around the last cell, as far as the hero knows them */
	int16_t stop_x, stop_y, met_x, met_y;
	uint16_t count; /* number of cells, including the last */
	struct {
		int16_t x, y;
	} cells[TRAJECTORY_MAX];
};
/* Predicts a command that takes a cell (throw, fire, use, zap, cast).  Returns false when nothing
 * flies. */
bool game_trajectory(
	const struct game *game, const struct command *command, struct trajectory *trajectory);

/* Predicts the path of the nth missile in sight that the hero did not launch: up to the hero, a
 * known obstacle or its end.  met: it crosses the hero's cell.  Returns false if there are
 * fewer. */
bool game_missile_path(const struct game *game, size_t nth, struct trajectory *trajectory);

#endif
