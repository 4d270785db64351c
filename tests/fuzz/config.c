/*
 * Settings files: any bytes are settings or one complaint, and settings that are printed and read
 * again are the same.
 */
#include "tests/fuzz/fuzz.h"

#include "door/config/config.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define LINE_MOST 190

static struct config read_from(const char *bytes, size_t size, bool *good)
{
	struct config config;
	struct complaint complaint = {0};
	char path[64];
	int file = memfd_create("settings", MFD_CLOEXEC);
	assert(file >= 0);
	ssize_t written = size > 0 ? write(file, bytes, size) : 0;
	assert(written == (ssize_t)size);
	snprintf(path, sizeof path, "/proc/self/fd/%d", file);
	memset(&config, 0, sizeof config);
	config_defaults(&config);
	*good = config_read(&config, path, &complaint);
	close(file);
	assert(*good == (complaint.sentence[0] == '\0'));
	return config;
}

static char *print(const struct config *config, size_t *size)
{
	char *text = NULL;
	FILE *file = open_memstream(&text, size);
	assert(file != NULL);
	config_print(config, file);
	fclose(file);
	return text;
}

/* A line that no settings file may have: printing adds a blank to what was read. */
static bool has_long_line(const char *text)
{
	for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strcspn(line, "\n") >= LINE_MOST)
			return true;
	}
	return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	bool good, again_good;
	struct config config = read_from((const char *)bytes, size, &good);
	if (!good)
		return 0;
	size_t length, again_length;
	char *text = print(&config, &length);
	if (has_long_line(text)) {
		free(text);
		return 0;
	}
	struct config again = read_from(text, length, &again_good);
	assert(again_good);
	char *again_text = print(&again, &again_length);
	assert(length == again_length && memcmp(text, again_text, length) == 0);
	free(text);
	free(again_text);
	return 0;
}
