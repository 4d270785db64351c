/* `trapdoor scores`: the board, the dump of a run, and the archive. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "door/proof/archive.h"
#include "door/store/scores_text.h"
#include "door/command/commands.h"
#include "door/command/dump_print.h"
#include "door/command/operator.h"
#include "door/os/arguments.h"
#include "door/os/complain.h"

#define TOP_MAX 1000

struct words {
	const char *config, *state, *format, *user, *mode, *export, *game;
	bool games;
	int top, dump;
};

/* What --mode may name. */
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
	command_complain("--mode: there is no \"%s\"; it is runs, players or latest", word);
	return false;
}

static bool choose_format(const char *word, enum scores_format *format)
{
	*format = strcmp(word, "json") == 0 ? SCORES_JSON : SCORES_TEXT;
	if (*format == SCORES_JSON || strcmp(word, "text") == 0)
		return true;
	command_complain("--format: there is no \"%s\"; it is text or json", word);
	return false;
}

static int print_text(struct keeper_line *line, char *text)
{
	if (text)
		fputs(text, stdout);
	else
		command_complain("%s", keeper_sentence(line));
	free(text);
	return text ? 0 : 1;
}

static int export_scores(struct keeper_line *line, const char *directory, const char *game)
{
	char sentence[512];
	long runs = archive_write(line, directory, game, sentence, sizeof sentence);

	if (runs >= 0)
		printf("%ld runs written to %s\n", runs, directory);
	else
		command_complain("%s", sentence);
	return runs >= 0 ? 0 : 1;
}

static int dump_run(struct keeper_line *line, int run)
{
	const struct shelf shelf = shelf_of_line(line);

	return dump_print(&shelf, line, NULL, run);
}

int scores_main(int argc, char **argv)
{
	struct words words = {
		.format = "text", .user = "", .mode = "runs", .game = "", .top = 10, .dump = -1};
	const struct argument_row rows[] = {
		{"format", "FORMAT", "text or json", .text = &words.format},
		{"top", "N", "how many, 10 when not said", .number = &words.top},
		{"user", "NAME", "of one player", .text = &words.user},
		{"mode", "MODE", "runs: all; players: the best of each; latest: the last ones",
			.text = &words.mode},
		{"game", "ID", "the board of that game; of the one that is served, or was last",
			.text = &words.game},
		{"games", NULL, "instead list the games that have a board", .flag = &words.games},
		{"export", "DIR",
			"instead write the board and all runs there, for `verify --import DIR`",
			.text = &words.export},
		{"dump", "RUN", "instead print how that run went and ended", .number = &words.dump},
		{"config", "FILE", "settings to read", .text = &words.config},
		{"state", "DIR", "the state directory", .text = &words.state},
	};
	const struct argument_table table = {
		"scores [OPTION]...", "Prints the board.", rows, sizeof rows / sizeof *rows};
	struct store_query query = {0};
	enum scores_format format;
	struct keeper_line *line;
	int status = arguments_parse(argc, argv, &table, NULL);

	if (status != ARGUMENTS_GO_ON)
		return status;
	if (!choose_format(words.format, &format) || !choose_mode(words.mode, &query.order))
		return 2;
	if (words.top < 1) {
		command_complain("--top wants 1 or more, not %d", words.top);
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
		 : words.games   ? print_text(line, scores_games_text(line))
				 : print_text(line, scores_text(line, format, &query));
	keeper_line_free(line);
	return status;
}
