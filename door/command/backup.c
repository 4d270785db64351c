/*
 * A backup is made in three steps: a confined keeper writes nowhere but in its state directory, so
 * it copies the database there. This command checks the copy, and writes the archive with the
 * operator's own rights: the copy, the host key, the settings and the content.
 *
 * A file appears under its name only when it is whole, on the disk, and was read back.
 */
#include "door/command/backup.h"

#include "door/command/backup_archive.h"
#include "door/config/config.h"
#include "door/os/complain.h"
#include "sql/store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Why the backup failed, for the keeper's log; "": it did not. */
static char failure[256];

static bool fail(const char *file, const char *why)
{
	snprintf(failure, sizeof failure, "%.255s", why);
	if (strcmp(file, "-") == 0) {
		command_complain("cannot back up to standard output: %s", why);
		return false;
	}
	command_complain(
		"cannot back up to %s: %s; name a new file in a directory that you may write", file,
		why);
	return false;
}

/* ---- The copy ---- */

struct copy {
	char directory[PATH_MAX + 32], database[PATH_MAX + 64];
};

/* Makes a directory for the copy in the state directory, for the state directory's owner. */
static bool copy_begin(struct copy *copy, const char *state)
{
	struct stat facts;
	snprintf(copy->directory, sizeof copy->directory, "%s/backup-%ld", state, (long)getpid());
	snprintf(copy->database, sizeof copy->database, "%s/trapdoor.db", copy->directory);
	if (stat(state, &facts) == 0 && mkdir(copy->directory, 0700) == 0 &&
		(geteuid() != 0 || chown(copy->directory, facts.st_uid, facts.st_gid) == 0))
		return true;
	command_complain("cannot back up: cannot make %s: %s", copy->directory, strerror(errno));
	return false;
}

static void copy_end(const struct copy *copy)
{
	unlink(copy->database);
	rmdir(copy->directory);
}

static void report_fault(void *context, const char *sentence)
{
	(void)context;
	snprintf(failure, sizeof failure, "the copy is damaged: %.120s", sentence);
	command_complain("cannot back up: the copy is damaged: %s", sentence);
}

static bool copy_check(const struct copy *copy)
{
	char sentence[256];
	struct store *store = store_open_to_read(copy->directory, sentence, sizeof sentence);
	if (!store) {
		report_fault(NULL, sentence);
		return false;
	}
	bool good = store_check(store, report_fault, NULL) == 0;
	store_close(store);
	return good;
}

/* ---- The files beside it ---- */

/* Adds the texts of a directory; "": none. */
static bool add_texts(struct backup_list *list, const char *folder, const char *directory)
{
	DIR *listed = *directory ? opendir(directory) : NULL;
	const struct dirent *entry;
	bool good = true;
	while (good && listed && (entry = readdir(listed)) != NULL) {
		char name[PATH_MAX], path[PATH_MAX];
		size_t length = strlen(entry->d_name);
		if (entry->d_name[0] == '.' || length < 5 ||
			strcmp(entry->d_name + length - 4, ".txt") != 0)
			continue;
		snprintf(name, sizeof name, "%s/%s", folder, entry->d_name);
		snprintf(path, sizeof path, "%.3800s/%s", directory, entry->d_name);
		good = backup_list_add(list, name, path);
	}
	if (listed)
		closedir(listed);
	return good;
}

static bool add_all(struct backup_list *list, const struct copy *copy, const char *state,
	const char *config_file)
{
	static struct config config;
	struct complaint complaint;
	char key[PATH_MAX + 16], settings[PATH_MAX];
	if (!config_open(&config, config_file, &complaint)) {
		snprintf(list->sentence, sizeof list->sentence, "%.60s: %.180s", complaint.origin,
			complaint.sentence);
		return false;
	}
	config_path(config_file, settings, sizeof settings);
	snprintf(key, sizeof key, "%s/host_key", state);
	return backup_list_add(list, "state/trapdoor.db", copy->database) &&
	       (access(key, F_OK) != 0 || backup_list_add(list, "state/host_key", key)) &&
	       (!*settings || backup_list_add(list, "settings/trapdoor.conf", settings)) &&
	       (!*config.files_names ||
		       backup_list_add(list, "settings/names.txt", config.files_names)) &&
	       add_texts(list, "settings/bulletins", config.files_bulletins) &&
	       add_texts(list, "settings/keys", config.files_keys) &&
	       add_texts(list, "content", config.files_content);
}

/* ---- The archive ---- */

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

/* Writes the file and reads it back. */
static bool archive_to(struct backup_list *list, const char *file)
{
	static struct backup_list again;
	char part[PATH_MAX];
	snprintf(part, sizeof part, "%s.part", file);
	unlink(part);
	int to = open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (to < 0)
		return fail(file, strerror(errno));
	const char *why = NULL;
	if (!backup_archive_write(list, to))
		why = list->sentence;
	else if (fsync(to) != 0 || lseek(to, 0, SEEK_SET) != 0)
		why = strerror(errno);
	else if (!backup_archive_read(&again, to, NULL, NULL))
		why = again.sentence;
	/* link, unlike rename, replaces no file that came meanwhile. */
	else if (link(part, file) != 0)
		why = strerror(errno);
	if (why)
		fail(file, why);
	unlink(part);
	close(to);
	if (!why)
		sync_directory(file);
	return !why;
}

static bool archive_to_output(struct backup_list *list)
{
	return backup_archive_write(list, STDOUT_FILENO) || fail("-", list->sentence);
}

static bool file_fits(const char *file)
{
	if (strcmp(file, "-") == 0)
		return !isatty(STDOUT_FILENO) || fail(file, "it is a terminal; redirect it");
	if (access(file, F_OK) == 0)
		return fail(file, "it already exists");
	return strlen(file) + sizeof ".part" <= PATH_MAX || fail(file, strerror(ENAMETOOLONG));
}

/* A backup that is whole stays so, whether or not its end can be logged. */
static void report_end(struct store_client *line, const char *file, bool made)
{
	const char *why = made ? "" : *failure ? failure : "it could not be written";
	if (keeper_admin_backed_up(line, file, why) != KEEPER_OK)
		command_complain("cannot log the end of the backup: %s", keeper_sentence(line));
}

int backup_make(struct store_client *line, const char *file, const char *config_file)
{
	static struct backup_list list;
	char state[PATH_MAX];
	struct copy copy;
	if (!file_fits(file))
		return 1;
	if (!realpath(store_client_state(line), state))
		return !fail(file, strerror(errno));
	if (!copy_begin(&copy, state))
		return 1;
	bool copied = keeper_admin_backup(line, copy.database, file) == KEEPER_OK;
	if (!copied)
		command_complain("cannot back up: %s", keeper_sentence(line));
	bool made = copied && copy_check(&copy);
	if (made && !add_all(&list, &copy, state, config_file))
		made = fail(file, list.sentence);
	else if (made)
		made = strcmp(file, "-") == 0 ? archive_to_output(&list) : archive_to(&list, file);
	copy_end(&copy);
	backup_list_clear(&list);
	/* The keeper logs the failure of its own copy. */
	if (copied)
		report_end(line, file, made);
	return made ? 0 : 1;
}
