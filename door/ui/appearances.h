/*
 * Resolves appearances for display: the content's shapes become glyphs, and the engine's colour
 * roles become the terminal's.
 *
 * The listener resolves them once before it forks, so that sessions share the memory pages.
 */
#ifndef TRAPDOOR_APPEARANCES_H
#define TRAPDOOR_APPEARANCES_H

#include "engine/engine.h"

/* Returns the table from appearance to glyph of vt100, content_appearance_count long. It is
 * read-only, and this module caches it for the latest contents. */
const uint16_t *appearances_glyphs(const struct content *content);
/* Returns, by appearance, bits 1 << enum vt_charset of the charsets in which it looks like ground.
 * It lives as long as the glyphs. */
const uint8_t *appearances_clashes(const struct content *content);

/* Fills the table from engine role to vt_colour_role. */
void appearances_roles(uint8_t roles[32]);

/* Adds a page of help. "{things}" becomes the list of item classes with their symbols, */
struct ui_text;
/* and {sign SHAPE} becomes the glyph of that shape. */
void appearances_add_page(struct ui_text *text, const struct content *content, const char *page);

/* Replaces each bright single symbol in a text ("bright, #, end") by the glyph of an appearance
 * with that symbol, as a byte from 128 on that ui_wrapped draws. */
void appearances_in_text(const struct content *content, char *text);

#endif
