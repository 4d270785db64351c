/* Compression: written bytes come back, and forged ones are read within their bounds.
 */
#include "tests/test.h"

#include "engine/base/random.h"
#include "engine/base/compress.h"
#include "tests/engine/noise.h"
#include "tests/engine/stock.h"

#define BYTES_MOST 3000
#define FORM UINT64_C(0xe08c4a26bedd5e26) /* digest of all compressed data */

/* Bytes of some nature: one value, few, many, a text, a ramp, what was said before. */
static size_t make_bytes(struct noise *noise, uint8_t *bytes, unsigned nature)
{
	static const char said[] = "You hit the cable rat. The cable rat bites you. ";
	size_t size = noise_below(noise, BYTES_MOST);
	unsigned values = nature == 0 ? 1 : nature == 1 ? 3 : 256;
	for (size_t at = 0; at < size; at++)
		bytes[at] = nature < 3    ? (uint8_t)noise_below(noise, values)
			    : nature == 3 ? (uint8_t)said[at % (sizeof said - 1)]
			    : nature == 4 ? (uint8_t)at
			    : at > 100    ? bytes[at - noise_below(noise, 100) - 1]
					  : (uint8_t)noise_below(noise, 256);
	return size;
}

/* Now and then another kind begins, or a key is told, as the bytes before decide. */
static uint8_t code_one(struct compressor *compressor, size_t at, uint8_t before, uint8_t byte)
{
	if (at % 37 == 0)
		compress_begin(compressor, (enum compress_kind)(before % COMPRESS_KINDS));
	if (at % 11 == 3)
		compress_about(compressor, before);
	return compress_byte(compressor, byte);
}

static uint8_t *pack(const uint8_t *bytes, size_t size, const struct compress_phrases *phrases,
	size_t *packed_size)
{
	struct compressor *compressor = compress_new();
	compress_know(compressor, phrases);
	for (size_t at = 0; at < size; at++)
		code_one(compressor, at, at > 0 ? bytes[at - 1] : 0, bytes[at]);
	uint8_t *packed = compress_close(compressor, packed_size);
	compress_free(compressor);
	return packed;
}

static void bytes_come_back(void **state)
{
	const struct content *stock = *state;
	struct noise noise = {3};
	for (int i = 0; i < 300; i++) {
		static uint8_t bytes[BYTES_MOST];
		size_t size = make_bytes(&noise, bytes, (unsigned)i % 6), packed_size;
		const struct compress_phrases *phrases = i % 2 ? stock->phrases : NULL;
		uint8_t *packed = pack(bytes, size, phrases, &packed_size);
		assert_true(packed_size <= size + size / 2 + 2);
		struct compressor *compressor = compress_open(packed, packed_size);
		compress_know(compressor, phrases);
		for (size_t at = 0; at < size; at++)
			assert_int_equal(
				code_one(compressor, at, at > 0 ? bytes[at - 1] : 0, 0), bytes[at]);
		assert_false(compress_is_over(compressor));
		compress_free(compressor);
		free(packed);
	}
}

/* Symbols of all widths, rightly and wrongly guessed, by any contexts. */
static void symbols_come_back(void **state)
{
	(void)state;
	struct compressor *to = compress_new(), *from;
	uint8_t *packed = NULL;
	size_t size = 0;
	for (int turn = 0; turn < 2; turn++) {
		struct noise noise = {5};
		from = turn == 1 ? compress_open(packed, size) : to;
		for (int i = 0; i < 20000; i++) {
			unsigned bits = 1 + noise_below(&noise, 8);
			unsigned symbol = noise_below(&noise, 1u << bits);
			struct compress_asks asks = {noise_below(&noise, COMPRESS_QUESTIONS),
				1 + noise_below(&noise, COMPRESS_CONTEXTS),
				{symbol, (uint32_t)i, symbol & 1, 7, UINT32_MAX, 0}};
			unsigned guess = noise_below(&noise, 3) == 0 ? symbol
					 : noise_below(&noise, 2)    ? COMPRESS_NO_GUESS
								     : (symbol ^ 1);
			assert_int_equal(
				compress_symbol(from, &asks, bits, guess, turn == 0 ? symbol : 0),
				symbol);
			assert_int_equal(
				compress_bit(from, &asks, turn == 0 ? symbol & 1 : 0), symbol & 1);
		}
		if (turn == 0)
			packed = compress_close(to, &size);
	}
	assert_false(compress_is_over(from));
	compress_free(from);
	compress_free(to);
	free(packed);
}

