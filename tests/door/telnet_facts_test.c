/* Questions to a telnet client after its types of terminal, and the worth of its answers. */
#include "tests/door/telnet_line.h"

#define SPEED "\040"
#define ENVIRONMENT "\047"
#define CHARSET "\052"
#define IS "\0"

/* A line whose client has one type of terminal. Returns what was sent since then. */
static size_t line_typed(struct line *line, uint8_t *heard, size_t size)
{
	static const char types[] =
		IAC WILL TTYPE IAC SB TTYPE IS "VT100" IAC SE IAC SB TTYPE IS "VT100" IAC SE;
	line_open(line);
	size_t first = line_heard(line, heard, size);
	assert_false(holds(heard, first, IAC DO SPEED, 3));
	assert_false(holds(heard, first, IAC DO ENVIRONMENT, 3));
	assert_int_equal(write(line->client, types, sizeof types - 1), sizeof types - 1);
	transport_wait(line->transport, NULL, 0, 0);
	return line_heard(line, heard, size);
}

static void speed_and_environment_are_asked_after_the_types(void **state)
{
	static const char agrees[] = IAC WILL SPEED IAC WILL ENVIRONMENT;
	uint8_t heard[1024];
	struct line line;
	(void)state;
	size_t size = line_typed(&line, heard, sizeof heard);
	assert_true(holds(heard, size, IAC DO SPEED, 3));
	assert_true(holds(heard, size, IAC DO ENVIRONMENT, 3));
	assert_int_equal(write(line.client, agrees, sizeof agrees - 1), sizeof agrees - 1);
	transport_wait(line.transport, NULL, 0, 0);
	size = line_heard(&line, heard, sizeof heard);
	assert_true(holds(heard, size, IAC SB SPEED "\001" IAC SE, 6));
	assert_true(holds(heard, size, IAC SB ENVIRONMENT "\001\003LANG\003", 10));
	/* Nothing is asked about the user. */
	assert_false(holds(heard, size, "USER", 4) || holds(heard, size, "DISPLAY", 7));
	line_end(&line);
}

static void the_smaller_plausible_speed_counts(void **state)
{
	static const struct {
		const char *text;
		unsigned baud;
	} rows[] = {
		{"1200,1200", 1200},
		{"1200,75", 75},
		{"300,9600", 300},
		{"38400,38400", 0},
		{"38400,19200", 19200},
		{"115200,2400", 2400},
		{"0,0", 0},
		{"49,9600", 0},
		{"9600", 0},
		{"9600,", 0},
		{",9600", 0},
		{"9600,9600,1", 0},
		{"9600,96x", 0},
		{"-300,300", 0},
		{"300, 300", 0},
		{"00000000300,300", 0},
		{"99999999999999999999,300", 0},
		{"", 0},
	};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		uint8_t heard[1024];
		char answer[128];
		struct line line;
		line_typed(&line, heard, sizeof heard);
		int length = snprintf(answer, sizeof answer,
			IAC WILL SPEED IAC SB SPEED "%c%s" IAC SE, 0, rows[i].text);
		line_send(&line, (const uint8_t *)answer, (size_t)length, 7);
		if (transport_facts(line.transport)->baud != rows[i].baud)
			fail_msg(
				"%s: %u baud", rows[i].text, transport_facts(line.transport)->baud);
		line_end(&line);
	}
}

/* Variables come in any order and type. Only those that were asked for mean anything. */
static void the_environment_tells_locale_and_colours(void **state)
{
	static const char answer[] = IAC WILL ENVIRONMENT IAC SB ENVIRONMENT IS
		"\000USER\001root\003LC_ALL\001de_DE.UTF-8\003LANG\001C\000COLORTERM\001truecolor"
		"\003NO_COLOR\003LC_CTYPE\001\003TERM\001dumb" IAC SE;
	uint8_t heard[1024];
	(void)state;
	for (size_t piece = 1; piece < 200; piece += 13) {
		struct line line;
		line_typed(&line, heard, sizeof heard);
		line_send(&line, BYTES(answer), piece);
		struct client_facts *facts = transport_facts(line.transport);
		assert_string_equal(facts->locale, "de_DE.UTF-8");
		assert_true(facts->truecolour);
		assert_false(facts->no_colour);
		assert_string_equal(facts->term, "VT100");
		assert_string_equal(facts->user, "");
		assert_int_equal(facts->admission, ADMIT_NOBODY);
		line_end(&line);
	}
}

