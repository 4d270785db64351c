/*
 * Users: a process that was started as root becomes another user, once and for good.
 *
 * `serve` has two: the keeper side's user owns the state directory, the door side's user cannot
 * open it.
 */
#ifndef TRAPDOOR_USERS_H
#define TRAPDOOR_USERS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define USER_NAME_MAX 40

struct user {
	uid_t uid;
	gid_t gid;
	char name[USER_NAME_MAX]; /* its number if it has no name */
};

/* False if this system has no such user. */
bool user_by_name(const char *name, struct user *user);
/* The user of a number; gid is for a number without a name. */
struct user user_by_number(uid_t uid, gid_t gid);

/* The first number without an entry in passwd or group, from a range that neither Debian nor
 * systemd gives away. False if there is none. */
bool user_unused(struct user *user);

/* True if a process of that user could use the path: mode as for access(). Forks. */
bool user_reaches(const struct user *user, const char *path, int mode);
/* True if it could use the directory when root had made that its current directory: the directories
 * above may be closed. Forks. */
bool user_may_stay(const struct user *user, const char *directory, int mode);

/* True if root may give the directory away: it holds a database, or no file but the server's. If
 * not, `name` is another file there, or "". */
bool user_may_adopt(const char *directory, char *name, size_t size);
/* Gives the user the server's files in a directory that belong to root, and the directory, which is
 * closed to others then. Does nothing without root's rights. */
void user_adopt(const struct user *user, const char *directory);

/* Becomes the user, with its group alone, without capabilities and without new privileges. A
 * process that is not root keeps its user. Ends the process with status 1 if the kernel refuses. */
void user_become(const struct user *user);

#endif
