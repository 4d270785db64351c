/*
 * Listening sockets: from a setting like "[::]:2222" to descriptors that answer IPv4 and IPv6.
 */
#ifndef TRAPDOOR_LISTENER_H
#define TRAPDOOR_LISTENER_H

#include "door/net/transport.h"

#include <sys/socket.h>

#define LISTENERS_MAX 8

struct listener {
	const struct transport_row *row;
	int descriptor, port;
};

struct listeners {
	size_t count;
	struct listener each[LISTENERS_MAX];
};

/* Takes an address for a transport, without listening yet: "HOST:PORT", "[ADDRESS]:PORT", ":PORT"
 * or "PORT"; "" does nothing.  "[::]" answers IPv4 too.  Sockets that systemd opened for the
 * transport count instead of the setting.  False with a sentence. */
bool listeners_add(struct listeners *listeners, const struct transport_row *row, const char *where,
	char *sentence, size_t size);
/* Begins to listen: from now on clients are connected. False with a sentence. */
bool listeners_open(const struct listeners *listeners, char *sentence, size_t size);
/* True if listeners_add could listen there now. Listens nowhere. served: a server runs on this
 * state directory, so a port in use may be its own. False with a sentence. */
bool listener_possible(const struct transport_row *row, const char *where, bool served,
	char *sentence, size_t size);
void listeners_close(struct listeners *listeners);
/* Returns the port of a transport, or 0 if it does not listen. */
int listeners_port(const struct listeners *listeners, const struct transport_row *row);

/* Accepts one client, as a non-blocking socket with TCP_NODELAY. -1 if there is none. */
int listener_accept(const struct listener *listener, struct sockaddr_storage *peer);

#endif
