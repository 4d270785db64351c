#include "door/store/store_client.h"

#include "door/os/monotonic.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define FIRST_WAIT_MS 500
#define NEXT_WAIT_MS 1000
/* The longest wait of a line without `waiting`. A check of a large store takes long. */
#define PATIENCE_MS 60000
#define LOCAL_PATIENCE_MS 5000

/* All lines of a process share these, because each call waits for its answer. */
static uint8_t request_bytes[KEEPER_MESSAGE_MAX];
static uint8_t answer_bytes[KEEPER_MESSAGE_MAX];

struct store_client *store_client_new(
	int descriptor, bool (*waiting)(void *context, unsigned waited_ms), void *context)
{
	struct store_client *line = calloc(1, sizeof *line);

	if (!line)
		abort();
	line->descriptor = descriptor;
	line->waiting = waiting;
	line->context = context;
	return line;
}

void store_client_waits(struct store_client *line,
	bool (*waiting)(void *context, unsigned waited_ms), void *context)
{
	line->waiting = waiting;
	line->context = context;
}

void store_client_free(struct store_client *line)
{
	if (!line)
		return;
	if (line->descriptor >= 0)
		close(line->descriptor);
	wire_close(&line->handed);
	free(line->state);
	free(line);
}

int store_client_descriptor(const struct store_client *line)
{
	return line->descriptor;
}

const char *store_client_state(const struct store_client *line)
{
	return line->state;
}

const char *keeper_sentence(const struct store_client *line)
{
	return line->sentence;
}

bool line_is_guest(const struct store_client *line)
{
	return line->account < 0;
}

enum keeper_verdict line_refuse(
	struct store_client *line, enum keeper_verdict verdict, const char *sentence)
{
	snprintf(line->sentence, sizeof line->sentence, "%s", sentence);
	return verdict;
}

/* ---- Notices ---- */

static void add_notice(struct store_client *line, enum notice_kind kind, const char *text)
{
	struct notice *notice;

	/* A full queue drops its oldest notice. Flags keep those that end the session. */
	if (line->notice_count == LINE_NOTICES_MAX) {
		memmove(&line->notices[0], &line->notices[1],
			(LINE_NOTICES_MAX - 1) * sizeof *notice);
		line->notice_count--;
	}
	notice = &line->notices[line->notice_count++];
	notice->kind = kind;
	snprintf(notice->text, sizeof notice->text, "%s", text);
}

static void take_notice(struct store_client *line, struct wire_reader *in)
{
	char text[sizeof((struct notice *)0)->text];

	wire_get_text(in, text, sizeof text);
	if (in->broken || in->number > NOTICE_CHAT)
		return;
	if (in->number == NOTICE_KICKED)
		line->kicked = true;
	if (in->number == NOTICE_TAKEN_OVER)
		line->run = 0;
	add_notice(line, in->number, text);
}

/* ---- Greeting and reconnecting ---- */

void line_say_hello(struct store_client *line)
{
	uint8_t buffer[512];
	struct wire_writer out;

	wire_begin(&out, buffer, sizeof buffer, WIRE_HELLO, 0, 0);
	if (line->protocol)
		wire_speak(&out, line->protocol);
	wire_put_u64(&out, line->greeted_by);
	wire_put_u64(&out, (uint64_t)line->account);
	wire_put_text(&out, line->name);
	wire_put_bytes(&out, line->token, sizeof line->token);
	wire_put_text(&out, line->peer);
	wire_put_text(&out, line->transport);
	wire_put_u8(&out, line->where);
	wire_put_u8(&out, line->depth);
	wire_put_u32(&out, line->turn);
	wire_put_u64(&out, (uint64_t)line->run);
	wire_put_u32(&out, line->epoch);
	if (line->content)
		wire_put_text(&out, content_game(line->content));
	send(line->descriptor, out.bytes, out.size, MSG_NOSIGNAL);
}

/* False if the line has answered this keeper in a higher protocol. */
static bool take_greeting(struct store_client *line, struct wire_reader *in)
{
	uint64_t number = wire_get_u64(in);

	if (line->greeted && number == line->greeted_by)
		return false;
	if (line->greeted)
		add_notice(line, NOTICE_KEEPER_BACK, "");
	line->greeted = true;
	line->greeted_by = number;
	line->protocol = in->protocol;
	line_say_hello(line);
	return true;
}

/* Opens the line again. Sends no request, since the shared buffer holds the one to repeat; the
 * store already has the line's content. */
static bool reconnect(struct store_client *line)
{
	struct store_client *fresh;

	if (!line->reopen || line->kicked)
		return false;
	fresh = line->reopen(line->state, line->content);
	if (!fresh)
		return false;
	line->descriptor = fresh->descriptor;
	line->greeted_by = fresh->greeted_by;
	line->protocol = fresh->protocol;
	fresh->descriptor = -1;
	store_client_free(fresh);
	line_say_hello(line);
	return true;
}

