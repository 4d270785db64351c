#include "door/site/ledger.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS_LEAST 1024

struct ledger {
	struct ledger_row *rows;
	size_t count, room;
	uint32_t *slots; /* a power of two; number of a row + 1, or 0 */
	size_t slot_count;
};

uint64_t signature_of(uint64_t before, const void *bytes, size_t size)
{
	const uint8_t *at = bytes;
	uint64_t signature = before ^ (size * UINT64_C(0x9e3779b97f4a7c15)), word;

	for (; size >= sizeof word; size -= sizeof word, at += sizeof word) {
		memcpy(&word, at, sizeof word);
		signature = (signature ^ word) * UINT64_C(0xff51afd7ed558ccd);
		signature ^= signature >> 29;
	}
	word = 0;
	memcpy(&word, at, size);
	signature = (signature ^ word) * UINT64_C(0xc4ceb9fe1a85ec53);
	return signature ^ signature >> 32;
}

struct ledger *ledger_new(void)
{
	struct ledger *ledger = calloc(1, sizeof *ledger);

	if (!ledger)
		abort();
	return ledger;
}

void ledger_free(struct ledger *ledger)
{
	if (!ledger)
		return;
	free(ledger->rows);
	free(ledger->slots);
	free(ledger);
}

/* The slot of a path, or the free one where it belongs. */
static uint32_t *slot_of(const struct ledger *ledger, const char *path)
{
	size_t at = signature_of(1, path, strlen(path)) & (ledger->slot_count - 1);

	while (ledger->slots[at] && strcmp(ledger->rows[ledger->slots[at] - 1].path, path) != 0)
		at = (at + 1) & (ledger->slot_count - 1);
	return &ledger->slots[at];
}

static void fill_slots(struct ledger *ledger, size_t slot_count)
{
	free(ledger->slots);
	ledger->slots = calloc(slot_count, sizeof *ledger->slots);
	ledger->slot_count = slot_count;
	if (!ledger->slots)
		abort();
	for (size_t i = 0; i < ledger->count; i++)
		*slot_of(ledger, ledger->rows[i].path) = (uint32_t)i + 1;
}

struct ledger_row *ledger_find(struct ledger *ledger, const char *path)
{
	uint32_t found = ledger->slot_count ? *slot_of(ledger, path) : 0;

	return found ? &ledger->rows[found - 1] : NULL;
}

static struct ledger_row *add(struct ledger *ledger, const char *path)
{
	struct ledger_row *row;

	if (ledger->count == ledger->room) {
		ledger->room = ledger->room ? 2 * ledger->room : SLOTS_LEAST / 2;
		ledger->rows = realloc(ledger->rows, ledger->room * sizeof *ledger->rows);
		if (!ledger->rows)
			abort();
		fill_slots(ledger, 2 * ledger->room);
	}
	row = &ledger->rows[ledger->count];
	memset(row, 0, sizeof *row);
	strncpy(row->path, path, sizeof row->path - 1);
	*slot_of(ledger, row->path) = (uint32_t)++ledger->count;
	return row;
}

struct ledger_row *ledger_put(
	struct ledger *ledger, const char *path, uint64_t signature, int64_t number)
{
	struct ledger_row *row = ledger_find(ledger, path);

	if (!row)
		row = add(ledger, path);
	row->signature = signature;
	row->number = number;
	row->kept = true;
	return row;
}

void ledger_release(struct ledger *ledger)
{
	for (size_t i = 0; i < ledger->count; i++)
		ledger->rows[i].kept = false;
}

void ledger_remove_others(
	struct ledger *ledger, void (*gone)(void *context, const char *path), void *context)
{
	size_t kept = 0;

	for (size_t i = 0; i < ledger->count; i++) {
		if (ledger->rows[i].kept)
			ledger->rows[kept++] = ledger->rows[i];
		else
			gone(context, ledger->rows[i].path);
	}
	if (kept == ledger->count)
		return;
	ledger->count = kept;
	fill_slots(ledger, ledger->slot_count);
}

void ledger_each(const struct ledger *ledger,
	void (*each)(void *context, const struct ledger_row *row), void *context)
{
	for (size_t i = 0; i < ledger->count; i++)
		each(context, &ledger->rows[i]);
}

/* True if the path can be that of a file of a site, whatever wrote the ledger. */
static bool is_path(const char *path)
{
	return *path && *path != '/' && !strstr(path, "..") &&
	       path[strspn(path, "abcdefghijklmnopqrstuvwxyz0123456789-./")] == '\0' &&
	       strlen(path) < LEDGER_PATH_MAX;
}

void ledger_read(struct ledger *ledger, const char *text)
{
	while (*text) {
		size_t length = strcspn(text, "\n");
		char line[LEDGER_PATH_MAX + 64];

		if (length < sizeof line) {
			char *end;

			memcpy(line, text, length);
			line[length] = '\0';
			uint64_t signature = strtoull(line, &end, 16);
			int64_t number = strtoll(end, &end, 10);
			if (*end == ' ' && is_path(end + 1))
				ledger_put(ledger, end + 1, signature, number)->kept = false;
		}
		text += length + (text[length] == '\n');
	}
}

char *ledger_text(const struct ledger *ledger, size_t *size)
{
	char *text = NULL;
	FILE *out = open_memstream(&text, size);

	if (!out)
		abort();
	for (size_t i = 0; i < ledger->count; i++)
		fprintf(out, "%016" PRIx64 " %" PRId64 " %s\n", ledger->rows[i].signature,
			ledger->rows[i].number, ledger->rows[i].path);
	fclose(out);
	return text;
}
