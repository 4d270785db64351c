/*
 * Steering: runs, travel, exploring and rest as primitive commands, one at a time.
 *
 * What a steer knows of the level is what the view shows: remembered cells, creatures and things in
 * sight, messages, and whom the watch has seen.  It goes round what it knows to be dangerous, and
 * stops for whatever a player would want to look up for.
 */
#include "engine/auto/steer_private.h"

#include <string.h>

#define STEPS_MOST 500
#define PATIENCE 20    /* steps more than a way seemed to take */
#define LOOKS_FROM 3   /* steps, whether somebody is still in the way */
#define DETOUR_MOST 40 /* of a travel, to go round somebody */

/* ---- Ways ---- */

/* What cannot be stood on is gone up to: beside it one is there, before a door straight. */
static bool is_there(const struct steer *steer, const struct game *game, const struct view *view,
	const struct steer_map *map, int x, int y)
{
	(void)view;
	int dx = x - steer->x, dy = y - steer->y;
	enum ground ground = steer_map_ground(map, steer->x, steer->y);
	if (ground != GROUND_BLOCKED && ground != GROUND_TAKEN)
		return dx == 0 && dy == 0;
	size_t at = level_at(game->level, steer->x, steer->y);
	bool straight = content_change(memory_ground(game, at), CAUSE_OPEN) != NULL;
	return distance_between(0, 0, dx, dy) == 1 && (!straight || dx == 0 || dy == 0);
}

static bool is_wanted(const struct steer *steer, const struct game *game, const struct item *item)
{
	return steer_likes(steer, game, item) && steer_has_room(game, item);
}

/* What he knows to lie about and has no room for; NULL when there is nothing of the sort. */
static const struct item *left_for_room(const struct steer *steer, const struct game *game)
{
	for (int i = 0; i < game->recalled.count; i++) {
		const struct floor_item *lying = &game->recalled.items[i];
		if (steer_likes(steer, game, &lying->item) && !steer_has_room(game, &lying->item) &&
			!steer_is_minded(game, lying->x, lying->y))
			return &lying->item;
	}
	return NULL;
}

/* That no more fits is told once, before it is gone past; true when it is told now. */
static bool tells_full(struct steer *steer, const struct game *game)
{
	const struct item *left = left_for_room(steer, game);
	char name[64];
	bool told = steer->watch->full;
	steer->watch->full = left != NULL;
	if (left == NULL || told)
		return false;
	item_name(game, left, ARTICLE_THE, name, sizeof name);
	words_expand(game->content, WORD_STEER_FULL, &(struct word_facts){.item = name},
		steer->says, sizeof steer->says);
	return steer->blocked = true;
}

/* That he is badly hurt is told once, before he goes on exploring; true when it is told now. */
static bool tells_low(struct steer *steer, const struct game *game, const struct view *view)
{
	bool told = steer->watch->low;
	steer->watch->low = view->status.health * LOW_HEALTH < view->status.health_max;
	if (!steer->watch->low || told)
		return false;
	words_expand(game->content, WORD_STEER_LOW, NULL, steer->says, sizeof steer->says);
	return steer->blocked = true;
}

static bool is_receiver(const struct game *game, const struct item *item)
{
	return item->kind == game->content->receiver;
}

/* A thing that is wanted lies there, or unseen ground is beside it; but where the hero's own trail
 * leads there is nothing to see. */
static bool is_new(const struct steer *steer, const struct game *game, const struct view *view,
	const struct steer_map *map, int x, int y)
{
	size_t at = (size_t)(y * map->width + x);
	const struct item *thing = memory_thing(game, x, y);
	if (steer_is_thing(steer, game, view, map, x, y))
		return true;
	if (game->level->scent[at] != 0)
		return false;
	if (thing != NULL && is_receiver(game, thing))
		return true;
	for (int direction = 0; direction < DIR_COUNT; direction++)
		if (steer_map_ground(map, x + direction_dx[direction],
			    y + direction_dy[direction]) == GROUND_UNKNOWN)
			return true;
	return false;
}

