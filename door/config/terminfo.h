/*
 * Kinds of terminals from the terminfo database of this machine, if one is installed.
 *
 * `serve` reads it once, before it is confined, and all sessions share the table. unibilium decodes
 * the entries; vt100/described.c decides how such terminals are drawn. A kind that has a row in
 * vt100/terminals.c by its own name is left out.
 */
#ifndef TRAPDOOR_TERMINFO_H
#define TRAPDOOR_TERMINFO_H

#include "vt100/vt100.h"

/* Entries that were refused. */
struct terminfo_refusals {
	unsigned count;
	char first[256];    /* path of the first one, or "" */
	const char *reason; /* why that was refused */
};

/* Adds the kinds of directories, which are separated by blanks, to a table, and orders it. Earlier
 * directories win. Directories that do not exist are left out. */
void terminfo_read(
	struct vt_bytes *table, const char *directories, struct terminfo_refusals *refusals);
/* Adds the kind of an entry in memory. False with a reason. */
bool terminfo_add(struct vt_bytes *table, const char *name, const void *bytes, size_t size,
	const char **reason);

#endif
