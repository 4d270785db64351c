/*
 * Admission: the listener accepts or refuses a client before it forks.
 *
 * A table of places, one for each connection, with its address and whether it has logged in. That
 * last byte is on a page that the listener shares with its sessions, which set it. A session that
 * overwrites the page can loosen a limit and nothing else.
 */
#ifndef TRAPDOOR_ADMISSION_H
#define TRAPDOOR_ADMISSION_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/types.h>

struct admission_limits {
	int connections, before_login, per_address;
};

struct admissions;

struct admissions *admissions_new(const struct admission_limits *limits);
void admissions_free(struct admissions *admissions);

/* Takes a place for a client.  Returns its number, or -1 with *why a short sentence for the client.
 */
int admissions_take(
	struct admissions *admissions, const struct sockaddr_storage *peer, const char **why);
void admissions_give_back(struct admissions *admissions, int place);
int admissions_count(const struct admissions *admissions);
/* Places are 0 to admissions_capacity - 1. */
int admissions_capacity(const struct admissions *admissions);

/* Called in the session's process after the fork: sets the place of this process. */
void admission_is_mine(struct admissions *admissions, int place);
/* Records that this process's client has logged in. Does nothing without a place. */
void admission_passed(void);

/* Writes the numeric address. An IPv4 address mapped into IPv6 is written as IPv4. */
void address_text(const struct sockaddr_storage *address, char *text, size_t size);

#endif
