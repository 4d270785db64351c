/* Boards of all games, past days, today, and the first page. */
#include "door/site/site_private.h"

#include "door/store/scores_text.h"
#include "door/text/board_words.h"
#include "door/text/contest.h"
#include "door/text/times.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEX_SIZE (2 * STORE_HASH_SIZE + 1)

static enum table_kind table_of(const struct board_list *list)
{
	return list->order == STORE_LATEST     ? TABLE_DATES
	       : list->order == STORE_CONDUCTS ? TABLE_CONDUCTS
					       : TABLE_RANKS;
}

/* The rows of a board whose runs have pages. */
struct board {
	struct site *site;
	struct store_score scores[SITE_BOARD_ROWS];
	unsigned ranks[SITE_BOARD_ROWS];
	size_t count;
};

static bool add_score(void *context, unsigned rank, const struct store_score *score)
{
	struct board *board = context;

	if (site_has_run(board->site, score->run)) {
		memcpy(&board->scores[board->count], score, sizeof *score);
		board->ranks[board->count++] = rank;
	}
	return board->count < SITE_BOARD_ROWS;
}

static bool read_board(
	struct site *site, struct board *board, const char *game, enum store_order order)
{
	struct store_query query = {.order = order, .count = SITE_BOARD_ROWS};

	board->site = site;
	board->count = 0;
	snprintf(query.game, sizeof query.game, "%s", game);
	if (store_scores_each(site->store, &query, add_score, board) == STORE_OK)
		return true;
	snprintf(site->folder.sentence, sizeof site->folder.sentence, "cannot read: %.200s",
		store_sentence(site->store));
	site->failed = true;
	return false;
}

static void add_table(struct site *site, const struct board *board, const char *root,
	const char *caption, enum table_kind kind, size_t most)
{
	if (board->count == 0) {
		markup_add(&site->page, "<p>%s</p>\n",
			kind == TABLE_CONDUCTS ? BOARD_NONE_KEPT : "Nobody has played yet.");
		return;
	}
	table_begin(site, caption, kind);
	for (size_t i = 0; i < board->count && i < most; i++)
		table_row(site, root, kind, board->ranks[i], &board->scores[i]);
	table_end(site);
}

/* Returns the signature of all that the JSON of a board is made from. Making it costs more. */
static uint64_t board_signature(const struct site *site, const struct board *board)
{
	uint64_t signature =
		signature_of(site->form, board->scores, board->count * sizeof *board->scores);

	return signature_of(signature, board->ranks, board->count * sizeof *board->ranks);
}

static void put_json(struct site *site, struct board *board, const char *path)
{
	uint64_t signature = board_signature(site, board);
	char *json;

	if (site_is_current(site, path, signature))
		return;
	json = scores_json(board->scores, board->ranks, board->count);
	if (!json)
		abort();
	markup_bytes(&site->page, json, strlen(json));
	free(json);
	site_put(site, path, signature, 0);
}

static void add_ranked(struct site *site, const struct board *board)
{
	for (size_t i = 0; i < board->count; i++)
		site_add_ranked(site, board->scores[i].run);
}

/* ---- Boards ---- */

static void write_board(
	struct site *site, struct board *board, const char *game, const struct board_list *list)
{
	char path[SITE_PAGE_PATH_MAX], title[120], file[SITE_NAME_MAX];

	if (site->failed || !read_board(site, board, game, list->order))
		return;
	add_ranked(site, board);
	site_name(game, file);
	snprintf(title, sizeof title, "%s of %s", list->title, game);
	page_begin(site, PAGE_PLAIN, title, "../");
	add_table(site, board, "../", list->title, table_of(list), SITE_BOARD_ROWS);
	markup_add(&site->page, "<p><a href=\"%s-%s.json\">This board as JSON</a></p>\n", file,
		list->word);
	page_end(site, "../");
	snprintf(path, sizeof path, "boards/%s-%s.html", file, list->word);
	site_put_changed(site, path);
	snprintf(path, sizeof path, "boards/%s-%s.json", file, list->word);
	put_json(site, board, path);
}

static void add_board_links(struct site *site, const char *root, const char *game)
{
	char file[SITE_NAME_MAX];

	site_name(game, file);
	markup_add(&site->page, "<ul>\n");
	for (size_t i = 0; i < BOARD_LISTS; i++)
		markup_add(&site->page, "<li><a href=\"%sboards/%s-%s.html\">%s</a></li>\n", root,
			file, board_lists[i].word, board_lists[i].title);
	markup_add(&site->page, "</ul>\n");
}

