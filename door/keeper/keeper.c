#include "door/keeper/keeper_private.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "door/os/log.h"

#define EVENTS_AT_ONCE 512
#define ENDING_MS 1200
#define ALONE_MS 5000
#define CAREFUL_MS 1000

/* Above this many commands a second, wake-ups are gathered so that GATHER_US lie between two
 * commits. */
#define BUSY_COMMANDS 2000
#define GATHER_US 2500
#define WINDOW_MS 100

/* What an event of the epoll is about; above these it is the address of a peer. */
enum tag { TAG_SIGNALS, TAG_CONTROL, TAG_LISTENING, TAG_HASHER, TAG_COUNT };

static int64_t now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t keeper_now_ms(void)
{
	return now_us() / 1000;
}

int64_t keeper_now_seconds(void)
{
	return (int64_t)time(NULL);
}

/* ---- Answers ---- */

static const struct request_row {
	const char *name;
	request_handler *handler;
	enum wire_asker asker;
	uint16_t number;
} requests[] = {
#define ROW(id, number, name, asker) {#name, request_##name, asker, number},
	KEEPER_REQUESTS(ROW)
#undef ROW
};

static const struct request_row *request_by_number(unsigned number)
{
	for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
		if (requests[i].number == number)
			return &requests[i];
	}
	return NULL;
}

unsigned asking_refuse(struct asking *asking, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(asking->sentence, sizeof asking->sentence, format, arguments);
	va_end(arguments);
	return KEEPER_NO;
}

/* What the store said, for the operator; a caller learns that it failed and no path of the house.
 * The log has both. */
static const char *failure_for(const struct keeper *keeper, const struct peer *peer)
{
	return peer->trusted ? store_sentence(keeper->store)
			     : "The disk of this house takes nothing just now.";
}

unsigned asking_store(struct asking *asking, enum store_answer answer, const char *refused)
{
	switch (answer) {
	case STORE_OK:
		return KEEPER_OK;
	case STORE_NONE:
	case STORE_TAKEN:
		return asking_refuse(asking, "%s", refused);
	case STORE_STALE:
		asking_refuse(asking, "This run is held by another session, or has ended.");
		return KEEPER_STALE;
	case STORE_GAP:
		return asking_refuse(asking, "The journal does not go on from there.");
	case STORE_FAILED:
		break;
	}
	asking_refuse(asking, "%.200s", failure_for(asking->keeper, asking->peer));
	asking->keeper->group_failed = true;
	return KEEPER_FAILED;
}

bool asking_write(struct asking *asking)
{
	struct keeper *keeper = asking->keeper;

	if (!keeper->group) {
		keeper->group = store_begin(keeper->store);
		keeper->group_failed = !keeper->group;
	}
	if (keeper->group_failed)
		asking_refuse(asking, "%.200s", failure_for(keeper, asking->peer));
	return !keeper->group_failed;
}

static bool may_ask(const struct peer *peer, enum wire_asker asker)
{
	switch (asker) {
	case ASKER_ANYBODY:
		return true;
	case ASKER_CALLER:
		return peer->binding.id != 0 || peer->trusted;
	case ASKER_ACCOUNT:
		return peer->binding.id > 0;
	case ASKER_OPERATOR:
		return peer->trusted;
	}
	return false;
}

static void answer_begin(struct wire_writer *out, uint8_t *buffer, uint32_t serial,
	unsigned verdict, const char *sentence)
{
	wire_begin(out, buffer, KEEPER_MESSAGE_MAX, WIRE_ANSWER, 0, serial);
	wire_put_u8(out, (uint8_t)verdict);
	wire_put_text(out, sentence);
}

static struct pending *pending_add(struct keeper *keeper)
{
	if (keeper->pending_count == keeper->pending_capacity) {
		size_t capacity = keeper->pending_capacity ? 2 * keeper->pending_capacity : 256;
		struct pending *grown = realloc(keeper->pending, capacity * sizeof *grown);

		if (!grown)
			return NULL;
		keeper->pending = grown;
		keeper->pending_capacity = capacity;
	}
	return &keeper->pending[keeper->pending_count++];
}

