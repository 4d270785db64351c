#include "door/site/ledger.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS_LEAST 1024
#define NUMBER_SIZE 24 /* of a number between two blanks */
#define LINE_SIZE (16 + NUMBER_SIZE + LEDGER_PATH_MAX + 1)

/* The tag spares most comparisons of paths, and with them rows that are not in a cache. */
struct slot {
	uint32_t row; /* number of a row + 1, or 0 */
	uint32_t tag; /* of the signature of its path */
};

struct ledger {
	struct ledger_row *rows;
	size_t count, room;
	struct slot *slots;
	size_t slot_count; /* a power of two */
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
static struct slot *slot_of(const struct ledger *ledger, const char *path, uint32_t *tag)
{
	uint64_t signature = signature_of(1, path, strlen(path));
	size_t at = signature & (ledger->slot_count - 1);
	const struct slot *slots = ledger->slots;

	*tag = (uint32_t)(signature >> 32);
	while (slots[at].row &&
		(slots[at].tag != *tag || strcmp(ledger->rows[slots[at].row - 1].path, path) != 0))
		at = (at + 1) & (ledger->slot_count - 1);
	return &ledger->slots[at];
}

static void fill_slot(struct ledger *ledger, size_t row)
{
	uint32_t tag;
	struct slot *slot = slot_of(ledger, ledger->rows[row].path, &tag);

	*slot = (struct slot){.row = (uint32_t)row + 1, .tag = tag};
}

static void fill_slots(struct ledger *ledger, size_t slot_count)
{
	free(ledger->slots);
	ledger->slots = calloc(slot_count, sizeof *ledger->slots);
	ledger->slot_count = slot_count;
	if (!ledger->slots)
		abort();
	for (size_t i = 0; i < ledger->count; i++)
		fill_slot(ledger, i);
}

struct ledger_row *ledger_find(struct ledger *ledger, const char *path)
{
	uint32_t tag, found = ledger->slot_count ? slot_of(ledger, path, &tag)->row : 0;

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
	fill_slot(ledger, ledger->count++);
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

/* Writes 16 hexadecimal digits. */
static char *put_signature(char *at, uint64_t signature)
{
	for (int digit = 60; digit >= 0; digit -= 4)
		*at++ = "0123456789abcdef"[signature >> digit & 15];
	return at;
}

/* Writes a number between two blanks. Most rows have 0. */
static char *put_number(char *at, int64_t number)
{
	if (number)
		return at + snprintf(at, NUMBER_SIZE, " %" PRId64 " ", number);
	memcpy(at, " 0 ", 3);
	return at + 3;
}

/* A site has a line for each of its files, so that this is worth more lines than those of
 * fprintf. */
char *ledger_text(const struct ledger *ledger, size_t *size)
{
	char *text = malloc(ledger->count * LINE_SIZE + 1), *at = text;

	if (!text)
		abort();
	for (size_t i = 0; i < ledger->count; i++) {
		const struct ledger_row *row = &ledger->rows[i];
		size_t length = strlen(row->path);

		at = put_signature(at, row->signature);
		at = put_number(at, row->number);
		memcpy(at, row->path, length);
		at += length;
		*at++ = '\n';
	}
	*size = (size_t)(at - text);
	*at = '\0';
	return text;
}
