#include "door/command/forkers.h"

#include "door/metrics/metrics.h"
#include "door/net/transport.h"
#include "door/os/crash.h"
#include "door/os/log.h"
#include "door/os/sandbox.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define EVENTS_A_ROUND 64
#define REPLACED_MS 60000 /* least time between two replacements of a kind */
#define RETRY_MS 1000     /* after the death of a forker, or a failed start */
#define BEGIN_MS 20000
#define STARTS_AT_FIRST 8

struct forker_end {
	struct forker_end *next;
	enum forker_kind kind;
	pid_t pid;
	int socket, orders;
	int sessions;
	bool ready, rehearses, refused;
	uint64_t size; /* of its process, in bytes */
};

/* A session of a place as its forker knows it. */
struct forker_session {
	struct forker_end *end; /* NULL: there is none, or its forker died */
	bool left, orphaned;    /* it has ended; its forker died */
	pid_t pid;              /* of one that has ended */
	int status;
};

struct forker_place {
	struct forker_session now, next; /* next: to which it moves */
	bool moves;
};

struct forkers {
	struct forkers_handlers handlers;
	int parent, epoll, capacity;
	struct forker_end *all;
	struct forker_end *current[FORKER_KINDS];
	int64_t due_ms[FORKER_KINDS], replaced_ms[FORKER_KINDS]; /* due 0: nothing is */
	bool wanted[FORKER_KINDS];                               /* requested from the parent */
	bool stale[FORKER_KINDS];      /* the requested one may have older settings */
	char texts[FORKER_KINDS][512]; /* the last ready or refusal */
	unsigned replaced;             /* plain forkers */
	struct forker_place *places;
};

/* ---- Starting ---- */

struct start_answer {
	enum forker_kind kind;
	pid_t pid; /* -1: not now */
};

static void publish(const struct forkers *forkers)
{
	uint64_t count = 0, bytes = 0;

	for (const struct forker_end *end = forkers->all; end; end = end->next) {
		count++;
		bytes += end->size;
	}
	metric_account_set(PROCESS_FORKER, count, bytes);
}

static void watch(struct forkers *forkers, int descriptor, struct forker_end *end)
{
	struct epoll_event event = {.events = EPOLLIN, .data.ptr = end};
	int failed = epoll_ctl(forkers->epoll, EPOLL_CTL_ADD, descriptor, &event);

	assert(!failed);
	(void)failed;
}

struct forkers *forkers_new(int parent, int capacity, const struct forkers_handlers *handlers)
{
	struct forkers *forkers = calloc(1, sizeof *forkers);

	assert(forkers);
	forkers->handlers = *handlers;
	forkers->parent = parent;
	forkers->capacity = capacity;
	forkers->places = calloc((size_t)capacity, sizeof *forkers->places);
	forkers->epoll = epoll_create1(EPOLL_CLOEXEC);
	assert(forkers->places && forkers->epoll >= 0);
	watch(forkers, parent, NULL);
	publish(forkers);
	return forkers;
}

static void request(struct forkers *forkers, enum forker_kind kind, int64_t now_ms)
{
	forkers->due_ms[kind] = 0;
	if (send(forkers->parent, &kind, sizeof kind, MSG_NOSIGNAL) == (ssize_t)sizeof kind) {
		forkers->wanted[kind] = true;
		return;
	}
	forkers->due_ms[kind] = now_ms + RETRY_MS;
}

