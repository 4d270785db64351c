/* Protocols of MUD clients over telnet: MCCP version 2, GMCP and MSSP. */
#include "tests/test.h"

#include "tests/door/telnet_line.h"

#include <signal.h>
#include <zlib.h>

#define COMPRESS "\126"
#define GMCP "\311"
#define MSSP "\106"
#define SAYS(text) text, sizeof(text) - 1
#define BEGINS IAC SB COMPRESS IAC SE

static const char *const mud[] = {"MUDLET", "XTERM", "MTTS 13"};

/* Opens a line to a client that said by its types that it is a MUD client. */
static void open_mud(struct line *line)
{
	line_open(line);
	answer_types(line, mud, 3);
}

/* Sends bytes and returns the answer's size. */
static size_t say(struct line *line, const uint8_t *bytes, size_t size, uint8_t *heard, size_t most)
{
	assert_int_equal(write(line->client, bytes, size), (ssize_t)size);
	for (int i = 0; i < 3; i++)
		transport_wait(line->transport, NULL, 0, 0);
	return line_heard(line, heard, most);
}

/* A client that has agreed to the compression. */
static void open_compressed(struct line *line)
{
	uint8_t heard[8192];
	open_mud(line);
	say(line, BYTES(IAC DO COMPRESS), heard, sizeof heard);
}

/* The notice that a connection is not encrypted is for clients that do not say that theirs is. */
static void a_client_says_that_it_calls_in_tls(void **state)
{
	static const struct {
		const char *mtts;
		bool plaintext;
	} rows[] = {{"MTTS 15", true}, {"MTTS 2063", false}, {"MTTS 1039", true}};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *names[] = {"MUDLET", "XTERM", rows[i].mtts};
		struct line line;
		line_open(&line);
		assert_true(transport_is_plaintext(line.transport));
		answer_types(&line, names, 3);
		assert_int_equal(transport_is_plaintext(line.transport), rows[i].plaintext);
		line_end(&line);
	}
}

/* ---- Prompts ---- */

/* A prompt of line mode ends with EOR where the client agreed to it, else with GA. A client that
 * never answered, and a screen, get neither. */
static void a_prompt_ends_as_the_client_agreed(void **state)
{
	static const struct {
		bool lines;
		const char *answer;
		size_t size;
		const char *prompt;
	} rows[] = {
		{true, SAYS(IAC DONT "\001" IAC DONT "\003" IAC DO "\031"), "> " IAC "\357"},
		{true, SAYS(IAC DONT "\001" IAC DONT "\003" IAC DONT "\031"), "> " IAC "\371"},
		{true, SAYS(IAC DONT "\001"), "> " IAC "\371"},
		{true, SAYS(""), "> "},
		{false, SAYS(IAC DO "\001" IAC DO "\003"), "> "},
	};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct line line;
		uint8_t heard[4096];
		line_open(&line);
		transport_lines(line.transport, rows[i].lines);
		size_t size = say(
			&line, (const uint8_t *)rows[i].answer, rows[i].size, heard, sizeof heard);
		assert_int_equal(holds(heard, size, IAC WILL "\031", 3), rows[i].lines);
		transport_write(line.transport, "> ", 2);
		transport_prompt(line.transport);
		size = say(&line, (const uint8_t *)"", 0, heard, sizeof heard);
		assert_int_equal(size, strlen(rows[i].prompt));
		assert_memory_equal(heard, rows[i].prompt, size);
		line_end(&line);
	}
}

/* ---- MCCP ---- */

static void only_mud_clients_are_offered_their_protocols(void **state)
{
	static const struct {
		const char *const names[3];
		int count;
		bool offered;
	} rows[] = {{{"MUDLET", "XTERM", "MTTS 13"}, 3, true},
		{{"XTERM-256COLOR", "XTERM", "XTERM"}, 3, false}, {{"MTTS 0"}, 1, true},
		{{"mushclient", "mushclient"}, 2, true}, {{"xtermudlet", "xtermudlet"}, 2, false}};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct line line;
		uint8_t heard[1024];
		size_t size = 0;
		line_open(&line);
		size += line_heard(&line, heard, sizeof heard);
		assert_true(holds(heard, size, IAC WILL MSSP, 3));
		assert_false(holds(heard, size, IAC WILL COMPRESS, 3));
		assert_int_equal(write(line.client, IAC WILL TTYPE, 3), 3);
		for (int k = 0; k < rows[i].count; k++) {
			char answer[64];
			int length = snprintf(answer, sizeof answer, IAC SB TTYPE "%c%s" IAC SE, 0,
				rows[i].names[k]);
			size = say(&line, (const uint8_t *)answer, (size_t)length, heard,
				sizeof heard);
		}
		assert_true(holds(heard, size, IAC DO "\040", 3));
		assert_int_equal(holds(heard, size, IAC WILL COMPRESS, 3), rows[i].offered);
		assert_int_equal(holds(heard, size, IAC WILL GMCP, 3), rows[i].offered);
		line_end(&line);
	}
}

