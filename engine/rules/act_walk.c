/* Verbs of movement: step, wait, search, doors, stairs. */
#include "engine/rules/rules.h"
#include "engine/rules/talk.h"

#include <string.h>

#define NOISE_WAIT 3
#define NOISE_WALK 7
#define NOISE_MOST 60 /* cells */
#define SEARCHES_SURE 5
#define SEARCH_REACH 2
/* A step finds each hidden thing next to the hero with a chance of 1 in PASSING_FINDS. */
#define PASSING_FINDS 6

enum verdict act_refuse(struct game *game, enum text_id word, const struct item *item)
{
	char name[64] = "";
	if (item != NULL)
		item_name(game, item, ARTICLE_THE, name, sizeof name);
	words_expand(game->content, word, &(struct word_facts){.item = name}, game->action.refusal,
		sizeof game->action.refusal);
	return VERDICT_REFUSED;
}

enum verdict act_spend(struct game *game, int noise)
{
	int heard = noise + combat_missing_might(game) + gear_noise(game);
	game->hero.noise = (uint8_t)(heard < 0 ? 0 : heard < NOISE_MOST ? heard : NOISE_MOST);
	return VERDICT_SPENT;
}

static bool hidden_at(const struct game *game, int x, int y)
{
	return level_inside(game->level, x, y) &&
	       content_transition(game_terrain(game, x, y), TRIGGER_SEARCH);
}

static bool reveal(struct game *game, int x, int y)
{
	int depth = game->depth;
	if (!hidden_at(game, x, y) || !terrain_trigger(game, x, y, TRIGGER_SEARCH, HERO))
		return false;
	if (game->depth != depth)
		return true;
	const struct terrain_kind *found = game_terrain(game, x, y);
	event_add(game, EVENT_FOUND, found->appearance, x, y, 0, found->id);
	if (found->flags & TERRAIN_DOORWAY)
		message_say(game, TEXT_DOOR_FOUND, NULL);
	else
		message_say(game, TEXT_FOUND, &(struct word_facts){.text = found->name});
	return true;
}

/* Makes one draw for each hidden thing next to the hero. */
static void search_passing(struct game *game)
{
	const struct creature *hero = game_hero(game);
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		int x = hero->x + direction_dx[direction];
		int y = hero->y + direction_dy[direction];
		if (!hidden_at(game, x, y))
			continue;
		if (draw_below(game, PURPOSE_SEARCH, PASSING_FINDS) == 0)
			reveal(game, x, y);
	}
}

static void search_surely(struct game *game)
{
	const struct creature *hero = game_hero(game);
	bool found = false;
	for (int down = -SEARCH_REACH; down <= SEARCH_REACH; down++)
		for (int across = -SEARCH_REACH; across <= SEARCH_REACH; across++)
			if (reveal(game, hero->x + across, hero->y + down))
				found = true;
	if (!found && !message_is_newest(game, TEXT_SEARCH_NOTHING))
		message_say(game, TEXT_SEARCH_NOTHING, NULL);
}

enum verdict act_search(struct game *game, const struct command *command)
{
	(void)command;
	game->hero.searches++;
	if (game->hero.searches < SEARCHES_SURE) {
		search_passing(game);
	} else {
		search_surely(game);
		game->hero.searches = 0;
	}
	return act_spend(game, NOISE_WAIT);
}

enum verdict act_wait(struct game *game, const struct command *command)
{
	(void)command;
	return act_spend(game, NOISE_WAIT);
}

/* ---- Doors ---- */

static void move_door(struct game *game, int x, int y, enum trigger cause)
{
	int depth = game->depth;
	terrain_trigger(game, x, y, cause, HERO);
	if (game->depth == depth)
		event_add(game, EVENT_DOOR, game_terrain(game, x, y)->appearance, x, y,
			cause == TRIGGER_OPEN, "");
}

/* True if the hero lacks what opening the door needs. */
static bool locked(const struct game *game, int x, int y)
{
	return terrain_transition(game, x, y, TRIGGER_OPEN, HERO) == NULL;
}

/* Opens a door. A hero who walks into it sees it open, so only the others get a message. */
static enum verdict open_at(struct game *game, int x, int y, bool walking)
{
	move_door(game, x, y, TRIGGER_OPEN);
	if (!walking || creature_has(game, HERO, STATUS_BLIND))
		message_say(game, TEXT_DOOR_OPENS, NULL);
	return act_spend(game, NOISE_WALK);
}

