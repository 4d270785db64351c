/* Births: what a new run gets from the runs before it. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "door/keeper/keeper_private.h"

/* A birth gets up to BONES_MAX of this many latest deaths of different players. */
#define DEATHS_LOOKED_AT 48

struct deaths {
	size_t count;
	struct store_score scores[DEATHS_LOOKED_AT];
};

static bool collect_death(void *context, unsigned rank, const struct store_score *score)
{
	struct deaths *deaths = context;

	(void)rank;
	deaths->scores[deaths->count++] = *score;
	return deaths->count < DEATHS_LOOKED_AT;
}

static void leave_bones(struct bones *past, const struct store_score *score)
{
	memset(past, 0, sizeof *past);
	snprintf(past->name, sizeof past->name, "%s", score->name);
	snprintf(past->epitaph, sizeof past->epitaph, "%s", score->epitaph);
	past->depth = (uint8_t)score->depth;
	/* An avenged player keeps the grave, but the killer is dead. */
	if (score->avenged_by[0])
		return;
	snprintf(past->killer, sizeof past->killer, "%s", score->killer);
	snprintf(past->item, sizeof past->item, "%s", score->item);
}

/* Draws the bones of a birth. The keeper draws them, not the seed; the birth records them before
 * the first turn. */
static void deal_bones(struct keeper *keeper, const char *game, struct birth *birth)
{
	struct store_query query = {.order = STORE_DEATHS, .count = DEATHS_LOOKED_AT};
	struct deaths *deaths = calloc(1, sizeof *deaths);

	if (!deaths)
		return;
	snprintf(query.game, sizeof query.game, "%s", game);
	if (store_scores_each(keeper->store, &query, collect_death, deaths) != STORE_OK)
		deaths->count = 0;
	while (birth->bones_count < BONES_MAX && deaths->count > 0) {
		size_t drawn = randombytes_uniform((uint32_t)deaths->count);

		if (deaths->scores[drawn].depth > 0 && deaths->scores[drawn].depth <= UINT8_MAX)
			leave_bones(&birth->past[birth->bones_count++], &deaths->scores[drawn]);
		deaths->scores[drawn] = deaths->scores[--deaths->count];
	}
	free(deaths);
}

size_t keeper_make_birth(struct asking *asking, bool debug, uint8_t bytes[BIRTH_BYTES_MAX])
{
	struct birth birth;

	memset(&birth, 0, sizeof birth);
	memcpy(birth.name, asking->peer->binding.name, sizeof birth.name);
	birth.debug = debug;
	deal_bones(asking->keeper, asking->peer->game, &birth);
	return birth_encode(&birth, bytes);
}
