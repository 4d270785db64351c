/*
 * A dump: what became of a run, as plain text for whoever wants to read it or pass it on.
 *
 * It is made of a game as it stands at its end: the last messages, what could have helped, what
 * was around, what was carried and learned, and where its caller had been.  Nothing of it is kept:
 * the journal is, and gives the same text again at any time, by whoever plays it.  It tells no more
 * than that caller could know: a tonic that was never tried is told to have been that.
 *
 * ASCII, rows of at most the width asked for, and at most DUMP_MAX bytes.
 */
#ifndef TRAPDOOR_DUMP_H
#define TRAPDOOR_DUMP_H

#include "door/proof/shelf.h"
#include "door/ui/ui.h"
#include "engine/engine.h"

#define DUMP_MAX 16384
#define DUMP_WIDTH 79
#define DUMP_WIDTH_LEAST 39

/* What the game itself does not know. */
struct dump_head {
	const char *name;
	int64_t run, ended; /* ended: seconds, UTC; 0 when that is not known */
};

/* Of a game at its end, or as it stands.  The caller frees it. */
char *dump_text(
	struct game *game, const struct content *content, const struct dump_head *head, int width);

/* Of a run of a shelf, played again to its end; NULL: sentence says why.  content, which may be
 * NULL, is a sealed content that the run may have used.  The caller frees it. */
char *dump_of_run(const struct shelf *shelf, const struct content *content, int64_t run, int width,
	char *sentence, size_t size);

/* Prints that on standard output; of a run that ended under other rules the program of those does
 * (from the archive `import`, or NULL and over an operator's line).  Returns an exit status, after
 * a complaint. */
int dump_print(
	const struct shelf *shelf, struct keeper_line *line, const char *import, int64_t run);

#endif
