/*
 * The vaults of a depth, planned from the seed only, independently of play.
 *
 * First the required ones: the end of the line, the rooms of quests, the lairs of unique creatures,
 * a treasury on every third depth from the second on, and a shop on one of every four depths. Then
 * random ones, as many as the kind of level has.  Depths are planned from the first of a stretch
 * on, so that a vault of an earlier depth of it comes again only when no other is left.
 */
#include "engine/generate/generate.h"

#include <stdlib.h>
#include <assert.h>

#define TREASURY_FIRST 2
#define TREASURY_EVERY 3
#define SHOP_EVERY 4
#define STRETCH 6

/* A vault that may be used. */
struct candidate {
	uint16_t vault, weight;
	uint8_t use, low, high;
	bool used; /* used on an earlier depth of the stretch, or on this one */
};

struct planning {
	const struct content *content;
	const struct seed *seed;
	struct stream stream;
	struct candidate *candidates;
	int candidate_count;
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

static bool is_planned(const struct planning *plan, uint16_t vault)
{
	for (int i = 0; i < plan->count; i++)
		if (plan->vaults[i] == vault)
			return true;
	return false;
}

/* The vaults to choose from: those of a use, with or without those used before. */
struct choosing {
	const struct planning *plan;
	enum vault_use use;
	bool again;
};

static int weight_of(const void *context, int index)
{
	const struct choosing *choosing = context;
	const struct planning *plan = choosing->plan;
	const struct candidate *candidate = &plan->candidates[index];
	if (candidate->use != choosing->use || (candidate->used && !choosing->again) ||
		plan->depth < candidate->low || plan->depth > candidate->high ||
		!is_of_level(&plan->content->vaults[candidate->vault], plan->level_kind) ||
		is_planned(plan, candidate->vault))
		return 0;
	return candidate->weight;
}

static bool choose(struct planning *plan, enum vault_use use, bool again)
{
	struct choosing choosing = {plan, use, again};
	if (plan->count == VAULTS_A_LEVEL)
		return false;
	int chosen = stream_weighted(&plan->stream, plan->candidate_count, weight_of, &choosing);
	if (chosen < 0)
		return false;
	plan->vaults[plan->count++] = plan->candidates[chosen].vault;
	plan->candidates[chosen].used = true;
	return true;
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
	for (uint16_t i = 0; i < plan->content->counts.quests && i < QUESTS_MAX; i++)
		if (plan->quest_depths[i] == plan->depth && plan->count < VAULTS_A_LEVEL)
			plan->vaults[plan->count++] = plan->content->quests[i].vaults[0];
}

/* True if the place of a unique creature is planned already, as by a quest about it. */
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
	const struct choosing lairs = {plan, VAULT_LAIR, true};
	for (int i = 0; i < plan->candidate_count && plan->count < VAULTS_A_LEVEL; i++) {
		const struct candidate *candidate = &plan->candidates[i];
		uint16_t body = content->vaults[candidate->vault].body;
		if (weight_of(&lairs, i) > 0 && !has_body(plan, body) &&
			story_unique_depth(content, plan->seed, body) == plan->depth)
			plan->vaults[plan->count++] = candidate->vault;
	}
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

/* Lists the vaults that may be on some depth of a stretch up to this one. */
static void find_candidates(struct planning *plan, int first, int last)
{
	const struct content *content = plan->content;
	plan->candidates = malloc(content->counts.vaults * sizeof *plan->candidates);
	assert(plan->candidates);
	for (uint16_t i = 0; i < content->counts.vaults; i++) {
		const struct vault_kind *vault = &content->vaults[i];
		if (vault->depth_low <= last && vault->depth_high >= first && vault->weight > 0)
			plan->candidates[plan->candidate_count++] = (struct candidate){
				.vault = i,
				.weight = vault->weight,
				.use = vault->use,
				.low = vault->depth_low,
				.high = vault->depth_high,
			};
	}
}

int vault_plan(const struct content *content, const struct seed *seed, int depth,
	uint16_t level_kind, uint16_t vaults[VAULTS_A_LEVEL])
{
	struct planning plan = {.content = content, .seed = seed, .vaults = vaults};
	int first = depth - (depth - 1) % STRETCH;
	if (content->counts.vaults == 0)
		return 0;
	find_candidates(&plan, first, depth);
	story_plan(content, seed, plan.quest_depths);
	for (plan.depth = first; plan.depth <= depth; plan.depth++) {
		plan.level_kind = plan.depth == depth
					  ? level_kind
					  : level_kind_of_depth(content, seed, plan.depth);
		if (plan.level_kind != KIND_NONE)
			plan_depth(&plan);
	}
	free(plan.candidates);
	return plan.count;
}
