/*
 * A source of recorded runs, for replays and verification.
 *
 * It is the store behind a keeper's line, or a directory of exported runs (archive.h). The
 * functions correspond to those of keeper.h and return the same answers. The caller frees the
 * results.
 */
#ifndef TRAPDOOR_RUN_SOURCE_H
#define TRAPDOOR_RUN_SOURCE_H

#include "door/store/keeper.h"

struct run_source {
	void *context;
	struct store_client *line; /* to the keeper, or NULL for an archive */
	enum keeper_verdict (*run)(void *context, int64_t id, struct keeper_run *run);
	enum keeper_verdict (*segment)(
		void *context, int64_t run, uint32_t index, struct store_segment *segment);
	enum keeper_verdict (*commands)(
		void *context, int64_t run, uint32_t from, uint8_t **bytes, size_t *size);
	enum keeper_verdict (*bundle)(void *context, const uint8_t digest[CONTENT_DIGEST_SIZE],
		uint8_t **bytes, size_t *size);
	enum keeper_verdict (*digests)(
		void *context, int64_t run, struct store_digest **digests, size_t *count);
	enum keeper_verdict (*score)(void *context, int64_t run, struct store_score *score);
	const char *(*sentence)(void *context); /* why the last answer was not KEEPER_OK */
};

/* Returns the store behind a line as a source. */
struct run_source run_source_of_line(struct store_client *line);

#endif
