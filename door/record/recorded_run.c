#include "door/os/complain.h"
#include "door/record/recorded_run.h"
#include "door/os/arguments.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_BYTES 48

struct bot_record {
	FILE *file;
	size_t on_line; /* bytes */
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

struct bot_record *bot_record_new(
	const char *directory, const char *bot, const struct seed *seed, const struct birth *birth)
{
	struct bot_record *record = calloc(1, sizeof *record);
	assert(record);
	char hex[2 * sizeof seed->bytes + 1];
	for (size_t i = 0; i < sizeof seed->bytes; i++)
		snprintf(hex + 2 * i, 3, "%02x", seed->bytes[i]);
	snprintf(record->path, sizeof record->path, "%s/%s-%s.run", directory, bot, hex);
	record->file = fopen(record->path, "w");
	if (!record->file) {
		command_complain("%s: %s", record->path, strerror(errno));
		free(record);
		return NULL;
	}
	print_header(record->file, seed, birth);
	return record;
}

void bot_record_command(struct bot_record *record, const struct command *command)
{
	uint8_t bytes[COMMAND_BYTES_MAX];
	size_t size = command_encode(command, bytes);
	print_hex(record->file, bytes, size);
	record->on_line += size;
	if (record->on_line >= LINE_BYTES) {
		fputc('\n', record->file);
		record->on_line = 0;
	}
	/* An assertion that ends the game leaves what led to it. */
	fflush(record->file);
}

bool bot_record_free(struct bot_record *record)
{
	if (!record)
		return true;
	if (record->on_line > 0)
		fputc('\n', record->file);
	bool failed = ferror(record->file);
	failed = fclose(record->file) != 0 || failed;
	if (failed)
		command_complain("%s: %s", record->path, strerror(errno));
	free(record);
	return !failed;
}
