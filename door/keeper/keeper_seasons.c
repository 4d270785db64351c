/* The requests of seasons: the standings of the days and weeks that have closed, and winners. */
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
static enum store_answer name_neighbours(
	struct asking *asking, const struct season *season, struct keeper_season *shown)
{
	char first[STORE_DATE_SIZE], before[STORE_DATE_SIZE], after[STORE_DATE_SIZE];
	struct season earlier, later;
	enum store_answer answer;

	contest_name(CONTEST_DAY, season->begin, first);
	answer = store_days_beside(asking->keeper->store, asking->peer->game, first, before, after);
	season_at(season->begin - 1, &earlier);
	season_at(season->end, &later);
	if (answer == STORE_OK && *before)
		memcpy(shown->before, earlier.name, sizeof shown->before);
	if (later.begin <= keeper_now_seconds())
		memcpy(shown->after, later.name, sizeof shown->after);
	return answer;
}

/* Fills in the first standings, and the asker's own. */
static void fill_standings(struct asking *asking, const struct season_standing *standings,
	size_t count, struct keeper_season *shown)
{
	shown->count = (uint8_t)(count < KEEPER_STANDINGS_MAX ? count : KEEPER_STANDINGS_MAX);
	memcpy(shown->each, standings, shown->count * sizeof *standings);
	for (size_t i = 0; asking->peer->binding.id > 0 && i < count; i++)
		if (strcmp(standings[i].name, asking->peer->binding.name) == 0) {
			shown->own_place = (uint16_t)(i + 1);
			shown->own = standings[i];
		}
}

unsigned request_season(struct asking *asking)
{
	static struct season_standing standings[SEASON_STANDINGS_MAX];
	static struct keeper_season shown;
	int64_t now = keeper_now_seconds();
	char name[STORE_DATE_SIZE];
	struct season season;
	enum store_answer answer;
	size_t count;

	wire_get_text(asking->in, name, sizeof name);
	if (asking->in->broken || !find_season(asking, name, &season))
		return KEEPER_NO;
	memset(&shown, 0, sizeof shown);
	memcpy(shown.name, season.name, sizeof shown.name);
	shown.left_seconds = season.end > now ? (uint32_t)(season.end - now) : 0;
	answer = name_neighbours(asking, &season, &shown);
	if (answer != STORE_OK || !season_standings(asking->keeper->store, asking->peer->game,
					  &season, now, standings, &count))
		return asking_store(asking, STORE_FAILED, "");
	fill_standings(asking, standings, count, &shown);
	wire_put_season(asking->out, &shown);
	return KEEPER_OK;
}

#define WINNERS_LAST 60 /* seconds until the winners are read again */

unsigned request_winners(struct asking *asking)
{
	static struct season_winners winners;
	static char game[STORE_GAME_MAX + 1];
	static int64_t read_at;
	int64_t now = keeper_now_seconds();

	if (!days_are_held(asking->keeper, CONTEST_DAY))
		return asking_refuse(asking, "%s", contest_row(CONTEST_DAY)->none);
	if (strcmp(game, asking->peer->game) != 0 || now < read_at ||
		now >= read_at + WINNERS_LAST) {
		game[0] = '\0';
		if (!season_find_winners(asking->keeper->store, asking->peer->game, now, &winners))
			return asking_store(asking, STORE_FAILED, "");
		memcpy(game, asking->peer->game, sizeof game);
		read_at = now;
	}
	wire_put_winners(asking->out, &winners);
	return KEEPER_OK;
}
