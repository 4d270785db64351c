/* Bulletins: their markup, their order, and the sentences about wrong ones. */
#include "tests/test.h"

#include "tests/door/directory.h"

#include "door/config/bulletins.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* A reader sees each change in the memory that it mapped before, and cannot write there. */
static void a_change_reaches_readers(void **state)
{
	static const struct bulletins first = {1, {{"motd", 5, "first"}}},
				      second = {2, {{"motd", 6, "second"}, {"news", 6, "more"}}};
	struct bulletin_memory *memory;
	int descriptor = bulletins_share(&memory);
	(void)state;
	assert_true(descriptor >= 0);
	const struct bulletin_memory *read = bulletins_map(descriptor);
	assert_non_null(read);
	assert_int_equal(bulletins_now(read)->count, 0);
	bulletins_publish(memory, &first);
	const struct bulletins *before = bulletins_now(read);
	assert_string_equal(before->each[0].text, "first");
	bulletins_publish(memory, &second);
	assert_int_equal(bulletins_now(read)->count, 2);
	assert_string_equal(bulletins_now(read)->each[1].text, "more");
	/* A page that was begun before the change ends with its own text. */
	assert_string_equal(before->each[0].text, "first");
	assert_null(bulletins_now(NULL));

	assert_int_equal(mprotect((void *)(uintptr_t)read, sizeof *read, PROT_WRITE), -1);
	assert_int_equal(errno, EACCES);
	assert_int_equal(pwrite(descriptor, "x", 1, 0), -1);
	assert_int_equal(errno, EPERM);
	assert_ptr_equal(
		mmap(NULL, sizeof *read, PROT_WRITE, MAP_SHARED, descriptor, 0), MAP_FAILED);
	assert_int_equal(ftruncate(descriptor, 0), -1);
	close(descriptor);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(markup_becomes_roles),
		cmocka_unit_test(files_are_read_in_order),
		cmocka_unit_test(wrong_ones_are_named),
		cmocka_unit_test(a_change_reaches_readers),
	};
	return cmocka_run_group_tests(tests, directory_set_up, directory_tear_down);
}
