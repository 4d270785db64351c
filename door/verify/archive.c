#include "door/os/printable.h"
#include "door/store/journal_digest.h"
#include "door/verify/archive_private.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUNDLE_MAX (16 * 1024 * 1024)

struct archive {
	char directory[ARCHIVE_PATH_MAX];
	int64_t *runs;
	size_t count;
	int64_t number; /* of the loaded run */
	json_t *run;
	char sentence[256];
};

static enum keeper_verdict archive_refuse(struct archive *archive, const char *why)
{
	snprintf(archive->sentence, sizeof archive->sentence, "runs/%" PRId64 ".json: %s",
		archive->number, why);
	return KEEPER_NO;
}

uint8_t *archive_bytes(const char *hex, size_t *size)
{
	size_t length = hex ? strlen(hex) : 1;
	uint8_t *bytes;

	if (length % 2 != 0 || strspn(hex, "0123456789abcdef") != length)
		return NULL;
	*size = length / 2;
	bytes = malloc(*size + 1);
	if (!bytes)
		abort();
	for (size_t i = 0; i < length; i++) {
		unsigned digit = (unsigned)(hex[i] <= '9' ? hex[i] - '0' : hex[i] - 'a' + 10);

		bytes[i / 2] = (uint8_t)(i % 2 ? bytes[i / 2] << 4 | digit : digit);
	}
	return bytes;
}

/* Reads a field of exactly `wanted` bytes in hexadecimal. */
static bool bytes_of(json_t *object, const char *field, void *into, size_t wanted)
{
	size_t size;
	uint8_t *bytes = archive_bytes(json_string_value(json_object_get(object, field)), &size);
	bool whole = bytes && size == wanted;

	if (whole)
		memcpy(into, bytes, wanted);
	free(bytes);
	return whole;
}

static bool u32_of(json_t *object, const char *field, uint32_t *number)
{
	json_t *json = json_object_get(object, field);
	json_int_t value = json_integer_value(json);

	*number = (uint32_t)value;
	return json_is_integer(json) && value >= 0 && value <= UINT32_MAX;
}

/* ---- A run ---- */

static bool run_load(struct archive *archive, int64_t number)
{
	char path[ARCHIVE_PATH_MAX + 64];
	json_error_t error;

	if (archive->run && archive->number == number)
		return true;
	json_decref(archive->run);
	archive->number = number;
	snprintf(path, sizeof path, "%s/runs/%" PRId64 ".json", archive->directory, number);
	archive->run = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
	if (!archive->run) {
		char why[128];

		snprintf(why, sizeof why, "line %d: %.90s", error.line, error.text);
		archive_refuse(archive, why);
		return false;
	}
	if (json_integer_value(json_object_get(archive->run, "format")) == ARCHIVE_FORMAT &&
		json_integer_value(json_object_get(archive->run, "run")) == number)
		return true;
	archive_refuse(archive, "its run number or its format does not match");
	json_decref(archive->run);
	archive->run = NULL;
	return false;
}

static bool birth_of(json_t *run, struct birth *birth)
{
	size_t size;
	uint8_t *bytes = archive_bytes(json_string_value(json_object_get(run, "birth")), &size);
	bool whole = bytes && birth_decode(bytes, size, birth);

	free(bytes);
	return whole;
}

static enum keeper_verdict run_source_run(void *context, int64_t id, struct keeper_run *run)
{
	struct archive *archive = context;
	const char *name;

	memset(run, 0, sizeof *run);
	if (!run_load(archive, id))
		return KEEPER_NO;
	run->id = id;
	run->mode = (uint8_t)json_integer_value(json_object_get(archive->run, "mode"));
	if (!u32_of(archive->run, "length", &run->next_index) ||
		!bytes_of(archive->run, "seed", run->seed.bytes, sizeof run->seed.bytes) ||
		!birth_of(archive->run, &run->birth))
		return archive_refuse(archive, "its length, seed or birth cannot be read");
	name = json_string_value(json_object_get(archive->run, "name"));
	if (name && strlen(name) > STORE_NAME_MAX)
		return archive_refuse(archive, "its player's name is too long");
	snprintf(run->player, sizeof run->player, "%s", name ? name : "");
	text_clean(run->player);
	return KEEPER_OK;
}

static bool segment_read(json_t *json, struct store_segment *segment)
{
	json_t *save = json_object_get(json, "save");

	memset(segment, 0, sizeof *segment);
	if (!u32_of(json, "first", &segment->first_index) ||
		!u32_of(json, "end", &segment->end_index) ||
		!u32_of(json, "rules", &segment->rules) ||
		!bytes_of(json, "content", segment->content, sizeof segment->content))
		return false;
	if (json_is_null(save))
		return true;
	segment->save = archive_bytes(json_string_value(save), &segment->save_size);
	return segment->save != NULL;
}

