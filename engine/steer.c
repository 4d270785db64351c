/* Steering: runs, travel, exploring and rest as primitive commands, from the view alone. */
#include "engine.h"

void steer_begin(struct steer *steer, enum steer_kind kind, int direction, int x, int y,
	const struct game *game)
{
	(void)game;
	*steer = (struct steer){.kind = (uint8_t)kind,
		.direction = (uint8_t)direction,
		.x = (int16_t)x,
		.y = (int16_t)y};
}

bool steer_next(struct steer *steer, struct game *game, struct command *command)
{
	(void)game;
	if (steer->kind != STEER_RUN || steer->steps++ > 0)
		return false;
	*command = (struct command){.verb = VERB_STEP, .direction = steer->direction};
	return true;
}
