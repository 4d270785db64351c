/* Home computers on telnet's listeners: nothing but text until they send a command themselves. */
#include "tests/test.h"

#include "tests/door/heard.h"
#include "tests/door/telnet_bytes.h"
#include "vt100/vt100.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

struct line {
	struct transport *transport;
	int server, client;
	struct heard heard;
	uint8_t out[4096];
	size_t size;
};

static void line_hear(struct line *line)
{
	for (int i = 0; i < 3; i++)
		transport_wait(line->transport, NULL, 0, 0);
	ssize_t got = read(line->client, line->out, sizeof line->out);
	line->size = got > 0 ? (size_t)got : 0;
}

static void line_open(struct line *line, const struct transport_row *row)
{
	int pair[2];
	memset(line, 0, sizeof *line);
	struct transport_handlers handlers = heard_handlers(&line->heard);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair), 0);
	line->server = pair[0];
	line->client = pair[1];
	line->transport = row->open(dup(pair[0]), "192.0.2.7", &handlers);
	line_hear(line);
}

static void line_end(struct line *line)
{
	close(line->client);
	transport_close(line->transport, 0);
	close(line->server);
}

static void line_type(struct line *line, const char *bytes, size_t size)
{
	assert_int_equal(write(line->client, bytes, size), (ssize_t)size);
	line_hear(line);
}
#define TYPE(line, bytes) line_type(line, bytes, sizeof(bytes) - 1)

static bool line_heard(const struct line *line, const char *bytes)
{
	return memmem(line->out, line->size, bytes, strlen(bytes)) != NULL;
}

static void test_silence(void **state)
{
	(void)state;
	static const struct {
		const struct transport_row *row;
		const char *name, *term;
		int width;
	} rows[] = {{&transport_petscii, "petscii", "petscii", 40},
		{&transport_petscii80, "petscii80", "petscii", 80},
		{&transport_atascii, "atascii", "atascii", 40}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct line line;
		line_open(&line, rows[i].row);
		const struct client_facts *facts = transport_facts(line.transport);
		assert_int_equal(line.size, 0);
		assert_string_equal(facts->transport, rows[i].name);
		assert_string_equal(facts->term, rows[i].term);
		assert_int_equal(facts->width, rows[i].width);
		assert_true(transport_settled(line.transport));
		assert_true(transport_is_plaintext(line.transport));
		/* Neither modes nor marks are commands to such a client. */
		transport_echo(line.transport, false);
		transport_lines(line.transport, true);
		transport_prompt(line.transport);
		assert_false(transport_mark(line.transport));
		transport_lines(line.transport, false);
		line_hear(&line);
		assert_int_equal(line.size, 0);
		/* FF is a character. */
		transport_write(line.transport, "a\377b", 3);
		line_hear(&line);
		assert_int_equal(line.size, 3);
		assert_memory_equal(line.out, "a\377b", 3);
		line_end(&line);
	}
}

static void test_keys_that_are_no_commands(void **state)
{
	(void)state;
	struct line line;
	line_open(&line, &transport_atascii);
	TYPE(&line, "a\377b\377\377c\377");
	TYPE(&line, "d");
	assert_int_equal(line.size, 0);
	assert_int_equal(line.heard.typed_size, 4);
	assert_memory_equal(line.heard.typed, "abcd", 4);
	line_end(&line);
}

/* A telnet client with such a screen. Its terminal's name changes nothing. */
static void test_a_telnet_client(void **state)
{
	(void)state;
	for (int split = 0; split < 2; split++) {
		struct line line;
		line_open(&line, &transport_petscii);
		if (split) {
			TYPE(&line, IAC);
			TYPE(&line, WILL NAWS);
		} else {
			TYPE(&line, IAC WILL NAWS);
		}
		assert_true(line_heard(&line, IAC DO NAWS));
		assert_true(line_heard(&line, IAC WILL "\001"));
		assert_false(line_heard(&line, IAC DO TTYPE));
		line_type(&line, IAC SB NAWS "\0\120\0\031" IAC SE, 9);
		assert_int_equal(transport_facts(line.transport)->width, 80);
		TYPE(&line, IAC WILL TTYPE);
		assert_false(line_heard(&line, IAC SB TTYPE));
		line_type(&line, IAC SB TTYPE "\0VT100" IAC SE, 11);
		assert_string_equal(transport_facts(line.transport)->term, "petscii");
		transport_write(line.transport, "\377", 1);
		line_hear(&line);
		assert_int_equal(line.size, 2);
		TYPE(&line, "x");
		assert_memory_equal(line.heard.typed, "x", 1);
		line_end(&line);
	}
}

static void test_moving(void **state)
{
	(void)state;
	struct line line;
	uint8_t bytes[1024];
	struct packing out = {.bytes = bytes, .capacity = sizeof bytes};
	line_open(&line, &transport_petscii80);
	struct transport_handlers handlers = heard_handlers(&line.heard);
	assert_true(transport_pack(line.transport, &out));
	struct unpacking in = {.bytes = bytes, .size = out.size};
	struct transport *old = line.transport;
	line.transport =
		transport_telnet.open_packed(dup(line.server), "192.0.2.7", &handlers, &in);
	assert_non_null(line.transport);
	line_hear(&line);
	assert_int_equal(line.size, 0);
	assert_string_equal(transport_facts(line.transport)->transport, "petscii80");
	assert_string_equal(transport_facts(line.transport)->term, "petscii");
	assert_int_equal(transport_facts(line.transport)->width, 80);
	transport_write(line.transport, "\377", 1);
	line_hear(&line);
	assert_int_equal(line.size, 1);
	line_end(&line);
	line.heard.closed[0] = '\0';
	transport_close(old, 0);
}

static void test_recognising(void **state)
{
	(void)state;
	struct line line;
	line_open(&line, &transport_telnet);
	assert_true(transport_edits_lines(line.transport));
	assert_true(transport_recognise(line.transport, "petscii"));
	assert_false(transport_edits_lines(line.transport));
	assert_string_equal(transport_facts(line.transport)->term, "petscii");
	assert_int_equal(transport_facts(line.transport)->width, 40);
	assert_false(transport_recognise(line.transport, "atascii"));
	line_hear(&line);
	assert_int_equal(line.size, 0);
	line_end(&line);
	/* Not a client that has negotiated. */
	line_open(&line, &transport_telnet);
	TYPE(&line, IAC WILL NAWS);
	assert_false(transport_recognise(line.transport, "petscii"));
	line_end(&line);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_silence),
		cmocka_unit_test(test_keys_that_are_no_commands),
		cmocka_unit_test(test_a_telnet_client),
		cmocka_unit_test(test_moving),
		cmocka_unit_test(test_recognising),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
