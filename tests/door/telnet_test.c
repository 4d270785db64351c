/* telnet over a socketpair: what is offered, learned and let by, whatever way the stream is cut. */
#include "tests/test.h"

#include "door/net/telnet_guard.h"
#include "tests/door/telnet_line.h"
#include "vt100/vt100.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>

static void it_speaks_first_and_offers_what_it_has(void **state)
{
	static const char *const offers[] = {
		IAC WILL "\001", IAC WILL "\003", IAC DO TTYPE, IAC DO NAWS, IAC DO "\003"};
	struct line line;
	uint8_t heard[256];
	(void)state;
	line_open(&line);
	size_t size = line_heard(&line, heard, sizeof heard);
	for (size_t i = 0; i < sizeof offers / sizeof *offers; i++)
		assert_true(holds(heard, size, offers[i], 3));
	assert_true(holds(heard, size, IAC WILL "\0", 3) && holds(heard, size, IAC DO "\0", 3));
	/* The server never asks a client for its user (NEW-ENVIRON). */
	assert_false(holds(heard, size, IAC DO "\047", 3));
	struct client_facts *facts = transport_facts(line.transport);
	assert_string_equal(facts->transport, "telnet");
	assert_string_equal(facts->peer, "192.0.2.7");
	assert_int_equal(facts->admission, ADMIT_NOBODY);
	assert_int_equal(facts->width, 80);
	assert_int_equal(facts->height, 24);
	line_end(&line);
}

/* Other protocols are recognised however their bytes arrive, and what resembles them is typed. */
static void other_protocols_end_the_line(void **state)
{
	static const struct {
		const char *stream;
		bool ends;
	} rows[] = {
		{"GET / HTTP/1.0\r\n", true},
		{"POST /a", true},
		{"HEAD /a", true},
		{"SSH-2.0-x\r\n", true},
		{"\x16\x03\x01", true},
		{"GET x", false},
		{"POST", false},
		{"SSH\r\n", false},
		{"aGET / HTTP", false},
	};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		size_t size = strlen(rows[i].stream);
		for (size_t piece = 1; piece <= size; piece++) {
			struct line line;
			line_open(&line);
			line_send(&line, (const uint8_t *)rows[i].stream, size, piece);
			if ((line.heard.closed[0] != '\0') != rows[i].ends)
				fail_msg("%s in pieces of %zu", rows[i].stream, piece);
			line_end(&line);
		}
	}
}

/* A whole conversation, cut in every way, is the same. */
static void a_stream_split_anywhere_is_the_same(void **state)
{
	static const char stream[] =
		"ab\r\0" IAC WILL NAWS IAC SB NAWS "\0\144\0\036" IAC SE "c" IAC IAC
		"d" IAC WILL TTYPE IAC SB TTYPE "\0VT220" IAC SE IAC SB "\126" IAC SE "e" IAC SB
		"\105\001x\002y" IAC SE IAC "\361"
		"f\r\n";
	static const char typed[] = "ab\r\0c\377def\r\n";
	(void)state;
	for (size_t piece = 1; piece <= sizeof stream - 1; piece++) {
		struct line line;
		line_open(&line);
		line_send(&line, BYTES(stream), piece);
		assert_int_equal(line.heard.typed_size, sizeof typed - 1);
		assert_memory_equal(line.heard.typed, typed, sizeof typed - 1);
		struct client_facts *facts = transport_facts(line.transport);
		assert_int_equal(facts->width, 100);
		assert_int_equal(facts->height, 30);
		assert_true(facts->has_size);
		assert_string_equal(facts->term, "VT220");
		assert_int_equal(line.heard.facts_shown, 2);
		line_end(&line);
	}
}

static void sizes_are_told_as_they_are_and_zero_is_no_size(void **state)
{
	/* clang-format off */
	static const struct { const char *naws; size_t size; int width, height; } rows[] = {
		{IAC SB NAWS "\0\0\0\0" IAC SE, 9, 80, 24},
		{IAC SB NAWS "\0\120\0\0" IAC SE, 9, 80, 24},
		{IAC SB NAWS "\0\204\0\062" IAC SE, 9, 132, 50},
		{IAC SB NAWS IAC IAC IAC IAC IAC IAC IAC IAC IAC SE, 13, 65535, 65535},
		{IAC SB NAWS "\0\120\0" IAC SE, 8, 80, 24},
		{IAC SB NAWS "\0\12\0\4" IAC SE, 9, 10, 4},
	};
	/* clang-format on */
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct line line;
		line_open(&line);
		line_send(&line, (const uint8_t *)rows[i].naws, rows[i].size, 64);
		assert_int_equal(transport_facts(line.transport)->width, rows[i].width);
		assert_int_equal(transport_facts(line.transport)->height, rows[i].height);
		line_end(&line);
	}
}

