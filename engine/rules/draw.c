/* Random draws of play: a stream for each purpose on each depth. The counters are in the state. */
#include "engine/rules/rules.h"

#include <assert.h>

/* Subject of the streams of play. Level generation uses other subjects. */
#define SUBJECT_PLAY 0x706c6179u

static uint32_t *counter_of(struct game *game, enum purpose purpose)
{
	assert(game->depth <= DEPTH_MAX && (unsigned)purpose < PURPOSE_COUNT);
	return &game->counters[game->depth][purpose];
}

void draws_begin(struct game *game, struct draws *draws, enum purpose purpose)
{
	draws->counter = counter_of(game, purpose);
	stream_head_begin(&draws->head, &game->seed, purpose, game->depth);
}

int draws_between(const struct draws *draws, int low, int high)
{
	uint64_t counter = *draws->counter;
	assert(low <= high);
	int drawn = low + stream_below_kept(&draws->head, SUBJECT_PLAY, &counter, high - low + 1);
	*draws->counter = (uint32_t)counter;
	return drawn;
}

int draw_between(struct game *game, enum purpose purpose, int low, int high)
{
	struct draws draws;
	draws_begin(game, &draws, purpose);
	return draws_between(&draws, low, high);
}

int draw_below(struct game *game, enum purpose purpose, int bound)
{
	return draw_between(game, purpose, 0, bound - 1);
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
