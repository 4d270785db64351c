#include "door/command/serve_metrics.h"

#include "door/metrics/metrics.h"
#include "door/os/crash.h"
#include "door/os/log.h"
#include "door/os/processes.h"
#include "door/os/sandbox.h"
#include "door/os/version.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define AGAIN_MS 1000 /* before a process replaces one that died */

/* Has the process write in the directory of the file, and nowhere else. */
static bool allow_file(
	const struct exporter *exporter, const struct user *user, char *sentence, size_t size)
{
	char directory[EXPORTER_PATH_MAX];

	exporter_directory(exporter, directory);
	sandbox_allow_directory(SANDBOX_METRICS, directory, true);
	/* The process has no right that its parent has not. */
	sandbox_allow_directory(SANDBOX_PARENT, directory, true);
	if (user_reaches(user, directory, W_OK | X_OK))
		return true;
	snprintf(sentence, size,
		"cannot write metrics to %.150s: user %.40s may not write in its directory; give "
		"that user the directory, or name another with monitor.metrics",
		exporter->path, user->name);
	return false;
}

void serve_metrics_inherit(struct serve_metrics *metrics, const struct config *config,
	const char *where, int listening)
{
	if (strcmp(config->monitor_metrics, where) == 0)
		metrics->inherited = listening;
	else
		close(listening);
}

bool serve_metrics_open(struct serve_metrics *metrics, const struct config *config,
	const struct user *user, char *sentence, size_t size)
{
	struct exporter *exporter = &metrics->exporter;

	if (!exporter_parse(config->monitor_metrics, exporter, sentence, size))
		return false;
	if (metrics->inherited)
		exporter->listening = metrics->inherited;
	else if (!exporter_open(exporter, sentence, size))
		return false;
	exporter->seconds = config->monitor_metrics_seconds;
	exporter->version = TRAPDOOR_VERSION;
	metric_set(METRIC_START_TIME, 0, 0, (uint64_t)time(NULL));
	if (exporter->kind == EXPORTER_OFF)
		return true;
	sandbox_allow_directory(SANDBOX_METRICS, "/proc", false);
	return exporter->kind != EXPORTER_FILE || allow_file(exporter, user, sentence, size);
}

static void start(struct serve_metrics *metrics, int after_ms)
{
	pid_t root = getpid();

	metrics->pid = fork();
	if (metrics->pid < 0)
		log_line(LOG_ERROR, "metrics.failed", "error=%s", log_quote(strerror(errno)));
	if (metrics->pid != 0)
		return;
	setsid();
	sandbox_hide_files(SANDBOX_METRICS);
	process_begin(
		"metrics", &metrics->exporter.listening, metrics->exporter.listening >= 0 ? 1 : 0);
	if (getppid() != root)
		_exit(1);
	crash_catch();
	/* Before the filter: a process that the filter kills is not forked without a pause. */
	poll(NULL, 0, after_ms);
	sandbox_enter(SANDBOX_METRICS);
	exporter_run(&metrics->exporter, root);
}

void serve_metrics_start(struct serve_metrics *metrics)
{
	metrics->pid = 0;
	if (metrics->exporter.kind != EXPORTER_OFF)
		start(metrics, 0);
}

void serve_metrics_end(struct serve_metrics *metrics)
{
	if (metrics->exporter.listening >= 0)
		close(metrics->exporter.listening);
	metrics->exporter.listening = -1;
	metrics->exporter.kind = EXPORTER_OFF;
	if (metrics->pid > 0)
		kill(metrics->pid, SIGKILL);
}

bool serve_metrics_ended(struct serve_metrics *metrics, pid_t pid, int status)
{
	if (pid != metrics->pid)
		return false;
	metrics->pid = 0;
	if (metrics->exporter.kind == EXPORTER_OFF)
		return true;
	log_line(LOG_ERROR, "metrics.died", "status=%d signal=%d",
		WIFEXITED(status) ? WEXITSTATUS(status) : -1,
		WIFSIGNALED(status) ? WTERMSIG(status) : 0);
	start(metrics, AGAIN_MS);
	return true;
}