static void terminal_types_are_asked_until_they_repeat(void **state)
{
	static const char *const plain[] = {"xterm-256color", "XTERM", "VT100"};
	static const char *const mud[] = {"Mudlet", "ANSI-TRUECOLOR", "MTTS 269"};
	static const char *const endless[] = {
		"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"};
	struct line line;
	(void)state;
	line_open(&line);
	assert_int_equal(answer_types(&line, plain, 3), 4);
	assert_string_equal(transport_facts(line.transport)->term, "xterm-256color");
	line_end(&line);

	line_open(&line);
	assert_int_equal(answer_types(&line, mud, 3), 3);
	struct client_facts *facts = transport_facts(line.transport);
	assert_string_equal(facts->term, "ANSI-TRUECOLOR");
	assert_true(facts->utf8);
	assert_true(facts->truecolour);
	line_end(&line);

	line_open(&line);
	assert_int_equal(answer_types(&line, endless, 11), 8);
	line_end(&line);
}

/* The telnet client of Windows is drawn as the first other kind of its list. */
static void vtnt_never_counts(void **state)
{
	static const char *const windows[] = {"ANSI", "VT100", "VT52", "VTNT"};
	static const char *const other_way[] = {"VTNT", "ANSI", "VT100"};
	static const char *const vtnt[] = {"vtnt"};
	struct line line;
	(void)state;
	line_open(&line);
	answer_types(&line, windows, 4);
	assert_string_equal(transport_facts(line.transport)->term, "ANSI");
	line_end(&line);
	line_open(&line);
	answer_types(&line, other_way, 3);
	assert_string_equal(transport_facts(line.transport)->term, "ANSI");
	assert_int_equal(line.heard.facts_shown, 2);
	line_end(&line);
	line_open(&line);
	answer_types(&line, vtnt, 1);
	assert_true(vt_kind_is_unknown(vt_kind_by_name(transport_facts(line.transport)->term)));
	line_end(&line);
}

/* Bits of the standard: 2 VT100, 4 UTF-8, 8 256 colours, 64 screen reader, 256 truecolour. A screen
 * reader gets line mode, and so does a client without VT100. A client with VT100 stands between the
 * server and its terminal, and is a kind of its own. */
static void the_bits_of_a_mud_client_are_understood(void **state)
{
	static const struct {
		const char *names[3];
		int count;
		const char *term;
		bool utf8, truecolour, wants_lines;
	} rows[] = {
		{{"Mudlet", "ANSI", "MTTS 10"}, 3, "mudclient-256color", false, false, false},
		{{"Mudlet", "ANSI", "MTTS 8"}, 3, "ANSI", false, false, true},
		{{"Mudlet", "ANSI", "MTTS 2"}, 3, "mudclient", false, false, false},
		{{"Mudlet", "tmux-256color", "MTTS 10"}, 3, "mudclient-256color", false, false,
			false},
		{{"Mudlet", "ANSI", "MTTS 4"}, 3, "ANSI", true, false, true},
		{{"Mudlet", "ANSI", "mtts 256"}, 3, "ANSI", false, true, true},
		{{"Mudlet", "ANSI", "MTTS 255"}, 3, "mudclient-256color", true, false, true},
		{{"Mudlet", "ANSI", "MTTS"}, 4, "Mudlet", false, false, false},
		{{"Mudlet", "MTTS 256"}, 2, "Mudlet", false, true, true},
		{{"Mudlet", "ANSI", "MTTS 66"}, 3, "mudclient", false, false, true},
		{{"Mudlet", "ANSI", "MTTS 191"}, 3, "mudclient-256color", true, false, false},
		{{"MTTS 257"}, 1, "", false, true, true},
	};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct line line;
		int count = rows[i].names[1] ? rows[i].names[2] ? 3 : 2 : 1;
		line_open(&line);
		assert_int_equal(answer_types(&line, rows[i].names, count), rows[i].count);
		struct client_facts *facts = transport_facts(line.transport);
		assert_string_equal(facts->term, rows[i].term);
		assert_int_equal(facts->utf8, rows[i].utf8);
		assert_int_equal(facts->truecolour, rows[i].truecolour);
		assert_int_equal(facts->wants_lines, rows[i].wants_lines);
		/* The first name, and the bits. */
		assert_int_equal(line.heard.facts_shown, 2 - (count == 1 || rows[i].count == 4));
		line_end(&line);
	}
}

