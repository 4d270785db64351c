/*
 * A listener in the place of one that died.
 *
 * The parent of both sides executes its own program for it, so that addresses and canary are new.
 * It does so at most once a minute: if a listener dies sooner, `serve` ends with status 1, and a
 * service manager starts all anew. The listening sockets stay open meanwhile, so clients wait in
 * their queues.
 *
 * The new listener requests new forkers and a new keeper. That keeper takes the sessions over from
 * the last one, and sends their lines and logs to the listener. A session that goes on is counted,
 * but it does not move and gets no signal, because its forker does not know this listener.
 */
#ifndef TRAPDOOR_LISTENER_AGAIN_H
#define TRAPDOOR_LISTENER_AGAIN_H

#include "door/command/forker.h"
#include "door/command/serve_listener.h"

#include <sys/types.h>

/* The word of the command line with which `serve` executes its own program. */
#define LISTENER_WORD "listener-again"

/* ---- The parent ---- */

/* Executes a listener. start: as for the first one, with the sockets of this one. running: the
 * settings, which reloads have changed. Returns its process, or -1 with errno. */
pid_t listener_again(const struct serve_start *start, const struct config *running,
	const struct forker_files *files);

/* ---- The listener ---- */

/* Becomes a listener: argv[0] is LISTENER_WORD, then the state directory, for
 * operators who list processes. Returns 2 if another process than `serve` has
 * started it. */
int listener_again_main(int argc, char **argv);

#endif
