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
#include "door/os/scratch.h"
#include "door/verify/replay_job.h"

#include <errno.h>
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

_Noreturn static void old_rules_run(const char *old_program, const char *directory, int64_t run,
	uint32_t rules, const char *const *options)
{
	char number[32], version[32], import[REPLAY_JOB_PATH_MAX];
	const char *words[WORDS_MAX + 1] = {old_program, "replay", number, version, import};
	size_t count = 5;

	unsetenv("TRAPDOOR_ELDERS"); /* the old program must not use it */
	snprintf(number, sizeof number, "%" PRId64, run);
	snprintf(version, sizeof version, "--rules=%" PRIu32, rules);
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

int replay_old_rules(struct store_client *line, const char *import, int64_t run, uint32_t rules,
	const char *const *options)
{
	char old_program[REPLAY_JOB_PATH_MAX], scratch[SCRATCH_PATH_MAX], sentence[512];
	bool written;
	pid_t pid;
	int status;

	if (!old_rules_program(rules, old_program)) {
		command_complain("cannot replay run %" PRId64 ": it needs rules version %" PRIu32
				 ", this program has %d; install that version as %s",
			run, rules, ENGINE_RULES_VERSION, old_program);
		return 1;
	}
	if (!import && !scratch_new(scratch))
		return 1;
	written = import || archive_write_run(line, scratch, run, sentence, sizeof sentence);
	if (!written)
		command_complain("cannot replay run %" PRId64 ": %s", run, sentence);
	pid = written ? fork() : -1;
	if (pid == 0)
		old_rules_run(old_program, import ? import : scratch, run, rules, options);
	status = old_rules_wait(pid);
	if (!import)
		scratch_remove(scratch);
	return status;
}
