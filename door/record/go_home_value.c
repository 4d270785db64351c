#include "engine/lab/lab.h"
#include "door/record/go_home_value.h"

#include <assert.h>
#include <stdlib.h>

#define DEPTHS 64

struct home {
	bool been;
	struct result strong, weak, weak_further;
};

struct go_home_value {
	const struct content *content;
	int deepest;
	struct home homes[DEPTHS];
};

struct go_home_value *go_home_value_new(const struct content *content)
{
	struct go_home_value *value = calloc(1, sizeof *value);
	assert(value);
	value->content = content;
	return value;
}

void go_home_value_free(struct go_home_value *value)
{
	free(value);
}

static struct result goes_home(const struct go_home_value *value, const struct game *game,
	const struct bot *bot, int depth, bool weak)
{
	const struct bot_witness nobody = {0};
	struct bot_game played = {0};
	struct complaint complaint;
	size_t size;
	uint8_t *bytes = game_snapshot(game, &size);
	struct game *copy = game_load(value->content, bytes, size, &complaint);
	struct bot *walker = bot_copy(bot);
	assert(copy);
	if (weak)
		lab_weaken(copy);
	bot_set_home(walker, depth);
	bot_plays_on(walker, copy, &nobody, &played);
	bot_free(walker);
	game_free(copy);
	free(bytes);
	return played.result;
}

void go_home_value_ask(struct go_home_value *value, const struct game *game, const struct bot *bot,
	const struct bot_senses *senses)
{
	const struct view_status *status = &senses->view.status;
	int depth = status->depth;
	if (depth <= value->deepest || depth >= status->goal_depth || depth >= DEPTHS)
		return;
	value->deepest = depth;
	value->homes[depth] = (struct home){.been = true,
		.strong = goes_home(value, game, bot, depth, false),
		.weak = goes_home(value, game, bot, depth, true),
		.weak_further = goes_home(value, game, bot, depth + 1, true)};
}

json_t *go_home_value_json(const struct go_home_value *value)
{
	json_t *homes = json_array();
	for (int depth = 1; depth <= value->deepest; depth++) {
		const struct home *home = &value->homes[depth];
		if (home->been)
			json_array_append_new(homes,
				json_pack("{s:i, s:b, s:i, s:{s:b, s:i, s:i, s:b}}", "depth", depth,
					"died", home->strong.outcome == OUTCOME_DIED, "score",
					home->strong.score, "weak", "died",
					home->weak.outcome == OUTCOME_DIED, "score",
					home->weak.score, "further", home->weak_further.score,
					"lost", home->weak_further.deepest <= depth));
	}
	return homes;
}