void site_write_boards(struct site *site)
{
	struct board *board = malloc(sizeof *board);

	if (!board)
		abort();
	for (size_t i = 0; i < site->games.count; i++) {
		if (strchr(site->games.rows[i].key, '/'))
			continue;
		for (size_t k = 0; k < BOARD_LISTS; k++)
			write_board(site, board, site->games.rows[i].key, &board_lists[k]);
	}
	free(board);
	page_begin(site, PAGE_PLAIN, "Boards", "../");
	for (size_t i = 0; i < site->games.count; i++) {
		const struct tally_row *game = &site->games.rows[i];

		if (strchr(game->key, '/'))
			continue;
		markup_add(&site->page, "<h2>%s</h2>\n<p>%u runs.</p>\n", game->key, game->runs);
		add_board_links(site, "../", game->key);
	}
	page_end(site, "../");
	site_put_changed(site, "boards/index.html");
}

/* ---- Days ---- */

static void day_file(const char *game, const char *date, char file[SITE_PAGE_PATH_MAX])
{
	char name[SITE_NAME_MAX];

	site_name(game, name);
	snprintf(file, SITE_PAGE_PATH_MAX, "%s-%s", name, date);
}

static void write_day(struct site *site, struct board *board, const struct tally_row *row)
{
	char base[STORE_GAME_MAX + 1], date[STORE_DATE_SIZE], file[SITE_PAGE_PATH_MAX];
	char path[SITE_PAGE_PATH_MAX + 16], title[120], hex[HEX_SIZE];
	struct store_day day;

	if (site->failed || !site_day_of(row->key, base, date) ||
		!read_board(site, board, row->key, STORE_BEST_RUNS))
		return;
	add_ranked(site, board);
	day_file(base, date, file);
	snprintf(title, sizeof title, "%s %s", contest_of(date)->title, date);
	page_begin(site, PAGE_PLAIN, title, "../");
	markup_add(&site->page, "<p>%u %s shown.</p>\n", row->runs,
		row->runs == 1 ? "try is" : "tries are");
	add_table(site, board, "../", title, TABLE_RANKS, SITE_BOARD_ROWS);
	if (store_day_get(site->store, base, date, &day) == STORE_OK) {
		sodium_bin2hex(hex, sizeof hex, day.seed, sizeof day.seed);
		markup_add(&site->page,
			"<h2>The seed</h2>\n<dl>\n<dt>Seed</dt><dd><code>%s</code></dd>\n", hex);
		sodium_bin2hex(hex, sizeof hex, day.hash, sizeof day.hash);
		markup_add(&site->page,
			"<dt>Its SHA-256, shown before it "
			"began</dt><dd><code>%s</code></dd>\n</dl>\n",
			hex);
	}
	markup_add(&site->page, "<p><a href=\"%s.json\">This board as JSON</a></p>\n", file);
	page_end(site, "../");
	snprintf(path, sizeof path, "days/%s.html", file);
	site_put_changed(site, path);
	snprintf(path, sizeof path, "days/%s.json", file);
	put_json(site, board, path);
}

/* A day or a week that is shown. */
struct shown_day {
	char base[STORE_GAME_MAX + 1], date[STORE_DATE_SIZE];
	int64_t begin;
	unsigned runs;
};

static int newest_first(const void *a, const void *b)
{
	const struct shown_day *left = a, *right = b;

	return (left->begin < right->begin) - (left->begin > right->begin);
}

/* Returns all of them, the newest first. The caller frees them. */
static struct shown_day *list_days(const struct site *site, size_t *count)
{
	struct shown_day *days = calloc(site->games.count + 1, sizeof *days);

	if (!days)
		abort();
	*count = 0;
	for (size_t i = 0; i < site->games.count; i++) {
		struct shown_day *day = &days[*count];

		if (!site_day_of(site->games.rows[i].key, day->base, day->date))
			continue;
		contest_begin(day->date, &day->begin);
		day->runs = site->games.rows[i].runs;
		++*count;
	}
	qsort(days, *count, sizeof *days, newest_first);
	return days;
}

