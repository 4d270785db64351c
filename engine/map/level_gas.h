/*
 * The gases of a level: an amount a cell of each kind that is there, and the box that they lie in.
 *
 * How they spread and act is in the rules (gas.c).
 */
#ifndef TRAPDOOR_ENGINE_LEVEL_GAS_H
#define TRAPDOOR_ENGINE_LEVEL_GAS_H

#include "engine/map/level.h"

#define GAS_MOST 60000 /* of one kind on a level: no cell can hold more than its 16 bits */

/* Where a kind is among the level's gases, -1 for none. */
int gas_index(const struct level *level, uint16_t cloud);
/* The level's gas of a kind, begun when there is none yet; NULL when there is no room. */
struct gas *gas_begin(struct level *level, uint16_t cloud);
/* So much more of it at a cell, never beyond GAS_MOST in all; returns how much. */
int gas_add(struct level *level, struct gas *gas, int x, int y, int amount);
/* Frees the gases that are gone, so that other kinds have room. */
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
