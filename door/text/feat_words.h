/* The rows of a ledger, for screens and pages: a kind of feats and what it counts. */
#ifndef TRAPDOOR_FEAT_WORDS_H
#define TRAPDOOR_FEAT_WORDS_H

#include "engine/engine.h"

struct feat_row {
	enum feat_kind kind;
	const char *label;
};
extern const struct feat_row feat_rows[];
extern const size_t feat_row_count;

/* Finds the achievement of a feat. False if the feat is none, or one that the content lacks. */
bool feat_achievement(
	const struct content *content, const struct feat *feat, struct achievement *achievement);

#endif
