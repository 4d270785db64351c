/* The archive of a backup: it reads as it was written, and no damaged one reads to its end. */
#include "tests/test.h"

#include "tests/door/directory.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "door/command/backup_archive.h"

static struct backup_list list;

/* The bytes of the file `number`, which no other file has. */
static uint8_t byte_at(size_t number, size_t at)
{
	return (uint8_t)(at * 31 + at / 251 + number * 7);
}

static void path_of(size_t number, char *path, size_t size)
{
	snprintf(path, size, "%s/file-%zu", directory, number);
}

static void put_file(size_t number, size_t size)
{
	char path[80];

	path_of(number, path, sizeof path);
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	for (size_t i = 0; i < size; i++)
		fputc(byte_at(number, i), file);
	assert_int_equal(fclose(file), 0);
}

static bool add_file(size_t number, size_t size)
{
	char name[32], path[80];

	put_file(number, size);
	snprintf(name, sizeof name, "part/file-%zu", number);
	path_of(number, path, sizeof path);
	return backup_list_add(&list, name, path);
}

/* Returns the archive's descriptor, whose offset is at its end. */
static int archive(const size_t *sizes, size_t count)
{
	char path[80];

	snprintf(path, sizeof path, "%s/archive.tar", directory);
	int to = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	assert_true(to >= 0);
	backup_list_clear(&list);
	for (size_t i = 0; i < count; i++)
		assert_true(add_file(i, sizes[i]));
	assert_true(backup_archive_write(&list, to));
	backup_list_clear(&list);
	assert_int_equal(list.count, 0);
	return to;
}

static bool read_from_start(int from, backup_taker *take, void *context)
{
	assert_int_equal(lseek(from, 0, SEEK_SET), 0);
	list.sentence[0] = '\0';
	return backup_archive_read(&list, from, take, context);
}

static const size_t sizes[] = {0, 1, 511, 512, 513, 65535, 65536, 65537, 200000};
#define SIZES (sizeof sizes / sizeof *sizes)

struct taken {
	size_t calls[SIZES], sizes[SIZES];
	size_t refuse_at; /* the number of a file; SIZES: none */
};

static bool take(void *context, const struct backup_file *file, const void *bytes, size_t size)
{
	struct taken *taken = context;
	const uint8_t *rest = bytes;
	size_t number = (size_t)atoi(file->name + strlen("part/file-"));

	assert_int_equal(file->size, sizes[number]);
	for (size_t i = 0; i < size; i++)
		assert_int_equal(rest[i], byte_at(number, taken->sizes[number] + i));
	taken->sizes[number] += size;
	taken->calls[number]++;
	return number != taken->refuse_at;
}

static void it_reads_as_it_was_written(void **state)
{
	struct taken taken = {.refuse_at = SIZES};
	int from = archive(sizes, SIZES);
	struct stat facts;

	(void)state;
	assert_int_equal(fstat(from, &facts), 0);
	assert_int_equal(facts.st_size % TAR_BLOCK, 0);
	assert_true(read_from_start(from, take, &taken));
	assert_int_equal(lseek(from, 0, SEEK_CUR), facts.st_size - TAR_BLOCK);
	assert_int_equal(list.count, SIZES);
	assert_int_equal(strncmp(list.about, "made 2", 6), 0);
	assert_non_null(strstr(list.about, " UTC by trapdoor "));
	for (size_t i = 0; i < SIZES; i++) {
		assert_true(list.files[i].seen);
		assert_int_equal(list.files[i].size, sizes[i]);
		assert_int_equal(taken.sizes[i], sizes[i]);
		/* An empty file is shown, too. */
		assert_true(taken.calls[i] > 0);
	}
	assert_true(read_from_start(from, NULL, NULL));
	close(from);
}

static void a_taker_may_stop_the_reading(void **state)
{
	struct taken taken = {.refuse_at = 3};
	int from = archive(sizes, SIZES);

	(void)state;
	assert_false(read_from_start(from, take, &taken));
	assert_non_null(strstr(list.sentence, "cannot write part/file-3: "));
	assert_int_equal(taken.calls[4], 0);
	close(from);
}

