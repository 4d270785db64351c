/* Requests of processes that have ended: the keeper serves what they sent before their end. */
#include "tests/test.h"

#include "tests/door/keeper_house.h"

#include "door/keeper/keeper_local.h"
#include "door/store/store_client.h"

#define KEY "SHA256:Min0123456789012345678901234567890123456789"

/* Sends one request to the keeper, which is stopped, by a process that ends without an answer. */
static void ask_and_end(struct store_client *line, void (*ask)(struct store_client *))
{
	pid_t child = fork();

	if (child == 0) {
		ask(line);
		_exit(0);
	}
	fixture_await_request(line);
	kill(child, SIGKILL);
	assert_int_equal(waitpid(child, NULL, 0), child);
}

static void say(struct store_client *host)
{
	keeper_admin_say(host, "Hello.");
}

static void set_options(struct store_client *line)
{
	keeper_set_options(line, "bell=off");
}

static struct store_client *mina_of(struct fixture *fixture, int pair[2])
{
	struct keeper_account account;

	assert_true(keeper_pair(pair));
	assert_true(keeper_give(fixture->control, pair[1], "192.0.2.99"));
	struct store_client *line = store_client_new(pair[0], fixture_wait, NULL);
	assert_int_equal(keeper_hello(line, "192.0.2.99", "ssh"), KEEPER_OK);
	assert_int_equal(keeper_register(line, "Mina", "", KEY, &account), KEEPER_OK);
	return line;
}

static void assert_options(struct fixture *fixture, const char *options)
{
	struct store_client *line = fixture_line(fixture);
	struct keeper_account account;

	assert_int_equal(keeper_login_key(line, "Mina", KEY, &account), KEEPER_OK);
	assert_string_equal(account.options, options);
	store_client_free(line);
}

/* The keeper serves the operator first, and its notice finds that the session has ended. */
static void a_request_is_served_although_a_notice_fails(void **state)
{
	struct fixture *fixture = *state;
	char sentence[256] = "";
	int pair[2];
	struct store_client *mina = mina_of(fixture, pair);
	struct store_client *host =
		store_client_local(fixture->state, NULL, sentence, sizeof sentence);

	close(pair[1]);
	assert_int_equal(keeper_hello(host, "mira", "local"), KEEPER_OK);
	assert_int_equal(keeper_admin_lock(host, "Nobody", "why"), KEEPER_NO);
	kill(fixture->keeper, SIGSTOP);
	ask_and_end(host, say);
	ask_and_end(mina, set_options);
	store_client_free(mina);
	kill(fixture->keeper, SIGCONT);
	assert_options(fixture, "bell=off");
	store_client_free(host);
}

/* The kernel reports an error to the keeper when a session ends before it has read everything. */
static void a_request_is_served_although_a_notice_was_not_read(void **state)
{
	struct fixture *fixture = *state;
	int pair[2];
	struct store_client *mina = mina_of(fixture, pair);

	kill(fixture->keeper, SIGSTOP);
	ask_and_end(mina, set_options);
	assert_int_equal(send(pair[1], "unread", 6, MSG_NOSIGNAL), 6);
	close(pair[1]);
	store_client_free(mina);
	kill(fixture->keeper, SIGCONT);
	assert_options(fixture, "bell=off");
}

#define TITLE(function) cmocka_unit_test_setup_teardown(function, fixture_set_up, fixture_tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TITLE(a_request_is_served_although_a_notice_fails),
		TITLE(a_request_is_served_although_a_notice_was_not_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