/* The forker with its two sockets came, or the parent could not start it. */
static void take_start(struct forkers *forkers, int64_t now_ms)
{
	struct wire_descriptors ends = {0};
	struct start_answer answer;
	struct forker_end *end;
	bool whole = wire_receive(forkers->parent, &answer, sizeof answer, &ends) ==
			     (ssize_t)sizeof answer &&
		     answer.kind < FORKER_KINDS;

	if (!whole || ends.count != 2) {
		/* Another kind may have been started already. */
		for (int kind = 0; kind < FORKER_KINDS; kind++)
			if (forkers->wanted[kind] && (!whole || kind == (int)answer.kind))
				forkers->due_ms[kind] = now_ms + RETRY_MS;
		wire_close(&ends);
		return;
	}
	end = calloc(1, sizeof *end);
	assert(end);
	*end = (struct forker_end){.next = forkers->all,
		.kind = answer.kind,
		.pid = answer.pid,
		.socket = ends.each[0],
		.orders = ends.each[1]};
	/* A forker that hangs must not block the listener. */
	fcntl(end->socket, F_SETFL, O_NONBLOCK);
	fcntl(end->orders, F_SETFL, O_NONBLOCK);
	forkers->all = end;
	publish(forkers);
	watch(forkers, end->socket, end);
}

/* ---- Ends ---- */

/* Marks the sessions of a place that a dead forker began: it will not report their end. */
static void orphan(struct forkers *forkers, struct forker_end *end, int number)
{
	struct forker_place *place = &forkers->places[number];

	if (place->next.end == end)
		place->next = (struct forker_session){.orphaned = true};
	if (place->now.end != end)
		return;
	place->now = (struct forker_session){.orphaned = true};
	if (!place->moves)
		forkers->handlers.orphaned(forkers->handlers.context, number);
}

/* The forker ends when its sockets are closed. */
static void drop(struct forkers *forkers, struct forker_end *end)
{
	struct forker_end **link = &forkers->all;

	while (*link != end)
		link = &(*link)->next;
	*link = end->next;
	publish(forkers);
	for (int place = 0; end->sessions > 0 && place < forkers->capacity; place++)
		orphan(forkers, end, place);
	epoll_ctl(forkers->epoll, EPOLL_CTL_DEL, end->socket, NULL);
	close(end->socket);
	close(end->orders);
	if (forkers->current[end->kind] == end)
		forkers->current[end->kind] = NULL;
	free(end);
}

static void lost(struct forkers *forkers, struct forker_end *end, int64_t now_ms)
{
	bool current = forkers->current[end->kind] == end || !end->ready;

	if (end->ready)
		log_line(LOG_ERROR, "forker.died", "forker=%ld kind=%s sessions=%d", (long)end->pid,
			forker_kind_name(end->kind), end->sessions);
	if (current) {
		forkers->wanted[end->kind] = false;
		forkers->due_ms[end->kind] = now_ms + RETRY_MS;
	}
	drop(forkers, end);
}

static void drop_unused(struct forkers *forkers, struct forker_end *end)
{
	if (end->ready && end->sessions == 0 && forkers->current[end->kind] != end)
		drop(forkers, end);
}

/* A crash is answered with a new image. */
static void crashed(struct forkers *forkers, struct forker_end *end, int64_t now_ms)
{
	int64_t soonest_ms = forkers->replaced_ms[end->kind] + REPLACED_MS;

	/* One that is replaced already crashes no newcomer. */
	if (forkers->current[end->kind] != end || forkers->due_ms[end->kind] ||
		forkers->wanted[end->kind])
		return;
	forkers->due_ms[end->kind] =
		forkers->replaced_ms[end->kind] && soonest_ms > now_ms ? soonest_ms : now_ms;
}

/* ---- News ---- */

static void take_ready(struct forkers *forkers, struct forker_end *end, int64_t now_ms)
{
	struct forker_end *before = forkers->current[end->kind];

	end->ready = true;
	forkers->wanted[end->kind] = false;
	if (forkers->stale[end->kind])
		forkers->due_ms[end->kind] = now_ms;
	forkers->stale[end->kind] = false;
	forkers->current[end->kind] = end;
	forkers->replaced += end->kind == FORKER_PLAIN;
	if (!before)
		return;
	forkers->replaced_ms[end->kind] = now_ms;
	log_line(LOG_WARN, "forker.replaced", "kind=%s forker=%ld before=%ld sessions=%d",
		forker_kind_name(end->kind), (long)end->pid, (long)before->pid, before->sessions);
	drop_unused(forkers, before);
}

