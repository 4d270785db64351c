/*
 * Connections of listed proxies, which wait for the header of the PROXY protocol before anything
 * else is done with them.
 *
 * Nothing blocks: a header has PROXY_WAIT_MS and PROXY_HEADER_MAX bytes. At most PROXY_WAITING_MAX
 * connections wait; one more closes the oldest.
 */
#ifndef TRAPDOOR_PROXY_WAIT_H
#define TRAPDOOR_PROXY_WAIT_H

#include "door/net/proxy_header.h"

#define PROXY_WAIT_MS 3000
#define PROXY_WAITING_MAX 64

struct proxy_wait;

/* take is called with each connection whose header is whole; the socket is its own then. number: as
 * given to proxy_wait_add. client: the proxy's own address if the header has none. */
struct proxy_wait *proxy_wait_new(
	void (*take)(void *context, int number, int socket, const struct proxied *client),
	void *context);
void proxy_wait_free(struct proxy_wait *wait);
/* For a poll: readable when some bytes have come. */
int proxy_wait_descriptor(const struct proxy_wait *wait);
/* Milliseconds until a header is late; -1: none is awaited. */
int proxy_wait_patience(const struct proxy_wait *wait, int64_t now_ms);

/* Waits for the header of a socket that does not block. Owns the socket until take has it. */
void proxy_wait_add(struct proxy_wait *wait, int socket, int number, const struct address *proxy,
	int64_t now_ms);
void proxy_wait_work(struct proxy_wait *wait, int64_t now_ms);

#endif
