/*
 * Steering: runs, travel, exploring and rest as primitive commands, one at a time.
 *
 * What a steer knows of the level is what the view shows: remembered cells, creatures and things in
 * sight, messages.  It goes round what it knows to be dangerous, and stops for whatever a player
 * would want to look up for.  Nothing here is part
 * of the rules: a better steer breaks no run.
 */
#include "rules.h"

#include <string.h>

#define CELLS_MOST (LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX)
#define STEPS_MOST 500
#define NOWHERE UINT16_MAX

/* HARM is entered from HARM alone, on the way out of it. */
enum ground {
	GROUND_UNKNOWN,
	GROUND_BLOCKED,
	GROUND_HARM,
	GROUND_OPEN,
	GROUND_DOORWAY,
	GROUND_DOOR
};

/* The level as the hero knows it, and the way to each cell that he could walk to. */
struct steer_map {
	int width, height;
	uint8_t ground[CELLS_MOST];
	uint16_t from[CELLS_MOST], queue[CELLS_MOST];
	int length; /* steps of the last way found */
};

/* ---- What is known ---- */

static enum ground ground_of(const struct game *game, const struct view *view, size_t at)
{
	const struct view_cell *cell = &view->cells[at];
	if (!(cell->flags & CELL_KNOWN))
		return GROUND_UNKNOWN;
	const struct terrain_kind *kind = risk_known_terrain(game, at);
	/* Where fire and floods are not in sight they may be over: he goes and looks. */
	bool passing = !(cell->flags & CELL_VISIBLE) && content_change(kind, CAUSE_TIME);
	if ((cell->flags & CELL_HARM) && !passing)
		return GROUND_HARM;
	if (!(kind->flags & TERRAIN_OBJECTS))
		return content_change(kind, CAUSE_OPEN) ? GROUND_DOOR : GROUND_BLOCKED;
	return kind->flags & TERRAIN_DOORWAY ? GROUND_DOORWAY : GROUND_OPEN;
}

static void read_map(struct steer_map *map, const struct game *game, const struct view *view)
{
	map->width = view->width;
	map->height = view->height;
	for (int at = 0; at < map->width * map->height; at++)
		map->ground[at] = (uint8_t)ground_of(game, view, (size_t)at);
	if (gas_harms(game, HERO, view->hero_x, view->hero_y))
		map->ground[view->hero_y * map->width + view->hero_x] = GROUND_HARM;
}

static enum ground ground_at(const struct steer_map *map, int x, int y)
{
	if (x < 0 || y < 0 || x >= map->width || y >= map->height)
		return GROUND_BLOCKED;
	return (enum ground)map->ground[y * map->width + x];
}

/* Whether one may step from a cell in a direction, as far as is known. */
static bool may_step(const struct steer_map *map, int x, int y, int direction)
{
	enum ground to = ground_at(map, x + direction_dx[direction], y + direction_dy[direction]);
	enum ground from = ground_at(map, x, y);
	if (to < GROUND_HARM || (to == GROUND_HARM && from != GROUND_HARM))
		return false;
	return !(direction & 1) || (to <= GROUND_OPEN && from <= GROUND_OPEN);
}

/* ---- Reasons to stop ---- */

static bool role_matters(enum role role)
{
	return role != ROLE_TEXT && role != ROLE_DIM && role != ROLE_GOLD;
}

static bool was_told(const struct steer *steer, const struct view *view)
{
	for (size_t i = view->message_count; i-- > 0;) {
		const struct message *message = &view->messages[i];
		if (message->serial <= steer->message_serial)
			return false;
		if (role_matters((enum role)message->role))
			return true;
	}
	return false;
}

/* Those in sight who are no friends. */
static size_t enemies(const struct view *view)
{
	size_t count = 0;
	for (size_t i = 0; i < view->creature_count; i++)
		count += !view->creatures[i].ally && !view->creatures[i].captive;
	return count;
}

/* Whether someone in sight forbids it: whoever knows of him; for a rest, whoever is up. */
static bool someone_forbids(const struct steer *steer, const struct view *view)
{
	for (size_t i = 0; i < enemies(view); i++) {
		const struct view_creature *creature = &view->creatures[i];
		if (!creature->asleep && (!creature->unaware || steer->kind == STEER_REST))
			return steer->kind != STEER_RUN;
	}
	return false;
}

