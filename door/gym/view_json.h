/*
 * What a player sees, as JSON: for the lab, whose answers are read by programs.
 *
 * Each function gives a new value that the caller releases.  Texts are what the engine says,
 * without the bytes that stand for colours.
 */
#ifndef TRAPDOOR_VIEW_JSON_H
#define TRAPDOOR_VIEW_JSON_H

#include "engine/engine.h"

#include <jansson.h>

json_t *view_json_status(const struct view *view);

/* What the hero knows of the level by the symbols of the game, a string a row. */
json_t *view_json_map(const struct content *content, const struct view *view);

/* A text without bytes that are no characters. */
json_t *view_json_text(const char *text);

#endif