/* At each length that is shorter it is refused, and at most of a file's blocks for its end. */
static void a_shortened_archive_is_refused(void **state)
{
	static const size_t few[] = {700, 513};
	int from = archive(few, 2);
	off_t whole = lseek(from, 0, SEEK_END);

	(void)state;
	/* The last block, of two that are zeros, is not read. */
	assert_int_equal(ftruncate(from, whole - TAR_BLOCK), 0);
	assert_true(read_from_start(from, NULL, NULL));
	for (off_t size = whole - TAR_BLOCK - 1; size >= 0; size -= 100) {
		assert_int_equal(ftruncate(from, size), 0);
		assert_false(read_from_start(from, NULL, NULL));
		assert_string_not_equal(list.sentence, "");
		/* The bytes of the first file follow the manifest and two headers. */
		if (size >= 3 * TAR_BLOCK && size < 3 * TAR_BLOCK + 700)
			assert_string_equal(list.sentence, "it ends in part/file-0");
	}
	close(from);
}

/* Changes one byte of the archive, and changes it back. */
static bool reads_without(int from, off_t at)
{
	uint8_t byte;

	assert_int_equal(pread(from, &byte, 1, at), 1);
	byte ^= 1;
	assert_int_equal(pwrite(from, &byte, 1, at), 1);
	bool read = read_from_start(from, NULL, NULL);
	byte ^= 1;
	assert_int_equal(pwrite(from, &byte, 1, at), 1);
	return read;
}

static void a_damaged_archive_is_refused(void **state)
{
	static const size_t few[] = {700, 3};
	int from = archive(few, 2);
	/* The manifest's header and text, the header and two blocks of a file, and those of the
	 * last one. */
	off_t files = lseek(from, 0, SEEK_END) - 7 * TAR_BLOCK;
	static const char *const expected[] = {
		"an entry is damaged, or not in its manifest", "part/file-0 is damaged"};
	char text[TAR_BLOCK];

	(void)state;
	assert_int_equal(files, 2 * TAR_BLOCK);
	for (off_t at = files; at < files + TAR_BLOCK + 700; at += 7) {
		/* The end of the checksum. */
		if (at == files + 154)
			continue;
		assert_false(reads_without(from, at));
		assert_string_equal(list.sentence, expected[at >= files + TAR_BLOCK]);
	}
	assert_false(reads_without(from, files + 4 * TAR_BLOCK + 2));
	assert_string_equal(list.sentence, "part/file-1 is damaged");
	/* The padding is no part of a file. */
	assert_true(reads_without(from, files + TAR_BLOCK + 700));
	assert_int_equal(pread(from, text, sizeof text, TAR_BLOCK), sizeof text);
	off_t lines = strstr(strchr(text, '\n') + 1, "\n") + 1 - text;
	/* Any digit of the first digest, then the size. */
	for (off_t at = TAR_BLOCK + lines; at < TAR_BLOCK + lines + 64; at++)
		assert_false(reads_without(from, at));
	assert_false(reads_without(from, TAR_BLOCK + lines + 65));
	/* Its first line says that it is a backup. */
	assert_false(reads_without(from, TAR_BLOCK));
	assert_string_equal(list.sentence, "it is no backup of trapdoor");
	assert_false(reads_without(from, 0));
	assert_string_equal(list.sentence, "it is no backup of trapdoor");
	assert_true(read_from_start(from, NULL, NULL));
	close(from);
}

