/* Verbs for things that are used and kept: charms, tools and lamps; wands and staffs. */
#include "rules.h"

enum verdict act_use(struct game *game, const struct command *command)
{
	(void)command;
	return act_refuse(game, WORD_NOT_USABLE, NULL);
}

enum verdict act_zap(struct game *game, const struct command *command)
{
	(void)command;
	return act_refuse(game, WORD_NOT_A_WAND, NULL);
}
