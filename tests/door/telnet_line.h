/* A client of telnet over a socketpair. */
#ifndef TRAPDOOR_TESTS_TELNET_LINE_H
#define TRAPDOOR_TESTS_TELNET_LINE_H

#include "tests/test.h"

#include "tests/door/heard.h"
#include "tests/door/telnet_bytes.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#define BYTES(text) (const uint8_t *)(text), sizeof(text) - 1

struct line {
	struct transport *transport;
	int client;
	struct heard heard;
};

static inline void line_open(struct line *line)
{
	int pair[2];
	struct transport_handlers handlers = heard_handlers(&line->heard);
	memset(line, 0, sizeof *line);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
	fcntl(pair[0], F_SETFL, O_NONBLOCK);
	fcntl(pair[1], F_SETFL, O_NONBLOCK);
	line->client = pair[1];
	line->transport = transport_telnet.open(pair[0], "192.0.2.7", &handlers);
	assert_true(transport_wait(line->transport, NULL, 0, 0));
	assert_int_equal(line->heard.readies, 1);
}

static inline void line_end(struct line *line)
{
	close(line->client);
	transport_close(line->transport, 0);
}

/* Reads at most size bytes of the server's output. */
static inline size_t line_heard(struct line *line, uint8_t *bytes, size_t size)
{
	ssize_t got = read(line->client, bytes, size);
	return got > 0 ? (size_t)got : 0;
}

/* Sends in pieces of at most `piece` bytes, letting the server react to each. */
static inline void line_send(struct line *line, const uint8_t *bytes, size_t size, size_t piece)
{
	uint8_t drain[65536];
	for (size_t at = 0; at < size && !line->heard.closed[0]; at += piece) {
		size_t part = size - at < piece ? size - at : piece;
		assert_int_equal(write(line->client, bytes + at, part), (ssize_t)part);
		transport_wait(line->transport, NULL, 0, 0);
		line_heard(line, drain, sizeof drain);
	}
	transport_wait(line->transport, NULL, 0, 0);
}

static inline bool holds(const uint8_t *bytes, size_t size, const char *part, size_t part_size)
{
	return memmem(bytes, size, part, part_size) != NULL;
}

/* Answers each question for a terminal type with the next name; returns how many were asked. */
static inline int answer_types(struct line *line, const char *const *names, int count)
{
	uint8_t heard[1024];
	int asked = 0;
	line_heard(line, heard, sizeof heard);
	assert_int_equal(write(line->client, IAC WILL TTYPE, 3), 3);
	for (; asked < 20; asked++) {
		transport_wait(line->transport, NULL, 0, 0);
		size_t size = line_heard(line, heard, sizeof heard);
		if (!holds(heard, size, IAC SB TTYPE "\001" IAC SE, 6))
			break;
		char answer[128];
		int length = snprintf(answer, sizeof answer, IAC SB TTYPE "%c%s" IAC SE, 0,
			names[asked < count ? asked : count - 1]);
		assert_int_equal(write(line->client, answer, (size_t)length), length);
	}
	return asked;
}

#endif
