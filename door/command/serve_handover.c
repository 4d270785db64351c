#include "door/command/serve_handover.h"

#include "door/command/serve_step.h"
#include "door/net/transport.h"
#include "door/os/complain.h"
#include "door/os/log.h"
#include "door/os/service_manager.h"
#include "door/os/version.h"
#include "door/store/keeper.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREPARE_MS 120000 /* for the new program to be ready */
#define SWITCH_MS 60000   /* for the new keeper to serve */
/* For the new program to say that it is healthy, after its trial. One that lives and is silent
 * keeps the place. */
#define LENT_MS 30000

/* ---- Facts ---- */

static void add_number(struct handover_message *facts, const char *key, long long number)
{
	char text[24];
	snprintf(text, sizeof text, "%lld", number);
	handover_word(facts, key, text);
}

static void note_facts(struct handover_message *facts, int argc, char **argv)
{
	char text[4096];
	struct stat program;
	facts->kind = HANDOVER_FACTS;
	snprintf(facts->text, sizeof facts->text, "%s", TRAPDOOR_VERSION);
	add_number(facts, "pid", getpid());
	add_number(facts, "uid", geteuid());
	if (getenv("NOTIFY_SOCKET"))
		handover_word(facts, "managed", "systemd");
	else if (getenv("RC_SVCNAME"))
		handover_word(facts, "managed", "openrc");
	if (stat("/proc/self/exe", &program) == 0) {
		snprintf(text, sizeof text, "%llu:%llu", (unsigned long long)program.st_dev,
			(unsigned long long)program.st_ino);
		handover_word(facts, "program", text);
	}
	if (getcwd(text, sizeof text))
		handover_word(facts, "cwd", text);
	for (int i = 0; i < argc; i++)
		if (strcmp(argv[i], "--upgrade") != 0)
			handover_word(facts, "arg", argv[i]);
	for (char **each = environ; *each; each++)
		if (strncmp(*each, "TRAPDOOR_", 9) == 0)
			handover_word(facts, "env", *each);
}

bool handover_begin(struct serve_handover *handover, int argc, char **argv)
{
	handover->listening = handover->line = handover->report = handover->lines = -1;
	handover->older = -1;
	handover->sockets.metrics = handover->sockets.manager = -1;
	handover->sockets.host_key = -1;
	for (int i = 1; i < argc; i++)
		handover->upgrades |= strcmp(argv[i], "--upgrade") == 0;
	if (handover->upgrades && !upgrade_begin(handover)) {
		command_complain("serve --upgrade is a part of \"trapdoor upgrade\", which starts "
				 "it itself");
		return false;
	}
	handover->log = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
	note_facts(&handover->facts, argc, argv);
	return true;
}

/* ---- The place ---- */

static void close_line(struct serve_handover *handover)
{
	if (handover->line >= 0)
		close(handover->line);
	handover->line = -1;
}

static const char ended_early[] = "the new program has ended; its complaint is above";

/* The new program did not come so far: this server goes on. */
static void give_up(struct serve_handover *handover, const char *why)
{
	if (handover->state != HANDOVER_IDLE)
		log_line(LOG_ERROR, "upgrade.failed", "why=%s", log_quote(why));
	if (handover->state == HANDOVER_STOPPING || handover->state == HANDOVER_WAITING ||
		handover->state == HANDOVER_LENT)
		serve_step_send(handover->steps, STEP_RESUME, 0, -1);
	handover->state = HANDOVER_IDLE;
	close_line(handover);
}

