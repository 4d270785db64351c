/*
 * The livelog of `serve`: a process of the keeper side's user that reads new milestones from the
 * database, appends them to a file, and passes them to a hook (door/command/livelog_hook.h).
 *
 * It never delays a player or the keeper. STATE/livelog.sent has the id of the last milestone that
 * was sent. It is written before the milestone is, so that none is sent twice. A lock on that file
 * keeps two servers apart while one is upgraded. A minute has `per_minute` milestones; more are
 * dropped.
 */
#ifndef TRAPDOOR_SERVE_LIVELOG_H
#define TRAPDOOR_SERVE_LIVELOG_H

#include "door/config/config.h"
#include "door/os/users.h"

struct serve_livelog {
	int line; /* the process ends when it is closed; 0: there is none */
};

/* Gives the process its rights. keeper, door: the users of both sides. False with a sentence if the
 * file cannot be written, or the hook not be executed. */
bool serve_livelog_open(const struct config *config, const struct user *keeper,
	const struct user *door, char *sentence, size_t size);
/* Starts the processes with the rights of the user who started `serve`, if there is a file or a
 * hook. */
bool serve_livelog_start(struct serve_livelog *livelog, const struct config *config,
	const struct user *keeper, const struct user *door);
/* Ends them, because another server sends the milestones. The hook ends with its last line. */
void serve_livelog_end(struct serve_livelog *livelog);

#endif
