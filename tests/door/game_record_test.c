/*
 * The record of a bot's game changes nothing and adds up.  Ablation removes a kind from the senses
 * and notices which decisions depend on it.
 */
#include "engine/lab/lab.h"
#include "tests/test.h"

#include "door/record/game_record.h"
#include "door/record/ablation.h"
#include "engine/rules/rules.h"
#include "tests/engine/stock.h"
#include "tests/engine/stock_tests.h"

/* ---- Records ---- */

static json_t *recorded(const char *bot, const struct seed *seed, struct bot_game *played)
{
	struct game_record *record = game_record_new(stock);
	const struct bot_witness witness = {record, game_record_asks, game_record_follows};
	bot_play_before(bot, stock, seed, bot_birth(false), 0, &witness, played);
	json_t *shown = game_record_json(record, played);
	game_record_free(record);
	return shown;
}

/* A quest to carry an item out is fulfilled by the last command of the run. */
static void a_quest_done_by_leaving_is_done(void **state)
{
	(void)state;
	struct game_record *record = game_record_new(stock);
	struct game *game = game_new(stock, &(struct seed){{0xc8}}, bot_birth(false));
	const struct command up = {.verb = VERB_UP};
	struct bot_game played = {.result.outcome = OUTCOME_LEFT};
	for (uint16_t quest = 0; quest < stock->counts.quests; quest++) {
		struct item ring = {.kind = stock->quests[quest].thing, .count = 1};
		if (strcmp(stock->quests[quest].id, "wedding-ring") != 0)
			continue;
		game->knowledge.quests[quest] = 1 + QUEST_OPEN;
		item_into_pack(game, ring);
	}
	for (int at = 0; at < game->level->width * game->level->height; at++)
		if (game->level->terrain[at] == stock->terrain.stairs_up &&
			creature_at(game, at % game->level->width, at / game->level->width) != HERO)
			creature_move(game, HERO, at % game->level->width, at / game->level->width);
	assert_int_equal(game_act(game, &up), VERDICT_SPENT);
	game_record_follows(record, game, &up);
	json_t *shown = game_record_json(record, &played);
	const json_t *quest = json_array_get(json_object_get(shown, "quests"), 0);
	assert_string_equal(json_string_value(json_object_get(quest, "state")), "done");
	json_decref(shown);
	game_free(game);
	game_record_free(record);
}

static json_int_t sum_of(const json_t *list, const char *key)
{
	json_int_t sum = 0;
	size_t i;
	json_t *value;
	json_array_foreach(list, i, value) sum += json_integer_value(json_object_get(value, key));
	return sum;
}

static json_int_t sum_of_values(json_t *object)
{
	json_int_t sum = 0;
	const char *key;
	json_t *value;
	json_object_foreach(object, key, value) sum += json_integer_value(value);
	return sum;
}

static void a_record_changes_nothing_and_adds_up(void **state)
{
	(void)state;
	for (size_t i = 0; bot_name(i); i++) {
		struct seed seed = {{0xc7, (uint8_t)i}};
		struct bot_game alone, watched;
		bot_play(bot_name(i), stock, &seed, bot_birth(false), NULL, NULL, &alone);
		json_t *shown = recorded(bot_name(i), &seed, &watched);
		assert_true(alone.digest == watched.digest);
		assert_int_equal(alone.commands, watched.commands);
		const json_t *depths = json_object_get(shown, "depths");
		assert_int_equal(sum_of_values(json_object_get(shown, "verbs")), watched.commands);
		assert_int_equal(sum_of(depths, "turns"), watched.result.turns);
		assert_int_equal(
			sum_of_values(json_object_get(shown, "places")), watched.result.turns);
		assert_int_equal(sum_of(depths, "commands"), watched.commands);
		json_int_t keys = json_integer_value(json_object_get(shown, "keys"));
		assert_true(keys > 0 && keys < 3 * (json_int_t)watched.commands);
		assert_non_null(json_object_get(json_object_get(shown, "items"), "screwdriver"));
		bool known = false;
		for (size_t nth = 0; lab_level_kind(stock, nth); nth++)
			known = known || json_object_get(json_object_get(shown, "places"),
						 lab_level_kind(stock, nth));
		assert_true(known);
		json_decref(shown);
	}
}

static void who_killed_him_is_marked(void **state)
{
	(void)state;
	int killed = 0;
	for (int number = 0; number < 3; number++) {
		struct seed seed = {{0xc8, (uint8_t)number}};
		struct bot_game played;
		json_t *shown = recorded("reckless", &seed, &played);
		const json_t *creatures = json_object_get(shown, "creatures");
		const json_t *killer = json_object_get(creatures, played.result.killer);
		if (played.result.killer[0]) {
			assert_true(json_is_true(json_object_get(killer, "killer")));
			killed++;
		}
		json_decref(shown);
	}
	assert_true(killed > 0);
}

/* ---- Influence ---- */

