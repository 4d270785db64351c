/*
 * The header of the PROXY protocol, versions 1 and 2. A proxy sends it before its client's bytes.
 *
 * https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt. Version 1 is a line of text of at
 * most 107 bytes; version 2 is binary, and here at most PROXY_HEADER_MAX bytes. Of its extensions
 * (TLVs) only PP2_TYPE_SSL is used: whether the client called the proxy in TLS. The lengths of all
 * must fit. The parser reads nothing beyond the header.
 */
#ifndef TRAPDOOR_PROXY_HEADER_H
#define TRAPDOOR_PROXY_HEADER_H

#include "door/text/addresses.h"

#define PROXY_HEADER_MAX 1024

enum proxy_answer {
	PROXY_MORE,    /* all bytes belong to the header, and some are missing */
	PROXY_CLIENT,  /* the header is whole and has the client's address */
	PROXY_UNKNOWN, /* the header is whole: a health check, or a client without an IP address */
	PROXY_BAD
};

/* A client, as its proxy names it. */
struct proxied {
	struct address address;
	bool tls; /* it called the proxy in TLS; version 1 cannot tell */
};

/* Reads a header from its first bytes. *length is its size once it is whole. Only PROXY_CLIENT
 * fills in the client. */
enum proxy_answer proxy_header_read(
	const uint8_t *bytes, size_t size, size_t *length, struct proxied *client);

#endif
