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

/* What the hero knows of the level by the symbols of the game, a string a row; and what he knows of
 * each cell, a hexadecimal digit a cell: 1 it is known, 2 in sight now, 4 a step there does harm, 8
 * nobody walks there. */
json_t *view_json_map(const struct content *content, const struct view *view);
json_t *view_json_cells(const struct view *view);

/* A text without bytes that are no characters. */
json_t *view_json_text(const char *text);

/* "going", "died", "left", "won", "quit". */
const char *view_json_outcome(enum outcome outcome);

#endif
