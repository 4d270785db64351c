/* Message economy: continuing effects and simultaneous events are reported briefly. */
#include "tests/test.h"

#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

static const char *const cellar[] = {
	"#####################",
	"#.........#.........#",
	"#....@....#........>#",
	"#.........#.........#",
	"#.........+.........#",
	"#####################",
};

/* How often it was said since a serial, counts counted. */
static int said(const struct game *game, uint32_t since, const char *part)
{
	int times = 0;
	for (int i = 0; i < game->messages.count; i++)
		if (game->messages.list[i].serial > since &&
			strstr(game->messages.list[i].text, part))
			times += game->messages.list[i].repeats;
	return times;
}

static int messages_since(const struct game *game, uint32_t since)
{
	int count = 0;
	for (int i = 0; i < game->messages.count; i++)
		count += game->messages.list[i].serial > since;
	return count;
}

static void simultaneous_notices_share_one_sentence(void **state)
{
	static const struct {
		const char *kinds[5], *expected;
	} cases[] = {
		{{"cable-rat"}, "The cable rat has noticed you."},
		{{"cable-rat", "desk-dog"}, "The cable rat and the desk dog have noticed you."},
		{{"cable-rat", "cable-rat", "cable-rat"},
			"The cable rat and 2 more like it have noticed you."},
		{{"cable-rat", "cable-rat", "desk-dog", "switchman"},
			"The cable rat, the desk dog and 2 more have noticed you."},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game *game = arena_hall(stock);
		int slots[5], count = 0;
		for (; count < 5 && cases[i].kinds[count]; count++)
			slots[count] = arena_put(game, cases[i].kinds[count], 5 + count, 1, 0);
		senses_look(game);
		for (int j = 0; j < count; j++)
			creature_notice(game, slots[j]);
		assert_true(arena_told(game, cases[i].expected));
		assert_int_equal(said(game, 0, "noticed you"), 1);
		game_free(game);
	}
}

/* A creature killed in the action in which it noticed the hero is reported only as killed. */
static void a_creature_killed_at_once_notices_nothing(void **state)
{
	(void)state;
	struct game *game = arena_hall(stock);
	int rat = arena_put(game, "cable-rat", 7, 1, 0);
	senses_look(game);
	uint32_t since = game->messages.newest;
	creature_notice(game, rat);
	assert_int_equal(said(game, since, "noticed you"), 1);
	combat_harm(game, rat, 100, HERO, HARM_BLOW, NULL);
	assert_int_equal(said(game, since, "falls dead"), 1);
	assert_int_equal(said(game, since, "noticed you"), 0);
	game_free(game);
}

/* One of the next action has a sentence of its own. */
static void notices_of_another_action_are_reported_anew(void **state)
{
	(void)state;
	struct game *game = arena_hall(stock);
	int first = arena_put(game, "cable-rat", 2, 1, CREATURE_ASLEEP);
	int second = arena_put(game, "desk-dog", 4, 1, CREATURE_ASLEEP);
	senses_look(game);
	game->creatures[first].flags &= (uint16_t)~CREATURE_ASLEEP;
	creature_notice(game, first);
	creature_afflict(game, first, STATUS_PARALYSED, 50);
	creature_afflict(game, second, STATUS_PARALYSED, 50);
	arena_do(game, VERB_WAIT, 0);
	game->creatures[second].flags = 0;
	creature_notice(game, second);
	assert_true(arena_told(game, "The cable rat has noticed you."));
	assert_true(arena_told(game, "The desk dog has noticed you."));
	game_free(game);
}

/* A creature that has noticed the hero is awake, so its waking is not reported. */
static void waking_and_noticing_is_reported_once(void **state)
{
	(void)state;
	struct game *game = arena_hall(stock);
	int dog = arena_put(game, "desk-dog", 4, 1, CREATURE_ASLEEP);
	senses_look(game);
	creature_wake(game, dog);
	assert_true(arena_told(game, "The desk dog wakes."));
	creature_notice(game, dog);
	assert_false(arena_told(game, "The desk dog wakes."));
	assert_true(arena_told(game, "The desk dog has noticed you."));
	game_free(game);
}

static void continuing_harm_is_reported_when_it_begins(void **state)
{
	static const enum status statuses[] = {STATUS_POISONED, STATUS_BLEEDING};
	static const char *const parts[] = {"poison takes", "You bleed"};
	(void)state;
	for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++) {
		struct game *game = arena_hall(stock);
		creature_afflict(game, HERO, statuses[i], 30);
		for (int turn = 0; turn < 9; turn++)
			arena_do(game, VERB_WAIT, 0);
		assert_int_equal(said(game, 0, parts[i]), 1);
		for (int turn = 0; turn < 10; turn++)
			arena_do(game, VERB_WAIT, 0);
		assert_int_equal(said(game, 0, parts[i]), 2);
		game_free(game);
	}
}

/* In a cloud that works each turn on him who can do nothing. */
static void turns_of_laughing_fill_no_pages(void **state)
{
	(void)state;
	struct game *game = arena_hall(stock);
	uint16_t gas = 0;
	while (gas + 1 < stock->counts.clouds && strcmp(stock->clouds[gas].id, "laughing-gas"))
		gas++;
	arena_put(game, "desk-dog", 8, 2, CREATURE_AWARE);
	assert_true(gas_release(game, gas, 10, 2, 4000));
	for (int i = 0; i < 20; i++) {
		uint32_t since = game->messages.newest;
		arena_do(game, VERB_WAIT, 0);
		assert_in_range(messages_since(game, since), 0, 8);
	}
	assert_true(said(game, 0, "You laugh, and can do nothing else") > 0);
	game_free(game);
}