void keeper_answer(struct keeper *keeper, struct peer *peer, uint32_t serial, unsigned verdict,
	struct asking *asking)
{
	static uint8_t buffer[KEEPER_MESSAGE_MAX];
	struct pending *pending = pending_add(keeper);
	struct wire_writer out;

	answer_begin(&out, buffer, serial, verdict, asking->sentence);
	if (verdict == KEEPER_OK && asking->out)
		wire_put_bytes(&out, asking->out->bytes, asking->out->size);
	assert(!out.full);
	if (pending) {
		*pending = (struct pending){
			.peer = peer, .effect = asking->effect, .serial = serial, .size = out.size};
		pending->bytes = malloc(out.size);
		if (pending->bytes)
			memcpy(pending->bytes, buffer, out.size);
	}
	/* An answer that cannot be kept would leave its session waiting for ever. */
	if (!pending || !pending->bytes)
		peer_close(peer);
	if (keeper->group_failed || keeper_now_ms() < keeper->careful_until_ms)
		keeper_flush(keeper);
}

void keeper_handle(struct keeper *keeper, struct peer *peer, struct wire_reader *in)
{
	/* Handlers write what follows the verdict; it must leave room for that and a sentence. */
	static uint8_t body[KEEPER_MESSAGE_MAX - WIRE_HEADER_SIZE - KEEPER_SENTENCE_MAX - 8];
	const struct request_row *row = request_by_number(in->number & ~WIRE_RESENT & 0xffff);
	struct wire_writer out = {.bytes = body, .capacity = sizeof body};
	struct asking asking = {.keeper = keeper, .peer = peer, .in = in, .out = &out};
	unsigned verdict;

	asking.resent = in->number & WIRE_RESENT;
	if (!row)
		verdict = asking_refuse(&asking, "There is no such request.");
	else if (!may_ask(peer, row->asker))
		verdict = asking_refuse(&asking, "You must log in first.");
	else
		verdict = row->handler(&asking);
	/* What came in pieces serves the request after the last piece, and no other. */
	if (row && row->number != ASK_UPLOAD) {
		free(peer->upload);
		peer->upload = NULL;
	}
	if (in->broken) {
		log_line(LOG_WARN, "keeper.message", "broken=1 request=%s peer=%llu",
			row ? row->name : "?", (unsigned long long)peer->id);
		peer_close(peer);
	} else if (verdict != ANSWER_LATER) {
		keeper_answer(keeper, peer, in->serial, verdict, &asking);
	}
}

/* ---- Commits ---- */

static void take_run(struct keeper *keeper, struct peer *holder, int64_t run, uint32_t epoch)
{
	for (struct peer *peer = keeper->peers; peer; peer = peer->next) {
		if (peer != holder && !peer->closed && peer->run == run) {
			peer->run = 0;
			peer_notice(peer, NOTICE_TAKEN_OVER,
				"Your run was taken over by another session of yours.");
		}
	}
	holder->run = run;
	holder->epoch = epoch;
}

static void apply_effect(struct keeper *keeper, struct pending *pending)
{
	struct effect *effect = &pending->effect;

	switch (effect->kind) {
	case EFFECT_NONE:
		break;
	case EFFECT_BIND:
		if (pending->peer->binding.id == 0)
			peer_bound(keeper, pending->peer, &effect->binding);
		else
			peer_close(pending->peer);
		break;
	case EFFECT_HOLD:
		take_run(keeper, pending->peer, effect->run, effect->epoch);
		break;
	case EFFECT_END:
		pending->peer->run = 0;
		keeper->proof_due = true;
		break;
	}
}

