/* The level as a steer knows it, shared by steer*.c alone. */
#ifndef TRAPDOOR_ENGINE_AUTO_PRIVATE_H
#define TRAPDOOR_ENGINE_AUTO_PRIVATE_H

#include "engine/auto/auto.h"
#include "engine/rules/rules.h"

#define AUTO_CELLS (LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX)
#define AUTO_TOLL 5 /* steps that a cell beside a sleeper counts for, above its own */
#define AUTO_RINGS (AUTO_TOLL + 2)
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
struct auto_map {
	int width, height;
	uint8_t ground[AUTO_CELLS], toll[AUTO_CELLS];
	bool straight[AUTO_CELLS]; /* no slanting step into it or out of it */
	uint16_t from[AUTO_CELLS];
	uint16_t next[AUTO_CELLS]; /* in line to be gone on from, at one cost */
	uint16_t first[AUTO_RINGS], last[AUTO_RINGS];
	int end;   /* cell where the last way found leads, */
	int cost;  /* and what it costs */
	int known; /* cells of which anything is known */
	bool wary; /* nobody goes nearer to a sleeper than he is */
	uint8_t near[AUTO_CELLS];
	bool apart[AUTO_CELLS]; /* by auto_map_apart */
};

typedef bool auto_goal(const struct auto_move *automove, const struct game *game,
	const struct view *view, const struct auto_map *map, int x, int y);

/* auto_stops.c: whether there is a reason to stop; then says may tell it. */
bool auto_interrupted(struct auto_move *automove, const struct game *game, const struct view *view);
/* Takes down how things stand, against which they will have changed; and what ails him as he sets
 * out. */
void auto_note(struct auto_move *automove, const struct game *game);
void auto_note_ills(struct auto_move *automove, const struct game *game);
/* What somebody is called who is known by a name of the view's. */
struct word_actor auto_actor(const char *name);
void auto_say_of(
	struct auto_move *automove, const struct game *game, enum text_id word, const char *name);

/* auto_wants.c: whether a thing would be worth the way if it fitted, and whether it does. */
bool auto_likes(const struct auto_move *automove, const struct game *game, const struct item *item);
bool auto_has_room(const struct game *game, const struct item *item);
/* Whether he never had one, of what one carries. */
bool auto_is_novel(const struct game *game, const struct item *item);
/* What lies there lies on something that minds when it is taken: that is for a hand, and not for
 * haste. */
bool auto_is_minded(const struct game *game, int x, int y);
/* auto_air.c: what the hero sees beside him of bad air is kept in mind; a cell is out of harm as
 * far as he sees, or remembers. */
void auto_air_note(struct watch *watch, const struct game *game, const struct view *view);
auto_goal auto_is_out_of_harm;
/* auto_run.c: the direction of a run's next step, -1 when it has come to its end. */
int auto_run(struct auto_move *automove, const struct auto_map *map, const struct game *game,
	const struct view *view);
/* auto_left.c: says what is left to do here by hand; false when nothing is. */
bool auto_left_undone(struct auto_move *automove, const struct game *game);

void auto_map_read(struct auto_map *map, const struct game *game, const struct view *view);
enum ground auto_map_ground(const struct auto_map *map, int x, int y);
/* Whether one may step from a cell in a direction, as far as is known. */
bool auto_map_may_step(const struct auto_map *map, int x, int y, int direction);
/* Those in the watch are gone round: nobody steps where one is, and beside one that might wake it
 * costs more. */
void auto_map_people(struct auto_map *map, const struct auto_move *automove);
/* Marks rooms that are known, and where nobody has been, nor beside. */
void auto_map_apart(struct auto_map *map, const struct game *game);
/* As if nothing did harm. */
void auto_map_without_harm(struct auto_map *map);
/* The first direction of the cheapest way to a goal, straight steps before diagonal ones; -1 when
 * there is none. */
int auto_map_way(struct auto_map *map, const struct auto_move *automove, const struct game *game,
	const struct view *view, auto_goal *goal);
/* auto_fetch.c: a thing lies there that is to be taken along. */
auto_goal auto_is_item;
/* The same way, but to a thing when that is not much farther. */
int auto_map_fetch(struct auto_map *map, const struct auto_move *automove, const struct game *game,
	const struct view *view, auto_goal *goal);
/* Tells, once, that a thing is left for now because somebody sleeps near it, when the way there
 * would not be much longer than that cost. */
bool auto_tells_waits(struct auto_map *map, struct auto_move *automove, const struct game *game,
	const struct view *view, int cost);
/* Whether one reckons with it where it was. */
bool auto_watched_stands(const struct auto_move *automove, const struct watched *watched);
/* auto_wary.c: from here on ways keep out of the hearing of those who sleep; false when nobody
 * does. */
bool auto_map_wary(struct auto_map *map, const struct auto_move *automove);
/* Whether a step goes where a sleeper hears as well, or better. */
static inline bool auto_map_nearer(const struct auto_map *map, int from, int to)
{
	return map->near[to] > 0 && map->near[to] >= map->near[from];
}
/* Whom the last way found might wake, the nearest; NULL for nobody.  All such are taken to be told
 * of. */
struct watched *auto_map_wakes(
	struct auto_map *map, struct auto_move *automove, const struct view *view);
/* Likewise, of whom it was not told yet that a thing waits for him. */
struct watched *auto_map_waits(
	struct auto_map *map, struct auto_move *automove, const struct view *view);
/* The first of the watch who is in the last way found, and how many steps away; NULL for nobody. */
struct watched *auto_map_who(
	const struct auto_map *map, const struct auto_move *automove, int *steps);

#endif
