#include "door/os/users.h"

#include "door/os/log.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Within the numbers that a container maps, and outside those of Debian and systemd. */
#define UNUSED_FIRST 61000
#define UNUSED_LAST 61183

static struct user user_of_entry(const struct passwd *entry)
{
	struct user user = {.uid = entry->pw_uid, .gid = entry->pw_gid};

	snprintf(user.name, sizeof user.name, "%s", entry->pw_name);
	return user;
}

bool user_by_name(const char *name, struct user *user)
{
	const struct passwd *entry = getpwnam(name);

	if (entry)
		*user = user_of_entry(entry);
	return entry != NULL;
}

struct user user_by_number(uid_t uid, gid_t gid)
{
	const struct passwd *entry = getpwuid(uid);
	struct user user = {.uid = uid, .gid = gid};

	if (entry)
		return user_of_entry(entry);
	snprintf(user.name, sizeof user.name, "%ld", (long)uid);
	return user;
}

bool user_unused(struct user *user)
{
	for (uid_t number = UNUSED_FIRST; number <= UNUSED_LAST; number++) {
		if (getpwuid(number) || getgrgid(number))
			continue;
		*user = user_by_number(number, number);
		return true;
	}
	return false;
}

/* ---- Becoming one ---- */

/* A uid of 0 without capabilities owns root's files, and has no other right of root. */
static bool drop_capabilities(void)
{
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3];

	memset(none, 0, sizeof none);
	return syscall(__NR_capset, &header, none) == 0;
}

static bool change_user(const struct user *user)
{
	for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++)
		if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0)
			return false;
	return setgroups(0, NULL) == 0 && setresgid(user->gid, user->gid, user->gid) == 0 &&
	       setresuid(user->uid, user->uid, user->uid) == 0 && drop_capabilities();
}

void user_become(const struct user *user)
{
	int signal_at_parents_end = 0;

	if (geteuid() != 0)
		return;
	/* The kernel forgets this signal when the user changes. */
	prctl(PR_GET_PDEATHSIG, &signal_at_parents_end);
	if (!change_user(user) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
		(user->uid != 0 && setuid(0) == 0)) {
		log_line(LOG_ERROR, "users.failed", "user=%s error=%s", log_quote(user->name),
			log_quote(strerror(errno)));
		_exit(1);
	}
	prctl(PR_SET_PDEATHSIG, signal_at_parents_end);
}

/* `from`: the directory from which the path is looked at; NULL: the current one. */
static bool may_use(const struct user *user, const char *from, const char *path, int mode)
{
	int status = -1;
	pid_t child;

	if (geteuid() != 0)
		return access(from ? from : path, mode) == 0;
	child = fork();
	if (child == 0) {
		if (from && chdir(from) != 0)
			_exit(1);
		user_become(user);
		_exit(access(path, mode) != 0);
	}
	return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

bool user_reaches(const struct user *user, const char *path, int mode)
{
	return may_use(user, NULL, path, mode);
}

bool user_may_stay(const struct user *user, const char *directory, int mode)
{
	return may_use(user, directory, ".", mode);
}

/* ---- Files ---- */

/* The beginnings of the names of all files that the server makes in its state directory. */
static bool is_own_name(const char *name)
{
	static const char *const beginnings[] = {"trapdoor.db", "host_key", "keeper.", "livelog."};

	for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
		if (strncmp(name, beginnings[i], strlen(beginnings[i])) == 0)
			return true;
	return false;
}

bool user_may_adopt(const char *directory, char *name, size_t size)
{
	DIR *listed = opendir(directory);
	const struct dirent *entry;
	bool strange = false, database = false;

	*name = '\0';
	while (listed && (entry = readdir(listed)) != NULL) {
		database = database || strcmp(entry->d_name, "trapdoor.db") == 0;
		if (is_own_name(entry->d_name) || strcmp(entry->d_name, ".") == 0 ||
			strcmp(entry->d_name, "..") == 0 ||
			strcmp(entry->d_name, "lost+found") == 0)
			continue;
		strange = true;
		snprintf(name, size, "%s", entry->d_name);
	}
	if (listed)
		closedir(listed);
	return listed && (database || !strange);
}

/* A file with another name elsewhere stays root's: that name could be a trap. */
static void adopt_file(const struct user *user, int directory, const char *name)
{
	struct stat facts;
	int file =
		openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

	if (file < 0)
		return;
	if (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_uid == 0 &&
		facts.st_nlink == 1 && fchown(file, user->uid, user->gid) != 0)
		log_line(LOG_WARN, "users.adopt", "file=%s error=%s", log_quote(name),
			log_quote(strerror(errno)));
	close(file);
}

void user_adopt(const struct user *user, const char *directory)
{
	int folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	const struct dirent *entry;
	struct stat facts;
	DIR *listed;

	if (folder < 0 || geteuid() != 0 || user->uid == 0 || fstat(folder, &facts) != 0 ||
		!(listed = fdopendir(folder))) {
		if (folder >= 0)
			close(folder);
		return;
	}
	while ((entry = readdir(listed)) != NULL)
		if (is_own_name(entry->d_name))
			adopt_file(user, folder, entry->d_name);
	if (facts.st_uid == 0 && (fchmod(folder, facts.st_mode & 0700) != 0 ||
					 fchown(folder, user->uid, user->gid) != 0))
		log_line(LOG_WARN, "users.adopt", "file=%s error=%s", log_quote(directory),
			log_quote(strerror(errno)));
	closedir(listed);
}