/* Where nobody has been, though all of it is known: he goes and looks. */
static bool is_apart(const struct steer *steer, const struct game *game, const struct view *view,
	const struct steer_map *map, int x, int y)
{
	(void)steer, (void)game, (void)view;
	return map->apart[y * map->width + x];
}

static bool is_way_down(const struct steer *steer, const struct game *game, const struct view *view,
	const struct steer_map *map, int x, int y)
{
	(void)steer, (void)map;
	size_t at = (size_t)(y * view->width + x);
	return memory_ground(game, at)->flags & TERRAIN_DOWN;
}

static int way_to(struct steer_map *map, const struct steer *steer, const struct game *game,
	const struct view *view, steer_goal *goal)
{
	return goal == is_new ? steer_map_fetch(map, steer, game, view, goal)
			      : steer_map_way(map, steer, game, view, goal);
}

/* The way to a goal round whoever is about, -1 when there is none; blocked when there would be one
 * but for somebody, who is named.  Where it was far from here, he goes and looks.  Of a travel, a
 * way that is much longer is none. */
static int way_round(struct steer_map *map, struct steer *steer, const struct game *game,
	const struct view *view, steer_goal *goal)
{
	steer_map_read(map, game, view);
	steer_map_people(map, steer);
	int direction = way_to(map, steer, game, view, goal), cost = map->cost;
	if (steer->watch->count == 0 || (direction >= 0 && steer->kind != STEER_TRAVEL))
		return direction;
	steer_map_read(map, game, view);
	int straight = way_to(map, steer, game, view, goal), steps;
	if (straight < 0 || (direction >= 0 && cost <= map->cost + DETOUR_MOST)) {
		map->cost = cost;
		return direction;
	}
	struct watched *who = steer_map_who(map, steer, &steps);
	if (who == NULL)
		return direction;
	if (!who->seen && steps > LOOKS_FROM)
		return straight;
	/* Who asks again, having been told, is led up to it. */
	steer->passed = who->in_way;
	bool leaves = steer->kind == STEER_EXPLORE && (who->asleep || who->captive);
	bool beside = who->in_way && steps == 1;
	enum word word = leaves && !beside ? WORD_STEER_BEHIND : WORD_STEER_IN_WAY;
	steer_say_of(steer, game, word, who->name);
	if (who->in_way && steps > 1)
		return straight;
	who->in_way = true;
	steer->blocked = true;
	return -1;
}

static bool on_way_down(const struct game *game, const struct view *view)
{
	return game_terrain(game, view->hero_x, view->hero_y)->flags & TERRAIN_DOWN;
}

/* What is left lies behind somebody of whom that was told: he goes on to the way down, or where
 * none is known, up to whoever it is. */
static int leave_be(struct steer_map *map, struct steer *steer, const struct game *game,
	const struct view *view)
{
	steer->blocked = on_way_down(game, view);
	if (steer->blocked)
		return -1;
	steer->passed = false;
	steer->says[0] = 0;
	int direction = way_round(map, steer, game, view, is_way_down);
	return direction >= 0 && !steer->passed ? direction
						: way_round(map, steer, game, view, is_new);
}

/* -1 as well when nobody sleeps. */
static int way_unheard(struct steer_map *map, struct steer *steer, const struct game *game,
	const struct view *view, steer_goal *goal)
{
	steer_map_read(map, game, view);
	steer_map_people(map, steer);
	return steer_map_wary(map, steer) ? way_to(map, steer, game, view, goal) : -1;
}

/* Out of the hearing of who sleeps while anything is left there; what lies within it waits until he
 * asks again, having been told. */
