/*
 * Conversations with a keeper over raw sockets, compared with films byte by byte.
 *
 * The test sets fixture and logged before a conversation. The film has each request, the bytes of
 * each answer, and the keeper's log at its end.
 */
#ifndef TRAPDOOR_TESTS_KEEPER_TALK_H
#define TRAPDOOR_TESTS_KEEPER_TALK_H

#include "tests/test.h"

#include <ctype.h>
#include <sys/un.h>

#include "tests/door/film.h"
#include "tests/door/keeper_house.h"
#include "tests/door/keeper_proxy.h"

#include "door/store/store_client.h"

#define PEERS_MAX 8
#define BODY_SHOWN_MAX 160

#define LOGGED_MAX 400

static struct fixture *fixture;
static FILE *logged; /* the keeper's standard error */

struct talk {
	struct film film;
	int peers[PEERS_MAX];
	uint32_t serial;
	uint64_t birth; /* of the keeper */
};

/* ---- Films ---- */

static inline uint64_t hash_of(const uint8_t *bytes, size_t size)
{
	uint64_t hash = 0xcbf29ce484222325;

	for (size_t i = 0; i < size; i++)
		hash = (hash ^ bytes[i]) * 0x100000001b3;
	return hash;
}

/* Text as it is, other bytes in hex; of much the size and a hash. */
static inline void show_bytes(char *text, size_t capacity, const uint8_t *bytes, size_t size)
{
	size_t used = 0;

	text[0] = '\0';
	if (size > BODY_SHOWN_MAX) {
		snprintf(text, capacity, "%zu bytes, hash %016llx", size,
			(unsigned long long)hash_of(bytes, size));
		return;
	}
	for (size_t i = 0; i < size && used + 4 < capacity; i++)
		used += (size_t)snprintf(text + used, capacity - used,
			isalnum(bytes[i]) || strchr(" .,:-", bytes[i] ? bytes[i] : 1) ? "%c"
										      : "<%02x>",
			bytes[i]);
}

/* Seconds that pass while a busy machine runs the test are no part of the film; neither are tokens,
 * whose secret the store draws. */
static inline void hide_chance(unsigned request, uint8_t *bytes, size_t size)
{
	uint8_t *idle = memmem(bytes, size, "idle ", 5);

	for (uint8_t *at = idle ? idle + 5 : NULL; at && isdigit(*at); at++)
		*at = '0';
	if (size > LINE_TOKEN_SIZE + 10 &&
		(request == REQUEST_LOGIN_PASSWORD || request == REQUEST_LOGIN_KEY ||
			request == REQUEST_REGISTER || request == REQUEST_LOGIN_GUEST))
		memset(bytes + 10 + bytes[8], 0, LINE_TOKEN_SIZE);
	for (size_t at = 0; request == REQUEST_WHO && at < size; at += 8) {
		for (int text = 0; text < 3; text++)
			at += 2 + (size_t)(bytes[at] | bytes[at + 1] << 8);
		at += 6;
		memset(bytes + at, 0, 8);
	}
}

static inline void film_message(struct talk *talk, unsigned request, uint8_t *bytes, size_t size)
{
	char line[FILM_LINE_MAX], body[FILM_LINE_MAX / 2], sentence[300];
	struct wire_reader in;
	unsigned verdict;

	assert_true(wire_read(&in, bytes, size));
	if (in.kind == WIRE_NOTICE) {
		wire_get_text(&in, sentence, sizeof sentence);
		snprintf(line, sizeof line, "    notice %u: %s", in.number, sentence);
	} else {
		verdict = wire_get_u8(&in);
		wire_get_text(&in, sentence, sizeof sentence);
		hide_chance(request, bytes + in.at, size - in.at);
		show_bytes(body, sizeof body, bytes + in.at, size - in.at);
		snprintf(line, sizeof line, "    %u \"%s\" %s", verdict, sentence, body);
	}
	film_line(&talk->film, line);
}

