/*
 * Auto commands: run, travel, auto-explore and rest as primitive commands, one at a time.
 *
 * An auto command knows only what the view shows: remembered cells, creatures and items in sight,
 * messages, and the creatures in the watch.  It avoids known dangers, and stops when a player would
 * want to decide.
 */
#include "engine/auto/auto_private.h"

#include <string.h>

#define STEPS_MOST 500
#define PATIENCE 20    /* steps more than the path was expected to take */
#define LOOKS_FROM 3   /* steps, from which to check that a creature is still in the way */
#define DETOUR_MOST 40 /* longest detour of a travel around a creature */

/* ---- Ways ---- */

/* True if the hero at (x, y) has reached the goal.  A goal that cannot be entered is reached from
 * an adjacent cell, a door only orthogonally. */
static bool is_there(const struct auto_move *automove, const struct game *game,
	const struct view *view, const struct auto_map *map, int x, int y)
{
	(void)view;
	int dx = x - automove->x, dy = y - automove->y;
	enum ground ground = auto_map_ground(map, automove->x, automove->y);
	if (ground != GROUND_BLOCKED && ground != GROUND_TAKEN)
		return dx == 0 && dy == 0;
	/* A travel that goes on may have begun on a larger level. */
	if (!level_inside(game->level, automove->x, automove->y))
		return false;
	size_t at = level_at(game->level, automove->x, automove->y);
	bool straight = content_transition(memory_ground(game, at), TRIGGER_OPEN) != NULL;
	return distance_between(0, 0, dx, dy) == 1 && (!straight || dx == 0 || dy == 0);
}

static bool is_wanted(
	const struct auto_move *automove, const struct game *game, const struct item *item)
{
	return auto_likes(automove, game, item) && auto_has_room(game, item);
}

/* A wanted item on the level that the pack has no room for, or NULL. */
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

/* Reports once that a wanted item does not fit.  Returns true if it reports now. */
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

/* Reports low health once, before exploring goes on.  Returns true if it reports now. */
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

/* True if nothing is known of the cell, or it is open and known from a map alone. */
static bool is_unseen(const struct game *game, const struct auto_map *map, int x, int y)
{
	enum ground ground = auto_map_ground(map, x, y);
	return ground == GROUND_UNKNOWN ||
	       (ground >= GROUND_OPEN && game->level->mapped[level_at(game->level, x, y)]);
}

/* True if the cell has a wanted item, or ground next to it that was never seen.  Cells with the
 * hero's own scent have nothing new to see. */
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
		if (is_unseen(game, map, x + direction_dx[direction], y + direction_dy[direction]))
			return true;
	return false;
}

/* True if the cell is part of a known area that the hero has not visited. */
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

/* Returns the direction to a goal around known creatures, or -1.  Sets blocked and names the
 * creature if only a creature blocks the way.  If the creature is out of sight and far off, the
 * hero walks closer to look.  For a travel, a much longer way counts as none. */
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
	/* When the player repeats the command, the hero walks up to the creature reported before.
	 */
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

/* The rest of the level lies behind a creature that was reported before: heads for the way down, or
 * if none is known, for that creature. */
static int pass_by(struct auto_map *map, struct auto_move *automove, const struct game *game,
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

/* Also returns -1 if nobody sleeps. */
static int way_unheard(struct auto_map *map, struct auto_move *automove, const struct game *game,
	const struct view *view, auto_goal *goal)
{
	auto_map_read(map, game, view);
	auto_map_people(map, automove);
	return auto_map_wary(map, automove) ? way_to(map, automove, game, view, goal) : -1;
}

/* Explores out of earshot of sleepers first.  The rest is reported, and explored when the player
 * repeats the command. */
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
	if (direction < 0 && !automove->blocked && !automove->passed &&
		auto_seeks_lock(automove, game, view))
		direction = way_quiet(map, automove, game, view, auto_is_by_lock);
	if (!automove->passed) {
		bool shown = automove->watch->left;
		automove->watch->left = direction < 0 && !automove->blocked;
		if (!automove->watch->left || on_way_down(game, view) ||
			(!shown && auto_left_undone(automove, game)))
			return direction;
		return way_quiet(map, automove, game, view, is_way_down);
	}
	return pass_by(map, automove, game, view);
}

