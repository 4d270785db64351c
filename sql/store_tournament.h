/*
 * Proven runs of a time (tournament.c), for tournaments.  store.h includes this.
 *
 * A run is listed when its replay has verified it, and it is ranked or a try at a day: never one of
 * a guest, with debug keys, on a chosen seed, refuted, or taken off the board. One whose replay was
 * removed later counts, because it was verified before.
 */
#ifndef TRAPDOOR_STORE_TOURNAMENT_H
#define TRAPDOOR_STORE_TOURNAMENT_H

struct store_proven {
	struct store_score score;
	int64_t account, begun;
	char game[STORE_GAME_MAX + 1]; /* "GAME/DATE" of a try */
};
/* Calls `each` for the proven runs that began at `begin` or later and ended before `end`, in the
 * order of their ends. It returns false to stop. */
enum store_answer store_proven_each(struct store *store, int64_t begin, int64_t end,
	bool (*each)(void *context, const struct store_proven *proven), void *context);

#endif
