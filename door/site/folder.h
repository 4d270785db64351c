/*
 * The folder of a site: its files are written whole or not at all, by rename.
 *
 * Names are those of this program: small letters, digits, '-', '.' and '/'. One process at a time
 * writes. A folder that has other files and was never a site is refused, so that a wrong path
 * spoils nothing.
 */
#ifndef TRAPDOOR_FOLDER_H
#define TRAPDOOR_FOLDER_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

struct folder {
	char path[PATH_MAX];
	int lock; /* -1: it is not open */
	unsigned written;
	char sentence[256];
};

/* Opens or makes the folder and its subfolders (names, ended by NULL). False with the sentence. */
bool folder_open(struct folder *folder, const char *path, const char *const *subfolders);
void folder_close(struct folder *folder);
/* Makes the folder and its subfolders, also while another process writes there. */
bool folder_make(const char *path, const char *const *subfolders);

/* Writes a file in the place of the one that there was. False with the sentence: then that one is
 * there still. */
bool folder_put(struct folder *folder, const char *name, const void *bytes, size_t size);
/* Writes a file that begins with all of the one that there was, and goes on with bytes. */
bool folder_append(struct folder *folder, const char *name, const void *bytes, size_t size);
/* Returns a file's bytes with a 0 behind them, which the caller frees. NULL: it cannot be read. */
char *folder_read(const struct folder *folder, const char *name, size_t *size);
void folder_remove(const struct folder *folder, const char *name);
/* Has the disk keep all that was written. */
bool folder_sync(struct folder *folder);

#endif
