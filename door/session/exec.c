/* Answers an ssh exec without a terminal: the board, the players online, and help. */
#include "door/session/exec.h"
#include "door/session/session.h"

#include "door/text/contest.h"
#include "door/text/day_words.h"
#include "door/ui/ui.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WHO_MAX 200
#define TOP 20
#define EXEC_WORD_MAX 64

static void exec_write(struct session *session, const char *text)
{
	transport_write(session->transport, text, strlen(text));
}

static int exec_no_answer(struct session *session)
{
	exec_write(session, session_verdict(session, KEEPER_GONE));
	exec_write(session, "\n");
	return 1;
}

/* Sends a list, and frees it. NULL: the keeper did not answer. */
static int exec_list(struct session *session, char *text)
{
	if (!text)
		return exec_no_answer(session);
	exec_write(session, text);
	free(text);
	return 0;
}

/* Sends the board as a page that a BBS shows its callers. */
static int exec_page(struct session *session, const struct exec_request *request)
{
	const struct board_list *list = request->list ? request->list : board_lists;
	const struct board_page page = {.form = request->page,
		.width = request->width ? request->width : BOARD_PAGE_WIDE,
		.title = list->title,
		.order = list->order,
		.below = ""};
	struct store_query query = {.order = list->order, .count = TOP};
	struct store_score scores[TOP];
	unsigned ranks[TOP];
	size_t count = 0;
	memcpy(query.game, request->game, sizeof query.game);
	if (keeper_scores(session->line, &query, scores, ranks, TOP, &count) != KEEPER_OK)
		return exec_no_answer(session);
	return exec_list(session, board_page_text(&page, scores, ranks, count));
}

static int exec_scores(struct session *session, const struct exec_request *request)
{
	struct store_query query = {
		.order = request->list ? request->list->order : STORE_BEST_RUNS, .count = TOP};
	memcpy(query.game, request->game, sizeof query.game);
	return exec_list(session, scores_text(session->line, request->format, &query));
}

/* Adds the results of a day or week in the form in which players pass them on. */
static void exec_add_results(struct session *session, struct ui_text *text, const char *date,
	const struct store_score *scores, const unsigned *ranks, size_t count)
{
	const char *title = ui_word(session->content, "title", "Trapdoor");
	char share[DAY_SHARE_MAX];
	for (size_t i = 0; i < count; i++) {
		day_share(title, date, &scores[i], session->config->lobby_host, share);
		if (ranks[i])
			ui_add(text, "%4u  %-16s %s\n", ranks[i], scores[i].name, share);
		else
			ui_add(text, "   -  %-16s %s\n", scores[i].name, share);
	}
}

/* Sends the contest of now: its hash, its handicaps, who tried, and its board. */
static int exec_contest(struct session *session, enum format format, enum contest_kind kind)
{
	struct store_query query = {.order = STORE_BEST_RUNS, .count = TOP};
	struct store_score scores[TOP];
	struct ui_text text = {0};
	struct keeper_day day;
	unsigned ranks[TOP];
	char tried[64], left[DAY_LEFT_MAX], handicaps[HANDICAPS_TEXT];
	size_t count = 0;
	enum keeper_verdict verdict = keeper_day_show(session->line, contest_row(kind)->now, &day);
	if (verdict != KEEPER_OK) {
		exec_write(session, session_verdict(session, verdict));
		exec_write(session, "\n");
		return 1;
	}
	store_day_game(content_game(session->content), day.date, query.game);
	if (format == FORMAT_JSON)
		return exec_list(session, scores_text(session->line, format, &query));
	if (keeper_scores(session->line, &query, scores, ranks, TOP, &count) != KEEPER_OK)
		return exec_no_answer(session);
	day_tried(day.tried, day.deepest, day.deepest_name, (int)sizeof tried, tried, sizeof tried);
	day_left(day.closes_seconds, left);
	ui_add(&text, "%s, %s: %s. It closes in %s.\n",
		kind == CONTEST_WEEK ? "This week" : "Today", day.date, tried, left);
	if (day.handicaps[0]) {
		day_handicaps(session->content, day.handicaps, handicaps);
		ui_add(&text, "Handicaps: %s.\n", handicaps);
	}
	ui_add(&text, "SHA-256 of its seed: ");
	for (size_t i = 0; i < sizeof day.hash; i++)
		ui_add(&text, "%02x", day.hash[i]);
	ui_add(&text, "\n");
	exec_add_results(session, &text, day.date, scores, ranks, count);
	return exec_list(session, text.text);
}

