/*
 * The listener of `serve`: accepts or refuses clients, and has a forker begin a session for each.
 *
 * It is confined as the sessions are: it opens no file and starts no process. It holds no game and
 * no account: if it dies, sessions and keeper go on, and the parent executes another one
 * (door/command/listener_again.h). If the keeper dies, it gets the next one's control socket and
 * sends the sessions' sockets there.
 */
#ifndef TRAPDOOR_SERVE_LISTENER_H
#define TRAPDOOR_SERVE_LISTENER_H

#include "door/config/config.h"
#include "door/net/listener.h"

/* Settings, content and descriptors, which were opened before root's rights were dropped. */
struct serve_start {
	struct config config;
	struct content *content;
	struct vt_bytes terminals; /* the table of struct vt_kinds, for the parent alone */
	struct name_list *names;   /* that nobody can register */
	struct listeners listeners;
	int keeper_side;              /* the socket of the keeper's supervisor */
	int settings;                 /* the socket over which the parent sends changed settings */
	int parent;                   /* the socket of the process that starts forkers */
	int pulse;                    /* the pipe for signs of life; -1: nobody wants them */
	int pulse_ms;                 /* how often */
	int steps;                    /* the socket for upgrades: door/command/serve_step.h */
	int report;                   /* where complaints go, too; -1: nowhere */
	bool upgrades;                /* this server replaces a running one */
	bool again;                   /* this listener replaces one that died */
	const struct config *running; /* its settings, which reloads have changed */
};

/* A sign of life of the listener: it serves so many connections. */
struct serve_pulse {
	int connections;
};

/* Becomes the listener. Returns the exit status of the server. */
int serve_listen(struct serve_start *start);

#endif
