/*
 * Verbs for items that are used and kept: charms, tools, lamps, wands and staffs.
 *
 * Their effects act where the aim says (aim.c). A charm rests after use. A wand has a limited
 * number of charges; a staff regains its charges one by one. A tool wears down or is used up.
 */
#include "engine/rules/command_check.h"

#define NOISE_HANDLING 3
#define NOISE_ZAPPING 7

/* ---- Charges and wear ---- */

bool item_regains(const struct item_kind *kind)
{
	return kind->class == ITEM_STAFF && kind->use.rest > 0;
}

void item_wear_down(struct game *game, int slot)
{
	struct item *item = &game->pack.items[slot];
	const struct item_kind *kind = item_kind(game, item);
	if (kind->use.rest > 0 && (item->resting == 0 || !item_regains(kind)))
		item->resting = (uint16_t)kind->use.rest;
	if (dice_most(kind->use.charges) > 0 && item->charges > 0)
		item->charges--;
	bool spent = kind->stacks || (dice_most(kind->use.charges) > 0 && item->charges == 0);
	if (kind->class != ITEM_TOOL || !spent)
		return;
	struct item gone = item_from_pack(game, slot, 1);
	if (!kind->stacks)
		message_item(game, TEXT_TOOL_SPENT, &gone);
}

/* Gives a staff one charge back, and starts the rest for the next one if any is missing. */
static void regain(struct item *item, const struct item_kind *kind)
{
	int most = dice_most(kind->use.charges);
	if (item->charges < most)
		item->charges++;
	item->resting = (uint16_t)(item->charges < most ? kind->use.rest : 0);
}

void item_rest_turn(struct game *game)
{
	for (int i = 0; i < PACK_MAX; i++) {
		struct item *item = &game->pack.items[i];
		const struct item_kind *kind = item_kind(game, item);
		if (item->resting == 0 || kind->class == ITEM_LAMP)
			continue;
		if (--item->resting > 0)
			continue;
		if (item_regains(kind))
			regain(item, kind);
		else
			message_item(game, TEXT_RESTED, item);
	}
}

/* ---- Aimed ---- */

static enum text_id misaimed(
	const struct game *game, const struct command *command, enum aim aim, int range)
{
	const struct creature *hero = &game->creatures[HERO];
	int x = command->x, y = command->y;
	if (aim == AIM_SELF || aim == AIM_WHOLE)
		return TEXT_COUNT;
	if (!level_inside(game->level, x, y) || (x == hero->x && y == hero->y))
		return TEXT_NOT_THERE;
	if (aim == AIM_CELL && !senses_hero_sees_cell(game, x, y))
		return TEXT_NOT_THERE;
	return aim == AIM_CELL && distance_between(hero->x, hero->y, x, y) > range
		       ? TEXT_TOO_FAR_TO_REACH
		       : TEXT_COUNT;
}

/* An unknown item may be aimed at any cell: a refusal would reveal its kind. */
enum text_id use_misaimed(
	const struct game *game, const struct item *item, const struct command *command)
{
	const struct item_kind *kind = item_kind(game, item);
	if (item_is_known(game, item))
		return misaimed(game, command, (enum aim)kind->use.aim, kind->use.range);
	return level_inside(game->level, command->x, command->y) ? TEXT_COUNT : TEXT_NOT_THERE;
}

/* Applies the item's effects where the command aims. True if the hero could see a result. An
 * unknown item aimed out of reach has none. */
static bool apply(struct game *game, const struct item_kind *kind, const struct command *command,
	const char *name)
{
	if (misaimed(game, command, (enum aim)kind->use.aim, kind->use.range) != TEXT_COUNT)
		return false;
	return aim_apply(game, &(struct aiming){.aim = (enum aim)kind->use.aim,
				       .range = kind->use.range,
				       .appearance = kind->appearance,
				       .subject = kind->id,
				       .effects = kind->use.effects,
				       .count = kind->use.effect_count,
				       .source = HERO,
				       .x = command->x,
				       .y = command->y,
				       .item = name});
}

