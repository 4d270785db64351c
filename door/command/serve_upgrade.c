/* The parent of the new program. Until it has the place, each failure ends it, and the running
 * server goes on. */
#include "door/command/serve_handover.h"

#include "door/command/serve_step.h"
#include "door/net/transport.h"
#include "door/os/complain.h"
#include "door/os/log.h"
#include "door/store/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define ANSWER_MS 10000
/* An older server that has not left by then is busy or stopped; nobody waits for it. */
#define LEAVE_MS 1000

bool upgrade_begin(struct serve_handover *handover)
{
	int type = 0;
	socklen_t size = sizeof type;
	if (getsockopt(UPGRADE_LINE, SOL_SOCKET, SO_TYPE, &type, &size) != 0 ||
		type != SOCK_SEQPACKET || fcntl(UPGRADE_REPORT, F_GETFD) < 0)
		return false;
	handover->line = fcntl(UPGRADE_LINE, F_DUPFD_CLOEXEC, UPGRADE_REPORT + 1);
	handover->report = fcntl(UPGRADE_REPORT, F_DUPFD_CLOEXEC, UPGRADE_REPORT + 1);
	close(UPGRADE_LINE);
	close(UPGRADE_REPORT);
	command_complain_also(handover->report);
	return handover->line >= 0 && handover->report >= 0;
}

/* ---- Sockets ---- */

static bool add_listener(struct listeners *listeners, const struct transport_row *row,
	const struct handover_message *message, int descriptor)
{
	if (strcmp(message->text, row->name) != 0 || listeners->count == LISTENERS_MAX)
		return false;
	listeners->each[listeners->count++] =
		(struct listener){row, descriptor, (int)message->number};
	return true;
}

/* Keeps the descriptor, or closes one that this release does not know. */
static void add_socket(
	struct serve_handover *handover, const struct handover_message *message, int descriptor)
{
	struct handover_sockets *sockets = &handover->sockets;
	static const char metrics[] = "metrics ";
	for (size_t i = 0; i < TRANSPORTS_SERVED; i++)
		if (add_listener(&sockets->listeners, transports_served[i], message, descriptor))
			return;
	if (strncmp(message->text, metrics, sizeof metrics - 1) == 0) {
		sockets->metrics = descriptor;
		snprintf(sockets->metrics_where, sizeof sockets->metrics_where, "%.255s",
			message->text + sizeof metrics - 1);
	} else if (strcmp(message->text, "host_key") == 0) {
		sockets->host_key = descriptor;
	} else if (strcmp(message->text, "manager") == 0) {
		sockets->manager = descriptor;
		sockets->pulse_ms = (int)message->number;
	} else if (strcmp(message->text, "upgrade") == 0) {
		handover->listening = descriptor;
	} else {
		close(descriptor);
	}
}

/* Sessions of either server must be able to speak with the keeper of the other one. */
static bool protocols_meet(uint32_t number, char *sentence, size_t size)
{
	unsigned highest = number >> 8, lowest = number & 255;
	if (highest >= KEEPER_PROTOCOL_OLDEST && lowest <= KEEPER_PROTOCOL)
		return true;
	snprintf(sentence, size,
		"cannot take over: sessions of the running server use protocol %u to %u, and this "
		"program knows %d to %d; restart the server instead",
		lowest, highest, KEEPER_PROTOCOL_OLDEST, KEEPER_PROTOCOL);
	return false;
}

bool upgrade_receive(struct serve_handover *handover, char *sentence, size_t size)
{
	static struct handover_message message;
	int descriptor;
	while (handover_hear(handover->line, &message, &descriptor, ANSWER_MS) == HANDOVER_HEARD) {
		if (message.kind == HANDOVER_SOCKETS_END)
			return protocols_meet(message.number, sentence, size);
		if (message.kind == HANDOVER_SOCKET && descriptor >= 0)
			add_socket(handover, &message, descriptor);
		else if (descriptor >= 0)
			close(descriptor);
		if (message.kind == HANDOVER_REFUSED) {
			snprintf(sentence, size, "%s", message.text);
			return false;
		}
	}
	snprintf(sentence, size,
		"cannot take over: the running server does not answer; see its log");
	return false;
}

/* ---- Steps ---- */