static bool send_sockets(const struct serve_handover *handover)
{
	const struct handover_parts *parts = &handover->parts;
	const struct listeners *listeners = parts->listeners;
	char text[CONFIG_TEXT_MAX + 16];
	bool sent = true;
	for (size_t i = 0; sent && i < listeners->count; i++)
		sent = handover_tell(handover->line, HANDOVER_SOCKET,
			(uint32_t)listeners->each[i].port, listeners->each[i].row->name,
			listeners->each[i].descriptor);
	if (sent && parts->metrics->exporter.listening >= 0) {
		snprintf(text, sizeof text, "metrics %s", parts->settings->running.monitor_metrics);
		sent = handover_tell(handover->line, HANDOVER_SOCKET, 0, text,
			parts->metrics->exporter.listening);
	}
	/* A credential of systemd is where no other program finds it. */
	if (sent && parts->files->host_key >= 0)
		sent = handover_tell(
			handover->line, HANDOVER_SOCKET, 0, "host_key", parts->files->host_key);
	if (sent && *parts->manager >= 0)
		sent = handover_tell(handover->line, HANDOVER_SOCKET,
			(uint32_t)handover->sockets.pulse_ms, "manager", *parts->manager);
	return sent &&
	       handover_tell(handover->line, HANDOVER_SOCKET, 0, "upgrade", handover->listening) &&
	       handover_tell(handover->line, HANDOVER_SOCKETS_END,
		       KEEPER_PROTOCOL << 8 | KEEPER_PROTOCOL_OLDEST, "", -1);
}

static void begin(struct serve_handover *handover, const struct handover_message *message)
{
	handover->state = HANDOVER_BEGUN;
	if (!send_sockets(handover)) {
		give_up(handover, ended_early);
		return;
	}
	handover->minutes = message->number;
	handover->until_ms = transport_now_ms() + PREPARE_MS;
	log_line(LOG_INFO, "upgrade.begin", "sockets=%zu", handover->parts.listeners->count);
}

/* From now on the new server has the place for good. */
static void leave(struct serve_handover *handover)
{
	const struct handover_parts *parts = &handover->parts;
	int minutes = handover->minutes ? (int)handover->minutes - 1
					: parts->settings->running.limits_drain_minutes;
	char text[32];
	/* The service manager hears nobody but the main process. */
	snprintf(text, sizeof text, "MAINPID=%u", (unsigned)handover->newer);
	service_tell(*parts->manager, text);
	serve_step_send(handover->steps, STEP_LEAVE, minutes, -1);
	log_line(LOG_INFO, "upgrade.done", "by=%u minutes=%d", (unsigned)handover->newer, minutes);
	handover->state = HANDOVER_LEFT;
	listeners_close(parts->listeners);
	serve_metrics_end(parts->metrics);
	serve_site_end(parts->site);
	serve_livelog_end(parts->livelog);
	if (*parts->manager >= 0)
		close(*parts->manager);
	*parts->manager = -1;
	close(handover->listening);
	handover->listening = -1;
	close_line(handover);
}

/* The new server accepts, with the lines of the sessions of this one. */
static void lend(struct serve_handover *handover, const struct handover_message *message, int lines)
{
	static const char trial[] = HANDOVER_TRIAL;
	bool tries = strncmp(message->text, trial, sizeof trial - 1) == 0;
	int seconds = tries ? atoi(message->text + sizeof trial - 1) : 0;
	handover->newer = message->number;
	if (!handover_tell(handover->line, HANDOVER_YOURS, 0, tries ? message->text : "", -1)) {
		give_up(handover, "the new program has ended");
		return;
	}
	serve_step_send(handover->steps, STEP_LEND, 0, lines);
	handover->state = HANDOVER_LENT;
	handover->until_ms = transport_now_ms() + seconds * 1000LL + LENT_MS;
	if (tries)
		log_line(LOG_INFO, "upgrade.trial", "by=%u seconds=%d", (unsigned)handover->newer,
			seconds);
	else
		leave(handover);
}

/* ---- The line ---- */

