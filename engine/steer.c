/*
 * Steering: runs, travel, exploring and rest as primitive commands, one at a time.
 *
 * What a steer knows of the level is what the view shows: remembered cells, creatures and things in
 * sight, messages, and whom the watch has seen.  It goes round what it knows to be dangerous, and
 * stops for whatever a player would want to look up for.
 */
#include "steer_private.h"

#include <string.h>

#define STEPS_MOST 500
#define HUNTED_WITHIN 15 /* cells, of who walks as fast as he does */
#define COMPANY_WITHIN 7
#define LOW_HEALTH 3   /* one part in so many */
#define PATIENCE 20    /* steps more than a way seemed to take */
#define LOOKS_FROM 3   /* steps, whether somebody is still in the way */
#define DETOUR_MOST 40 /* of a travel, to go round somebody */

/* ---- Reasons to stop ---- */

static bool role_matters(enum role role)
{
	return role != ROLE_TEXT && role != ROLE_DIM && role != ROLE_GOLD;
}

/* What takes a point a turn for as long as it lasts, and says so each time: whoever set out with it
 * knows that. */
static const struct {
	enum status status;
	enum word word;
} steady[] = {{STATUS_POISONED, WORD_POISON_HURTS}, {STATUS_BLEEDING, WORD_BLEEDING_HURTS}};
#define STEADY_COUNT (sizeof steady / sizeof *steady)

static bool set_out_with(const struct steer *steer, const struct game *game, size_t ill)
{
	return (steer->ills & 1u << ill) && creature_has(game, HERO, steady[ill].status);
}

static bool is_known_ill(
	const struct steer *steer, const struct game *game, const struct message *message)
{
	char text[sizeof message->text];
	for (size_t i = 0; i < STEADY_COUNT; i++) {
		words_expand(game->content, steady[i].word, NULL, text, sizeof text);
		if ((steer->ills & 1u << i) && strcmp(text, message->text) == 0)
			return true;
	}
	return false;
}

/* Whether he has lost more than he had to; when he is low, every point counts. */
static bool was_hurt(const struct steer *steer, const struct game *game, const struct view *view)
{
	int turns = (int)(view->status.turn - steer->turn), due = 0;
	for (size_t i = 0; i < STEADY_COUNT; i++)
		due += set_out_with(steer, game, i) ? turns : 0;
	if (view->status.health * LOW_HEALTH <= view->status.health_max)
		due = 0;
	return view->status.health + due < steer->health;
}

static bool was_told(const struct steer *steer, const struct game *game, const struct view *view)
{
	for (size_t i = view->message_count; i-- > 0;) {
		const struct message *message = &view->messages[i];
		if (message->serial <= steer->message_serial)
			return false;
		if (role_matters((enum role)message->role) && !is_known_ill(steer, game, message))
			return true;
	}
	return false;
}

/* What somebody is called who is known by a name of the view's. */
static struct word_actor actor_named(const char *name)
{
	return (struct word_actor){.name = name, .proper = strncmp(name, "the ", 4) == 0};
}

static void say_of(struct steer *steer, const struct game *game, enum word word, const char *name)
{
	char text[64];
	struct word_actor actor = actor_named(name);
	words_name(text, sizeof text, actor.proper ? ARTICLE_NONE : ARTICLE_A, 1, name, NULL);
	words_expand(game->content, word, &(struct word_facts){.text = text, .target = actor},
		steer->says, sizeof steer->says);
}

/* Whether a creature forbids it: one that hunts him, and would be there soon; of a rest, one that
 * is up near by. */
static bool forbids(const struct steer *steer, const struct view *view,
	const struct view_creature *creature, enum word *word)
{
	int distance = distance_between(view->hero_x, view->hero_y, creature->x, creature->y);
	if (creature->ally || creature->captive || creature->asleep || creature->fleeing ||
		steer->kind == STEER_RUN)
		return false;
	*word = creature->unaware ? WORD_STEER_COMPANY : WORD_STEER_HUNTED;
	if (!creature->unaware)
		return distance * SPEED_NORMAL <= HUNTED_WITHIN * creature->speed;
	return steer->kind == STEER_REST && distance <= COMPANY_WITHIN;
}

/* Somebody in sight is a reason to stop, which is said unless a message told it. */
static bool somebody_stops(
	struct steer *steer, const struct game *game, const struct view *view, bool told)
{
	static const enum word words[] = {[NEWS_NEW] = WORD_STEER_NEW,
		[NEWS_NEARER] = WORD_STEER_NEARER,
		[NEWS_AWAKE] = WORD_STEER_AWAKE,
		[NEWS_HUNTS] = WORD_STEER_HUNTED};
	enum watch_news news;
	enum word word;
	int who = watch_look(steer->watch, view, &news);
	steer->alarmed = steer->looked && who >= 0;
	steer->looked = true;
	if (steer->alarmed && !told)
		say_of(steer, game, words[news], view->creatures[who].name);
	for (size_t i = 0; i < view->creature_count && !steer->alarmed; i++) {
		if (!forbids(steer, view, &view->creatures[i], &word))
			continue;
		if (!told)
			say_of(steer, game, word, view->creatures[i].name);
		return true;
	}
	return steer->alarmed;
}

static bool interrupted(struct steer *steer, const struct game *game, const struct view *view)
{
	bool told = was_told(steer, game, view) || was_hurt(steer, game, view);
	bool underfoot = steer->steps > 0 && steer->kind == STEER_RUN && view->ground_count > 0;
	if (somebody_stops(steer, game, view, told) || told || underfoot)
		return true;
	if (view->flight_count > 0)
		words_expand(
			game->content, WORD_STEER_FLIGHT, NULL, steer->says, sizeof steer->says);
	return view->flight_count > 0;
}

