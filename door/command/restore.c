/*
 * `trapdoor restore`: prints what a backup holds, and puts it back.
 *
 * The whole backup is read and compared with its manifest before anything is written. The database
 * is checked before it gets its name. A failure leaves the state directory as it was.
 */
#include "door/command/backup_archive.h"
#include "door/command/commands.h"
#include "door/command/operator.h"
#include "door/config/state_files.h"
#include "door/os/arguments.h"
#include "door/os/complain.h"
#include "sql/store.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define STATE "state/"

struct restore {
	const char *file, *outside; /* outside NULL: settings and content stay in the backup */
	char state[PATH_MAX], fresh[PATH_MAX + 32]; /* fresh: where files wait for their names */
	struct stat owner;
	int from, to; /* to: the file that is being written; -1: none */
	const struct backup_file *writing;
	uint64_t left;
};

static bool fail(const struct restore *restore, const char *why)
{
	command_complain("cannot restore %s: %s", restore->file, why);
	return false;
}

/* ---- Listing ---- */

static void print_list(const struct backup_list *list)
{
	printf("%s\n", list->about);
	for (size_t i = 0; i < list->count; i++)
		printf("%12llu  %s\n", (unsigned long long)list->files[i].size,
			list->files[i].name);
}

/* ---- Writing ---- */

static bool make_parents(char *path)
{
	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		bool made = mkdir(path, 0755) == 0 || errno == EEXIST;
		*slash = '/';
		if (!made)
			return false;
	}
	return true;
}

/* Opens the file of an entry. Returns -1 with errno, or -2 if the entry is not put back. */
static int open_file(const struct restore *restore, const char *name)
{
	char path[PATH_MAX + 256];
	bool of_state = strncmp(name, STATE, strlen(STATE)) == 0;
	if (of_state && strchr(name + strlen(STATE), '/'))
		return -2;
	if (!of_state && !restore->outside)
		return -2;
	snprintf(path, sizeof path, "%s/%s", of_state ? restore->fresh : restore->outside,
		of_state ? name + strlen(STATE) : name);
	if (!of_state && !make_parents(path))
		return -1;
	return open(
		path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, of_state ? 0600 : 0644);
}

static bool close_file(struct restore *restore)
{
	bool of_state = strncmp(restore->writing->name, STATE, strlen(STATE)) == 0;
	int to = restore->to;
	bool good = (!of_state || geteuid() != 0 ||
			    fchown(to, restore->owner.st_uid, restore->owner.st_gid) == 0) &&
		    fsync(to) == 0;
	restore->to = -1;
	return close(to) == 0 && good;
}

static bool take(void *context, const struct backup_file *file, const void *bytes, size_t size)
{
	struct restore *restore = context;
	if (restore->writing != file) {
		restore->writing = file;
		restore->left = file->size;
		restore->to = open_file(restore, file->name);
	}
	if (restore->to == -2)
		return true;
	if (restore->to < 0 || write(restore->to, bytes, size) != (ssize_t)size)
		return false;
	restore->left -= size;
	return restore->left > 0 || close_file(restore);
}

/* ---- The state directory ---- */

/* Holds the state directory until this process ends. */
static bool lock_state(const struct restore *restore)
{
	struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	char path[PATH_MAX + 32];
	snprintf(path, sizeof path, "%s/keeper.lock", restore->state);
	int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (lock < 0)
		return fail(restore, strerror(errno));
	if (geteuid() == 0 && fchown(lock, restore->owner.st_uid, restore->owner.st_gid) != 0)
		return fail(restore, strerror(errno));
	if (fcntl(lock, F_OFD_SETLK, &whole) != 0)
		return fail(
			restore, "a server or a command uses the state directory; end it first");
	return true;
}

static void report_fault(void *context, const char *sentence)
{
	fail(context, sentence);
}

static bool check_database(struct restore *restore)
{
	char sentence[256];
	struct store *store = store_open_to_read(restore->fresh, sentence, sizeof sentence);
	if (!store)
		return fail(restore, sentence);
	bool good = store_check(store, report_fault, restore) == 0;
	store_close(store);
	return good;
}

static void remove_fresh(const struct restore *restore)
{
	static const char *const names[] = {
		"trapdoor.db", "trapdoor.db-wal", "trapdoor.db-shm", "host_key"};
	char path[PATH_MAX + 64];
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		snprintf(path, sizeof path, "%s/%s", restore->fresh, names[i]);
		unlink(path);
	}
	rmdir(restore->fresh);
}

