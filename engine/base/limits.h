/* Limits that content, levels and screens share. */
#ifndef TRAPDOOR_ENGINE_LIMITS_H
#define TRAPDOOR_ENGINE_LIMITS_H

/* The largest level, in cells. */
#define LEVEL_WIDTH_MAX 200
#define LEVEL_HEIGHT_MAX 100

#endif
