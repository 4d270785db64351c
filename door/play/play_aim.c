/* The aim of the pending action and the path of its shot. */
#include "door/play/play_private.h"

bool play_aims(enum action action)
{
	return action == ACTION_THROW || action == ACTION_FIRE || action == ACTION_USE ||
	       action == ACTION_ZAP || action == ACTION_CAST;
}

struct command play_aimed(const struct play *play, int x, int y)
{
	return (struct command){.verb = (uint8_t)action_row((enum action)play->prompt.action)->verb,
		.item = play->prompt.item,
		.x = (int16_t)x,
		.y = (int16_t)y};
}

bool play_trajectory(struct play *play, struct trajectory *trajectory)
{
	struct command command;
	if (play->prompt.mode != MODE_CURSOR || !play_aims((enum action)play->prompt.action))
		return false;
	command = play_aimed(play, play->prompt.cursor_x, play->prompt.cursor_y);
	return game_trajectory(play->game, &command, trajectory);
}

bool play_is_enemy(const struct view_creature *creature)
{
	return !creature->ally && !creature->captive;
}

bool play_would_meet(struct play *play, const struct view_creature *creature)
{
	struct trajectory trajectory;
	struct command command = play_aimed(play, creature->x, creature->y);
	return game_trajectory(play->game, &command, &trajectory) && trajectory.reaches &&
	       !trajectory.too_far;
}

bool play_is_last_target(struct play *play, const struct view_creature *creature)
{
	return play->prompt.target && creature->id == play->prompt.target &&
	       play_is_enemy(creature) && play_would_meet(play, creature);
}
