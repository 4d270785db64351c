#include "door/os/tar.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Places in a header. */
enum {
	AT_MODE = 100,
	AT_USER = 108,
	AT_GROUP = 116,
	AT_SIZE = 124,
	AT_TIME = 136,
	AT_SUM = 148,
	AT_TYPE = 156,
	AT_MAGIC = 257
};

static void put_octal(uint8_t *field, int digits, uint64_t value)
{
	char text[24];
	snprintf(text, sizeof text, "%0*llo", digits, (unsigned long long)value);
	memcpy(field, text, (size_t)digits + 1);
}

/* The sum of all bytes, with blanks in the place of the sum. */
static unsigned sum_of(const uint8_t *block)
{
	unsigned sum = 0;
	for (int i = 0; i < TAR_BLOCK; i++)
		sum += i >= AT_SUM && i < AT_SUM + 8 ? ' ' : block[i];
	return sum;
}

void tar_write(const struct tar_entry *entry, uint8_t block[TAR_BLOCK])
{
	assert(entry->size <= TAR_SIZE_MAX);
	memset(block, 0, TAR_BLOCK);
	snprintf((char *)block, TAR_NAME_MAX, "%s", entry->name);
	put_octal(block + AT_MODE, 7, 0600);
	put_octal(block + AT_USER, 7, 0);
	put_octal(block + AT_GROUP, 7, 0);
	put_octal(block + AT_SIZE, 11, entry->size);
	put_octal(block + AT_TIME, 11, (uint64_t)entry->time);
	block[AT_TYPE] = '0';
	memcpy(block + AT_MAGIC, "ustar\00000", 8);
	put_octal(block + AT_SUM, 6, sum_of(block));
	block[AT_SUM + 7] = ' ';
}

static bool get_octal(const uint8_t *field, size_t size, uint64_t *value)
{
	char text[16] = "", *end;
	memcpy(text, field, size);
	*value = strtoull(text, &end, 8);
	return end > text && text[0] >= '0' && text[0] <= '7';
}

/* Relative, and without a step upward. */
static bool name_is_safe(const char *name)
{
	if (!*name || *name == '/')
		return false;
	for (const char *part = name; part; part = strchr(part, '/')) {
		part += *part == '/';
		if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || !part[2]))
			return false;
	}
	for (; *name; name++)
		if (*name < ' ' || *name > '~')
			return false;
	return true;
}

bool tar_read(const uint8_t block[TAR_BLOCK], struct tar_entry *entry)
{
	uint64_t sum, time;
	memcpy(entry->name, block, TAR_NAME_MAX);
	if (!memchr(entry->name, 0, TAR_NAME_MAX) || !get_octal(block + AT_SUM, 7, &sum) ||
		sum != sum_of(block) || block[AT_TYPE] != '0' ||
		memcmp(block + AT_MAGIC, "ustar", 5) != 0 ||
		!get_octal(block + AT_SIZE, 12, &entry->size) ||
		!get_octal(block + AT_TIME, 12, &time))
		return false;
	entry->time = (int64_t)time;
	return name_is_safe(entry->name);
}

bool tar_is_end(const uint8_t block[TAR_BLOCK])
{
	for (int i = 0; i < TAR_BLOCK; i++)
		if (block[i])
			return false;
	return true;
}

uint64_t tar_padding(uint64_t size)
{
	return (TAR_BLOCK - size % TAR_BLOCK) % TAR_BLOCK;
}
