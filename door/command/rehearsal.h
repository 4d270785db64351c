/*
 * Rehearsals: before a port opens, a forker plays one session under the filter of system calls,
 * with a client of its own.
 *
 * A library or a kernel may want another system call than the list has. Then every session would
 * be killed, and the operator would hear of it from the players. The client logs in with a wrong
 * password, then as a guest (telnet) or with a key (ssh), changes the size, exchanges keys again
 * (ssh), plays a few keys and hangs up without a word.
 */
#ifndef TRAPDOOR_REHEARSAL_H
#define TRAPDOOR_REHEARSAL_H

#include "door/command/forker.h"

struct rehearsal {
	enum forker_kind kind;
	/* Confines this process, after the client was forked: that is no stranger, and libssh's
	 * client opens files. */
	void (*confine)(void *context);
	/* Becomes the session on a descriptor of a client, in a fresh child process. */
	void (*session)(void *context, int client);
	void *context;
};

/* Plays the session to its end. False with a sentence if it was killed for a system call. A
 * rehearsal that fails otherwise, on a slow machine or without memory, is a warning in the log. */
bool rehearse_session(const struct rehearsal *rehearsal, char *sentence, size_t size);

#endif
