/*
 * Listening sockets: from a setting like "[::]:2222, 127.0.0.1:22" to descriptors.
 */
#ifndef TRAPDOOR_LISTENER_H
#define TRAPDOOR_LISTENER_H

#include "door/net/transport.h"

#include <sys/socket.h>

#define LISTENERS_MAX 16
#define LISTENER_WHERE_MAX 256

struct listener {
	const struct transport_row *row;
	int descriptor, port;
};

struct listeners {
	size_t count;
	struct listener each[LISTENERS_MAX];
};

/* Returns the setting with the addresses of a transport. number: enum transport_number. */
const char *transport_addresses(const struct config *config, size_t number);

/* Copies the next address of a list, which commas separate, to `where`.  False after the last. */
bool listener_next(const char **list, char where[LISTENER_WHERE_MAX]);
/* Takes the addresses of a list for a transport, without listening yet.  An address is "HOST:PORT",
 * "[ADDRESS]:PORT", ":PORT" or "PORT".  "[::]" answers IPv4 too.  An empty list does nothing.
 * Sockets that systemd opened for the transport count instead of the list.  False with a sentence.
 */
bool listeners_add(struct listeners *listeners, const struct transport_row *row, const char *list,
	char *sentence, size_t size);
/* Begins to listen: from now on clients are connected. False with a sentence. */
bool listeners_open(const struct listeners *listeners, char *sentence, size_t size);
/* True if listeners_add could listen on one address now. Listens nowhere. served: a server runs on
 * this state directory, so a port in use may be its own. False with a sentence. */
bool listener_possible(const struct transport_row *row, const char *where, bool served,
	char *sentence, size_t size);
void listeners_close(struct listeners *listeners);
/* Returns the port of a transport's first address, or 0 if it does not listen. */
int listeners_port(const struct listeners *listeners, const struct transport_row *row);

/* Accepts one client, as a non-blocking socket with TCP_NODELAY. -1 if there is none. */
int listener_accept(const struct listener *listener, struct sockaddr_storage *peer);

#endif
