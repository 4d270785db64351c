/*
 * Steering: runs, travel, exploring and rest as primitive commands, one at a time.
 *
 * What a steer knows of the level is what the view shows: remembered cells, creatures and things in
 * sight, messages, and whom the watch has seen.  It goes round what it knows to be dangerous, and
 * stops for whatever a player would want to look up for.
 */
#include "engine/auto/auto_private.h"

#include <string.h>

#define STEPS_MOST 500
#define PATIENCE 20    /* steps more than a way seemed to take */
#define LOOKS_FROM 3   /* steps, whether somebody is still in the way */
#define DETOUR_MOST 40 /* of a travel, to go round somebody */

/* ---- Ways ---- */

/* What cannot be stood on is gone up to: beside it one is there, before a door straight. */
static bool is_there(const struct auto_move *automove, const struct game *game,
	const struct view *view, const struct auto_map *map, int x, int y)
{
	(void)view;
	int dx = x - automove->x, dy = y - automove->y;
	enum ground ground = auto_map_ground(map, automove->x, automove->y);
	if (ground != GROUND_BLOCKED && ground != GROUND_TAKEN)
		return dx == 0 && dy == 0;
	size_t at = level_at(game->level, automove->x, automove->y);
	bool straight = content_transition(memory_ground(game, at), TRIGGER_OPEN) != NULL;
	return distance_between(0, 0, dx, dy) == 1 && (!straight || dx == 0 || dy == 0);
}

static bool is_wanted(
	const struct auto_move *automove, const struct game *game, const struct item *item)
{
	return auto_likes(automove, game, item) && auto_has_room(game, item);
}

/* What he knows to lie about and has no room for; NULL when there is nothing of the sort. */
static const struct item *left_for_room(const struct auto_move *automove, const struct game *game)
{
	for (int i = 0; i < game->recalled.count; i++) {
		const struct floor_item *lying = &game->recalled.items[i];
		if (auto_likes(automove, game, &lying->item) &&
			!auto_has_room(game, &lying->item) &&
			!auto_is_minded(game, lying->x, lying->y))
			return &lying->item;
	}
	return NULL;
}

/* That no more fits is told once, before it is gone past; true when it is told now. */
static bool tells_full(struct auto_move *automove, const struct game *game)
{
	const struct item *left = left_for_room(automove, game);
	char name[64];
	bool shown = automove->watch->full;
	automove->watch->full = left != NULL;
	if (left == NULL || shown)
		return false;
	item_name(game, left, ARTICLE_THE, name, sizeof name);
	words_expand(game->content, TEXT_AUTO_FULL, &(struct word_facts){.item = name},
		automove->says, sizeof automove->says);
	return automove->blocked = true;
}

/* That he is badly hurt is told once, before he goes on exploring; true when it is told now. */
static bool tells_low(struct auto_move *automove, const struct game *game, const struct view *view)
{
	bool shown = automove->watch->low;
	automove->watch->low = view->status.health * LOW_HEALTH < view->status.health_max;
	if (!automove->watch->low || shown)
		return false;
	words_expand(game->content, TEXT_AUTO_LOW, NULL, automove->says, sizeof automove->says);
	return automove->blocked = true;
}

static bool is_receiver(const struct game *game, const struct item *item)
{
	return item->kind == game->content->receiver;
}

/* A thing that is wanted lies there, or unseen ground is beside it; but where the hero's own trail
 * leads there is nothing to see. */
static bool is_new(const struct auto_move *automove, const struct game *game,
	const struct view *view, const struct auto_map *map, int x, int y)
{
	size_t at = (size_t)(y * map->width + x);
	const struct item *thing = memory_item(game, x, y);
	if (auto_is_item(automove, game, view, map, x, y))
		return true;
	if (game->level->scent[at] != 0)
		return false;
	if (thing != NULL && is_receiver(game, thing))
		return true;
	for (int direction = 0; direction < DIR_COUNT; direction++)
		if (auto_map_ground(map, x + direction_dx[direction],
			    y + direction_dy[direction]) == GROUND_UNKNOWN)
			return true;
	return false;
}

/* Where nobody has been, though all of it is known: he goes and looks. */
static bool is_apart(const struct auto_move *automove, const struct game *game,
	const struct view *view, const struct auto_map *map, int x, int y)
{
	(void)automove, (void)game, (void)view;
	return map->apart[y * map->width + x];
}

static bool is_way_down(const struct auto_move *automove, const struct game *game,
	const struct view *view, const struct auto_map *map, int x, int y)
{
	(void)automove, (void)map;
	size_t at = (size_t)(y * view->width + x);
	return memory_ground(game, at)->flags & TERRAIN_DOWN;
}

