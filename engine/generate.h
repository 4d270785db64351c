/*
 * Generators: each makes the terrain, light, areas and stairs of a level of its kind.
 *
 * content.h's CONTENT_GENERATORS is the table; a row ROW(ID, "word") is the function generate_ID
 * here.  Rules that hold for all: a level depends on the draws of its own stream alone; everything
 * that may be walked is connected without diagonals and without secret doors; the two stairs are in
 * two different rooms; every place where something may lie is in an area.
 */
#ifndef TRAPDOOR_ENGINE_GENERATE_H
#define TRAPDOOR_ENGINE_GENERATE_H

#include "level.h"

struct making {
	const struct content *content;
	const struct level_kind *kind;
	struct level *level; /* full of rock; made by the generator */
	struct stream stream;
	level_stage *stage;
	void *context;
};

/* Tells whoever watches that a stage is done. */
void generate_stage(const struct making *making, const char *stage);

/* Rogue's: false when the grid does not fit the size. */
bool generate_rogue_rooms(struct making *making);

/* The last stage of every level: the features of its kind (furnish.c). */
void furnish(struct making *making);

#endif
