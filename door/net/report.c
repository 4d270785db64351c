#include "door/net/report.h"

#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define COUNTER_BITS 16
#define COUNTER_MAX 0xffff

static int mine = -1;

int report_open(void)
{
	return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
}

bool report_read(int descriptor, struct reports *reports)
{
	uint64_t value;
	if (read(descriptor, &value, sizeof value) != sizeof value)
		return false;
	for (unsigned i = 0; i < REPORT_COUNT; i++)
		reports->counts[i] = (unsigned)(value >> (i * COUNTER_BITS)) & COUNTER_MAX;
	return true;
}

void report_begin(int descriptor)
{
	mine = descriptor;
}

void report_send(enum report report)
{
	uint64_t value = 1ULL << (report * COUNTER_BITS);
	if (mine >= 0 && write(mine, &value, sizeof value) < 0)
		return; /* a full counter: the listener has heard enough */
}
