/* `trapdoor lab trial`: replays one segment for another program (see replay_job.h). */
#include <stdio.h>
#include <stdlib.h>

#include "door/os/crash.h"
#include "engine/engine.h"
#include "door/os/arguments.h"
#include "door/os/complain.h"
#include "door/verify/replay_job.h"

/* Answers a job. Rules 0 accepts a replay by the rules of this program, to compare two programs. */
static void answer(const struct replay_job *job, struct replay_job_end *end)
{
	replay_job_play(NULL, job, end);
	if (end->answer != REPLAY_JOB_PLAYED || job->rules == 0 ||
		job->rules == ENGINE_RULES_VERSION)
		return;
	end->answer = REPLAY_JOB_OTHER_RULES;
	snprintf(end->sentence, sizeof end->sentence, "needs rules version %u, and this one has %d",
		(unsigned)job->rules, ENGINE_RULES_VERSION);
}

int lab_trial_main(int argc, char **argv)
{
	const struct argument_table table = {"lab trial < JSON",
		"Replays one segment of a run for another program, and prints the result as\n"
		"JSON.  A program of newer rules uses this to replay segments played under\n"
		"the rules of this one.",
		NULL, 0};
	int status = arguments_parse(argc, argv, &table, NULL);
	struct replay_job_end end;
	struct replay_job job;
	json_t *json;

	if (status != ARGUMENTS_GO_ON)
		return status;
	json = json_loadf(stdin, JSON_REJECT_DUPLICATES, NULL);
	if (!json || !replay_job_asked_read(json, &job)) {
		command_complain("cannot read the trial on standard input: it must be JSON of "
				 "format %d, as door/verify/replay_job.h defines it",
			REPLAY_JOB_FORMAT);
		if (json)
			replay_job_asked_free(&job);
		json_decref(json);
		return 2;
	}
	json_decref(json);
	crash_catch();
	answer(&job, &end);
	json = replay_job_answered_json(&end);
	status = json && json_dumpf(json, stdout, JSON_COMPACT | JSON_ENSURE_ASCII) == 0 &&
				 fflush(stdout) == 0
			 ? 0
			 : 1;
	json_decref(json);
	replay_job_end_free(&end);
	replay_job_asked_free(&job);
	return status;
}
