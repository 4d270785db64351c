/*
 * The verifier: a child of the keeper that replays one ended run and reports whether its score is
 * true.
 *
 * It is an operator to the keeper, over a socket made before the fork. A run that crashes the
 * engine crashes only the verifier, and stays unverified. One verifier runs at a time, at the
 * lowest priority, and takes the runs in the order of their ends.
 */
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "door/os/crash.h"
#include "door/keeper/keeper_private.h"
#include "door/os/log.h"
#include "door/verify/verification.h"

static bool wait_on(void *context, unsigned waited_ms)
{
	(void)context;
	return waited_ms < 60000;
}

_Noreturn static void verifier_run(int descriptor, int64_t run, const struct content *content)
{
	struct store_client *line;
	char sentence[VERIFICATION_SENTENCE_MAX];
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGTERM, SIG_DFL);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	prctl(PR_SET_NAME, "prover");
	setpriority(PRIO_PROCESS, 0, 19);
	close_all_but(&descriptor, 1);
	crash_catch();
	line = store_client_new(descriptor, wait_on, NULL);
	verify_run(line, content, run, sentence, sizeof sentence);
	_exit(0);
}

void verifier_begin(struct keeper *keeper)
{
	int64_t cursor = keeper->proving.cursor;
	int pair[2];
	int64_t run;

	if (keeper->proving.verifier > 0)
		return;
	/* If no process can be started now, the same run is tried when the next one ends. */
	keeper->proving.due = false;
	if (store_score_unproven(keeper->store, &cursor, &run) != STORE_OK || !keeper_pair(pair))
		return;
	keeper->proving.verifier = fork();
	if (keeper->proving.verifier == 0)
		verifier_run(pair[0], run, keeper->content);
	close(pair[0]);
	if (keeper->proving.verifier < 0) {
		close(pair[1]);
		return;
	}
	keeper->proving.cursor = cursor;
	keeper->proving.due = true;
	peer_new(keeper, pair[1], true, "");
}

void verifier_ended(struct keeper *keeper, pid_t pid, int status)
{
	if (WIFSIGNALED(status))
		log_line(LOG_ERROR, "prover.died", "signal=%d prover=%ld", WTERMSIG(status),
			(long)pid);
	keeper->proving.verifier = 0;
}
