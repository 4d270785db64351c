/* The rows of the effects as data. */
#include "engine/content/content.h"

const struct effect_row effect_rows[EFFECT_COUNT] = {
#define ROW(id, function, word, arguments, flags, status, hint, help)                              \
	[EFFECT_##id] = {word, arguments, flags, status, hint, help},
	ENGINE_EFFECTS(ROW)
#undef ROW
};
