#include "door/text/addresses.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
static const struct address unknown;

struct address address_of_socket(const struct sockaddr_storage *socket)
{
	struct address address = unknown;
	if (socket->ss_family == AF_INET) {
		memcpy(address.bytes, mapped, sizeof mapped);
		memcpy(address.bytes + 12, &((const struct sockaddr_in *)socket)->sin_addr, 4);
	} else if (socket->ss_family == AF_INET6) {
		memcpy(address.bytes, &((const struct sockaddr_in6 *)socket)->sin6_addr, 16);
	}
	return address;
}

bool address_is_four(const struct address *address)
{
	return memcmp(address->bytes, mapped, sizeof mapped) == 0;
}

void address_text(const struct address *address, char text[ADDRESS_TEXT_MAX])
{
	bool four = address_is_four(address);
	if (memcmp(address, &unknown, sizeof unknown) == 0 ||
		!inet_ntop(four ? AF_INET : AF_INET6, address->bytes + (four ? 12 : 0), text,
			ADDRESS_TEXT_MAX))
		snprintf(text, ADDRESS_TEXT_MAX, "unknown");
}

struct network address_network(const struct address *address, unsigned bits)
{
	struct network network = {.address = *address, .bits = (uint8_t)bits};
	for (unsigned i = 0; i < 16; i++) {
		unsigned kept = bits <= 8 * i ? 0 : bits - 8 * i;
		if (kept < 8)
			network.address.bytes[i] &= (uint8_t)(0xff00 >> kept);
	}
	return network;
}

bool network_has(const struct network *network, const struct address *address)
{
	struct network around = address_network(address, network->bits);
	return memcmp(&around.address, &network->address, sizeof *address) == 0;
}

void network_text(const struct network *network, char text[NETWORK_TEXT_MAX])
{
	char address[ADDRESS_TEXT_MAX];
	unsigned bits = network->bits;
	address_text(&network->address, address);
	if (bits == 0)
		strcpy(address, "::");
	if (bits == 128)
		snprintf(text, NETWORK_TEXT_MAX, "%s", address);
	else
		snprintf(text, NETWORK_TEXT_MAX, "%s/%u", address,
			address_is_four(&network->address) ? bits - 96 : bits);
}

bool network_parse(const char *text, struct network *network)
{
	char host[ADDRESS_TEXT_MAX];
	const char *slash = strchr(text, '/');
	size_t length = slash ? (size_t)(slash - text) : strlen(text);
	struct address address;
	if (length >= sizeof host)
		return false;
	snprintf(host, sizeof host, "%.*s", (int)length, text);
	memcpy(address.bytes, mapped, sizeof mapped);
	bool four = inet_pton(AF_INET, host, address.bytes + 12) == 1;
	if (!four && inet_pton(AF_INET6, host, address.bytes) != 1)
		return false;
	long most = four ? 32 : 128, bits = most;
	if (slash) {
		char *end;
		bits = strtol(slash + 1, &end, 10);
		if (slash[1] < '0' || slash[1] > '9' || *end || bits > most)
			return false;
	}
	*network = address_network(&address, (unsigned)(bits + 128 - most));
	return true;
}

bool networks_parse(const char *text, struct networks *networks, char *sentence, size_t size)
{
	networks->count = 0;
	for (;;) {
		char word[80];
		text += strspn(text, ", \t");
		size_t length = strcspn(text, ", \t");
		if (!length)
			return true;
		snprintf(word, sizeof word, "%.*s", length < sizeof word ? (int)length : 79, text);
		if (networks->count == NETWORKS_MAX) {
			snprintf(sentence, size, "at most %d networks may be listed", NETWORKS_MAX);
			return false;
		}
		if (!network_parse(word, &networks->each[networks->count])) {
			snprintf(sentence, size,
				"\"%.60s\" is no address or network; write it like 192.0.2.1, "
				"192.0.2.0/24 or 2001:db8::/32",
				word);
			return false;
		}
		networks->count++;
		text += length;
	}
}

bool networks_have(const struct networks *networks, const struct address *address)
{
	for (size_t i = 0; i < networks->count; i++)
		if (network_has(&networks->each[i], address))
			return true;
	return false;
}
