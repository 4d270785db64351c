/* Replays a run of other rules by the installed program of those rules. */
#ifndef TRAPDOOR_REPLAY_OLD_RULES_H
#define TRAPDOOR_REPLAY_OLD_RULES_H

#include "door/verify/run_source.h"

/* Returns the rules version to replay a run by: `wanted` unless it is 0; else this program's if the
 * last segment has it; else the first segment's. */
uint32_t replay_old_rules_version(const struct run_source *source, int64_t run, uint32_t wanted);

/* A run of rules that this program does not have. */
struct old_rules_replay {
	int64_t run;
	uint32_t rules;
	const char *import;         /* the archive that holds it; NULL: the store does */
	const char *const *options; /* those of the replay, ended by NULL */
	bool prints;                /* it prints text, which is cleaned, and needs no terminal */
};

/* Runs the old program of those rules on an archive, which is written over an operator's line if
 * there is none. Returns the program's exit status, or 1 after a complaint. */
int replay_old_rules(struct store_client *line, const struct old_rules_replay *replay);

#endif
