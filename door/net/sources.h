/*
 * Sources: the addresses and networks that connections come from, and how many each has.
 *
 * A client counts under its address and the networks around it: IPv4 /32 and /24, IPv6 /64, /56
 * and /48. A home has an IPv6 /64 to itself, so that counts as one address. The table holds a row
 * as long as a connection is there, so it needs three rows a connection and never runs out.
 */
#ifndef TRAPDOOR_SOURCES_H
#define TRAPDOOR_SOURCES_H

#include "door/text/addresses.h"

#define SOURCE_LEVELS_MAX 3
#define SOURCE_KEY_SIZE 16

/* Writes the networks of an address, the widest last. Returns their number. */
size_t source_networks(const struct address *address, struct network networks[SOURCE_LEVELS_MAX]);
/* The hash of a network under a key that clients do not know. */
uint64_t source_hash(const uint8_t key[SOURCE_KEY_SIZE], const struct network *network);

struct sources;

/* most: connections at once. */
struct sources *sources_new(const uint8_t key[SOURCE_KEY_SIZE], size_t most);
void sources_free(struct sources *sources);

/* The counts of a source. */
enum source_count { SOURCE_CONNECTIONS, SOURCE_WAITING, SOURCE_COUNTS };

/* Adds 1 or -1 to a count of the address and of each of its networks. */
void sources_add(struct sources *sources, const struct address *address, enum source_count count,
	int change);
/* The count of one network. */
int sources_of(
	const struct sources *sources, const struct network *network, enum source_count count);
/* The count of the widest network around the address. */
int sources_around(
	const struct sources *sources, const struct address *address, enum source_count count);
/* Bytes of the table. */
size_t sources_size(const struct sources *sources);

#endif
