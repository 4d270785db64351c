/* The safety of the state directory: each way in which other users can change it has a sentence. */
#include "tests/test.h"

#include "tests/door/directory.h"

#include "door/config/state_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define NOBODY 65534

static void collect(void *context, const char *sentence)
{
	strcat(context, sentence);
	strcat(context, "\n");
}

static void put(const char *name, mode_t mode)
{
	char path[128];
	int file;

	snprintf(path, sizeof path, "%s/%s", directory, name);
	file = open(path, O_CREAT | O_WRONLY, 0600);
	assert_true(file >= 0);
	assert_int_equal(fchmod(file, mode), 0);
	close(file);
}

static void put_away(const char *name)
{
	char path[128];

	snprintf(path, sizeof path, "%s/%s", directory, name);
	assert_int_equal(unlink(path), 0);
}

static void expect(size_t wanted, const char *sentence)
{
	char faults[4096] = "", first[320];

	assert_int_equal(state_faults(directory, collect, faults), wanted);
	if (!strstr(faults, sentence))
		fail_msg("faults: %s; and not: %s", faults, sentence);
	assert_int_equal(state_safe(directory, first, sizeof first), wanted == 0);
	assert_int_equal(strncmp(faults, first, strlen(first)), 0);
}

static void files_of_the_user_alone_are_safe(void **state)
{
	(void)state;
	expect(0, "");
	put("host_key", 0600);
	put("trapdoor.db", 0644);
	put("keeper.lock", 0600);
	put("notes", 0666); /* not the server's */
	expect(0, "");
	put_away("host_key");
	put_away("trapdoor.db");
	put_away("keeper.lock");
	put_away("notes");
}

static void what_others_can_write_is_a_fault(void **state)
{
	static const char *const names[] = {"host_key", "host_key.new", "trapdoor.db",
		"trapdoor.db-wal", "trapdoor.db-shm", "trapdoor.db-journal", "keeper.lock",
		"keeper.sock"};
	static const mode_t modes[] = {0620, 0602};

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		for (size_t mode = 0; mode < 2; mode++) {
			char wanted[200];

			put(names[i], modes[mode]);
			snprintf(wanted, sizeof wanted,
				"file %s/%s can be written by other users; run \"chmod go-w\" on "
				"it\n",
				directory, names[i]);
			expect(1, wanted);
		}
		put_away(names[i]);
	}
	for (size_t mode = 0; mode < 2; mode++) {
		assert_int_equal(chmod(directory, modes[mode] | 0700), 0);
		put("host_key", 0602);
		expect(2, "state directory /tmp/trapdoor-test-");
		put_away("host_key");
	}
	assert_int_equal(chmod(directory, 0755), 0);
	expect(0, "");
}

static void a_link_is_a_fault(void **state)
{
	char path[128], wanted[200];

	(void)state;
	put("elsewhere", 0600);
	snprintf(path, sizeof path, "%s/trapdoor.db", directory);
	assert_int_equal(symlink("elsewhere", path), 0);
	snprintf(wanted, sizeof wanted,
		"%s is a symbolic link; put the file itself there, or remove the link\n", path);
	expect(1, wanted);
	put_away("elsewhere"); /* a link to nothing, too */
	expect(1, wanted);
	put_away("trapdoor.db");
}

/* The directory may be reached through a link, and need not exist. */
static void the_directory_itself_may_be_a_link(void **state)
{
	char path[128], sentence[320];

	(void)state;
	snprintf(path, sizeof path, "%s-link", directory);
	assert_true(state_safe(path, sentence, sizeof sentence));
	assert_int_equal(symlink(directory, path), 0);
	assert_true(state_safe(path, sentence, sizeof sentence));
	unlink(path);
}

static void a_host_key_that_others_read_is_a_fault(void **state)
{
	(void)state;
	put("trapdoor.db", 0644);
	put("host_key", 0640);
	expect(1,
		"/host_key can be read by other users; run \"chmod 600\" on it, or remove it, and "
		"serve makes a new one");
	put("host_key", 0600);
	expect(0, "");
	put_away("host_key");
	put_away("trapdoor.db");
}

static void a_file_of_another_user_is_a_fault(void **state)
{
	static const char belongs[] =
		"/host_key belongs to another user; run \"chown\" on it, or serve as that user";
	char path[128], faults[4096] = "", sentence[320];

	(void)state;
	if (geteuid() != 0)
		skip();
	snprintf(path, sizeof path, "%s/host_key", directory);
	put("host_key", 0600);
	assert_int_equal(chown(directory, NOBODY, NOBODY), 0);
	/* Its owner cannot open a file of root. A server of root will give it away. */
	assert_int_equal(seteuid(NOBODY), 0);
	expect(1, belongs);
	assert_int_equal(seteuid(0), 0);
	assert_int_equal(state_faults(directory, collect, faults), 1);
	assert_non_null(strstr(faults, belongs));
	assert_true(state_safe(directory, sentence, sizeof sentence));
	assert_int_equal(chown(path, NOBODY, NOBODY), 0);
	expect(0, "");
	assert_int_equal(seteuid(NOBODY), 0);
	expect(0, "");
	assert_int_equal(seteuid(0), 0);
	assert_int_equal(chown(path, NOBODY - 1, NOBODY), 0);
	assert_int_equal(seteuid(NOBODY), 0);
	expect(1, belongs);
	assert_int_equal(seteuid(0), 0);
	put_away("host_key");
	assert_int_equal(chown(directory, 0, 0), 0);
}

static void a_credential_is_the_host_key(void **state)
{
	char path[HOST_KEY_PATH_MAX], there[160];

	(void)state;
	unsetenv("CREDENTIALS_DIRECTORY");
	host_key_path("/nowhere", path);
	assert_string_equal(path, "/nowhere/host_key");
	setenv("CREDENTIALS_DIRECTORY", directory, 1);
	host_key_path("/nowhere", path);
	assert_string_equal(path, "/nowhere/host_key");
	put("host_key", 0600);
	snprintf(there, sizeof there, "%s/host_key", directory);
	host_key_path("/nowhere", path);
	assert_string_equal(path, there);
	put_away("host_key");
	unsetenv("CREDENTIALS_DIRECTORY");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files_of_the_user_alone_are_safe),
		cmocka_unit_test(what_others_can_write_is_a_fault),
		cmocka_unit_test(a_link_is_a_fault),
		cmocka_unit_test(the_directory_itself_may_be_a_link),
		cmocka_unit_test(a_host_key_that_others_read_is_a_fault),
		cmocka_unit_test(a_file_of_another_user_is_a_fault),
		cmocka_unit_test(a_credential_is_the_host_key),
	};

	return cmocka_run_group_tests(tests, directory_set_up, directory_tear_down);
}
