/*
 * Choices: one heirloom of three at birth, one talent of three at each of the levels 2 to 9.
 *
 * What is offered depends on seed, content and the choices made before alone, so nothing of it is
 * saved but how many were made.
 */
#include "rules.h"

enum choice_kind choice_now(
	const struct game *game, uint16_t options[VIEW_CHOICES_MAX], size_t *count)
{
	(void)game;
	(void)options;
	*count = 0;
	return CHOICE_NONE;
}

enum verdict act_choose(struct game *game, const struct command *command)
{
	(void)command;
	return act_refuse(game, WORD_NOTHING_TO_CHOOSE, NULL);
}
