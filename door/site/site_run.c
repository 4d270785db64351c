/* The page of a run, and that of a player. */
#include "door/site/site_private.h"

#include "door/text/board_words.h"
#include "door/text/contest.h"
#include "door/text/day_words.h"
#include "door/text/times.h"
#include "engine/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *outcome_sentence(const struct store_score *score)
{
	switch (score->outcome) {
	case OUTCOME_DIED:
		return "The hero died.";
	case OUTCOME_LEFT:
		return "The hero left alive.";
	case OUTCOME_WON:
		return "The hero won.";
	default:
		return "The player gave up.";
	}
}

static void add_fact(struct markup *page, const char *name, long long value)
{
	markup_add(page, "<dt>%s</dt><dd>%lld</dd>\n", name, value);
}

/* The result, in the manner of a tombstone. */
static void add_end(struct site *site, const struct store_score *score)
{
	struct markup *page = &site->page;
	char when[TIME_TEXT_MAX], json[TIME_TEXT_MAX];

	time_text(score->ended, when);
	time_json(score->ended, json);
	markup_add(page, "<section class=\"stone\" aria-labelledby=\"end\">\n<h2 id=\"end\">");
	markup_add(page, "How it ended</h2>\n<p class=\"who\">");
	player_link(page, "../", score->name);
	markup_add(page, "</p>\n<p>%s</p>\n", *score->cause ? score->cause : "");
	if (*score->epitaph)
		markup_add(page, "<blockquote><p>%s</p></blockquote>\n", score->epitaph);
	markup_add(page, "<p><time datetime=\"%s\">%s</time></p>\n</section>\n", json, when);
}

static void add_facts(struct site *site, const struct store_score *score)
{
	struct markup *page = &site->page;

	markup_add(page,
		"<section aria-labelledby=\"facts\">\n<h2 id=\"facts\">In numbers</h2>\n<p>%s</p>\n"
		"<dl>\n",
		outcome_sentence(score));
	add_fact(page, "Score", score->score);
	add_fact(page, "Depth", score->depth);
	add_fact(page, "Deepest", score->deepest);
	add_fact(page, "Level", score->level);
	add_fact(page, "Gold", score->gold);
	add_fact(page, "Turns", score->turns);
	if (score->levels_visited != RESULT_UNRECORDED)
		add_fact(page, "Levels visited", score->levels_visited);
	markup_add(page, "<dt>Replay is</dt><dd>%s</dd>\n", board_verification_word(score));
	/* No page of that player may be shown. */
	if (*score->avenged_by)
		markup_add(page, "<dt>Avenged by</dt><dd>%s</dd>\n", score->avenged_by);
	markup_add(page, "</dl>\n</section>\n");
}

static void add_day(struct site *site, const struct store_shown *shown)
{
	char base[STORE_GAME_MAX + 1], date[STORE_DATE_SIZE], share[DAY_SHARE_MAX];
	char file[SITE_NAME_MAX];

	if (!site_day_of(shown->game, base, date))
		return;
	site_name(base, file);
	day_share(site->settings->title, date, &shown->score, site->settings->host, share);
	markup_add(&site->page, "<p>A try: <a href=\"../days/%s-%s.html\">%s %s</a>: %s</p>\n",
		file, date, contest_of(date)->title, date, share);
}

static void add_dump(struct site *site, int64_t run)
{
	char path[SITE_PAGE_PATH_MAX];
	char *dump;
	size_t size;

	site_run_path(run, ".txt", path);
	dump = site_has(site, path) ? folder_read(&site->folder, path, &size) : NULL;
	if (!dump)
		return;
	markup_add(&site->page,
		"<section aria-labelledby=\"dump\">\n<h2 id=\"dump\">The map and the last "
		"turns</h2>"
		"\n<pre tabindex=\"0\" aria-label=\"%s\">",
		"Report of the run, with a map in characters");
	markup_lines(&site->page, dump);
	markup_add(&site->page,
		"</pre>\n<p><a href=\"%lld.txt\">This report as text</a></p>\n"
		"</section>\n",
		(long long)run);
	free(dump);
}

static void add_replay(struct site *site, int64_t run)
{
	const struct ledger_row *cast;
	char path[SITE_PAGE_PATH_MAX];

	site_run_path(run, ".cast", path);
	if (!site_has(site, path))
		return;
	cast = ledger_find(site->ledger, path);
	markup_add(&site->page,
		"<section aria-labelledby=\"replay\">\n<h2 id=\"replay\">Replay</h2>\n");
	if (site->has_player)
		markup_add(&site->page,
			"<div id=\"player\" data-cast=\"%lld.cast\" hidden></div>\n"
			"<noscript><p>The player on this page needs scripts.</p></noscript>\n",
			(long long)run);
	markup_add(&site->page,
		"<p><a href=\"%lld.cast\">The replay as an asciicast</a>, %lld KB, for "
		"<code>asciinema play</code></p>\n</section>\n",
		(long long)run, (long long)(cast->number / 1000 + 1));
}

