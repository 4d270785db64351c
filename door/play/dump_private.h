/* A dump in the making, shared by dump*.c alone. */
#ifndef TRAPDOOR_DUMP_PRIVATE_H
#define TRAPDOOR_DUMP_PRIVATE_H

#include "door/play/dump.h"

#define DUMP_NAMES_ROOM                                                                            \
	1600 /* bytes for all kinds of creatures, or for the names of a whole pack */

struct dump {
	struct game *game;
	const struct content *content;
	struct view *view;
	struct result result;
	int width;
	struct ui_text text;
};

/* ---- dump_rows.c ---- */

/* False when the dump is nearly full. */
bool dump_has_room(const struct dump *dump);
/* The title of a section, with an empty row above it. */
void dump_title(struct dump *dump, const char *title);
/* A paragraph: its first row begins with the label, the others below what follows it.  Without
 * control bytes, and broken to the width. */
void dump_row(struct dump *dump, const char *label, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* dump_help.c: what could have helped, in rows. */
void dump_help(struct dump *dump);

#endif
