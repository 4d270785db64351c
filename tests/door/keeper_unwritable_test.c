/* A disk that takes nothing: requests fail with a sentence, change nothing, and the log has none of
 * them as done. */
#include "tests/test.h"

#include "tests/door/keeper_house.h"

#include <fcntl.h>
#include <sys/resource.h>

static int log_end; /* reads the keeper's standard error */

static int set_up(void **state)
{
	struct fixture *fixture = fixture_new();
	int ends[2], before = dup(STDERR_FILENO);

	log_level_set(LOG_INFO);
	assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
	dup2(ends[1], STDERR_FILENO);
	fixture_start(fixture);
	dup2(before, STDERR_FILENO);
	close(before);
	close(ends[1]);
	log_end = ends[0];
	assert_int_equal(fcntl(log_end, F_SETFL, O_NONBLOCK), 0);
	*state = fixture;
	return 0;
}

static int tear_down(void **state)
{
	close(log_end);
	return fixture_tear_down(state);
}

/* The lines of the log since the last call. */
static const char *new_log(void)
{
	static char text[32768];
	ssize_t got = read(log_end, text, sizeof text - 1);

	text[got > 0 ? got : 0] = '\0';
	return text;
}

static void set_disk(struct fixture *fixture, bool full)
{
	struct rlimit limit;

	assert_int_equal(prlimit(fixture->keeper, RLIMIT_FSIZE, NULL, &limit), 0);
	limit.rlim_cur = full ? 0 : limit.rlim_max;
	assert_int_equal(prlimit(fixture->keeper, RLIMIT_FSIZE, &limit, NULL), 0);
}

/* Everything that an operator may change: how many of it fail, and how many succeed. */
static void change_all(struct store_client *host, int *failed, int *done)
{
	char reason[STORE_REASON_MAX] = "why", anonymous[STORE_NAME_MAX + 1];
	bool on;
	const enum keeper_verdict verdicts[] = {keeper_admin_kick(host, "Otto", "out"),
		keeper_admin_lock(host, "Mina", "why"), keeper_admin_ban(host, "Zelda", "why", 0),
		keeper_admin_hold(host, HOLD_ON, &on, reason),
		keeper_admin_passwd(host, "Mina", PASSWORD),
		keeper_admin_key_remove(host, "Mina", ""),
		keeper_admin_rename(host, "Mina", "Ilse", false),
		keeper_admin_delete(host, "Olga", anonymous)};

	*failed = *done = 0;
	for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++) {
		*failed += verdicts[i] == KEEPER_FAILED;
		*done += verdicts[i] == KEEPER_OK;
	}
}

static void nothing_is_logged_as_done_before_its_commit(void **state)
{
	static const char *const events[] = {"event=kick ", "event=evict ", "event=register.hold ",
		"event=account.password ", "event=account.deleted "};
	struct fixture *fixture = *state;
	struct store_client *mina = fixture_caller(fixture, "Mina");
	struct store_client *otto = fixture_caller(fixture, "Otto");
	struct store_client *host = fixture_operator(fixture);
	int failed, done;

	store_client_free(fixture_caller(fixture, "Olga"));
	const char *text = new_log();
	if (!strstr(text, "event=account.new ") || !strstr(text, " name=Olga\n"))
		fail_msg("not logged: %s", text);
	set_disk(fixture, true);
	change_all(host, &failed, &done);
	assert_int_equal(failed, 8);
	/* The operator reads what could not be written. */
	assert_non_null(strstr(keeper_sentence(host), fixture->state));
	assert_int_equal(keeper_report_position(mina, WHERE_LOBBY, 0, 0), KEEPER_OK);
	assert_int_equal(keeper_report_position(otto, WHERE_LOBBY, 0, 0), KEEPER_OK);
	text = new_log();
	assert_non_null(strstr(text, "event=store.failed "));
	for (size_t i = 0; i < sizeof events / sizeof *events; i++)
		if (strstr(text, events[i]))
			fail_msg("logged on a full disk: %s", text);
	set_disk(fixture, false);
	assert_int_equal(fixture_audit_entries(host), 0);
	change_all(host, &failed, &done);
	assert_int_equal(done, 8);
	assert_int_equal(fixture_audit_entries(host), 9); /* a renamed account has two */
	text = new_log();
	for (size_t i = 0; i < sizeof events / sizeof *events; i++)
		if (!strstr(text, events[i]))
			fail_msg("not logged: %s", events[i]);
	store_client_free(host);
	store_client_free(mina);
	store_client_free(otto);
}

/* Asks in a process of its own, which ends with the verdict. */
static pid_t ask(struct store_client *line, bool as_guest)
{
	struct keeper_account account;
	pid_t child = fork();

	if (child == 0)
		_exit((int)(as_guest ? keeper_login_guest(line, &account)
				     : keeper_set_options(line, "colours=16")));
	assert_true(child > 0);
	return child;
}

static void await_message(int keeper_end)
{
	struct pollfd end = {.fd = keeper_end, .events = POLLIN};

	assert_int_equal(poll(&end, 1, 20000), 1);
}

static int verdict_of(pid_t child)
{
	int status;

	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

/* Nothing of a guest is stored: a write that fails in the same wake-up does not refuse one. */
static void a_guest_logs_in_beside_a_failed_write(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *mina = fixture_caller(fixture, "Mina");
	struct store_client *guest = fixture_line(fixture);
	pid_t asks, writes;
	int status;

	/* Both lines have greeted each other, so that the next message is the request. */
	assert_int_equal(keeper_name_free(guest, "Otto"), KEEPER_OK);
	set_disk(fixture, true);
	assert_int_equal(kill(fixture->keeper, SIGSTOP), 0);
	assert_int_equal(waitpid(fixture->keeper, &status, WUNTRACED), fixture->keeper);
	asks = ask(guest, true);
	await_message(fixture->ends[1]);
	writes = ask(mina, false);
	await_message(fixture->ends[0]);
	assert_int_equal(kill(fixture->keeper, SIGCONT), 0);
	assert_int_equal(verdict_of(writes), KEEPER_FAILED);
	assert_int_equal(verdict_of(asks), KEEPER_OK);
	assert_non_null(strstr(new_log(), "event=store.failed "));
	set_disk(fixture, false);
	store_client_free(guest);
	store_client_free(mina);
}

int main(void)
{
#define TITLE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TITLE(nothing_is_logged_as_done_before_its_commit),
		TITLE(a_guest_logs_in_beside_a_failed_write),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
