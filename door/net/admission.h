/*
 * Admission: decides before the fork which connections get a session.
 *
 * Each connection has a place, which waits until its client has logged in. The rules:
 *   1. Penalised sources, and those with too many connections, are refused.
 *   2. ssh and telnet have shares of their own: each may have `before_login` places that wait, and
 *      neither may take the last quarter of all places from the other.
 *   3. From `drop_from` waiting places on, newcomers are refused at random, as by OpenSSH's
 *      MaxStartups. The chance grows as the share fills. A newcomer is spared if no other of its
 *      network waits.
 *   4. When the share is full, the oldest waiting connection of the network with the most of them
 *      leaves for the newcomer. One younger than ADMISSION_GRACE_MS leaves only if its network is
 *      more crowded than the newcomer's.
 * Trusted networks are exempt from 1 and 3, and their connections never leave.
 *
 * The tables are in the listener alone (door/os/unforked.h): a session reports over
 * door/net/report.h. All times are given, so that a test needs no clock. Memory: about 200 bytes
 * for each place, 320 KiB for penalties.
 */
#ifndef TRAPDOOR_ADMISSION_H
#define TRAPDOOR_ADMISSION_H

#include "door/net/penalties.h"
#include "door/net/report.h"
#include "door/text/addresses.h"

#define ADMISSION_DOORS_MAX 2
#define ADMISSION_GRACE_MS 5000
#define ADMISSION_LEAVING_MAX 64 /* sessions that were told to leave and have not ended yet */

struct admission_rules {
	int connections;  /* places */
	int doors;        /* transports that share them */
	int before_login; /* of each transport */
	int drop_from,
		drop_percent; /* waiting places from which newcomers are refused, and how many */
	int per_address, per_network; /* connections of an address; of an IPv4 /24 or IPv6 /48 */
	int login_seconds;
	int penalty_start_seconds, penalty_most_seconds;
	struct networks trusted;
	uint8_t key[16]; /* random: for hashes and refusals */
};

struct admissions;

struct admissions *admissions_new(const struct admission_rules *rules);
/* Changes the rules for those who come from now on, but the number of places, transports and the
 * key. */
void admissions_set(struct admissions *admissions, const struct admission_rules *rules);
void admissions_free(struct admissions *admissions);

struct admission_answer {
	int place;       /* 0 to admissions_capacity - 1, or -1: refused */
	int leaver;      /* the place whose session must end for it, or -1 */
	const char *why; /* of a refusal: a short sentence for the client */
	bool penalised;
};

struct admission_answer admissions_take(
	struct admissions *admissions, const struct address *address, int door, int64_t now_ms);
/* The client has logged in. */
void admissions_passed(struct admissions *admissions, int place);
/* Counts what a session reported of its client. Returns the seconds of refusal. */
int admissions_offence(
	struct admissions *admissions, int place, enum offence offence, int64_t now_ms);
/* The session has ended, by a crash or not. *offence: its penalty, or OFFENCE_COUNT. Returns the
 * seconds of refusal. */
int admissions_give_back(struct admissions *admissions, int place, bool crashed, int64_t now_ms,
	enum offence *offence);

int admissions_count(const struct admissions *admissions);
int admissions_waiting(const struct admissions *admissions, int door);
int admissions_capacity(const struct admissions *admissions);
const struct address *admissions_address(const struct admissions *admissions, int place);

#endif