static int way_quiet(struct steer_map *map, struct steer *steer, const struct game *game,
	const struct view *view, steer_goal *goal)
{
	int direction = way_unheard(map, steer, game, view, goal);
	if (direction >= 0) {
		if (goal == is_new && steer_tells_waits(map, steer, game, view, map->cost))
			return -1;
		return way_unheard(map, steer, game, view, goal);
	}
	direction = way_round(map, steer, game, view, goal);
	if (direction < 0 || steer->passed)
		return direction;
	const struct watched *who = steer_map_wakes(map, steer, view);
	if (who == NULL)
		return direction;
	steer_say_of(steer, game, WORD_STEER_PAST, who->name);
	steer->blocked = true;
	return -1;
}

static int explore(struct steer_map *map, struct steer *steer, const struct game *game,
	const struct view *view)
{
	steer->passed = false;
	steer_air_note(steer->watch, game, view);
	if (steer_map_ground(map, view->hero_x, view->hero_y) == GROUND_HARM)
		return way_round(map, steer, game, view, steer_is_out_of_harm);
	int direction = way_quiet(map, steer, game, view, is_new);
	if (direction < 0 && !steer->blocked && !steer->passed) {
		steer_map_apart(map, game);
		direction = way_quiet(map, steer, game, view, is_apart);
	}
	if (!steer->passed) {
		bool told = steer->watch->left;
		steer->watch->left = direction < 0 && !steer->blocked;
		if (!steer->watch->left || on_way_down(game, view) ||
			(!told && steer_left_undone(steer, game)))
			return direction;
		return way_quiet(map, steer, game, view, is_way_down);
	}
	return leave_be(map, steer, game, view);
}

/* Takes what it stands on, the last laid first; false when nothing here is wanted.  Found: it is of
 * a kind that he never had. */
static bool take(struct steer *steer, const struct game *game, const struct view *view,
	struct command *command)
{
	if (steer_is_minded(game, view->hero_x, view->hero_y))
		return false;
	for (int nth = 0; nth < (int)view->ground_count; nth++) {
		int thing = item_on_floor(game, view->hero_x, view->hero_y, nth);
		if (!is_wanted(steer, game, &game->floor.items[thing].item))
			continue;
		*command = (struct command){.verb = VERB_PICK_UP, .item = (uint8_t)nth};
		steer->found = steer->found || steer_is_novel(game, &game->floor.items[thing].item);
		return true;
	}
	return false;
}

/* The Receiver is lifted by hand alone: what follows is the caller's own choice. */
static bool on_receiver(const struct game *game, const struct view *view)
{
	for (int nth = 0; nth < (int)view->ground_count; nth++)
		if (is_receiver(game,
			    &game->floor.items[item_on_floor(game, view->hero_x, view->hero_y, nth)]
				     .item))
			return true;
	return false;
}

/* ---- One command at a time ---- */

static bool rest(const struct view *view, struct command *command)
{
	const struct view_status *status = &view->status;
	*command = (struct command){.verb = VERB_WAIT};
	return status->health < status->health_max || status->mana < status->mana_max ||
	       status->conditions[0] != '\0';
}

void steer_begin(struct steer *steer, enum steer_kind kind, int direction, int x, int y,
	const struct game *game, struct watch *watch)
{
	*steer = (struct steer){.kind = (uint8_t)kind,
		.direction = (uint8_t)(direction & (DIR_COUNT - 1)),
		.x = (int16_t)x,
		.y = (int16_t)y,
		.since = game_turn(game),
		.least = INT16_MAX,
		.watch = watch};
	steer_note(steer, game);
	steer_note_ills(steer, game);
}

