/*
 * Squeezing: a binary arithmetic coder (Rissanen and Langdon, 1979) over adaptive bits.
 *
 *     size (number), packed size (number), packed bytes
 *
 * Each byte begins with one bit: is it the byte that lies `stride` before?  On a level's planes
 * that is the cell above, mostly the same, so most cells cost far less than a bit.  If not, its
 * eight bits follow, each foretold by the mean of three models that know the byte before; and the
 * one a stride before; and one byte more; what a model has seen oftener weighs more.  Integers
 * alone, so every machine writes and reads the same.
 */
#include "rules.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define MODELS 3
#define MODEL_CELLS 4096
/* A model's cell: the chance of a 1 in the upper 12 bits, how often it was asked in the lower 4.
 * Each has an owner, a byte of its context's hash: who finds another's begins anew. */
#define CELL_NEW (2048u << 4)
#define COUNT_MOST 15u

struct model {
	uint16_t cells[MODELS][MODEL_CELLS];
	uint8_t owners[MODELS][MODEL_CELLS];
};

struct coder {
	struct model *model;
	uint32_t low, high, code;
	const uint8_t *bytes, *end; /* when decoding */
	struct writer *writer;      /* when encoding */
	uint32_t contexts[MODELS];
	uint16_t *cells[MODELS]; /* of the bit at hand */
};

static void model_begin(struct coder *coder)
{
	coder->model = malloc(sizeof *coder->model);
	assert(coder->model != NULL);
	for (int i = 0; i < MODELS; i++)
		for (int cell = 0; cell < MODEL_CELLS; cell++)
			coder->model->cells[i][cell] = CELL_NEW;
	memset(coder->model->owners, 0, sizeof coder->model->owners);
	coder->low = 0;
	coder->high = UINT32_MAX;
}

static uint16_t *model_cell(struct coder *coder, int which, uint32_t node)
{
	uint32_t hash = (coder->contexts[which] * 0x9e3779b1u) ^ (node * 0x85ebca6bu);
	hash ^= hash >> 15;
	hash *= 0x2c1b3c6du;
	uint32_t at = (hash >> 8) % MODEL_CELLS;
	uint8_t owner = (uint8_t)(hash & 0xff);
	struct model *model = coder->model;
	if (model->owners[which][at] != owner) {
		model->owners[which][at] = owner;
		model->cells[which][at] = CELL_NEW;
	}
	return &model->cells[which][at];
}

/* Finds each model's cell for a bit; returns the chance of a 1 in 65536ths, never 0 nor all. */
static uint32_t foretell(struct coder *coder, uint32_t node)
{
	uint32_t sum = 0, weights = 0;
	for (int i = 0; i < MODELS; i++) {
		coder->cells[i] = model_cell(coder, i, node);
		uint32_t cell = *coder->cells[i], count = cell & COUNT_MOST;
		uint32_t weight = (count * count << (2 * i)) + 1;
		sum += weight * (cell >> 4);
		weights += weight;
	}
	uint32_t chance = sum * 16 / weights;
	return chance < 64 ? 64 : chance > 65472 ? 65472 : chance;
}

/* A new cell learns fast and an old one slowly: by a half, a third ... an eighteenth of what it was
 * wrong by. */
static void learn(struct coder *coder, unsigned bit)
{
	static const uint16_t shares[COUNT_MOST + 1] = {32768, 21845, 16384, 13107, 10922, 9362,
		8192, 7281, 6553, 5957, 5461, 5041, 4681, 4369, 4096, 3640};
	for (int i = 0; i < MODELS; i++) {
		uint16_t *cell = coder->cells[i];
		uint32_t chance = *cell >> 4, count = *cell & COUNT_MOST;
		if (bit)
			chance += (4095 - chance) * shares[count] >> 16;
		else
			chance -= chance * shares[count] >> 16;
		*cell = (uint16_t)(chance << 4 | (count < COUNT_MOST ? count + 1 : count));
	}
}

static uint32_t split(const struct coder *coder, uint32_t chance)
{
	uint32_t range = coder->high - coder->low;
	return coder->low + (range >> 16) * chance + (((range & 0xffff) * chance) >> 16);
}

