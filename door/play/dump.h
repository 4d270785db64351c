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

#endif