/* A steer never strikes anyone; with an ally it changes places. */
static bool bumps(
	struct steer *steer, const struct game *game, const struct view *view, int direction)
{
	int x = view->hero_x + direction_dx[direction], y = view->hero_y + direction_dy[direction];
	const char *name = NULL;
	for (size_t i = 0; i < view->creature_count; i++) {
		const struct view_creature *creature = &view->creatures[i];
		if (creature->x != x || creature->y != y)
			continue;
		if (creature->ally)
			return false;
		name = creature->name;
	}
	if (!(view->cells[y * view->width + x].flags & CELL_CREATURE))
		return false;
	steer->blocked = true;
	if (name != NULL)
		steer_say_of(steer, game, WORD_STEER_IN_WAY, name);
	else
		words_expand(game->content, WORD_STEER_IN_WAY, &(struct word_facts){0}, steer->says,
			sizeof steer->says);
	return true;
}

/* Whether there would be more to go to if nothing did harm. */
static bool harm_hides(struct steer_map *map, struct steer *steer, const struct game *game,
	const struct view *view)
{
	steer_map_read(map, game, view);
	steer_map_without_harm(map);
	if (steer->kind == STEER_TRAVEL)
		return steer_map_way(map, steer, game, view, is_there) >= 0;
	return steer_map_way(map, steer, game, view, is_new) >= 0 ||
	       (!on_way_down(game, view) && !steer->says[0] &&
		       steer_map_way(map, steer, game, view, is_way_down) >= 0);
}

/* Whether it comes to something: there is more to see than before, or less of the way to go.  To
 * and fro before somebody who comes and goes does not. */
static bool gets_on(struct steer *steer, const struct steer_map *map)
{
	int before = map->from[map->end];
	if (map->known > steer->known || map->cost < steer->least) {
		steer->known = (uint16_t)map->known;
		steer->least = (int16_t)map->cost;
		steer->patience = (int16_t)(map->cost + PATIENCE);
	}
	/* The step that arrives: from there another way begins. */
	if (map->from[before] == before)
		steer->least = INT16_MAX;
	return steer->patience-- > 0;
}

/* Who was seen last; NULL when nobody was lately. */
static const struct watched *seen_lately(const struct watch *watch, uint32_t turn)
{
	const struct watched *last = NULL;
	for (int i = 0; i < watch->count; i++)
		if (turn - watch->list[i].turn <= PATIENCE &&
			(last == NULL || watch->list[i].turn > last->turn))
			last = &watch->list[i];
	return last;
}

/* Whoever stands where it leads is gone up to as well. */
static bool arrived(struct steer_map *map, const struct steer *steer, const struct game *game,
	const struct view *view)
{
	steer_map_people(map, steer);
	bool there = is_there(steer, game, view, map, view->hero_x, view->hero_y);
	steer_map_read(map, game, view);
	return there;
}

/* Who was beside them before the first step does not get on. */
static void stands_there(struct steer *steer, const struct game *game, const struct view *view)
{
	for (size_t i = 0; i < view->creature_count && steer->steps == 0; i++) {
		const struct view_creature *creature = &view->creatures[i];
		if (creature->x != steer->x || creature->y != steer->y)
			continue;
		steer_say_of(steer, game, WORD_STEER_IN_WAY, creature->name);
		steer->blocked = true;
	}
}

/* -1 when there is none but through somebody or harm. */
static int direction_of(struct steer *steer, const struct game *game, const struct view *view)
{
	struct steer_map map;
	steer_map_read(&map, game, view);
	if (steer->kind == STEER_RUN)
		return steer_run(steer, &map, game, view);
	if (steer->kind == STEER_TRAVEL && arrived(&map, steer, game, view)) {
		stands_there(steer, game, view);
		return -1;
	}
	int direction = steer->kind == STEER_TRAVEL ? way_round(&map, steer, game, view, is_there)
						    : explore(&map, steer, game, view);
	steer->harm = direction < 0 && !steer->blocked && harm_hides(&map, steer, game, view);
	const struct watched *who = seen_lately(steer->watch, game_turn(game));
	if (direction < 0 || gets_on(steer, &map) || who == NULL)
		return direction;
	steer_say_of(steer, game, who->seen ? WORD_STEER_IN_WAY : WORD_STEER_FRO, who->name);
	steer->blocked = true;
	return -1;
}

