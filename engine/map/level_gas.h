/*
 * The gases of a level: for each kind that is present an amount a cell, and a box around all of it.
 *
 * The rules move gases and apply their effects (gas.c).
 */
#ifndef TRAPDOOR_ENGINE_LEVEL_GAS_H
#define TRAPDOOR_ENGINE_LEVEL_GAS_H

#include "engine/map/level.h"

#define GAS_MOST 60000 /* of one kind on a level, so that no cell exceeds 16 bits */

/* Returns the index of a kind among the level's gases, or -1. */
int gas_index(const struct level *level, uint16_t cloud);
/* Returns the level's gas of a kind, added if it is new, or NULL when there is no room. */
struct gas *gas_begin(struct level *level, uint16_t cloud);
/* Adds an amount at a cell, up to GAS_MOST in all; returns the amount added. */
int gas_add(struct level *level, struct gas *gas, int x, int y, int amount);
/* Frees the gases with nothing left, to make room for other kinds. */
void gas_forget_empty(struct level *level);

static inline bool box_is_empty(struct box box)
{
	return box.left >= box.right || box.top >= box.bottom;
}

static inline struct box box_with(struct box box, int x, int y)
{
	if (box_is_empty(box))
		return (struct box){(int16_t)x, (int16_t)y, (int16_t)(x + 1), (int16_t)(y + 1)};
	box.left = (int16_t)(x < box.left ? x : box.left);
	box.top = (int16_t)(y < box.top ? y : box.top);
	box.right = (int16_t)(x >= box.right ? x + 1 : box.right);
	box.bottom = (int16_t)(y >= box.bottom ? y + 1 : box.bottom);
	return box;
}

#endif
