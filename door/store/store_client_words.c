/* The calls of words, of the page "While you were out", of spectators, of branches and of
 * milestones. */
#include <stdio.h>
#include <string.h>

#include "door/store/store_client.h"

/* Writes a text, cut to the room of its field. */
static void put_text(struct wire_writer *request, const char *text, size_t size)
{
	char cut[STORE_WORDS_MAX];

	snprintf(cut, size < sizeof cut ? size : sizeof cut, "%s", text);
	wire_put_text(request, cut);
}

/* ---- Players ---- */

enum keeper_verdict keeper_words_news(struct store_client *line, struct keeper_words_news *news)
{
	struct wire_writer request;
	struct wire_reader answer;
	unsigned verdict;

	memset(news, 0, sizeof *news);
	line_begin(line, &request, REQUEST_WORDS_NEWS);
	verdict = line_ask(line, &request, &answer);
	if (verdict == KEEPER_OK) {
		news->unread = wire_get_u32(&answer);
		wire_get_words(&answer, &news->newest);
	}
	return line_done(line, verdict, &answer);
}

static enum keeper_verdict ask_words(struct store_client *line, enum wire_request number,
	struct store_words words[KEEPER_WORDS_MAX], size_t *count)
{
	struct wire_writer request;
	struct wire_reader answer;
	struct store_words one;
	unsigned verdict;

	*count = 0;
	line_begin(line, &request, number);
	verdict = line_ask(line, &request, &answer);
	while (verdict == KEEPER_OK && !answer.broken && answer.at < answer.size) {
		wire_get_words(&answer, &one);
		if (!answer.broken && *count < KEEPER_WORDS_MAX)
			words[(*count)++] = one;
	}
	return line_done(line, verdict, &answer);
}

enum keeper_verdict keeper_wall(
	struct store_client *line, struct store_words words[KEEPER_WORDS_MAX], size_t *count)
{
	return ask_words(line, REQUEST_WALL, words, count);
}

enum keeper_verdict keeper_mails(
	struct store_client *line, struct store_words words[KEEPER_WORDS_MAX], size_t *count)
{
	return ask_words(line, REQUEST_MAIL_LIST, words, count);
}

enum keeper_verdict keeper_words_may(
	struct store_client *line, enum store_kind kind, const char *name)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_WORDS_MAY);
	wire_put_u8(&request, (uint8_t)kind);
	if (name[0])
		put_text(&request, name, STORE_SUBJECT_MAX);
	return line_ask_plain(line, &request);
}

enum keeper_verdict keeper_wall_write(struct store_client *line, const char *text)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_WALL_WRITE);
	put_text(&request, text, STORE_WALL_MAX);
	return line_ask_plain(line, &request);
}

enum keeper_verdict keeper_mail_send(struct store_client *line, const char *name, const char *text)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_MAIL_SEND);
	put_text(&request, text, STORE_WORDS_MAX);
	put_text(&request, name, STORE_SUBJECT_MAX);
	return line_ask_plain(line, &request);
}

/* Sends a request about one row. */
static enum keeper_verdict ask_about(
	struct store_client *line, enum wire_request number, int64_t id)
{
	struct wire_writer request;

	line_begin(line, &request, number);
	wire_put_u64(&request, (uint64_t)id);
	return line_ask_plain(line, &request);
}

enum keeper_verdict keeper_mail_seen(struct store_client *line, int64_t id)
{
	return ask_about(line, REQUEST_MAIL_SEEN, id);
}

enum keeper_verdict keeper_mail_remove(struct store_client *line, int64_t id)
{
	return ask_about(line, REQUEST_MAIL_REMOVE, id);
}

enum keeper_verdict keeper_block(struct store_client *line, const char *name, bool on)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_BLOCK);
	wire_put_u8(&request, on);
	put_text(&request, name, STORE_SUBJECT_MAX);
	return line_ask_plain(line, &request);
}

enum keeper_verdict keeper_blocked(
	struct store_client *line, char names[STORE_BLOCKS_MAX][STORE_NAME_MAX + 1], size_t *count)
{
	struct wire_writer request;
	struct wire_reader answer;
	char name[STORE_NAME_MAX + 1];
	unsigned verdict;

	*count = 0;
	line_begin(line, &request, REQUEST_BLOCK_LIST);
	verdict = line_ask(line, &request, &answer);
	while (verdict == KEEPER_OK && !answer.broken && answer.at < answer.size) {
		wire_get_text(&answer, name, sizeof name);
		if (!answer.broken && *count < STORE_BLOCKS_MAX)
			memcpy(names[(*count)++], name, sizeof name);
	}
	return line_done(line, verdict, &answer);
}

enum keeper_verdict keeper_livelog(struct store_client *line,
	struct store_milestone milestones[KEEPER_LIVELOG_SHOWN], size_t *count)
{
	struct wire_writer request;
	struct wire_reader answer;
	struct store_milestone one;
	unsigned verdict;

	*count = 0;
	line_begin(line, &request, REQUEST_LIVELOG);
	verdict = line_ask(line, &request, &answer);
	while (verdict == KEEPER_OK && !answer.broken && answer.at < answer.size) {
		wire_get_milestone(&answer, &one);
		if (!answer.broken && *count < KEEPER_LIVELOG_SHOWN)
			milestones[(*count)++] = one;
	}
	return line_done(line, verdict, &answer);
}

