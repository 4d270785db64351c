/* `trapdoor tournament`: checks a tournament's file and prints its standings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "door/command/commands.h"
#include "door/command/operator.h"
#include "door/config/tournament_file.h"
#include "door/os/arguments.h"
#include "door/os/complain.h"
#include "door/os/printable.h"
#include "door/site/tournament_page.h"

/* The values of --format. */
static const struct form {
	const char *word;
	char *(*made)(const struct tournament *tournament,
		const struct tournament_standings *standings, int64_t now);
} forms[] = {{"text", tournament_text}, {"json", tournament_json}, {"html", tournament_page}};

static const struct form *choose_form(const char *word)
{
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		if (strcmp(forms[i].word, word) == 0)
			return &forms[i];
	command_complain("--format takes text, json or html, not \"%s\"", word);
	return NULL;
}

/* Prints the standings of a store. Returns the exit status. */
static int print_standings(
	const char *state, const struct tournament *tournament, const struct form *form)
{
	struct tournament_standings standings = {0};
	int64_t now = time(NULL);
	char sentence[512], *text = NULL;
	struct store *store = store_open_to_read(state, sentence, sizeof sentence);

	if (store && tournament_read(store, tournament, now, &standings))
		text = form->made(tournament, &standings, now);
	else if (store)
		snprintf(sentence, sizeof sentence, "%s", store_sentence(store));
	if (text)
		fputs(text, stdout);
	else
		command_complain("%s", sentence);
	free(text);
	tournament_standings_free(&standings);
	store_close(store);
	return text ? 0 : 1;
}

int tournament_main(int argc, char **argv)
{
	const char *config_file = NULL, *state = NULL, *format = "text";
	bool check = false;
	const struct argument_row rows[] = {
		{"format", "text|json|html", "output format (default text)", .text = &format},
		{"check", NULL, "check the file alone; no store is read", .flag = &check},
		{"config", "FILE", "settings file; \"\": none (default: the installed one)",
			.text = &config_file},
		{"state", "DIR", "state directory of the server (default var)", .text = &state},
	};
	const struct argument_table table = {"tournament FILE [OPTION]...",
		"Prints the standings of the tournament that FILE describes, from verified runs.",
		rows, sizeof rows / sizeof *rows};
	static struct config config;
	struct tournament tournament;
	struct complaint complaint;
	const struct form *form;
	int words, status = arguments_parse(argc, argv, &table, &words);

	if (status != ARGUMENTS_GO_ON)
		return status;
	if (words != 1) {
		command_complain("tournament needs the file of one tournament");
		return 2;
	}
	form = choose_form(format);
	if (!form)
		return 2;
	if (!tournament_file_read(argv[1], &tournament, &complaint)) {
		config_complain(&complaint);
		return 1;
	}
	if (check) {
		print_line("%s is fine", argv[1]);
		return 0;
	}
	if (!operator_config(&config, config_file, state))
		return 1;
	return print_standings(config.files_state, &tournament, form);
}