static bool offer(struct serve_handover *handover)
{
	int pair[2];
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
		return false;
	int seconds = handover->parts.settings->running.limits_trial_seconds;
	char text[32] = "";
	if (seconds)
		snprintf(text, sizeof text, HANDOVER_TRIAL "%d", seconds);
	bool sent =
		handover_tell(handover->line, HANDOVER_SERVES, (uint32_t)getpid(), text, pair[0]);
	close(pair[0]);
	handover->lines = pair[1];
	return sent;
}

/* The place is this program's, on trial if the running server takes it back otherwise. */
static void take_place(struct serve_handover *handover, bool tries)
{
	serve_step_send(handover->steps, STEP_TAKE, 0, handover->lines);
	close(handover->lines);
	handover->older = handover->line;
	handover->lines = handover->line = -1;
	handover->upgrades = false;
	handover->taken = true;
	handover->until_ms = transport_now_ms() +
			     1000LL * handover->parts.settings->running.limits_trial_seconds;
	log_line(LOG_INFO, "upgrade.taken", "listeners=%zu", handover->parts.listeners->count);
	if (!tries)
		upgrade_prove(handover);
}

/* The older server names this process to the service manager, which hears nothing of it before.
 * Then the older server closes the line. */
static void await_leave(int older)
{
	struct pollfd polled = {.fd = older, .events = POLLIN};
	long long until_ms = transport_now_ms() + LEAVE_MS, now_ms;
	while ((now_ms = transport_now_ms()) < until_ms &&
		poll(&polled, 1, (int)(until_ms - now_ms)) < 0 && errno == EINTR)
		;
}

void upgrade_prove(struct serve_handover *handover)
{
	/* An older server that has ended meanwhile needs to hear nothing. */
	if (handover_tell(handover->older, HANDOVER_HEALTHY, 0, "", -1))
		await_leave(handover->older);
	close(handover->older);
	handover->older = -1;
	serve_metrics_start(handover->parts.metrics);
	command_complain_also(-1);
	/* `trapdoor upgrade` may have been ended. */
	if (handover->report >= 0 && write(handover->report, "ok\n", 3) < 0)
		log_line(LOG_WARN, "upgrade.report", "error=%s", log_quote(strerror(errno)));
	if (handover->report >= 0)
		close(handover->report);
	handover->report = -1;
}

bool upgrade_try(struct serve_handover *handover)
{
	struct serve_step step;
	int descriptor;
	bool gone = false;
	while (handover->steps >= 0 &&
		serve_step_take(handover->steps, &step, &descriptor, &gone)) {
		if (descriptor >= 0)
			close(descriptor);
		if (step.kind != STEP_LOST)
			continue;
		command_complain("the new keeper has ended in its trial; see the log");
		return false;
	}
	/* The end of the listener is this program's end. */
	if (gone)
		handover->steps = -1;
	if (transport_now_ms() >= handover->until_ms && !gone)
		upgrade_prove(handover);
	return true;
}

static bool take_step(struct serve_handover *handover)
{
	struct serve_step step;
	int descriptor;
	bool gone = false, good = true;
	while (good && serve_step_take(handover->steps, &step, &descriptor, &gone)) {
		if (step.kind == STEP_LINE && descriptor >= 0)
			good = handover_tell(handover->line, HANDOVER_LINE, 0, "", descriptor);
		else if (step.kind == STEP_PREPARED)
			good = handover_tell(handover->line, HANDOVER_PREPARED, 0, "", -1);
		else if (step.kind == STEP_SERVES)
			good = offer(handover);
		if (descriptor >= 0)
			close(descriptor);
	}
	/* A listener that is gone has complained, and its exit status is the server's. */
	if (gone)
		handover->steps = -1;
	return good;
}

static bool take_line(struct serve_handover *handover)
{
	static struct handover_message message;
	enum handover_heard heard;
	int descriptor;
	while (handover->upgrades && (heard = handover_hear(handover->line, &message, &descriptor,
					      0)) != HANDOVER_HEARD_NOTHING) {
		if (heard == HANDOVER_LINE_GONE || message.kind == HANDOVER_REFUSED)
			return false;
		if (descriptor >= 0)
			close(descriptor);
		if (message.kind == HANDOVER_STOPPED)
			serve_step_send(handover->steps, STEP_START, 0, -1);
		else if (message.kind == HANDOVER_YOURS && handover->lines >= 0)
			take_place(handover, *message.text);
	}
	return true;
}

bool upgrade_work(struct serve_handover *handover)
{
	if ((handover->steps < 0 || take_step(handover)) && take_line(handover))
		return true;
	command_complain("cannot take over: the running server has ended the upgrade; see its log");
	return false;
}
