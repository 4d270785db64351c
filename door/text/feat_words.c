#include "door/text/feat_words.h"

const struct feat_row feat_rows[] = {{FEAT_MET, "Creatures met"}, {FEAT_BEATEN, "Creatures beaten"},
	{FEAT_BOSS, "Bosses beaten"}, {FEAT_IDENTIFIED, "Items identified"},
	{FEAT_LETTER, "Letters read"}, {FEAT_QUEST, "Quests done"}, {FEAT_DEPTH, "Depths visited"},
	{FEAT_ENDING, "Endings seen"}, {FEAT_KILLED_BY, "Kinds of killers"},
	{FEAT_CONDUCT, "Conducts kept"}, {FEAT_HANDICAP, "Handicaps played"}};
const size_t feat_row_count = sizeof feat_rows / sizeof *feat_rows;

bool feat_achievement(
	const struct content *content, const struct feat *feat, struct achievement *achievement)
{
	size_t at = ACHIEVEMENTS_MAX;

	if (feat->kind == FEAT_ACHIEVEMENT || feat->kind == FEAT_COLLECTION)
		at = content_achievement_find(content, feat->id);
	if (at >= content_achievement_count(content))
		return false;
	*achievement = content_achievement(content, at);
	return true;
}
