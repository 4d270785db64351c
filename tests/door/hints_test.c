/* Hints: each is given when it is needed, once, away from who is on the map, and to those alone who
 * want any; and the options that keep them. */
#include "engine/auto/auto.h"
#include "tests/test.h"

#include "door/play/play_private.h"
#include "door/session/session.h"
#include "tests/door/hint_occasions.h"
#include "tests/door/stage.h"
#include "tests/engine/stock_tests.h"

static const struct {
	const char *word;
	void (*bring)(struct stage *stage);
} cases[] = {{"hint-walk", nothing}, {"hint-hurt", be_hurt}, {"hint-fight", meet},
	{"hint-sleeper", meet_a_sleeper}, {"hint-captive", meet_a_captive},
	{"hint-harm", stand_beside_acid}, {"hint-shop", stand_on_wares},
	{"hint-item", stand_on_a_thing}, {"hint-door", stand_beside_a_door},
	{"hint-stairs", stand_on_stairs}, {"hint-untried", carry_the_unknown},
	{"hint-gear", carry_a_hat}, {"hint-rest", be_hurt}, {"hint-hunger", be_hungry},
	{"hint-dark", stand_in_the_dark}, {"hint-noise", wait_long}, {"hint-explore", wait_long},
	{"hint-door", see_a_door}, {"hint-cast", know_a_spell},
	{"hint-lamp", carry_a_lamp_in_the_dark}, {"hint-throw", meet_with_a_dart},
	{"hint-throw", meet_with_a_flask}, {"hint-fire", meet_with_a_bow},
	{"hint-zap", carry_a_crank}, {"hint-ills", be_poisoned}, {"hint-ills", bleed}};

static void each_is_given_when_it_is_needed_and_once(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct stage stage;
		stage_begin(&stage, stock, 80, 24);
		empty_pack(&stage);
		only(&stage, cases[i].word);
		if (cases[i].bring != nothing && given(&stage))
			fail_msg("%s is given for nothing", cases[i].word);
		cases[i].bring(&stage);
		senses_look(stage.game);
		stage_paint(&stage);
		stage_hush(&stage);
		if (!given(&stage))
			fail_msg("%s is not given", cases[i].word);
		stage_type(&stage, "\033");
		assert_true(stage_finds(&stage, " Hint ") < 0);
		assert_false(play_hints_look(stage.play));
		assert_int_equal(play_hints_given(stage.play), UINT32_MAX);
		stage_end(&stage);
	}
}

static void a_talent_is_hinted_at(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	only(&stage, "hint-choose");
	if (play_choice_waits(stage.play))
		game_act(stage.game, &(struct command){.verb = VERB_CHOOSE, .number = 0});
	assert_false(given(&stage));
	learn(&stage);
	stage_paint(&stage);
	stage_hush(&stage);
	assert_true(given(&stage));
	stage_end(&stage);
}

/* Every word is there, names no key that does not exist, and fits the smallest window. */
static void each_has_words_and_keys(void **state)
{
	(void)state;
	for (unsigned preset = 0; preset < keymap_preset_count(); preset++) {
		struct stage stage;
		stage_begin(&stage, stock, 40, 20);
		play_prefer(stage.play, keymap_preset(preset), PLAY_SILENT, false);
		for (int i = 0; i < play_hint_count(); i++) {
			char text[500];
			play_hint_text(stage.play, i, text, sizeof text);
			assert_true(strlen(text) > 20);
			assert_null(strchr(text, '{'));
			assert_true(ui_wrapped(NULL, (struct vt_area){0, 0, 72, 0}, 0, text,
					    VT_TEXT) <= 3);
		}
		stage_end(&stage);
	}
}

/* A guest's game is lost when he hangs up; neither hints nor help may deny it. */
static void guests_read_that_their_game_is_not_kept(void **state)
{
	(void)state;
	for (int guest = 0; guest < 2; guest++) {
		struct stage stage;
		char text[500];
		stage_begin(&stage, stock, 80, 150);
		if (guest)
			play_passes(stage.play);
		play_hint_text(stage.play, hint_of("hint-explore"), text, sizeof text);
		assert_int_equal(strstr(text, "at any time: nothing is lost.") != NULL, !guest);
		assert_int_equal(
			strstr(text, "A guest's game is lost when you hang up.") != NULL, guest);
		stage_type(&stage, "?");
		int pages = 0;
		while (!stage_says(&stage, "How it ends") && pages++ < 9)
			stage_type(&stage, " ");
		assert_int_equal(stage_says(&stage, "You can hang up at any time."), !guest);
		assert_int_equal(stage_says(&stage, "game is lost when you hang up."), guest);
		stage_end(&stage);
	}
}