enum keeper_verdict keeper_report_deed(struct store_client *line, const struct feat *deed)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_REPORT_DEED);
	wire_put_u8(&request, deed->kind);
	wire_put_text(&request, deed->id);
	return line_ask_plain(line, &request);
}

enum keeper_verdict keeper_words_report(struct store_client *line, enum store_kind kind, int64_t id)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_WORDS_REPORT);
	wire_put_u8(&request, (uint8_t)kind);
	wire_put_u64(&request, (uint64_t)id);
	return line_ask_plain(line, &request);
}

enum keeper_verdict keeper_out_show(struct store_client *line, struct keeper_out *out)
{
	struct wire_writer request;
	struct wire_reader answer;
	unsigned verdict;

	memset(out, 0, sizeof *out);
	line_begin(line, &request, REQUEST_OUT_SHOW);
	verdict = line_ask(line, &request, &answer);
	if (verdict == KEEPER_OK)
		wire_get_out(&answer, out);
	return line_done(line, verdict, &answer);
}

enum keeper_verdict keeper_out_seen(struct store_client *line, const struct store_mark *mark)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_OUT_SEEN);
	wire_put_u64(&request, (uint64_t)mark->score);
	wire_put_u64(&request, (uint64_t)mark->mail);
	wire_put_u64(&request, (uint64_t)mark->at);
	return line_ask_plain(line, &request);
}

enum keeper_verdict keeper_spectators(struct store_client *line, bool counts, uint32_t *count)
{
	struct wire_writer request;
	struct wire_reader answer;
	unsigned verdict;

	*count = 0;
	line_begin(line, &request, REQUEST_SPECTATORS);
	wire_put_u8(&request, counts);
	verdict = line_ask(line, &request, &answer);
	if (verdict == KEEPER_OK)
		*count = wire_get_u32(&answer);
	return line_done(line, verdict, &answer);
}

enum keeper_verdict keeper_chat(struct store_client *line, const char *text)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_CHAT);
	put_text(&request, text, KEEPER_CHAT_MAX);
	return line_ask_plain(line, &request);
}

enum keeper_verdict keeper_branch(struct store_client *line, int64_t run)
{
	return ask_about(line, REQUEST_BRANCH, run);
}

/* ---- Operators ---- */

enum keeper_verdict keeper_admin_mail(struct store_client *line, const char *name, const char *text)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_ADMIN_MAIL);
	wire_put_u8(&request, name == NULL);
	put_text(&request, text, STORE_WORDS_MAX);
	if (name)
		put_text(&request, name, STORE_SUBJECT_MAX);
	return line_ask_plain(line, &request);
}

enum keeper_verdict keeper_admin_reports(struct store_client *line,
	void (*each)(void *context, const struct store_report *report), void *context)
{
	struct store_report report = {.id = 0};
	enum keeper_verdict verdict;
	struct wire_writer request;
	struct wire_reader answer;
	size_t count;

	do {
		line_begin(line, &request, REQUEST_ADMIN_REPORTS);
		wire_put_u64(&request, (uint64_t)report.id);
		verdict = (enum keeper_verdict)line_ask(line, &request, &answer);
		for (count = 0; verdict == KEEPER_OK && !answer.broken && answer.at < answer.size;
			count++) {
			wire_get_report(&answer, &report);
			if (!answer.broken)
				each(context, &report);
		}
		verdict = line_done(line, verdict, &answer);
	} while (verdict == KEEPER_OK && count > 0);
	return verdict;
}

enum keeper_verdict keeper_admin_dismiss(struct store_client *line, int64_t report)
{
	return ask_about(line, REQUEST_ADMIN_DISMISS, report);
}

enum keeper_verdict keeper_admin_remove_words(
	struct store_client *line, enum store_kind kind, int64_t id, const char *why)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_ADMIN_REMOVE_WORDS);
	wire_put_u8(&request, (uint8_t)kind);
	wire_put_u64(&request, (uint64_t)id);
	put_text(&request, why, STORE_REASON_MAX);
	return line_ask_plain(line, &request);
}

enum keeper_verdict keeper_admin_mute(
	struct store_client *line, const char *name, const char *why, int64_t until)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_ADMIN_MUTE);
	wire_put_u8(&request, why != NULL);
	wire_put_u64(&request, (uint64_t)until);
	put_text(&request, why ? why : "", STORE_REASON_MAX);
	put_text(&request, name, STORE_SUBJECT_MAX);
	return line_ask_plain(line, &request);
}

enum keeper_verdict keeper_admin_mutes(struct store_client *line,
	void (*each)(void *context, const struct store_mute *mute), void *context)
{
	struct store_mute mute = {.account = 0};
	enum keeper_verdict verdict;
	struct wire_writer request;
	struct wire_reader answer;
	size_t count;

	do {
		line_begin(line, &request, REQUEST_ADMIN_MUTES);
		wire_put_u64(&request, (uint64_t)mute.account);
		verdict = (enum keeper_verdict)line_ask(line, &request, &answer);
		for (count = 0; verdict == KEEPER_OK && !answer.broken && answer.at < answer.size;
			count++) {
			wire_get_mute(&answer, &mute);
			if (!answer.broken)
				each(context, &mute);
		}
		verdict = line_done(line, verdict, &answer);
	} while (verdict == KEEPER_OK && count > 0);
	return verdict;
}
