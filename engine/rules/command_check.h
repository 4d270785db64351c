/*
 * What the verbs and the list of what is allowed (allow.c) share: the questions that an act asks
 * before it does anything, so that none is asked in two ways.
 *
 * A question about a place gives the word of the refusal, or TEXT_COUNT when there is none.
 */
#ifndef TRAPDOOR_ENGINE_COMMAND_CHECK_H
#define TRAPDOOR_ENGINE_COMMAND_CHECK_H

#include "engine/rules/rules.h"

/* ---- act_item.c ---- */

/* Why nothing flies from the hero's hand to where the command says. */
enum text_id item_misaimed(
	const struct game *game, const struct command *command, int range, enum text_id too_far);
bool item_too_full(const struct game *game);                               /* to eat anything */
bool item_has_news(const struct game *game, const struct item_kind *book); /* a spell, for him */

/* ---- act_use.c, spell.c ---- */

/* Why a thing cannot be aimed there; why a spell cannot. */
enum text_id use_misaimed(
	const struct game *game, const struct item *item, const struct command *command);
/* That it did nothing, and to whom, where somebody is seen there. */
void use_report_nothing(struct game *game, int x, int y);
enum text_id spell_misaimed(const struct game *game, const struct spell_kind *kind, int x, int y);

/* ---- lamp.c, tool.c, work.c ---- */

bool lamp_may_be_filled(const struct game *game);
bool tool_may_work(struct game *game, int slot, int x, int y);
bool tool_may_cross(const struct game *game, int slot, int x, int y);
bool work_may_be_done(const struct game *game, int x, int y, enum direction direction);

#endif
