/*
 * Records the seed and the commands of a bot's game in a file for the corpus.
 *
 * A file is text: "seed HEX", "birth HEX", then lines of whole commands in their journal form, in
 * hexadecimal. tests/golden/runner.c replays it (tests/golden/runs.h describes the format).
 */
#ifndef TRAPDOOR_RECORDED_RUN_H
#define TRAPDOOR_RECORDED_RUN_H

#include "door/bot/bot.h"

/* Creates the file directory/BOT-SEED.run.  NULL after a complaint. */
struct recorded_run;
struct recorded_run *recorded_run_new(
	const char *directory, const char *bot, const struct seed *seed, const struct birth *birth);

void recorded_run_command(struct recorded_run *run, const struct command *command);

/* Closes the file.  False after a complaint if a write failed.  NULL is allowed. */
bool recorded_run_free(struct recorded_run *run);

#endif
