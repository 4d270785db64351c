/*
 * Command checks: whether a command would be accepted, without trying it.
 *
 * A refusal changes nothing, costs nothing and may be repeated, so a check reveals nothing that
 * trying would not. Each check asks the same questions as its act (command_check.h). Tests play
 * games in which both must agree.
 */
#include "engine/rules/command_check.h"
#include "engine/rules/talk.h"

/* ---- Steps and doors ---- */

static bool may_meet(const struct game *game, int target, enum direction direction)
{
	const struct creature *hero = &game->creatures[HERO];
	if ((game->creatures[target].flags & CREATURE_CAPTIVE) || creature_poses(game, target))
		return true;
	if (!foe_opposes(game, HERO, target))
		return distance_map_step_legal(&game->derived.distances, hero->x, hero->y,
			       direction, GAIT_RECKLESS) &&
		       !creature_has(game, target, STATUS_STUCK) &&
		       !creature_has(game, HERO, STATUS_STUCK);
	return !creature_has(game, HERO, STATUS_AFRAID) &&
	       !creature_has(game, HERO, STATUS_CHARMED);
}

static bool may_open(const struct game *game, int x, int y)
{
	return content_transition(game_terrain(game, x, y), TRIGGER_OPEN) != NULL &&
	       terrain_transition(game, x, y, TRIGGER_OPEN, HERO) != NULL;
}

static bool allows_step(struct game *game, const struct command *command)
{
	const struct creature *hero = &game->creatures[HERO];
	enum direction direction = (enum direction)command->direction;
	int x = hero->x + direction_dx[direction], y = hero->y + direction_dy[direction];
	if (!level_inside(game->level, x, y))
		return false;
	if (creature_at(game, x, y) > HERO)
		return may_meet(game, creature_at(game, x, y), direction);
	if (!creature_has(game, HERO, STATUS_AFRAID) && combat_reached(game, direction) >= 0)
		return true;
	const struct terrain_kind *kind = game_terrain(game, x, y);
	bool door = !(direction & 1) && content_transition(kind, TRIGGER_OPEN);
	if (door && may_open(game, x, y))
		return true;
	bool legal = distance_map_step_legal(
		&game->derived.distances, hero->x, hero->y, direction, GAIT_RECKLESS);
	if (legal)
		return !door;
	return !(kind->flags & TERRAIN_OBJECTS) && work_may_be_done(game, x, y, direction);
}

static bool allows_door(const struct game *game, const struct command *command, bool opening)
{
	const struct creature *hero = &game->creatures[HERO];
	int x = hero->x + direction_dx[command->direction];
	int y = hero->y + direction_dy[command->direction];
	if (!level_inside(game->level, x, y))
		return false;
	const struct terrain_kind *kind = game_terrain(game, x, y);
	bool shut = content_transition(kind, TRIGGER_CLOSE) == NULL;
	if (opening)
		return shut && may_open(game, x, y);
	return !game_handicapped(game, HANDICAP_DOORS_STAY_OPEN) && !shut &&
	       !content_transition(kind, TRIGGER_OPEN) && creature_at(game, x, y) < 0 &&
	       item_on_floor(game, x, y, 0) < 0;
}

static bool allows_choice(const struct game *game, const struct command *command)
{
	uint16_t options[VIEW_CHOICES_MAX];
	size_t count;
	enum choice_kind kind = choice_now(game, options, &count);
	if (kind == CHOICE_NONE || command->number >= count)
		return false;
	struct item thing = {.kind = options[command->number], .count = 1};
	return kind != CHOICE_HEIRLOOM || item_fits(game, &thing);
}

/* ---- Items ---- */

static bool allows_pick_up(const struct game *game, const struct command *command)
{
	const struct creature *hero = &game->creatures[HERO];
	int index = item_on_floor(game, hero->x, hero->y, command->item);
	if (index < 0)
		return false;
	const struct item *item = &game->floor.items[index].item;
	if (item->kind == game->content->gold)
		return true;
	bool dear = (item->flags & ITEM_FOR_SALE) && item_price(game, item) > game->hero.gold;
	return item_seems_to_fit(game, item) && !dear;
}

static bool may_part_with(const struct game *game, const struct item *item)
{
	return item->kind != game->content->receiver && !(item->flags & ITEM_WORN);
}

static bool allows_drop(const struct game *game, const struct item *item)
{
	const struct creature *hero = &game->creatures[HERO];
	return may_part_with(game, item) &&
	       item_on_floor(game, hero->x, hero->y, GROUND_MAX - 1) < 0 &&
	       game->floor.count < FLOOR_MAX;
}

static bool allows_wear(const struct game *game, const struct item *item)
{
	return gear_is_worn(item_kind(game, item)) &&
	       ((item->flags & ITEM_WORN) || lamp_forbidden(game, item) == TEXT_COUNT);
}

