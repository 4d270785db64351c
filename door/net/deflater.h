/*
 * Output as one zlib stream, for MCCP version 2.
 *
 * libtelnet's own compressor has a window of 32 KiB, level 6, 268 KB of memory, and a flush after
 * each piece. This one has level 1, a window of 16 KiB and 86 KiB, and is flushed by its owner. A
 * stream has no state that can move to another process: the owner ends it, and a new one begins
 * there.
 */
#ifndef TRAPDOOR_DEFLATER_H
#define TRAPDOOR_DEFLATER_H

#include "door/os/queue.h"

/* All zero: no stream. */
struct deflater {
	struct z_stream_s *stream;
	bool unflushed; /* the client cannot read all that was added */
};

/* Begins a stream. False if memory is short: then there is none. */
bool deflater_begin(struct deflater *deflater);
bool deflater_runs(const struct deflater *deflater);
/* Add to the queue: bytes of the stream; all that is needed to read them; the end of the stream.
 * The last two add nothing without a stream. */
void deflater_add(struct deflater *deflater, struct queue *queue, const void *bytes, size_t size);
void deflater_flush(struct deflater *deflater, struct queue *queue);
void deflater_end(struct deflater *deflater, struct queue *queue);
/* Frees the stream without an end. */
void deflater_free(struct deflater *deflater);

#endif
