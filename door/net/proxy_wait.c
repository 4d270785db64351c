#include "door/net/proxy_wait.h"

#include "door/metrics/metrics.h"
#include "door/os/log.h"
#include "door/os/unforked.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

struct waiting {
	int socket, number;
	int64_t until_ms;
	struct address proxy;
	size_t size;
	uint8_t bytes[PROXY_HEADER_MAX];
};

struct proxy_wait {
	void (*take)(void *context, int number, int socket, const struct proxied *client);
	void *context;
	int epoll;
	size_t count;
	struct waiting waiting[PROXY_WAITING_MAX]; /* the oldest first */
};

struct proxy_wait *proxy_wait_new(
	void (*take)(void *context, int number, int socket, const struct proxied *client),
	void *context)
{
	struct proxy_wait *wait = unforked_new(sizeof *wait);
	wait->take = take;
	wait->context = context;
	wait->epoll = epoll_create1(EPOLL_CLOEXEC);
	assert(wait->epoll >= 0);
	return wait;
}

/* Forgets a connection, whose socket somebody else has or closes. */
static void wait_remove(struct proxy_wait *wait, size_t at)
{
	epoll_ctl(wait->epoll, EPOLL_CTL_DEL, wait->waiting[at].socket, NULL);
	wait->count--;
	memmove(&wait->waiting[at], &wait->waiting[at + 1],
		(wait->count - at) * sizeof *wait->waiting);
}

static void wait_close(struct proxy_wait *wait, size_t at, const char *why)
{
	char text[ADDRESS_TEXT_MAX];
	int socket = wait->waiting[at].socket;
	address_text(&wait->waiting[at].proxy, text);
	metric_add(METRIC_REFUSED, REFUSAL_PROXY, 0, 1);
	log_line(LOG_WARN, "proxy.refused", "proxy=%s why=%s", text, log_quote(why));
	wait_remove(wait, at);
	close(socket);
}

void proxy_wait_free(struct proxy_wait *wait)
{
	if (!wait)
		return;
	for (size_t i = 0; i < wait->count; i++)
		close(wait->waiting[i].socket);
	close(wait->epoll);
	unforked_free(wait, sizeof *wait);
}

int proxy_wait_descriptor(const struct proxy_wait *wait)
{
	return wait->epoll;
}

int proxy_wait_patience(const struct proxy_wait *wait, int64_t now_ms)
{
	if (!wait->count)
		return -1;
	int64_t left = wait->waiting[0].until_ms - now_ms;
	return left > 0 ? (int)left : 0;
}

void proxy_wait_add(struct proxy_wait *wait, int socket, int number, const struct address *proxy,
	int64_t now_ms)
{
	struct epoll_event event = {.events = EPOLLIN, .data.fd = socket};
	if (wait->count == PROXY_WAITING_MAX)
		wait_close(wait, 0, "too many connections wait for a PROXY header");
	if (epoll_ctl(wait->epoll, EPOLL_CTL_ADD, socket, &event) != 0) {
		close(socket);
		return;
	}
	struct waiting *waiting = &wait->waiting[wait->count++];
	waiting->socket = socket;
	waiting->number = number;
	waiting->proxy = *proxy;
	waiting->until_ms = now_ms + PROXY_WAIT_MS;
	waiting->size = 0;
}

/* Peeks at the received bytes and reads only those of the header. The bytes of the client stay in
 * the socket. */
static enum proxy_answer wait_read(struct waiting *waiting, struct proxied *client)
{
	size_t length, before = waiting->size;
	ssize_t seen = recv(
		waiting->socket, waiting->bytes + before, sizeof waiting->bytes - before, MSG_PEEK);
	if (seen < 0 && (errno == EAGAIN || errno == EINTR))
		return PROXY_MORE;
	if (seen <= 0)
		return PROXY_BAD;
	size_t size = before + (size_t)seen;
	enum proxy_answer answer = proxy_header_read(waiting->bytes, size, &length, client);
	if (answer == PROXY_BAD)
		return answer;
	size_t wanted = (answer == PROXY_MORE ? size : length) - before;
	if (recv(waiting->socket, waiting->bytes + before, wanted, 0) != (ssize_t)wanted)
		return PROXY_BAD;
	waiting->size = before + wanted;
	return answer;
}

static void wait_hear(struct proxy_wait *wait, size_t at)
{
	struct waiting *waiting = &wait->waiting[at];
	struct proxied client = {.address = waiting->proxy};
	enum proxy_answer answer = wait_read(waiting, &client);
	if (answer == PROXY_MORE)
		return;
	if (answer == PROXY_BAD) {
		wait_close(wait, at, "no valid PROXY header came");
		return;
	}
	int socket = waiting->socket, number = waiting->number;
	wait_remove(wait, at);
	wait->take(wait->context, number, socket, &client);
}

void proxy_wait_work(struct proxy_wait *wait, int64_t now_ms)
{
	struct epoll_event events[PROXY_WAITING_MAX];
	int count = epoll_wait(wait->epoll, events, PROXY_WAITING_MAX, 0);
	for (int i = 0; i < count; i++)
		for (size_t at = 0; at < wait->count; at++)
			if (wait->waiting[at].socket == events[i].data.fd) {
				wait_hear(wait, at);
				break;
			}
	while (wait->count && wait->waiting[0].until_ms <= now_ms)
		wait_close(wait, 0, "no PROXY header came in time");
}
