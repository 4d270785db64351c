#include "engine/lab/lab.h"
#include "engine/generate/generate.h"
#include "engine/rules/rules.h"
#include "engine/view/level_report.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Levels ---- */

/* Makes a game of one level with its initial contents. The game owns the level. */
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

static bool complain(struct complaint *complaint, const char *format, const char *word)
{
	*complaint = (struct complaint){.line = 0};
	snprintf(complaint->sentence, sizeof complaint->sentence, format, word);
	return false;
}

static bool arguments_fit(
	const struct content *content, const struct lab_level *wanted, struct complaint *complaint)
{
	char last[12];
	snprintf(last, sizeof last, "%d", content->last_depth);
	if (wanted->depth < 1 || wanted->depth > content->last_depth)
		return complain(complaint, "the depth must be from 1 to %s", last);
	if (*wanted->kind && content_find_level(content, wanted->kind) == KIND_NONE)
		return complain(complaint, "unknown kind of level \"%.64s\"", wanted->kind);
	if (wanted->width < 0 || wanted->height < 0 || wanted->width > LEVEL_WIDTH_MAX ||
		wanted->height > LEVEL_HEIGHT_MAX || (wanted->width == 0) != (wanted->height == 0))
		return complain(complaint, "a level is 1x1 to 200x100 cells large%s", "");
	return true;
}

/* Reports each stage of the level, then the finished level with its contents. */
static void report_whole(
	struct level_report *report, const struct seed *seed, struct level *level, unsigned flags)
{
	struct game *game = inhabit(report->content, seed, level);
	char *text = game_level_text(game, flags & ~(unsigned)LEVEL_TEXT_STAGES);
	if (flags & LEVEL_TEXT_STAGES)
		level_report_add(report, "== contents\n");
	level_report_add(report, text);
	free(text);
	game_free(game);
}

char *lab_level(const struct content *content, const struct seed *seed,
	const struct lab_level *wanted, struct complaint *complaint)
{
	struct level_report report = {.content = content, .flags = wanted->flags};
	if (!arguments_fit(content, wanted, complaint))
		return NULL;
	uint16_t index = *wanted->kind ? content_find_level(content, wanted->kind) : KIND_NONE;
	struct level *level = level_generate(content, seed,
		&(struct level_order){.depth = wanted->depth,
			.kind = index,
			.width = wanted->width,
			.height = wanted->height,
			.stage = wanted->flags & LEVEL_TEXT_STAGES ? level_report_stage : NULL,
			.context = &report});
	if (!level) {
		complain(complaint,
			"a level of this kind does not fit: a grid wants 5x5 cells for each "
			"room, and other kinds 24x12 in all%s",
			"");
		free(report.text);
		return NULL;
	}
	if (wanted->flags & (LEVEL_TEXT_CREATURES | LEVEL_TEXT_ITEMS) ||
		!(wanted->flags & LEVEL_TEXT_STAGES))
		report_whole(&report, seed, level, wanted->flags);
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
	struct level *level = level_generate(
		content, &next, &(struct level_order){.depth = depth, .kind = KIND_NONE});
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

/* Lists every floor and corridor cell, and fills the bitmap of blocking cells. */
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
			&(struct level_order){.depth = content->levels[kind].depth_low,
				.kind = (uint16_t)kind,
				.width = width,
				.height = height});
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
