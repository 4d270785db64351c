/*
 * Imports exchanges: compares the day with this server's, and replays each row.
 *
 * A row is replayed by a child process, which is confined as a verifier and has REPLAY_SECONDS of
 * processor time. All rows of a call have IMPORT_SECONDS together; the next call goes on, because
 * rows that are there already are not replayed again.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "door/os/crash.h"
#include "door/os/processes.h"
#include "door/os/sandbox.h"
#include "door/os/write_whole.h"
#include "door/text/contest.h"
#include "door/text/names.h"
#include "door/verify/archive_private.h"
#include "door/verify/exchange_private.h"
#include "door/verify/verification.h"

#define REPLAY_SECONDS 60
#define IMPORT_SECONDS 1800

/* The state of an import. */
struct exchange_import {
	struct store_client *line;
	const struct exchange *exchange;
	struct keeper_day day;
	struct content *content;
	struct store_imported *there; /* imported before */
	size_t there_count;
	void (*report)(void *context, enum exchange_fate fate, const char *sentence);
	void *context;
};

/* ---- The file as a whole ---- */

static bool has_text(const json_t *json, const char *field, const char *wanted)
{
	const char *text = json_string_value(json_object_get(json, field));

	return text && strcmp(text, wanted) == 0;
}

static bool has_bytes(const json_t *json, const char *field, const void *wanted, size_t size)
{
	char *hex = archive_hex(wanted, size);
	bool same = has_text(json, field, hex);

	free(hex);
	return same;
}

/* Compares the file with the host's name in the known hosts, and with the form of files. */
static bool check_form(const struct exchange *exchange, char sentence[EXCHANGE_SENTENCE_MAX])
{
	const json_t *json = exchange->json, *rows = json_object_get(json, "rows");

	if (json_integer_value(json_object_get(json, "format")) != EXCHANGE_FORMAT)
		return exchange_refuse(
			sentence, "the file has another format than %d", EXCHANGE_FORMAT);
	if (!has_text(json, "host", exchange->host))
		return exchange_refuse(sentence,
			"the file names another host than %s, whose key signed it", exchange->host);
	if (!json_is_array(rows))
		return exchange_refuse(sentence, "the file has no rows");
	if (json_array_size(rows) > EXCHANGE_ROWS_MAX)
		return exchange_refuse(
			sentence, "the file has more than %d rows", EXCHANGE_ROWS_MAX);
	return true;
}

/* Reads the day of the file here, and compares it. */
static bool check_day(struct exchange_import *import, char sentence[EXCHANGE_SENTENCE_MAX])
{
	const json_t *json = import->exchange->json;
	const char *date = json_string_value(json_object_get(json, "date"));
	const struct keeper_day *day = &import->day;
	char game[STORE_GAME_MAX + 1];
	struct keeper_game games[1];
	size_t count;
	int64_t begin;

	if (!date || !contest_begin(date, &begin))
		return exchange_refuse(sentence, "the file names no day and no week");
	if (keeper_games(import->line, game, games, 1, &count) != KEEPER_OK ||
		keeper_day_show(import->line, date, &import->day) != KEEPER_OK)
		return exchange_refuse(sentence, "%s", keeper_sentence(import->line));
	if (!has_text(json, "game", game))
		return exchange_refuse(sentence, "the file is of another game than %s", game);
	if (!day->rules)
		return exchange_refuse(sentence, "%s has not begun here", day->date);
	if (!day->revealed)
		return exchange_refuse(sentence,
			"%s is still open here: its seed is shown 24 hours after its end",
			day->date);
	if (!has_bytes(json, "seed", day->seed.bytes, sizeof day->seed.bytes))
		return exchange_refuse(sentence,
			"%s has another seed here: the hosts do not share their secret", day->date);
	if (json_integer_value(json_object_get(json, "rules")) != (json_int_t)day->rules)
		return exchange_refuse(sentence, "%s has other rules here: version %" PRIu32,
			day->date, day->rules);
	if (!has_bytes(json, "content", day->content, sizeof day->content))
		return exchange_refuse(sentence, "%s has other content here", day->date);
	if (day->rules != ENGINE_RULES_VERSION)
		return exchange_refuse(sentence,
			"%s has rules version %" PRIu32 ", and this program replays version %d "
			"alone",
			day->date, day->rules, ENGINE_RULES_VERSION);
	return true;
}

