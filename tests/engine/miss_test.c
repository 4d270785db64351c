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
static int variants(const char *id, const char *worn, enum miss_of of, const char *part)
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
		combat_report_miss(game, slot, of);
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
		enum miss_of of;
	} rows[] = {
		{"cable-rat", NULL, "The cable rat ", MISS_OF_BLOW},
		{"lamp-moth", NULL, "The lamp moth ", MISS_OF_BLOW},
		{"drowned-diver", NULL, "The drowned diver ", MISS_OF_BLOW},
		{"switchman", NULL, "The switchman ", MISS_OF_BLOW},
		{"cable-rat", NULL, "The cable rat ", MISS_OF_BLOCKED_BLOW},
		{"cable-rat", "watch-shield", "your watchman's shield", MISS_OF_BLOCKED_BLOW},
		{"switchman", NULL, "The switchman ", MISS_OF_BLOCKED_SHOT},
		{"cable-rat", "watch-shield", "your watchman's shield", MISS_OF_BLOCKED_SHOT},
		{"cable-rat", "oilskin", "your oilskin", MISS_OF_BLOW},
		{"cable-rat", "miners-helmet", "your pit helmet", MISS_OF_BLOW},
		{"cable-rat", "rubber-gloves", "your pair of rubber gloves", MISS_OF_BLOW},
		{"cable-rat", "rubber-boots", "your pair of gumboots", MISS_OF_BLOW},
	};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_int_equal(variants(rows[i].monster, rows[i].worn, rows[i].of, rows[i].part),
			MISS_VARIANTS * MISS_VARIANTS);
}

static void later_misses_of_a_fight_are_short_and_count(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	int rat = arena_put(game, "cable-rat", 4, 2, CREATURE_AWARE);
	int dog = arena_put(game, "desk-dog", 4, 3, CREATURE_AWARE);
	senses_look(game);
	combat_report_miss(game, rat, MISS_OF_BLOW);
	assert_null(strstr(newest(game), "misses you"));
	for (int i = 2; i <= 12; i++) {
		char wanted[60];
		game->clock.now += 3 * TICKS_A_TURN;
		message_say(game, TEXT_YOU_HIT,
			&(struct word_facts){.target = message_actor(game, rat)});
		combat_report_miss(game, rat, MISS_OF_BLOW);
		snprintf(wanted, sizeof wanted, "The cable rat misses you (%d times).", i);
		assert_string_equal(newest(game), wanted);
	}
	combat_report_miss(game, rat, MISS_OF_BLOCKED_BLOW);
	assert_null(strstr(newest(game), "You block"));
	combat_report_miss(game, rat, MISS_OF_BLOCKED_BLOW);
	assert_string_equal(newest(game), "You block the cable rat (2 times).");
	combat_report_miss(game, dog, MISS_OF_BLOW);
	assert_null(strstr(newest(game), "misses you"));
	game->clock.now += APART * TICKS_A_TURN;
	combat_report_miss(game, rat, MISS_OF_BLOW);
	assert_null(strstr(newest(game), "misses you"));
	game_free(game);
}

/* A shot that is blocked comes as a missile, and its report begins or continues the same count. */
static void blocked_missiles_count_with_blocked_blows(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	int man = arena_put(game, "switchman", 6, 2, CREATURE_AWARE);
	senses_look(game);
	combat_report_miss(game, man, MISS_OF_BLOCKED_SHOT);
	assert_null(strstr(newest(game), "You block"));
	combat_report_miss(game, man, MISS_OF_BLOCKED_SHOT);
	assert_string_equal(newest(game), "You block the switchman (2 times).");
	combat_report_miss(game, man, MISS_OF_BLOCKED_BLOW);
	assert_string_equal(newest(game), "You block the switchman (3 times).");
	combat_report_miss(game, -1, MISS_OF_BLOCKED_SHOT);
	assert_string_equal(newest(game), "You block an attack by something.");
	game_free(game);
}

static bool is_of_shot(const char *report)
{
	static const char *const clauses[] = {"lets fly", "takes aim", "picks you out",
		"has you in range", "finds its line", "aims low"};
	for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++)
		if (strstr(report, clauses[i]) != NULL)
			return true;
	return false;
}

/* Missiles reach a hero whose tray blocks one blow in six. */
static void missiles_on_a_shield_are_reported_as_shots(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	int tray = arena_give(game, "tea-tray", 1), reported = 0;
	game->pack.items[tray].flags |= ITEM_WORN;
	bonuses_settle(game);
	int man = arena_put(game, "switchman", 6, 2, CREATURE_AWARE);
	senses_look(game);
	for (int i = 0; i < 300; i++) {
		struct missile shot = {.blow = 1,
			.blow_of = game->creatures[man].kind,
			.source = creature_handle(game, man),
			.from_x = 6,
			.from_y = 2};
		uint32_t before = game->messages.newest;
		game->clock.now += APART * TICKS_A_TURN;
		game_hero(game)->health = game_hero(game)->health_max;
		combat_missile_meets(game, &shot, HERO);
		assert_null(strstr(newest(game), "You block"));
		reported += game->messages.newest > before &&
			    strstr(newest(game), "your silver tea tray") &&
			    is_of_shot(newest(game));
	}
	assert_true(reported > 10);
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
		combat_report_miss(game, rat, MISS_OF_BLOW);
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
		cmocka_unit_test(blocked_missiles_count_with_blocked_blows),
		cmocka_unit_test(missiles_on_a_shield_are_reported_as_shots),
		cmocka_unit_test(no_miss_of_an_unseen_attacker_is_left_out),
	};
	return stock_run(stock_content(), tests);
}