enum verdict act_open(struct game *game, const struct command *command)
{
	int x = game_hero(game)->x + direction_dx[command->direction];
	int y = game_hero(game)->y + direction_dy[command->direction];
	if (!level_inside(game->level, x, y))
		return act_refuse(game, TEXT_NO_DOOR, NULL);
	const struct terrain_kind *kind = game_terrain(game, x, y);
	if (content_transition(kind, TRIGGER_CLOSE))
		return act_refuse(game, TEXT_NO_DOOR_OPEN_ALREADY, NULL);
	if (!content_transition(kind, TRIGGER_OPEN))
		return act_refuse(game, TEXT_NO_DOOR, NULL);
	if (locked(game, x, y))
		return act_refuse(game, TEXT_DOOR_LOCKED, NULL);
	return open_at(game, x, y, false);
}

enum verdict act_close(struct game *game, const struct command *command)
{
	int x = game_hero(game)->x + direction_dx[command->direction];
	int y = game_hero(game)->y + direction_dy[command->direction];
	if (!level_inside(game->level, x, y))
		return act_refuse(game, TEXT_NO_DOOR, NULL);
	const struct terrain_kind *kind = game_terrain(game, x, y);
	if (content_transition(kind, TRIGGER_OPEN))
		return act_refuse(game, TEXT_NO_DOOR_CLOSED_ALREADY, NULL);
	if (!content_transition(kind, TRIGGER_CLOSE))
		return act_refuse(game, TEXT_NO_DOOR, NULL);
	if (creature_at(game, x, y) >= 0 || item_on_floor(game, x, y, 0) >= 0)
		return act_refuse(game, TEXT_NO_DOOR_BLOCKED, NULL);
	if (game_handicapped(game, HANDICAP_DOORS_STAY_OPEN))
		return act_refuse(game, TEXT_NO_DOOR_STAYS, NULL);
	move_door(game, x, y, TRIGGER_CLOSE);
	message_say(game, TEXT_DOOR_CLOSES, NULL);
	return act_spend(game, NOISE_WALK);
}

/* ---- Steps ---- */

static void report_grave(struct game *game)
{
	const struct creature *hero = game_hero(game);
	for (int i = 0; i < game->birth.bones_count; i++) {
		const struct bones *past = &game->birth.past[i];
		if (past->depth != game->depth || game->bones.graves[i].x != hero->x ||
			game->bones.graves[i].y != hero->y)
			continue;
		message_say(game, past->epitaph[0] != '\0' ? TEXT_GRAVE_SAYS : TEXT_GRAVE_HERE,
			&(struct word_facts){.name = past->name, .text = past->epitaph});
	}
}

/* Reports an item underfoot, with its price if it is for sale. */
static void report_lying(struct game *game, const struct item *item, const char *name)
{
	enum text_id word = item->flags & ITEM_FOR_SALE  ? TEXT_SEE_FOR_SALE
			    : item->flags & ITEM_OFFERED ? TEXT_SEE_OFFERED
							 : TEXT_SEE_ITEM;
	int price = item->flags & ITEM_FOR_SALE ? item_price(game, item) : 0;
	message_say(game, word, &(struct word_facts){.item = name, .number = price});
}

/* Warns that the ground under an item reacts when the item is lifted, if the ground is not
 * hidden. */
static void report_minded(struct game *game)
{
	const struct creature *hero = game_hero(game);
	const struct terrain_kind *ground = game_terrain(game, hero->x, hero->y);
	const struct transition *lift = content_transition(ground, TRIGGER_LIFT);
	if (lift == NULL || !lift->has_effect || content_is_hidden(ground))
		return;
	message_say(game, TEXT_LOOK_LIES_ON, &(struct word_facts){.text = ground->name});
	message_say_text(game, ground->description, COLOUR_ROLE_TEXT);
}

/* Picks up gold in the hero's cell, and reports other items and graves there. */
static void tread(struct game *game)
{
	const struct creature *hero = game_hero(game);
	int count = 0, top = -1;
	for (int i = game->floor.count - 1; i >= 0; i--) {
		struct floor_item lying = game->floor.items[i];
		if (lying.x != hero->x || lying.y != hero->y)
			continue;
		if (lying.item.kind == game->content->gold) {
			item_off_floor(game, i);
			top -= top > i;
			item_take_gold(game, &lying.item);
			event_add(game, EVENT_PICKED_UP, item_appearance(game, &lying.item),
				hero->x, hero->y, lying.item.count, "");
			message_say(game, TEXT_GOLD_FOUND,
				&(struct word_facts){.number = lying.item.count});
			continue;
		}
		top = count == 0 ? i : top;
		count++;
	}
	if (count == 1) {
		char name[64];
		item_name(game, &game->floor.items[top].item, ARTICLE_A, name, sizeof name);
		report_lying(game, &game->floor.items[top].item, name);
		report_minded(game);
	} else if (count > 1) {
		message_say(game, TEXT_SEE_ITEMS, &(struct word_facts){.number = count});
	}
	if (game_terrain(game, hero->x, hero->y)->flags & TERRAIN_GRAVE)
		report_grave(game);
}

