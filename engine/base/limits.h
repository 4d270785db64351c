/* Limits that content, levels, saves and screens share. */
#ifndef TRAPDOOR_ENGINE_LIMITS_H
#define TRAPDOOR_ENGINE_LIMITS_H

/* The largest level, in cells. */
#define LEVEL_WIDTH_MAX 200
#define LEVEL_HEIGHT_MAX 100

/* Turns of food in a hero, at birth and ever. A save with more is damaged. */
#define BODY_FOOD_MOST 2400

#endif