/* A client that inflates what it hears from the mark on. */
struct inflated {
	z_stream stream;
	uint8_t text[65536];
	size_t size;
	bool ended;
};

static void inflate_begin(struct inflated *inflated)
{
	memset(inflated, 0, sizeof *inflated);
	assert_int_equal(inflateInit(&inflated->stream), Z_OK);
	inflated->stream.next_out = inflated->text;
	inflated->stream.avail_out = sizeof inflated->text;
}

/* Returns the number of bytes behind the end of the stream. */
static size_t inflate_more(struct inflated *inflated, uint8_t *bytes, size_t size)
{
	inflated->stream.next_in = bytes;
	inflated->stream.avail_in = (uInt)size;
	int answer = inflate(&inflated->stream, Z_SYNC_FLUSH);
	assert_true(answer == Z_OK || answer == Z_STREAM_END || answer == Z_BUF_ERROR);
	inflated->ended = answer == Z_STREAM_END;
	inflated->size = sizeof inflated->text - inflated->stream.avail_out;
	return inflated->stream.avail_in;
}

static void the_output_is_compressed_when_the_client_agrees(void **state)
{
	static struct inflated inflated;
	struct line line;
	uint8_t heard[8192];
	(void)state;
	open_mud(&line);
	/* The answer alone begins nothing: the next output does. */
	assert_int_equal(say(&line, BYTES(IAC DO COMPRESS), heard, sizeof heard), 0);
	transport_write(line.transport, "a frame \377 of text", 17);
	size_t size = line_heard(&line, heard, sizeof heard);
	assert_true(size > 5 && memcmp(heard, BEGINS, 5) == 0);
	inflate_begin(&inflated);
	assert_int_equal(inflate_more(&inflated, heard + 5, size - 5), 0);
	/* Each output can be read at once. */
	assert_int_equal(inflated.size, 18);
	assert_memory_equal(inflated.text, "a frame \377\377 of text", 18);
	/* Answers and marks are in the stream, too; a second DO begins no second one. */
	size = say(
		&line, BYTES(IAC DO COMPRESS IAC DO COMPRESS IAC DO "\177"), heard, sizeof heard);
	assert_int_equal(inflate_more(&inflated, heard, size), 0);
	assert_int_equal(inflated.size, 21);
	assert_memory_equal(inflated.text + 18, IAC WONT "\177", 3);
	assert_true(transport_mark(line.transport));
	size = line_heard(&line, heard, sizeof heard);
	inflate_more(&inflated, heard, size);
	assert_memory_equal(inflated.text + 21, IAC DO "\006", 3);
	inflateEnd(&inflated.stream);
	line_end(&line);
}

static void the_compression_pays(void **state)
{
	static char frame[4000];
	struct line line;
	uint8_t heard[8192];
	(void)state;
	open_compressed(&line);
	for (size_t i = 0; i < sizeof frame; i++)
		frame[i] = "\033[1;32m.#\033[0m"[i % 13];
	transport_write(line.transport, frame, sizeof frame);
	assert_in_range(line_heard(&line, heard, sizeof heard), 20, 200);
	line_end(&line);
}

/* DONT ends the stream, in the middle of anything, and DO begins another. */
static void the_client_ends_the_compression(void **state)
{
	static struct inflated inflated;
	struct line line;
	uint8_t heard[8192];
	(void)state;
	open_compressed(&line);
	for (int i = 0; i < 3; i++) {
		transport_write(line.transport, "one", 3);
		size_t size = line_heard(&line, heard, sizeof heard);
		assert_true(size > 5 && memcmp(heard, BEGINS, 5) == 0);
		inflate_begin(&inflated);
		inflate_more(&inflated, heard + 5, size - 5);
		size = say(&line, BYTES(IAC DONT COMPRESS), heard, sizeof heard);
		assert_int_equal(inflate_more(&inflated, heard, size), 0);
		assert_true(inflated.ended);
		assert_int_equal(inflated.size, 6);
		assert_memory_equal(inflated.text, "one" IAC WONT COMPRESS, 6);
		inflateEnd(&inflated.stream);
		transport_write(line.transport, "two", 3);
		assert_int_equal(line_heard(&line, heard, sizeof heard), 3);
		assert_memory_equal(heard, "two", 3);
		size = say(&line, BYTES(IAC DO COMPRESS), heard, sizeof heard);
		assert_int_equal(size, 3);
		assert_memory_equal(heard, IAC WILL COMPRESS, 3);
	}
	line_end(&line);
}

