/*
 * A backup is made in two steps: a confined keeper writes nowhere but in its state directory, so it
 * makes the copy there, and this command moves
 * the copy to its place with the operator's own rights.
 *
 * The file appears under its name only when it is whole and on the disk.
 */
#include "door/command/backup.h"

#include "door/os/complain.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <unistd.h>

#define PIECE (1 << 20)

static int fail(const char *file, const char *why)
{
	command_complain(
		"cannot back up to %s: %s; name a new file in a directory that you may write", file,
		why);
	return 1;
}

static bool copy_bytes(int from, int to)
{
	ssize_t sent;

	while ((sent = sendfile(to, from, NULL, PIECE)) > 0)
		;
	return sent == 0 && fsync(to) == 0;
}

/* Syncs the directory of a file, without which its name is not on the disk. */
static void sync_directory(const char *file)
{
	char path[PATH_MAX];
	char *slash;
	int directory;

	snprintf(path, sizeof path, "%s", file);
	slash = strrchr(path, '/');
	if (slash)
		*(slash == path ? slash + 1 : slash) = '\0';
	directory = open(slash ? path : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (directory < 0)
		return;
	fsync(directory);
	close(directory);
}

static bool move(const char *copy, const char *file)
{
	char part[PATH_MAX];
	int from = open(copy, O_RDONLY | O_CLOEXEC), to;
	bool moved;

	snprintf(part, sizeof part, "%s.part", file);
	unlink(part);
	to = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	/* link, unlike rename, replaces no file that came meanwhile. */
	moved = from >= 0 && to >= 0 && copy_bytes(from, to) && link(part, file) == 0;
	int error = errno;
	if (to >= 0) {
		unlink(part);
		close(to);
	}
	if (from >= 0)
		close(from);
	if (moved)
		sync_directory(file);
	errno = error;
	return moved;
}

int backup_make(struct store_client *line, const char *file)
{
	char state[PATH_MAX], copy[PATH_MAX + 32];
	bool moved;

	if (access(file, F_OK) == 0)
		return fail(file, "it already exists");
	if (strlen(file) + sizeof ".part" > PATH_MAX)
		return fail(file, strerror(ENAMETOOLONG));
	if (!realpath(store_client_state(line), state))
		return fail(file, strerror(errno));
	snprintf(copy, sizeof copy, "%s/backup-%ld.db", state, (long)getpid());
	if (keeper_admin_backup(line, copy) != KEEPER_OK) {
		command_complain("cannot back up: %s", keeper_sentence(line));
		return 1;
	}
	moved = move(copy, file);
	int error = errno;
	unlink(copy);
	return moved ? 0 : fail(file, strerror(error));
}
