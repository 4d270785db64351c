/*
 * A bot's game written down, for the corpus of recorded runs.
 *
 * A file is text: "seed HEX", "birth HEX", then lines of commands in their journal form, in hex,
 * none cut between two lines; tests/golden/runner.c replays it (its form: tests/golden/runs.h).
 */
#ifndef TRAPDOOR_BOT_RECORD_H
#define TRAPDOOR_BOT_RECORD_H

#include "door/bot/bot.h"

/* A new file directory/BOT-SEED.run, or NULL after a complaint. */
struct bot_record;
struct bot_record *bot_record_new(
	const char *directory, const char *bot, const struct seed *seed, const struct birth *birth);

void bot_record_command(struct bot_record *record, const struct command *command);

/* false after a complaint, when not all of it could be written. NULL is well. */
bool bot_record_free(struct bot_record *record);

#endif
