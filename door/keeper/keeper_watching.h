/* A session as a spectator, as one that has spectators, and as a lamp in the lobby. */
#ifndef TRAPDOOR_KEEPER_WATCHING_H
#define TRAPDOOR_KEEPER_WATCHING_H

#include <stdbool.h>
#include <stdint.h>

struct peer_watching {
	int64_t run;       /* that it watches; 0: none */
	bool hides;        /* nobody watches its player */
	bool counts;       /* its player wants to know how many watch its run, */
	uint32_t reported; /* and this number was reported last */
};

/* The lamp that an account's achievements light.  account: whose it is; 0: to be read. */
struct peer_lamp {
	int64_t account;
	char letter;
	uint8_t role, rank; /* rank 0: it has none */
};

struct keeper;

/* ---- keeper_peers.c ---- */

/* The spectators of some run may have changed. */
void spectators_changed(struct keeper *keeper);
/* True if an account's options say that nobody may watch. */
bool spectators_are_refused(const char *options);

/* ---- keeper_chat.c ---- */

/* Reports changed numbers of spectators to the players who want them. */
void spectators_report(struct keeper *keeper);
/* keeper_replayers.c: the run is watched no longer. */
void replayer_leave(struct keeper *keeper, int64_t run);

#endif
