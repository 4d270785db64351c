/* Results of runs: outcome and score. */
#include "engine/rules/rules.h"

#include <stdio.h>
#include <string.h>

#define SCORE_DEPTH 100
#define SCORE_DEEP 200
#define DEEP_BELOW 12
#define SCORE_BEATEN 10
#define SCORE_QUEST 500
#define SCORE_RECEIVER 3000

void result_end(struct game *game, enum outcome outcome, const char *killer, const char *cause)
{
	game->ending.outcome = (uint8_t)outcome;
	snprintf(game->ending.killer, sizeof game->ending.killer, "%s", killer);
	snprintf(game->ending.cause, sizeof game->ending.cause, "%s", cause);
	event_add(game, EVENT_ENDED, 0, game_hero(game)->x, game_hero(game)->y, (int)outcome, "");
}

/* Gold counts fully for a survivor, half for a hero who died or quit. */
static int gold_kept(const struct game *game)
{
	bool whole = game->ending.outcome == OUTCOME_GOING ||
		     game->ending.outcome == OUTCOME_LEFT || game->ending.outcome == OUTCOME_WON;
	return whole ? game->hero.gold : game->hero.gold / 2;
}

static int score_of_depths(int deepest)
{
	int below = deepest > DEEP_BELOW ? deepest - DEEP_BELOW : 0;
	return SCORE_DEPTH * deepest + (SCORE_DEEP - SCORE_DEPTH) * below;
}

void game_score_parts(int score, int deepest, int gold, bool won, struct score_parts *parts)
{
	*parts = (struct score_parts){
		.depths = score_of_depths(deepest), .gold = gold, .goal = won ? SCORE_RECEIVER : 0};
	parts->feats = score - parts->depths - parts->gold - parts->goal;
}

int result_score(const struct game *game)
{
	int score = score_of_depths(game->hero.deepest) + gold_kept(game);
	for (uint16_t kind = 0; kind < game->content->counts.creatures; kind++)
		score += game->knowledge.beaten[kind] ? SCORE_BEATEN : 0;
	score += SCORE_QUEST * story_done(game);
	return score + (game->ending.outcome == OUTCOME_WON ? SCORE_RECEIVER : 0);
}

/* Returns the item that later heroes may find: the first that is neither food nor the Receiver. */
static const char *item_left(const struct game *game)
{
	for (int i = 0; i < PACK_MAX; i++) {
		const struct item_kind *kind = item_kind(game, &game->pack.items[i]);
		if (game->pack.items[i].count > 0 && kind->class != ITEM_FOOD &&
			kind->class != ITEM_RECEIVER)
			return kind->id;
	}
	return "";
}

/* Counts the visited levels: the current one and the stored ones. */
static int levels_visited(const struct game *game)
{
	int count = 1;

	for (int depth = 1; depth <= DEPTH_MAX; depth++)
		count += game->places[depth].bytes != NULL;
	return count;
}

void game_result(const struct game *game, struct result *result)
{
	*result = (struct result){
		.outcome = (enum outcome)game->ending.outcome, .scored = !game->marked};
	result->score = result_score(game);
	result->gold = gold_kept(game);
	result->depth = game->depth;
	result->deepest = game->hero.deepest;
	result->level = game->hero.level;
	result->turns = game_turn(game);
	result->levels_visited = levels_visited(game);
	result->conducts = (int32_t)conducts_shown(game);
	snprintf(result->killer, sizeof result->killer, "%s", game->ending.killer);
	snprintf(result->cause, sizeof result->cause, "%s", game->ending.cause);
	snprintf(result->item, sizeof result->item, "%s", item_left(game));
	for (int i = 0; i < game->birth.bones_count; i++)
		if (game->bones.avenged & 1u << i)
			strcpy(result->avenged[result->avenged_count++], game->birth.past[i].name);
}
