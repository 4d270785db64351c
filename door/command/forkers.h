/*
 * The forkers as the listener knows them: one for each transport, and those that it has replaced
 * and whose sessions go on.
 *
 * Sessions are forks of one image, so a crash could be retried until an address is guessed. After a
 * crash of a session or a worker its forker is replaced at once, but at most once a minute. The
 * parent of both sides executes the new one, because the listener may execute nothing.
 */
#ifndef TRAPDOOR_FORKERS_H
#define TRAPDOOR_FORKERS_H

#include "door/command/forker.h"
#include "door/store/keeper_wire.h"

struct forkers;

/* The listener's answers. context: the listener. */
struct forkers_handlers {
	void *context;
	/* The session of a place has ended. pid 0: it did not begin. status: as waitpid has it. */
	void (*ended)(void *context, int place, pid_t pid, int status);
	/* The forker of a place died. Its session goes on, and nobody will report its end. */
	void (*orphaned)(void *context, int place);
};

/* parent: the socket of the parent, which starts a forker for each request. capacity: the number of
 * places. */
struct forkers *forkers_new(int parent, int capacity, const struct forkers_handlers *handlers);
/* Requests the first forker of a kind. */
void forkers_request(struct forkers *forkers, enum forker_kind kind);
/* Replaces each forker by one with the newest settings. */
void forkers_renew(struct forkers *forkers);
/* Waits until the requested forker is ready; text then has the fingerprint of its host key. False
 * with a sentence in text. */
bool forkers_await(struct forkers *forkers, enum forker_kind kind, char *text, size_t size);

/* Plays a session with each forker before any client comes. line: gives an end of a line to
 * the keeper, which this call closes, or -1. False with a sentence if a session was killed for a
 * system call. */
bool forkers_rehearse(
	struct forkers *forkers, int (*line)(void *context), char *sentence, size_t size);

/* For a poll: readable when forkers_work has something to do. */
int forkers_descriptor(const struct forkers *forkers);
/* Milliseconds until it has something to do by the clock; -1: nothing. */
int forkers_patience(const struct forkers *forkers, int64_t now_ms);
void forkers_work(struct forkers *forkers, int64_t now_ms);

/* The client of a session. */
struct forker_client {
	const char *peer;
	const char *id; /* of the connection in the log */
	bool tls;       /* it called the proxy in TLS */
};

/* Begins the session of a place. row: its transport. ends:
 * client's, keeper's, report's and log's descriptor, and the channel of a session that can move;
 * they stay the caller's. False if it cannot now. */
bool forkers_begin(struct forkers *forkers, const struct transport_row *row, int place,
	const struct forker_client *client, const struct wire_descriptors *ends);
/* Returns how often the plain forker was replaced. */
unsigned forkers_replaced(const struct forkers *forkers);
/* True if the session of a place is of a plain forker that was replaced. */
bool forkers_older(const struct forkers *forkers, int place);
/* Begins a session in the newest plain forker that goes on with the one of a place. ends: as for
 * forkers_begin, and the baton (door/session/move.h). Until forkers_moved or forkers_stayed the
 * place has two sessions, and the end of neither is reported. */
bool forkers_move(struct forkers *forkers, int place, const char *peer, const char *id,
	const struct wire_descriptors *ends);
/* The new session goes on, or there is none. The end of the session that is left is reported then,
 * if it has ended meanwhile. */
void forkers_moved(struct forkers *forkers, int place);
void forkers_stayed(struct forkers *forkers, int place);
/* Sends a signal to the session of a place. */
void forkers_signal(struct forkers *forkers, int place, int signal);
/* Passes the keeper's order on. */
void forkers_order(struct forkers *forkers, const struct wire_order *order,
	const struct wire_descriptors *descriptors);

/* ---- The parent's side of the socket ---- */

/* Reads a request and answers it with a new forker, of which there are at most one a second beside
 * the first few. False when the listener is gone. */
bool forkers_serve(int listener, const struct forker_files *files, const char *state);

#endif
