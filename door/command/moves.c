#include "door/command/moves.h"

#include "door/os/log.h"
#include "door/os/unforked.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define EVENTS_A_ROUND 64
#define ASK_MS 10      /* between two sessions that are asked to move */
#define AGAIN_MS 10000 /* between two rounds of those whom a newer server is to take */
#define AT_ONCE 4      /* sessions that may be moving when another one is asked */
#define FAILED_MOST 3  /* then a session is not asked again */

struct move {
	int channel; /* to the session; -1: it does not move. Later the baton of the new one */
	int next;    /* to the new session; -1: the session is not moving */
	bool asked;
	bool arrives; /* from an older server */
	uint8_t failed;
	char peer[ADDRESS_TEXT_MAX];
};

struct moves {
	struct moves_parts parts;
	int epoll, capacity;
	int newer;         /* the socket to a newer server; -1: none */
	unsigned replaced; /* forkers, when sessions were asked last */
	int asking;        /* the next place to ask; capacity: all were */
	int moving;
	int64_t ask_ms;
	struct move each[];
};

/* An event is the number of a place, and which of its sockets has it. */
#define EVENT_NEXT 0x80000000u

static void watch(const struct moves *moves, int descriptor, uint32_t number)
{
	struct epoll_event event = {.events = EPOLLIN, .data.u32 = number};
	int failed = epoll_ctl(moves->epoll, EPOLL_CTL_ADD, descriptor, &event);

	assert(!failed);
	(void)failed;
}

static void unwatch(const struct moves *moves, int descriptor)
{
	epoll_ctl(moves->epoll, EPOLL_CTL_DEL, descriptor, NULL);
}

struct moves *moves_new(const struct moves_parts *parts)
{
	int capacity = entrance_capacity(parts->entrance);
	struct moves *moves = unforked_new(sizeof *moves + (size_t)capacity * sizeof *moves->each);

	moves->parts = *parts;
	moves->newer = -1;
	moves->capacity = moves->asking = capacity;
	moves->epoll = epoll_create1(EPOLL_CLOEXEC);
	assert(moves->epoll >= 0);
	for (int place = 0; place < capacity; place++)
		moves->each[place].channel = moves->each[place].next = -1;
	return moves;
}

/* ---- Channels ---- */

static bool open_channel(int ends[2])
{
	return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) == 0;
}

static void close_end(const struct moves *moves, int *end)
{
	if (*end < 0)
		return;
	unwatch(moves, *end);
	close(*end);
	*end = -1;
}

static bool say(int channel, char word)
{
	return send(channel, &word, 1, MSG_NOSIGNAL | MSG_DONTWAIT) == 1;
}

int moves_open(struct moves *moves, int place, const char *peer)
{
	struct move *move = &moves->each[place];
	int ends[2];

	if (!open_channel(ends))
		return -1;
	*move = (struct move){.channel = ends[0], .next = -1};
	snprintf(move->peer, sizeof move->peer, "%s", peer);
	watch(moves, move->channel, (uint32_t)place);
	return ends[1];
}

void moves_close(struct moves *moves, int place)
{
	struct move *move = &moves->each[place];

	moves->moving -= move->next >= 0;
	/* Where there is a new session after all, the older one has heard that before. */
	if (move->next >= 0 && move->channel >= 0)
		say(move->channel, MOVE_STAY);
	close_end(moves, &move->channel);
	close_end(moves, &move->next);
}

/* ---- A move ---- */

/* Has the newest plain forker begin a session with this state. own: client, line and baton. False
 * if it cannot now. */
static bool fork_next(struct moves *moves, int place, const struct wire_descriptors *own,
	const uint8_t *state, size_t size)
{
	struct move *move = &moves->each[place];
	const char *id = entrance_id(moves->parts.entrance, place);
	int ends[2], log;

	if (!open_channel(ends))
		return false;
	log = log_sources_add(moves->parts.logs, PROCESS_SESSION, id, move->peer);
	const struct wire_descriptors all = {
		6, {own->each[0], own->each[1],
			   entrance_report_descriptor(moves->parts.entrance, place), log, ends[1],
			   own->each[2]}};
	bool begun =
		log >= 0 &&
		send(ends[0], state, size, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)size &&
		(move->arrives ? forkers_begin(moves->parts.forkers, &transport_telnet, place,
					 &(struct forker_client){.peer = move->peer, .id = id},
					 &all)
			       : forkers_move(moves->parts.forkers, place, move->peer, id, &all));
	close(ends[1]);
	if (log >= 0)
		close(log);
	if (!begun) {
		close(ends[0]);
		return false;
	}
	move->next = ends[0];
	moves->moving++;
	watch(moves, move->next, (uint32_t)place | EVENT_NEXT);
	return true;
}

