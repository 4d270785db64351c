/* Feats: what the state of an ended run proves. */
#include "engine/rules/rules.h"

#include <stdio.h>
#include <string.h>

struct feat_list {
	struct feat *feats;
	size_t count, capacity;
};

static void add(struct feat_list *list, enum feat_kind kind, const char *id)
{
	if (list->count == list->capacity)
		return;
	struct feat *feat = &list->feats[list->count++];
	*feat = (struct feat){.kind = (uint8_t)kind};
	snprintf(feat->id, sizeof feat->id, "%s", id);
}

static void add_bosses(struct feat_list *list, const struct game *game)
{
	const struct content *content = game->content;
	for (uint16_t i = 0; i < content->counts.creatures; i++)
		if (game->knowledge.beaten[i] && content->creatures[i].traits & TRAIT_UNIQUE)
			add(list, FEAT_BOSS, content->creatures[i].id);
}

static void add_creatures(struct feat_list *list, const struct game *game)
{
	const struct content *content = game->content;
	for (uint16_t i = 0; i < content->counts.creatures; i++)
		if (game->knowledge.met[i])
			add(list, FEAT_MET, content->creatures[i].id);
	for (uint16_t i = 0; i < content->counts.creatures; i++)
		if (game->knowledge.beaten[i])
			add(list, FEAT_BEATEN, content->creatures[i].id);
	add_bosses(list, game);
}

static void add_items(struct feat_list *list, const struct game *game, bool letters)
{
	const struct content *content = game->content;
	for (uint16_t i = 0; i < content->counts.items; i++) {
		bool letter = content->items[i].class == ITEM_LETTER;
		if (game->knowledge.items[i] && letter == letters &&
			(letter || game->derived.flavours[i] != KIND_NONE))
			add(list, letters ? FEAT_LETTER : FEAT_IDENTIFIED, content->items[i].id);
	}
}

static void add_quests(struct feat_list *list, const struct game *game)
{
	for (uint16_t i = 0; i < game->content->counts.quests; i++)
		if (game->knowledge.quests[i] == 1 + QUEST_DONE)
			add(list, FEAT_QUEST, game->content->quests[i].id);
}

static void add_depths(struct feat_list *list, const struct game *game)
{
	char id[8];
	for (int depth = 1; depth <= DEPTH_MAX; depth++) {
		snprintf(id, sizeof id, "%d", depth);
		if (depth == game->depth || game->places[depth].bytes != NULL)
			add(list, FEAT_DEPTH, id);
	}
}

static void add_end(struct feat_list *list, const struct game *game)
{
	static const char *const endings[] = {[OUTCOME_DIED] = "died",
		[OUTCOME_LEFT] = "left",
		[OUTCOME_WON] = "won",
		[OUTCOME_QUIT] = "quit"};
	static const char *const conducts[CONDUCT_COUNT] = {
#define ROW(id, word, verbs) [CONDUCT_##id] = word,
		ENGINE_CONDUCTS(ROW)
#undef ROW
	};
	const struct run_ending *ending = &game->ending;
	/* The goal is brought home to depth 1, or to the far end. */
	bool far = ending->outcome == OUTCOME_WON && game->depth > 1;
	add(list, FEAT_ENDING, far ? "far-end" : endings[ending->outcome]);
	if (ending->outcome == OUTCOME_DIED && ending->killer[0])
		add(list, FEAT_KILLED_BY, ending->killer);
	for (int conduct = 0; conduct < CONDUCT_COUNT; conduct++)
		if (conducts_shown(game) >> conduct & 1)
			add(list, FEAT_CONDUCT, conducts[conduct]);
	for (int i = 0; i < game->birth.handicap_count; i++)
		add(list, FEAT_HANDICAP, game->birth.handicaps[i]);
}

size_t game_feats(const struct game *game, struct feat *feats, size_t capacity)
{
	struct feat_list list = {.feats = feats, .capacity = capacity};
	if (game_going(game) || game->marked)
		return 0;
	add_creatures(&list, game);
	add_items(&list, game, false);
	add_items(&list, game, true);
	add_quests(&list, game);
	add_depths(&list, game);
	add_end(&list, game);
	return list.count;
}

size_t game_deeds(const struct game *game, struct feat *feats, size_t capacity)
{
	struct feat_list list = {.feats = feats, .capacity = capacity};
	if (game->marked)
		return 0;
	add_bosses(&list, game);
	add_quests(&list, game);
	return list.count;
}