static bool interrupted(const struct steer *steer, const struct view *view)
{
	bool underfoot = steer->steps > 0 && steer->kind == STEER_RUN && view->ground_count > 0;
	return someone_forbids(steer, view) || underfoot || view->flight_count > 0 ||
	       enemies(view) > steer->creatures || view->status.health < steer->health ||
	       was_told(steer, view);
}

/* ---- Ways ---- */

typedef bool is_goal(const struct steer *steer, const struct game *game, const struct view *view,
	const struct steer_map *map, int x, int y);

/* The first direction of the shortest way to a goal, straight steps before diagonal ones; -1 when
 * there is none. */
static int way_to(struct steer_map *map, const struct steer *steer, const struct game *game,
	const struct view *view, is_goal *goal)
{
	static const uint8_t order[DIR_COUNT] = {
		DIR_N, DIR_E, DIR_S, DIR_W, DIR_NE, DIR_SE, DIR_SW, DIR_NW};
	size_t head = 0, tail = 0;
	int start = view->hero_y * map->width + view->hero_x;
	memset(map->from, 0xff, (size_t)(map->width * map->height) * sizeof map->from[0]);
	map->from[start] = (uint16_t)start;
	map->queue[tail++] = (uint16_t)start;
	while (head < tail) {
		int at = map->queue[head++];
		int x = at % map->width, y = at / map->width;
		if (at != start && goal(steer, game, view, map, x, y)) {
			for (map->length = 1; map->from[at] != start; map->length++)
				at = map->from[at];
			for (int direction = 0; direction < DIR_COUNT; direction++)
				if (start + direction_dy[direction] * map->width +
						direction_dx[direction] ==
					at)
					return direction;
		}
		for (int i = 0; i < DIR_COUNT; i++) {
			int next =
				at + direction_dy[order[i]] * map->width + direction_dx[order[i]];
			if (!may_step(map, x, y, order[i]) || map->from[next] != NOWHERE)
				continue;
			map->from[next] = (uint16_t)at;
			map->queue[tail++] = (uint16_t)next;
		}
	}
	return -1;
}

static bool is_there(const struct steer *steer, const struct game *game, const struct view *view,
	const struct steer_map *map, int x, int y)
{
	(void)game, (void)view, (void)map;
	return x == steer->x && y == steer->y;
}

/* Whether it is worth the way: what one left stays, and what does not fit. */
static bool is_wanted(const struct game *game, const struct item *item)
{
	return item->kind != game->content->receiver && !(item->flags & ITEM_LEFT) &&
	       (item->kind == game->content->gold || item_fits(game, item));
}

static bool is_receiver(const struct game *game, const struct item *item)
{
	return item->kind == game->content->receiver;
}

/* The uppermost thing that he knows of there, whoever stands on it now; -1 for none. */
static int thing_known_at(const struct game *game, size_t at, int x, int y)
{
	int thing = item_on_floor(game, x, y, 0);
	bool known = thing >= 0 && (game->level->flags[at] & LEVEL_KNOWN) &&
		     game->level->memory[at] == item_look(game, &game->floor[thing].item);
	return known ? thing : -1;
}

/* A thing that is wanted lies there, or unseen ground is beside it; but where the hero's own trail
 * leads there is nothing to see. */
static bool is_new(const struct steer *steer, const struct game *game, const struct view *view,
	const struct steer_map *map, int x, int y)
{
	(void)steer, (void)view;
	size_t at = (size_t)(y * map->width + x);
	int thing = thing_known_at(game, at, x, y);
	if (thing >= 0 && is_wanted(game, &game->floor[thing].item))
		return true;
	if (game->level->scent[at] != 0)
		return false;
	if (thing >= 0 && is_receiver(game, &game->floor[thing].item))
		return true;
	for (int direction = 0; direction < DIR_COUNT; direction++)
		if (ground_at(map, x + direction_dx[direction], y + direction_dy[direction]) ==
			GROUND_UNKNOWN)
			return true;
	return false;
}

static bool is_way_down(const struct steer *steer, const struct game *game, const struct view *view,
	const struct steer_map *map, int x, int y)
{
	(void)steer, (void)map;
	size_t at = (size_t)(y * view->width + x);
	return risk_known_terrain(game, at)->flags & TERRAIN_DOWN;
}

static bool is_out_of_harm(const struct steer *steer, const struct game *game,
	const struct view *view, const struct steer_map *map, int x, int y)
{
	(void)steer, (void)view;
	return ground_at(map, x, y) >= GROUND_OPEN && !gas_harms(game, HERO, x, y);
}

