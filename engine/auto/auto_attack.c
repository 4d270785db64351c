/*
 * Attack: one blow or one step of a fight, by one key.
 *
 * The hero strikes the weakest adjacent enemy, or walks a step towards the nearest enemy in sight.
 * The command refuses where a player would want to decide: under half of the health, while
 * confused, with a missile in the air, before harm, when a creature or a message is new, and once
 * before a blow that may break a conduct.  It
 * never strikes an ally or a captive, and it does not chase a creature that flees.
 */
#include "engine/auto/auto_private.h"

#include <stdlib.h>

#define WEAK_HEALTH 2 /* one part in so many */

static bool is_enemy(const struct view_creature *creature)
{
	return !creature->ally && !creature->captive;
}

static int distance_to(const struct view *view, const struct view_creature *creature)
{
	return distance_between(view->hero_x, view->hero_y, creature->x, creature->y);
}

/* True if the first creature is the better target: awake, with fewer blows to its death. */
static bool is_weaker(const struct view_creature *one, const struct view_creature *other)
{
	if (one->asleep != other->asleep)
		return !one->asleep;
	if (one->falls_in != other->falls_in)
		return one->falls_in < other->falls_in;
	return one->health_percent < other->health_percent;
}

/* The weakest adjacent enemy, or NULL. */
static const struct view_creature *weakest_adjacent(const struct view *view)
{
	const struct view_creature *weakest = NULL;
	for (size_t i = 0; i < view->creature_count; i++) {
		const struct view_creature *creature = &view->creatures[i];
		if (is_enemy(creature) && distance_to(view, creature) == 1 &&
			(weakest == NULL || is_weaker(creature, weakest)))
			weakest = creature;
	}
	return weakest;
}

/* True if an enemy in sight, which does not flee, is adjacent to the cell. */
static bool is_by_enemy(const struct auto_move *automove, const struct game *game,
	const struct view *view, const struct auto_map *map, int x, int y)
{
	(void)automove, (void)game, (void)map;
	for (size_t i = 0; i < view->creature_count; i++) {
		const struct view_creature *creature = &view->creatures[i];
		if (is_enemy(creature) && !creature->fleeing &&
			distance_between(x, y, creature->x, creature->y) == 1)
			return true;
	}
	return false;
}

static bool says(struct auto_move *automove, const struct game *game, enum text_id word)
{
	words_expand(game->content, word, NULL, automove->says, sizeof automove->says);
	automove->blocked = true;
	return false;
}

/* The first enemy in sight, which is the nearest; NULL if none. */
static const struct view_creature *first_enemy(const struct view *view)
{
	for (size_t i = 0; i < view->creature_count; i++)
		if (is_enemy(&view->creatures[i]))
			return &view->creatures[i];
	return NULL;
}

/* Reads the map with the creatures in sight as obstacles. */
static void read_map(struct auto_map *map, const struct game *game, const struct view *view)
{
	auto_map_read(map, game, view);
	for (size_t i = 0; i < view->creature_count; i++) {
		const struct view_creature *creature = &view->creatures[i];
		if (!creature->ally)
			map->ground[creature->y * map->width + creature->x] = GROUND_TAKEN;
	}
}

/* True if the step leads farther from the nearest enemy. */
static bool turns_away(const struct view *view, int direction)
{
	const struct view_creature *enemy = first_enemy(view);
	int x = view->hero_x + direction_dx[direction], y = view->hero_y + direction_dy[direction];
	return enemy != NULL &&
	       distance_between(x, y, enemy->x, enemy->y) > distance_to(view, enemy);
}

/* True if the line between the hero and the enemy crosses the cell. */
static bool is_between(const struct view *view, const struct view_creature *enemy, int x, int y)
{
	int dx = enemy->x - view->hero_x, dy = enemy->y - view->hero_y;
	int across = dx * (y - view->hero_y) - dy * (x - view->hero_x);
	int length = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
	return 2 * abs(across) <= length &&
	       distance_between(x, y, enemy->x, enemy->y) < distance_to(view, enemy);
}

