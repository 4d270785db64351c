/* Writes archives. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "door/verify/archive_private.h"
#include "door/store/scores_text.h"

#define RUNS_AT_ONCE 256
#define BOARD_MAX 1000

/* The state of an export. directory NULL: no content is written. */
struct exporting {
	struct store_client *line;
	const char *directory, *game;
	char *sentence;
	size_t size;
};

static bool export_silent(struct exporting *exporting)
{
	snprintf(exporting->sentence, exporting->size, "%s", keeper_sentence(exporting->line));
	return false;
}

static bool export_fails(struct exporting *exporting, const char *path)
{
	snprintf(exporting->sentence, exporting->size,
		"cannot write %.200s: %s; name another directory", path, strerror(errno));
	return false;
}

char *archive_hex(const void *bytes, size_t size)
{
	static const char digits[] = "0123456789abcdef";
	char *hex = malloc(2 * size + 1);

	if (!hex)
		abort();
	for (size_t i = 0; i < size; i++) {
		hex[2 * i] = digits[((const uint8_t *)bytes)[i] >> 4];
		hex[2 * i + 1] = digits[((const uint8_t *)bytes)[i] & 15];
	}
	hex[2 * size] = '\0';
	return hex;
}

static json_t *hex_json(const void *bytes, size_t size)
{
	char *hex = archive_hex(bytes, size);
	json_t *json = json_string(hex);

	free(hex);
	return json;
}

/* ---- The parts of a run ---- */

/* Writes the content of a segment to its file unless the file exists. */
static bool write_bundle(struct exporting *exporting, const uint8_t digest[CONTENT_DIGEST_SIZE])
{
	char path[ARCHIVE_PATH_MAX];
	char *hex = archive_hex(digest, CONTENT_DIGEST_SIZE);
	uint8_t *bytes;
	size_t size;
	FILE *file;
	bool whole;

	snprintf(path, sizeof path, "%s/content/%s.bundle", exporting->directory, hex);
	free(hex);
	if (access(path, F_OK) == 0)
		return true;
	if (keeper_bundle_get(exporting->line, digest, &bytes, &size) != KEEPER_OK)
		return export_silent(exporting);
	file = fopen(path, "w");
	whole = file && fwrite(bytes, 1, size, file) == size;
	whole = file && fclose(file) == 0 && whole;
	free(bytes);
	return whole || export_fails(exporting, path);
}

static json_t *segment_json(const struct store_segment *segment)
{
	return json_pack("{s:I, s:I, s:I, s:o, s:o}", "first", (json_int_t)segment->first_index,
		"end", (json_int_t)segment->end_index, "rules", (json_int_t)segment->rules,
		"content", hex_json(segment->content, sizeof segment->content), "save",
		segment->save ? hex_json(segment->save, segment->save_size) : json_null());
}

static json_t *segments_json(struct exporting *exporting, const struct keeper_run *run)
{
	json_t *list = json_array();
	uint32_t index = 0;

	do {
		struct store_segment segment;

		if (keeper_segment_get(exporting->line, run->id, index, &segment) != KEEPER_OK) {
			export_silent(exporting);
			json_decref(list);
			return NULL;
		}
		json_array_append_new(list, segment_json(&segment));
		free(segment.save);
		if (exporting->directory && !write_bundle(exporting, segment.content)) {
			json_decref(list);
			return NULL;
		}
		/* An empty segment must not repeat for ever. */
		index = segment.end_index > index ? segment.end_index : run->next_index;
	} while (index < run->next_index);
	return list;
}

static json_t *commands_json(struct exporting *exporting, const struct keeper_run *run)
{
	uint8_t *bytes;
	size_t size;
	json_t *json;

	if (keeper_commands_get(exporting->line, run->id, 0, &bytes, &size) != KEEPER_OK) {
		export_silent(exporting);
		return NULL;
	}
	json = hex_json(bytes, size);
	free(bytes);
	return json;
}

