/* Headers of tar files: what is written is read again, and other blocks are refused. */
#include "tests/test.h"

#include "door/os/tar.h"

static uint8_t block[TAR_BLOCK];

static void a_header_is_read_again(void **state)
{
	static const uint64_t sizes[] = {0, 1, 511, 512, 513, 1234567890, TAR_SIZE_MAX};
	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct tar_entry entry = {"state/trapdoor.db", sizes[i], 1764000000}, again;
		tar_write(&entry, block);
		assert_true(tar_read(block, &again));
		assert_string_equal(again.name, entry.name);
		assert_true(again.size == entry.size);
		assert_true(again.time == entry.time);
		assert_false(tar_is_end(block));
		assert_true((sizes[i] + tar_padding(sizes[i])) % TAR_BLOCK == 0);
		assert_true(tar_padding(sizes[i]) < TAR_BLOCK);
	}
	memset(block, 0, sizeof block);
	assert_true(tar_is_end(block));
}

/* As other programs write it: Python's tarfile made these bytes of the same entry. */
static void a_header_is_that_of_other_programs(void **state)
{
	const struct tar_entry entry = {"state/host_key", 387, 1764000000};
	(void)state;
	tar_write(&entry, block);
	assert_memory_equal(block + 100,
		"0000600\0"
		"0000000\0"
		"0000000\0"
		"00000000603\0"
		"15111100400\0"
		"010642\0 "
		"0",
		57);
	assert_memory_equal(block + 257,
		"ustar\0"
		"00",
		8);
}

static void a_changed_header_is_refused(void **state)
{
	struct tar_entry entry = {"state/host_key", 387, 1764000000}, again;
	(void)state;
	for (int i = 0; i < 264; i++) {
		tar_write(&entry, block);
		block[i] ^= 1;
		if (i < 148 || i >= 156)
			assert_false(tar_read(block, &again));
	}
	memset(block, 0, sizeof block);
	assert_false(tar_read(block, &again));
	memset(block, 0xff, sizeof block);
	assert_false(tar_read(block, &again));
}

static void names_stay_in_the_archive(void **state)
{
	static const char *const wrong[] = {
		"", "/etc/passwd", "..", "../x", "a/../b", "a/..", "a\nb"};
	static const char *const right[] = {"a", "a/b", "..a", "a..", "a/...", "a/b.txt"};
	struct tar_entry again;
	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct tar_entry entry = {.size = 1};
		snprintf(entry.name, sizeof entry.name, "%s", wrong[i]);
		tar_write(&entry, block);
		assert_false(tar_read(block, &again));
	}
	for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
		struct tar_entry entry = {.size = 1};
		snprintf(entry.name, sizeof entry.name, "%s", right[i]);
		tar_write(&entry, block);
		assert_true(tar_read(block, &again));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_header_is_read_again),
		cmocka_unit_test(a_header_is_that_of_other_programs),
		cmocka_unit_test(a_changed_header_is_refused),
		cmocka_unit_test(names_stay_in_the_archive),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
