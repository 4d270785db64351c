/* A run of other rules is replayed by the program that was kept of them. */
#ifndef TRAPDOOR_REPLAY_OLD_RULES_H
#define TRAPDOOR_REPLAY_OLD_RULES_H

#include "door/verify/run_source.h"

/* Under which rules a run is to be shown: `wanted`, unless 0; else this program's when its last
 * segment is of them, and those that it began under when not. */
uint32_t replay_old_rules_version(const struct run_source *source, int64_t run, uint32_t wanted);

/* Has it shown by the elder of those rules: from the archive `import`, or NULL and over an
 * operator's line.  options are those of the replay, ended by NULL.  Returns its exit status, after
 * a complaint. */
int replay_old_rules(struct store_client *line, const char *import, int64_t run, uint32_t rules,
	const char *const *options);

#endif
