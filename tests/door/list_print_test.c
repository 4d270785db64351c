/* Lists of commands: aligned text, JSON, cells without a value, and characters that a terminal
 * obeys. */
#include "tests/test.h"

#include "door/command/list_print.h"

#include <unistd.h>

static const struct list_column columns[] = {{"name", "name", LIST_TEXT},
	{"score", "points", LIST_NUMBER}, {NULL, "hidden", LIST_TEXT}, {"on", "on", LIST_FLAG},
	{"when", "at", LIST_TIME}, {"why", "why", LIST_TEXT}};

#define COLUMNS (sizeof columns / sizeof *columns)

static void add_row(
	struct list *list, const char *name, int64_t score, bool on, int64_t at, const char *why)
{
	list_text(list, name);
	list_number(list, score);
	list_text(list, "secret");
	list_flag(list, on);
	list_time(list, at);
	list_text(list, why);
}

/* Prints a list. Returns what came on standard output. */
static const char *printed(struct list *list)
{
	static char text[65536];
	FILE *file = tmpfile();
	int before = dup(STDOUT_FILENO);

	assert_non_null(file);
	fflush(stdout);
	dup2(fileno(file), STDOUT_FILENO);
	list_print(list, "There is nothing.");
	fflush(stdout);
	dup2(before, STDOUT_FILENO);
	close(before);
	rewind(file);
	size_t size = fread(text, 1, sizeof text - 1, file);
	text[size] = '\0';
	fclose(file);
	return text;
}

static void columns_are_as_wide_as_their_cells(void **state)
{
	struct list *list = list_new(columns, COLUMNS, false);

	(void)state;
	add_row(list, "Ada", 7, true, 1795370400, "first");
	add_row(list, "Bartholomew", -1234567, false, 0, NULL);
	add_row(list, "", 0, false, 60, "a\tb\033c");
	assert_string_equal(printed(list),
		"name            score  on   when                  why\n"
		"Ada                 7  yes  2026-11-22 18:00 UTC  first\n"
		"Bartholomew  -1234567  no   -                     -\n"
		"-                   0  no   1970-01-01 00:01 UTC  a?b?c\n");
}

static void json_has_every_field(void **state)
{
	struct list *list = list_new(columns, COLUMNS, true);

	(void)state;
	add_row(list, "Ada", 7, true, 1795370400, "first");
	add_row(list, "", -8, false, 0, NULL);
	assert_string_equal(printed(list),
		"[{\"name\":\"Ada\",\"points\":7,\"hidden\":\"secret\",\"on\":true,"
		"\"at\":\"2026-11-22T18:00:00Z\",\"why\":\"first\"},"
		"{\"name\":null,\"points\":-8,\"hidden\":\"secret\",\"on\":false,"
		"\"at\":null,\"why\":null}]\n");
}

static void an_empty_list_is_a_sentence_or_an_empty_array(void **state)
{
	(void)state;
	assert_string_equal(printed(list_new(columns, COLUMNS, false)), "There is nothing.\n");
	assert_string_equal(printed(list_new(columns, COLUMNS, true)), "[]\n");
}

static void rows_may_be_a_member_of_an_object(void **state)
{
	struct list *list = list_new_within(columns, COLUMNS, true, "rows");

	(void)state;
	add_row(list, "Ada", 7, true, 60, "x");
	list_member(list, "hold", "true");
	list_member(list, "reason", "\"why\"");
	assert_string_equal(printed(list),
		"{\"rows\":[{\"name\":\"Ada\",\"points\":7,\"hidden\":\"secret\",\"on\":true,"
		"\"at\":\"1970-01-01T00:01:00Z\",\"why\":\"x\"}],\"hold\":true,\"reason\":"
		"\"why\"}\n");
	assert_string_equal(
		printed(list_new_within(columns, COLUMNS, true, "rows")), "{\"rows\":[]}\n");
	/* Text has no members. */
	list = list_new_within(columns, COLUMNS, false, "rows");
	list_member(list, "hold", "true");
	assert_string_equal(printed(list), "There is nothing.\n");
}

static void many_rows_are_printed(void **state)
{
	static const struct list_column one[] = {{"n", "n", LIST_NUMBER}};
	struct list *list = list_new(one, 1, false);
	const char *at;

	(void)state;
	for (int i = 0; i < 1000; i++)
		list_number(list, i);
	at = printed(list);
	assert_int_equal(strncmp(at, "  n\n  0\n  1\n", 12), 0);
	for (int i = 0; i < 1001; i++) {
		at = strchr(at, '\n');
		assert_non_null(at);
		at++;
	}
	assert_string_equal(at - 4, "999\n");
	/* A list that is not printed is freed, too. */
	list = list_new(columns, COLUMNS, false);
	add_row(list, "Ada", 1, true, 1, "x");
	list_free(list);
	list = list_new(columns, COLUMNS, true);
	add_row(list, "Ada", 1, true, 1, "x");
	list_free(list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(columns_are_as_wide_as_their_cells),
		cmocka_unit_test(json_has_every_field),
		cmocka_unit_test(an_empty_list_is_a_sentence_or_an_empty_array),
		cmocka_unit_test(rows_may_be_a_member_of_an_object),
		cmocka_unit_test(many_rows_are_printed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
