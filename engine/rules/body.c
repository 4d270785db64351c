/* The hero's body each turn: hunger, healing and starvation. */
#include "engine/rules/rules.h"

#define FOOD_HUNGRY 300
/* Turns in which full health, and full mana, regenerate. */
#define HEALING_TURNS 300
#define MANA_TURNS 400

enum hunger body_hunger(const struct game *game)
{
	int food = game->hero.food;
	return food == 0             ? HUNGER_STARVING
	       : food <= FOOD_WEAK   ? HUNGER_WEAK
	       : food <= FOOD_HUNGRY ? HUNGER_HUNGRY
				     : HUNGER_FED;
}

int body_might(const struct game *game)
{
	return game->hero.might + bonus_of(game, BONUS_MIGHT) -
	       (body_hunger(game) >= HUNGER_WEAK ? WEAK_MIGHT : 0) -
	       (creature_has(game, HERO, STATUS_WEAK) ? WEAKENED_MIGHT : 0);
}

int body_eat(struct game *game, int food)
{
	food = food * game->derived.handicaps.feeds / 100;
	int room = BODY_FOOD_MOST - game->hero.food;
	int eaten = food < room ? food : room;
	game->hero.food += eaten;
	return eaten;
}

/* Adds `most` to the fraction *part (percent `faster`), and one point to *value for each whole
 * `turns` in it. */
static void refill(int16_t *value, int16_t most, uint16_t *part, int turns, int faster)
{
	if (*value >= most) {
		*part = 0;
		return;
	}
	int gained = most * (100 + faster) / 100;
	*part = (uint16_t)(*part + (gained > 0 ? gained : 0));
	*value = (int16_t)(*value + *part / turns);
	*part = (uint16_t)(*part % turns);
	if (*value > most)
		*value = most;
}

/* Returns the food consumed in this turn: 1, plus or minus BONUS_APPETITE percent spread over
 * turns. */
static int appetite(const struct game *game)
{
	int percent = bonus_of(game, BONUS_APPETITE);
	int64_t turn = game_turn(game);
	percent = percent < -100 ? -100 : percent;
	int share = percent < 0 ? -percent : percent;
	int more = (int)((turn + 1) * share / 100 - turn * share / 100);
	return percent < 0 ? 1 - more : 1 + more;
}

static void grow_hungry(struct game *game)
{
	static const enum text_id shown[] = {[HUNGER_HUNGRY] = TEXT_HUNGRY,
		[HUNGER_WEAK] = TEXT_WEAK,
		[HUNGER_STARVING] = TEXT_STARVING};
	if (game->hero.food == 0)
		return;
	enum hunger before = body_hunger(game);
	int eaten = appetite(game);
	game->hero.food -= eaten < game->hero.food ? eaten : game->hero.food;
	enum hunger after = body_hunger(game);
	if (after == before)
		return;
	event_add(game, EVENT_HUNGER, 0, game_hero(game)->x, game_hero(game)->y, after, "");
	message_say(game, shown[after], NULL);
}

static void suffer(struct game *game)
{
	if (game->hero.food == 0 && game_turn(game) % STARVING_EVERY == 0) {
		message_say(game, TEXT_STARVING_HURTS, NULL);
		combat_harm(game, HERO, 1, -1, HARM_HUNGER, NULL);
	}
}

/* Returns the turns in which full mana regenerates. */
static int mana_turns(const struct game *game)
{
	int percent = 100 + bonus_of(game, BONUS_MANA_RETURN);
	return MANA_TURNS * 100 / (percent > 10 ? percent : 10);
}

void body_turn(struct game *game)
{
	struct creature *body = game_hero(game);
	grow_hungry(game);
	suffer(game);
	if (!game_going(game))
		return;
	if (body_hunger(game) < HUNGER_WEAK && !creature_has(game, HERO, STATUS_POISONED))
		refill(&body->health, body->health_max, &game->hero.health_part, HEALING_TURNS,
			bonus_of(game, BONUS_HEALING));
	lamp_turn(game);
	/* A starving hero regains neither mana nor charges, so that nobody can live on magic. */
	if (body_hunger(game) < HUNGER_STARVING) {
		item_rest_turn(game);
		refill(&game->hero.mana, game->hero.mana_max, &game->hero.mana_part,
			mana_turns(game), 0);
	}
	creature_pass_turn(game, HERO);
}
