/*
 * The odds of a fight, as the hero may reckon them by looking: chances, what a blow takes, and how
 * many it takes to an end.
 *
 * Of himself he knows what he was told: a plus that he has not found out is none.  Of others he
 * knows what their kind does and how hurt this one looks, not what luck gave it.  No rule asks
 * this.
 */
#include "engine/view/view_parts.h"
#include "engine/rules/combat_private.h"

#define MOST UINT8_MAX

/* What dice give on the average, times two so that halves count. */
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

/* How many that hit it takes as a rule; the first counts for more where nobody expects it. */
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
