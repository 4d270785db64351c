/*
 * A file system for SQLite that does as the test says: it stands before the real one, as the
 * default of the test program, and counts the writes, syncs, truncations and openings that pass.
 *
 * A plan names one of them: the Nth fails, meets a full disk, is torn in half, comes late, or is
 * claimed and not done; once, or from then on.  Or the power goes: then nothing works any more, and
 * faulty_power_on makes of each file what a disk may hold after that.  For this it keeps, beside
 * each file, what was synced of it and what was changed since, in order.  Names are as durable as
 * their directory: syncing a file keeps its own, and syncing one that is new keeps all (SQLite then
 * syncs the directory).
 *
 * Nothing is really synced, because no test pulls the real plug; that makes thousands of lives
 * cheap.
 */
#ifndef TRAPDOOR_TESTS_SQL_FAULTY_VFS_H
#define TRAPDOOR_TESTS_SQL_FAULTY_VFS_H

#include <assert.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum faulty_operation { FAULTY_WRITE, FAULTY_SYNC, FAULTY_TRUNCATE, FAULTY_OPEN, FAULTY_ANY };
#define FAULTY_OPERATIONS (FAULTY_ANY + 1)

enum faulty_kind {
	FAULTY_NOTHING,
	FAULTY_FAILS, /* not done; a failed sync forgets what it was to keep, as Linux does */
	FAULTY_FULL,  /* not done, no space */
	FAULTY_TEARS, /* half done, and fails */
	FAULTY_LATE,  /* done after a while */
	FAULTY_LIES,  /* not done, and claimed */
	FAULTY_POWER  /* half done, if at all, and the last that ever was */
};

struct faulty_plan {
	enum faulty_operation operation;
	enum faulty_kind kind;
	unsigned at; /* counted from 1 */
	bool for_ever;
	bool never_syncs; /* every sync is claimed and not done: synchronous = OFF */
};

/* The changes since a file's last sync that a power cut leaves on the disk. */
enum faulty_fate { FAULTY_KEEPS_NONE, FAULTY_KEEPS_ALL, FAULTY_KEEPS_SOME };

enum faulty_change_kind { FAULTY_WRITTEN, FAULTY_CUT_SHORT, FAULTY_CREATED, FAULTY_UNLINKED };
struct faulty_change {
	enum faulty_change_kind kind;
	size_t offset, size;
	uint8_t *bytes;
};

#define FAULTY_TWINS_MAX 8
#define FAULTY_CHANGES_MAX 4096
struct faulty_image {
	uint8_t *bytes;
	size_t size, room; /* of bytes */
	bool exists;
};
struct faulty_twin {
	char path[512];
	struct faulty_image synced;
	struct faulty_change changes[FAULTY_CHANGES_MAX];
	size_t change_count;
};

static struct {
	struct faulty_plan plan;
	unsigned passed[FAULTY_OPERATIONS];
	bool off; /* the power */
	uint32_t dice;
	sqlite3_vfs here, *real;
	sqlite3_io_methods methods;
	struct faulty_twin twins[FAULTY_TWINS_MAX];
	size_t twin_count;
} faulty;

struct faulty_file {
	sqlite3_file base;
	struct faulty_twin *twin; /* NULL for what need not outlive anything */
	sqlite3_file *real;
};

/* ---- Synced and unsynced bytes ---- */

static inline struct faulty_twin *faulty_twin_of(const char *path)
{
	struct faulty_twin *twin = faulty.twins;

	while (twin < faulty.twins + faulty.twin_count && strcmp(twin->path, path) != 0)
		twin++;
	if (twin == faulty.twins + faulty.twin_count) {
		assert(faulty.twin_count < FAULTY_TWINS_MAX);
		faulty.twin_count++;
		snprintf(twin->path, sizeof twin->path, "%s", path);
	}
	return twin;
}

static inline void faulty_note(struct faulty_twin *twin, enum faulty_change_kind kind,
	const void *bytes, size_t size, size_t offset)
{
	struct faulty_change *change;

	if (!twin)
		return;
	assert(twin->change_count < FAULTY_CHANGES_MAX);
	change = &twin->changes[twin->change_count++];
	*change = (struct faulty_change){.kind = kind, .offset = offset, .size = size};
	if (!bytes)
		return;
	change->bytes = malloc(size ? size : 1);
	memcpy(change->bytes, bytes, size);
}

