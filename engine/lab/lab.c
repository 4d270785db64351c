#include "engine/rules/rules.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Levels ---- */

/* Text that grows: the stages of a level, one after the other. */
struct report {
	const struct content *content;
	unsigned flags;
	char *text;
	size_t length;
};

static void report_add(struct report *report, const char *text)
{
	size_t length = strlen(text);
	report->text = realloc(report->text, report->length + length + 1);
	assert(report->text);
	memcpy(report->text + report->length, text, length + 1);
	report->length += length;
}

/* What a lab_map says of a cell. */
static char light_symbol(const struct content *content, const struct level *level, size_t cell)
{
	uint32_t flags = content->terrains[level->terrain[cell]].flags;
	if (!(flags & TERRAIN_LIGHT))
		return '#';
	if (flags & TERRAIN_DOORWAY)
		return '+';
	return flags & TERRAIN_SHOWS_WALLS && level->flags[cell] & LEVEL_LIT ? '.' : ',';
}

static char *symbols_new(const struct report *report, const struct level *level)
{
	size_t cells = (size_t)level->width * (size_t)level->height;
	char *symbols = malloc(cells);
	assert(symbols);
	level_symbols(report->content, level, symbols);
	for (size_t cell = 0; report->flags & LAB_LIGHT && cell < cells; cell++)
		symbols[cell] = light_symbol(report->content, level, cell);
	return symbols;
}

static void report_level(struct report *report, const struct level *level, const char *symbols)
{
	char *text = level_text(level, symbols);
	report_add(report, text);
	free(text);
}

static void report_stage(void *context, const char *stage, const struct level *level)
{
	struct report *report = context;
	char *symbols = symbols_new(report, level);
	report_add(report, "== ");
	report_add(report, stage);
	report_add(report, "\n");
	report_level(report, level, symbols);
	free(symbols);
}

/* A game of which only one level is there, with what it holds at first; the level becomes the
 * game's. */
static struct game *inhabit(
	const struct content *content, const struct seed *seed, struct level *level)
{
	struct game *game = game_blank(content);
	game->seed = *seed;
	game->depth = level->depth;
	game->level = level;
	game_hero(game)->alive = false;
	birth_flavours(game);
	place_work_out(game);
	populate_level(game);
	return game;
}

/* Draws creatures and things over the terrain. */
static void draw_contents(const struct game *game, unsigned flags, char *symbols)
{
	const struct content *content = game->content;
	for (int i = 0; (flags & (LAB_ITEMS | LAB_LIGHT)) == LAB_ITEMS && i < game->floor.count;
		i++) {
		const struct floor_item *thing = &game->floor.items[i];
		symbols[level_at(game->level, thing->x, thing->y)] =
			content_symbol(content, item_look(game, &thing->item));
	}
	for (int slot = 0; flags & LAB_MONSTERS && slot < game->creature_top; slot++) {
		const struct creature *creature = &game->creatures[slot];
		uint16_t look = slot == HERO ? content->hero_look : KIND_NONE;
		if (slot != HERO && creature->alive)
			look = content->creatures[creature->kind].look;
		if (creature->alive)
			symbols[level_at(game->level, creature->x, creature->y)] =
				content_symbol(content, look);
	}
}

/* Makes the game's level again, for the stages alone; the level itself may have changed since. */
static void report_stages(struct report *report, const struct game *game)
{
	const struct level *level = game->level;
	struct level *again = level_generate(report->content, &game->seed, level->depth,
		level->kind, level->width, level->height, report_stage, report);
	assert(again);
	level_free(again);
	report_add(report, "== now\n");
}

char *game_level_text(const struct game *game, unsigned flags)
{
	struct report report = {.content = game->content, .flags = flags};
	char *symbols = symbols_new(&report, game->level);
	if (flags & LAB_STEPS)
		report_stages(&report, game);
	draw_contents(game, flags, symbols);
	report_level(&report, game->level, symbols);
	free(symbols);
	return report.text;
}

static bool complain(struct complaint *complaint, const char *format, const char *word)
{
	*complaint = (struct complaint){.line = 0};
	snprintf(complaint->sentence, sizeof complaint->sentence, format, word);
	return false;
}

static bool arguments_fit(const struct content *content, int depth, const char *kind, int width,
	int height, struct complaint *complaint)
{
	char last[12];
	snprintf(last, sizeof last, "%d", content->last_depth);
	if (depth < 1 || depth > content->last_depth)
		return complain(complaint, "a depth is a number from 1 to %s", last);
	if (*kind && content_find_level(content, kind) == KIND_NONE)
		return complain(
			complaint, "there is no kind of level \"%.64s\" in this content", kind);
	if (width < 0 || height < 0 || width > LEVEL_WIDTH_MAX || height > LEVEL_HEIGHT_MAX ||
		(width == 0) != (height == 0))
		return complain(complaint, "a level is 1x1 to 200x100 cells large%s", "");
	return true;
}

