/* Bonuses of the hero: from gear in use, its affixes and the talents taken. */
#include "engine/rules/rules.h"

#include <stdio.h>
#include <string.h>

#define STIRS_OFTEN 100 /* turns in which the report of a bonus status is not repeated */

/* Returns the bonuses of an item in use: nth 0 of its kind, 1 of its affix. NULL if there are
 * none. */
static const struct bonuses *bonuses_of_item(const struct game *game, int slot, int nth)
{
	const struct item *item = &game->pack.items[slot];
	if (!(item->flags & (ITEM_WIELDED | ITEM_WORN)))
		return NULL;
	if (nth == 0)
		return &item_kind(game, item)->bonus_set;
	return nth == 1 && item->affix > 0 ? &game->content->affixes[item->affix - 1].bonus_set
					   : NULL;
}

/* Returns the first talent taken from `talent` on, or the number of talents. Few are taken, so it
 * tests eight at once. */
static int next_talent(const struct game *game, int talent)
{
	const int count = game->content->counts.talents;
	uint64_t eight = 0;
	for (; talent + 8 <= count && eight == 0; talent += eight == 0 ? 8 : 0)
		memcpy(&eight, game->knowledge.talents + talent, sizeof eight);
	while (talent < count && !game->knowledge.talents[talent])
		talent++;
	return talent;
}

/* Iterates all bonuses; *place starts at 0. Returns NULL at the end. */
static const struct bonuses *next_bonuses(const struct game *game, int *place)
{
	const int of_items = 2 * PACK_MAX;
	while (*place < of_items) {
		int at = (*place)++;
		/* Skip items that are not in use. Most are not, and this runs often. */
		if (!(game->pack.items[at / 2].flags & (ITEM_WIELDED | ITEM_WORN))) {
			*place = 2 * (at / 2 + 1);
			continue;
		}
		const struct bonuses *bonus_set = bonuses_of_item(game, at / 2, at % 2);
		if (bonus_set != NULL)
			return bonus_set;
	}
	int talent = next_talent(game, *place - of_items);
	*place = of_items + talent + 1;
	return talent < game->content->counts.talents ? &game->content->talents[talent].bonus_set
						      : NULL;
}

static int amount_of(const struct bonuses *bonus_set, enum bonus bonus)
{
	int sum = 0;
	for (int i = 0; i < bonus_set->bonus_count; i++)
		if (bonus_set->bonuses[i].bonus == bonus)
			sum += bonus_set->bonuses[i].amount;
	return sum;
}

/* Upper limits of bonuses that would be too strong at a hundred percent; 0: no limit. */
static const int16_t most_of[BONUS_COUNT] = {
	[BONUS_QUICK] = 50,
	[BONUS_BLOCK] = 50,
	[BONUS_RIPOSTE] = 60,
	[BONUS_FOLLOW] = 60,
	[BONUS_DOUBLE_SHOT] = 75,
	[BONUS_CATCH] = 75,
	[BONUS_THRIFT] = 50,
	[BONUS_RECALL] = 60,
	[BONUS_SALVAGE] = 60,
};

int bonus_of(const struct game *game, enum bonus bonus)
{
	int sum = 0, place = 0;
	for (const struct bonuses *bonus_set = next_bonuses(game, &place); bonus_set != NULL;
		bonus_set = next_bonuses(game, &place))
		sum += amount_of(bonus_set, bonus);
	return most_of[bonus] > 0 && sum > most_of[bonus] ? most_of[bonus] : sum;
}

int bonus_shown(const struct game *game, enum bonus bonus)
{
	int sum = bonus_of(game, bonus);
	for (int slot = 0; slot < PACK_MAX; slot++) {
		const struct bonuses *secret = bonuses_of_item(game, slot, 1);
		if (secret != NULL && !(game->pack.items[slot].flags & ITEM_KNOWN))
			sum -= amount_of(secret, bonus);
	}
	return sum;
}

uint32_t bonuses_traits(const struct game *game)
{
	uint32_t traits = 0;
	int place = 0;
	for (const struct bonuses *bonus_set = next_bonuses(game, &place); bonus_set != NULL;
		bonus_set = next_bonuses(game, &place))
		traits |= bonus_set->grants;
	return traits;
}

/* True if the moment's effect acts on the other creature, not on the hero. */
static bool moment_is_others(enum moment moment)
{
	return moment == MOMENT_HIT || moment == MOMENT_SHOT || moment == MOMENT_BACKSTAB ||
	       moment == MOMENT_STRUCK;
}

/* Writes the name of the talent or item that next_bonuses returned last; `place` is the position
 * after it. Writes "" for an affix that the hero does not know. */
