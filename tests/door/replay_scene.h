/* A scene of the tests of replays: a finished run of Mina, its replay, and a frame. */
#ifndef TRAPDOOR_TESTS_REPLAY_SCENE_H
#define TRAPDOOR_TESTS_REPLAY_SCENE_H

#include "tests/test.h"

#include "recorded.h"

#include "door/replay/replay.h"
#include "door/replay/cast_writer.h"

struct scene {
	struct fixture *fixture;
	struct store_client *line;
	struct recorded recorded;
	struct replay *replay;
	struct vt_frame frame;
};

static inline int scene_set_up(void **state)
{
	struct scene *scene = calloc(1, sizeof *scene);
	struct run_source source;

	fixture_set_up((void **)&scene->fixture);
	scene->line = fixture_caller(scene->fixture, "Mina");
	recorded_play(scene->fixture, scene->line, &scene->recorded, 40);
	recorded_end(scene->line, &scene->recorded);
	source = run_source_of_line(scene->line);
	scene->replay = replay_new(replay_cursor_new(&source, scene->fixture->content,
					   scene->recorded.run.id, REPLAY_CURSOR_BOTH_WAYS),
		REPLAY_ENDED, REPLAY_SPEED);
	assert_true(vt_frame_resize(&scene->frame, 80, 24));
	*state = scene;
	return 0;
}

static inline int scene_tear_down(void **state)
{
	struct scene *scene = *state;

	replay_free(scene->replay);
	vt_frame_free(&scene->frame);
	store_client_free(scene->line);
	fixture_tear_down((void **)&scene->fixture);
	free(scene);
	return 0;
}

static inline uint32_t index_of(const struct scene *scene)
{
	return replay_cursor_index(replay_cursor_of(scene->replay));
}

static inline uint32_t turn_of(const struct scene *scene)
{
	return replay_cursor_turn(replay_cursor_of(scene->replay));
}

static inline void press(struct scene *scene, const char *keys)
{
	for (; *keys; keys++)
		assert_true(replay_key(scene->replay, *keys));
}

/* Whether a row of the picture holds the text. */
static inline bool shows(struct scene *scene, const char *text)
{
	int width = scene->frame.width;
	char row[81];

	replay_paint(scene->replay, &scene->frame);
	for (int y = 0; y < 24; y++) {
		for (int x = 0; x < width; x++) {
			uint16_t glyph = scene->frame.cells[y * width + x].glyph;

			row[x] = glyph < 127 ? (char)glyph : '?';
		}
		row[width] = '\0';
		if (strstr(row, text))
			return true;
	}
	return false;
}

/* The same of its messages, wherever their rows break. */
static inline bool says(struct scene *scene, const char *text)
{
	char said[4 * 81];
	size_t used = 0;

	replay_paint(scene->replay, &scene->frame);
	for (int i = 0; i < 4 * 80; i++) {
		uint16_t glyph = scene->frame.cells[i].glyph;

		if (glyph != ' ' || (used > 0 && said[used - 1] != ' '))
			said[used++] = glyph < 127 ? (char)glyph : '?';
	}
	said[used] = '\0';
	return strstr(said, text) != NULL;
}

#endif
