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
		keymap_preset(keymap_preset_by_word(scene->more & LAPTOP   ? "laptop"
						    : scene->more & NUMPAD ? "numpad"
									   : "vi")),
		PLAY_BELL, scene->more & DEBUG);
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

/* ---- Stages with more on them ---- */

enum given {
	WISE = 1,      /* knows all spells, and things */
	TALENTED = 2,  /* has each second talent */
	ERRANDS = 4,   /* quests in each state */
	AILING = 8,    /* all states, of which some end soon */
	RICH = 16,     /* gold */
	STARVING = 32, /* no food left */
	HURT = 64,     /* a quarter of the health */
	CASTING = 128, /* mana */
	AMITY = 256 /* of the bodies the first is an ally, then a captive, then asleep, unaware */
};

struct staged {
	const char *name;
	int width, height;
	const char *pack, *bodies, *terrain;
	const char *ground; /* things at the hero's feet: "id*count", "$" for sale, "%" offered */
	unsigned given;
	const char *keys;
};

static inline void strew(struct stage *stage, const char *ids)
{
	char text[600];
	char *rest = text, *id;

	snprintf(text, sizeof text, "%s", ids);
	while ((id = strtok_r(rest, " ", &rest)) != NULL) {
		struct item item = {.count = 1};
		char *count = strchr(id, '*');

		item.flags = *id == '$' ? ITEM_FOR_SALE : *id == '%' ? ITEM_OFFERED : 0;
		if (count)
			*count = '\0';
		if (count)
			item.count = (uint16_t)atoi(count + 1);
		item.kind = content_find_item(content, id + (item.flags ? 1 : 0));
		assert_int_not_equal(item.kind, KIND_NONE);
		assert_true(item_to_floor(stage->game, item, HERO_X, HERO_Y));
	}
}

static inline void learn(struct game *game, unsigned given)
{
	const struct content_counts *counts = &content->counts;

	if (given & WISE)
		memset(game->knowledge.spells, 1, counts->spells);
	if (given & WISE)
		memset(game->knowledge.items, 1, counts->items);
	for (size_t i = 0; i < counts->talents && given & TALENTED; i += 2)
		game->knowledge.talents[i] = 1;
	for (size_t i = 0; i < counts->quests && given & ERRANDS; i++)
		game->knowledge.quests[i] = (uint8_t)(i % 4);
	bonuses_settle(game);
}

static inline void befall(struct game *game, unsigned given)
{
	struct creature *hero = game_hero(game);

	for (size_t i = 0; i < STATUS_COUNT && given & AILING; i++)
		hero->status[i] = (uint8_t)(1 + i * 5);
	if (given & RICH)
		game->hero.gold = 700;
	if (given & STARVING)
		game->hero.food = 1;
	if (given & HURT)
		hero->health = hero->health_max / 4;
	if (given & CASTING)
		game->hero.mana = game->hero.mana_max = 60;
}

static inline void befriend(struct stage *stage)
{
	static const unsigned flags[] = {CREATURE_ALLY, CREATURE_CAPTIVE, CREATURE_ASLEEP, 0};

	for (int slot = HERO + 1, i = 0; slot < stage->game->creature_top && i < 4; slot++, i++)
		stage->game->creatures[slot].flags = (uint16_t)flags[i];
}

/* Begins a stage as a scene has it. */
static inline void staged_begin(struct stage *stage, const struct staged *staged)
{
	stage_begin(stage, content, staged->width, staged->height);
	play_prefer(stage->play, NULL, PLAY_BELL, false);
	learn(stage->game, staged->given);
	befall(stage->game, staged->given);
	give(stage, staged->pack);
	strew(stage, staged->ground);
	lay(stage, staged->terrain);
	put(stage, staged->bodies);
	if (staged->given & AMITY)
		befriend(stage);
	senses_look(stage->game);
	stage_paint(stage);
}

#endif
