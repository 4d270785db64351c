/* Watches: creatures that are news, that forbid an auto command, and that it avoids. */
#include "engine/auto/auto.h"
#include "tests/test.h"

#include "tests/engine/follow.h"

static const char *const rooms[] = {
	"###########      #########",
	"#.........#      #.......#",
	"#@........',,,,,,'.......#",
	"#.........#      #.......#",
	"#.........#      #.......#",
	"###########      #########",
};

static const char *const hall[] = {
	"##################################################",
	"#................................................#",
	"#@..............................................>#",
	"#................................................#",
	"##################################################",
};

/* Somebody who stays where he is put, and does nothing. */
static int put_still(struct game *game, const char *id, int x, int y, uint16_t flags)
{
	int slot = arena_put(game, id, x, y, 0);
	game->creatures[slot].flags = flags;
	game->creatures[slot].ready = game->clock.now + 1000000;
	senses_look(game);
	return slot;
}

static enum watch_news appearance(struct game *game)
{
	struct view view;
	enum watch_news news;
	game_view(game, &view);
	watch_look(&watch, &view, &news);
	return news;
}

static void move_to(struct game *game, int slot, int x, int y)
{
	creature_move(game, slot, x, y);
	senses_look(game);
}

/* In a niche of the hall, out of sight from where the hero is. */
static const char *const niche[] = {
	"##################################################",
	"#................................................#",
	"#@...............................................#",
	"#...............................................+,",
	"##################################################",
};

/* One that drifts in and out of view is news once; and again when it comes back nearer, or awake,
 * or hunting, or after a good while, but never for staying. */
static void a_known_creature_is_news_once(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(niche));
	game_hero(game)->health = 20; /* a rat is worth a look */
	int rat = put_still(game, "cable-rat", 40, 3, CREATURE_ASLEEP);
	assert_int_equal(appearance(game), NEWS_NEW);
	for (int i = 0; i < 5; i++) {
		move_to(game, rat, 49, 3);
		assert_int_equal(appearance(game), NEWS_NONE);
		move_to(game, rat, 38 - i, 3);
		assert_int_equal(appearance(game), NEWS_NONE);
	}
	move_to(game, rat, 49, 3);
	appearance(game);
	game->creatures[rat].flags = 0;
	move_to(game, rat, 30, 3);
	assert_int_equal(appearance(game), NEWS_AWAKE);
	move_to(game, rat, 8, 3);
	assert_int_equal(appearance(game), NEWS_NEARER);
	move_to(game, rat, 7, 3);
	assert_int_equal(appearance(game), NEWS_NONE);
	move_to(game, rat, 3, 3);
	assert_int_equal(appearance(game), NEWS_NEARER);
	game->creatures[rat].flags = CREATURE_AWARE;
	assert_int_equal(appearance(game), NEWS_HUNTS);
	move_to(game, rat, 49, 3);
	appearance(game);
	game->clock.now += 51 * TICKS_A_TURN;
	game->clock.next_turn = game->clock.now;
	move_to(game, rat, 40, 3);
	assert_int_equal(appearance(game), NEWS_NEW);
	game->depth++;
	assert_int_equal(appearance(game), NEWS_NEW);
	game_free(game);
}

/* Of several at once, one is named, and how many more. */
static void creatures_that_come_together_are_counted(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(niche));
	struct command command;
	int rat = put_still(game, "cable-rat", 49, 3, CREATURE_ASLEEP | CREATURE_MET);
	game->knowledge.met[game->creatures[rat].kind] = 1;
	auto_begin(&last, AUTO_TRAVEL, 0, 30, 2, game, &watch);
	assert_true(auto_step(&last, game, &command));
	game_act(game, &command);
	move_to(game, rat, 40, 3);
	put_still(game, "cable-rat", 41, 3, CREATURE_ASLEEP | CREATURE_MET);
	put_still(game, "cable-rat", 42, 3, CREATURE_ASLEEP | CREATURE_MET);
	assert_false(auto_step(&last, game, &command));
	assert_string_equal(last.says, "A cable rat comes into view, and 2 more.");
	game_free(game);
}

