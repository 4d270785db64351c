/* Bulletins: their markup, their order, and the sentences about wrong ones. */
#include "tests/test.h"

#include "door/config/bulletins.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char directory[] = "/tmp/trapdoor-bulletins-test-XXXXXX";
static struct bulletins bulletins;
static struct complaint complaint;

static void put(const char *name, const char *text)
{
	char path[128];
	snprintf(path, sizeof path, "%s/%s", directory, name);
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

static void markup_becomes_roles(void **state)
{
	/* clang-format off */
	static const struct { const char *text, *marked; unsigned line; } rows[] = {
		{"plain\n", "plain", 0},
		{"[bright]one[/] two\n\n  three\n", "\015one\037 two\n\n  three", 0},
		{"[[x]", "[x]", 0},
		{"", "", 0},
		{"one\n[nocolour]x[/]", NULL, 2},
		{"[bright]one\n[/]", NULL, 1},
		{"[bright]one", NULL, 1},
		{"one[/]", NULL, 1},
		{"[good][bad]x[/]", NULL, 1},
		{"one\n\n[bright", NULL, 3},
		{"caf\xc3\xa9", NULL, 1},
		{"\033[2J", NULL, 1},
		{"longer than the eighty bytes that are there: ........................................", NULL, 1},
	};
	/* clang-format on */
	char marked[80];
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		bool good = bulletin_mark(rows[i].text, marked, sizeof marked, &complaint);
		assert_int_equal(good, rows[i].marked != NULL);
		if (good)
			assert_string_equal(marked, rows[i].marked);
		else
			assert_int_equal(complaint.line, rows[i].line);
	}
}

static void files_are_read_in_order(void **state)
{
	static const char *const names[] = {"motd", "news", "afternoon", "zebra"};
	static const char *const texts[] = {"first", "second", "third", "last"};
	(void)state;
	put("zebra.txt", "last");
	put("news.txt", "second");
	put("afternoon.txt", "third");
	put("motd.txt", "first");
	put("empty.txt", "\n");
	put("ignored", "[no markup");
	put(".hidden.txt", "[no markup");
	uint64_t before = bulletins_stamp(directory);
	assert_true(bulletins_read(&bulletins, directory, &complaint));
	assert_int_equal(bulletins.count, 4);
	for (size_t i = 0; i < 4; i++) {
		assert_string_equal(bulletins.each[i].name, names[i]);
		assert_string_equal(bulletins.each[i].text, texts[i]);
		assert_true(bulletins.each[i].changed > 1000000000);
	}
	assert_true(bulletins_stamp(directory) == before);
	put("news.txt", "another");
	assert_true(bulletins_stamp(directory) != before);
	assert_true(bulletins_read(&bulletins, "", &complaint));
	assert_int_equal(bulletins.count, 0);
}

static void wrong_ones_are_named(void **state)
{
	char name[16];
	(void)state;
	put("news.txt", "one\ntwo [nocolour]x[/]\n");
	assert_false(bulletins_read(&bulletins, directory, &complaint));
	assert_non_null(strstr(complaint.origin, "/news.txt"));
	assert_int_equal(complaint.line, 2);
	put("news.txt", "");
	assert_false(bulletins_read(&bulletins, "/nowhere/at/all", &complaint));
	assert_string_equal(complaint.origin, "/nowhere/at/all");
	for (int i = 0; i < BULLETINS_MAX; i++) {
		snprintf(name, sizeof name, "%d.txt", i);
		put(name, "x");
	}
	assert_false(bulletins_read(&bulletins, directory, &complaint));
	assert_non_null(strstr(complaint.sentence, "at most 8"));
}

static int set_up(void **state)
{
	(void)state;
	return mkdtemp(directory) ? 0 : -1;
}

static int tear_down(void **state)
{
	char command[80];
	(void)state;
	snprintf(command, sizeof command, "rm -r %s", directory);
	return system(command);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(markup_becomes_roles),
		cmocka_unit_test(files_are_read_in_order),
		cmocka_unit_test(wrong_ones_are_named),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
