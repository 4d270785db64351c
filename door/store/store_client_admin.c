/* The calls of the operator, and those of verification and replay. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "door/store/store_client.h"

enum keeper_verdict keeper_admin_kick(struct store_client *line, const char *name, const char *why)
{
	struct wire_writer request;
	char cut[KEEPER_MESSAGE_TEXT_MAX + 1];

	snprintf(cut, sizeof cut, "%.159s", why);
	line_begin(line, &request, REQUEST_ADMIN_KICK);
	wire_put_text(&request, strlen(name) < 64 ? name : "");
	wire_put_text(&request, cut);
	return line_ask_plain(line, &request);
}

enum keeper_verdict keeper_admin_passwd(
	struct store_client *line, const char *name, const char *password)
{
	struct wire_writer request;
	enum keeper_verdict verdict;

	line_begin(line, &request, REQUEST_ADMIN_PASSWD);
	wire_put_text(&request, strlen(name) < 100 ? name : "");
	wire_put_text(&request, strlen(password) < 1000 ? password : "");
	verdict = line_ask_plain(line, &request);
	explicit_bzero(request.bytes, request.size);
	return verdict;
}

enum keeper_verdict keeper_admin_hold(
	struct store_client *line, enum hold_change change, bool *on, char reason[STORE_REASON_MAX])
{
	struct wire_writer request;
	struct wire_reader answer;
	unsigned verdict;

	line_begin(line, &request, REQUEST_ADMIN_HOLD);
	wire_put_u8(&request, (uint8_t)change);
	wire_put_text(&request, reason);
	verdict = line_ask(line, &request, &answer);
	if (verdict == KEEPER_OK) {
		*on = wire_get_u8(&answer);
		wire_get_text(&answer, reason, STORE_REASON_MAX);
	}
	return line_done(line, verdict, &answer);
}

enum keeper_verdict keeper_admin_say(struct store_client *line, const char *text)
{
	struct wire_writer request;
	char cut[KEEPER_MESSAGE_TEXT_MAX + 1];

	snprintf(cut, sizeof cut, "%s", text);
	line_begin(line, &request, REQUEST_ADMIN_SAY);
	wire_put_text(&request, cut);
	return line_ask_plain(line, &request);
}

enum keeper_verdict keeper_admin_stats(struct store_client *line,
	void (*each)(void *context, const struct keeper_statistic *statistic), void *context)
{
	struct keeper_statistic statistic;
	struct wire_writer request;
	struct wire_reader answer;
	unsigned verdict;

	line_begin(line, &request, REQUEST_ADMIN_STATS);
	verdict = line_ask(line, &request, &answer);
	while (verdict == KEEPER_OK && answer.at < answer.size && !answer.broken) {
		wire_get_statistic(&answer, &statistic);
		if (!answer.broken)
			each(context, &statistic);
	}
	return line_done(line, verdict, &answer);
}

enum keeper_verdict keeper_admin_backup(
	struct store_client *line, const char *path, const char *file)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_ADMIN_BACKUP);
	wire_put_text(&request, strlen(path) < 4096 ? path : "");
	wire_put_text(&request, strlen(file) < 4096 ? file : "");
	return line_ask_plain(line, &request);
}

enum keeper_verdict keeper_admin_backed_up(
	struct store_client *line, const char *file, const char *why)
{
	struct wire_writer request;
	char cut[160];

	snprintf(cut, sizeof cut, "%.159s", why);
	line_begin(line, &request, REQUEST_ADMIN_BACKED_UP);
	wire_put_text(&request, strlen(file) < 4096 ? file : "");
	wire_put_text(&request, cut);
	return line_ask_plain(line, &request);
}

enum keeper_verdict keeper_admin_vacuum(struct store_client *line, uint64_t *returned)
{
	struct wire_writer request;
	struct wire_reader answer;
	unsigned verdict;

	*returned = 0;
	line_begin(line, &request, REQUEST_ADMIN_VACUUM);
	verdict = line_ask(line, &request, &answer);
	if (verdict == KEEPER_OK)
		*returned = wire_get_u64(&answer);
	return line_done(line, verdict, &answer);
}

enum keeper_verdict keeper_admin_runs(
	struct store_client *line, int64_t after, int64_t *ids, size_t capacity, size_t *count)
{
	struct wire_writer request;
	struct wire_reader answer;
	unsigned verdict;

	*count = 0;
	line_begin(line, &request, REQUEST_ADMIN_RUNS);
	wire_put_u64(&request, (uint64_t)after);
	wire_put_u32(&request, (uint32_t)capacity);
	verdict = line_ask(line, &request, &answer);
	while (verdict == KEEPER_OK && *count < capacity && !answer.broken &&
		answer.at < answer.size)
		ids[(*count)++] = (int64_t)wire_get_u64(&answer);
	return line_done(line, verdict, &answer);
}

static void read_segment(struct wire_reader *answer, struct store_segment *segment, bool *saved)
{
	segment->first_index = wire_get_u32(answer);
	segment->end_index = wire_get_u32(answer);
	segment->rules = wire_get_u32(answer);
	wire_get_bytes(answer, segment->content, sizeof segment->content);
	*saved = wire_get_u8(answer);
}

enum keeper_verdict keeper_segment_get(
	struct store_client *line, int64_t run, uint32_t index, struct store_segment *segment)
{
	struct joined joined = {0};
	struct wire_writer request;
	struct wire_reader answer;
	unsigned verdict;
	bool saved = false;

	memset(segment, 0, sizeof *segment);
	do {
		line_begin(line, &request, REQUEST_SEGMENT_GET);
		wire_put_u64(&request, (uint64_t)run);
		wire_put_u32(&request, index);
		wire_put_u32(&request, (uint32_t)joined.size);
		verdict = line_ask(line, &request, &answer);
		if (verdict != KEEPER_OK)
			break;
		read_segment(&answer, segment, &saved);
		if (!joined_add(&joined, &answer))
			verdict = line_refuse(
				line, KEEPER_FAILED, "The segment changed while it was read.");
	} while (verdict == KEEPER_OK && !joined_whole(&joined));
	if (verdict != KEEPER_OK || !saved) {
		free(joined.bytes);
		joined.bytes = NULL;
	}
	segment->save = joined.bytes;
	segment->save_size = joined.bytes ? joined.size : 0;
	return (enum keeper_verdict)verdict;
}

/* Appends the digests of one answer. False if it has none. */
static bool take_digests(struct wire_reader *answer, struct store_digest **digests, size_t *count)
{
	size_t before = *count;

	while (!answer->broken && answer->at < answer->size) {
		struct store_digest digest;

		wire_get_digest(answer, &digest);
		if (*count > 0 && digest.index <= (*digests)[*count - 1].index)
			answer->broken = true;
		/* The array doubles whenever the count is a power of two. */
		if ((*count & (*count - 1)) == 0)
			*digests = realloc(*digests, (*count ? 2 * *count : 1) * sizeof digest);
		if (!*digests)
			abort();
		(*digests)[(*count)++] = digest;
	}
	return *count > before && !answer->broken;
}

