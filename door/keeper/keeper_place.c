#include "door/keeper/keeper_place.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