static char *season_text(const struct keeper_season *season, const struct season_winners *winners)
{
	struct ui_text text = {0};
	char left[DAY_LEFT_MAX], won[SEASON_WINNERS_TEXT];
	day_left(season->left_seconds, left);
	ui_add(&text, "Season %s, which ends in %s. " SEASON_RULE "\n", season->name, left);
	for (size_t i = 0; i < season->count; i++)
		ui_add(&text, "%4u  %-16s %4u points, days %u, weeks %u\n", (unsigned)(i + 1),
			season->each[i].name, (unsigned)season->each[i].points,
			(unsigned)season->each[i].days, (unsigned)season->each[i].weeks);
	if (!season->count)
		ui_add(&text, SEASON_NOBODY "\n");
	season_winners_text(winners, won);
	ui_add(&text, "%s%s", won, *won ? "\n" : "");
	return text.text;
}

static int exec_season(struct session *session, enum format format)
{
	struct keeper_season season;
	struct season_winners winners;
	enum keeper_verdict verdict = keeper_season(session->line, "", &season);
	if (verdict == KEEPER_OK)
		verdict = keeper_winners(session->line, &winners);
	if (verdict == KEEPER_OK)
		return exec_list(session, format == FORMAT_JSON
						  ? scores_season_json(&season, &winners)
						  : season_text(&season, &winners));
	exec_write(session, session_verdict(session, verdict));
	exec_write(session, "\n");
	return 1;
}

static char *exec_who_text(struct session *session, const struct present *who, size_t count)
{
	const char *depth = ui_word(session->content, "label-depth", "depth");
	struct ui_text text = {0};
	size_t shown = 0;
	for (size_t i = 0; i < count; i++) {
		if (!who[i].name[0])
			continue;
		shown++;
		if (who[i].where == WHERE_PLAYING)
			ui_add(&text, "%-16s " UI_INSIDE " %u, turn %u\n", who[i].name,
				ui_inside(depth), who[i].depth, (unsigned)who[i].turn);
		else
			ui_add(&text, "%-16s %s\n", who[i].name,
				ui_word(session->content, "where-lobby", "in the lobby"));
	}
	if (!shown)
		ui_add(&text, "Nobody is on.\n");
	return text.text;
}

static int exec_who(struct session *session, enum format format)
{
	struct present *who = calloc(WHO_MAX, sizeof *who);
	size_t count = 0;
	char *text = NULL;
	if (who && keeper_who(session->line, who, WHO_MAX, &count) == KEEPER_OK) {
		count = scores_players(who, count);
		text = format == FORMAT_JSON ? scores_who_json(who, count)
					     : exec_who_text(session, who, count);
	}
	free(who);
	return exec_list(session, text);
}

/* The commands, and the options that each takes. */
enum exec_option {
	OPTION_FORMAT = 1,
	OPTION_GAME = 2,
	OPTION_GAMES = 4,
	OPTION_PAGE = 8,
	OPTION_MODE = 16
};
static const struct exec_row {
	const char *word;
	enum exec_command command;
	unsigned takes;
} rows[] = {
	{"scores", EXEC_SCORES,
		OPTION_FORMAT | OPTION_GAME | OPTION_GAMES | OPTION_PAGE | OPTION_MODE},
	{"today", EXEC_TODAY, OPTION_FORMAT},
	{"week", EXEC_WEEK, OPTION_FORMAT},
	{"season", EXEC_SEASON, OPTION_FORMAT},
	{"games", EXEC_GAMES, OPTION_FORMAT},
	{"who", EXEC_WHO, OPTION_FORMAT},
	{"help", EXEC_HELP, 0},
};
#define ROWS (sizeof rows / sizeof rows[0])

static int exec_help(struct session *session)
{
	exec_write(session, "scores             the board of high scores\n"
			    "scores --game ID   the board of one of the games\n"
			    "scores --mode " BOARD_LIST_WORDS "   another list of it\n"
			    "scores --format ansi|ascii --width 40|80   a page for a BBS\n"
			    "today              the daily run, and its board\n"
			    "week               the contract of the week, and its board\n"
			    "season             the points of four weeks of days\n"
			    "games              the games that have a board\n"
			    "who                the players online\n"
			    "help               this list\n"
			    "Each list also as JSON, with --json after its word.\n"
			    "Without a command, ssh opens the game itself.\n");
	return 0;
}

