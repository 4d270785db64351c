/*
 * Scenes: games on a stage or from a save, played by keys, with a picture after each key that is
 * compared with a film.
 */
#ifndef TRAPDOOR_TESTS_SCENE_H
#define TRAPDOOR_TESTS_SCENE_H

#include "tests/test.h"

#include "tests/door/film.h"
#include "tests/door/golden_content.h"
#include "tests/door/stage.h"

/* Content that does not change with the game's: that of the recorded games. */
static struct content *content;

static inline int scene_set_up(void **state)
{
	(void)state;
	content = golden_content();
	return content ? 0 : -1;
}

static inline int scene_tear_down(void **state)
{
	(void)state;
	content_free(content);
	return 0;
}

/* Keys that have no character, in the texts of this file. */
#define DOWN "\001"
#define UP "\002"
#define NEXT "\003"
#define PREVIOUS "\004"
#define LAST "\005"
#define FIRST "\006"
#define ESCAPE "\033"

/* No keys: the window changes. */
#define SMALL "\016"
#define NARROW "\017"
#define USUAL "\020"
#define WIDE "\021"

static inline bool resized(struct stage *stage, char letter)
{
	static const int sizes[][2] = {{40, 20}, {60, 22}, {80, 24}, {132, 44}};

	if (letter < *SMALL || letter > *WIDE)
		return false;
	vt_frame_resize(&stage->frame, sizes[letter - *SMALL][0], sizes[letter - *SMALL][1]);
	stage_paint(stage);
	return true;
}

static inline int key_of(char letter)
{
	static const int keys[] = {0, VT_KEY_DOWN, VT_KEY_UP, VT_KEY_PAGE_DOWN, VT_KEY_PAGE_UP,
		VT_KEY_END, VT_KEY_HOME};

	if (letter == '\n' || letter == '\033')
		return letter == '\n' ? '\r' : VT_KEY_ESCAPE;
	return (size_t)letter < sizeof keys / sizeof *keys ? keys[(size_t)letter] : letter;
}

/* Types a key at a time, with a picture after each that is asked for. */
static inline void filmed(struct film *film, struct stage *stage, const char *keys)
{
	char title[40];

	for (; *keys; keys++) {
		snprintf(title, sizeof title, *keys < 32 ? "control %d" : "%c", *keys);
		if (!resized(stage, *keys))
			stage_key(stage, key_of(*keys));
		film_frame(film, title, &stage->frame);
		stage->frame.bell = false;
	}
}

static inline void give(struct stage *stage, const char *ids)
{
	char text[400];
	char *rest = text, *id;

	snprintf(text, sizeof text, "%s", ids);
	while ((id = strtok_r(rest, " ", &rest)) != NULL) {
		char *count = strchr(id, '*');

		if (count)
			*count = '\0';
		stage_give(stage, id, count ? atoi(count + 1) : 1);
	}
}

/* Bodies at places east of the hero, "id" or "id@x,y". */
static inline void put(struct stage *stage, const char *ids)
{
	char text[400];
	char *rest = text, *id;
	int x = 3, y = 0;

	snprintf(text, sizeof text, "%s", ids);
	while ((id = strtok_r(rest, " ", &rest)) != NULL) {
		char *at = strchr(id, '@');

		if (at && sscanf(at, "@%d,%d", &x, &y) == 2)
			*at = '\0';
		stage_put(stage, id, HERO_X + x, HERO_Y + y);
		x += 3;
	}
}

static inline void lay(struct stage *stage, const char *ids)
{
	char text[400];
	char *rest = text, *id;
	int x = 1;

	snprintf(text, sizeof text, "%s", ids);
	while ((id = strtok_r(rest, " ", &rest)) != NULL)
		stage_lay(stage, id, HERO_X + x++, HERO_Y);
}

struct scene {
	const char *name;
	int width, height;
	const char *pack, *bodies, *terrain;
	const char *keys;
	enum scene_more { DEBUG = 1, HINTS = 2, NUMPAD = 4, LAPTOP = 8, HARDY = 16 } more;
};

static inline void play_scene(const struct scene *scene)
{
	struct stage stage;
	struct film film;

	stage_begin(&stage, content, scene->width, scene->height);
	play_prefer(stage.play,
		scene->more & LAPTOP   ? 2
		: scene->more & NUMPAD ? 1
				       : 0,
		true, scene->more & DEBUG);
	play_hints(stage.play, scene->more & HINTS, 0);
	if (scene->more & HARDY)
		game_hero(stage.game)->health = game_hero(stage.game)->health_max = 500;
	if (scene->pack)
		give(&stage, scene->pack);
	if (scene->terrain)
		lay(&stage, scene->terrain);
	if (scene->bodies)
		put(&stage, scene->bodies);
	stage_paint(&stage);
	film_open(&film, scene->name);
	film_frame(&film, "the beginning", &stage.frame);
	filmed(&film, &stage, scene->keys);
	film_close(&film);
	stage_end(&stage);
}

#endif