static void take_message(
	struct serve_handover *handover, const struct handover_message *message, int descriptor)
{
	switch (message->kind) {
	case HANDOVER_ASK:
		handover_send(handover->line, &handover->facts, handover->log);
		break;
	case HANDOVER_RELOAD:
		serve_settings_reload(handover->parts.settings, handover->parts.files);
		handover_tell(handover->line, HANDOVER_DONE, 0, "", -1);
		break;
	case HANDOVER_BEGIN:
		if (handover->state == HANDOVER_IDLE)
			begin(handover, message);
		break;
	case HANDOVER_LINE:
		if (handover->state == HANDOVER_BEGUN && descriptor >= 0)
			serve_step_send(handover->steps, STEP_GIVE, 0, descriptor);
		break;
	case HANDOVER_PREPARED:
		if (handover->state != HANDOVER_BEGUN)
			break;
		handover->state = HANDOVER_STOPPING;
		handover->until_ms = transport_now_ms() + SWITCH_MS;
		serve_step_send(handover->steps, STEP_STOP, 0, -1);
		break;
	case HANDOVER_SERVES:
		if (handover->state == HANDOVER_WAITING && descriptor >= 0)
			lend(handover, message, descriptor);
		break;
	case HANDOVER_HEALTHY:
		if (handover->state == HANDOVER_LENT)
			leave(handover);
		break;
	default: /* of a later release */
		break;
	}
}

static void take_line(struct serve_handover *handover)
{
	static struct handover_message message;
	enum handover_heard heard = HANDOVER_HEARD_NOTHING;
	int descriptor = -1;
	while (handover->line >= 0 && (heard = handover_hear(handover->line, &message, &descriptor,
					       0)) == HANDOVER_HEARD) {
		take_message(handover, &message, descriptor);
		if (descriptor >= 0)
			close(descriptor);
	}
	if (heard == HANDOVER_LINE_GONE && handover->line >= 0)
		give_up(handover, handover->state == HANDOVER_LENT
					  ? "the new program has ended in its trial; see above"
					  : ended_early);
}

static void take_caller(struct serve_handover *handover)
{
	int line = handover_accept(handover->listening, handover->owner);
	if (line < 0)
		return;
	/* An upgrade whose program and caller have ended is over, although that is not read yet. */
	take_line(handover);
	if (handover->state != HANDOVER_IDLE) {
		handover_tell(line, HANDOVER_REFUSED, 0,
			"another upgrade of this server has begun; wait for its end", -1);
		close(line);
		return;
	}
	/* The last caller has asked and begun nothing. */
	close_line(handover);
	handover->line = line;
}

static void take_step(struct serve_handover *handover)
{
	struct serve_step step;
	int descriptor;
	bool gone;
	while (serve_step_take(handover->steps, &step, &descriptor, &gone)) {
		if (descriptor >= 0)
			close(descriptor);
		if (step.kind != STEP_STOPPED || handover->state != HANDOVER_STOPPING)
			continue;
		handover->state = HANDOVER_WAITING;
		handover_tell(handover->line, HANDOVER_STOPPED, 0, "", -1);
	}
	if (gone)
		handover->steps = -1;
}

/* ---- The loop ---- */

void handover_poll(const struct serve_handover *handover, struct pollfd *all)
{
	/* The old server answers those who call in the trial. */
	all[0] = (struct pollfd){
		.fd = handover_on_trial(handover) ? -1 : handover->listening, .events = POLLIN};
	all[1] = (struct pollfd){.fd = handover->line, .events = POLLIN};
	all[2] = (struct pollfd){.fd = handover->steps, .events = POLLIN};
}

bool handover_on_trial(const struct serve_handover *handover)
{
	return handover->older >= 0;
}

static bool is_under_way(const struct serve_handover *handover)
{
	if (handover_on_trial(handover))
		return true;
	return !handover->upgrades && handover->state != HANDOVER_IDLE &&
	       handover->state != HANDOVER_LEFT;
}

int handover_patience(const struct serve_handover *handover)
{
	long long left_ms = handover->until_ms - transport_now_ms();
	if (!is_under_way(handover))
		return -1;
	return left_ms > 0 ? (int)left_ms : 0;
}

bool handover_work(struct serve_handover *handover)
{
	if (handover->upgrades)
		return upgrade_work(handover);
	if (handover_on_trial(handover))
		return upgrade_try(handover);
	if (handover->listening >= 0)
		take_caller(handover);
	if (handover->line >= 0)
		take_line(handover);
	if (handover->steps >= 0)
		take_step(handover);
	if (!is_under_way(handover) || transport_now_ms() < handover->until_ms)
		return true;
	if (handover->state == HANDOVER_LENT)
		leave(handover);
	else
		give_up(handover, "the new program took too long");
	return true;
}
