#include "door/net/proxy_header.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ONE_MAX 107 /* bytes of a header of version 1, its CR LF included */
#define WORDS_MAX 6
#define TWO_FIXED 16 /* bytes of a header of version 2 before the addresses */

static const char one_start[] = "PROXY ";
static const uint8_t two_start[12] = "\r\n\r\n\0\r\nQUIT\n";

static bool starts(const uint8_t *bytes, size_t size, const void *start, size_t length)
{
	return memcmp(bytes, start, size < length ? size : length) == 0;
}

/* ---- Version 1 ---- */

/* True for a decimal number up to 65535 without zeros in front. */
static bool is_port(const char *word)
{
	char canonical[16];
	if (!isdigit((unsigned char)word[0]) || strlen(word) > 5)
		return false;
	int port = atoi(word);
	snprintf(canonical, sizeof canonical, "%d", port);
	return port <= 65535 && strcmp(word, canonical) == 0;
}

static bool one_address(const char *word, bool four, struct address *address)
{
	struct sockaddr_storage storage = {.ss_family = four ? AF_INET : AF_INET6};
	void *into = four ? (void *)&((struct sockaddr_in *)&storage)->sin_addr
			  : (void *)&((struct sockaddr_in6 *)&storage)->sin6_addr;
	if (inet_pton(storage.ss_family, word, into) != 1)
		return false;
	*address = address_of_socket(&storage);
	return true;
}

/* Reads the line without its CR LF: PROXY TCP4 CLIENT SERVER PORT PORT, each one blank apart. */
static enum proxy_answer one_line(char *line, struct proxied *client)
{
	char *words[WORDS_MAX];
	size_t count = 0;
	struct address server;
	char *next = line;
	for (char *word; (word = strsep(&next, " ")) != NULL;) {
		if (count >= 2 && strcmp(words[1], "UNKNOWN") == 0)
			return PROXY_UNKNOWN; /* the rest of the line is to be skipped */
		if (count == WORDS_MAX)
			return PROXY_BAD;
		words[count++] = word;
	}
	if (count == 2 && strcmp(words[1], "UNKNOWN") == 0)
		return PROXY_UNKNOWN;
	if (count != WORDS_MAX)
		return PROXY_BAD;
	bool four = strcmp(words[1], "TCP4") == 0;
	struct proxied named = {.tls = false};
	if ((!four && strcmp(words[1], "TCP6") != 0) ||
		!one_address(words[2], four, &named.address) ||
		!one_address(words[3], four, &server) || !is_port(words[4]) || !is_port(words[5]))
		return PROXY_BAD;
	*client = named;
	return PROXY_CLIENT;
}

static enum proxy_answer one_read(
	const uint8_t *bytes, size_t size, size_t *length, struct proxied *client)
{
	char line[ONE_MAX + 1];
	size_t most = size < ONE_MAX ? size : ONE_MAX;
	const uint8_t *end = memchr(bytes, '\n', most);
	if (memchr(bytes, 0, end ? (size_t)(end - bytes) : most))
		return PROXY_BAD;
	if (!end)
		return size < ONE_MAX ? PROXY_MORE : PROXY_BAD;
	*length = (size_t)(end - bytes) + 1;
	if (end[-1] != '\r')
		return PROXY_BAD;
	memcpy(line, bytes, *length - 2);
	line[*length - 2] = '\0';
	return one_line(line, client);
}

/* ---- Version 2 ---- */

enum { TWO_LOCAL = 0x20, TWO_PROXY = 0x21 };
enum { TWO_UNSPEC = 0x00, TWO_TCP4 = 0x11, TWO_TCP6 = 0x21, TWO_UNIX = 0x31 };

/* An extension has a type and the length of its value in two bytes. */
enum { EXTENSION_HEAD = 3, EXTENSION_SSL = 0x20 };
/* The value of EXTENSION_SSL begins with bits about the client, and four bytes about its
 * certificate. */
enum { SSL_FIXED = 5, SSL_CLIENT = 0x01 };

/* Reads the extensions. False if a length does not fit. */
static bool two_extensions(const uint8_t *bytes, size_t size, bool *tls)
{
	*tls = false;
	while (size > 0) {
		if (size < EXTENSION_HEAD)
			return false;
		uint8_t type = bytes[0];
		size_t length = (size_t)bytes[1] << 8 | bytes[2];
		if (length > size - EXTENSION_HEAD || (type == EXTENSION_SSL && length < SSL_FIXED))
			return false;
		if (type == EXTENSION_SSL)
			*tls = bytes[EXTENSION_HEAD] & SSL_CLIENT;
		bytes += EXTENSION_HEAD + length;
		size -= EXTENSION_HEAD + length;
	}
	return true;
}

static enum proxy_answer two_client(
	unsigned family, const uint8_t *addresses, size_t size, struct proxied *client)
{
	struct sockaddr_storage storage = {.ss_family = AF_INET};
	size_t used = family == TWO_TCP4 ? 12 : 36;
	bool tls;
	if (family == TWO_UNSPEC || family == TWO_UNIX)
		return PROXY_UNKNOWN;
	if ((family != TWO_TCP4 && family != TWO_TCP6) || size < used ||
		!two_extensions(addresses + used, size - used, &tls))
		return PROXY_BAD;
	if (family == TWO_TCP4)
		memcpy(&((struct sockaddr_in *)&storage)->sin_addr, addresses, 4);
	else {
		storage.ss_family = AF_INET6;
		memcpy(&((struct sockaddr_in6 *)&storage)->sin6_addr, addresses, 16);
	}
	*client = (struct proxied){address_of_socket(&storage), tls};
	return PROXY_CLIENT;
}

static enum proxy_answer two_read(
	const uint8_t *bytes, size_t size, size_t *length, struct proxied *client)
{
	if (size >= 13 && bytes[12] != TWO_LOCAL && bytes[12] != TWO_PROXY)
		return PROXY_BAD;
	if (size < TWO_FIXED)
		return PROXY_MORE;
	size_t rest = (size_t)bytes[14] << 8 | bytes[15];
	if (TWO_FIXED + rest > PROXY_HEADER_MAX)
		return PROXY_BAD;
	if (size < TWO_FIXED + rest)
		return PROXY_MORE;
	*length = TWO_FIXED + rest;
	if (bytes[12] == TWO_LOCAL)
		return PROXY_UNKNOWN;
	return two_client(bytes[13], bytes + TWO_FIXED, rest, client);
}

enum proxy_answer proxy_header_read(
	const uint8_t *bytes, size_t size, size_t *length, struct proxied *client)
{
	*length = 0;
	if (size == 0)
		return PROXY_MORE;
	if (starts(bytes, size, one_start, sizeof one_start - 1))
		return one_read(bytes, size, length, client);
	if (starts(bytes, size, two_start, sizeof two_start))
		return two_read(bytes, size, length, client);
	return PROXY_BAD;
}
