/* The dump of a recorded run (door/play/dump.h says what a dump is). */
#ifndef TRAPDOOR_DUMP_RUN_H
#define TRAPDOOR_DUMP_RUN_H

#include "door/verify/run_source.h"

/* Plays a run of a shelf to its end and returns its dump, or NULL with a sentence.  content, which
 * may be NULL, is a sealed content that the run may have used.  The caller frees the text. */
char *dump_of_run(const struct run_source *source, const struct content *content, int64_t run,
	int width, char *sentence, size_t size);

#endif