static inline void faulty_image_resize(struct faulty_image *image, size_t size)
{
	while (size > image->room) {
		image->room = image->room ? 2 * image->room : 65536;
		image->bytes = realloc(image->bytes, image->room);
	}
	if (size > image->size)
		memset(image->bytes + image->size, 0, size - image->size);
	image->size = size;
}

static inline void faulty_image_take(struct faulty_image *image, const struct faulty_change *change)
{
	image->exists = change->kind != FAULTY_UNLINKED;
	if (change->kind != FAULTY_WRITTEN) {
		faulty_image_resize(image, change->size);
		return;
	}
	if (change->offset + change->size > image->size)
		faulty_image_resize(image, change->offset + change->size);
	memcpy(image->bytes + change->offset, change->bytes, change->size);
}

/* The first changes are on the disk now. */
static inline void faulty_settle(struct faulty_twin *twin, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		faulty_image_take(&twin->synced, &twin->changes[i]);
		free(twin->changes[i].bytes);
	}
	twin->change_count -= count;
	memmove(twin->changes, twin->changes + count, twin->change_count * sizeof *twin->changes);
}

static inline void faulty_forget(struct faulty_twin *twin)
{
	for (size_t i = 0; i < twin->change_count; i++)
		free(twin->changes[i].bytes);
	twin->change_count = 0;
}

/* How many of the changes a directory's sync settles: all to the last that made or took a name. */
static inline size_t faulty_named(const struct faulty_twin *twin)
{
	size_t count = twin->change_count;

	while (count > 0 && twin->changes[count - 1].kind != FAULTY_CREATED &&
		twin->changes[count - 1].kind != FAULTY_UNLINKED)
		count--;
	return count;
}

static inline void faulty_sync_twin(struct faulty_twin *twin)
{
	bool named = faulty_named(twin) > 0;

	faulty_settle(twin, twin->change_count);
	for (size_t i = 0; named && i < faulty.twin_count; i++)
		faulty_settle(&faulty.twins[i], faulty_named(&faulty.twins[i]));
}

/* ---- The plan ---- */

static inline uint32_t faulty_roll(uint32_t sides)
{
	faulty.dice = faulty.dice * 1664525 + 1013904223;
	return (faulty.dice >> 8) % sides;
}

/* Whether, and how, this operation goes wrong. */
static inline enum faulty_kind faulty_fault(enum faulty_operation operation)
{
	const struct faulty_plan *plan = &faulty.plan;
	unsigned number;

	if (faulty.off)
		return FAULTY_FAILS;
	faulty.passed[operation]++;
	faulty.passed[FAULTY_ANY]++;
	if (plan->operation != operation && plan->operation != FAULTY_ANY)
		return FAULTY_NOTHING;
	number = faulty.passed[plan->operation];
	if (number != plan->at && !(plan->for_ever && number > plan->at))
		return FAULTY_NOTHING;
	if (plan->kind == FAULTY_POWER)
		faulty.off = true;
	if (plan->kind == FAULTY_LATE)
		usleep(300);
	return plan->kind == FAULTY_LATE ? FAULTY_NOTHING : plan->kind;
}

/* ---- The methods of a file ---- */

#define FAULTY_REAL(file) ((struct faulty_file *)(void *)(file))->real
#define FAULTY_TWIN(file) ((struct faulty_file *)(void *)(file))->twin

static inline int faulty_close(sqlite3_file *file)
{
	return FAULTY_REAL(file)->pMethods->xClose(FAULTY_REAL(file));
}

static inline int faulty_read(sqlite3_file *file, void *bytes, int size, sqlite3_int64 offset)
{
	return FAULTY_REAL(file)->pMethods->xRead(FAULTY_REAL(file), bytes, size, offset);
}

static inline int faulty_write(
	sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset)
{
	enum faulty_kind kind = faulty.off ? FAULTY_FAILS : faulty_fault(FAULTY_WRITE);
	int code = kind == FAULTY_FULL                             ? SQLITE_FULL
		   : kind == FAULTY_LIES || kind == FAULTY_NOTHING ? SQLITE_OK
								   : SQLITE_IOERR_WRITE;
	int done = kind == FAULTY_NOTHING || kind == FAULTY_POWER ? size
		   : kind == FAULTY_TEARS                         ? size / 2
								  : 0;

	if (done > 0) {
		faulty_note(FAULTY_TWIN(file), FAULTY_WRITTEN, bytes, (size_t)done, (size_t)offset);
		if (FAULTY_REAL(file)->pMethods->xWrite(FAULTY_REAL(file), bytes, done, offset) !=
			SQLITE_OK)
			return SQLITE_IOERR_WRITE;
	}
	return code;
}