/* Before a session moves the stream ends; with the next output there is a new one. */
static void a_move_ends_the_compression(void **state)
{
	static struct inflated inflated;
	struct line line;
	uint8_t heard[8192], bytes[1024];
	struct packing out = {.bytes = bytes, .capacity = sizeof bytes};
	(void)state;
	open_mud(&line);
	say(&line, BYTES(IAC DO COMPRESS IAC DO GMCP IAC DO MSSP), heard, sizeof heard);
	say(&line, BYTES(IAC SB GMCP "Core.Hello {\"client\": \"Mudlet\"}" IAC SE), heard,
		sizeof heard);
	say(&line, BYTES(IAC SB GMCP "Core.Supports.Set [\"Char 1\"]" IAC SE), heard, sizeof heard);
	assert_int_equal(line.heard.statuses, 1);
	transport_write(line.transport, "before", 6);
	assert_false(transport_pack(line.transport, &out));
	transport_still(line.transport);
	assert_true(transport_pack(line.transport, &out));
	size_t size = line_heard(&line, heard, sizeof heard);
	inflate_begin(&inflated);
	assert_int_equal(inflate_more(&inflated, heard + 5, size - 5), 0);
	assert_true(inflated.ended);
	inflateEnd(&inflated.stream);

	/* This session stays, or it goes on elsewhere: both go on alike. */
	for (int moved = 0; moved < 2; moved++) {
		struct unpacking in = {.bytes = bytes, .size = out.size};
		struct transport_handlers handlers = heard_handlers(&line.heard);
		int pair[2];
		struct line other = line;
		if (moved) {
			assert_int_equal(
				socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair), 0);
			other.client = pair[1];
			other.transport =
				transport_telnet.open_packed(pair[0], "192.0.2.7", &handlers, &in);
			assert_non_null(other.transport);
		}
		transport_write(other.transport, "after", 5);
		size = line_heard(&other, heard, sizeof heard);
		assert_true(size > 5 && memcmp(heard, BEGINS, 5) == 0);
		inflate_begin(&inflated);
		inflate_more(&inflated, heard + 5, size - 5);
		assert_int_equal(inflated.size, 5);
		assert_memory_equal(inflated.text, "after", 5);
		assert_int_equal(transport_wants_data(other.transport), DATA_ALL);
		assert_string_equal(transport_facts(other.transport)->client, "Mudlet");
		inflateEnd(&inflated.stream);
		if (moved)
			line_end(&other);
	}
	/* The facts about the server were sent before. */
	assert_int_equal(line.heard.statuses, 1);
	line_end(&line);
}

/* The last screen is whole. */
static void closing_ends_the_stream(void **state)
{
	static struct inflated inflated;
	struct line line;
	uint8_t heard[8192];
	(void)state;
	open_compressed(&line);
	transport_write(line.transport, "goodbye", 7);
	shutdown(line.client, SHUT_WR);
	transport_close(line.transport, 0);
	size_t size = line_heard(&line, heard, sizeof heard);
	inflate_begin(&inflated);
	assert_int_equal(inflate_more(&inflated, heard + 5, size - 5), 0);
	assert_true(inflated.ended);
	assert_memory_equal(inflated.text, "goodbye", 7);
	inflateEnd(&inflated.stream);
	close(line.client);
}

/* Random text compresses badly: a slow client clogs the line, and then reads all of it. */
static void a_slow_client_reads_the_whole_stream(void **state)
{
	static uint8_t noise[20000], heard[65536];
	static struct inflated inflated;
	struct line line;
	size_t written = 0, text = 0;
	unsigned seed = 11;
	bool begun = false;
	(void)state;
	open_compressed(&line);
	while (!transport_clogged(line.transport) && written < 100 * sizeof noise) {
		for (size_t i = 0; i < sizeof noise; i++)
			noise[i] = (uint8_t)((seed = seed * 1103515245 + 12345) >> 16 & 127);
		transport_write(line.transport, noise, sizeof noise);
		written += sizeof noise;
	}
	assert_true(transport_clogged(line.transport));
	assert_true(transport_unsent(line.transport) > 0);
	inflate_begin(&inflated);
	for (int i = 0; i < 100000 && text < written; i++) {
		size_t size = line_heard(&line, heard, 4096);
		uint8_t *from = heard + (begun ? 0 : 5);
		if (size) {
			inflated.stream.next_out = inflated.text;
			inflated.stream.avail_out = sizeof inflated.text;
			assert_int_equal(inflate_more(&inflated, from, size - (begun ? 0 : 5)), 0);
			text += inflated.size;
			begun = true;
		}
		transport_wait(line.transport, NULL, 0, 0);
	}
	assert_int_equal(text, written);
	assert_false(transport_clogged(line.transport));
	inflateEnd(&inflated.stream);
	line_end(&line);
}

