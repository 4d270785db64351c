/* Conducts: what the hero has never done in this run. */
#include "engine/rules/rules.h"

#include <stdio.h>
#include <string.h>

static const unsigned verbs_of[CONDUCT_COUNT] = {
#define ROW(id, word, verbs) [CONDUCT_##id] = verbs,
	ENGINE_CONDUCTS(ROW)
#undef ROW
};

_Static_assert(VERB_COUNT <= 32, "a row of conducts has a bit for each verb");
_Static_assert(CONDUCT_COUNT <= 16, "the state has a bit for each conduct");

bool conduct_end(struct game *game, enum conduct conduct)
{
	bool shown = conducts_shown(game) >> conduct & 1;
	if (game->content->muted.conducts >> conduct & 1)
		return false;
	game->hero.broken |= (uint16_t)(1u << conduct);
	return shown;
}

unsigned conducts_of_verb(unsigned verb)
{
	unsigned conducts = 0;
	for (int conduct = 0; conduct < CONDUCT_COUNT; conduct++)
		conducts |= (verbs_of[conduct] >> verb & 1) << conduct;
	return conducts;
}

unsigned conducts_shown(const struct game *game)
{
	int deepest = game->hero.deepest;
	bool home = game->ending.outcome == OUTCOME_LEFT || game->ending.outcome == OUTCOME_WON;
	bool shown = deepest >= CONDUCTS_FROM || (home && deepest > 1);
	return shown ? CONDUCTS_ALL & ~game->hero.broken : 0;
}

unsigned conducts_at_risk(const struct game *game, bool unaware)
{
	unsigned risked = 1u << CONDUCT_BLOW | 1u << CONDUCT_KILL;
	return conducts_shown(game) & (risked | (unaware ? 1u << CONDUCT_AMBUSH : 0));
}

void game_conducts_text(const struct content *content, unsigned conducts, char *text, size_t size)
{
	size_t length = 0;
	text[0] = '\0';
	for (int conduct = 0; conduct < CONDUCT_COUNT; conduct++) {
		char name[80];
		if (!(conducts >> conduct & 1) || length >= size)
			continue;
		words_expand(content, (enum text_id)(TEXT_CONDUCT_KILL + conduct), NULL, name,
			sizeof name);
		length += (size_t)snprintf(
			text + length, size - length, "%s%s", length > 0 ? ", " : "", name);
	}
}
