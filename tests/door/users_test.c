/* A process that was root becomes another user and stays it. Without root's rights the tests of
 * that are left out. */
#include "tests/test.h"

#include "tests/door/directory.h"

#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "door/command/serve_users.h"
#include "door/os/log.h"
#include "door/os/users.h"

static bool is_root(void)
{
	if (geteuid() != 0)
		skip();
	return geteuid() == 0;
}

static struct user nobody(void)
{
	struct user user;

	assert_true(user_by_name("nobody", &user));
	return user;
}

/* The value of a line of /proc/self/status. */
static unsigned long long status_line(const char *name)
{
	char line[256], format[64];
	unsigned long long value = ~0ull;
	FILE *file = fopen("/proc/self/status", "re");

	snprintf(format, sizeof format, "%s: %%llx", name);
	while (file && fgets(line, sizeof line, file) && sscanf(line, format, &value) != 1)
		value = ~0ull;
	if (file)
		fclose(file);
	return value;
}

/* Runs the deed in a child process, and returns what it returned. */
static int apart(int (*deed)(const struct user *user), const struct user *user)
{
	int status;
	pid_t child = fork();

	if (child == 0)
		_exit(deed(user));
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void a_user_has_a_name_or_a_number(void **state)
{
	struct user user;

	(void)state;
	assert_false(user_by_name("no-such-user-here", &user));
	assert_true(user_by_name("root", &user));
	assert_int_equal(user.uid, 0);
	user = user_by_number(0, 7);
	assert_string_equal(user.name, "root");
	assert_int_equal(user.gid, 0);
	user = user_by_number(4123456, 77);
	assert_string_equal(user.name, "4123456");
	assert_int_equal(user.gid, 77);
}

/* The first wrong thing as a number, 0: nothing. */
static int became(const struct user *user)
{
	int at_end = 0;
	gid_t groups[64] = {4};

	if (setgroups(1, groups) != 0)
		return 8;
	prctl(PR_SET_PDEATHSIG, SIGUSR1);
	user_become(user);
	prctl(PR_GET_PDEATHSIG, &at_end);
	if (getuid() != user->uid || geteuid() != user->uid || getgid() != user->gid)
		return 1;
	if (getgroups(64, groups) != 0)
		return 2;
	if (status_line("CapEff") || status_line("CapPrm") || status_line("CapBnd"))
		return 3;
	if (user->uid != 0 && (setuid(0) == 0 || seteuid(0) == 0))
		return 4;
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1)
		return 5;
	if (user->uid == 0 && chown("/tmp", 1, 1) == 0)
		return 6;
	return at_end == SIGUSR1 ? 0 : 7;
}

static void a_user_is_kept_for_good(void **state)
{
	struct user user, root;

	(void)state;
	if (!is_root())
		return;
	user = nobody();
	root = user_by_number(0, 0);
	assert_int_equal(apart(became, &user), 0);
	assert_int_equal(apart(became, &root), 0);
	assert_int_equal(geteuid(), 0);
}

static int stays(const struct user *root)
{
	uid_t before;

	if (geteuid() == 0 && setuid(65534) != 0)
		return 1;
	before = geteuid();
	user_become(root);
	return geteuid() != before;
}

static void another_user_than_root_stays(void **state)
{
	struct user root = user_by_number(0, 0);

	(void)state;
	assert_int_equal(apart(stays, &root), 0);
}

static void put_file(const char *name, uid_t owner)
{
	char path[80];

	snprintf(path, sizeof path, "%s/%s", directory, name);
	int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	assert_true(file >= 0);
	assert_int_equal(fchown(file, owner, (gid_t)-1), 0);
	close(file);
}

static const char *within(const char *name)
{
	static char path[80];

	snprintf(path, sizeof path, "%s/%s", directory, name);
	return path;
}

static uid_t owner_of(const char *name)
{
	char path[80];
	struct stat facts;

	snprintf(path, sizeof path, "%s/%s", directory, name);
	assert_int_equal(lstat(path, &facts), 0);
	return facts.st_uid;
}

