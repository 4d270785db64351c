/* The listener's state, which its files share: serve_listener.c (the loop, sessions, the end),
 * serve_lines.c (the keeper and the sessions' lines to it), serve_drain.c (upgrades). */
#ifndef TRAPDOOR_SERVE_LISTENER_PRIVATE_H
#define TRAPDOOR_SERVE_LISTENER_PRIVATE_H

#include "door/command/countdown.h"
#include "door/command/forkers.h"
#include "door/command/log_sources.h"
#include "door/command/moves.h"
#include "door/command/serve_listener.h"
#include "door/net/entrance.h"
#include "door/net/refusal_log.h"

struct session_place {
	bool taken, orphaned; /* orphaned: its forker died */
	int keeper_end;       /* duplicate for the next keeper */
	char from[ADDRESS_TEXT_MAX +
		  LOG_SESSION_MAX]; /* address and id, as keeper_give wants them */
};

/* The lines of sessions of older servers that drain. They come over a socket, as to a keeper. */
struct older_lines {
	int socket; /* -1: none */
	size_t count, capacity;
	long long due_ms; /* when to look for lines that have ended */
	struct older_line {
		int keeper_end;
		char from[ADDRESS_TEXT_MAX + LOG_SESSION_MAX];
	} * each;
};

/* This server was replaced: its sessions go on until their players leave, or the time is over. */
struct drain {
	long long begun_ms, until_ms; /* 0: it was not replaced */
	int lines;                    /* that the newer server took */
	int urged;                    /* how often its last sessions were urged to move */
	struct countdown countdown;
};

struct server {
	struct serve_start *start;
	struct entrance *entrance;
	struct session_place *places;
	struct forkers *forkers;
	struct refusal_log *refusals;
	struct log_sources *logs;
	struct moves *moves;
	struct older_lines older;
	struct drain drain;
	int signals, reserve;
	int control;         /* of the keeper, or of the newer server while this one drains */
	pid_t keeper;        /* 0: it is being started */
	long long ending_ms; /* when the end began; 0: not yet */
	int orphans;
	long long orphans_due_ms, pulse_due_ms;
	bool shown_by_signal, tells_lost; /* tells_lost: dropped lines are still to be reported */
	bool paused;                      /* for a newer server, which may still fail */
	bool lent;                        /* control leads to a newer server, on trial */
};

/* ---- serve_lines.c ---- */

void server_forget_keeper(struct server *server);
/* False if the keeper's supervisor is gone: then nobody starts the next keeper. */
bool server_hear_keeper(struct server *server);
/* Waits for the first keeper. False with a sentence. */
bool server_await_keeper(struct server *server, char *sentence, size_t size);
/* The same for a listener that replaces one that died: has a keeper begin that takes the sessions
 * over. */
bool server_renew_keeper(struct server *server, char *sentence, size_t size);
/* Sends a line, with the log of its session, to the keeper or a newer server, without waiting.
 * False with errno. */
bool server_give_line(const struct server *server, int keeper_end, const char *from);
/* A session of a listener that died goes on: takes its line, its log, and a place for it. */
void server_take_line(
	struct server *server, const struct wire_order *order, struct wire_descriptors *own);
/* Sends all lines to a new keeper or a newer server. Returns how many it took. */
int server_give_lines(const struct server *server);
/* The session of an older server goes on here, in its place. context: the listener. */
void server_arrived(void *context, int place);
/* The session of a place has another log. context: the listener. */
void server_moved(void *context, int place);
/* Takes lines and sessions of older servers, and forgets the lines that have ended. */
void server_work_lines(struct server *server, long long now_ms);
/* Milliseconds until it has something to do by the clock; -1: nothing. */
int server_lines_patience(const struct server *server, long long now_ms);

/* ---- serve_drain.c ---- */

/* Becomes the listener of a server that replaces another one: returns when this server's keeper
 * serves and the other one has given its place. False with a sentence. */
bool server_take_over(struct server *server, char *sentence, size_t size);
/* A rehearsed session's line to the keeper of the running server; -1: none. */
int server_line_elsewhere(const struct server *server);
/* Does what the parent wants in an upgrade. */
void server_take_steps(struct server *server);
/* Shows the countdown. True when the server that drains may exit. */
bool server_drained(struct server *server, long long now_ms);
int server_drain_patience(const struct server *server, long long now_ms);

#endif
