/* Tournaments: a page for each one, of the site or alone. */
#include "door/site/site_private.h"
#include "door/site/tournament_page.h"

#include "door/site/site_builtin.h"
#include "door/text/times.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STYLE "site.css"

/* ---- Parts of both pages ---- */

static void add_time(struct markup *page, int64_t seconds)
{
	char text[TIME_TEXT_MAX], json[TIME_TEXT_MAX];

	time_text(seconds, text);
	time_json(seconds, json);
	markup_add(page, "<time datetime=\"%s\">%s</time>", json, text);
}

static void add_rules(struct markup *page, const struct tournament *tournament, int64_t now)
{
	markup_add(page, "<p>It is %s. From ", tournament_state(tournament, now));
	add_time(page, tournament->begin);
	markup_add(page, " to ");
	add_time(page, tournament->end);
	markup_add(page,
		", %s that began and ended in this time, and that a replay has proven.</p>\n"
		"<h2>Points</h2>\n<dl>\n",
		tournament_runs[tournament->runs].words);
	for (int rule = 0; rule < TOURNAMENT_RULE_COUNT; rule++)
		if (tournament->points[rule])
			markup_add(page, "<dt>%d</dt><dd>for %s</dd>\n", tournament->points[rule],
				tournament_rules[rule].words);
	markup_add(page, "</dl>\n");
	if (tournament->first_runs)
		markup_add(page, "<p>The first %d of each player's runs count.</p>\n",
			tournament->first_runs);
}

/* The heading of a rule's column: its key with blanks. */
static void add_heading(struct markup *page, const char *key)
{
	char words[40];

	snprintf(words, sizeof words, "%s", key);
	for (char *at = words; *at; at++)
		if (*at == '_')
			*at = ' ';
	markup_add(page, "<th scope=\"col\">Points for %s</th>", words);
}

static void begin_table(struct markup *page, const struct tournament *tournament)
{
	static const char *const columns[] = {
		"Place", "Name", "Points", "Runs", "Best score", "Deepest"};

	markup_add(page, "<div class=\"table\" role=\"region\" aria-label=\"Standings\" "
			 "tabindex=\"0\">\n<table>\n<caption>Standings</caption>\n<thead>\n<tr>");
	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		markup_add(page, "<th scope=\"col\">%s</th>", columns[i]);
	for (int rule = 0; rule < TOURNAMENT_RULE_COUNT; rule++)
		if (tournament->points[rule])
			add_heading(page, tournament_rules[rule].word);
	markup_add(page, "</tr>\n</thead>\n<tbody>\n");
}

/* root: of links to players, or NULL. */
static void add_row(struct markup *page, const char *root, const struct tournament *tournament,
	const struct tournament_standing *standing)
{
	markup_add(page, "<tr><td class=\"number\">%u</td><th scope=\"row\">", standing->place);
	if (root)
		player_link(page, root, standing->name);
	else
		markup_add(page, "%s", standing->name);
	markup_add(page,
		"</th><td class=\"number\">%u</td><td class=\"number\">%u</td>"
		"<td class=\"number\">%d</td><td class=\"number\">%d</td>",
		standing->points, standing->runs, (int)standing->best_score,
		(int)standing->deepest);
	for (int rule = 0; rule < TOURNAMENT_RULE_COUNT; rule++)
		if (tournament->points[rule])
			markup_add(page, "<td class=\"number\">%u</td>", standing->points_of[rule]);
	markup_add(page, "</tr>\n");
}

static void add_standings(struct markup *page, const char *root,
	const struct tournament *tournament, const struct tournament_standings *standings)
{
	markup_add(page, "<h2>Standings</h2>\n");
	if (standings->count == 0) {
		markup_add(page, "<p>No run counts yet.</p>\n");
		return;
	}
	begin_table(page, tournament);
	for (size_t i = 0; i < standings->count; i++)
		add_row(page, root, tournament, &standings->each[i]);
	markup_add(page, "</tbody>\n</table>\n</div>\n");
}

/* ---- Alone ---- */

/* Pages have no tabs. */
static void add_style(struct markup *page)
{
	markup_add(page, "<style>\n");
	for (size_t i = 0; i < site_builtin_file_count; i++) {
		const struct site_builtin_file *file = &site_builtin_files[i];

		for (size_t at = 0; strcmp(file->name, STYLE) == 0 && at < file->size; at++)
			markup_bytes(page, file->text[at] == '\t' ? " " : &file->text[at], 1);
	}
	markup_add(page, "</style>\n");
}

char *tournament_page(const struct tournament *tournament,
	const struct tournament_standings *standings, int64_t now)
{
	struct markup page = {0};

	markup_add(&page,
		"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		"<title>%s</title>\n"
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
		"<meta name=\"color-scheme\" content=\"light dark\">\n",
		tournament->name);
	add_style(&page);
	markup_add(
		&page, "</head>\n<body>\n<main id=\"content\">\n<h1>%s</h1>\n", tournament->name);
	add_rules(&page, tournament, now);
	add_standings(&page, NULL, tournament, standings);
	markup_add(&page, "</main>\n</body>\n</html>\n");
	markup_bytes(&page, "", 1);
	return page.bytes;
}

/* ---- Of the site ---- */

static void write_page(struct site *site, const struct tournament *tournament,
	const struct tournament_standings *standings)
{
	char path[SITE_PAGE_PATH_MAX];

	page_begin(site, PAGE_PLAIN, tournament->name, "../");
	add_rules(&site->page, tournament, site->settings->now);
	add_standings(&site->page, "../", tournament, standings);
	markup_add(&site->page, "<p><a href=\"%s.json\">These standings as JSON</a></p>\n",
		tournament->id);
	page_end(site, "../");
	snprintf(path, sizeof path, "tournaments/%s.html", tournament->id);
	site_put_changed(site, path);
}

static void write_json(struct site *site, const struct tournament *tournament,
	const struct tournament_standings *standings)
{
	char path[SITE_PAGE_PATH_MAX];
	char *json = tournament_json(tournament, standings, site->settings->now);

	if (!json)
		abort();
	markup_bytes(&site->page, json, strlen(json));
	free(json);
	snprintf(path, sizeof path, "tournaments/%s.json", tournament->id);
	site_put_changed(site, path);
}

void site_write_tournaments(struct site *site)
{
	const struct site_settings *settings = site->settings;

	for (size_t i = 0; i < settings->tournament_count && !site->failed; i++) {
		const struct tournament *tournament = &settings->tournaments[i];
		struct tournament_standings standings;

		if (tournament_read(site->store, tournament, settings->now, &standings)) {
			write_page(site, tournament, &standings);
			write_json(site, tournament, &standings);
		} else {
			snprintf(site->folder.sentence, sizeof site->folder.sentence,
				"cannot read: %.200s", store_sentence(site->store));
			site->failed = true;
		}
		tournament_standings_free(&standings);
	}
}

void site_add_tournaments(struct site *site)
{
	const struct site_settings *settings = site->settings;

	if (settings->tournament_count == 0)
		return;
	markup_add(&site->page, "<h2>Tournaments</h2>\n<ul>\n");
	for (size_t i = 0; i < settings->tournament_count; i++)
		markup_add(&site->page, "<li><a href=\"tournaments/%s.html\">%s</a>: %s</li>\n",
			settings->tournaments[i].id, settings->tournaments[i].name,
			tournament_state(&settings->tournaments[i], settings->now));
	markup_add(&site->page, "</ul>\n");
}