/* As if cells that the hero does not know were open, but for those beside him: all, or those
 * between him and the enemy. */
static void open_unknown(
	struct auto_map *map, const struct view *view, const struct view_creature *enemy)
{
	for (int at = 0; at < map->width * map->height; at++) {
		int x = at % map->width, y = at / map->width;
		if (map->ground[at] == GROUND_UNKNOWN &&
			distance_between(view->hero_x, view->hero_y, x, y) > 1 &&
			(enemy == NULL || is_between(view, enemy, x, y)))
			map->ground[at] = GROUND_OPEN;
	}
}

/* The direction of a step towards the nearest enemy, or -1.  In the dark, the path may lead through
 * cells that the hero does not know, but its first step does not.  An enemy in sight is approached
 * on the line of sight rather than by a known path that turns from it. */
static int approach(struct auto_move *automove, const struct game *game, const struct view *view)
{
	struct auto_map map;
	const struct view_creature *enemy = first_enemy(view);
	read_map(&map, game, view);
	int known = auto_map_way(&map, automove, game, view, is_by_enemy);
	if (known >= 0 && !turns_away(view, known))
		return known;
	open_unknown(&map, view, enemy);
	int straight = auto_map_way(&map, automove, game, view, is_by_enemy);
	if (straight >= 0 && !turns_away(view, straight))
		return straight;
	if (known >= 0)
		return known;
	open_unknown(&map, view, NULL);
	return auto_map_way(&map, automove, game, view, is_by_enemy);
}

static int direction_to(const struct view *view, const struct view_creature *creature)
{
	for (int direction = 0; direction < DIR_COUNT; direction++)
		if (view->hero_x + direction_dx[direction] == creature->x &&
			view->hero_y + direction_dy[direction] == creature->y)
			return direction;
	return -1;
}

/* Asks once before a blow that may break conducts which the hero kept so far.  Returns false if it
 * asks now. */
static bool may_strike(
	struct auto_move *automove, const struct game *game, const struct view_creature *target)
{
	char text[CONDUCTS_TEXT];
	unsigned risked = conducts_at_risk(game, target->unaware || target->asleep);
	risked &= ~(unsigned)automove->watch->risked;
	if (risked == 0)
		return true;
	automove->watch->risked |= (uint16_t)risked;
	game_conducts_text(game->content, risked, text, sizeof text);
	words_expand(game->content, TEXT_AUTO_CONDUCT, &(struct word_facts){.text = text},
		automove->says, sizeof automove->says);
	automove->blocked = true;
	return false;
}

bool auto_attack(struct auto_move *automove, const struct game *game, const struct view *view,
	struct command *command)
{
	char question[200];
	const struct view_creature *target = weakest_adjacent(view), *first = first_enemy(view);
	if (first == NULL)
		return says(automove, game, TEXT_AUTO_NOBODY);
	if (view->status.health * WEAK_HEALTH < view->status.health_max)
		return says(automove, game, target ? TEXT_AUTO_WEAK : TEXT_AUTO_WEAK_FAR);
	if (creature_has(game, HERO, STATUS_CONFUSED))
		return says(automove, game, TEXT_AUTO_CONFUSED);
	int direction = target ? direction_to(view, target) : approach(automove, game, view);
	if (direction < 0) {
		auto_say_of(automove, game, first->fleeing ? TEXT_AUTO_FLEES : TEXT_AUTO_NO_PATH,
			first->name);
		automove->blocked = true;
		return false;
	}
	if (target == NULL) {
		automove->harm = game_step_risk(game, (enum direction)direction, question,
					 sizeof question) != RISK_NONE ||
				 view->step_price[direction] > 0;
		if (automove->harm || auto_bumps(automove, game, view, direction))
			return false;
	}
	if (target != NULL && !may_strike(automove, game, target))
		return false;
	*command = (struct command){.verb = VERB_STEP, .direction = (uint8_t)direction};
	automove->steps++;
	return true;
}
