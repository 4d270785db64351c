/* The listener in an upgrade: of the server that begins, and of the server that it replaces. */
#include "door/command/serve_listener_private.h"

#include "door/command/serve_step.h"
#include "door/keeper/keeper_supervisor.h"
#include "door/net/transport.h"
#include "door/os/log.h"
#include "door/store/keeper.h"
#include "door/store/keeper_wire.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define START_PATIENCE_MS 90000 /* for the running server to end its keeper */
#define TAKE_PATIENCE_MS 10000
#define STAY_MS 2000 /* for a client whose proxy has not named it yet */
#define URGE_MS 4000 /* for the last sessions to move, each time that they are urged */
#define URGES_MOST 2

/* ---- The new server ---- */

int server_line_elsewhere(const struct server *server)
{
	int pair[2];
	if (!keeper_pair(pair))
		return -1;
	bool given = serve_step_send(server->start->steps, STEP_LINE, 0, pair[1]);
	close(pair[1]);
	if (given)
		return pair[0];
	close(pair[0]);
	return -1;
}

bool server_take_over(struct server *server, char *sentence, size_t size)
{
	int steps = server->start->steps, nothing;
	char why[256];
	if (!serve_step_send(steps, STEP_PREPARED, 0, -1) ||
		!serve_step_await(steps, STEP_START, &nothing, START_PATIENCE_MS)) {
		snprintf(sentence, size, "the running server did not end its keeper; it goes on");
		return false;
	}
	keeper_side_begin(server->start->keeper_side);
	if (!server_await_keeper(server, why, sizeof why)) {
		snprintf(sentence, size, "%s", why);
		return false;
	}
	if (!serve_step_send(steps, STEP_SERVES, 0, -1) ||
		!serve_step_await(steps, STEP_TAKE, &server->older.socket, TAKE_PATIENCE_MS) ||
		fcntl(server->older.socket, F_SETFL, O_NONBLOCK) != 0) {
		snprintf(sentence, size, "the running server did not give its place; it goes on");
		return false;
	}
	return true;
}

/* ---- The server that is replaced ---- */

static void stop(struct server *server)
{
	server->paused = true;
	keeper_side_pause(server->start->keeper_side);
}

static void resume(struct server *server)
{
	server->paused = false;
	if (server->lent)
		server_forget_keeper(server);
	server->lent = false;
	keeper_side_begin(server->start->keeper_side);
}

/* The newer server is to this one as a keeper that takes lines, and nothing else. */
static void lend(struct server *server, int newer)
{
	server_forget_keeper(server);
	server->control = newer;
	server->lent = true;
	fcntl(newer, F_SETFL, O_NONBLOCK);
	server->drain.lines = server_give_lines(server);
}

static void leave(struct server *server, int minutes)
{
	long long now_ms = transport_now_ms();
	keeper_side_end(server->start->keeper_side);
	close(server->start->keeper_side);
	server->start->keeper_side = -1;
	server->paused = false;
	listeners_close(&server->start->listeners);
	server->drain.begun_ms = now_ms;
	server->drain.until_ms = now_ms + minutes * 60000LL;
	/* The newer server has a line of each session. */
	moves_leave(server->moves, server->control);
	log_line(LOG_INFO, "drain.begin", "sessions=%d lines=%d minutes=%d",
		entrance_count(server->entrance), server->drain.lines, minutes);
}

void server_take_steps(struct server *server)
{
	struct serve_step step;
	bool gone = false;
	int descriptor;
	while (server->start->steps >= 0 &&
		serve_step_take(server->start->steps, &step, &descriptor, &gone)) {
		if (step.kind == STEP_GIVE && server->control >= 0)
			keeper_give(server->control, descriptor, "rehearsal");
		else if (step.kind == STEP_STOP)
			stop(server);
		else if (step.kind == STEP_RESUME)
			resume(server);
		else if (step.kind == STEP_LEAVE)
			leave(server, step.minutes);
		if (step.kind == STEP_LEND && descriptor >= 0)
			lend(server, descriptor);
		else if (descriptor >= 0)
			close(descriptor);
	}
	if (gone)
		server->start->steps = -1;
}

/* ---- Draining ---- */

/* Sends a notice as the keeper does, over a duplicate of its end of each line: to all sessions, or
 * to those that cannot move. */
static void notify(struct server *server, bool all, enum notice_kind kind, const char *text)
{
	uint8_t buffer[256];
	struct wire_writer out;
	wire_begin(&out, buffer, sizeof buffer, WIRE_NOTICE, kind, 0);
	wire_put_text(&out, text);
	for (int i = 0; i < entrance_capacity(server->entrance); i++)
		if (server->places[i].taken && (all || !moves_may(server->moves, i)) &&
			send(server->places[i].keeper_end, out.bytes, out.size,
				MSG_DONTWAIT | MSG_NOSIGNAL) < 0)
			log_line(LOG_WARN, "drain.notice", "place=%d", i);
}

static void announce(struct server *server, long long left_ms)
{
	struct drain *drain = &server->drain;
	int seconds = countdown_due(&drain->countdown, drain->until_ms - drain->begun_ms, left_ms);
	char words[32], text[160];
	if (!seconds)
		return;
	countdown_words(seconds, words, sizeof words);
	snprintf(text, sizeof text,
		"The server was upgraded. This session ends in %s. Your game is saved: reconnect "
		"to "
		"continue.",
		words);
	notify(server, false, NOTICE_SAY, text);
}

/* The time is over. The sessions that may move close what keeps them, and the others end. When that
 * took too long, all end. */
static void close_sessions(struct server *server, long long now_ms)
{
	static const char text[] =
		"The server was upgraded. Your game is saved: reconnect to continue.";
	struct drain *drain = &server->drain;
	bool last = drain->urged == URGES_MOST;
	notify(server, last, NOTICE_UPGRADED, text);
	if (!last) {
		drain->urged++;
		drain->until_ms = now_ms + URGE_MS;
		moves_urge(server->moves);
		return;
	}
	log_line(LOG_INFO, "drain.over", "sessions=%d", entrance_count(server->entrance));
	server->ending_ms = now_ms;
}

bool server_drained(struct server *server, long long now_ms)
{
	struct drain *drain = &server->drain;
	if (!drain->until_ms || server->ending_ms)
		return false;
	if (entrance_count(server->entrance) == 0 && now_ms >= drain->begun_ms + STAY_MS) {
		log_line(LOG_INFO, "drain.end", "seconds=%lld", (now_ms - drain->begun_ms) / 1000);
		return true;
	}
	if (!drain->urged)
		announce(server, drain->until_ms - now_ms);
	if (now_ms >= drain->until_ms)
		close_sessions(server, now_ms);
	return false;
}

int server_drain_patience(const struct server *server, long long now_ms)
{
	const struct drain *drain = &server->drain;
	long long due_ms = drain->until_ms - countdown_next_ms(&drain->countdown);
	if (!drain->until_ms)
		return -1;
	if (entrance_count(server->entrance) == 0 && drain->begun_ms + STAY_MS < due_ms)
		due_ms = drain->begun_ms + STAY_MS;
	return due_ms > now_ms ? (int)(due_ms - now_ms) : 0;
}