static void nobody_is_given_any_who_wants_none(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	play_hints(stage.play, false, 0);
	assert_false(given(&stage));
	play_hints(stage.play, true, 0);
	assert_true(given(&stage));
	stage_end(&stage);
}

/* Urgent hints come first, and no hint replaces one that was just shown. */
static void they_come_one_by_one_by_urgency(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	meet(&stage);
	be_hurt(&stage);
	lay(&stage, "test-hat", 0);
	stage_paint(&stage);
	stage_hush(&stage);
	play_hints(stage.play, true, 1U << hint_of("hint-walk"));
	assert_true(given(&stage));
	assert_true(play_hints_given(stage.play) & 1U << hint_of("hint-hurt"));
	assert_false(play_hints_look(stage.play));
	stage_type(&stage, "\033");
	assert_false(play_hints_look(stage.play));
	stage_type(&stage, ".");
	assert_false(play_hints_look(stage.play));
	stage_type(&stage, ".");
	assert_true(play_hints_look(stage.play));
	assert_true(play_hints_given(stage.play) & 1U << hint_of("hint-fight"));
	/* A hint that is not urgent waits for some turns. */
	for (int keys = 0; keys < 6; keys++) {
		stage_type(&stage, ".");
		assert_false(play_hints_look(stage.play));
	}
	stage_type(&stage, ".");
	assert_true(play_hints_look(stage.play));
	assert_true(play_hints_given(stage.play) & 1U << hint_of("hint-item"));
	stage_end(&stage);
}

/* Neither he nor who comes stands below it. */
static void they_stand_away_from_who_is_there(void **state)
{
	static const int sizes[][2] = {{40, 20}, {80, 24}, {120, 40}};
	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		for (int low = 0; low < 2; low++) {
			struct stage stage;
			stage_begin(&stage, stock, sizes[i][0], sizes[i][1]);
			creature_move(
				stage.game, HERO, HERO_X, low ? stage.game->level->height - 2 : 3);
			senses_look(stage.game);
			stage_paint(&stage);
			stage_hush(&stage);
			play_hints(stage.play, true, 0);
			assert_true(given(&stage));
			assert_true(stage_finds(&stage, "@") >= 0);
			int cursor =
				stage.frame.cursor_y * stage.frame.width + stage.frame.cursor_x;
			assert_int_equal(stage.frame.cells[cursor].glyph, '@');
			/* Nor under the messages that come while it stands there, which take more
			 * rows where nothing is known. */
			struct level *level = stage.game->level;
			for (int at = 0; low && at < level->width * level->height / 2; at++)
				level->flags[at] &= (uint8_t) ~(LEVEL_KNOWN | LEVEL_SEEN);
			message_say_text(stage.game, "A lamp goes out, far off.", COLOUR_ROLE_TEXT);
			message_say_text(stage.game, "Somebody counts to four.", COLOUR_ROLE_TEXT);
			message_say_text(stage.game, "Then it is quiet again.", COLOUR_ROLE_TEXT);
			message_say_text(stage.game, "You hold your breath.", COLOUR_ROLE_TEXT);
			stage_paint(&stage);
			assert_true(stage_finds(&stage, " Hint ") >= 0);
			stage_end(&stage);
		}
}

/* A key that takes no turn flips none away, neither the one that stands there nor for the next. */
static void they_stay_while_no_turn_is_taken(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	stage_lay(&stage, "statue", HERO_X + 1, HERO_Y);
	meet(&stage);
	be_hurt(&stage);
	stage_paint(&stage);
	stage_hush(&stage);
	play_hints(stage.play, true, 1U << hint_of("hint-walk"));
	assert_true(given(&stage));
	for (int keys = 0; keys < 15; keys++) {
		stage_type(&stage, keys % 2 ? "v" : "l");
		assert_false(play_hints_look(stage.play));
		assert_true(stage_finds(&stage, "You are badly hurt.") >= 0);
	}
	stage_end(&stage);
}

