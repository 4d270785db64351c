/* The listener's keeper, and the sessions' lines to it: of its own sessions, and of older servers
 * that drain. */
#include "door/command/serve_listener_private.h"

#include "door/command/serve_step.h"
#include "door/keeper/keeper_supervisor.h"
#include "door/net/transport.h"
#include "door/os/log.h"
#include "door/store/keeper.h"
#include "door/store/keeper_wire.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define KEEPER_PATIENCE_MS 1000 /* for a new keeper to take a socket */
#define KEEPER_BEGIN_MS 20000   /* for the first keeper to serve */
#define LOOK_MS 1000            /* between looks for the ends of older servers' sessions */

/* A newer server has no use for the log, which this one reads on. */
bool server_give_line(const struct server *server, int keeper_end, const char *from)
{
	const char *id = strchr(from, ' ');
	int log = id && !server->lent ? log_sources_find(server->logs, id + 1) : -1;
	return keeper_give_logged(server->control, keeper_end, log, from);
}

/* Sends a socket to a new keeper, and waits if its socket is full, since it reads at once. */
static bool give(const struct server *server, int keeper_end, const char *from)
{
	struct pollfd control = {.fd = server->control, .events = POLLOUT};
	while (!server_give_line(server, keeper_end, from))
		if (errno != EAGAIN || poll(&control, 1, KEEPER_PATIENCE_MS) <= 0)
			return false;
	return true;
}

void server_forget_keeper(struct server *server)
{
	if (server->control >= 0)
		close(server->control);
	moves_leave(server->moves, -1);
	server->control = -1;
	server->keeper = 0;
}

int server_give_lines(const struct server *server)
{
	int given = 0;
	for (int i = 0; i < entrance_capacity(server->entrance); i++)
		if (server->places[i].taken)
			given += give(server, server->places[i].keeper_end, server->places[i].from);
	for (size_t i = 0; i < server->older.count; i++)
		given += give(server, server->older.each[i].keeper_end, server->older.each[i].from);
	return given;
}

/* The new keeper gets the sockets of the sessions that go on. */
static void take_keeper(struct server *server, pid_t keeper, int control)
{
	server_forget_keeper(server);
	server->keeper = keeper;
	server->control = control;
	/* A keeper that hangs must not block the listener: see server_begin_session. */
	fcntl(control, F_SETFL, O_NONBLOCK);
	log_line(LOG_WARN, "keeper.again", "keeper=%ld sessions=%d", (long)keeper,
		server_give_lines(server));
}

bool server_hear_keeper(struct server *server)
{
	enum keeper_heard heard;
	struct keeper_news news;
	int control;
	while ((heard = keeper_hear(server->start->keeper_side, &news, &control)) == KEEPER_HEARD) {
		if (news.kind == KEEPER_SERVES && control >= 0)
			take_keeper(server, news.pid, control);
		else if (news.kind == KEEPER_REFUSES)
			log_line(LOG_ERROR, "keeper.refused", "why=%s", log_quote(news.sentence));
		else if (news.kind == KEEPER_ENDED && news.pid == server->keeper) {
			server_forget_keeper(server);
			if (server->start->upgrades)
				serve_step_send(server->start->steps, STEP_LOST, 0, -1);
		}
		if (news.kind == KEEPER_ENDED && server->paused)
			serve_step_send(server->start->steps, STEP_STOPPED, 0, -1);
	}
	return heard != KEEPER_SIDE_GONE;
}

bool server_await_keeper(struct server *server, char *sentence, size_t size)
{
	struct pollfd side = {.fd = server->start->keeper_side, .events = POLLIN};
	struct keeper_news news;
	snprintf(sentence, size, "cannot start the keeper: it ended at once; see the log");
	if (poll(&side, 1, KEEPER_BEGIN_MS) <= 0 ||
		keeper_hear(side.fd, &news, &server->control) != KEEPER_HEARD)
		return false;
	server->keeper = news.pid;
	if (server->control >= 0)
		return fcntl(server->control, F_SETFL, O_NONBLOCK) == 0;
	snprintf(sentence, size, "%s", news.sentence);
	return false;
}

