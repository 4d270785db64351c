/*
 * Calls of auto-move that need a view, each with a view of its own.
 */
#ifndef TRAPDOOR_TESTS_STEERING_H
#define TRAPDOOR_TESTS_STEERING_H

#include "engine/auto/auto.h"
#include "engine/engine.h"

static inline bool auto_step(
	struct auto_move *automove, const struct game *game, struct command *command)
{
	struct view view;
	return auto_next(automove, game, &view, command);
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
