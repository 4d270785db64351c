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

/* Begins the session of a place. id: of the connection in the log. ends: client's, keeper's,
 * report's and log's descriptor, which stay the caller's. False if it cannot now. */
bool forkers_begin(struct forkers *forkers, enum forker_kind kind, int place, const char *peer,
	const char *id, const struct wire_descriptors *ends);
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
