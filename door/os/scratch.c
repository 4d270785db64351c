#include "door/os/scratch.h"

#include "door/os/complain.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PATH_MOST 4096

bool scratch_new(char path[SCRATCH_PATH_MAX])
{
	const char *below = getenv("TMPDIR");

	snprintf(
		path, SCRATCH_PATH_MAX, "%.200s/trapdoor-XXXXXX", below && *below ? below : "/tmp");
	if (mkdtemp(path))
		return true;
	command_complain(
		"cannot create directory %s: %s; set TMPDIR to a directory that you may write to",
		path, strerror(errno));
	return false;
}

void scratch_remove(const char *path)
{
	DIR *directory = opendir(path);
	struct dirent *entry;
	char inner[PATH_MOST];

	while (directory && (entry = readdir(directory)) != NULL) {
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		snprintf(inner, sizeof inner, "%.3800s/%s", path, entry->d_name);
		if (unlink(inner) != 0)
			scratch_remove(inner);
	}
	if (directory)
		closedir(directory);
	rmdir(path);
}
