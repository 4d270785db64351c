/* Reports of blows that miss: variants by slot and shape, folded in a fight, full when unseen. */
#include "tests/test.h"

#include "engine/rules/combat_private.h"
#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

#define TURNS 4000
#define APART 40 /* turns: beyond a fight */

static const char *const room[] = {
	"#########",
	"#.......#",
	"#..@....#",
	"#.......#",
	"#########",
};

static const char *newest(const struct game *game)
{
	return game->messages.list[game->messages.count - 1].text;
}

/* Reports of the creature's blows, each a fight of its own. Counts the different ones with a
 * part. */
static int variants(const char *id, const char *worn, bool blocked, const char *part)
{
	static char seen[60][120];
	int count = 0;
	struct game *game = arena_new(stock, ROWS(room), 1);
	memset(game->pack.items, 0, sizeof game->pack.items);
	game->pack.count = 0;
	if (worn != NULL)
		game->pack.items[arena_give(game, worn, 1)].flags |= ITEM_WORN;
	int slot = arena_put(game, id, 4, 2, CREATURE_AWARE);
	senses_look(game);
	uint32_t drawn = game->counters[game->depth][PURPOSE_COMBAT];
	for (int turn = 0; turn < TURNS; turn++) {
		game->clock.now += APART * TICKS_A_TURN;
		combat_report_miss(game, slot, blocked);
		int at = 0;
		while (at < count && strcmp(seen[at], newest(game)) != 0)
			at++;
		if (strstr(newest(game), part) == NULL || at < count)
			continue;
		assert_true(count < 60);
		snprintf(seen[count++], sizeof seen[0], "%s", newest(game));
	}
	assert_int_equal(game->counters[game->depth][PURPOSE_COMBAT], drawn);
	game_free(game);
	return count;
}

/* Six ways to strike for each shape, times six ways to meet it for each slot. */
static void each_slot_and_shape_has_six_variants(void **state)
{
	static const struct {
		const char *monster, *worn, *part;
		bool blocked;
	} rows[] = {
		{"cable-rat", NULL, "The cable rat ", false},
		{"lamp-moth", NULL, "The lamp moth ", false},
		{"drowned-diver", NULL, "The drowned diver ", false},
		{"switchman", NULL, "The switchman ", false},
		{"cable-rat", NULL, "The cable rat ", true},
		{"cable-rat", "watch-shield", "your watchman's shield", true},
		{"cable-rat", "oilskin", "your oilskin", false},
		{"cable-rat", "miners-helmet", "your pit helmet", false},
		{"cable-rat", "rubber-gloves", "your pair of rubber gloves", false},
		{"cable-rat", "rubber-boots", "your pair of gumboots", false},
	};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_int_equal(
			variants(rows[i].monster, rows[i].worn, rows[i].blocked, rows[i].part),
			MISS_VARIANTS * MISS_VARIANTS);
}

static void later_misses_of_a_fight_are_short_and_count(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	int rat = arena_put(game, "cable-rat", 4, 2, CREATURE_AWARE);
	int dog = arena_put(game, "desk-dog", 4, 3, CREATURE_AWARE);
	senses_look(game);
	combat_report_miss(game, rat, false);
	assert_null(strstr(newest(game), "misses you"));
	for (int i = 2; i <= 12; i++) {
		char wanted[60];
		game->clock.now += 3 * TICKS_A_TURN;
		message_say(game, TEXT_YOU_HIT,
			&(struct word_facts){.target = message_actor(game, rat)});
		combat_report_miss(game, rat, false);
		snprintf(wanted, sizeof wanted, "The cable rat misses you (%d).", i);
		assert_string_equal(newest(game), wanted);
	}
	combat_report_miss(game, rat, true);
	assert_null(strstr(newest(game), "You block"));
	combat_report_miss(game, rat, true);
	assert_string_equal(newest(game), "You block the cable rat (2).");
	combat_report_miss(game, dog, false);
	assert_null(strstr(newest(game), "misses you"));
	game->clock.now += APART * TICKS_A_TURN;
	combat_report_miss(game, rat, false);
	assert_null(strstr(newest(game), "misses you"));
	game_free(game);
}

/* The report of an unseen attacker may be its only sign. */
static void no_miss_of_an_unseen_attacker_is_left_out(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	int rat = arena_put(game, "cable-rat", 6, 2, CREATURE_AWARE);
	creature_afflict(game, HERO, STATUS_BLIND, 50);
	senses_look(game);
	for (int i = 1; i <= 5; i++) {
		uint32_t before = game->messages.newest;
		game->clock.now += 2 * TICKS_A_TURN;
		combat_report_miss(game, rat, false);
		assert_string_equal(newest(game), "Something misses you.");
		assert_int_equal(game->messages.newest, before + 1);
	}
	game_free(game);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_slot_and_shape_has_six_variants),
		cmocka_unit_test(later_misses_of_a_fight_are_short_and_count),
		cmocka_unit_test(no_miss_of_an_unseen_attacker_is_left_out),
	};
	return stock_run(stock_content(), tests);
}
