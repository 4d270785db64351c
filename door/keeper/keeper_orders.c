/*
 * The processes that others start on the keeper's order.
 *
 * A confined keeper starts no program and plays no journal: it sends an order over its control
 * socket, and the listener starts the process beside the sessions.  A keeper without a sandbox, in
 * `sandbox = off` and for a command without a server, forks its verifier itself.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "door/keeper/keeper_private.h"
#include "door/metrics/metrics.h"
#include "door/os/log.h"
#include "door/os/sandbox.h"
#include "door/verify/verifier.h"

#define RULES_MOST 9999
/* The default of limits.verify_seconds. */
#define VERIFY_SECONDS 300

/* ---- The verifier ---- */

/* One works at a time, at the lowest priority, in the order in which the runs ended. */
static bool verifier_works(struct keeper *keeper)
{
	return keeper->verifying.child > 0 || peer_by_id(keeper, keeper->verifying.peer);
}

static bool verifier_start(struct keeper *keeper, int line, int64_t run)
{
	if (sandbox_is_on() && keeper->control >= 0)
		return wire_send_order(keeper->control,
			&(struct wire_order){.kind = ORDER_VERIFIER, .subject = (uint64_t)run},
			&(struct wire_descriptors){1, {line}});
	keeper->verifying.child = fork();
	if (keeper->verifying.child == 0)
		verifier_run(line, run, keeper->content);
	return keeper->verifying.child > 0;
}

/* Sets aside the run of a verifier that ended or was stopped without a verdict. */
static void set_aside(struct keeper *keeper, const char *why)
{
	int64_t run = keeper->verifying.run;

	keeper->verifying.run = 0;
	/* A run that has its verdict by now is not set aside. */
	if (run <= 0 || keeper->ending || store_score_set_aside(keeper->store, run) != STORE_OK)
		return;
	metric_add(METRIC_VERIFIED, VERDICT_SET_ASIDE, 0, 1);
	log_line(LOG_ERROR, "verify.set_aside", "run=%lld why=%s", (long long)run, why);
}

/* A verifier that loops or was stopped does not notice that its line is closed. */
static void verifier_end(struct keeper *keeper)
{
	if (keeper->verifying.child > 0)
		kill(keeper->verifying.child, SIGKILL);
	else if (keeper->control >= 0)
		wire_send_order(keeper->control, &(struct wire_order){.kind = ORDER_VERIFIER_END},
			&(struct wire_descriptors){0});
}

int verifier_left_ms(const struct keeper *keeper)
{
	int seconds =
		keeper->policy.verify_seconds ? keeper->policy.verify_seconds : VERIFY_SECONDS;
	int64_t left_ms = keeper->verifying.begun_ms + seconds * INT64_C(1000) - keeper_now_ms();

	if (!keeper->verifying.run)
		return -1;
	return left_ms > 0 ? (int)left_ms : 0;
}

void verifier_check(struct keeper *keeper)
{
	struct keeper_verifying *verifying = &keeper->verifying;
	struct peer *peer = peer_by_id(keeper, verifying->peer);

	if (!verifying->run || (peer && verifier_left_ms(keeper) > 0))
		return;
	if (peer) {
		verifier_end(keeper);
		peer_close(peer);
	}
	set_aside(keeper, peer ? "deadline" : "no-verdict");
	verifying->due = true;
}

/* Finds the next unverified run, and after the last of them one that was set aside. */
static bool next_run(struct keeper *keeper, struct keeper_verifying *next)
{
	return store_score_unproven(keeper->store, &next->cursor, &next->run) == STORE_OK ||
	       store_score_set_aside_next(keeper->store, &next->aside_cursor, next->aside_last,
		       &next->run) == STORE_OK;
}

void verifier_begin(struct keeper *keeper)
{
	struct keeper_verifying next = keeper->verifying;
	struct peer *peer;
	int pair[2];

	if (verifier_works(keeper))
		return;
	/* If no process can be started now, the same run is tried when the next one ends. */
	keeper->verifying.due = false;
	if (!next_run(keeper, &next) || !keeper_pair(pair))
		return;
	if (!verifier_start(keeper, pair[0], next.run)) {
		close(pair[0]);
		close(pair[1]);
		return;
	}
	close(pair[0]);
	next.child = keeper->verifying.child;
	next.begun_ms = keeper_now_ms();
	next.due = true;
	keeper->verifying = next;
	peer = peer_new(keeper, pair[1], false, "");
	if (peer) {
		peer->verifies = next.run;
		keeper->verifying.peer = peer->id;
	}
}

void verifier_ended(struct keeper *keeper, pid_t pid, int status)
{
	if (WIFSIGNALED(status))
		log_line(LOG_ERROR, "verifier.died", "signal=%d verifier=%ld", WTERMSIG(status),
			(long)pid);
	keeper->verifying.child = 0;
}

/* ---- Programs of older rules ---- */

/* Hands the asker the other ends of the program's standard input and output. */
static bool hand_over_pipes(
	struct asking *asking, uint32_t rules, const int in[2], const int out[2])
{
	const struct peer *peer = asking->peer;
	struct wire_order order = {.kind = ORDER_OLD_RULES,
		.rules = rules,
		.subject = peer->verifies ? 0 : (uint64_t)peer->binding.id};
	uint8_t buffer[WIRE_HEADER_SIZE];
	struct wire_writer handed;

	wire_begin(&handed, buffer, sizeof buffer, WIRE_HANDED, 0, asking->in->serial);
	wire_speak(&handed, peer->protocol);
	return wire_send_order(asking->keeper->control, &order,
		       &(struct wire_descriptors){2, {in[0], out[1]}}) &&
	       wire_send(peer->descriptor, handed.bytes, handed.size,
		       &(struct wire_descriptors){2, {in[1], out[0]}});
}

unsigned request_old_rules(struct asking *asking)
{
	uint32_t rules = wire_get_u32(asking->in);
	int in[2] = {-1, -1}, out[2] = {-1, -1};
	bool handed;

	if (asking->in->broken || rules == 0 || rules > RULES_MOST)
		return asking_refuse(asking, "There are no such rules.");
	if (asking->peer->binding.id <= 0 && !asking->peer->verifies)
		return asking_refuse(asking, "You must log in first.");
	handed = asking->keeper->control >= 0 && pipe2(in, O_CLOEXEC) == 0 &&
		 pipe2(out, O_CLOEXEC) == 0 && hand_over_pipes(asking, rules, in, out);
	for (int i = 0; i < 2; i++) {
		if (in[i] >= 0)
			close(in[i]);
		if (out[i] >= 0)
			close(out[i]);
	}
	return handed ? KEEPER_OK
		      : asking_refuse(asking, "The program of these rules cannot be started now.");
}