static json_t *digests_json(struct exporting *exporting, int64_t run)
{
	struct store_digest *digests;
	json_t *list;
	size_t count;

	if (keeper_digests_get(exporting->line, run, &digests, &count) != KEEPER_OK) {
		export_silent(exporting);
		return NULL;
	}
	list = json_array();
	for (size_t i = 0; i < count; i++) {
		char digest[17];

		snprintf(digest, sizeof digest, "%016" PRIx64, digests[i].digest);
		json_array_append_new(
			list, json_pack("[I, s, o]", (json_int_t)digests[i].index, digest,
				      hex_json(digests[i].parts, digests[i].part_count)));
	}
	free(digests);
	return list;
}

static json_t *score_json(struct exporting *exporting, int64_t run)
{
	struct store_score score;
	json_t *json;

	enum keeper_verdict verdict = keeper_score_get(exporting->line, run, &score);
	if (verdict == KEEPER_NO)
		return json_null();
	if (verdict != KEEPER_OK) {
		export_silent(exporting);
		return NULL;
	}
	json = json_object();
#define ROW(field, size) json_object_set_new(json, #field, json_string(score.field));
	SCORE_TEXTS(ROW)
#undef ROW
#define ROW(type, field, missing)                                                                  \
	json_object_set_new(json, #field, json_integer((json_int_t)score.field));
	SCORE_NUMBERS(ROW)
#undef ROW
	return json;
}

/* ---- Runs and board ---- */

static bool write_json(struct exporting *exporting, const char *path, json_t *json)
{
	return json_dump_file(json, path, JSON_INDENT(1) | JSON_ENSURE_ASCII) == 0 ||
	       export_fails(exporting, path);
}

/* Returns a run as an object, or NULL with a sentence. */
static json_t *run_json(struct exporting *exporting, int64_t id)
{
	uint8_t birth[BIRTH_BYTES_MAX];
	struct keeper_run run;
	json_t *json, *part;

	if (keeper_run_show(exporting->line, id, &run) != KEEPER_OK) {
		export_silent(exporting);
		return NULL;
	}
	json = json_pack("{s:i, s:I, s:s, s:i, s:o, s:o, s:I}", "format", ARCHIVE_FORMAT, "run",
		(json_int_t)id, "name", run.player, "mode", (int)run.mode, "seed",
		hex_json(run.seed.bytes, sizeof run.seed.bytes), "birth",
		hex_json(birth, birth_encode(&run.birth, birth)), "length",
		(json_int_t)run.next_index);
	if ((part = commands_json(exporting, &run)) &&
		json_object_set_new(json, "commands", part) == 0 &&
		(part = segments_json(exporting, &run)) &&
		json_object_set_new(json, "segments", part) == 0 &&
		(part = digests_json(exporting, id)) &&
		json_object_set_new(json, "digests", part) == 0 &&
		(part = score_json(exporting, id)) && json_object_set_new(json, "score", part) == 0)
		return json;
	json_decref(json);
	return NULL;
}

json_t *archive_run_json(struct store_client *line, int64_t run, char *sentence, size_t size)
{
	struct exporting exporting = {.line = line, .sentence = sentence, .size = size};

	return run_json(&exporting, run);
}

static bool write_run(struct exporting *exporting, int64_t id)
{
	char path[ARCHIVE_PATH_MAX];
	json_t *json = run_json(exporting, id);
	bool written;

	if (!json)
		return false;
	snprintf(path, sizeof path, "%s/runs/%" PRId64 ".json", exporting->directory, id);
	written = write_json(exporting, path, json);
	json_decref(json);
	return written;
}

static long write_runs(struct exporting *exporting)
{
	int64_t runs[RUNS_AT_ONCE], after = 0;
	long written = 0;
	size_t count;

	for (;;) {
		if (keeper_admin_runs(exporting->line, after, runs, RUNS_AT_ONCE, &count) !=
			KEEPER_OK) {
			export_silent(exporting);
			return -1;
		}
		if (count == 0)
			return written;
		for (size_t i = 0; i < count; i++, written++)
			if (!write_run(exporting, runs[i]))
				return -1;
		after = runs[count - 1];
	}
}

static bool write_text(struct exporting *exporting, const char *name, const char *text)
{
	char path[ARCHIVE_PATH_MAX];
	FILE *file;
	bool whole;

	snprintf(path, sizeof path, "%s/%s", exporting->directory, name);
	file = fopen(path, "w");
	whole = file && fputs(text, file) >= 0;
	whole = file && fclose(file) == 0 && whole;
	return whole || export_fails(exporting, path);
}

static bool write_board(struct exporting *exporting)
{
	struct store_query query = {.order = STORE_BEST_RUNS, .count = BOARD_MAX};
	char *text;
	bool whole;

	snprintf(query.game, sizeof query.game, "%.*s", STORE_GAME_MAX, exporting->game);
	text = scores_text(exporting->line, FORMAT_JSON, &query);
	if (!text)
		return export_silent(exporting);
	whole = write_text(exporting, "board.json", text);
	free(text);
	return whole;
}

/* README.txt of the archive, for readers without the program's documentation. */
static const char readme[] =
	"A board of Trapdoor and the runs behind it.\n"
	"\n"
	"    board.json             the board\n"
	"    runs/NUMBER.json       a run: its seed, its birth, and every command in order\n"
	"    content/DIGEST.bundle  the texts that runs were played under, by their digest\n"
	"\n"
	"    trapdoor verify --import DIR\n"
	"\n"
	"plays each run again from its seed, without a server, and compares every digest, the end, "
	"the\n"
	"score and the board; it believes nothing that a file says.\n"
	"\n"
	"A run is an object of\n"
	"\n"
	"    format     1\n"
	"    run, name, mode        its number, its player; mode 0 ranked, 1 with debugging views\n"
	"    seed       32 hexadecimal digits, from which all chance in the run is drawn\n"
	"    birth      hexadecimal: what was settled before the first turn\n"
	"    length     how many commands there are\n"
	"    commands   hexadecimal: all commands, in the form of the engine's journal\n"
	"    segments   [{first, end, rules, content, save}, ...]: under which rules version and "
	"content\n"
	"               the commands from `first` up to before `end` were played; save: the state "
	"that\n"
	"               it began with, null for the first, which begins with the seed\n"
	"    digests    [[n, \"16 hexadecimal digits\", \"PARTS\"], ...]: of the state after n "
	"commands\n"
	"    score      what the board says of the run; null while it goes on\n";

static bool make_directories(struct exporting *exporting)
{
	static const char *const names[] = {"", "/runs", "/content"};
	char path[ARCHIVE_PATH_MAX];

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		snprintf(path, sizeof path, "%s%s", exporting->directory, names[i]);
		if (mkdir(path, 0777) != 0 && errno != EEXIST)
			return export_fails(exporting, path);
	}
	return true;
}

long archive_write(struct store_client *line, const char *directory, const char *game,
	char *sentence, size_t size)
{
	struct exporting exporting = {.line = line,
		.directory = directory,
		.game = game,
		.sentence = sentence,
		.size = size};
	long written = -1;

	if (strlen(directory) > ARCHIVE_PATH_MAX - 128)
		snprintf(sentence, size,
			"cannot write the archive: the path of the directory is too long");
	/* The board is written last, so that every run it names is already there. */
	else if (make_directories(&exporting) && write_text(&exporting, "README.txt", readme) &&
		 (written = write_runs(&exporting)) >= 0 && !write_board(&exporting))
		written = -1;
	return written;
}

bool archive_write_run(
	struct store_client *line, const char *directory, int64_t run, char *sentence, size_t size)
{
	struct exporting exporting = {
		.line = line, .directory = directory, .sentence = sentence, .size = size};

	return make_directories(&exporting) && write_run(&exporting, run);
}
