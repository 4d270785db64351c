/*
 * Watching runs in progress: a replayer for each watched run, and a socket for each spectator.
 *
 * The keeper makes a pair of sockets for a spectator, and hands one end to the spectator's session
 * and the other to the replayer of the run. So no session but the player's own reads a run in
 * progress.
 */
#include <errno.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "door/keeper/keeper_private.h"
#include "door/os/log.h"
#include "door/os/sandbox.h"

/* Least time between two starts of a replayer for one run. */
#define AGAIN_MS 1000

/* peer->replays of a replayer that has lost its run, until it ends. */
#define READS_NOTHING (-1)

#define NOT_NOW "This game cannot be watched right now. Try again in a moment."

static struct keeper_replayer *replayer_of(struct keeper *keeper, int64_t run)
{
	for (size_t i = 0; i < REPLAYERS_MAX && run > 0; i++)
		if (keeper->replayers.each[i].run == run)
			return &keeper->replayers.each[i];
	return NULL;
}

static bool works(struct keeper *keeper, const struct keeper_replayer *replayer)
{
	return replayer->run && peer_by_id(keeper, replayer->peer);
}

/* ---- Starting and ending ---- */

/* A keeper without a sandbox forks the replayer itself. */
static bool fork_replayer(struct keeper *keeper, int64_t run, int line, int control)
{
	pid_t *child = keeper->replayers.children, *end = child + REPLAYERS_MAX;

	while (child < end && *child)
		child++;
	if (child == end)
		return false;
	*child = fork();
	if (*child == 0)
		replayer_run(line, control, run, keeper->content);
	if (*child < 0)
		*child = 0;
	return *child > 0;
}

void replayers_reap(struct keeper *keeper)
{
	for (size_t i = 0; i < REPLAYERS_MAX; i++) {
		pid_t *child = &keeper->replayers.children[i];

		if (*child > 0 && waitpid(*child, NULL, WNOHANG) > 0)
			*child = 0;
	}
}

/* Has the process started. Takes the ends in any case. */
static bool start_process(struct keeper *keeper, int64_t run, int line, int control)
{
	const struct wire_order order = {.kind = ORDER_REPLAYER, .subject = (uint64_t)run};
	const struct wire_descriptors ends = {2, {line, control}};
	bool ordered = sandbox_is_on() ? keeper->control >= 0 &&
						 wire_send_order(keeper->control, &order, &ends)
				       : fork_replayer(keeper, run, line, control);

	close(line);
	close(control);
	return ordered;
}

static bool replayer_start(struct keeper *keeper, struct keeper_replayer *replayer, int64_t run)
{
	int line[2], control[2];
	struct peer *peer = NULL;

	if (!keeper_pair(line))
		return false;
	if (!keeper_pair(control)) {
		close(line[0]);
		close(line[1]);
		return false;
	}
	*replayer = (struct keeper_replayer){
		.run = run, .control = control[1], .begun_ms = keeper_now_ms()};
	/* peer_new closes its descriptor if it fails. */
	if (start_process(keeper, run, line[0], control[0]))
		peer = peer_new(keeper, line[1], false, "");
	else
		close(line[1]);
	if (peer) {
		peer->replays = run;
		replayer->peer = peer->id;
		return true;
	}
	close(control[1]);
	*replayer = (struct keeper_replayer){.run = 0};
	return false;
}

static void replayer_end(struct keeper *keeper, struct keeper_replayer *replayer)
{
	struct peer *peer = peer_by_id(keeper, replayer->peer);

	/* It ends when it reads the end of its control socket. */
	if (peer)
		peer->replays = READS_NOTHING;
	close(replayer->control);
	*replayer = (struct keeper_replayer){.run = 0};
}

/* Returns the replayer of a run, which is started unless it works. NULL with the refusal. */
static struct keeper_replayer *replayer_get(struct asking *asking, int64_t run)
{
	struct keeper *keeper = asking->keeper;
	struct keeper_replayer *replayer = replayer_of(keeper, run), *place = NULL;

	if (replayer && works(keeper, replayer))
		return replayer;
	if (replayer && keeper_now_ms() < replayer->begun_ms + AGAIN_MS) {
		asking_refuse(asking, NOT_NOW);
		return NULL;
	}
	for (size_t i = 0; i < REPLAYERS_MAX; i++)
		if (!works(keeper, &keeper->replayers.each[i]))
			place = &keeper->replayers.each[i];
	place = replayer ? replayer : place;
	if (!place) {
		asking_refuse(asking, "Too many games are being watched. Try again later.");
		return NULL;
	}
	if (place->run)
		replayer_end(keeper, place);
	if (replayer_start(keeper, place, run))
		return place;
	asking_refuse(asking, NOT_NOW);
	return NULL;
}

