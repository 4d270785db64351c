/*
 * The parent of `serve` in an upgrade: it gives its place to a new program (serve_handover.c), or
 * takes that of a running server (serve_upgrade.c). See door/command/handover.h for the line
 * between the two, and door/command/serve_step.h for each one's listener.
 *
 * The new program does not descend from the running one, whose filters would go on through exec:
 * `trapdoor upgrade` starts it. It opens and rehearses all while the old one serves. Then the old
 * keeper ends and the new one begins, because one keeper at a time may have the database.
 *
 * Then the new program is on trial. The old one has its sessions still, whose lines it has lent to
 * the new keeper. If the new program ends, the old one starts its keeper and accepts again.
 */
#ifndef TRAPDOOR_SERVE_HANDOVER_H
#define TRAPDOOR_SERVE_HANDOVER_H

#include "door/command/handover.h"
#include "door/command/serve_metrics.h"
#include "door/command/serve_livelog.h"
#include "door/command/serve_site.h"
#include "door/command/serve_settings.h"
#include "door/net/listener.h"

enum handover_state {
	HANDOVER_IDLE,
	HANDOVER_BEGUN,    /* the new program prepares itself */
	HANDOVER_STOPPING, /* the listener accepts nothing, and the keeper ends */
	HANDOVER_WAITING,  /* for the new keeper */
	HANDOVER_LENT,     /* the new program is on trial */
	HANDOVER_LEFT      /* this server drains */
};

/* The parts of the parent of both sides that an upgrade concerns. */
struct handover_parts {
	struct serve_settings *settings;
	struct forker_files *files;
	struct serve_metrics *metrics;
	struct serve_site *site;
	struct serve_livelog *livelog;
	struct listeners *listeners;
	int *manager; /* the line to the service manager */
};

/* Sockets of the running server, which the new program goes on with. */
struct handover_sockets {
	struct listeners listeners;
	int metrics; /* -1: none */
	char metrics_where[CONFIG_TEXT_MAX];
	int host_key; /* -1: none */
	int manager;  /* -1: none */
	int pulse_ms;
};

struct serve_handover {
	struct handover_parts parts;
	struct handover_sockets sockets;
	struct handover_message facts; /* that a new program needs to begin as this one did */
	uid_t owner;                   /* of the state directory, who may upgrade */
	enum handover_state state;
	int64_t until_ms;     /* the new program must have gone on by then */
	uint32_t newer;       /* the process of the new program */
	int older;            /* while this program is on trial, to the old one; -1: it is not */
	uint32_t minutes;     /* of draining + 1; 0: as set */
	int listening;        /* on the state directory's socket; -1: no */
	int line;             /* to the other program; -1: none */
	int steps;            /* to the listener */
	int log;              /* standard error as it was at the start */
	int report;           /* to `trapdoor upgrade`; -1: none */
	int lines;            /* the old server's socket for the lines of its sessions, until it is
			      given; -1: none */
	bool upgrades, taken; /* upgrades: this is the new program; taken: and it has the place */
};

/* Notes the arguments and the environment. False after a complaint: --upgrade without `trapdoor
 * upgrade`. */
bool handover_begin(struct serve_handover *handover, int argc, char **argv);

/* ---- serve_handover.c: the running server ---- */

/* Descriptors for a poll: the socket, the line and the steps. */
#define HANDOVER_DESCRIPTORS 3
struct pollfd;
void handover_poll(const struct serve_handover *handover, struct pollfd *all);
/* Milliseconds until it has something to do by the clock; -1: nothing. */
int handover_patience(const struct serve_handover *handover);
/* Does what the descriptors and the clock want. False if this program cannot take the place that it
 * was started for: then it ends. */
bool handover_work(struct serve_handover *handover);
/* True while this program is on trial. */
bool handover_on_trial(const struct serve_handover *handover);

/* ---- serve_upgrade.c: the new program ---- */

/* Takes the descriptors that `trapdoor upgrade` gives: the line to the running server, and where
 * complaints go. False if there are none. */
#define UPGRADE_LINE 3
#define UPGRADE_REPORT 4
bool upgrade_begin(struct serve_handover *handover);
/* Receives the sockets of the running server. False with a sentence. */
bool upgrade_receive(struct serve_handover *handover, char *sentence, size_t size);
/* Does the next step towards the place. False if there is none. */
bool upgrade_work(struct serve_handover *handover);
/* The trial: false if this program fails it. */
bool upgrade_try(struct serve_handover *handover);
/* The trial is over: the old server drains. */
void upgrade_prove(struct serve_handover *handover);

#endif
