/* The file of a run in an archive, made without a keeper, for the first inputs of the target. */
#ifndef TRAPDOOR_TESTS_FUZZ_ARCHIVE_SEEDS_H
#define TRAPDOOR_TESTS_FUZZ_ARCHIVE_SEEDS_H

#include "door/store/journal_digest.h"
#include "door/verify/archive_private.h"
#include "tests/engine/noise.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#define ARCHIVED_COMMANDS 24
#define ARCHIVED_DIGESTS 12 /* commands from one digest to the next */

static inline json_t *hex_of(const void *bytes, size_t size)
{
	char *hex = archive_hex(bytes, size);
	json_t *json = json_string(hex);
	free(hex);
	return json;
}

static inline json_t *digest_of(const struct game *game, uint32_t index)
{
	struct store_digest digest = journal_digest(game, index);
	char hex[17];
	snprintf(hex, sizeof hex, "%016" PRIx64, digest.digest);
	return json_pack(
		"[I, s, o]", (json_int_t)index, hex, hex_of(digest.parts, digest.part_count));
}

static inline json_t *score_of(const struct game *game, const char *name)
{
	struct result result;
	game_result(game, &result);
	json_t *json = json_pack("{s:s, s:i, s:i, s:i}", "name", name, "run", 1, "outcome",
		(int)result.outcome, "scored", (int)result.scored);
#define ROW(type, field, missing) json_object_set_new(json, #field, json_integer(result.field));
	RESULT_NUMBERS(ROW)
#undef ROW
#define ROW(field, size) json_object_set_new(json, #field, json_string(result.field));
	RESULT_TEXTS(ROW)
#undef ROW
	return json;
}

static inline json_t *segment_of(struct game *game, int first, int end, bool saved)
{
	size_t size = 0;
	uint8_t *save = saved ? game_save(game, &size) : NULL;
	json_t *json = json_pack("{s:i, s:i, s:i, s:s, s:o}", "first", first, "end", end, "rules",
		ENGINE_RULES_VERSION, "content", "CONTENT", "save",
		saved ? hex_of(save, size) : json_null());
	free(save);
	return json;
}

/* Plays some commands of noise and then ends the run. Returns what they add to a run's file. */
static inline json_t *play_archived(struct game *game, int number)
{
	json_t *segments = json_array(), *digests = json_array();
	struct noise noise = {(uint64_t)number};
	struct writer commands = {0};
	int second = number % 2 ? ARCHIVED_COMMANDS / 2 : ARCHIVED_COMMANDS;
	json_array_append_new(segments, segment_of(game, 0, second, false));
	for (int index = 0; index < ARCHIVED_COMMANDS;) {
		uint8_t bytes[COMMAND_BYTES_MAX];
		struct command command = {.verb = VERB_QUIT};
		if (index == second && json_array_size(segments) == 1)
			json_array_append_new(
				segments, segment_of(game, index, ARCHIVED_COMMANDS, true));
		if (index < ARCHIVED_COMMANDS - 1)
			command = noise_command(&noise, game);
		if (game_act(game, &command) == VERDICT_REFUSED)
			continue;
		bytes_write(&commands, bytes, command_encode(&command, bytes));
		if (++index % ARCHIVED_DIGESTS == 0)
			json_array_append_new(digests, digest_of(game, (uint32_t)index));
	}
	json_t *played = json_pack("{s:o, s:o, s:o}", "commands",
		hex_of(commands.bytes, commands.size), "segments", segments, "digests", digests);
	free(commands.bytes);
	return played;
}

/* The file of a run: the JSON of the run, a byte 0, and the board. */
static inline struct writer archive_seed(const struct content *content, int number)
{
	struct seed seed = {{(uint8_t)number, 3}};
	struct birth birth = {.name = "Fuzzer", .facts = number & 1 ? FACT_CALLED | FACT_DIED : 0};
	uint8_t bytes[BIRTH_BYTES_MAX];
	struct game *game = game_new(content, &seed, &birth);
	json_t *run = json_pack("{s:i, s:i, s:s, s:i, s:o, s:o, s:i}", "format", 1, "run", 1,
		"name", birth.name, "mode", 0, "seed", hex_of(seed.bytes, sizeof seed.bytes),
		"birth", hex_of(bytes, birth_encode(&birth, bytes)), "length", ARCHIVED_COMMANDS);
	json_t *played = play_archived(game, number);
	json_object_update(run, played);
	json_decref(played);
	json_t *score = score_of(game, birth.name);
	json_object_set(run, "score", score);
	char *text = json_dumps(run, JSON_COMPACT), *board = json_dumps(score, JSON_COMPACT);
	struct writer writer = {0};
	bytes_write(&writer, (const uint8_t *)text, strlen(text) + 1);
	bytes_write_byte(&writer, '[');
	bytes_write(&writer, (const uint8_t *)board, strlen(board));
	bytes_write_byte(&writer, ']');
	free(text);
	free(board);
	json_decref(score);
	json_decref(run);
	game_free(game);
	return writer;
}

#endif
