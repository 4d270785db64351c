/* Draws of play: a stream for each purpose on each depth, its counter in the state. */
#include "rules.h"

#include <assert.h>

/* The subject of the streams of play; those of a level's making are others. */
#define SUBJECT_PLAY 0x706c6179u

static uint32_t *counter_of(struct game *game, enum purpose purpose)
{
	assert(game->depth <= DEPTH_MAX && (unsigned)purpose < PURPOSE_COUNT);
	return &game->counters[game->depth][purpose];
}

/* Drawn so often that no stream is made for it. */
int draw_below(struct game *game, enum purpose purpose, int bound)
{
	uint32_t *kept = counter_of(game, purpose);
	uint64_t counter = *kept;
	int drawn =
		stream_below_kept(&game->seed, purpose, game->depth, SUBJECT_PLAY, &counter, bound);
	*kept = (uint32_t)counter;
	return drawn;
}

int draw_between(struct game *game, enum purpose purpose, int low, int high)
{
	assert(low <= high);
	return low + draw_below(game, purpose, high - low + 1);
}

bool draw_percent(struct game *game, enum purpose purpose, int percent)
{
	return draw_below(game, purpose, 100) < percent;
}

int draw_roll(struct game *game, enum purpose purpose, struct dice dice)
{
	uint32_t *kept = counter_of(game, purpose);
	struct stream stream;
	stream_begin(&stream, &game->seed, purpose, game->depth, SUBJECT_PLAY);
	stream.counter = *kept;
	int drawn = stream_roll(&stream, dice);
	*kept = (uint32_t)stream.counter;
	return drawn;
}