/* A hero on bare floor, with one enemy beside him and one some way off. */
static struct game *duel(int *near, int *far)
{
	struct seed seed = {{0xc9}};
	struct game *game = game_new(stock, &seed, &(struct birth){.name = "Bot"});
	struct creature *hero = game_hero(game);
	int placed = 0, slots[2] = {0, 0};
	game->hero.choices_made = 1;
	for (int slot = HERO + 1; slot < game->creature_top && placed < 2; slot++) {
		int step = placed == 0 ? 1 : 3;
		if (!game->creatures[slot].alive)
			continue;
		for (int direction = 0; direction < DIR_COUNT; direction++) {
			int x = hero->x + step * direction_dx[direction];
			int y = hero->y + step * direction_dy[direction];
			if (!creature_may_stand(game, x, y))
				continue;
			creature_move(game, slot, x, y);
			game->creatures[slot].flags =
				(uint16_t)((game->creatures[slot].flags & ~CREATURE_ASLEEP) |
					   CREATURE_AWARE);
			game->creatures[slot].kind = (uint16_t)placed;
			slots[placed++] = slot;
			break;
		}
	}
	assert_int_equal(placed, 2);
	senses_look(game);
	*near = slots[0];
	*far = slots[1];
	return game;
}

static void a_kind_that_is_taken_away_is_away(void **state)
{
	int near, far;
	struct view view;
	(void)state;
	struct game *game = duel(&near, &far);
	game_view(game, &view);
	size_t cells = (size_t)view.width * (size_t)view.height;
	struct view_cell *with = malloc(cells * sizeof *with), *bare = malloc(cells * sizeof *bare);
	memcpy(with, view.cells, cells * sizeof *with);
	memcpy(bare, view.cells, cells * sizeof *bare);
	lab_cells_without_creature(game, game->creatures[near].kind, bare);
	assert_memory_not_equal(with, bare, cells * sizeof *with);
	creature_remove(game, near);
	senses_look(game);
	game_view(game, &view);
	for (size_t at = 0; at < cells; at++)
		if (view.cells[at].appearance != bare[at].appearance ||
			view.cells[at].flags != bare[at].flags)
			fail_msg("cell %zu is %d with %x, and without it %d with %x", at,
				bare[at].appearance, bare[at].flags, view.cells[at].appearance,
				view.cells[at].flags);
	free(with);
	free(bare);
	game_free(game);
}

static void what_decides_is_noticed(void **state)
{
	int near, far;
	struct bot_senses senses;
	(void)state;
	struct game *game = duel(&near, &far);
	uint64_t before = game_digest(game);
	struct bot *bot = bot_new("reckless", stock, 5);
	struct ablation *ablation = ablation_new(stock);
	bot_sense(game, false, &senses);
	ablation_ask(ablation, game, bot, &senses);
	const struct ablation_count *decided =
		ablation_of_creature(ablation, game->creatures[near].kind);
	const struct ablation_count *stood_by =
		ablation_of_creature(ablation, game->creatures[far].kind);
	assert_int_equal(decided->asked, 1);
	assert_int_equal(decided->changed[ABLATION_FIGHT], 1);
	assert_int_equal(stood_by->asked, 1);
	assert_int_equal(stood_by->changed[ABLATION_FIGHT], 0);
	for (int i = 1; i < ABLATION_EVERY; i++)
		ablation_ask(ablation, game, bot, &senses);
	assert_int_equal(decided->asked, 1);
	assert_true(game_digest(game) == before);
	ablation_free(ablation);
	bot_free(bot);
	game_free(game);
}

static void a_thing_that_would_be_drunk_decides(void **state)
{
	struct bot_senses senses;
	(void)state;
	struct seed seed = {{0xc9}};
	struct game *game = game_new(stock, &seed, &(struct birth){.name = "Bot"});
	game->hero.choices_made = 1;
	game_hero(game)->health = 3;
	struct bot *bot = bot_new("reckless", stock, 5);
	struct ablation *ablation = ablation_new(stock);
	bot_sense(game, false, &senses);
	ablation_ask(ablation, game, bot, &senses);
	int healing = -1, kinds = 0;
	for (unsigned slot = 0; slot < PACK_MAX; slot++) {
		int kind = lab_kind_carried(game, slot);
		if (kind < 0)
			continue;
		const struct ablation_count *summary = ablation_of_item(ablation, (size_t)kind);
		kinds++;
		if (summary->changed[ABLATION_USE] > 0)
			healing = kind;
	}
	assert_true(kinds > 2 && healing >= 0);
	assert_string_equal(lab_item_kind(stock, (size_t)healing), "mending");
	ablation_free(ablation);
	bot_free(bot);
	game_free(game);
}

static void a_copied_bot_chooses_the_same(void **state)
{
	(void)state;
	for (size_t i = 0; bot_name(i); i++) {
		struct seed seed = {{0xca}};
		struct game *game = game_new(stock, &seed, &(struct birth){.name = "Bot"});
		struct bot *bot = bot_new(bot_name(i), stock, 5);
		bool refused = false;
		for (int turn = 0; turn < 200 && game_going(game); turn++) {
			struct bot_senses senses;
			bot_sense(game, refused, &senses);
			struct bot *copy = bot_copy(bot);
			struct command other = bot_choose(copy, &senses);
			struct command command = bot_choose(bot, &senses);
			assert_memory_equal(&command, &other, sizeof command);
			bot_free(copy);
			refused = game_act(game, &command) == VERDICT_REFUSED;
		}
		bot_free(bot);
		game_free(game);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_record_changes_nothing_and_adds_up),
		cmocka_unit_test(a_quest_done_by_leaving_is_done),
		cmocka_unit_test(who_killed_him_is_marked),
		cmocka_unit_test(a_kind_that_is_taken_away_is_away),
		cmocka_unit_test(what_decides_is_noticed),
		cmocka_unit_test(a_thing_that_would_be_drunk_decides),
		cmocka_unit_test(a_copied_bot_chooses_the_same),
	};
	return stock_run(stock_content(), tests);
}
