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

/* A save of one level, in plain blocks. */
static struct writer forge(uint8_t depth, const struct writer *main, const struct writer *level)
{
	static const uint8_t key[16] = "trapdoor's save";
	uint8_t header[HEADER] = {'T', 'D', 'S', 'V', SAVE_FORMAT, ENGINE_RULES_VERSION};
	struct writer save = {0};
	bytes_write(&save, header, sizeof header);
	save_ids_write(&save, content, true);
	put_block(&save, main);
	bytes_write_number(&save, 1);
	bytes_write_byte(&save, depth);
	put_block(&save, level);
	uint64_t sum =
		siphash(key, save.bytes + HEADER, save.size - HEADER) ^ (ENGINE_RULES_VERSION - 1u);
	for (int i = 0; i < 8; i++)
		save.bytes[8 + i] = (uint8_t)(sum >> (8 * i));
	return save;
}

/* Writes the digest of what such a save loads to, or that it is refused; true if it loads. */
static bool load(FILE *out, uint8_t depth, const struct writer *main, const struct writer *level)
{
	struct complaint complaint;
	struct writer save = forge(depth, main, level);
	struct game *game = game_load(content, save.bytes, save.size, &complaint);
	fprintf(out, "%016llx\n", game != NULL ? (unsigned long long)game_digest(game) : 0);
	bool loaded = game != NULL;
	game_free(game);
	free(save.bytes);
	return loaded;
}

/* Each `step`th byte of one of the blocks is changed in some ways, and the block is cut there. */
static void forge_all(struct answers *answers, const char *name, uint8_t depth, struct writer *main,
	struct writer *level, bool of_level)
{
	struct writer *changed = of_level ? level : main;
	size_t whole = changed->size, step = whole / 400 + 1;
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
				load(out, depth, main, level);
			}
			changed->bytes[at] = byte;
			changed->size = at;
			load(out, depth, main, level);
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

static void forge_moment(struct answers *answers, const char *moment)
{
	struct game *game = shown_read(content, moment);
	struct writer main = {0}, level = {0};
	char name[64];
	for (int depth = 1; depth <= DEPTH_MAX; depth++) {
		place_clear(&game->places[depth]);
	}
	save_main(&main, game);
	save_level_flat(game, &level);
	FILE *nowhere = fopen("/dev/null", "w");
	assert_non_null(nowhere);
	assert_true(load(nowhere, game->depth, &main, &level));
	fclose(nowhere);
	snprintf(name, sizeof name, "%s-main", moment);
	forge_all(answers, name, game->depth, &main, &level, false);
	snprintf(name, sizeof name, "%s-level", moment);
	forge_all(answers, name, game->depth, &main, &level, true);
	free(main.bytes);
	free(level.bytes);
	game_free(game);
}

static void a_changed_byte_is_refused_or_loads_as_it_did(void **state)
{
	static const char *const moments[] = {"crowded", "conditions", "graves"};
	struct answers answers;
	(void)state;
	answers_begin(&answers, "tests/golden/shown/forged.txt");
	for (size_t i = 0; i < sizeof moments / sizeof *moments; i++)
		forge_moment(&answers, moments[i]);
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
