/* The calls of a session about its run, and those of the board. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "door/store/journal_digest.h"
#include "door/store/store_client.h"

/* ---- The header of a run ---- */

static bool read_birth(struct wire_reader *answer, struct birth *birth)
{
	size_t size;
	const uint8_t *bytes = wire_get_blob(answer, &size);

	memset(birth, 0, sizeof *birth);
	return bytes && birth_decode(bytes, size, birth);
}

/* Reads the account of a run. The name of the birth stays if there is no answer. */
static void ask_player(struct store_client *line, struct keeper_run *run)
{
	char name[sizeof run->player] = "";
	struct wire_writer request;
	struct wire_reader answer;
	unsigned verdict;

	line_begin(line, &request, REQUEST_RUN_PLAYER);
	wire_put_u64(&request, (uint64_t)run->id);
	verdict = line_ask(line, &request, &answer);
	if (verdict == KEEPER_OK)
		wire_get_text(&answer, name, sizeof name);
	if (line_done(line, verdict, &answer) == KEEPER_OK)
		memcpy(run->player, name, sizeof run->player);
}

static enum keeper_verdict ask_run(
	struct store_client *line, struct wire_writer *request, struct keeper_run *run)
{
	struct wire_reader answer;
	unsigned verdict = line_ask(line, request, &answer);
	bool born;

	memset(run, 0, sizeof *run);
	if (verdict != KEEPER_OK)
		return line_done(line, verdict, &answer);
	run->id = (int64_t)wire_get_u64(&answer);
	run->epoch = wire_get_u32(&answer);
	run->next_index = wire_get_u32(&answer);
	run->snapshot_index = wire_get_u32(&answer);
	run->rules = wire_get_u32(&answer);
	run->mode = wire_get_u8(&answer);
	wire_get_bytes(&answer, run->seed.bytes, sizeof run->seed.bytes);
	wire_get_bytes(&answer, run->content, sizeof run->content);
	born = read_birth(&answer, &run->birth);
	wire_get_text(&answer, run->elsewhere, sizeof run->elsewhere);
	if (!born)
		return line_refuse(line, KEEPER_FAILED, "The header of this run cannot be read.");
	verdict = line_done(line, verdict, &answer);
	memcpy(run->player, run->birth.name, sizeof run->player);
	/* The births of daily runs have one name for all. */
	if (verdict == KEEPER_OK && run->mode == STORE_DAILY)
		ask_player(line, run);
	return (enum keeper_verdict)verdict;
}

/* Asks for a run and keeps its id and epoch in the line, for the hello to a new keeper. */
static enum keeper_verdict ask_held_run(
	struct store_client *line, struct wire_writer *request, struct keeper_run *run)
{
	enum keeper_verdict verdict = ask_run(line, request, run);

	if (verdict == KEEPER_OK) {
		line->run = run->id;
		line->epoch = run->epoch;
	}
	return verdict;
}

enum keeper_verdict keeper_run_look(struct store_client *line, struct keeper_run *run)
{
	struct wire_writer request;

	if (line_is_guest(line)) {
		memset(run, 0, sizeof *run);
		return line_refuse(line, KEEPER_NO, "A guest has no saved run.");
	}
	line_begin(line, &request, REQUEST_RUN_LOOK);
	return ask_run(line, &request, run);
}

enum keeper_verdict keeper_run_begin(struct store_client *line, bool debug, struct keeper_run *run)
{
	return keeper_run_begin_seeded(line, debug, NULL, run);
}

enum keeper_verdict keeper_run_begin_seeded(
	struct store_client *line, bool debug, const struct seed *seed, struct keeper_run *run)
{
	uint8_t digest[CONTENT_DIGEST_SIZE] = {0};
	struct wire_writer request;

