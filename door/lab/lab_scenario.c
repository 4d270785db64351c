/* lab scenario: files of scenarios, played. */
#include "engine/lab/lab.h"
#include "door/lab/lab.h"
#include "engine/engine.h"
#include "door/os/read_file.h"
#include "door/config/content_load.h"
#include "door/os/arguments.h"
#include "door/os/complain.h"

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
	struct lab_tally tally = {.failed = 1};
	assert(scripts);
	struct content *content = content_load(directory);
	if (content && scripts_read(scripts, paths, count)) {
		char *report = lab_scenarios(content, scripts, count, how, &tally);
		fputs(report, stdout);
		free(report);
	}
	content_free(content);
	scripts_free(scripts, count);
	return tally.failed ? 1 : 0;
}

static int manual_print(void)
{
	char *manual = lab_scenario_manual();
	fputs(manual, stdout);
	free(manual);
	return 0;
}

static const char about_scenario[] =
	"Plays scenarios, each as it is and again without what it says it tests, and tells which\n"
	"hold: \"ok   NAME\" or \"FAIL file:line: what is not so\".  A file, or - for standard "
	"input:\n"
	"\n"
	"  scenario grass-burns\n"
	"      tests   change tall-grass burn\n"
	"      map\n"
	"          |#######\n"
	"          |#@.\"\".#\n"
	"          |#######\n"
	"      legend  \" tall-grass\n"
	"      do      cause burn at 3 1, wait 3\n"
	"      expect  not terrain 3 1 tall-grass\n";

int lab_scenario_main(int argc, char **argv)
{
	const char *directory = NULL;
	struct lab_scenario_how how = {.coverage = false};
	bool fields = false;
	int files = 0;
	const struct argument_row rows[] = {
		{"coverage", NULL, "fail for what no scenario of these files tests",
			.flag = &how.coverage},
		{"seed", "N", "add this to all seeds, to see what holds by chance alone",
			.number = &how.seed},
		{"fields", NULL, "print the manual of all lines that a scenario may have",
			.flag = &fields},
		{"content", "DIR", "content that adds to the built-in, or replaces it",
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
		command_complain("lab scenario wants a FILE of scenarios, or - for standard input");
		return 2;
	}
	return scenarios_play(directory, argv + 1, (size_t)files, &how);
}
