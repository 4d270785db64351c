/*
 * Hints: the use of a known item or spell, and the worth of gear, as far as the hero knows.
 *
 * They reveal no more than its description.  Screens may sort by them, and bots use them.
 */
#include "engine/view/view_parts.h"

/* True if the pack has ammunition for a launcher. */
static bool is_loaded(const struct game *game, const struct item_kind *launcher)
{
	for (int slot = 0; slot < PACK_MAX && launcher->shot.launches != KIND_NONE; slot++)
		if (game->pack.items[slot].count > 0 &&
			item_kind(game, &game->pack.items[slot])->shot.ammunition ==
				launcher->shot.launches)
			return true;
	return false;
}

enum view_hint hint_of_item(const struct game *game, const struct item *item)
{
	const struct item_kind *kind = item_kind(game, item);
	if (!item_is_known(game, item))
		return HINT_NONE;
	if ((kind->harmful && (kind->bursts || kind->class == ITEM_POTION)) ||
		(kind->bursts && kind->class == ITEM_TOOL))
		return HINT_BURST;
	if (kind->class == ITEM_LAMP && kind->light > 0)
		return HINT_LIGHT;
	if (kind->class == ITEM_LETTER)
		return game->knowledge.items[item->kind] ? HINT_NONE : HINT_LASTING;
	if (is_loaded(game, kind))
		return HINT_HARM;
	if (kind->class == ITEM_BOOK && kind->book.count > 0)
		return HINT_LASTING;
	return kind->harmful ? HINT_NONE
			     : hint_of_effects(kind->use.effects, kind->use.effect_count);
}

/* ---- Gear ---- */

#define WORTH_GIFT 3 /* worth of a bonus, in points of guard or damage */

static int worth_of_bonuses(const struct bonuses *bonus_set)
{
	int worth = bonus_set->occasion_count + (bonus_set->grants != 0);
	for (int i = 0; i < bonus_set->bonus_count; i++) {
		bool quiet = bonus_set->bonuses[i].bonus == BONUS_NOISE ||
			     bonus_set->bonuses[i].bonus == BONUS_APPETITE;
		worth += (bonus_set->bonuses[i].amount > 0) != quiet ? 1 : -1;
	}
	return WORTH_GIFT * worth;
}

int hint_worth(const struct game *game, const struct item *item)
{
	const struct item_kind *kind = item_kind(game, item);
	bool known = item->flags & ITEM_KNOWN;
	int plus = known ? item->plus : 0;
	int missing = kind->gear.might - body_might(game);
	int worth = worth_of_bonuses(&kind->bonus_set) + 2 * plus;
	if (!item_is_gear(kind) || kind->stacks)
		return 0;
	if (known && item->affix > 0)
		worth += worth_of_bonuses(&game->content->affixes[item->affix - 1].bonus_set);
	if (kind->class == ITEM_WEAPON)
		worth += kind->weapon.damage.number * (kind->weapon.damage.sides + 1) +
			 2 * kind->weapon.damage.modifier + kind->gear.accuracy / 4;
	else
		worth += 2 * kind->gear.guard + kind->light;
	worth -= kind->gear.noise / 2 + (missing > 0 ? 2 * missing : 0);
	return worth;
}