/* A control socket that the dead listener was to have is closed, or its keeper would not hand its
 * sessions over. */
bool server_renew_keeper(struct server *server, char *sentence, size_t size)
{
	struct pollfd side = {.fd = server->start->keeper_side, .events = POLLIN};
	long long until_ms = transport_now_ms() + KEEPER_BEGIN_MS;
	enum keeper_heard heard = KEEPER_HEARD;
	struct keeper_news news = {.kind = KEEPER_ENDED};
	bool renewed = false;
	keeper_side_renew(side.fd);
	while (heard != KEEPER_SIDE_GONE && transport_now_ms() < until_ms) {
		if (poll(&side, 1, (int)(until_ms - transport_now_ms())) <= 0)
			continue;
		heard = keeper_hear(side.fd, &news, &server->control);
		if (heard != KEEPER_HEARD)
			continue;
		if (renewed && news.kind == KEEPER_SERVES && server->control >= 0) {
			server->keeper = news.pid;
			return fcntl(server->control, F_SETFL, O_NONBLOCK) == 0;
		}
		renewed = renewed || news.kind == KEEPER_RENEWS;
		if (server->control >= 0)
			close(server->control);
		server->control = -1;
	}
	snprintf(sentence, size, "cannot begin again: no keeper serves this listener: %s",
		news.sentence);
	return false;
}

/* ---- Lines of older servers ---- */

static bool add(struct older_lines *older, int keeper_end, const char *from)
{
	if (older->count == older->capacity) {
		size_t capacity = older->capacity ? 2 * older->capacity : 64;
		struct older_line *each = realloc(older->each, capacity * sizeof *each);
		if (!each)
			return false;
		older->each = each;
		older->capacity = capacity;
	}
	older->each[older->count].keeper_end = keeper_end;
	snprintf(older->each[older->count++].from, sizeof older->each->from, "%.57s", from);
	return true;
}

static struct older_line *find(struct older_lines *older, const char *from)
{
	for (size_t i = 0; i < older->count; i++)
		if (strcmp(older->each[i].from, from) == 0)
			return &older->each[i];
	return NULL;
}

void server_moved(void *context, int place)
{
	const struct server *server = context;
	const struct session_place *moved = &server->places[place];
	if (server->control >= 0 && moved->taken)
		server_give_line(server, moved->keeper_end, moved->from);
}

/* The place gets the keeper's end of the line, which came before. */
void server_arrived(void *context, int place)
{
	struct server *server = context;
	struct older_lines *older = &server->older;
	struct session_place *taken = &server->places[place];
	struct older_line *line = find(older, taken->from);
	taken->orphaned = false;
	taken->taken = line != NULL;
	if (!line)
		return;
	taken->keeper_end = line->keeper_end;
	*line = older->each[--older->count];
	server_moved(server, place);
}

static void take_line(struct server *server, const char *from, int line)
{
	if (!add(&server->older, line, from)) {
		close(line);
		return;
	}
	if (server->control >= 0 && !give(server, line, from))
		log_line(LOG_WARN, "keeper.busy", "line=older");
}

/* Splits the origin of a session's line, as keeper_give has it. Returns the id of the connection in
 * the log, or NULL if there is none. */
static const char *split_origin(const char *origin, char peer[ADDRESS_TEXT_MAX])
{
	const char *blank = strchr(origin, ' ');
	snprintf(peer, ADDRESS_TEXT_MAX, "%.*s", (int)strcspn(origin, " "), origin);
	return blank ? blank + 1 : NULL;
}

