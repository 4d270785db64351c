/* Files that commands read, and the directory that they use for a while. */
#include "tests/test.h"

#include "door/os/read_file.h"
#include "door/os/scratch.h"

#include <sys/stat.h>
#include <unistd.h>

static char home[] = "/tmp/trapdoor-files-test-XXXXXX";
static FILE *complaints;
static int own_stderr;

/* From here on complaints are kept, until assert_complaint. */
static void complaints_keep(void)
{
	complaints = tmpfile();
	assert_non_null(complaints);
	fflush(stderr);
	own_stderr = dup(STDERR_FILENO);
	dup2(fileno(complaints), STDERR_FILENO);
}

/* The test fails unless the kept complaints contain the text, or are none if it is empty. */
static void assert_complaint(const char *wanted)
{
	char text[512] = "";

	fflush(stderr);
	dup2(own_stderr, STDERR_FILENO);
	close(own_stderr);
	rewind(complaints);
	size_t size = fread(text, 1, sizeof text - 1, complaints);
	text[size] = '\0';
	fclose(complaints);
	if (*wanted ? !strstr(text, wanted) : *text)
		fail_msg("complaint: \"%s\", not \"%s\"", text, wanted);
}

static void put(const char *path, const char *bytes, size_t size)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, size, file), size);
	fclose(file);
}

static void a_file_is_read_whole(void **state)
{
	static const char *const texts[] = {"", "a", "two\nlines\n"};
	char path[64];
	size_t size = 99;

	(void)state;
	snprintf(path, sizeof path, "%s/file", home);
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		put(path, texts[i], strlen(texts[i]));
		complaints_keep();
		char *text = read_file(path, &size);
		assert_complaint("");
		assert_non_null(text);
		assert_int_equal(size, strlen(texts[i]));
		assert_string_equal(text, texts[i]);
		free(text);
	}
}

static void standard_input_is_called_a_dash(void **state)
{
	char path[64];
	size_t size = 0;

	(void)state;
	snprintf(path, sizeof path, "%s/input", home);
	put(path, "piped", 5);
	assert_non_null(freopen(path, "r", stdin));
	complaints_keep();
	char *text = read_file("-", &size);
	assert_complaint("");
	assert_non_null(text);
	assert_string_equal(text, "piped");
	/* It stays open for others, and is at its end. */
	assert_int_equal(getc(stdin), EOF);
	assert_true(feof(stdin));
	free(text);
}

static void a_file_that_cannot_be_read_is_a_complaint(void **state)
{
	char path[64];
	size_t size;
	char *text;

	(void)state;
	snprintf(path, sizeof path, "%s/none", home);
	complaints_keep();
	text = read_file(path, &size);
	assert_complaint("/none: No such file or directory");
	assert_null(text);
	complaints_keep();
	text = read_file(home, &size);
	assert_null(text);
	assert_complaint("Is a directory");
}

/* All that was put into a scratch directory goes with it, and nothing beside it. */
static void a_scratch_directory_goes_with_its_contents(void **state)
{
	char scratch[SCRATCH_PATH_MAX], other[SCRATCH_PATH_MAX], path[SCRATCH_PATH_MAX + 32];
	struct stat facts;

	(void)state;
	assert_int_equal(setenv("TMPDIR", home, 1), 0);
	assert_true(scratch_new(scratch));
	assert_true(scratch_new(other));
	assert_int_equal(strncmp(scratch, home, strlen(home)), 0);
	assert_int_equal(stat(scratch, &facts), 0);
	assert_true(S_ISDIR(facts.st_mode));
	assert_int_equal(facts.st_mode & 077, 0);
	snprintf(path, sizeof path, "%s/.hidden", scratch);
	put(path, "x", 1);
	snprintf(path, sizeof path, "%s/inner", scratch);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(path, sizeof path, "%s/inner/deeper", scratch);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(path, sizeof path, "%s/inner/deeper/file", scratch);
	put(path, "x", 1);
	snprintf(path, sizeof path, "%s/link", scratch);
	assert_int_equal(symlink(other, path), 0);
	scratch_remove(scratch);
	assert_int_equal(access(scratch, F_OK), -1);
	assert_int_equal(access(other, F_OK), 0);
	scratch_remove(other);
	assert_int_equal(access(other, F_OK), -1);
	scratch_remove(other);
}

static void a_scratch_directory_needs_a_place(void **state)
{
	char scratch[SCRATCH_PATH_MAX];

	(void)state;
	assert_int_equal(setenv("TMPDIR", "", 1), 0);
	assert_true(scratch_new(scratch));
	assert_int_equal(strncmp(scratch, "/tmp/trapdoor-", 14), 0);
	scratch_remove(scratch);
	assert_int_equal(setenv("TMPDIR", "/proc/nowhere", 1), 0);
	complaints_keep();
	bool made = scratch_new(scratch);
	assert_complaint("/proc/nowhere/trapdoor-");
	assert_false(made);
	unsetenv("TMPDIR");
}

static int set_up(void **state)
{
	(void)state;
	return mkdtemp(home) ? 0 : -1;
}

static int tear_down(void **state)
{
	(void)state;
	scratch_remove(home);
	return access(home, F_OK) == 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_is_read_whole),
		cmocka_unit_test(standard_input_is_called_a_dash),
		cmocka_unit_test(a_file_that_cannot_be_read_is_a_complaint),
		cmocka_unit_test(a_scratch_directory_goes_with_its_contents),
		cmocka_unit_test(a_scratch_directory_needs_a_place),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
