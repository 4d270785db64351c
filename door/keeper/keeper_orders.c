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
#include "door/os/log.h"
#include "door/os/sandbox.h"
#include "door/verify/verifier.h"

#define RULES_MOST 9999

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

void verifier_begin(struct keeper *keeper)
{
	int64_t cursor = keeper->verifying.cursor;
	struct peer *peer;
	int pair[2];
	int64_t run;

	if (verifier_works(keeper))
		return;
	/* If no process can be started now, the same run is tried when the next one ends. */
	keeper->verifying.due = false;
	if (store_score_unproven(keeper->store, &cursor, &run) != STORE_OK || !keeper_pair(pair))
		return;
	if (!verifier_start(keeper, pair[0], run)) {
		close(pair[0]);
		close(pair[1]);
		return;
	}
	close(pair[0]);
	keeper->verifying.cursor = cursor;
	keeper->verifying.due = true;
	peer = peer_new(keeper, pair[1], false, "");
	if (peer) {
		peer->verifies = run;
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
