/* Times as operators write and read them, in UTC. */
#ifndef TRAPDOOR_TIMES_H
#define TRAPDOOR_TIMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads "30m", "2h", "7d" or "3w" as that long after `now`, or before it with sign -1; or a date
 * "2026-12-01", "2026-12-01 18:30".  False with a sentence if it is neither. */
bool time_parse(
	const char *text, int64_t now, int sign, int64_t *seconds, char *sentence, size_t size);

#define TIME_DAY_SECONDS (24 * 60 * 60)
#define TIME_DATE_SIZE 11
/* Writes the date of a time, as "2026-12-01". */
void time_date(int64_t seconds, char date[TIME_DATE_SIZE]);
/* Reads such a date. *begin: its first second. False if it is none. */
bool time_date_parse(const char *date, int64_t *begin);

#define TIME_WEEK_SECONDS (7 * TIME_DAY_SECONDS)
/* Writes the ISO week of a time, as "2026-W48". */
void time_week(int64_t seconds, char week[TIME_DATE_SIZE]);
/* Reads such a week. *begin: the first second of its Monday. False if it is none. */
bool time_week_parse(const char *week, int64_t *begin);

#define TIME_TEXT_MAX 24
/* Writes "2026-12-01 18:30 UTC". */
void time_text(int64_t seconds, char text[TIME_TEXT_MAX]);
/* Writes "2026-12-01T18:30:00Z", for programs. */
void time_json(int64_t seconds, char text[TIME_TEXT_MAX]);

#endif
