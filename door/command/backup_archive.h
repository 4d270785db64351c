/*
 * A backup: a tar file whose first entry, MANIFEST, has the digest and size of each other entry.
 *
 *     MANIFEST                 "trapdoor backup 1", version, time, then DIGEST SIZE NAME lines
 *     state/trapdoor.db        a whole copy of the database
 *     state/host_key
 *     settings/trapdoor.conf   and names.txt, and bulletins/...
 *     content/...
 *
 * A reader compares each entry with the manifest, so it notices a damaged or shortened file.
 */
#ifndef TRAPDOOR_BACKUP_ARCHIVE_H
#define TRAPDOOR_BACKUP_ARCHIVE_H

#include "door/os/tar.h"

#include <stddef.h>

#define BACKUP_FILES_MAX 200
#define BACKUP_DIGEST_SIZE 32
#define BACKUP_ABOUT_MAX 128

struct backup_file {
	char name[TAR_NAME_MAX]; /* in the archive */
	char *path;              /* to read it from; NULL while reading an archive */
	uint64_t size;
	uint8_t digest[BACKUP_DIGEST_SIZE];
	bool seen;
};

struct backup_list {
	char about[BACKUP_ABOUT_MAX]; /* version and time */
	size_t count;
	struct backup_file files[BACKUP_FILES_MAX];
	char sentence[256]; /* why something failed */
};

/* Adds a file to be archived. False with the list's sentence. */
bool backup_list_add(struct backup_list *list, const char *name, const char *path);
void backup_list_clear(struct backup_list *list);

/* Writes the archive. False with the list's sentence. */
bool backup_archive_write(struct backup_list *list, int to);

/* Called with the bytes of an entry, piece by piece. False stops the reading. */
typedef bool backup_taker(
	void *context, const struct backup_file *file, const void *bytes, size_t size);
/* Reads an archive to its end and fills the list.  take may be NULL.  False with the list's
 * sentence if it is no backup, or is damaged. */
bool backup_archive_read(struct backup_list *list, int from, backup_taker *take, void *context);

#endif