static inline int faulty_truncate(sqlite3_file *file, sqlite3_int64 size)
{
	enum faulty_kind kind = faulty_fault(FAULTY_TRUNCATE);

	if (kind != FAULTY_NOTHING)
		return kind == FAULTY_LIES ? SQLITE_OK : SQLITE_IOERR_TRUNCATE;
	faulty_note(FAULTY_TWIN(file), FAULTY_CUT_SHORT, NULL, (size_t)size, 0);
	return FAULTY_REAL(file)->pMethods->xTruncate(FAULTY_REAL(file), size);
}

static inline int faulty_sync(sqlite3_file *file, int flags)
{
	enum faulty_kind kind = faulty_fault(FAULTY_SYNC);
	struct faulty_twin *twin = FAULTY_TWIN(file);

	(void)flags;
	if (faulty.off)
		return SQLITE_IOERR_FSYNC;
	if (!twin || kind == FAULTY_LIES || faulty.plan.never_syncs)
		return SQLITE_OK;
	if (kind == FAULTY_NOTHING) {
		faulty_sync_twin(twin);
		return SQLITE_OK;
	}
	if (kind == FAULTY_TEARS)
		faulty_settle(twin, twin->change_count / 2);
	faulty_forget(twin);
	return SQLITE_IOERR_FSYNC;
}

static inline int faulty_file_size(sqlite3_file *file, sqlite3_int64 *size)
{
	return FAULTY_REAL(file)->pMethods->xFileSize(FAULTY_REAL(file), size);
}

static inline int faulty_lock(sqlite3_file *file, int level)
{
	return FAULTY_REAL(file)->pMethods->xLock(FAULTY_REAL(file), level);
}

static inline int faulty_unlock(sqlite3_file *file, int level)
{
	return FAULTY_REAL(file)->pMethods->xUnlock(FAULTY_REAL(file), level);
}

static inline int faulty_check_lock(sqlite3_file *file, int *reserved)
{
	return FAULTY_REAL(file)->pMethods->xCheckReservedLock(FAULTY_REAL(file), reserved);
}

static inline int faulty_control(sqlite3_file *file, int operation, void *argument)
{
	return FAULTY_REAL(file)->pMethods->xFileControl(FAULTY_REAL(file), operation, argument);
}

static inline int faulty_sector_size(sqlite3_file *file)
{
	return FAULTY_REAL(file)->pMethods->xSectorSize(FAULTY_REAL(file));
}

static inline int faulty_characteristics(sqlite3_file *file)
{
	return FAULTY_REAL(file)->pMethods->xDeviceCharacteristics(FAULTY_REAL(file));
}

static inline int faulty_shm_map(
	sqlite3_file *file, int page, int size, int extend, void volatile **memory)
{
	return FAULTY_REAL(file)->pMethods->xShmMap(FAULTY_REAL(file), page, size, extend, memory);
}

static inline int faulty_shm_lock(sqlite3_file *file, int offset, int count, int flags)
{
	return FAULTY_REAL(file)->pMethods->xShmLock(FAULTY_REAL(file), offset, count, flags);
}

static inline void faulty_shm_barrier(sqlite3_file *file)
{
	FAULTY_REAL(file)->pMethods->xShmBarrier(FAULTY_REAL(file));
}

static inline int faulty_shm_unmap(sqlite3_file *file, int remove_it)
{
	return FAULTY_REAL(file)->pMethods->xShmUnmap(FAULTY_REAL(file), remove_it);
}

/* ---- The file system ---- */

static inline int faulty_open(
	sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out)
{
	struct faulty_file *ours = (struct faulty_file *)(void *)file;
	bool kept = path &&
		    (flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL));
	bool there = kept && access(path, F_OK) == 0;
	int code;

	(void)vfs;
	file->pMethods = NULL;
	if (faulty_fault(FAULTY_OPEN) != FAULTY_NOTHING)
		return SQLITE_CANTOPEN;
	ours->real = (sqlite3_file *)(void *)(ours + 1);
	ours->twin = kept ? faulty_twin_of(path) : NULL;
	code = faulty.real->xOpen(faulty.real, path, ours->real, flags, out);
	if (code != SQLITE_OK)
		return code;
	if (kept && !there)
		faulty_note(ours->twin, FAULTY_CREATED, NULL, 0, 0);
	file->pMethods = &faulty.methods;
	return SQLITE_OK;
}