/* Gives a file its name, if the backup has it. */
static bool put_in_place(const struct restore *restore, const char *name)
{
	char from[PATH_MAX + 64], to[PATH_MAX + 64];
	snprintf(from, sizeof from, "%s/%s", restore->fresh, name);
	snprintf(to, sizeof to, "%s/%s", restore->state, name);
	return access(from, F_OK) != 0 || rename(from, to) == 0 || fail(restore, strerror(errno));
}

static bool put_back(const struct restore *restore)
{
	static const char *const stale[] = {"-wal", "-shm", "-journal"};
	char path[PATH_MAX + 64];
	int directory;
	for (size_t i = 0; i < sizeof stale / sizeof *stale; i++) {
		snprintf(path, sizeof path, "%s/trapdoor.db%s", restore->state, stale[i]);
		if (unlink(path) != 0 && errno != ENOENT)
			return fail(restore, strerror(errno));
	}
	if (!put_in_place(restore, "trapdoor.db") || !put_in_place(restore, "host_key"))
		return false;
	directory = open(restore->state, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (directory >= 0) {
		fsync(directory);
		close(directory);
	}
	return true;
}

static bool restore_all(struct restore *restore, struct backup_list *list)
{
	snprintf(restore->fresh, sizeof restore->fresh, "%s/restore-%ld", restore->state,
		(long)getpid());
	if (lseek(restore->from, 0, SEEK_SET) != 0 || mkdir(restore->fresh, 0700) != 0)
		return fail(restore, strerror(errno));
	bool good = backup_archive_read(list, restore->from, take, restore);
	if (!good)
		fail(restore, list->sentence);
	good = good && check_database(restore) && put_back(restore);
	remove_fresh(restore);
	return good;
}

/* ---- The command ---- */

static bool may_replace(const struct restore *restore, bool force)
{
	char path[PATH_MAX + 32];
	snprintf(path, sizeof path, "%s/trapdoor.db", restore->state);
	if (force || access(path, F_OK) != 0)
		return true;
	command_complain("cannot restore %s: %s has a database; move it away, or replace it with "
			 "--force",
		restore->file, restore->state);
	return false;
}

static int restore_to(struct restore *restore, struct backup_list *list, bool force)
{
	if (stat(restore->state, &restore->owner) != 0)
		return !fail(restore, strerror(errno));
	if (!lock_state(restore) || !may_replace(restore, force) || !restore_all(restore, list))
		return 1;
	printf("restored to %s\n", restore->state);
	for (size_t i = 0; i < list->count && !restore->outside; i++)
		if (strncmp(list->files[i].name, STATE, strlen(STATE)) != 0) {
			printf("settings and content are not put back; --outside DIR writes them "
			       "below a directory\n");
			break;
		}
	return 0;
}

int restore_main(int argc, char **argv)
{
	static struct backup_list list;
	static struct config config;
	static struct restore restore = {.from = -1, .to = -1};
	const char *config_file = NULL, *state = NULL;
	bool only_list = false, force = false, init = false;
	const struct argument_row rows[] = {
		{"list", NULL, "print what the backup holds, and change nothing",
			.flag = &only_list},
		{"force", NULL, "replace a database that is there", .flag = &force},
		{"outside", "DIR", "also write settings, bulletins and content below a directory",
			.text = &restore.outside},
		{"init", NULL, "make the state directory if it does not exist", .flag = &init},
		{"config", "FILE", "settings file; \"\": none (default: the installed one)",
			.text = &config_file},
		{"state", "DIR", "state directory to restore to (default var)", .text = &state},
	};
	const struct argument_table table = {"restore FILE [OPTION]...",
		"Prints what a backup holds, compares it with its digests, and puts database and\n"
		"host key back.  No server may run.",
		rows, sizeof rows / sizeof *rows};
	char sentence[512];
	int words, status = arguments_parse(argc, argv, &table, &words);
	if (status != ARGUMENTS_GO_ON)
		return status;
	if (words != 1) {
		command_complain("restore needs the file of one backup");
		return 2;
	}
	restore.file = argv[1];
	restore.from = open(restore.file, O_RDONLY | O_CLOEXEC);
	if (restore.from < 0)
		return !fail(&restore, strerror(errno));
	if (!backup_archive_read(&list, restore.from, NULL, NULL))
		return !fail(&restore, list.sentence);
	print_list(&list);
	if (only_list)
		return 0;
	if (!operator_config(&config, config_file, state))
		return 1;
	snprintf(restore.state, sizeof restore.state, "%s", config.files_state);
	if (!state_begin(restore.state, init, sentence, sizeof sentence))
		return !fail(&restore, sentence);
	return restore_to(&restore, &list, force);
}
