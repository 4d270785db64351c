/* Text files of [section] and key = value, as libinih reads them. */
#ifndef TRAPDOOR_INI_FILE_H
#define TRAPDOOR_INI_FILE_H

#include <stdbool.h>

#include "door/config/complaint.h"

struct ini_file {
	const char *what, *advice; /* for "cannot read this WHAT: why" and the text behind it */
	/* Takes one setting. False with a complaint, whose line is added, ends the reading. */
	bool (*take)(void *context, const char *section, const char *key, const char *value,
		struct complaint *complaint);
	void *context;
};
/* Gives each setting of a file to `take`. False with the first complaint and its line. */
bool ini_file_read(const struct ini_file *file, const char *path, struct complaint *complaint);

#endif
