/* lab scenario: plays files of scenarios. */
#include "engine/lab/lab.h"
#include "door/lab/lab.h"
#include "engine/engine.h"
#include "door/os/read_file.h"
#include "door/config/content_load.h"
#include "door/os/arguments.h"
#include "door/os/complain.h"
#include "door/os/printable.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool scripts_read(struct lab_script *scripts, char **paths, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		scripts[i].name = paths[i];
		scripts[i].text = read_file(paths[i], &scripts[i].length);
		if (!scripts[i].text)
			return false;
	}
	return true;
}

static void scripts_free(struct lab_script *scripts, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free((void *)(uintptr_t)scripts[i].text);
	free(scripts);
}

static int scenarios_play(
	const char *directory, char **paths, size_t count, const struct lab_scenario_how *how)
{
	struct lab_script *scripts = calloc(count, sizeof *scripts);
	struct lab_tally summary = {.failed = 1};
	assert(scripts);
	struct content *content = content_load(directory);
	if (content && scripts_read(scripts, paths, count)) {
		char *report = lab_scenarios(content, scripts, count, how, &summary);
		print_lines(report);
		free(report);
	}
	content_free(content);
	scripts_free(scripts, count);
	return summary.failed ? 1 : 0;
}

static int manual_print(void)
{
	char *manual = lab_scenario_manual();
	fputs(manual, stdout);
	free(manual);
	return 0;
}

static const char about_scenario[] =
	"Plays each scenario as written, when it must hold, and again without the\n"
	"rule that it tests, when it must not hold.  Prints \"ok   NAME\" or \"FAIL\n"
	"file:line: REASON\" for each.  The FILE - is standard input.  An example\n"
	"of a file:\n"
	"\n"
	"  scenario grass-burns\n"
	"      tests   change tall-grass burn\n"
	"      map\n"
	"          |#######\n"
	"          |#@.\"\".#\n"
	"          |#######\n"
	"      legend  \" tall-grass\n"
	"      do      cause burn at 3 1, wait 3\n"
	"      expect  not terrain 3 1 tall-grass";

int lab_scenario_main(int argc, char **argv)
{
	const char *directory = NULL;
	struct lab_scenario_how how = {.coverage = false};
	bool fields = false;
	int files = 0;
	const struct argument_row rows[] = {
		{"coverage", NULL, "fail if these files leave any rule untested",
			.flag = &how.coverage},
		{"seed", "N", "add N to all seeds, to find tests that pass only by chance",
			.number = &how.seed},
		{"fields", NULL, "print the manual of all lines of a scenario", .flag = &fields},
		{"content", "DIR", "content directory that extends or replaces the built-in game",
			.text = &directory},
	};
	const struct argument_table table = {
		"lab scenario [OPTION]... FILE...", about_scenario, rows, COUNT(rows)};
	int status = arguments_parse(argc, argv, &table, &files);
	if (status != ARGUMENTS_GO_ON)
		return status;
	if (fields)
		return manual_print();
	if (files == 0) {
		command_complain("lab scenario needs a FILE of scenarios, or - for standard input");
		return 2;
	}
	return scenarios_play(directory, argv + 1, (size_t)files, &how);
}
