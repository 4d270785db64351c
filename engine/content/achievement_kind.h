/* Kinds of achievements: records about runs that are over, which no rule reads (engine/feats.h). */
#ifndef TRAPDOOR_ENGINE_ACHIEVEMENT_KIND_H
#define TRAPDOOR_ENGINE_ACHIEVEMENT_KIND_H

#include <stdbool.h>
#include <stdint.h>

#define ACHIEVEMENT_NEEDS_MAX 8

/* A need: a feat with an id, a number of feats of a kind, or a number of the run. */
struct achievement_need {
	uint8_t feat;    /* enum feat_kind, or 0: a measure */
	uint8_t measure; /* enum feat_measure */
	bool most;       /* at most `number` instead of at least */
	uint16_t record; /* the record that the id names, or KIND_NONE */
	const char *id;  /* NULL: `number` of the kind */
	int32_t number;
};

struct achievement_kind {
	const char *id, *name, *description;
	const char *letter; /* of its lamp: one character, or "" */
	uint8_t role, rank;
	bool together; /* all runs of an account count together */
	uint8_t need_count;
	struct achievement_need needs[ACHIEVEMENT_NEEDS_MAX];
};

#endif
