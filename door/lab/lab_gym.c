/* lab gym: the gym on standard input and output. */
#include "door/bot/bot.h"
#include "door/config/content_load.h"
#include "door/gym/gym.h"
#include "door/lab/lab.h"
#include "engine/engine.h"
#include "door/text/parse.h"
#include "door/os/arguments.h"
#include "door/os/complain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char about[] =
	"Lets a program play: it writes requests as lines of JSON, and each gets\n"
	"one line of JSON.\n"
	"\n"
	"The first observation comes without a request.  Requests:\n"
	"  {\"do\": \"step e\"}         act by a listed command, and get the next observation\n"
	"  {\"do\": \"throw c 12,7\"}   act by a command of \"aim\", at one of its cells\n"
	"  {\"look\": [12, 7]}        get what the hero knows of a cell\n"
	"  {\"new\": {\"seed\": \"1f\"}}  begin another game (default seed: random)\n"
	"Any other request gets {\"error\": \"REASON\"} and changes nothing.\n"
	"\n"
	"Fields of an observation: step (number of commands so far), status, hero\n"
	"[x, y], map (a string per row), cells (a hexadecimal digit per cell: 1\n"
	"known, 2 in sight, 4 harmful, 8 impassable), creatures, pack, ground,\n"
	"spells, talents, quests, choice, messages (since the last observation),\n"
	"legal (complete commands), aim (commands that need a cell: \"within\" so\n"
	"many steps of the hero but not his own cell, in \"sight\" or not; one of\n"
	"\"cells\"; or \"any\"), end (of a finished game: outcome, cause, score,\n"
	"seed).  A listed command is always accepted.  A refused command costs no\n"
	"turn.  tests/lab/gym_example.py is a client.";

int lab_gym_main(int argc, char **argv)
{
	const char *seed_text = "", *name = "Bot", *directory = NULL;
	bool after_others = false;
	const struct argument_row rows[] = {
		{"seed", "HEX",
			"seed of the first game, up to 32 hexadecimal digits (default random)",
			.text = &seed_text},
		{"name", "NAME", "name of the hero (default Bot)", .text = &name},
		{"graves", NULL, "begin with graves of earlier heroes, some with their killer",
			.flag = &after_others},
		{"content", "DIR", "content directory that extends or replaces the built-in game",
			.text = &directory},
	};
	const struct argument_table table = {
		"lab gym [--seed HEX] [OPTION]...", about, rows, sizeof rows / sizeof *rows};
	struct seed seed;
	int status = arguments_parse(argc, argv, &table, NULL);
	if (status != ARGUMENTS_GO_ON)
		return status;
	if (*seed_text && !parse_seed(seed_text, &seed))
		return 2;
	if (!*name || strlen(name) > NAME_MAX_LENGTH) {
		command_complain("--name takes 1 to %d characters", NAME_MAX_LENGTH);
		return 2;
	}
	struct content *content = content_load(directory);
	if (!content)
		return 1;
	struct birth birth = *bot_birth(after_others);
	snprintf(birth.name, sizeof birth.name, "%s", name);
	struct gym *gym = gym_new(content, &birth, *seed_text ? &seed : NULL);
	status = gym_serve(gym, stdin, stdout) ? 0 : 1;
	gym_free(gym);
	content_free(content);
	return status;
}