static int explore(struct steer_map *map, const struct steer *steer, const struct game *game,
	const struct view *view)
{
	if (ground_at(map, view->hero_x, view->hero_y) == GROUND_HARM)
		return way_to(map, steer, game, view, is_out_of_harm);
	int direction = way_to(map, steer, game, view, is_new);
	if (direction >= 0 ||
		(game_terrain(game, view->hero_x, view->hero_y)->flags & TERRAIN_DOWN))
		return direction;
	return way_to(map, steer, game, view, is_way_down);
}

/* Takes what it stands on, the last laid first; false when nothing here is wanted. */
static bool take(const struct game *game, const struct view *view, struct command *command)
{
	for (int nth = 0; nth < (int)view->ground_count; nth++) {
		int thing = item_on_floor(game, view->hero_x, view->hero_y, nth);
		if (!is_wanted(game, &game->floor[thing].item))
			continue;
		*command = (struct command){.verb = VERB_PICK_UP, .item = (uint8_t)nth};
		return true;
	}
	return false;
}

/* The Receiver is lifted by hand alone: what follows is the caller's own choice. */
static bool on_receiver(const struct game *game, const struct view *view)
{
	for (int nth = 0; nth < (int)view->ground_count; nth++)
		if (is_receiver(
			    game, &game->floor[item_on_floor(game, view->hero_x, view->hero_y, nth)]
					   .item))
			return true;
	return false;
}

/* ---- Runs ---- */

/* The steps that lead on from a cell: a diagonal one only when neither straight one beside it is
 * open. */
static uint8_t ways_on(const struct steer_map *map, int x, int y)
{
	uint8_t ways = 0;
	for (int direction = 0; direction < DIR_COUNT; direction++)
		if (may_step(map, x, y, direction))
			ways |= (uint8_t)(1 << direction);
	for (int direction = 1; direction < DIR_COUNT; direction += 2) {
		uint8_t beside = (uint8_t)(1 << (direction - 1) | 1 << (direction + 1) % DIR_COUNT);
		if (ways & beside)
			ways &= (uint8_t) ~(1 << direction);
	}
	return ways;
}

/* In a corridor: on, round any bend, while there is one way on. */
static int run_along(
	const struct steer *steer, const struct steer_map *map, const struct view *view)
{
	uint8_t ways = ways_on(map, view->hero_x, view->hero_y);
	int found = -1;
	for (int turn = -2; turn <= 2; turn++) {
		int direction = (steer->direction + turn + DIR_COUNT) % DIR_COUNT;
		if (!(ways & 1 << direction))
			continue;
		if (found >= 0)
			return -1;
		found = direction;
	}
	return found;
}

/* What opens to both sides of a runner in the open: a change is worth a stop. */
static uint8_t sides_of(
	const struct steer *steer, const struct steer_map *map, const struct view *view)
{
	uint8_t sides = 0;
	for (int turn = -2; turn <= 2; turn += 4) {
		int direction = (steer->direction + turn + DIR_COUNT) % DIR_COUNT;
		enum ground ground = ground_at(map, view->hero_x + direction_dx[direction],
			view->hero_y + direction_dy[direction]);
		if (ground >= GROUND_OPEN)
			sides |= (uint8_t)(1 << (turn + 2));
	}
	return sides;
}

static bool worth_a_look(const struct game *game, const struct view *view)
{
	const uint32_t interesting = TERRAIN_UP | TERRAIN_DOWN | TERRAIN_DOORWAY | TERRAIN_GRAVE;
	return game_terrain(game, view->hero_x, view->hero_y)->flags & interesting;
}

static int run(struct steer *steer, const struct steer_map *map, const struct game *game,
	const struct view *view)
{
	bool ahead = may_step(map, view->hero_x, view->hero_y, steer->direction);
	bool room = game_terrain(game, view->hero_x, view->hero_y)->flags & TERRAIN_SHOWS_WALLS;
	if (steer->steps == 0) {
		steer->openings = room ? sides_of(steer, map, view) : 0;
		int x = view->hero_x + direction_dx[steer->direction];
		int y = view->hero_y + direction_dy[steer->direction];
		return ahead || ground_at(map, x, y) == GROUND_UNKNOWN ? steer->direction : -1;
	}
	if (worth_a_look(game, view))
		return -1;
	if (!room)
		return run_along(steer, map, view);
	uint8_t sides = sides_of(steer, map, view);
	bool same = sides == steer->openings || steer->steps == 1;
	steer->openings = sides;
	return ahead && same ? steer->direction : -1;
}

/* ---- One command at a time ---- */