/* tt++ answers WILL, but never WONT. The server says each anew, so that no password is shown. */
static void a_client_that_never_answers_wont_hides_passwords(void **state)
{
	struct line line;
	uint8_t heard[1024];
	(void)state;
	open_mud(&line);
	say(&line, BYTES(IAC DO "\001" IAC DO "\003"), heard, sizeof heard);
	transport_lines(line.transport, true);
	size_t size = say(&line, BYTES(IAC DONT "\031"), heard, sizeof heard);
	assert_true(holds(heard, size, IAC WONT "\001", 3));
	for (int i = 0; i < 3; i++) {
		transport_echo(line.transport, true);
		size = say(&line, BYTES(IAC DO "\001"), heard, sizeof heard);
		assert_true(holds(heard, size, IAC WILL "\001", 3));
		assert_false(holds(heard, size, IAC WONT "\001", 3));
		transport_echo(line.transport, false);
		size = say(&line, BYTES("x"), heard, sizeof heard);
		assert_true(holds(heard, size, IAC WONT "\001", 3));
	}
	line_end(&line);
}

/* ---- GMCP ---- */

static void messages_say_what_the_client_wants(void **state)
{
	static const struct {
		const char *message;
		unsigned data; /* after it */
	} rows[] = {
		{"Core.Supports.Set [\"Char 1\", \"Room 1\"]", DATA_ALL},
		{"Core.Supports.Set []", 0},
		{"Core.Supports.Add [\"char.vitals 1\"]", DATA_VITALS},
		{"core.supports.add [ \"Char.Status 1\" ]", DATA_ALL},
		{"Core.Supports.Remove [\"Char.Vitals\"]", DATA_STATUS},
		{"Core.Supports.Add [\"Charm 1\", \"Cha\", \"Char.Items 1\", 7, null, {}]",
			DATA_STATUS},
		{"Core.Supports.Set {\"Char\": 1", DATA_STATUS},
		{"Core.Supports.Set", DATA_STATUS},
		{"Core.Supports.Sets [\"Char 1\"]", DATA_STATUS},
		{"Core.Supports.Set [\"Char 1\"] x", DATA_STATUS},
		{"Core.Supports.Set \"Char 1\"", 0},
		{"", 0},
		{" [\"Char 1\"]", 0},
	};
	struct line line;
	uint8_t heard[1024];
	(void)state;
	open_mud(&line);
	say(&line, BYTES(IAC SB GMCP "Core.Supports.Set [\"Char 1\"]" IAC SE), heard, sizeof heard);
	assert_int_equal(transport_facts(line.transport)->data, 0);
	assert_int_equal(transport_data(line.transport, "Char.Vitals", "{}"), 0);
	say(&line, BYTES(IAC DO GMCP), heard, sizeof heard);
	assert_int_equal(transport_wants_data(line.transport), 0);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char bytes[256];
		int size = snprintf(bytes, sizeof bytes, IAC SB GMCP "%s" IAC SE, rows[i].message);
		say(&line, (const uint8_t *)bytes, (size_t)size, heard, sizeof heard);
		if (transport_wants_data(line.transport) != rows[i].data)
			fail_msg("%s: %u", rows[i].message, transport_wants_data(line.transport));
	}
	assert_string_equal(line.heard.closed, "");
	assert_int_equal(line.heard.typed_size, 0);
	line_end(&line);
}

