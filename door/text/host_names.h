/* The names of hosts that exchange results. */
#ifndef TRAPDOOR_HOST_NAMES_H
#define TRAPDOOR_HOST_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "sql/store_imported.h"

/* True for 2 to STORE_HOST_MAX letters a to z, digits, dots and hyphens, which begin and end with a
 * letter or a digit. */
bool host_name_allowed(const char *host);

/* Writes NAME@HOST, cut to a width, with some of both sides of the @. width: 8 or more. */
void host_name_join(const char *name, const char *host, unsigned width, char *text, size_t size);

#endif
