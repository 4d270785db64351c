#include "door/command/serve_users.h"

#include "door/os/log.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool user_by_setting(
	const char *key, const char *name, struct user *user, char *sentence, size_t size)
{
	if (!user_by_name(name, user))
		snprintf(sentence, size,
			"cannot serve: security.%s is \"%.40s\", and this system has no such user; "
			"create it with \"useradd --system %.40s\", or leave the setting empty",
			key, name, name);
	else if (user->uid == 0)
		snprintf(sentence, size,
			"cannot serve: security.%s is %.40s; it must be a user without root's "
			"rights",
			key, name);
	else
		return true;
	return false;
}

/* ---- The keeper side ---- */

static bool choose_keeper(
	const struct config *config, struct user *user, char *sentence, size_t size)
{
	const char *state = config->files_state, *wanted = config->security_keeper_user;
	struct stat facts;

	if (stat(state, &facts) != 0) {
		snprintf(sentence, size, "cannot read state directory %.150s", state);
		return false;
	}
	*user = user_by_number(facts.st_uid, facts.st_gid);
	if (*wanted && !user_by_setting("keeper_user", wanted, user, sentence, size))
		return false;
	if (facts.st_uid != 0 && facts.st_uid != user->uid) {
		snprintf(sentence, size,
			"cannot use state directory %.150s: it belongs to another user than "
			"security.keeper_user, %.40s; run \"chown -R %.40s\" on it",
			state, user->name, user->name);
		return false;
	}
	if (user->uid == 0) {
		log_line(LOG_WARN, "users.root", "side=keeper why=%s",
			log_quote("the state directory belongs to root; set security.keeper_user, "
				  "and the directory becomes that user's"));
		return true;
	}
	user_adopt(user, state);
	if (user_reaches(user, state, R_OK | W_OK | X_OK))
		return true;
	snprintf(sentence, size,
		"cannot use state directory %.150s: user %.40s may not enter it or a directory "
		"above it; name another with --state",
		state, user->name);
	return false;
}

/* ---- The door side ---- */

/* The user must be able to start this program again, through a descriptor: the directories above
 * it may be closed. */
static bool reaches_program(const struct user *user)
{
	return user_reaches(user, "/proc/self/exe", R_OK | X_OK);
}

static bool choose_door(const struct config *config, const struct user *keeper, struct user *user,
	char *sentence, size_t size)
{
	static const char *const defaults[] = {"trapdoor-door", "nobody", "daemon"};
	const char *wanted = config->security_door_user;

	if (*wanted && !user_by_setting("door_user", wanted, user, sentence, size))
		return false;
	if (*wanted && user->uid == keeper->uid) {
		snprintf(sentence, size,
			"cannot serve: security.door_user and the keeper side's user are both "
			"%.40s; name two users",
			wanted);
		return false;
	}
	if (*wanted && !reaches_program(user)) {
		snprintf(sentence, size,
			"cannot serve: security.door_user %.40s may not read and execute this "
			"program; install it where all users may",
			wanted);
		return false;
	}
	if (*wanted)
		return true;
	for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++)
		if (user_by_name(defaults[i], user) && user->uid != keeper->uid &&
			reaches_program(user))
			return true;
	snprintf(sentence, size,
		"cannot serve: no default user of the sessions is another one than the keeper "
		"side's, %.40s, and may read and execute this program; name a user with "
		"security.door_user, or install the program where all users may execute it",
		keeper->name);
	return false;
}

bool serve_users_choose(
	const struct config *config, struct serve_users *users, char *sentence, size_t size)
{
	users->keeper = users->door = user_by_number(geteuid(), getegid());
	if (geteuid() != 0)
		return true;
	return choose_keeper(config, &users->keeper, sentence, size) &&
	       choose_door(config, &users->keeper, &users->door, sentence, size);
}
