/* The keeper's limits on what strangers and players may ask of it. */
#include "tests/test.h"

#include "door/store/store_client.h"
#include "keeper_house.h"

#define KEY "SHA256:1234567890123456789012345678901234567890123"

/* A session whose client has this address, as the listener gives it. */
static struct store_client *line_from(struct fixture *fixture, const char *address)
{
	struct store_client *line;
	int pair[2];

	assert_true(keeper_pair(pair));
	assert_true(keeper_give(fixture->control, pair[1], address));
	close(pair[1]);
	line = store_client_new(pair[0], fixture_wait, NULL);
	assert_int_equal(keeper_hello(line, "192.0.2.99", "telnet"), KEEPER_OK);
	return line;
}

/* How many of so many wrong passwords are checked before one is refused unseen. */
static unsigned guess(struct store_client *line, const char *name, unsigned most)
{
	struct keeper_account account;
	unsigned checked = 0;

	while (checked < most &&
		keeper_login_password(line, name, "wrong horse", &account) == KEEPER_NO &&
		!strstr(keeper_sentence(line), "Too many"))
		checked++;
	return checked;
}

static void guesses_from_one_network_stop_and_the_owner_reads_of_them(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *owner = line_from(fixture, "198.51.100.1");
	struct store_client *guesser = line_from(fixture, "203.0.113.5");
	struct store_client *neighbour = line_from(fixture, "203.0.113.6");
	struct keeper_account account;

	assert_int_equal(keeper_register(owner, "Mina", PASSWORD, KEY, &account), KEEPER_OK);
	assert_int_equal(account.wrong_passwords, 0);
	store_client_free(owner);
	assert_int_equal(guess(guesser, "mina", 30), 20);
	/* Another name, and another address of that network, are of no use; nor is the right
	 * password there. */
	assert_int_equal(guess(guesser, "Nobody", 1), 0);
	assert_int_equal(guess(neighbour, "mina", 1), 0);
	assert_int_equal(keeper_login_password(neighbour, "Mina", PASSWORD, &account), KEEPER_NO);
	assert_non_null(strstr(keeper_sentence(neighbour), "Use an ssh key"));
	/* A key is no guess. */
	assert_int_equal(keeper_login_key(neighbour, "Mina", KEY, &account), KEEPER_OK);
	assert_int_equal(account.wrong_passwords, 20);
	/* It is reported once. */
	owner = line_from(fixture, "198.51.100.2");
	assert_int_equal(keeper_login_password(owner, "Mina", PASSWORD, &account), KEEPER_OK);
	assert_int_equal(account.wrong_passwords, 0);
	store_client_free(owner);
	store_client_free(guesser);
	store_client_free(neighbour);
}

static void guesses_at_one_account_leave_its_known_networks_open(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *owner = line_from(fixture, "198.51.100.1");
	struct keeper_account account;
	unsigned checked = 0;

	assert_int_equal(keeper_register(owner, "Mina", PASSWORD, "", &account), KEEPER_OK);
	store_client_free(owner);
	for (int network = 1; network <= 5; network++) {
		char address[32];
		struct store_client *guesser;

		snprintf(address, sizeof address, "203.0.%d.5", network);
		guesser = line_from(fixture, address);
		checked += guess(guesser, "Mina", 30);
		store_client_free(guesser);
	}
	assert_int_equal(checked, 50);
	owner = line_from(fixture, "192.0.2.1");
	assert_int_equal(keeper_login_password(owner, "Mina", PASSWORD, &account), KEEPER_NO);
	store_client_free(owner);
	owner = line_from(fixture, "198.51.100.7");
	assert_int_equal(keeper_login_password(owner, "Mina", PASSWORD, &account), KEEPER_OK);
	assert_int_equal(account.wrong_passwords, 50);
	store_client_free(owner);
}

/* Many wrong passwords at once wait for the hasher, which rests until all have asked. */
static void many_wrong_passwords_at_once_delay_nobody_else(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *owner = line_from(fixture, "198.51.100.1");
	pid_t hasher = fixture_child(fixture, "hasher");
	struct keeper_account account;
	struct pollfd wrong[40];

	assert_int_equal(keeper_register(owner, "Mina", PASSWORD, "", &account), KEEPER_OK);
	store_client_free(owner);
	kill(hasher, SIGSTOP);
	for (size_t i = 0; i < 40; i++) {
		char address[32];
		struct wire_writer request;
		struct store_client *line;

		snprintf(address, sizeof address, "203.0.%d.5", i < 20 ? 1 : 2);
		line = line_from(fixture, address);
		keeper_name_free(line, "Nobody");
		line_begin(line, &request, REQUEST_LOGIN_PASSWORD);
		wire_put_text(&request, i % 2 ? "Mina" : "Nobody");
		wire_put_text(&request, "wrong horse");
		send(line->descriptor, request.bytes, request.size, 0);
		wrong[i] = (struct pollfd){.fd = dup(line->descriptor), .events = POLLIN};
		store_client_free(line);
	}
	owner = line_from(fixture, "198.51.100.1");
	keeper_name_free(owner, "Nobody");
	assert_int_equal(poll(wrong, 40, 0), 0);
	kill(hasher, SIGCONT);
	assert_int_equal(keeper_login_password(owner, "Mina", PASSWORD, &account), KEEPER_OK);
	assert_in_range(poll(wrong, 40, 0), 0, 20);
	for (size_t i = 0; i < 40; i++)
		close(wrong[i].fd);
	store_client_free(owner);
}

/* The bit that marks a request as sent again lets nobody check a password without a limit. */
static void registering_again_is_a_guess_too(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *owner = line_from(fixture, "198.51.100.1");
	struct store_client *guesser = line_from(fixture, "203.0.113.5");
	struct keeper_account account;
	unsigned checked = 0;
	bool refused = false;

	assert_int_equal(keeper_register(owner, "Mina", PASSWORD, "", &account), KEEPER_OK);
	for (int i = 0; i < 30 && !refused; i++) {
		struct wire_writer request;
		struct wire_reader answer;

		line_begin(guesser, &request, REQUEST_REGISTER);
		request.bytes[3] |= WIRE_RESENT >> 8;
		wire_put_text(&request, "Mina");
		wire_put_text(&request, "wrong horse");
		wire_put_text(&request, "");
		assert_int_equal(line_ask(guesser, &request, &answer), KEEPER_NO);
		refused = strstr(keeper_sentence(guesser), "Too many") != NULL;
		checked += !refused;
	}
	assert_int_equal(checked, 20);
	store_client_free(owner);
	store_client_free(guesser);
}

int main(void)
{
#define TITLE(function) cmocka_unit_test_setup_teardown(function, fixture_set_up, fixture_tear_down)
	const struct CMUnitTest tests[] = {
		TITLE(guesses_from_one_network_stop_and_the_owner_reads_of_them),
		TITLE(guesses_at_one_account_leave_its_known_networks_open),
		TITLE(many_wrong_passwords_at_once_delay_nobody_else),
		TITLE(registering_again_is_a_guess_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
