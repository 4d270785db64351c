/* The stock content, embedded by etc/embed from etc/content. */
#ifndef TRAPDOOR_BUILTIN_H
#define TRAPDOOR_BUILTIN_H

#include <stddef.h>

struct builtin_file {
	const char *name;
	const char *text;
	size_t size;
};
extern const struct builtin_file builtin_files[];
extern const size_t builtin_file_count;

#endif
