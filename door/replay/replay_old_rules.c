/*
 * Replays runs of older rules by the program of those rules.
 *
 * The run is passed as an archive in a scratch directory, since the old program may know neither
 * the protocol of this keeper nor this database. The command `PROGRAM replay RUN --rules N --import
 * DIR` with the options of a replay must never change, and neither must the format of archives.
 */
#include "door/replay/replay_old_rules.h"

#include "door/verify/archive.h"
#include "door/os/complain.h"
#include "door/os/printable.h"
#include "door/os/scratch.h"
#include "door/verify/replay_job.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define WORDS_MAX 20

uint32_t replay_old_rules_version(const struct run_source *source, int64_t run, uint32_t wanted)
{
	struct store_segment first = {0}, last = {0};
	struct keeper_run header;
	bool found = source->run(source->context, run, &header) == KEEPER_OK &&
		     source->segment(source->context, run, 0, &first) == KEEPER_OK &&
		     source->segment(source->context, run, header.next_index, &last) == KEEPER_OK;

	free(first.save);
	free(last.save);
	if (wanted)
		return wanted;
	return !found || last.rules == ENGINE_RULES_VERSION ? ENGINE_RULES_VERSION : first.rules;
}

_Noreturn static void old_rules_run(
	const struct old_rules_replay *replay, const char *old_program, const char *directory)
{
	char number[32], version[32], import[REPLAY_JOB_PATH_MAX];
	const char *words[WORDS_MAX + 1] = {old_program, "replay", number, version, import};
	const char *const *options = replay->options;
	size_t count = 5;

	unsetenv("TRAPDOOR_ELDERS"); /* the old program must not use it */
	snprintf(number, sizeof number, "%" PRId64, replay->run);
	snprintf(version, sizeof version, "--rules=%" PRIu32, replay->rules);
	snprintf(import, sizeof import, "--import=%s", directory);
	while (*options && count < WORDS_MAX)
		words[count++] = *options++;
	execv(old_program, (char *const *)(uintptr_t)words);
	command_complain("cannot run %s: %s; install the program of these rules again", old_program,
		strerror(errno));
	_exit(1);
}

/* Returns the exit status of the process; 1 if a signal killed it. */
static int old_rules_wait(pid_t pid)
{
	int status = -1;

	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return pid > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* Runs the program to its end. A pipe cleans the text that it prints. Returns its exit status. */
static int old_rules_to_end(
	const struct old_rules_replay *replay, const char *old_program, const char *directory)
{
	int ends[2] = {-1, -1};
	pid_t pid;

	if (replay->prints && pipe2(ends, O_CLOEXEC) != 0) {
		command_complain("cannot create a pipe: %s", strerror(errno));
		return 1;
	}
	pid = fork();
	if (pid == 0) {
		if (replay->prints)
			dup2(ends[1], STDOUT_FILENO);
		old_rules_run(replay, old_program, directory);
	}
	if (replay->prints) {
		close(ends[1]);
		print_lines_from(ends[0]);
		close(ends[0]);
	}
	return old_rules_wait(pid);
}

int replay_old_rules(struct store_client *line, const struct old_rules_replay *replay)
{
	char old_program[REPLAY_JOB_PATH_MAX], scratch[SCRATCH_PATH_MAX], sentence[512];
	int status = 1;

	if (!old_rules_program(replay->rules, old_program)) {
		command_complain("cannot replay run %" PRId64 ": it needs rules version %" PRIu32
				 ", this program has %d; install that version as %s",
			replay->run, replay->rules, ENGINE_RULES_VERSION, old_program);
		return 1;
	}
	if (replay->import)
		return old_rules_to_end(replay, old_program, replay->import);
	if (!scratch_new(scratch))
		return 1;
	if (archive_write_run(line, scratch, replay->run, sentence, sizeof sentence))
		status = old_rules_to_end(replay, old_program, scratch);
	else
		command_complain("cannot replay run %" PRId64 ": %s", replay->run, sentence);
	scratch_remove(scratch);
	return status;
}
