/* The light of flames flickers by option. It takes no turn, and without flames or the option
 * nothing changes on the screen. */
#include "tests/test.h"

#include "door/screen/playing.h"
#include "tests/door/stage.h"
#include "tests/engine/stock_tests.h"

static struct playing playing;
static struct session session;

/* Begins a stage with or without a fire, shown by a session with an option. */
static void begin(struct stage *stage, bool burns, enum option_light light)
{
	stage_begin(stage, stock, 80, 24);
	if (burns) {
		stage_lay(stage, "flame", HERO_X + 3, HERO_Y);
		light_forget(stage->game);
		senses_look(stage->game);
	}
	playing = (struct playing){.play = stage->play};
	session = (struct session){
		.state = &playing, .content = stock, .options.light = light, .options.baud = 19200};
	assert_true(vt_frame_resize(&session.frame, 80, 24));
	playing_paint_game(&session, &session.frame);
}

static void end(struct stage *stage)
{
	vt_frame_free(&session.frame);
	stage_end(stage);
}

/* Paints the next moments. Returns the cells that differ from the moment before, of all of them; a
 * difference in anything but the shade fails. */
static int count_changes(int moments)
{
	static struct vt_cell before[80 * 24];
	int changes = 0;
	for (int moment = 0; moment < moments; moment++) {
		memcpy(before, session.frame.cells, sizeof before);
		session.tick_ms = 0; /* it fires */
		playing_flicker_on(&session);
		playing_paint_game(&session, &session.frame);
		for (int at = 0; at < 80 * 24; at++) {
			struct vt_cell now = session.frame.cells[at];
			changes += now.shade != before[at].shade;
			now.shade = before[at].shade;
			assert_memory_equal(&now, &before[at], sizeof now);
		}
	}
	return changes;
}

static void flames_flicker_by_option(void **state)
{
	static const struct {
		enum option_light light;
		bool burns, ticks, changes;
	} rows[] = {{OPTION_LIGHT_FLICKER, true, true, true},
		{OPTION_LIGHT_FLICKER, false, true, false}, {OPTION_LIGHT_RICH, true, false, false},
		{OPTION_LIGHT_AUTO, true, false, false}};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct stage stage;
		begin(&stage, rows[i].burns, rows[i].light);
		uint32_t turn = game_turn(stage.game);
		assert_int_equal(session.tick_ms > 0, rows[i].ticks);
		assert_int_equal(count_changes(8) > 0, rows[i].changes);
		assert_int_equal(game_turn(stage.game), turn);
		end(&stage);
	}
}

/* A slow line, plain light and line mode have no flicker. */
static void flames_are_steady_where_they_cost(void **state)
{
	(void)state;
	for (int way = 0; way < 3; way++) {
		struct stage stage;
		struct session_lines *lines = (struct session_lines *)&stage;
		begin(&stage, true, OPTION_LIGHT_FLICKER);
		session.options.baud = way == 0 ? 2400 : 19200;
		session.frame.plain_light = way == 1;
		session.lines = way == 2 ? lines : NULL;
		session.tick_ms = 0;
		playing_paint_game(&session, &session.frame);
		assert_int_equal(session.tick_ms, 0);
		assert_int_equal(count_changes(8), 0);
		session.lines = NULL;
		end(&stage);
	}
}

/* The option is kept with the account. */
static void the_option_is_kept(void **state)
{
	static struct options options, again;
	char text[STORE_OPTIONS_MAX];
	(void)state;
	options_read(&options, "light=flicker");
	assert_int_equal(options.light, OPTION_LIGHT_FLICKER);
	assert_true(options_write(&options, text, sizeof text));
	options_read(&again, text);
	assert_int_equal(again.light, OPTION_LIGHT_FLICKER);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(flames_flicker_by_option),
		cmocka_unit_test(flames_are_steady_where_they_cost),
		cmocka_unit_test(the_option_is_kept),
	};
	return stock_run(stock_content(), tests);
}
