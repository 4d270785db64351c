/*
 * Ablation: which kinds of creatures and items change what a bot does.
 *
 * Before one command in ABLATION_EVERY, a copy of the bot chooses again without each kind in turn:
 * with no free enemy of that kind in sight, or no item of that kind in sight and in the pack.  If
 * the copy chooses another command, the kind has changed a decision.  The decision is counted by
 * its deed.
 *
 * The limits of the measure: the bot's memory stays, so a kind that changed its plan earlier is not
 * found.  If either of two kinds is enough for a decision, neither is found.  Wielded and worn
 * items are skipped, because the bot would only put on the next best.
 */
#ifndef TRAPDOOR_ABLATION_H
#define TRAPDOOR_ABLATION_H

#include "door/bot/bot.h"

#define ABLATION_EVERY 8

/* The deed of a decision: strike a creature, use an item or a spell, get away from an awake enemy,
 * go somewhere, stay. */
/* clang-format off */
#define ABLATION_DEEDS(ROW) \
	ROW(FIGHT, "fight") ROW(USE, "use") ROW(FLEE, "flee") ROW(ROUTE, "route") ROW(STAY, "stay")
/* clang-format on */

enum ablation_deed {
#define ROW(id, word) ABLATION_##id,
	ABLATION_DEEDS(ROW)
#undef ROW
		ABLATION_COUNT
};
const char *ablation_word(enum ablation_deed deed);

/* The counts of one kind. */
struct ablation_count {
	uint32_t asked, changed[ABLATION_COUNT];
};

/* Returns the deed of a command, judged by the view shown to the bot. */
enum ablation_deed ablation_deed_of(const struct view *view, const struct command *command);

/* The counts of one game. */
struct ablation;
struct ablation *ablation_new(const struct content *content);
void ablation_free(struct ablation *ablation);

/* Asks copies of the bot before one command in ABLATION_EVERY. Call it before the bot chooses. */
void ablation_ask(struct ablation *ablation, const struct game *game, const struct bot *bot,
	const struct bot_senses *senses);

/* kind is the number of the kind in the content. */
const struct ablation_count *ablation_of_creature(const struct ablation *ablation, size_t kind);
const struct ablation_count *ablation_of_item(const struct ablation *ablation, size_t kind);

#endif
