#include "door/config/state_files.h"

#include "door/config/config.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* All that the server opens or replaces there. host_key.new becomes the host key. */
static const char *const files[] = {"host_key", "host_key.new", "trapdoor.db", "trapdoor.db-wal",
	"trapdoor.db-shm", "trapdoor.db-journal", "keeper.lock", "keeper.sock", "upgrade.sock"};

void host_key_path(const char *state, char path[HOST_KEY_PATH_MAX])
{
	const char *credentials = getenv("CREDENTIALS_DIRECTORY");
	if (credentials) {
		snprintf(path, HOST_KEY_PATH_MAX, "%s/host_key", credentials);
		if (access(path, F_OK) == 0)
			return;
	}
	snprintf(path, HOST_KEY_PATH_MAX, "%s/host_key", state);
}

/* ---- The beginning ---- */

/* False also without a terminal. */
static bool user_says_yes(const char *state)
{
	char answer[16];

	if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO))
		return false;
	fprintf(stderr, "State directory %s does not exist. Make it, for an empty server? [y/N] ",
		state);
	return fgets(answer, sizeof answer, stdin) && (answer[0] == 'y' || answer[0] == 'Y');
}

bool state_begin(const char *state, bool init, char *sentence, size_t size)
{
	struct stat facts;

	if (stat(state, &facts) == 0 || errno != ENOENT || init || user_says_yes(state))
		return config_make_state(state, sentence, size);
	snprintf(sentence, size,
		"cannot use state directory %.200s: it does not exist; name another with --state, "
		"or make it with --init",
		state);
	return false;
}

/* ---- Its safety ---- */

/* True if the path belongs to another user than the server's. The server cannot open a file of
 * root. A socket of root is removed, and a directory of root may be shared. */
static bool is_foreign(const struct stat *facts, uid_t server)
{
	return server != 0 && facts->st_uid != server &&
	       (facts->st_uid != 0 || S_ISREG(facts->st_mode));
}

/* Writes a sentence about a path that other users can change, or that the server cannot. False if
 * there is no such fault. */
static bool changeable(const char *what, const char *path, const struct stat *facts, uid_t server,
	char *sentence, size_t size)
{
	if (facts->st_mode & 022)
		snprintf(sentence, size,
			"%s %.200s can be written by other users; run \"chmod go-w\" on it", what,
			path);
	else if (is_foreign(facts, server))
		snprintf(sentence, size,
			"%s %.200s belongs to another user; run \"chown\" on it, or serve as that "
			"user",
			what, path);
	else
		return false;
	return true;
}

static size_t faults_for(const char *state, uid_t server,
	void (*report)(void *context, const char *sentence), void *context)
{
	char path[4352], sentence[320];
	struct stat facts;
	size_t faults = 0;

	if (stat(state, &facts) == 0 &&
		changeable("state directory", state, &facts, server, sentence, sizeof sentence)) {
		report(context, sentence);
		faults++;
	}
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		snprintf(path, sizeof path, "%.4300s/%s", state, files[i]);
		if (lstat(path, &facts) != 0)
			continue;
		if (S_ISLNK(facts.st_mode))
			snprintf(sentence, sizeof sentence,
				"%.200s is a symbolic link; put the file itself there, or remove "
				"the link",
				path);
		else if (strncmp(files[i], "host_key", 8) == 0 && facts.st_mode & 044)
			snprintf(sentence, sizeof sentence,
				"host key %.200s can be read by other users; run \"chmod 600\" on "
				"it, or remove it, and serve makes a new one",
				path);
		else if (!changeable("file", path, &facts, server, sentence, sizeof sentence))
			continue;
		report(context, sentence);
		faults++;
	}
	return faults;
}

/* Root looks at the directory for its owner, who serves it. */
size_t state_faults(
	const char *state, void (*report)(void *context, const char *sentence), void *context)
{
	struct stat facts;
	uid_t server = geteuid();

	if (server == 0 && stat(state, &facts) == 0)
		server = facts.st_uid;
	return faults_for(state, server, report, context);
}

struct first_fault {
	char *sentence;
	size_t size;
};

static void keep_first(void *context, const char *sentence)
{
	const struct first_fault *first = context;

	if (!*first->sentence)
		snprintf(first->sentence, first->size, "%s", sentence);
}

/* A server that root starts gives root's files to the user that it becomes. */
bool state_safe(const char *state, char *sentence, size_t size)
{
	*sentence = '\0';
	return faults_for(state, geteuid(), keep_first, &(struct first_fault){sentence, size}) == 0;
}
