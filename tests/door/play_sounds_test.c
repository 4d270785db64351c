/* The player hears nothing, the bell in danger, or a tone for each kind of news. */
#include "tests/test.h"

#include "tests/door/stage.h"
#include "tests/engine/stock_tests.h"

#define TURNS_MOST 60

static void add_rat(struct stage *stage)
{
	int rat = creature_add(
		stage->game, content_find_creature(stock, "cable-rat"), HERO_X + 20, HERO_Y, 5);
	stage->game->creatures[rat].flags = CREATURE_ASLEEP;
	senses_look(stage->game);
}

static void poison(struct stage *stage)
{
	game_hero(stage->game)->status[STATUS_POISONED] = TURNS_MOST;
}

static void hide_plate(struct stage *stage)
{
	stage_lay(stage, "hidden-bell", HERO_X + 1, HERO_Y);
}

/* Each way, and the tone that the hero hears within some turns. */
static const struct {
	void (*stages)(struct stage *stage);
	enum vt_tone tone;
	bool danger;
} news[] = {{add_rat, VT_TONE_ENEMY, true}, {poison, VT_TONE_HARM, false},
	{hide_plate, VT_TONE_FOUND, false}};
#define NEWS (sizeof(news) / sizeof(news[0]))

static void each_news_has_its_tone_on_a_screen(void **state)
{
	(void)state;
	for (size_t i = 0; i < NEWS; i++) {
		struct stage stage;
		bool heard = false;

		stage_begin(&stage, stock, 80, 24);
		play_prefer(stage.play, NULL, PLAY_TONES, false);
		stage_type(&stage, "s");
		assert_int_equal(stage.frame.tones, 0);
		news[i].stages(&stage);
		for (int turn = 0; turn < TURNS_MOST && !heard; turn++) {
			stage_type(&stage, "s");
			heard = stage.frame.tones == news[i].tone;
			assert_true(heard || stage.frame.tones == 0);
			assert_false(stage.frame.bell);
		}
		assert_true(heard);
		stage_paint(&stage);
		assert_int_equal(stage.frame.tones, 0);
		stage_end(&stage);
	}
}

/* The bell rings in danger alone, and a player who wants silence hears neither. */
static void other_options_have_no_tones(void **state)
{
	static const enum play_sound sounds[] = {PLAY_SILENT, PLAY_BELL};

	(void)state;
	for (size_t i = 0; i < NEWS * 2; i++) {
		bool rings = sounds[i % 2] == PLAY_BELL && news[i / 2].danger, rang = false;
		struct stage stage;

		stage_begin(&stage, stock, 80, 24);
		play_prefer(stage.play, NULL, sounds[i % 2], false);
		news[i / 2].stages(&stage);
		for (int turn = 0; turn < 8; turn++) {
			stage_type(&stage, "s");
			assert_int_equal(stage.frame.tones, 0);
			rang |= stage.frame.bell;
		}
		assert_int_equal(rang, rings);
		stage_end(&stage);
	}
}

/* Returns the first byte of the answer to a typed line. */
static char type_line(struct stage *stage, const char *line)
{
	struct ui_text text = {0};

	play_typed(stage->play, line);
	assert_true(play_settle(stage->play));
	play_lines_report(stage->play, &text);
	char first = text.text[0];
	free(text.text);
	return first;
}

static void line_mode_sounds_before_its_sentences(void **state)
{
	static const enum play_sound sounds[] = {PLAY_SILENT, PLAY_BELL, PLAY_TONES};

	(void)state;
	for (size_t i = 0; i < NEWS * 3; i++) {
		enum play_sound sound = sounds[i % 3];
		char wanted = sound == PLAY_TONES                        ? (char)news[i / 3].tone
			      : sound == PLAY_BELL && news[i / 3].danger ? '\a'
									 : ' ';
		struct stage stage;
		bool heard = false;

		stage_begin(&stage, stock, 80, 24);
		play_prefer(stage.play, NULL, sound, false);
		assert_true(play_lines_on(stage.play, LINE_NORMAL));
		type_line(&stage, "health");
		news[i / 3].stages(&stage);
		for (int turn = 0; turn < (wanted == ' ' ? 8 : TURNS_MOST) && !heard; turn++) {
			char first = type_line(&stage, "search");

			heard = first == wanted;
			assert_true(heard || first >= ' ');
		}
		assert_int_equal(heard, wanted != ' ');
		stage_end(&stage);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_news_has_its_tone_on_a_screen),
		cmocka_unit_test(other_options_have_no_tones),
		cmocka_unit_test(line_mode_sounds_before_its_sentences),
	};
	return stock_run(stock_content(), tests);
}
