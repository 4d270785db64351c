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
 * the owner of the state directory; if root owns it, trapdoor or an unused number. The door side's
 * user is the first of trapdoor-door, nobody and daemon that is another one. Neither is root. A
 * directory of root that holds other files and no database is refused. False with a sentence. */
bool serve_users_choose(
	const struct config *config, struct serve_users *users, char *sentence, size_t size);

#endif
