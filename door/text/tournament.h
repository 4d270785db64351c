/*
 * Tournaments: an operator's dates and rules for points, and the standings that follow from the
 * store.
 *
 * A run counts if it began and ended within the dates, was ranked, and its replay has verified it
 * (sql/store_tournament.h).  A try at a day or at a contract counts from when its seed is shown to
 * everybody, so that no standing reports on a contest before that.  Standings are computed from the
 * store each time.  Nothing of a tournament is stored, so its rules may be mended while it is on.
 */
#ifndef TRAPDOOR_TOURNAMENT_H
#define TRAPDOOR_TOURNAMENT_H

#include "sql/store.h"

/* Which runs count: id, word of the file, in sentences. */
/* clang-format off */
#define TOURNAMENT_RUNS(ROW) \
	ROW(ORDINARY, "runs", "ranked runs") \
	ROW(DAYS, "days", "daily runs") \
	ROW(CONTRACTS, "contracts", "contracts of weeks") \
	ROW(ALL, "all", "ranked runs, daily runs and contracts")

/* The rules: id, key of the file, for what a player gets the points. */
#define TOURNAMENT_RULES(ROW) \
	ROW(BEST_SCORE, "best_score", "the best score; each place below has one less") \
	ROW(DEPTH, "depth", "each depth down to the deepest") \
	ROW(VICTORY, "victory", "each run that won") \
	ROW(FIRST_VICTORY, "first_victory", "the first run that won") \
	ROW(FASTEST_VICTORY, "fastest_victory", "the run that won in the fewest turns") \
	ROW(CONDUCT, "conduct", "each different conduct that a run kept") \
	ROW(ACHIEVEMENT, "achievement", "each different achievement that a run earned") \
	ROW(BOSS, "boss", "each different boss that a run beat")
/* clang-format on */

enum tournament_runs {
#define ROW(id, word, words) TOURNAMENT_##id,
	TOURNAMENT_RUNS(ROW)
#undef ROW
		TOURNAMENT_RUNS_COUNT
};
enum tournament_rule {
#define ROW(id, key, words) TOURNAMENT_OF_##id,
	TOURNAMENT_RULES(ROW)
#undef ROW
		TOURNAMENT_RULE_COUNT
};

struct tournament_word {
	const char *word, *words;
};
extern const struct tournament_word tournament_runs[TOURNAMENT_RUNS_COUNT];
extern const struct tournament_word tournament_rules[TOURNAMENT_RULE_COUNT];

#define TOURNAMENT_NAME_SIZE 61
#define TOURNAMENT_ID_SIZE 41
#define TOURNAMENT_POINTS_MAX 1000
struct tournament {
	char id[TOURNAMENT_ID_SIZE]; /* name of its file without ".txt": small letters, digits, '-' */
	char name[TOURNAMENT_NAME_SIZE];
	char game[STORE_GAME_MAX + 1]; /* "": the game that was played last */
	int64_t begin, end;            /* seconds, UTC */
	enum tournament_runs runs;
	int first_runs; /* so many of each player count, by their ends; 0: all */
	int points[TOURNAMENT_RULE_COUNT];
};

/* A player's standing. Equal points share a place. */
struct tournament_standing {
	char name[STORE_NAME_MAX + 1];
	unsigned place, points, runs;
	int32_t best_score, deepest;
	unsigned counts[TOURNAMENT_RULE_COUNT]; /* of each rule, as 3 conducts; 0 without points */
	unsigned points_of[TOURNAMENT_RULE_COUNT];
};

/* A tournament's standings: all players with a run that counts, the best first. */
struct tournament_standings {
	struct tournament_standing *each;
	size_t count;
};
/* Reads them. False: the store cannot be read. The caller frees them either way. */
bool tournament_read(struct store *store, const struct tournament *tournament, int64_t now,
	struct tournament_standings *standings);
void tournament_standings_free(struct tournament_standings *standings);

/* Returns "not begun", "open" or "over". */
const char *tournament_state(const struct tournament *tournament, int64_t now);
/* Returns the standings as text or as JSON. NULL if there is too little memory. The caller frees
 * it. */
char *tournament_text(const struct tournament *tournament,
	const struct tournament_standings *standings, int64_t now);
char *tournament_json(const struct tournament *tournament,
	const struct tournament_standings *standings, int64_t now);

#endif
