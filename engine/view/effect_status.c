/* The effects of the hero's statuses, including hunger and deep water. */
#include "engine/view/line_parts.h"

#include <stdio.h>
#include <string.h>

static bool status_state(const struct game *game, enum status status, struct state_line *state)
{
	char figure[24];
	dice_text(status_figure(status), figure, sizeof figure);
	state->turns = game->creatures[HERO].status[status];
	state->ill = status_is_ill(status);
	lines_expand(game->content, (enum line)(LINE_BRIEF + status), NULL, state->brief,
		sizeof state->brief);
	words_expand(game->content, word_status(status), NULL, state->word, sizeof state->word);
	lines_expand(game->content, (enum line)(LINE_STATUS + status),
		&(struct word_facts){.text = figure}, state->text, sizeof state->text);
	return true;
}

static bool hunger_state(const struct game *game, struct state_line *state)
{
	static const struct {
		enum text_id word;
		enum line line, brief;
		int number;
	} states[] = {
		[HUNGER_HUNGRY] = {TEXT_STATE_HUNGRY, LINE_HUNGRY, LINE_BRIEF_HUNGRY, FOOD_WEAK},
		[HUNGER_WEAK] = {TEXT_STATE_WEAK, LINE_HUNGER_WEAK, LINE_BRIEF_HUNGER_WEAK,
			WEAK_MIGHT},
		[HUNGER_STARVING] = {
			TEXT_STATE_STARVING, LINE_STARVING, LINE_BRIEF_STARVING, STARVING_EVERY}};
	enum hunger hunger = body_hunger(game);
	if (hunger == HUNGER_FED)
		return false;
	state->ill = true;
	lines_expand(game->content, states[hunger].brief, NULL, state->brief, sizeof state->brief);
	words_expand(game->content, states[hunger].word, NULL, state->word, sizeof state->word);
	lines_expand(game->content, states[hunger].line,
		&(struct word_facts){.number = states[hunger].number}, state->text,
		sizeof state->text);
	return true;
}

static bool swim_state(const struct game *game, struct state_line *state)
{
	const struct creature *hero = &game->creatures[HERO];
	const struct terrain_kind *ground = game_terrain(game, hero->x, hero->y);
	if (!(ground->flags & TERRAIN_WATER) || !terrain_harms(game, HERO, ground))
		return false;
	state->ill = true;
	lines_expand(game->content, LINE_BRIEF_SWIMS, NULL, state->brief, sizeof state->brief);
	words_expand(game->content, TEXT_STATE_SWIMS, NULL, state->word, sizeof state->word);
	lines_expand(game->content, LINE_SWIMS, NULL, state->text, sizeof state->text);
	return true;
}

bool game_state_line(const struct game *game, size_t nth, struct state_line *state)
{
	*state = (struct state_line){.turns = 0};
	if (swim_state(game, state) && nth-- == 0)
		return true;
	*state = (struct state_line){.turns = 0};
	if (hunger_state(game, state) && nth-- == 0)
		return true;
	*state = (struct state_line){.turns = 0};
	for (size_t i = 0; i < STATUS_COUNT; i++)
		if (creature_has(game, HERO, view_status_in_order(i)) && nth-- == 0)
			return status_state(game, view_status_in_order(i), state);
	return false;
}
