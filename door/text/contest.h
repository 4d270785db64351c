/*
 * Contests: one seed and one birth for all, and one ranked try for each account.
 *
 * A contest is a day, named by its date ("2026-11-22"), or an ISO week, Monday to Sunday
 * ("2026-W48"), both in UTC.  The contract of a week has handicaps, which its seed draws.  A row
 * holds all that differs between the kinds.
 */
#ifndef TRAPDOOR_CONTEST_H
#define TRAPDOOR_CONTEST_H

#include "engine/engine.h"
#include "sql/store.h"

enum contest_kind { CONTEST_DAY, CONTEST_WEEK, CONTEST_KINDS };

/* The names of the contests of now, in requests. */
#define CONTEST_TODAY ""
#define CONTEST_THIS_WEEK "week"

struct contest_row {
	const char *now;  /* in requests: CONTEST_TODAY ... */
	const char *hero; /* the name of the hero in each birth */
	int64_t seconds;  /* how long tries can begin */
	bool of_veterans; /* a try needs an ended ranked run */
	bool handicapped;
	/* Words of screens: for the contest of now, for a named one, and for its neighbours. */
	const char *title_now, *title, *before, *after;
	/* Sentences. */
	const char *none, *over, *closed, *changed, *veterans, *hidden, *late;
};
/* Returns the kind of a name, or of CONTEST_THIS_WEEK; that of days for any other text. */
enum contest_kind contest_kind(const char *name);
const struct contest_row *contest_row(enum contest_kind kind);
const struct contest_row *contest_of(const char *name);

/* Writes the name of the contest of a time. */
void contest_name(enum contest_kind kind, int64_t seconds, char name[STORE_DATE_SIZE]);
/* Reads a name. *begin: the first second of the contest. False if it is none. */
bool contest_begin(const char *name, int64_t *begin);
/* Returns when the seed and all runs of a contest that began then are shown to everybody. */
int64_t contest_revealed(const char *name, int64_t begin);

/* Draws the handicaps of a contest from its seed, and writes their ids with commas between. A day
 * has none. */
void contest_draw(const struct content *content, const char *name, const uint8_t seed[16],
	char handicaps[STORE_HANDICAPS_SIZE]);
/* Fills in the birth that all runs of a contest have. */
void contest_birth(const char *name, const char *handicaps, struct birth *birth);

#endif
