/* Verbs about the run itself: quit, and the debugging views. */
#include "engine/rules/rules.h"

enum verdict act_quit(struct game *game, const struct command *command)
{
	char cause[sizeof game->ending.cause];
	(void)command;
	message_say(game, TEXT_YOU_QUIT, NULL);
	words_expand(game->content, TEXT_CAUSE_QUIT, &(struct word_facts){.number = game->depth},
		cause, sizeof cause);
	result_end(game, OUTCOME_QUIT, "", cause);
	return VERDICT_SPENT;
}

static const char *const debug_names[DEBUG_VIEW_COUNT] = {
#define ROW(id, word) [DEBUG_##id] = word,
	ENGINE_DEBUG_VIEWS(ROW)
#undef ROW
};

enum verdict act_debug(struct game *game, const struct command *command)
{
	if (!game->birth.debug)
		return act_refuse(game, TEXT_NO_DEBUG, NULL);
	if (command->number >= DEBUG_VIEW_COUNT)
		return act_refuse(game, TEXT_NO_COMMAND, NULL);
	game->debug ^= (uint8_t)(1 << command->number);
	game->marked = true;
	bool on = game->debug & 1 << command->number;
	message_say(game, on ? TEXT_DEBUG_ON : TEXT_DEBUG_OFF,
		&(struct word_facts){.text = debug_names[command->number]});
	return VERDICT_FREE;
}