static void utf8_is_agreed_on(void **state)
{
	/* clang-format off */
	static const struct { const uint8_t *bytes; size_t size; bool utf8; } rows[] = {
		{BYTES(IAC SB "\052\002UTF-8" IAC SE), true},
		{BYTES(IAC SB "\052\002utf-8" IAC SE), true},
		{BYTES(IAC SB "\052\002UTF-7" IAC SE), false},
		{BYTES(IAC SB "\052\002UTF-88" IAC SE), false},
		{BYTES(IAC SB "\052\002UTF-" IAC SE), false},
		{BYTES(IAC SB "\052\003UTF-8" IAC SE), false},
		{BYTES(IAC SB "\052\003" IAC SE), false},
	};
	/* clang-format on */
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct line line;
		line_open(&line);
		line_send(&line, rows[i].bytes, rows[i].size, 64);
		assert_int_equal(transport_facts(line.transport)->utf8, rows[i].utf8);
		assert_int_equal(line.heard.facts_shown, rows[i].utf8);
		line_end(&line);
	}
}

static void a_stranger_s_terminal_name_is_cleaned(void **state)
{
	struct line line;
	(void)state;
	line_open(&line);
	line_send(&line, BYTES(IAC WILL TTYPE IAC SB TTYPE "\0x\033[2J\b" IAC SE), 64);
	for (const char *c = transport_facts(line.transport)->term; *c; c++)
		assert_in_range(*c, ' ', '~');
	line_end(&line);
}

/* Things that libtelnet must never see. */
static void hostile_subnegotiations_vanish(void **state)
{
	static uint8_t long_one[40000] = IAC SB TTYPE "\0";
	struct line line;
	(void)state;
	memset(long_one + 4, 'x', sizeof long_one - 6);
	memcpy(long_one + sizeof long_one - 2, IAC SE, 2);
	static const char compress[] = IAC SB "\126" IAC SE "still plain";
	static const char mssp[] = IAC SB "\106" IAC SE IAC SB "\106\001" IAC SE;
	static const char environment[] = IAC WILL "\047" IAC SB "\047\0\0USER\001root" IAC SE;
	line_open(&line);
	line_send(&line, long_one, sizeof long_one, 4096);
	line_send(&line, BYTES(mssp), 64);
	line_send(&line, BYTES(environment), 64);
	line_send(&line, BYTES(compress), 64);
	assert_int_equal(line.heard.typed_size, 11);
	assert_memory_equal(line.heard.typed, "still plain", 11);
	assert_string_equal(transport_facts(line.transport)->user, "");
	assert_string_equal(transport_facts(line.transport)->term, "");
	assert_string_equal(line.heard.closed, "");
	line_end(&line);
}

static void a_broken_off_subnegotiation_gives_the_stream_back(void **state)
{
	struct line line;
	(void)state;
	line_open(&line);
	line_send(&line, BYTES(IAC SB NAWS "\0\144" IAC WILL TTYPE "abc"), 64);
	assert_int_equal(line.heard.typed_size, 3);
	assert_memory_equal(line.heard.typed, "abc", 3);
	line_end(&line);
}

static void commands_become_the_keys_that_they_were(void **state)
{
	struct line line;
	(void)state;
	line_open(&line);
	line_send(&line, BYTES(IAC "\364" IAC "\366" IAC "\367" IAC "\370" IAC "\361"), 64);
	assert_int_equal(line.heard.typed_size, 4);
	assert_memory_equal(line.heard.typed, "\003\022\b\025", 4);
	line_end(&line);
}

static void what_is_written_arrives_with_its_iac_doubled(void **state)
{
	struct line line;
	uint8_t heard[256];
	(void)state;
	line_open(&line);
	line_heard(&line, heard, sizeof heard);
	transport_write(line.transport, "a\r\n\377b", 5);
	assert_int_equal(line_heard(&line, heard, sizeof heard), 6);
	assert_memory_equal(heard, "a\r\n\377\377b", 6);
	line_end(&line);
}

static void echo_is_offered_and_withdrawn(void **state)
{
	struct line line;
	uint8_t heard[256];
	(void)state;
	line_open(&line);
	line_heard(&line, heard, sizeof heard);
	line_send(&line, BYTES(IAC DO "\001"), 64);
	transport_echo(line.transport, false);
	transport_wait(line.transport, NULL, 0, 0);
	size_t size = line_heard(&line, heard, sizeof heard);
	assert_true(holds(heard, size, IAC "\374\001", 3));
	line_end(&line);
}