static void answer_failed(struct keeper *keeper, struct pending *pending)
{
	uint8_t buffer[WIRE_HEADER_SIZE + KEEPER_SENTENCE_MAX + 8];
	char sentence[KEEPER_SENTENCE_MAX];
	struct wire_writer out;

	snprintf(sentence, sizeof sentence, "%.200s", failure_for(keeper, pending->peer));
	wire_begin(&out, buffer, sizeof buffer, WIRE_ANSWER, 0, pending->serial);
	wire_put_u8(&out, KEEPER_FAILED);
	wire_put_text(&out, sentence);
	peer_send(pending->peer, out.bytes, out.size);
}

static bool commit_group(struct keeper *keeper)
{
	bool failed = keeper->group_failed;

	if (keeper->group && failed)
		store_undo(keeper->store);
	else if (keeper->group)
		failed = !store_commit(keeper->store);
	if (keeper->group)
		keeper->commit_us = now_us();
	keeper->group = keeper->group_failed = false;
	if (!failed)
		return true;
	if (keeper_now_ms() >= keeper->careful_until_ms)
		log_line(LOG_ERROR, "store.failed", "error=%s",
			log_quote(store_sentence(keeper->store)));
	keeper->careful_until_ms = keeper_now_ms() + CAREFUL_MS;
	return false;
}

void keeper_flush(struct keeper *keeper)
{
	bool durable = commit_group(keeper);

	for (size_t i = 0; i < keeper->pending_count; i++) {
		struct pending *pending = &keeper->pending[i];

		if (!pending->peer->closed && durable && pending->bytes) {
			apply_effect(keeper, pending);
			peer_send(pending->peer, pending->bytes, pending->size);
		} else if (!pending->peer->closed && !durable) {
			answer_failed(keeper, pending);
		}
		free(pending->bytes);
	}
	keeper->pending_count = 0;
}

/* ---- The loop ---- */

static void take_session(struct keeper *keeper)
{
	char mark;
	int descriptor;

	while ((descriptor = wire_take_descriptor(keeper->control, &mark)) >= 0)
		peer_new(keeper, descriptor, false);
	if (descriptor != -1)
		return;
	log_line(LOG_WARN, "keeper.listener_gone", "sessions=%zu", keeper->peer_count);
	close(keeper->control);
	keeper->control = -1;
	keeper->alone_ms = keeper_now_ms();
}

static void take_local(struct keeper *keeper)
{
	struct ucred who;
	socklen_t size = sizeof who;
	int descriptor = accept4(keeper->listening, NULL, NULL, SOCK_CLOEXEC);

	if (descriptor < 0)
		return;
	if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 &&
		(who.uid == geteuid() || who.uid == 0)) {
		peer_new(keeper, descriptor, true);
	} else {
		log_line(LOG_WARN, "keeper.local", "refused_user=%ld", (long)who.uid);
		close(descriptor);
	}
}

static void take_signal(struct keeper *keeper)
{
	struct signalfd_siginfo info;
	pid_t pid;
	int status;

	while (read(keeper->signals, &info, sizeof info) == (ssize_t)sizeof info) {
		if (info.ssi_signo == SIGTERM && !keeper->ending) {
			keeper->ending = true;
			keeper->ending_ms = keeper_now_ms();
			for (struct peer *peer = keeper->peers; peer; peer = peer->next)
				peer_notice(peer, NOTICE_SHUTDOWN,
					"The house is closing for now; your game is saved to this "
					"turn.");
		} else if (info.ssi_signo == SIGCHLD) {
			while (keeper->prover > 0 &&
				(pid = waitpid(keeper->prover, &status, WNOHANG)) > 0)
				prover_ended(keeper, pid, status);
		}
	}
}

static void take_hashes(struct keeper *keeper)
{
	struct hasher_result result;

	while (hasher_take(keeper->hasher, &result))
		accounts_hashed(keeper, &result);
}

static void take_event(struct keeper *keeper, const struct epoll_event *event)
{
	switch (event->data.u64) {
	case TAG_SIGNALS:
		take_signal(keeper);
		break;
	case TAG_CONTROL:
		take_session(keeper);
		break;
	case TAG_LISTENING:
		take_local(keeper);
		break;
	case TAG_HASHER:
		take_hashes(keeper);
		break;
	default:
		peer_read(keeper, event->data.ptr);
	}
}

