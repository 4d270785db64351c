/* Story: quests have their rooms and can be done, calls and letters are told once, the way home is
 * dark, and each end is told from the others. */
#include "tests/test.h"
#include "engine/rules/talk.h"

#include "engine/generate/generate.h"
#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

#define SEEDS 300
#define QUESTS_OF_A_RUN 4

static struct seed seed_of(int number)
{
	return (struct seed){{0x57, (uint8_t)number, (uint8_t)(number >> 8)}};
}

static struct game *begin(int number)
{
	struct seed seed = seed_of(number);
	return game_new(stock, &seed, &(struct birth){.name = "A"});
}

static uint16_t quest_of(const char *id)
{
	uint16_t quest = 0;
	while (strcmp(stock->quests[quest].id, id) != 0)
		quest++;
	return quest;
}

/* ---- Quests ---- */

static void a_run_has_four_quests(void **state)
{
	int *runs = calloc(stock->counts.quests, sizeof *runs);
	(void)state;
	for (int number = 0; number < SEEDS; number++) {
		struct seed seed = seed_of(number);
		int count = 0;
		for (uint16_t quest = 0; quest < stock->counts.quests; quest++) {
			int depth = story_depth(stock, &seed, quest);
			assert_true(
				depth == 0 || (depth >= stock->quests[quest].depth_low &&
						      depth <= stock->quests[quest].depth_high));
			runs[quest] += depth > 0;
			count += depth > 0;
		}
		assert_int_equal(count, QUESTS_OF_A_RUN);
	}
	for (uint16_t quest = 0; quest < stock->counts.quests; quest++)
		assert_true(runs[quest] * stock->counts.quests > SEEDS);
	free(runs);
}

static bool is_there(const struct level *level, const struct quest_kind *quest)
{
	for (int i = 0; i < level->vault_count; i++)
		for (int room = 0; room < quest->vault_count; room++)
			if (level->vaults[i].kind == quest->vaults[room])
				return true;
	return false;
}

/* In every run: what the first room finds no place for, the other does. */
static void quests_have_their_rooms(void **state)
{
	(void)state;
	for (uint16_t quest = 0; quest < stock->counts.quests; quest++) {
		int planned = 0, laid = 0;
		for (int number = 0; number < SEEDS; number++) {
			struct seed seed = seed_of(number);
			int depth = story_depth(stock, &seed, quest);
			if (depth == 0)
				continue;
			struct level *level = level_generate(stock, &seed,
				&(struct level_order){.depth = depth, .kind = KIND_NONE});
			planned++;
			laid += is_there(level, &stock->quests[quest]);
			level_free(level);
		}
		if (planned == 0 || laid < planned)
			fail_msg("%s has its room in %d of %d", stock->quests[quest].id, laid,
				planned);
	}
}

static bool floor_has(const struct game *game, uint16_t kind)
{
	for (int i = 0; i < game->floor.count; i++)
		if (game->floor.items[i].item.kind == kind)
			return true;
	return false;
}

static bool level_has_altar(const struct game *game)
{
	const struct level *level = game->level;
	for (int at = 0; at < level->width * level->height; at++)
		if (game->content->terrains[level->terrain[at]].flags & TERRAIN_ALTAR)
			return true;
	return false;
}

static bool body_is_there(const struct game *game, uint16_t kind, bool captive)
{
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		if (game->creatures[slot].alive && game->creatures[slot].kind == kind &&
			!(game->creatures[slot].flags & CREATURE_CAPTIVE) == !captive)
			return true;
	return false;
}

/* True if the target of an opened quest is on its level. */
static bool can_be_done(const struct game *game, uint16_t index)
{
	const struct quest_kind *quest = &game->content->quests[index];
	switch (quest->wants) {
	case WANTS_SLAY:
		return body_is_there(game, quest->body, false);
	case WANTS_FREE:
		return body_is_there(game, quest->body, true);
	case WANTS_LAY:
		return floor_has(game, quest->thing) && level_has_altar(game);
	default:
		return floor_has(game, quest->thing);
	}
}

