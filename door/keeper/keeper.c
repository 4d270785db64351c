#include "door/keeper/keeper_place.h"
#include "door/keeper/keeper_private.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "door/metrics/metrics.h"
#include "door/os/log.h"

#define EVENTS_AT_ONCE 512
#define ENDING_MS 1200
#define ALONE_MS 5000 /* without a listener, until the first peer comes */

/* Above this many commands a second the keeper commits only every GATHER_US. */
#define BUSY_COMMANDS 2000
#define GATHER_US 2500
#define WINDOW_MS 100

/* Messages read from one socket at a wake-up, so that one session cannot delay all others. */
#define READS_AT_ONCE 8

/* The source of an epoll event. A greater value is the address of a peer. */
enum tag { TAG_SIGNALS, TAG_CONTROL, TAG_LISTENING, TAG_HASHER, TAG_POLICY, TAG_COUNT };

/* ---- Requests ---- */

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

static bool may_ask(const struct peer *peer, enum wire_asker asker)
{
	switch (asker) {
	case ASKER_ANYBODY:
		return !peer->verifies && !peer->replays;
	case ASKER_READER:
		return true;
	case ASKER_PLAYER:
		return peer->binding.id != 0 || peer->trusted;
	case ASKER_ACCOUNT:
		return peer->binding.id > 0;
	case ASKER_VERIFIER:
		return peer->trusted || peer->verifies;
	case ASKER_OPERATOR:
		return peer->trusted;
	}
	return false;
}

static void handle_request(struct keeper *keeper, struct peer *peer, struct wire_reader *in)
{
	/* The answer after its verdict and sentence. The size leaves room for both. */
	static uint8_t body[KEEPER_MESSAGE_MAX - WIRE_HEADER_SIZE - KEEPER_SENTENCE_MAX - 8];
	const struct request_row *row = request_by_number(in->number & ~WIRE_RESENT & 0xffff);
	struct wire_writer out = {.bytes = body, .capacity = sizeof body, .protocol = in->protocol};
	struct asking asking = {.keeper = keeper, .peer = peer, .in = in, .out = &out};
	unsigned verdict;

	log_session_set(peer->log_id);
	asking.resent = in->number & WIRE_RESENT;
	if (!row)
		verdict = asking_refuse(&asking, "There is no such request.");
	else if (!may_ask(peer, row->asker))
		verdict = asking_refuse(&asking, "You must log in first.");
	else
		verdict = row->handler(&asking);
	/* An upload serves the request that follows its last piece, and no later one. */
	if (row && row->number != REQUEST_UPLOAD) {
		upload_drop(peer);
	}
	if (in->broken) {
		log_line(LOG_WARN, "keeper.message", "broken=1 request=%s peer=%llu",
			row ? row->name : "?", (unsigned long long)peer->id);
		peer_close(peer);
	} else if (verdict != ANSWER_LATER) {
		count_login(&asking, row ? row->number : 0, verdict);
		keeper_answer(keeper, peer, in->serial, verdict, &asking);
	}
	log_session_set("");
}

/* ---- Reading ---- */

static void take_message(
	struct keeper *keeper, struct peer *peer, const uint8_t *bytes, size_t size)
{
	struct wire_reader in;

	bool known = size <= KEEPER_MESSAGE_MAX && wire_read(&in, bytes, size);

	/* Before its hello the line may have asked an earlier keeper, of a later release. */
	if (!known && !peer->hello)
		return;
	if (!known) {
		log_line(LOG_WARN, "keeper.message", "broken=1 peer=%llu",
			(unsigned long long)peer->id);
		peer_close(peer);
		return;
	}
	peer->protocol = in.protocol;
	if (in.kind == WIRE_HELLO) {
		peer_hello(keeper, peer, &in);
	} else if (peer->hello && in.kind == WIRE_REQUEST && !peer->hashing) {
		int64_t begun_us = piece_begin();

		handle_request(keeper, peer, &in);
		piece_end(PIECE_REQUEST, begun_us);
	}
}

