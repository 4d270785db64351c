/* How far the bytes of a telnet session have come: timing marks, and what is unsent. */
#include "tests/door/telnet_line.h"

/* A timing mark is asked anew each time. Either answer counts, and none is typed. */
static void timing_marks_are_asked_and_counted(void **state)
{
	static const char answers[] = "x" IAC WILL "\006y" IAC WONT "\006" IAC DO "\006";
	uint8_t heard[256];
	(void)state;
	for (size_t piece = 1; piece <= sizeof answers - 1; piece++) {
		struct line line;
		line_open(&line);
		line_heard(&line, heard, sizeof heard);
		/* A client that never negotiated would show the request. */
		assert_false(transport_mark(line.transport));
		assert_int_equal(write(line.client, IAC WONT TTYPE, 3), 3);
		transport_wait(line.transport, NULL, 0, 0);
		line_heard(&line, heard, sizeof heard);
		for (int i = 0; i < 2; i++) {
			assert_true(transport_mark(line.transport));
			assert_int_equal(line_heard(&line, heard, sizeof heard), 3);
			assert_memory_equal(heard, IAC DO "\006", 3);
		}
		assert_int_equal(transport_marks(line.transport), 0);
		line_send(&line, BYTES(answers), piece);
		assert_int_equal(line.heard.typed_size, 2);
		assert_int_equal(transport_marks(line.transport), 2);
		assert_int_equal(transport_marks(line.transport), 0);
		line_end(&line);
	}
}

static unsigned marks_before;

/* The keys behind an answer are handled after it. */
static void note_marks(void *context, const uint8_t *bytes, size_t size)
{
	struct line *line = context;
	for (size_t i = 0; i < size; i++) {
		marks_before += transport_marks(line->transport);
		assert_int_equal(marks_before, bytes[i] - '0');
	}
}

static void an_answer_is_counted_between_keys(void **state)
{
	uint8_t heard[256];
	struct line line;
	(void)state;
	line_open(&line);
	line.transport->handlers.bytes = note_marks;
	line.transport->handlers.context = &line;
	marks_before = 0;
	assert_int_equal(write(line.client,
				 "00" IAC WILL "\006"
				 "1" IAC WONT "\006"
				 "22",
				 11),
		11);
	transport_wait(line.transport, NULL, 0, 0);
	assert_int_equal(marks_before, 2);
	line_heard(&line, heard, sizeof heard);
	line_end(&line);
}

static void unsent_bytes_are_known(void **state)
{
	static const uint8_t bytes[30000];
	uint8_t drain[65536];
	struct line line;
	(void)state;
	line_open(&line);
	line_heard(&line, drain, sizeof drain);
	assert_int_equal(transport_unsent(line.transport), 0);
	transport_write(line.transport, bytes, sizeof bytes);
	assert_true(transport_unsent(line.transport) >= sizeof bytes);
	while (line_heard(&line, drain, sizeof drain))
		transport_wait(line.transport, NULL, 0, 0);
	assert_int_equal(transport_unsent(line.transport), 0);
	line_end(&line);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(timing_marks_are_asked_and_counted),
		cmocka_unit_test(an_answer_is_counted_between_keys),
		cmocka_unit_test(unsent_bytes_are_known),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
