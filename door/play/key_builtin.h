/* The built-in presets of keys, embedded by etc/embed from etc/keys. */
#ifndef TRAPDOOR_KEY_BUILTIN_H
#define TRAPDOOR_KEY_BUILTIN_H

#include "door/play/keymap.h"

#include <stddef.h>

struct key_builtin_file {
	const char *name, *text;
	size_t size;
};
extern const struct key_builtin_file key_builtin_files[];
extern const size_t key_builtin_file_count;

#endif
