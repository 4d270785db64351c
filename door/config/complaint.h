/* The sentence of a complaint about a setting or a bulletin. */
#ifndef TRAPDOOR_CONFIG_COMPLAINT_H
#define TRAPDOOR_CONFIG_COMPLAINT_H

#include "engine/engine.h"

/* Writes the sentence, and returns false, for `return complaint_say(...)`. */
bool complaint_say(struct complaint *complaint, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