	if (line->content)
		content_digest(line->content, digest);
	line_begin(line, &request, REQUEST_RUN_BEGIN);
	wire_put_u8(&request, debug);
	wire_put_bytes(&request, digest, sizeof digest);
	if (seed)
		wire_put_bytes(&request, seed->bytes, sizeof seed->bytes);
	return ask_held_run(line, &request, run);
}

enum keeper_verdict keeper_run_claim(struct store_client *line, struct keeper_run *run)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_RUN_CLAIM);
	return ask_held_run(line, &request, run);
}

enum keeper_verdict keeper_run_show(struct store_client *line, int64_t id, struct keeper_run *run)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_RUN_SHOW);
	wire_put_u64(&request, (uint64_t)id);
	return ask_run(line, &request, run);
}

enum keeper_verdict keeper_run_held(struct store_client *line, struct keeper_run *run)
{
	return keeper_run_show(line, line->run, run);
}

/* ---- Daily runs ---- */

enum keeper_verdict keeper_day_show(
	struct store_client *line, const char *date, struct keeper_day *day)
{
	struct wire_writer request;
	struct wire_reader answer;
	unsigned verdict;

	memset(day, 0, sizeof *day);
	line_begin(line, &request, REQUEST_DAY_SHOW);
	wire_put_text(&request, date);
	verdict = line_ask(line, &request, &answer);
	if (verdict == KEEPER_OK)
		wire_get_day(&answer, day);
	return line_done(line, verdict, &answer);
}

enum keeper_verdict keeper_season(
	struct store_client *line, const char *name, struct keeper_season *season)
{
	struct wire_writer request;
	struct wire_reader answer;
	unsigned verdict;

	memset(season, 0, sizeof *season);
	line_begin(line, &request, REQUEST_SEASON);
	wire_put_text(&request, name);
	verdict = line_ask(line, &request, &answer);
	if (verdict == KEEPER_OK)
		wire_get_season(&answer, season);
	return line_done(line, verdict, &answer);
}

enum keeper_verdict keeper_winners(struct store_client *line, struct season_winners *winners)
{
	struct wire_writer request;
	struct wire_reader answer;
	unsigned verdict;

	memset(winners, 0, sizeof *winners);
	line_begin(line, &request, REQUEST_WINNERS);
	verdict = line_ask(line, &request, &answer);
	if (verdict == KEEPER_OK)
		wire_get_winners(&answer, winners);
	return line_done(line, verdict, &answer);
}

enum keeper_verdict keeper_day_play(
	struct store_client *line, const char *date, struct keeper_run *run)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_DAY_PLAY);
	wire_put_text(&request, date);
	return ask_held_run(line, &request, run);
}

enum keeper_verdict keeper_watch(
	struct store_client *line, const char *name, int64_t *run, int *views)
{
	struct wire_writer request;
	struct wire_reader answer;
	enum keeper_verdict verdict;

	*run = 0;
	*views = -1;
	wire_close(&line->handed);
	line_begin(line, &request, REQUEST_WATCH);
	wire_put_text(&request, strlen(name) <= STORE_NAME_MAX ? name : "");
	verdict = line_ask(line, &request, &answer);
	if (verdict == KEEPER_OK)
		*run = (int64_t)wire_get_u64(&answer);
	verdict = line_done(line, verdict, &answer);
	if (verdict != KEEPER_OK)
		return verdict;
	if (line->handed.count != 1)
		return line_refuse(line, KEEPER_FAILED, "The keeper's answer is malformed.");
	*views = line->handed.each[0];
	line->handed.count = 0;
	return KEEPER_OK;
}

/* ---- Reading in pieces ---- */

/* Hands a whole blob to the caller, which frees it; NULL after a verdict other than OK. */
static enum keeper_verdict joined_give(
	struct joined *joined, unsigned verdict, uint8_t **bytes, size_t *size)
{
	if (verdict != KEEPER_OK)
		free(joined->bytes);
	*bytes = verdict == KEEPER_OK ? joined->bytes : NULL;
	*size = verdict == KEEPER_OK ? joined->size : 0;
	return (enum keeper_verdict)verdict;
}

