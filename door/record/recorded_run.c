#include "door/record/recorded_run.h"
#include "door/os/complain.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_BYTES 48

struct recorded_run {
	FILE *file;
	size_t on_line; /* bytes of the current line */
	char path[512];
};

static void print_hex(FILE *file, const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		fprintf(file, "%02x", bytes[i]);
}

static void print_header(FILE *file, const struct seed *seed, const struct birth *birth)
{
	uint8_t bytes[BIRTH_BYTES_MAX];
	fputs("seed ", file);
	print_hex(file, seed->bytes, sizeof seed->bytes);
	fputs("\nbirth ", file);
	print_hex(file, bytes, birth_encode(birth, bytes));
	fputs("\n", file);
}

struct recorded_run *recorded_run_new(
	const char *directory, const char *bot, const struct seed *seed, const struct birth *birth)
{
	struct recorded_run *run = calloc(1, sizeof *run);
	assert(run);
	char hex[2 * sizeof seed->bytes + 1];
	for (size_t i = 0; i < sizeof seed->bytes; i++)
		snprintf(hex + 2 * i, 3, "%02x", seed->bytes[i]);
	snprintf(run->path, sizeof run->path, "%s/%s-%s.run", directory, bot, hex);
	run->file = fopen(run->path, "w");
	if (!run->file) {
		command_complain("%s: %s", run->path, strerror(errno));
		free(run);
		return NULL;
	}
	print_header(run->file, seed, birth);
	return run;
}

void recorded_run_command(struct recorded_run *run, const struct command *command)
{
	uint8_t bytes[COMMAND_BYTES_MAX];
	size_t size = command_encode(command, bytes);
	print_hex(run->file, bytes, size);
	run->on_line += size;
	if (run->on_line >= LINE_BYTES) {
		fputc('\n', run->file);
		run->on_line = 0;
	}
	/* Flushed, so that the file is complete if an assertion ends the game. */
	fflush(run->file);
}

bool recorded_run_free(struct recorded_run *run)
{
	if (!run)
		return true;
	if (run->on_line > 0)
		fputc('\n', run->file);
	bool failed = ferror(run->file);
	failed = fclose(run->file) != 0 || failed;
	if (failed)
		command_complain("%s: %s", run->path, strerror(errno));
	free(run);
	return !failed;
}