static void a_client_that_never_reads_clogs_and_then_catches_up(void **state)
{
	static char frame[20000];
	static uint8_t heard[65536];
	struct line line;
	size_t written = 0, got = 0, part;
	(void)state;
	memset(frame, '.', sizeof frame);
	line_open(&line);
	while (!transport_clogged(line.transport) && written < 100 * sizeof frame) {
		transport_write(line.transport, frame, sizeof frame);
		written += sizeof frame;
	}
	assert_true(transport_clogged(line.transport));
	/* Its keys still come through. */
	assert_int_equal(write(line.client, "q", 1), 1);
	transport_wait(line.transport, NULL, 0, 0);
	assert_int_equal(line.heard.typed_size, 1);
	for (int i = 0; i < 1000 && transport_clogged(line.transport); i++) {
		while ((part = line_heard(&line, heard, sizeof heard)))
			got += part;
		transport_wait(line.transport, NULL, 0, 100);
	}
	assert_false(transport_clogged(line.transport));
	while ((part = line_heard(&line, heard, sizeof heard)))
		got += part;
	assert_true(got >= written);
	line_end(&line);
}

/* Reads slowly from its end of the line to the other's end. Exits with 0 after so many bytes. */
static pid_t start_slow_reader(int descriptor, size_t wanted)
{
	static uint8_t heard[65536];
	pid_t child = fork();
	if (child == 0) {
		struct pollfd ready = {.fd = descriptor, .events = POLLIN};
		ssize_t got;
		size_t total = 0;
		alarm(10);
		usleep(100 * 1000);
		while (poll(&ready, 1, -1) == 1 &&
			(got = read(descriptor, heard, sizeof heard)) > 0)
			total += (size_t)got;
		_exit(total == wanted ? 0 : 1);
	}
	return child;
}

static void closing_sends_the_rest(void **state)
{
	static char frame[20000];
	static uint8_t heard[4096];
	struct line line;
	size_t written = 0;
	int status;
	(void)state;
	memset(frame, '.', sizeof frame);
	line_open(&line);
	line_heard(&line, heard, sizeof heard);
	while (!transport_clogged(line.transport) && written < 100 * sizeof frame) {
		transport_write(line.transport, frame, sizeof frame);
		written += sizeof frame;
	}
	assert_true(transport_clogged(line.transport));
	pid_t reader = start_slow_reader(line.client, written);
	close(line.client);
	transport_close(line.transport, 0);
	assert_int_equal(waitpid(reader, &status, 0), reader);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

/* A client that still types does not lose the last screen: its end is waited for. */
static void a_close_waits_for_a_client_that_types(void **state)
{
	struct line line;
	int status;
	(void)state;
	line_open(&line);
	pid_t client = fork();
	if (client == 0) {
		/* Without the server's end, which this process has, too. */
		dup2(line.client, 3);
		close_range(4, ~0U, 0);
		bool whole = write(3, "keys", 4) == 4;
		usleep(300000);
		_exit(!(whole && write(3, "more", 4) == 4));
	}
	close(line.client);
	transport_close(line.transport, 0);
	assert_int_equal(waitpid(client, &status, 0), client);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

static void endless_negotiation_without_reading_is_not_listened_to(void **state)
{
	static uint8_t flood[60000];
	struct line line;
	(void)state;
	for (size_t i = 0; i + 3 <= sizeof flood; i += 3)
		memcpy(flood + i, i % 2 ? IAC DO "\143" : IAC WILL "\143", 3);
	line_open(&line);
	size_t taken = 0;
	for (int i = 0; i < 500; i++) {
		ssize_t sent = write(line.client, flood, sizeof flood);
		taken += sent > 0 ? (size_t)sent : 0;
		transport_wait(line.transport, NULL, 0, 0);
	}
	/* Only the buffers of both sockets and the queue are filled, not the 30 MB offered. */
	assert_true(taken < 4 * 1024 * 1024);
	line_end(&line);
}

static void a_hang_up_is_told_once(void **state)
{
	struct line line;
	(void)state;
	line_open(&line);
	close(line.client);
	assert_false(transport_wait(line.transport, NULL, 0, 1000));
	assert_string_equal(line.heard.closed, "the connection is lost");
	assert_false(transport_wait(line.transport, NULL, 0, 0));
	transport_write(line.transport, "x", 1);
	transport_close(line.transport, 0);
}

static void another_descriptor_and_a_timeout_end_the_wait(void **state)
{
	struct line line;
	int ends[2];
	(void)state;
	line_open(&line);
	assert_int_equal(pipe(ends), 0);
	struct pollfd extra = {.fd = ends[0], .events = POLLIN};
	struct timespec used[2];
	long long from_ms = transport_now_ms();
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used[0]);
	assert_true(transport_wait(line.transport, &extra, 1, 60));
	assert_in_range(transport_now_ms() - from_ms, 55, 500);
	assert_int_equal(extra.revents, 0);
	/* The wait sleeps. */
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used[1]);
	assert_true((used[1].tv_sec - used[0].tv_sec) * 1000000000L + used[1].tv_nsec -
			    used[0].tv_nsec <
		    20000000);
	assert_int_equal(write(ends[1], "x", 1), 1);
	assert_true(transport_wait(line.transport, &extra, 1, 5000));
	assert_true(extra.revents & POLLIN);
	close(ends[0]);
	close(ends[1]);
	line_end(&line);
}