static enum verdict walk(struct game *game, enum direction direction)
{
	struct creature *hero = game_hero(game);
	if (creature_struggles(game, HERO))
		return act_spend(game, NOISE_WALK);
	int x = hero->x + direction_dx[direction];
	int y = hero->y + direction_dy[direction];
	creature_move(game, HERO, x, y);
	hero->heading = (uint8_t)direction;
	tread(game);
	terrain_enter(game, HERO);
	search_passing(game);
	return act_spend(game, NOISE_WALK - bonus_of(game, BONUS_SOFT_STEP));
}

static enum verdict strike(struct game *game, int target)
{
	combat_hero_strikes(game, target);
	return VERDICT_SPENT;
}

/* Steps or strikes in a random direction because of confusion. A step into a wall only costs
 * time. */
static enum verdict stagger(struct game *game)
{
	const struct creature *hero = game_hero(game);
	enum direction direction = (enum direction)draw_below(game, PURPOSE_BEHAVIOUR, DIR_COUNT);
	message_say(game, TEXT_CONFUSED_STEP, NULL);
	int target = creature_at(
		game, hero->x + direction_dx[direction], hero->y + direction_dy[direction]);
	if (!distance_map_step_legal(
		    &game->derived.distances, hero->x, hero->y, direction, GAIT_RECKLESS))
		return act_spend(game, NOISE_WALK);
	return target > HERO ? strike(game, target) : walk(game, direction);
}

static bool staggers(struct game *game)
{
	return creature_has(game, HERO, STATUS_CONFUSED) &&
	       draw_percent(game, PURPOSE_BEHAVIOUR, 50);
}

/* Swaps the hero with an adjacent ally. Refused where a step would be illegal. */
static enum verdict change_places(struct game *game, int ally, enum direction direction)
{
	struct handle handle = creature_handle(game, ally);
	struct creature *hero = game_hero(game);
	int depth = game->depth;
	if (!distance_map_step_legal(
		    &game->derived.distances, hero->x, hero->y, direction, GAIT_RECKLESS) ||
		!ally_swap(game, ally))
		return act_refuse(game, TEXT_NO_WAY, NULL);
	hero->heading = (uint8_t)direction;
	tread(game);
	terrain_enter(game, HERO);
	if (game_going(game) && game->depth == depth && creature_of(game, handle) >= 0)
		terrain_enter(game, ally);
	return act_spend(game, NOISE_WALK);
}

/* Walks into an adjacent creature: frees a captive, reveals a mimic, swaps with an ally or strikes
 * a foe. Terrain does not prevent a strike, neither round a doorpost nor in a wall. */
static enum verdict meet(struct game *game, int target, enum direction direction)
{
	const uint16_t flags = game->creatures[target].flags;
	if (flags & CREATURE_CAPTIVE) {
		ally_free(game, target);
		return VERDICT_SPENT;
	}
	if (creature_poses(game, target)) {
		creature_reveal(game, target);
		return act_spend(game, NOISE_WALK);
	}
	if (!foe_opposes(game, HERO, target))
		return change_places(game, target, direction);
	if (creature_has(game, HERO, STATUS_AFRAID) || creature_has(game, HERO, STATUS_CHARMED)) {
		words_expand(game->content, TEXT_NOT_WHILE_AFRAID,
			&(struct word_facts){.target = message_actor(game, target)},
			game->action.refusal, sizeof game->action.refusal);
		return VERDICT_REFUSED;
	}
	return staggers(game) ? stagger(game) : strike(game, target);
}

/* True if the cell could be entered, so that only a doorway forbids the diagonal step. */
static bool diagonal_forbidden(const struct game *game, int x, int y)
{
	return game_terrain(game, x, y)->flags & TERRAIN_OBJECTS;
}

/* Refuses a step into terrain. If the hero knows the terrain and lacks gold or might to work it,
 * the refusal says so. */
