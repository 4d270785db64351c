/* Hearing and smell: what the hero is told of what he does not see, whom sounds disturb, and where
 * no trail is left. */
#include "tests/test.h"

#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

/* All dark, so that nothing is seen but what is beside the hero. */
static const char *const dark[] = {
	"#####################################",
	"#,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,#",
	"#a,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,#",
	"#,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,#",
	"#####################################",
};

static const char *const lit[] = {
	"#####################################",
	"#...................................#",
	"#@..................................#",
	"#...................................#",
	"#####################################",
};

static const char *const door[] = {
	"#####################################",
	"#,,,,,#,,,,,,,,,,,,,,,,,,,,,,,,,,,,,#",
	"#a,,,,+,,,,,,,,,,,,,,,,,,,,,,,,,,,,,#",
	"#,,,,,#,,,,,,,,,,,,,,,,,,,,,,,,,,,,,#",
	"#####################################",
};

static const char *const stairs[] = {
	"###########################",
	"#<,,,,a,,,,,,,...........>#",
	"###########################",
};

static void set(struct game *game, const char *id, int x, int y)
{
	uint16_t terrain = content_find_terrain(stock, id);
	assert_int_not_equal(terrain, KIND_NONE);
	place_set_terrain(game, x, y, terrain);
	senses_look(game);
}

/* The sentence of a word, as it is said of something to the east. */
static const char *said(enum text_id word)
{
	static char text[160];
	char where[32];
	words_expand(stock, TEXT_EAST, NULL, where, sizeof where);
	words_expand(stock, word, &(struct word_facts){.text = where}, text, sizeof text);
	return text;
}

static bool shown(const struct game *game, enum text_id word)
{
	return arena_told(game, said(word));
}

static void forget_messages(struct game *game)
{
	game->messages.count = 0;
}

/* ---- Sounds that the hero hears ---- */

static void near_by_he_hears_where_and_far_off_only_that(void **state)
{
	static const struct {
		int x;
		bool near, far;
	} cases[] = {{4, true, false}, {11, true, false}, {12, false, true}, {15, false, true},
		{16, false, false}};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game *game = arena_new(stock, ROWS(dark), 1);
		hearing_sound(game, SOUND_DOOR, cases[i].x, 2);
		assert_int_equal(shown(game, word_sound(SOUND_DOOR)), cases[i].near);
		assert_int_equal(shown(game, word_sound_far(SOUND_DOOR)), cases[i].far);
		game_free(game);
	}
}

static void visible_sounds_are_not_reported(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(lit), 1);
	hearing_sound(game, SOUND_DOOR, 8, 2);
	assert_false(shown(game, word_sound(SOUND_DOOR)));
	creature_afflict(game, HERO, STATUS_BLIND, 9);
	senses_look(game);
	hearing_sound(game, SOUND_DOOR, 8, 2);
	assert_true(shown(game, word_sound(SOUND_DOOR)));
	game_free(game);
}

static void the_deaf_hear_nothing(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(dark), 1);
	creature_afflict(game, HERO, STATUS_DEAF, 9);
	for (int sound = 0; sound < SOUND_COUNT; sound++)
		hearing_sound(game, (enum sound)sound, 5, 2);
	int slot = arena_put(game, "cable-rat", 9, 2, 0);
	game->creatures[slot].heading = DIR_N;
	hearing_turn(game);
	for (int sound = 0; sound < SOUND_COUNT; sound++)
		assert_false(shown(game, word_sound((enum sound)sound)));
	assert_false(hearing_silence(game));
	game->clock.next_wanderer = 0;
	game_hero(game)->health = 30;
	arena_do(game, VERB_WAIT, 0);
	assert_false(shown(game, TEXT_HEARD_STAIRS));
	game_free(game);
}

/* Twelve steps are heard in the open; behind a closed door they are eighteen. */
static void a_closed_door_muffles(void **state)
{
	(void)state;
	for (int open = 0; open < 2; open++) {
		struct game *game = arena_new(stock, ROWS(door), 1);
		if (open)
			set(game, "door-open", 6, 2);
		hearing_sound(game, SOUND_DOOR, 13, 2);
		assert_int_equal(shown(game, word_sound_far(SOUND_DOOR)), open);
		game_free(game);
	}
}

/* A hero who remembers the gate and hears it move knows its new state, unless he is deaf. */
static void a_gate_that_is_heard_to_move_is_known_to_be_open(void **state)
{
	(void)state;
	for (int deaf = 0; deaf < 2; deaf++) {
		struct game *game = arena_new(stock, ROWS(dark), 1);
		size_t at = level_at(game->level, 6, 2);
		set(game, "portcullis", 6, 2);
		memory_see_cell(game, 6, 2);
		game_hero(game)->status[STATUS_DEAF] = deaf ? 9 : 0;
		assert_true(terrain_trigger(game, 6, 2, TRIGGER_SIGNAL, -1));
		assert_string_equal(
			memory_ground(game, at)->id, deaf ? "portcullis" : "portcullis-open");
		game_free(game);
	}
}

