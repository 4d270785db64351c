/*
 * The player's view as JSON, for programs that use the lab.
 *
 * Each function returns a new value, which the caller releases.  Texts are those of the engine
 * without the bytes for colours.
 */
#ifndef TRAPDOOR_VIEW_JSON_H
#define TRAPDOOR_VIEW_JSON_H

#include "engine/engine.h"

#include <jansson.h>

json_t *view_json_status(const struct view *view);

/* The level as the hero knows it, in symbols of the game, a string a row. */
json_t *view_json_map(const struct content *content, const struct view *view);

/* A text without its bytes that are no characters. */
json_t *view_json_text(const char *text);

#endif
