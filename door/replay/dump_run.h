/* Makes the dump of a recorded run (see door/play/dump.h). */
#ifndef TRAPDOOR_DUMP_RUN_H
#define TRAPDOOR_DUMP_RUN_H

#include "door/play/dump.h"
#include "door/verify/run_source.h"

/* Replays a run of a source to its end and returns its dump, or NULL with a sentence. content: a
 * sealed content that the run may have used, or NULL. The caller frees the text. */
char *dump_of_run(const struct run_source *source, const struct content *content, int64_t run,
	struct dump_form form, char *sentence, size_t size);

#endif
