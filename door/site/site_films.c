/* Maps and replays: which runs get one, in which order, and which go when there is no room. */
#include "door/site/site_private.h"

#include "door/os/monotonic.h"
#include "door/site/film.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A film's row has the signature of the name that it shows. One that cannot be made, or that did
 * not fit, has the number NO_FILM and no file. It is tried again by another program or with other
 * room. */
#define NO_FILM (-1)
#define LEDGER_MS 10000 /* between two ledgers, so that a round that is killed loses little */

struct filmer {
	struct site *site;
	int64_t bytes; /* of all maps and replays */
	int64_t until_ms, ledger_due_ms;
	struct markup report, cast;
	bool made;
};

static bool has_ending(const char *path, const char *ending)
{
	size_t length = strlen(path), tail = strlen(ending);

	return strncmp(path, "runs/", strlen("runs/")) == 0 && length > tail &&
	       strcmp(path + length - tail, ending) == 0;
}

static void add_bytes(void *context, const struct ledger_row *row)
{
	struct filmer *filmer = context;

	if (row->number != NO_FILM &&
		(has_ending(row->path, ".cast") || has_ending(row->path, ".txt")))
		filmer->bytes += row->number;
}

/* ---- Room ---- */

static int by_number(const void *a, const void *b)
{
	int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;

	return (left > right) - (left < right);
}

static bool is_wanted(const struct site *site, int64_t run)
{
	for (size_t i = 0; i < site->settings->asked_count; i++)
		if (site->settings->asked[i] == run)
			return true;
	return site->ranked_count > 0 &&
	       bsearch(&run, site->ranked, site->ranked_count, sizeof run, by_number) != NULL;
}

static int64_t run_of(const struct ledger_row *row)
{
	return strtoll(row->path + strlen("runs/"), NULL, 10);
}

/* True for the replay of a run that no board has among its first and that was not asked for. */
static bool may_go(const struct site *site, const struct ledger_row *row)
{
	return row->kept && row->number != NO_FILM && has_ending(row->path, ".cast") &&
	       !is_wanted(site, run_of(row));
}

struct removable {
	const struct site *site;
	int64_t bytes;
};

struct eviction {
	const struct site *site;
	int64_t run;
	char path[LEDGER_PATH_MAX];
};

/* Finds the oldest one. */
static void consider(void *context, const struct ledger_row *row)
{
	struct eviction *eviction = context;
	int64_t run = run_of(row);

	if (!may_go(eviction->site, row) || (eviction->run && run >= eviction->run))
		return;
	eviction->run = run;
	snprintf(eviction->path, sizeof eviction->path, "%s", row->path);
}

/* Adds the bytes of the replays that may go. */
static void add_removable(void *context, const struct ledger_row *row)
{
	struct removable *removable = context;

	if (may_go(removable->site, row))
		removable->bytes += row->number;
}

/* Removes replays until `size` bytes more fit. False, with all of them kept, if they cannot fit. */
static bool make_room(struct filmer *filmer, size_t size)
{
	struct site *site = filmer->site;
	struct removable removable = {.site = site};
	int64_t needed = filmer->bytes + (int64_t)size - site->settings->bytes;

	if (needed <= 0)
		return true;
	ledger_each(site->ledger, add_removable, &removable);
	if (removable.bytes < needed)
		return false;
	while (filmer->bytes + (int64_t)size > site->settings->bytes) {
		struct eviction eviction = {.site = site};

		ledger_each(site->ledger, consider, &eviction);
		assert(eviction.run);
		struct ledger_row *row = ledger_find(site->ledger, eviction.path);

		filmer->bytes -= row->number;
		row->kept = false;
		row->signature = 0;
		filmer->made = true;
	}
	return true;
}

/* ---- Films ---- */

static uint64_t name_signature(const char *name)
{
	return signature_of(0, name, strlen(name));
}

static uint64_t failure_signature(const struct site *site, uint64_t name)
{
	uint64_t from[] = {site->form, (uint64_t)site->settings->bytes};

	return signature_of(name, from, sizeof from);
}

bool site_keep_film(struct site *site, int64_t run, const char *ending, const char *name)
{
	uint64_t signature = name_signature(name);
	char path[SITE_PAGE_PATH_MAX];

	site_run_path(run, ending, path);
	struct ledger_row *row = ledger_find(site->ledger, path);
	if (!row)
		return false;
	if (row->number == NO_FILM)
		signature = failure_signature(site, signature);
	row->kept = row->signature == signature;
	return row->kept && row->number != NO_FILM;
}