/* Explores past one that is seen and lost again and again: stopped once, and told why. */
static void exploring_stops_once_for_each(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(niche));
	int rat = put_still(game, "cable-rat", 49, 3, CREATURE_ASLEEP);
	struct command command;
	struct auto_move automove;
	int stops = 0, steps = 0;
	game->knowledge.met[game->creatures[rat].kind] = 1;
	auto_begin(&automove, AUTO_TRAVEL, 0, 30, 2, game, &watch);
	for (int i = 0; i < 40 && steps < 12; i++) {
		if (i % 3 == 1)
			move_to(game, rat, game->creatures[rat].x == 49 ? 40 : 49, 3);
		if (!auto_step(&automove, game, &command)) {
			assert_true(automove.alarmed);
			assert_string_equal(automove.says, "A cable rat comes into view.");
			stops++;
			auto_begin(&automove, AUTO_TRAVEL, 0, 30, 2, game, &watch);
			continue;
		}
		game_act(game, &command);
		game->creatures[rat].flags |= CREATURE_ASLEEP;
		steps++;
	}
	assert_int_equal(stops, 1);
	assert_int_equal(steps, 12);
	game_free(game);
}

/* How often something happened since the last time. */
static int happened(struct game *game, enum event_kind kind)
{
	struct event event;
	int count = 0;
	while (game_next_event(game, &event))
		count += event.kind == kind;
	return count;
}

/* Nor is it a danger anew each time, and one in shackles is told of once. */
static void a_creature_that_comes_and_goes_is_met_once(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(niche));
	happened(game, EVENT_DANGER);
	int rat = put_still(game, "cable-rat", 40, 3, 0);
	int dog = put_still(game, "desk-dog", 20, 1, CREATURE_CAPTIVE);
	for (int i = 0; i < 4; i++) {
		move_to(game, rat, 49, 3);
		move_to(game, rat, 40, 3);
		move_to(game, rat, 41, 3);
		move_to(game, dog, 49, 3);
		move_to(game, dog, 20, 1);
	}
	assert_int_equal(happened(game, EVENT_DANGER), 1);
	assert_int_equal(messages_of(game, "in shackles"), 1);
	assert_int_equal(messages_of(game, "does not wag"), 0);
	game_free(game);
}

/* One that runs away says so once, however often it loses him and sees him again; in a corner it
 * fights. */
static void fleeing_is_reported_once(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(hall));
	int rat = arena_put(game, "cable-rat", 6, 2, CREATURE_AWARE);
	struct view view;
	game->creatures[rat].health = 1;
	for (int i = 0; i < 12; i++) {
		game->creatures[rat].status[STATUS_BLIND] = i % 3 == 2 ? 2 : 0;
		arena_do(game, VERB_WAIT, 0);
	}
	assert_int_equal(messages_of(game, "The cable rat runs."), 1);
	game_view(game, &view);
	assert_true(view.creatures[0].fleeing);
	game->creatures[rat].health = 10;
	arena_do(game, VERB_WAIT, 0);
	game_view(game, &view);
	assert_false(view.creatures[0].fleeing);
	game_free(game);
}

/* A moth that goes about its own business, and could do him next to nothing, is told of once. */
static void harmless_creatures_stop_nobody_twice(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(hall));
	struct auto_move automove;
	struct command command;
	struct view view;
	enum watch_news news;
	int moth = put_still(game, "lamp-moth", 20, 1, 0);
	game_view(game, &view);
	assert_int_equal(watch_look(&watch, &view, &news), 0);
	move_to(game, moth, game_hero(game)->x + 3, 1);
	game_view(game, &view);
	assert_int_equal(watch_look(&watch, &view, &news), -1);
	game_hero(game)->health--;
	auto_begin(&automove, AUTO_REST, 0, 0, 0, game, &watch);
	assert_true(auto_step(&automove, game, &command));
	/* With little health even a moth prevents rest. */
	game_hero(game)->health = 5;
	auto_begin(&automove, AUTO_REST, 0, 0, 0, game, &watch);
	assert_false(auto_step(&automove, game, &command));
	watch = (struct watch){0};
	game_free(game);
}

/* A new kind's own text is not repeated by the alarm. */
static void a_first_sight_is_told_once(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(rooms));
	creature_move(game, HERO, 13, 2);
	arena_put(game, "wire-worm", 23, 4, CREATURE_ASLEEP);
	senses_look(game);
	assert_true(follow(game, AUTO_RUN, DIR_E, 0, 0) > 0);
	assert_true(last.alarmed);
	assert_true(arena_told(game, "A wire worm, asleep."));
	assert_string_equal(last.says, "");
	game_free(game);
}

struct company {
	const char *id;
	int x;
	uint16_t flags;
	const char *travel, *rest; /* the refusals, "" for none */
};

/* Only one that hunts and would soon be there forbids a walk, and one that is up near by a rest;
 * the sentence names it. */
