#include "door/keeper/database_check.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "door/keeper/keeper_private.h"
#include "door/os/crash.h"
#include "door/os/log.h"
#include "door/os/processes.h"
#include "door/os/sandbox.h"
#include "sql/store.h"

#define LOWEST_PRIORITY 19

static void log_fault(void *context, const char *sentence)
{
	(void)context;
	log_line(LOG_ERROR, "store.damaged", "why=%s", log_quote(sentence));
}

_Noreturn static void check(const char *state, int wait)
{
	char sentence[256], byte;
	struct store *store;
	size_t faults = 0;
	int64_t begun_ms;

	process_begin("check", &wait, 1);
	setpriority(PRIO_PROCESS, 0, LOWEST_PRIORITY);
	crash_catch();
	sandbox_enter(SANDBOX_KEEPER);
	if (read(wait, &byte, 1) < 0)
		_exit(1);
	begun_ms = keeper_now_ms();
	store = store_open_to_read(state, sentence, sizeof sentence);
	if (!store) {
		log_line(LOG_WARN, "store.unchecked", "why=%s", log_quote(sentence));
		_exit(1);
	}
	faults = store_check_pages(store, log_fault, NULL);
	store_close(store);
	log_line(faults ? LOG_ERROR : LOG_INFO, "store.checked", "damaged=%zu took_ms=%lld%s%s",
		faults, (long long)(keeper_now_ms() - begun_ms), faults ? " why=" : "",
		faults ? log_quote("restore a backup: see the runbook, The database is damaged")
		       : "");
	_exit(0);
}

pid_t database_check_fork(const char *state, int *go)
{
	int ends[2];
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC) != 0)
		return -1;
	pid = fork();
	if (pid == 0)
		check(state, ends[0]);
	close(ends[0]);
	*go = ends[1];
	return pid;
}
