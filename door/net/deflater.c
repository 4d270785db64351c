#include "door/net/deflater.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define LEVEL 1        /* the fastest */
#define WINDOW_BITS 14 /* 16 KiB */
#define MEMORY_LEVEL 5
#define PIECE 2048

bool deflater_begin(struct deflater *deflater)
{
	assert(!deflater->stream);
	deflater->unflushed = false;
	deflater->stream = calloc(1, sizeof *deflater->stream);
	if (deflater->stream && deflateInit2(deflater->stream, LEVEL, Z_DEFLATED, WINDOW_BITS,
					MEMORY_LEVEL, Z_DEFAULT_STRATEGY) == Z_OK)
		return true;
	free(deflater->stream);
	deflater->stream = NULL;
	return false;
}

bool deflater_runs(const struct deflater *deflater)
{
	return deflater->stream != NULL;
}

/* Gives zlib its input until it has nothing more to write. */
static void run(struct deflater *deflater, struct queue *queue, int flush)
{
	z_stream *stream = deflater->stream;
	uint8_t piece[PIECE];
	do {
		stream->next_out = piece;
		stream->avail_out = sizeof piece;
		/* Z_BUF_ERROR: there was nothing to do. */
		int answer = deflate(stream, flush);
		assert(answer == Z_OK || answer == Z_STREAM_END || answer == Z_BUF_ERROR);
		queue_add(queue, piece, sizeof piece - stream->avail_out);
	} while (stream->avail_out == 0);
	assert(stream->avail_in == 0);
}

void deflater_add(struct deflater *deflater, struct queue *queue, const void *bytes, size_t size)
{
	/* zlib does not change its input; the version of Debian 12 has no const here. */
	deflater->stream->next_in = (Bytef *)(uintptr_t)bytes;
	deflater->stream->avail_in = (uInt)size;
	deflater->unflushed = true;
	run(deflater, queue, Z_NO_FLUSH);
}

void deflater_flush(struct deflater *deflater, struct queue *queue)
{
	if (deflater->stream && deflater->unflushed)
		run(deflater, queue, Z_SYNC_FLUSH);
	deflater->unflushed = false;
}

void deflater_end(struct deflater *deflater, struct queue *queue)
{
	if (!deflater->stream)
		return;
	run(deflater, queue, Z_FINISH);
	deflater_free(deflater);
}

void deflater_free(struct deflater *deflater)
{
	if (deflater->stream)
		deflateEnd(deflater->stream);
	free(deflater->stream);
	*deflater = (struct deflater){.stream = NULL};
}
