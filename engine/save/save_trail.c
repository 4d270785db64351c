/*
 * The trail of the hero's smell, from the newest cell back, each coded by the change of direction.
 * A stored level has its own trail; cells that no longer smell are not written.
 *
 *     number of cells; the newest's turn, whether it is strong, its cell; then each older one as a
 *     byte
 *         0 to 7   change of direction in eighths of a circle
 *         8        not adjacent: its cell follows
 *         + 16     it is strong
 *         + 32     it is not one turn older: the number of turns follows
 */
#include "engine/save/save_private.h"

#include <assert.h>
#include <stdlib.h>

enum { STEP_ELSEWHERE = 8, STEP_STRONG = 16, STEP_AGE = 32, STEP_MOST = 63 };
#define AGES (SMELL_LASTS + 1)

/* Returns the age of a scent in turns, or AGES if it no longer smells. */
static uint32_t age_of(uint32_t scent, uint32_t turn)
{
	uint32_t laid = scent & ~SMELL_STRONG, age = turn + 1 - laid;
	uint32_t lasts = scent & SMELL_STRONG ? SMELL_LASTS : SMELL_LASTS / 2;
	return laid == 0 || age > lasts ? AGES : age;
}

static uint32_t laid_of(const struct whiff *whiff)
{
	return whiff->scent & ~SMELL_STRONG;
}

/* Returns the trail; whiffs of the same turn are in order of cells. */
struct trail trail_of(const struct game *game)
{
	const struct level *level = game->level;
	uint32_t turn = game_turn(game), begins[AGES + 2] = {0};
	for (size_t at = 0; at < level_cells(level); at++)
		begins[age_of(level->scent[at], turn) + 1]++;
	for (int age = 0; age < AGES; age++)
		begins[age + 1] += begins[age];
	struct trail trail = {.count = begins[AGES]};
	if (trail.count == 0)
		return trail;
	trail.whiffs = malloc(trail.count * sizeof *trail.whiffs);
	assert(trail.whiffs != NULL);
	for (size_t at = 0; at < level_cells(level); at++) {
		uint32_t scent = level->scent[at], age = age_of(scent, turn);
		if (age < AGES)
			trail.whiffs[begins[age]++] =
				(struct whiff){scent, (int16_t)(at % (size_t)level->width),
					(int16_t)(at / (size_t)level->width)};
	}
	return trail;
}

void trail_lay(const struct trail *trail, struct game *game)
{
	struct level *level = game->level;
	for (uint32_t i = 0; i < trail->count; i++) {
		const struct whiff *whiff = &trail->whiffs[i];
		if (level_inside(level, whiff->x, whiff->y) &&
			age_of(whiff->scent, game_turn(game)) < AGES)
			level->scent[level_at(level, whiff->x, whiff->y)] = whiff->scent;
	}
}

/* ---- As bytes ---- */

static int direction_to(const struct whiff *from, const struct whiff *to)
{
	for (int direction = 0; direction < DIR_COUNT; direction++)
		if (from->x + direction_dx[direction] == to->x &&
			from->y + direction_dy[direction] == to->y)
			return direction;
	return -1;
}

static void write_step(
	struct writer *writer, const struct whiff *from, const struct whiff *to, int *heading)
{
	int direction = direction_to(from, to);
	uint32_t older = laid_of(from) - laid_of(to);
	unsigned step = direction < 0 ? STEP_ELSEWHERE : (unsigned)(direction - *heading) % 8;
	step |= to->scent & SMELL_STRONG ? STEP_STRONG : 0;
	bytes_write_byte(writer, step | (older != 1 ? STEP_AGE : 0));
	if (older != 1)
		bytes_write_number(writer, older);
	if (direction < 0)
		save_cell(writer, to->x, to->y);
	else
		*heading = direction;
}

static uint32_t left_of(const struct trail *trail, uint32_t turn)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < trail->count; i++)
		count += age_of(trail->whiffs[i].scent, turn) < AGES;
	return count;
}

bool trail_smells(const struct trail *trail, uint32_t turn)
{
	return left_of(trail, turn) > 0;
}

