#include "door/command/backup_archive.h"

#include "door/os/write_whole.h"
#include "door/os/version.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define FIRST_LINE "trapdoor backup 1"
#define MANIFEST "MANIFEST"
#define MANIFEST_MAX ((size_t)(BACKUP_FILES_MAX + 2) * 256)
#define PIECE 65536

static bool fail(struct backup_list *list, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
static bool fail(struct backup_list *list, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(list->sentence, sizeof list->sentence, format, arguments);
	va_end(arguments);
	return false;
}

/* Reads `size` bytes, or fewer at the end of the file. -1 with errno. */
static ssize_t read_all(int from, void *bytes, size_t size)
{
	size_t got = 0;
	while (got < size) {
		ssize_t more = read(from, (char *)bytes + got, size - got);
		if (more < 0 && errno == EINTR)
			continue;
		if (more < 0)
			return -1;
		if (more == 0)
			break;
		got += (size_t)more;
	}
	return (ssize_t)got;
}

/* ---- Writing ---- */

/* Measures the file, and copies it to a descriptor unless that is -1. */
static bool file_pass(struct backup_list *list, struct backup_file *file, int to)
{
	static uint8_t piece[PIECE];
	uint8_t digest[BACKUP_DIGEST_SIZE];
	crypto_generichash_state state;
	uint64_t size = 0;
	ssize_t got = 0;
	bool passed = true;
	int from = open(file->path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (from < 0)
		return fail(list, "cannot read %.120s: %s", file->path, strerror(errno));
	crypto_generichash_init(&state, NULL, 0, sizeof digest);
	while (passed && (got = read_all(from, piece, sizeof piece)) > 0) {
		crypto_generichash_update(&state, piece, (size_t)got);
		size += (uint64_t)got;
		passed = to < 0 || write_whole(to, piece, (size_t)got);
	}
	int error = errno;
	close(from);
	crypto_generichash_final(&state, digest, sizeof digest);
	if (!passed || got < 0)
		return fail(
			list, "cannot %s: %s", passed ? "read a file" : "write", strerror(error));
	if (to >= 0 && (size != file->size || memcmp(digest, file->digest, sizeof digest) != 0))
		return fail(list, "%.120s changed meanwhile; try again", file->path);
	file->size = size;
	memcpy(file->digest, digest, sizeof digest);
	return size <= TAR_SIZE_MAX || fail(list, "%.120s is over 8 GiB", file->path);
}

bool backup_list_add(struct backup_list *list, const char *name, const char *path)
{
	struct backup_file *file = &list->files[list->count];
	if (list->count == BACKUP_FILES_MAX)
		return fail(list, "there are over %d files", BACKUP_FILES_MAX);
	if (strlen(name) >= sizeof file->name)
		return fail(list, "the name %.100s is too long", name);
	*file = (struct backup_file){.path = strdup(path)};
	snprintf(file->name, sizeof file->name, "%s", name);
	list->count++;
	return file->path && file_pass(list, file, -1);
}

void backup_list_clear(struct backup_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->files[i].path);
	list->count = 0;
}

static bool write_entry(int to, const char *name, uint64_t size)
{
	struct tar_entry entry = {.size = size, .time = time(NULL)};
	uint8_t block[TAR_BLOCK];
	snprintf(entry.name, sizeof entry.name, "%s", name);
	tar_write(&entry, block);
	return write_whole(to, block, sizeof block);
}

static char *manifest_of(const struct backup_list *list)
{
	char *text = malloc(MANIFEST_MAX), digest[2 * BACKUP_DIGEST_SIZE + 1];
	size_t size;
	time_t now = time(NULL);
	struct tm day;
	if (!text)
		return NULL;
	gmtime_r(&now, &day);
	size = (size_t)snprintf(text, MANIFEST_MAX,
		FIRST_LINE "\nmade %04d-%02d-%02d %02d:%02d UTC by trapdoor " TRAPDOOR_VERSION "\n",
		day.tm_year + 1900, day.tm_mon + 1, day.tm_mday, day.tm_hour, day.tm_min);
	for (size_t i = 0; i < list->count; i++) {
		const struct backup_file *file = &list->files[i];
		sodium_bin2hex(digest, sizeof digest, file->digest, sizeof file->digest);
		size += (size_t)snprintf(text + size, MANIFEST_MAX - size, "%s %llu %s\n", digest,
			(unsigned long long)file->size, file->name);
	}
	return text;
}

bool backup_archive_write(struct backup_list *list, int to)
{
	static const uint8_t zeros[2 * TAR_BLOCK];
	char *manifest = manifest_of(list);
	size_t size = manifest ? strlen(manifest) : 0;
	bool good = manifest && write_entry(to, MANIFEST, size) &&
		    write_whole(to, manifest, size) && write_whole(to, zeros, tar_padding(size));
	free(manifest);
	for (size_t i = 0; good && i < list->count; i++) {
		struct backup_file *file = &list->files[i];
		good = write_entry(to, file->name, file->size);
		if (good && !file_pass(list, file, to))
			return false;
		good = good && write_whole(to, zeros, tar_padding(file->size));
	}
	good = good && write_whole(to, zeros, sizeof zeros);
	return good || fail(list, "cannot write: %s", strerror(errno));
}

/* ---- Reading ---- */

static bool manifest_line(struct backup_list *list, const char *line)
{
	struct backup_file *file = &list->files[list->count];
	char digest[2 * BACKUP_DIGEST_SIZE + 1];
	unsigned long long size;
	size_t length;
	if (list->count == BACKUP_FILES_MAX)
		return false;
	*file = (struct backup_file){.path = NULL};
	if (sscanf(line, "%64s %llu %99[^\n]", digest, &size, file->name) != 3 ||
		sodium_hex2bin(file->digest, sizeof file->digest, digest, strlen(digest), NULL,
			&length, NULL) != 0 ||
		length != sizeof file->digest)
		return false;
	file->size = size;
	list->count++;
	return true;
}

static bool manifest_read(struct backup_list *list, char *text)
{
	char *rest = NULL, *line = strtok_r(text, "\n", &rest);
	if (!line || strcmp(line, FIRST_LINE) != 0 || !(line = strtok_r(NULL, "\n", &rest)))
		return false;
	snprintf(list->about, sizeof list->about, "%s", line);
	for (char *c = list->about; *c; c++)
		if (*c < ' ' || *c > '~')
			*c = '?';
	while ((line = strtok_r(NULL, "\n", &rest)) != NULL)
		if (!manifest_line(list, line))
			return false;
	return true;
}

static bool skip(int from, uint64_t size)
{
	uint8_t block[TAR_BLOCK];
	return read_all(from, block, size) == (ssize_t)size;
}

static bool take_manifest(struct backup_list *list, int from)
{
	uint8_t block[TAR_BLOCK];
	struct tar_entry entry;
	char *text = NULL;
	bool good = read_all(from, block, sizeof block) == sizeof block &&
		    tar_read(block, &entry) && strcmp(entry.name, MANIFEST) == 0 &&
		    entry.size < MANIFEST_MAX && (text = calloc(1, MANIFEST_MAX)) != NULL &&
		    read_all(from, text, entry.size) == (ssize_t)entry.size &&
		    skip(from, tar_padding(entry.size)) && manifest_read(list, text);
	free(text);
	return good || fail(list, "it is no backup of trapdoor");
}

static struct backup_file *list_find(struct backup_list *list, const char *name)
{
	for (size_t i = 0; i < list->count; i++)
		if (strcmp(list->files[i].name, name) == 0)
			return &list->files[i];
	return NULL;
}

static bool take_file(struct backup_list *list, struct backup_file *file, int from,
	backup_taker *take, void *context)
{
	static uint8_t piece[PIECE];
	uint8_t digest[BACKUP_DIGEST_SIZE];
	crypto_generichash_state state;
	uint64_t left = file->size;
	crypto_generichash_init(&state, NULL, 0, sizeof digest);
	/* An empty file is one piece, too. */
	do {
		size_t wanted = left < sizeof piece ? (size_t)left : sizeof piece;
		if (read_all(from, piece, wanted) != (ssize_t)wanted)
			return fail(list, "it ends in %.99s", file->name);
		crypto_generichash_update(&state, piece, wanted);
		if (take && !take(context, file, piece, wanted))
			return fail(list, "cannot write %.99s: %s", file->name, strerror(errno));
		left -= wanted;
	} while (left > 0);
	crypto_generichash_final(&state, digest, sizeof digest);
	if (memcmp(digest, file->digest, sizeof digest) != 0)
		return fail(list, "%.99s is damaged", file->name);
	file->seen = true;
	return skip(from, tar_padding(file->size)) || fail(list, "it ends too early");
}

bool backup_archive_read(struct backup_list *list, int from, backup_taker *take, void *context)
{
	uint8_t block[TAR_BLOCK];
	struct tar_entry entry;
	list->count = 0;
	if (!take_manifest(list, from))
		return false;
	for (;;) {
		if (read_all(from, block, sizeof block) != sizeof block)
			return fail(list, "it ends too early");
		if (tar_is_end(block))
			break;
		struct backup_file *file =
			tar_read(block, &entry) ? list_find(list, entry.name) : NULL;
		if (!file || file->seen || file->size != entry.size)
			return fail(list, "an entry is damaged, or not in its manifest");
		if (!take_file(list, file, from, take, context))
			return false;
	}
	for (size_t i = 0; i < list->count; i++)
		if (!list->files[i].seen)
			return fail(list, "%.99s is missing", list->files[i].name);
	return true;
}
