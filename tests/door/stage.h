/*
 * A stage: an empty lit hall with the hero in its middle, and a game played there by keys and
 * frames. Frames within a turn are painted and counted too.
 */
#ifndef TRAPDOOR_TESTS_STAGE_H
#define TRAPDOOR_TESTS_STAGE_H

#include "door/play/keymap.h"
#include "door/play/play.h"
#include "engine/rules/rules.h"
#include "tests/engine/stock.h"

#define HERO_X 30
#define HERO_Y 10

struct stage {
	struct game *game;
	struct play *play;
	struct vt_frame frame;
	unsigned frames;     /* between */
	unsigned frames_max; /* refused from then on */
	unsigned missiles;   /* most that one frame between showed */
};

static inline void stage_paint(struct stage *stage)
{
	play_paint(stage->play, &stage->frame);
}

static inline bool stage_between(void *context)
{
	struct stage *stage = context;
	const struct vt_frame *frame = &stage->frame;
	unsigned missiles = 0;
	stage_paint(stage);
	stage->frames++;
	for (int at = frame->width; at < (frame->height - 2) * frame->width; at++)
		missiles += frame->cells[at].glyph == ')';
	stage->missiles = missiles > stage->missiles ? missiles : stage->missiles;
	return stage->frames < stage->frames_max;
}

static inline void stage_key(struct stage *stage, int key)
{
	play_key(stage->play, key);
	bool settled = play_settle(stage->play);
	assert(settled);
	stage_paint(stage);
}

static inline void stage_type(struct stage *stage, const char *keys)
{
	for (; *keys; keys++)
		stage_key(stage, *keys == '\n' ? '\r' : *keys == '\033' ? VT_KEY_ESCAPE : *keys);
}

/* Nothing that was said is left to be read. */
static inline void stage_hush(struct stage *stage)
{
	stage_type(stage, "\033\033");
}

static inline void stage_begin(
	struct stage *stage, const struct content *content, int width, int height)
{
	const struct play_link link = {.context = stage, .between = stage_between};
	struct seed seed = {{0x51}};
	*stage = (struct stage){.game = game_new(content, &seed, &(struct birth){.name = "anna"}),
		.frames_max = 100};
	struct game *game = stage->game;
	struct level *level = game->level;
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		if (game->creatures[slot].alive)
			creature_remove(game, slot);
	game->floor.count = 0;
	game->recalled.count = 0;
	struct creature *hero = game_hero(game);
	game->derived.occupants[level_at(level, hero->x, hero->y)] = 0;
	hero->x = HERO_X;
	hero->y = HERO_Y;
	game->derived.occupants[level_at(level, HERO_X, HERO_Y)] = HERO + 1;
	for (int y = 1; y < level->height - 1; y++)
		for (int x = 1; x < level->width - 1; x++) {
			place_set_terrain(game, x, y, content->terrain.floor);
			level->flags[level_at(level, x, y)] |= LEVEL_LIT;
		}
	senses_look(game);
	stage->play = play_new(game, content, NULL, 0, &link);
	vt_frame_resize(&stage->frame, width, height);
	stage_paint(stage);
	stage_hush(stage);
}

static inline void stage_end(struct stage *stage)
{
	play_free(stage->play);
	vt_frame_free(&stage->frame);
}

/* Returns the text of a row of the frame, with '?' for glyphs beyond ASCII. */
static inline const char *stage_row(const struct stage *stage, int y)
{
	static char text[VT_WIDTH_MAX + 1];
	int width = stage->frame.width;
	for (int x = 0; x < width; x++) {
		uint16_t glyph = stage->frame.cells[y * width + x].glyph;
		text[x] = (char)(glyph < 127 ? glyph : '?');
	}
	text[width] = '\0';
	return text;
}

/* The row that holds a text, or -1. */
static inline int stage_finds(const struct stage *stage, const char *text)
{
	for (int y = 0; y < stage->frame.height; y++)
		if (strstr(stage_row(stage, y), text))
			return y;
	return -1;
}

/* Whether the frame has a text, which may be wrapped into several rows. */
static inline bool stage_says(const struct stage *stage, const char *text)
{
	static char all[VT_HEIGHT_MAX * (VT_WIDTH_MAX + 1)];
	size_t used = 0;
	for (int y = 0; y < stage->frame.height; y++) {
		const char *row = stage_row(stage, y);
		size_t length = strlen(row);
		while (length > 0 && row[length - 1] == ' ')
			length--;
		memcpy(all + used, row, length);
		used += length;
		all[used++] = ' ';
	}
	all[used] = '\0';
	return strstr(all, text) != NULL;
}

/* Whether a question is asked. */
static inline bool stage_asks(const struct stage *stage)
{
	int y = stage_finds(stage, "(y/n");
	return y == 0 || y == 1;
}

static inline int stage_hero_x(const struct stage *stage)
{
	return game_hero(stage->game)->x;
}

static inline void stage_lay(struct stage *stage, const char *terrain, int x, int y)
{
	uint16_t kind = content_find_terrain(stage->game->content, terrain);
	assert(kind != KIND_NONE);
	place_set_terrain(stage->game, x, y, kind);
	senses_look(stage->game);
}

/* A creature, its slot. */
static inline int stage_put(struct stage *stage, const char *id, int x, int y)
{
	uint16_t kind = content_find_creature(stage->game->content, id);
	assert(kind != KIND_NONE);
	int slot = creature_add(stage->game, kind, x, y, 50);
	senses_look(stage->game);
	return slot;
}

/* Puts things into the pack; the slot. */
static inline int stage_give(struct stage *stage, const char *id, int count)
{
	uint16_t kind = content_find_item(stage->game->content, id);
	assert(kind != KIND_NONE);
	return item_into_pack(stage->game, (struct item){.kind = kind, .count = (uint16_t)count});
}

#endif
