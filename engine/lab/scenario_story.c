/* Scenarios: vaults, quests and money. */
#include "engine/lab/scenario.h"

bool scenario_line_gold(struct scenario_play *play, struct scenario_words *words)
{
	int gold;
	if (!words_number(play, words, 0, 9999, &gold))
		return false;
	play->game->hero.gold = gold;
	return true;
}

bool scenario_line_vault(struct scenario_play *play, struct scenario_words *words)
{
	struct level *level = play->game->level;
	int x, y, width, height;
	if (!words_cell(play, words, &x, &y) || !words_size(play, words, &width, &height))
		return false;
	if (level->vault_count == VAULTS_A_LEVEL || x + width > level->width ||
		y + height > level->height)
		return scenario_malformed(play, "there is no room for it");
	level->vaults[level->vault_count++].box =
		(struct box){(int16_t)x, (int16_t)y, (int16_t)(x + width), (int16_t)(y + height)};
	return true;
}

bool scenario_line_quest(struct scenario_play *play, struct scenario_words *words)
{
	uint16_t quest = words_kind(play, words, IDS_QUEST);
	if (quest == KIND_NONE)
		return false;
	play->game->knowledge.quests[quest] = 1 + QUEST_OPEN;
	return true;
}
