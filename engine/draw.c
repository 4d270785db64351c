/* Draws of play: a stream for each purpose on each depth, its counter in the state. */
#include "rules.h"

#include <assert.h>

/* The subject of the streams of play; those of a level's making are others. */
#define SUBJECT_PLAY 0x706c6179u

static struct stream draw_begin(const struct game *game, enum purpose purpose)
{
	assert(game->depth <= DEPTH_MAX && (unsigned)purpose < PURPOSE_COUNT);
	struct stream stream;
	stream_begin(&stream, &game->seed, purpose, game->depth, SUBJECT_PLAY);
	stream.counter = game->counters[game->depth][purpose];
	return stream;
}

static void draw_end(struct game *game, enum purpose purpose, const struct stream *stream)
{
	game->counters[game->depth][purpose] = (uint32_t)stream->counter;
}

int draw_below(struct game *game, enum purpose purpose, int bound)
{
	struct stream stream = draw_begin(game, purpose);
	int drawn = stream_below(&stream, bound);
	draw_end(game, purpose, &stream);
	return drawn;
}

int draw_between(struct game *game, enum purpose purpose, int low, int high)
{
	struct stream stream = draw_begin(game, purpose);
	int drawn = stream_between(&stream, low, high);
	draw_end(game, purpose, &stream);
	return drawn;
}

bool draw_percent(struct game *game, enum purpose purpose, int percent)
{
	return draw_below(game, purpose, 100) < percent;
}

int draw_roll(struct game *game, enum purpose purpose, struct dice dice)
{
	struct stream stream = draw_begin(game, purpose);
	int drawn = stream_roll(&stream, dice);
	draw_end(game, purpose, &stream);
	return drawn;
}
