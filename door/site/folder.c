#include "door/site/folder.h"

#include "door/os/write_whole.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOCK_NAME ".lock"
#define PART_NAME ".part" /* of the file that is being written: one process writes at a time */
#define SYNC_EACH_MAX                                                                              \
	100 /* files; more are synced all at once, with all that the disk has to write */
#define FOLDER_MODE 0755
#define FILE_MODE 0644
#define PATH_SIZE (PATH_MAX + 160)

static bool refuse(struct folder *folder, const char *action, const char *name, const char *why)
{
	snprintf(folder->sentence, sizeof folder->sentence, "cannot %.20s %.100s%s%.60s: %.70s",
		action, folder->path, *name ? "/" : "", name, why);
	return false;
}

static void path_of(const struct folder *folder, const char *name, char path[PATH_SIZE])
{
	assert(!strstr(name, "..") && name[0] != '/');
	snprintf(path, PATH_SIZE, "%s/%s", folder->path, name);
}

/* ---- Opening ---- */

/* True if the folder has no file. */
static bool is_empty(const struct folder *folder)
{
	DIR *listed = opendir(folder->path);
	const struct dirent *entry;
	bool empty = listed != NULL;

	while (listed && (entry = readdir(listed)) != NULL)
		empty = empty &&
			(strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0);
	if (listed)
		closedir(listed);
	return empty;
}

/* Opens the file of the lock, which a folder without other files gets. */
static bool open_lock(struct folder *folder)
{
	char path[PATH_SIZE];

	path_of(folder, LOCK_NAME, path);
	if (access(path, F_OK) != 0 && !is_empty(folder))
		return refuse(folder, "write a site to", "",
			"it has other files; name an empty folder or one that has a site");
	folder->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, FILE_MODE);
	return folder->lock >= 0 || refuse(folder, "write", LOCK_NAME, strerror(errno));
}

static bool take_lock(struct folder *folder)
{
	struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};

	if (fcntl(folder->lock, F_SETLK, &whole) == 0)
		return true;
	refuse(folder, "write a site to", "",
		errno == EAGAIN || errno == EACCES ? "another process is writing it; wait for it"
						   : strerror(errno));
	return false;
}

static bool make_folder(struct folder *folder, const char *name)
{
	char path[PATH_SIZE];

	path_of(folder, name, path);
	return mkdir(path, FOLDER_MODE) == 0 || errno == EEXIST ||
	       refuse(folder, "make", name, strerror(errno));
}

/* Makes the folder, the file of its lock and its subfolders. */
static bool make_all(struct folder *folder, const char *path, const char *const *subfolders)
{
	bool good;

	folder->lock = -1;
	folder->written = 0;
	folder->sentence[0] = '\0';
	if (snprintf(folder->path, sizeof folder->path, "%s", path) >= PATH_MAX - 160 || !*path) {
		snprintf(folder->path, sizeof folder->path, "%.60s", path);
		return refuse(folder, "make", "", "its path is empty or too long");
	}
	if (mkdir(folder->path, FOLDER_MODE) != 0 && errno != EEXIST)
		return refuse(folder, "make", "", strerror(errno));
	good = open_lock(folder);
	for (; good && *subfolders; subfolders++)
		good = make_folder(folder, *subfolders);
	return good;
}

bool folder_make(const char *path, const char *const *subfolders)
{
	struct folder folder;
	bool good = make_all(&folder, path, subfolders);

	folder_close(&folder);
	return good;
}

bool folder_open(struct folder *folder, const char *path, const char *const *subfolders)
{
	if (make_all(folder, path, subfolders) && take_lock(folder))
		return true;
	folder_close(folder);
	return false;
}

void folder_close(struct folder *folder)
{
	if (folder->lock >= 0)
		close(folder->lock);
	folder->lock = -1;
}

/* ---- Files ---- */

static bool copy_all(int from, int to)
{
	char bytes[65536];
	ssize_t got;

	while ((got = read(from, bytes, sizeof bytes)) > 0)
		if (!write_whole(to, bytes, (size_t)got))
			return false;
	return got == 0;
}

/* Opens a new file beside another one: a rename within a directory costs less. An earlier one, or a
 * link in its place, is removed. */
static int open_part(const char *path, char part[PATH_SIZE])
{
	const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
	int file;

	snprintf(part, PATH_SIZE, "%.*s" PART_NAME, (int)(strrchr(path, '/') + 1 - path), path);
	file = open(part, flags, FILE_MODE);
	if (file >= 0 || errno != EEXIST)
		return file;
	unlink(part);
	return open(part, flags, FILE_MODE);
}

/* before: a file whose bytes come first; -1: none. */
static bool put(struct folder *folder, const char *name, int before, const void *bytes, size_t size)
{
	char path[PATH_SIZE], part[PATH_SIZE];
	int file;
	bool whole;

	path_of(folder, name, path);
	file = open_part(path, part);
	if (file < 0)
		return refuse(folder, "write", name, strerror(errno));
	whole = (before < 0 || copy_all(before, file)) && write_whole(file, bytes, size) &&
		(folder->written++ >= SYNC_EACH_MAX || fsync(file) == 0);
	if (!whole)
		refuse(folder, "write", name, strerror(errno));
	if (close(file) != 0 && whole)
		whole = refuse(folder, "write", name, strerror(errno));
	if (whole && rename(part, path) != 0)
		whole = refuse(folder, "write", name, strerror(errno));
	if (!whole)
		unlink(part);
	return whole;
}

bool folder_put(struct folder *folder, const char *name, const void *bytes, size_t size)
{
	return put(folder, name, -1, bytes, size);
}

bool folder_append(struct folder *folder, const char *name, const void *bytes, size_t size)
{
	char path[PATH_SIZE];
	int before;
	bool whole;

	path_of(folder, name, path);
	before = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (before < 0)
		return refuse(folder, "read", name, strerror(errno));
	whole = put(folder, name, before, bytes, size);
	close(before);
	return whole;
}

char *folder_read(const struct folder *folder, const char *name, size_t *size)
{
	char path[PATH_SIZE];
	struct stat facts;
	char *bytes = NULL;
	ssize_t got = -1;

	path_of(folder, name, path);
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (file < 0)
		return NULL;
	if (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode))
		bytes = malloc((size_t)facts.st_size + 1);
	if (bytes)
		got = read(file, bytes, (size_t)facts.st_size);
	close(file);
	if (!bytes || got != facts.st_size) {
		free(bytes);
		return NULL;
	}
	bytes[got] = '\0';
	*size = (size_t)got;
	return bytes;
}

void folder_remove(const struct folder *folder, const char *name)
{
	char path[PATH_SIZE];

	path_of(folder, name, path);
	unlink(path);
}

bool folder_sync(struct folder *folder)
{
	return folder->written <= SYNC_EACH_MAX || syncfs(folder->lock) == 0 ||
	       refuse(folder, "sync", "", strerror(errno));
}
