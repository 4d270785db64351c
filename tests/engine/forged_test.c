/*
 * Saves of which one byte was changed: each is refused, or loads to a state that is kept.
 *
 * The bytes are those before compression, and the checksum is right, so that only the reader's
 * own checks find what is wrong.
 */
#include "engine/save/save_private.h"
#include "tests/test.h"

#include "tests/engine/shown.h"

#define HEADER 16
#define LINE_BYTES 256 /* of a block to an answer */

static struct content *content;

static void put_block(struct writer *to, const struct writer *plain)
{
	bytes_write_number(to, plain->size + 1);
	bytes_write_byte(to, BLOCK_PLAIN);
	bytes_write(to, plain->bytes, plain->size);
}

/* A save of the game, whose main part and open level are these plain blocks. */
static struct writer forge(
	const struct game *of, const struct writer *main, const struct writer *level)
{
	static const uint8_t key[16] = "trapdoor's save";
	uint8_t header[HEADER] = {'T', 'D', 'S', 'V', SAVE_FORMAT, ENGINE_RULES_VERSION};
	struct writer save = {0};
	unsigned stored = 0;
	bytes_write(&save, header, sizeof header);
	save_ids_write(&save, content, true);
	put_block(&save, main);
	for (int depth = 1; depth <= DEPTH_MAX; depth++)
		stored += of->places[depth].bytes != NULL;
	bytes_write_number(&save, stored + 1);
	for (int depth = 1; depth <= DEPTH_MAX; depth++) {
		const struct stored_level *place = &of->places[depth];
		if (place->bytes == NULL && depth != of->depth)
			continue;
		bytes_write_byte(&save, (unsigned)depth);
		if (depth == of->depth) {
			put_block(&save, level);
		} else {
			bytes_write_number(&save, place->size);
			bytes_write(&save, place->bytes, place->size);
		}
	}
	uint64_t sum =
		siphash(key, save.bytes + HEADER, save.size - HEADER) ^ (ENGINE_RULES_VERSION - 1u);
	for (int i = 0; i < 8; i++)
		save.bytes[8 + i] = (uint8_t)(sum >> (8 * i));
	return save;
}

/* Writes the digest of what such a save loads to, or that it is refused; true if it loads. */
static bool load(
	FILE *out, const struct game *of, const struct writer *main, const struct writer *level)
{
	struct complaint complaint;
	struct writer save = forge(of, main, level);
	struct game *game = game_load(content, save.bytes, save.size, &complaint);
	fprintf(out, "%016llx\n", game != NULL ? (unsigned long long)game_digest(game) : 0);
	bool loaded = game != NULL;
	game_free(game);
	free(save.bytes);
	return loaded;
}

/* About so many bytes of one of the blocks are changed in some ways, and the block is cut there. */
static void forge_all(struct answers *answers, const char *name, const struct game *of,
	struct writer *blocks, bool of_level, size_t tries)
{
	struct writer *main = &blocks[0], *level = &blocks[1], *changed = &blocks[of_level];
	size_t whole = changed->size, step = whole / tries + 1;
	for (size_t first = 0; first < whole; first += LINE_BYTES) {
		char line[96], *text;
		size_t size;
		FILE *out = open_memstream(&text, &size);
		assert_non_null(out);
		for (size_t at = first; at < whole && at < first + LINE_BYTES; at += step) {
			static const uint8_t changes[] = {0x01, 0x02, 0x03, 0x7f, 0xff};
			uint8_t byte = changed->bytes[at];
			for (size_t i = 0; i < sizeof changes; i++) {
				changed->bytes[at] = (uint8_t)(byte ^ changes[i]);
				load(out, of, main, level);
			}
			changed->bytes[at] = byte;
			changed->size = at;
			load(out, of, main, level);
			changed->size = whole;
		}
		fclose(out);
		snprintf(line, sizeof line, "%s+%zu", name, first);
		answers_name(answers, line);
		answers_add(answers, of_level ? "level" : "main", text, size);
		answers_compare(answers);
		free(text);
	}
}

static void forge_moment(struct answers *answers, const char *moment, size_t tries)
{
	struct game *game = shown_read(content, moment);
	struct writer blocks[2] = {0};
	char name[64];
	save_main(&blocks[0], game);
	save_level_flat(game, &blocks[1]);
	FILE *nowhere = fopen("/dev/null", "w");
	assert_non_null(nowhere);
	assert_true(load(nowhere, game, &blocks[0], &blocks[1]));
	fclose(nowhere);
	snprintf(name, sizeof name, "%s-main", moment);
	forge_all(answers, name, game, blocks, false, tries);
	snprintf(name, sizeof name, "%s-level", moment);
	forge_all(answers, name, game, blocks, true, tries);
	free(blocks[0].bytes);
	free(blocks[1].bytes);
	game_free(game);
}

/* The second save has levels beside the open one, and takes longer to load. */
static void a_changed_byte_is_refused_or_loads_as_it_did(void **state)
{
	struct answers answers;
	(void)state;
	answers_begin(&answers, "tests/golden/shown/forged.txt");
	forge_moment(&answers, "crowded", 400);
	forge_moment(&answers, "graves", 60);
	answers_end(&answers, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_changed_byte_is_refused_or_loads_as_it_did),
	};
	content = shown_content("tests/golden/saves/4/content.bundle");
	int failures = cmocka_run_group_tests(tests, NULL, NULL);
	content_free(content);
	return failures;
}