/* Takes one message, or the end.  Returns its kind, 0 for the end. */
static inline unsigned listen_once(struct talk *talk, int peer, unsigned request)
{
	static uint8_t bytes[KEEPER_MESSAGE_MAX];
	struct pollfd ready = {.fd = talk->peers[peer], .events = POLLIN};
	ssize_t got;

	if (poll(&ready, 1, 10000) != 1)
		fail_msg("the keeper does not answer");
	got = recv(talk->peers[peer], bytes, sizeof bytes, 0);
	if (got <= 0) {
		film_line(&talk->film, "    the end");
		return 0;
	}
	film_message(talk, request, bytes, (size_t)got);
	return bytes[1];
}

/* ---- Requests ---- */

/* Appends a token of a body: b1 h2 w3 q4 are numbers of 1, 2, 4 and 8 bytes, twords is a text,
 * zwords a blob, pname a path in the state directory, x0a bytes in hex, D the digest of the
 * content. A _ in words is a blank. */
static inline void put_token(struct wire_writer *out, const char *token)
{
	unsigned long long number = strtoull(token + 1, NULL, 0);
	uint8_t digest[CONTENT_DIGEST_SIZE];
	char text[4096], path[200];

	snprintf(text, sizeof text, "%s", *token ? token + 1 : "");
	for (char *at = text; *at; at++)
		*at = *at == '_' ? ' ' : *at;
	switch (*token) {
	case 'b':
		wire_put_u8(out, (uint8_t)number);
		break;
	case 'h':
		wire_put_u16(out, (uint16_t)number);
		break;
	case 'w':
		wire_put_u32(out, (uint32_t)number);
		break;
	case 'q':
		wire_put_u64(out, number);
		break;
	case 't':
		wire_put_text(out, text);
		break;
	case 'p':
		snprintf(path, sizeof path, "%s/%.100s", fixture->state, text);
		wire_put_text(out, path);
		break;
	case 'z':
		wire_put_blob(out, text, strlen(text));
		break;
	case 'x':
		for (const char *at = token + 1; at[0] && at[1]; at += 2)
			wire_put_u8(out, (uint8_t)strtoul((char[]){at[0], at[1], 0}, NULL, 16));
		break;
	case 'D':
		content_digest(fixture->content, digest);
		wire_put_bytes(out, digest, sizeof digest);
		break;
	default:
		fail_msg("no token: %s", token);
	}
}

static inline void connect_peer(struct talk *talk, int peer, bool trusted)
{
	uint8_t bytes[256];
	struct wire_writer out;
	int pair[2];

	if (talk->peers[peer] >= 0)
		close(talk->peers[peer]);
	if (trusted) {
		struct sockaddr_un address = {.sun_family = AF_UNIX};

		snprintf(address.sun_path, sizeof address.sun_path, "%s/keeper.sock",
			fixture->state);
		talk->peers[peer] = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
		assert_int_equal(
			connect(talk->peers[peer], (struct sockaddr *)&address, sizeof address), 0);
	} else {
		assert_true(keeper_pair(pair));
		assert_true(keeper_give(fixture->control, pair[1], ""));
		close(pair[1]);
		talk->peers[peer] = pair[0];
	}
	talk->birth = fixture_take_greetings(talk->peers[peer]);
	wire_begin(&out, bytes, sizeof bytes, WIRE_HELLO, 0, 0);
	wire_put_u64(&out, talk->birth);
	wire_put_u64(&out, 0);
	wire_put_text(&out, "");
	wire_put_bytes(&out, (uint8_t[LINE_TOKEN_SIZE]){0}, LINE_TOKEN_SIZE);
	wire_put_text(&out, "192.0.2.7");
	wire_put_text(&out, "telnet");
	wire_put_u8(&out, 0);
	wire_put_u8(&out, 0);
	wire_put_u32(&out, 0);
	wire_put_u64(&out, 0);
	wire_put_u32(&out, 0);
	assert_int_equal(send(talk->peers[peer], out.bytes, out.size, 0), out.size);
}

