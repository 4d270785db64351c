/*
 * The spectators of one run: the sockets to which a replayer writes live views.
 *
 * Writing never waits. A spectator whose socket is full is marked and gets the newest view when
 * there is room again. A spectator sends nothing: one who does, or whose socket is closed, is
 * dropped.
 */
#ifndef TRAPDOOR_SPECTATORS_H
#define TRAPDOOR_SPECTATORS_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Each has a descriptor in the replayer. */
#define SPECTATORS_MAX 256

struct spectators {
	size_t count;
	struct spectator {
		int socket;
		bool behind; /* it lacks the newest view */
	} each[SPECTATORS_MAX];
};

/* Takes ownership of a socket and sends it the view. Closes it if there are too many. */
void spectators_add(struct spectators *spectators, int socket, const uint8_t *view, size_t size);
/* Sends a view to all. */
void spectators_send(struct spectators *spectators, const uint8_t *view, size_t size);
/* Fills in what to poll for each of them, in their order. */
void spectators_poll(const struct spectators *spectators, struct pollfd *polled);
/* Handles what poll reported, for the spectators that spectators_poll wrote: sends the newest view
 * to those that lack it and drops those who left. */
void spectators_react(struct spectators *spectators, const struct pollfd *polled, size_t count,
	const uint8_t *view, size_t size);
/* True if all have the newest view. */
bool spectators_served(const struct spectators *spectators);
void spectators_close(struct spectators *spectators);

#endif
