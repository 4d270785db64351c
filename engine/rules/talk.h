/* Talk, and the texts that the plot of a run changes. */
#ifndef TRAPDOOR_ENGINE_TALK_H
#define TRAPDOOR_ENGINE_TALK_H

#include "engine/rules/rules.h"

/* ---- story.c ---- */

/* Returns the text of a letter in this run's plot. */
const char *story_letter(const struct game *game, uint16_t kind);
/* Returns the quest as the run's plot tells it. */
struct quest_texts {
	const char *text, *call, *done;
};
struct quest_texts story_quest(const struct game *game, uint16_t quest);
/* Shows the sentence of an ending. */
void story_ending(struct game *game, enum talk_ending ending);

/* ---- talk.c ---- */

/* True if the hero sees the creature, and it has a line for this moment. Facts of earlier runs do
 * not count. */
bool talk_may(const struct game *game, int slot);
/* talk_allowed: true if a creature that may talk is next to the hero in that direction. talk_any:
 * in any direction. */
bool talk_allowed(const struct game *game, unsigned direction);
bool talk_any(const struct game *game);

#endif
