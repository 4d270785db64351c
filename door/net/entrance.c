#include "door/net/entrance.h"

#include "door/metrics/metrics.h"
#include "door/net/proxy_wait.h"
#include "door/os/crash.h"
#include "door/os/expiry_clock.h"
#include "door/os/log.h"
#include "door/os/unforked.h"
#include "door/text/refusals.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#define EVENTS_AT_ONCE 64
#define PROXY_EVENT UINT32_MAX /* of the epoll; any other number is a place */
#define LEAVE_MS 2000          /* a session that was asked to leave is killed after so long */
#define REPORTS_MAX 8          /* wrong passwords or garbage counted at once: more change nothing */

struct leaver {
	int place;
	int64_t until_ms;
};

struct entrance {
	struct entrance_handlers handlers;
	struct admissions *admissions;
	struct bans *bans;
	struct expiry_clock expiry; /* of the bans */
	char refusal[192];          /* of the last banned client */
	struct networks proxies;
	struct proxy_wait *proxy_wait;
	int epoll;
	struct leaver leavers[ADMISSION_LEAVING_MAX];
	size_t leaver_count;
	char (*ids)[LOG_SESSION_MAX]; /* of each place */
	int reports[];                /* likewise; -1: none */
};

/* The settings were checked when they were read. */
static struct admission_rules entrance_rules(const struct config *config, int doors)
{
	char sentence[160];
	struct admission_rules rules = {.connections = config->limits_connections,
		.doors = doors,
		.before_login = config->limits_before_login,
		.drop_from = config->limits_drop_from,
		.drop_percent = config->limits_drop_percent,
		.per_address = config->limits_per_address,
		.per_network = config->limits_per_network,
		.login_seconds = config->limits_login_seconds,
		.penalty_start_seconds = config->limits_penalty_start_seconds,
		.penalty_most_seconds = config->limits_penalty_most_seconds};
	networks_parse(config->limits_trusted, &rules.trusted, sentence, sizeof sentence);
	randombytes_buf(rules.key, sizeof rules.key);
	return rules;
}

static void entrance_admit(void *context, int listener, int socket, const struct proxied *client)
{
	const struct entrance *entrance = context;
	entrance->handlers.admit(entrance->handlers.context, listener, socket, client);
}

struct entrance *entrance_new(
	const struct config *config, int doors, const struct entrance_handlers *handlers)
{
	struct admission_rules rules = entrance_rules(config, doors);
	struct admissions *admissions = admissions_new(&rules);
	char sentence[160];
	size_t capacity = (size_t)admissions_capacity(admissions);
	struct entrance *entrance =
		unforked_new(sizeof *entrance + capacity * sizeof *entrance->reports);
	entrance->handlers = *handlers;
	entrance->ids = unforked_new(capacity * sizeof *entrance->ids);
	entrance->admissions = admissions;
	entrance->bans = bans_new();
	entrance->epoll = epoll_create1(EPOLL_CLOEXEC);
	assert(entrance->epoll >= 0);
	networks_parse(config->listen_proxies, &entrance->proxies, sentence, sizeof sentence);
	entrance->proxy_wait = proxy_wait_new(entrance_admit, entrance);
	struct epoll_event event = {.events = EPOLLIN, .data.u32 = PROXY_EVENT};
	int failed = epoll_ctl(entrance->epoll, EPOLL_CTL_ADD,
		proxy_wait_descriptor(entrance->proxy_wait), &event);
	assert(!failed);
	(void)failed;
	for (size_t i = 0; i < capacity; i++)
		entrance->reports[i] = -1;
	return entrance;
}

void entrance_set(struct entrance *entrance, const struct config *config)
{
	struct admission_rules rules = entrance_rules(config, 1);
	char sentence[160];
	admissions_set(entrance->admissions, &rules);
	networks_parse(config->listen_proxies, &entrance->proxies, sentence, sizeof sentence);
}

int entrance_descriptor(const struct entrance *entrance)
{
	return entrance->epoll;
}

