/*
 * Bytes to send, in order, over a descriptor that may not take them all at once.
 *
 * An empty queue frees a large buffer, so that one big frame does not stay in a session's memory.
 */
#ifndef TRAPDOOR_QUEUE_H
#define TRAPDOOR_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define QUEUE_KEPT 16384

struct queue {
	uint8_t *data;
	size_t sent, size, capacity; /* data[sent] to data[size - 1] are unsent */
};

void queue_add(struct queue *queue, const void *bytes, size_t size);
size_t queue_left(const struct queue *queue);
/* Drops the first size bytes without sending them. */
void queue_drop(struct queue *queue, size_t size);
/* Sends as much as fits. False on an error; a full descriptor is none. */
bool queue_send(struct queue *queue, int descriptor);
void queue_free(struct queue *queue);

#endif