enum keeper_verdict keeper_snapshot_get(struct store_client *line, int64_t run, unsigned nth,
	uint32_t *index, uint8_t **bytes, size_t *size)
{
	struct joined joined = {0};
	struct wire_writer request;
	struct wire_reader answer;
	unsigned verdict;

	do {
		line_begin(line, &request, REQUEST_SNAPSHOT_GET);
		wire_put_u64(&request, (uint64_t)run);
		wire_put_u8(&request, (uint8_t)nth);
		wire_put_u32(&request, (uint32_t)joined.size);
		verdict = line_ask(line, &request, &answer);
		if (verdict != KEEPER_OK)
			break;
		*index = wire_get_u32(&answer);
		if (!joined_add(&joined, &answer))
			verdict = line_refuse(
				line, KEEPER_FAILED, "The snapshot changed while it was read.");
	} while (verdict == KEEPER_OK && !joined_whole(&joined));
	return joined_give(&joined, verdict, bytes, size);
}

enum keeper_verdict keeper_bundle_get(struct store_client *line,
	const uint8_t digest[CONTENT_DIGEST_SIZE], uint8_t **bytes, size_t *size)
{
	struct joined joined = {0};
	struct wire_writer request;
	struct wire_reader answer;
	unsigned verdict;

	do {
		line_begin(line, &request, REQUEST_BUNDLE_GET);
		wire_put_bytes(&request, digest, CONTENT_DIGEST_SIZE);
		wire_put_u32(&request, (uint32_t)joined.size);
		verdict = line_ask(line, &request, &answer);
		if (verdict == KEEPER_OK && !joined_add(&joined, &answer))
			verdict = line_refuse(
				line, KEEPER_FAILED, "The content changed while it was read.");
	} while (verdict == KEEPER_OK && !joined_whole(&joined));
	return joined_give(&joined, verdict, bytes, size);
}

struct journal {
	uint32_t next; /* index of the first command after bytes */
	uint8_t *bytes;
	size_t size;
	bool ended;
};

static bool journal_add(struct journal *journal, struct wire_reader *answer)
{
	while (!answer->broken && answer->at < answer->size && !journal->ended) {
		uint32_t index = wire_get_u32(answer);
		uint32_t count = wire_get_u32(answer);
		size_t size;
		const uint8_t *bytes = wire_get_blob(answer, &size);
		size_t skipped;
		uint8_t *grown;

		journal->ended = count == 0;
		if (answer->broken || journal->ended)
			break;
		/* A row may begin before the snapshot's index; its earlier commands are skipped. */
		skipped = index < journal->next
				  ? journal_commands_size(bytes, size, journal->next - index)
				  : 0;
		grown = realloc(journal->bytes, journal->size + size - skipped + 1);
		if (!grown)
			return false;
		memcpy(grown + journal->size, bytes + skipped, size - skipped);
		journal->bytes = grown;
		journal->size += size - skipped;
		journal->next = index + count;
	}
	return !answer->broken;
}

enum keeper_verdict keeper_commands_get(
	struct store_client *line, int64_t run, uint32_t from, uint8_t **bytes, size_t *size)
{
	struct journal journal = {.next = from};
	struct wire_writer request;
	struct wire_reader answer;
	unsigned verdict;

	do {
		line_begin(line, &request, REQUEST_COMMANDS_GET);
		wire_put_u64(&request, (uint64_t)run);
		wire_put_u32(&request, journal.next);
		verdict = line_ask(line, &request, &answer);
		if (verdict == KEEPER_OK && !journal_add(&journal, &answer))
			verdict = line_refuse(
				line, KEEPER_FAILED, "The keeper's answer is malformed.");
	} while (verdict == KEEPER_OK && !journal.ended);
	if (verdict != KEEPER_OK) {
		free(journal.bytes);
		journal.bytes = NULL;
		journal.size = 0;
	}
	*bytes = journal.bytes;
	*size = journal.size;
	return (enum keeper_verdict)verdict;
}

