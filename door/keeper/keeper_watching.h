/* A session as a spectator, and as one that has spectators. */
#ifndef TRAPDOOR_KEEPER_WATCHING_H
#define TRAPDOOR_KEEPER_WATCHING_H

#include <stdbool.h>
#include <stdint.h>

struct peer_watching {
	int64_t run;   /* that it watches; 0: none */
	bool hides;    /* nobody watches its player */
	bool counts;   /* it is told how many watch its run, */
	uint32_t told; /* and was told this number last */
};

#endif
