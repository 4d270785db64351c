/* `trapdoor scores`: the board, the dump of a run, and the archive. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "door/verify/archive.h"
#include "door/store/scores_text.h"
#include "door/text/bulletin.h"
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

/* The formats of a board alone. */
static const struct {
	const char *word;
	enum bulletin_form form;
} bulletins[] = {{"ascii", BULLETIN_ASCII}, {"ansi", BULLETIN_ANSI}};

/* The values of --mode. */
static const struct {
	const char *word;
	enum store_order order;
} modes[] = {
	{"runs", STORE_BEST_RUNS},
	{"players", STORE_BEST_PLAYERS},
	{"latest", STORE_LATEST},
};

static bool choose_mode(const char *word, enum store_order *order)
{
	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
		if (strcmp(modes[i].word, word) == 0) {
			*order = modes[i].order;
			return true;
		}
	}
	command_complain("--mode takes runs, players or latest, not \"%s\"", word);
	return false;
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

/* ---- Bulletins ---- */

static bool choose_bulletin(const char *word, enum bulletin_form *form)
{
	for (size_t i = 0; i < sizeof bulletins / sizeof *bulletins; i++)
		if (strcmp(bulletins[i].word, word) == 0) {
			*form = bulletins[i].form;
			return true;
		}
	return false;
}

/* Prints the bytes as they are: a bulletin of callers' terminals, not of this one. */
static int print_bulletin(
	struct store_client *line, const struct bulletin *bulletin, const struct store_query *query)
{
	struct store_score *scores = calloc(query->count, sizeof *scores);
	unsigned *ranks = calloc(query->count, sizeof *ranks);
	char *text = NULL;
	size_t count;

	if (scores && ranks &&
		keeper_scores(line, query, scores, ranks, query->count, &count) == KEEPER_OK)
		text = bulletin_text(bulletin, scores, ranks, count);
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

int scores_main(int argc, char **argv)
{
	struct words words = {.format = "text",
		.user = "",
		.mode = "runs",
		.game = "",
		.top = 10,
		.dump = -1,
		.width = BULLETIN_WIDE};
	struct bulletin bulletin = {.title = "High scores", .below = ""};
	bool is_bulletin;
	const struct argument_row rows[] = {
		{"format", FORMAT_WORDS "|ansi|ascii",
			"output format (default text); the last two are bulletins",
			.text = &words.format},
		{"width", "40|80", "columns of a bulletin (default 80)", .number = &words.width},
		{"json", NULL, "the same as --format json", .flag = &words.json},
		{"top", "N", "number of entries (default 10)", .number = &words.top},
		{"user", "NAME", "only the runs of this player", .text = &words.user},
		{"mode", "runs|players|latest",
			"best runs, best run of each player, or newest runs (default runs)",
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
	enum format format;
	struct store_client *line;
	int status = arguments_parse(argc, argv, &table, NULL);

	if (status != ARGUMENTS_GO_ON)
		return status;
	is_bulletin = choose_bulletin(words.format, &bulletin.form);
	if (is_bulletin)
		words.format = "text";
	if (!choose_format(&words, &format) || !choose_mode(words.mode, &query.order))
		return 2;
	if (words.top < 1) {
		command_complain("--top takes 1 or more, not %d", words.top);
		return 2;
	}
	if (is_bulletin && (words.json || words.games || words.export || words.dump >= 0)) {
		command_complain("a bulletin is a board; it goes with none of --json, --games, "
				 "--export and --dump");
		return 2;
	}
	if (words.width != BULLETIN_NARROW && words.width != BULLETIN_WIDE) {
		command_complain("--width takes 40 or 80, not %d", words.width);
		return 2;
	}
	bulletin.width = words.width;
	query.count = words.top < TOP_MAX ? (unsigned)words.top : TOP_MAX;
	snprintf(query.name, sizeof query.name, "%.*s", STORE_NAME_MAX, words.user);
	snprintf(query.game, sizeof query.game, "%.*s", STORE_GAME_MAX, words.game);
	line = operator_line(words.config, words.state);
	if (!line)
		return 1;
	status = words.dump >= 0 ? dump_run(line, words.dump)
		 : words.export  ? export_scores(line, words.export, words.game)
		 : is_bulletin   ? print_bulletin(line, &bulletin, &query)
		 : words.games   ? print_text(line, scores_games_text(line, format))
				 : print_text(line, scores_text(line, format, &query));
	store_client_free(line);
	return status;
}
