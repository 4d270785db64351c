#include "door/command/log_sources.h"

#include "door/os/log.h"
#include "door/os/log_relay.h"
#include "door/os/process_size.h"
#include "door/text/addresses.h"

#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#define LINES_AT_ONCE 100
#define LINE_MS 50 /* between two lines in the long run */
#define EVENTS_A_ROUND 64
#define MESSAGES_A_ROUND 16 /* of one source */

struct log_source {
	struct log_source *next;
	int socket;
	enum metric_process kind;
	uint64_t size; /* of the process in bytes, as it reports */
	char id[LOG_SESSION_MAX], from[ADDRESS_TEXT_MAX];
	pid_t pid;
	int lines; /* that it may send now */
	size_t lost;
	int64_t counted_ms, again_ms; /* again: when it is read again; 0: it is read */
};

struct log_sources {
	int epoll, waiting;
	struct log_source *all;
	struct log_account {
		uint64_t count, bytes;
	} accounts[PROCESS_KINDS];
};

/* The kinds of processes that have sources. */
static const enum metric_process kinds[] = {
	PROCESS_SESSION, PROCESS_VERIFIER, PROCESS_REPLAYER, PROCESS_OTHER};

/* ---- Accounts ---- */

static void publish(const struct log_sources *sources, enum metric_process kind)
{
	const struct log_account *account = &sources->accounts[kind];

	metric_account_set(kind, account->count, account->bytes);
}

static void set_size(struct log_sources *sources, struct log_source *source, uint64_t size)
{
	struct log_account *account = &sources->accounts[source->kind];

	account->bytes = account->bytes - source->size + size;
	source->size = size;
	publish(sources, source->kind);
}

static void count_source(struct log_sources *sources, struct log_source *source)
{
	sources->accounts[source->kind].count++;
	publish(sources, source->kind);
}

static void discount_source(struct log_sources *sources, struct log_source *source)
{
	sources->accounts[source->kind].count--;
	set_size(sources, source, 0);
}

/* ---- Adding and dropping ---- */

struct log_sources *log_sources_new(void)
{
	struct log_sources *sources = calloc(1, sizeof *sources);

	assert(sources);
	sources->epoll = epoll_create1(EPOLL_CLOEXEC);
	assert(sources->epoll >= 0);
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		publish(sources, kinds[i]);
	return sources;
}

static bool watch(const struct log_sources *sources, struct log_source *source)
{
	struct epoll_event event = {.events = EPOLLIN, .data.ptr = source};

	return epoll_ctl(sources->epoll, EPOLL_CTL_ADD, source->socket, &event) == 0;
}

bool log_sources_adopt(struct log_sources *sources, enum metric_process kind, const char *id,
	const char *from, int socket)
{
	struct log_source *source = calloc(1, sizeof *source);

	if (source) {
		source->socket = socket;
		source->kind = kind;
		source->lines = LINES_AT_ONCE;
		snprintf(source->id, sizeof source->id, "%s", id);
		snprintf(source->from, sizeof source->from, "%s", from);
		if (watch(sources, source)) {
			source->next = sources->all;
			sources->all = source;
			count_source(sources, source);
			return true;
		}
	}
	close(socket);
	free(source);
	return false;
}

int log_sources_add(
	struct log_sources *sources, enum metric_process kind, const char *id, const char *from)
{
	int pair[2];

	if (!log_relay_pair(pair))
		return -1;
	if (log_sources_adopt(sources, kind, id, from, pair[0]))
		return pair[1];
	close(pair[1]);
	return -1;
}

int log_sources_find(const struct log_sources *sources, const char *id)
{
	for (const struct log_source *one = sources->all; one; one = one->next)
		if (strcmp(one->id, id) == 0)
			return one->socket;
	return -1;
}

static void drop(struct log_sources *sources, struct log_source *source)
{
	struct log_source **link = &sources->all;

	while (*link != source)
		link = &(*link)->next;
	*link = source->next;
	discount_source(sources, source);
	/* A copy of the keeper's would keep the watch. */
	epoll_ctl(sources->epoll, EPOLL_CTL_DEL, source->socket, NULL);
	close(source->socket);
	free(source);
}

