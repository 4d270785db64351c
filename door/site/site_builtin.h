/* The style and the script of the pages, embedded by etc/embed from etc/site. */
#ifndef TRAPDOOR_SITE_BUILTIN_H
#define TRAPDOOR_SITE_BUILTIN_H

#include <stddef.h>

struct site_builtin_file {
	const char *name, *text;
	size_t size;
};
extern const struct site_builtin_file site_builtin_files[];
extern const size_t site_builtin_file_count;

#endif
