/*
 * Runs commands of the program in a process of their own, as a shell would, and keeps what they
 * print.
 *
 * A command line is words between spaces. In it and in what is expected, $NAME stands for a text
 * that command_name has set. "COMMAND... < TEXT" gives the command a line of input.
 */
#ifndef TRAPDOOR_TESTS_COMMAND_H
#define TRAPDOOR_TESTS_COMMAND_H

#include "tests/test.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "door/command/commands.h"

#define COMMAND_WORDS_MAX 16
#define COMMAND_NAMES_MAX 16

struct printed {
	int status;
	char out[32768], err[8192];
};

static struct {
	char name[16], text[256];
} command_names[COMMAND_NAMES_MAX];

static inline void command_name(const char *name, const char *text)
{
	size_t i = 0;

	while (command_names[i].name[0] && strcmp(command_names[i].name, name) != 0)
		assert_true(++i < COMMAND_NAMES_MAX);
	snprintf(command_names[i].name, sizeof command_names[i].name, "%s", name);
	snprintf(command_names[i].text, sizeof command_names[i].text, "%s", text);
}

/* Writes the text with each $NAME replaced. Names are capital letters. */
static inline void command_expand(const char *text, char *expanded, size_t size)
{
	size_t used = 0;

	while (*text) {
		size_t length = *text == '$' ? strspn(text + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") : 0;
		size_t i = 0;

		if (!length) {
			assert_true(used + 1 < size);
			expanded[used++] = *text++;
			continue;
		}
		while (strlen(command_names[i].name) != length ||
			strncmp(command_names[i].name, text + 1, length) != 0)
			assert_true(++i < COMMAND_NAMES_MAX);
		used += (size_t)snprintf(expanded + used, size - used, "%s", command_names[i].text);
		assert_true(used < size);
		text += 1 + length;
	}
	expanded[used] = '\0';
}

static inline int (*command_of(const char *word))(int, char **)
{
	static const struct {
		const char *name;
		int (*run)(int argc, char **argv);
	} rows[] = {
#define ROW(name, about) {#name, name##_main},
		COMMANDS(ROW)
#undef ROW
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (strcmp(rows[i].name, word) == 0)
			return rows[i].run;
	fail_msg("there is no command %s", word);
	return NULL;
}

/* main.c has this one, which is no part of the library. */
int help_main(int argc, char **argv)
{
	(void)argc, (void)argv;
	return 2;
}

/* Starts a command whose standard streams are these files. */
static inline pid_t command_start(const char *line, FILE *in, FILE *out, FILE *err)
{
	char words[2048];
	char *argv[COMMAND_WORDS_MAX + 1] = {NULL};
	char *rest = words, *word;
	int argc = 0;
	pid_t child;

	command_expand(line, words, sizeof words);
	while ((word = strtok_r(rest, " ", &rest)) != NULL) {
		assert_true(argc < COMMAND_WORDS_MAX);
		argv[argc++] = word;
	}
	fflush(NULL);
	child = fork();
	if (child == 0) {
		/* A server ends with the test, whatever becomes of the test. */
		prctl(PR_SET_PDEATHSIG, SIGTERM);
		dup2(fileno(in), STDIN_FILENO);
		dup2(fileno(out), STDOUT_FILENO);
		dup2(fileno(err), STDERR_FILENO);
		int status = command_of(argv[0])(argc, argv);
		fflush(NULL);
		_exit(status);
	}
	assert_true(child > 0);
	return child;
}

static inline void command_read(FILE *file, char *text, size_t size)
{
	rewind(file);
	size_t length = fread(text, 1, size - 1, file);
	text[length] = '\0';
}

/* Runs a command to its end. */
static inline void command_run(struct printed *printed, const char *line)
{
	const char *input = strstr(line, " < ");
	char words[1024];
	FILE *in = tmpfile(), *out = tmpfile(), *err = tmpfile();
	int status;

	assert_true(in && out && err);
	if (input)
		fprintf(in, "%s\n", input + 3);
	rewind(in);
	snprintf(
		words, sizeof words, "%.*s", input ? (int)(input - line) : (int)strlen(line), line);
	pid_t child = command_start(words, in, out, err);
	assert_int_equal(waitpid(child, &status, 0), child);
	if (!WIFEXITED(status))
		fail_msg("%s: ended with status %x", line, (unsigned)status);
	printed->status = WEXITSTATUS(status);
	command_read(out, printed->out, sizeof printed->out);
	command_read(err, printed->err, sizeof printed->err);
	fclose(in);
	fclose(out);
	fclose(err);
}

/* A command, and a part of each stream that it must print: "" when it may print nothing there. */
struct command_case {
	const char *line;
	int status;
	const char *out, *err;
};

static inline bool command_has(const char *printed, const char *wanted)
{
	char text[1024];

	command_expand(wanted, text, sizeof text);
	return *text ? strstr(printed, text) != NULL : *printed == '\0';
}

static inline void command_cases(const struct command_case *cases, size_t count)
{
	static struct printed printed;

	for (size_t i = 0; i < count; i++) {
		const struct command_case *one = &cases[i];

		command_run(&printed, one->line);
		if (printed.status != one->status || !command_has(printed.out, one->out) ||
			!command_has(printed.err, one->err))
			fail_msg("%s: status %d\nstdout: %.2000s\nstderr: %.2000s", one->line,
				printed.status, printed.out, printed.err);
	}
}

#define COMMAND_CASES(cases) command_cases(cases, sizeof cases / sizeof *cases)

#endif