/* ---- Reading ---- */

static struct log_origin origin_of(const struct log_source *source)
{
	return (struct log_origin){.kind = source->kind == PROCESS_SESSION ? "process" : "worker",
		.id = source->id,
		.pid = source->pid,
		.from = *source->from ? source->from : NULL};
}

static void refill(struct log_source *source, int64_t now_ms)
{
	int64_t lines = (now_ms - source->counted_ms) / LINE_MS;

	if (lines <= 0)
		return;
	source->counted_ms = now_ms;
	source->lines =
		lines + source->lines > LINES_AT_ONCE ? LINES_AT_ONCE : (int)lines + source->lines;
}

/* The source may send a line at least. */
static void relay(struct log_source *source, const char *bytes, size_t size)
{
	struct log_origin origin = origin_of(source);
	size_t most = (size_t)source->lines, lines;

	if (source->lost) {
		log_relay_lost(&origin, source->lost);
		source->lost = 0;
	}
	lines = log_relay(&origin, bytes, size, most);
	source->lost += lines > most ? lines - most : 0;
	source->lines -= (int)(lines < most ? lines : most);
}

/* False when the source has ended. */
static bool read_source(struct log_sources *sources, struct log_source *source, int messages)
{
	char bytes[LOG_SENT_MAX];
	ssize_t got = -1;
	uint64_t size;

	errno = EAGAIN;
	while (messages-- > 0 && source->lines > 0 &&
		(got = log_relay_receive(source->socket, bytes, sizeof bytes, &source->pid)) > 0) {
		if (process_size_parse(bytes, (size_t)got, &size)) {
			set_size(sources, source, size);
			source->lines--;
		} else {
			relay(source, bytes, (size_t)got);
		}
	}
	return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

static void end_source(struct log_sources *sources, struct log_source *source)
{
	struct log_origin origin = origin_of(source);

	if (source->lost)
		log_relay_lost(&origin, source->lost);
	drop(sources, source);
}

static void work_source(struct log_sources *sources, struct log_source *source, int64_t now_ms)
{
	refill(source, now_ms);
	if (!read_source(sources, source, MESSAGES_A_ROUND)) {
		end_source(sources, source);
		return;
	}
	if (source->lines > 0)
		return;
	epoll_ctl(sources->epoll, EPOLL_CTL_DEL, source->socket, NULL);
	source->again_ms = now_ms + 10 * LINE_MS;
	sources->waiting++;
}

/* ---- The listener's calls ---- */

int log_sources_descriptor(const struct log_sources *sources)
{
	return sources->epoll;
}

int log_sources_patience(const struct log_sources *sources, int64_t now_ms)
{
	int64_t soonest_ms = INT64_MAX;

	if (!sources->waiting)
		return -1;
	for (const struct log_source *one = sources->all; one; one = one->next)
		if (one->again_ms && one->again_ms < soonest_ms)
			soonest_ms = one->again_ms;
	return soonest_ms > now_ms ? (int)(soonest_ms - now_ms) : 0;
}

void log_sources_work(struct log_sources *sources, int64_t now_ms)
{
	struct epoll_event events[EVENTS_A_ROUND];
	int count;

	for (struct log_source *one = sources->waiting ? sources->all : NULL; one; one = one->next)
		if (one->again_ms && now_ms >= one->again_ms && watch(sources, one)) {
			one->again_ms = 0;
			sources->waiting--;
		}
	count = epoll_wait(sources->epoll, events, EVENTS_A_ROUND, 0);
	for (int i = 0; i < count; i++)
		work_source(sources, events[i].data.ptr, now_ms);
}

void log_sources_end(struct log_sources *sources)
{
	while (sources->all) {
		struct log_source *source = sources->all;

		source->lines = LINES_AT_ONCE;
		read_source(sources, source, LINES_AT_ONCE);
		end_source(sources, source);
	}
	close(sources->epoll);
	free(sources);
}
