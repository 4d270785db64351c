#include "door/keeper/keeper_place.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "door/os/log.h"

/* The current directory is the state directory, whose path the keeper's user cannot follow. */
static bool stays;
static char stays_in[4200]; /* with a slash at the end */

void keeper_enter(const char *state, const struct user *user)
{
	int all = R_OK | W_OK | X_OK;

	stays = geteuid() == 0 && !user_reaches(user, state, all) &&
		user_may_stay(user, state, all) && chdir(state) == 0 &&
		getcwd(stays_in, sizeof stays_in - 1);
	if (stays)
		strcat(stays_in, "/");
}

bool keeper_stays(void)
{
	return stays;
}

const char *keeper_path(const char *path)
{
	size_t length = strlen(stays_in);

	return stays && strncmp(path, stays_in, length) == 0 ? path + length : path;
}

static int keeper_log = -1, hasher_log = -1;

void keeper_logs_set(int of_keeper, int of_hasher)
{
	keeper_log = of_keeper;
	hasher_log = of_hasher;
}

int keeper_hasher_log(void)
{
	return hasher_log;
}

void keeper_leave_log(void)
{
	if (keeper_log < 0)
		return;
	if (dup2(keeper_log, STDERR_FILENO) < 0)
		_exit(1);
	log_to_relay();
}
