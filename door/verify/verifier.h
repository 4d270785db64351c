/* The process that verifies one ended run for a keeper. */
#ifndef TRAPDOOR_VERIFIER_H
#define TRAPDOOR_VERIFIER_H

#include "engine/engine.h"

/* Becomes the verifier of a run in a fresh child process: confines itself, replays the run that it
 * gets over its line to the keeper, reports the verdict there, and exits.  content: a sealed
 * content that the run may have used. */
_Noreturn void verifier_run(int line, int64_t run, const struct content *content);

#endif
