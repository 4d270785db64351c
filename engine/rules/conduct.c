/* Conducts: what the hero has never done in this run. */
#include "engine/rules/combat_private.h"

#include <stdio.h>
#include <string.h>

static const unsigned verbs_of[CONDUCT_COUNT] = {
#define ROW(id, word, verbs) [CONDUCT_##id] = verbs,
	ENGINE_CONDUCTS(ROW)
#undef ROW
};

_Static_assert(VERB_COUNT <= 32, "a row of conducts has a bit for each verb");
_Static_assert(CONDUCT_COUNT <= 16, "the state has a bit for each conduct");

void conduct_break(struct game *game, enum conduct conduct)
{
	char text[80];
	bool shown = conducts_shown(game) >> conduct & 1;
	if (game->content->muted.conducts >> conduct & 1)
		return;
	game->hero.broken |= (uint16_t)(1u << conduct);
	if (!shown)
		return;
	game_conducts_text(game->content, 1u << conduct, text, sizeof text);
	message_say(game, TEXT_CONDUCT_BROKEN, &(struct word_facts){.text = text});
}

void conduct_attack(struct game *game, int slot)
{
	if (combat_unaware(game, slot) && !(game->creatures[slot].flags & CREATURE_ALLY))
		conduct_break(game, CONDUCT_AMBUSH);
}

void conduct_of_verb(struct game *game, unsigned verb)
{
	for (int conduct = 0; conduct < CONDUCT_COUNT; conduct++)
		if (verbs_of[conduct] >> verb & 1)
			conduct_break(game, (enum conduct)conduct);
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