/* Also through a save, which has the turns that are left. */
static void of_one_kind_he_is_told_once_in_so_many_turns(void **state)
{
	(void)state;
	for (int saved = 0; saved < 2; saved++) {
		struct game *game = arena_new(stock, ROWS(stairs), 1);
		hearing_sound(game, SOUND_FIGHT, 9, 1);
		assert_true(shown(game, word_sound(SOUND_FIGHT)));
		if (saved) {
			size_t size;
			struct complaint complaint;
			uint8_t *bytes = game_save(game, &size);
			game_free(game);
			game = game_load(stock, bytes, size, &complaint);
			assert_non_null(game);
			free(bytes);
		}
		forget_messages(game);
		for (int turn = 0; turn < 7; turn++) {
			arena_do(game, VERB_WAIT, 0);
			hearing_sound(game, SOUND_FIGHT, 9, 1);
			hearing_sound(game, SOUND_GATE, 9, 1);
		}
		assert_false(shown(game, word_sound(SOUND_FIGHT)));
		assert_true(shown(game, word_sound(SOUND_GATE)));
		arena_do(game, VERB_WAIT, 0);
		hearing_sound(game, SOUND_FIGHT, 9, 1);
		assert_true(shown(game, word_sound(SOUND_FIGHT)));
		game_free(game);
	}
}

static void each_sound_has_its_occasion(void **state)
{
	static const struct clause blast = {.row = EFFECT_BLAST, .dice = {1, 1, 0}};
	static const struct clause alarm = {.row = EFFECT_ALARM, .radius = 5};
	static const struct clause signal = {.row = EFFECT_SIGNAL};
	(void)state;
	struct game *game = arena_new(stock, ROWS(dark), 1);
	set(game, "portcullis", 9, 2);
	set(game, "glass", 10, 2);
	int one = arena_put(game, "cable-rat", 6, 2, 0),
	    other = arena_put(game, "cable-rat", 7, 2, 0);
	effect_apply(game, &blast, 12, 2, -1, NULL);
	assert_true(shown(game, word_sound_far(SOUND_BLAST)));
	effect_apply(game, &alarm, 6, 2, other, NULL);
	assert_true(shown(game, word_sound(SOUND_BELL)));
	effect_apply(game, &signal, 6, 2, -1, NULL);
	assert_true(shown(game, word_sound(SOUND_GATE)));
	assert_true(terrain_trigger(game, 10, 2, TRIGGER_BREAK, -1));
	assert_true(shown(game, word_sound(SOUND_BREAKING)));
	combat_harm(game, one, 1, -1, HARM_ITEM, NULL);
	assert_true(shown(game, word_sound(SOUND_CRY)));
	assert_false(shown(game, word_sound(SOUND_FIGHT)));
	for (int blows = 0; blows < 20 && game->creatures[other].alive; blows++)
		combat_creature_strikes(game, one, other);
	assert_true(shown(game, word_sound(SOUND_FIGHT)));
	game_free(game);
}

/* The hero's own actions make no report. */
static void his_own_deeds_are_not_told_as_heard(void **state)
{
	(void)state;
	for (int by = -1; by <= HERO; by++) {
		struct game *game = arena_new(stock, ROWS(dark), 1);
		hearing_change(
			game, TRIGGER_SHOVE, &stock->terrains[stock->terrain.floor], 5, 2, by);
		assert_int_equal(shown(game, word_sound(SOUND_BOULDER)), by != HERO);
		game_free(game);
	}
}

static void water_and_fire_are_heard_where_they_are_not_seen(void **state)
{
	static const struct {
		const char *terrain;
		enum sound sound;
	} cases[] = {{"waterfall", SOUND_WATER}, {"flood-spring", SOUND_WATER},
		{"switchboard", SOUND_HUM}, {"shallow-water", SOUND_COUNT}};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		for (int seen = 0; seen < 2; seen++) {
			struct game *game = arena_new(stock, ROWS(lit), 1);
			if (!seen)
				creature_afflict(game, HERO, STATUS_BLIND, 90);
			set(game, cases[i].terrain, 8, 2);
			for (int turn = 0; turn < 5; turn++) {
				game->clock.now += TICKS_A_TURN;
				hearing_turn(game);
			}
			for (int sound = 0; sound < SOUND_COUNT; sound++)
				if (shown(game, word_sound((enum sound)sound)) !=
					(!seen && sound == (int)cases[i].sound))
					fail_msg("%s, %s", cases[i].terrain,
						seen ? "seen" : "unseen");
			game_free(game);
		}
}

