#include "door/net/transport.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <time.h>

#include "vt100/vt100.h"

#define BAUD_MIN 50
#define BAUD_OF_NO_LINE 38400 /* the speed of pseudo-terminals */

struct client_facts *transport_facts(struct transport *transport)
{
	return &transport->facts;
}

/* Polls the transport's own descriptors and the extra ones. True if an extra one has an event. */
static bool transport_poll(
	struct pollfd *own, size_t own_count, struct pollfd *extra, size_t count, int timeout_ms)
{
	struct pollfd all[TRANSPORT_OWN_MAX + TRANSPORT_EXTRA_MAX];
	memcpy(all, own, own_count * sizeof *own);
	if (count)
		memcpy(all + own_count, extra, count * sizeof *extra);
	/* An interrupted poll leaves all revents 0. */
	bool rang = poll(all, own_count + count, timeout_ms) > 0;
	bool extra_rang = false;
	for (size_t i = 0; rang && i < own_count; i++)
		own[i].revents = all[i].revents;
	for (size_t i = 0; rang && i < count; i++) {
		extra[i].revents = all[own_count + i].revents;
		extra_rang |= extra[i].revents != 0;
	}
	return extra_rang;
}

static int transport_patience(
	const struct transport *transport, long long until_ms, long long now_ms)
{
	if (transport->deadline_ms && (until_ms < 0 || transport->deadline_ms < until_ms))
		until_ms = transport->deadline_ms;
	if (until_ms < 0)
		return -1;
	return until_ms > now_ms ? (int)(until_ms - now_ms) : 0;
}

bool transport_wait(struct transport *transport, struct pollfd *extra, size_t count, int timeout_ms)
{
	assert(count <= TRANSPORT_EXTRA_MAX);
	for (size_t i = 0; i < count; i++)
		extra[i].revents = 0;
	long long now_ms = transport_now_ms(), until_ms = timeout_ms < 0 ? -1 : now_ms + timeout_ms;
	bool was_clogged = transport_clogged(transport);
	while (!transport->closed) {
		struct pollfd own[TRANSPORT_OWN_MAX];
		bool pending = false;
		size_t own_count = transport->methods->wants(transport, own, &pending);
		for (size_t i = 0; i < own_count; i++)
			own[i].revents = 0;
		int patience = pending ? 0 : transport_patience(transport, until_ms, now_ms);
		bool extra_rang = transport_poll(own, own_count, extra, count, patience);
		bool shown = transport->methods->react(transport, own);
		now_ms = transport_now_ms();
		if (!transport->closed && transport->deadline_ms &&
			now_ms >= transport->deadline_ms)
			transport_end(transport, "the time for the login is over");
		if (shown || extra_rang || (was_clogged && !transport_clogged(transport)))
			break;
		if (until_ms >= 0 && now_ms >= until_ms)
			break;
	}
	return !transport->closed;
}

bool transport_has_input(struct transport *transport)
{
	struct pollfd own[TRANSPORT_OWN_MAX];
	bool pending = false;
	if (transport->closed)
		return false;
	size_t count = transport->methods->wants(transport, own, &pending);
	if (poll(own, count, 0) <= 0)
		return false;
	for (size_t i = 0; i < count; i++)
		if (own[i].revents & POLLIN)
			return true;
	return false;
}

void transport_write(struct transport *transport, const void *bytes, size_t size)
{
	if (size && !transport->closed)
		transport->methods->write(transport, bytes, size);
}

bool transport_clogged(const struct transport *transport)
{
	return !transport->closed && transport->methods->clogged(transport);
}

bool transport_settled(const struct transport *transport)
{
	return !transport->methods->settled || transport->methods->settled(transport);
}

bool transport_mark(struct transport *transport)
{
	return !transport->closed && transport->methods->mark &&
	       transport->methods->mark(transport);
}

unsigned transport_marks(struct transport *transport)
{
	unsigned marks = transport->marks;
	transport->marks = 0;
	return marks;
}

size_t transport_unsent(const struct transport *transport)
{
	return !transport->closed && transport->methods->unsent
		       ? transport->methods->unsent(transport)
		       : 0;
}