/* Sends a request with a body, and films the answer. */
static inline void ask(struct talk *talk, int peer, const char *name, const char *body)
{
	static uint8_t bytes[KEEPER_MESSAGE_MAX];
	bool resent = name[0] == '+';
	unsigned number = proxy_request(name + resent), kind;
	struct wire_writer out;
	char words[4096];
	char *rest = words, *token;

	assert_true(number > 0);
	wire_begin(&out, bytes, sizeof bytes, WIRE_REQUEST, number | (resent ? WIRE_RESENT : 0),
		++talk->serial);
	snprintf(words, sizeof words, "%s", body);
	while ((token = strtok_r(rest, " ", &rest)) != NULL)
		put_token(&out, token);
	assert_false(out.full);
	assert_int_equal(send(talk->peers[peer], out.bytes, out.size, MSG_NOSIGNAL), out.size);
	do
		kind = listen_once(talk, peer, number);
	while (kind == WIRE_NOTICE);
}

/* ---- The log ---- */

/* Copies what does not change from run to run: not the time, nor numbers of processes, nor the
 * path of the state directory. */
static inline void log_steady(char *steady, size_t size, const char *line)
{
	size_t used = 0;
	const char *at = strstr(line, "level=");

	steady[0] = '\0';
	while (at && *at && used + 16 < size) {
		if (strncmp(at, "pid=", 4) == 0) {
			at += 4 + strcspn(at + 4, " ") + 1;
			continue;
		}
		if (strncmp(at, fixture->state, strlen(fixture->state)) == 0) {
			at += strlen(fixture->state);
			used += (size_t)snprintf(steady + used, size - used, "STATE");
			continue;
		}
		steady[used++] = *at++;
		steady[used] = '\0';
	}
}

static inline int compare_lines(const void *one, const void *other)
{
	return strcmp(*(char *const *)one, *(char *const *)other);
}

/* Films the keeper's log of a conversation in the order of its lines' texts, since a line that is
 * closed is noticed late. */
static inline void film_log(struct talk *talk)
{
	char *lines[LOGGED_MAX], text[2048], line[FILM_LINE_MAX];
	size_t count = 0;

	rewind(logged);
	while (fgets(text, sizeof text, logged)) {
		text[strcspn(text, "\n")] = '\0';
		log_steady(line, sizeof line, text);
		/* The check of the database and verifications end at any time. */
		if (strstr(line, "event=store.checked") || strstr(line, "event=verify."))
			continue;
		assert_true(count < LOGGED_MAX);
		lines[count++] = strdup(line);
	}
	qsort(lines, count, sizeof *lines, compare_lines);
	film_line(&talk->film, "the log");
	for (size_t i = 0; i < count; i++) {
		snprintf(line, sizeof line, "    %.1900s", lines[i]);
		film_line(&talk->film, line);
		free(lines[i]);
	}
}

/* Waits until the keeper has read the ends of all lines: it answers later ones. */
static inline void await_rest(struct talk *talk)
{
	static uint8_t bytes[KEEPER_MESSAGE_MAX];
	struct wire_writer out;

	for (int i = 0; i < PEERS_MAX; i++)
		if (talk->peers[i] >= 0)
			close(talk->peers[i]);
	talk->peers[0] = -1;
	connect_peer(talk, 0, true);
	wire_begin(&out, bytes, sizeof bytes, WIRE_REQUEST, REQUEST_WHO, 1);
	wire_put_u32(&out, 0);
	assert_int_equal(send(talk->peers[0], out.bytes, out.size, 0), out.size);
	assert_true(recv(talk->peers[0], bytes, sizeof bytes, 0) > 0);
	close(talk->peers[0]);
}

/* Each line: "PEER connect", "PEER operator", "PEER listen", "PEER +REQUEST BODY" for one that is
 * sent again, "PEER REQUEST BODY". */
static inline void converse(const char *name, const char *const *lines)
{
	struct talk talk;

	for (int i = 0; i < PEERS_MAX; i++)
		talk.peers[i] = -1;
	talk.serial = 0;
	film_open(&talk.film, name);
	for (; *lines; lines++) {
		char word[40];
		int peer, end;

		film_line(&talk.film, *lines);
		assert_int_equal(sscanf(*lines, "%d %39s%n", &peer, word, &end), 2);
		if (strcmp(word, "connect") == 0 || strcmp(word, "operator") == 0)
			connect_peer(&talk, peer, word[0] == 'o');
		else if (strcmp(word, "listen") == 0)
			listen_once(&talk, peer, 0);
		else
			ask(&talk, peer, word, *lines + end);
	}
	await_rest(&talk);
	film_log(&talk);
	film_close(&talk.film);
}

#endif
