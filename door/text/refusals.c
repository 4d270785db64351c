#include "door/text/refusals.h"

#include <stdio.h>

#include "door/text/times.h"

void refusal_text(char *text, size_t size, const char *what, int64_t until, const char *reason)
{
	char date[TIME_TEXT_MAX] = "";

	if (until)
		time_text(until, date);
	snprintf(text, size, "%s%s%s%s%s", what, until ? " until " : "", date, *reason ? ": " : "",
		reason);
}
