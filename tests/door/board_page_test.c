/* Boards as pages: their rows and widths, in both forms. */
#include "tests/test.h"

#include "door/text/board_page.h"

static struct store_score scores[2] = {
	{.score = 2140, .deepest = 9, .name = "Ada", .cause = "killed by a stoker on depth 9"},
	{.score = 70, .deepest = 1, .name = "Bartholomew-Long", .cause = "quit"},
};
static const unsigned ranks[2] = {1, 0};

static char *made(enum board_page_form form, int width, size_t count)
{
	const struct board_page page = {
		.form = form, .width = width, .title = "High scores", .below = "ssh here"};
	char *text = board_page_text(&page, scores, ranks, count);

	assert_non_null(text);
	return text;
}

static void an_ascii_page_is_a_plain_table(void **state)
{
	char *text = made(BOARD_PAGE_ASCII, 40, 2);

	(void)state;
	assert_string_equal(text, "+-------------------------------------+\r\n"
				  "|             High scores             |\r\n"
				  "+-------------------------------------+\r\n"
				  "|   # name               score deep   |\r\n"
				  "|   1 Ada                 2140    9   |\r\n"
				  "|   - Bartholomew-Long      70    1   |\r\n"
				  "+-------------------------------------+\r\n"
				  "|              ssh here               |\r\n"
				  "+-------------------------------------+\r\n");
	free(text);
	text = made(BOARD_PAGE_ASCII, 80, 2);
	assert_non_null(strstr(text, "|   1  Ada                 2140    9  killed by a stoker"));
	free(text);
}

static void a_page_of_conducts_says_which(void **state)
{
	struct store_score kept = {.score = 2140, .deepest = 9, .name = "Ada", .conducts = 9};
	struct board_page page = {.form = BOARD_PAGE_ASCII,
		.width = BOARD_PAGE_WIDE,
		.title = "Most conducts kept",
		.order = STORE_CONDUCTS,
		.below = ""};
	char *text = board_page_text(&page, &kept, ranks, 1);

	(void)state;
	assert_non_null(strstr(text, "score deep  kept"));
	assert_non_null(strstr(text, "|   1  Ada                 2140    9  2: kill, lamp "));
	free(text);
	page.width = BOARD_PAGE_NARROW;
	text = board_page_text(&page, &kept, ranks, 1);
	assert_non_null(strstr(text, "score kept"));
	assert_non_null(strstr(text, "|   1 Ada                 2140    2 "));
	free(text);
	text = board_page_text(&page, &kept, ranks, 0);
	assert_non_null(strstr(text, "|  No proven run kept a conduct yet.  |"));
	free(text);
}

/* Counts the columns of a row. Returns what is behind it. */
static const char *columns_of(const char *text, int *columns)
{
	*columns = 0;
	for (; strncmp(text, "\r\n", 2) != 0; text++) {
		assert_true(*text != '\0');
		if (*text == '\033')
			text = strchr(text, 'm');
		else
			++*columns;
	}
	return text + 2;
}

static void no_row_reaches_the_last_column(void **state)
{
	(void)state;
	for (int form = BOARD_PAGE_ASCII; form <= BOARD_PAGE_ANSI; form++)
		for (int width = BOARD_PAGE_NARROW; width <= BOARD_PAGE_WIDE;
			width += BOARD_PAGE_WIDE - BOARD_PAGE_NARROW)
			for (size_t count = 0; count <= 2; count++) {
				char *text = made((enum board_page_form)form, width, count);
				int columns;

				for (const char *at = text; *at;) {
					at = columns_of(at, &columns);
					assert_int_equal(columns, width - 1);
				}
				free(text);
			}
}

static void ansi_has_colours_and_code_page_437(void **state)
{
	char *text = made(BOARD_PAGE_ANSI, 80, 1);

	(void)state;
	assert_int_equal(strncmp(text, "\033[0;33m\xc9\xcd", 9), 0);
	assert_non_null(strstr(text, "\033[1;37m   1  Ada"));
	assert_string_equal(text + strlen(text) - 7, "\xbc\033[0m\r\n");
	free(text);
}

static void no_text_of_a_player_is_obeyed(void **state)
{
	struct store_score hostile = {.name = "\033[2JX", .cause = "a\033]0;b\007c"};
	const struct board_page page = {
		.form = BOARD_PAGE_ASCII, .width = 80, .title = "Board", .below = ""};
	char *text = board_page_text(&page, &hostile, ranks, 1);

	(void)state;
	assert_null(strchr(text, '\033'));
	assert_null(strchr(text, '\007'));
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_ascii_page_is_a_plain_table),
		cmocka_unit_test(a_page_of_conducts_says_which),
		cmocka_unit_test(no_row_reaches_the_last_column),
		cmocka_unit_test(ansi_has_colours_and_code_page_437),
		cmocka_unit_test(no_text_of_a_player_is_obeyed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
