#include "door/text/contest.h"

#include <stdio.h>
#include <string.h>

#include "door/text/parse.h"
#include "door/text/times.h"

static const struct contest_row rows[CONTEST_KINDS] = {
	[CONTEST_DAY] = {.now = CONTEST_TODAY,
		.hero = "Today's hero",
		.seconds = TIME_DAY_SECONDS,
		.of_veterans = true,
		.title_now = "Today's run",
		.title = "The run of",
		.before = "day before",
		.after = "next day",
		.none = "There is no daily run of that date on this server.",
		.over = "Your try at this day is over.",
		.closed = "This day is closed.",
		.changed =
			"The rules of this server changed today. Tomorrow's call has the new ones.",
		.veterans = "End one run that is on the board first; then you have a try each day.",
		.hidden = "A daily run is shown to those whose own try at that day is over, and to "
			  "everybody a day after it has closed.",
		.late = "Not ranked: it took more than 24 hours, or the rules changed."},
	[CONTEST_WEEK] = {.now = CONTEST_THIS_WEEK,
		.hero = "This week's hero",
		.seconds = TIME_WEEK_SECONDS,
		.handicapped = true,
		.title_now = "This week's contract",
		.title = "The contract of",
		.before = "week before",
		.after = "next week",
		.none = "There is no weekly contract of that week on this server.",
		.over = "Your try at this week is over.",
		.closed = "This week is closed.",
		.changed =
			"The rules of this server changed this week. The next contract has the new "
			"ones.",
		.hidden =
			"A run of a contract is shown to those whose own try at that week is over, "
			"and to everybody a day after it has closed.",
		.late = "Not ranked: its time was over, or the rules changed."},
};

const struct contest_row *contest_row(enum contest_kind kind)
{
	return &rows[kind];
}

enum contest_kind contest_kind(const char *name)
{
	int64_t begin;

	return strcmp(name, CONTEST_THIS_WEEK) == 0 || time_week_parse(name, &begin) ? CONTEST_WEEK
										     : CONTEST_DAY;
}

const struct contest_row *contest_of(const char *name)
{
	return &rows[contest_kind(name)];
}

void contest_name(enum contest_kind kind, int64_t seconds, char name[STORE_DATE_SIZE])
{
	if (kind == CONTEST_WEEK)
		time_week(seconds, name);
	else
		time_date(seconds, name);
}

bool contest_begin(const char *name, int64_t *begin)
{
	return time_week_parse(name, begin) || time_date_parse(name, begin);
}

int64_t contest_revealed(const char *name, int64_t begin)
{
	return begin + contest_of(name)->seconds + TIME_DAY_SECONDS;
}

/* ---- Handicaps ---- */

void contest_draw(const struct content *content, const char *name, const uint8_t seed[16],
	char handicaps[STORE_HANDICAPS_SIZE])
{
	struct birth birth = {.handicap_count = 0};
	struct seed drawn;

	handicaps[0] = '\0';
	if (!contest_of(name)->handicapped)
		return;
	memcpy(drawn.bytes, seed, sizeof drawn.bytes);
	birth_draw_handicaps(content, &drawn, &birth);
	for (int i = 0; i < birth.handicap_count; i++) {
		size_t used = strlen(handicaps);

		snprintf(handicaps + used, STORE_HANDICAPS_SIZE - used, "%s%s", i ? "," : "",
			birth.handicaps[i]);
	}
}

void contest_birth(const char *name, const char *handicaps, struct birth *birth)
{
	char id[HANDICAP_ID_SIZE];

	*birth = (struct birth){.handicap_count = 0};
	snprintf(birth->name, sizeof birth->name, "%s", contest_of(name)->hero);
	while (parse_handicap(&handicaps, id))
		birth_add_handicap(birth, id);
}
