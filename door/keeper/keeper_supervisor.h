/*
 * The keeper side's parent: starts the keeper, and starts it again when it died, at most once a
 * second.
 *
 * It speaks to the door side over one socket. Each new keeper's control socket goes there.
 *
 *     door side -> supervisor   'e': the keeper is to notify its sessions and end; 'p': it is to
 *                               commit and end without their notice; 'b': start it now;
 *                               'r': a new listener has begun, which needs a new keeper
 *     supervisor -> door side   struct keeper_news, with the control socket if the keeper serves
 *     parent -> supervisor      on the policy's own socket: a policy for this and all later keepers
 *
 * Keeper and hasher have no descriptor of the log: the supervisor relays their lines
 * (door/os/log_relay.h). When the door side is gone the supervisor starts no other keeper. It goes
 * on to relay, and ends with its keeper, whose sessions the next server takes over.
 */
#ifndef TRAPDOOR_KEEPER_SUPERVISOR_H
#define TRAPDOOR_KEEPER_SUPERVISOR_H

#include "door/keeper/keeper_start.h"
#include "door/os/users.h"
#include "engine/engine.h"

enum keeper_news_kind {
	KEEPER_SERVES,  /* pid, and its control socket */
	KEEPER_REFUSES, /* sentence; it is tried again */
	KEEPER_ENDED,   /* pid */
	KEEPER_RENEWS   /* the answer to keeper_side_renew: later news are for the new listener */
};

struct keeper_news {
	enum keeper_news_kind kind;
	pid_t pid;
	char sentence[256];
};

/* A keeper whose loop does not turn for HANG_LOG_MS is logged, and after HANG_KILL_MS killed. */
#define HANG_LOG_MS 30000
#define HANG_KILL_MS 60000

struct keeper_settings {
	int hang_log_ms, hang_kill_ms; /* 0: as above */
	const char *state;
	const struct content *content;
	struct keeper_policy policy;
	bool waits; /* the first keeper is started when the door side says so */
};

/* ---- The keeper side ---- */

/* Becomes the supervisor in a fresh child process of root or of the server's user, under the
 * keeper side's user. side: its end of the socket, which keeps messages apart. */
_Noreturn void keeper_supervise(
	int side, const struct user *user, const struct keeper_settings *settings);

/* ---- The door side ---- */

enum keeper_heard { KEEPER_HEARD, KEEPER_HEARD_NOTHING, KEEPER_SIDE_GONE };

/* Reads the next news without waiting. *control: the socket of a keeper that serves, else -1. */
enum keeper_heard keeper_hear(int side, struct keeper_news *news, int *control);
/* Has the keeper and its supervisor end. */
void keeper_side_end(int side);
/* Has the keeper end after a last commit, while its sessions wait for the next one. KEEPER_ENDED
 * follows, also if none ran. No keeper is started until keeper_side_begin. */
void keeper_side_pause(int side);
void keeper_side_begin(int side);
/* The listener that had the keeper's control socket is dead: has another keeper started, which
 * takes the sessions over. News before KEEPER_RENEWS were for the dead one. */
void keeper_side_renew(int side);

#endif
