/*
 * Content, loaded and made presentable: texts become a sealed struct content, looks become glyphs,
 * engine roles become terminal roles.  The listener does this once before it forks, so that
 * sessions share the pages.
 */
#ifndef TRAPDOOR_LOOKS_H
#define TRAPDOOR_LOOKS_H

#include "engine/engine.h"

/* The built-in content; a file *.txt of directory (NULL or "": none) replaces the built-in one of
 * its name, or is added. NULL after all complaints were written to stderr. */
struct content *content_load(const char *directory);

/* look -> glyph of vt100, content_look_count long.  Kept here for the contents asked for last;
 * read-only. */
const uint16_t *looks_glyphs(const struct content *content);

/* Engine role -> vt_role, for vt_text and the map. */
void looks_roles(uint8_t roles[32]);

#endif