/* Reports that a use had no effect: names the visible creature at (x, y), if any. */
void use_report_nothing(struct game *game, int x, int y)
{
	int slot = level_inside(game->level, x, y) ? creature_at(game, x, y) : -1;
	if (slot > HERO && senses_shows(game, slot))
		message_say(game, TEXT_TAKES_NO_NOTICE,
			&(struct word_facts){.target = message_actor(game, slot)});
	else
		message_say(game, TEXT_NOTHING_HAPPENS, NULL);
}

/* Wears the item down and applies its effects. The hero learns the kind if an effect was visible.
 * Afterwards the slot may be empty. */
static void do_effects(
	struct game *game, int slot, const struct command *command, enum text_id word)
{
	uint16_t index = game->pack.items[slot].kind;
	const struct item_kind *kind = &game->content->items[index];
	char name[64];
	message_item(game, word, &game->pack.items[slot]);
	words_name(name, sizeof name, ARTICLE_A, 1, kind->name, kind->plural);
	item_wear_down(game, slot);
	bool shown = apply(game, kind, command, name);
	if (!game_going(game))
		return;
	if (shown)
		item_learn(game, index);
	else
		use_report_nothing(game, command->x, command->y);
}

static enum verdict use_aimed(struct game *game, int slot, const struct command *command)
{
	const struct item *item = &game->pack.items[slot];
	enum text_id word = use_misaimed(game, item, command);
	if (item->resting > 0)
		return act_refuse(game, TEXT_STILL_RESTS, item);
	if (word != TEXT_COUNT)
		return act_refuse(game, word, NULL);
	do_effects(game, slot, command, TEXT_USED);
	return act_spend(game, NOISE_HANDLING);
}

/* ---- The verbs ---- */

static enum verdict use_tool(struct game *game, int slot, const struct command *command)
{
	const struct item_kind *kind = item_kind(game, &game->pack.items[slot]);
	if (kind->tool.crosses)
		return tool_cross(game, slot, command->x, command->y);
	if (kind->tool.works != TRIGGER_COUNT || kind->tool.opens)
		return tool_work(game, slot, command->x, command->y);
	if (kind->use.effect_count == 0)
		return act_refuse(game, TEXT_NOT_USABLE, &game->pack.items[slot]);
	return use_aimed(game, slot, command);
}

static const struct item *named(struct game *game, const struct command *command)
{
	if (command->item < CARRIED_MAX && game->pack.items[command->item].count > 0)
		return &game->pack.items[command->item];
	act_refuse(game, TEXT_NO_SUCH_ITEM, NULL);
	return NULL;
}

enum verdict act_use(struct game *game, const struct command *command)
{
	const struct item *item = named(game, command);
	if (item == NULL)
		return VERDICT_REFUSED;
	switch (item_kind(game, item)->class) {
	case ITEM_CHARM:
		return use_aimed(game, command->item, command);
	case ITEM_TOOL:
		return use_tool(game, command->item, command);
	case ITEM_LAMP:
		return lamp_use(game, command->item);
	default:
		return act_refuse(game, TEXT_NOT_USABLE, item);
	}
}

enum verdict act_zap(struct game *game, const struct command *command)
{
	const struct item *item = named(game, command);
	if (item == NULL)
		return VERDICT_REFUSED;
	const struct item_kind *kind = item_kind(game, item);
	if (kind->class != ITEM_WAND && kind->class != ITEM_STAFF)
		return act_refuse(game, TEXT_NOT_A_WAND, item);
	/* A known empty wand is refused for free. Trying an unknown one costs the turn. */
	if (item->charges == 0 && item_is_known(game, item))
		return act_refuse(game, TEXT_NO_CHARGE, item);
	enum text_id word = use_misaimed(game, item, command);
	if (word != TEXT_COUNT)
		return act_refuse(game, word, NULL);
	if (item->charges == 0) {
		message_item(game, TEXT_NO_CHARGE, item);
		return act_spend(game, NOISE_ZAPPING);
	}
	do_effects(game, command->item, command, TEXT_ZAPPED);
	return act_spend(game, NOISE_ZAPPING);
}
