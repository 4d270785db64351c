/*
 * A dump: a plain-text report of a run, for the player to read or pass on.
 *
 * dump_text makes it from the state of a game at its end: the last messages, help that was at hand,
 * the surroundings, the inventory, quests, levels visited and creatures met. Dumps are never
 * stored: a replay of the journal yields the same text at any time, whoever replays it. A dump
 * reveals only what the player could know: an untried potion is reported as never tried.
 *
 * The text is ASCII, but for the map of a dump for a screen. Its rows are at most `width` columns
 * wide and it has at most DUMP_MAX bytes.
 */
#ifndef TRAPDOOR_DUMP_H
#define TRAPDOOR_DUMP_H

#include "door/ui/ui.h"
#include "engine/engine.h"

#define DUMP_MAX 16384
#define DUMP_WIDTH 79
#define DUMP_WIDTH_LEAST 39

/* Facts about the run that the game itself does not hold. */
struct dump_head {
	const char *name;
	int64_t run, ended; /* run: 0 if the run has no number; ended: seconds, UTC, 0 if unknown */
};

/* The form of a dump. A drawn map has glyphs of vt100.h as bytes from DUMP_GLYPH on. */
struct dump_form {
	int width; /* clamped to DUMP_WIDTH_LEAST..DUMP_WIDTH */
	bool drawn;
};
#define DUMP_GLYPH 128

/* Returns the dump of a game in its current state. The caller frees it. */
char *dump_text(struct game *game, const struct content *content, const struct dump_head *head,
	struct dump_form form);

#endif