/* The last blow is read without a box over it. */
static void none_covers_the_end_of_a_run(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	only(&stage, "hint-item");
	lay(&stage, "test-hat", 0);
	stage_paint(&stage);
	stage_hush(&stage);
	assert_true(given(&stage));
	assert_true(stage_finds(&stage, " Hint ") >= 0);
	stage_type(&stage, "Qy");
	assert_int_equal(play_state(stage.play), PLAY_ENDED);
	stage_paint(&stage);
	assert_true(stage_finds(&stage, " Hint ") < 0);
	stage_end(&stage);
}

/* Each can be read again among the messages, where it came, and below the help. */
static void they_can_be_read_again(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 50);
	message_say_text(stage.game, "Before it.", COLOUR_ROLE_TEXT);
	stage_paint(&stage);
	stage_hush(&stage);
	only(&stage, "hint-item");
	stage_type(&stage, "m");
	assert_true(stage_finds(&stage, "Hint:") < 0);
	stage_type(&stage, "\033");
	lay(&stage, "test-hat", 0);
	stage_paint(&stage);
	assert_true(given(&stage));
	/* No message followed it yet. */
	stage_type(&stage, "\033m");
	assert_true(stage_finds(&stage, "Hint: There is an item here.") >
		    stage_finds(&stage, "Before it."));
	stage_type(&stage, "\033");
	message_say_text(stage.game, "After it.", COLOUR_ROLE_TEXT);
	stage_paint(&stage);
	stage_type(&stage, "\033m");
	int at = stage_finds(&stage, "Hint: There is an item here.");
	assert_true(at > stage_finds(&stage, "Before it."));
	assert_true(at < stage_finds(&stage, "After it."));
	int x = (int)(strstr(stage_row(&stage, at), "There is") - stage_row(&stage, at));
	assert_int_equal(stage.frame.cells[at * stage.frame.width + x].role, VT_DIM);
	stage_type(&stage, "\033");

	/* Hints of an earlier run appear below the help only. */
	play_hints(stage.play, true, 1U << hint_of("hint-item"));
	stage_type(&stage, "m");
	assert_true(stage_finds(&stage, "Hint:") < 0);
	stage_type(&stage, "\033?");
	for (int page = 0; page < 30 && stage_finds(&stage, "There is an item here.") < 0; page++)
		stage_type(&stage, " ");
	assert_true(stage_finds(&stage, "Hints that you were given") >= 0);
	assert_true(stage_finds(&stage, "There is an item here.") >= 0);
	assert_true(stage_finds(&stage, "An enemy has seen") < 0);
	stage_end(&stage);
}

/* A hint goes with its cause, at the next turn. */
static void they_go_when_they_no_longer_apply(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	empty_pack(&stage);
	only(&stage, "hint-item");
	lay(&stage, "test-hat", 0);
	stage_paint(&stage);
	stage_hush(&stage);
	assert_true(given(&stage));
	stage_type(&stage, ",");
	play_hints_look(stage.play);
	stage_paint(&stage);
	assert_true(stage_finds(&stage, " Hint ") < 0);
	stage_end(&stage);

	/* The sleeper wakes and bites. */
	stage_begin(&stage, stock, 80, 24);
	only(&stage, "hint-sleeper");
	meet_a_sleeper(&stage);
	senses_look(stage.game);
	stage_paint(&stage);
	stage_hush(&stage);
	assert_true(given(&stage));
	for (int slot = 1; slot < stage.game->creature_top; slot++)
		stage.game->creatures[slot].flags = CREATURE_AWARE | CREATURE_ROUSED;
	stage_type(&stage, ".");
	play_hints_look(stage.play);
	stage_paint(&stage);
	assert_true(stage_finds(&stage, " Hint ") < 0);
	stage_end(&stage);

	/* The acid stays behind on another level. */
	stage_begin(&stage, stock, 80, 24);
	only(&stage, "hint-harm");
	stand_beside_acid(&stage);
	stage_lay(&stage, "stairs-down", HERO_X, HERO_Y);
	stage_paint(&stage);
	stage_hush(&stage);
	assert_true(given(&stage));
	stage_type(&stage, ">");
	play_hints_look(stage.play);
	stage_paint(&stage);
	assert_int_equal(stage.game->depth, 2);
	assert_true(stage_finds(&stage, " Hint ") < 0);
	stage_end(&stage);
}

