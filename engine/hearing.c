/* Hearing: what the hero is told of those whom he does not see. */
#include "rules.h"

#define HEARING_NEAR 5
#define HEARING_FAR 14
/* Footsteps are told of once in so many turns. */
#define HEARING_EVERY 30

static void tell(struct game *game, enum word word, int x, int y)
{
	const struct creature *hero = game_hero(game);
	char where[32];
	words_expand(
		game->content, word_towards(x - hero->x, y - hero->y), NULL, where, sizeof where);
	event_add(game, EVENT_HEARD, game->content->unseen_look, hero->x, hero->y, 0, "");
	message_say(game, word, &(struct word_facts){.text = where});
}

/* A sound at a place, when it carries to the hero and he does not see what makes it. */
static bool carries(struct game *game, int x, int y)
{
	const struct creature *hero = game_hero(game);
	if (distance_between(hero->x, hero->y, x, y) > HEARING_FAR ||
		senses_hero_sees_cell(game, x, y))
		return false;
	ways_sound(&game->ways, hero->x, hero->y, HEARING_FAR);
	return ways_heard_at(&game->ways, x, y);
}

void hearing_door(struct game *game, int x, int y)
{
	if (carries(game, x, y))
		tell(game, WORD_HEARD_DOOR, x, y);
}

void hearing_fight(struct game *game, int x, int y)
{
	if (carries(game, x, y))
		tell(game, WORD_HEARD_FIGHT, x, y);
}

/* The nearest that is up and about out of sight, -1 when all is quiet. */
static int nearest_heard(struct game *game)
{
	const struct creature *hero = game_hero(game);
	int nearest = -1, least = HEARING_FAR + 1;
	for (int slot = HERO + 1; slot < game->creature_top; slot++) {
		const struct creature *creature = &game->creatures[slot];
		bool still = (creature->flags & CREATURE_ASLEEP) || creature->heading == DIR_COUNT;
		if (!creature->alive || still || senses_hero_sees(game, slot))
			continue;
		int distance = distance_between(hero->x, hero->y, creature->x, creature->y);
		if (distance < least && ways_heard_at(&game->ways, creature->x, creature->y)) {
			least = distance;
			nearest = slot;
		}
	}
	return nearest;
}

void hearing_turn(struct game *game)
{
	const struct creature *hero = game_hero(game);
	if (game_turn(game) < game->next_heard || game->creature_top == HERO + 1)
		return;
	ways_sound(&game->ways, hero->x, hero->y, HEARING_FAR);
	int slot = nearest_heard(game);
	if (slot < 0)
		return;
	const struct creature *creature = &game->creatures[slot];
	bool near = distance_between(hero->x, hero->y, creature->x, creature->y) <= HEARING_NEAR;
	tell(game, near ? WORD_HEARD_NEAR : WORD_HEARD_FAR, creature->x, creature->y);
	game->next_heard = game_turn(game) + HEARING_EVERY;
}
