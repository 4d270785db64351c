/*
 * The map of an auto command: the known ground, the creatures on it, and the cheapest path to a
 * goal.
 *
 * The cost of a cell does not depend on the direction of entry, so the first path to reach a cell
 * is the cheapest.  Cells wait in a ring of queues, one for each cost ahead, and each cell is
 * queued once.
 */
#include "engine/auto/auto_private.h"

#include <string.h>

#define NOWHERE UINT16_MAX
#define SLEEPS_ON 200 /* turns that a sleeper is assumed to stay asleep */
#define TOLL_WITHIN 2
#define TOLL_FARTHER 2 /* of the outer cells */

/* ---- Known ground ---- */

/* True for a doorway or a door, which can be crossed only orthogonally. */
static bool is_straight(const struct game *game, const struct view *view, size_t at)
{
	const struct terrain_kind *kind = memory_ground(game, at);
	return (view->cells[at].flags & CELL_KNOWN) &&
	       ((kind->flags & TERRAIN_DOORWAY) || content_opens(kind));
}

static enum ground ground_of(const struct game *game, const struct view *view, size_t at)
{
	const struct view_cell *cell = &view->cells[at];
	if (!(cell->flags & CELL_KNOWN))
		return GROUND_UNKNOWN;
	const struct terrain_kind *kind = memory_ground(game, at);
	/* Fire and floods out of sight may be over: the hero goes and looks. */
	bool passing = !(cell->flags & CELL_VISIBLE) && content_transition(kind, TRIGGER_TIME);
	if ((cell->flags & CELL_HARM) && !passing)
		return GROUND_HARM;
	if (!(kind->flags & TERRAIN_OBJECTS))
		return content_opens(kind) ? GROUND_DOOR : GROUND_BLOCKED;
	return kind->flags & TERRAIN_DOORWAY ? GROUND_DOORWAY : GROUND_OPEN;
}

/* A remembered cell counts as lit if it was lit by itself. */
static unsigned light_of_cell(
	const struct game *game, const struct view *view, size_t at, bool shines)
{
	const struct view_cell *cell = &view->cells[at];
	if (!(cell->flags & CELL_KNOWN))
		return 0;
	bool lit = cell->flags & CELL_VISIBLE ? cell->strength > 0
					      : (game->level->flags[at] & LEVEL_LIT) != 0;
	bool clear = memory_ground(game, at)->flags & TERRAIN_LIGHT;
	return (lit || shines ? AUTO_LIT : 0u) | (clear ? AUTO_CLEAR : 0u);
}

void auto_map_read(struct auto_map *map, const struct game *game, const struct view *view)
{
	map->width = view->width;
	map->height = view->height;
	map->known = 0;
	map->wary = false;
	bool shines = light_of(game, HERO) > 0;
	for (int at = 0; at < map->width * map->height; at++) {
		map->ground[at] = (uint8_t)ground_of(game, view, (size_t)at);
		map->straight[at] = is_straight(game, view, (size_t)at);
		map->light[at] = (uint8_t)light_of_cell(game, view, (size_t)at, shines);
		map->known += map->ground[at] != GROUND_UNKNOWN && !game->level->mapped[at];
	}
	memset(map->toll, 0, (size_t)(map->width * map->height));
	if (gas_harms(game, HERO, view->hero_x, view->hero_y))
		map->ground[view->hero_y * map->width + view->hero_x] = GROUND_HARM;
}

enum ground auto_map_ground(const struct auto_map *map, int x, int y)
{
	if (x < 0 || y < 0 || x >= map->width || y >= map->height)
		return GROUND_BLOCKED;
	return (enum ground)map->ground[y * map->width + x];
}

bool auto_map_may_step(const struct auto_map *map, int x, int y, int direction)
{
	enum ground to =
		auto_map_ground(map, x + direction_dx[direction], y + direction_dy[direction]);
	enum ground from = auto_map_ground(map, x, y);
	if (to < GROUND_HARM || (to == GROUND_HARM && from != GROUND_HARM))
		return false;
	int at = y * map->width + x;
	if (map->wary &&
		auto_map_nearer(map, at,
			at + direction_dy[direction] * map->width + direction_dx[direction]))
		return false;
	int next_x = x + direction_dx[direction], next_y = y + direction_dy[direction];
	return !(direction & 1) ||
	       !(map->straight[y * map->width + x] || map->straight[next_y * map->width + next_x]);
}

/* ---- Known creatures ---- */

