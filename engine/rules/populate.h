/*
 * Contents of a new level, and creatures that come later: populate*.c, deck.c, feeling.c.
 *
 * Part of rules.h, which includes it.
 */
#ifndef TRAPDOOR_ENGINE_POPULATE_H
#define TRAPDOOR_ENGINE_POPULATE_H

#include "engine/base/random.h"
#include "engine/content/words.h"
#include "engine/state/game.h"

void populate_level(struct game *game);

/* Feelings of a new level: texts, or TEXT_COUNT for none. Computed before the hero and his
 * followers are put on the level, reported afterwards. */
struct feeling {
	enum text_id natives, things;
};
void feeling_work_out(const struct game *game, struct feeling *feeling);
/* Reports up to `room` feelings and stores all; returns how many were reported. */
int feeling_report(struct game *game, const struct feeling *feeling, int room);
/* Writes the nth feeling of the level as a whole (nth below FEELINGS_SHOWN); returns its length, 0
 * if there is none. */
size_t feeling_shown(const struct game *game, int nth, char *text, size_t size);
void populate_items(struct game *game);
void populate_graves(struct game *game);
/* Returns a kind of creature for this depth by weight, never a unique one, or KIND_NONE. */
uint16_t populate_kind(const struct game *game, struct stream *stream);
/* populate_kind_below is the same for `below` depths further down. populate_captive_kind returns
 * one that joins the hero who frees it. */
uint16_t populate_kind_below(const struct game *game, struct stream *stream, int below);
uint16_t populate_captive_kind(const struct game *game, struct stream *stream);
/* False if the kind poses as an item and may not come to this level. In a run at most one such
 * creature is above depth 8, on a depth that the seed decides, and none wanders there. */
bool populate_may_pose(const struct game *game, uint16_t kind, bool wanders);
/* Adds a creature of a kind at or near a cell; returns its slot, or -1 if there is no room. */
int populate_body(struct game *game, struct stream *stream, uint16_t kind, int x, int y);
/* Adds the creatures and items of the level's vaults (populate_vaults.c). */
void populate_vaults(struct game *game);
/* Adds a wanderer, at stairs out of sight if possible. */
void populate_wanderer(struct game *game);
/* Adds a creature of a kind likewise, unless one lives on the level. */
void populate_walker(struct game *game, uint16_t kind);
/* Returns the experience for beating a creature of a kind that came to a level after its natives:
 * the share that it would have as one of them. */
uint16_t populate_worth(const struct game *game, uint16_t kind);
/* Returns the gold in a heap of that depth. */
uint16_t populate_gold_amount(const struct game *game, struct stream *stream, int depth);
/* Returns an item of a kind with random count, charges, plus and affix. */
struct item populate_item(
	const struct content *content, struct stream *stream, uint16_t kind, int depth);
/* Returns a random kind found at a depth: of a class, or of any (ITEM_CLASS_COUNT). KIND_NONE if
 * there is none. */
uint16_t populate_choose(
	const struct content *content, struct stream *stream, enum item_class class, int depth);
/* Returns the depth on which this run has an artefact (an affix bound to one kind), or 0. */
int populate_artefact_depth(const struct content *content, const struct seed *seed, uint16_t affix);
/* Lists the deck's items for a depth, at most max; returns how many. */
size_t deck_deal(const struct content *content, const struct seed *seed, int depth,
	struct item *items, size_t max);
/* True if the kind has the effect. */
bool item_kind_does(const struct item_kind *kind, enum effect effect);

#endif