/* The server's files that are root's are given away. Links, other users' files and other files are
 * not. */
static void a_directory_is_adopted(void **state)
{
	struct user user;
	char link_path[80], target[80], elsewhere[] = "/tmp/trapdoor-users-file-XXXXXX";
	struct stat facts;

	(void)state;
	if (!is_root())
		return;
	user = nobody();
	put_file("trapdoor.db-wal", 0);
	put_file("letters", 0);
	put_file("trapdoor.db-shm", 1);
	put_file("keeper.lock", 0);
	snprintf(target, sizeof target, "%s/keeper.lock", directory);
	snprintf(link_path, sizeof link_path, "%s/hard", directory);
	assert_int_equal(link(target, link_path), 0);
	snprintf(link_path, sizeof link_path, "%s/host_key", directory);
	int file = mkstemp(elsewhere);
	assert_true(file >= 0);
	assert_int_equal(symlink(elsewhere, link_path), 0);
	assert_int_equal(chmod(directory, 0755), 0);
	user_adopt(&user, directory);
	assert_int_equal(owner_of("trapdoor.db-wal"), user.uid);
	assert_int_equal(owner_of("letters"), 0);
	assert_int_equal(owner_of("trapdoor.db-shm"), 1);
	assert_int_equal(owner_of("keeper.lock"), 0);
	assert_int_equal(owner_of("host_key"), 0);
	assert_int_equal(stat(directory, &facts), 0);
	assert_int_equal(facts.st_mode & 07777, 0700);
	assert_int_equal(fstat(file, &facts), 0);
	assert_int_equal(facts.st_uid, 0);
	assert_int_equal(owner_of("."), user.uid);
	close(file);
	unlink(elsewhere);
}

static void reach_is_judged_as_that_user(void **state)
{
	struct user user;
	char path[80];

	(void)state;
	if (!is_root())
		return;
	user = nobody();
	snprintf(path, sizeof path, "%s/closed", directory);
	assert_int_equal(mkdir(path, 0700), 0);
	assert_false(user_reaches(&user, path, R_OK));
	assert_true(user_reaches(&user, "/etc/passwd", R_OK));
	assert_false(user_reaches(&user, "/etc/passwd", W_OK));
}

/* A directory above is closed to the user, who can use it nevertheless from within. */
static void a_user_stays_where_it_cannot_go(void **state)
{
	char inside[80];
	struct user user;

	(void)state;
	if (!is_root())
		return;
	user = nobody();
	assert_int_equal(chown(directory, 0, 0), 0);
	snprintf(inside, sizeof inside, "%s/inside", directory);
	assert_int_equal(mkdir(inside, 0700), 0);
	assert_false(user_may_stay(&user, inside, R_OK | W_OK | X_OK));
	assert_int_equal(chown(inside, user.uid, user.gid), 0);
	assert_true(user_may_stay(&user, inside, R_OK | W_OK | X_OK));
	assert_false(user_reaches(&user, inside, R_OK));
}

