/* A keeper that cannot begin: its sentence, and nothing that it leaves open or running. */
#include "tests/test.h"

#include "tests/door/keeper_house.h"

#include <errno.h>
#include <sys/resource.h>
#include <sys/stat.h>

static struct fixture *fixture;

static int set_up(void **state)
{
	(void)state;
	fixture = fixture_new();
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	return fixture_tear_down((void **)&fixture);
}

static int open_descriptors(void)
{
	int count = 0;

	for (int descriptor = 0; descriptor < 1024; descriptor++)
		count += fcntl(descriptor, F_GETFD) >= 0;
	return count;
}

/* Starts a keeper, which must refuse. STATE in the sentence is the directory. */
static void expect_refused(const char *state, const char *format, bool whole)
{
	char sentence[512] = "", wanted[512];
	int control = -7, before = open_descriptors();

	snprintf(wanted, sizeof wanted, format, state);
	assert_int_equal(keeper_start(state, fixture->content, &fixture->policy, &control, sentence,
				 sizeof sentence),
		-1);
	if (whole ? strcmp(sentence, wanted) != 0 : !strstr(sentence, wanted))
		fail_msg("not %s, but %s", wanted, sentence);
	assert_int_equal(control, -7);
	assert_int_equal(open_descriptors(), before);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
}

static void path_in_state(const char *name, char path[128])
{
	snprintf(path, 128, "%s/%s", fixture->state, name);
}

static void put_file(const char *name, const char *text)
{
	char path[128];

	path_in_state(name, path);
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

static void put_folder(const char *name)
{
	char path[128];

	path_in_state(name, path);
	assert_int_equal(mkdir(path, 0700), 0);
}

static void a_directory_that_cannot_be_made_is_a_sentence(void **state)
{
	(void)state;
	expect_refused("/etc/passwd/state",
		"cannot create directory %s: Not a directory; name another with --state", true);
}

static void a_lock_that_cannot_be_written_is_a_sentence(void **state)
{
	(void)state;
	put_folder("keeper.lock");
	expect_refused(fixture->state,
		"cannot write %s/keeper.lock: Is a directory; make the state directory writable "
		"for this user",
		true);
}

static void a_socket_that_cannot_be_made_is_a_sentence(void **state)
{
	(void)state;
	put_folder("keeper.sock");
	expect_refused(fixture->state,
		"cannot create %s/keeper.sock: Address already in use; make the state directory "
		"writable for this user",
		true);
}

/* A database without a byte may be new, but not if there was one before. */
static void a_database_that_was_cut_is_a_sentence(void **state)
{
	struct stat facts;
	char path[128];

	(void)state;
	put_file("trapdoor.db", "");
	fixture_start(fixture);
	fixture_kill_keeper(fixture);
	fixture->keeper = 0;
	path_in_state("keeper.lock", path);
	assert_int_equal(stat(path, &facts), 0);
	assert_int_equal(facts.st_size, 1);
	put_file("trapdoor.db", "");
	put_file("trapdoor.db-wal", "");
	expect_refused(fixture->state,
		"%s/trapdoor.db has zero bytes, and had more before; restore a backup", true);
	put_file("trapdoor.db", "This is no database, and has more than a few bytes.");
	expect_refused(fixture->state, "trapdoor.db", false);
}

static void a_second_keeper_waits_and_refuses(void **state)
{
	(void)state;
	fixture_start(fixture);
	char sentence[512] = "";
	int control = -7;
	assert_int_equal(keeper_start(fixture->state, fixture->content, &fixture->policy, &control,
				 sentence, sizeof sentence),
		-1);
	assert_non_null(strstr(sentence, ": another server uses it; end that server, or name "
					 "another with --state"));
	assert_int_equal(control, -7);
}

static void without_descriptors_there_is_a_sentence(void **state)
{
	struct rlimit limit, before;
	int pair[2];

	(void)state;
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
	assert_int_equal(pipe2(pair, O_CLOEXEC), 0);
	close(pair[0]);
	close(pair[1]);
	for (int free = 0; free < 4; free++) {
		char sentence[512] = "";
		int control = -7;

		limit = before;
		limit.rlim_cur = (rlim_t)(pair[0] + free);
		assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
		pid_t keeper = keeper_start(fixture->state, fixture->content, &fixture->policy,
			&control, sentence, sizeof sentence);
		assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
		assert_int_equal(keeper, -1);
		assert_string_equal(sentence,
			"cannot start the keeper: Too many open files; end other processes and try "
			"again");
	}
	assert_int_equal(pipe2(pair, O_CLOEXEC), 0);
	close(pair[0]);
	close(pair[1]);
}

/* The listener never waits long for its keeper. */
static void sockets_are_given_within_a_second(void **state)
{
	struct timeval patience = {0};
	socklen_t size = sizeof patience;

	(void)state;
	fixture_start(fixture);
	assert_int_equal(
		getsockopt(fixture->control, SOL_SOCKET, SO_SNDTIMEO, &patience, &size), 0);
	assert_int_equal(patience.tv_sec, 1);
	assert_int_equal(patience.tv_usec, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_directory_that_cannot_be_made_is_a_sentence),
		TEST(a_lock_that_cannot_be_written_is_a_sentence),
		TEST(a_socket_that_cannot_be_made_is_a_sentence),
		TEST(a_database_that_was_cut_is_a_sentence),
		TEST(a_second_keeper_waits_and_refuses),
		TEST(without_descriptors_there_is_a_sentence),
		TEST(sockets_are_given_within_a_second),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
