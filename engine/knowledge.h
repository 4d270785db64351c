/*
 * What the hero knows beyond what the view shows: whom he met and what he learned, where he has
 * been, and what he can foresee of what he lets fly.
 *
 * A part of engine.h, which includes it.  Nothing here tells more than he was shown or told, and no
 * rule asks it.
 */
#ifndef TRAPDOOR_ENGINE_KNOWLEDGE_H
#define TRAPDOOR_ENGINE_KNOWLEDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct command;
struct game;

#define EFFECT_LINE_SIZE 600

/* ---- Met and learned ---- */

/* What he has met and learned, in groups: "creature", and classes of things that had to be learned
 * ("potion" ...).  false past the last group. */
struct lore_group {
	const char *word;
	int known, all;
};
bool game_lore(const struct game *game, size_t group, struct lore_group *lore);

/* The nth of a group that he knows, carried or not; false past the last. */
struct lore_entry {
	const char *name, *text;
	char effect[EFFECT_LINE_SIZE]; /* of an item: what it does */
	uint16_t appearance;
	bool beaten; /* of a creature: one of them was */
};
bool game_lore_entry(const struct game *game, size_t group, size_t nth, struct lore_entry *entry);

/* A group of things that look alike: its word ("weapon", "potion", "ring" ...), and the symbols of
 * its kinds, those that they go by while they are unknown, too.  false past the last. */
struct item_group {
	const char *word;
	char symbols[8];
};
bool content_items(const struct content *content, size_t nth, struct item_group *group);

/* ---- Lines of plain effect ---- */

/* Writes one line of what something does, in numbers, as far as the hero knows it; "" for nothing.
 * The number is the place of an item in the pack (its letter), of one on the ground, a talent or a
 * choice in the lists of the view, or a spell's own. */
enum effect_of {
	EFFECT_OF_PACK,
	EFFECT_OF_GROUND,
	EFFECT_OF_SPELL,
	EFFECT_OF_TALENT,
	EFFECT_OF_CHOICE
};
void game_effect_line(
	const struct game *game, enum effect_of of, size_t number, char *text, size_t size);
/* The same of the item that is known to lie at a cell. */
void game_effect_at(const struct game *game, int x, int y, char *text, size_t size);

/* The nth state that the hero is in, the most urgent first (deep water, hunger, ills, then what
 * helps him): its word, the turns that are
 * left (0: nobody can say), and what it does.  false past the last. */
struct state_line {
	char word[24], brief[12]; /* brief: a shorter one, for narrow windows */
	char text[120];
	uint8_t turns;
	bool ill;
};
bool game_state_line(const struct game *game, size_t nth, struct state_line *state);

/* ---- Where he has been ---- */

/* What there is on a depth as he remembers it: of the ground, graves, levers and the like; of
 * things, those that he put down, those that are for sale, those of which one may be taken, and
 * others. */
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
	bool here;        /* he is there */
	bool up, down;    /* he knows the stairs */
	size_t feeling_count;
	char feelings[OVERVIEW_FEELINGS_MAX][120]; /* what was told on coming there */
	size_t mark_count;
	struct overview_mark marks[OVERVIEW_MARKS_MAX]; /* by kind */
};
/* false for a depth that he has not been to. */
bool game_overview(const struct game *game, int depth, struct overview *overview);

/* Whether he knows of something there that one goes to on purpose: stairs, a grave, a lever, a
 * landmark. */
bool game_is_landmark(const struct game *game, int x, int y);

/* Whether he knows of a door there, open or shut. */
bool game_is_door(const struct game *game, int x, int y);

/* Whether he knows of stairs there, whatever lies or stands on them. */
bool game_knows_stairs(const struct game *game, int x, int y, bool up);

/* ---- Aiming ---- */

#define TRAJECTORY_MAX 1000

/* The way of what would be let fly, or the cells that a cone would fill, as far as the hero knows:
 * what he does not know of stops nothing. */
struct trajectory {
	bool reaches;   /* it comes to the cell that is aimed at */
	bool too_far;   /* which is farther than it may be aimed */
	bool unseen;    /* or which must be in sight, and is not */
	bool stopped;   /* by what does not let it pass, at (stop_x, stop_y) */
	bool met;       /* somebody, first at (met_x, met_y) */
	uint8_t hits;   /* chance in % of hitting him; 0: nothing is left to chance */
	uint8_t radius; /* of what it does about the last cell, as far as he knows it */
	int16_t stop_x, stop_y, met_x, met_y;
	uint16_t count; /* of the cells that it crosses, the last of them included */
	struct {
		int16_t x, y;
	} cells[TRAJECTORY_MAX];
};
/* Of a command that wants a cell (throw, fire, use, zap, cast).  false when nothing flies. */
bool game_trajectory(
	const struct game *game, const struct command *command, struct trajectory *trajectory);

#endif
