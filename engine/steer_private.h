/* The level as a steer knows it, shared by steer*.c alone. */
#ifndef TRAPDOOR_ENGINE_STEER_PRIVATE_H
#define TRAPDOOR_ENGINE_STEER_PRIVATE_H

#include "rules.h"

#define STEER_CELLS (LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX)
#define STEER_TOLL 5 /* steps that a cell beside a sleeper counts for, above its own */
#define STEER_RINGS (STEER_TOLL + 2)
#define LOW_HEALTH 3 /* one part in so many */

/* HARM is entered from HARM alone, on the way out of it; TAKEN, by nobody. */
enum ground {
	GROUND_UNKNOWN,
	GROUND_BLOCKED,
	GROUND_TAKEN,
	GROUND_HARM,
	GROUND_OPEN,
	GROUND_DOORWAY,
	GROUND_DOOR
};

/* The level as the hero knows it, and the cheapest way to each cell that he could walk to: a cell
 * costs a step and its toll. */
struct steer_map {
	int width, height;
	uint8_t ground[STEER_CELLS], toll[STEER_CELLS];
	bool straight[STEER_CELLS]; /* no slanting step into it or out of it */
	uint16_t from[STEER_CELLS];
	uint16_t next[STEER_CELLS]; /* in line to be gone on from, at one cost */
	uint16_t first[STEER_RINGS], last[STEER_RINGS];
	int end;   /* cell where the last way found leads, */
	int cost;  /* and what it costs */
	int known; /* cells of which anything is known */
};

typedef bool steer_goal(const struct steer *steer, const struct game *game, const struct view *view,
	const struct steer_map *map, int x, int y);

/* steer_stops.c: whether there is a reason to stop; then says may tell it. */
bool steer_interrupted(struct steer *steer, const struct game *game, const struct view *view);
/* Takes down how things stand, against which they will have changed; and what ails him as he sets
 * out. */
void steer_note(struct steer *steer, const struct game *game);
void steer_note_ills(struct steer *steer, const struct game *game);
void steer_say_of(struct steer *steer, const struct game *game, enum word word, const char *name);

void steer_map_read(struct steer_map *map, const struct game *game, const struct view *view);
enum ground steer_map_ground(const struct steer_map *map, int x, int y);
/* Whether one may step from a cell in a direction, as far as is known. */
bool steer_map_may_step(const struct steer_map *map, int x, int y, int direction);
/* Those in the watch are gone round: nobody steps where one is, and beside one that might wake it
 * costs more. */
void steer_map_people(struct steer_map *map, const struct steer *steer);
/* As if nothing did harm. */
void steer_map_without_harm(struct steer_map *map);
/* The first direction of the cheapest way to a goal, straight steps before diagonal ones; -1 when
 * there is none. */
int steer_map_way(struct steer_map *map, const struct steer *steer, const struct game *game,
	const struct view *view, steer_goal *goal);
/* The first of the watch who is in the last way found, and how many steps away; NULL for nobody. */
struct watched *steer_map_who(const struct steer_map *map, const struct steer *steer, int *steps);

#endif
