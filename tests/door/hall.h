/*
 * A bare room inside a game, for tests of what the play screen shows of the world: a lit hall with
 * nobody and nothing in it and the hero in its middle, played by keys and read off frames.
 *
 * One test program includes this; the content that it plays is `stock`.
 */
#ifndef TRAPDOOR_TESTS_HALL_H
#define TRAPDOOR_TESTS_HALL_H

#include <stdlib.h>
#include <string.h>

#include "door/play.h"
#include "engine/rules.h"
#include "tests/engine/stock.h"

#define HERO_X 30
#define HERO_Y 10

static struct content *stock;

struct stage {
	struct game *game;
	struct play *play;
	struct vt_frame frame;
	unsigned frames;     /* between */
	unsigned frames_max; /* refused from then on */
	unsigned missiles;   /* most that one frame between showed */
};

static unsigned count_glyph(const struct vt_frame *frame, uint16_t glyph)
{
	unsigned count = 0;
	for (int at = frame->width; at < (frame->height - 2) * frame->width; at++)
		count += frame->cells[at].glyph == glyph;
	return count;
}

static bool stage_between(void *context)
{
	struct stage *stage = context;
	play_paint(stage->play, &stage->frame);
	stage->frames++;
	unsigned missiles = count_glyph(&stage->frame, ')');
	stage->missiles = missiles > stage->missiles ? missiles : stage->missiles;
	return stage->frames < stage->frames_max;
}

static void put(struct stage *stage, int x, int y, const char *terrain)
{
	uint16_t kind = content_find_terrain(stock, terrain);
	assert_int_not_equal(kind, KIND_NONE);
	place_set_terrain(stage->game, x, y, kind);
	senses_look(stage->game);
}

/* A lit hall with nobody and nothing in it, and the hero in its middle. */
static void stage_begin(struct stage *stage, int width, int height)
{
	const struct play_link link = {.context = stage, .between = stage_between};
	struct seed seed = {{0x51}};
	*stage = (struct stage){.frames_max = 100};
	struct game *game = game_new(stock, &seed, &(struct birth){.name = "anna"});
	struct level *level = game->level;
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		if (game->creatures[slot].alive)
			creature_remove(game, slot);
	game->floor_count = 0;
	game->recalled_count = 0;
	struct creature *hero = game_hero(game);
	game->occupants[level_at(level, hero->x, hero->y)] = 0;
	hero->x = HERO_X;
	hero->y = HERO_Y;
	game->occupants[level_at(level, HERO_X, HERO_Y)] = HERO + 1;
	for (int y = 1; y < level->height - 1; y++)
		for (int x = 1; x < level->width - 1; x++) {
			place_set_terrain(game, x, y, stock->terrain.floor);
			level->flags[level_at(level, x, y)] |= LEVEL_LIT;
		}
	senses_look(game);
	stage->game = game;
	stage->play = play_new(game, stock, NULL, 0, &link);
	vt_frame_resize(&stage->frame, width, height);
	play_paint(stage->play, &stage->frame);
	play_key(stage->play, VT_KEY_ESCAPE);
	play_paint(stage->play, &stage->frame);
}

static void stage_end(struct stage *stage)
{
	play_free(stage->play);
	vt_frame_free(&stage->frame);
}

static void type(struct stage *stage, const char *keys)
{
	for (; *keys; keys++)
		play_key(stage->play, *keys);
	assert_true(play_settle(stage->play));
	play_paint(stage->play, &stage->frame);
}

static const char *row(const struct stage *stage, int y)
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

static bool asks(const struct stage *stage)
{
	for (int y = 0; y < 2; y++)
		if (strstr(row(stage, y), "(y/n)"))
			return true;
	return false;
}

static int hero_x(const struct stage *stage)
{
	return game_hero(stage->game)->x;
}

static int add(struct stage *stage, int x, int y, uint16_t flags)
{
	int slot = creature_add(stage->game, 0, x, y, 5);
	assert_true(slot > HERO);
	stage->game->creatures[slot].flags = flags;
	senses_look(stage->game);
	return slot;
}

#endif
