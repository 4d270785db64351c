/* The migrations, in order of name, embedded by etc/embed from sql/schema. */
#ifndef TRAPDOOR_SCHEMA_H
#define TRAPDOOR_SCHEMA_H

#include <stddef.h>

struct schema_file {
	const char *name;
	const char *text;
	size_t size;
};
extern const struct schema_file schema_files[];
extern const size_t schema_file_count;

#endif
