#include "door/net/listener.h"

#include "door/os/service_manager.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BACKLOG 4096

const struct transport_row *const transports_served[TRANSPORTS_SERVED] = {
#define ROW(name) &transport_##name,
	TRANSPORTS(ROW)
#undef ROW
};

bool transport_is_plaintext(const struct transport *transport)
{
	for (size_t i = 0; i < TRANSPORTS_SERVED; i++)
		if (strcmp(transports_served[i]->name, transport->facts.transport) == 0)
			return !transports_served[i]->encrypted && !transport->facts.tls;
	return false;
}

const char *transport_word(struct transport *transport)
{
	const struct client_facts *facts = transport_facts(transport);
	return facts->tls && strcmp(facts->transport, transport_telnet.name) == 0
		       ? "telnets"
		       : facts->transport;
}

const char *transport_addresses(const struct config *config, size_t number)
{
	const char *const settings[TRANSPORTS_SERVED] = {
#define ROW(name) config->listen_##name,
		TRANSPORTS(ROW)
#undef ROW
	};
	assert(number < TRANSPORTS_SERVED);
	return settings[number];
}

/* The parts of a setting; the port lies in the setting. */
struct where_parts {
	char host[256];
	const char *port;
};

/* Splits "HOST:PORT". Without a host, host is "". */
static bool where_split(const char *where, char *host, size_t size, const char **port)
{
	const char *colon = strrchr(where, ':');
	size_t length = colon ? (size_t)(colon - where) : 0;
	*port = colon ? colon + 1 : where;
	if (length >= 2 && where[0] == '[' && where[length - 1] == ']') {
		where++;
		length -= 2;
	} else if (memchr(where, ':', length)) {
		return false; /* an IPv6 address needs brackets */
	}
	char *end;
	long number = strtol(*port, &end, 10);
	if (end == *port || *end || number < 0 || number > 65535 || length >= size)
		return false;
	snprintf(host, size, "%.*s", (int)length, where);
	return true;
}

/* Sets the options of a listening socket. Accepted sockets inherit them. */
static void socket_set_up(int descriptor)
{
	/* clang-format off */
	static const struct { int level, option, value; } rows[] = {
		{SOL_SOCKET, SO_REUSEADDR, 1},
		{IPPROTO_TCP, TCP_NODELAY, 1},
		/* A peer that vanished is noticed within two minutes. */
		{SOL_SOCKET, SO_KEEPALIVE, 1}, {IPPROTO_TCP, TCP_KEEPIDLE, 60}, {IPPROTO_TCP, TCP_KEEPINTVL, 15},
		{IPPROTO_TCP, TCP_KEEPCNT, 4}, {IPPROTO_TCP, TCP_USER_TIMEOUT, 120000},
	};
	/* clang-format on */
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		setsockopt(descriptor, rows[i].level, rows[i].option, &rows[i].value,
			sizeof rows[i].value);
}

/* An address of its own answers IPv6 alone; "::" answers IPv4, too. */
static void socket_set_family(int descriptor, const struct addrinfo *address)
{
	if (address->ai_family == AF_INET6) {
		const struct sockaddr_in6 *six = (const void *)address->ai_addr;
		int only = !IN6_IS_ADDR_UNSPECIFIED(&six->sin6_addr);
		setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &only, sizeof only);
	}
}

/* Binds a socket without listening on it. -1 with errno. */
static int socket_bind(const struct addrinfo *address)
{
	int descriptor = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (descriptor < 0)
		return -1;
	socket_set_up(descriptor);
	socket_set_family(descriptor, address);
	if (bind(descriptor, address->ai_addr, address->ai_addrlen) == 0)
		return descriptor;
	int error = errno;
	close(descriptor);
	errno = error;
	return -1;
}

static int socket_port(int descriptor)
{
	struct sockaddr_storage address;
	socklen_t size = sizeof address;
	if (getsockname(descriptor, (struct sockaddr *)&address, &size) != 0)
		return 0;
	return ntohs(address.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&address)->sin6_port
						   : ((struct sockaddr_in *)&address)->sin_port);
}

static bool listeners_refuse(
	const char *name, const char *where, int error, char *sentence, size_t size)
{
	char variable[16] = "", other[96] = "use a port above 1023 or grant CAP_NET_BIND_SERVICE";
	const char *why = error == EADDRINUSE      ? "another program uses that port"
			  : error == EACCES        ? "permission denied"
			  : error == EADDRNOTAVAIL ? "this host has no such address"
						   : strerror(error);
	for (size_t i = 0; name[i] && i + 1 < sizeof variable; i++)
		variable[i] = (char)toupper((unsigned char)name[i]);
	if (error != EACCES)
		snprintf(other, sizeof other,
			"choose another with --%s ADDR:PORT, or %s_PORT= for make run", name,
			variable);
	snprintf(sentence, size, "cannot listen on %s: %s; %s", where, why, other);
	return false;
}

