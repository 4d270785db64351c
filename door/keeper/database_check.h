/*
 * The check of the database's pages at the start of a keeper.
 *
 * A large database takes minutes, so that a process of its own does it beside the keeper that
 * serves, with the lowest priority, and reads alone. Damage is a line of the log; requests that
 * need a damaged page fail with a sentence that says so.
 */
#ifndef TRAPDOOR_DATABASE_CHECK_H
#define TRAPDOOR_DATABASE_CHECK_H

#include <sys/types.h>

/* Forks the process. Called before SQLite opens a file: a fork must not share its connections. The
 * check begins when *go is closed. Returns the process, or -1. */
pid_t database_check_fork(const char *state, int *go);

#endif
