#include "door/os/read_file.h"

#include "door/os/complain.h"

#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *read_file(const char *path, size_t *size)
{
	bool standard = strcmp(path, "-") == 0;
	const char *name = standard ? "standard input" : path;
	FILE *file = standard ? stdin : fopen(path, "r");
	if (!file) {
		command_complain("cannot read %s: %s", name, strerror(errno));
		return NULL;
	}
	char *text = NULL;
	size_t capacity = 0;
	ssize_t length = getdelim(&text, &capacity, EOF, file);
	bool failed = ferror(file);
	if (!standard)
		fclose(file);
	if (failed) {
		command_complain("cannot read %s: %s", name, strerror(errno));
		free(text);
		return NULL;
	}
	if (length < 0) {
		free(text);
		text = calloc(1, 1);
		assert(text);
		length = 0;
	}
	*size = (size_t)length;
	return text;
}