/* Finds the addresses of a setting. Without a host, it is "::". NULL with a sentence. */
static struct addrinfo *where_find(const struct transport_row *row, const char *where,
	struct where_parts *parts, char *sentence, size_t size)
{
	if (!where_split(where, parts->host, sizeof parts->host, &parts->port)) {
		snprintf(sentence, size,
			"cannot listen on \"%s\" for %s: not an address and port; write it like "
			"[::]:2222 or 127.0.0.1:2222",
			where, row->name);
		return NULL;
	}
	struct addrinfo wish = {.ai_flags = AI_PASSIVE | AI_NUMERICSERV,
				.ai_socktype = SOCK_STREAM},
			*found = NULL;
	if (!*parts->host || strcmp(parts->host, "*") == 0)
		strcpy(parts->host, "::");
	int unknown = getaddrinfo(parts->host, parts->port, &wish, &found);
	if (unknown)
		snprintf(sentence, size,
			"cannot listen on \"%s\": %s; write it like [::]:2222 or 127.0.0.1:2222",
			where, gai_strerror(unknown));
	return unknown ? NULL : found;
}

/* True if the kernel has no IPv6, and "any address" is 0.0.0.0. */
static bool is_any_without_six(const struct where_parts *parts, int error)
{
	return (error == EAFNOSUPPORT || error == EADDRNOTAVAIL) && strcmp(parts->host, "::") == 0;
}

bool listener_next(const char **list, char where[LISTENER_WHERE_MAX])
{
	const char *begin = *list + strspn(*list, ", ");
	size_t length = strcspn(begin, ",");
	*list = begin + length;
	while (length > 0 && begin[length - 1] == ' ')
		length--;
	if (length >= LISTENER_WHERE_MAX)
		length = LISTENER_WHERE_MAX - 1;
	memcpy(where, begin, length);
	where[length] = '\0';
	return length > 0;
}

/* Takes the sockets that systemd opened for a transport, if there are any. */
static bool listeners_inherit(struct listeners *listeners, const struct transport_row *row)
{
	int passed[LISTENERS_MAX];
	size_t count = service_sockets(row->name, passed, LISTENERS_MAX - listeners->count);
	for (size_t i = 0; i < count; i++) {
		socket_set_up(passed[i]);
		listeners->each[listeners->count++] =
			(struct listener){row, passed[i], socket_port(passed[i])};
	}
	return count > 0;
}

static bool listeners_add_one(struct listeners *listeners, const struct transport_row *row,
	const char *where, char *sentence, size_t size)
{
	struct where_parts parts;
	struct addrinfo *found = where_find(row, where, &parts, sentence, size);
	if (!found)
		return false;
	int error = 0;
	size_t before = listeners->count;
	for (const struct addrinfo *each = found; each && listeners->count < LISTENERS_MAX;
		each = each->ai_next) {
		int descriptor = socket_bind(each);
		if (descriptor < 0) {
			error = errno;
			continue;
		}
		listeners->each[listeners->count++] =
			(struct listener){row, descriptor, socket_port(descriptor)};
	}
	freeaddrinfo(found);
	if (listeners->count == LISTENERS_MAX && before == LISTENERS_MAX) {
		snprintf(sentence, size,
			"cannot listen on %s: ssh and telnet have at most %d addresses", where,
			LISTENERS_MAX);
		return false;
	}
	bool none = listeners->count == before;
	if (none && is_any_without_six(&parts, error)) {
		char four[64];
		snprintf(four, sizeof four, "0.0.0.0:%s", parts.port);
		return listeners_add_one(listeners, row, four, sentence, size);
	}
	if (none || error == EADDRINUSE)
		return listeners_refuse(row->name, where, error, sentence, size);
	return true;
}

bool listeners_add(struct listeners *listeners, const struct transport_row *row, const char *list,
	char *sentence, size_t size)
{
	char where[LISTENER_WHERE_MAX];
	if (!*list || listeners_inherit(listeners, row))
		return true;
	while (listener_next(&list, where))
		if (!listeners_add_one(listeners, row, where, sentence, size))
			return false;
	return true;
}

bool listeners_open(const struct listeners *listeners, char *sentence, size_t size)
{
	for (size_t i = 0; i < listeners->count; i++) {
		const struct listener *listener = &listeners->each[i];
		char where[16];
		snprintf(where, sizeof where, "%d", listener->port);
		if (listen(listener->descriptor, BACKLOG) != 0)
			return listeners_refuse(listener->row->name, where, errno, sentence, size);
	}
	return true;
}

bool listener_possible(const struct transport_row *row, const char *where, bool served,
	char *sentence, size_t size)
{
	struct where_parts parts;
	struct addrinfo *found = *where ? where_find(row, where, &parts, sentence, size) : NULL;
	if (!found)
		return !*where;
	int error = 0;
	size_t bound = 0;
	for (const struct addrinfo *each = found; each; each = each->ai_next) {
		int descriptor = socket_bind(each);
		if (descriptor >= 0) {
			close(descriptor);
			bound++;
		} else if (!served || errno != EADDRINUSE) {
			error = errno;
		} else {
			bound++;
		}
	}
	freeaddrinfo(found);
	if ((bound && error != EADDRINUSE) || is_any_without_six(&parts, error))
		return true;
	return listeners_refuse(row->name, where, error, sentence, size);
}

void listeners_close(struct listeners *listeners)
{
	for (size_t i = 0; i < listeners->count; i++)
		close(listeners->each[i].descriptor);
	listeners->count = 0;
}

int listeners_port(const struct listeners *listeners, const struct transport_row *row)
{
	for (size_t i = 0; i < listeners->count; i++)
		if (listeners->each[i].row == row)
			return listeners->each[i].port;
	return 0;
}

int listener_accept(const struct listener *listener, struct sockaddr_storage *peer)
{
	socklen_t size = sizeof *peer;
	memset(peer, 0, sizeof *peer);
	return accept4(
		listener->descriptor, (struct sockaddr *)peer, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
}