/* Returns a place for a session that goes on, or -1. */
static int resume_place(struct server *server, const char *origin)
{
	struct network from;
	char peer[ADDRESS_TEXT_MAX];
	const char *id = split_origin(origin, peer);
	if (!id || !network_parse(peer, &from))
		return -1;
	int place = entrance_resume(server->entrance, &from.address, id, transport_now_ms());
	if (place < 0)
		return -1;
	server->places[place].taken = server->places[place].orphaned = false;
	snprintf(server->places[place].from, sizeof server->places[place].from, "%.57s", origin);
	return place;
}

/* False if the session must stay where it is. */
static bool take_guest(struct server *server, const struct moves_guest *guest)
{
	int place = find(&server->older, guest->from) ? resume_place(server, guest->from) : -1;
	if (place < 0)
		return false;
	if (moves_arrive(server->moves, place, guest))
		return true;
	entrance_give_back(server->entrance, place, ENTRANCE_NOT_BEGUN, transport_now_ms());
	return false;
}

/* True if the listener has the line already. The keeper returns all lines that another keeper
 * handed over, as that of a program whose trial failed. */
static bool has_line(struct server *server, const char *from)
{
	for (int i = 0; i < entrance_capacity(server->entrance); i++)
		if (server->places[i].taken && strcmp(server->places[i].from, from) == 0)
			return true;
	return find(&server->older, from) != NULL;
}

/* The forker of such a session does not know this listener, so the session counts as an orphan.
 * Without a place it goes on uncounted. */
void server_take_line(
	struct server *server, const struct wire_order *order, struct wire_descriptors *own)
{
	char peer[ADDRESS_TEXT_MAX];
	const char *id = split_origin(order->from, peer);
	int place;
	if (own->count < 1 || own->count > 2 || !id || has_line(server, order->from))
		return;
	if (own->count == 2)
		log_sources_adopt(server->logs, PROCESS_SESSION, id, peer, own->each[1]);
	own->count = 0;
	place = resume_place(server, order->from);
	if (place < 0) {
		if (!add(&server->older, own->each[0], order->from))
			close(own->each[0]);
		return;
	}
	server->places[place].taken = server->places[place].orphaned = true;
	server->places[place].keeper_end = own->each[0];
	server->orphans++;
}

static void take(struct server *server)
{
	static uint8_t bytes[MOVES_MESSAGE_MAX + 1];
	struct wire_descriptors found;
	struct moves_guest guest;
	ssize_t got;
	while ((got = wire_receive(server->older.socket, bytes, sizeof bytes - 1, &found)) > 0) {
		bytes[got] = '\0';
		if (moves_read(bytes, (size_t)got, &found, &guest)) {
			if (!take_guest(server, &guest))
				moves_refuse(&guest);
		} else if (found.count == 1 && got < WIRE_PASSED_MAX) {
			take_line(server, (char *)bytes + 1, found.each[0]);
			found.count = 0;
		}
		wire_close(&found);
	}
	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	/* The older server has ended. Its last sessions have, too. */
	close(server->older.socket);
	server->older.socket = -1;
}

/* A session of another server has ended when its end of the line is closed. */
static void forget_ended(struct older_lines *older)
{
	for (size_t i = older->count; i-- > 0;) {
		struct pollfd line = {.fd = older->each[i].keeper_end};
		if (poll(&line, 1, 0) <= 0)
			continue;
		close(line.fd);
		older->each[i] = older->each[--older->count];
	}
}

void server_work_lines(struct server *server, long long now_ms)
{
	struct older_lines *older = &server->older;
	if (older->socket >= 0)
		take(server);
	if (!older->count || now_ms < older->due_ms)
		return;
	older->due_ms = now_ms + LOOK_MS;
	forget_ended(older);
}

int server_lines_patience(const struct server *server, long long now_ms)
{
	long long left_ms = server->older.due_ms - now_ms;
	if (!server->older.count)
		return -1;
	return left_ms > 0 ? (int)left_ms : 0;
}
