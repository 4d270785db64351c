/* The users of the two sides of `serve`: the keeper side and the door side. */
#ifndef TRAPDOOR_SERVE_USERS_H
#define TRAPDOOR_SERVE_USERS_H

#include "door/config/config.h"
#include "door/os/users.h"

struct serve_users {
	struct user keeper, door;
};

/* Chooses the users, and gives the keeper side's user the state directory if it was root's.
 * Started by another user than root, both are that user. Without settings the keeper side's user is
 * the owner of the state directory, and the door side's user is the first of trapdoor-door, nobody
 * and daemon that is another one. The door side is never root. A keeper side that stays root is a
 * warning in the log. False with a sentence. */
bool serve_users_choose(
	const struct config *config, struct serve_users *users, char *sentence, size_t size);

#endif
