/*
 * Feats in the store (feats.c): what the replays of verified runs proved.  store.h includes this.
 *
 * A feat is a kind and an id, opaque here but for STORE_FEAT_COLLECTION.  The ledger of an account
 * in a game is the union over its runs, days and weeks included.  Only verified runs that are
 * scored, ranked or tries at a day, have feats.  Triggers of the schema remove those of a run that
 * is refuted or removed from the board, and of an account that ends.
 */
#ifndef TRAPDOOR_STORE_FEATS_H
#define TRAPDOOR_STORE_FEATS_H

#define STORE_FEAT_MAX 33
/* A kind that follows from several runs. It goes with any run of its account. */
#define STORE_FEAT_COLLECTION 21

/* The word of an account's options that hides its ledger, as it hides its games from spectators. */
#define STORE_OPTION_HIDDEN "watch=hidden"

struct store_feat {
	uint8_t kind;
	char id[STORE_FEAT_MAX];
	int64_t run; /* the first one that proved it */
};

/* Reads the account of a run and its game without a date. NONE: the run may have no feats. */
enum store_answer store_feats_owner(
	struct store *store, int64_t run, int64_t *account, char game[STORE_GAME_MAX + 1]);
/* Removes the feats of a run. */
enum store_answer store_feats_clear(struct store *store, int64_t run);
/* Adds a feat of a run. NONE: the run may have none, or has this one already. */
enum store_answer store_feat_add(struct store *store, int64_t run, unsigned kind, const char *id);
/* Calls `each` for the feats of an account in a game, or of one run, in the order of kinds and ids.
 * It returns false to stop. */
enum store_answer store_feats_each(struct store *store, int64_t account, const char *game,
	bool (*each)(void *context, const struct store_feat *feat), void *context);
enum store_answer store_feats_of_run(struct store *store, int64_t run,
	bool (*each)(void *context, const struct store_feat *feat), void *context);

#endif
