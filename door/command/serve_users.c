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

/* The user who gets a state directory of root when no setting names one. */
static bool default_keeper(struct user *user, char *sentence, size_t size)
{
	if ((user_by_name("trapdoor", user) && user->uid != 0) || user_unused(user))
		return true;
	snprintf(sentence, size,
		"cannot serve: the state directory belongs to root, and there is no user for the "
		"keeper; create one with \"useradd --system trapdoor\"");
	return false;
}

static bool keeper_by_state(
	const char *state, const struct stat *facts, struct user *user, char *sentence, size_t size)
{
	char strange[64];

	if (facts->st_uid != 0) {
		*user = user_by_number(facts->st_uid, facts->st_gid);
		return true;
	}
	if (!default_keeper(user, sentence, size))
		return false;
	if (user_may_adopt(state, strange, sizeof strange))
		return true;
	snprintf(sentence, size,
		"cannot use state directory %.150s: it belongs to root, has no database, and holds "
		"%.60s; name another with --state, or run \"chown %.40s\" on it",
		state, strange, user->name);
	return false;
}

static bool choose_keeper(
	const struct config *config, struct user *user, char *sentence, size_t size)
{
	const char *state = config->files_state, *wanted = config->security_keeper_user;
	struct stat facts;

	if (stat(state, &facts) != 0) {
		snprintf(sentence, size, "cannot read state directory %.150s", state);
		return false;
	}
	if (*wanted ? !user_by_setting("keeper_user", wanted, user, sentence, size)
		    : !keeper_by_state(state, &facts, user, sentence, size))
		return false;
	if (facts.st_uid != 0 && facts.st_uid != user->uid) {
		snprintf(sentence, size,
			"cannot use state directory %.150s: it belongs to another user than "
			"security.keeper_user, %.40s; run \"chown -R %.40s\" on it",
			state, user->name, user->name);
		return false;
	}
	if (facts.st_uid == 0)
		log_line(LOG_WARN, "users.adopted", "state=%s user=%s", log_quote(state),
			log_quote(user->name));
	user_adopt(user, state);
	if (user_may_stay(user, state, R_OK | W_OK | X_OK))
		return true;
	snprintf(sentence, size,
		"cannot use state directory %.150s: user %.40s may not read and write in it; run "
		"\"chown -R %.40s\" and \"chmod 700\" on it, or name another with --state",
		state, user->name, user->name);
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
