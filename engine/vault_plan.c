/*
 * Which vaults a depth has: by the seed alone, whatever was found or left elsewhere.
 *
 * First those that must be: the end of the line, the rooms of quests, the lairs of those who are
 * unique, a treasury on every third depth from the second on, and a shop on one depth of each four.
 * Then as many by chance as the kind of level has.  Depths are gone through from the first of a
 * stretch on, so that what an earlier one of it has comes again only when nothing else is left.
 */
#include "generate.h"

#include <stdlib.h>
#include <assert.h>

#define TREASURY_FIRST 2
#define TREASURY_EVERY 3
#define SHOP_EVERY 4
#define STRETCH 6

struct planning {
	const struct content *content;
	const struct seed *seed;
	struct stream stream;
	uint8_t *used; /* by vault kind: on an earlier depth of the stretch */
	uint8_t quest_depths[QUESTS_MAX];
	int depth;
	uint16_t level_kind;
	uint16_t *vaults;
	int count;
};

static bool is_of_level(const struct vault_kind *vault, uint16_t level_kind)
{
	for (int i = 0; i < vault->level_count; i++)
		if (vault->levels[i] == level_kind)
			return true;
	return vault->level_count == 0;
}

bool vault_serves(const struct content *content, uint16_t index, enum vault_use use, int depth,
	uint16_t level_kind)
{
	const struct vault_kind *vault = &content->vaults[index];
	return vault->use == use && depth >= vault->depth_low && depth <= vault->depth_high &&
	       is_of_level(vault, level_kind);
}

static int weight_of(const struct planning *plan, uint16_t index, enum vault_use use, bool again)
{
	if ((plan->used[index] && !again) ||
		!vault_serves(plan->content, index, use, plan->depth, plan->level_kind))
		return 0;
	for (int i = 0; i < plan->count; i++)
		if (plan->vaults[i] == index)
			return 0;
	return plan->content->vaults[index].weight;
}

static bool choose(struct planning *plan, enum vault_use use, bool again)
{
	int total = 0;
	for (uint16_t i = 0; i < plan->content->vault_count; i++)
		total += weight_of(plan, i, use, again);
	if (total == 0 || plan->count == VAULTS_A_LEVEL)
		return false;
	int drawn = stream_below(&plan->stream, total);
	for (uint16_t i = 0; i < plan->content->vault_count; i++) {
		drawn -= weight_of(plan, i, use, again);
		if (drawn >= 0)
			continue;
		plan->vaults[plan->count++] = i;
		plan->used[i] = 1;
		return true;
	}
	return false;
}

static void add(struct planning *plan, enum vault_use use)
{
	if (!choose(plan, use, false))
		choose(plan, use, true);
}

static bool has_shop(const struct planning *plan)
{
	struct stream stream;
	stream_begin(
		&stream, plan->seed, PURPOSE_VAULTS, (uint32_t)((plan->depth - 1) / SHOP_EVERY), 2);
	return stream_below(&stream, SHOP_EVERY) == (plan->depth - 1) % SHOP_EVERY &&
	       plan->depth > 1;
}

static void plan_quests(struct planning *plan)
{
	for (uint16_t i = 0; i < plan->content->quest_count && i < QUESTS_MAX; i++)
		if (plan->quest_depths[i] == plan->depth && plan->count < VAULTS_A_LEVEL)
			plan->vaults[plan->count++] = plan->content->quests[i].vaults[0];
}

/* Whether somebody's place is planned already: a quest may be about him. */
static bool has_body(const struct planning *plan, uint16_t body)
{
	for (int i = 0; i < plan->count; i++)
		if (plan->content->vaults[plan->vaults[i]].body == body)
			return true;
	return false;
}

static void plan_lairs(struct planning *plan)
{
	const struct content *content = plan->content;
	for (uint16_t i = 0; i < content->vault_count && plan->count < VAULTS_A_LEVEL; i++)
		if (vault_serves(content, i, VAULT_LAIR, plan->depth, plan->level_kind) &&
			!has_body(plan, content->vaults[i].body) &&
			story_unique_depth(content, plan->seed, content->vaults[i].body) ==
				plan->depth)
			plan->vaults[plan->count++] = i;
}

static void plan_depth(struct planning *plan)
{
	const struct level_kind *kind = &plan->content->levels[plan->level_kind];
	plan->count = 0;
	stream_begin(&plan->stream, plan->seed, PURPOSE_VAULTS, (uint32_t)plan->depth, 0);
	if (plan->depth == plan->content->last_depth)
		add(plan, VAULT_END);
	plan_quests(plan);
	plan_lairs(plan);
	if (plan->depth >= TREASURY_FIRST && (plan->depth - TREASURY_FIRST) % TREASURY_EVERY == 0)
		add(plan, VAULT_TREASURY);
	if (has_shop(plan))
		add(plan, VAULT_SHOP);
	int chance = stream_roll(&plan->stream, kind->vaults);
	for (int i = 0; i < chance; i++)
		add(plan, VAULT_CHANCE);
}

int vault_plan(const struct content *content, const struct seed *seed, int depth,
	uint16_t level_kind, uint16_t vaults[VAULTS_A_LEVEL])
{
	struct planning plan = {.content = content, .seed = seed, .vaults = vaults};
	if (content->vault_count == 0)
		return 0;
	plan.used = calloc(content->vault_count, 1);
	assert(plan.used);
	story_plan(content, seed, plan.quest_depths);
	for (plan.depth = depth - (depth - 1) % STRETCH; plan.depth <= depth; plan.depth++) {
		plan.level_kind = plan.depth == depth
					  ? level_kind
					  : level_kind_of_depth(content, seed, plan.depth);
		if (plan.level_kind != KIND_NONE)
			plan_depth(&plan);
	}
	free(plan.used);
	return plan.count;
}