/* Noise rich in telnet's own bytes: nothing crashes, and the guard's promise of room holds. */
static void noise_does_no_harm(void **state)
{
	unsigned seed = 4711;
	static const uint8_t likely[] = {
		255, 255, 255, 250, 240, 251, 253, 24, 31, 42, 86, 70, 0, 1, 13};
	uint8_t noise[700];
	(void)state;
	for (int round = 0; round < 400; round++) {
		struct line line;
		line_open(&line);
		size_t size = 0;
		while (size < sizeof noise) {
			seed = seed * 1103515245 + 12345;
			unsigned draw = seed >> 16;
			noise[size++] =
				draw % 4 ? likely[draw / 4 % sizeof likely] : (uint8_t)(draw / 4);
		}
		line_send(&line, noise, size, 1 + (size_t)round % 97);
		line_end(&line);
	}
}

static void the_guard_lets_text_by_in_any_pieces(void **state)
{
	static const uint8_t text[] = "a" IAC IAC "b" IAC SB NAWS "\1" IAC IAC "\2\3" IAC SE
				      "c" IAC SB "\126zzz" IAC SE "d";
	static const uint8_t whole[] = "a" IAC IAC "b" IAC SB NAWS "\1" IAC IAC "\2\3" IAC SE "cd";
	(void)state;
	for (size_t cut = 0; cut < sizeof text; cut++) {
		struct telnet_guard guard = {0};
		uint8_t out[sizeof text + TELNET_HELD_MAX + 8];
		size_t size = telnet_guard_pass(&guard, text, cut, out);
		size += telnet_guard_pass(&guard, text + cut,
			sizeof text - 1 - (cut < sizeof text - 1 ? cut : sizeof text - 1),
			out + size);
		assert_int_equal(size, sizeof whole - 1);
		assert_memory_equal(out, whole, sizeof whole - 1);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_speaks_first_and_offers_what_it_has),
		cmocka_unit_test(other_protocols_end_the_line),
		cmocka_unit_test(a_stream_split_anywhere_is_the_same),
		cmocka_unit_test(sizes_are_told_as_they_are_and_zero_is_no_size),
		cmocka_unit_test(terminal_types_are_asked_until_they_repeat),
		cmocka_unit_test(vtnt_never_counts),
		cmocka_unit_test(the_bits_of_a_mud_client_are_understood),
		cmocka_unit_test(utf8_is_agreed_on),
		cmocka_unit_test(a_stranger_s_terminal_name_is_cleaned),
		cmocka_unit_test(hostile_subnegotiations_vanish),
		cmocka_unit_test(a_broken_off_subnegotiation_gives_the_stream_back),
		cmocka_unit_test(commands_become_the_keys_that_they_were),
		cmocka_unit_test(what_is_written_arrives_with_its_iac_doubled),
		cmocka_unit_test(echo_is_offered_and_withdrawn),
		cmocka_unit_test(a_client_that_never_reads_clogs_and_then_catches_up),
		cmocka_unit_test(closing_sends_the_rest),
		cmocka_unit_test(a_close_waits_for_a_client_that_types),
		cmocka_unit_test(endless_negotiation_without_reading_is_not_listened_to),
		cmocka_unit_test(a_hang_up_is_told_once),
		cmocka_unit_test(another_descriptor_and_a_timeout_end_the_wait),
		cmocka_unit_test(noise_does_no_harm),
		cmocka_unit_test(the_guard_lets_text_by_in_any_pieces),
	};
	signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