/* True if the creature is assumed to be where it was seen: it does not move, or it was seen since
 * the walk began.  So a detour around it is kept when it is out of sight. */
bool auto_watched_stands(const struct auto_move *automove, const struct watched *watched)
{
	bool lately = automove->watch->turn - watched->turn <= SLEEPS_ON;
	return watched->there && (watched->seen || watched->turn >= automove->since ||
					 ((watched->asleep || watched->captive) && lately));
}

static void lay_toll(struct auto_map *map, int x, int y)
{
	for (int down = -TOLL_WITHIN; down <= TOLL_WITHIN; down++) {
		for (int across = -TOLL_WITHIN; across <= TOLL_WITHIN; across++) {
			if (auto_map_ground(map, x + across, y + down) == GROUND_BLOCKED)
				continue;
			bool adjacent = across >= -1 && across <= 1 && down >= -1 && down <= 1;
			uint8_t *toll = &map->toll[(y + down) * map->width + x + across];
			if (adjacent)
				*toll = AUTO_TOLL;
			else if (*toll < TOLL_FARTHER)
				*toll = TOLL_FARTHER;
		}
	}
}

void auto_map_people(struct auto_map *map, const struct auto_move *automove)
{
	for (int i = 0; i < automove->watch->count; i++) {
		const struct watched *watched = &automove->watch->list[i];
		/* A fleeing creature will be out of the way by then. */
		if (watched->fleeing)
			continue;
		/* A creature that left sight may come back. */
		if (!watched->captive && (auto_watched_stands(automove, watched) ||
						 watched->turn >= automove->since))
			lay_toll(map, watched->x, watched->y);
		if (auto_watched_stands(automove, watched))
			map->ground[watched->y * map->width + watched->x] = GROUND_TAKEN;
	}
}

void auto_map_without_harm(struct auto_map *map)
{
	for (int at = 0; at < map->width * map->height; at++)
		if (map->ground[at] == GROUND_HARM)
			map->ground[at] = GROUND_OPEN;
}

/* ---- Ways ---- */

static void line_up(struct auto_map *map, int cost, int at)
{
	int ring = cost % AUTO_RINGS;
	map->next[at] = NOWHERE;
	if (map->first[ring] == NOWHERE)
		map->first[ring] = (uint16_t)at;
	else
		map->next[map->last[ring]] = (uint16_t)at;
	map->last[ring] = (uint16_t)at;
}

/* The next cell queued at a cost, or -1 if the queue is empty. */
static int take_first(struct auto_map *map, int cost)
{
	int ring = cost % AUTO_RINGS;
	uint16_t at = map->first[ring];
	if (at == NOWHERE)
		return -1;
	map->first[ring] = map->next[at];
	return at;
}

/* The direction of the first step of the path to the cell. */
static int first_step(const struct auto_map *map, int start, int at)
{
	while (map->from[at] != start)
		at = map->from[at];
	for (int direction = 0; direction < DIR_COUNT; direction++)
		if (start + direction_dy[direction] * map->width + direction_dx[direction] == at)
			return direction;
	return -1;
}

static void go_on_from(struct auto_map *map, int at)
{
	static const uint8_t order[DIR_COUNT] = {
		DIR_N, DIR_E, DIR_S, DIR_W, DIR_NE, DIR_SE, DIR_SW, DIR_NW};
	for (int i = 0; i < DIR_COUNT; i++) {
		int next = at + direction_dy[order[i]] * map->width + direction_dx[order[i]];
		if (!auto_map_may_step(map, at % map->width, at / map->width, order[i]) ||
			map->from[next] != NOWHERE)
			continue;
		map->from[next] = (uint16_t)at;
		line_up(map, map->cost + 1 + map->toll[next], next);
	}
}

int auto_map_way(struct auto_map *map, const struct auto_move *automove, const struct game *game,
	const struct view *view, auto_goal *goal)
{
	int start = view->hero_y * map->width + view->hero_x, empty = 0;
	memset(map->from, 0xff, (size_t)(map->width * map->height) * sizeof map->from[0]);
	memset(map->first, 0xff, sizeof map->first);
	map->from[start] = (uint16_t)start;
	map->cost = 0;
	line_up(map, 0, start);
	while (empty < AUTO_RINGS) {
		int at = take_first(map, map->cost);
		if (at < 0) {
			map->cost++;
			empty++;
			continue;
		}
		empty = 0;
		if (at != start &&
			goal(automove, game, view, map, at % map->width, at / map->width)) {
			map->end = at;
			return first_step(map, start, at);
		}
		go_on_from(map, at);
	}
	return -1;
}

