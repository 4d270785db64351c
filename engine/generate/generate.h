/*
 * Generators: each makes the terrain, light, areas and stairs of a level of its kind.
 *
 * content.h's CONTENT_GENERATORS is the table; a row ROW(ID, id, "word", width, height) is the
 * function generate_id here, which makes levels of at least that size.  The result depends on the
 * record of the kind: its materials, grid and percentages.
 *
 * Rules for all generators:
 *
 * 1. A level depends on the draws of its own stream alone.
 *
 * 2. All passable cells are connected without diagonal steps, without secret doors, digging or
 *    luck, and without harm.  Secret doors hide only shortcuts.
 *
 * 3. There is a loop, around at least GENERATE_LOOP_LEAST cells.
 *
 * 4. The two stairs are in two different areas, and far apart.
 *
 * 5. Every cell for items is in an area, except gaps in walls; narrow passages are halls.
 *
 * 6. Every trial is repeated a bounded number of times, and then replaced by a method that cannot
 *    fail.
 *
 * After the generator come the vaults, and last furnish.c.
 */
#ifndef TRAPDOOR_ENGINE_GENERATE_H
#define TRAPDOOR_ENGINE_GENERATE_H

#include "engine/map/level.h"

/* ---- Levels and places in them (generate.c, depth_kind.c) ---- */

/* Called after each stage with its name, so that the lab can print the level. */
typedef void level_stage(void *context, const char *stage, const struct level *level);

/* The level to be made. */
struct level_order {
	int depth;
	uint16_t kind;      /* KIND_NONE: drawn from the kinds of the depth */
	int width, height;  /* 0: the kind's own size */
	level_stage *stage; /* or NULL; receives the context */
	void *context;
};

/* Makes a level: terrain, light, areas and stairs, nothing else.  It depends on content, seed,
 * depth, kind and size alone.  Returns NULL when the kind cannot be made at that size. */
struct level *level_generate(
	const struct content *content, const struct seed *seed, const struct level_order *order);

/* Returns the kind of level of a depth in a run, or KIND_NONE when the content has none.  It is the
 * first draw of the level's stream: level_kind_draw. */
uint16_t level_kind_draw(const struct content *content, struct stream *stream, int depth);
uint16_t level_kind_of_depth(const struct content *content, const struct seed *seed, int depth);

/* Draws a cell of the areas (halls with a lower chance) on which something can be placed, never a
 * doorway or stairs.  `refuse` (may be NULL) rejects other cells.  Bounded; returns false when no
 * cell fits. */
typedef bool level_refuse(void *context, const struct level *level, int x, int y);
bool level_place(const struct content *content, const struct level *level, struct stream *stream,
	level_refuse *refuse, void *context, int *x, int *y);

/* ---- Generators ---- */

#define GENERATE_LOOP_LEAST 6

struct making {
	const struct content *content;
	const struct level_kind *kind;
	struct level *level; /* full of rock at first */
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

/* Return false when the level cannot be made at its size.  Only generate_rogue_rooms does, for a
 * grid that does not fit; the others are never called below their least size. */
#define ROW(id, function, word, width, height) bool generate_##function(struct making *making);
CONTENT_GENERATORS(ROW)
#undef ROW

/* Places the vaults of a depth, before the furniture (vault.c). */
void vaults_lay(struct making *making);

/* Plans the vaults of a depth, from the seed only: required ones, then random ones (vault_plan.c).
 * Returns their number. */
int vault_plan(const struct content *content, const struct seed *seed, int depth,
	uint16_t level_kind, uint16_t vaults[VAULTS_A_LEVEL]);

#define QUESTS_MAX 64

/* Plan the depths of quest rooms in the run of a seed; 0: the run lacks that quest. */
void story_plan(const struct content *content, const struct seed *seed, uint8_t depths[QUESTS_MAX]);
int story_depth(const struct content *content, const struct seed *seed, uint16_t quest);

/* Returns the one depth at which a unique creature is native in the run of a seed: the depth of a
 * quest about it, the last depth if it waits there, or a depth of its own. */
int story_unique_depth(const struct content *content, const struct seed *seed, uint16_t kind);

/* True if a vault has that use and may be on that kind of level at that depth. */
bool vault_serves(const struct content *content, uint16_t index, enum vault_use use, int depth,
	uint16_t level_kind);

/* Draws all walls again, by the neighbours that continue them, after something with walls was
 * placed. */
void generate_join_walls(struct making *making);

/* Places the features of the level's kind, as the last stage of every level (furnish.c). */
void furnish(struct making *making);

/* ---- Judging a level, or a trial (generate_check.c) ---- */

/* Marks, in a byte for each cell, the cells that can be walked to from the up stairs without
 * diagonal steps, without harm and through doors, with `secrets` also secret ones.  Returns their
 * number. */
size_t generate_walk(
	const struct content *content, const struct level *level, bool secrets, uint8_t *reached);

/* True if a cell may become impassable or harmful: it is no doorway or stairs and not beside one,
 * and the passable cells around it that touch its sides stay connected without it. */
bool generate_may_block(const struct content *content, const struct level *level, int x, int y);

/* Checks rule 2: with all secret doors found everything can be walked to, and without any the
 * stairs and all areas except halls. */
bool generate_connected(const struct content *content, const struct level *level);

/* Returns the number of loops without secret doors: impassable pieces of at least `least` cells
 * that can be walked all around. */
int generate_loops(const struct content *content, const struct level *level, int least);
/* The same for the cells that are marked, in a byte each; all are marked afterwards. */
int generate_loops_among(const struct level *level, uint8_t *marks, int least);

#endif
