/*
 * The operator's commands: each speaks to the keeper of the state directory, starting one when none runs.
 *
 * A command takes its own words (argv[0] is its name) and returns the exit status: 0 done, 1 said no, 2 wrong usage.
 */
#ifndef TRAPDOOR_OPERATOR_H
#define TRAPDOOR_OPERATOR_H

#include "keeper.h"

int command_scores(int argc, char **argv);
int command_verify(int argc, char **argv);
int command_admin(int argc, char **argv);
int command_check(int argc, char **argv);

enum scores_format { SCORES_TEXT, SCORES_JSON };

/* The board as text or JSON, ended by a newline; the caller frees it.  name "" means everybody.  NULL when the keeper
 * does not answer (keeper_sentence says why).  Serves `trapdoor scores` and `ssh board@HOST scores [--json]`. */
char *scores_render(struct keeper_line *line, enum scores_format format, unsigned top, const char *name);

#endif
