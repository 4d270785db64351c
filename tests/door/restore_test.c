/* `trapdoor restore` over backups of a real keeper: it puts back what a backup has, and a failure
 * leaves the state directory as it was. */
#include "tests/test.h"

#include "tests/door/command.h"
#include "tests/door/keeper_house.h"

#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>

#include "door/command/backup_archive.h"

static struct fixture *fixture;
static char home[] = "/tmp/trapdoor-restore-test-XXXXXX";

/* Stays for the next three calls. */
static const char *path_of(const char *name)
{
	static char paths[4][128];
	static size_t next;
	char *path = paths[next++ % 4];

	snprintf(path, sizeof paths[0], "%s/%s", home, name);
	return path;
}

static void put_text(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

static void expect_text(const char *path, const char *text)
{
	char found[256] = "";
	FILE *file = fopen(path, "r");

	if (!file)
		fail_msg("%s is not there", path);
	found[fread(found, 1, sizeof found - 1, file)] = '\0';
	fclose(file);
	assert_string_equal(found, text);
}

/* A backup with settings, names, a bulletin, an empty one, and the text of a content. */
static int set_up(void **state)
{
	static const struct command_case backup[] = {
		{"admin backup $HOME/good.tar --state $STATE --config $HOME/t.conf", 0, "", ""}};
	char text[512];

	(void)state;
	if (!mkdtemp(home))
		return -1;
	fixture_set_up((void **)&fixture);
	store_client_free(fixture_caller(fixture, "Mina"));
	command_name("HOME", home);
	command_name("STATE", fixture->state);
	snprintf(text, sizeof text, "%s/host_key", fixture->state);
	put_text(text, "a secret");
	assert_int_equal(chmod(text, 0600), 0);
	snprintf(text, sizeof text,
		"[files]\nnames = %s/names\nbulletins = %s/news\ncontent = %s/game\n", home, home,
		home);
	put_text(path_of("t.conf"), text);
	put_text(path_of("names"), "operator\n");
	mkdir(path_of("news"), 0755);
	put_text(path_of("news/first.txt"), "Welcome\n\nto all\n");
	put_text(path_of("news/.hidden.txt"), "hidden");
	put_text(path_of("news/other.md"), "no bulletin");
	put_text(path_of("news/none.txt"), "");
	mkdir(path_of("game"), 0755);
	put_text(path_of("game/a.txt"), "; nothing\n");
	COMMAND_CASES(backup);
	return 0;
}

static int tear_down(void **state)
{
	char command[80];

	(void)state;
	fixture_tear_down((void **)&fixture);
	snprintf(command, sizeof command, "rm -rf %s", home);
	return system(command);
}

static void a_backup_is_listed(void **state)
{
	static const struct command_case cases[] = {
		{"restore $HOME/good.tar --list", 0, " UTC by trapdoor ", ""},
		{"restore $HOME/good.tar --list", 0, "           8  state/host_key\n", ""},
		{"restore $HOME/good.tar --list", 0, "  state/trapdoor.db\n", ""},
		{"restore $HOME/good.tar --list", 0, "           9  settings/names.txt\n", ""},
		{"restore $HOME/good.tar --list", 0, "  settings/trapdoor.conf\n", ""},
		{"restore $HOME/good.tar --list", 0, "          16  settings/bulletins/first.txt\n",
			""},
		{"restore $HOME/good.tar --list", 0, "          10  content/a.txt\n", ""},
		{"restore", 2, "", "restore needs the file of one backup\n"},
		{"restore a b", 2, "", "restore needs the file of one backup\n"},
		{"restore $HOME/none --list", 1, "", "cannot restore $HOME/none: No such file"},
		{"restore $HOME/names --list", 1, "",
			"cannot restore $HOME/names: it is no backup of trapdoor\n"},
	};
	static struct printed printed;

	(void)state;
	COMMAND_CASES(cases);
	command_run(&printed, cases[0].line);
	assert_null(strstr(printed.out, "hidden"));
	assert_null(strstr(printed.out, "other.md"));
}

/* The directory has these names, and no other but those that a command makes. */
static void expect_state(const char *path, bool with_key)
{
	static const char *const beside[] = {".", "..", "keeper.lock", "trapdoor.db-wal",
		"trapdoor.db-shm", "keeper.sock", "trapdoor.lock"};
	bool database = false, key = false;
	DIR *listed = opendir(path);
	struct dirent *entry;

	assert_non_null(listed);
	while ((entry = readdir(listed)) != NULL) {
		bool known = strcmp(entry->d_name, "trapdoor.db") == 0;

		database |= known;
		key |= strcmp(entry->d_name, "host_key") == 0;
		known |= strcmp(entry->d_name, "host_key") == 0;
		for (size_t i = 0; i < sizeof beside / sizeof *beside; i++)
			known |= strcmp(entry->d_name, beside[i]) == 0;
		if (!known)
			fail_msg("%s has %s", path, entry->d_name);
	}
	closedir(listed);
	assert_true(database);
	assert_int_equal(key, with_key);
}

/* Runs the command when the keeper of the last command has ended, which stays for a while. */
static void run_alone(struct printed *printed, const char *line)
{
	for (int waited_ms = 0; waited_ms < 20000; waited_ms += 20) {
		command_run(printed, line);
		if (!strstr(printed->err, "a server or a command uses the state directory"))
			return;
		usleep(20000);
	}
}

static void it_is_put_back(void **state)
{
	static const struct command_case cases[] = {
		{"restore $HOME/good.tar --state $HOME/new", 1, "  state/host_key\n",
			"$HOME/new: it does not exist"},
		{"restore $HOME/good.tar --state $HOME/new --init", 0,
			"restored to $HOME/new\nsettings and content are not put back; --outside "
			"DIR writes them below a directory\n",
			""},
		{"admin accounts --state $HOME/new", 0, "\nMina ", ""},
		{"restore $HOME/good.tar --state $HOME/new", 1, "",
			"cannot restore $HOME/good.tar: $HOME/new has a database; move it away, or "
			"replace it with --force\n"},
	};
	struct stat facts;

	(void)state;
	for (size_t i = 0; i < 3; i++)
		command_cases(&cases[i], 1);
	expect_state(path_of("new"), true);
	expect_text(path_of("new/host_key"), "a secret");
	assert_int_equal(stat(path_of("new/host_key"), &facts), 0);
	assert_int_equal(facts.st_mode & 0777, 0600);
	static struct printed printed;
	run_alone(&printed, cases[3].line);
	assert_int_equal(printed.status, 1);
	assert_true(command_has(printed.err, cases[3].err));
}

static void a_database_is_replaced_by_force_alone(void **state)
{
	static const struct command_case cases[] = {
		{"restore $HOME/good.tar --state $HOME/old --force --outside $HOME/out/side", 0,
			"restored to $HOME/old\n", ""},
		{"admin accounts --state $HOME/old", 0, "\nMina ", ""},
	};
	static struct printed printed;

	(void)state;
	assert_int_equal(mkdir(path_of("old"), 0700), 0);
	put_text(path_of("old/trapdoor.db"), "an old one");
	put_text(path_of("old/trapdoor.db-wal"), "its changes");
	put_text(path_of("old/trapdoor.db-shm"), "its index");
	put_text(path_of("old/trapdoor.db-journal"), "its journal");
	command_run(&printed, "restore $HOME/good.tar --state $HOME/old");
	assert_int_equal(printed.status, 1);
	expect_text(path_of("old/trapdoor.db"), "an old one");
	expect_text(path_of("old/trapdoor.db-wal"), "its changes");
	COMMAND_CASES(cases);
	expect_state(path_of("old"), true);
	assert_int_not_equal(access(path_of("old/trapdoor.db-journal"), F_OK), 0);
	expect_text(path_of("out/side/settings/names.txt"), "operator\n");
	expect_text(path_of("out/side/settings/bulletins/first.txt"), "Welcome\n\nto all\n");
	expect_text(path_of("out/side/settings/bulletins/none.txt"), "");
	expect_text(path_of("out/side/content/a.txt"), "; nothing\n");
	assert_int_equal(access(path_of("out/side/settings/trapdoor.conf"), R_OK), 0);
	run_alone(&printed, cases[0].line);
	/* A file outside the state directory is never replaced. */
	assert_int_equal(printed.status, 1);
	assert_non_null(strstr(printed.err, "File exists"));
	expect_state(path_of("old"), true);
}

/* The files belong to the owner of the state directory, for whom root restores them. */
static void the_owner_of_the_directory_gets_the_files(void **state)
{
	static const struct command_case cases[] = {
		{"restore $HOME/good.tar --state $HOME/theirs", 0, "restored", ""}};
	static const char *const names[] = {
		"theirs/trapdoor.db", "theirs/host_key", "theirs/keeper.lock"};
	const struct passwd *nobody = getpwnam("nobody");
	struct stat facts;

	(void)state;
	if (geteuid() != 0 || !nobody)
		skip();
	assert_int_equal(mkdir(path_of("theirs"), 0700), 0);
	assert_int_equal(chown(path_of("theirs"), nobody->pw_uid, nobody->pw_gid), 0);
	COMMAND_CASES(cases);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		assert_int_equal(stat(path_of(names[i]), &facts), 0);
		assert_int_equal(facts.st_uid, nobody->pw_uid);
		assert_int_equal(facts.st_gid, nobody->pw_gid);
	}
}

