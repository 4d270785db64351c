/* Noise: a player who presses anything, from a small generator of his own. */
#ifndef TRAPDOOR_TESTS_NOISE_H
#define TRAPDOOR_TESTS_NOISE_H

#include "engine/rules/rules.h"

struct noise {
	uint64_t state;
};

static inline unsigned noise_below(struct noise *noise, unsigned bound)
{
	noise->state = noise->state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(noise->state >> 33) % bound;
}

/* Mostly steps; anything else now and then, with arguments that are often wrong.  He neither quits
 * nor leaves. */
static inline struct command noise_command(struct noise *noise, const struct game *game)
{
	struct command command = {
		.verb = VERB_STEP, .direction = (uint8_t)noise_below(noise, DIR_COUNT)};
	if (noise_below(noise, 100) < 70)
		return command;
	command.verb = (uint8_t)noise_below(noise, VERB_COUNT);
	if (command.verb == VERB_QUIT || (command.verb == VERB_UP && game->depth == 1))
		command.verb = VERB_WAIT;
	command.item = (uint8_t)noise_below(noise, 12);
	command.number = (uint8_t)noise_below(noise, 8);
	command.x = (int16_t)((int)noise_below(noise, 100) - 10);
	command.y = (int16_t)((int)noise_below(noise, 40) - 10);
	return command;
}

/* Puts the hero on stairs now and then, so that noise reaches other depths; part of the state, so
 * saves see it. */
static inline void noise_lift(struct noise *noise, struct game *game)
{
	struct creature *hero = game_hero(game);
	if (noise_below(noise, 60) != 0 || !game_going(game))
		return;
	hero->health = hero->health_max;
	game->hero.food = 900;
	int x = game->level->down_x, y = game->level->down_y;
	if (x >= 0 && creature_at(game, x, y) < 0) {
		creature_move(game, HERO, x, y);
		senses_look(game);
	}
}

#endif
