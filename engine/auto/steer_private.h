/* The level as a steer knows it, shared by steer*.c alone. */
#ifndef TRAPDOOR_ENGINE_STEER_PRIVATE_H
#define TRAPDOOR_ENGINE_STEER_PRIVATE_H

#include "engine/auto/steer.h"
#include "engine/rules/rules.h"

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
	bool wary; /* nobody goes nearer to a sleeper than he is */
	uint8_t near[STEER_CELLS];
	bool apart[STEER_CELLS]; /* by steer_map_apart */
};

typedef bool steer_goal(const struct steer *steer, const struct game *game, const struct view *view,
	const struct steer_map *map, int x, int y);

/* steer_stops.c: whether there is a reason to stop; then says may tell it. */
bool steer_interrupted(struct steer *steer, const struct game *game, const struct view *view);
/* Takes down how things stand, against which they will have changed; and what ails him as he sets
 * out. */
void steer_note(struct steer *steer, const struct game *game);
void steer_note_ills(struct steer *steer, const struct game *game);
/* What somebody is called who is known by a name of the view's. */
struct word_actor steer_actor(const char *name);
void steer_say_of(struct steer *steer, const struct game *game, enum word word, const char *name);

/* steer_wants.c: whether a thing would be worth the way if it fitted, and whether it does. */
bool steer_likes(const struct steer *steer, const struct game *game, const struct item *item);
bool steer_has_room(const struct game *game, const struct item *item);
/* Whether he never had one, of what one carries. */
bool steer_is_novel(const struct game *game, const struct item *item);
/* What lies there lies on something that minds when it is taken: that is for a hand, and not for
 * haste. */
bool steer_is_minded(const struct game *game, int x, int y);
/* steer_air.c: what the hero sees beside him of bad air is kept in mind; a cell is out of harm as
 * far as he sees, or remembers. */
void steer_air_note(struct watch *watch, const struct game *game, const struct view *view);
steer_goal steer_is_out_of_harm;
/* steer_run.c: the direction of a run's next step, -1 when it has come to its end. */
int steer_run(struct steer *steer, const struct steer_map *map, const struct game *game,
	const struct view *view);
/* steer_left.c: says what is left to do here by hand; false when nothing is. */
bool steer_left_undone(struct steer *steer, const struct game *game);

void steer_map_read(struct steer_map *map, const struct game *game, const struct view *view);
enum ground steer_map_ground(const struct steer_map *map, int x, int y);
/* Whether one may step from a cell in a direction, as far as is known. */
bool steer_map_may_step(const struct steer_map *map, int x, int y, int direction);
/* Those in the watch are gone round: nobody steps where one is, and beside one that might wake it
 * costs more. */
void steer_map_people(struct steer_map *map, const struct steer *steer);
/* Marks rooms that are known, and where nobody has been, nor beside. */
void steer_map_apart(struct steer_map *map, const struct game *game);
/* As if nothing did harm. */
void steer_map_without_harm(struct steer_map *map);
/* The first direction of the cheapest way to a goal, straight steps before diagonal ones; -1 when
 * there is none. */
int steer_map_way(struct steer_map *map, const struct steer *steer, const struct game *game,
	const struct view *view, steer_goal *goal);
/* steer_fetch.c: a thing lies there that is to be taken along. */
steer_goal steer_is_thing;
/* The same way, but to a thing when that is not much farther. */
int steer_map_fetch(struct steer_map *map, const struct steer *steer, const struct game *game,
	const struct view *view, steer_goal *goal);
/* Tells, once, that a thing is left for now because somebody sleeps near it, when the way there
 * would not be much longer than that cost. */
bool steer_tells_waits(struct steer_map *map, struct steer *steer, const struct game *game,
	const struct view *view, int cost);
/* Whether one reckons with it where it was. */
bool steer_watched_stands(const struct steer *steer, const struct watched *watched);
/* steer_wary.c: from here on ways keep out of the hearing of those who sleep; false when nobody
 * does. */
bool steer_map_wary(struct steer_map *map, const struct steer *steer);
/* Whether a step goes where a sleeper hears as well, or better. */
static inline bool steer_map_nearer(const struct steer_map *map, int from, int to)
{
	return map->near[to] > 0 && map->near[to] >= map->near[from];
}
/* Whom the last way found might wake, the nearest; NULL for nobody.  All such are taken to be told
 * of. */
struct watched *steer_map_wakes(
	struct steer_map *map, struct steer *steer, const struct view *view);
/* Likewise, of whom it was not told yet that a thing waits for him. */
struct watched *steer_map_waits(
	struct steer_map *map, struct steer *steer, const struct view *view);
/* The first of the watch who is in the last way found, and how many steps away; NULL for nobody. */
struct watched *steer_map_who(const struct steer_map *map, const struct steer *steer, int *steps);

#endif
