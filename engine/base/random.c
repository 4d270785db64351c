#include "engine/base/random.h"

#include <assert.h>

static inline uint64_t rotate(uint64_t word, int bits)
{
	return word << bits | word >> (64 - bits);
}

static inline void sip_round(uint64_t v[4])
{
	v[0] += v[1];
	v[1] = rotate(v[1], 13) ^ v[0];
	v[0] = rotate(v[0], 32);
	v[2] += v[3];
	v[3] = rotate(v[3], 16) ^ v[2];
	v[0] += v[3];
	v[3] = rotate(v[3], 21) ^ v[0];
	v[2] += v[1];
	v[1] = rotate(v[1], 17) ^ v[2];
	v[2] = rotate(v[2], 32);
}

static inline void sip_word(uint64_t v[4], uint64_t word)
{
	v[3] ^= word;
	sip_round(v);
	sip_round(v);
	v[0] ^= word;
}

static uint64_t little_endian(const uint8_t *bytes, size_t size)
{
	uint64_t word = 0;
	for (size_t i = 0; i < size; i++)
		word |= (uint64_t)bytes[i] << 8 * i;
	return word;
}

/* Reads 8 bytes; compilers make it one load. */
static inline uint64_t little_endian_word(const uint8_t *bytes)
{
	return (uint64_t)bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 |
	       (uint64_t)bytes[3] << 24 | (uint64_t)bytes[4] << 32 | (uint64_t)bytes[5] << 40 |
	       (uint64_t)bytes[6] << 48 | (uint64_t)bytes[7] << 56;
}

static inline void sip_begin(uint64_t v[4], const uint8_t key[16])
{
	uint64_t k0 = little_endian_word(key), k1 = little_endian_word(key + 8);
	v[0] = k0 ^ UINT64_C(0x736f6d6570736575);
	v[1] = k1 ^ UINT64_C(0x646f72616e646f6d);
	v[2] = k0 ^ UINT64_C(0x6c7967656e657261);
	v[3] = k1 ^ UINT64_C(0x7465646279746573);
}

static inline uint64_t sip_end(uint64_t v[4])
{
	v[2] ^= 0xff;
	for (int i = 0; i < 4; i++)
		sip_round(v);
	return v[0] ^ v[1] ^ v[2] ^ v[3];
}

uint64_t siphash(const uint8_t key[16], const void *bytes, size_t size)
{
	const uint8_t *at = bytes;
	uint64_t v[4];
	sip_begin(v, key);
	size_t left = size;
	for (; left >= 8; left -= 8, at += 8)
		sip_word(v, little_endian_word(at));
	sip_word(v, little_endian(at, left) | (uint64_t)(size & 0xff) << 56);
	return sip_end(v);
}

void stream_begin(struct stream *stream, const struct seed *seed, enum purpose purpose,
	uint32_t level, uint32_t subject)
{
	*stream = (struct stream){
		.seed = *seed, .purpose = purpose, .level = level, .subject = subject};
}

void stream_head_begin(
	struct stream_head *head, const struct seed *seed, enum purpose purpose, uint32_t level)
{
	sip_begin(head->words, seed->bytes);
	sip_word(head->words, purpose | (uint64_t)level << 32);
}

/* The siphash of purpose, level, subject (4 bytes each) and counter (8 bytes), all little-endian,
 * computed without a buffer of bytes.  A test compares the two. */
static inline __attribute__((always_inline)) uint64_t bits_of(
	const struct stream_head *head, uint32_t subject, uint64_t counter)
{
	uint64_t v[4] = {head->words[0], head->words[1], head->words[2], head->words[3]};
	sip_word(v, subject | counter << 32);
	sip_word(v, counter >> 32 | UINT64_C(20) << 56);
	return sip_end(v);
}

static struct stream_head head_of(const struct stream *stream)
{
	struct stream_head head;
	stream_head_begin(&head, &stream->seed, (enum purpose)stream->purpose, stream->level);
	return head;
}

uint64_t stream_bits(struct stream *stream)
{
	struct stream_head head = head_of(stream);
	return bits_of(&head, stream->subject, stream->counter++);
}

/* Lemire's multiply-and-reject (2019): the high half of draw x bound.  Draws again for the few low
 * halves that would favour some results. */
int stream_below_kept(
	const struct stream_head *head, uint32_t subject, uint64_t *counter, int bound)
{
	uint32_t range = (uint32_t)bound, low;
	uint64_t product;
	assert(bound > 0);
	do {
		uint64_t bits = bits_of(head, subject, (*counter)++);
		product = (bits >> 32) * range;
		low = (uint32_t)product;
	} while (low < range && low < (0u - range) % range);
	return (int)(product >> 32);
}

int stream_below(struct stream *stream, int bound)
{
	struct stream_head head = head_of(stream);
	return stream_below_kept(&head, stream->subject, &stream->counter, bound);
}

int stream_between(struct stream *stream, int low, int high)
{
	assert(low <= high);
	return low + stream_below(stream, high - low + 1);
}

bool stream_percent(struct stream *stream, int percent)
{
	return stream_below(stream, 100) < percent;
}

int stream_roll(struct stream *stream, struct dice dice)
{
	int sum = dice.modifier;
	for (int i = 0; i < dice.number; i++)
		sum += stream_between(stream, 1, dice.sides);
	return sum;
}
