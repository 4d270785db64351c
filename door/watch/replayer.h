/*
 * The replayer: the process that plays a run in progress again for its spectators.
 *
 * There is one for each watched run. It reads the newest snapshot and the journal of that run over
 * its line to the keeper, which gives it no other right, plays each command once, and sends live
 * views (live_view.h) to all spectators. Neither the player's session nor a spectator's does any of
 * that, and the seed of a run in progress reaches no other account's session.
 *
 * The keeper has it started with two sockets: its line, and a control socket over which the keeper
 * sends the spectators' sockets and says that the run has grown or ended. The replayer ends when
 * the run ends, when the keeper closes its line (the player left), or when nobody has watched for
 * REPLAYER_LINGER_MS.
 */
#ifndef TRAPDOOR_REPLAYER_H
#define TRAPDOOR_REPLAYER_H

#include "engine/engine.h"

/* Runs that are watched at a time. A replayer uses about 2 MiB of its own. */
#define REPLAYERS_MAX 32
/* Least time between two views. A player's single steps are slower, and a burst is one view. */
#define REPLAYER_PACE_MS 50
#define REPLAYER_LINGER_MS 5000

/* The first byte of a message on the control socket. */
#define REPLAYER_SPECTATOR 's' /* with the spectator's socket */
#define REPLAYER_GROWN 'g'     /* commands were appended */
#define REPLAYER_ENDED 'e'     /* the run has ended; no command follows */

/* Becomes the replayer of a run in a fresh child process: confines itself, serves, and exits.
 * content: a sealed content that the run may use. */
_Noreturn void replayer_run(int line, int control, int64_t run, const struct content *content);

#endif