static inline int faulty_delete(sqlite3_vfs *vfs, const char *path, int sync_directory)
{
	struct faulty_twin *twin = faulty_twin_of(path);
	int code;

	(void)vfs;
	if (faulty.off)
		return SQLITE_IOERR_DELETE;
	code = faulty.real->xDelete(faulty.real, path, 0);
	if (code == SQLITE_OK)
		faulty_note(twin, FAULTY_UNLINKED, NULL, 0, 0);
	if (code == SQLITE_OK && sync_directory)
		faulty_settle(twin, twin->change_count);
	return code;
}

/* Stands before the real file system, as the default. */
static inline void faulty_register(void)
{
	faulty.real = sqlite3_vfs_find(NULL);
	faulty.here = *faulty.real;
	faulty.here.pNext = NULL;
	faulty.here.zName = "faulty";
	faulty.here.szOsFile += (int)sizeof(struct faulty_file);
	faulty.here.xOpen = faulty_open;
	faulty.here.xDelete = faulty_delete;
	faulty.methods = (sqlite3_io_methods){2, faulty_close, faulty_read, faulty_write,
		faulty_truncate, faulty_sync, faulty_file_size, faulty_lock, faulty_unlock,
		faulty_check_lock, faulty_control, faulty_sector_size, faulty_characteristics,
		faulty_shm_map, faulty_shm_lock, faulty_shm_barrier, faulty_shm_unmap, NULL, NULL};
	sqlite3_vfs_register(&faulty.here, 1);
}

/* ---- Calls of tests ---- */

static inline void faulty_forget_all(void)
{
	for (size_t i = 0; i < faulty.twin_count; i++) {
		faulty_forget(&faulty.twins[i]);
		free(faulty.twins[i].synced.bytes);
		faulty.twins[i].synced = (struct faulty_image){.bytes = NULL};
	}
	faulty.twin_count = 0;
}

/* A new disk, whose files are to be gone, with a plan. The memory of its images is used again. */
static inline void faulty_begin(const struct faulty_plan *plan, uint32_t dice)
{
	for (size_t i = 0; i < faulty.twin_count; i++) {
		faulty_forget(&faulty.twins[i]);
		faulty.twins[i].synced.size = 0;
		faulty.twins[i].synced.exists = false;
	}
	faulty.plan = *plan;
	faulty.off = false;
	faulty.dice = dice;
	memset(faulty.passed, 0, sizeof faulty.passed);
}

/* From here on everything works; a disk without power stays without. */
static inline void faulty_mend(void)
{
	faulty.plan = (struct faulty_plan){.kind = FAULTY_NOTHING};
}

static inline void faulty_power_off(void)
{
	faulty.off = true;
}

/* A part of what was not synced; what came after a name that was lost is lost with it. */
static inline void faulty_decide(struct faulty_twin *twin, enum faulty_fate fate)
{
	for (size_t i = 0; i < twin->change_count && fate != FAULTY_KEEPS_NONE; i++) {
		struct faulty_change *change = &twin->changes[i];
		bool named = change->kind == FAULTY_CREATED || change->kind == FAULTY_UNLINKED;

		if (fate == FAULTY_KEEPS_SOME && faulty_roll(2) == 0) {
			if (named)
				break;
			continue;
		}
		if (fate == FAULTY_KEEPS_SOME && change->kind == FAULTY_WRITTEN &&
			faulty_roll(4) == 0)
			change->size = faulty_roll((uint32_t)change->size + 1);
		faulty_image_take(&twin->synced, change);
	}
	faulty_forget(twin);
}

static inline void faulty_put_back(const struct faulty_twin *twin)
{
	FILE *file;

	unlink(twin->path);
	if (!twin->synced.exists)
		return;
	file = fopen(twin->path, "wb");
	assert(file);
	assert(fwrite(twin->synced.bytes, 1, twin->synced.size, file) == twin->synced.size);
	assert(fclose(file) == 0);
}

/* The power is back: every file is what the disk kept of it.  Nothing may be open. */
static inline void faulty_power_on(enum faulty_fate fate)
{
	for (size_t i = 0; i < faulty.twin_count; i++) {
		faulty_decide(&faulty.twins[i], fate);
		faulty_put_back(&faulty.twins[i]);
	}
	faulty_mend();
	faulty.off = false;
}

#endif
