/* The view of quests: those that are open, done or failed. */
#include "engine/view/view_parts.h"
#include "engine/rules/talk.h"

static const char *const deeds[] = {
#define ROW(id, word, names, help) [WANTS_##id] = word,
	CONTENT_WANTS(ROW)
#undef ROW
};

static const char *about(const struct content *content, const struct quest_kind *quest)
{
	bool of_body = quest->wants == WANTS_SLAY || quest->wants == WANTS_FREE;
	return of_body ? content->creatures[quest->body].name : content->items[quest->thing].name;
}

size_t story_view(const struct game *game, struct view_quest quests[VIEW_QUESTS_MAX])
{
	size_t count = 0;
	for (uint16_t i = 0; i < game->content->counts.quests && count < VIEW_QUESTS_MAX; i++) {
		const struct quest_kind *quest = &game->content->quests[i];
		if (game->knowledge.quests[i] > 0)
			quests[count++] = (struct view_quest){.name = quest->name,
				.text = story_quest(game, i).text,
				.deed = deeds[quest->wants],
				.about = about(game->content, quest),
				.state = (uint8_t)(game->knowledge.quests[i] - 1)};
	}
	return count;
}