int entrance_count(const struct entrance *entrance)
{
	return admissions_count(entrance->admissions);
}

int entrance_capacity(const struct entrance *entrance)
{
	return admissions_capacity(entrance->admissions);
}

int entrance_report_descriptor(const struct entrance *entrance, int place)
{
	return entrance->reports[place];
}

const char *entrance_id(const struct entrance *entrance, int place)
{
	return entrance->ids[place];
}

static void entrance_log(const struct entrance *entrance, int place, const struct address *address,
	enum offence offence, int refused_seconds)
{
	char text[ADDRESS_TEXT_MAX];
	address_text(address, text);
	metric_add(METRIC_PENALTIES, offence, 0, 1);
	log_session_set(entrance->ids[place]);
	log_line(LOG_INFO, "penalty", "from=%s for=%s refused_seconds=%d", text,
		offence_name(offence), refused_seconds);
	log_session_set("");
}

/* ---- Reports ---- */

static void entrance_penalise(
	struct entrance *entrance, int place, enum offence offence, unsigned count, int64_t now_ms)
{
	const struct address *address = admissions_address(entrance->admissions, place);
	for (unsigned i = 0; i < count && i < REPORTS_MAX; i++)
		entrance_log(entrance, place, address, offence,
			admissions_offence(entrance->admissions, place, offence, now_ms));
}

static void entrance_hear(struct entrance *entrance, int place, int64_t now_ms)
{
	struct reports reports;
	if (!report_read(entrance->reports[place], &reports))
		return;
	log_lost_add(reports.counts[REPORT_LOST]);
	entrance_penalise(
		entrance, place, OFFENCE_password, reports.counts[REPORT_PASSWORD], now_ms);
	entrance_penalise(entrance, place, OFFENCE_garbage, reports.counts[REPORT_GARBAGE], now_ms);
	if (reports.counts[REPORT_PASSED])
		admissions_passed(entrance->admissions, place);
}

static bool entrance_report_open(struct entrance *entrance, int place)
{
	struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)place};
	int descriptor = report_open();
	if (descriptor >= 0 && epoll_ctl(entrance->epoll, EPOLL_CTL_ADD, descriptor, &event) != 0) {
		close(descriptor);
		descriptor = -1;
	}
	entrance->reports[place] = descriptor;
	return descriptor >= 0;
}

static void entrance_report_close(struct entrance *entrance, int place)
{
	int descriptor = entrance->reports[place];
	/* A session that still has its end would keep a closed one in the set. */
	if (descriptor >= 0)
		epoll_ctl(entrance->epoll, EPOLL_CTL_DEL, descriptor, NULL);
	if (descriptor >= 0)
		close(descriptor);
	entrance->reports[place] = -1;
}

/* ---- Places ---- */

static void entrance_leave(struct entrance *entrance, int place, int64_t now_ms)
{
	assert(entrance->leaver_count < ADMISSION_LEAVING_MAX);
	entrance->leavers[entrance->leaver_count++] =
		(struct leaver){.place = place, .until_ms = now_ms + LEAVE_MS};
	entrance->handlers.end(entrance->handlers.context, place, false);
}

struct bans *entrance_bans(struct entrance *entrance)
{
	return entrance->bans;
}

int entrance_take(struct entrance *entrance, const struct address *address, int door,
	int64_t now_ms, const char **why)
{
	const struct ban *ban = bans_find(
		entrance->bans, address, expiry_clock_read(&entrance->expiry, time(NULL), now_ms));
	if (ban) {
		refusal_text(entrance->refusal, sizeof entrance->refusal, "your address is banned",
			ban->until, ban->reason);
		*why = entrance->refusal;
		metric_add(METRIC_REFUSED, REFUSAL_BANNED, 0, 1);
		return -1;
	}
	struct admission_answer answer =
		admissions_take(entrance->admissions, address, door, now_ms);
	*why = answer.why;
	if (answer.leaver >= 0)
		entrance_leave(entrance, answer.leaver, now_ms);
	if (answer.place >= 0 && !entrance_report_open(entrance, answer.place)) {
		entrance_give_back(entrance, answer.place, ENTRANCE_NOT_BEGUN, now_ms);
		*why = "the server cannot start a session now; try again later";
		metric_add(METRIC_REFUSED, REFUSAL_RESOURCES, 0, 1);
		return -1;
	}
	if (answer.place >= 0)
		snprintf(entrance->ids[answer.place], sizeof entrance->ids[0], "%08x",
			(unsigned)randombytes_random());
	return answer.place;
}

