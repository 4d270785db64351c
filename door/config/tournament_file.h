/*
 * A tournament's file: sections "tournament" and "points", as in the settings file.
 *
 *	[tournament]
 *	name = Winter call          shown to players
 *	begin = 2026-12-01 18:00    UTC; a date alone is its first second
 *	end = 2026-12-15            the first second after the tournament
 *	runs = runs                 runs, days, contracts or all (default runs)
 *	game = trapdoor             id of the game (default: the one played last)
 *	first_runs = 10             so many runs of each player count (default 0: all)
 *
 *	[points]
 *	best_score = 10             the rules of door/text/tournament.h, with their points
 */
#ifndef TRAPDOOR_TOURNAMENT_FILE_H
#define TRAPDOOR_TOURNAMENT_FILE_H

#include "door/text/tournament.h"
#include "engine/engine.h"

/* Reads a file. False with a complaint about its first error. */
bool tournament_file_read(
	const char *path, struct tournament *tournament, struct complaint *complaint);

/* The tournaments of a directory: its files NAME.txt, in the order of their names. */
#define TOURNAMENTS_MAX 50
struct tournament_list {
	size_t count;
	struct tournament each[TOURNAMENTS_MAX];
};
/* Reads them. Calls `refused` for each file with an error, and skips it. directory "": none. */
void tournament_files_read(const char *directory, struct tournament_list *list,
	void (*refused)(const struct complaint *complaint));

#endif