/* The page of a run is made from the run, and changes when a map or a replay comes or goes. */
static uint64_t run_signature(struct site *site, const struct store_shown *shown)
{
	const struct store_score *score = &shown->score;
	bool films[] = {site_keep_film(site, score->run, ".txt", score->name),
		site_keep_film(site, score->run, ".cast", score->name)};

	return signature_of(signature_of(site->form, shown, sizeof *shown), films, sizeof films);
}

void site_write_run(struct site *site, const struct store_shown *shown)
{
	const struct store_score *score = &shown->score;
	uint64_t signature = run_signature(site, shown);
	char path[SITE_PAGE_PATH_MAX], cast[SITE_PAGE_PATH_MAX], title[200];

	site_run_path(score->run, ".html", path);
	if (site_is_current(site, path, signature))
		return;
	snprintf(title, sizeof title, "%s: %s", score->name,
		*score->cause ? score->cause : board_outcome_word(score->outcome));
	site_run_path(score->run, ".cast", cast);
	page_begin(site, site->has_player && site_has(site, cast) ? PAGE_WITH_PLAYER : PAGE_PLAIN,
		title, "../");
	add_end(site, score);
	add_day(site, shown);
	add_facts(site, score);
	add_dump(site, score->run);
	add_replay(site, score->run);
	page_end(site, "../");
	site_put(site, path, signature, 0);
}

/* ---- Players ---- */

static void add_shown(void *context, const struct store_shown *shown)
{
	struct site *site = context;

	if (!site_has_run(site, shown->score.run))
		return;
	table_row(site, "../", TABLE_DATES, 0, &shown->score);
}

static void add_record(struct site *site, const char *name, const char *game)
{
	struct markup *page = &site->page;
	struct store_account account;
	struct store_record record;
	char first[TIME_DATE_SIZE], last[TIME_DATE_SIZE];

	if (store_account_by_name(site->store, name, &account) != STORE_OK ||
		store_record_of(site->store, account.id, game, OUTCOME_WON, &record) != STORE_OK ||
		record.runs == 0)
		return;
	time_date(record.first, first);
	time_date(record.last, last);
	markup_add(page, "<h2>%s</h2>\n<dl>\n", game);
	add_fact(page, "Runs", record.runs);
	add_fact(page, "Wins", record.wins);
	add_fact(page, "Best score", record.best_score);
	add_fact(page, "Deepest", record.deepest);
	add_fact(page, "Turns", record.turns);
	markup_add(page, "<dt>First run</dt><dd>%s</dd>\n<dt>Last run</dt><dd>%s</dd>\n</dl>\n",
		first, last);
}

static void put_player_json(struct site *site, const char *path, const char *name,
	const struct site_feats *feats, uint64_t signature)
{
	char *json = site_feats_json(site, name, feats);

	markup_clear(&site->page);
	markup_bytes(&site->page, json, strlen(json));
	free(json);
	site_put(site, path, signature, 0);
}

void site_write_player(struct site *site, const struct tally_row *row)
{
	char path[SITE_PAGE_PATH_MAX], data[SITE_PAGE_PATH_MAX], file[SITE_NAME_MAX];
	uint64_t signature =
		signature_of(row->signature, &site->feats_form, sizeof site->feats_form);
	static struct site_feats feats;

	site_name(row->key, file);
	snprintf(path, sizeof path, "players/%s.html", file);
	snprintf(data, sizeof data, "players/%s.json", file);
	bool current = site_is_current(site, path, signature);
	if (site->failed || (site_is_current(site, data, signature) && current))
		return;
	bool shown = site_feats_read(site, row->key, &feats);
	put_player_json(site, data, row->key, shown ? &feats : NULL, signature);
	page_begin(site, PAGE_PLAIN, row->key, "../");
	for (size_t i = 0; i < site->games.count; i++)
		if (!strchr(site->games.rows[i].key, '/'))
			add_record(site, row->key, site->games.rows[i].key);
	if (shown)
		site_feats_add(site, &feats);
	markup_add(&site->page, "<h2>Newest runs</h2>\n");
	table_begin(site, "Newest first", TABLE_DATES);
	if (store_shown_of(site->store, row->key, SITE_PLAYER_ROWS, add_shown, site) != STORE_OK)
		site->failed = true;
	table_end(site);
	markup_add(&site->page, "<p><a href=\"%s.json\">This player as JSON</a></p>\n", file);
	page_end(site, "../");
	site_put(site, path, signature, 0);
}