/* ---- Writing ---- */

enum keeper_verdict keeper_append(struct store_client *line, const struct store_append *append)
{
	struct wire_writer request;

	if (line_is_guest(line))
		return KEEPER_OK;
	line_begin(line, &request, REQUEST_APPEND);
	wire_put_append(&request, append);
	return line_ask_plain(line, &request);
}

struct blob_head {
	int64_t run;
	uint32_t epoch, index, rules;
	const uint8_t *content;
};

static void write_blob_head(struct wire_writer *request, const void *context)
{
	const struct blob_head *place = context;

	wire_put_u64(request, (uint64_t)place->run);
	wire_put_u32(request, place->epoch);
	wire_put_u32(request, place->index);
	if (place->content) {
		wire_put_u32(request, place->rules);
		wire_put_bytes(request, place->content, CONTENT_DIGEST_SIZE);
	}
}

enum keeper_verdict keeper_snapshot_put(struct store_client *line, int64_t run, uint32_t epoch,
	uint32_t index, const void *bytes, size_t size)
{
	const struct blob_head place = {.run = run, .epoch = epoch, .index = index};

	if (line_is_guest(line))
		return KEEPER_OK;
	return line_ask_with_blob(line, REQUEST_SNAPSHOT_PUT, write_blob_head, &place, bytes, size);
}

enum keeper_verdict keeper_segment_add(struct store_client *line, int64_t run, uint32_t epoch,
	uint32_t index, uint32_t rules, const uint8_t content[CONTENT_DIGEST_SIZE],
	const void *save, size_t size)
{
	const struct blob_head place = {
		.run = run, .epoch = epoch, .index = index, .rules = rules, .content = content};

	if (line_is_guest(line))
		return KEEPER_OK;
	return line_ask_with_blob(line, REQUEST_SEGMENT_ADD, write_blob_head, &place, save, size);
}

enum keeper_verdict keeper_run_end(
	struct store_client *line, uint32_t epoch, uint32_t index, const struct store_score *score)
{
	struct wire_writer request;
	enum keeper_verdict verdict;

	if (line_is_guest(line))
		return KEEPER_OK;
	line_begin(line, &request, REQUEST_RUN_END);
	wire_put_u32(&request, epoch);
	wire_put_u32(&request, index);
	wire_put_score(&request, score);
	verdict = line_ask_plain(line, &request);
	if (verdict == KEEPER_OK)
		line->run = 0;
	return verdict;
}

/* Sends a sentence about a run, cut to `most` bytes. */
static enum keeper_verdict report_of_run(struct store_client *line, enum wire_request number,
	int64_t run, const char *sentence, size_t most)
{
	char cut[256];
	struct wire_writer request;

	if (line_is_guest(line))
		return KEEPER_OK;
	snprintf(cut, most < sizeof cut ? most : sizeof cut, "%s", sentence);
	line_begin(line, &request, number);
	wire_put_u64(&request, (uint64_t)run);
	wire_put_text(&request, cut);
	return line_ask_plain(line, &request);
}

enum keeper_verdict keeper_epitaph(struct store_client *line, int64_t run, const char *epitaph)
{
	return report_of_run(
		line, REQUEST_EPITAPH, run, epitaph, sizeof((struct store_score *)0)->epitaph);
}

enum keeper_verdict keeper_quarantine(struct store_client *line, int64_t run, const char *why)
{
	return report_of_run(line, REQUEST_QUARANTINE, run, why, 200);
}

/* ---- The board ---- */

/* Reads the scores of one message. *count is their number. */
static unsigned ask_scores(struct store_client *line, const struct store_query *query,
	struct store_score *scores, unsigned *ranks, size_t capacity, size_t *count)
{
	struct wire_writer request;
	struct wire_reader answer;
	unsigned verdict;