static void steps_are_heard_of_those_who_walk(void **state)
{
	(void)state;
	for (int walks = 0; walks < 2; walks++) {
		struct game *game = arena_new(stock, ROWS(dark), 1);
		int slot = arena_put(game, "cable-rat", 8, 2, walks ? 0 : CREATURE_ASLEEP);
		game->creatures[slot].heading = DIR_W;
		hearing_turn(game);
		assert_int_equal(shown(game, word_sound(SOUND_STEPS)), walks);
		game_free(game);
	}
}

static void a_level_where_nobody_is_awake_is_silent(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(dark), 1);
	assert_true(hearing_silence(game));
	int slot = arena_put(game, "cable-rat", 30, 2, CREATURE_ASLEEP);
	assert_true(hearing_silence(game));
	game->creatures[slot].flags = 0;
	assert_false(hearing_silence(game));
	game_free(game);
	/* A creature in ambush is silent until it is roused. */
	game = arena_new(stock, ROWS(dark), 1);
	slot = arena_put(game, "folder", 30, 2, 0);
	assert_true(hearing_silence(game));
	game->creatures[slot].flags = CREATURE_ROUSED;
	assert_false(hearing_silence(game));
	game_free(game);
}

/* It is said on coming to a level for the first time, where there is room for it, and only then. */
static void silence_is_told_on_arrival(void **state)
{
	int silent = 0, loud = 0;
	(void)state;
	for (int number = 0; number < 40; number++) {
		struct seed seed = {{0x91, (uint8_t)number}};
		struct birth birth = {.name = "Tester"};
		struct game *game = game_new(stock, &seed, &birth);
		forget_messages(game);
		place_enter(game, 2, true);
		bool is = hearing_silence(game);
		assert_true(is || !shown(game, TEXT_ARRIVE_SILENT));
		silent += shown(game, TEXT_ARRIVE_SILENT);
		loud += !is;
		forget_messages(game);
		place_enter(game, 1, false);
		assert_false(shown(game, TEXT_ARRIVE_SILENT));
		game_free(game);
	}
	print_message("silent %d of %d\n", silent, silent + loud);
	assert_true(silent > 0 && loud > 0);
}

/* ---- Creatures that sounds disturb ---- */

static int woken_by(enum sound sound, int distance)
{
	int woken = 0;
	for (int seed = 0; seed < 200; seed++) {
		struct game *game = arena_new(stock, ROWS(dark), seed);
		int slot = arena_put(game, "cable-rat", 30, 2, CREATURE_ASLEEP);
		hearing_sound(game, sound, 30 - distance, 2);
		hearing_sound(game, sound, 30 - distance, 2);
		woken += !(game->creatures[slot].flags & CREATURE_ASLEEP);
		game_free(game);
	}
	return woken;
}

/* One in eight, once, however many of the kind there are at one place in one tick. */
static void some_sounds_wake_who_sleeps_within(void **state)
{
	(void)state;
	assert_in_range(woken_by(SOUND_BLAST, 21), 10, 45);
	assert_int_equal(woken_by(SOUND_BLAST, 22), 0);
	assert_in_range(woken_by(SOUND_GATE, 14), 10, 45);
	assert_int_equal(woken_by(SOUND_GATE, 15), 0);
	assert_in_range(woken_by(SOUND_GLASS, 7), 10, 45);
	assert_int_equal(woken_by(SOUND_GLASS, 8), 0);
	assert_int_equal(woken_by(SOUND_DOOR, 1), 0);
}

/* By a cell for each four that it is far, to each side; from near by exactly. */
static void the_farther_the_vaguer(void **state)
{
	(void)state;
	for (int distance = 3; distance <= 24; distance += 7) {
		int farthest = 0, blur = distance / 4;
		for (int seed = 0; seed < 60; seed++) {
			struct game *game = arena_new(stock, ROWS(dark), seed);
			int slot = arena_put(game, "cable-rat", 30, 2, 0);
			const struct creature *rat = &game->creatures[slot];
			senses_noise_at(game, 30 - distance, 2, 40);
			assert_int_equal(rat->goal, GOAL_HEARD);
			int off = distance_between(rat->goal_x, rat->goal_y, 30 - distance, 2);
			assert_in_range(off, 0, blur);
			farthest = off > farthest ? off : farthest;
			game_free(game);
		}
		assert_int_equal(farthest, blur);
	}
}

/* ---- Smell ---- */

