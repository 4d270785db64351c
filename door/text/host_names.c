#include "door/text/host_names.h"

#include <stdio.h>
#include <string.h>

#define LENGTH_MIN 2
#define HOST_SHOWN_LEAST 4 /* characters */

static const char ends[] = "abcdefghijklmnopqrstuvwxyz0123456789";
static const char characters[] = "abcdefghijklmnopqrstuvwxyz0123456789.-";

bool host_name_allowed(const char *host)
{
	size_t length = strlen(host);

	return length >= LENGTH_MIN && length <= STORE_HOST_MAX &&
	       strspn(host, characters) == length && strchr(ends, host[0]) &&
	       strchr(ends, host[length - 1]);
}

void host_name_join(const char *name, const char *host, unsigned width, char *text, size_t size)
{
	int room = (int)width - 1, of_host = (int)strlen(host), of_name = (int)strlen(name);

	if (of_name + of_host > room && of_name > room - HOST_SHOWN_LEAST)
		of_name = room - HOST_SHOWN_LEAST;
	if (of_host > room - of_name)
		of_host = room - of_name;
	snprintf(text, size, "%.*s@%.*s", of_name, name, of_host, host);
}
