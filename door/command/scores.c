/* `trapdoor scores`: the board, the dump of a run, and the archive. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "door/verify/archive.h"
#include "door/store/scores_text.h"
#include "door/text/board_page.h"
#include "door/text/board_words.h"
#include "door/command/commands.h"
#include "door/command/dump_print.h"
#include "door/command/operator.h"
#include "door/os/arguments.h"
#include "door/os/complain.h"
#include "door/os/printable.h"

#define TOP_MAX 1000

struct words {
	const char *config, *state, *format, *user, *mode, *export, *game;
	bool games, json;
	int top, dump, width;
};

static bool choose_mode(const char *word, enum store_order *order, struct board_page *page)
{
	const struct board_list *list = board_list_by_word(word);

	if (!list) {
		command_complain(
			"--mode takes runs, players, latest or conducts, not \"%s\"", word);
		return false;
	}
	*order = list->order;
	page->title = list->title;
	page->order = list->order;
	return true;
}

static bool choose_format(const struct words *words, enum format *format)
{
	if (!format_by_word(words->format, format)) {
		command_complain(
			"--format takes text, json, ansi or ascii, not \"%s\"", words->format);
		return false;
	}
	if (words->json)
		*format = FORMAT_JSON;
	return true;
}

static int print_text(struct store_client *line, char *text)
{
	if (text)
		print_lines(text);
	else
		command_complain("%s", keeper_sentence(line));
	free(text);
	return text ? 0 : 1;
}

/* ---- Pages for a BBS ---- */

/* Prints the bytes as they are: a page for callers' terminals, not of this one. */
static int print_page(
	struct store_client *line, const struct board_page *page, const struct store_query *query)
{
	struct store_score *scores = calloc(query->count, sizeof *scores);
	unsigned *ranks = calloc(query->count, sizeof *ranks);
	char *text = NULL;
	size_t count;

	if (scores && ranks &&
		keeper_scores(line, query, scores, ranks, query->count, &count) == KEEPER_OK)
		text = board_page_text(page, scores, ranks, count);
	free(scores);
	free(ranks);
	if (!text) {
		command_complain("%s", keeper_sentence(line));
		return 1;
	}
	fputs(text, stdout);
	free(text);
	return 0;
}

static int export_scores(struct store_client *line, const char *directory, const char *game)
{
	char sentence[512];
	long runs = archive_write(line, directory, game, sentence, sizeof sentence);

	if (runs >= 0)
		print_line("%ld runs written to %s", runs, directory);
	else
		command_complain("%s", sentence);
	return runs >= 0 ? 0 : 1;
}

static int dump_run(struct store_client *line, int run)
{
	const struct run_source source = run_source_of_line(line);

	return dump_print(&source, line, NULL, run);
}

/* Chooses the format, or the page, and the width. False after a complaint. */
static bool choose_form(
	const struct words *words, enum format *format, bool *is_page, struct board_page *page)
{
	*is_page = board_page_by_word(words->format, &page->form);
	if (*is_page && (words->json || words->games || words->export || words->dump >= 0)) {
		command_complain("a page for a BBS is a board; it goes with none of --json, "
				 "--games, --export and --dump");
		return false;
	}
	if (words->width != BOARD_PAGE_NARROW && words->width != BOARD_PAGE_WIDE) {
		command_complain("--width takes 40 or 80, not %d", words->width);
		return false;
	}
	page->width = words->width;
	return *is_page || choose_format(words, format);
}

int scores_main(int argc, char **argv)
{
	struct words words = {.format = "text",
		.user = "",
		.mode = "runs",
		.game = "",
		.top = 10,
		.dump = -1,
		.width = BOARD_PAGE_WIDE};
	struct board_page page = {.below = ""};
	bool is_page;
	const struct argument_row rows[] = {
		{"format", FORMAT_WORDS "|ansi|ascii",
			"output format (default text); the last two are pages for a BBS",
			.text = &words.format},
		{"width", "40|80", "columns of such a page (default 80)", .number = &words.width},
		{"json", NULL, "the same as --format json", .flag = &words.json},
		{"top", "N", "number of entries (default 10)", .number = &words.top},
		{"user", "NAME", "only the runs of this player", .text = &words.user},
		{"mode", BOARD_LIST_WORDS,
			"list: best, best of each player, newest, most conducts (default runs)",
			.text = &words.mode},
		{"game", "ID", "board of this game (default: the game served now or last)",
			.text = &words.game},
		{"games", NULL, "list the games that have a board", .flag = &words.games},
		{"export", "DIR",
			"write the board and all runs to this directory, for `verify --import`",
			.text = &words.export},
		{"dump", "RUN", "print how this run went and ended", .number = &words.dump},
		{"config", "FILE", "settings file; \"\": none (default: the installed one)",
			.text = &words.config},
		{"state", "DIR", "state directory of the server (default var)",
			.text = &words.state},
	};
	const struct argument_table table = {"scores [OPTION]...",
		"Prints the board of high scores.", rows, sizeof rows / sizeof *rows};
	struct store_query query = {0};
	enum format format = FORMAT_TEXT;
	struct store_client *line;
	int status = arguments_parse(argc, argv, &table, NULL);

	if (status != ARGUMENTS_GO_ON)
		return status;
	if (!choose_form(&words, &format, &is_page, &page) ||
		!choose_mode(words.mode, &query.order, &page))
		return 2;
	if (words.top < 1) {
		command_complain("--top takes 1 or more, not %d", words.top);
		return 2;
	}
	query.count = words.top < TOP_MAX ? (unsigned)words.top : TOP_MAX;
	snprintf(query.name, sizeof query.name, "%.*s", STORE_NAME_MAX, words.user);
	snprintf(query.game, sizeof query.game, "%.*s", STORE_GAME_MAX, words.game);
	line = operator_line(words.config, words.state);
	if (!line)
		return 1;
	status = words.dump >= 0 ? dump_run(line, words.dump)
		 : words.export  ? export_scores(line, words.export, words.game)
		 : is_page       ? print_page(line, &page, &query)
		 : words.games   ? print_text(line, scores_games_text(line, format))
				 : print_text(line, scores_text(line, format, &query));
	store_client_free(line);
	return status;
}
