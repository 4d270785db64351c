/*
 * A save from a forger, who has the source: its checksum is right, and he knows all blocks.
 *
 *     0x80 or 0x00  then the bytes of a save after its header
 *     0x81 or 0x01  noise, then the bytes of plain blocks, each after its size (u16): ids (none:
 *                   the content's own), main, then for each level a byte of depth and the level
 *     0x84 or 0x04  then the bytes of a save of format 2 after its header
 *     0x02          then bytes to compress, which come back; they are decompressed too, whatever
 *                   they are
 *
 * A first byte from 0x80 on says that the save must load.
 *
 * A save that loads gives a valid game: it plays some hundred turns, and can be saved and loaded
 * again.
 */
#include "engine/save/save_private.h"
#include "tests/fuzz/played.h"

#include <stdio.h>

#define HEADER 16
#define BLOCKS_MOST 80

enum { FLAT = 1, COMPRESS = 2, FORMAT_2 = 4, MUST_LOAD = 0x80 };
enum { IDS, MAIN, LEVELS }; /* places of blocks */

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t most) __attribute__((weak));
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed);

struct blocks {
	size_t count, sizes[BLOCKS_MOST];
	const uint8_t *bytes[BLOCKS_MOST];
};

static struct blocks blocks_of(struct fuzz_input input)
{
	struct blocks blocks = {0};
	while (input.left > 2 && blocks.count < BLOCKS_MOST) {
		size_t size = fuzz_word(&input);
		blocks.bytes[blocks.count] = fuzz_take(&input, &size);
		blocks.sizes[blocks.count++] = size;
	}
	return blocks;
}

static void put_block(struct writer *writer, const struct blocks *blocks, size_t place)
{
	bytes_write_number(writer, blocks->sizes[place] + 1);
	bytes_write_byte(writer, BLOCK_PLAIN);
	bytes_write(writer, blocks->bytes[place], blocks->sizes[place]);
}

static void put_blocks(struct writer *writer, const struct blocks *blocks)
{
	if (blocks->count < LEVELS)
		return;
	size_t levels = (blocks->count - LEVELS) / 2;
	if (blocks->sizes[IDS] > 0) {
		bytes_write_byte(writer, 0);
		put_block(writer, blocks, IDS);
	} else {
		save_ids_write(writer, played_stock(), blocks->count % 4 < 2);
	}
	put_block(writer, blocks, MAIN);
	bytes_write_number(writer, levels);
	for (size_t i = 0; i < levels; i++) {
		size_t at = LEVELS + 2 * i;
		bytes_write_byte(writer, blocks->sizes[at] > 0 ? *blocks->bytes[at] : 0);
		put_block(writer, blocks, at + 1);
	}
}

static void put_header(struct writer *writer, unsigned format)
{
	static const uint8_t key[16] = "trapdoor's save";
	uint8_t header[HEADER] = {'T', 'D', 'S', 'V', (uint8_t)format, ENGINE_RULES_VERSION};
	uint64_t sum = siphash(key, writer->bytes + HEADER, writer->size - HEADER) ^
		       (ENGINE_RULES_VERSION - 1u);
	for (int i = 0; i < 8; i++)
		header[8 + i] = (uint8_t)(sum >> (8 * i));
	memcpy(writer->bytes, header, sizeof header);
}

static void play_on(struct game *game, unsigned number)
{
	struct noise noise = {number};
	int turns = number % 8 == 0 ? 300 : 30;
	game_check(game);
	game = played_again(game);
	for (int i = 0; i < turns && game_going(game); i++) {
		struct command command = noise_command(&noise, game);
		played_act(game, &command, i % 16 == 0);
		noise_lift(&noise, game);
		if (i % 8 == 0)
			played_look(game, command.x, command.y);
		if (i == turns / 2)
			game = played_again(game);
	}
	game_free(played_again(game));
}

/* Bytes, bits and symbols, each by some of what came before it. */
static unsigned compress_one(struct compressor *coder, unsigned before, unsigned byte)
{
	struct compress_asks asks = {before % COMPRESS_QUESTIONS, 1 + before % COMPRESS_CONTEXTS,
		{before, before >> 4, 1, 2, before & 1, 3}};
	if (before % 16 == 3)
		compress_begin(coder, before / 16 % COMPRESS_KINDS);
	if (before % 8 == 5)
		compress_about(coder, before);
	if (before % 4 == 0)
		return compress_symbol(coder, &asks, 8, before * 3 % 300, byte);
	if (before % 32 == 1)
		return compress_bit(coder, &asks, byte & 1) | (byte & 0xfe);
	return compress_byte(coder, (uint8_t)byte);
}

