/* Spots: the cells that Tab goes through, which are targets, notable cells or destinations. */
#include "door/play/play_private.h"

#include <stdlib.h>

static void spots_add(struct spots *spots, int x, int y, uint32_t creature)
{
	if (spots->count < SPOTS_MAX)
		spots->list[spots->count++] = (struct spot){(int16_t)x, (int16_t)y, creature};
}

/* Adds enemies that the shot would reach, then other enemies, then friends; each nearest first. */
static void spots_of_aim(struct play *play, const struct view *view, struct spots *spots)
{
	for (int pass = 0; pass < 3; pass++)
		for (size_t i = 0; i < view->creature_count; i++) {
			const struct view_creature *creature = &view->creatures[i];
			bool enemy = play_is_enemy(creature);
			int its = !enemy ? 2 : play_would_meet(play, creature) ? 0 : 1;
			if (its == pass)
				spots_add(spots, creature->x, creature->y, creature->id);
		}
}

int play_distance(const struct view *view, int x, int y)
{
	int dx = abs(x - view->hero_x), dy = abs(y - view->hero_y);
	return dx > dy ? dx : dy;
}

/* Sorts the spots from `first` on, nearest first. */
static void spots_sort(const struct view *view, struct spots *spots, int first)
{
	for (int i = first + 1; i < spots->count; i++) {
		struct spot spot = spots->list[i];
		int at = i, far = play_distance(view, spot.x, spot.y);
		for (; at > first &&
			play_distance(view, spots->list[at - 1].x, spots->list[at - 1].y) > far;
			at--)
			spots->list[at] = spots->list[at - 1];
		spots->list[at] = spot;
	}
}

/* Adds items and notable terrain. */
static void spots_of_ground(struct play *play, const struct view *view, struct spots *spots)
{
	int first = spots->count;
	for (int y = 0; y < view->height; y++)
		for (int x = 0; x < view->width; x++) {
			unsigned flags = view->cells[y * view->width + x].flags;
			bool worth = flags & CELL_ITEM || game_notable(play->game, x, y);
			if (worth && !(flags & (CELL_CREATURE | CELL_HERO)))
				spots_add(spots, x, y, 0);
		}
	spots_sort(view, spots, first);
}

/* Adds captives in sight or where they were last seen. */
static void spots_of_captives(const struct play *play, struct spots *spots)
{
	const struct watch *watch = &play->watch;
	for (int i = 0; i < watch->count; i++)
		if (watch->list[i].captive && watch->list[i].there)
			spots_add(spots, watch->list[i].x, watch->list[i].y, watch->list[i].id);
}

/* Adds destinations of travel: captives, items, stairs and terrain that can be worked, nearest
 * first; then doors. */
static void spots_of_travel(struct play *play, const struct view *view, struct spots *spots)
{
	spots_of_captives(play, spots);
	for (int at = 0; at < view->width * view->height; at++) {
		int x = at % view->width, y = at / view->width;
		unsigned flags = view->cells[at].flags;
		bool goal = flags & CELL_ITEM || game_is_landmark(play->game, x, y);
		if (goal && !(flags & (CELL_CREATURE | CELL_HERO)))
			spots_add(spots, x, y, 0);
	}
	spots_sort(view, spots, 0);
	int first = spots->count;
	for (int at = 0; at < view->width * view->height; at++) {
		int x = at % view->width, y = at / view->width;
		bool goal = view->cells[at].flags & CELL_ITEM || game_is_landmark(play->game, x, y);
		if (!goal && !(view->cells[at].flags & (CELL_CREATURE | CELL_HERO)) &&
			game_is_door(play->game, x, y))
			spots_add(spots, x, y, 0);
	}
	spots_sort(view, spots, first);
}

void play_spots(struct play *play, const struct view *view, struct spots *spots)
{
	spots->count = 0;
	if (play_aims((enum action)play->prompt.action)) {
		spots_of_aim(play, view, spots);
		return;
	}
	if (play->prompt.action == ACTION_TRAVEL) {
		spots_of_travel(play, view, spots);
		return;
	}
	for (size_t i = 0; i < view->creature_count; i++)
		spots_add(spots, view->creatures[i].x, view->creatures[i].y, view->creatures[i].id);
	spots_of_ground(play, view, spots);
}