static void a_used_directory_is_left_alone(void **state)
{
	static struct printed printed;

	(void)state;
	command_run(&printed, "restore $HOME/good.tar --state $STATE --force");
	assert_int_equal(printed.status, 1);
	assert_non_null(strstr(
		printed.err, "a server or a command uses the state directory; end it first\n"));
}

/* Writes an archive with these bytes as the database. */
static void archive(const char *name, const char *database, const char *nested)
{
	static struct backup_list list;
	int to = open(path_of(name), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	assert_true(to >= 0);
	assert_true(backup_list_add(&list, "state/trapdoor.db", database));
	if (nested)
		assert_true(backup_list_add(&list, nested, path_of("names")));
	assert_true(backup_archive_write(&list, to));
	backup_list_clear(&list);
	close(to);
}

/* One byte of the last part of the database is another one. */
static void damage(const char *from, const char *to)
{
	static char bytes[1 << 22];
	FILE *file = fopen(path_of(from), "r");

	assert_non_null(file);
	size_t size = fread(bytes, 1, sizeof bytes, file);
	fclose(file);
	assert_true(size > 20000 && size < sizeof bytes);
	bytes[20000] ^= 1;
	file = fopen(path_of(to), "w");
	assert_int_equal(fwrite(bytes, 1, size, file), size);
	fclose(file);
}

static void a_failure_changes_nothing(void **state)
{
	static const struct command_case cases[] = {
		{"restore $HOME/damaged.tar --list", 1, "", "state/trapdoor.db is damaged"},
		{"restore $HOME/damaged.tar --state $HOME/kept --force", 1, "", "is damaged"},
		{"restore $HOME/no-database.tar --state $HOME/kept --force", 1,
			"  state/trapdoor.db\n", "cannot restore $HOME/no-database.tar: "},
	};

	(void)state;
	damage("good.tar", "damaged.tar");
	archive("no-database.tar", path_of("names"), NULL);
	assert_int_equal(mkdir(path_of("kept"), 0700), 0);
	put_text(path_of("kept/trapdoor.db"), "an old one");
	COMMAND_CASES(cases);
	expect_state(path_of("kept"), false);
	expect_text(path_of("kept/trapdoor.db"), "an old one");
}

/* Files of the state directory that this release does not know stay in the backup. */
static void unknown_files_are_not_put_back(void **state)
{
	static const struct command_case cases[] = {
		{"restore $HOME/nested.tar --state $HOME/nest --init", 0,
			"restored to $HOME/nest\n", ""}};
	static struct printed printed;

	(void)state;
	archive("nested.tar", path_of("new/trapdoor.db"), "state/more/names");
	COMMAND_CASES(cases);
	expect_state(path_of("nest"), false);
	command_run(&printed, "restore $HOME/nested.tar --state $HOME/nest --force");
	assert_int_equal(printed.status, 0);
	assert_null(strstr(printed.out, "not put back"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_backup_is_listed),
		cmocka_unit_test(it_is_put_back),
		cmocka_unit_test(a_database_is_replaced_by_force_alone),
		cmocka_unit_test(the_owner_of_the_directory_gets_the_files),
		cmocka_unit_test(a_used_directory_is_left_alone),
		cmocka_unit_test(a_failure_changes_nothing),
		cmocka_unit_test(unknown_files_are_not_put_back),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
