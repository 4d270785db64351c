/* A replay as a film: what its keys show, in windows of many sizes. */
#define FILM_SAME_DAY
#include "tests/test.h"

#include "tests/door/golden_content.h"
#include "tests/door/recorded.h"
#include "tests/door/film.h"

#include "door/replay/cast_writer.h"
#include "door/replay/replay.h"

static struct fixture *fixture;
static struct recorded recorded;
static struct store_client *line;

/* The keeper draws the same seeds each time, for the same content. */
static int set_up(void **state)
{
	(void)state;
	film_same_chance();
	fixture = fixture_new();
	content_free(fixture->content);
	fixture->content = golden_content();
	if (!fixture->content)
		return -1;
	fixture_start(fixture);
	line = fixture_caller(fixture, "Mina");
	recorded_play(fixture, line, &recorded, 40);
	recorded_end(line, &recorded);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	store_client_free(line);
	return fixture_tear_down((void **)&fixture);
}

static struct replay *replay_of(enum replay_kind kind, int speed)
{
	struct run_source source = run_source_of_line(line);

	return replay_new(replay_cursor_new(&source, fixture->content, recorded.run.id,
				  REPLAY_CURSOR_BOTH_WAYS),
		kind, speed);
}

static void picture(
	struct film *film, const char *title, struct replay *replay, struct vt_frame *frame)
{
	replay_paint(replay, frame);
	film_frame(film, title, frame);
}

/* Keys as they are written: letters, and > < for a page on and back, ^ for Escape, ! for a tick. */
static void press(struct replay *replay, char letter)
{
	if (letter == '!')
		replay_tick(replay);
	else
		replay_key(replay, letter == '>'   ? VT_KEY_PAGE_DOWN
				   : letter == '<' ? VT_KEY_PAGE_UP
				   : letter == '}' ? VT_KEY_RIGHT
				   : letter == '{' ? VT_KEY_LEFT
				   : letter == '^' ? VT_KEY_ESCAPE
				   : letter == '/' ? '\r'
						   : letter);
}

static void each_key_is_as_filmed(void **state)
{
	static const struct {
		int width, height;
		const char *keys;
	} parts[] = {
		{80, 24, "!!! .. ,, }}{{nnnnnnNNNNNN?^"},
		{100, 30, "0nnn>n>n<N<$N$"},
		{56, 20, "0!!+!!-!!--!! g12/g5\b7/g^gx99999999999/0"},
		{132, 44, "pp +=!!!n. ?>^ $!! 0 !!"},
		{40, 20, "0nn>$,.,"},
		{80, 25, "0nn>$ , !"},
	};
	struct replay *replay = replay_of(REPLAY_ENDED, 8);
	struct vt_frame frame = {0};
	struct film film;

	(void)state;
	film_open(&film, "replay");
	vt_frame_resize(&frame, 80, 24);
	replay_introduce(replay);
	picture(&film, "introduced", replay, &frame);
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		vt_frame_resize(&frame, parts[i].width, parts[i].height);
		for (const char *key = parts[i].keys; *key; key++) {
			char title[16];

			press(replay, *key);
			snprintf(title, sizeof title, "%c, %d ms", *key < ' ' ? 'b' : *key,
				replay_tick_ms(replay));
			picture(&film, title, replay, &frame);
		}
	}
	film_close(&film);
	replay_free(replay);
	vt_frame_free(&frame);
}

/* Frames for a file, which have no corner and no introduction. */
static void steps_are_as_filmed(void **state)
{
	struct replay *replay = replay_of(REPLAY_ENDED, 3);
	struct vt_frame frame = {0};
	struct film film;

	(void)state;
	film_open(&film, "replay-steps");
	vt_frame_resize(&frame, 80, 24);
	for (int i = 0; i < 60; i++) {
		replay_paint_bare(replay, &frame);
		film_frame(&film, "step", &frame);
		assert_true(replay_step(replay));
	}
	replay_go_turn(replay, 100);
	replay_paint_bare(replay, &frame);
	film_frame(&film, "turn 100", &frame);
	while (replay_step(replay))
		;
	assert_false(replay_step(replay));
	replay_paint_bare(replay, &frame);
	film_frame(&film, "the end", &frame);
	film_close(&film);
	replay_free(replay);
	vt_frame_free(&frame);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_key_is_as_filmed),
		cmocka_unit_test(steps_are_as_filmed),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
