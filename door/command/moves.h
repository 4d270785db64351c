/*
 * Moves of sessions to the newest plain forker, as the listener does them (door/session/move.h).
 *
 * After each replacement of the plain forker, sessions of the older ones are asked to move, one
 * after another, so that resuming their games does not delay the others. A session moves when it
 * is at rest, if ever, and at most once for each time that it is asked. Its place at the entrance
 * stays: the client is counted once. Nothing of its state is read here but the version and the
 * length.
 *
 * A server that was replaced sends its sessions to the newer server, over the socket on which that
 * one also takes their lines (door/command/serve_lines.c). The newer server begins the new session
 * and hears the outcome. The older one sees its session end, or go on.
 */
#ifndef TRAPDOOR_MOVES_H
#define TRAPDOOR_MOVES_H

#include "door/command/forkers.h"
#include "door/command/log_sources.h"
#include "door/net/entrance.h"
#include "door/session/move.h"

struct moves;

/* The parts of the listener, which stay the caller's. */
struct moves_parts {
	const struct entrance *entrance;
	struct forkers *forkers;
	struct log_sources *logs;
	/* The session of another server goes on in its place here. context: the listener. */
	void (*arrived)(void *context, int place);
	/* The session of a place is another process now, with a log of its own. */
	void (*moved)(void *context, int place);
	void *context;
};

struct moves *moves_new(const struct moves_parts *parts);

/* Opens the channel of a new session, and returns the session's end, which the caller closes; -1:
 * this session will not move. peer: the client's address. */
int moves_open(struct moves *moves, int place, const char *peer);
/* The session of a place has ended, or did not begin. */
void moves_close(struct moves *moves, int place);

/* From now on all sessions move to a newer server. newer: the socket to it; -1: it is gone. */
void moves_leave(struct moves *moves, int newer);
/* Has all sessions that may still move to the newer server close what is in their way. */
void moves_urge(struct moves *moves);
/* True if the session of a place may move. */
bool moves_may(const struct moves *moves, int place);

/* A session that an older server sent. */
struct moves_guest {
	char from[WIRE_PASSED_MAX];  /* as keeper_give wants it */
	struct wire_descriptors own; /* client, line and baton */
	const uint8_t *state;        /* into the received bytes */
	size_t size;
};
/* The longest message with which moves_leave sends a session. */
#define MOVES_MESSAGE_MAX (MOVE_STATE_MAX + WIRE_PASSED_MAX + 2)
/* Reads such a message. False if it is another one. Its descriptors stay the caller's. */
bool moves_read(const uint8_t *bytes, size_t size, const struct wire_descriptors *own,
	struct moves_guest *guest);
/* Begins the session in a place of this server. False if it cannot now. */
bool moves_arrive(struct moves *moves, int place, const struct moves_guest *guest);
/* Tells the session of an older server that it stays there. */
void moves_refuse(const struct moves_guest *guest);

/* For a poll: readable when moves_work has something to do. */
int moves_descriptor(const struct moves *moves);
/* Milliseconds until it has something to do by the clock; -1: nothing. */
int moves_patience(const struct moves *moves, int64_t now_ms);
void moves_work(struct moves *moves, int64_t now_ms);

#endif
