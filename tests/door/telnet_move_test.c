/* A telnet client whose transport goes on elsewhere: it is answered as if it had stayed. */
#include "tests/test.h"

#include "tests/door/heard.h"
#include "tests/door/telnet_bytes.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#define CHARSET "\052"

#define MOVES_MAX 32

struct line {
	struct transport *transport, *left[MOVES_MAX]; /* left: of the old processes */
	size_t moves;
	int server, client;
	struct heard heard;
	uint8_t out[4096];
	size_t out_size;
};

static void line_open(struct line *line)
{
	int pair[2];
	memset(line, 0, sizeof *line);
	struct transport_handlers handlers = heard_handlers(&line->heard);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair), 0);
	line->server = pair[0];
	line->client = pair[1];
	line->transport = transport_telnet.open(dup(pair[0]), "192.0.2.7", &handlers);
	transport_wait(line->transport, NULL, 0, 0);
}

/* Sends bytes and reads the answer. */
static void line_say(struct line *line, const char *bytes, size_t size)
{
	if (size)
		assert_int_equal(write(line->client, bytes, size), (ssize_t)size);
	for (int i = 0; i < 3; i++)
		transport_wait(line->transport, NULL, 0, 0);
	ssize_t got = read(line->client, line->out, sizeof line->out);
	line->out_size = got > 0 ? (size_t)got : 0;
}

/* The transport goes on elsewhere. False if it cannot now. */
static bool line_move(struct line *line)
{
	uint8_t bytes[1024];
	struct packing out = {.bytes = bytes, .capacity = sizeof bytes};
	struct transport_handlers handlers = heard_handlers(&line->heard);
	if (!transport_pack(line->transport, &out))
		return false;
	assert_false(out.full);
	struct unpacking in = {.bytes = bytes, .size = out.size};
	struct transport *moved =
		transport_telnet.open_packed(dup(line->server), "192.0.2.7", &handlers, &in);
	assert_non_null(moved);
	assert_true(packed_whole(&in));
	/* The old process ends without a word, so it is freed after all else. */
	assert_true(line->moves < MOVES_MAX);
	line->left[line->moves++] = line->transport;
	line->transport = moved;
	return true;
}

static void line_end(struct line *line)
{
	close(line->client);
	close(line->server);
	transport_close(line->transport, 0);
	for (size_t i = 0; i < line->moves; i++)
		transport_close(line->left[i], 0);
}

#define SAYS(text)                                                                                 \
	{                                                                                          \
		text, sizeof(text) - 1                                                             \
	}
static const struct {
	const char *bytes;
	size_t size;
} said[] = {SAYS(IAC DO "\001" IAC DO "\003" IAC WILL "\003"), SAYS(IAC WILL TTYPE),
	SAYS(IAC SB TTYPE "\0MUDLET" IAC SE), SAYS(IAC SB TTYPE "\0XTERM" IAC SE),
	SAYS(IAC SB TTYPE "\0MTTS 13" IAC SE), SAYS(IAC WILL NAWS),
	SAYS(IAC SB NAWS "\0\120\0\062" IAC SE), SAYS(IAC DO CHARSET),
	SAYS(IAC SB CHARSET "\002UTF-8" IAC SE), SAYS(IAC DONT "\0" IAC WONT "\0"),
	SAYS(IAC DO "\0"), SAYS(IAC WILL "\0"), SAYS(IAC DONT "\001"), SAYS(IAC DO "\001"),
	SAYS(IAC WILL "\047"), SAYS(IAC DO "\177"), SAYS("hjkl\r\n"), SAYS(IAC "\366"),
	SAYS(IAC WONT TTYPE), SAYS(IAC WILL TTYPE), SAYS("GET")};
#define SAID (sizeof said / sizeof *said)

static void assert_same(const struct line *stayed, const struct line *moved)
{
	const struct client_facts *a = transport_facts(stayed->transport),
				  *b = transport_facts(moved->transport);
	assert_int_equal(stayed->out_size, moved->out_size);
	assert_memory_equal(stayed->out, moved->out, stayed->out_size);
	assert_int_equal(stayed->heard.typed_size, moved->heard.typed_size);
	assert_memory_equal(stayed->heard.typed, moved->heard.typed, stayed->heard.typed_size);
	assert_string_equal(a->term, b->term);
	assert_string_equal(a->locale, b->locale);
	assert_int_equal(a->utf8, b->utf8);
	assert_int_equal(a->baud, b->baud);
	assert_string_equal(a->peer, b->peer);
	assert_string_equal(b->transport, "telnet");
	assert_true(a->truecolour == b->truecolour && a->no_colour == b->no_colour);
	assert_true(a->has_size == b->has_size && a->width == b->width && a->height == b->height);
	assert_int_equal(stayed->heard.facts_shown, moved->heard.facts_shown);
	assert_int_equal(moved->heard.readies, 1);
	assert_string_equal(moved->heard.closed, "");
}

