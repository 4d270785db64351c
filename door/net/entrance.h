/*
 * The entrance: what the listener knows of its connections between accept and the end of their
 * sessions.
 *
 * It joins admission with the sessions' reports and with the proxies' headers. One epoll
 * descriptor stands for all of them, so that the listener polls one descriptor however many
 * sessions there are.
 */
#ifndef TRAPDOOR_ENTRANCE_H
#define TRAPDOOR_ENTRANCE_H

#include "door/config/config.h"
#include "door/net/admission.h"
#include "door/net/bans.h"
#include "door/net/proxy_header.h"

struct entrance;

/* The listener's answers. context: the listener. */
struct entrance_handlers {
	void *context;
	/* A connection may be admitted. client: as the proxy names it, if there is one. */
	void (*admit)(void *context, int listener, int socket, const struct proxied *client);
	/* Ends the session of a place: asks it the first time, kills it when it did not obey. */
	void (*end)(void *context, int place, bool kill);
};

/* doors: how many transports are served. */
struct entrance *entrance_new(
	const struct config *config, int doors, const struct entrance_handlers *handlers);
/* Changes the rules and the proxies for the connections that come from now on. */
void entrance_set(struct entrance *entrance, const struct config *config);
/* For a poll: readable when entrance_work has something to do. */
int entrance_descriptor(const struct entrance *entrance);
/* Milliseconds until it has something to do by the clock; -1: nothing. */
int entrance_patience(const struct entrance *entrance, int64_t now_ms);
void entrance_work(struct entrance *entrance, int64_t now_ms);

/* A connection was accepted: it is admitted now, or when its proxy has named the client. */
void entrance_arrive(struct entrance *entrance, int listener, int socket,
	const struct address *address, int64_t now_ms);

/* Takes a place for a connection; -1 with *why a sentence for the client. */
int entrance_take(struct entrance *entrance, const struct address *address, int door,
	int64_t now_ms, const char **why);
/* Takes a place for a session that comes from another server, whose client has logged in. id: of
 * the connection in the log. -1: there is none. */
int entrance_resume(
	struct entrance *entrance, const struct address *address, const char *id, int64_t now_ms);
/* The id of the connection in the log. It stays until the place is taken again. */
const char *entrance_id(const struct entrance *entrance, int place);
/* The descriptor for report_begin in the place's session. */
int entrance_report_descriptor(const struct entrance *entrance, int place);
#define ENTRANCE_NOT_BEGUN (-1)
/* The session has ended. status: as waitpid has it, or ENTRANCE_NOT_BEGUN. */
void entrance_give_back(struct entrance *entrance, int place, int status, int64_t now_ms);

/* The bans that refuse clients before all else, also trusted ones. */
struct bans *entrance_bans(struct entrance *entrance);

int entrance_count(const struct entrance *entrance);
int entrance_capacity(const struct entrance *entrance);

#endif
