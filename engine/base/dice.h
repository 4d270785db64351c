/* Dice: a number of dice of so many sides, plus a modifier. */
#ifndef TRAPDOOR_ENGINE_DICE_H
#define TRAPDOOR_ENGINE_DICE_H

#include <stdint.h>

struct dice {
	int16_t number, sides, modifier;
};

static inline int dice_most(struct dice dice)
{
	return dice.number * dice.sides + dice.modifier;
}

#endif
