/*
 * Records the handler calls of a transport, for the tests of transports.
 */
#ifndef TRAPDOOR_TESTS_HEARD_H
#define TRAPDOOR_TESTS_HEARD_H

#include "tests/test.h"

#include "door/net/transport.h"

struct heard {
	int readies, facts_shown, statuses;
	char typed[8192], closed[128];
	size_t typed_size;
};

static inline void heard_ready(void *context)
{
	((struct heard *)context)->readies++;
}

static inline void heard_facts(void *context)
{
	((struct heard *)context)->facts_shown++;
}

static inline void heard_status(void *context)
{
	((struct heard *)context)->statuses++;
}

static inline void heard_bytes(void *context, const uint8_t *bytes, size_t size)
{
	struct heard *heard = context;
	assert_true(heard->typed_size + size < sizeof heard->typed);
	memcpy(heard->typed + heard->typed_size, bytes, size);
	heard->typed_size += size;
}

/* A transport closes once. */
static inline void heard_closed(void *context, const char *reason)
{
	struct heard *heard = context;
	assert_string_equal(heard->closed, "");
	snprintf(heard->closed, sizeof heard->closed, "%s", reason);
}

/* Handlers that note what they are told; heard outlives the transport. */
static inline struct transport_handlers heard_handlers(struct heard *heard)
{
	return (struct transport_handlers){.context = heard,
		.ready = heard_ready,
		.bytes = heard_bytes,
		.facts = heard_facts,
		.closed = heard_closed,
		.status = heard_status};
}

#endif
