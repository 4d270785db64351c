/*
 * A slower disk for SQLite: the system's own, whose every sync takes longer by a set time.
 *
 * It stands as the default of the program that asks for it, and of the keepers that it starts.
 */
#ifndef TRAPDOOR_TESTS_BENCH_SLOW_VFS_H
#define TRAPDOOR_TESTS_BENCH_SLOW_VFS_H

#include <assert.h>
#include <sqlite3.h>
#include <stddef.h>
#include <time.h>

/* A kind of file has methods of its own; the system's file system has a few. */
#define SLOW_KINDS_MAX 8

static struct {
	long extra_us;
	sqlite3_vfs here, *real;
	const sqlite3_io_methods *kinds[SLOW_KINDS_MAX]; /* as they were */
	sqlite3_io_methods slow[SLOW_KINDS_MAX];         /* the same but for the sync */
	size_t kind_count;
} slow;

static inline int slow_sync(sqlite3_file *file, int flags)
{
	const struct timespec extra = {.tv_nsec = slow.extra_us * 1000};

	nanosleep(&extra, NULL);
	return slow.kinds[file->pMethods - slow.slow]->xSync(file, flags);
}

static inline int slow_open(
	sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out_flags)
{
	int code = slow.real->xOpen(slow.real, path, file, flags, out_flags);
	size_t kind = 0;

	(void)vfs;
	if (code != SQLITE_OK || !file->pMethods)
		return code;
	while (kind < slow.kind_count && slow.kinds[kind] != file->pMethods)
		kind++;
	if (kind == slow.kind_count) {
		assert(kind < SLOW_KINDS_MAX);
		slow.kinds[kind] = file->pMethods;
		slow.slow[kind] = *file->pMethods;
		slow.slow[kind].xSync = slow_sync;
		slow.kind_count++;
	}
	file->pMethods = &slow.slow[kind];
	return SQLITE_OK;
}

/* From here on, for every database that is opened. */
static inline void slow_register(long extra_us)
{
	slow.extra_us = extra_us;
	slow.real = sqlite3_vfs_find(NULL);
	slow.here = *slow.real;
	slow.here.pNext = NULL;
	slow.here.zName = "slow";
	slow.here.xOpen = slow_open;
	sqlite3_vfs_register(&slow.here, 1);
}

#endif
