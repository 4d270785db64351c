#include "door/verify/run_source.h"

static enum keeper_verdict line_run(void *line, int64_t id, struct keeper_run *run)
{
	return keeper_run_show(line, id, run);
}

static enum keeper_verdict line_segment(
	void *line, int64_t run, uint32_t index, struct store_segment *segment)
{
	return keeper_segment_get(line, run, index, segment);
}

static enum keeper_verdict line_commands(
	void *line, int64_t run, uint32_t from, uint8_t **bytes, size_t *size)
{
	return keeper_commands_get(line, run, from, bytes, size);
}

static enum keeper_verdict line_bundle(
	void *line, const uint8_t digest[CONTENT_DIGEST_SIZE], uint8_t **bytes, size_t *size)
{
	return keeper_bundle_get(line, digest, bytes, size);
}

static enum keeper_verdict line_digests(
	void *line, int64_t run, struct store_digest **digests, size_t *count)
{
	return keeper_digests_get(line, run, digests, count);
}

static enum keeper_verdict line_score(void *line, int64_t run, struct store_score *score)
{
	return keeper_score_get(line, run, score);
}

static const char *line_sentence(void *line)
{
	return keeper_sentence(line);
}

struct run_source run_source_of_line(struct store_client *line)
{
	return (struct run_source){.context = line,
		.line = line,
		.run = line_run,
		.segment = line_segment,
		.commands = line_commands,
		.bundle = line_bundle,
		.digests = line_digests,
		.score = line_score,
		.sentence = line_sentence};
}