static void only_a_state_directory_is_given_away(void **state)
{
	char own[] = "/tmp/trapdoor-users-own-XXXXXX", path[80], name[64];

	(void)state;
	assert_non_null(mkdtemp(own));
	assert_true(user_may_adopt(own, name, sizeof name));
	snprintf(path, sizeof path, "%s/host_key", own);
	close(open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
	assert_true(user_may_adopt(own, name, sizeof name));
	snprintf(path, sizeof path, "%s/shadow", own);
	close(open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
	assert_false(user_may_adopt(own, name, sizeof name));
	assert_string_equal(name, "shadow");
	snprintf(path, sizeof path, "%s/trapdoor.db", own);
	close(open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
	assert_true(user_may_adopt(own, name, sizeof name));
	snprintf(path, sizeof path, "rm -r %s", own);
	assert_int_equal(system(path), 0);
	assert_false(user_may_adopt(own, name, sizeof name));
}

static void an_unused_number_has_no_name(void **state)
{
	struct user user, again;

	(void)state;
	assert_true(user_unused(&user));
	assert_true(user.uid > 60000 && user.uid < 65534 && user.uid == user.gid);
	assert_false(user_by_name(user.name, &again));
	assert_true(user_unused(&again));
	assert_int_equal(again.uid, user.uid);
}

/* The users of a server whose state directory has this owner. Returns the sentence. */
static const char *chosen(
	uid_t owner, const char *keeper, const char *door, struct serve_users *users)
{
	static char sentence[512];
	struct config config;

	config_defaults(&config);
	snprintf(config.files_state, sizeof config.files_state, "%s", directory);
	snprintf(config.security_keeper_user, sizeof config.security_keeper_user, "%s", keeper);
	snprintf(config.security_door_user, sizeof config.security_door_user, "%s", door);
	assert_int_equal(chown(directory, owner, (gid_t)-1), 0);
	sentence[0] = '\0';
	bool good = serve_users_choose(&config, users, sentence, sizeof sentence);
	assert_int_equal(good, sentence[0] == '\0');
	assert_int_equal(chown(directory, 0, (gid_t)-1), 0);
	return sentence;
}

static void the_keeper_side_is_the_owner_of_the_state(void **state)
{
	struct serve_users users;

	(void)state;
	if (!is_root())
		return;
	log_level_set(LOG_ERROR);
	assert_string_equal(chosen(4123, "", "", &users), "");
	assert_int_equal(users.keeper.uid, 4123);
	assert_int_not_equal(users.door.uid, 4123);
	/* A directory of root with a database becomes the package's user's or a number's. */
	put_file("trapdoor.db", 0);
	assert_string_equal(chosen(0, "", "", &users), "");
	assert_int_not_equal(users.keeper.uid, 0);
	assert_true(strcmp(users.keeper.name, "trapdoor") == 0 || users.keeper.uid > 60000);
	assert_int_equal(owner_of("trapdoor.db"), users.keeper.uid);
	/* A directory of root becomes that of the user of the setting. */
	assert_string_equal(chosen(0, "nobody", "", &users), "");
	assert_int_equal(users.keeper.uid, nobody().uid);
	assert_int_not_equal(users.door.uid, nobody().uid);
}

static void users_that_cannot_serve_are_a_sentence(void **state)
{
	struct serve_users users;

	(void)state;
	if (!is_root())
		return;
	log_level_set(LOG_ERROR);
	assert_non_null(strstr(chosen(0, "root", "", &users),
		"security.keeper_user is root; it must be a user without root's rights"));
	assert_non_null(strstr(chosen(0, "no-such-user-here", "", &users),
		"security.keeper_user is \"no-such-user-here\", and this system has no such user"));
	assert_int_equal(unlink(within("trapdoor.db")), 0);
	put_file("shadow", 0);
	assert_non_null(strstr(chosen(0, "", "", &users), "it belongs to root, has no database, "));
	assert_int_equal(owner_of("shadow"), 0);
	put_file("trapdoor.db", 0);
	assert_non_null(strstr(chosen(4123, "nobody", "", &users),
		"it belongs to another user than security.keeper_user, nobody; "));
	assert_non_null(strstr(chosen(0, "", "no-such-user-here", &users),
		"security.door_user is \"no-such-user-here\""));
	assert_non_null(strstr(chosen(0, "nobody", "nobody", &users),
		"security.door_user and the keeper side's user are both nobody"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_user_has_a_name_or_a_number),
		cmocka_unit_test(a_user_is_kept_for_good),
		cmocka_unit_test(another_user_than_root_stays),
		cmocka_unit_test(a_directory_is_adopted),
		cmocka_unit_test(reach_is_judged_as_that_user),
		cmocka_unit_test(a_user_stays_where_it_cannot_go),
		cmocka_unit_test(only_a_state_directory_is_given_away),
		cmocka_unit_test(an_unused_number_has_no_name),
		cmocka_unit_test(the_keeper_side_is_the_owner_of_the_state),
		cmocka_unit_test(users_that_cannot_serve_are_a_sentence),
	};

	return cmocka_run_group_tests(tests, directory_set_up, directory_tear_down);
}
