#include "door/os/complain.h"
#include "door/command/scores.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "door/proof/archive.h"
#include "door/text/board_words.h"
#include "door/command/commands.h"
#include "door/play/dump.h"
#include "door/command/operator.h"
#include "door/os/arguments.h"

#define TOP_MAX 1000
#define GAMES_MAX 64

static void date_text(int64_t when, const char *format, char *text, size_t size)
{
	time_t seconds = (time_t)when;
	struct tm utc;

	if (!gmtime_r(&seconds, &utc) || strftime(text, size, format, &utc) == 0)
		text[0] = '\0';
}

/* ---- As JSON ---- */

static json_t *score_json(unsigned rank, const struct store_score *score)
{
	char when[32];

	date_text(score->ended, "%Y-%m-%dT%H:%M:%SZ", when, sizeof when);
	return json_pack("{si sI ss si si si si si sI ss ss ss ss sb ss}", "rank", (int)rank, "run",
		(json_int_t)score->run, "name", score->name, "score", (int)score->score, "depth",
		(int)score->depth, "deepest", (int)score->deepest, "level", (int)score->level,
		"gold", (int)score->gold, "turns", (json_int_t)score->turns, "cause", score->cause,
		"outcome", board_outcome_word(score->outcome), "when", when, "proof",
		board_proof_word(score->proof), "proven", score->proof == STORE_PROVEN, "epitaph",
		score->epitaph);
}

static char *render_json(const struct store_score *scores, const unsigned *ranks, size_t count)
{
	json_t *list = json_array();
	char *text;
	char *line = NULL;

	for (size_t i = 0; i < count; i++)
		json_array_append_new(list, score_json(ranks[i], &scores[i]));
	text = json_dumps(list, JSON_INDENT(2) | JSON_ENSURE_ASCII);
	json_decref(list);
	if (text && asprintf(&line, "%s\n", text) < 0)
		line = NULL;
	free(text);
	return line;
}

/* ---- As text ---- */

/* Why there is no row; what was asked for is no stranger's text to be printed. */
static const char *none_text(const struct store_query *query)
{
	return query->name[0]   ? "Nobody of that name has a run on this board.\n"
	       : query->game[0] ? "That game has no run here; the list of games tells which have.\n"
				: "Nobody has played yet.\n";
}

static char *render_text(const struct store_query *query, const struct store_score *scores,
	const unsigned *ranks, size_t count)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	if (count == 0)
		fputs(none_text(query), out);
	else
		fprintf(out, "%4s  %-16s %7s %5s %6s  %-10s  %-8s  %s\n", "rank", "name", "score",
			"deep", "turns", "when", "proof", "end");
	for (size_t i = 0; i < count; i++) {
		const struct store_score *score = &scores[i];
		char when[32];

		date_text(score->ended, "%Y-%m-%d", when, sizeof when);
		fprintf(out, "%4u  %-16s %7d %5d %6u  %-10s  %-8s  %s\n", ranks[i], score->name,
			(int)score->score, (int)score->deepest, (unsigned)score->turns, when,
			board_proof_word(score->proof), score->cause);
	}
	fclose(out);
	return text;
}

static char *render_query(
	struct keeper_line *line, enum scores_format format, const struct store_query *query)
{
	struct store_score *scores = calloc(query->count ? query->count : 1, sizeof *scores);
	unsigned *ranks = calloc(query->count ? query->count : 1, sizeof *ranks);
	char *text = NULL;
	size_t count;

	if (scores && ranks &&
		keeper_scores(line, query, scores, ranks, query->count, &count) == KEEPER_OK)
		text = format == SCORES_JSON ? render_json(scores, ranks, count)
					     : render_text(query, scores, ranks, count);
	free(scores);
	free(ranks);
	return text;
}

char *scores_render(struct keeper_line *line, enum scores_format format, unsigned top,
	const char *name, const char *game)
{
	struct store_query query = {
		.order = STORE_BEST_RUNS, .count = top < TOP_MAX ? top : TOP_MAX};

	snprintf(query.name, sizeof query.name, "%.*s", STORE_NAME_MAX, name);
	snprintf(query.game, sizeof query.game, "%.*s", STORE_GAME_MAX, game);
	return render_query(line, format, &query);
}

char *scores_games(struct keeper_line *line)
{
	struct keeper_game games[GAMES_MAX];
	char served[STORE_GAME_MAX + 1], *text = NULL;
	size_t count, size;
	FILE *out;

	if (keeper_games(line, served, games, GAMES_MAX, &count) != KEEPER_OK)
		return NULL;
	out = open_memstream(&text, &size);
	if (!out)
		return NULL;
	if (count == 0)
		fprintf(out, "Nobody has played yet.\n");
	for (size_t i = 0; i < count; i++)
		fprintf(out, "%-32s %7u run%s%s\n", games[i].id, (unsigned)games[i].runs,
			games[i].runs == 1 ? "" : "s",
			strcmp(games[i].id, served) == 0
				? "  (this one is listed when none is named)"
				: "");
	fclose(out);
	return text;
}

/* ---- The command ---- */

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
		 : words.games   ? print_text(line, scores_games(line))
				 : print_text(line, render_query(line, format, &query));
	keeper_line_free(line);
	return status;
}