static void quests_open_and_can_be_done(void **state)
{
	(void)state;
	for (int number = 0; number < SEEDS / 3; number++) {
		struct game *game = begin(number);
		for (int depth = 1; depth <= 12; depth++) {
			if (depth > 1)
				place_enter(game, depth, true);
			for (uint16_t quest = 0; quest < stock->counts.quests; quest++) {
				struct seed seed = seed_of(number);
				if (story_depth(stock, &seed, quest) != depth ||
					!is_there(game->level, &stock->quests[quest]))
					continue;
				assert_int_equal(game->knowledge.quests[quest], 1 + QUEST_OPEN);
				if (!can_be_done(game, quest))
					fail_msg("seed %d: %s cannot be done on depth %d", number,
						stock->quests[quest].id, depth);
			}
		}
		game_free(game);
	}
}

/* Of all that there is to tell of a level, three sentences; a quest is always one of them. */
static void arriving_takes_few_words(void **state)
{
	int most = 0;
	(void)state;
	for (int number = 0; number < SEEDS / 3; number++) {
		struct game *game = begin(number);
		game->hero.deepest = 12;
		for (int depth = 2; depth <= 12; depth++) {
			game->messages.count = 0;
			place_enter(game, depth, true);
			most = game->messages.count > most ? game->messages.count : most;
			if (game->messages.count > 3)
				fail_msg("seed %d, depth %d: %d sentences", number, depth,
					game->messages.count);
			for (uint16_t quest = 0; quest < stock->counts.quests; quest++)
				if (is_there(game->level, &stock->quests[quest]))
					assert_true(
						arena_told(game, story_quest(game, quest).call));
		}
		game_free(game);
	}
	assert_int_equal(most, 3);
}

static void a_quest_is_told_shown_and_counted(void **state)
{
	static const char *const rows[] = {"####", "#@.#", "####"};
	(void)state;
	struct game *game = arena_new(stock, ROWS(rows), 1);
	uint16_t quest = quest_of("trunk-line");
	struct result before, after;
	struct view view;
	game->knowledge.quests[quest] = 1 + QUEST_OPEN;
	game_view(game, &view);
	assert_int_equal(view.quest_count, 1);
	assert_int_equal(view.quests[0].state, QUEST_OPEN);
	assert_string_equal(view.quests[0].deed, "take");
	assert_string_equal(view.quests[0].about, "patch cord");
	game_result(game, &before);
	item_to_floor(game,
		(struct item){.kind = content_find_item(stock, "patch-cord"), .count = 1}, 1, 1);
	assert_int_equal(arena_do(game, VERB_PICK_UP, 0), VERDICT_SPENT);
	assert_true(arena_told(game, "Now I can close the board"));
	/* As many of the reward as the content says. */
	int given = 0;
	for (int slot = 0; slot < PACK_MAX; slot++)
		if (game->pack.items[slot].count > 0 &&
			game->pack.items[slot].kind == stock->quests[quest].reward)
			given += game->pack.items[slot].count;
	assert_true(stock->quests[quest].rewards > 1);
	assert_int_equal(given, stock->quests[quest].rewards);
	game_view(game, &view);
	assert_int_equal(view.quests[0].state, QUEST_DONE);
	game_result(game, &after);
	assert_int_equal(after.score, before.score + 500);
	game_free(game);
}

/* ---- Calls and letters ---- */

static void each_call_is_heard_once(void **state)
{
	static const char *const rows[] = {"####", "#@.#", "####"};
	(void)state;
	struct game *game = arena_new(stock, ROWS(rows), 2);
	int heard = 0, of_depth = 0;
	for (uint16_t i = 0; i < stock->counts.calls; i++)
		of_depth += stock->stories.calls[i].depth_low <= 1 &&
			    stock->stories.calls[i].depth_high >= 1;
	for (int i = 0; i < of_depth + 3; i++)
		story_call(game);
	for (uint16_t i = 0; i < stock->counts.calls; i++)
		heard += game->knowledge.calls[i];
	assert_true(of_depth >= 5);
	assert_int_equal(heard, of_depth);
	game_free(game);
}