/* The stages go into the report as they come; the finished level, with its contents, after them. */
static void report_whole(
	struct report *report, const struct seed *seed, struct level *level, unsigned flags)
{
	struct game *game = inhabit(report->content, seed, level);
	char *text = game_level_text(game, flags & ~(unsigned)LAB_STEPS);
	if (flags & LAB_STEPS)
		report_add(report, "== contents\n");
	report_add(report, text);
	free(text);
	game_free(game);
}

char *lab_level(const struct content *content, const struct seed *seed, int depth, const char *kind,
	int width, int height, unsigned flags, struct complaint *complaint)
{
	struct report report = {.content = content, .flags = flags};
	if (!arguments_fit(content, depth, kind, width, height, complaint))
		return NULL;
	uint16_t index = *kind ? content_find_level(content, kind) : KIND_NONE;
	struct level *level = level_generate(content, seed, depth, index, width, height,
		flags & LAB_STEPS ? report_stage : NULL, &report);
	if (!level) {
		complain(complaint,
			"a level of this kind does not fit: a grid wants 5x5 cells for each "
			"room, and other kinds 24x12 in all%s",
			"");
		free(report.text);
		return NULL;
	}
	if (flags & (LAB_MONSTERS | LAB_ITEMS) || !(flags & LAB_STEPS))
		report_whole(&report, seed, level, flags);
	else
		level_free(level);
	return report.text;
}

/* ---- Work to be measured ---- */

static struct seed seed_of_round(const struct seed *seed, int round)
{
	struct seed next = *seed;
	for (int i = 0; i < 4; i++)
		next.bytes[i] ^= (uint8_t)(round >> 8 * i);
	return next;
}

static struct level *work_level(
	const struct content *content, const struct seed *seed, int depth, int round)
{
	struct seed next = seed_of_round(seed, round);
	struct level *level = level_generate(content, &next, depth, KIND_NONE, 0, 0, NULL, NULL);
	assert(level);
	return level;
}

static size_t work_levels(const struct content *content, const struct seed *seed, int depth,
	bool contents, int rounds)
{
	for (int round = 0; round < rounds; round++) {
		struct level *level = work_level(content, seed, depth, round);
		if (contents)
			game_free(inhabit(content, seed, level));
		else
			level_free(level);
	}
	return (size_t)rounds;
}

struct eyes {
	size_t count;
	struct sight_eye eyes[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX];
};

/* Every floor and corridor cell, and the bitmap of what blocks. */
static void eyes_find(struct eyes *eyes, const struct content *content, const struct level *level,
	struct bitmap *blocks)
{
	for (int y = 0; y < level->height; y++)
		for (int x = 0; x < level->width; x++) {
			uint32_t flags =
				content->terrains[level->terrain[level_at(level, x, y)]].flags;
			if (!(flags & TERRAIN_LIGHT))
				bitmap_set(blocks, x, y);
			if (flags & TERRAIN_OBJECTS && !(flags & TERRAIN_DOORWAY))
				eyes->eyes[eyes->count++] =
					(struct sight_eye){.x = (int16_t)x, .y = (int16_t)y};
		}
}

static size_t work_sights(
	const struct content *content, const struct seed *seed, int depth, bool whole, int rounds)
{
	uint64_t words[2][BITMAP_WORDS_MAX] = {{0}};
	struct level *level = work_level(content, seed, depth, 0);
	int16_t stride = (int16_t)((level->width + 63) / 64);
	struct bitmap blocks = {level->width, level->height, stride, words[0]};
	struct bitmap reach = {level->width, level->height, stride, words[1]};
	struct eyes *eyes = calloc(1, sizeof *eyes);
	assert(eyes);
	eyes_find(eyes, content, level, &blocks);
	for (int round = 0; round < rounds; round++)
		for (size_t i = 0; i < eyes->count; i++) {
			if (whole)
				sight_update(level, content, &eyes->eyes[i]);
			else
				fov_compute(&blocks, eyes->eyes[i].x, eyes->eyes[i].y, 0, &reach);
		}
	size_t done = eyes->count * (size_t)rounds;
	free(eyes);
	level_free(level);
	return done;
}

const char *lab_level_kind(const struct content *content, size_t nth)
{
	return nth < content->counts.levels ? content->levels[nth].id : NULL;
}

void lab_work_kind(const struct content *content, const struct seed *seed, size_t kind, int width,
	int height, int rounds)
{
	for (int round = 0; round < rounds; round++) {
		struct seed next = seed_of_round(seed, round);
		struct level *level = level_generate(content, &next,
			content->levels[kind].depth_low, (uint16_t)kind, width, height, NULL, NULL);
		assert(level);
		game_free(inhabit(content, &next, level));
	}
}

size_t lab_work(const struct content *content, const struct seed *seed, int depth,
	enum lab_work work, int rounds)
{
	switch (work) {
	case LAB_WORK_LEVEL:
	case LAB_WORK_CONTENTS:
		return work_levels(content, seed, depth, work == LAB_WORK_CONTENTS, rounds);
	case LAB_WORK_FOV:
	case LAB_WORK_SIGHT:
		return work_sights(content, seed, depth, work == LAB_WORK_SIGHT, rounds);
	}
	return 0;
}
