/* Text from outside is printed as printable ASCII alone. */
#include "tests/test.h"

#include "door/os/complain.h"
#include "door/os/printable.h"

#include <unistd.h>

static const struct {
	const char *text, *line, *lines;
} rows[] = {
	{"", "", ""},
	{"a ~", "a ~", "a ~"},
	{"a ~\x7f\x1f\xc3\xa4\tz", "a ~?????z", "a ~?????z"},
	{"\x1b[31mred\x1b[0m", "?[31mred?[0m", "?[31mred?[0m"},
	{"title \x1b]0;x\x07", "title ?]0;x?", "title ?]0;x?"},
	{"\xc2\x9b"
	 "2J, \x9b"
	 "2J",
		"??2J, ?2J", "??2J, ?2J"},
	{"true\rfalse", "true?false", "true?false"},
	{"run 1: failed\nrun 1: verified\n", "run 1: failed?run 1: verified?",
		"run 1: failed\nrun 1: verified\n"},
	{"cut \xe2\x82", "cut ??", "cut ??"},
};
#define ROWS (sizeof rows / sizeof *rows)

static void text_is_cleaned_in_place(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS; i++) {
		char line[64], lines[64];

		snprintf(line, sizeof line, "%s", rows[i].text);
		snprintf(lines, sizeof lines, "%s", rows[i].text);
		text_clean(line);
		text_clean_lines(lines);
		assert_string_equal(line, rows[i].line);
		assert_string_equal(lines, rows[i].lines);
	}
}

/* Sends a standard stream to a file, and returns the stream's own descriptor. */
static int divert(FILE *stream, FILE *file)
{
	int own;

	fflush(stream);
	own = dup(fileno(stream));
	assert_true(dup2(fileno(file), fileno(stream)) >= 0);
	return own;
}

static void divert_end(FILE *stream, int own, FILE *file, char *printed, size_t size)
{
	fflush(stream);
	dup2(own, fileno(stream));
	close(own);
	rewind(file);
	printed[fread(printed, 1, size - 1, file)] = '\0';
	fclose(file);
}

static void print_row_from_pipe(const char *text)
{
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	assert_int_equal(write(ends[1], text, strlen(text)), strlen(text));
	close(ends[1]);
	print_lines_from(ends[0]);
	close(ends[0]);
}

static void every_way_to_print_cleans(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS; i++) {
		char printed[512], wanted[512], lines[64];
		FILE *file = tmpfile();
		int own = divert(stdout, file);

		print_line("%s", rows[i].text);
		snprintf(lines, sizeof lines, "%s", rows[i].text);
		print_lines(lines);
		print_row_from_pipe(rows[i].text);
		divert_end(stdout, own, file, printed, sizeof printed);
		snprintf(wanted, sizeof wanted, "%s\n%s%s", rows[i].line, rows[i].lines,
			rows[i].lines);
		assert_string_equal(printed, wanted);
		file = tmpfile();
		own = divert(stderr, file);
		command_complain("%s", rows[i].text);
		divert_end(stderr, own, file, printed, sizeof printed);
		snprintf(wanted, sizeof wanted, "trapdoor: %s\n", rows[i].line);
		assert_string_equal(printed, wanted);
	}
}

/* A pipe's text may be longer than a part that is read at once, and hold zeros. */
static void a_pipe_is_printed_whole(void **state)
{
	char sent[10000], printed[sizeof sent + 1];
	FILE *file = tmpfile();
	int ends[2], own = divert(stdout, file);

	(void)state;
	memset(sent, 'x', sizeof sent);
	sent[5000] = '\0';
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(write(ends[1], sent, sizeof sent), sizeof sent);
	close(ends[1]);
	print_lines_from(ends[0]);
	close(ends[0]);
	divert_end(stdout, own, file, printed, sizeof printed);
	sent[5000] = '?';
	assert_int_equal(strlen(printed), sizeof sent);
	assert_memory_equal(printed, sent, sizeof sent);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_is_cleaned_in_place),
		cmocka_unit_test(every_way_to_print_cleans),
		cmocka_unit_test(a_pipe_is_printed_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
