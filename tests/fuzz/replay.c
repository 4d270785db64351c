/* Replays inputs without libFuzzer:  TARGET FILE|FOLDER...  A line for each file. */
#include "tests/fuzz/fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static size_t replayed;

static void replay_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	struct stat about;
	if (file == NULL || fstat(fileno(file), &about) != 0) {
		fprintf(stderr, "%s cannot be read\n", path);
		exit(1);
	}
	/* Exactly as large as its bytes, so that a read beyond them is seen. */
	size_t size = (size_t)about.st_size;
	uint8_t *bytes = malloc(size > 0 ? size : 1);
	assert(bytes != NULL);
	if (fread(bytes, 1, size, file) != size)
		exit(1);
	fclose(file);
	printf("replay %s\n", path);
	fflush(stdout);
	LLVMFuzzerTestOneInput(bytes, size);
	free(bytes);
	replayed++;
	printf("ok  \n");
}

static int is_shown(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static void replay(const char *path)
{
	struct dirent **entries;
	int count = scandir(path, &entries, is_shown, alphasort);
	if (count < 0) {
		replay_file(path);
		return;
	}
	for (int i = 0; i < count; i++) {
		char inner[4096];
		snprintf(inner, sizeof inner, "%s/%s", path, entries[i]->d_name);
		replay_file(inner);
		free(entries[i]);
	}
	free(entries);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		replay(argv[i]);
	return replayed > 0 ? 0 : 1;
}