/* Handles a closed line. True if it is connected to another keeper now. */
static bool line_lost(struct store_client *line)
{
	close(line->descriptor);
	line->descriptor = -1;
	if (reconnect(line))
		return true;
	line_refuse(line, KEEPER_GONE, "The server is not running.");
	if (!line->kicked)
		add_notice(line, NOTICE_SHUTDOWN,
			"The connection to the server is lost; your game is saved.");
	return false;
}

/* ---- Messages ---- */

enum taken { TAKEN_NOTHING, TAKEN_OTHER, TAKEN_GREETING, TAKEN_ANSWER, TAKEN_AGAIN, TAKEN_LOST };

/* Reads one message without waiting. */
static enum taken take_message(struct store_client *line, struct wire_reader *in)
{
	struct wire_descriptors handed;
	ssize_t got = wire_receive(line->descriptor, answer_bytes, sizeof answer_bytes, &handed);

	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return TAKEN_NOTHING;
	if (got <= 0)
		return line_lost(line) ? TAKEN_GREETING : TAKEN_LOST;
	if (!wire_read(in, answer_bytes, (size_t)got)) {
		wire_close(&handed);
		return TAKEN_OTHER;
	}
	if (handed.count > 0) {
		wire_close(&line->handed);
		line->handed = handed;
	}
	if (in->kind == WIRE_GREETING) {
		return take_greeting(line, in) ? TAKEN_GREETING : TAKEN_OTHER;
	}
	if (in->kind == WIRE_NOTICE)
		take_notice(line, in);
	return in->kind == WIRE_ANSWER && in->serial == line->serial ? TAKEN_ANSWER : TAKEN_OTHER;
}

bool keeper_notice(struct store_client *line, struct notice *notice)
{
	struct wire_reader in;

	while (line->descriptor >= 0 && line->notice_count < LINE_NOTICES_MAX) {
		enum taken taken = take_message(line, &in);

		if (taken == TAKEN_NOTHING || taken == TAKEN_LOST)
			break;
	}
	if (line->notice_count == 0)
		return false;
	*notice = line->notices[0];
	line->notice_count--;
	memmove(&line->notices[0], &line->notices[1], line->notice_count * sizeof *notice);
	return true;
}

/* ---- Asking ---- */

void line_begin(struct store_client *line, struct wire_writer *request, enum wire_request number)
{
	wire_begin(
		request, request_bytes, sizeof request_bytes, WIRE_REQUEST, number, ++line->serial);
	if (line->protocol)
		wire_speak(request, line->protocol);
}

struct wait {
	int64_t begun_ms, next_ms;
};

/* Waits for the socket. False if `waiting` gave up or the deadline passed. */
static bool wait_more(struct store_client *line, struct wait *wait, bool to_send)
{
	struct pollfd ready = {
		.fd = line->descriptor, .events = to_send ? POLLIN | POLLOUT : POLLIN};
	int64_t now = monotonic_ms();
	int64_t left = wait->next_ms - now;

	if (poll(&ready, 1, left > 0 ? (int)left : 0) > 0)
		return true;
	now = monotonic_ms();
	if (now < wait->next_ms)
		return true;
	wait->next_ms = now + NEXT_WAIT_MS;
	if (line->waiting)
		return line->waiting(line->context, (unsigned)(now - wait->begun_ms));
	return now - wait->begun_ms < PATIENCE_MS;
}

static unsigned read_answer(struct store_client *line, struct wire_reader *answer)
{
	unsigned verdict = wire_get_u8(answer);

	wire_get_text(answer, line->sentence, sizeof line->sentence);
	if (answer->broken)
		return line_refuse(line, KEEPER_FAILED, "The keeper's answer is malformed.");
	return verdict;
}

/* Sends unless the socket is full. True if the request was sent. */
static bool try_send(struct store_client *line, struct wire_writer *request, bool again)
{
	/* The mark's byte is the upper one of the number. */
	if (again)
		request->bytes[3] |= WIRE_RESENT >> 8;
	return send(line->descriptor, request->bytes, request->size, MSG_DONTWAIT | MSG_NOSIGNAL) ==
	       (ssize_t)request->size;
}

/* A keeper of another release came while the request waited. False if the request must be written
 * anew for it. */
static bool speak_to(const struct store_client *line, struct wire_writer *request)
{
	if (request->protocol == line->protocol)
		return true;
	if (request->varies)
		return false;
	wire_speak(request, line->protocol);
	return true;
}

unsigned line_ask(
	struct store_client *line, struct wire_writer *request, struct wire_reader *answer)
{
	int64_t now = monotonic_ms();
	struct wait wait = {.begun_ms = now, .next_ms = now + FIRST_WAIT_MS};
	bool sent_once = false;
	bool sent = false;

