/*
 * The quests of a run, and their depths.
 *
 * The seed alone draws some of the quests and a depth for the room of each.  A unique creature that
 * is the object of a quest is native to its depth.
 */
#include "engine/generate/generate.h"

#include <string.h>

#define QUESTS_A_RUN 4

struct quests_left {
	const struct content *content;
	uint64_t taken; /* bits by quest */
};

static int weight_left(const void *context, int quest)
{
	const struct quests_left *left = context;
	return left->taken >> quest & 1 ? 0 : left->content->quests[quest].weight;
}

void story_plan(const struct content *content, const struct seed *seed, uint8_t depths[QUESTS_MAX])
{
	struct stream stream;
	struct quests_left left = {.content = content};
	int count = content->counts.quests < QUESTS_MAX ? content->counts.quests : QUESTS_MAX;
	memset(depths, 0, QUESTS_MAX);
	if (content->counts.quests == 0)
		return;
	stream_begin(&stream, seed, PURPOSE_STORY, 0, 0);
	for (int i = 0; i < QUESTS_A_RUN; i++) {
		int drawn = stream_weighted(&stream, count, weight_left, &left);
		if (drawn < 0)
			return;
		const struct quest_kind *kind = &content->quests[drawn];
		depths[drawn] = (uint8_t)stream_between(&stream, kind->depth_low, kind->depth_high);
		left.taken |= UINT64_C(1) << drawn;
	}
}

int story_depth(const struct content *content, const struct seed *seed, uint16_t quest)
{
	uint8_t depths[QUESTS_MAX];
	story_plan(content, seed, depths);
	return quest < QUESTS_MAX ? depths[quest] : 0;
}

static bool ends_with(const struct content *content, uint16_t kind)
{
	for (uint16_t i = 0; i < content->counts.vaults; i++)
		if (content->vaults[i].use == VAULT_END && content->vaults[i].body == kind)
			return true;
	return false;
}

int story_unique_depth(const struct content *content, const struct seed *seed, uint16_t kind)
{
	const struct creature_kind *row = &content->creatures[kind];
	struct stream stream;
	for (uint16_t i = 0; i < content->counts.quests; i++) {
		int depth = content->quests[i].body == kind ? story_depth(content, seed, i) : 0;
		if (depth > 0)
			return depth;
	}
	if (ends_with(content, kind))
		return content->last_depth;
	stream_begin(&stream, seed, PURPOSE_INHABITANTS, 0, kind);
	return row->depth_low + stream_below(&stream, row->depth_high - row->depth_low + 1);
}
