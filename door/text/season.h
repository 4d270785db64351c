/*
 * Seasons: thirteen a year, of four ISO weeks each, named "2026-S12". The last one of a year with
 * 53 weeks has five.
 *
 * The first ten of a day get 10, 9 ... 1 points, and those of a week's contract too. Of a season
 * the best ten days and the best two weeks of a player count, so that hours buy nothing.
 */
#ifndef TRAPDOOR_SEASON_H
#define TRAPDOOR_SEASON_H

#include "sql/store.h"

struct season {
	char name[STORE_DATE_SIZE];
	int64_t begin, end; /* seconds, UTC: Mondays */
};
/* Finds the season of a time, or one by its name. False if it is no name of a season. */
void season_at(int64_t seconds, struct season *season);
bool season_find(const char *name, struct season *season);

#define SEASON_POINTS 10 /* of the first place, and so many places have points */
#define SEASON_DAYS 10
#define SEASON_WEEKS 2
#define SEASON_RULE "The best ten days and the best two weeks count."
#define SEASON_NOBODY "Nobody has points in it yet."
struct season_standing {
	char name[STORE_NAME_MAX + 1];
	uint16_t points;
	uint8_t days, weeks; /* that count */
};

/* Each of at most 35 days and 5 weeks gives points to SEASON_POINTS names. */
#define SEASON_STANDINGS_MAX 400
/* Reads the standings of a season: all with points, the best first, from the boards of the contests
 * that have closed by now. False: the store cannot be read. */
bool season_standings(struct store *store, const char *game, const struct season *season,
	int64_t now, struct season_standing standings[SEASON_STANDINGS_MAX], size_t *count);

/* The winners of the last season that is over: all who have the most points. They have
 * SEASON_MARK beside their names until the next season is over. */
#define SEASON_MARK '*'
#define SEASON_WINNERS_MAX 8
struct season_winners {
	char season[STORE_DATE_SIZE];
	uint8_t count; /* 0: nobody had points */
	char names[SEASON_WINNERS_MAX][STORE_NAME_MAX + 1];
};
/* False: the store cannot be read. */
bool season_find_winners(
	struct store *store, const char *game, int64_t now, struct season_winners *winners);
bool season_won(const struct season_winners *winners, const char *name);
/* Writes "Ada, Bela won 2025-S11.", or "" without winners. */
#define SEASON_WINNERS_TEXT 200
void season_winners_text(const struct season_winners *winners, char text[SEASON_WINNERS_TEXT]);

#endif