/* The client answers all that line mode changes, or is silent, or wants no end of record. */
static const struct {
	const char *bytes;
	size_t size;
} line_answers[] = {SAYS(IAC DONT "\001" IAC DONT "\003" IAC DO "\031"), SAYS(""),
	SAYS(IAC DONT "\001" IAC DONT "\003" IAC DONT "\031")};

static void prompt(struct line *line)
{
	transport_write(line->transport, "> ", 2);
	transport_prompt(line->transport);
	line_say(line, "", 0);
}

/* Line mode, a prompt, a password, and line mode off: the client reads the same. */
static void line_mode_moves(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof line_answers / sizeof *line_answers; i++) {
		struct line both[2]; /* the second one moves */
		for (size_t k = 0; k < 2; k++) {
			line_open(&both[k]);
			line_say(&both[k], said[0].bytes, said[0].size);
			transport_lines(both[k].transport, true);
			line_say(&both[k], line_answers[i].bytes, line_answers[i].size);
		}
		assert_same(&both[0], &both[1]);
		assert_true(line_move(&both[1]));
		for (size_t step = 0; step < 4; step++) {
			for (size_t k = 0; k < 2; k++) {
				if (step == 1 || step == 2)
					transport_echo(both[k].transport, step == 1);
				if (step == 3)
					transport_lines(both[k].transport, false);
				prompt(&both[k]);
			}
			assert_true(both[0].out_size >= 2);
			assert_same(&both[0], &both[1]);
		}
		line_end(&both[0]);
		line_end(&both[1]);
	}
}

/* Before each statement, and before all of them, the transport moves. */
static void a_moved_client_is_answered_as_if_it_had_stayed(void **state)
{
	(void)state;
	for (size_t when = 0; when <= SAID; when++) {
		struct line stayed, moved;
		line_open(&stayed);
		line_open(&moved);
		line_say(&stayed, "", 0);
		line_say(&moved, "", 0);
		assert_same(&stayed, &moved);
		for (size_t i = 0; i < SAID; i++) {
			if (i == when || when == SAID)
				assert_true(line_move(&moved));
			line_say(&stayed, said[i].bytes, said[i].size);
			line_say(&moved, said[i].bytes, said[i].size);
			assert_same(&stayed, &moved);
		}
		assert_string_equal(transport_facts(moved.transport)->term, "XTERM");
		line_end(&stayed);
		line_end(&moved);
	}
}

/* The server says nothing by itself when it goes on. */
static void a_move_sends_nothing(void **state)
{
	struct line line;
	(void)state;
	line_open(&line);
	line_say(&line, "", 0);
	line_say(&line, IAC WILL TTYPE IAC DO CHARSET, 6);
	assert_true(line_move(&line));
	line_say(&line, "", 0);
	assert_int_equal(line.out_size, 0);
	line_end(&line);
}

static void half_a_command_does_not_move(void **state)
{
	static const char *const halves[] = {
		IAC, IAC WILL, IAC SB, IAC SB TTYPE, IAC SB TTYPE "x", IAC SB TTYPE "x" IAC};
	(void)state;
	for (size_t i = 0; i < sizeof halves / sizeof *halves; i++) {
		struct line line;
		line_open(&line);
		line_say(&line, halves[i], strlen(halves[i]));
		assert_false(line_move(&line));
		line_end(&line);
	}
}

/* A client that does not read: its output stays with the process that made it. */
static void unsent_output_does_not_move(void **state)
{
	static uint8_t much[400000], drain[65536];
	struct line line;
	(void)state;
	line_open(&line);
	transport_write(line.transport, much, sizeof much);
	assert_true(transport_clogged(line.transport));
	assert_false(line_move(&line));
	while (transport_clogged(line.transport)) {
		assert_true(read(line.client, drain, sizeof drain) > 0);
		transport_wait(line.transport, NULL, 0, 10);
	}
	assert_true(line_move(&line));
	line_end(&line);
}

static void malformed_bytes_leave_the_client_alone(void **state)
{
	struct line line;
	uint8_t bytes[1024];
	struct packing out = {.bytes = bytes, .capacity = sizeof bytes};
	(void)state;
	line_open(&line);
	struct transport_handlers handlers = heard_handlers(&line.heard);
	assert_true(transport_pack(line.transport, &out));
	for (size_t size = 0; size < out.size; size++) {
		struct unpacking in = {.bytes = bytes, .size = size};
		assert_null(transport_telnet.open_packed(line.server, "x", &handlers, &in));
	}
	assert_true(fcntl(line.server, F_GETFD) >= 0);
	line_end(&line);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_moved_client_is_answered_as_if_it_had_stayed),
		cmocka_unit_test(line_mode_moves),
		cmocka_unit_test(a_move_sends_nothing),
		cmocka_unit_test(half_a_command_does_not_move),
		cmocka_unit_test(unsent_output_does_not_move),
		cmocka_unit_test(malformed_bytes_leave_the_client_alone),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
