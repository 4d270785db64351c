/*
 * Looks made presentable: content's shapes become glyphs, the engine's roles become the terminal's.
 *
 * The listener asks for them once before it forks, so that sessions share the pages.
 */
#ifndef TRAPDOOR_APPEARANCES_H
#define TRAPDOOR_APPEARANCES_H

#include "engine/engine.h"

/* look -> glyph of vt100, content_appearance_count long.  Kept here for the contents asked for
 * last; read-only. */
const uint16_t *appearances_glyphs(const struct content *content);

/* Engine role -> vt_role, for vt_text and the map. */
void appearances_roles(uint8_t roles[32]);

/* A page of help: "{things}" in it becomes the symbols of each class of things, and what they are.
 */
struct ui_text;
/* Likewise {sign SHAPE}, the glyph that a content names so. */
void appearances_add_page(struct ui_text *text, const struct content *content, const char *page);

/* A symbol that stands alone and bright in a text ("bright, #, end") becomes the glyph that a look
 * of that symbol has here, as a byte from 128 on that ui_wrapped draws. */
void appearances_in_text(const struct content *content, char *text);

#endif
