/* The neutral words, embedded by etc/embed from etc/neutral. */
#ifndef TRAPDOOR_ENGINE_NEUTRAL_H
#define TRAPDOOR_ENGINE_NEUTRAL_H

#include <stddef.h>

struct neutral_file {
	const char *name;
	const char *text;
	size_t size;
};
extern const struct neutral_file neutral_files[];
extern const size_t neutral_file_count;

#endif
