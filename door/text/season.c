#include "door/text/season.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "door/text/contest.h"
#include "door/text/times.h"

#define WEEKS_EACH 4
#define SEASONS_EACH 13 /* of a year */
#define CONTESTS_MAX 40 /* of a season */
#define ROWS_MAX 30     /* of a board that are read; some of them may have no rank yet */

/* ---- Names ---- */

/* Writes the first second of the week of a year: 1 ... 53. */
static int64_t week_begins(int year, int week)
{
	char name[TIME_DATE_SIZE];
	int64_t begin = 0;

	snprintf(name, sizeof name, "%04d-W%02d", year % 10000, week % 100);
	time_week_parse(name, &begin);
	return begin;
}

/* number: 1 ... SEASONS_EACH. */
static void fill(int year, int number, struct season *season)
{
	season->begin = week_begins(year, (number - 1) * WEEKS_EACH + 1);
	season->end = number == SEASONS_EACH ? week_begins(year + 1, 1)
					     : season->begin + WEEKS_EACH * TIME_WEEK_SECONDS;
	snprintf(season->name, sizeof season->name, "%04d-S%02d", year % 10000, number % 100);
}

void season_at(int64_t seconds, struct season *season)
{
	char week[TIME_DATE_SIZE];
	int number;

	time_week(seconds, week);
	number = (atoi(week + strlen("2026-W")) - 1) / WEEKS_EACH + 1;
	fill(atoi(week), number < SEASONS_EACH ? number : SEASONS_EACH, season);
	assert(seconds >= season->begin && seconds < season->end);
}

bool season_find(const char *name, struct season *season)
{
	int year, number, size = 0;

	if (sscanf(name, "%4d-S%2d%n", &year, &number, &size) != 2 || name[size] || year < 1970 ||
		number < 1 || number > SEASONS_EACH)
		return false;
	fill(year, number, season);
	return strcmp(season->name, name) == 0;
}

/* ---- Standings ---- */

/* The points of a name, of each contest. */
struct tally {
	char name[STORE_NAME_MAX + 1];
	uint8_t points[CONTEST_KINDS][CONTESTS_MAX];
	unsigned count[CONTEST_KINDS];
};

struct reading {
	struct tally *tallies; /* SEASON_STANDINGS_MAX */
	size_t count;
	enum contest_kind kind;
	unsigned places; /* of this contest that got points */
};

static struct tally *tally_of(struct reading *reading, const char *name)
{
	size_t i = 0;

	while (i < reading->count && strcmp(reading->tallies[i].name, name) != 0)
		i++;
	assert(i < SEASON_STANDINGS_MAX);
	if (i == reading->count) {
		reading->count++;
		snprintf(reading->tallies[i].name, sizeof reading->tallies[i].name, "%s", name);
	}
	return &reading->tallies[i];
}

static bool add_place(void *context, unsigned rank, const struct store_score *score)
{
	struct reading *reading = context;
	struct tally *tally;

	/* One that waits for its verification has no rank yet. */
	if (rank < 1 || rank > SEASON_POINTS || reading->places == SEASON_POINTS)
		return true;
	reading->places++;
	tally = tally_of(reading, score->name);
	tally->points[reading->kind][tally->count[reading->kind]++] =
		(uint8_t)(SEASON_POINTS + 1 - rank);
	return true;
}

/* Reads the boards of the contests of a kind that began in the season and have closed. */
static bool read_boards(struct store *store, const char *game, const struct season *season,
	int64_t now, struct reading *reading)
{
	int64_t step = contest_row(reading->kind)->seconds;
	struct store_query query = {.order = STORE_BEST_RUNS, .count = ROWS_MAX};
	char name[STORE_DATE_SIZE];

	for (int64_t at = season->begin; at < season->end && at + step <= now; at += step) {
		contest_name(reading->kind, at, name);
		store_day_game(game, name, query.game);
		reading->places = 0;
		if (store_scores_each(store, &query, add_place, reading) != STORE_OK)
			return false;
	}
	return true;
}

static int most_first(const void *a, const void *b)
{
	return *(const uint8_t *)b - *(const uint8_t *)a;
}

/* Adds the best points of a kind. Returns how many there were. */
static uint8_t add_best(struct tally *tally, enum contest_kind kind, unsigned most, uint16_t *sum)
{
	unsigned count = tally->count[kind] < most ? tally->count[kind] : most;

	qsort(tally->points[kind], tally->count[kind], 1, most_first);
	for (unsigned i = 0; i < count; i++)
		*sum = (uint16_t)(*sum + tally->points[kind][i]);
	return (uint8_t)count;
}

static int best_first(const void *a, const void *b)
{
	const struct season_standing *left = a, *right = b;

	return left->points != right->points ? right->points - left->points
					     : strcmp(left->name, right->name);
}

bool season_standings(struct store *store, const char *game, const struct season *season,
	int64_t now, struct season_standing standings[SEASON_STANDINGS_MAX], size_t *count)
{
	struct reading reading = {.tallies = calloc(SEASON_STANDINGS_MAX, sizeof(struct tally))};
	bool read = reading.tallies != NULL;

	for (int kind = CONTEST_DAY; read && kind < CONTEST_KINDS; kind++) {
		reading.kind = (enum contest_kind)kind;
		read = read_boards(store, game, season, now, &reading);
	}
	*count = read ? reading.count : 0;
	for (size_t i = 0; i < *count; i++) {
		struct season_standing *standing = &standings[i];
		struct tally *tally = &reading.tallies[i];

		memset(standing, 0, sizeof *standing);
		memcpy(standing->name, tally->name, sizeof standing->name);
		standing->days = add_best(tally, CONTEST_DAY, SEASON_DAYS, &standing->points);
		standing->weeks = add_best(tally, CONTEST_WEEK, SEASON_WEEKS, &standing->points);
	}
	qsort(standings, *count, sizeof *standings, best_first);
	free(reading.tallies);
	return read;
}

bool season_find_winners(
	struct store *store, const char *game, int64_t now, struct season_winners *winners)
{
	static struct season_standing standings[SEASON_STANDINGS_MAX];
	struct season season;
	size_t count;

	season_at(now, &season);
	season_at(season.begin - 1, &season);
	memset(winners, 0, sizeof *winners);
	memcpy(winners->season, season.name, sizeof winners->season);
	if (!season_standings(store, game, &season, now, standings, &count))
		return false;
	for (size_t i = 0; i < count && winners->count < SEASON_WINNERS_MAX &&
			   standings[i].points == standings[0].points;
		i++)
		memcpy(winners->names[winners->count++], standings[i].name,
			sizeof standings[i].name);
	return true;
}

bool season_won(const struct season_winners *winners, const char *name)
{
	for (unsigned i = 0; i < winners->count; i++)
		if (strcmp(winners->names[i], name) == 0)
			return true;
	return false;
}

void season_winners_text(const struct season_winners *winners, char text[SEASON_WINNERS_TEXT])
{
	size_t length = 0;

	_Static_assert(SEASON_WINNERS_MAX * (STORE_NAME_MAX + 2) + STORE_DATE_SIZE + 8 <=
			       SEASON_WINNERS_TEXT,
		"all winners fit");
	text[0] = '\0';
	for (unsigned i = 0; i < winners->count; i++)
		length += (size_t)snprintf(text + length, SEASON_WINNERS_TEXT - length, "%s%s",
			i ? ", " : "", winners->names[i]);
	if (winners->count)
		snprintf(text + length, SEASON_WINNERS_TEXT - length, " won %s.", winners->season);
}
