/* Feats at the keeper: what a verifier reports, and the achievements that follow. */
#ifndef TRAPDOOR_KEEPER_FEATS_H
#define TRAPDOOR_KEEPER_FEATS_H

#include "door/keeper/keeper_private.h"

/* The report of a verifier on a run. given: false from a program that knows no feats. */
struct feats_report {
	bool given;
	size_t count;
	struct feat feats[FEATS_MAX];
};
/* Reads the rest of a request. Breaks it if it has too many feats. */
void feats_read(struct wire_reader *in, struct feats_report *report);
/* Replaces the feats of a run that has just been verified, and adds the achievements that it earns
 * by itself and with the account's other runs. Removes from the report what is no feat here. */
enum store_answer feats_verified(
	struct asking *asking, const struct store_score *score, struct feats_report *report);

#endif