static bool read_content(struct exchange_import *import, char sentence[EXCHANGE_SENTENCE_MAX])
{
	struct complaint complaint;
	uint8_t *bytes = NULL;
	size_t size;

	if (keeper_bundle_get(import->line, import->day.content, &bytes, &size) != KEEPER_OK)
		return exchange_refuse(sentence, "%s", keeper_sentence(import->line));
	import->content = content_from_bundle(bytes, size, &complaint);
	free(bytes);
	return import->content ||
	       exchange_refuse(sentence, "the content of %s cannot be read", import->day.date);
}

static bool read_there(struct exchange_import *import, char sentence[EXCHANGE_SENTENCE_MAX])
{
	import->there = calloc(STORE_IMPORTED_MOST, sizeof *import->there);
	if (!import->there)
		abort();
	return keeper_imported(import->line, import->day.date, import->there, STORE_IMPORTED_MOST,
		       &import->there_count) == KEEPER_OK ||
	       exchange_refuse(sentence, "%s", keeper_sentence(import->line));
}

/* ---- One row ---- */

struct row {
	struct archive *archive;
	struct run_source source;
	int64_t run;
	struct keeper_run header;
	struct store_score score;
	struct store_imported result;
};

static bool is_birth_of_day(const struct keeper_day *day, const struct birth *birth)
{
	struct birth shared;
	uint8_t found[BIRTH_BYTES_MAX], wanted[BIRTH_BYTES_MAX];
	size_t size;

	contest_birth(day->date, day->handicaps, &shared);
	size = birth_encode(&shared, wanted);
	return birth_encode(birth, found) == size && memcmp(found, wanted, size) == 0;
}

/* Compares a row with the day before it is replayed. Returns the fault, or NULL. */
static const char *fault_of_row(const struct exchange_import *import, struct row *row)
{
	const struct keeper_day *day = &import->day;
	struct store_segment segment;
	const char *fault = NULL;

	if (row->source.segment(row->source.context, row->run, 0, &segment) != KEEPER_OK)
		return "its segment cannot be read";
	if (row->header.mode != STORE_DAILY || row->score.mode != STORE_DAILY)
		fault = "it is no try at a day";
	else if (!row->score.scored)
		fault = "it is not ranked";
	else if (memcmp(&row->header.seed, &day->seed, sizeof day->seed) != 0)
		fault = "its seed is not that of the day";
	else if (!is_birth_of_day(day, &row->header.birth))
		fault = "its birth is not that of the day";
	else if (segment.save || segment.first_index != 0 ||
		 segment.end_index != row->header.next_index)
		fault = "it has more than one segment";
	else if (segment.rules != day->rules ||
		 memcmp(segment.content, day->content, sizeof day->content) != 0)
		fault = "its rules or content are not those of the day";
	free(segment.save);
	return fault;
}

static bool row_read(const struct exchange_import *import, json_t *json, struct row *row,
	char sentence[EXCHANGE_SENTENCE_MAX])
{
	char why[160];

	row->archive = archive_of_run(json, &row->run);
	if (!row->archive)
		return exchange_refuse(sentence, "a row is no run of an archive");
	row->source = archive_source(row->archive);
	if (row->source.run(row->source.context, row->run, &row->header) != KEEPER_OK ||
		row->source.score(row->source.context, row->run, &row->score) != KEEPER_OK)
		return exchange_refuse(sentence, "%s", row->source.sentence(row->source.context));
	if (!name_allowed(row->header.player, why, sizeof why))
		return exchange_refuse(
			sentence, "run %" PRId64 " has no player's name: %s", row->run, why);
	row->result = (struct store_imported){.score = row->score.score,
		.deepest = row->score.deepest,
		.turns = row->score.turns};
	memcpy(row->result.host, import->exchange->host, sizeof row->result.host);
	memcpy(row->result.name, row->header.player, sizeof row->result.name);
	memcpy(row->result.cause, row->score.cause, sizeof row->result.cause);
	return true;
}

/* ---- The replay of a row ---- */

struct replay_answer {
	int32_t verdict;
	char sentence[VERIFICATION_SENTENCE_MAX];
};

static _Noreturn void replay_in_child(
	const struct exchange_import *import, struct row *row, int out)
{
	struct replay_answer answer = {0};

	setrlimit(RLIMIT_CPU,
		&(struct rlimit){.rlim_cur = REPLAY_SECONDS, .rlim_max = REPLAY_SECONDS});
	sandbox_hide_files(SANDBOX_VERIFIER);
	process_begin("results", &out, 1);
	crash_catch();
	sandbox_enter(SANDBOX_VERIFIER);
	answer.verdict = (int32_t)verify_from_source(
		&row->source, import->content, row->run, answer.sentence, sizeof answer.sentence);
	_exit(write_whole(out, &answer, sizeof answer) ? 0 : 1);
}