static bool is_deadly(const struct game *game, int direction)
{
	char question[200];
	return game_step_risk(game, (enum direction)direction, question, sizeof question) ==
	       RISK_DEADLY;
}

/* The same command so many times; a step that would meet somebody, or what harms, is not taken. */
static bool repeat(struct steer *steer, const struct game *game, const struct view *view,
	struct command *command)
{
	char question[200];
	bool steps = steer->repeated.verb == VERB_STEP;
	int price = steps ? view->step_price[steer->repeated.direction] : 0;
	int direction = steer->repeated.direction;
	steer->finished = steer->steps >= steer->times;
	if (steer->finished || (steps && bumps(steer, game, view, direction)))
		return false;
	/* Nothing is paid by the dozen. */
	if (price)
		words_expand(game->content, WORD_LOOK_PRICE, &(struct word_facts){.number = price},
			steer->says, sizeof steer->says);
	if (price)
		return false;
	steer->harm = steps && game_step_risk(game, (enum direction)direction, question,
				       sizeof question) != RISK_NONE;
	*command = steer->repeated;
	if (steer->harm)
		return false;
	steer->steps++;
	return true;
}

bool steer_next(
	struct steer *steer, const struct game *game, struct view *view, struct command *command)
{
	if (!game_going(game) || steer->steps >= STEPS_MOST)
		return false;
	game_view(game, view);
	if (steer_interrupted(steer, game, view))
		return false;
	steer_note(steer, game);
	if (steer->kind == STEER_EXPLORE && tells_low(steer, game, view))
		return false;
	if (steer->kind == STEER_REST) {
		steer->finished = !rest(view, command) && !game_gate_shuts(game, view);
		steer->steps++;
		return !steer->finished;
	}
	if (steer->kind == STEER_REPEAT)
		return repeat(steer, game, view, command);
	if (steer->kind == STEER_TAKE) {
		steer->finished = !take(steer, game, view, command);
		steer->steps++;
		return !steer->finished;
	}
	if (steer->kind == STEER_EXPLORE && take(steer, game, view, command)) {
		steer->steps++;
		return true;
	}
	if (steer->kind == STEER_EXPLORE && steer->found)
		return false;
	if (steer->kind == STEER_EXPLORE && tells_full(steer, game))
		return false;
	if (steer->kind == STEER_EXPLORE && steer->steps > 0 && on_receiver(game, view))
		return false;
	int direction = direction_of(steer, game, view);
	steer->finished = direction < 0 && !steer->blocked && !steer->harm;
	if (steer->finished && steer->kind == STEER_EXPLORE && !game_gate_shuts(game, view))
		steer_left_undone(steer, game);
	if (direction < 0 || bumps(steer, game, view, direction))
		return false;
	if (is_deadly(game, direction)) {
		steer->harm = steer->kind != STEER_RUN;
		return false;
	}
	steer->direction = (uint8_t)(steer->kind == STEER_RUN ? direction : steer->direction);
	steer->steps++;
	*command = (struct command){.verb = VERB_STEP, .direction = (uint8_t)direction};
	return true;
}

const char *steer_class_word(unsigned number)
{
	return number == ITEM_RECEIVER ? "" : content_class_word(number);
}

/* ---- How far it is ---- */

int game_steps_to(const struct game *game, const struct view *view, int x, int y)
{
	struct steer_map map;
	struct steer steer = {.kind = STEER_TRAVEL, .x = (int16_t)x, .y = (int16_t)y};
	int steps = 0;
	if (x == view->hero_x && y == view->hero_y)
		return 0;
	steer_map_read(&map, game, view);
	if (is_there(&steer, game, view, &map, view->hero_x, view->hero_y))
		return 0;
	if (steer_map_way(&map, &steer, game, view, is_there) < 0)
		return -1;
	for (int at = map.end; map.from[at] != at; at = map.from[at])
		steps++;
	return steps;
}