static enum keeper_verdict run_source_segment(
	void *context, int64_t run, uint32_t index, struct store_segment *segment)
{
	struct archive *archive = context;
	json_t *list, *found = NULL;
	uint32_t first;

	if (!run_load(archive, run))
		return KEEPER_NO;
	list = json_object_get(archive->run, "segments");
	for (size_t i = 0; i < json_array_size(list); i++)
		if (u32_of(json_array_get(list, i), "first", &first) && first <= index)
			found = json_array_get(list, i);
	if (!found || !segment_read(found, segment))
		return archive_refuse(archive, "one of its segments cannot be read");
	return KEEPER_OK;
}

static enum keeper_verdict run_source_commands(
	void *context, int64_t run, uint32_t from, uint8_t **bytes, size_t *size)
{
	struct archive *archive = context;
	size_t skipped;

	if (!run_load(archive, run))
		return KEEPER_NO;
	*bytes = archive_bytes(json_string_value(json_object_get(archive->run, "commands")), size);
	if (!*bytes)
		return archive_refuse(archive, "its commands cannot be read");
	skipped = journal_commands_size(*bytes, *size, from);
	*size -= skipped;
	memmove(*bytes, *bytes + skipped, *size);
	return KEEPER_OK;
}

static bool digest_read(json_t *json, struct store_digest *digest)
{
	const char *hex = json_string_value(json_array_get(json, 1));
	json_int_t index = json_integer_value(json_array_get(json, 0));
	char *end = NULL;
	uint8_t *parts;
	size_t size;

	memset(digest, 0, sizeof *digest);
	if (!hex || index < 0 || index > UINT32_MAX)
		return false;
	digest->index = (uint32_t)index;
	digest->digest = strtoull(hex, &end, 16);
	parts = archive_bytes(json_string_value(json_array_get(json, 2)), &size);
	if (parts && size <= STORE_PARTS_MAX) {
		digest->part_count = (uint8_t)size;
		memcpy(digest->parts, parts, size);
	}
	free(parts);
	return end == hex + 16 && !*end;
}

static enum keeper_verdict run_source_digests(
	void *context, int64_t run, struct store_digest **digests, size_t *count)
{
	struct archive *archive = context;
	json_t *list;

	*count = 0;
	*digests = NULL;
	if (!run_load(archive, run))
		return KEEPER_NO;
	list = json_object_get(archive->run, "digests");
	*digests = calloc(json_array_size(list) + 1, sizeof **digests);
	if (!*digests)
		abort();
	for (size_t i = 0; i < json_array_size(list); i++) {
		if (digest_read(json_array_get(list, i), &(*digests)[i]))
			continue;
		free(*digests);
		*digests = NULL;
		return archive_refuse(archive, "one of its digests cannot be read");
	}
	*count = json_array_size(list);
	return KEEPER_OK;
}

/* Reads a text; "" if it is missing or too long. */
static void text_of(json_t *object, const char *field, char *text, size_t size)
{
	const char *value = json_string_value(json_object_get(object, field));

	snprintf(text, size, "%s", value && strlen(value) < size ? value : "");
}

/* Reads a number. Archives of older programs lack newer fields: then `missing`. */
static json_int_t number_of(json_t *object, const char *field, json_int_t missing)
{
	json_t *value = json_object_get(object, field);

	return value ? json_integer_value(value) : missing;
}

static enum keeper_verdict run_source_score(void *context, int64_t run, struct store_score *score)
{
	struct archive *archive = context;
	json_t *json;

	memset(score, 0, sizeof *score);
	if (!run_load(archive, run))
		return KEEPER_NO;
	json = json_object_get(archive->run, "score");
	if (!json_is_object(json))
		return archive_refuse(archive, "it has no score");
#define ROW(field, size) text_of(json, #field, score->field, size);
	SCORE_TEXTS(ROW)
#undef ROW
#define ROW(type, field, missing) score->field = (type)number_of(json, #field, missing);
	SCORE_NUMBERS(ROW)
#undef ROW
	return KEEPER_OK;
}

static enum keeper_verdict run_source_bundle(
	void *context, const uint8_t digest[CONTENT_DIGEST_SIZE], uint8_t **bytes, size_t *size)
{
	struct archive *archive = context;
	char path[ARCHIVE_PATH_MAX + 64];
	char *hex = archive_hex(digest, CONTENT_DIGEST_SIZE);
	FILE *file;

	snprintf(path, sizeof path, "%s/content/%s.bundle", archive->directory, hex);
	snprintf(archive->sentence, sizeof archive->sentence, "cannot read content/%s.bundle", hex);
	free(hex);
	file = fopen(path, "r");
	*bytes = malloc(BUNDLE_MAX);
	if (!file || !*bytes) {
		free(*bytes);
		*bytes = NULL;
		if (file)
			fclose(file);
		return KEEPER_NO;
	}
	*size = fread(*bytes, 1, BUNDLE_MAX, file);
	fclose(file);
	return KEEPER_OK;
}

