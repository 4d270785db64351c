#include "door/os/queue.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void queue_add(struct queue *queue, const void *bytes, size_t size)
{
	if (size == 0)
		return; /* an empty queue has no buffer to copy to */
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
			return sent < 0 && errno == EAGAIN;
	}
	return true;
}

void queue_free(struct queue *queue)
{
	free(queue->data);
	memset(queue, 0, sizeof *queue);
}
