/*
 * Internet addresses, and lists of networks as operators write them: "192.0.2.0/24, 2001:db8::/32".
 *
 * An address is always 16 bytes. IPv4 is kept as IPv4-mapped IPv6 (::ffff:192.0.2.1), so that one
 * client has one address on every kind of socket.
 */
#ifndef TRAPDOOR_ADDRESSES_H
#define TRAPDOOR_ADDRESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#define ADDRESS_TEXT_MAX 46
#define NETWORKS_MAX 32

struct address {
	uint8_t bytes[16]; /* all 0: unknown */
};

struct network {
	struct address address; /* the bits after the prefix are 0 */
	uint8_t bits;           /* of the 128, so an IPv4 /24 has 120 */
};

struct networks {
	size_t count;
	struct network each[NETWORKS_MAX];
};

/* Returns the address of a socket's peer. Another family gives the unknown address. */
struct address address_of_socket(const struct sockaddr_storage *socket);
bool address_is_four(const struct address *address);
/* Writes the address as numbers; "unknown" for the unknown address. */
void address_text(const struct address *address, char text[ADDRESS_TEXT_MAX]);
/* Returns the network of so many bits (of 128) that the address belongs to. */
struct network address_network(const struct address *address, unsigned bits);

bool network_has(const struct network *network, const struct address *address);
/* Writes "192.0.2.0/24"; a network of one address without its bits. */
#define NETWORK_TEXT_MAX (ADDRESS_TEXT_MAX + 4)
void network_text(const struct network *network, char text[NETWORK_TEXT_MAX]);

/* Reads one address as numbers, or "ADDRESS/BITS". */
bool network_parse(const char *text, struct network *network);
/* Reads addresses and networks separated by commas or blanks; "" is an empty list. False with a
 * sentence if one is invalid or the list is too long. */
bool networks_parse(const char *text, struct networks *networks, char *sentence, size_t size);
bool networks_have(const struct networks *networks, const struct address *address);

#endif
