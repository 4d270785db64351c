/*
 * Reports of a session to the listener: that its client has logged in, or gave a wrong password or
 * garbage, and that lines of the log were dropped.
 *
 * The two share an eventfd for each session, whose 64 bits are four counters. So a session that an
 * attacker has taken over can say what it likes of its own client, and of no other.
 */
#ifndef TRAPDOOR_REPORT_H
#define TRAPDOOR_REPORT_H

#include <stdbool.h>

/* REPORT_LOST: a line of its log was dropped. */
enum report { REPORT_PASSED, REPORT_PASSWORD, REPORT_GARBAGE, REPORT_LOST, REPORT_COUNT };

/* ---- The listener ---- */

/* Returns a new descriptor, or -1. It closes on exec and does not block. */
int report_open(void);

struct reports {
	unsigned counts[REPORT_COUNT];
};

/* Reads what was reported since the last call. False if nothing was. */
bool report_read(int descriptor, struct reports *reports);

/* ---- The session ---- */

/* This process reports over the descriptor. -1: its reports are dropped, as at first. */
void report_begin(int descriptor);
void report_send(enum report report);

#endif