static bool read_answer(int in, struct replay_answer *answer)
{
	size_t got = 0;

	while (got < sizeof *answer) {
		ssize_t size = read(in, (char *)answer + got, sizeof *answer - got);

		if (size < 0 && errno == EINTR)
			continue;
		if (size <= 0)
			return false;
		got += (size_t)size;
	}
	answer->sentence[sizeof answer->sentence - 1] = '\0';
	return true;
}

/* Replays a row by a confined process. False with a sentence. */
static bool row_holds(
	const struct exchange_import *import, struct row *row, char sentence[EXCHANGE_SENTENCE_MAX])
{
	struct replay_answer answer = {0};
	int ends[2];
	bool answered;
	pid_t child;

	if (pipe(ends) != 0)
		return exchange_refuse(sentence, "cannot make a pipe: %s", strerror(errno));
	child = fork();
	if (child == 0)
		replay_in_child(import, row, ends[1]);
	close(ends[1]);
	answered = child > 0 && read_answer(ends[0], &answer);
	close(ends[0]);
	while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
		continue;
	if (!answered)
		return exchange_refuse(sentence,
			"its replay gave no answer in %d seconds of processor time",
			REPLAY_SECONDS);
	return answer.verdict == VERIFICATION_TRUE ||
	       exchange_refuse(sentence, "%s", answer.sentence);
}

/* ---- All rows ---- */

static const struct store_imported *find_there(
	const struct exchange_import *import, const struct store_imported *result)
{
	for (size_t i = 0; i < import->there_count; i++)
		if (strcmp(import->there[i].host, result->host) == 0 &&
			strcasecmp(import->there[i].name, result->name) == 0)
			return &import->there[i];
	return NULL;
}

static bool is_same(const struct store_imported *a, const struct store_imported *b)
{
	return a->score == b->score && a->deepest == b->deepest && a->turns == b->turns &&
	       strcmp(a->cause, b->cause) == 0;
}

static bool has_time(void)
{
	struct rusage used;

	return getrusage(RUSAGE_CHILDREN, &used) == 0 &&
	       used.ru_utime.tv_sec + used.ru_stime.tv_sec < IMPORT_SECONDS;
}

static enum exchange_fate row_import(
	struct exchange_import *import, struct row *row, char why[EXCHANGE_SENTENCE_MAX])
{
	const struct store_imported *there = find_there(import, &row->result);
	const char *fault = fault_of_row(import, row);

	if (fault) {
		exchange_refuse(why, "%s", fault);
		return EXCHANGE_REFUSED;
	}
	if (there && is_same(there, &row->result)) {
		exchange_refuse(why, "is there already");
		return EXCHANGE_THERE;
	}
	if (there) {
		exchange_refuse(why, "another result of that player is there already");
		return EXCHANGE_REFUSED;
	}
	if (!has_time()) {
		exchange_refuse(why, "the rows before it took %d seconds; import the file again",
			IMPORT_SECONDS);
		return EXCHANGE_REFUSED;
	}
	if (!row_holds(import, row, why))
		return EXCHANGE_REFUSED;
	if (keeper_admin_import(import->line, import->day.date, &row->result) != KEEPER_OK) {
		exchange_refuse(why, "%s", keeper_sentence(import->line));
		return EXCHANGE_REFUSED;
	}
	exchange_refuse(why, "imported with %d points", (int)row->result.score);
	return EXCHANGE_IMPORTED;
}

static void import_row(struct exchange_import *import, json_t *json)
{
	char sentence[EXCHANGE_SENTENCE_MAX], why[EXCHANGE_SENTENCE_MAX];
	enum exchange_fate fate = EXCHANGE_REFUSED;
	struct row row = {.run = 0};

	if (row_read(import, json, &row, sentence)) {
		fate = row_import(import, &row, why);
		snprintf(sentence, sizeof sentence, "%s@%s: %.400s", row.result.name,
			row.result.host, why);
	}
	archive_close(row.archive);
	import->report(import->context, fate, sentence);
}

bool exchange_import(struct store_client *line, const struct exchange *exchange,
	void (*report)(void *context, enum exchange_fate fate, const char *sentence), void *context,
	char sentence[EXCHANGE_SENTENCE_MAX])
{
	struct exchange_import import = {
		.line = line, .exchange = exchange, .report = report, .context = context};
	const json_t *rows = json_object_get(exchange->json, "rows");
	bool good = check_form(exchange, sentence) && check_day(&import, sentence) &&
		    read_content(&import, sentence) && read_there(&import, sentence);

	for (size_t i = 0; good && i < json_array_size(rows); i++)
		import_row(&import, json_array_get(rows, i));
	content_free(import.content);
	free(import.there);
	return good;
}
