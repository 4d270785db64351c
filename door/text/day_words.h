/* Words for daily runs and contracts: for screens, the death page and `ssh board@HOST today`. */
#ifndef TRAPDOOR_DAY_WORDS_H
#define TRAPDOOR_DAY_WORDS_H

#include "engine/engine.h"
#include "sql/store.h"

/* Writes "3 d 4 h" from two days on, else "25 h 12 min", "12 min" or "1 min". */
#define DAY_LEFT_MAX 24
void day_left(uint32_t seconds, char text[DAY_LEFT_MAX]);

/* Writes "7 tried, deepest 9, Ada"; less of it if none is listed or `room` columns are too few. */
void day_tried(
	uint32_t tried, uint32_t deepest, const char *name, int room, char *text, size_t size);

/* Writes the names of handicaps, given as ids with commas between: "no lamp, half food"; the id of
 * one that the content lacks. */
void day_handicaps(const struct content *content, const char *ids, char text[HANDICAPS_TEXT]);

/* Writes the result of a daily run without spoilers, for players to pass on: "Trapdoor 2026-11-22:
 * depth 9, 2,140, killed by a stoker; board of HOST". */
#define DAY_SHARE_MAX 256
void day_share(const char *title, const char *date, const struct store_score *score,
	const char *host, char text[DAY_SHARE_MAX]);

#endif