static bool allows_read(const struct game *game, const struct item *item)
{
	const struct item_kind *kind = item_kind(game, item);
	if (creature_has(game, HERO, STATUS_BLIND))
		return false;
	return kind->class == ITEM_SCROLL || kind->class == ITEM_LETTER ||
	       (kind->class == ITEM_BOOK && item_has_news(game, kind));
}

static bool allows_fire(
	const struct game *game, const struct item *item, const struct command *command)
{
	uint16_t flight = item_kind(game, item)->shot.ammunition;
	return flight != KIND_NONE && item_shot_by(game, item) != NULL &&
	       item_misaimed(game, command, game->content->flights[flight].range, TEXT_TOO_FAR) ==
		       TEXT_COUNT;
}

static bool allows_tool(struct game *game, const struct item *item, const struct command *command)
{
	const struct item_kind *kind = item_kind(game, item);
	if (kind->tool.crosses)
		return tool_may_cross(game, command->item, command->x, command->y);
	if (kind->tool.works != TRIGGER_COUNT || kind->tool.opens)
		return tool_may_work(game, command->item, command->x, command->y);
	return kind->use.effect_count > 0 && item->resting == 0 &&
	       use_misaimed(game, item, command) == TEXT_COUNT;
}

static bool allows_use(struct game *game, const struct item *item, const struct command *command)
{
	const struct item_kind *kind = item_kind(game, item);
	switch (kind->class) {
	case ITEM_CHARM:
		return item->resting == 0 && use_misaimed(game, item, command) == TEXT_COUNT;
	case ITEM_TOOL:
		return allows_tool(game, item, command);
	case ITEM_LAMP:
		return kind->light == 0 ? lamp_may_be_filled(game)
					: (item->flags & ITEM_LIT) ||
						  lamp_forbidden(game, item) == TEXT_COUNT;
	default:
		return false;
	}
}

static bool allows_zap(
	const struct game *game, const struct item *item, const struct command *command)
{
	const struct item_kind *kind = item_kind(game, item);
	return (kind->class == ITEM_WAND || kind->class == ITEM_STAFF) &&
	       (item->charges > 0 || !item_is_known(game, item)) &&
	       use_misaimed(game, item, command) == TEXT_COUNT;
}

static bool allows_with(struct game *game, const struct command *command)
{
	if (command->item >= CARRIED_MAX || game->pack.items[command->item].count == 0)
		return false;
	const struct item *item = &game->pack.items[command->item];
	enum item_class class = (enum item_class)item_kind(game, item)->class;
	switch (command->verb) {
	case VERB_DROP:
	case VERB_DROP_ONE:
		return allows_drop(game, item);
	case VERB_WIELD:
		return class == ITEM_WEAPON;
	case VERB_WEAR:
		return allows_wear(game, item);
	case VERB_QUAFF:
		return class == ITEM_POTION;
	case VERB_READ:
		return allows_read(game, item);
	case VERB_EAT:
		return class == ITEM_FOOD && !item_too_full(game);
	case VERB_THROW:
		return may_part_with(game, item) &&
		       item_misaimed(game, command, THROW_REACH, TEXT_TOO_FAR) == TEXT_COUNT;
	case VERB_FIRE:
		return allows_fire(game, item, command);
	case VERB_USE:
		return allows_use(game, item, command);
	default:
		return allows_zap(game, item, command);
	}
}

static bool allows_cast(const struct game *game, const struct command *command)
{
	return spell_forbidden(game, command->item) == TEXT_COUNT &&
	       spell_misaimed(game, &game->content->spells[command->item], command->x,
		       command->y) == TEXT_COUNT;
}

/* ---- All of them ---- */

bool game_allows(struct game *game, const struct command *command)
{
	if (command->verb >= VERB_COUNT || command->direction >= DIR_COUNT || !game_going(game) ||
		game->clock.now >= TICKS_MAX || game->content->muted.verbs >> command->verb & 1)
		return false;
	switch (command->verb) {
	case VERB_STEP:
		return allows_step(game, command);
	case VERB_OPEN:
	case VERB_CLOSE:
		return allows_door(game, command, command->verb == VERB_OPEN);
	case VERB_TALK:
		return talk_allowed(game, command->direction);
	case VERB_PICK_UP:
		return allows_pick_up(game, command);
	case VERB_CAST:
		return allows_cast(game, command);
	case VERB_CHOOSE:
		return allows_choice(game, command);
	case VERB_DEBUG:
		return game->birth.debug && command->number < DEBUG_VIEW_COUNT;
	case VERB_WAIT:
	case VERB_SEARCH:
	case VERB_QUIT:
	case VERB_UP:
	case VERB_DOWN:
		return game_legal(game, (enum verb)command->verb);
	default:
		return allows_with(game, command);
	}
}