	*count = 0;
	line_begin(line, &request, REQUEST_SCORES);
	wire_put_u8(&request, (uint8_t)query->order);
	wire_put_text(&request, query->name);
	wire_put_u32(&request, query->first);
	wire_put_u32(&request, query->count);
	if (query->game[0])
		wire_put_text(&request, query->game);
	verdict = line_ask(line, &request, &answer);
	if (verdict != KEEPER_OK)
		return verdict;
	while (*count < capacity && !answer.broken && answer.at < answer.size) {
		ranks[*count] = wire_get_u32(&answer);
		wire_get_score(&answer, &scores[(*count)++]);
	}
	return line_done(line, verdict, &answer);
}

enum keeper_verdict keeper_scores(struct store_client *line, const struct store_query *query,
	struct store_score *scores, unsigned *ranks, size_t capacity, size_t *count)
{
	struct store_query part = *query;
	unsigned verdict;
	size_t got;

	*count = 0;
	do {
		part.first = query->first + (unsigned)*count;
		part.count = query->count - (unsigned)*count;
		if (part.count > capacity - *count)
			part.count = (unsigned)(capacity - *count);
		verdict = ask_scores(
			line, &part, scores + *count, ranks + *count, capacity - *count, &got);
		*count += got;
	} while (verdict == KEEPER_OK && got > 0 && *count < capacity && *count < query->count);
	return (enum keeper_verdict)verdict;
}

enum keeper_verdict keeper_record(struct store_client *line, struct store_record *record)
{
	struct wire_writer request;
	struct wire_reader answer;
	unsigned verdict;

	memset(record, 0, sizeof *record);
	if (line_is_guest(line))
		return line_refuse(line, KEEPER_NO, "A guest has no record.");
	line_begin(line, &request, REQUEST_RECORD);
	verdict = line_ask(line, &request, &answer);
	if (verdict != KEEPER_OK)
		return line_done(line, verdict, &answer);
	record->runs = wire_get_u32(&answer);
	record->wins = wire_get_u32(&answer);
	record->turns = wire_get_u32(&answer);
	record->best_score = (int32_t)wire_get_u32(&answer);
	record->deepest = (int32_t)wire_get_u32(&answer);
	record->first = (int64_t)wire_get_u64(&answer);
	record->last = (int64_t)wire_get_u64(&answer);
	return line_done(line, verdict, &answer);
}

enum keeper_verdict keeper_games(struct store_client *line, char game[STORE_GAME_MAX + 1],
	struct keeper_game *games, size_t capacity, size_t *count)
{
	struct wire_writer request;
	struct wire_reader answer;
	unsigned verdict;

	*count = 0;
	game[0] = '\0';
	line_begin(line, &request, REQUEST_GAMES);
	verdict = line_ask(line, &request, &answer);
	if (verdict != KEEPER_OK)
		return line_done(line, verdict, &answer);
	wire_get_text(&answer, game, STORE_GAME_MAX + 1);
	while (*count < capacity && !answer.broken && answer.at < answer.size) {
		wire_get_text(&answer, games[*count].id, sizeof games[*count].id);
		games[(*count)++].runs = wire_get_u32(&answer);
	}
	return line_done(line, verdict, &answer);
}

enum keeper_verdict keeper_score_get(
	struct store_client *line, int64_t run, struct store_score *score)
{
	struct wire_writer request;
	struct wire_reader answer;
	unsigned verdict;

	memset(score, 0, sizeof *score);
	line_begin(line, &request, REQUEST_SCORE_GET);
	wire_put_u64(&request, (uint64_t)run);
	verdict = line_ask(line, &request, &answer);
	if (verdict == KEEPER_OK)
		wire_get_score(&answer, score);
	return line_done(line, verdict, &answer);
}