/* ---- Notices ---- */

static void notify(struct keeper_replayer *replayer, char mark)
{
	/* A replayer that does not read its control socket has hung; its spectators leave it. */
	if (send(replayer->control, &mark, 1, MSG_DONTWAIT | MSG_NOSIGNAL) < 0)
		log_line(LOG_WARN, "replayer.control", "run=%lld error=%s",
			(long long)replayer->run, log_quote(strerror(errno)));
}

void replayer_run_grew(struct keeper *keeper, int64_t run)
{
	struct keeper_replayer *replayer = replayer_of(keeper, run);

	if (replayer && !replayer->notified && works(keeper, replayer)) {
		notify(replayer, REPLAYER_GROWN);
		replayer->notified = true;
	}
}

void replayer_reads(struct keeper *keeper, const struct peer *peer)
{
	struct keeper_replayer *replayer = replayer_of(keeper, peer->replays);

	if (replayer && replayer->peer == peer->id)
		replayer->notified = false;
}

void replayer_run_ended(struct keeper *keeper, int64_t run)
{
	struct keeper_replayer *replayer = replayer_of(keeper, run);

	if (replayer && works(keeper, replayer)) {
		notify(replayer, REPLAYER_ENDED);
		replayer->ended = true;
	}
}

void replayer_leave(struct keeper *keeper, int64_t run)
{
	struct keeper_replayer *replayer = replayer_of(keeper, run);

	if (replayer)
		replayer_end(keeper, replayer);
}

void replayers_sweep(struct keeper *keeper)
{
	if (!keeper->replayers.left)
		return;
	keeper->replayers.left = false;
	for (size_t i = 0; i < REPLAYERS_MAX; i++) {
		struct keeper_replayer *replayer = &keeper->replayers.each[i];

		if (replayer->run && !replayer->ended && !peers_hold(keeper, replayer->run))
			replayer_end(keeper, replayer);
	}
}

/* ---- The request ---- */

/* Hands one end of a new pair to the replayer and the other to the spectator. */
static bool join(struct asking *asking, struct keeper_replayer *replayer)
{
	uint8_t buffer[WIRE_HEADER_SIZE];
	struct wire_writer handed;
	int pair[2];
	bool joined;

	if (!keeper_pair(pair))
		return false;
	wire_begin(&handed, buffer, sizeof buffer, WIRE_HANDED, 0, asking->in->serial);
	wire_speak(&handed, asking->peer->protocol);
	joined = wire_pass_descriptor(replayer->control, REPLAYER_SPECTATOR, pair[0], "") &&
		 wire_send(asking->peer->descriptor, handed.bytes, handed.size,
			 &(struct wire_descriptors){1, {pair[1]}});
	close(pair[0]);
	close(pair[1]);
	return joined;
}

/* Finds the run that a player is playing, and hands the spectator the socket of its live views. */
unsigned request_watch(struct asking *asking)
{
	struct keeper_replayer *replayer;
	const struct peer *player = NULL;
	struct store_run run;
	char name[64];

	wire_get_text(asking->in, name, sizeof name);
	if (asking->in->broken)
		return KEEPER_NO;
	for (const struct peer *peer = asking->keeper->peers; peer && !player; peer = peer->next)
		if (!peer->closed && peer->run > 0 && name[0] &&
			strcasecmp(peer->binding.name, name) == 0)
			player = peer;
	if (!player || store_run_by_id(asking->keeper->store, player->run, &run) != STORE_OK)
		return asking_refuse(
			asking, "Nobody with that name is playing a run that can be watched.");
	if (player->watching.hides)
		return asking_refuse(asking, "This player is not watched.");
	if (day_hides(asking, player->run))
		return asking_refuse(asking, "%s", day_hides(asking, player->run));
	if (run.rules != ENGINE_RULES_VERSION)
		return asking_refuse(
			asking, "This run has older rules. It can be watched when it has ended.");
	replayer = replayer_get(asking, player->run);
	if (replayer && !join(asking, replayer)) {
		asking_refuse(asking, NOT_NOW);
		replayer = NULL;
	}
	if (!replayer)
		return KEEPER_FAILED;
	asking->peer->watching.run = player->run;
	asking->peer->present.where = WHERE_WATCHING;
	spectators_changed(asking->keeper);
	log_line(LOG_INFO, "run.watch", "run=%lld name=%s by=%s", (long long)player->run,
		player->binding.name, asking->peer->binding.name);
	wire_put_u64(asking->out, (uint64_t)player->run);
	return KEEPER_OK;
}
