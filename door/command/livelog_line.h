/* A line of the livelog: a milestone as a JSON object, of which docs/sysop.md has the fields. */
#ifndef TRAPDOOR_LIVELOG_LINE_H
#define TRAPDOOR_LIVELOG_LINE_H

#include "sql/store.h"

/* Longer than any line: each byte of a text takes six at most. */
#define LIVELOG_LINE_MAX 4096
/* Writes the line with its line feed, and no byte after it. Returns its length, or 0 if this
 * program does not know the kind. */
size_t livelog_line(const struct store_milestone *milestone, char line[LIVELOG_LINE_MAX]);

#endif
