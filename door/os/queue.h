/*
 * Bytes on their way out, in order, over a descriptor that may not take them all at once.
 *
 * A queue that ran empty gives a large buffer back, so that one big frame does not stay in a
 * session's memory.
 */
#ifndef TRAPDOOR_QUEUE_H
#define TRAPDOOR_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define QUEUE_KEPT 16384

struct queue {
	uint8_t *data;
	size_t sent, size, capacity; /* data[sent] to data[size - 1] are still to go */
};

void queue_add(struct queue *queue, const void *bytes, size_t size);
size_t queue_left(const struct queue *queue);
/* Forgets the first size bytes: they went another way. */
void queue_drop(struct queue *queue, size_t size);
/* Sends what the descriptor takes. False when it takes nothing any more; a full one is no failure.
 */
bool queue_send(struct queue *queue, int descriptor);
void queue_free(struct queue *queue);

#endif
