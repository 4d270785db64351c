/*
 * The files of telnet share this: telnet.c (the transport) and telnet_facts.c (what the client
 * tells about itself).
 */
#ifndef TRAPDOOR_TELNET_PRIVATE_H
#define TRAPDOOR_TELNET_PRIVATE_H

#include "door/net/telnet_guard.h"
#include "door/net/transport.h"
#include "door/os/queue.h"

#include <libtelnet.h>

#define TELNET_TYPES_MAX 8 /* most names asked of a client */
#define OPTION_CHARSET 42  /* RFC 2066 */

struct telnet_transport {
	struct transport base;
	const struct transport_row *row;
	int descriptor;
	telnet_t *telnet;
	struct telnet_guard guard;
	struct queue out;
	unsigned types; /* terminal types heard */
	char first_type[64], last_type[64];
	bool types_over, spoken, shown, broken;
	bool lines;             /* line mode: prompts end with GA or EOR */
	uint32_t answered;      /* options of subnegotiations that came, as bits */
	unsigned locale_weight; /* of the variable that the locale came from */
	bool mute;              /* the output of libtelnet is dropped */
	bool plain;       /* a home computer: no command is sent before the client sends one */
	uint8_t first[6]; /* the first bytes, until they cannot be those of another protocol */
	size_t first_size;
};

/* telnet_facts.c */
/* Handle an option that the client turns on, on its side or on ours. */
void telnet_facts_will(struct telnet_transport *t, uint8_t option);
void telnet_facts_do(struct telnet_transport *t, uint8_t option);
/* Handles a terminal type. */
void telnet_facts_type(struct telnet_transport *t, const char *name);
void telnet_facts_subnegotiation(struct telnet_transport *t, const struct subnegotiate_t *sub);
/* Handles variables of the environment. */
void telnet_facts_environment(struct telnet_transport *t, const struct environ_t *environment);
/* True if the client has answered what it was asked about itself. */
bool telnet_facts_known(const struct telnet_transport *t);
/* The client is a home computer with this kind of terminal. */
void telnet_facts_computer(struct telnet_transport *t, const char *kind, int width);

#endif
