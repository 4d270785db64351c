#include "door/keeper/keeper_start.h"
#include "door/lab/lab_load.h"

#include "door/store/keeper_wire.h"
#include "door/os/log.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum {
	SESSIONS_MOST = 1000,
	DIGEST_EVERY = 64,
	SNAPSHOT_EVERY = 512,
	SNAPSHOT_SIZE = 5000,   /* of a game that knows five levels or so */
	FRAME_SIZE = 24 + 4096, /* of a write-ahead log, with its header */
	LONE_TIMES = 200,
	LONE_PAUSE_US = 10000,
	PATIENCE_MS = 20000
};

/* A load: a number of sessions, and the commands a second of all together. */
static const struct load_row {
	const char *name;
	int sessions, per_second, seconds;
} load_rows[] = {
	{"300x1000", 300, 1000, 6},
	{"400x1200", 400, 1200, 6},
	{"1000x10000", 1000, 10000, 6},
};

enum asks { ASKS_NOTHING, ASKS_APPEND, ASKS_SNAPSHOT };

struct load_session {
	int descriptor;
	struct keeper_run run;
	uint32_t serial, index;
	enum asks asks;
	double due; /* when the current command was due */
	int given;  /* commands that came due in this measure ... */
	int sent;   /* ... and those of them that were sent */
};

struct load {
	char state[256];
	pid_t keeper;
	int control, epoll, bare;
	struct load_session sessions[SESSIONS_MOST];

	/* The current measure.  Times are in seconds. */
	int count, per_second;
	size_t total, given, answered;
	double begun;
	double *delays; /* delays of answered commands */

	const char *prefix;
	load_says *says;
	void *context;
	char *sentence;
	size_t size;
};