static void only_those_who_matter_forbid(void **state)
{
	(void)state;
	static const struct company rows[] = {
		{"cable-rat", 14, CREATURE_AWARE, "The cable rat is coming for you.",
			"The cable rat is coming for you."},
		{"cable-rat", 20, CREATURE_AWARE, "", ""},
		{"wire-worm", 14, CREATURE_AWARE, "", ""},
		{"wire-worm", 7, CREATURE_AWARE, "The wire worm is coming for you.",
			"The wire worm is coming for you."},
		{"lamp-moth", 22, CREATURE_AWARE, "The lamp moth is coming for you.",
			"The lamp moth is coming for you."},
		{"cable-rat", 4, CREATURE_AWARE | CREATURE_FLEEING, "", ""},
		{"cable-rat", 4, CREATURE_ASLEEP, "", ""},
		{"cable-rat", 4, CREATURE_CAPTIVE, "", ""},
		{"cable-rat", 6, 0, "", "The cable rat is awake near you."},
		{"cable-rat", 12, 0, "", ""},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct game *game = arena(ROWS(hall));
		struct command command;
		struct auto_move automove;
		game_hero(game)->health = 10;
		/* A sleeper that is nearer is not the reason. */
		put_still(game, "desk-dog", 3, 3, CREATURE_ASLEEP);
		put_still(game, rows[i].id, rows[i].x, 1, rows[i].flags);
		auto_begin(&automove, AUTO_TRAVEL, 0, 1, 3, game, &watch);
		assert_int_equal(auto_step(&automove, game, &command), rows[i].travel[0] == '\0');
		assert_string_equal(automove.says, rows[i].travel);
		watch = (struct watch){0};
		auto_begin(&automove, AUTO_REST, 0, 0, 0, game, &watch);
		assert_int_equal(auto_step(&automove, game, &command), rows[i].rest[0] == '\0');
		assert_string_equal(automove.says, rows[i].rest);
		game_free(game);
	}
}

static const char *const loop[] = {
	"################",
	"#..............#",
	"#..............#",
	"#..............#",
	"#@............>#",
	"#..............#",
	"#..............#",
	"#..............#",
	"################",
};

/* Past a sleeper with room to spare, where that costs little: never beside it. */
static void sleepers_are_given_a_wide_berth(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(loop));
	int rat = put_still(game, "cable-rat", 7, 4, CREATURE_ASLEEP);
	struct command command;
	struct auto_move automove;
	int steps = 0, nearest = 99;
	auto_begin(&automove, AUTO_TRAVEL, 0, 14, 4, game, &watch);
	while (auto_step(&automove, game, &command)) {
		game_act(game, &command);
		game->creatures[rat].flags = CREATURE_ASLEEP | CREATURE_MET;
		automove.message_serial = game->messages.newest;
		int distance = distance_between(game_hero(game)->x, game_hero(game)->y, 7, 4);
		nearest = distance < nearest ? distance : nearest;
		steps++;
	}
	at(game, 14, 4);
	assert_int_equal(nearest, 3);
	assert_true(steps <= 16);
	game_free(game);
}

static void know_all(struct game *game)
{
	const struct level *level = game->level;
	for (int y = 0; y < level->height; y++)
		for (int x = 0; x < level->width; x++)
			memory_see_cell(game, x, y);
}

static const char *const two_ways[] = {
	"###########           ###########",
	"#.........#           #.........#",
	"#@........',,,,,,,,,,,'........>#",
	"#.........#           #.........#",
	"####'######           #####'#####",
	"    ,                      ,     ",
	"    ,,,,,,,,,,,,,,,,,,,,,,,,     ",
};

/* Where a sleeper lies in the way, the way round it is not given up when it is out of sight. */
static void a_way_round_is_kept(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(two_ways));
	know_all(game);
	put_still(game, "cable-rat", 11, 2, CREATURE_ASLEEP);
	game->creatures[HERO + 1].status[STATUS_GLOWING] = 250;
	light_moved(game, HERO + 1);
	senses_look(game);
	for (int i = 0; i < 4; i++)
		follow(game, AUTO_TRAVEL, 0, 30, 2);
	at(game, 30, 2);
	assert_true(game_turn(game) < 60);
	game_free(game);
}

static const char *const corridor[] = {
	"#########################",
	"#@......................#",
	"######################+##",
	"                      ,  ",
};

/* One that runs away is not in the way until it stands there with nowhere to go; nor is one that
 * was seen asleep long ago, as far as one knows from here: he goes and looks. */
