/*
 * The verifier plays a stranger's journal, so it is a process of its own: a run that breaks the
 * engine breaks the verifier alone, and stays unverified.  It has no rights of an operator: its
 * line may read this run and mark it, and nothing else.
 */
#include "door/verify/verifier.h"

#include "door/os/crash.h"
#include "door/os/process_size.h"
#include "door/os/processes.h"
#include "door/os/sandbox.h"
#include "door/verify/verification.h"

#include <sys/resource.h>
#include <unistd.h>

#define KEEPER_PATIENCE_MS 60000
#define DEADLINE_SECONDS 300

static bool wait_on(void *context, unsigned waited_ms)
{
	(void)context;
	return waited_ms < KEEPER_PATIENCE_MS;
}

_Noreturn void verifier_run(int line, int64_t run, const struct content *content)
{
	char sentence[VERIFICATION_SENTENCE_MAX];

	sandbox_hide_files(SANDBOX_VERIFIER);
	process_begin("verifier", &line, 1);
	setpriority(PRIO_PROCESS, 0, 19);
	crash_catch();
	alarm(DEADLINE_SECONDS);
	sandbox_enter(SANDBOX_VERIFIER);
	process_size_report();
	verify_run(store_client_new(line, wait_on, NULL), content, run, sentence, sizeof sentence);
	_exit(0);
}
