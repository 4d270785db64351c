/* The dump of a run on standard output, for `trapdoor scores` and `trapdoor replay`. */
#ifndef TRAPDOOR_DUMP_PRINT_H
#define TRAPDOOR_DUMP_PRINT_H

#include "door/verify/run_source.h"

/* Prints the dump of a run.  If the run ended under other rules, the program kept of those rules
 * prints it: from the archive `import`, or, if that is NULL, over an operator's line.  Returns an
 * exit status, after a complaint. */
int dump_print(const struct run_source *source, struct store_client *line, const char *import,
	int64_t run);

#endif
