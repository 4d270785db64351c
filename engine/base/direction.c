/* The steps of the eight directions. */
#include "engine/engine.h"

const int8_t direction_dx[DIR_COUNT] = {0, 1, 1, 1, 0, -1, -1, -1};
const int8_t direction_dy[DIR_COUNT] = {-1, -1, 0, 1, 1, 1, 0, -1};