static void whether_it_is_still_in_the_way_is_looked_at(void **state)
{
	(void)state;
	for (int asleep = 0; asleep < 2; asleep++) {
		struct game *game = arena(ROWS(corridor));
		know_all(game);
		int rat = put_still(game, "cable-rat", 12, 1,
			asleep ? CREATURE_ASLEEP : CREATURE_AWARE | CREATURE_FLEEING);
		appearance(game);
		if (asleep) { /* out of sight in the dark */
			game->level->flags[level_at(game->level, 12, 1)] &= (uint8_t)~LEVEL_LIT;
			senses_look(game);
			assert_int_equal(appearance(game), NEWS_NONE);
		}
		game->creatures[rat].flags |= CREATURE_MET;
		follow(game, AUTO_TRAVEL, 0, 20, 1);
		assert_true(last.blocked);
		assert_string_equal(last.says, "The cable rat is in the way.");
		at(game, asleep ? 9 : 11, 1);
		game_free(game);
	}
}

/* To and fro before one that comes and goes, or set back all the time, a walk ends, and says who it
 * is; it would else end with all the food. */
static void a_walk_that_gets_nowhere_ends(void **state)
{
	(void)state;
	for (int set_back = 0; set_back < 2; set_back++) {
		struct game *game = arena(ROWS(two_ways));
		struct command command;
		struct auto_move automove;
		int steps = 0;
		know_all(game);
		int rat = put_still(game, "cable-rat", 9, 1, 0);
		game->creatures[rat].status[STATUS_GLOWING] = 250;
		auto_begin(&automove, AUTO_TRAVEL, 0, 30, 2, game, &watch);
		while (steps < 300 && auto_step(&automove, game, &command)) {
			game_act(game, &command);
			automove.message_serial = game->messages.newest;
			bool far_on = game_hero(game)->x > 8;
			if (set_back)
				move_to(game, HERO, 1, 2);
			else if (far_on == (game->creatures[rat].y == 1))
				move_to(game, rat, far_on ? 11 : 9, far_on ? 2 : 1);
			steps++;
		}
		assert_true(steps < 100);
		assert_true(automove.blocked || game_hero(game)->x == 30);
		if (set_back)
			assert_string_equal(automove.says, "The cable rat is in the way.");
		game_free(game);
	}
}

/* Poison that he set out with stops no walk at each step; a new one does, and so does any loss when
 * he is low. */
static void a_known_ill_does_not_stop_each_step(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(hall));
	struct creature *hero = game_hero(game);
	hero->status[STATUS_POISONED] = 30;
	assert_true(follow(game, AUTO_TRAVEL, 0, 20, 2) >= 19);
	at(game, 20, 2);
	hero->status[STATUS_POISONED] = 0;
	hero->health = hero->health_max;
	struct auto_move automove;
	struct command command;
	auto_begin(&automove, AUTO_TRAVEL, 0, 1, 2, game, &watch);
	assert_true(auto_step(&automove, game, &command));
	hero->status[STATUS_POISONED] = 30;
	game_act(game, &command);
	assert_false(auto_step(&automove, game, &command));
	hero->health = hero->health_max / 3;
	assert_int_equal(follow(game, AUTO_TRAVEL, 0, 1, 2), 1);
	game_free(game);
}

/* A rest goes on while poison works, until it is over. */
static void rest_outlasts_poison(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(hall));
	game_hero(game)->status[STATUS_POISONED] = 10;
	assert_true(follow(game, AUTO_REST, 0, 0, 0) >= 9);
	assert_false(creature_has(game, HERO, STATUS_POISONED));
	game_free(game);
}

/* The end of a shield stops no walk. */
static void a_shield_that_ends_stops_no_walk(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(hall));
	game_hero(game)->status[STATUS_SHIELDED] = 2;
	assert_true(follow(game, AUTO_TRAVEL, 0, 20, 2) >= 19);
	assert_false(creature_has(game, HERO, STATUS_SHIELDED));
	at(game, 20, 2);
	game_free(game);
}

/* Whether a walk to the left would begin now, a turn later. */
static bool sets_out(struct game *game)
{
	struct auto_move automove;
	struct command command;
	auto_begin(&automove, AUTO_TRAVEL, 0, 1, 3, game, &watch);
	return auto_step(&automove, game, &command);
}

/* Asking again overrides the refusal, unless the hunter has come nearer or is adjacent. One that
 * only stands there forbids nothing. */