void peer_read(struct keeper *keeper, struct peer *peer)
{
	static uint8_t buffer[KEEPER_MESSAGE_MAX];

	for (int i = 0; i < READS_AT_ONCE && !peer->closed; i++) {
		if (!peer_may_ask(keeper, peer))
			return;
		ssize_t got =
			recv(peer->descriptor, buffer, sizeof buffer, MSG_DONTWAIT | MSG_TRUNC);

		if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
			peer_asked_nothing(keeper, peer);
			return;
		}
		/* The peer ended before it had read all. Its own messages follow this error. */
		if (got < 0 && errno == ECONNRESET)
			continue;
		if (got <= 0)
			peer_close(peer);
		else
			take_message(keeper, peer, buffer, (size_t)got);
		if (peer->hashing)
			explicit_bzero(buffer, sizeof buffer); /* it held a password */
	}
}

/* ---- The loop ---- */

static void take_session(struct keeper *keeper)
{
	char text[WIRE_PASSED_MAX];
	int descriptor, log;

	/* Another keeper may have handed the same socket over. */
	while ((descriptor = wire_take_line(keeper->control, text, &log)) >= 0)
		peer_take(keeper, descriptor, log, text + 1);
	if (descriptor != -1)
		return;
	log_line(LOG_WARN, "keeper.listener_gone", "sessions=%zu", keeper->peer_count);
	close(keeper->control);
	keeper->control = -1;
	keeper->alone_until_ms = keeper_now_ms() + ALONE_MS;
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
		peer_new(keeper, descriptor, true, "");
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
					"The server is shutting down; your game is saved.");
		} else if (info.ssi_signo == SIGUSR1) {
			/* The next keeper gets the sockets from the listener, which holds them. */
			keeper->window.leaving = true;
		} else if (info.ssi_signo == SIGCHLD) {
			while (keeper->verifying.child > 0 &&
				(pid = waitpid(keeper->verifying.child, &status, WNOHANG)) > 0)
				verifier_ended(keeper, pid, status);
			replayers_reap(keeper);
			if (keeper->verifying.checker > 0 &&
				waitpid(keeper->verifying.checker, NULL, WNOHANG) > 0)
				keeper->verifying.checker = 0;
		}
	}
}

static void take_hashes(struct keeper *keeper)
{
	struct hasher_result result;

	while (hasher_take(keeper->hasher, &result))
		accounts_hashed(keeper, &result);
}

static void take_policy(struct keeper *keeper)
{
	struct name_list *before = keeper->limits.own_names;

	if (!keeper_policy_take(&keeper->policy))
		return;
	keeper->limits.own_names = (struct name_list *)(uintptr_t)keeper->policy.names;
	keeper->limits.names = keeper->policy.names;
	name_list_free(before);
	log_line(LOG_INFO, "keeper.settings", "board_turns=%d runs_hour=%d",
		keeper->policy.board_turns, keeper->policy.runs_hour);
	log_level_set((enum log_level)keeper->policy.log_level);
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
	case TAG_POLICY:
		take_policy(keeper);
		break;
	default:
		peer_read(keeper, event->data.ptr);
	}
}

/* Whether commands come so fast that one commit should wait for more of them. */
static void measure_rate(struct keeper *keeper)
{
	int64_t now = keeper_now_ms();

	if (now - keeper->window.began_ms < WINDOW_MS)
		return;
	keeper->window.busy = keeper->window.commands >= (BUSY_COMMANDS * WINDOW_MS) / 1000 &&
			      now - keeper->window.began_ms < 2 * WINDOW_MS;
	keeper->window.commands = 0;
	keeper->window.began_ms = now;
}

static void gather(struct keeper *keeper)
{
	int64_t left_us = keeper->window.commit_us + GATHER_US - keeper_now_us();

	if (keeper->window.busy && left_us > 0)
		nanosleep(&(struct timespec){.tv_nsec = left_us * 1000}, NULL);
}

/* A step of each longer work, between commits. */
static void work_longer(struct keeper *keeper)
{
	int64_t begun_us = piece_begin();

	keeper_flush(keeper);
	piece_end(PIECE_COMMIT, begun_us);
	logins_write_missed(keeper);
	bans_work(keeper);
	if (keeper->backup.copy) {
		begun_us = piece_begin();
		backup_step(keeper);
		keeper_flush(keeper);
		piece_end(PIECE_BACKUP, begun_us);
	}
	if (keeper->limits.retention.vacuums) {
		begun_us = piece_begin();
		vacuum_step(keeper);
		keeper_flush(keeper);
		piece_end(PIECE_VACUUM, begun_us);
	}
}

