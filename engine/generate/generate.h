/*
 * Generators: each makes the terrain, light, areas and stairs of a level of its kind.
 *
 * content.h's CONTENT_GENERATORS is the table; a row ROW(ID, id, "word", width, height) is the
 * function generate_id here, which makes levels of any size from that one on.  What is made depends
 * on the record of the kind: its materials, grid and percentages.
 *
 * Rules that hold for all:
 *
 * 1. A level depends on the draws of its own stream alone.
 *
 * 2. Everything that may be walked is connected without diagonals, without secret doors, digging or
 *    luck; what harms is never needed.  Secret doors hide only shortcuts.
 *
 * 3. There is a way round, of GENERATE_LOOP_LEAST cells or more within.
 *
 * 4. The two stairs are in two different areas, and far apart.
 *
 * 5. Every place where something may lie is in an area, but for gaps in walls; narrow ways are
 *    halls.
 *
 * 6. Whatever is tried is tried a bounded number of times, and then done in a way that cannot fail.
 *
 * After the generator come whatever is laid on finished levels, and last furnish.c.
 */
#ifndef TRAPDOOR_ENGINE_GENERATE_H
#define TRAPDOOR_ENGINE_GENERATE_H

#include "engine/map/level.h"

/* ---- Levels and places in them (generate.c, depth_kind.c) ---- */

/* Called after each stage with its name; the lab prints the level then. */
typedef void level_stage(void *context, const char *stage, const struct level *level);

/* The level that is wanted. */
struct level_order {
	int depth;
	uint16_t kind;      /* KIND_NONE: the kind of the depth */
	int width, height;  /* 0: the kind's own size */
	level_stage *stage; /* or NULL; receives the context */
	void *context;
};

/* Makes a level: terrain, light, areas and stairs, nothing else.  It depends on content, seed,
 * depth, kind and size alone.  Returns NULL when the kind cannot be made at that size. */
struct level *level_generate(
	const struct content *content, const struct seed *seed, const struct level_order *order);

/* The kind of level that a depth of a run has; KIND_NONE when the content has none for it.  The
 * first draw of a level's stream is its kind: level_kind_draw. */
uint16_t level_kind_draw(const struct content *content, struct stream *stream, int depth);
uint16_t level_kind_of_depth(const struct content *content, const struct seed *seed, int depth);

/* A cell to put something on: drawn from the areas (halls with a lower chance), never in a doorway
 * or on stairs, `refuse` (may be NULL) deciding what else will not do.  Bounded; false when nothing
 * fits. */
typedef bool level_refuse(void *context, const struct level *level, int x, int y);
bool level_place(const struct content *content, const struct level *level, struct stream *stream,
	level_refuse *refuse, void *context, int *x, int *y);

/* ---- Generators ---- */

#define GENERATE_LOOP_LEAST 6

struct making {
	const struct content *content;
	const struct level_kind *kind;
	struct level *level; /* full of rock; made by the generator */
	struct stream stream;
	level_stage *stage;
	void *context;
};

/* Reports a finished stage to the observer, if there is one. */
static inline void generate_stage(const struct making *making, const char *stage)
{
	if (making->stage)
		making->stage(making->context, stage, making->level);
}

/* False when the level cannot be made at its size; which only ROGUE_ROOMS says, of a grid that does
 * not fit, for others are not asked below their least size. */
#define ROW(id, function, word, width, height) bool generate_##function(struct making *making);
CONTENT_GENERATORS(ROW)
#undef ROW

/* What was drawn by hand, before the furniture: the vaults of a depth (vault.c). */
void vaults_lay(struct making *making);

/* Which vaults a depth has, by the seed alone: those that must be, then those by chance
 * (vault_plan.c); returns how many. */
int vault_plan(const struct content *content, const struct seed *seed, int depth,
	uint16_t level_kind, uint16_t vaults[VAULTS_A_LEVEL]);

#define QUESTS_MAX 64

/* The depths where the rooms of quests are in the run of that seed; 0: it has none. */
void story_plan(const struct content *content, const struct seed *seed, uint8_t depths[QUESTS_MAX]);
int story_depth(const struct content *content, const struct seed *seed, uint16_t quest);

/* The one depth that somebody unique is native to in the run of that seed: that of a quest about
 * him, the end of the line when he waits there, or one of his own. */
int story_unique_depth(const struct content *content, const struct seed *seed, uint16_t kind);

/* Whether a vault is of that use, and may be there. */
bool vault_serves(const struct content *content, uint16_t index, enum vault_use use, int depth,
	uint16_t level_kind);

/* Draws all walls anew, by which of them go on, when something with walls was laid. */
void generate_join_walls(struct making *making);

/* The last stage of every level: the features of its kind (furnish.c). */
void furnish(struct making *making);

/* ---- Judging a level, or a trial (generate_check.c) ---- */

/* Marks, in a byte for each cell, what is walked to from the up stairs without diagonals, over what
 * harms nobody and through doors, secret ones too when `secrets`; returns how many cells. */
size_t generate_walk(
	const struct content *content, const struct level *level, bool secrets, uint8_t *reached);

/* Whether a cell may become what nobody passes, or what does harm: it is not of a doorway or of
 * stairs, nor beside one, and those ways around it that touch its sides hang together without it.
 */
bool generate_may_block(const struct content *content, const struct level *level, int x, int y);

/* Rule 2: everything is walked to when all secret doors are found, and the stairs and all areas but
 * halls when none is. */
bool generate_connected(const struct content *content, const struct level *level);

/* Ways round, for one who finds no secret door: pieces of what cannot be walked, of `least` cells
 * or more, that one can walk all around. */
int generate_loops(const struct content *content, const struct level *level, int least);
/* The same about the cells that are marked, in a byte each; all are marked afterwards. */
int generate_loops_among(const struct level *level, uint8_t *marks, int least);

#endif
