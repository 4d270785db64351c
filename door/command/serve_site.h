/*
 * The web pages of `serve`: a process of the keeper side's user that writes what changed, every few
 * seconds (door/site/site.h).
 *
 * It reads the database, writes the folder of the pages, and does nothing else. Each round is a
 * child process with a limited time, so that a fault ends one round alone. Both have the lowest
 * priority. It ends with the server, and before another server begins to write.
 */
#ifndef TRAPDOOR_SERVE_SITE_H
#define TRAPDOOR_SERVE_SITE_H

#include "door/config/config.h"
#include "door/os/users.h"
#include "engine/engine.h"

struct serve_site {
	int line; /* the process ends when it is closed; 0: there is none */
};

/* Gives the process its rights. user: the keeper side's. False with a sentence if that user cannot
 * write the folder. */
bool serve_site_open(
	const struct config *config, const struct user *user, char *sentence, size_t size);
/* Starts the process with the rights of the user who started `serve`, if there is a folder.
 * content: of the ledgers of players; it stays the caller's. */
bool serve_site_start(struct serve_site *site, const struct config *config,
	const struct content *content, const struct user *user);
/* Ends it, because another server writes the pages. */
void serve_site_end(struct serve_site *site);

#endif
