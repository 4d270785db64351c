/*
 * The calls of feats: the ledger of an account, the lamps of the players online, and the end of a
 * verification.  door/store/keeper.h includes this.
 */
#ifndef TRAPDOOR_KEEPER_FEATS_CALLS_H
#define TRAPDOOR_KEEPER_FEATS_CALLS_H

/* All feats of an account, by kind and id, each with the first run that proved it. */
struct keeper_ledger {
	size_t count;
	struct feat feats[FEATS_MAX];
	int64_t runs[FEATS_MAX];
};
/* Reads the ledger of the account. NO: a guest has none. */
enum keeper_verdict keeper_ledger(struct store_client *line, struct keeper_ledger *ledger);

/* The lamp of a player online whose achievements light one. */
struct keeper_lamp {
	char name[STORE_NAME_MAX + 1];
	char letter;
	uint8_t role; /* enum colour_role */
};
enum keeper_verdict keeper_lamps(
	struct store_client *line, struct keeper_lamp *lamps, size_t capacity, size_t *count);

/* Marks a run as verified, with all feats that its replay proved. */
enum keeper_verdict keeper_verified(
	struct store_client *line, int64_t run, const struct feat *feats, size_t count);

#endif
