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

/* ---- Facts ---- */

/* Facts come from so many latest runs of a player. */
#define RUNS_LOOKED_AT 48
#define RUNS_OFTEN 10
#define DEPTH_EARLY 3
#define DEPTH_DEEP 12
#define GOLD_RICH 500

struct earlier {
	unsigned count, facts;
};

static unsigned facts_of_death(const struct store_score *score, bool last)
{
	return FACT_DIED | (last ? FACT_DIED_LAST : 0u) |
	       (score->depth <= DEPTH_EARLY ? FACT_DIED_EARLY : 0u) |
	       (score->killer[0] == '\0' ? FACT_DIED_ALONE : 0u) |
	       (score->avenged_by[0] != '\0' ? FACT_REPAID : 0u);
}

static unsigned facts_of_end(const struct store_score *score, bool last)
{
	switch (score->outcome) {
	case OUTCOME_DIED:
		return facts_of_death(score, last);
	case OUTCOME_LEFT:
		return FACT_LEFT | (score->gold >= GOLD_RICH ? FACT_RICH : 0u);
	case OUTCOME_QUIT:
		return FACT_QUIT;
	case OUTCOME_WON:
		/* A goal that is brought home ends the run on depth 1. */
		return score->depth > 1 ? FACT_WON_FAR : FACT_WON;
	default:
		return 0;
	}
}

/* Adds the facts of one run; the latest run comes first. */
static bool collect_facts(void *context, unsigned rank, const struct store_score *score)
{
	struct earlier *earlier = context;

	(void)rank;
	earlier->facts |= facts_of_end(score, earlier->count++ == 0) | FACT_CALLED |
			  (score->deepest >= DEPTH_DEEP ? FACT_DEEP : 0u) |
			  (score->deepest > DEPTH_DEEP ? FACT_PASSED : 0u) |
			  (score->avenged[0] != '\0' ? FACT_AVENGED : 0u);
	return true;
}

/* Returns the facts of the account's latest runs on the board; none for a guest. */
static uint16_t facts_of(struct keeper *keeper, const struct peer *peer)
{
	struct store_query query = {.order = STORE_LATEST, .count = RUNS_LOOKED_AT};
	struct earlier earlier = {0};

	if (peer->binding.id <= 0)
		return 0;
	snprintf(query.game, sizeof query.game, "%s", peer->game);
	snprintf(query.name, sizeof query.name, "%s", peer->binding.name);
	if (store_scores_each(keeper->store, &query, collect_facts, &earlier) != STORE_OK)
		return 0;
	return (uint16_t)(earlier.facts | (earlier.count >= RUNS_OFTEN ? FACT_OFTEN : 0u));
}

size_t keeper_make_birth(
	struct asking *asking, bool debug, bool seeded, uint8_t bytes[BIRTH_BYTES_MAX])
{
	struct birth birth;

	memset(&birth, 0, sizeof birth);
	memcpy(birth.name, asking->peer->binding.name, sizeof birth.name);
	birth.debug = debug;
	deal_bones(asking->keeper, asking->peer->game, &birth);
	if (!seeded)
		birth.facts = facts_of(asking->keeper, asking->peer);
	return birth_encode(&birth, bytes);
}

size_t keeper_make_day_birth(const struct store_day *day, uint8_t bytes[BIRTH_BYTES_MAX])
{
	struct birth birth;

	contest_birth(day->date, day->handicaps, &birth);
	return birth_encode(&birth, bytes);
}
