/*
 * Relayed lines: lines of the log that a session or a worker sent, which a stranger may have
 * subverted.
 *
 * Such a process has no descriptor of the log. It writes lines to a socket. The listener relays
 * those of sessions and workers, and the supervisor those of the keeper and the hasher:
 *
 *     sent     ts=... level=info event=session.login pid=77 session=x name="Ada"
 *     relayed  ts=... level=info event=session.login session=0a1b2c3d process=77 from=192.0.2.7
 *              name="Ada"
 *
 * Time, id, number and address are the relay's. The keeper speaks of many connections: it names
 * their ids and addresses itself, and its lines have `keeper=77`. In the rest there is no control
 * byte, and names of fields that other processes write, such as `from=` and `pid=`, have a colon:
 * `from:`. So a line with `pid=` was written by a process that no stranger speaks to. Text without
 * the form of a line, as of a crash, becomes one: event=process.text text="...".
 */
#ifndef TRAPDOOR_LOG_RELAY_H
#define TRAPDOOR_LOG_RELAY_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define LOG_SENT_MAX 1024 /* bytes of a message that are relayed */

struct log_origin {
	const char *kind; /* "process" of a session, "worker", "keeper" or "hasher" */
	const char *id;   /* of the connection; "": none */
	pid_t pid;        /* as the kernel knows it */
	const char *from; /* address of the client; NULL: none */
	bool names_peers; /* it writes `session=`, `from=` and `peer=` itself */
};

/* Makes the sockets of a source: the relay's end, and its standard error. False with errno. */
bool log_relay_pair(int pair[2]);
/* Receives a message without waiting, and the number of its sender. Returns as recv does. */
ssize_t log_relay_receive(int socket, char *bytes, size_t size, pid_t *sender);

/* Writes each line of a message to the log, at most `most`, and drops the rest. Returns the number
 * of lines that the message had. */
size_t log_relay(const struct log_origin *origin, const char *sent, size_t size, size_t most);
/* Reports that the log lacks so many lines of the origin. */
void log_relay_lost(const struct log_origin *origin, size_t lines);

#endif