static bool load_fail(struct load *load, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
static bool load_fail(struct load *load, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(load->sentence, load->size, format, arguments);
	va_end(arguments);
	return false;
}

static double now_seconds(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* ---- Sessions ---- */

/* Names of numbers without 0 and 1, so that no two look alike. */
static void load_name(int number, char name[STORE_NAME_MAX + 1])
{
	size_t size = (size_t)snprintf(name, STORE_NAME_MAX + 1, "Load-%o", (unsigned)number);

	for (size_t i = strlen("Load-"); i < size; i++)
		name[i] = (char)(name[i] + 2);
}

/* Logs a player in over an ordinary store client and begins a run. */
static bool session_begin(
	struct load *load, struct load_session *session, struct store_client *line, int number)
{
	struct keeper_account account;
	char name[STORE_NAME_MAX + 1];
	char key[64];

	load_name(number, name);
	snprintf(key, sizeof key, "SHA256:%043d", number);
	if (keeper_register(line, name, "", key, &account) != KEEPER_OK ||
		keeper_run_begin(line, false, &session->run) != KEEPER_OK)
		return load_fail(load, "session %d: %s", number, keeper_sentence(line));
	return true;
}

/* Takes the socket over, to send messages without waiting for answers. */
static bool session_open(struct load *load, int number)
{
	struct load_session *session = &load->sessions[number];
	struct epoll_event event = {.events = EPOLLIN, .data.ptr = session};
	struct store_client *line;
	int pair[2];
	bool begun;

	if (!keeper_pair(pair))
		return load_fail(load, "session %d: %s", number, strerror(errno));
	session->descriptor = dup(pair[0]);
	begun = keeper_give(load->control, pair[1], "");
	close(pair[1]);
	line = store_client_new(pair[0], NULL, NULL);
	begun = begun && session->descriptor >= 0 && line &&
		session_begin(load, session, line, number);
	store_client_free(line);
	return begun && epoll_ctl(load->epoll, EPOLL_CTL_ADD, session->descriptor, &event) == 0;
}

static void session_send(
	struct load_session *session, const struct wire_writer *out, enum asks asks)
{
	session->asks = asks;
	/* A message that cannot be sent gets no answer, and the measure reports that. */
	send(session->descriptor, out->bytes, out->size, MSG_NOSIGNAL);
}

/* Digests and snapshots of the sessions fall due at different times. */
static bool session_due(const struct load *load, const struct load_session *session, int every)
{
	return (session->index + (session - load->sessions) * 7) % every == 0;
}

static void session_append(const struct load *load, struct load_session *session, double due)
{
	static const uint8_t step = 2;
	struct store_append append = {.run = session->run.id,
		.epoch = session->run.epoch,
		.index = session->index++,
		.count = 1,
		.bytes = &step,
		.size = 1};
	uint8_t buffer[128];
	struct wire_writer out;

	if (session_due(load, session, DIGEST_EVERY)) {
		append.digest_count = 1;
		append.digests[0] = (struct store_digest){
			.index = session->index, .part_count = STORE_PARTS_MAX / 2};
	}
	session->due = due;
	session->serial++;
	wire_begin(&out, buffer, sizeof buffer, WIRE_REQUEST, REQUEST_APPEND, session->serial);
	wire_put_append(&out, &append);
	session_send(session, &out, ASKS_APPEND);
}

static void session_snapshot(struct load_session *session)
{
	static uint8_t snapshot[SNAPSHOT_SIZE];
	uint8_t buffer[SNAPSHOT_SIZE + 128];
	struct wire_writer out;

	session->serial++;
	wire_begin(
		&out, buffer, sizeof buffer, WIRE_REQUEST, REQUEST_SNAPSHOT_PUT, session->serial);
	wire_put_u64(&out, (uint64_t)session->run.id);
	wire_put_u32(&out, session->run.epoch);
	wire_put_u32(&out, session->index);
	wire_put_u8(&out, false);
	wire_put_blob(&out, snapshot, sizeof snapshot);
	session_send(session, &out, ASKS_SNAPSHOT);
}

/* The time at which command n of all is due. */
static double load_due(const struct load *load, size_t n)
{
	return load->begun + (double)n / load->per_second;
}

/* Sends the next due command, unless another one waits for its answer. */
static void session_go_on(const struct load *load, struct load_session *session)
{
	size_t before = (size_t)session->sent * (size_t)load->count;

	if (session->asks != ASKS_NOTHING || session->sent == session->given)
		return;
	session->sent++;
	session_append(load, session, load_due(load, before + (size_t)(session - load->sessions)));
}

/* Reads an answer.  Returns false if it is a refusal or the keeper is gone. */
static bool session_take(struct load *load, struct load_session *session)
{
	uint8_t buffer[1024];
	char sentence[256];
	struct wire_reader in;
	ssize_t got = recv(session->descriptor, buffer, sizeof buffer, MSG_DONTWAIT);
	enum asks asked = session->asks;

	if (got <= 0 || !wire_read(&in, buffer, (size_t)got))
		return (got < 0 && errno == EAGAIN) || load_fail(load, "the keeper is gone");
	if (in.kind != WIRE_ANSWER || in.serial != session->serial)
		return true;
	if (wire_get_u8(&in) != KEEPER_OK) {
		wire_get_text(&in, sentence, sizeof sentence);
		return load_fail(load, "the keeper refused: %s", sentence);
	}
	session->asks = ASKS_NOTHING;
	if (asked == ASKS_APPEND)
		load->delays[load->answered++] = now_seconds() - session->due;
	if (asked == ASKS_APPEND && session_due(load, session, SNAPSHOT_EVERY))
		session_snapshot(session);
	session_go_on(load, session);
	return true;
}

/* ---- A measure ---- */

static void load_give(struct load *load)
{
	double now = now_seconds();

	for (; load->given < load->total && load_due(load, load->given) <= now; load->given++) {
		struct load_session *session = &load->sessions[load->given % (size_t)load->count];

		session->given++;
		session_go_on(load, session);
	}
}

/* Sleeps until an answer arrives or a command is due.  Returns false if neither happens. */
static bool load_wait(const struct load *load)
{
	struct pollfd wait = {.fd = load->epoll, .events = POLLIN};
	double left = PATIENCE_MS / 1000.0;
	struct timespec time;

	if (load->given < load->total)
		left = load_due(load, load->given) - now_seconds();
	left = left > 0 ? left : 0;
	time.tv_sec = (time_t)left;
	time.tv_nsec = (long)((left - (double)time.tv_sec) * 1e9);
	return ppoll(&wait, 1, &time, NULL) != 0 || load->given < load->total;
}

static bool load_take(struct load *load)
{
	struct epoll_event events[64];
	int count = epoll_wait(load->epoll, events, COUNT(events), 0);

	for (int i = 0; i < count; i++)
		if (!session_take(load, events[i].data.ptr))
			return false;
	return true;
}

static bool load_answer(struct load *load)
{
	if (!load_wait(load))
		return load_fail(load, "the keeper does not answer");
	return load_take(load);
}

static bool load_begin(struct load *load, int sessions, int per_second, size_t total)
{
	load->count = sessions;
	load->per_second = per_second;
	load->total = total;
	load->given = load->answered = 0;
	for (int i = 0; i < sessions; i++)
		load->sessions[i].given = load->sessions[i].sent = 0;
	free(load->delays);
	load->delays = calloc(total, sizeof *load->delays);
	load->begun = now_seconds();
	return load->delays || load_fail(load, "out of memory");
}

/* Plays the schedule to its last answer. */
static bool load_play(struct load *load)
{
	while (load->answered < load->total) {
		load_give(load);
		if (!load_answer(load))
			return false;
	}
	return true;
}

static int by_value(const void *a, const void *b)
{
	double left = *(const double *)a;
	double right = *(const double *)b;

	return (left > right) - (left < right);
}

static void load_say(const struct load *load, const char *what, const char *of, double value,
	const char *unit, const char *on)
{
	char name[64];

	snprintf(name, sizeof name, "%s_%s%s", load->prefix, what, of);
	load->says(load->context, name, value, unit, on);
}

/* The percentile, in ms, of sorted values in seconds. */
static double part_ms(const double *values, size_t count, double part)
{
	return values[(size_t)(part * (double)(count - 1))] * 1000;
}

static bool row_measure(struct load *load, const struct load_row *row)
{
	char on[160];

	if (!load_begin(load, row->sessions, row->per_second,
		    (size_t)(row->per_second * row->seconds)) ||
		!load_play(load))
		return false;
	snprintf(on, sizeof on,
		"%d commands a second of %d sessions for %d s: from due to durable and answered",
		row->per_second, row->sessions, row->seconds);
	qsort(load->delays, load->total, sizeof *load->delays, by_value);
	load_say(load, row->name, "_p50", part_ms(load->delays, load->total, 0.5), "ms", on);
	load_say(load, row->name, "_p99", part_ms(load->delays, load->total, 0.99), "ms",
		"the same");
	load_say(load, row->name, "_max", part_ms(load->delays, load->total, 1), "ms", "the same");
	return true;
}

/* ---- A lone player ---- */

/* Makes a file of its final length, so that no sync has to extend it. */
static bool bare_open(struct load *load)
{
	char path[sizeof load->state + 8];
	static uint8_t frame[FRAME_SIZE];

	snprintf(path, sizeof path, "%s/bare", load->state);
	load->bare = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	for (int i = 0; i < LONE_TIMES; i++)
		if (load->bare < 0 || write(load->bare, frame, sizeof frame) != sizeof frame)
			return load_fail(load, "%.200s: %s", path, strerror(errno));
	return fdatasync(load->bare) == 0;
}

/* Seconds to write one frame and sync it to the disk. */
static double bare_sync(const struct load *load, int nth)
{
	static const uint8_t frame[FRAME_SIZE];
	double begun = now_seconds();

	if (pwrite(load->bare, frame, sizeof frame, (off_t)nth * FRAME_SIZE) != sizeof frame ||
		fdatasync(load->bare) != 0)
		return 0;
	return now_seconds() - begun;
}

/* Alternates a command and a bare sync, so that both find the disk in the same state. */
static bool lone_measure(struct load *load, double slowed_ms)
{
	double bare[LONE_TIMES], lone_ms, bare_ms;

	if (!load_begin(load, 1, 1, LONE_TIMES) || !bare_open(load))
		return false;
	load->given = load->total;
	for (int i = 0; i < LONE_TIMES; i++) {
		usleep(LONE_PAUSE_US);
		session_append(load, &load->sessions[0], now_seconds());
		while (load->sessions[0].asks != ASKS_NOTHING)
			if (!load_answer(load))
				return false;
		bare[i] = bare_sync(load, i);
	}
	qsort(load->delays, LONE_TIMES, sizeof *load->delays, by_value);
	qsort(bare, LONE_TIMES, sizeof *bare, by_value);
	lone_ms = part_ms(load->delays, LONE_TIMES, 0.5);
	bare_ms = part_ms(bare, LONE_TIMES, 0.5) + slowed_ms;
	load_say(load, "sync", "_p50", bare_ms, "ms",
		"a frame of the log written and synced without a keeper");
	load_say(load, "lone", "_p50", lone_ms, "ms", "one session, a command now and then");
	load_say(load, "lone", "_syncs", lone_ms / bare_ms, "syncs", "the same in such syncs");
	return true;
}

/* ---- The keeper ---- */

static void directory_remove(const char *path)
{
	DIR *directory = opendir(path);
	struct dirent *entry;

	while (directory && (entry = readdir(directory)))
		unlinkat(dirfd(directory), entry->d_name, 0);
	if (directory)
		closedir(directory);
	rmdir(path);
}

static void raise_descriptor_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

static bool load_open(struct load *load, const struct content *content)
{
	const char *below = getenv("TMPDIR");

	raise_descriptor_limit();
	snprintf(load->state, sizeof load->state, "%.200s/trapdoor-load-XXXXXX",
		below && *below ? below : "/tmp");
	if (!mkdtemp(load->state)) {
		load_fail(load, "%.200s: %s", load->state, strerror(errno));
		load->state[0] = '\0';
		return false;
	}
	load->epoll = epoll_create1(EPOLL_CLOEXEC);
	load->keeper =
		keeper_start(load->state, content, 0, &load->control, load->sentence, load->size);
	if (load->keeper < 0)
		return false;
	for (int i = 0; i < SESSIONS_MOST; i++)
		if (!session_open(load, i))
			return false;
	return true;
}

static void load_close(struct load *load)
{
	for (int i = 0; i < SESSIONS_MOST; i++)
		if (load->sessions[i].descriptor > 0)
			close(load->sessions[i].descriptor);
	if (load->keeper > 0) {
		close(load->control);
		kill(load->keeper, SIGTERM);
		waitpid(load->keeper, NULL, 0);
	}
	if (load->bare > 0)
		close(load->bare);
	if (load->epoll > 0)
		close(load->epoll);
	if (load->state[0])
		directory_remove(load->state);
	free(load->delays);
	free(load);
}

bool load_measure(const struct content *content, const char *prefix, double slowed_ms,
	load_says *says, void *context, char *sentence, size_t size)
{
	struct load *load = calloc(1, sizeof *load);
	int niceness;
	bool good;

	if (!load) {
		snprintf(sentence, size, "out of memory");
		return false;
	}
	load->prefix = prefix;
	load->says = says;
	load->context = context;
	load->sentence = sentence;
	load->size = size;
	/* This temporary keeper does not log its start and end. */
	log_level_set(LOG_ERROR);
	good = load_open(load, content);
	/* Gives this process the priority of the keeper, if that is permitted, so that it does not
	 * wait longer for a processor. */
	niceness = getpriority(PRIO_PROCESS, 0);
	if (good)
		setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, (id_t)load->keeper));
	for (size_t i = 0; good && i < COUNT(load_rows); i++)
		good = row_measure(load, &load_rows[i]);
	good = good && lone_measure(load, slowed_ms);
	setpriority(PRIO_PROCESS, 0, niceness);
	load_close(load);
	return good;
}
