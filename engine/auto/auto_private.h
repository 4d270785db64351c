/* The level as auto commands know it, for the files of this folder only. */
#ifndef TRAPDOOR_ENGINE_AUTO_PRIVATE_H
#define TRAPDOOR_ENGINE_AUTO_PRIVATE_H

#include "engine/auto/auto.h"
#include "engine/rules/rules.h"

#define AUTO_CELLS (LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX)
#define AUTO_TOLL 5 /* extra cost, in steps, of a cell adjacent to a sleeper */
#define AUTO_RINGS (AUTO_TOLL + 2)
#define LOW_HEALTH 3 /* one part in so many */

/* Paths enter HARM from HARM only, to get out of it. They never enter TAKEN. */
enum ground {
	GROUND_UNKNOWN,
	GROUND_BLOCKED,
	GROUND_TAKEN,
	GROUND_HARM,
	GROUND_OPEN,
	GROUND_DOORWAY,
	GROUND_DOOR
};

/* Bits of a known cell: a hero there would be lit; light passes it. */
enum auto_light { AUTO_LIT = 1, AUTO_CLEAR = 2 };

/* The level as the hero knows it, and the cheapest path to each cell in reach.  A cell costs a step
 * and its toll. */
struct auto_map {
	int width, height;
	uint8_t ground[AUTO_CELLS], toll[AUTO_CELLS];
	bool straight[AUTO_CELLS]; /* no diagonal step into it or out of it */
	uint8_t light[AUTO_CELLS]; /* of enum auto_light */
	uint16_t from[AUTO_CELLS];
	uint16_t next[AUTO_CELLS]; /* the cell after it in the queue of its cost */
	uint16_t first[AUTO_RINGS], last[AUTO_RINGS];
	int end;   /* goal cell of the last path found */
	int cost;  /* cost of that path */
	int known; /* cells that were seen */
	bool wary; /* paths go no nearer to a sleeper than the hero is */
	uint8_t near[AUTO_CELLS];
	bool apart[AUTO_CELLS]; /* by auto_map_apart */
};

typedef bool auto_goal(const struct auto_move *automove, const struct game *game,
	const struct view *view, const struct auto_map *map, int x, int y);

/* auto_stops.c: true if there is a reason to stop.  `says` may report it. */
bool auto_interrupted(struct auto_move *automove, const struct game *game, const struct view *view);
/* auto_note stores the state against which changes are found.  auto_note_ills stores the harmful
 * statuses at the start. */
void auto_note(struct auto_move *automove, const struct game *game);
void auto_note_ills(struct auto_move *automove, const struct game *game);
/* The actor of a message about the creature that the view calls `name`. */
struct word_actor auto_actor(const char *name);
void auto_say_of(
	struct auto_move *automove, const struct game *game, enum text_id word, const char *name);

/* auto_wants.c: whether an item is wanted, and whether the pack has room for it. */
bool auto_likes(const struct auto_move *automove, const struct game *game, const struct item *item);
bool auto_has_room(const struct game *game, const struct item *item);
/* True if the hero never had an item of this kind.  Only kinds that are carried count. */
bool auto_is_novel(const struct game *game, const struct item *item);
/* True if lifting an item at (x, y) triggers the terrain below it.  The player must do that by
 * hand. */
bool auto_is_minded(const struct game *game, int x, int y);
/* auto_air.c: auto_air_note remembers harmful gas next to the hero.  The goal is a cell without
 * harm that the hero sees or remembers. */
void auto_air_note(struct watch *watch, const struct game *game, const struct view *view);
auto_goal auto_is_out_of_harm;
/* auto_stops.c: true if a creature that is no ally is in the cell of the step.  Reports it. */
bool auto_bumps(struct auto_move *automove, const struct game *game, const struct view *view,
	int direction);
/* auto_attack.c: the next blow or step of a fight.  Returns false with the reason in `says`. */
bool auto_attack(struct auto_move *automove, const struct game *game, const struct view *view,
	struct command *command);
/* auto_company.c: true if the hero waits for an ally.  Reports an ally that does not come, and sets
 * blocked. */
bool auto_waits_for_ally(
	struct auto_move *automove, const struct game *game, const struct view *view);
/* auto_lock.c: true if the hero carries a key and is not beside a lock, and the level's remaining
 * tasks were not reported yet.  The goal is a cell beside a lock. */
bool auto_seeks_lock(
	const struct auto_move *automove, const struct game *game, const struct view *view);
auto_goal auto_is_by_lock;
/* auto_run.c: the direction of a run's next step, or -1 when the run ends. */
int auto_run(struct auto_move *automove, const struct auto_map *map, const struct game *game,
	const struct view *view);
/* auto_left.c: reports what the player must do here by hand.  Returns false if there is nothing. */
bool auto_left_undone(struct auto_move *automove, const struct game *game);

void auto_map_read(struct auto_map *map, const struct game *game, const struct view *view);
enum ground auto_map_ground(const struct auto_map *map, int x, int y);
/* True if a step from a cell in a direction is possible, as far as is known. A wary map allows none
 * that leads nearer to a sleeper. */
bool auto_map_may_step(const struct auto_map *map, int x, int y, int direction);
/* Blocks the cells of watched creatures.  Cells near one that might wake cost more. */
void auto_map_people(struct auto_map *map, const struct auto_move *automove);
/* Marks known areas that the hero has not visited. */
void auto_map_apart(struct auto_map *map, const struct game *game);
/* Treats harmful ground as open. */
void auto_map_without_harm(struct auto_map *map);
/* Returns the first direction of the cheapest path to a goal, or -1.  Prefers orthogonal steps. */
int auto_map_way(struct auto_map *map, const struct auto_move *automove, const struct game *game,
	const struct view *view, auto_goal *goal);
/* auto_fetch.c: true if the cell has an item to pick up. */
auto_goal auto_is_item;
/* Like auto_map_way, but prefers an item that is not much farther. */
int auto_map_fetch(struct auto_map *map, const struct auto_move *automove, const struct game *game,
	const struct view *view, auto_goal *goal);
/* Reports once that an item is left for now because a creature sleeps near it, if its path is not
 * much longer than `cost`. */
bool auto_tells_waits(struct auto_map *map, struct auto_move *automove, const struct game *game,
	const struct view *view, int cost);
/* True if the creature is assumed to be where it was seen. */
bool auto_watched_stands(const struct auto_move *automove, const struct watched *watched);
/* auto_wary.c: makes paths keep out of the ranges in which the hero may wake sleepers.  Returns
 * false if there are none. */
bool auto_map_wary(struct auto_map *map, const struct auto_move *automove);
/* True if a step leads to a cell where a sleeper perceives the hero as well or better. */
static inline bool auto_map_nearer(const struct auto_map *map, int from, int to)
{
	return map->near[to] > 0 && map->near[to] >= map->near[from];
}
/* The nearest sleeper that the last path found might wake, or NULL.  Marks all such sleepers as
 * reported. */
struct watched *auto_map_wakes(
	struct auto_map *map, struct auto_move *automove, const struct view *view);
/* Likewise for items: the nearest sleeper not yet reported as making an item wait. */
struct watched *auto_map_waits(
	struct auto_map *map, struct auto_move *automove, const struct view *view);
/* The first watched creature on the last path found, and its distance in steps; NULL if none. */
struct watched *auto_map_who(
	const struct auto_map *map, const struct auto_move *automove, int *steps);

#endif