static int way_to(struct auto_map *map, const struct auto_move *automove, const struct game *game,
	const struct view *view, auto_goal *goal)
{
	return goal == is_new ? auto_map_fetch(map, automove, game, view, goal)
			      : auto_map_way(map, automove, game, view, goal);
}

/* The way to a goal round whoever is about, -1 when there is none; blocked when there would be one
 * but for somebody, who is named.  Where it was far from here, he goes and looks.  Of a travel, a
 * way that is much longer is none. */
static int way_round(struct auto_map *map, struct auto_move *automove, const struct game *game,
	const struct view *view, auto_goal *goal)
{
	auto_map_read(map, game, view);
	auto_map_people(map, automove);
	int direction = way_to(map, automove, game, view, goal), cost = map->cost;
	if (automove->watch->count == 0 || (direction >= 0 && automove->kind != AUTO_TRAVEL))
		return direction;
	auto_map_read(map, game, view);
	int straight = way_to(map, automove, game, view, goal), steps;
	if (straight < 0 || (direction >= 0 && cost <= map->cost + DETOUR_MOST)) {
		map->cost = cost;
		return direction;
	}
	struct watched *who = auto_map_who(map, automove, &steps);
	if (who == NULL)
		return direction;
	if (!who->seen && steps > LOOKS_FROM)
		return straight;
	/* Who asks again, having been told, is led up to it. */
	automove->passed = who->in_way;
	bool leaves = automove->kind == AUTO_EXPLORE && (who->asleep || who->captive);
	bool adjacent = who->in_way && steps == 1;
	enum text_id word = leaves && !adjacent ? TEXT_AUTO_BEHIND : TEXT_AUTO_IN_WAY;
	auto_say_of(automove, game, word, who->name);
	if (who->in_way && steps > 1)
		return straight;
	who->in_way = true;
	automove->blocked = true;
	return -1;
}

static bool on_way_down(const struct game *game, const struct view *view)
{
	return game_terrain(game, view->hero_x, view->hero_y)->flags & TERRAIN_DOWN;
}

/* What is left lies behind somebody of whom that was told: he goes on to the way down, or where
 * none is known, up to whoever it is. */
static int ignore(struct auto_map *map, struct auto_move *automove, const struct game *game,
	const struct view *view)
{
	automove->blocked = on_way_down(game, view);
	if (automove->blocked)
		return -1;
	automove->passed = false;
	automove->says[0] = 0;
	int direction = way_round(map, automove, game, view, is_way_down);
	return direction >= 0 && !automove->passed ? direction
						   : way_round(map, automove, game, view, is_new);
}

/* -1 as well when nobody sleeps. */
static int way_unheard(struct auto_map *map, struct auto_move *automove, const struct game *game,
	const struct view *view, auto_goal *goal)
{
	auto_map_read(map, game, view);
	auto_map_people(map, automove);
	return auto_map_wary(map, automove) ? way_to(map, automove, game, view, goal) : -1;
}

/* Out of the hearing of who sleeps while anything is left there; what lies within it waits until he
 * asks again, having been told. */
static int way_quiet(struct auto_map *map, struct auto_move *automove, const struct game *game,
	const struct view *view, auto_goal *goal)
{
	int direction = way_unheard(map, automove, game, view, goal);
	if (direction >= 0) {
		if (goal == is_new && auto_tells_waits(map, automove, game, view, map->cost))
			return -1;
		return way_unheard(map, automove, game, view, goal);
	}
	direction = way_round(map, automove, game, view, goal);
	if (direction < 0 || automove->passed)
		return direction;
	const struct watched *who = auto_map_wakes(map, automove, view);
	if (who == NULL)
		return direction;
	auto_say_of(automove, game, TEXT_AUTO_PAST, who->name);
	automove->blocked = true;
	return -1;
}

static int explore(struct auto_map *map, struct auto_move *automove, const struct game *game,
	const struct view *view)
{
	automove->passed = false;
	auto_air_note(automove->watch, game, view);
	if (auto_map_ground(map, view->hero_x, view->hero_y) == GROUND_HARM)
		return way_round(map, automove, game, view, auto_is_out_of_harm);
	int direction = way_quiet(map, automove, game, view, is_new);
	if (direction < 0 && !automove->blocked && !automove->passed) {
		auto_map_apart(map, game);
		direction = way_quiet(map, automove, game, view, is_apart);
	}
	if (!automove->passed) {
		bool shown = automove->watch->left;
		automove->watch->left = direction < 0 && !automove->blocked;
		if (!automove->watch->left || on_way_down(game, view) ||
			(!shown && auto_left_undone(automove, game)))
			return direction;
		return way_quiet(map, automove, game, view, is_way_down);
	}
	return ignore(map, automove, game, view);
}