struct watched *auto_map_who(
	const struct auto_map *map, const struct auto_move *automove, int *steps)
{
	struct watched *first = NULL;
	*steps = 0;
	for (int at = map->end; map->from[at] != at; at = map->from[at]) {
		(*steps)++;
		for (int i = 0; i < automove->watch->count; i++) {
			struct watched *watched = &automove->watch->list[i];
			if (watched->y * map->width + watched->x != at ||
				!auto_watched_stands(automove, watched))
				continue;
			first = watched;
			*steps = 1;
		}
	}
	return first;
}

/* ---- Areas not visited yet ---- */

/* True if the cell can be entered and is no doorway. */
static bool is_inside(const struct auto_map *map, int x, int y)
{
	enum ground ground = auto_map_ground(map, x, y);
	return (ground == GROUND_OPEN || ground == GROUND_HARM) &&
	       !map->straight[y * map->width + x];
}

/* True if the hero was on the cell or next to it. */
static bool is_trodden(const struct game *game, int x, int y)
{
	for (int down = -1; down <= 1; down++)
		for (int across = -1; across <= 1; across++)
			if (level_inside(game->level, x + across, y + down) &&
				game->level->scent[level_at(game->level, x + across, y + down)])
				return true;
	return false;
}

/* Gathers the connected cells of a cell's area in `next` and returns their number. *seen becomes
 * true if the hero visited one, or if the area is no room. */
static int gather(struct auto_map *map, const struct game *game, int start, bool *seen)
{
	int count = 1;
	bool room = false, trodden = false;
	map->next[0] = (uint16_t)start;
	map->from[start] = (uint16_t)start;
	for (int i = 0; i < count; i++) {
		int x = map->next[i] % map->width, y = map->next[i] / map->width;
		room |= (memory_ground(game, map->next[i])->flags & TERRAIN_SHOWS_WALLS) != 0;
		trodden = trodden || is_trodden(game, x, y);
		for (int direction = 0; direction < DIR_COUNT; direction++) {
			int to_x = x + direction_dx[direction], to_y = y + direction_dy[direction];
			int to = to_y * map->width + to_x;
			if (!is_inside(map, to_x, to_y) || map->from[to] != NOWHERE)
				continue;
			map->from[to] = (uint16_t)start;
			map->next[count++] = (uint16_t)to;
		}
	}
	*seen = trodden || !room;
	return count;
}

void auto_map_apart(struct auto_map *map, const struct game *game)
{
	int cells = map->width * map->height;
	bool seen;
	memset(map->apart, 0, (size_t)cells * sizeof map->apart[0]);
	memset(map->from, 0xff, (size_t)cells * sizeof map->from[0]);
	for (int at = 0; at < cells; at++) {
		if (map->from[at] != NOWHERE || !is_inside(map, at % map->width, at / map->width))
			continue;
		int count = gather(map, game, at, &seen);
		for (int i = 0; i < count && !seen; i++)
			map->apart[map->next[i]] = true;
	}
}

/* ---- Obstacles that vanish by themselves ---- */

static bool goes_by_itself(const struct game *game, size_t at)
{
	const struct terrain_kind *kind = memory_ground(game, at);
	const struct transition *change = content_transition(kind, TRIGGER_TIME);
	return (game->level->flags[at] & LEVEL_KNOWN) && !(kind->flags & TERRAIN_OBJECTS) &&
	       change != NULL && (game->content->terrains[change->into].flags & TERRAIN_OBJECTS);
}

static bool is_by_gate(const struct auto_move *automove, const struct game *game,
	const struct view *view, const struct auto_map *map, int x, int y)
{
	(void)automove, (void)view, (void)map;
	for (int direction = DIR_N; direction < DIR_COUNT; direction += 2) {
		int next_x = x + direction_dx[direction], next_y = y + direction_dy[direction];
		if (level_inside(game->level, next_x, next_y) &&
			goes_by_itself(game, level_at(game->level, next_x, next_y)))
			return true;
	}
	return false;
}

bool game_gate_shuts(const struct game *game, const struct view *view)
{
	struct auto_map map;
	struct auto_move automove = {.kind = AUTO_TRAVEL};
	auto_map_read(&map, game, view);
	return is_by_gate(&automove, game, view, &map, view->hero_x, view->hero_y) ||
	       auto_map_way(&map, &automove, game, view, is_by_gate) >= 0;
}
