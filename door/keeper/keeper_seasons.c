/* The request of seasons: the standings of the days and weeks that have closed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "door/keeper/keeper_private.h"
#include "door/text/contest.h"
#include "door/text/season.h"

/* Finds the season that is asked for. False after a refusal. */
static bool find_season(struct asking *asking, const char *name, struct season *season)
{
	int64_t now = keeper_now_seconds();

	if (!days_are_held(asking->keeper, CONTEST_DAY)) {
		asking_refuse(asking, "%s", contest_row(CONTEST_DAY)->none);
		return false;
	}
	season_at(now, season);
	if (!*name || (season_find(name, season) && season->begin <= now))
		return true;
	asking_refuse(asking, "There is no such season.");
	return false;
}

/* Names the seasons beside one: the earlier one if a day was held before, the later if it has
 * begun. */
static enum store_answer put_neighbours(struct asking *asking, const struct season *season)
{
	char first[STORE_DATE_SIZE], before[STORE_DATE_SIZE], after[STORE_DATE_SIZE];
	struct season earlier, later;
	enum store_answer answer;

	contest_name(CONTEST_DAY, season->begin, first);
	answer = store_days_beside(asking->keeper->store, asking->peer->game, first, before, after);
	season_at(season->begin - 1, &earlier);
	season_at(season->end, &later);
	wire_put_text(asking->out, answer == STORE_OK && *before ? earlier.name : "");
	wire_put_text(asking->out, later.begin <= keeper_now_seconds() ? later.name : "");
	return answer;
}

static void put_standing(struct wire_writer *out, const struct season_standing *standing)
{
	wire_put_text(out, standing->name);
	wire_put_u16(out, standing->points);
	wire_put_u8(out, standing->days);
	wire_put_u8(out, standing->weeks);
}

static void put_standings(
	struct asking *asking, const struct season_standing *standings, size_t count)
{
	const char *name = asking->peer->binding.id > 0 ? asking->peer->binding.name : "";
	size_t own = 0, shown = count < KEEPER_STANDINGS_MAX ? count : KEEPER_STANDINGS_MAX;

	while (own < count && strcmp(standings[own].name, name) != 0)
		own++;
	wire_put_u16(asking->out, own < count ? (uint16_t)(own + 1) : 0);
	put_standing(asking->out,
		own < count ? &standings[own] : &(struct season_standing){.points = 0});
	wire_put_u16(asking->out, (uint16_t)shown);
	for (size_t i = 0; i < shown; i++)
		put_standing(asking->out, &standings[i]);
}

unsigned request_season(struct asking *asking)
{
	int64_t now = keeper_now_seconds();
	struct season season;
	struct season_standing *standings;
	char name[STORE_DATE_SIZE];
	enum store_answer answer;
	size_t count;

	wire_get_text(asking->in, name, sizeof name);
	if (asking->in->broken || !find_season(asking, name, &season))
		return KEEPER_NO;
	standings = calloc(SEASON_STANDINGS_MAX, sizeof *standings);
	if (!standings || !season_standings(asking->keeper->store, asking->peer->game, &season, now,
				  standings, &count)) {
		free(standings);
		return asking_store(asking, STORE_FAILED, "");
	}
	wire_put_text(asking->out, season.name);
	answer = put_neighbours(asking, &season);
	wire_put_u32(asking->out, season.end > now ? (uint32_t)(season.end - now) : 0);
	put_standings(asking, standings, count);
	free(standings);
	return answer == STORE_OK ? KEEPER_OK : asking_store(asking, answer, "");
}