/* The session goes on in the newest forker of this server. */
static bool begin_here(struct moves *moves, int place, const struct wire_descriptors *own,
	const uint8_t *state, size_t size)
{
	struct move *move = &moves->each[place];
	const struct wire_descriptors all = {3, {own->each[0], own->each[1], move->channel}};

	if (!fork_next(moves, place, &all, state, size))
		return false;
	/* Until the outcome the channel is the baton, over which this process says nothing. */
	unwatch(moves, move->channel);
	return true;
}

/* u8 GUEST_MARK | u8 length of from | from | state */
#define GUEST_MARK 'm'

/* The session goes on in the newer server, and this one sees it end. */
static bool begin_there(struct moves *moves, int place, const struct wire_descriptors *own,
	const uint8_t *state, size_t size)
{
	static uint8_t message[MOVES_MESSAGE_MAX];
	struct move *move = &moves->each[place];
	const struct wire_descriptors all = {3, {own->each[0], own->each[1], move->channel}};
	int length = snprintf((char *)message + 2, WIRE_PASSED_MAX, "%s %s", move->peer,
		entrance_id(moves->parts.entrance, place));

	if (length >= WIRE_PASSED_MAX)
		return false;
	message[0] = GUEST_MARK;
	message[1] = (uint8_t)length;
	memcpy(message + 2 + length, state, size);
	/* It is asked again some time later, if it is still here. */
	move->failed++;
	return wire_send(moves->newer, message, 2 + (size_t)length + size, &all);
}

void moves_leave(struct moves *moves, int newer)
{
	if (newer < 0 && moves->newer < 0)
		return;
	moves->newer = newer;
	moves->asking = newer >= 0 ? 0 : moves->capacity;
	for (int place = 0; place < moves->capacity; place++)
		moves->each[place].failed = 0;
}

void moves_urge(struct moves *moves)
{
	for (int place = 0; moves->newer >= 0 && place < moves->capacity; place++) {
		struct move *move = &moves->each[place];

		move->failed = 0;
		if (move->channel >= 0 && move->next < 0)
			move->asked = say(move->channel, MOVE_URGE) || move->asked;
	}
}

bool moves_may(const struct moves *moves, int place)
{
	return moves->newer >= 0 && moves->each[place].channel >= 0;
}

/* ---- From an older server ---- */

bool moves_read(const uint8_t *bytes, size_t size, const struct wire_descriptors *own,
	struct moves_guest *guest)
{
	if (size < 2 || bytes[0] != GUEST_MARK || own->count != 3 || bytes[1] >= WIRE_PASSED_MAX ||
		size - 2 < bytes[1] || size - 2 - bytes[1] > MOVE_STATE_MAX)
		return false;
	memcpy(guest->from, bytes + 2, bytes[1]);
	guest->from[bytes[1]] = '\0';
	guest->own = *own;
	guest->state = bytes + 2 + bytes[1];
	guest->size = size - 2 - bytes[1];
	return true;
}

bool moves_arrive(struct moves *moves, int place, const struct moves_guest *guest)
{
	struct move *move = &moves->each[place];

	*move = (struct move){.channel = -1, .next = -1, .arrives = true};
	snprintf(
		move->peer, sizeof move->peer, "%.*s", (int)strcspn(guest->from, " "), guest->from);
	int baton = fcntl(guest->own.each[2], F_DUPFD_CLOEXEC, 0);
	if (baton < 0 || !fork_next(moves, place, &guest->own, guest->state, guest->size)) {
		if (baton >= 0)
			close(baton);
		return false;
	}
	move->channel = baton;
	return true;
}