/* True if the film is there or was tried: its row was kept when the page was written. */
static bool is_done(struct site *site, int64_t run, const char *ending)
{
	const struct ledger_row *row;
	char path[SITE_PAGE_PATH_MAX];

	site_run_path(run, ending, path);
	row = ledger_find(site->ledger, path);
	return row && row->kept;
}

static void note_failure(struct site *site, int64_t run, const char *ending, uint64_t name)
{
	char path[SITE_PAGE_PATH_MAX];

	site_run_path(run, ending, path);
	ledger_put(site->ledger, path, failure_signature(site, name), NO_FILM);
	site->counts->failed_films++;
}

static void put_film(struct filmer *filmer, int64_t run, const char *ending, uint64_t name,
	const struct markup *film)
{
	struct site *site = filmer->site;
	char path[SITE_PAGE_PATH_MAX];

	if (!make_room(filmer, film->size)) {
		note_failure(site, run, ending, name);
		return;
	}
	site_run_path(run, ending, path);
	markup_clear(&site->page);
	markup_bytes(&site->page, film->bytes, film->size);
	site_put(site, path, name, (int64_t)film->size);
	filmer->bytes += (int64_t)film->size;
	filmer->made = true;
}

/* True if the report and the replay show the name that the run is shown under. The name of a hero
 * is in the run, and an account may have got another since. Those of a contest all have one. */
static bool shows_name(struct run_copy *copy, int64_t id, const char *name)
{
	struct run_source source = run_copy_source(copy);
	struct keeper_run run;

	return source.run(source.context, id, &run) == KEEPER_OK &&
	       (run.mode == STORE_DAILY || strcmp(run.birth.name, name) == 0);
}

static void film(struct filmer *filmer, int64_t run, bool cast)
{
	struct site *site = filmer->site;
	bool report = !is_done(site, run, ".txt");
	struct store_score score;
	struct run_copy *copy;
	enum film_end end;
	char sentence[128];

	cast = cast && !is_done(site, run, ".cast");
	if ((!cast && !report) || !make_room(filmer, 1) ||
		store_score_of(site->store, run, &score) != STORE_OK)
		return;
	uint64_t name = name_signature(score.name);
	copy = run_copy_new(site->store, run, sentence, sizeof sentence);
	if (!copy)
		return;
	markup_clear(&filmer->report);
	markup_clear(&filmer->cast);
	end = !shows_name(copy, run, score.name)
		      ? FILM_FAILED
		      : film_make(copy,
				&(struct film_order){run, FILM_CAST_MAX, site->settings->priority},
				&filmer->report, cast ? &filmer->cast : NULL);
	run_copy_free(copy);
	if (end == FILM_NOT_TRIED)
		return;
	if (report && (end == FILM_MADE || end == FILM_TOO_LARGE))
		put_film(filmer, run, ".txt", name, &filmer->report);
	else if (report)
		note_failure(site, run, ".txt", name);
	if (cast && end == FILM_MADE)
		put_film(filmer, run, ".cast", name, &filmer->cast);
	else if (cast)
		note_failure(site, run, ".cast", name);
	site->counts->films += end == FILM_MADE;
	if (monotonic_ms() >= filmer->ledger_due_ms) {
		site_write_ledger(site);
		filmer->ledger_due_ms = monotonic_ms() + LEDGER_MS;
	}
}

static bool goes_on(const struct filmer *filmer)
{
	return !filmer->site->failed && monotonic_ms() < filmer->until_ms;
}

/* Those that were asked for come first, then the first of each board, then the newest. */
static void film_all(struct filmer *filmer)
{
	struct site *site = filmer->site;

	qsort(site->ranked, site->ranked_count, sizeof *site->ranked, by_number);
	for (int pass = 0; pass < 3; pass++) {
		for (size_t i = site->run_count; i-- > 0 && goes_on(filmer);) {
			const struct site_run *run = &site->runs[i];
			bool asked = false;

			for (size_t k = 0; k < site->settings->asked_count; k++)
				asked = asked || site->settings->asked[k] == run->run;
			if (!run->replayable || (pass == 0 && !asked) ||
				(pass == 1 && !is_wanted(site, run->run)))
				continue;
			film(filmer, run->run, pass < 2);
		}
	}
}

bool site_write_films(struct site *site)
{
	struct filmer filmer = {.site = site,
		.until_ms = monotonic_ms() + site->settings->seconds * INT64_C(1000),
		.ledger_due_ms = monotonic_ms() + LEDGER_MS};

	if (site->settings->seconds <= 0)
		return false;
	ledger_each(site->ledger, add_bytes, &filmer);
	film_all(&filmer);
	markup_free(&filmer.report);
	markup_free(&filmer.cast);
	return filmer.made;
}
