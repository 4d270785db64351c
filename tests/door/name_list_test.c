/* The list of names that nobody can register. */
#include "tests/test.h"

#include <unistd.h>

#include "door/text/name_list.h"
#include "sql/store.h"

static char path[] = "/tmp/trapdoor-names-XXXXXX";

/* Writes a list and reads it. */
static struct name_list *list_of(const char *text, char *sentence, size_t size)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(text, file);
	fclose(file);
	sentence[0] = '\0';
	return name_list_read(path, sentence, size);
}

static void names_that_look_alike_have_one_skeleton(void **state)
{
	static const char *const alike[][2] = {{"Bob", "b0b"}, {"Bob", "B-o-b"}, {"Bob", "Boob"},
		{"Bob", "bobb"}, {"Bill", "B1l"}, {"Bill", "bIlI"}, {"Otto", "0tO"},
		{"Anna", "ana"}, {"a_b_c", "Abc"}};
	static const char *const apart[][2] = {{"Bob", "Bab"}, {"Bob", "Bobo"}, {"Anna", "Anne"},
		{"Karl", "Carl"}, {"Ada2", "Ada22"}};
	char first[STORE_NAME_MAX + 1], second[STORE_NAME_MAX + 1];

	(void)state;
	for (size_t i = 0; i < sizeof alike / sizeof *alike; i++) {
		store_skeleton(alike[i][0], first);
		store_skeleton(alike[i][1], second);
		assert_string_equal(first, second);
	}
	for (size_t i = 0; i < sizeof apart / sizeof *apart; i++) {
		store_skeleton(apart[i][0], first);
		store_skeleton(apart[i][1], second);
		assert_string_not_equal(first, second);
	}
	store_skeleton("ABCDEFGHIJKLMNOPQRSTUVWXYZ", first);
	assert_string_equal(first, "abcdefghljklmnop");
}

static void a_word_matches_a_name_and_with_a_mark_a_part(void **state)
{
	char sentence[256];
	struct name_list *list = list_of(
		"# none of these\n\n  host # us\n*sysop*\t\nRoot-2\n", sentence, sizeof sentence);

	(void)state;
	assert_string_equal(sentence, "");
	assert_true(name_list_has(list, "Host"));
	assert_true(name_list_has(list, "h0-sst"));
	assert_false(name_list_has(list, "Hostess"));
	assert_false(name_list_has(list, "us"));
	assert_true(name_list_has(list, "SysOp"));
	assert_true(name_list_has(list, "the-5ysop") == false);
	assert_true(name_list_has(list, "the-sys0p-2"));
	assert_true(name_list_has(list, "root2"));
	/* The names of guests, and what looks like them. */
	assert_true(name_list_has(list, "guest-1234"));
	assert_true(name_list_has(list, "Gue-sst"));
	assert_true(name_list_has(list, "Guest1Ol"));
	assert_false(name_list_has(list, "Guesty"));
	name_list_free(list);
}

static void a_line_that_is_no_word_is_named(void **state)
{
	char sentence[256];

	(void)state;
	assert_null(list_of("host\nan other\n", sentence, sizeof sentence));
	assert_non_null(strstr(sentence, ":2: must be a word of at most 16 letters and digits"));
	assert_null(list_of("abcdefghijklmnopq\n", sentence, sizeof sentence));
	assert_null(list_of("*half\n", sentence, sizeof sentence));
	assert_null(name_list_read("/nowhere/names", sentence, sizeof sentence));
	assert_non_null(strstr(sentence, "cannot read the names file /nowhere/names: "));
}

static void the_own_list_reserves_and_forbids(void **state)
{
	static const char *const refused[] = {"operator", "Moderator", "Sysop-", "sysop2", "Admin",
		"4dmin-sysop", "R00T", "b0ard", "Trapd00r", "H1tler", "n1gger"};
	static const char *const allowed[] = {"Anna", "Cassandra", "Systema", "Dickson", "Boarder"};
	char sentence[256];
	struct name_list *list = name_list_read("", sentence, sizeof sentence);

	(void)state;
	assert_non_null(list);
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
		assert_true(name_list_has(list, refused[i]));
	for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
		assert_false(name_list_has(list, allowed[i]));
	name_list_free(list);
}

static void another_process_gets_a_copy(void **state)
{
	char sentence[256];
	struct name_list *list, *copy;
	int file;

	(void)state;
	list = list_of("operator\n", sentence, sizeof sentence);
	file = name_list_send(list);
	assert_true(file >= 0);
	copy = name_list_receive(file);
	assert_non_null(copy);
	assert_true(name_list_has(copy, "0perator"));
	assert_false(name_list_has(copy, "Ottilie"));
	assert_int_equal(ftruncate(file, 100), 0);
	assert_null(name_list_receive(file));
	close(file);
	name_list_free(copy);
	name_list_free(list);
}

/* NAME_LIST_MAX different words are the most that a list may have. */
static void a_full_list_is_handed_over(void **state)
{
	static char text[(NAME_LIST_MAX + 1) * 8];
	char sentence[256];
	size_t used = 0;
	(void)state;
	for (unsigned i = 0; i < NAME_LIST_MAX; i++)
		used += (size_t)snprintf(text + used, sizeof text - used, "x%c%c%c%c\n",
			'a' + i % 10, 'b' + i / 10 % 10, 'c' + i / 100 % 10, 'd' + i / 1000);
	struct name_list *list = list_of(text, sentence, sizeof sentence), *copy;
	assert_string_equal(sentence, "");
	int file = name_list_send(list);
	copy = name_list_receive(file);
	assert_non_null(copy);
	assert_true(name_list_has(copy, "xjklh"));
	close(file);
	name_list_free(copy);
	name_list_free(list);
	snprintf(text + used, sizeof text - used, "more\n");
	assert_null(list_of(text, sentence, sizeof sentence));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_that_look_alike_have_one_skeleton),
		cmocka_unit_test(a_word_matches_a_name_and_with_a_mark_a_part),
		cmocka_unit_test(a_line_that_is_no_word_is_named),
		cmocka_unit_test(another_process_gets_a_copy),
		cmocka_unit_test(a_full_list_is_handed_over),
		cmocka_unit_test(the_own_list_reserves_and_forbids),
	};
	int failed, file = mkstemp(path);

	close(file);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	unlink(path);
	return failed;
}