void trail_write(struct writer *writer, const struct trail *trail, uint32_t turn)
{
	const struct whiff *last = NULL;
	int heading = 0;
	bytes_begin(writer, COMPRESS_RECORD);
	bytes_write_number(writer, left_of(trail, turn));
	for (uint32_t i = 0; i < trail->count; i++) {
		const struct whiff *whiff = &trail->whiffs[i];
		if (age_of(whiff->scent, turn) >= AGES)
			continue;
		if (last != NULL) {
			write_step(writer, last, whiff, &heading);
		} else {
			bytes_write_number(writer, laid_of(whiff));
			bytes_write_byte(writer, (whiff->scent & SMELL_STRONG) != 0);
			save_cell(writer, whiff->x, whiff->y);
			bytes_begin(writer, COMPRESS_TRAIL);
		}
		last = whiff;
	}
}

/* Reads a cell of a level of any size. */
static void read_whiff(struct reader *reader, struct whiff *whiff)
{
	whiff->x = (int16_t)bytes_read_number(reader, LEVEL_WIDTH_MAX - 1);
	whiff->y = (int16_t)bytes_read_number(reader, LEVEL_HEIGHT_MAX - 1);
}

static void read_newest(struct reader *reader, struct whiff *whiff, uint32_t turn)
{
	whiff->scent = (uint32_t)bytes_read_number(reader, turn + 1);
	if (bytes_read_number(reader, 1))
		whiff->scent |= SMELL_STRONG;
	read_whiff(reader, whiff);
	bytes_read_begin(reader, COMPRESS_TRAIL);
}

static void read_step(struct reader *reader, struct whiff *whiff, int *heading)
{
	unsigned step = (unsigned)bytes_read_number(reader, STEP_MOST), turning = step & 15;
	uint32_t laid = laid_of(whiff), older = 1;
	if (step & STEP_AGE)
		older = (uint32_t)bytes_read_number(reader, laid);
	whiff->scent = (laid - older) | (step & STEP_STRONG ? SMELL_STRONG : 0);
	if (turning > STEP_ELSEWHERE) {
		reader->failed = true;
	} else if (turning == STEP_ELSEWHERE) {
		read_whiff(reader, whiff);
	} else {
		*heading = (*heading + (int)turning) % DIR_COUNT;
		whiff->x = (int16_t)(whiff->x + direction_dx[*heading]);
		whiff->y = (int16_t)(whiff->y + direction_dy[*heading]);
	}
}

struct trail trail_read(struct reader *reader, uint32_t turn)
{
	bytes_read_begin(reader, COMPRESS_RECORD);
	struct trail trail = {0};
	uint32_t count = (uint32_t)bytes_read_number(reader, LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX);
	if (count == 0)
		return trail;
	trail.whiffs = calloc(count, sizeof *trail.whiffs);
	assert(trail.whiffs != NULL);
	struct whiff whiff = {0};
	int heading = 0;
	for (uint32_t i = 0; i < count && !reader->failed; i++) {
		if (i == 0)
			read_newest(reader, &whiff, turn);
		else
			read_step(reader, &whiff, &heading);
		if (laid_of(&whiff) == 0 || laid_of(&whiff) > turn + 1)
			reader->failed = true;
		/* Earlier rules may have let it smell longer. */
		if (!reader->failed && age_of(whiff.scent, turn) < AGES)
			trail.whiffs[trail.count++] = whiff;
	}
	return trail;
}

/* Reads the trail of format 2, stored in the level: in order of cells, each as distance from the
 * last, and turn. */
void trail_read_2(struct reader *reader, struct game *game)
{
	size_t cells = level_cells(game->level), at = 0;
	size_t count = (size_t)bytes_read_number(reader, cells);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		at += (size_t)bytes_read_number(reader, cells);
		uint32_t laid = (uint32_t)bytes_read_number(reader, game_turn(game) + 1);
		unsigned strong = (unsigned)bytes_read_number(reader, 1);
		if (at >= cells || laid == 0)
			reader->failed = true;
		else
			game->level->scent[at] = laid | (strong ? SMELL_STRONG : 0);
	}
}
