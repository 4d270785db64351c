/*
 * A site: static pages of the boards, days, players and runs of a store, for a web server to show.
 *
 * Pages are made from the database alone, which is only read, beside the keeper that may serve it.
 * A second call writes only what changed since the first (ledger.h), and each file whole
 * (folder.h). Maps and replays of runs need replaying: they are made one after the other, in
 * processes of their own (film.h), for a limited time and to a limited size.
 *
 * Invariants:
 *   1. A run is on a page only if site_may_show says so, and only while a board may show it.
 *   2. All that a player wrote is escaped (markup.h), and is in no name of a file but by
 *      site_name.
 *   3. The address of a run's page is its number, and that of a player's page the name. No page
 *      changes because another run came, but lists.
 *   4. Every page can be read without scripts.
 */
#ifndef TRAPDOOR_SITE_H
#define TRAPDOOR_SITE_H

#include "door/text/tournament.h"
#include "engine/engine.h"
#include "sql/store.h"

#include <stdbool.h>
#include <stdint.h>

#define SITE_TITLE "Trapdoor" /* unless another name is set */
#define SITE_PRIORITY 19      /* the lowest */
#define SITE_MEGABYTE INT64_C(1000000)
#define SITE_RUNS_MAX 32 /* replays that one call is asked for */

struct site_settings {
	const char *folder;
	const struct content *content; /* of the ledgers of players; NULL: there are none */
	const char *title;
	const char *host;             /* name of the host, for players */
	const char *address;          /* of the site on the web, with a '/' at its end, or "" */
	const char *xterm;            /* folder of the modules of xterm.js, or "" */
	int64_t now;                  /* seconds, UTC */
	int seconds;                  /* most time for maps and replays; 0: none are made */
	int64_t bytes;                /* most bytes of all maps and replays */
	int priority;                 /* of the processes that make them, as of setpriority */
	int64_t asked[SITE_RUNS_MAX]; /* runs whose replays are asked for, whatever their rank */
	size_t asked_count;
	const struct tournament *tournaments; /* that have pages */
	size_t tournament_count;
};

struct site_counts {
	unsigned runs, written, removed, films, failed_films;
};

/* Writes the pages that changed, then maps and replays that are missing. False with a sentence.
 * Pages that were written stay. */
bool site_write(struct store *store, const struct site_settings *settings,
	struct site_counts *counts, char *sentence, size_t size);

/* Makes the folder of a site and its subfolders, for a process that may make none. */
void site_prepare(const char *folder);

/* True if runs of a game may be shown to all. A run of a day may when its seed is revealed, 24
 * hours after the day has closed; a run of another board with a '/' in its name may not. */
bool site_may_show(const char *game, int64_t now);

/* Writes a name as part of a file's name: small letters, digits and '-' alone. Names that differ in
 * more than their case have different files. */
#define SITE_NAME_MAX (4 * STORE_GAME_MAX + 1)
void site_name(const char *name, char file[SITE_NAME_MAX]);

#endif