static void giver(const struct game *game, int place, char *name, size_t size)
{
	int at = place - 1;
	*name = '\0';
	if (at >= 2 * PACK_MAX)
		snprintf(name, size, "%s", game->content->talents[at - 2 * PACK_MAX].name);
	else if (at % 2 == 0 || (game->pack.items[at / 2].flags & ITEM_KNOWN))
		item_name(game, &game->pack.items[at / 2], ARTICLE_THE, name, size);
}

/* Reports a helpful status by its source, if it starts now and was not reported in the last
 * STIRS_OFTEN turns. True if the effect itself must not report. */
static bool tells_gift(struct game *game, const struct occasion *occasion, int place)
{
	enum status status = effect_status((enum effect)occasion->effect.row);
	char name[ITEM_NAME_SIZE], text[24], said[120];
	if (status == STATUS_COUNT || status_is_ill(status))
		return false;
	if (creature_has(game, HERO, status))
		return true;
	giver(game, place, name, sizeof name);
	if (*name == '\0')
		return message_said(
			game, word_effect_you((enum effect)occasion->effect.row), STIRS_OFTEN);
	words_expand(game->content, word_status(status), NULL, text, sizeof text);
	struct word_facts facts = {.item = name, .text = text};
	words_expand(game->content, TEXT_GIFT_STIRS, &facts, said, sizeof said);
	if (!message_ended(game, said, STIRS_OFTEN))
		message_say(game, TEXT_GIFT_STIRS, &facts);
	return true;
}

static void happen(
	struct game *game, const struct occasion *occasion, struct handle handle, int place)
{
	int slot = creature_of(game, handle);
	if (slot < 0 || !game_going(game) ||
		!draw_percent(game, PURPOSE_EFFECTS, occasion->percent))
		return;
	const struct creature *body = &game->creatures[slot];
	bool quiet = game->report.effects_quiet;
	game->report.effects_quiet |= slot == HERO && tells_gift(game, occasion, place);
	effect_apply(game, &occasion->effect, body->x, body->y, HERO, NULL);
	game->report.effects_quiet = quiet;
}

void bonuses_moment(struct game *game, enum moment moment, int target)
{
	struct handle handle = creature_handle(game, moment_is_others(moment) ? target : HERO);
	int place = 0;
	for (const struct bonuses *bonus_set = next_bonuses(game, &place); bonus_set != NULL;
		bonus_set = next_bonuses(game, &place))
		for (int i = 0; i < bonus_set->occasion_count; i++)
			if (bonus_set->occasions[i].moment == moment)
				happen(game, &bonus_set->occasions[i], handle, place);
}

bool bonuses_stand_fast(struct game *game, int slot)
{
	int percent = slot == HERO ? bonus_of(game, BONUS_STEADFAST) : 0;
	return percent > 0 && draw_percent(game, PURPOSE_EFFECTS, percent);
}

/* ---- Stored bonuses ---- */

#define HEALTH_TAKEN_MOST 30

/* Returns `given`, at least `least`. Penalties never exceed the hero's initial maximum: otherwise
 * the part cut off at the bottom would come back when the item is taken off. */
static int at_least(int given, int least)
{
	return given < least ? least : given;
}

static int health_to_give(const struct game *game)
{
	int own = combat_health_at(game->content, 1) - 1;
	return at_least(
		bonus_of(game, BONUS_HEALTH), own < HEALTH_TAKEN_MOST ? -own : -HEALTH_TAKEN_MOST);
}

static int mana_to_give(const struct game *game)
{
	return at_least(bonus_of(game, BONUS_MANA), -game->content->birth.mana);
}

/* Adjusts a maximum to the bonus `to_give` instead of *given, not below `least`, and cuts the value
 * to it. */
static void settle(int16_t *value, int16_t *most, int16_t *given, int to_give, int least)
{
	int settled = *most + to_give - *given;
	*most = (int16_t)(settled < least ? least : settled < MANA_MOST ? settled : MANA_MOST);
	*given = (int16_t)to_give;
	if (*value > *most)
		*value = *most;
}

void bonuses_load(struct game *game)
{
	game->derived.bonuses.traits = bonuses_traits(game);
	game->derived.bonuses.health = (int16_t)health_to_give(game);
	game->derived.bonuses.mana = (int16_t)mana_to_give(game);
}

void bonuses_settle(struct game *game)
{
	struct creature *body = game_hero(game);
	struct hero *hero = &game->hero;
	game->derived.bonuses.traits = bonuses_traits(game);
	settle(&body->health, &body->health_max, &game->derived.bonuses.health,
		health_to_give(game), 1);
	settle(&hero->mana, &hero->mana_max, &game->derived.bonuses.mana, mana_to_give(game), 0);
}
