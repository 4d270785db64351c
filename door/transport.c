#include "transport.h"

#include "queue.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

struct client_facts *transport_facts(struct transport *transport)
{
	return &transport->facts;
}

bool transport_wait(struct transport *transport, struct pollfd *extra, size_t count, int timeout_ms)
{
	assert(count <= TRANSPORT_EXTRA_MAX);
	for (size_t i = 0; i < count; i++)
		extra[i].revents = 0;
	if (transport->closed)
		return false;
	return transport->methods->wait(transport, extra, count, timeout_ms);
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

void transport_echo(struct transport *transport, bool we_echo)
{
	if (!transport->closed && transport->methods->echo)
		transport->methods->echo(transport, we_echo);
}

void transport_close(struct transport *transport, int exit_status)
{
	if (transport)
		transport->methods->close(transport, exit_status);
}

void transport_end(struct transport *transport, const char *reason)
{
	if (transport->closed)
		return;
	transport->closed = true;
	if (transport->handlers.closed)
		transport->handlers.closed(transport->handlers.context, reason);
}

void transport_tell_facts(struct transport *transport)
{
	if (!transport->closed && transport->handlers.facts)
		transport->handlers.facts(transport->handlers.context);
}

long long transport_now_ms(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- The queue ---- */

void queue_add(struct queue *queue, const void *bytes, size_t size)
{
	if (queue->size + size > queue->capacity) {
		if (queue->sent) {
			memmove(queue->data, queue->data + queue->sent, queue->size - queue->sent);
			queue->size -= queue->sent;
			queue->sent = 0;
		}
		size_t capacity = queue->capacity ? queue->capacity : 2048;
		while (capacity < queue->size + size)
			capacity *= 2;
		if (capacity != queue->capacity) {
			queue->data = realloc(queue->data, capacity);
			assert(queue->data);
			queue->capacity = capacity;
		}
	}
	memcpy(queue->data + queue->size, bytes, size);
	queue->size += size;
}

size_t queue_left(const struct queue *queue)
{
	return queue->size - queue->sent;
}

void queue_drop(struct queue *queue, size_t size)
{
	assert(size <= queue_left(queue));
	queue->sent += size;
	if (queue->sent < queue->size)
		return;
	queue->sent = queue->size = 0;
	if (queue->capacity > QUEUE_KEPT)
		queue_free(queue);
}

bool queue_send(struct queue *queue, int descriptor)
{
	while (queue_left(queue)) {
		ssize_t sent = write(descriptor, queue->data + queue->sent, queue_left(queue));
		if (sent > 0)
			queue_drop(queue, (size_t)sent);
		else if (sent < 0 && errno == EINTR)
			continue;
		else
			return sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
	}
	return true;
}

void queue_free(struct queue *queue)
{
	free(queue->data);
	memset(queue, 0, sizeof *queue);
}
