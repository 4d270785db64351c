/* The parts that all pages have, and the files beside them. */
#include "door/site/site_private.h"

#include "door/os/version.h"
#include "door/site/player.h"
#include "door/site/site_builtin.h"
#include "door/text/board_words.h"
#include "door/text/times.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Raise it when pages of the same data are written otherwise, so that all are written again. */
#define SITE_FORM 1

/* ---- Pages ---- */

void page_begin(struct site *site, enum page_kind kind, const char *title, const char *root)
{
	static const struct {
		const char *path, *word;
	} links[] = {{"index.html", "Home"}, {"today.html", "Today"},
		{"boards/index.html", "Boards"}, {"days/index.html", "Past days"},
		{"seasons/index.html", "Seasons"}, {"feed.xml", "Feed"}};
	struct markup *page = &site->page;

	markup_clear(page);
	markup_add(page,
		"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		"<title>%s - %s</title>\n"
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
		"<meta name=\"color-scheme\" content=\"light dark\">\n"
		"<link rel=\"stylesheet\" href=\"%sassets/site.css\">\n"
		"<link rel=\"alternate\" type=\"application/atom+xml\" title=\"%s\" "
		"href=\"%sfeed.xml\">\n",
		title, site->settings->title, root, "Newest runs", root);
	if (kind == PAGE_WITH_PLAYER)
		markup_add(page,
			"<link rel=\"stylesheet\" href=\"%sassets/xterm.css\">\n"
			"<script src=\"%sassets/xterm.js\" defer></script>\n"
			"<script src=\"%sassets/replay.js\" defer></script>\n",
			root, root, root);
	markup_add(page,
		"</head>\n<body>\n<a class=\"skip\" href=\"#content\">Skip to the "
		"content</a>\n<header>\n"
		"<p class=\"name\"><a href=\"%sindex.html\">%s</a></p>\n"
		"<nav aria-label=\"Pages\">\n<ul>\n",
		root, site->settings->title);
	for (size_t i = 0; i < sizeof links / sizeof *links; i++)
		markup_add(page, "<li><a href=\"%s%s\">%s</a></li>\n", root, links[i].path,
			links[i].word);
	markup_add(page, "</ul>\n</nav>\n</header>\n<main id=\"content\">\n<h1>%s</h1>\n", title);
}

void page_end(struct site *site, const char *root)
{
	markup_add(&site->page,
		"</main>\n<footer>\n<p>Runs are replayed from their seeds and their keys. "
		"<q>Proven</q> means that the server did so, and came to the same end. "
		"For programs: <a href=\"%sxlogfile\">all runs as an xlogfile</a>.</p>\n"
		"<p>Played on %s.</p>\n</footer>\n</body>\n</html>\n",
		root, site->settings->host);
}

/* ---- Tables of runs ---- */

void table_begin(struct site *site, const char *caption, enum table_kind kind)
{
	static const char *const columns[] = {
		"Score", "Deepest", "Turns", "End", "Day", "Replay is"};
	struct markup *page = &site->page;

	markup_add(page,
		"<div class=\"table\" role=\"region\" aria-label=\"%s\" tabindex=\"0\">\n"
		"<table>\n<caption>%s</caption>\n<thead>\n<tr>",
		caption, caption);
	if (kind != TABLE_DATES)
		markup_add(page, "<th scope=\"col\">Rank</th>");
	markup_add(page, "<th scope=\"col\">Name</th>");
	if (kind == TABLE_CONDUCTS)
		markup_add(page, "<th scope=\"col\">Conducts kept</th>");
	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		markup_add(page, "<th scope=\"col\">%s</th>", columns[i]);
	markup_add(page, "</tr>\n</thead>\n<tbody>\n");
}

void player_link(struct markup *page, const char *root, const char *name)
{
	char file[SITE_NAME_MAX];

	site_name(name, file);
	markup_add(page, "<a href=\"%splayers/%s.html\">%s</a>", root, file, name);
}

void table_row(struct site *site, const char *root, enum table_kind kind, unsigned rank,
	const struct store_score *score)
{
	struct markup *page = &site->page;
	char date[TIME_DATE_SIZE], kept[BOARD_CONDUCTS_TEXT];

	time_date(score->ended, date);
	markup_add(page, "<tr>");
	if (kind != TABLE_DATES && rank)
		markup_add(page, "<td class=\"number\">%u</td>", rank);
	else if (kind != TABLE_DATES)
		markup_add(page, "<td class=\"number\">-</td>");
	markup_add(page, "<th scope=\"row\">");
	player_link(page, root, score->name);
	markup_add(page, "</th>");
	if (kind == TABLE_CONDUCTS) {
		board_conducts(score, kept);
		markup_add(page, "<td>%s</td>", kept);
	}
	markup_add(page,
		"<td class=\"number\">%d</td><td class=\"number\">%d</td>"
		"<td class=\"number\">%u</td><td><a href=\"%sruns/%lld.html\">%s</a></td>",
		(int)score->score, (int)score->deepest, (unsigned)score->turns, root,
		(long long)score->run, *score->cause ? score->cause : "ended");
	markup_add(page, "<td><time datetime=\"%s\">%s</time></td><td>%s</td></tr>\n", date, date,
		board_verification_word(score));
}

void table_end(struct site *site)
{
	markup_add(&site->page, "</tbody>\n</table>\n</div>\n");
}

/* ---- Files beside the pages ---- */

static void put_builtin(struct site *site, const struct site_builtin_file *file)
{
	char path[SITE_PAGE_PATH_MAX];

	snprintf(path, sizeof path, "assets/%s", file->name);
	markup_bytes(&site->page, file->text, file->size);
	site_put_changed(site, path);
}

/* All that every page depends on. */
static uint64_t form_of(const struct site *site)
{
	const char *const texts[] = {TRAPDOOR_VERSION, site->settings->title, site->settings->host,
		site->settings->address};
	uint64_t form = signature_of(SITE_FORM, &site->has_player, sizeof site->has_player);

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		form = signature_of(form, texts[i], strlen(texts[i]));
	return form;
}

void site_write_assets(struct site *site)
{
	struct markup script = {0}, style = {0};

	markup_clear(&site->page);
	site->has_player = player_bundle(site->settings->xterm, &script, &style);
	site->form = form_of(site);
	if (site->has_player) {
		markup_bytes(&site->page, script.bytes, script.size);
		site_put_changed(site, "assets/xterm.js");
		markup_bytes(&site->page, style.bytes, style.size);
		site_put_changed(site, "assets/xterm.css");
	}
	markup_free(&script);
	markup_free(&style);
	for (size_t i = 0; i < site_builtin_file_count; i++)
		put_builtin(site, &site_builtin_files[i]);
}
