#include "door/text/times.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Longer spans need no date. */
#define COUNT_MAX 100000

static bool span_parse(const char *text, int64_t *seconds)
{
	static const struct {
		char letter;
		int64_t seconds;
	} units[] = {{'m', 60}, {'h', 3600}, {'d', 86400}, {'w', 604800}};
	char *end;
	long count = strtol(text, &end, 10);

	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (*end == units[i].letter && end[1] == '\0' && isdigit((unsigned char)*text) &&
			count > 0 && count <= COUNT_MAX) {
			*seconds = count * units[i].seconds;
			return true;
		}
	return false;
}

static bool date_parse(const char *text, int64_t *seconds)
{
	static const char *const formats[] = {
		"%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%SZ"};

	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
		struct tm date = {0}, given;
		const char *end = strptime(text, formats[i], &date);

		given = date;
		if (!end || *end)
			continue;
		*seconds = timegm(&date);
		/* The 31st of February is no date. */
		return date.tm_mday == given.tm_mday && isdigit((unsigned char)*text);
	}
	return false;
}

bool time_parse(
	const char *text, int64_t now, int sign, int64_t *seconds, char *sentence, size_t size)
{
	int64_t span;

	if (span_parse(text, &span)) {
		*seconds = now + sign * span;
		return true;
	}
	if (date_parse(text, seconds))
		return true;
	snprintf(sentence, size,
		"\"%.40s\" is no time; write it like 2h, 7d, 2026-12-01 or \"2026-12-01 18:30\" "
		"(UTC)",
		text);
	return false;
}

static void write_time(int64_t seconds, const char *format, char text[TIME_TEXT_MAX])
{
	time_t at = (time_t)seconds;
	struct tm date;

	text[0] = '\0';
	if (gmtime_r(&at, &date))
		strftime(text, TIME_TEXT_MAX, format, &date);
}

void time_text(int64_t seconds, char text[TIME_TEXT_MAX])
{
	write_time(seconds, "%Y-%m-%d %H:%M UTC", text);
}

void time_json(int64_t seconds, char text[TIME_TEXT_MAX])
{
	write_time(seconds, "%Y-%m-%dT%H:%M:%SZ", text);
}

static void write_name(int64_t seconds, const char *format, char name[TIME_DATE_SIZE])
{
	time_t when = (time_t)seconds;
	struct tm utc;

	if (!gmtime_r(&when, &utc) || strftime(name, TIME_DATE_SIZE, format, &utc) == 0)
		name[0] = '\0';
}

void time_date(int64_t seconds, char date[TIME_DATE_SIZE])
{
	write_name(seconds, "%Y-%m-%d", date);
}

void time_week(int64_t seconds, char week[TIME_DATE_SIZE])
{
	write_name(seconds, "%G-W%V", week);
}

bool time_date_parse(const char *date, int64_t *begin)
{
	return strlen(date) == TIME_DATE_SIZE - 1 && date_parse(date, begin);
}

/* The 4th of January lies in the first week of its year, and weeks begin on Monday. */
bool time_week_parse(const char *week, int64_t *begin)
{
	char same[TIME_DATE_SIZE];
	int year, number, end = 0;

	if (strlen(week) != sizeof "2026-W48" - 1 ||
		sscanf(week, "%4d-W%2d%n", &year, &number, &end) != 2 || week[end] != '\0')
		return false;
	struct tm fourth = {.tm_year = year - 1900, .tm_mday = 4};
	int64_t day = timegm(&fourth);

	*begin = day - (fourth.tm_wday + 6) % 7 * TIME_DAY_SECONDS +
		 (number - 1) * (int64_t)TIME_WEEK_SECONDS;
	time_week(*begin, same);
	return strcmp(same, week) == 0;
}