/* At every depth somebody has something to say. */
static void there_is_a_call_for_each_depth(void **state)
{
	(void)state;
	for (int depth = 1; depth <= stock->last_depth; depth++) {
		int calls = 0;
		for (uint16_t i = 0; i < stock->counts.calls; i++)
			calls += stock->stories.calls[i].depth_low <= depth &&
				 stock->stories.calls[i].depth_high >= depth;
		assert_true(calls >= 2);
	}
}

static void letters_lie_on_one_depth_of_a_run_and_are_read(void **state)
{
	(void)state;
	int found = 0;
	for (int number = 0; number < 12; number++) {
		int *count = calloc(stock->counts.items, sizeof *count);
		struct game *game = begin(number);
		for (int depth = 1; depth <= 12; depth++) {
			if (depth > 1)
				place_enter(game, depth, true);
			for (int i = 0; i < game->floor.count; i++)
				count[game->floor.items[i].item.kind]++;
		}
		for (uint16_t kind = 0; kind < stock->counts.items; kind++) {
			if (stock->items[kind].class != ITEM_LETTER)
				continue;
			assert_true(count[kind] <= 1);
			found += count[kind];
		}
		int slot = arena_give(game, "letter-rota", 1);
		assert_int_equal(arena_do(game, VERB_READ, slot), VERDICT_SPENT);
		char begin_of[60];
		snprintf(begin_of, sizeof begin_of, "%.50s",
			story_letter(game, game->pack.items[slot].kind));
		assert_true(arena_told(game, begin_of));
		assert_int_equal(game->pack.items[slot].count, 1);
		game_free(game);
		free(count);
	}
	assert_true(found >= 12 * 3);
}

/* ---- The deck ---- */

static int count_doing(const struct item *items, size_t count, enum effect effect)
{
	int found = 0;
	for (size_t i = 0; i < count; i++)
		found += item_kind_does(&stock->items[items[i].kind], effect);
	return found;
}

static void the_deck_deals_what_it_should(void **state)
{
	(void)state;
	for (int number = 0; number < SEEDS; number++) {
		struct seed seed = seed_of(number);
		int food = 0, escapes = 0;
		for (int depth = 1; depth <= stock->last_depth; depth++) {
			struct item items[24];
			size_t count = deck_deal(stock, &seed, depth, items, 24);
			assert_true(count < 24);
			for (size_t i = 0; i < count; i++)
				food += stock->items[items[i].kind].food;
			assert_true(food >= 600 * depth && food < 600 * depth + 1200);
			assert_true(count_doing(items, count, EFFECT_HEAL) >= 1);
			int upgrades = count_doing(items, count, EFFECT_ENCHANT_WEAPON) +
				       count_doing(items, count, EFFECT_ENCHANT_ARMOUR);
			assert_int_equal(upgrades, 1);
			escapes += count_doing(items, count, EFFECT_TELEPORT);
			if (depth % 3 == 0)
				assert_int_equal(escapes, depth / 3);
		}
	}
}

/* ---- The way home ---- */

static void put_hero(struct game *game, int x, int y)
{
	if (creature_at(game, x, y) > HERO)
		creature_remove(game, creature_at(game, x, y));
	if (creature_at(game, x, y) != HERO)
		creature_move(game, HERO, x, y);
}

/* On every kind of level, those above and those below. */
static void with_the_receiver_lifted_lights_fail_everywhere(void **state)
{
	uint8_t *met = calloc(stock->counts.levels, 1);
	(void)state;
	for (int number = 0; number < 12; number++) {
		struct game *game = begin(number);
		game->hero.lifted = true;
		for (int depth = 2; depth <= stock->last_depth; depth++) {
			place_enter(game, depth, true);
			assert_true(arena_told(game, "The lamps fail"));
			met[game->level->kind] = 1;
			for (int at = 0; at < game->level->width * game->level->height; at++)
				assert_false(game->level->flags[at] & LEVEL_LIT);
			game->messages.count = 0;
		}
		game_free(game);
	}
	int kinds = 0;
	for (uint16_t kind = 0; kind < stock->counts.levels; kind++)
		kinds += met[kind];
	assert_true(kinds >= stock->counts.levels * 3 / 4);
	free(met);
}