static void report_end(struct forkers *forkers, int number)
{
	const struct forker_session ended = forkers->places[number].now;

	forkers->places[number].now = (struct forker_session){.end = NULL};
	forkers->handlers.ended(forkers->handlers.context, number, ended.pid, ended.status);
}

static void take_end(struct forkers *forkers, struct forker_end *end,
	const struct forker_news *news, int64_t now_ms)
{
	if (crash_status(news->status))
		crashed(forkers, end, now_ms);
	if (news->place < 0 || news->place >= forkers->capacity)
		return;
	struct forker_place *place = &forkers->places[news->place];
	struct forker_session *session = place->now.end == end ? &place->now : &place->next;
	if (session->end != end)
		return;
	*session = (struct forker_session){.left = true, .pid = news->pid, .status = news->status};
	end->sessions--;
	if (!place->moves)
		report_end(forkers, news->place);
	drop_unused(forkers, end);
}

/* ---- Moves ---- */

unsigned forkers_replaced(const struct forkers *forkers)
{
	return forkers->replaced;
}

bool forkers_older(const struct forkers *forkers, int place)
{
	const struct forker_end *end = forkers->places[place].now.end;

	return end && end->kind == FORKER_PLAIN && end != forkers->current[FORKER_PLAIN] &&
	       !forkers->places[place].moves;
}

/* The place has one session again, whose fate was kept back meanwhile. */
static void settle_place(struct forkers *forkers, int number)
{
	struct forker_place *place = &forkers->places[number];

	place->moves = false;
	place->next = (struct forker_session){.end = NULL};
	if (place->now.left)
		report_end(forkers, number);
	else if (place->now.orphaned)
		forkers->handlers.orphaned(forkers->handlers.context, number);
}

void forkers_moved(struct forkers *forkers, int place)
{
	struct forker_end *before = forkers->places[place].now.end;

	forkers->places[place].now = forkers->places[place].next;
	/* The process of the older session is about to end, and nobody waits for it. */
	if (before)
		before->sessions--;
	settle_place(forkers, place);
	if (before)
		drop_unused(forkers, before);
}

void forkers_stayed(struct forkers *forkers, int place)
{
	struct forker_end *next = forkers->places[place].next.end;

	if (next)
		next->sessions--;
	settle_place(forkers, place);
	if (next)
		drop_unused(forkers, next);
}

/* The sentence for the operator. The ended process itself may not have been able to write it. */
static void explain_forbidden(enum forker_kind kind, struct forker_news *news)
{
	news->kind = FORKER_REFUSES;
	snprintf(news->text, sizeof news->text,
		"cannot serve: the process for sessions of %s was killed for system call %s (%d); "
		"report this, and serve with sandbox = log meanwhile",
		kind == FORKER_SSH ? "ssh" : "telnet", sandbox_call_name(news->status),
		news->status);
}

/* One of its news; a forker that is gone is dropped. */
static void hear(struct forkers *forkers, struct forker_end *end, int64_t now_ms)
{
	struct forker_news news;
	ssize_t got = recv(end->socket, &news, sizeof news, MSG_DONTWAIT);

	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (got != (ssize_t)sizeof news) {
		lost(forkers, end, now_ms);
		return;
	}
	news.text[sizeof news.text - 1] = '\0';
	if (news.kind == FORKER_FORBIDDEN)
		explain_forbidden(end->kind, &news);
	if (news.kind == FORKER_READY || news.kind == FORKER_REFUSES)
		snprintf(forkers->texts[end->kind], sizeof forkers->texts[end->kind], "%s",
			news.text);
	if (news.kind == FORKER_REFUSES || news.kind == FORKER_REHEARSED)
		end->rehearses = false;
	if (news.kind == FORKER_REFUSES) {
		end->refused = true;
		if (!end->ready)
			log_line(LOG_ERROR, "forker.refused", "why=%s", log_quote(news.text));
	}
	if (news.size) {
		end->size = news.size;
		publish(forkers);
	}
	/* The end of a session may free an older forker. */
	if (news.kind == FORKER_READY)
		take_ready(forkers, end, now_ms);
	else if (news.kind == FORKER_ENDED)
		take_end(forkers, end, &news, now_ms);
}