/* ---- Ways ---- */

static bool is_there(const struct steer *steer, const struct game *game, const struct view *view,
	const struct steer_map *map, int x, int y)
{
	(void)game, (void)view, (void)map;
	return x == steer->x && y == steer->y;
}

/* Whether it is worth the way: what one left stays, and what does not fit. */
static bool is_wanted(const struct game *game, const struct item *item)
{
	return item->kind != game->content->receiver &&
	       !(item->flags & (ITEM_LEFT | ITEM_LABELLED)) &&
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
		if (steer_map_ground(map, x + direction_dx[direction],
			    y + direction_dy[direction]) == GROUND_UNKNOWN)
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
	return steer_map_ground(map, x, y) >= GROUND_OPEN && !gas_harms(game, HERO, x, y);
}

/* The way to a goal round whoever is about, -1 when there is none; blocked when there would be one
 * but for somebody, who is named.  Where it was far from here, he goes and looks.  Of a travel, a
 * way that is much longer is none. */
static int way_round(struct steer_map *map, struct steer *steer, const struct game *game,
	const struct view *view, steer_goal *goal)
{
	steer_map_read(map, game, view);
	steer_map_people(map, steer);
	int direction = steer_map_way(map, steer, game, view, goal), cost = map->cost;
	if (steer->watch->count == 0 || (direction >= 0 && steer->kind != STEER_TRAVEL))
		return direction;
	steer_map_read(map, game, view);
	int straight = steer_map_way(map, steer, game, view, goal), steps;
	if (straight < 0 || (direction >= 0 && cost <= map->cost + DETOUR_MOST)) {
		map->cost = cost;
		return direction;
	}
	const struct watched *who = steer_map_who(map, steer, &steps);
	if (who == NULL)
		return direction;
	if (!who->seen && steps > LOOKS_FROM)
		return straight;
	say_of(steer, game, WORD_STEER_IN_WAY, who->name);
	steer->blocked = true;
	return -1;
}

static bool on_way_down(const struct game *game, const struct view *view)
{
	return game_terrain(game, view->hero_x, view->hero_y)->flags & TERRAIN_DOWN;
}

static int explore(struct steer_map *map, struct steer *steer, const struct game *game,
	const struct view *view)
{
	if (steer_map_ground(map, view->hero_x, view->hero_y) == GROUND_HARM)
		return way_round(map, steer, game, view, is_out_of_harm);
	int direction = way_round(map, steer, game, view, is_new);
	if (direction >= 0 || steer->blocked || on_way_down(game, view))
		return direction;
	return way_round(map, steer, game, view, is_way_down);
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
		if (steer_map_may_step(map, x, y, direction))
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
		enum ground ground = steer_map_ground(map, view->hero_x + direction_dx[direction],
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
	bool ahead = steer_map_may_step(map, view->hero_x, view->hero_y, steer->direction);
	bool room = game_terrain(game, view->hero_x, view->hero_y)->flags & TERRAIN_SHOWS_WALLS;
	if (steer->steps == 0) {
		steer->openings = room ? sides_of(steer, map, view) : 0;
		int x = view->hero_x + direction_dx[steer->direction];
		int y = view->hero_y + direction_dy[steer->direction];
		return ahead || steer_map_ground(map, x, y) == GROUND_UNKNOWN ? steer->direction
									      : -1;
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
	steer->turn = view->status.turn;
	steer->health = (int16_t)view->status.health;
}

void steer_begin(struct steer *steer, enum steer_kind kind, int direction, int x, int y,
	const struct game *game, struct watch *watch)
{
	*steer = (struct steer){.kind = (uint8_t)kind,
		.direction = (uint8_t)(direction & (DIR_COUNT - 1)),
		.x = (int16_t)x,
		.y = (int16_t)y,
		.message_serial = game->message_serial,
		.since = game_turn(game),
		.turn = game_turn(game),
		.health = game->creatures[HERO].health,
		.least = INT16_MAX,
		.watch = watch};
	for (size_t i = 0; i < STEADY_COUNT; i++)
		if (creature_has(game, HERO, steady[i].status))
			steer->ills |= (uint8_t)(1u << i);
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
		say_of(steer, game, WORD_STEER_IN_WAY, name);
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
	       (!on_way_down(game, view) &&
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

/* Who was seen last; NULL when nobody was. */
static const struct watched *seen_last(const struct watch *watch)
{
	const struct watched *last = NULL;
	for (int i = 0; i < watch->count; i++)
		if (last == NULL || watch->list[i].turn > last->turn)
			last = &watch->list[i];
	return last;
}

/* -1 when there is none but through somebody or harm. */
static int direction_of(struct steer *steer, const struct game *game, const struct view *view)
{
	struct steer_map map;
	steer_map_read(&map, game, view);
	if (steer->kind == STEER_RUN)
		return run(steer, &map, game, view);
	int direction = steer->kind == STEER_TRAVEL ? way_round(&map, steer, game, view, is_there)
						    : explore(&map, steer, game, view);
	steer->harm = direction < 0 && !steer->blocked && harm_hides(&map, steer, game, view);
	const struct watched *who = seen_last(steer->watch);
	if (direction < 0 || gets_on(steer, &map) || who == NULL)
		return direction;
	say_of(steer, game, WORD_STEER_IN_WAY, who->name);
	steer->blocked = true;
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
	if (interrupted(steer, game, &view))
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
	if (direction < 0 || bumps(steer, game, &view, direction))
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
