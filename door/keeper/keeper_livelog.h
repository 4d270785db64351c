/* The livelog at the keeper: which milestones of runs are recorded. */
#ifndef TRAPDOOR_KEEPER_LIVELOG_H
#define TRAPDOOR_KEEPER_LIVELOG_H

#include "door/keeper/keeper_private.h"

/* The session of the asker reports its depth: a deeper one may be a milestone. */
void livelog_reached(struct asking *asking);
/* The run has ended, in the group that is open. */
void livelog_ended(
	struct asking *asking, const struct store_run *run, const struct store_score *score);
/* A verifier has verified the run in the group that is open. before: its score until then. */
void livelog_verified(struct asking *asking, const struct store_score *before);
/* The asker's options change: without the livelog all of its milestones go. */
void livelog_options(struct asking *asking, const char *options);

#endif