static enum verdict refuse_way(struct game *game, int x, int y)
{
	size_t at = level_at(game->level, x, y);
	const struct terrain_kind *kind = game_terrain(game, x, y);
	const struct transition *pull = content_transition(kind, TRIGGER_PULL);
	bool known = (game->level->flags[at] & LEVEL_KNOWN) && memory_ground(game, at) == kind;
	if (diagonal_forbidden(game, x, y))
		return act_refuse(game, TEXT_NO_DIAGONAL, NULL);
	if (!known || pull == NULL || (pull->need != NEED_GOLD && pull->need != NEED_MIGHT))
		return act_refuse(game, TEXT_NO_WAY, NULL);
	words_expand(game->content, pull->need == NEED_GOLD ? TEXT_NO_GOLD_FOR : TEXT_NO_MIGHT_FOR,
		&(struct word_facts){.text = kind->name, .number = pull->amount},
		game->action.refusal, sizeof game->action.refusal);
	return VERDICT_REFUSED;
}

static enum verdict refuse_vain(struct game *game, const struct terrain_kind *kind)
{
	words_expand(game->content, TEXT_NO_GAIN, &(struct word_facts){.text = kind->name},
		game->action.refusal, sizeof game->action.refusal);
	return VERDICT_REFUSED;
}

enum verdict act_step(struct game *game, const struct command *command)
{
	const struct creature *hero = game_hero(game);
	enum direction direction = (enum direction)command->direction;
	int x = hero->x + direction_dx[direction];
	int y = hero->y + direction_dy[direction];
	if (!level_inside(game->level, x, y))
		return act_refuse(game, TEXT_NO_WAY, NULL);
	int target = creature_at(game, x, y);
	if (target > HERO)
		return meet(game, target, direction);
	int reached =
		creature_has(game, HERO, STATUS_AFRAID) ? -1 : combat_reached(game, direction);
	if (reached >= 0)
		return staggers(game) ? stagger(game) : strike(game, reached);
	bool legal = distance_map_step_legal(
		&game->derived.distances, hero->x, hero->y, direction, GAIT_RECKLESS);
	const struct terrain_kind *kind = game_terrain(game, x, y);
	bool door = !(direction & 1) && content_transition(kind, TRIGGER_OPEN);
	bool shut = !door || locked(game, x, y);
	if (!legal && shut && !(kind->flags & TERRAIN_OBJECTS) && work_is_vain(game, x, y))
		return refuse_vain(game, kind);
	if (!legal && shut && !(kind->flags & TERRAIN_OBJECTS) && work_at(game, x, y, direction))
		return VERDICT_SPENT;
	if (!legal && !door)
		return refuse_way(game, x, y);
	if (door && shut)
		return act_refuse(game, TEXT_DOOR_LOCKED, NULL);
	if (staggers(game))
		return stagger(game);
	return door ? open_at(game, x, y, true) : walk(game, direction);
}

/* ---- Stairs ---- */

static enum verdict leave_for_good(struct game *game)
{
	char cause[sizeof game->ending.cause];
	story_leave(game);
	bool won = item_is_carried(game, game->content->receiver);
	if (won)
		story_ending(game, ENDING_HOME);
	else
		message_say(game, TEXT_YOU_LEAVE, &(struct word_facts){.number = game->hero.gold});
	words_expand(
		game->content, won ? TEXT_CAUSE_WON : TEXT_CAUSE_LEFT, NULL, cause, sizeof cause);
	result_end(game, won ? OUTCOME_WON : OUTCOME_LEFT, "", cause);
	return VERDICT_SPENT;
}

static enum verdict change_depth(struct game *game, int depth, bool by_up_stairs, enum text_id word)
{
	message_say(game, word, &(struct word_facts){.number = depth});
	place_enter(game, depth, by_up_stairs);
	return act_spend(game, NOISE_WALK);
}

enum verdict act_up(struct game *game, const struct command *command)
{
	const struct creature *hero = game_hero(game);
	(void)command;
	if (!(game_terrain(game, hero->x, hero->y)->flags & TERRAIN_UP))
		return act_refuse(game, TEXT_NO_STAIRS_UP, NULL);
	if (game->depth == 1)
		return leave_for_good(game);
	return change_depth(game, game->depth - 1, false, TEXT_YOU_CLIMB);
}

enum verdict act_down(struct game *game, const struct command *command)
{
	const struct creature *hero = game_hero(game);
	(void)command;
	if (!(game_terrain(game, hero->x, hero->y)->flags & TERRAIN_DOWN))
		return act_refuse(game, TEXT_NO_STAIRS_DOWN, NULL);
	if (game->depth >= game->content->last_depth)
		return act_refuse(game, TEXT_NO_DEEPER, NULL);
	return change_depth(game, game->depth + 1, true, TEXT_YOU_DESCEND);
}