/* A player who explores by single keys gets the hint about noise within the first dozens of turns.
 * */
static void noise_is_told_of_within_the_first_minutes(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	play_hints(stage.play, true, 0);
	uint32_t noise = 1U << hint_of("hint-noise");
	int keys = 0;
	for (; keys < 40 && !(play_hints_given(stage.play) & noise); keys++) {
		stage_type(&stage, ".");
		stage_hush(&stage);
		play_hints_look(stage.play);
	}
	assert_in_range(keys, 10, 30);
	stage_end(&stage);
}

/* And whoever explores by X, in whatever company, after a few of those; who is held up by somebody
 * waits some turns. */
static void noise_is_told_of_to_who_explores(void **state)
{
	(void)state;
	for (unsigned number = 0; number < 12; number++) {
		struct stage stage = {.frames_max = 100};
		const struct play_link link = {.context = &stage, .between = stage_between};
		struct seed seed = {{(uint8_t)number, 0x77}};
		int keys = 0, explored = 0;
		stage.game = game_new(stock, &seed, &(struct birth){.name = "anna"});
		stage.play = play_new(stage.game, stock, NULL, 0, &link);
		vt_frame_resize(&stage.frame, 80, 24);
		play_hints(stage.play, true, 0);
		uint32_t noise = 1U << hint_of("hint-noise");
		for (; keys < 60 && !(play_hints_given(stage.play) & noise); keys++) {
			play_hints_look(stage.play);
			stage_paint(&stage);
			stage_hush(&stage);
			uint32_t turns = play_turns(stage.play);
			stage_type(&stage, "X");
			explored += play_turns(stage.play) != turns;
			if (play_turns(stage.play) == turns)
				stage_type(&stage, ".");
		}
		if ((explored > 5 || keys > 20) && play_state(stage.play) == PLAY_GOING)
			fail_msg("%d keys of %u, %d explored", keys, number, explored);
		stage_end(&stage);
	}
}

static void options_keep_what_was_given_and_what_is_left(void **state)
{
	struct options options, again;
	char text[STORE_OPTIONS_MAX];
	(void)state;
	options_read(&options, "keys=laptop bell=on");
	assert_false(options.no_hints || options.hints_given || options.left_classes ||
		     options.autopickup);
	options.no_hints = options.autopickup = true;
	options.charset.any = options.colours.any = 1;
	options.hints_given = 0xfedcba98;
	for (unsigned class = 0; auto_class_word(class); class ++)
		if (*auto_class_word(class))
			options.left_classes |= 1U << class;
	assert_true(options_write(&options, text, sizeof text));
	assert_true(strlen(text) < 250);
	options_read(&again, text);
	assert_true(again.no_hints && again.autopickup && again.sound == PLAY_BELL);
	assert_int_equal(again.hints_given, options.hints_given);
	assert_int_equal(again.left_classes, options.left_classes);
	assert_int_equal(again.keys.preset, keymap_preset_by_word("laptop"));
	options_read(&again, "leave=weapon,nonsense,,gold");
	assert_int_equal(again.left_classes, 1U << ITEM_WEAPON | 1U << ITEM_GOLD);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_is_given_when_it_is_needed_and_once),
		cmocka_unit_test(a_talent_is_hinted_at),
		cmocka_unit_test(they_go_when_they_no_longer_apply),
		cmocka_unit_test(they_stay_while_no_turn_is_taken),
		cmocka_unit_test(none_covers_the_end_of_a_run),
		cmocka_unit_test(they_can_be_read_again),
		cmocka_unit_test(noise_is_told_of_within_the_first_minutes),
		cmocka_unit_test(noise_is_told_of_to_who_explores),
		cmocka_unit_test(each_has_words_and_keys),
		cmocka_unit_test(guests_read_that_their_game_is_not_kept),
		cmocka_unit_test(nobody_is_given_any_who_wants_none),
		cmocka_unit_test(they_come_one_by_one_by_urgency),
		cmocka_unit_test(they_stand_away_from_who_is_there),
		cmocka_unit_test(options_keep_what_was_given_and_what_is_left),
	};
	return stock_run(stock_content_with(records), tests);
}
