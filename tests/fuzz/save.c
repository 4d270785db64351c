/*
 * A save from a forger, who has the source: its checksum is right, and so is the squeezing.
 *
 *     0x80 for what must load, 0x00 for anything, then the bytes of a save after its header
 *     0x81 or 0x01, noise, then blocks as they are before they are squeezed, each u16 size and
 * bytes: ids (none: the content's own), main, head and planes of the open level, then a byte of
 * depth, head and planes of each other 0x02, stride, then bytes to squeeze, which come back; they
 * are unsqueezed too, whatever they are
 *
 * What loads is a whole game: it plays on for some hundred turns, and saves and loads as any other.
 */
#include "tests/fuzz/played.h"

#include <stdio.h>

#define HEADER 16
#define BLOCKS_MOST 80

enum { FLAT = 1, SQUEEZE = 2, MUST_LOAD = 0x80 };
enum { IDS, MAIN, OPEN, OTHERS = 4 }; /* places of blocks */

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

/* A level's width is the first number of its head; the planes are squeezed by it. */
static size_t width_of(const struct blocks *blocks, size_t head)
{
	struct reader reader = {.bytes = blocks->bytes[head], .size = blocks->sizes[head]};
	size_t width = (size_t)bytes_read_number(&reader, LEVEL_WIDTH_MAX);
	return width > 0 ? width : 1;
}

static void put_level(struct writer *writer, const struct blocks *blocks, size_t head)
{
	squeeze_pack(writer, blocks->bytes[head], blocks->sizes[head], 2);
	squeeze_pack(
		writer, blocks->bytes[head + 1], blocks->sizes[head + 1], width_of(blocks, head));
}

static void put_blocks(struct writer *writer, const struct blocks *blocks)
{
	if (blocks->count < OTHERS)
		return;
	size_t places = (blocks->count - OTHERS) / 3;
	if (blocks->sizes[IDS] > 0) {
		bytes_write_byte(writer, 0);
		squeeze_pack(writer, blocks->bytes[IDS], blocks->sizes[IDS], 2);
	} else {
		save_ids_write(writer, played_stock(), blocks->count % 2);
	}
	squeeze_pack(writer, blocks->bytes[MAIN], blocks->sizes[MAIN], 2);
	put_level(writer, blocks, OPEN);
	bytes_write_number(writer, places);
	for (size_t i = 0; i < places; i++) {
		size_t at = OTHERS + 3 * i;
		struct writer level = {0};
		put_level(&level, blocks, at + 1);
		bytes_write_byte(writer, blocks->sizes[at] > 0 ? *blocks->bytes[at] : 0);
		bytes_write_number(writer, level.size);
		bytes_write(writer, level.bytes, level.size);
		free(level.bytes);
	}
}

static void put_header(struct writer *writer)
{
	static const uint8_t key[16] = "trapdoor's save";
	uint8_t header[HEADER] = {'T', 'D', 'S', 'V', SAVE_FORMAT, ENGINE_RULES_VERSION};
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

static void squeeze(struct fuzz_input input)
{
	struct writer writer = {0};
	size_t stride = 1 + fuzz_byte(&input), size = 0;
	struct reader raw = {.bytes = input.at, .size = input.left};
	free(squeeze_unpack(&raw, 1 << 14, stride, &size));
	squeeze_pack(&writer, input.at, input.left, stride);
	struct reader reader = {.bytes = writer.bytes, .size = writer.size};
	uint8_t *again = squeeze_unpack(&reader, input.left, stride, &size);
	assert(again != NULL && size == input.left && reader.at == reader.size);
	assert(size == 0 || memcmp(again, input.at, size) == 0);
	free(again);
	free(writer.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct fuzz_input input = {bytes, size};
	struct complaint complaint = {0};
	struct writer writer = {0};
	uint8_t header[HEADER] = {0};
	unsigned how = fuzz_byte(&input);
	if (how & SQUEEZE) {
		squeeze(input);
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
	put_header(&writer);
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