static bool rest(const struct view *view, struct command *command)
{
	const struct view_status *status = &view->status;
	*command = (struct command){.verb = VERB_WAIT};
	return status->health < status->health_max || status->mana < status->mana_max ||
	       status->conditions[0] != '\0';
}

static void note(struct steer *steer, const struct view *view)
{
	steer->message_serial =
		view->message_count > 0 ? view->messages[view->message_count - 1].serial : 0;
	steer->health = (int16_t)view->status.health;
	steer->creatures = (uint16_t)enemies(view);
}

void steer_begin(struct steer *steer, enum steer_kind kind, int direction, int x, int y,
	const struct game *game)
{
	*steer = (struct steer){.kind = (uint8_t)kind,
		.direction = (uint8_t)(direction & (DIR_COUNT - 1)),
		.x = (int16_t)x,
		.y = (int16_t)y,
		.message_serial = game->message_serial,
		.health = game->creatures[HERO].health,
		.creatures = UINT16_MAX};
}

/* A steer never strikes anyone; with an ally it changes places. */
static bool bumps(const struct view *view, int direction)
{
	for (size_t i = enemies(view); i < view->creature_count; i++)
		if (view->creatures[i].ally &&
			view->creatures[i].x == view->hero_x + direction_dx[direction] &&
			view->creatures[i].y == view->hero_y + direction_dy[direction])
			return false;
	int at = (view->hero_y + direction_dy[direction]) * view->width + view->hero_x +
		 direction_dx[direction];
	return view->cells[at].flags & CELL_CREATURE;
}

static int far_direction(struct steer_map *map, const struct steer *steer, const struct game *game,
	const struct view *view)
{
	return steer->kind == STEER_TRAVEL ? way_to(map, steer, game, view, is_there)
					   : explore(map, steer, game, view);
}

static void stand_in_the_way(struct steer_map *map, const struct view *view)
{
	for (size_t i = 0; i < view->creature_count; i++)
		if (!view->creatures[i].ally)
			map->ground[view->creatures[i].y * map->width + view->creatures[i].x] =
				GROUND_BLOCKED;
}

static void take_harm_for_granted(struct steer_map *map)
{
	for (int at = 0; at < map->width * map->height; at++)
		if (map->ground[at] == GROUND_HARM)
			map->ground[at] = GROUND_OPEN;
}

/* Who is in sight is gone round where that is no longer: on a longer way, once they were out of
 * sight, the short one would draw back.  -1 when there is none but through somebody or harm. */
static int direction_of(struct steer *steer, struct game *game, const struct view *view)
{
	struct steer_map map;
	read_map(&map, game, view);
	if (steer->kind == STEER_RUN)
		return run(steer, &map, game, view);
	int direction = far_direction(&map, steer, game, view);
	if (direction >= 0 && view->creature_count > 0) {
		int straight = map.length;
		stand_in_the_way(&map, view);
		direction = far_direction(&map, steer, game, view);
		steer->blocked = direction < 0 || map.length > straight;
		return steer->blocked ? -1 : direction;
	}
	if (direction >= 0)
		return direction;
	take_harm_for_granted(&map);
	steer->harm = far_direction(&map, steer, game, view) >= 0;
	return -1;
}

static bool is_deadly(const struct game *game, int direction)
{
	char question[200];
	return game_step_risk(game, (enum direction)direction, question, sizeof question) ==
	       RISK_DEADLY;
}

bool steer_next(struct steer *steer, struct game *game, struct command *command)
{
	struct view view;
	if (!game_going(game) || steer->steps >= STEPS_MOST)
		return false;
	game_view(game, &view);
	if (interrupted(steer, &view))
		return false;
	note(steer, &view);
	if (steer->kind == STEER_REST) {
		steer->finished = !rest(&view, command);
		return steer->steps++, !steer->finished;
	}
	if (steer->kind == STEER_EXPLORE && take(game, &view, command))
		return steer->steps++, true;
	if (steer->kind == STEER_EXPLORE && steer->steps > 0 && on_receiver(game, &view))
		return false;
	int direction = direction_of(steer, game, &view);
	steer->finished = direction < 0 && !steer->blocked && !steer->harm;
	if (direction < 0 || bumps(&view, direction) || is_deadly(game, direction))
		return false;
	steer->direction = (uint8_t)(steer->kind == STEER_RUN ? direction : steer->direction);
	steer->steps++;
	*command = (struct command){.verb = VERB_STEP, .direction = (uint8_t)direction};
	return true;
}
