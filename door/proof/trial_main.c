/* `trapdoor lab trial`: plays one segment for another program that asks (trial.h). */
#include <stdio.h>
#include <stdlib.h>

#include "door/os/crash.h"
#include "engine/engine.h"
#include "door/os/arguments.h"
#include "door/os/complain.h"
#include "door/proof/trial.h"

/* A program of other rules may still be asked for its own way of playing: by rules 0. */
static void answer(const struct trial *trial, struct trial_end *end)
{
	trial_play(NULL, trial, end);
	if (end->answer != TRIAL_PLAYED || trial->rules == 0 ||
		trial->rules == ENGINE_RULES_VERSION)
		return;
	end->answer = TRIAL_OTHER;
	snprintf(end->sentence, sizeof end->sentence, "needs rules version %u, and this one has %d",
		(unsigned)trial->rules, ENGINE_RULES_VERSION);
}

int lab_trial_main(int argc, char **argv)
{
	const struct argument_table table = {"lab trial < JSON",
		"Replays one segment of a run for another program, and prints the result as\n"
		"JSON.  A program of newer rules uses this to replay segments played under\n"
		"the rules of this one.",
		NULL, 0};
	int status = arguments_parse(argc, argv, &table, NULL);
	struct trial_end end;
	struct trial trial;
	json_t *json;

	if (status != ARGUMENTS_GO_ON)
		return status;
	json = json_loadf(stdin, JSON_REJECT_DUPLICATES, NULL);
	if (!json || !trial_asked_read(json, &trial)) {
		command_complain("cannot read the trial on standard input: it must be JSON of "
				 "format %d, as door/proof/trial.h defines it",
			TRIAL_FORMAT);
		if (json)
			trial_asked_free(&trial);
		json_decref(json);
		return 2;
	}
	json_decref(json);
	crash_catch();
	answer(&trial, &end);
	json = trial_answered_json(&end);
	status = json && json_dumpf(json, stdout, JSON_COMPACT) == 0 && fflush(stdout) == 0 ? 0 : 1;
	json_decref(json);
	trial_end_free(&end);
	trial_asked_free(&trial);
	return status;
}
