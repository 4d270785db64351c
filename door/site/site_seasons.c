/* Seasons: a page for each one whose days are shown, and a list of them. */
#include "door/site/site_private.h"

#include "door/text/contest.h"
#include "door/text/season.h"
#include "door/text/times.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_standings(struct site *site, const struct season_standing *standings, size_t count)
{
	struct markup *page = &site->page;

	markup_add(page, "<div class=\"table\" role=\"region\" aria-label=\"Standings\" "
			 "tabindex=\"0\">\n<table>\n<caption>Standings</caption>\n<thead>\n<tr>"
			 "<th scope=\"col\">Place</th><th scope=\"col\">Name</th>"
			 "<th scope=\"col\">Points</th><th scope=\"col\">Days</th>"
			 "<th scope=\"col\">Weeks</th></tr>\n</thead>\n<tbody>\n");
	for (size_t i = 0; i < count; i++) {
		markup_add(page, "<tr><td class=\"number\">%u</td><th scope=\"row\">",
			(unsigned)i + 1);
		player_link(page, "../", standings[i].name);
		markup_add(page,
			"</th><td class=\"number\">%u</td><td class=\"number\">%u</td>"
			"<td class=\"number\">%u</td></tr>\n",
			(unsigned)standings[i].points, (unsigned)standings[i].days,
			(unsigned)standings[i].weeks);
	}
	markup_add(page, "</tbody>\n</table>\n</div>\n");
}

/* Contests count here when their seeds and runs are shown, a day after they have closed. */
static size_t read_standings(struct site *site, const char *game, const struct season *season,
	struct season_standing *standings)
{
	size_t count = 0;

	if (!season_standings(site->store, game, season, site->settings->now - TIME_DAY_SECONDS,
		    standings, &count)) {
		snprintf(site->folder.sentence, sizeof site->folder.sentence, "cannot read: %.200s",
			store_sentence(site->store));
		site->failed = true;
	}
	return count;
}

static void write_season(struct site *site, const char *game, const struct season *season,
	struct season_standing *standings)
{
	size_t count = read_standings(site, game, season, standings);
	char first[TIME_DATE_SIZE], last[TIME_DATE_SIZE];
	char title[40], path[SITE_PAGE_PATH_MAX];

	if (site->failed)
		return;
	time_date(season->begin, first);
	time_date(season->end - 1, last);
	snprintf(title, sizeof title, "Season %s", season->name);
	snprintf(path, sizeof path, "seasons/%s.html", season->name);
	page_begin(site, PAGE_PLAIN, title, "../");
	markup_add(&site->page,
		"<p>From <time datetime=\"%s\">%s</time> to <time datetime=\"%s\">%s</time>. The "
		"first ten of each day and each contract get 10 to 1 points, and the best ten days "
		"and the best two contracts of a player count.</p>\n",
		first, first, last, last);
	if (count > 0)
		add_standings(site, standings, count);
	else
		markup_add(&site->page, "<p>No day of it is shown yet.</p>\n");
	page_end(site, "../");
	site_put_changed(site, path);
}

/* True if a day or week of the game that began in the season is shown. */
static bool is_shown(const struct site *site, const char *game, const struct season *season)
{
	char base[STORE_GAME_MAX + 1], date[STORE_DATE_SIZE];
	int64_t begin;

	for (size_t i = 0; i < site->games.count; i++)
		if (site_day_of(site->games.rows[i].key, base, date) && strcmp(base, game) == 0 &&
			contest_begin(date, &begin) && begin >= season->begin &&
			begin < season->end)
			return true;
	return false;
}

/* Returns the first second of the earliest day or week that is shown, or `now`. */
static int64_t earliest(const struct site *site)
{
	char base[STORE_GAME_MAX + 1], date[STORE_DATE_SIZE];
	int64_t least = site->settings->now, begin;

	for (size_t i = 0; i < site->games.count; i++)
		if (site_day_of(site->games.rows[i].key, base, date) &&
			contest_begin(date, &begin) && begin < least)
			least = begin;
	return least;
}

void site_write_seasons(struct site *site)
{
	struct season_standing *standings = calloc(SEASON_STANDINGS_MAX, sizeof *standings);
	struct markup list = {0};
	char game[STORE_GAME_MAX + 1] = "";
	int64_t first = earliest(site);
	struct season season;

	if (!standings)
		abort();
	if (store_game_last(site->store, game) != STORE_OK)
		game[0] = '\0';
	/* From the present one back. */
	for (int64_t at = site->settings->now; *game && !site->failed; at = season.begin - 1) {
		season_at(at, &season);
		if (season.end <= first)
			break;
		if (!is_shown(site, game, &season))
			continue;
		write_season(site, game, &season, standings);
		markup_add(
			&list, "<li><a href=\"%s.html\">%s</a></li>\n", season.name, season.name);
	}
	page_begin(site, PAGE_PLAIN, "Seasons", "../");
	markup_add(&site->page, "<p>A season is four weeks of days and contracts.</p>\n");
	if (list.size > 0) {
		markup_add(&site->page, "<ul>\n");
		markup_bytes(&site->page, list.bytes, list.size);
		markup_add(&site->page, "</ul>\n");
	} else {
		markup_add(&site->page, "<p>There is none yet.</p>\n");
	}
	page_end(site, "../");
	site_put_changed(site, "seasons/index.html");
	markup_free(&list);
	free(standings);
}