/* Peers that end or pause, verification, names and replays that expire, and gauges. */
static void work_beside(struct keeper *keeper)
{
	int64_t begun_us = piece_begin();

	peers_sweep(keeper);
	replayers_sweep(keeper);
	spectators_report(keeper);
	keeper->limits.paused = peers_resume(keeper);
	keeper->window.returns = peers_return(keeper);
	measure_rate(keeper);
	verifier_check(keeper);
	names_expire(keeper);
	retention_work(keeper);
	if (keeper->verifying.due && !keeper->ending)
		verifier_begin(keeper);
	piece_end(PIECE_UPKEEP, begun_us);
}

static bool wake_up(struct keeper *keeper, int timeout_ms)
{
	static struct epoll_event events[EVENTS_AT_ONCE];
	int count = epoll_wait(
		keeper->epoll, events, keeper->window.busy ? 1 : EVENTS_AT_ONCE, timeout_ms);
	bool well = count >= 0 || errno == EINTR;
	int pause_ms;

	if (count > 0 && keeper->window.busy) {
		gather(keeper);
		count = epoll_wait(keeper->epoll, events, EVENTS_AT_ONCE, 0);
	}
	/* No request of a new day comes before the day. */
	days_work(keeper);
	for (int i = 0; i < count; i++)
		take_event(keeper, &events[i]);
	if (hasher_pauses(keeper->hasher, &pause_ms) && pause_ms == 0)
		take_hashes(keeper);
	work_longer(keeper);
	work_beside(keeper);
	gauges_work(keeper, count > 0);
	return well && !keeper->window.log_removed && !keeper->window.leaving;
}

/* How long the loop may sleep. 0: the keeper has no session left and ends. */
static int patience_ms(const struct keeper *keeper)
{
	int64_t now = keeper_now_ms();
	int pause_ms;

	if (keeper->ending)
		return keeper->peer_count == 0 || now >= keeper->ending_ms + ENDING_MS ? 0 : 20;
	if (keeper->backup.copy || keeper->limits.retention.vacuums)
		return 1;
	if (keeper->limits.paused)
		return 5;
	if (keeper->window.returns && keeper->control >= 0)
		return 20;
	if (keeper->limits.bans.due)
		return 100;
	if (hasher_pauses(keeper->hasher, &pause_ms))
		return pause_ms + 1;
	if (verifier_left_ms(keeper) >= 0)
		return verifier_left_ms(keeper) + 1;
	if (keeper->control >= 0 || keeper->peer_count > 0)
		return 60000;
	return now < keeper->alone_until_ms ? (int)(keeper->alone_until_ms - now) : 0;
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
	sigaddset(&signals, SIGUSR1);
	sigaddset(&signals, SIGCHLD);
	sigprocmask(SIG_SETMASK, &signals, NULL);
	signal(SIGINT, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	/* A limit on the size of files must cause a failed write, not a signal. */
	signal(SIGXFSZ, SIG_IGN);
	return signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

bool keeper_prepare(struct keeper *keeper)
{
	keeper->epoll = epoll_create1(EPOLL_CLOEXEC);
	keeper->signals = signals_open();
	keeper->hasher = hasher_new(keeper->epoll, TAG_HASHER, keeper_hasher_log());
	return keeper->epoll >= 0 && keeper->signals >= 0 && keeper->hasher;
}

int keeper_serve(struct keeper *keeper)
{
	int timeout_ms;

	watch(keeper, keeper->signals, TAG_SIGNALS);
	watch(keeper, keeper->control, TAG_CONTROL);
	watch(keeper, keeper->listening, TAG_LISTENING);
	watch(keeper, keeper->policy.changes ? keeper->policy.changes : -1, TAG_POLICY);
	keeper->alone_until_ms = keeper_now_ms() + ALONE_MS;
	store_score_set_aside_last(keeper->store, &keeper->verifying.aside_last);
	/* Runs that an earlier keeper left unverified wait for no event. */
	verifier_begin(keeper);
	while ((timeout_ms = patience_ms(keeper)) > 0 &&
		wake_up(keeper, gauges_patience(keeper, timeout_ms)))
		metric_add(METRIC_KEEPER_ROUNDS, 0, 0, 1);
	store_copy_free(keeper->backup.copy);
	hasher_free(keeper->hasher);
	if (keeper->verifying.child > 0)
		kill(keeper->verifying.child, SIGKILL);
	return 0;
}
