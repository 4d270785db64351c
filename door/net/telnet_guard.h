/*
 * A filter before libtelnet: drops input that the library cannot handle.
 *
 * libtelnet 0.21 lets a client begin compression unasked, reads past the end of some
 * subnegotiations, and spills one of more than 16 KiB into the text.  So the guard holds each
 * subnegotiation until it is complete.  It passes short ones of options that we use, and drops all
 * others.  Answers about timing marks are counted and dropped.  Everything else passes unchanged.
 * The result does not depend on where the stream is split.
 */
#ifndef TRAPDOOR_TELNET_GUARD_H
#define TRAPDOOR_TELNET_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TELNET_HELD_MAX 1024 /* the lists of GMCP are longer than all others */

/* The client's last words about an option, as bits: at most one of the first two and one of the
 * others. */
enum telnet_said { SAID_WILL = 1, SAID_WONT = 2, SAID_DO = 4, SAID_DONT = 8 };

struct telnet_guard {
	uint8_t state, option;
	uint8_t command;   /* of the negotiation under way */
	bool spoke;        /* the client has negotiated */
	bool plain;        /* FF is a key, until the client negotiates */
	unsigned marks;    /* answers about timing marks, until the owner resets it */
	uint8_t said[256]; /* by option, of enum telnet_said */
	bool too_long;
	uint16_t size;
	uint8_t held[TELNET_HELD_MAX]; /* the subnegotiation so far, still escaped */
};

/* Filters size bytes of in to out, which has room for size + TELNET_HELD_MAX + 8. Returns the
 * number of bytes written. A new guard is all zeroes. */
size_t telnet_guard_pass(struct telnet_guard *guard, const uint8_t *in, size_t size, uint8_t *out);
/* True if no command has begun: the next byte is text, or begins one. */
bool telnet_guard_rests(const struct telnet_guard *guard);

#endif