/* Takes what it stands on, the last laid first; false when nothing here is wanted.  Found: it is of
 * a kind that he never had. */
static bool take(struct auto_move *automove, const struct game *game, const struct view *view,
	struct command *command)
{
	if (auto_is_minded(game, view->hero_x, view->hero_y))
		return false;
	for (int nth = 0; nth < (int)view->ground_count; nth++) {
		int thing = item_on_floor(game, view->hero_x, view->hero_y, nth);
		if (!is_wanted(automove, game, &game->floor.items[thing].item))
			continue;
		*command = (struct command){.verb = VERB_PICK_UP, .item = (uint8_t)nth};
		automove->found =
			automove->found || auto_is_novel(game, &game->floor.items[thing].item);
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

void auto_begin(struct auto_move *automove, enum auto_kind kind, int direction, int x, int y,
	const struct game *game, struct watch *watch)
{
	*automove = (struct auto_move){.kind = (uint8_t)kind,
		.direction = (uint8_t)(direction & (DIR_COUNT - 1)),
		.x = (int16_t)x,
		.y = (int16_t)y,
		.since = game_turn(game),
		.least = INT16_MAX,
		.watch = watch};
	auto_note(automove, game);
	auto_note_ills(automove, game);
}

/* A steer never strikes anyone; with an ally it changes places. */
static bool bumps(
	struct auto_move *automove, const struct game *game, const struct view *view, int direction)
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
	automove->blocked = true;
	if (name != NULL)
		auto_say_of(automove, game, TEXT_AUTO_IN_WAY, name);
	else
		words_expand(game->content, TEXT_AUTO_IN_WAY, &(struct word_facts){0},
			automove->says, sizeof automove->says);
	return true;
}

/* Whether there would be more to go to if nothing did harm. */
static bool harm_hides(struct auto_map *map, struct auto_move *automove, const struct game *game,
	const struct view *view)
{
	auto_map_read(map, game, view);
	auto_map_without_harm(map);
	if (automove->kind == AUTO_TRAVEL)
		return auto_map_way(map, automove, game, view, is_there) >= 0;
	return auto_map_way(map, automove, game, view, is_new) >= 0 ||
	       (!on_way_down(game, view) && !automove->says[0] &&
		       auto_map_way(map, automove, game, view, is_way_down) >= 0);
}

/* Whether it comes to something: there is more to see than before, or less of the way to go.  To
 * and fro before somebody who comes and goes does not. */
static bool gets_on(struct auto_move *automove, const struct auto_map *map)
{
	int before = map->from[map->end];
	if (map->known > automove->known || map->cost < automove->least) {
		automove->known = (uint16_t)map->known;
		automove->least = (int16_t)map->cost;
		automove->patience = (int16_t)(map->cost + PATIENCE);
	}
	/* The step that arrives: from there another way begins. */
	if (map->from[before] == before)
		automove->least = INT16_MAX;
	return automove->patience-- > 0;
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
static bool arrived(struct auto_map *map, const struct auto_move *automove, const struct game *game,
	const struct view *view)
{
	auto_map_people(map, automove);
	bool there = is_there(automove, game, view, map, view->hero_x, view->hero_y);
	auto_map_read(map, game, view);
	return there;
}

/* Who was beside them before the first step does not get on. */
static void stands_there(
	struct auto_move *automove, const struct game *game, const struct view *view)
{
	for (size_t i = 0; i < view->creature_count && automove->steps == 0; i++) {
		const struct view_creature *creature = &view->creatures[i];
		if (creature->x != automove->x || creature->y != automove->y)
			continue;
		auto_say_of(automove, game, TEXT_AUTO_IN_WAY, creature->name);
		automove->blocked = true;
	}
}

/* -1 when there is none but through somebody or harm. */
static int direction_of(
	struct auto_move *automove, const struct game *game, const struct view *view)
{
	struct auto_map map;
	auto_map_read(&map, game, view);
	if (automove->kind == AUTO_RUN)
		return auto_run(automove, &map, game, view);
	if (automove->kind == AUTO_TRAVEL && arrived(&map, automove, game, view)) {
		stands_there(automove, game, view);
		return -1;
	}
	int direction = automove->kind == AUTO_TRAVEL
				? way_round(&map, automove, game, view, is_there)
				: explore(&map, automove, game, view);
	automove->harm =
		direction < 0 && !automove->blocked && harm_hides(&map, automove, game, view);
	const struct watched *who = seen_lately(automove->watch, game_turn(game));
	if (direction < 0 || gets_on(automove, &map) || who == NULL)
		return direction;
	auto_say_of(automove, game, who->seen ? TEXT_AUTO_IN_WAY : TEXT_AUTO_FRO, who->name);
	automove->blocked = true;
	return -1;
}

static bool is_deadly(const struct game *game, int direction)
{
	char question[200];
	return game_step_risk(game, (enum direction)direction, question, sizeof question) ==
	       RISK_DEADLY;
}

/* The same command so many times; a step that would meet somebody, or what harms, is not taken. */
static bool repeat(struct auto_move *automove, const struct game *game, const struct view *view,
	struct command *command)
{
	char question[200];
	bool steps = automove->repeated.verb == VERB_STEP;
	int price = steps ? view->step_price[automove->repeated.direction] : 0;
	int direction = automove->repeated.direction;
	automove->finished = automove->steps >= automove->times;
	if (automove->finished || (steps && bumps(automove, game, view, direction)))
		return false;
	/* Nothing is paid by the dozen. */
	if (price)
		words_expand(game->content, TEXT_LOOK_PRICE, &(struct word_facts){.number = price},
			automove->says, sizeof automove->says);
	if (price)
		return false;
	automove->harm = steps && game_step_risk(game, (enum direction)direction, question,
					  sizeof question) != RISK_NONE;
	*command = automove->repeated;
	if (automove->harm)
		return false;
	automove->steps++;
	return true;
}

bool auto_next(struct auto_move *automove, const struct game *game, struct view *view,
	struct command *command)
{
	if (!game_going(game) || automove->steps >= STEPS_MOST)
		return false;
	game_view(game, view);
	if (auto_interrupted(automove, game, view))
		return false;
	auto_note(automove, game);
	if (automove->kind == AUTO_EXPLORE && tells_low(automove, game, view))
		return false;
	if (automove->kind == AUTO_REST) {
		automove->finished = !rest(view, command) && !game_gate_shuts(game, view);
		automove->steps++;
		return !automove->finished;
	}
	if (automove->kind == AUTO_REPEAT)
		return repeat(automove, game, view, command);
	if (automove->kind == AUTO_TAKE) {
		automove->finished = !take(automove, game, view, command);
		automove->steps++;
		return !automove->finished;
	}
	if (automove->kind == AUTO_EXPLORE && take(automove, game, view, command)) {
		automove->steps++;
		return true;
	}
	if (automove->kind == AUTO_EXPLORE && automove->found)
		return false;
	if (automove->kind == AUTO_EXPLORE && tells_full(automove, game))
		return false;
	if (automove->kind == AUTO_EXPLORE && automove->steps > 0 && on_receiver(game, view))
		return false;
	int direction = direction_of(automove, game, view);
	automove->finished = direction < 0 && !automove->blocked && !automove->harm;
	if (automove->finished && automove->kind == AUTO_EXPLORE && !game_gate_shuts(game, view))
		auto_left_undone(automove, game);
	if (direction < 0 || bumps(automove, game, view, direction))
		return false;
	if (is_deadly(game, direction)) {
		automove->harm = automove->kind != AUTO_RUN;
		return false;
	}
	automove->direction =
		(uint8_t)(automove->kind == AUTO_RUN ? direction : automove->direction);
	automove->steps++;
	*command = (struct command){.verb = VERB_STEP, .direction = (uint8_t)direction};
	return true;
}

const char *auto_class_word(unsigned number)
{
	return number == ITEM_RECEIVER ? "" : content_class_word(number);
}

/* ---- How far it is ---- */

int game_steps_to(const struct game *game, const struct view *view, int x, int y)
{
	struct auto_map map;
	struct auto_move automove = {.kind = AUTO_TRAVEL, .x = (int16_t)x, .y = (int16_t)y};
	int steps = 0;
	if (x == view->hero_x && y == view->hero_y)
		return 0;
	auto_map_read(&map, game, view);
	if (is_there(&automove, game, view, &map, view->hero_x, view->hero_y))
		return 0;
	if (auto_map_way(&map, &automove, game, view, is_there) < 0)
		return -1;
	for (int at = map.end; map.from[at] != at; at = map.from[at])
		steps++;
	return steps;
}