/* Every 60 turns one more, who hunts. */
static void with_the_receiver_lifted_wanderers_come_hunting(void **state)
{
	(void)state;
	struct game *game = begin(5);
	game->hero.lifted = true;
	game->clock.next_wanderer = game_turn(game) + 60;
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		if (game->creatures[slot].alive)
			creature_remove(game, slot);
	for (int turn = 0; turn < 130; turn++) {
		game_hero(game)->health = game_hero(game)->health_max = 20000;
		arena_do(game, VERB_WAIT, 0);
	}
	int hunters = 0;
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		hunters += game->creatures[slot].alive &&
			   (game->creatures[slot].flags & CREATURE_HUNTER);
	assert_int_equal(hunters, 2);
	game_free(game);
}

/* ---- The ends ---- */

static void lift_receiver(struct game *game)
{
	for (int i = 0; i < game->floor.count; i++)
		if (game->floor.items[i].item.kind == stock->receiver) {
			put_hero(game, game->floor.items[i].x, game->floor.items[i].y);
			assert_int_equal(arena_do(game, VERB_PICK_UP, 0), VERDICT_SPENT);
			return;
		}
	fail_msg("no Receiver");
}

static void the_other_cradle_is_another_end(void **state)
{
	static const char *const rows[] = {"#####", "#@..#", "#####"};
	(void)state;
	struct game *game = arena_new(stock, ROWS(rows), 9);
	struct result result;
	place_set_terrain(game, 2, 1, content_find_terrain(stock, "far-cradle"));
	arena_do(game, VERB_STEP, DIR_E);
	assert_true(game_going(game));
	arena_do(game, VERB_STEP, DIR_E);
	item_to_floor(game, (struct item){.kind = stock->receiver, .count = 1}, 3, 1);
	lift_receiver(game);
	arena_do(game, VERB_STEP, DIR_W);
	assert_false(game_going(game));
	game_result(game, &result);
	assert_int_equal(result.outcome, OUTCOME_WON);
	assert_string_equal(result.cause, "CONNECTED, at the far end");
	assert_string_equal(result.killer, "");
	assert_true(arena_told(game, "You set the Receiver on the other cradle."));
	assert_true(result.score >= 3000);
	game_free(game);
}

static void depths_below_the_goal_count_twice(void **state)
{
	(void)state;
	struct game *game = begin(1);
	game->hero.gold = 0;
	game->hero.deepest = 12;
	int at_goal = result_score(game);
	game->hero.deepest = 13;
	assert_int_equal(result_score(game), at_goal + 200);
	game->hero.deepest = 26;
	assert_int_equal(result_score(game), at_goal + 14 * 200);
	game_free(game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_has_four_quests),
		cmocka_unit_test(quests_have_their_rooms),
		cmocka_unit_test(quests_open_and_can_be_done),
		cmocka_unit_test(arriving_takes_few_words),
		cmocka_unit_test(a_quest_is_told_shown_and_counted),
		cmocka_unit_test(each_call_is_heard_once),
		cmocka_unit_test(there_is_a_call_for_each_depth),
		cmocka_unit_test(letters_lie_on_one_depth_of_a_run_and_are_read),
		cmocka_unit_test(the_deck_deals_what_it_should),
		cmocka_unit_test(with_the_receiver_lifted_lights_fail_everywhere),
		cmocka_unit_test(with_the_receiver_lifted_wanderers_come_hunting),
		cmocka_unit_test(the_other_cradle_is_another_end),
		cmocka_unit_test(depths_below_the_goal_count_twice),
	};
	return stock_run(stock_content(), tests);
}
