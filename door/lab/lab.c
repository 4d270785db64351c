#include "engine/lab/lab.h"
#include "door/lab/lab.h"
#include "engine/engine.h"
#include "door/text/parse.h"
#include "door/config/content_load.h"
#include "door/os/arguments.h"
#include "door/os/complain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- lab level ---- */

static int level_print(const char *directory, const struct seed *seed, int depth, const char *kind,
	int width, int height, unsigned flags)
{
	struct complaint complaint;
	struct content *content = content_load(directory);
	if (!content)
		return 1;
	char *text = lab_level(content, seed,
		&(struct lab_level){.depth = depth,
			.kind = kind,
			.width = width,
			.height = height,
			.flags = flags},
		&complaint);
	if (text)
		fputs(text, stdout);
	else
		command_complain("%s", complaint.sentence);
	int status = text ? 0 : 1;
	free(text);
	content_free(content);
	return status;
}

int lab_level_main(int argc, char **argv)
{
	const char *seed_text = "0", *kind = "", *size = "", *directory = NULL;
	int depth = 1, width = 0, height = 0;
	bool steps = false, monsters = false, items = false, light = false;
	const struct argument_row rows[] = {
		{"seed", "HEX", "seed of 1 to 32 hexadecimal digits (default 0)",
			.text = &seed_text},
		{"depth", "N", "depth of the level (default 1)", .number = &depth},
		{"kind", "ID", "kind of level (default: a kind of that depth)", .text = &kind},
		{"size", "WxH", "size, up to 200x100 (default: the size of the kind)",
			.text = &size},
		{"steps", NULL, "print each stage of generation under a \"== stage\" line",
			.flag = &steps},
		{"monsters", NULL, "show the creatures of the level", .flag = &monsters},
		{"items", NULL, "show the items of the level", .flag = &items},
		{"light", NULL, "print a map for `lab fov`, with opaque and lit cells",
			.flag = &light},
		{"content", "DIR", "content directory that extends or replaces the built-in game",
			.text = &directory},
	};
	const struct argument_table table = {"lab level [OPTION]...",
		"Prints a whole level, one character per cell, with the symbols of the game.", rows,
		COUNT(rows)};
	struct seed seed;
	int status = arguments_parse(argc, argv, &table, NULL);
	if (status != ARGUMENTS_GO_ON)
		return status;
	if (!parse_seed(seed_text, &seed) || !parse_size(size, &width, &height))
		return 2;
	unsigned flags = (steps ? LEVEL_TEXT_STAGES : 0) | (monsters ? LEVEL_TEXT_CREATURES : 0) |
			 (items ? LEVEL_TEXT_ITEMS : 0) | (light ? LEVEL_TEXT_LIGHT : 0);
	return level_print(directory, &seed, depth, kind, width, height, flags);
}

/* ---- The table ---- */

struct lab_row {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *about;
};

static const struct lab_row lab_rows[] = {
#define ROW(name, about) {#name, lab_##name##_main, about},
	LAB_COMMANDS(ROW)
#undef ROW
};

static void lab_list(FILE *file)
{
	fprintf(file,
		"usage: trapdoor lab COMMAND [OPTION]...\n\nDebugs and measures the game.\n\n");
	for (size_t i = 0; i < COUNT(lab_rows); i++)
		fprintf(file, "  %-8s %s\n", lab_rows[i].name, lab_rows[i].about);
	fprintf(file, "\n\"trapdoor lab COMMAND --help\" shows the options of a command.\n");
}

int lab_main(int argc, char **argv)
{
	if (argc < 2) {
		lab_list(stderr);
		return 2;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
		lab_list(stdout);
		return 0;
	}
	for (size_t i = 0; i < COUNT(lab_rows); i++) {
		if (strcmp(lab_rows[i].name, argv[1]) != 0)
			continue;
		char name[32]; /* name in complaints */
		snprintf(name, sizeof name, "lab %s", lab_rows[i].name);
		argv[1] = name;
		return lab_rows[i].run(argc - 1, argv + 1);
	}
	command_complain(
		"unknown command \"lab %s\"; \"trapdoor lab --help\" lists all commands of the lab",
		argv[1]);
	return 2;
}
