/*
 * Calls of auto-move that need a view, each with a view of its own.
 */
#ifndef TRAPDOOR_TESTS_STEERING_H
#define TRAPDOOR_TESTS_STEERING_H

#include "engine/auto/steer.h"
#include "engine/engine.h"

static inline bool steer_step(struct steer *steer, const struct game *game, struct command *command)
{
	struct view view;
	return steer_next(steer, game, &view, command);
}

static inline int steps_to(const struct game *game, int x, int y)
{
	struct view view;
	game_view(game, &view);
	return game_steps_to(game, &view, x, y);
}

static inline bool gate_shuts(const struct game *game)
{
	struct view view;
	game_view(game, &view);
	return game_gate_shuts(game, &view);
}

#endif
