/* Options of a command line: both spellings, words, help, and one sentence about what is wrong. */
#include "tests/test.h"

#include "door/os/arguments.h"

#include <fcntl.h>
#include <unistd.h>

static bool flag;
static const char *text;
static int number, words;

static const struct argument_row rows[] = {
	{"loud", NULL, "a flag", .flag = &flag},
	{"file", "FILE", "a text", .text = &text},
	{"top", "N", "a number", .number = &number},
};
static const struct argument_table table = {"test [OPTION]...", "Tests.", rows, 3};

/* Runs the parser with one stream caught; returns what went there. */
static const char *caught(int stream, char **argv, bool with_words, int *status)
{
	static char out[4096];
	int ends[2], argc = 0;
	while (argv[argc])
		argc++;
	flag = false;
	text = NULL;
	number = words = -1;
	fflush(stdout);
	assert_int_equal(pipe2(ends, O_NONBLOCK), 0);
	int kept = dup(stream);
	dup2(ends[1], stream);
	*status = arguments_parse(argc, argv, &table, with_words ? &words : NULL);
	fflush(stdout);
	dup2(kept, stream);
	close(kept);
	ssize_t size = read(ends[0], out, sizeof out - 1);
	out[size > 0 ? size : 0] = '\0';
	close(ends[0]);
	close(ends[1]);
	return out;
}

static void both_spellings_and_words_between_them(void **state)
{
	char *argv[] = {"test", "one", "--file=a=b", "--top", "12", "two", "--loud", "-", "--",
		"--three", NULL};
	int status;
	(void)state;
	assert_string_equal(caught(STDERR_FILENO, argv, true, &status), "");
	assert_int_equal(status, ARGUMENTS_GO_ON);
	assert_true(flag);
	assert_string_equal(text, "a=b");
	assert_int_equal(number, 12);
	assert_int_equal(words, 4);
	assert_string_equal(argv[1], "one");
	assert_string_equal(argv[2], "two");
	assert_string_equal(argv[3], "-");
	assert_string_equal(argv[4], "--three");
}

static void an_empty_value_is_a_value(void **state)
{
	char *argv[] = {"test", "--file=", NULL}, *other[] = {"test", "--file", "", NULL};
	int status;
	(void)state;
	caught(STDERR_FILENO, argv, false, &status);
	assert_int_equal(status, ARGUMENTS_GO_ON);
	assert_string_equal(text, "");
	caught(STDERR_FILENO, other, false, &status);
	assert_string_equal(text, "");
}

static void help_goes_to_standard_output_and_ends_well(void **state)
{
	char *argv[] = {"test", "--top", "1", "--help", NULL};
	int status;
	(void)state;
	const char *help = caught(STDOUT_FILENO, argv, true, &status);
	assert_int_equal(status, 0);
	assert_int_equal(strncmp(help, "usage: trapdoor test [OPTION]...\n", 33), 0);
	assert_non_null(strstr(help, "--file FILE"));
	assert_non_null(strstr(help, "a number"));
}

static void wrong_usage_is_one_sentence_and_status_2(void **state)
{
	/* clang-format off */
	static char *const wrong[][4] = {
		{"test", "--nothing", NULL}, {"test", "--fil=x", NULL}, {"test", "-x", NULL}, {"test", "--file", NULL},
		{"test", "--top=", NULL}, {"test", "--top", "1x", NULL}, {"test", "--top=-1", NULL},
		{"test", "--top=99999999999", NULL}, {"test", "--loud=yes", NULL}, {"test", "word", NULL},
		{"test", "--no\033[2J\n", NULL},
	};
	/* clang-format on */
	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		char *argv[4];
		int status;
		memcpy(argv, wrong[i], sizeof argv);
		const char *sentence = caught(STDERR_FILENO, argv, false, &status);
		assert_int_equal(status, 2);
		assert_int_equal(strncmp(sentence, "trapdoor: ", 10), 0);
		assert_ptr_equal(strchr(sentence, '\n'), sentence + strlen(sentence) - 1);
		assert_null(strchr(sentence, '\033'));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_spellings_and_words_between_them),
		cmocka_unit_test(an_empty_value_is_a_value),
		cmocka_unit_test(help_goes_to_standard_output_and_ends_well),
		cmocka_unit_test(wrong_usage_is_one_sentence_and_status_2),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
