/* For programs: the Atom feed of the newest runs, and the table of all runs. */
#include "door/site/site_private.h"

#include "door/text/board_words.h"
#include "door/text/times.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINES_NAME "xlogfile"

/* ---- The feed ---- */

static void add_entry(struct site *site, const struct store_shown *shown)
{
	const struct store_score *score = &shown->score;
	char when[TIME_TEXT_MAX];

	time_json(score->ended, when);
	markup_add(&site->page,
		"<entry>\n<title>%s: %s</title>\n<id>tag:%s,2026:run/%lld</id>\n"
		"<link href=\"%sruns/%lld.html\"/>\n<updated>%s</updated>\n"
		"<author><name>%s</name></author>\n",
		score->name, *score->cause ? score->cause : board_outcome_word(score->outcome),
		site->settings->host, (long long)score->run, site->settings->address,
		(long long)score->run, when, score->name);
	markup_add(&site->page,
		"<content type=\"text\">Score %d, deepest %d, %u turns.%s%s</content>\n"
		"</entry>\n",
		(int)score->score, (int)score->deepest, (unsigned)score->turns,
		*score->epitaph ? " " : "", score->epitaph);
}

void site_write_feed(struct site *site)
{
	size_t count = site->newest_count < SITE_FEED_ROWS ? site->newest_count : SITE_FEED_ROWS;
	char when[TIME_TEXT_MAX] = "1970-01-01T00:00:00Z";

	if (count > 0)
		time_json(
			site->newest[(site->newest_count - 1) % SITE_FEED_ROWS].score.ended, when);
	markup_clear(&site->page);
	markup_add(&site->page,
		"<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
		"<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<title>%s</title>\n"
		"<id>tag:%s,2026:runs</id>\n<link rel=\"self\" href=\"%sfeed.xml\"/>\n"
		"<link href=\"%sindex.html\"/>\n<updated>%s</updated>\n",
		site->settings->title, site->settings->host, site->settings->address,
		site->settings->address, when);
	for (size_t i = 0; i < count; i++)
		add_entry(site, &site->newest[(site->newest_count - 1 - i) % SITE_FEED_ROWS]);
	markup_add(&site->page, "</feed>\n");
	site_put_changed(site, "feed.xml");
}

/* ---- The table of all runs ---- */

static void add_field(struct markup *lines, const char *name, const char *text)
{
	markup_add(lines, "\t%s=", name);
	markup_plain(lines, text);
}

/* A line has only what cannot change after the end of a run, but the name. */
static void add_line(struct markup *lines, const struct store_shown *shown)
{
	const struct store_score *score = &shown->score;

	markup_add(lines, "run=%lld", (long long)score->run);
	add_field(lines, "game", shown->game);
	add_field(lines, "name", score->name);
#define ROW(type, field, missing) markup_add(lines, "\t" #field "=%lld", (long long)score->field);
	RESULT_NUMBERS(ROW)
#undef ROW
#define ROW(field, size) add_field(lines, #field, score->field);
	RESULT_TEXTS(ROW)
#undef ROW
	add_field(lines, "outcome", board_outcome_word(score->outcome));
	markup_add(lines, "\tendtime=%lld\n", (long long)score->ended);
}

/* The first runs whose lines are in the file are only counted, as long as they are the same. */
void site_add_line(struct site *site, const struct store_shown *shown)
{
	const struct ledger_row *row = ledger_find(site->ledger, LINES_NAME);
	int64_t before = row ? row->number : 0;

	if (site->line_count == 0)
		site->lines_signature = site->form;
	if (site->line_count == before)
		site->lines_changed = row && site->lines_signature != row->signature;
	site->lines_signature =
		signature_of(site->lines_signature, &shown->score.run, sizeof shown->score.run);
	site->lines_signature =
		signature_of(site->lines_signature, shown->score.name, strlen(shown->score.name));
	if (site->line_count++ >= before)
		add_line(&site->lines, shown);
}

static void add_any_line(void *context, const struct store_shown *shown)
{
	struct site *site = context;

	if (site_has_run(site, shown->score.run))
		add_line(&site->page, shown);
}

static void write_all_lines(struct site *site)
{
	enum store_answer answer;
	int64_t number = 0;
	size_t count;

	do {
		answer = store_shown_each(site->store, &number, &count, add_any_line, site);
	} while (answer == STORE_OK && count > 0);
	if (answer == STORE_OK)
		site_put(site, LINES_NAME, site->lines_signature, site->line_count);
	else
		site->failed = true;
}

void site_write_lines(struct site *site)
{
	const struct ledger_row *row = ledger_find(site->ledger, LINES_NAME);
	int64_t before = row ? row->number : 0;

	if (site->failed || (row && site_is_current(site, LINES_NAME, site->lines_signature)))
		return;
	markup_clear(&site->page);
	if (!row) {
		markup_bytes(&site->page, site->lines.bytes, site->lines.size);
		site_put(site, LINES_NAME, site->lines_signature, site->line_count);
	} else if (site->line_count <= before || site->lines_changed) {
		write_all_lines(site);
	} else if (folder_append(&site->folder, LINES_NAME, site->lines.bytes, site->lines.size)) {
		ledger_put(site->ledger, LINES_NAME, site->lines_signature, site->line_count);
		site->counts->written++;
	} else {
		site->failed = true;
	}
}
