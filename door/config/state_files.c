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

/* True if the file belongs to a user who is neither this one nor root. Root serves the directory of
 * the user that it becomes. */
static bool is_foreign(const struct stat *facts)
{
	return geteuid() != 0 && facts->st_uid != geteuid() && facts->st_uid != 0;
}

/* Writes a sentence about a path that other users can change. False if they cannot. */
static bool changeable(
	const char *what, const char *path, const struct stat *facts, char *sentence, size_t size)
{
	if (facts->st_mode & 022)
		snprintf(sentence, size,
			"%s %.200s can be written by other users; run \"chmod go-w\" on it", what,
			path);
	else if (is_foreign(facts))
		snprintf(sentence, size,
			"%s %.200s belongs to another user; run \"chown\" on it, or serve as that "
			"user",
			what, path);
	else
		return false;
	return true;
}

size_t state_faults(
	const char *state, void (*report)(void *context, const char *sentence), void *context)
{
	char path[4352], sentence[320];
	struct stat facts;
	size_t faults = 0;

	if (stat(state, &facts) == 0 &&
		changeable("state directory", state, &facts, sentence, sizeof sentence)) {
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
		else if (!changeable("file", path, &facts, sentence, sizeof sentence))
			continue;
		report(context, sentence);
		faults++;
	}
	return faults;
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

bool state_safe(const char *state, char *sentence, size_t size)
{
	*sentence = '\0';
	return state_faults(state, keep_first, &(struct first_fault){sentence, size}) == 0;
}