/* ---- The listener's calls ---- */

int forkers_descriptor(const struct forkers *forkers)
{
	return forkers->epoll;
}

int forkers_patience(const struct forkers *forkers, int64_t now_ms)
{
	int64_t soonest_ms = INT64_MAX;

	for (int kind = 0; kind < FORKER_KINDS; kind++)
		if (forkers->due_ms[kind] && forkers->due_ms[kind] < soonest_ms)
			soonest_ms = forkers->due_ms[kind];
	if (soonest_ms == INT64_MAX)
		return -1;
	return soonest_ms > now_ms ? (int)(soonest_ms - now_ms) : 0;
}

void forkers_work(struct forkers *forkers, int64_t now_ms)
{
	struct epoll_event event;

	/* One at a time, because the news of one forker may drop another. */
	for (int i = 0; i < EVENTS_A_ROUND && epoll_wait(forkers->epoll, &event, 1, 0) == 1; i++)
		if (event.data.ptr)
			hear(forkers, event.data.ptr, now_ms);
		else
			take_start(forkers, now_ms);
	for (int kind = 0; kind < FORKER_KINDS; kind++)
		if (forkers->due_ms[kind] && now_ms >= forkers->due_ms[kind])
			request(forkers, (enum forker_kind)kind, now_ms);
}

void forkers_request(struct forkers *forkers, enum forker_kind kind)
{
	request(forkers, kind, transport_now_ms());
}

void forkers_renew(struct forkers *forkers)
{
	for (int kind = 0; kind < FORKER_KINDS; kind++)
		if (forkers->wanted[kind])
			forkers->stale[kind] = true;
		else if (forkers->current[kind])
			request(forkers, (enum forker_kind)kind, transport_now_ms());
}

bool forkers_await(struct forkers *forkers, enum forker_kind kind, char *text, size_t size)
{
	struct pollfd ready = {.fd = forkers->epoll, .events = POLLIN};
	int64_t now_ms = transport_now_ms(), until_ms = now_ms + BEGIN_MS;

	while (!forkers->current[kind] && forkers->wanted[kind] && now_ms < until_ms) {
		poll(&ready, 1, (int)(until_ms - now_ms));
		now_ms = transport_now_ms();
		forkers_work(forkers, now_ms);
	}
	snprintf(text, size, "%s",
		forkers->current[kind] || forkers->texts[kind][0]
			? forkers->texts[kind]
			: "cannot start a process for sessions; see the log");
	return forkers->current[kind] != NULL;
}

static void ask_rehearsal(struct forker_end *end, int line)
{
	const struct forker_request asked = {.kind = FORKER_REHEARSE};

	end->rehearses = line >= 0 && wire_send(end->socket, &asked, sizeof asked,
					      &(struct wire_descriptors){1, {line}});
	if (line >= 0)
		close(line);
	if (!end->rehearses)
		log_line(LOG_WARN, "rehearsal.failed", "transport=%s", forker_kind_name(end->kind));
}

static const struct forker_end *rehearsing(const struct forkers *forkers)
{
	for (int kind = 0; kind < FORKER_KINDS; kind++)
		if (forkers->current[kind] && forkers->current[kind]->rehearses)
			return forkers->current[kind];
	return NULL;
}

bool forkers_rehearse(
	struct forkers *forkers, int (*line)(void *context), char *sentence, size_t size)
{
	struct pollfd ready = {.fd = forkers->epoll, .events = POLLIN};
	int64_t now_ms = transport_now_ms(), until_ms = now_ms + BEGIN_MS;

	for (int kind = 0; kind < FORKER_KINDS; kind++)
		if (forkers->current[kind])
			ask_rehearsal(forkers->current[kind], line(forkers->handlers.context));
	while (rehearsing(forkers) && now_ms < until_ms) {
		poll(&ready, 1, (int)(until_ms - now_ms));
		now_ms = transport_now_ms();
		forkers_work(forkers, now_ms);
	}
	for (int kind = 0; kind < FORKER_KINDS; kind++) {
		if (!forkers->current[kind] || !forkers->current[kind]->refused)
			continue;
		snprintf(sentence, size, "%s", forkers->texts[kind]);
		return false;
	}
	return true;
}