static void a_hunter_forbids_while_it_comes(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(hall));
	int rat = put_still(game, "cable-rat", 14, 1, CREATURE_AWARE);
	assert_false(sets_out(game));
	assert_true(sets_out(game));
	creature_move(game, rat, 12, 1);
	senses_look(game);
	assert_false(sets_out(game));
	assert_true(sets_out(game));
	creature_move(game, rat, game_hero(game)->x + 1, game_hero(game)->y);
	senses_look(game);
	for (int i = 0; i < 4; i++)
		assert_false(sets_out(game));
	game_free(game);

	game = arena(ROWS(hall));
	put_still(game, "cable-rat", 14, 1, CREATURE_AWARE);
	struct view view;
	for (int i = 0; i < 4; i++) {
		game_view(game, &view);
		watch_look(&watch, &view, NULL);
		assert_int_equal(arena_do(game, VERB_WAIT, 0), VERDICT_SPENT);
	}
	assert_true(sets_out(game));
	game_free(game);
}

/* Of one that was told of, and comes on while he goes on, it is told that it does; not the refusal
 * again.  A rest is asked for again likewise. */
static void asking_again_overrides_a_refusal(void **state)
{
	(void)state;
	struct command command;
	struct auto_move automove;
	struct game *game = arena(ROWS(hall));
	int rat = put_still(game, "cable-rat", 14, 1, CREATURE_AWARE);
	assert_false(sets_out(game));
	auto_begin(&automove, AUTO_TRAVEL, 0, 1, 3, game, &watch);
	assert_true(auto_step(&automove, game, &command));
	creature_move(game, rat, 12, 1);
	senses_look(game);
	assert_false(auto_step(&automove, game, &command));
	assert_string_equal(automove.says, "The cable rat comes nearer.");
	creature_move(game, rat, game_hero(game)->x + 1, game_hero(game)->y);
	senses_look(game);
	auto_begin(&automove, AUTO_TRAVEL, 0, 1, 3, game, &watch);
	assert_false(auto_step(&automove, game, &command));
	assert_string_equal(
		automove.says, "The cable rat is beside you: walk into it to strike, or get away.");
	game_free(game);

	game = arena(ROWS(hall));
	game_hero(game)->health = 10;
	put_still(game, "cable-rat", 6, 1, 0);
	for (int again = 0; again < 3; again++) {
		auto_begin(&automove, AUTO_REST, 0, 0, 0, game, &watch);
		assert_int_equal(auto_step(&automove, game, &command), again > 0);
	}
	game_free(game);
}

/* Distant sounds stop no walk, but creatures that come do. */
static void a_mood_stops_nobody(void **state)
{
	(void)state;
	static const enum text_id moods[] = {TEXT_HEARD_STAIRS, TEXT_HEARD_STAIRS_AGAIN};
	struct command command;
	struct auto_move automove;
	struct game *game = arena(ROWS(hall));
	auto_begin(&automove, AUTO_TRAVEL, 0, 1, 3, game, &watch);
	assert_true(auto_step(&automove, game, &command));
	for (size_t i = 0; i < 2; i++) {
		message_say(game, moods[i], NULL);
		assert_true(auto_step(&automove, game, &command));
	}
	message_say(game, word_sound(SOUND_HUM), &(struct word_facts){.text = "to the east"});
	assert_true(auto_step(&automove, game, &command));
	message_say(game, TEXT_TRAP_YOU, &(struct word_facts){.text = "a trap"});
	assert_false(auto_step(&automove, game, &command));
	game_free(game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_known_creature_is_news_once),
		cmocka_unit_test(creatures_that_come_together_are_counted),
		cmocka_unit_test(exploring_stops_once_for_each),
		cmocka_unit_test(a_creature_that_comes_and_goes_is_met_once),
		cmocka_unit_test(fleeing_is_reported_once),
		cmocka_unit_test(harmless_creatures_stop_nobody_twice),
		cmocka_unit_test(a_first_sight_is_told_once),
		cmocka_unit_test(only_those_who_matter_forbid),
		cmocka_unit_test(a_hunter_forbids_while_it_comes),
		cmocka_unit_test(asking_again_overrides_a_refusal),
		cmocka_unit_test(a_mood_stops_nobody),
		cmocka_unit_test(sleepers_are_given_a_wide_berth),
		cmocka_unit_test(a_way_round_is_kept),
		cmocka_unit_test(a_walk_that_gets_nowhere_ends),
		cmocka_unit_test(whether_it_is_still_in_the_way_is_looked_at),
		cmocka_unit_test(a_known_ill_does_not_stop_each_step),
		cmocka_unit_test(rest_outlasts_poison),
		cmocka_unit_test(a_shield_that_ends_stops_no_walk),
	};
	return stock_run(stock_content(), tests);
}
