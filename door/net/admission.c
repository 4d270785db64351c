#include "door/net/admission.h"

#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum place_state { PLACE_FREE, PLACE_BEFORE_LOGIN, PLACE_PASSED };

struct admission_place {
	uint8_t network[16]; /* the whole IPv4 address, or an IPv6 network of 64 bits */
	bool taken, counted;
};

struct admissions {
	struct admission_limits limits;
	int count;
	struct admission_place *places;
	_Atomic uint8_t *states; /* shared with the sessions */
};

static struct {
	struct admissions *admissions;
	int place;
} mine = {NULL, -1};

struct admissions *admissions_new(const struct admission_limits *limits)
{
	assert(limits->connections > 0);
	struct admissions *admissions = calloc(1, sizeof *admissions);
	assert(admissions);
	admissions->limits = *limits;
	admissions->places = calloc((size_t)limits->connections, sizeof *admissions->places);
	void *shared = mmap(NULL, (size_t)limits->connections, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	assert(admissions->places && shared != MAP_FAILED);
	admissions->states = shared;
	return admissions;
}

void admissions_free(struct admissions *admissions)
{
	if (!admissions)
		return;
	munmap((void *)(uintptr_t)admissions->states, (size_t)admissions->limits.connections);
	free(admissions->places);
	free(admissions);
}

int admissions_count(const struct admissions *admissions)
{
	return admissions->count;
}

int admissions_capacity(const struct admissions *admissions)
{
	return admissions->limits.connections;
}

static bool address_is_mapped(const struct sockaddr_storage *address)
{
	const struct sockaddr_in6 *six = (const void *)address;
	return address->ss_family == AF_INET6 && IN6_IS_ADDR_V4MAPPED(&six->sin6_addr);
}

/* Fills the network that an address is counted under; returns false for loopback, which is exempt.
 */
static bool address_network(const struct sockaddr_storage *address, uint8_t network[16])
{
	const struct sockaddr_in *four = (const void *)address;
	const struct sockaddr_in6 *six = (const void *)address;
	memset(network, 0, 16);
	if (address->ss_family == AF_INET) {
		network[0] = 4;
		memcpy(network + 12, &four->sin_addr, 4);
		return network[12] != 127;
	}
	if (address->ss_family != AF_INET6)
		return false;
	if (address_is_mapped(address)) {
		network[0] = 4;
		memcpy(network + 12, six->sin6_addr.s6_addr + 12, 4);
		return network[12] != 127;
	}
	network[15] = 6;
	memcpy(network, six->sin6_addr.s6_addr, 8);
	return !IN6_IS_ADDR_LOOPBACK(&six->sin6_addr);
}

void address_text(const struct sockaddr_storage *address, char *text, size_t size)
{
	const struct sockaddr_in *four = (const void *)address;
	const struct sockaddr_in6 *six = (const void *)address;
	const char *good = NULL;
	if (address->ss_family == AF_INET)
		good = inet_ntop(AF_INET, &four->sin_addr, text, (socklen_t)size);
	else if (address_is_mapped(address))
		good = inet_ntop(AF_INET, six->sin6_addr.s6_addr + 12, text, (socklen_t)size);
	else if (address->ss_family == AF_INET6)
		good = inet_ntop(AF_INET6, &six->sin6_addr, text, (socklen_t)size);
	if (!good)
		snprintf(text, size, "unknown");
}

/* Counts the places that have not logged in. The scan takes microseconds; the fork that follows
 * takes a hundred. */
static int admissions_before_login(const struct admissions *admissions)
{
	int count = 0;
	for (int i = 0; i < admissions->limits.connections; i++)
		count += atomic_load_explicit(&admissions->states[i], memory_order_relaxed) ==
			 PLACE_BEFORE_LOGIN;
	return count;
}

static int admissions_from(const struct admissions *admissions, const uint8_t network[16])
{
	int count = 0;
	for (int i = 0; i < admissions->limits.connections; i++) {
		const struct admission_place *place = &admissions->places[i];
		count += place->taken && place->counted && memcmp(place->network, network, 16) == 0;
	}
	return count;
}

int admissions_take(
	struct admissions *admissions, const struct sockaddr_storage *peer, const char **why)
{
	uint8_t network[16];
	bool counted = address_network(peer, network);
	*why = NULL;
	if (admissions->count >= admissions->limits.connections)
		*why = "the server is full; try again later";
	else if (admissions_before_login(admissions) >= admissions->limits.before_login)
		*why = "too many connections are logging in; try again in a minute";
	else if (counted && admissions_from(admissions, network) >= admissions->limits.per_address)
		*why = "too many connections from your address; close one and try again";
	if (*why)
		return -1;
	int free_place = 0;
	while (admissions->places[free_place].taken)
		free_place++;
	struct admission_place *place = &admissions->places[free_place];
	place->taken = true;
	place->counted = counted;
	memcpy(place->network, network, sizeof network);
	atomic_store(&admissions->states[free_place], PLACE_BEFORE_LOGIN);
	admissions->count++;
	return free_place;
}

void admissions_give_back(struct admissions *admissions, int place)
{
	assert(place >= 0 && place < admissions->limits.connections &&
		admissions->places[place].taken);
	admissions->places[place].taken = false;
	atomic_store(&admissions->states[place], PLACE_FREE);
	admissions->count--;
}

void admission_is_mine(struct admissions *admissions, int place)
{
	mine.admissions = admissions;
	mine.place = place;
}

void admission_passed(void)
{
	if (mine.admissions)
		atomic_store(&mine.admissions->states[mine.place], PLACE_PASSED);
}
