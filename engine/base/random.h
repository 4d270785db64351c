/*
 * Random draws.  The only entropy of a game is its seed.
 *
 * A draw is SipHash-2-4, keyed by the seed, over (purpose, level, subject, counter), made unbiased
 * by multiply-and-reject.  Each use has its own stream, so a new monster kind does not change later
 * levels, and no player can predict draws from earlier ones.  One draw a statement: C does not
 * order the arguments of a call.
 */
#ifndef TRAPDOOR_ENGINE_RANDOM_H
#define TRAPDOOR_ENGINE_RANDOM_H

#include "engine/base/dice.h"
#include "engine/engine.h"

/* Returns SipHash-2-4 (Aumasson and Bernstein, 2012) of the bytes under a 128-bit key. */
uint64_t siphash(const uint8_t key[16], const void *bytes, size_t size);

/* The numbers are part of the rules: never reuse or reorder one. */
enum purpose {
	PURPOSE_LEVEL = 1,
	PURPOSE_INHABITANTS,
	PURPOSE_THINGS,
	PURPOSE_BIRTH,
	PURPOSE_FLAVOURS,
	PURPOSE_DECK,
	PURPOSE_COMBAT,
	PURPOSE_BEHAVIOUR,
	PURPOSE_WANDERERS,
	PURPOSE_EFFECTS,
	PURPOSE_SEARCH,
	PURPOSE_WAKING,
	PURPOSE_TERRAIN,
	PURPOSE_FLIGHT,
	PURPOSE_FURNISHING,
	PURPOSE_VAULTS,
	PURPOSE_STORY
};

struct stream {
	struct seed seed;
	uint32_t purpose, level, subject;
	uint64_t counter; /* the whole state: the same counter gives the same draws */
};

void stream_begin(struct stream *stream, const struct seed *seed, enum purpose purpose,
	uint32_t level, uint32_t subject);
uint64_t stream_bits(struct stream *stream);
int stream_below(struct stream *stream, int bound);           /* 0 .. bound - 1; bound > 0 */
int stream_between(struct stream *stream, int low, int high); /* both included */
bool stream_percent(struct stream *stream, int percent);
int stream_roll(struct stream *stream, struct dice dice);

/* Draws an index below count by weight.  Returns -1, without a draw, when all weights are 0.
 * Inline, because it calls the weight function twice for every kind. */
typedef int stream_weight(const void *context, int index);
static inline int stream_weighted(
	struct stream *stream, int count, stream_weight *weight, const void *context)
{
	int total = 0, index = 0;
	for (int i = 0; i < count; i++)
		total += weight(context, i);
	if (total <= 0)
		return -1;
	int drawn = stream_below(stream, total);
	while ((drawn -= weight(context, index)) >= 0)
		index++;
	return index;
}

/* The hash of what all streams of a purpose on a level share, to speed up many draws in a row. */
struct stream_head {
	uint64_t words[4];
};
void stream_head_begin(
	struct stream_head *head, const struct seed *seed, enum purpose purpose, uint32_t level);
/* Like stream_below, for a stream of which only the counter is stored. */
int stream_below_kept(
	const struct stream_head *head, uint32_t subject, uint64_t *counter, int bound);

#endif
