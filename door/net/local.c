/* This terminal as a transport, for `trapdoor play` and `trapdoor replay`. */
#include "door/net/transport.h"
#include "door/os/queue.h"
#include "vt100/vt100.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#define LOCAL_READ_MAX 4096
#define LOCAL_LINGER_MS 1000

struct local_transport {
	struct transport base;
	int terminal; /* opened anew, so that O_NONBLOCK affects no other process */
	int signals;
	struct queue out;
	bool ready, gone;
};

static struct local_transport *local_of(struct transport *transport)
{
	return (struct local_transport *)transport;
}

static bool local_measure(struct local_transport *t)
{
	struct client_facts *facts = &t->base.facts;
	struct winsize size;
	if (ioctl(t->terminal, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
		return false;
	bool changed = size.ws_col != facts->width || size.ws_row != facts->height;
	facts->width = size.ws_col;
	facts->height = size.ws_row;
	facts->has_size = true;
	return changed;
}

static size_t local_wants(
	struct transport *transport, struct pollfd own[TRANSPORT_OWN_MAX], bool *pending)
{
	struct local_transport *t = local_of(transport);
	*pending = !t->ready || t->gone;
	own[0] = (struct pollfd){.fd = t->terminal, .events = POLLIN};
	if (queue_left(&t->out))
		own[0].events |= POLLOUT;
	own[1] = (struct pollfd){.fd = t->signals, .events = POLLIN};
	return 2;
}

static bool local_take_signals(struct local_transport *t)
{
	struct signalfd_siginfo info;
	bool shown = false;
	while (read(t->signals, &info, sizeof info) == sizeof info)
		if (local_measure(t)) {
			t->base.handlers.facts(t->base.handlers.context);
			shown = true;
		}
	return shown;
}

static bool local_read(struct local_transport *t)
{
	uint8_t bytes[LOCAL_READ_MAX];
	ssize_t size = read(t->terminal, bytes, sizeof bytes);
	if (size > 0)
		t->base.handlers.bytes(t->base.handlers.context, bytes, (size_t)size);
	else if (size == 0 || (errno != EAGAIN && errno != EINTR))
		t->gone = true;
	return size > 0;
}

static bool local_react(struct transport *transport, const struct pollfd own[TRANSPORT_OWN_MAX])
{
	struct local_transport *t = local_of(transport);
	bool shown = false;
	if (!t->ready) {
		t->ready = shown = true;
		transport->handlers.ready(transport->handlers.context);
	}
	if (own[1].revents)
		shown |= local_take_signals(t);
	if (own[0].revents & (POLLIN | POLLHUP | POLLERR))
		shown |= local_read(t);
	if (!queue_send(&t->out, t->terminal))
		t->gone = true;
	if (t->gone) {
		transport_end(transport, "the terminal was closed");
		shown = true;
	}
	return shown;
}

static void local_write(struct transport *transport, const void *bytes, size_t size)
{
	struct local_transport *t = local_of(transport);
	queue_add(&t->out, bytes, size);
	if (!queue_send(&t->out, t->terminal))
		t->gone = true;
}

static bool local_clogged(const struct transport *transport)
{
	return queue_left(&((const struct local_transport *)transport)->out) > 0;
}

static size_t local_unsent(const struct transport *transport)
{
	const struct local_transport *t = (const struct local_transport *)transport;
	return queue_left(&t->out) + transport_kernel_holds(t->terminal);
}

static void local_close(struct transport *transport, int exit_status)
{
	struct local_transport *t = local_of(transport);
	long long until_ms = transport_now_ms() + LOCAL_LINGER_MS;
	(void)exit_status;
	while (queue_left(&t->out) && transport_now_ms() < until_ms &&
		queue_send(&t->out, t->terminal)) {
		struct pollfd own = {.fd = t->terminal, .events = POLLOUT};
		poll(&own, 1, 100);
	}
	queue_free(&t->out);
	close(t->signals);
	close(t->terminal);
	free(t);
}

static const struct transport_methods local_methods = {
	.wants = local_wants,
	.react = local_react,
	.write = local_write,
	.clogged = local_clogged,
	.unsent = local_unsent,
	.close = local_close,
};

static void local_learn(struct client_facts *facts)
{
	static const char *const locales[] = {"LC_ALL", "LC_CTYPE", "LANG"};
	const char *term = getenv("TERM"), *colour = getenv("COLORTERM"),
		   *none = getenv("NO_COLOR");
	const char *locale = NULL;
	for (size_t i = 0; i < sizeof locales / sizeof *locales && !(locale && *locale); i++)
		locale = getenv(locales[i]);
	vt_clean(facts->term, sizeof facts->term, term ? term : "", term ? strlen(term) : 0);
	vt_clean(facts->locale, sizeof facts->locale, locale ? locale : "",
		locale ? strlen(locale) : 0);
	facts->truecolour =
		colour && (strcmp(colour, "truecolor") == 0 || strcmp(colour, "24bit") == 0);
	facts->no_colour = none && *none;
	facts->has_pty = true;
	facts->admission = ADMIT_LOCAL;
}

static struct transport *local_open(
	int descriptor, const char *peer, const struct transport_handlers *handlers)
{
	struct local_transport *t = calloc(1, sizeof *t);
	sigset_t set;
	assert(t);
	transport_begin(&t->base, &local_methods, handlers, "local", peer);
	t->terminal = descriptor;
	sigemptyset(&set);
	sigaddset(&set, SIGWINCH);
	sigprocmask(SIG_BLOCK, &set, NULL);
	t->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	local_learn(&t->base.facts);
	if (handlers->config && handlers->config->replay)
		t->base.facts.admission = ADMIT_WATCH;
	local_measure(t);
	return &t->base;
}

const struct transport_row transport_local = {.name = "local", .open = local_open};