/* A variable without a value says nothing, a known one is reported, and others are not. */
static void a_variable_with_a_value_is_reported(void **state)
{
	static const struct {
		const uint8_t *bytes;
		size_t size;
		int reports;
	} rows[] = {
		{BYTES(IAC SB ENVIRONMENT IS "\003NO_COLOR\0011" IAC SE), 1},
		{BYTES(IAC SB ENVIRONMENT IS "\003LANG\001C\003HOME\001/" IAC SE), 1},
		{BYTES(IAC SB ENVIRONMENT IS "\003NO_COLOR\001" IAC SE), 0},
		{BYTES(IAC SB ENVIRONMENT IS "\003NO_COLOR" IAC SE), 0},
		{BYTES(IAC SB ENVIRONMENT IS "\003HOME\001/" IAC SE), 0},
	};
	uint8_t heard[1024];
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct line line;
		line_typed(&line, heard, sizeof heard);
		line_send(&line, BYTES(IAC WILL ENVIRONMENT), 64);
		line.heard.facts_shown = 0;
		line_send(&line, rows[i].bytes, rows[i].size, 64);
		assert_int_equal(line.heard.facts_shown, rows[i].reports);
		line_end(&line);
	}
}

/* The first picture waits for these answers. */
static void a_line_is_settled_when_nothing_is_open(void **state)
{
	static const struct {
		const uint8_t *bytes;
		size_t size;
	} steps[] = {
		{BYTES(IAC DO "\001" IAC DO "\003" IAC WILL "\003")},
		{BYTES(IAC WILL "\0" IAC DO "\0")},
		{BYTES(IAC WILL NAWS IAC DO CHARSET)},
		{BYTES(IAC WILL TTYPE)},
		{BYTES(IAC SB NAWS "\0\120\0\030" IAC SE)},
		{BYTES(IAC SB CHARSET "\002UTF-8" IAC SE)},
		{BYTES(IAC SB TTYPE IS "XTERM" IAC SE)},
		{BYTES(IAC SB TTYPE IS "XTERM" IAC SE)},
		{BYTES(IAC WILL SPEED IAC WILL ENVIRONMENT)},
		{BYTES(IAC SB SPEED IS "1200,1200" IAC SE)},
		{BYTES(IAC SB ENVIRONMENT IS IAC SE)},
	};
	struct line line;
	(void)state;
	line_open(&line);
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		assert_false(transport_settled(line.transport));
		line_send(&line, steps[i].bytes, steps[i].size, 64);
	}
	assert_true(transport_settled(line.transport));
	line_end(&line);

	/* A client that refuses everything. */
	line_open(&line);
	line_send(&line, BYTES(IAC DONT "\001" IAC DONT "\003" IAC WONT "\003" IAC WONT TTYPE), 64);
	assert_false(transport_settled(line.transport));
	line_send(&line, BYTES(IAC WONT NAWS IAC WONT "\0" IAC DONT "\0" IAC DONT CHARSET), 64);
	assert_true(transport_settled(line.transport));
	line_end(&line);
}

/* The wait ends with the last refusal, so that the first picture need not wait any longer. */
static void a_wait_ends_when_the_line_settles(void **state)
{
	static const char refusals[] = IAC DONT "\001" IAC DONT "\003" IAC WONT
						"\003" IAC WONT TTYPE IAC WONT NAWS IAC WONT
						"\0" IAC DONT "\0" IAC DONT CHARSET;
	struct line line;
	(void)state;
	line_open(&line);
	assert_int_equal(write(line.client, BYTES(refusals)), sizeof refusals - 1);
	alarm(60);
	assert_true(transport_wait(line.transport, NULL, 0, -1));
	alarm(0);
	assert_true(transport_settled(line.transport));
	line_end(&line);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(speed_and_environment_are_asked_after_the_types),
		cmocka_unit_test(the_smaller_plausible_speed_counts),
		cmocka_unit_test(the_environment_tells_locale_and_colours),
		cmocka_unit_test(a_variable_with_a_value_is_reported),
		cmocka_unit_test(a_line_is_settled_when_nothing_is_open),
		cmocka_unit_test(a_wait_ends_when_the_line_settles),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
