/* A dump under construction, shared by dump*.c only. */
#ifndef TRAPDOOR_DUMP_PRIVATE_H
#define TRAPDOOR_DUMP_PRIVATE_H

#include "door/play/dump.h"

#define DUMP_NAMES_ROOM 1600 /* bytes; holds the names of all creature kinds, or of a whole pack */

struct dump {
	struct game *game;
	const struct content *content;
	struct view *view;
	struct result result;
	int width;
	const uint16_t *glyphs; /* of a drawn map, by appearance, or NULL */
	struct ui_text text;
};

/* ---- dump_rows.c ---- */

/* False if the dump is nearly full. */
bool dump_has_room(const struct dump *dump);
/* Adds the title of a section, with an empty row above it. */
void dump_title(struct dump *dump, const char *title);
/* Adds a paragraph wrapped to the width. Its first row begins with the label; the others are
 * indented by the label's width. Control bytes are removed. */
void dump_row(struct dump *dump, const char *label, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* dump_help.c: adds the section of unused help. */
void dump_help(struct dump *dump);

#endif