static bool send_begin(const struct forker_end *end, const struct transport_row *row, int place,
	const struct forker_client *client, const struct wire_descriptors *ends)
{
	struct forker_request asked = {
		.kind = FORKER_BEGIN, .place = place, .transport = row->number, .tls = client->tls};

	snprintf(asked.peer, sizeof asked.peer, "%s", client->peer);
	snprintf(asked.id, sizeof asked.id, "%s", client->id);
	return wire_send(end->socket, &asked, sizeof asked, ends);
}

bool forkers_begin(struct forkers *forkers, const struct transport_row *row, int place,
	const struct forker_client *client, const struct wire_descriptors *ends)
{
	enum forker_kind kind = row->encrypted ? FORKER_SSH : FORKER_PLAIN;
	struct forker_end *end = forkers->current[kind];

	if (!end || !send_begin(end, row, place, client, ends))
		return false;
	forkers->places[place] = (struct forker_place){.now.end = end};
	end->sessions++;
	return true;
}

bool forkers_move(struct forkers *forkers, int place, const char *peer, const char *id,
	const struct wire_descriptors *ends)
{
	struct forker_end *end = forkers->current[FORKER_PLAIN];

	if (!end || !forkers_older(forkers, place) ||
		!send_begin(end, &transport_telnet, place,
			&(struct forker_client){.peer = peer, .id = id}, ends))
		return false;
	forkers->places[place].moves = true;
	forkers->places[place].next.end = end;
	end->sessions++;
	return true;
}

static void send_signal(const struct forker_end *end, int place, int signal)
{
	const struct forker_request asked = {
		.kind = FORKER_SIGNAL, .place = place, .signal = signal};

	if (end && send(end->socket, &asked, sizeof asked, MSG_NOSIGNAL) < 0)
		log_line(LOG_WARN, "forker.busy", "forker=%ld error=%s", (long)end->pid,
			log_quote(strerror(errno)));
}

void forkers_signal(struct forkers *forkers, int place, int signal)
{
	send_signal(forkers->places[place].now.end, place, signal);
	send_signal(forkers->places[place].next.end, place, signal);
}

void forkers_order(struct forkers *forkers, const struct wire_order *order,
	const struct wire_descriptors *descriptors)
{
	const struct forker_end *end = forkers->current[FORKER_PLAIN];

	if (!end || !wire_send_order(end->orders, order, descriptors))
		log_line(LOG_WARN, "worker.refused", "kind=%u subject=%llu", order->kind,
			(unsigned long long)order->subject);
}

/* ---- The parent ---- */

bool forkers_serve(int listener, const struct forker_files *files, const char *state)
{
	static int64_t starts = STARTS_AT_FIRST, counted_ms;
	int64_t now_ms = transport_now_ms();
	struct wire_descriptors ends = {.count = 2};
	struct start_answer answer = {.pid = -1};
	ssize_t got = recv(listener, &answer.kind, sizeof answer.kind, MSG_DONTWAIT);
	bool sent;

	if (got != (ssize_t)sizeof answer.kind)
		return got < 0 && (errno == EAGAIN || errno == EINTR);
	if (now_ms - counted_ms >= RETRY_MS && starts < STARTS_AT_FIRST) {
		starts++;
		counted_ms = now_ms;
	}
	if (starts > 0 && answer.kind < FORKER_KINDS &&
		(answer.kind != FORKER_SSH || files->host_key >= 0)) {
		starts--;
		answer.pid = forker_start(files, answer.kind, state, ends.each);
	}
	if (answer.pid > 0) {
		sent = wire_send(listener, &answer, sizeof answer, &ends);
		wire_close(&ends);
		return sent;
	}
	return send(listener, &answer, sizeof answer, MSG_NOSIGNAL) == (ssize_t)sizeof answer;
}
