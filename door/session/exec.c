/* Answers an ssh exec without a terminal: the board, the players online, and help. */
#include "door/session/exec.h"
#include "door/session/session.h"

#include "door/ui/ui.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WHO_MAX 200
#define TOP 20

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

static int exec_scores_as(struct session *session, enum scores_format format, const char *game)
{
	struct store_query query = {.order = STORE_BEST_RUNS, .count = TOP};
	char *text;
	snprintf(query.game, sizeof query.game, "%.*s", STORE_GAME_MAX, game);
	text = scores_text(session->line, format, &query);
	if (!text)
		return exec_no_answer(session);
	exec_write(session, text);
	free(text);
	return 0;
}

static int exec_games(struct session *session)
{
	char *text = scores_games_text(session->line);
	if (!text)
		return exec_no_answer(session);
	exec_write(session, text);
	free(text);
	return 0;
}

static int exec_who(struct session *session)
{
	const char *depth = ui_word(session->content, "label-depth", "depth");
	struct ui_text text = {0};
	size_t count = 0, shown = 0;
	struct present *who = calloc(WHO_MAX, sizeof *who);
	if (!who || keeper_who(session->line, who, WHO_MAX, &count) != KEEPER_OK) {
		free(who);
		return exec_no_answer(session);
	}
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
	exec_write(session, text.text ? text.text : "");
	free(text.text);
	free(who);
	return 0;
}

/* The commands, but for "scores --game ID". */
static const struct exec_row {
	const char *words, *help;
	enum exec_command command;
	enum scores_format format;
} rows[] = {
	{"scores", "the board of high scores", EXEC_SCORES, SCORES_TEXT},
	{"scores --json", "the board of high scores as JSON", EXEC_SCORES, SCORES_JSON},
	{"games", "the games that have a board", EXEC_GAMES, SCORES_TEXT},
	{"who", "the players online", EXEC_WHO, SCORES_TEXT},
	{"help", "this list", EXEC_HELP, SCORES_TEXT},
};
#define ROWS (sizeof rows / sizeof rows[0])

static int exec_help(struct session *session)
{
	struct ui_text text = {0};
	for (size_t i = 0; i < ROWS; i++)
		ui_add(&text, "%-18s %s\n", rows[i].words, rows[i].help);
	ui_add(&text, "%-18s %s\n", "scores --game ID",
		"the board of one of these games, also with --json");
	ui_add(&text, "Without a command, ssh opens the game itself.\n");
	exec_write(session, text.text ? text.text : "");
	free(text.text);
	return 0;
}

/* ---- Reading the command ---- */

/* Copies the command with single blanks between its words. */
static void exec_words(const char *command, char *words, size_t size)
{
	size_t used = 0;
	for (const char *at = command; *at && used + 1 < size; at++)
		if (*at != ' ' || (used && at[1] && at[1] != ' '))
			words[used++] = *at;
	words[used] = 0;
}

/* Reads "scores --game ID", with or without --json. False if the words are another command. */
static bool exec_read_board(const char *words, struct exec_request *request)
{
	static const char before[] = "scores --game ", after[] = " --json";
	size_t length = strlen(words), json = strlen(after);
	if (strncmp(words, before, strlen(before)) != 0)
		return false;
	bool as_json = length > json && strcmp(words + length - json, after) == 0;
	length -= strlen(before) + (as_json ? json : 0);
	if (length == 0 || length > STORE_GAME_MAX)
		return false;
	request->command = EXEC_SCORES;
	request->format = as_json ? SCORES_JSON : SCORES_TEXT;
	memcpy(request->game, words + strlen(before), length);
	request->game[length] = 0;
	return true;
}

bool exec_read(const char *command, struct exec_request *request)
{
	char words[256];
	*request = (struct exec_request){0};
	exec_words(command, words, sizeof words);
	for (size_t i = 0; i < ROWS; i++)
		if (strcmp(words, rows[i].words) == 0) {
			request->command = rows[i].command;
			request->format = rows[i].format;
			return true;
		}
	return exec_read_board(words, request);
}

static int exec_answer(struct session *session, const struct exec_request *request)
{
	switch (request->command) {
	case EXEC_SCORES:
		return exec_scores_as(session, request->format, request->game);
	case EXEC_GAMES:
		return exec_games(session);
	case EXEC_WHO:
		return exec_who(session);
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
	exec_write(session, "This server answers only scores, games, who and help.\n");
	session_end(session, 1, "an exec was refused");
}