static void water_keeps_no_trail(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(dark), 1);
	set(game, "shallow-water", 3, 2);
	set(game, "shallow-water", 4, 2);
	arena_do(game, VERB_STEP, DIR_E);
	arena_do(game, VERB_STEP, DIR_E);
	creature_afflict(game, HERO, STATUS_LEVITATING, 20);
	arena_do(game, VERB_STEP, DIR_E);
	arena_do(game, VERB_STEP, DIR_E);
	assert_true(senses_smell_at(game, 2, 2) > 0);
	assert_int_equal(senses_smell_at(game, 3, 2), 0);
	assert_true(senses_smell_at(game, 4, 2) > 0 && senses_smell_at(game, 5, 2) > 0);
	game_free(game);
}

/* A plain trail lasts a hundred turns; of one who fights, shoots or bleeds two hundred. */
static void a_trail_lasts_as_long_as_it_is_strong(void **state)
{
	(void)state;
	for (int how = 0; how < 4; how++) {
		struct game *game = arena_new(stock, ROWS(dark), 1);
		game_hero(game)->health = game_hero(game)->health_max = 500;
		if (how == 1) {
			arena_put(game, "cable-rat", 2, 2, CREATURE_ASLEEP);
			arena_do(game, VERB_STEP, DIR_E);
		} else if (how == 2) {
			struct command command = {.verb = VERB_THROW,
				.x = 9,
				.y = 2,
				.item = (uint8_t)arena_give(game, "dart", 1)};
			assert_int_equal(game_act(game, &command), VERDICT_SPENT);
		} else if (how == 3) {
			creature_afflict(game, HERO, STATUS_BLEEDING, 3);
			arena_do(game, VERB_WAIT, 0);
		} else {
			arena_do(game, VERB_WAIT, 0);
		}
		uint32_t laid = senses_smell_at(game, 1, 2);
		assert_true(laid > 0);
		game->clock.now = (laid - 1 + 100) * TICKS_A_TURN;
		assert_int_equal(senses_smell_at(game, 1, 2), laid);
		game->clock.now += TICKS_A_TURN;
		if ((senses_smell_at(game, 1, 2) > 0) != (how > 0))
			fail_msg("way %d of leaving a trail", how);
		game->clock.now = (laid - 1 + 200) * TICKS_A_TURN;
		assert_int_equal(senses_smell_at(game, 1, 2) > 0, how > 0);
		game->clock.now += TICKS_A_TURN;
		assert_int_equal(senses_smell_at(game, 1, 2), 0);
		game_free(game);
	}
}

/* ---- The one number ---- */

static void each_action_makes_its_noise(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(lit), 1);
	int dart = arena_give(game, "dart", 1);
	int missing = combat_missing_might(game);
	arena_do(game, VERB_WAIT, 0);
	assert_int_equal(game->hero.noise, 3 + missing);
	arena_do(game, VERB_SEARCH, 0);
	assert_int_equal(game->hero.noise, 3 + missing);
	arena_do(game, VERB_STEP, DIR_E);
	assert_int_equal(game->hero.noise, 7 + missing);
	struct command command = {.verb = VERB_THROW, .x = 9, .y = 2, .item = (uint8_t)dart};
	assert_int_equal(game_act(game, &command), VERDICT_SPENT);
	assert_int_equal(game->hero.noise, 14 + missing);
	int slot = arena_put(game, "cable-rat", 3, 2, CREATURE_ASLEEP);
	game->creatures[slot].health = game->creatures[slot].health_max = 500;
	arena_do(game, VERB_WAIT, 0);
	assert_int_equal(game->hero.noise, 3 + missing);
	arena_do(game, VERB_STEP, DIR_E);
	assert_int_equal(game->hero.noise, 14 + missing);
	game_free(game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(near_by_he_hears_where_and_far_off_only_that),
		cmocka_unit_test(visible_sounds_are_not_reported),
		cmocka_unit_test(the_deaf_hear_nothing),
		cmocka_unit_test(a_closed_door_muffles),
		cmocka_unit_test(a_gate_that_is_heard_to_move_is_known_to_be_open),
		cmocka_unit_test(of_one_kind_he_is_told_once_in_so_many_turns),
		cmocka_unit_test(each_sound_has_its_occasion),
		cmocka_unit_test(his_own_deeds_are_not_told_as_heard),
		cmocka_unit_test(water_and_fire_are_heard_where_they_are_not_seen),
		cmocka_unit_test(steps_are_heard_of_those_who_walk),
		cmocka_unit_test(a_level_where_nobody_is_awake_is_silent),
		cmocka_unit_test(silence_is_told_on_arrival),
		cmocka_unit_test(some_sounds_wake_who_sleeps_within),
		cmocka_unit_test(the_farther_the_vaguer),
		cmocka_unit_test(water_keeps_no_trail),
		cmocka_unit_test(a_trail_lasts_as_long_as_it_is_strong),
		cmocka_unit_test(each_action_makes_its_noise),
	};
	return stock_run(stock_content(), tests);
}