/* The chances never come to nothing or all, however long all is alike, and then otherwise. */
static void a_bit_may_change_after_long_runs(void **state)
{
	(void)state;
	struct compressor *compressor = compress_new();
	struct compress_asks asks = {0, COMPRESS_CONTEXTS, {0}};
	size_t size;
	for (int i = 0; i < 1000000; i++)
		compress_bit(compressor, &asks, i > 500000 ? i % 2 : i % 100000 == 99999);
	uint8_t *packed = compress_close(compressor, &size);
	compress_free(compressor);
	compressor = compress_open(packed, size);
	for (int i = 0; i < 1000000; i++)
		assert_int_equal(compress_bit(compressor, &asks, 0),
			i > 500000 ? i % 2 : i % 100000 == 99999);
	compress_free(compressor);
	free(packed);
}

/* Noise, and good bytes with a flaw or cut short: any values, but an end. */
static void forged_bytes_end(void **state)
{
	const struct content *stock = *state;
	struct noise noise = {8};
	for (int i = 0; i < 300; i++) {
		static uint8_t bytes[BYTES_MOST];
		size_t size = make_bytes(&noise, bytes, (unsigned)i % 6), packed_size, read = 0;
		uint8_t *packed = pack(bytes, size, stock->phrases, &packed_size), before = 0;
		size_t left = noise_below(&noise, (unsigned)packed_size + 1);
		/* Exactly as many, so that a read beyond them is seen. */
		uint8_t *forged = malloc(left > 0 ? left : 1);
		assert_non_null(forged);
		if (left > 0) {
			memcpy(forged, packed, left);
			forged[noise_below(&noise, (unsigned)left)] ^=
				(uint8_t)(1 + noise_below(&noise, 255));
		}
		struct compressor *compressor = compress_open(forged, left);
		compress_know(compressor, stock->phrases);
		for (; read < 1000000 && !compress_is_over(compressor); read++)
			before = code_one(compressor, read, before, 0);
		compress_free(compressor);
		free(forged);
		free(packed);
	}
}

/* The same on every machine, and in years: saves lie about in this form. */
static void the_form_is_as_it_was(void **state)
{
	(void)state;
	static const uint8_t key[16] = "squeeze";
	static uint8_t bytes[BYTES_MOST];
	struct noise noise = {21};
	uint64_t sum = 0;
	for (unsigned nature = 0; nature < 6; nature++) {
		size_t size = make_bytes(&noise, bytes, nature), packed_size;
		uint8_t *packed = pack(bytes, size, NULL, &packed_size);
		sum = sum * 31 + siphash(key, packed, packed_size);
		free(packed);
	}
	if (sum != FORM)
		fail_msg("compressed bytes have the sum %016llx now: a new format",
			(unsigned long long)sum);
}

int main(void)
{
	struct content *content = stock_content();
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_prestate(bytes_come_back, content),
		cmocka_unit_test(symbols_come_back),
		cmocka_unit_test(a_bit_may_change_after_long_runs),
		cmocka_unit_test_prestate(forged_bytes_end, content),
		cmocka_unit_test(the_form_is_as_it_was),
	};
	int failures = cmocka_run_group_tests(tests, NULL, NULL);
	content_free(content);
	return failures;
}
