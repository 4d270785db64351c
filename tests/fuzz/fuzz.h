/*
 * The common part of the fuzz targets.
 *
 * A target is one file with LLVMFuzzerTestOneInput: it takes any bytes, and dies by an assertion or
 * a sanitizer when a promise does not hold.  libFuzzer calls it with bytes of its own making (make
 * fuzz); replay.c calls it with the files of tests/fuzz/corpus/TARGET (make test).  The same bytes
 * always do the same.
 */
#ifndef TRAPDOOR_TESTS_FUZZ_H
#define TRAPDOOR_TESTS_FUZZ_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* The bytes of an input, taken from the front; 0 when there are no more. */
struct fuzz_input {
	const uint8_t *at;
	size_t left;
};

static inline unsigned fuzz_byte(struct fuzz_input *input)
{
	if (input->left == 0)
		return 0;
	input->left--;
	return *input->at++;
}

static inline unsigned fuzz_word(struct fuzz_input *input)
{
	unsigned low = fuzz_byte(input);
	return low | fuzz_byte(input) << 8;
}

/* At most size bytes, of which there may be fewer left; *size says how many. */
static inline const uint8_t *fuzz_take(struct fuzz_input *input, size_t *size)
{
	const uint8_t *taken = input->at;
	if (*size > input->left)
		*size = input->left;
	input->at += *size;
	input->left -= *size;
	return taken;
}

#endif