static void encode_bit(struct coder *coder, uint32_t node, unsigned bit)
{
	uint32_t middle = split(coder, foretell(coder, node));
	if (bit)
		coder->high = middle;
	else
		coder->low = middle + 1;
	learn(coder, bit);
	while ((coder->low ^ coder->high) >> 24 == 0) {
		bytes_write_byte(coder->writer, coder->high >> 24);
		coder->low <<= 8;
		coder->high = coder->high << 8 | 0xff;
	}
}

static unsigned decode_bit(struct coder *coder, uint32_t node)
{
	uint32_t middle = split(coder, foretell(coder, node));
	unsigned bit = coder->code <= middle;
	if (bit)
		coder->high = middle;
	else
		coder->low = middle + 1;
	learn(coder, bit);
	while ((coder->low ^ coder->high) >> 24 == 0) {
		coder->low <<= 8;
		coder->high = coder->high << 8 | 0xff;
		coder->code = coder->code << 8 | (coder->bytes < coder->end ? *coder->bytes++ : 0);
	}
	return bit;
}

/* What the models know before a byte; returns the byte a stride before. */
static uint8_t set_contexts(struct coder *coder, const uint8_t *bytes, size_t at, size_t stride)
{
	uint32_t before = at >= 1 ? bytes[at - 1] : 0;
	uint32_t above = at >= stride ? bytes[at - stride] : 0;
	size_t further = stride > 2 ? stride - 1 : 3;
	uint32_t third = at >= further ? bytes[at - further] : 0;
	coder->contexts[0] = before + 1;
	coder->contexts[1] = (above << 8 | before) + 0x10000;
	coder->contexts[2] = (third << 16 | above << 8 | before) + 0x1000001;
	return (uint8_t)above;
}

void squeeze_pack(struct writer *writer, const uint8_t *bytes, size_t size, size_t stride)
{
	struct writer packed = {0};
	struct coder coder = {.writer = &packed};
	model_begin(&coder);
	for (size_t at = 0; at < size; at++) {
		uint8_t above = set_contexts(&coder, bytes, at, stride);
		encode_bit(&coder, 0, bytes[at] == above);
		if (bytes[at] == above)
			continue;
		for (unsigned node = 1, bit = 8; bit-- > 0;
			node = node << 1 | (bytes[at] >> bit & 1))
			encode_bit(&coder, node, bytes[at] >> bit & 1);
	}
	for (int i = 0; i < 4; i++, coder.low <<= 8)
		bytes_write_byte(&packed, coder.low >> 24 & 0xff);
	bytes_write_number(writer, size);
	bytes_write_number(writer, packed.size);
	bytes_write(writer, packed.bytes, packed.size);
	free(packed.bytes);
	free(coder.model);
}

/* The end of the stream is `low` itself: any number of it that is missing reads as zeros, which is
 * lower. */
static void decode_all(struct coder *coder, uint8_t *bytes, size_t size, size_t stride)
{
	for (int i = 0; i < 4; i++)
		coder->code = coder->code << 8 | (coder->bytes < coder->end ? *coder->bytes++ : 0);
	for (size_t at = 0; at < size; at++) {
		uint8_t above = set_contexts(coder, bytes, at, stride);
		if (decode_bit(coder, 0)) {
			bytes[at] = above;
			continue;
		}
		unsigned node = 1;
		while (node < 0x100)
			node = node << 1 | decode_bit(coder, node);
		bytes[at] = (uint8_t)node;
	}
}

uint8_t *squeeze_unpack(struct reader *reader, size_t most, size_t stride, size_t *size)
{
	*size = (size_t)bytes_read_number(reader, most);
	size_t packed = (size_t)bytes_read_number(reader, 2 * most + 64);
	const uint8_t *from = bytes_read(reader, packed);
	if (reader->failed)
		return NULL;
	struct coder coder = {.bytes = from, .end = from + packed};
	model_begin(&coder);
	uint8_t *bytes = malloc(*size > 0 ? *size : 1);
	assert(bytes != NULL);
	decode_all(&coder, bytes, *size, stride);
	free(coder.model);
	return bytes;
}