/* Picks up the topmost wanted item underfoot.  Returns false if nothing here is wanted.  Sets found
 * if the hero never had its kind. */
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

/* Auto-pickup never lifts the Receiver: the player must choose that. */
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

/* A turn of rest, as long as it changes anything: hunger ends first healing, then mana. */
static bool rest(const struct game *game, const struct view *view, struct command *command)
{
	const struct view_status *status = &view->status;
	enum hunger hunger = body_hunger(game);
	*command = (struct command){.verb = VERB_WAIT};
	return (hunger < HUNGER_WEAK && status->health < status->health_max) ||
	       (hunger < HUNGER_STARVING && status->mana < status->mana_max) ||
	       status->conditions[0] != '\0';
}

/* Refuses a rest that heals nothing for want of food. */
static bool tells_hungry(
	struct auto_move *automove, const struct game *game, const struct view *view)
{
	if (body_hunger(game) < HUNGER_WEAK || view->status.health >= view->status.health_max)
		return false;
	words_expand(game->content, TEXT_AUTO_HUNGRY, NULL, automove->says, sizeof automove->says);
	return automove->blocked = true;
}

void auto_begin(struct auto_move *automove, enum auto_kind kind, int direction, int x, int y,
	const struct game *game, struct watch *watch)
{
	*automove = (struct auto_move){.kind = (uint8_t)kind,
		.direction = (uint8_t)(direction & (DIR_COUNT - 1)),
		.x = (int16_t)x,
		.y = (int16_t)y,
		.ahead = {.x = -1, .y = -1},
		.since = game_turn(game),
		.least = INT16_MAX,
		.watch = watch};
	auto_note(automove, game);
	auto_note_ills(automove, game);
}

/* True if more could be explored by going through harm. Then map->end is the end of the way. */
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

/* Stores the harmful cell at which the way through harm, found last, leaves harmless ground. */
static void note_harm(struct auto_map *map, struct auto_move *automove, const struct game *game,
	const struct view *view)
{
	auto_map_read(map, game, view);
	for (int at = map->end; map->from[at] != at; at = map->from[at])
		if (map->ground[at] == GROUND_HARM) {
			automove->ahead = (struct auto_harm){.x = (int16_t)(at % map->width),
				.y = (int16_t)(at / map->width),
				.edge_x = (int16_t)(map->from[at] % map->width),
				.edge_y = (int16_t)(map->from[at] / map->width)};
		}
}

/* True if the walk makes progress: more cells are known, or the rest of the path is shorter.
 * Pacing before a creature that comes and goes is no progress. */
static bool gets_on(struct auto_move *automove, const struct auto_map *map)
{
	int before = map->from[map->end];
	if (map->known > automove->known || map->cost < automove->least) {
		automove->known = (uint16_t)map->known;
		automove->least = (int16_t)map->cost;
		automove->patience = (int16_t)(map->cost + PATIENCE);
	}
	/* The step that reaches the goal.  The next path begins there. */
	if (map->from[before] == before)
		automove->least = INT16_MAX;
	return automove->patience-- > 0;
}

/* The creature seen last, within PATIENCE turns; NULL if none. */
static const struct watched *seen_lately(const struct watch *watch, uint32_t turn)
{
	const struct watched *last = NULL;
	for (int i = 0; i < watch->count; i++)
		if (turn - watch->list[i].turn <= PATIENCE &&
			(last == NULL || watch->list[i].turn > last->turn))
			last = &watch->list[i];
	return last;
}

/* True if the goal is reached.  A creature on the goal counts as ground that cannot be entered. */
static bool arrived(struct auto_map *map, const struct auto_move *automove, const struct game *game,
	const struct view *view)
{
	auto_map_people(map, automove);
	bool there = is_there(automove, game, view, map, view->hero_x, view->hero_y);
	auto_map_read(map, game, view);
	return there;
}