size_t transport_kernel_holds(int descriptor)
{
	int bytes = 0;
	/* SIOCOUTQ of sockets is the same request. */
	return ioctl(descriptor, TIOCOUTQ, &bytes) == 0 && bytes > 0 ? (size_t)bytes : 0;
}

bool transport_recognise(struct transport *transport, const char *kind)
{
	return !transport->closed && transport->methods->recognise &&
	       transport->methods->recognise(transport, kind);
}

void transport_echo(struct transport *transport, bool we_echo)
{
	if (!transport->closed && transport->methods->echo)
		transport->methods->echo(transport, we_echo);
}

void transport_lines(struct transport *transport, bool on)
{
	if (!transport->closed && transport->methods->lines)
		transport->methods->lines(transport, on);
}

bool transport_edits_lines(const struct transport *transport)
{
	return transport->methods->edits_lines && transport->methods->edits_lines(transport);
}

void transport_prompt(struct transport *transport)
{
	if (!transport->closed && transport->methods->prompt)
		transport->methods->prompt(transport);
}

unsigned transport_wants_data(const struct transport *transport)
{
	return !transport->closed && transport->methods->wants_data
		       ? transport->methods->wants_data(transport)
		       : 0;
}

size_t transport_data(struct transport *transport, const char *package, const char *json)
{
	return transport_wants_data(transport) ? transport->methods->data(transport, package, json)
					       : 0;
}

void transport_status(struct transport *transport, const struct server_fact *facts, size_t count)
{
	if (!transport->closed && transport->methods->status)
		transport->methods->status(transport, facts, count);
}

void transport_still(struct transport *transport)
{
	if (!transport->closed && transport->methods->still)
		transport->methods->still(transport);
}

bool transport_pack(const struct transport *transport, struct packing *out)
{
	return !transport->closed && transport->methods->pack &&
	       transport->methods->pack(transport, out);
}

void transport_close(struct transport *transport, int exit_status)
{
	if (transport)
		transport->methods->close(transport, exit_status);
}

unsigned transport_baud(unsigned long speed)
{
	return speed >= BAUD_MIN && speed < BAUD_OF_NO_LINE ? (unsigned)speed : 0;
}

static void take_locale(
	struct client_facts *facts, unsigned *weight, unsigned of, const char *value)
{
	if (!*value || of < *weight)
		return;
	*weight = of;
	vt_clean(facts->locale, sizeof facts->locale, value, strnlen(value, 256));
}

bool transport_take_variable(
	struct client_facts *facts, unsigned *weight, const char *name, const char *value)
{
	/* In ascending precedence, as in setlocale. */
	static const char *const locales[] = {"LANG", "LC_CTYPE", "LC_ALL"};
	for (unsigned i = 0; i < sizeof locales / sizeof *locales; i++)
		if (strcmp(name, locales[i]) == 0) {
			take_locale(facts, weight, i + 1, value);
			return true;
		}
	if (strcmp(name, "NO_COLOR") == 0) {
		facts->no_colour = *value != '\0';
		return true;
	}
	if (strcmp(name, "COLORTERM") == 0) {
		facts->truecolour =
			strcasecmp(value, "truecolor") == 0 || strcasecmp(value, "24bit") == 0;
		return true;
	}
	return false;
}

void transport_begin(struct transport *transport, const struct transport_methods *methods,
	const struct transport_handlers *handlers, const char *name, const char *peer)
{
	static struct config defaults;
	assert(handlers->ready && handlers->bytes && handlers->facts && handlers->closed);
	transport->methods = methods;
	transport->handlers = *handlers;
	if (!handlers->config) {
		config_defaults(&defaults);
		transport->handlers.config = &defaults;
	}
	struct client_facts *facts = &transport->facts;
	snprintf(facts->peer, sizeof facts->peer, "%s", peer);
	facts->transport = name;
	facts->width = 80;
	facts->height = 24;
}

void transport_end(struct transport *transport, const char *reason)
{
	if (transport->closed)
		return;
	transport->closed = true;
	transport->handlers.closed(transport->handlers.context, reason);
}

long long transport_now_ms(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
