/*
 * The parts of the view, shared by its files and by auto-explore.
 *
 * Everything here reads the state and reveals no more than the hero may know.
 */
#ifndef TRAPDOOR_ENGINE_VIEW_PARTS_H
#define TRAPDOOR_ENGINE_VIEW_PARTS_H

#include "engine/rules/rules.h"

/* ---- view_magic.c ---- */

/* Fills the spells, the talents and the choice on offer. */
void view_magic(const struct game *game, struct view *view);

/* ---- view.c ---- */

/* The statuses as they are listed: ills first, the most urgent before the others. */
enum status view_status_in_order(size_t nth);
/* Writes the name of a missile in flight. */
void view_flight_name(const struct game *game, int index, char *name, size_t size);

/* ---- view_light.c ---- */

/* Writes the light and the ground of the cells in sight, before gas and creatures. */
void view_light(const struct game *game, struct view_cell *cells);

/* ---- odds.c ---- */

/* Fills the odds of a fight with a creature, as far as the hero can know. */
void odds_look(const struct game *game, int slot, struct view_creature *view);

/* ---- view_story.c ---- */

/* Writes the quests that are open, done or failed; returns how many. */
size_t story_view(const struct game *game, struct view_quest quests[VIEW_QUESTS_MAX]);

/* ---- hint.c: the use of a known item or spell ---- */

enum view_hint hint_of_item(const struct game *game, const struct item *item);
/* The worth of gear within its slot, as far as known; 0 for other items. */
int hint_worth(const struct game *game, const struct item *item);

/* ---- view_items.c: items as the player sees them ---- */

/* The description of an item; "" while its kind is unknown. */
const char *view_item_text(const struct game *game, const struct item *item);
/* The numbers of gear and the might that it needs; "" for other items.  An unknown plus counts as
 * none. */
void view_figures(const struct game *game, const struct item *item, char *text, size_t size);
/* Fill the lists of the view, and the texts that their items point at. */
void view_items(const struct game *game, struct view *view);

#endif
