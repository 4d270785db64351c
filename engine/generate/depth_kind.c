/* The kind of level of a depth in a run. */
#include "engine/generate/generate.h"

struct depth {
	const struct content *content;
	int depth;
};

static int weight_at(const void *context, int index)
{
	const struct depth *at = context;
	const struct level_kind *kind = &at->content->levels[index];
	return at->depth >= kind->depth_low && at->depth <= kind->depth_high ? kind->weight : 0;
}

uint16_t level_kind_draw(const struct content *content, struct stream *stream, int depth)
{
	struct depth at = {content, depth};
	int drawn = stream_weighted(stream, content->counts.levels, weight_at, &at);
	return drawn < 0 ? KIND_NONE : (uint16_t)drawn;
}

uint16_t level_kind_of_depth(const struct content *content, const struct seed *seed, int depth)
{
	struct stream stream;
	stream_begin(&stream, seed, PURPOSE_LEVEL, (uint32_t)depth, 0);
	return level_kind_draw(content, &stream, depth);
}