/* Entries that are not those of the manifest: one is missing, one comes twice. */
static void the_entries_are_those_of_the_manifest(void **state)
{
	static const size_t few[] = {3, 4};
	static const uint8_t zeros[TAR_BLOCK];
	int from = archive(few, 2);
	uint8_t first[2 * TAR_BLOCK];
	off_t files = 2 * TAR_BLOCK;

	(void)state;
	assert_int_equal(pread(from, first, sizeof first, files), sizeof first);
	assert_int_equal(pwrite(from, zeros, sizeof zeros, files + 2 * TAR_BLOCK), TAR_BLOCK);
	assert_false(read_from_start(from, NULL, NULL));
	assert_string_equal(list.sentence, "part/file-1 is missing");
	assert_int_equal(pwrite(from, first, sizeof first, files + 2 * TAR_BLOCK), sizeof first);
	assert_false(read_from_start(from, NULL, NULL));
	assert_string_equal(list.sentence, "an entry is damaged, or not in its manifest");
	close(from);
	/* The first one is missing, too, when none comes. */
	from = archive(few, 1);
	assert_int_equal(pwrite(from, zeros, sizeof zeros, files), TAR_BLOCK);
	assert_false(read_from_start(from, NULL, NULL));
	assert_string_equal(list.sentence, "part/file-0 is missing");
	close(from);
}

/* No byte that a terminal obeys is printed from a backup. */
static void the_manifest_is_printable(void **state)
{
	static const size_t few[] = {3};
	int from = archive(few, 1);
	char text[TAR_BLOCK], *at;

	(void)state;
	assert_int_equal(pread(from, text, sizeof text, TAR_BLOCK), sizeof text);
	at = strstr(text, "made ");
	assert_non_null(at);
	memcpy(at, "\033ade\x7f~ ", 7);
	assert_int_equal(pwrite(from, text, sizeof text, TAR_BLOCK), sizeof text);
	assert_true(read_from_start(from, NULL, NULL));
	assert_int_equal(strncmp(list.about, "?ade?~ ", 7), 0);
	close(from);
}

static void a_file_that_changes_meanwhile_is_noticed(void **state)
{
	int to = open("/dev/null", O_WRONLY | O_CLOEXEC);
	char wanted[160];

	(void)state;
	backup_list_clear(&list);
	assert_true(add_file(0, 100));
	assert_true(backup_archive_write(&list, to));
	put_file(0, 101);
	assert_false(backup_archive_write(&list, to));
	snprintf(wanted, sizeof wanted, "%s/file-0 changed meanwhile; try again", directory);
	assert_string_equal(list.sentence, wanted);
	close(to);
	to = open("/dev/full", O_WRONLY | O_CLOEXEC);
	assert_false(backup_archive_write(&list, to));
	assert_string_equal(list.sentence, "cannot write: No space left on device");
	close(to);
	backup_list_clear(&list);
}

static void files_that_cannot_be_archived_are_named(void **state)
{
	char name[TAR_NAME_MAX + 1], path[80];

	(void)state;
	backup_list_clear(&list);
	path_of(77, path, sizeof path);
	assert_false(backup_list_add(&list, "part/none", path));
	assert_int_equal(strncmp(list.sentence, "cannot read ", 12), 0);
	assert_non_null(strstr(list.sentence, "No such file"));
	backup_list_clear(&list);
	memset(name, 'n', TAR_NAME_MAX);
	name[TAR_NAME_MAX] = '\0';
	put_file(0, 1);
	path_of(0, path, sizeof path);
	assert_false(backup_list_add(&list, name, path));
	assert_int_equal(strncmp(list.sentence, "the name nnn", 12), 0);
	name[TAR_NAME_MAX - 1] = '\0';
	assert_true(backup_list_add(&list, name, path));
	for (size_t i = 1; i < BACKUP_FILES_MAX; i++)
		assert_true(backup_list_add(&list, "part/file", path));
	assert_false(backup_list_add(&list, "part/file", path));
	assert_string_equal(list.sentence, "there are over 200 files");
	backup_list_clear(&list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_reads_as_it_was_written),
		cmocka_unit_test(a_taker_may_stop_the_reading),
		cmocka_unit_test(a_shortened_archive_is_refused),
		cmocka_unit_test(a_damaged_archive_is_refused),
		cmocka_unit_test(the_entries_are_those_of_the_manifest),
		cmocka_unit_test(the_manifest_is_printable),
		cmocka_unit_test(a_file_that_changes_meanwhile_is_noticed),
		cmocka_unit_test(files_that_cannot_be_archived_are_named),
	};

	return cmocka_run_group_tests(tests, directory_set_up, directory_tear_down);
}