/* ---- Reading the command ---- */

/* Copies the next word of the command. False at its end, or if the word is too long. */
static bool exec_word(const char **at, char word[EXEC_WORD_MAX])
{
	*at += strspn(*at, " ");
	size_t length = strcspn(*at, " ");
	if (length == 0 || length >= EXEC_WORD_MAX)
		return false;
	memcpy(word, *at, length);
	word[length] = 0;
	*at += length;
	return true;
}

static bool exec_width(const char *value, int *width)
{
	*width = strcmp(value, "40") == 0 ? BOARD_PAGE_NARROW : BOARD_PAGE_WIDE;
	return *width == BOARD_PAGE_NARROW || strcmp(value, "80") == 0;
}

/* Reads one option, and its value if it has one. */
static bool exec_option(
	const struct exec_row *row, const char **at, const char *word, struct exec_request *request)
{
	char value[EXEC_WORD_MAX];
	if ((row->takes & OPTION_FORMAT) && strcmp(word, "--json") == 0) {
		request->format = FORMAT_JSON;
		return true;
	}
	if ((row->takes & OPTION_GAMES) && strcmp(word, "--games") == 0) {
		request->command = EXEC_GAMES;
		return true;
	}
	if ((row->takes & OPTION_FORMAT) && strcmp(word, "--format") == 0) {
		if (!exec_word(at, value))
			return false;
		request->is_page =
			(row->takes & OPTION_PAGE) && board_page_by_word(value, &request->page);
		return request->is_page || format_by_word(value, &request->format);
	}
	if ((row->takes & OPTION_PAGE) && strcmp(word, "--width") == 0)
		return exec_word(at, value) && exec_width(value, &request->width);
	if ((row->takes & OPTION_MODE) && strcmp(word, "--mode") == 0)
		return exec_word(at, value) && (request->list = board_list_by_word(value));
	if (!(row->takes & OPTION_GAME) || strcmp(word, "--game") != 0 || !exec_word(at, value) ||
		strlen(value) > STORE_GAME_MAX)
		return false;
	snprintf(request->game, sizeof request->game, "%.*s", STORE_GAME_MAX, value);
	return true;
}

static bool exec_options(const struct exec_row *row, const char *at, struct exec_request *request)
{
	char word[EXEC_WORD_MAX];
	request->command = row->command;
	while (exec_word(&at, word))
		if (!exec_option(row, &at, word, request))
			return false;
	/* A word that is too long is left. */
	return *at == 0 &&
	       !(request->command == EXEC_GAMES &&
		       (request->game[0] || request->is_page || request->list)) &&
	       !(request->width && !request->is_page) &&
	       !(request->is_page && request->format == FORMAT_JSON);
}

bool exec_read(const char *command, struct exec_request *request)
{
	char word[EXEC_WORD_MAX];
	*request = (struct exec_request){0};
	if (!exec_word(&command, word))
		return false;
	for (size_t i = 0; i < ROWS; i++)
		if (strcmp(word, rows[i].word) == 0)
			return exec_options(&rows[i], command, request);
	return false;
}

static int exec_answer(struct session *session, const struct exec_request *request)
{
	switch (request->command) {
	case EXEC_SCORES:
		if (request->is_page)
			return exec_page(session, request);
		return exec_scores(session, request);
	case EXEC_TODAY:
		return exec_contest(session, request->format, CONTEST_DAY);
	case EXEC_WEEK:
		return exec_contest(session, request->format, CONTEST_WEEK);
	case EXEC_SEASON:
		return exec_season(session, request->format);
	case EXEC_GAMES:
		return exec_list(session, scores_games_text(session->line, request->format));
	case EXEC_WHO:
		return exec_who(session, request->format);
	case EXEC_HELP:
		break;
	}
	return exec_help(session);
}

void session_exec(struct session *session)
{
	struct exec_request request;
	if (exec_read(transport_facts(session->transport)->command, &request)) {
		session_end(session, exec_answer(session, &request), "an exec was answered");
		return;
	}
	exec_write(session,
		"This server answers only scores, today, week, season, games, who and help.\n");
	session_end(session, 1, "an exec was refused");
}