enum keeper_verdict keeper_digests_get(
	struct store_client *line, int64_t run, struct store_digest **digests, size_t *count)
{
	struct wire_writer request;
	struct wire_reader answer;
	unsigned verdict;
	bool more;

	*digests = NULL;
	*count = 0;
	do {
		line_begin(line, &request, REQUEST_DIGESTS_GET);
		wire_put_u64(&request, (uint64_t)run);
		wire_put_u32(&request, *count ? (*digests)[*count - 1].index : 0);
		verdict = line_ask(line, &request, &answer);
		more = verdict == KEEPER_OK && take_digests(&answer, digests, count);
		verdict = line_done(line, verdict, &answer);
	} while (more);
	if (verdict == KEEPER_OK)
		return KEEPER_OK;
	free(*digests);
	*digests = NULL;
	*count = 0;
	return (enum keeper_verdict)verdict;
}

enum keeper_verdict keeper_admin_verify(
	struct store_client *line, int64_t run, enum store_verification verification)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_ADMIN_VERIFY);
	wire_put_u64(&request, (uint64_t)run);
	wire_put_u8(&request, (uint8_t)verification);
	return line_ask_plain(line, &request);
}

/* ---- Programs of older rules ---- */

enum keeper_verdict keeper_old_rules(struct store_client *line, uint32_t rules, int *in, int *out)
{
	struct wire_writer request;
	enum keeper_verdict verdict;

	wire_close(&line->handed);
	line_begin(line, &request, REQUEST_OLD_RULES);
	wire_put_u32(&request, rules);
	verdict = line_ask_plain(line, &request);
	if (verdict != KEEPER_OK)
		return verdict;
	if (line->handed.count != 2)
		return line_refuse(line, KEEPER_FAILED, "The keeper's answer is malformed.");
	*in = line->handed.each[0];
	*out = line->handed.each[1];
	line->handed.count = 0;
	return KEEPER_OK;
}