int entrance_resume(
	struct entrance *entrance, const struct address *address, const char *id, int64_t now_ms)
{
	const int telnet = 1;
	struct admission_answer answer =
		admissions_take(entrance->admissions, address, telnet, now_ms);
	if (answer.leaver >= 0)
		entrance_leave(entrance, answer.leaver, now_ms);
	if (answer.place < 0)
		return -1;
	admissions_passed(entrance->admissions, answer.place);
	if (!entrance_report_open(entrance, answer.place)) {
		entrance_give_back(entrance, answer.place, ENTRANCE_NOT_BEGUN, now_ms);
		return -1;
	}
	snprintf(entrance->ids[answer.place], sizeof entrance->ids[0], "%s", id);
	return answer.place;
}

void entrance_give_back(struct entrance *entrance, int place, int status, int64_t now_ms)
{
	struct address address = *admissions_address(entrance->admissions, place);
	enum offence offence;
	if (status == ENTRANCE_NOT_BEGUN)
		admissions_passed(entrance->admissions, place);
	/* Its last reports count before it is judged. */
	entrance_hear(entrance, place, now_ms);
	entrance_report_close(entrance, place);
	for (size_t i = 0; i < entrance->leaver_count; i++)
		if (entrance->leavers[i].place == place) {
			entrance->leavers[i] = entrance->leavers[--entrance->leaver_count];
			break;
		}
	int seconds = admissions_give_back(
		entrance->admissions, place, crash_status(status), now_ms, &offence);
	if (offence != OFFENCE_COUNT)
		entrance_log(entrance, place, &address, offence, seconds);
}

void entrance_arrive(struct entrance *entrance, int listener, int socket,
	const struct address *address, int64_t now_ms)
{
	if (networks_have(&entrance->proxies, address))
		proxy_wait_add(entrance->proxy_wait, socket, listener, address, now_ms);
	else
		entrance_admit(entrance, listener, socket, &(struct proxied){.address = *address});
}

/* ---- Work ---- */

int entrance_patience(const struct entrance *entrance, int64_t now_ms)
{
	int64_t soonest_ms = INT64_MAX;
	for (size_t i = 0; i < entrance->leaver_count; i++)
		if (entrance->leavers[i].until_ms < soonest_ms)
			soonest_ms = entrance->leavers[i].until_ms;
	int proxy = proxy_wait_patience(entrance->proxy_wait, now_ms);
	if (soonest_ms == INT64_MAX)
		return proxy;
	int leaver = soonest_ms > now_ms ? (int)(soonest_ms - now_ms) : 0;
	return proxy >= 0 && proxy < leaver ? proxy : leaver;
}

void entrance_work(struct entrance *entrance, int64_t now_ms)
{
	struct epoll_event events[EVENTS_AT_ONCE];
	int count = epoll_wait(entrance->epoll, events, EVENTS_AT_ONCE, 0);
	expiry_clock_read(&entrance->expiry, time(NULL), now_ms);
	for (int i = 0; i < count; i++)
		if (events[i].data.u32 != PROXY_EVENT)
			entrance_hear(entrance, (int)events[i].data.u32, now_ms);
	proxy_wait_work(entrance->proxy_wait, now_ms);
	for (size_t i = 0; i < entrance->leaver_count; i++)
		if (entrance->leavers[i].until_ms <= now_ms) {
			entrance->leavers[i].until_ms = now_ms + LEAVE_MS;
			entrance->handlers.end(
				entrance->handlers.context, entrance->leavers[i].place, true);
		}
}