/* Reports a creature on the goal as blocking if no step was made yet. */
static void report_blocker(
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

/* Reports the creature before which the hero paces. Without news of the map, repeating the command
 * only repeats the report: it would pace on, and cost food. */
static int paces(struct auto_move *automove, const struct game *game, const struct auto_map *map,
	const struct watched *who)
{
	auto_say_of(automove, game, who->seen ? TEXT_AUTO_IN_WAY : TEXT_AUTO_FRO, who->name);
	automove->watch->paced = (uint16_t)(map->known + 1);
	automove->blocked = true;
	return -1;
}

/* Returns -1 if every path leads through a creature or harm. */
static int direction_of(
	struct auto_move *automove, const struct game *game, const struct view *view)
{
	struct auto_map map;
	auto_map_read(&map, game, view);
	if (automove->kind == AUTO_RUN)
		return auto_run(automove, &map, game, view);
	if (automove->kind == AUTO_TRAVEL && arrived(&map, automove, game, view)) {
		report_blocker(automove, game, view);
		return -1;
	}
	const struct watched *who = seen_lately(automove->watch, game_turn(game));
	if (automove->kind == AUTO_EXPLORE && automove->steps == 0 && who != NULL &&
		automove->watch->paced == map.known + 1)
		return paces(automove, game, &map, who);
	int direction = automove->kind == AUTO_TRAVEL
				? way_round(&map, automove, game, view, is_there)
				: explore(&map, automove, game, view);
	automove->harm =
		direction < 0 && !automove->blocked && harm_hides(&map, automove, game, view);
	if (automove->harm)
		note_harm(&map, automove, game, view);
	if (direction < 0 || gets_on(automove, &map) || who == NULL)
		return direction;
	return paces(automove, game, &map, who);
}

static bool is_deadly(const struct game *game, int direction)
{
	char question[200];
	return game_step_risk(game, (enum direction)direction, question, sizeof question) ==
	       RISK_DEADLY;
}

/* Repeats a command.  Stops before a step that would hit a creature or enter harm. */
static bool repeat(struct auto_move *automove, const struct game *game, const struct view *view,
	struct command *command)
{
	char question[200];
	bool steps = automove->repeated.verb == VERB_STEP;
	int price = steps ? view->step_price[automove->repeated.direction] : 0;
	int direction = automove->repeated.direction;
	automove->finished = automove->steps >= automove->times;
	if (automove->finished || (steps && auto_bumps(automove, game, view, direction)))
		return false;
	/* A repetition stops before a step that costs gold. */
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
	int most = automove->kind == AUTO_ATTACK ? 1 : STEPS_MOST;
	if (!game_going(game) || automove->steps >= most)
		return false;
	game_view(game, view);
	if (auto_interrupted(automove, game, view))
		return false;
	auto_note(automove, game);
	if (automove->kind == AUTO_EXPLORE && tells_low(automove, game, view))
		return false;
	if (automove->kind == AUTO_EXPLORE && auto_waits_for_ally(automove, game, view)) {
		*command = (struct command){.verb = VERB_WAIT};
		automove->steps++;
		return !automove->blocked;
	}
	if (automove->kind == AUTO_ATTACK)
		return auto_attack(automove, game, view, command);
	if (automove->kind == AUTO_REST) {
		automove->finished = !rest(game, view, command) && !game_gate_shuts(game, view);
		if (automove->finished && tells_hungry(automove, game, view))
			return automove->finished = false;
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
	if (direction < 0 || auto_bumps(automove, game, view, direction))
		return false;
	if (is_deadly(game, direction)) {
		automove->harm = automove->kind != AUTO_RUN;
		automove->ahead =
			(struct auto_harm){.x = (int16_t)(view->hero_x + direction_dx[direction]),
				.y = (int16_t)(view->hero_y + direction_dy[direction]),
				.edge_x = (int16_t)view->hero_x,
				.edge_y = (int16_t)view->hero_y};
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

/* A run is the kind that no creature forbids which was there before. */
bool auto_happened(
	struct auto_move *since, const struct game *game, struct view *view, struct watch *watch)
{
	bool looked = since->looked;
	game_view(game, view);
	since->kind = AUTO_RUN;
	since->watch = watch;
	bool happened = auto_interrupted(since, game, view) && looked;
	auto_begin(since, AUTO_RUN, 0, 0, 0, game, watch);
	since->looked = true;
	return happened;
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