static void the_client_s_name_is_cleaned_and_bounded(void **state)
{
	static char long_name[900] = IAC SB GMCP "Core.Hello {\"client\": \"";
	struct line line;
	uint8_t heard[1024];
	(void)state;
	open_mud(&line);
	say(&line, BYTES(IAC DO GMCP), heard, sizeof heard);
	say(&line,
		BYTES(IAC SB GMCP
			"Core.Hello {\"client\": \"a\\u001b[2Jb\", \"version\": 1}" IAC SE),
		heard, sizeof heard);
	for (const char *c = transport_facts(line.transport)->client; *c; c++)
		assert_in_range(*c, ' ', '~');
	assert_non_null(strchr(transport_facts(line.transport)->client, 'b'));
	size_t size = strlen(long_name);
	memset(long_name + size, 'x', 700);
	size += 700;
	memcpy(long_name + size, "\"}" IAC SE, 4);
	say(&line, (const uint8_t *)long_name, size + 4, heard, sizeof heard);
	assert_int_equal(strlen(transport_facts(line.transport)->client),
		sizeof transport_facts(line.transport)->client - 1);
	line_end(&line);
}

/* A message of more than TELNET_HELD_MAX bytes is dropped whole. */
static void too_long_messages_are_dropped(void **state)
{
	for (size_t filler = 700; filler < 1400; filler += 600) {
		static char bytes[2000];
		struct line line;
		uint8_t heard[1024];
		(void)state;
		open_mud(&line);
		say(&line, BYTES(IAC DO GMCP), heard, sizeof heard);
		int size = snprintf(bytes, sizeof bytes,
			IAC SB GMCP "Core.Supports.Set [%*s\"Char 1\"]" IAC SE, (int)filler, "");
		say(&line, (const uint8_t *)bytes, (size_t)size, heard, sizeof heard);
		assert_int_equal(
			transport_wants_data(line.transport), filler < 1000 ? DATA_ALL : 0);
		line_end(&line);
	}
}

static void messages_are_sent_to_clients_that_want_them(void **state)
{
	struct line line;
	uint8_t heard[1024];
	(void)state;
	open_mud(&line);
	say(&line, BYTES(IAC DO GMCP IAC SB GMCP "Core.Supports.Set [\"Char 1\"]" IAC SE), heard,
		sizeof heard);
	size_t counted = transport_data(line.transport, "Char.Vitals", "{\"hp\":7}");
	assert_int_equal(counted, 20);
	size_t size = line_heard(&line, heard, sizeof heard);
	assert_int_equal(size, 25);
	assert_memory_equal(heard, IAC SB GMCP "Char.Vitals {\"hp\":7}" IAC SE, 25);
	say(&line, BYTES(IAC DONT GMCP), heard, sizeof heard);
	assert_int_equal(transport_data(line.transport, "Char.Vitals", "{}"), 0);
	line_end(&line);
}

/* ---- MSSP ---- */

static void the_facts_about_the_server_are_sent_once(void **state)
{
	static const struct server_fact facts[] = {{"NAME", "A\377B"}, {"PLAYERS", "0"}};
	struct line line;
	uint8_t heard[1024];
	(void)state;
	line_open(&line);
	line_heard(&line, heard, sizeof heard);
	say(&line, BYTES(IAC DO MSSP IAC DO MSSP IAC DONT MSSP), heard, sizeof heard);
	say(&line, BYTES(IAC DO MSSP), heard, sizeof heard);
	assert_int_equal(line.heard.statuses, 1);
	transport_status(line.transport, facts, 2);
	size_t size = line_heard(&line, heard, sizeof heard);
	static const char wanted[] = IAC SB MSSP "\001NAME\002A\377\377B\001PLAYERS\0020" IAC SE;
	assert_int_equal(size, sizeof wanted - 1);
	assert_memory_equal(heard, wanted, size);
	line_end(&line);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_client_says_that_it_calls_in_tls),
		cmocka_unit_test(a_prompt_ends_as_the_client_agreed),
		cmocka_unit_test(only_mud_clients_are_offered_their_protocols),
		cmocka_unit_test(the_output_is_compressed_when_the_client_agrees),
		cmocka_unit_test(the_compression_pays),
		cmocka_unit_test(the_client_ends_the_compression),
		cmocka_unit_test(a_move_ends_the_compression),
		cmocka_unit_test(closing_ends_the_stream),
		cmocka_unit_test(a_slow_client_reads_the_whole_stream),
		cmocka_unit_test(a_client_that_never_answers_wont_hides_passwords),
		cmocka_unit_test(messages_say_what_the_client_wants),
		cmocka_unit_test(the_client_s_name_is_cleaned_and_bounded),
		cmocka_unit_test(too_long_messages_are_dropped),
		cmocka_unit_test(messages_are_sent_to_clients_that_want_them),
		cmocka_unit_test(the_facts_about_the_server_are_sent_once),
	};
	signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
