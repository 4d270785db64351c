/* Declarations that the files of door/site/ share: a site while it is written. */
#ifndef TRAPDOOR_SITE_PRIVATE_H
#define TRAPDOOR_SITE_PRIVATE_H

#include "door/site/folder.h"
#include "door/site/ledger.h"
#include "door/site/markup.h"
#include "door/site/site.h"

#define SITE_BOARD_ROWS 200 /* also the places of a board whose runs get a replay */
#define SITE_FEED_ROWS 50
#define SITE_PLAYER_ROWS 100
#define SITE_PAGE_PATH_MAX 180

/* A list of players or of games: what all their shown runs are made from. */
struct tally_row {
	char key[STORE_GAME_MAX + 1];
	uint64_t signature;
	unsigned runs;
};
struct tally {
	struct tally_row *rows;
	size_t count, room;
};

struct site_run {
	int64_t run;
	bool replayable;
};

struct site {
	const struct site_settings *settings;
	struct store *store;
	struct folder folder;
	struct ledger *ledger;
	struct site_counts *counts;
	uint64_t form; /* of the version, the settings, and whether there is a player */
	bool has_player, failed;
	struct markup page; /* that is being made */
	struct tally players, games;
	struct site_run *runs; /* all that are shown, in the order of their ends */
	size_t run_count, run_room;
	int64_t *ranked; /* runs among the first of a board */
	size_t ranked_count, ranked_room;
	uint64_t feats_form; /* signature of what the content has for ledgers */
	struct store_shown newest[SITE_FEED_ROWS]; /* a ring; newest_count of all are in it */
	size_t newest_count;
	/* The table of runs for programs, to which new runs are added. */
	struct markup lines;
	uint64_t lines_signature;
	int64_t line_count, lines_before;
	bool lines_changed;
};

/* ---- site.c ---- */

/* True if the file of a path is there and was made from the same. It is kept then. */
bool site_is_current(struct site *site, const char *path, uint64_t signature);
/* Writes the page that was made, empties it, and keeps the file. */
void site_put(struct site *site, const char *path, uint64_t signature, int64_t number);
/* The same, unless the page is as it was. */
void site_put_changed(struct site *site, const char *path);
/* True if the file of a path is kept. */
bool site_has(struct site *site, const char *path);
/* True if a run has a page. One that ended while the pages are written has none yet. */
bool site_has_run(struct site *site, int64_t run);
/* Reads the ledger of the folder, if it has one. */
void site_read_ledger(struct site *site);
/* Writes the ledger, so that a later call knows the files that there are. False with the folder's
 * sentence. */
bool site_write_ledger(struct site *site);
/* Counts a run among the first of a board. */
void site_add_ranked(struct site *site, int64_t run);

/* ---- site_pages.c: what all pages have ---- */

/* Begin and end a page. root: "" or "../". */
enum page_kind { PAGE_PLAIN, PAGE_WITH_PLAYER };
void page_begin(struct site *site, enum page_kind kind, const char *title, const char *root);
void page_end(struct site *site, const char *root);
/* The name of a player, as a link to the player's page. */
void player_link(struct markup *page, const char *root, const char *name);
/* A table of runs. */
enum table_kind { TABLE_RANKS, TABLE_DATES, TABLE_CONDUCTS };
void table_begin(struct site *site, const char *caption, enum table_kind kind);
void table_row(struct site *site, const char *root, enum table_kind kind, unsigned rank,
	const struct store_score *score);
void table_end(struct site *site);
void site_write_assets(struct site *site);

/* ---- Other files ---- */

void site_run_path(int64_t run, const char *ending, char path[SITE_PAGE_PATH_MAX]);
void site_write_run(struct site *site, const struct store_shown *shown);
/* Writes the page of a player and the same as JSON. */
void site_write_player(struct site *site, const struct tally_row *player);
/* ---- site_ledger.c ---- */

/* The ledger of a player: the feats that runs with pages prove. */
struct site_feats {
	size_t count;
	struct feat feats[FEATS_MAX];
	int64_t runs[FEATS_MAX]; /* the first one that proved each */
};
/* Reads it. False: the player hides, or there is no content that has it. */
bool site_feats_read(struct site *site, const char *name, struct site_feats *feats);
void site_feats_add(struct site *site, const struct site_feats *feats);
/* Returns the player as JSON, which the caller frees. feats: NULL if they are not shown. */
char *site_feats_json(struct site *site, const char *name, const struct site_feats *feats);
/* Returns the signature of all that the content says about ledgers. */
uint64_t site_feats_signature(const struct site *site, uint64_t before);

/* Boards of all games, days, and the first page. */
void site_write_boards(struct site *site);
void site_write_days(struct site *site);
void site_write_seasons(struct site *site);
void site_write_tournaments(struct site *site);
/* Adds the tournaments with their states, as links, if there are any. */
void site_add_tournaments(struct site *site);
void site_write_index(struct site *site);
void site_write_feed(struct site *site);
/* Adds a run to the table for programs, and writes it at the end. */
void site_add_line(struct site *site, const struct store_shown *shown);
void site_write_lines(struct site *site);
/* Keeps a map (".txt") or replay (".cast") that shows this name. True if there is a file. */
bool site_keep_film(struct site *site, int64_t run, const char *ending, const char *name);
/* Makes maps and replays. True if there are new ones. */
bool site_write_films(struct site *site);

/* Splits the game of a day: false if it is none. */
bool site_day_of(const char *game, char base[STORE_GAME_MAX + 1], char date[STORE_DATE_SIZE]);

#endif
