/*
 * Questions shared by the verbs and the command checks (command_check.c), so that both give the
 * same answer.
 *
 * A question about a target cell returns the text of the refusal, or TEXT_COUNT if there is none.
 */
#ifndef TRAPDOOR_ENGINE_COMMAND_CHECK_H
#define TRAPDOOR_ENGINE_COMMAND_CHECK_H

#include "engine/rules/rules.h"

/* ---- act_item.c ---- */

/* Returns why the hero cannot throw or shoot at the command's cell. */
enum text_id item_misaimed(
	const struct game *game, const struct command *command, int range, enum text_id too_far);
bool item_too_full(const struct game *game); /* true if too full to eat */
bool item_has_news(const struct game *game,
	const struct item_kind *book); /* true if it has a spell new to the hero */

/* ---- act_use.c, spell.c ---- */

/* Return why an item, or a spell, cannot be aimed at the cell. */
enum text_id use_misaimed(
	const struct game *game, const struct item *item, const struct command *command);
/* Reports that a use had no effect, and names the creature at (x, y) if the hero sees one. */
void use_report_nothing(struct game *game, int x, int y);
enum text_id spell_misaimed(const struct game *game, const struct spell_kind *kind, int x, int y);

/* ---- lamp.c, tool.c, work.c ---- */

bool lamp_may_be_filled(const struct game *game);
bool tool_may_work(struct game *game, int slot, int x, int y);
bool tool_may_cross(const struct game *game, int slot, int x, int y);
bool work_may_be_done(const struct game *game, int x, int y, enum direction direction);

#endif