void moves_refuse(const struct moves_guest *guest)
{
	say(guest->own.each[2], MOVE_STAY);
}

/* ---- Outcomes ---- */

/* A session sends its state. */
static void take_state(struct moves *moves, int place)
{
	static uint8_t state[MOVE_STATE_MAX + 1];
	struct move *move = &moves->each[place];
	struct wire_descriptors own;
	ssize_t got = wire_receive(move->channel, state, sizeof state, &own);
	bool good = got >= 2 && got <= MOVE_STATE_MAX && own.count == 2 && move->asked &&
		    state[0] + (state[1] << 8) == MOVE_VERSION;

	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (got <= 0) {
		close_end(moves, &move->channel);
		return;
	}
	move->asked = false;
	good = good && (moves->newer >= 0 ? begin_there(moves, place, &own, state, (size_t)got)
					  : begin_here(moves, place, &own, state, (size_t)got));
	if (!good) {
		move->failed++;
		say(move->channel, MOVE_STAY);
	}
	wire_close(&own);
}

static void moved(const struct moves *moves, int place)
{
	forkers_moved(moves->parts.forkers, place);
	moves->parts.moved(moves->parts.context, place);
}

/* The new session has the client, or is dead. */
static void take_outcome(struct moves *moves, int place)
{
	struct move *move = &moves->each[place];
	char word = 0;
	ssize_t got = recv(move->next, &word, 1, MSG_DONTWAIT);

	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	moves->moving--;
	if (got == 1 && word == MOVE_READY) {
		close(move->channel);
		unwatch(moves, move->next);
		move->channel = move->next;
		move->next = -1;
		watch(moves, move->channel, (uint32_t)place);
		if (move->arrives)
			moves->parts.arrived(moves->parts.context, place);
		else
			moved(moves, place);
		move->arrives = false;
		return;
	}
	close_end(moves, &move->next);
	move->failed++;
	say(move->channel, MOVE_STAY);
	log_session_set(entrance_id(moves->parts.entrance, place));
	log_line(LOG_WARN, "session.stayed", "from=%s failed=%u", move->peer, move->failed);
	log_session_set("");
	/* The forker reports the end of a session that did not arrive. */
	if (move->arrives) {
		close(move->channel);
		move->channel = -1;
		return;
	}
	watch(moves, move->channel, (uint32_t)place);
	forkers_stayed(moves->parts.forkers, place);
}

/* ---- Work ---- */

static void ask_next(struct moves *moves, int64_t now_ms)
{
	while (moves->asking < moves->capacity) {
		int place = moves->asking++;
		struct move *move = &moves->each[place];

		if (move->channel < 0 || move->next >= 0 || move->failed >= FAILED_MOST ||
			(moves->newer < 0 && !forkers_older(moves->parts.forkers, place)))
			continue;
		move->asked = move->asked || say(move->channel, MOVE_ASK);
		moves->ask_ms = now_ms + ASK_MS;
		return;
	}
	/* The outcome in a newer server is not heard here. */
	if (moves->newer >= 0) {
		moves->asking = 0;
		moves->ask_ms = now_ms + AGAIN_MS;
	}
}

int moves_descriptor(const struct moves *moves)
{
	return moves->epoll;
}

int moves_patience(const struct moves *moves, int64_t now_ms)
{
	if (moves->asking >= moves->capacity || moves->moving >= AT_ONCE)
		return -1;
	return moves->ask_ms > now_ms ? (int)(moves->ask_ms - now_ms) : 0;
}

void moves_work(struct moves *moves, int64_t now_ms)
{
	struct epoll_event event;

	/* One at a time, because an outcome closes sockets. */
	for (int i = 0; i < EVENTS_A_ROUND && epoll_wait(moves->epoll, &event, 1, 0) == 1; i++)
		if (event.data.u32 & EVENT_NEXT)
			take_outcome(moves, (int)(event.data.u32 & ~EVENT_NEXT));
		else
			take_state(moves, (int)event.data.u32);
	if (moves->replaced != forkers_replaced(moves->parts.forkers)) {
		moves->replaced = forkers_replaced(moves->parts.forkers);
		moves->asking = 0;
	}
	if (moves_patience(moves, now_ms) == 0)
		ask_next(moves, now_ms);
}
