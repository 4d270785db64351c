#include "door/command/countdown.h"

#include <stdio.h>

/* The seconds that are left when a notice is due, descending. */
static const int notices[] = {600, 300, 60, 10};
#define NOTICES (sizeof notices / sizeof *notices)

int countdown_due(struct countdown *countdown, long long whole_ms, long long left_ms)
{
	int seconds = 0;

	for (; countdown->announced < NOTICES && left_ms <= notices[countdown->announced] * 1000LL;
		countdown->announced++)
		if (notices[countdown->announced] * 1000LL <= whole_ms)
			seconds = notices[countdown->announced];
	return seconds;
}

long long countdown_next_ms(const struct countdown *countdown)
{
	return countdown->announced < NOTICES ? notices[countdown->announced] * 1000LL : 0;
}

void countdown_words(int seconds, char *text, size_t size)
{
	int count = seconds >= 60 ? seconds / 60 : seconds;

	snprintf(text, size, "%d %s%s", count, seconds >= 60 ? "minute" : "second",
		count == 1 ? "" : "s");
}
