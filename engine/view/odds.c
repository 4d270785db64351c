/*
 * The odds of a fight, as far as the hero can know: chances to hit, damage of a blow, and blows
 * until a death.
 *
 * An unknown plus of his gear counts as none.  Of a creature he knows the figures of its kind and
 * its visible health, not its random variation.  No rule uses the odds.
 */
#include "engine/view/view_parts.h"
#include "engine/rules/combat_private.h"

#define MOST UINT8_MAX

/* Twice the average roll of the dice, so that it is a whole number. */
static int twice_mean(struct dice dice)
{
	return dice.number * (dice.sides + 1) + 2 * dice.modifier;
}

static int divided_up(int amount, int by)
{
	int times = (amount + by - 1) / by;
	return times > MOST ? MOST : times;
}

/* ---- Its blows ---- */

static int typical_blow(const struct creature_kind *kind)
{
	int most = 0;
	for (int i = 0; i < kind->blow_count; i++) {
		int mean = twice_mean(kind->blows[i].dice) / 2;
		most = mean > most ? mean : most;
	}
	return most;
}

/* ---- His blows ---- */

/* The usual number of hits until death.  The first counts for more against an unaware creature. */
static int blows_to_fell(const struct game *game, int slot, const struct view_creature *view)
{
	int blow = twice_mean(combat_hero_damage(game, AS_KNOWN));
	int left = twice_mean(creature_kind(game, slot)->hits) * view->health_percent / 100;
	blow = blow > 2 ? blow : 2;
	left -= blow * combat_times_as(game, slot, AS_KNOWN);
	return left > 0 ? divided_up(left, blow) + 1 : 1;
}

void odds_look(const struct game *game, int slot, struct view_creature *view)
{
	int health = game->creatures[HERO].health, worst = risk_worst_blow(game, slot);
	int typical = typical_blow(creature_kind(game, slot)) * 100 / (health > 0 ? health : 1);
	view->hits_you = (uint8_t)combat_shown_percent(game, slot, HERO);
	view->you_hit = (uint8_t)combat_shown_percent(game, HERO, slot);
	view->blow_percent = (uint8_t)(typical > 100 ? 100 : typical);
	view->kills_in = (uint8_t)(worst > 0 && health > 0 ? divided_up(health, worst) : 0);
	int falls = blows_to_fell(game, slot, view);
	view->falls_in = (uint8_t)(falls > MOST ? MOST : falls);
}