static void write_days_index(struct site *site, const struct shown_day *days, size_t count)
{
	page_begin(site, PAGE_PLAIN, "Past days and weeks", "../");
	markup_add(&site->page,
		"<p>Each day and each week has one seed for all, and one try for each player. It "
		"is "
		"shown here when its seed is, 24 hours after it has closed.</p>\n<ul>\n");
	for (size_t i = 0; i < count; i++) {
		char file[SITE_PAGE_PATH_MAX];

		day_file(days[i].base, days[i].date, file);
		markup_add(&site->page, "<li><a href=\"%s.html\">%s</a>, %s: %u</li>\n", file,
			days[i].date, days[i].base, days[i].runs);
	}
	markup_add(&site->page, "<li>There are no earlier ones.</li>\n</ul>\n");
	page_end(site, "../");
	site_put_changed(site, "days/index.html");
}

static void add_hash(struct site *site, const char *game, const char *date, const char *name)
{
	struct store_day day;
	char hex[HEX_SIZE];

	if (store_day_get(site->store, game, date, &day) != STORE_OK)
		return;
	sodium_bin2hex(hex, sizeof hex, day.hash, sizeof day.hash);
	markup_add(&site->page, "<dt>%s, %s</dt><dd><code>%s</code></dd>\n", name, date, hex);
}

/* True if days are played: then the hashes of this one and the next were published. */
static bool add_open_day(struct site *site)
{
	char today[TIME_DATE_SIZE], tomorrow[TIME_DATE_SIZE], game[STORE_GAME_MAX + 1];
	struct store_day day;

	time_date(site->settings->now, today);
	time_date(site->settings->now + TIME_DAY_SECONDS, tomorrow);
	if (store_game_last(site->store, game) != STORE_OK ||
		store_day_get(site->store, game, today, &day) != STORE_OK)
		return false;
	markup_add(&site->page,
		"<p>The run of <time datetime=\"%s\">%s</time> is open until midnight, UTC. All "
		"players have the same seed and one try. Press <kbd>t</kbd> in the lobby.</p>\n"
		"<p>No try is shown here while the day is secret: call and read the board "
		"there.</p>\n<h2>Hashes of the seeds</h2>\n<dl>\n",
		today, today);
	add_hash(site, game, today, "Today");
	add_hash(site, game, tomorrow, "Tomorrow");
	markup_add(&site->page, "<dt>Kind of hash</dt><dd>SHA-256</dd>\n</dl>\n");
	return true;
}

/* Nothing of a day that is not over but its date and its hash. */
static void write_today(struct site *site, const struct shown_day *days, size_t count)
{
	char file[SITE_PAGE_PATH_MAX];

	page_begin(site, PAGE_PLAIN, "Today", "");
	if (!add_open_day(site))
		markup_add(&site->page, "<p>There is no run of today here.</p>\n");
	if (count > 0) {
		day_file(days->base, days->date, file);
		markup_add(&site->page,
			"<p>The last one that is shown: <a href=\"days/%s.html\">%s</a>.</p>\n",
			file, days->date);
	}
	page_end(site, "");
	site_put_changed(site, "today.html");
}

void site_write_days(struct site *site)
{
	struct board *board = malloc(sizeof *board);
	struct shown_day *days;
	size_t count;

	if (!board)
		abort();
	for (size_t i = 0; i < site->games.count; i++)
		write_day(site, board, &site->games.rows[i]);
	free(board);
	days = list_days(site, &count);
	write_days_index(site, days, count);
	write_today(site, days, count);
	free(days);
}

/* ---- The first page ---- */

void site_write_index(struct site *site)
{
	struct board *board = malloc(sizeof *board);
	char game[STORE_GAME_MAX + 1] = "";

	if (!board)
		abort();
	page_begin(site, PAGE_PLAIN, "The last runs, and the best", "");
	markup_add(&site->page, "<p>%s is a game that people call: <code>ssh %s</code>.</p>\n",
		site->settings->title, site->settings->host);
	if (store_game_last(site->store, game) == STORE_OK) {
		for (size_t i = BOARD_LISTS; i-- > 1;) {
			if (table_of(&board_lists[i]) == TABLE_CONDUCTS)
				continue;
			markup_add(&site->page, "<h2>%s</h2>\n", board_lists[i].title);
			if (!site->failed && read_board(site, board, game, board_lists[i].order))
				add_table(site, board, "", board_lists[i].title,
					table_of(&board_lists[i]), 10);
		}
	}
	site_add_tournaments(site);
	markup_add(&site->page, "<h2>All boards</h2>\n");
	for (size_t i = 0; i < site->games.count; i++)
		if (!strchr(site->games.rows[i].key, '/'))
			add_board_links(site, "", site->games.rows[i].key);
	page_end(site, "");
	free(board);
	site_put_changed(site, "index.html");
}