static void a_status_that_is_renewed_is_no_news(void **state)
{
	(void)state;
	struct game *game = arena_hall(stock);
	struct clause slow = {.row = EFFECT_SLOW, .duration = 5};
	effect_apply(game, &slow, 10, 2, -1, NULL);
	effect_apply(game, &slow, 10, 2, -1, NULL);
	assert_int_equal(said(game, 0, "You are slowed: you act half as often."), 1);
	creature_cure(game, HERO, STATUS_SLOWED);
	uint32_t since = game->messages.newest;
	effect_apply(game, &slow, 10, 2, -1, NULL);
	assert_int_equal(said(game, since, "You are slowed: you act half as often."), 2);
	game_free(game);
}

/* A ring says what it does, and not at each kill. */
static void a_bonus_at_each_kill_is_reported_once(void **state)
{
	(void)state;
	struct game *game = arena_hall(stock);
	int slot = arena_give(game, "duty-ring", 1);
	game->pack.items[slot].flags |= ITEM_WORN;
	bonuses_moment(game, MOMENT_KILL, HERO);
	assert_int_equal(said(game, 0, "blessed"), 1);
	creature_cure(game, HERO, STATUS_BLESSED);
	bonuses_moment(game, MOMENT_KILL, HERO);
	assert_true(creature_has(game, HERO, STATUS_BLESSED));
	assert_int_equal(said(game, 0, "blessed"), 1);
	assert_int_equal(said(game, 0, "You are blessed"), 0);
	game_free(game);
}

static void wanderers_and_casters_are_told_in_fewer_words_again(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(cellar), 1);
	uint32_t since = game->messages.newest;
	for (int i = 0; i < 3; i++) {
		game->clock.now += 100 * TICKS_A_TURN;
		game->report.newest_before = game->messages.newest;
		populate_wanderer(game);
		game->creatures[HERO + 1] = (struct creature){0};
		place_work_out(game);
	}
	assert_int_equal(said(game, since, "They are not yours"), 1);
	assert_int_equal(said(game, since, "More feet on the stairs"), 2);
	game_free(game);
	game = arena_hall(stock);
	int organ = arena_put(game, "organ-grinder", 6, 2, CREATURE_AWARE);
	game->creatures[organ].health = game->creatures[organ].health_max = 500;
	for (int i = 0; i < 60 && said(game, 0, "dials.") == 0; i++) {
		game->creatures[organ].cooldown = 0;
		arena_do(game, VERB_WAIT, 0);
	}
	assert_int_equal(said(game, 0, "dials a number"), 1);
	assert_true(said(game, 0, "dials.") > 0);
	game_free(game);
}

static void repeated_messages_of_an_action_are_counted(void **state)
{
	(void)state;
	struct game *game = arena_hall(stock);
	game->report.newest_before = game->messages.newest;
	message_say_text(game, "One.", COLOUR_ROLE_TEXT);
	message_say_text(game, "Two.", COLOUR_ROLE_TEXT);
	message_say_text(game, "One.", COLOUR_ROLE_TEXT);
	assert_int_equal(game->messages.count, 2);
	assert_string_equal(game->messages.list[0].text, "Two.");
	assert_string_equal(game->messages.list[1].text, "One.");
	assert_int_equal(game->messages.list[1].repeats, 2);
	assert_true(game->messages.list[0].serial < game->messages.list[1].serial);
	game->report.newest_before = game->messages.newest;
	message_say_text(game, "Two.", COLOUR_ROLE_TEXT);
	assert_int_equal(game->messages.count, 3);
	game_free(game);
}

static void long_texts_are_cut_between_sentences(void **state)
{
	static const char text[] =
		"This is a first sentence that is about as long as a row of the screen is. "
		"\"And this is another one,\" it says, \"which is long, too.\" "
		"And this is the third of them.";
	(void)state;
	struct game *game = arena_hall(stock);
	message_say_long(game, text, COLOUR_ROLE_PAPER);
	assert_int_equal(game->messages.count, 2);
	assert_string_equal(game->messages.list[0].text,
		"This is a first sentence that is about as long as a row of the screen is.");
	message_say_long(game,
		"A sentence that goes on, and on, and on, and on, and on, and on, and on, and on, "
		"and on, and on, and on, and on, and on, and on, and on.",
		COLOUR_ROLE_PAPER);
	assert_int_equal(game->messages.count, 4);
	const char *first = game->messages.list[2].text;
	assert_true(first[strlen(first) - 1] != ' ');
	game_free(game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(simultaneous_notices_share_one_sentence),
		cmocka_unit_test(a_creature_killed_at_once_notices_nothing),
		cmocka_unit_test(notices_of_another_action_are_reported_anew),
		cmocka_unit_test(waking_and_noticing_is_reported_once),
		cmocka_unit_test(continuing_harm_is_reported_when_it_begins),
		cmocka_unit_test(turns_of_laughing_fill_no_pages),
		cmocka_unit_test(a_status_that_is_renewed_is_no_news),
		cmocka_unit_test(a_bonus_at_each_kill_is_reported_once),
		cmocka_unit_test(wanderers_and_casters_are_told_in_fewer_words_again),
		cmocka_unit_test(repeated_messages_of_an_action_are_counted),
		cmocka_unit_test(long_texts_are_cut_between_sentences),
	};
	return stock_run(stock_content(), tests);
}
