#include "door/site/site_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const subfolders[] = {
	"assets", "boards", "days", "players", "runs", "seasons", "tournaments", NULL};

/* ---- Lists of all runs ---- */

/* Most runs have the game of the run before them. */
static void tally_add(struct tally *tally, const char *key, uint64_t signature)
{
	if (tally->count > 0 && strcmp(tally->rows[tally->count - 1].key, key) == 0) {
		tally->rows[tally->count - 1].signature += signature;
		tally->rows[tally->count - 1].runs++;
		return;
	}
	if (tally->count == tally->room) {
		tally->room = tally->room ? 2 * tally->room : 1024;
		tally->rows = realloc(tally->rows, tally->room * sizeof *tally->rows);
		if (!tally->rows)
			abort();
	}
	struct tally_row *row = &tally->rows[tally->count++];
	*row = (struct tally_row){.signature = signature, .runs = 1};
	strncpy(row->key, key, sizeof row->key - 1);
}

static int by_key(const void *a, const void *b)
{
	const struct tally_row *left = a, *right = b;

	return strcmp(left->key, right->key);
}

/* Makes one row of all rows with the same key. The order of runs does not count. */
static void tally_fold(struct tally *tally)
{
	size_t kept = 0;

	if (tally->count > 1)
		qsort(tally->rows, tally->count, sizeof *tally->rows, by_key);
	for (size_t i = 0; i < tally->count; i++) {
		struct tally_row *last = kept > 0 ? &tally->rows[kept - 1] : NULL;

		if (last && strcmp(last->key, tally->rows[i].key) == 0) {
			last->signature += tally->rows[i].signature;
			last->runs += tally->rows[i].runs;
		} else {
			tally->rows[kept++] = tally->rows[i];
		}
	}
	tally->count = kept;
}

static void add_run(struct site *site, const struct store_shown *shown)
{
	if (site->run_count == site->run_room) {
		site->run_room = site->run_room ? 2 * site->run_room : 1024;
		site->runs = realloc(site->runs, site->run_room * sizeof *site->runs);
		if (!site->runs)
			abort();
	}
	site->runs[site->run_count++] =
		(struct site_run){.run = shown->score.run, .replayable = shown->replayable};
}

static void take_run(void *context, const struct store_shown *shown)
{
	struct site *site = context;
	uint64_t signature = signature_of(site->form, shown, sizeof *shown);

	if (site->failed || !site_may_show(shown->game, site->settings->now))
		return;
	add_run(site, shown);
	tally_add(&site->players, shown->score.name, signature);
	tally_add(&site->games, shown->game, signature);
	site->newest[site->newest_count++ % SITE_FEED_ROWS] = *shown;
	site_add_line(site, shown);
	site_write_run(site, shown);
}

static bool take_all_runs(struct site *site)
{
	enum store_answer answer;
	int64_t number = 0;
	size_t count;

	do {
		answer = store_shown_each(site->store, &number, &count, take_run, site);
	} while (answer == STORE_OK && count > 0 && !site->failed);
	return answer == STORE_OK && !site->failed;
}

/* ---- The whole site ---- */

static void forget_lists(struct site *site)
{
	site->players.count = site->games.count = 0;
	site->run_count = site->ranked_count = site->newest_count = 0;
	markup_clear(&site->lines);
	site->lines_signature = 0;
	site->line_count = site->lines_before = 0;
	site->lines_changed = false;
}

static void remove_file(void *context, const char *path)
{
	struct site *site = context;

	/* Rows of lists have no file. */
	if (strchr(path, '.')) {
		folder_remove(&site->folder, path);
		site->counts->removed++;
	}
}

static bool write_pages(struct site *site)
{
	forget_lists(site);
	ledger_release(site->ledger);
	site_write_assets(site);
	if (!take_all_runs(site))
		return false;
	site->counts->runs = (unsigned)site->run_count;
	tally_fold(&site->players);
	tally_fold(&site->games);
	site->feats_form = site_feats_signature(site, site->form);
	for (size_t i = 0; i < site->players.count; i++)
		site_write_player(site, &site->players.rows[i]);
	site_write_boards(site);
	site_write_days(site);
	site_write_seasons(site);
	site_write_tournaments(site);
	site_write_index(site);
	site_write_feed(site);
	site_write_lines(site);
	if (!site->failed)
		ledger_remove_others(site->ledger, remove_file, site);
	return !site->failed;
}

static bool write_all(struct site *site, char *sentence, size_t size)
{
	bool good = write_pages(site);

	if (!good && !site->failed)
		snprintf(site->folder.sentence, sizeof site->folder.sentence, "cannot read: %.200s",
			store_sentence(site->store));
	snprintf(sentence, size, "%s", site->folder.sentence);
	if (!site_write_ledger(site) && good) {
		snprintf(sentence, size, "%s", site->folder.sentence);
		return false;
	}
	return good;
}

void site_prepare(const char *path)
{
	folder_make(path, subfolders);
}

bool site_write(struct store *store, const struct site_settings *settings,
	struct site_counts *counts, char *sentence, size_t size)
{
	struct site *site = calloc(1, sizeof *site);
	bool good;

	if (!site)
		abort();
	*counts = (struct site_counts){0};
	site->settings = settings;
	site->store = store;
	site->counts = counts;
	site->ledger = ledger_new();
	good = folder_open(&site->folder, settings->folder, subfolders);
	snprintf(sentence, size, "%s", site->folder.sentence);
	if (good) {
		site_read_ledger(site);
		good = write_all(site, sentence, size);
		if (good && site_write_films(site))
			good = write_all(site, sentence, size);
	}
	folder_close(&site->folder);
	ledger_free(site->ledger);
	markup_free(&site->page);
	markup_free(&site->lines);
	free(site->players.rows);
	free(site->games.rows);
	free(site->runs);
	free(site->ranked);
	free(site);
	return good;
}