static const char *run_source_sentence(void *context)
{
	return ((struct archive *)context)->sentence;
}

struct run_source archive_source(struct archive *archive)
{
	return (struct run_source){.context = archive,
		.run = run_source_run,
		.segment = run_source_segment,
		.commands = run_source_commands,
		.bundle = run_source_bundle,
		.digests = run_source_digests,
		.score = run_source_score,
		.sentence = run_source_sentence};
}

/* ---- The archive ---- */

static int number_order(const void *a, const void *b)
{
	int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;

	return (left > right) - (left < right);
}

static void archive_list(struct archive *archive, DIR *runs)
{
	size_t capacity = 0;
	struct dirent *entry;

	while ((entry = readdir(runs)) != NULL) {
		char *end;
		int64_t number = strtoll(entry->d_name, &end, 10);

		if (number <= 0 || strcmp(end, ".json") != 0)
			continue;
		if (archive->count == capacity) {
			capacity = capacity ? 2 * capacity : 64;
			archive->runs = realloc(archive->runs, capacity * sizeof *archive->runs);
			if (!archive->runs)
				abort();
		}
		archive->runs[archive->count++] = number;
	}
	if (archive->count)
		qsort(archive->runs, archive->count, sizeof *archive->runs, number_order);
}

struct archive *archive_open(const char *directory, char *sentence, size_t size)
{
	struct archive *archive = calloc(1, sizeof *archive);
	char path[ARCHIVE_PATH_MAX + 8];
	DIR *runs;

	if (!archive)
		abort();
	snprintf(archive->directory, sizeof archive->directory, "%s", directory);
	snprintf(path, sizeof path, "%s/runs", archive->directory);
	runs = opendir(path);
	if (!runs) {
		snprintf(sentence, size,
			"cannot open archive %.200s: %s; `trapdoor scores --export DIR` writes one",
			path, strerror(errno));
		archive_close(archive);
		return NULL;
	}
	archive_list(archive, runs);
	closedir(runs);
	return archive;
}

struct archive *archive_of_run(json_t *run, int64_t *number)
{
	struct archive *archive;

	*number = json_integer_value(json_object_get(run, "run"));
	if (*number <= 0 || json_integer_value(json_object_get(run, "format")) != ARCHIVE_FORMAT)
		return NULL;
	archive = calloc(1, sizeof *archive);
	if (!archive)
		abort();
	archive->number = *number;
	archive->run = json_incref(run);
	return archive;
}

void archive_close(struct archive *archive)
{
	if (!archive)
		return;
	json_decref(archive->run);
	free(archive->runs);
	free(archive);
}

const int64_t *archive_runs(const struct archive *archive, size_t *count)
{
	*count = archive->count;
	return archive->runs;
}

static bool text_is(json_t *object, const char *field, const char *text)
{
	const char *value = json_string_value(json_object_get(object, field));

	return value && strcmp(value, text) == 0;
}

/* True if the row of the board has the same values and player as the file of its run. The hero may
 * have another name than the player, who was renamed or deleted since. */
static bool row_holds(struct archive *archive, json_t *row)
{
	struct store_score score;
	struct keeper_run header;
	int64_t run = json_integer_value(json_object_get(row, "run"));

	return run_source_score(archive, run, &score) == KEEPER_OK &&
	       run_source_run(archive, run, &header) == KEEPER_OK && score.run == run &&
	       json_integer_value(json_object_get(row, "score")) == score.score &&
	       json_integer_value(json_object_get(row, "depth")) == score.depth &&
	       json_integer_value(json_object_get(row, "turns")) == (json_int_t)score.turns &&
	       text_is(row, "name", score.name) && text_is(row, "cause", score.cause);
}

bool archive_board_holds(struct archive *archive, char *sentence, size_t size)
{
	char path[ARCHIVE_PATH_MAX + 16];
	json_error_t error;
	json_t *board;
	bool holds;

	snprintf(path, sizeof path, "%s/board.json", archive->directory);
	board = json_load_file(path, 0, &error);
	holds = json_is_array(board);
	if (!holds)
		snprintf(sentence, size, "board.json: line %d: %.150s", error.line,
			board ? "is not a list" : error.text);
	for (size_t i = 0; holds && i < json_array_size(board); i++) {
		holds = row_holds(archive, json_array_get(board, i));
		if (!holds)
			snprintf(sentence, size,
				"board.json: row %zu differs from the file of its run", i + 1);
	}
	json_decref(board);
	return holds;
}
