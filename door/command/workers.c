#include "door/command/workers.h"

#include "door/os/log.h"
#include "door/os/process_size.h"
#include "door/os/processes.h"
#include "door/os/sandbox.h"
#include "door/verify/replay_job.h"
#include "door/verify/verifier.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define OLD_RULES_SECONDS 120

/* The kinds of workers: most at a time, descriptors of an order, of which the last one becomes the
 * standard error, the event of a death, and the kind of process. */
static const struct worker_kind {
	int most;
	size_t descriptors;
	const char *died;
	enum metric_process process;
} kinds[] = {
	[ORDER_VERIFIER] = {2, 2, "verifier.died", PROCESS_VERIFIER},
	[ORDER_OLD_RULES] = {OLD_RULES_MAX, 3, "old_rules.died", PROCESS_OTHER},
	[ORDER_REPLAYER] = {REPLAYERS_MAX, 3, "replayer.died", PROCESS_REPLAYER},
};

static const struct worker_kind *kind_of(const struct wire_order *order)
{
	size_t count = sizeof kinds / sizeof *kinds;

	return order->kind < count && kinds[order->kind].most ? &kinds[order->kind] : NULL;
}

enum metric_process worker_process(const struct wire_order *order)
{
	const struct worker_kind *kind = kind_of(order);

	return kind ? kind->process : PROCESS_OTHER;
}

static struct worker *worker_free(struct workers *workers, const struct wire_order *order)
{
	struct worker *found = NULL;
	int alike = 0;

	for (size_t i = 0; i < WORKERS_MAX; i++) {
		struct worker *worker = &workers->each[i];

		if (!worker->pid) {
			found = worker;
			continue;
		}
		alike += worker->kind == order->kind;
		/* The keeper orders the next verifier when it has done with the last one. */
		if (worker->kind == ORDER_VERIFIER && order->kind == ORDER_VERIFIER)
			kill(worker->pid, SIGKILL);
		else if (worker->kind == order->kind && worker->subject == order->subject)
			return NULL;
	}
	return alike < kinds[order->kind].most ? found : NULL;
}

/* The path is looked up before the process is confined, and the program is loaded after that. */
_Noreturn static void old_rules_run(uint32_t rules, const struct wire_descriptors *pipes)
{
	char program[REPLAY_JOB_PATH_MAX];
	bool found = old_rules_program(rules, program);

	if (!found)
		log_line(LOG_WARN, "old_rules.missing", "rules=%" PRIu32 " program=%s", rules,
			log_quote(program));
	if (!found || dup2(pipes->each[0], STDIN_FILENO) < 0 ||
		dup2(pipes->each[1], STDOUT_FILENO) < 0)
		_exit(127);
	sandbox_allow_program(program);
	sandbox_hide_files(SANDBOX_OLD_RULES);
	process_begin("old rules", NULL, 0);
	setpriority(PRIO_PROCESS, 0, 10);
	alarm(OLD_RULES_SECONDS);
	sandbox_enter(SANDBOX_OLD_RULES);
	execl(program, program, "lab", "trial", (char *)NULL);
	log_line(LOG_ERROR, "old_rules.refused", "program=%s error=%s", log_quote(program),
		log_quote(strerror(errno)));
	_exit(127);
}

static void verifiers_end(const struct workers *workers)
{
	for (size_t i = 0; i < WORKERS_MAX; i++)
		if (workers->each[i].pid && workers->each[i].kind == ORDER_VERIFIER)
			kill(workers->each[i].pid, SIGKILL);
}

static void worker_start(struct workers *workers, const struct wire_order *order,
	const struct wire_descriptors *descriptors)
{
	const struct worker_kind *kind = kind_of(order);
	bool right = kind && descriptors->count == kind->descriptors;
	struct worker *worker = right ? worker_free(workers, order) : NULL;

	if (!worker) {
		log_line(LOG_WARN, "worker.refused", "kind=%u subject=%" PRIu64, order->kind,
			order->subject);
		return;
	}
	pid_t pid = fork();
	if (pid == 0) {
		if (dup2(descriptors->each[kind->descriptors - 1], STDERR_FILENO) < 0)
			_exit(1);
		log_to_relay();
		process_size_begin();
	}
	if (pid == 0 && order->kind == ORDER_VERIFIER)
		verifier_run(descriptors->each[0], (int64_t)order->subject, workers->content);
	if (pid == 0 && order->kind == ORDER_REPLAYER)
		replayer_run(descriptors->each[0], descriptors->each[1], (int64_t)order->subject,
			workers->content);
	if (pid == 0)
		old_rules_run(order->rules, descriptors);
	if (pid > 0)
		*worker = (struct worker){pid, order->kind, order->subject};
}

void workers_take(struct workers *workers, int orders)
{
	struct wire_descriptors descriptors;
	struct wire_order order;

	while (wire_take_order(orders, &order, &descriptors)) {
		if (order.kind == ORDER_VERIFIER_END)
			verifiers_end(workers);
		else
			worker_start(workers, &order, &descriptors);
		wire_close(&descriptors);
	}
}

bool workers_ended(struct workers *workers, pid_t pid, int status)
{
	for (size_t i = 0; i < WORKERS_MAX; i++) {
		struct worker *worker = &workers->each[i];

		if (worker->pid != pid)
			continue;
		if (WIFSIGNALED(status))
			log_line(LOG_ERROR, kinds[worker->kind].died,
				"subject=%" PRIu64 " signal=%d", worker->subject, WTERMSIG(status));
		worker->pid = 0;
		return true;
	}
	return false;
}
