/* Opening a store, and copies of it. */
#include "tests/test.h"

#include <sys/wait.h>

#include "full_store.h"

/* ---- Opening ---- */

static void a_damaged_secret_is_not_replaced(void **state)
{
	struct test_store *place = *state;
	char sentence[256] = "";

	damage(place, "UPDATE secrets SET value = x'00'");
	assert_null(store_open(place->directory, sentence, sizeof sentence));
	assert_non_null(strstr(sentence, "UNIQUE"));
}

/* A tool that moves the log into the database right now is no reason to refuse. The byte is that
 * of SQLite's lock for it. */
static void a_checkpoint_from_outside_does_not_hinder_opening(void **state)
{
	struct test_store *place = *state;
	char path[128], sentence[256] = "";
	int shown[2], held[2], status;
	char byte = 0;

	snprintf(path, sizeof path, "%s/trapdoor.db-shm", place->directory);
	assert_int_equal(pipe(shown), 0);
	assert_int_equal(pipe(held), 0);
	pid_t child = fork();
	if (child == 0) {
		struct flock lock = {
			.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 121, .l_len = 1};
		int shared = open(path, O_RDWR);
		bool fine = fcntl(shared, F_SETLK, &lock) == 0 && write(held[1], "h", 1) == 1;

		close(shown[1]);
		_exit(fine && read(shown[0], &byte, 1) == 0 ? 0 : 1);
	}
	assert_int_equal(read(held[0], &byte, 1), 1);
	struct store *second = store_open(place->directory, sentence, sizeof sentence);
	close(shown[0]);
	close(shown[1]);
	close(held[0]);
	close(held[1]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_string_equal(sentence, "");
	assert_non_null(second);
	store_close(second);
}

static void a_path_too_long_is_a_sentence(void **state)
{
	static char path[5000];
	char sentence[256] = "";

	memset(path, 'x', sizeof path - 1);
	assert_null(store_open(path, sentence, sizeof sentence));
	assert_non_null(strstr(sentence, "xxx...: the path is too long"));
	(void)state;
}

static void free_space_is_that_of_the_disk(void **state)
{
	struct test_store *place = *state;

	assert_true(store_free_space(place->store) > 4096);
	assert_int_equal(store_free_space(place->store) % 512, 0);
}

/* A tool that writes for a moment is waited for. */
static void a_short_lock_from_outside_is_waited_for(void **state)
{
	struct test_store *place = *state;
	char path[128];
	int held[2], status;
	char byte = 0;

	snprintf(path, sizeof path, "%s/trapdoor.db", place->directory);
	assert_int_equal(pipe(held), 0);
	pid_t child = fork();
	if (child == 0) {
		sqlite3 *other;
		bool fine = sqlite3_open(path, &other) == SQLITE_OK &&
			    sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK &&
			    write(held[1], "h", 1) == 1 && usleep(200000) == 0;

		sqlite3_close(other);
		_exit(fine ? 0 : 1);
	}
	assert_int_equal(read(held[0], &byte, 1), 1);
	assert_int_equal(store_account_set_hash(place->store, 1, "hash"), STORE_OK);
	close(held[0]);
	close(held[1]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

/* Before a migration the store is copied; a directory has the name of the copy. */
static void a_store_that_cannot_be_copied_is_not_migrated(void **state)
{
	struct test_store *place = *state;
	char path[128], sentence[256] = "";
	char *version;

	damage(place, "PRAGMA user_version = 2");
	snprintf(path, sizeof path, "%s/trapdoor.db.schema-2", place->directory);
	assert_int_equal(mkdir(path, 0700), 0);
	assert_null(store_open(place->directory, sentence, sizeof sentence));
	assert_non_null(strstr(sentence, "trapdoor.db.schema-2: the copy failed"));
	version = outside(place, "PRAGMA user_version");
	assert_string_equal(version, "2|\n");
	free(version);
}

/* The first of two missing migrations would succeed; the second one finds its table there. */
static void a_store_is_not_half_migrated(void **state)
{
	struct test_store *place = *state;
	char sentence[256] = "", *found;

	damage(place, "PRAGMA user_version = 14; DROP INDEX scores_conducts; "
		      "DROP INDEX scores_conducts_of; ALTER TABLE scores DROP COLUMN kept; "
		      "ALTER TABLE scores DROP COLUMN conducts");
	assert_null(store_open(place->directory, sentence, sizeof sentence));
	assert_non_null(strstr(sentence, "015-days"));
	found = outside(place, "PRAGMA user_version; SELECT count(*) FROM "
			       "pragma_table_info('scores') WHERE name = 'conducts'");
	assert_string_equal(found, "14|\n0|\n");
	free(found);
}

static void add_fault(void *context, const char *sentence)
{
	fprintf(context, "%s\n", sentence);
}

/* A page of the commands is overwritten, so that reading them fails. */
static void a_check_reports_a_damaged_page(void **state)
{
	struct test_store *place = *state;
	char *number = outside(place, "SELECT rootpage FROM sqlite_schema WHERE name = 'commands'");
	long page = strtol(number, NULL, 10);
	char *faults = NULL;
	size_t size;
	FILE *out = open_memstream(&faults, &size);
	FILE *file;

	free(number);
	store_close(place->store);
	place->store = NULL;
	file = open_file(place, "r+b");
	assert_int_equal(fseek(file, (page - 1) * 4096, SEEK_SET), 0);
	for (int i = 0; i < 4096; i++)
		fputc(0xee, file);
	fclose(file);
	reopen(place);
	assert_int_equal(store_check(place->store, add_fault, out), 2);
	fclose(out);
	assert_non_null(strstr(faults, "the database file: "));
	assert_non_null(strstr(faults, "trapdoor.db is damaged: database disk image is malformed; "
				       "keep a copy of it, and restore a backup\n"));
	free(faults);
	out = open_memstream(&faults, &size);
	assert_int_equal(store_check_pages(place->store, add_fault, out), 1);
	fclose(out);
	assert_non_null(strstr(faults, "the database file: "));
	free(faults);
}

/* ---- Reading beside the keeper ---- */

/* A reader sees what is committed, in the middle of a group too, and does not delay the writer. */
static void a_reader_and_the_writer_do_not_wait(void **state)
{
	struct test_store *place = *state;
	char sentence[256] = "", *faults = NULL;
	struct store_account account;
	size_t size;
	FILE *out = open_memstream(&faults, &size);
	int64_t id;

	assert_true(store_begin(place->store));
	assert_int_equal(store_account_new(place->store, "Ida", "", 1, &id), STORE_OK);
	struct store *reader = store_open_to_read(place->directory, sentence, sizeof sentence);
	assert_string_equal(sentence, "");
	assert_int_equal(store_account_by_name(reader, "Ida", &account), STORE_NONE);
	assert_int_equal(store_check(reader, add_fault, out), 0);
	assert_true(store_commit(place->store));
	assert_int_equal(store_account_by_name(reader, "Ida", &account), STORE_OK);
	assert_int_equal(store_account_new(reader, "Otto", "", 1, &id), STORE_FAILED);
	assert_non_null(strstr(store_sentence(reader), "readonly"));
	store_close(reader);
	fclose(out);
	free(faults);
}

/* A newer program added to the schema, and allows this one to write. */
static void a_newer_schema_may_allow_this_program(void **state)
{
	struct test_store *place = *state;
	struct store_account account;
	char sentence[256] = "";
	int64_t id;
	char *oldest = outside(place, "SELECT oldest FROM writers");

	/* The table of days is the last migration, and programs before it can live with it. */
	assert_string_equal(oldest, "15|\n");
	free(oldest);
	damage(place, "ALTER TABLE accounts ADD COLUMN colour TEXT NOT NULL DEFAULT 'red';"
		      "PRAGMA user_version = 99");
	reopen(place);
	assert_int_equal(store_account_new(place->store, "Ida", "", 1, &id), STORE_OK);
	assert_int_equal(store_account_by_name(place->store, "Ida", &account), STORE_OK);
	struct store *reader = store_open_to_read(place->directory, sentence, sizeof sentence);
	assert_string_equal(sentence, "");
	store_close(reader);
	damage(place, "UPDATE writers SET oldest = 99");
	assert_null(store_open(place->directory, sentence, sizeof sentence));
	assert_non_null(strstr(sentence, "for programs that know 99 or more; this program knows "));
}

/* A reader converts nothing and makes nothing. */
static void a_reader_refuses_another_schema(void **state)
{
	static const struct {
		const char *change, *sentence;
	} rows[] = {
		{"PRAGMA user_version = 99; UPDATE writers SET oldest = 98",
			"a newer trapdoor used it last (schema 99, for programs that know 98 or "},
		{"PRAGMA user_version = 1", "it has schema 1, this program "},
		{"PRAGMA application_id = 7", "it is another program's database; move it away"},
	};
	struct test_store *place = *state;
	char sentence[256];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		damage(place, rows[i].change);
		assert_null(store_open_to_read(place->directory, sentence, sizeof sentence));
		if (!strstr(sentence, rows[i].sentence))
			fail_msg("%s: %s", rows[i].change, sentence);
	}
	assert_null(store_open_to_read("/tmp", sentence, sizeof sentence));
	assert_non_null(strstr(sentence, "run this command as the user who serves it"));
	assert_int_not_equal(access("/tmp/trapdoor.db", F_OK), 0);
}

/* ---- Copies ---- */

static size_t descriptors(void)
{
	size_t count = 0;

	for (int i = 0; i < 256; i++)
		count += fcntl(i, F_GETFD) >= 0;
	return count;
}

/* More than one step's pages; written to between the steps; and given up in the middle. */
static void a_copy_in_steps(void **state)
{
	struct test_store *place = *state;
	char path[128], part[136], sentence[256] = "";
	char *large = calloc(1, 1 << 20);
	size_t open_before = descriptors();
	struct store_account account;
	bool whole = true;
	unsigned steps = 1;

	assert_int_equal(store_bundle_put(place->store, seed, "attic", large, 1 << 20), STORE_OK);
	free(large);
	snprintf(path, sizeof path, "%s/copy", place->directory);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(path, sizeof path, "%s/copy/trapdoor.db", place->directory);
	snprintf(part, sizeof part, "%s.part", path);

	struct store_copy *copy = store_copy_new(place->store, path);
	assert_non_null(copy);
	assert_int_equal(store_copy_step(copy, &whole), STORE_OK);
	assert_false(whole);
	assert_int_equal(access(part, F_OK), 0);
	store_copy_free(copy);
	assert_int_not_equal(access(part, F_OK), 0);
	assert_int_not_equal(access(path, F_OK), 0);

	copy = store_copy_new(place->store, path);
	assert_int_equal(store_copy_step(copy, &whole), STORE_OK);
	caller(place, "Ida");
	for (; !whole; steps++)
		assert_int_equal(store_copy_step(copy, &whole), STORE_OK);
	store_copy_free(copy);
	assert_in_range(steps, 4, 8);
	assert_int_not_equal(access(part, F_OK), 0);
	assert_int_equal(descriptors(), open_before);
	char log[140];
	snprintf(log, sizeof log, "%s-wal", path);
	assert_int_not_equal(access(log, F_OK), 0);

	/* Its header says that it needs no log: so it can be read where nothing may be written. */
	uint8_t header[20];
	FILE *file = fopen(path, "rb");
	assert_int_equal(fread(header, 1, 20, file), 20);
	fclose(file);
	assert_true(header[18] == 1 && header[19] == 1);

	*strrchr(path, '/') = '\0';
	struct store *store = store_open(path, sentence, sizeof sentence);
	assert_non_null(store);
	assert_int_equal(store_account_by_name(store, "Ida", &account), STORE_OK);
	store_close(store);
	store_copy_free(NULL);
}

static void a_copy_that_cannot_be_named_is_a_failure(void **state)
{
	struct test_store *place = *state;
	char path[128];
	static char far_path[5000];

	snprintf(path, sizeof path, "%s/there", place->directory);
	assert_int_equal(mkdir(path, 0700), 0);
	assert_int_equal(store_backup(place->store, path), STORE_FAILED);
	assert_non_null(
		strstr(store_sentence(place->store), "there: the copy failed: unable to open"));
	strcat(path, ".part");
	assert_int_not_equal(access(path, F_OK), 0);
	memset(far_path, 'x', sizeof far_path - 1);
	assert_int_equal(store_backup(place->store, far_path), STORE_FAILED);
	assert_non_null(strstr(store_sentence(place->store), "out of mem"));
}

static void a_copy_may_have_a_path_without_folders(void **state)
{
	struct test_store *place = *state;
	char before[512];

	assert_non_null(getcwd(before, sizeof before));
	assert_int_equal(chdir(place->directory), 0);
	enum store_answer answer = store_backup(place->store, "copy.db");
	assert_int_equal(chdir(before), 0);
	if (answer != STORE_OK)
		fail_msg("%s", store_sentence(place->store));
}

int main(void)
{
#define FULL(function) cmocka_unit_test_setup_teardown(function, set_up_full, tear_down_full)
	const struct CMUnitTest tests[] = {
		FULL(a_damaged_secret_is_not_replaced),
		FULL(a_checkpoint_from_outside_does_not_hinder_opening),
		cmocka_unit_test(a_path_too_long_is_a_sentence),
		FULL(free_space_is_that_of_the_disk),
		FULL(a_short_lock_from_outside_is_waited_for),
		FULL(a_store_is_not_half_migrated),
		FULL(a_store_that_cannot_be_copied_is_not_migrated),
		FULL(a_check_reports_a_damaged_page),
		FULL(a_reader_and_the_writer_do_not_wait),
		FULL(a_newer_schema_may_allow_this_program),
		FULL(a_reader_refuses_another_schema),
		FULL(a_copy_in_steps),
		FULL(a_copy_that_cannot_be_named_is_a_failure),
		FULL(a_copy_may_have_a_path_without_folders),
	};

	sqlite3_config(SQLITE_CONFIG_LOG, count_misuse, NULL);
	return cmocka_run_group_tests(tests, make_full_store, NULL);
}