static void compressor(struct fuzz_input input)
{
	struct compressor *from = compress_open(input.at, input.left), *to = compress_new();
	unsigned before = 0;
	for (size_t i = 0; i < 1 << 14 && !compress_is_over(from); i++)
		before = compress_one(from, before, 0) & 0xff;
	compress_free(from);
	compress_know(to, played_stock()->phrases);
	for (size_t i = 0; i < input.left; i++)
		compress_one(to, i > 0 ? input.at[i - 1] : 0, input.at[i]);
	size_t size;
	uint8_t *bytes = compress_close(to, &size);
	compress_free(to);
	from = compress_open(bytes, size);
	compress_know(from, played_stock()->phrases);
	for (size_t i = 0; i < input.left; i++) {
		unsigned known = input.at[i] & 0xfe; /* the bits beside a single one */
		assert(compress_one(from, i > 0 ? input.at[i - 1] : 0, known) == input.at[i]);
	}
	assert(!compress_is_over(from));
	compress_free(from);
	free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct fuzz_input input = {bytes, size};
	struct complaint complaint = {0};
	struct writer writer = {0};
	uint8_t header[HEADER] = {0};
	unsigned how = fuzz_byte(&input);
	if (how & COMPRESS) {
		compressor(input);
		return 0;
	}
	bytes_write(&writer, header, sizeof header);
	bool flat = how & FLAT;
	unsigned number = flat ? fuzz_byte(&input) : (unsigned)size;
	if (flat) {
		struct blocks blocks = blocks_of(input);
		put_blocks(&writer, &blocks);
	} else if (input.left > 0) {
		bytes_write(&writer, input.at, input.left);
	}
	put_header(&writer, how & FORMAT_2 ? 2 : SAVE_FORMAT);
	struct game *game = game_load(played_stock(), writer.bytes, writer.size, &complaint);
	assert(game != NULL || complaint.sentence[0] != '\0');
	/* Where there is no fuzzer, that is in make test: make them anew when the format has
	 * changed. */
	if ((how & MUST_LOAD) && LLVMFuzzerMutate == NULL && game == NULL) {
		fprintf(stderr, "%s; build/san/tests/fuzz/seeds tests/fuzz/corpus save\n",
			complaint.sentence);
		abort();
	}
	free(writer.bytes);
	if (game != NULL)
		play_on(game, number);
	return 0;
}

/* Bytes are set where they stand, so that the fields after them keep their meaning. */
static void set_bytes(uint8_t *block, size_t size, unsigned seed)
{
	static const uint8_t values[] = {0, 1, 2, 3, 7, 8, 31, 64, 126, 127, 128, 129, 255};
	struct noise noise = {seed};
	for (unsigned left = 1 + noise_below(&noise, 3); left > 0; left--) {
		uint8_t *byte = &block[noise_below(&noise, (unsigned)size)];
		unsigned how = noise_below(&noise, 3);
		*byte = how == 0   ? values[noise_below(&noise, sizeof values)]
			: how == 1 ? (uint8_t)(*byte + noise_below(&noise, 5) - 2)
				   : (uint8_t)noise_below(&noise, 256);
	}
}

/* One block is changed and its size told anew, so that the others keep their places. */
static size_t mutate_block(uint8_t *bytes, size_t size, size_t most, unsigned seed)
{
	struct blocks blocks = blocks_of((struct fuzz_input){bytes + 2, size - 2});
	size_t which = blocks.count > 0 ? seed % blocks.count : 0, old = blocks.sizes[which];
	if (old == 0)
		return LLVMFuzzerMutate(bytes, size, most);
	seed /= BLOCKS_MOST;
	uint8_t *block = bytes + (blocks.bytes[which] - bytes), *after = block + old;
	if (seed % 4 != 0) {
		set_bytes(block, old, seed);
		return size;
	}
	size_t rest = size - (size_t)(after - bytes), room = old + (most - size);
	room = room > UINT16_MAX ? UINT16_MAX : room;
	uint8_t *grown = malloc(room + 1);
	assert(grown != NULL);
	memcpy(grown, block, old);
	size_t new = LLVMFuzzerMutate(grown, old, room);
	memmove(block + new, after, rest);
	memcpy(block, grown, new);
	block[-2] = (uint8_t) new;
	block[-1] = (uint8_t)(new >> 8);
	free(grown);
	return size - old + new;
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed)
{
	if (size < 8 || size >= most || (bytes[0] & FLAT) == 0 || seed % 16 == 0)
		return LLVMFuzzerMutate(bytes, size, most);
	return mutate_block(bytes, size, most, seed / 16);
}
