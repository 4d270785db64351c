/* This terminal as a client: one session, after which the terminal is restored in any case. */
#ifndef TRAPDOOR_LOCAL_SESSION_H
#define TRAPDOOR_LOCAL_SESSION_H

#include "door/config/config.h"

/* Runs a session on the terminal of standard input and output, over the store of the state
 * directory; or, when config->replay names a run, a session that watches that run.  Returns the
 * exit status, after a complaint. */
int local_session(const struct config *config);

#endif
