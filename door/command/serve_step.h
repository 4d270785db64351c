/*
 * The steps of an upgrade between the parent of `serve` and its listener, in the old program and in
 * the new one (door/command/handover.h). Structs go over a socket as they are: both are the same
 * program.
 */
#ifndef TRAPDOOR_SERVE_STEP_H
#define TRAPDOOR_SERVE_STEP_H

#include <stdbool.h>

enum serve_step_kind {
	/* The new program, in this order */
	STEP_LINE,     /* listener -> parent: the keeper's end of a rehearsal's line */
	STEP_PREPARED, /* listener -> parent: only the keeper is missing */
	STEP_START,    /* parent -> listener: start the keeper */
	STEP_SERVES,   /* listener -> parent: it serves */
	STEP_TAKE,     /* parent -> listener: accept; with the socket of the old server's lines */
	STEP_LOST,     /* listener -> parent: the keeper has ended by itself */
	/* The old one; parent -> listener but STOPPED */
	STEP_GIVE,    /* gives the keeper the end of a rehearsal's line */
	STEP_STOP,    /* accept nothing, and end the keeper */
	STEP_STOPPED, /* done */
	STEP_LEND,    /* send the sessions' lines to this socket */
	STEP_RESUME,  /* start the keeper, and accept again */
	STEP_LEAVE    /* end the keeper's supervisor, and drain */
};

struct serve_step {
	enum serve_step_kind kind;
	int minutes; /* of STEP_LEAVE */
};

/* descriptor: goes with it and stays the caller's; -1: none. False if the other process is gone. */
bool serve_step_send(int socket, enum serve_step_kind kind, int minutes, int descriptor);
/* Reads the next step without waiting. False if there is none, or the other process is gone: then
 * *gone. *descriptor: -1: none came with it. */
bool serve_step_take(int socket, struct serve_step *step, int *descriptor, bool *gone);
/* Waits for a step of this kind. False if another one or none came. */
bool serve_step_await(int socket, enum serve_step_kind kind, int *descriptor, int patience_ms);

#endif