/* Whether commands come so fast that one commit should wait for more of them. */
static void measure_rate(struct keeper *keeper)
{
	int64_t now = keeper_now_ms();

	if (now - keeper->window_ms < WINDOW_MS)
		return;
	keeper->busy = keeper->window_commands >= (BUSY_COMMANDS * WINDOW_MS) / 1000 &&
		       now - keeper->window_ms < 2 * WINDOW_MS;
	keeper->window_commands = 0;
	keeper->window_ms = now;
}

static void gather(struct keeper *keeper)
{
	int64_t left_us = keeper->commit_us + GATHER_US - now_us();

	if (keeper->busy && left_us > 0)
		nanosleep(&(struct timespec){.tv_nsec = left_us * 1000}, NULL);
}

static bool wake_up(struct keeper *keeper, int timeout_ms)
{
	static struct epoll_event events[EVENTS_AT_ONCE];
	int count =
		epoll_wait(keeper->epoll, events, keeper->busy ? 1 : EVENTS_AT_ONCE, timeout_ms);
	bool well = count >= 0 || errno == EINTR;

	if (count > 0 && keeper->busy) {
		gather(keeper);
		count = epoll_wait(keeper->epoll, events, EVENTS_AT_ONCE, 0);
	}
	for (int i = 0; i < count; i++)
		take_event(keeper, &events[i]);
	keeper_flush(keeper);
	if (keeper->copy) {
		backup_step(keeper);
		keeper_flush(keeper);
	}
	peers_sweep(keeper);
	measure_rate(keeper);
	if (keeper->proof_due && !keeper->ending)
		prover_begin(keeper);
	return well;
}

/* How long the loop may sleep; 0 when the keeper has nothing left to be there for. */
static int patience_ms(const struct keeper *keeper)
{
	int64_t now = keeper_now_ms();

	if (keeper->ending)
		return keeper->peer_count == 0 || now >= keeper->ending_ms + ENDING_MS ? 0 : 20;
	if (keeper->copy)
		return 1;
	if (keeper->control >= 0 || keeper->peer_count > 0)
		return 60000;
	return now >= keeper->alone_ms + ALONE_MS ? 0 : (int)(keeper->alone_ms + ALONE_MS - now);
}

static void watch(struct keeper *keeper, int descriptor, enum tag tag)
{
	struct epoll_event event = {.events = EPOLLIN, .data.u64 = tag};

	if (descriptor >= 0)
		epoll_ctl(keeper->epoll, EPOLL_CTL_ADD, descriptor, &event);
}

static int signals_open(void)
{
	sigset_t signals;

	sigemptyset(&signals);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGCHLD);
	sigprocmask(SIG_SETMASK, &signals, NULL);
	signal(SIGINT, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	/* A limit on the length of files is to be an error of the disk, not an end. */
	signal(SIGXFSZ, SIG_IGN);
	return signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

bool keeper_prepare(struct keeper *keeper)
{
	keeper->epoll = epoll_create1(EPOLL_CLOEXEC);
	keeper->signals = signals_open();
	keeper->hasher = hasher_new(keeper->epoll, TAG_HASHER);
	return keeper->epoll >= 0 && keeper->signals >= 0 && keeper->hasher;
}

int keeper_serve(struct keeper *keeper)
{
	int timeout_ms;

	watch(keeper, keeper->signals, TAG_SIGNALS);
	watch(keeper, keeper->control, TAG_CONTROL);
	watch(keeper, keeper->listening, TAG_LISTENING);
	keeper->alone_ms = keeper_now_ms();
	keeper->proof_due = true;
	while ((timeout_ms = patience_ms(keeper)) > 0 && wake_up(keeper, timeout_ms))
		;
	store_copy_free(keeper->copy);
	hasher_free(keeper->hasher);
	if (keeper->prover > 0)
		kill(keeper->prover, SIGKILL);
	return 0;
}
