/*
 * The parts of the view: what its files ask of each other, and auto-explore of them.
 *
 * Everything here reads the state and tells no more than this hero may know.
 */
#ifndef TRAPDOOR_ENGINE_VIEW_PARTS_H
#define TRAPDOOR_ENGINE_VIEW_PARTS_H

#include "engine/rules/rules.h"

/* ---- view_magic.c ---- */

/* What the hero has by heart, and what there is to choose. */
void view_magic(const struct game *game, struct view *view);

/* ---- view.c ---- */

/* The statuses as they are listed: ills first, the most urgent before the others. */
enum status view_status_in_order(size_t nth);
/* What a missile in flight is called. */
void view_flight_name(const struct game *game, int index, char *name, size_t size);

/* ---- odds.c ---- */

/* The odds of a fight with a creature, as the hero may reckon them by looking (odds.c). */
void odds_look(const struct game *game, int slot, struct view_creature *view);

/* ---- view_story.c ---- */

/* Writes the quests that are open, done or failed; returns how many. */
size_t story_view(const struct game *game, struct view_quest quests[VIEW_QUESTS_MAX]);

/* ---- hint.c: what a known thing or spell is good for ---- */

enum view_hint hint_of_item(const struct game *game, const struct item *item);
/* Of gear, as far as it is known: more is better in its slot; 0 of what is no gear. */
int hint_worth(const struct game *game, const struct item *item);

/* ---- view_items.c: things as the player sees them ---- */

/* What is told of one that is looked at; "" while its kind is unknown. */
const char *view_item_text(const struct game *game, const struct item *item);
/* The numbers of gear, and what it asks; "" for other items.  An unknown plus counts as none. */
void view_figures(const struct game *game, const struct item *item, char *text, size_t size);
/* Fill the lists of the view, and the texts that their items point at. */
void view_items(const struct game *game, struct view *view);

#endif