	memset(answer, 0, sizeof *answer); /* empty if none arrives */
	line->sentence[0] = '\0';
	if (request->full)
		return line_refuse(line, KEEPER_NO, "The message is too long.");
	while (line->descriptor >= 0) {
		if (line->greeted && !sent && try_send(line, request, sent_once))
			sent = sent_once = true;
		switch (take_message(line, answer)) {
		case TAKEN_ANSWER:
			return read_answer(line, answer);
		case TAKEN_GREETING:
			sent = false;
			if (!speak_to(line, request))
				return line_refuse(line, KEEPER_FAILED,
					"The server was upgraded just now. Try again.");
			break;
		case TAKEN_NOTHING:
			if (!wait_more(line, &wait, line->greeted && !sent))
				return line_refuse(
					line, KEEPER_FAILED, "The keeper does not answer.");
			break;
		default:
			break;
		}
	}
	return line_refuse(line, KEEPER_GONE, "The server is not running.");
}

enum keeper_verdict line_done(
	struct store_client *line, unsigned verdict, const struct wire_reader *answer)
{
	if (verdict == KEEPER_OK && !wire_whole(answer))
		return line_refuse(line, KEEPER_FAILED, "The keeper's answer is malformed.");
	return verdict <= KEEPER_GONE ? (enum keeper_verdict)verdict : KEEPER_FAILED;
}

enum keeper_verdict line_ask_plain(struct store_client *line, struct wire_writer *request)
{
	struct wire_reader answer;
	unsigned verdict = line_ask(line, request, &answer);

	return line_done(line, verdict, &answer);
}

/* ---- Blobs ---- */

static unsigned upload(struct store_client *line, const uint8_t *bytes, size_t size)
{
	unsigned verdict = KEEPER_OK;
	struct wire_writer request;
	struct wire_reader answer;
	size_t piece;

	for (size_t at = 0; at < size && verdict == KEEPER_OK; at += piece) {
		piece = size - at < WIRE_PIECE_MAX ? size - at : WIRE_PIECE_MAX;
		line_begin(line, &request, REQUEST_UPLOAD);
		wire_put_u32(&request, (uint32_t)size);
		wire_put_u32(&request, (uint32_t)at);
		wire_put_blob(&request, bytes + at, piece);
		verdict = line_ask(line, &request, &answer);
	}
	return verdict;
}

enum keeper_verdict line_ask_with_blob(struct store_client *line, enum wire_request number,
	void (*write_head)(struct wire_writer *request, const void *context), const void *context,
	const void *bytes, size_t size)
{
	bool in_pieces = size > WIRE_PIECE_MAX;
	struct wire_writer request;
	struct wire_reader answer;
	unsigned verdict;

	if (size > WIRE_BLOB_MAX)
		return line_refuse(
			line, KEEPER_NO, "The request is longer than the keeper accepts.");
	do {
		verdict = in_pieces ? upload(line, bytes, size) : KEEPER_OK;
		if (verdict != KEEPER_OK)
			continue;
		line_begin(line, &request, number);
		write_head(&request, context);
		wire_put_u8(&request, in_pieces);
		if (in_pieces)
			wire_put_u32(&request, (uint32_t)size);
		else
			wire_put_blob(&request, bytes, size);
		verdict = line_ask(line, &request, &answer);
	} while (verdict == WIRE_AGAIN);
	return verdict <= KEEPER_GONE ? (enum keeper_verdict)verdict : KEEPER_FAILED;
}

bool joined_add(struct joined *joined, struct wire_reader *answer)
{
	size_t total = wire_get_u32(answer);
	size_t size;
	const uint8_t *bytes = wire_get_blob(answer, &size);

	if (!joined->begun) {
		joined->bytes = total <= WIRE_BLOB_MAX ? malloc(total + 1) : NULL;
		joined->total = total;
		joined->begun = true;
	}
	if (!joined->bytes || !bytes || total != joined->total || size > total - joined->size ||
		(size == 0 && joined->size < total))
		return false;
	memcpy(joined->bytes + joined->size, bytes, size);
	joined->size += size;
	return true;
}

bool joined_whole(const struct joined *joined)
{
	return joined->begun && joined->size == joined->total;
}

/* ---- A line that can be opened again ---- */

bool line_wait_greeting(struct store_client *line)
{
	struct wire_reader in;
	struct pollfd ready = {.fd = line->descriptor, .events = POLLIN};
	enum taken taken = TAKEN_OTHER;

	/* The first greeting may be of a later release. */
	while (taken == TAKEN_OTHER && poll(&ready, 1, LOCAL_PATIENCE_MS) > 0 &&
		recv(line->descriptor, answer_bytes, sizeof answer_bytes, MSG_DONTWAIT | MSG_PEEK) >
			0)
		taken = take_message(line, &in);
	return taken == TAKEN_GREETING;
}

void line_reopens(struct store_client *line, line_reopen *reopen, const char *state)
{
	line->state = strdup(state);
	line->reopen = line->state ? reopen : NULL;
}
