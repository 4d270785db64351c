/*
 * The files of telnet share this: telnet.c (the transport), telnet_offers.c (the options),
 * telnet_facts.c (the client's answers about itself), telnet_mud.c (protocols of MUD clients) and
 * telnet_move.c (the state that moves).
 */
#ifndef TRAPDOOR_TELNET_PRIVATE_H
#define TRAPDOOR_TELNET_PRIVATE_H

#include "door/net/deflater.h"
#include "door/net/telnet_guard.h"
#include "door/net/transport.h"
#include "door/os/queue.h"

#include <libtelnet.h>

#define TELNET_TYPES_MAX 8 /* most names asked of a client */
#define OPTION_CHARSET 42  /* RFC 2066 */
#define OPTION_GMCP 201    /* Generic MUD Communication Protocol */

struct telnet_transport {
	struct transport base;
	const struct transport_row *row;
	int descriptor;
	telnet_t *telnet;
	struct telnet_guard guard;
	struct queue out;
	struct deflater deflater; /* of MCCP; it runs between two moves */
	unsigned types;           /* terminal types heard */
	char first_type[64], last_type[64];
	bool types_over, spoken, shown, broken;
	bool lines;             /* line mode: prompts end with GA or EOR */
	bool mud;               /* its types say that it is a MUD client */
	bool gmcp;              /* the client has agreed to GMCP; the guard knows of it too early */
	bool status_asked;      /* the client has asked for the facts about the server (MSSP) */
	uint32_t answered;      /* options of subnegotiations that came, as bits */
	unsigned locale_weight; /* of the variable that the locale came from */
	bool mute;              /* the output of libtelnet is dropped */
	bool plain;       /* a home computer: no command is sent before the client sends one */
	uint8_t first[6]; /* the first bytes, until they cannot be those of another protocol */
	size_t first_size;
};

/* telnet_offers.c */
/* LATE: when the terminal's types are known. MUD: likewise, to MUD clients alone. LINES: in line
 * mode alone. */
enum telnet_offer_when { OFFER_FIRST, OFFER_LATE, OFFER_MUD, OFFER_LINES };
/* Offers of the server, in their order. Every option that either side may turn on has one. */
#define TELNET_OFFERS 14
extern const struct telnet_offer {
	uint8_t command, option, when;
	bool plain; /* home computers get it, too */
	bool waits; /* the first picture waits for the answer */
} telnet_offers[TELNET_OFFERS];
/* The options that either side may turn on, for libtelnet. */
extern const telnet_telopt_t telnet_options[];
/* Makes the offers of a moment. */
void telnet_offers_make(struct telnet_transport *t, enum telnet_offer_when when);
/* True if the client has answered all offers for which the first picture waits. */
bool telnet_offers_answered(const struct telnet_transport *t);
/* True if the client has sent a telnet command. Others would show GA as two characters. */
bool telnet_offers_heard(const struct telnet_transport *t);

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
/* Returns the number of these bytes with which the client turns out to speak another protocol; 0 if
 * it does not. The answer is the same however the bytes arrive. */
size_t telnet_other_protocol(struct telnet_transport *t, const uint8_t *bytes, size_t size);
/* The client is a home computer with this kind of terminal. */
void telnet_facts_computer(struct telnet_transport *t, const char *kind, int width);

/* telnet_mud.c */
/* True if a terminal type is the name of a MUD client. */
bool telnet_mud_is_client(const char *type);
/* Handles a message of GMCP. True if it changed the facts about the client. */
bool telnet_mud_message(struct telnet_transport *t, const char *bytes, size_t size);
/* Sends a message of GMCP. Returns its size. */
size_t telnet_mud_send(struct telnet_transport *t, const char *package, const char *json);
/* Sends the facts about the server (MSSP). */
void telnet_mud_status(struct telnet_transport *t, const struct server_fact *facts, size_t count);

/* telnet_move.c */
/* The state of a client, for packed_put. */
struct telnet_packed {
	struct client_facts facts;
	char first_type[64], last_type[64];
	uint8_t types;
	bool types_over;
	uint32_t answered;
	uint8_t locale_weight;
	uint8_t first[6], first_size;
	uint8_t said[TELNET_OFFERS]; /* about the option of each offer, of enum telnet_said */
	bool lines, mud;
	uint8_t number; /* of its row */
	bool plain;
};
/* Writes the state. False if it cannot move now: a command has begun, or output waits. */
bool telnet_move_pack(const struct telnet_transport *t, struct packing *out);
/* Reads a state, which may come from a stranger. False if it is malformed. */
bool telnet_move_get(struct unpacking *in, struct telnet_packed *packed);
void telnet_move_unpack(struct telnet_transport *t, const struct telnet_packed *packed);

#endif
