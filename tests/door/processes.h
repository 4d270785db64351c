/* Finds the processes of a server by their names. */
#ifndef TRAPDOOR_TESTS_PROCESSES_H
#define TRAPDOOR_TESTS_PROCESSES_H

#include "tests/test.h"

#include <dirent.h>
#include <unistd.h>

#define PROCESSES_DEPTH 8 /* of the tree */

/* Returns the parent of a process and its name; 0: it has ended. */
static inline pid_t process_parent(pid_t pid, char name[64])
{
	char path[64], text[512];
	int parent = 0;

	name[0] = '\0';
	snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
	FILE *file = fopen(path, "r");
	if (!file)
		return 0;
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	fclose(file);
	char state = 'Z';
	if (sscanf(text, "%*d (%60[^)]) %c %d", name, &state, &parent) != 3 || state == 'Z')
		return 0;
	return (pid_t)parent;
}

static inline bool process_is_below(pid_t pid, pid_t root)
{
	char name[64];

	for (int depth = 0; depth < PROCESSES_DEPTH && pid > 1; depth++) {
		if (pid == root)
			return true;
		pid = process_parent(pid, name);
	}
	return false;
}

/* Returns how many processes below the root have the name, and the first of them. */
static inline size_t processes_named(pid_t root, const char *wanted, pid_t *first)
{
	DIR *all = opendir("/proc");
	const struct dirent *entry;
	char name[64];
	size_t count = 0;

	assert_non_null(all);
	while ((entry = readdir(all)) != NULL) {
		pid_t pid = (pid_t)atoi(entry->d_name);

		if (pid <= 1 || !process_parent(pid, name) || strcmp(name, wanted) != 0 ||
			!process_is_below(pid, root))
			continue;
		if (count++ == 0 && first)
			*first = pid;
	}
	closedir(all);
	return count;
}

/* Waits until so many processes have the name. Returns the first of them. */
static inline pid_t process_await(pid_t root, const char *name, size_t count)
{
	pid_t first = 0;

	for (int waited_ms = 0; waited_ms < 20000; waited_ms += 10) {
		if (processes_named(root, name, &first) == count)
			return first;
		usleep(10000);
	}
	fail_msg("there are not %zu processes %s", count, name);
	return 0;
}

#endif
