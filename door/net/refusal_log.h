/*
 * Refusals in the log: one line for each network and reason in REFUSAL_LOG_MS, with their number.
 *
 * A flood of refused clients would fill the log otherwise. The table has REFUSAL_LOG_MAX rows; what
 * does not fit is summed in one row more.
 */
#ifndef TRAPDOOR_REFUSAL_LOG_H
#define TRAPDOOR_REFUSAL_LOG_H

#include "door/text/addresses.h"

#define REFUSAL_LOG_MS 10000
#define REFUSAL_LOG_MAX 128

struct refusal_log;

struct refusal_log *refusal_log_new(void);
void refusal_log_free(struct refusal_log *refusals);
/* Counts a refusal for the IPv4 /24 or IPv6 /48 of the address. NULL: the address is unknown. */
void refusal_log_add(struct refusal_log *refusals, const struct address *address, const char *why,
	int64_t now_ms);
/* Milliseconds until lines are due; -1: none is. */
int refusal_log_patience(const struct refusal_log *refusals, int64_t now_ms);
/* Writes the lines that are due. all: also the others. */
void refusal_log_work(struct refusal_log *refusals, int64_t now_ms, bool all);

#endif
