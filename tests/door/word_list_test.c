/* Lists of words: a word is found whole, wherever it stands. */
#include "tests/test.h"

#include "door/text/word_list.h"

static void a_word_is_found_whole(void **state)
{
	static const struct {
		const char *list, *word;
		bool has;
	} rows[] = {{"Ann", "Ann", true}, {"Annabel Ann", "Ann", true}, {"Ann Otto", "Ann", true},
		{"Otto Ann Mina", "Ann", true}, {"Annabel", "Ann", false}, {"JoAnn", "Ann", false},
		{"AnAnn", "Ann", false}, {"watch=hidden", "watch", false}, {"", "Ann", false},
		{"Ann", "", false}};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (word_list_has(rows[i].list, rows[i].word) != rows[i].has)
			fail_msg("\"%s\" in \"%s\"", rows[i].word, rows[i].list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(a_word_is_found_whole)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
