/*
 * Influence: which kinds change what a bot does.
 *
 * Now and then, before a bot chooses, the very same bot is asked what it would do if one kind were
 * not there: if no free enemy of that kind were in sight, or no thing of that kind in the pack or
 * in sight.  When what it then does is another command, that kind has changed a decision, which
 * counts by what the decision was.  All kinds in sight and in the pack are asked about, each alone,
 * before one command in INFLUENCE_EVERY.
 *
 * It is a plain measure, and has its limits.  What the bot remembers stays, so that a kind which
 * sent it on its way earlier is not found; of two kinds either of which is enough neither is.  What
 * is wielded or worn is not asked about: without it the bot would merely put on the next best.
 */
#ifndef TRAPDOOR_INFLUENCE_H
#define TRAPDOOR_INFLUENCE_H

#include "door/bot/bot.h"

#define INFLUENCE_EVERY 8

/* Decisions by what is done: strike somebody, use a thing or a spell, get away from one who is
 * awake, go somewhere, stay. */
/* clang-format off */
#define INFLUENCE_DEEDS(ROW) \
	ROW(FIGHT, "fight") ROW(USE, "use") ROW(FLEE, "flee") ROW(ROUTE, "route") ROW(STAY, "stay")
/* clang-format on */

enum influence_deed {
#define ROW(id, word) INFLUENCE_##id,
	INFLUENCE_DEEDS(ROW)
#undef ROW
		INFLUENCE_COUNT
};
const char *influence_word(enum influence_deed deed);

/* Of one kind. */
struct influence_tally {
	uint32_t asked, changed[INFLUENCE_COUNT];
};

/* What a command is to who is shown this view. */
enum influence_deed influence_deed_of(const struct view *view, const struct command *command);

/* One game's. */
struct influence;
struct influence *influence_new(const struct content *content);
void influence_free(struct influence *influence);

/* Before a bot chooses: asks copies of it, now and then. */
void influence_ask(struct influence *influence, const struct game *game, const struct bot *bot,
	const struct bot_senses *senses);

/* By number of the kind. */
const struct influence_tally *influence_of_creature(const struct influence *influence, size_t kind);
const struct influence_tally *influence_of_item(const struct influence *influence, size_t kind);

#endif
