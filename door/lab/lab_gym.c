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
	"Fields of an observation.  A turn is 100 ticks, the time of a normal action.\n"
	"  step          commands so far in this game\n"
	"  status        health, health_max, mana, mana_max: points; might, guard: points;\n"
	"                accuracy: percent against a target without guard;\n"
	"                level, experience; depth, deepest: 1 is the top; gold; score;\n"
	"                food: turns until starving; noise: steps that it carries;\n"
	"                turn: whole turns; place; hunger, swims, conditions, boons:\n"
	"                words with a space between them, \"\" for none; receiver: true if\n"
	"                carried; lit: true if the hero's cell is; conducts: words of those\n"
	"                that were kept, from depth 5 on\n"
	"  lasts         turns left of each condition and boon, where that is known\n"
	"  hero          [x, y] in cells: x to the right, y down, from 0\n"
	"  map           the known level, a string per row, a symbol per cell\n"
	"  cells         a hexadecimal digit per cell, the sum of 1 known, 2 in sight,\n"
	"                4 harmful, 8 impassable\n"
	"  stairs        known stairs: at [x, y], way \"up\" or \"down\"; also those that an\n"
	"                item or a creature hides on the map\n"
	"  creatures     in sight, enemies first, the nearest first: id (kept on this\n"
	"                level), name, symbol, at [x, y]; health_percent: of its own most;\n"
	"                speed: percent of a normal body; pace: the same as a sentence;\n"
	"                asleep, unaware, fleeing, ally, captive: true or false;\n"
	"                talks: it would answer, and you have not talked to it yet;\n"
	"                hits_you, you_hit: chance of a blow in percent;\n"
	"                blow_percent: a typical blow that hits, in percent of your present\n"
	"                health; kills_in: hits that would kill you at worst, 0 if it deals\n"
	"                no damage; falls_in: hits of yours that usually kill it;\n"
	"                wakes: what of yours may wake a sleeper each turn, 1 in so many:\n"
	"                {\"noise\": 8, \"sight\": 30, \"smell\": 40}\n"
	"  pack, pouch, ground  items: letter (\"\" on the ground), name, symbol, text; flags:\n"
	"                wielded, worn, known, lit, for-sale, offered, left (dropped by\n"
	"                you); price: gold, 0 for none; worth: of gear, in points to compare\n"
	"                within its slot; slot: where it is worn, \"\" for nowhere\n"
	"  spells        number (for cast), name, text, mana: points, level: its least\n"
	"                level, able: true if you can cast it now\n"
	"  talents       names of the talents that you have\n"
	"  quests        name, text, state: \"open\", \"done\" or \"failed\"\n"
	"  choice        what you must choose from: name, text, path, count; empty if nothing\n"
	"  messages      sentences since the last observation, the oldest first\n"
	"  step_price    gold that a step would pay: {\"step e\": 30}\n"
	"  legal         complete commands.  Each of them is accepted\n"
	"  aim           commands that want a cell: do, and either within (at most so many\n"
	"                steps from the hero, but not his own cell) and sight (true: only\n"
	"                cells in sight), or cells (a list), or any (any cell, the result\n"
	"                is the same)\n"
	"  began         in the first observation: gym (the version of this format), rules\n"
	"                (their version), game, name, handicaps (a list of their ids)\n"
	"  end           in the last observation: outcome, cause, killer, score, deepest,\n"
	"                level, gold, turns, seed and digest (hexadecimal)\n"
	"\n"
	"A refused command costs no turn.  tests/lab/gym_example.py is a client.";

int lab_gym_main(int argc, char **argv)
{
	const char *seed_text = "", *name = "Bot", *directory = NULL, *handicaps = "";
	bool after_others = false;
	const struct argument_row rows[] = {
		{"seed", "HEX",
			"seed of the first game, up to 32 hexadecimal digits (default random)",
			.text = &seed_text},
		{"name", "NAME", "name of the hero (default Bot)", .text = &name},
		{"graves", NULL, "begin with graves of earlier heroes, some with their killer",
			.flag = &after_others},
		{"handicaps", "IDS", "handicaps of each game, with commas between",
			.text = &handicaps},
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
	if (!parse_handicaps(content, handicaps, &birth)) {
		content_free(content);
		return 2;
	}
	struct gym *gym = gym_new(content, &birth, *seed_text ? &seed : NULL);
	status = gym_serve(gym, stdin, stdout) ? 0 : 1;
	gym_free(gym);
	content_free(content);
	return status;
}
