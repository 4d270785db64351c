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
	"A game for programs: a line of JSON in, a line of JSON out, always one.\n"
	"\n"
	"The first line comes unasked: what the hero sees, and what he may do.  Then\n"
	"  {\"do\": \"step e\"}         a command that was listed; the next observation comes "
	"back\n"
	"  {\"do\": \"throw c 12,7\"}   one of \"aim\", with a cell that it takes\n"
	"  {\"look\": [12, 7]}        what the hero can tell of a cell\n"
	"  {\"new\": {\"seed\": \"1f\"}}  another game; without a seed one is drawn\n"
	"and for anything else {\"error\": \"what is wrong\"}, when nothing has changed.\n"
	"\n"
	"An observation: step (commands so far), status, hero [x, y], map (a string a row), cells\n"
	"(a hexadecimal digit a cell: 1 known, 2 in sight now, 4 harmful, 8 no way), creatures,\n"
	"pack, ground, spells, talents, quests, choice, messages (since the last one), legal\n"
	"(complete commands), aim (those that want a cell: \"within\" so many steps of the hero, "
	"in\n"
	"\"sight\" or not, never his own; one of \"cells\"; or \"any\"), end (when it is over: "
	"outcome, "
	"cause,\n"
	"score, seed).  A command that is listed is taken; any other is refused, which is free.\n"
	"tests/lab/gym_example.py is a client.";

int lab_gym_main(int argc, char **argv)
{
	const char *seed_text = "", *name = "Bot", *directory = NULL;
	bool after_others = false;
	const struct argument_row rows[] = {
		{"seed", "HEX", "of the first game, up to 32 digits; drawn unless told",
			.text = &seed_text},
		{"name", "NAME", "the caller's; \"Bot\" unless told", .text = &name},
		{"graves", NULL, "others have called and died before, some with their killer",
			.flag = &after_others},
		{"content", "DIR", "content that adds to the built-in, or replaces it",
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
		command_complain("--name wants 1 to %d characters", NAME_MAX_LENGTH);
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
