/* Registration at a keeper: limits, holds, and names that nobody uses. */
#include "tests/test.h"

#include "door/store/store_client.h"
#include "keeper_house.h"

#define KEY "SHA256:1234567890123456789012345678901234567890123"
#define DAY (24 * 60 * 60)

static struct store_client *line_from(struct fixture *fixture, const char *address)
{
	return fixture_line_from(fixture, address, "ssh");
}

/* Registers a name with a key from an address. "" or the refusal. */
static const char *register_from(
	struct fixture *fixture, const char *address, const char *name, const char *key)
{
	static char sentence[256];
	struct store_client *line = line_from(fixture, address);
	struct keeper_account account;
	enum keeper_verdict verdict = keeper_register(line, name, "", key, &account);

	snprintf(
		sentence, sizeof sentence, "%s", verdict == KEEPER_OK ? "" : keeper_sentence(line));
	store_client_free(line);
	return sentence;
}

/* A key that nobody else has. */
static const char *next_key(void)
{
	static char key[64];
	static int count;

	snprintf(key, sizeof key, "SHA256:%043d", count++);
	return key;
}

static struct fixture *fixture_of_limits(void **state)
{
	struct fixture *fixture = fixture_new();
	char sentence[160];

	*state = fixture;
	fixture->policy.register_limits = (struct registration_limits){4, 8, 8, 16};
	networks_parse("203.0.113.0/24", &fixture->policy.trusted, sentence, sizeof sentence);
	fixture_start(fixture);
	return fixture;
}

static void a_flood_of_names_is_refused_and_others_register(void **state)
{
	fixture_log_begin();
	struct fixture *fixture = fixture_of_limits(state);
	struct store_client *line;

	assert_string_equal(register_from(fixture, "192.0.2.1", "Anton", next_key()), "");
	/* A name that is taken costs nothing. */
	assert_non_null(strstr(register_from(fixture, "192.0.2.1", "Anton", next_key()), "taken"));
	assert_string_equal(register_from(fixture, "192.0.2.1", "Berta", next_key()), "");
	assert_string_equal(register_from(fixture, "192.0.2.1", "Caesar", next_key()),
		"Too many names were registered from your address. Try again in 30 minutes.");
	line = line_from(fixture, "192.0.2.1");
	assert_int_equal(keeper_may_register(line, "Caesar"), KEEPER_NO);
	assert_non_null(strstr(keeper_sentence(line), "Try again in 30 minutes."));
	assert_int_equal(keeper_name_free(line, "Caesar"), KEEPER_OK);
	store_client_free(line);
	/* A neighbour, another network with one key, and a trusted network. */
	assert_string_equal(register_from(fixture, "192.0.2.2", "Dora", next_key()), "");
	assert_string_equal(register_from(fixture, "198.51.100.1", "Emil", KEY), "");
	assert_string_equal(register_from(fixture, "198.51.101.1", "Frieda", KEY), "");
	assert_non_null(
		strstr(register_from(fixture, "198.51.102.1", "Gustav", KEY), "with your ssh key"));
	for (int i = 0; i < 8; i++) {
		char name[20];

		snprintf(name, sizeof name, "Host%c", 'a' + i);
		assert_string_equal(register_from(fixture, "203.0.113.9", name, next_key()), "");
	}
	/* One for each refusal, but none for a name that is taken. */
	const char *log = fixture_log_await("level=info event=register.refused", 3);
	unsigned refusals = 0;
	for (const char *at = log; (at = strstr(at, "event=register.refused")) != NULL; at++)
		refusals++;
	assert_int_equal(refusals, 3);
	assert_non_null(strstr(log, " from=\"192.0.2.1\"\n"));
	assert_non_null(strstr(log, " from=\"198.51.102.1\"\n"));
	fixture_log_end();
	fixture_tear_down(state);
}

static void a_hold_stays_and_says_why(void **state)
{
	struct fixture *fixture = fixture_of_limits(state);
	struct store_client *line = line_from(fixture, "192.0.2.1"), *operator_line;
	char reason[STORE_REASON_MAX] = "a flood of names", sentence[256] = "";
	bool on = false;

	assert_int_equal(keeper_admin_hold(line, HOLD_ON, &on, reason), KEEPER_NO);
	operator_line = store_client_local(fixture->state, NULL, sentence, sizeof sentence);
	assert_int_equal(keeper_admin_hold(operator_line, HOLD_ON, &on, reason), KEEPER_OK);
	store_client_free(operator_line);
	store_client_free(line);
	for (int again = 0; again < 2; again++) {
		line = line_from(fixture, "192.0.2.1");
		assert_int_equal(keeper_may_register(line, "Anton"), KEEPER_NO);
		assert_string_equal(keeper_sentence(line),
			"Nobody can register a name at present: a flood of names");
		store_client_free(line);
		assert_non_null(strstr(
			register_from(fixture, "203.0.113.9", "Anton", next_key()), "a flood"));
		fixture_kill_keeper(fixture);
		fixture_start(fixture);
	}
	operator_line = store_client_local(fixture->state, NULL, sentence, sizeof sentence);
	reason[0] = '\0';
	assert_int_equal(keeper_admin_hold(operator_line, HOLD_SHOW, &on, reason), KEEPER_OK);
	assert_true(on);
	assert_string_equal(reason, "a flood of names");
	assert_int_equal(keeper_admin_hold(operator_line, HOLD_OFF, &on, reason), KEEPER_OK);
	assert_false(on);
	assert_int_equal(keeper_admin_hold(operator_line, HOLD_OFF, &on, reason), KEEPER_NO);
	store_client_free(operator_line);
	assert_string_equal(register_from(fixture, "192.0.2.1", "Anton", next_key()), "");
	fixture_tear_down(state);
}

static void lookalikes_are_refused_and_old_names_stay(void **state)
{
	static const char *const alike[] = {"B0b", "bobb", "B-ob", "bOB-b"};
	static const char *const reserved[] = {"operator", "m0derator", "Sys-0p", "Guest-12"};
	struct fixture *fixture = fixture_new();
	struct store_client *line;
	struct keeper_account account;
	struct store *store;
	char sentence[256] = "";
	int64_t id;

	*state = fixture;
	/* Names of before: one is reserved, and two look alike. */
	store = store_open(fixture->state, sentence, sizeof sentence);
	assert_non_null(store);
	assert_int_equal(store_account_new(store, "Sysop_", "h", 1, &id), STORE_OK);
	assert_int_equal(store_key_add(store, id, KEY, "k", 1), STORE_OK);
	assert_int_equal(store_account_new(store, "Otto", "h", 1, &id), STORE_OK);
	assert_int_equal(store_account_new(store, "0tto", "h", 1, &id), STORE_OK);
	store_close(store);
	fixture_start(fixture);
	assert_string_equal(register_from(fixture, "192.0.2.1", "Bob", next_key()), "");
	for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
		assert_string_equal(register_from(fixture, "192.0.2.1", alike[i], next_key()),
			"That name looks like a name that is taken; choose another.");
	for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
		assert_string_equal(register_from(fixture, "192.0.2.1", reserved[i], next_key()),
			"That name is reserved; choose another.");
	assert_non_null(strstr(register_from(fixture, "192.0.2.1", "OTTO", next_key()), "taken"));
	assert_non_null(strstr(register_from(fixture, "192.0.2.1", "a_b", next_key()), "hyphens"));
	line = line_from(fixture, "192.0.2.1");
	assert_int_equal(keeper_name_free(line, "b00b"), KEEPER_NO);
	assert_int_equal(keeper_name_free(line, "Bab"), KEEPER_OK);
	assert_int_equal(keeper_login_key(line, "sysop_", KEY, &account), KEEPER_OK);
	store_client_free(line);
	fixture_tear_down(state);
}

static void an_operator_brings_a_list_of_names(void **state)
{
	static const char *const words[] = {"new", "Line", "board", "MSSP-REQUEST", "mssp-request"};
	struct fixture *fixture = fixture_new();
	struct name_list *names;
	char path[128], sentence[256] = "";
	FILE *file;

	*state = fixture;
	snprintf(path, sizeof path, "%s/names", fixture->state);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs("*rat*\n", file);
	fclose(file);
	names = name_list_read(path, sentence, sizeof sentence);
	assert_non_null(names);
	fixture->policy.names = names;
	fixture_start(fixture);
	assert_non_null(strstr(register_from(fixture, "192.0.2.1", "Pirate", KEY), "reserved"));
	/* The words of the login are no names, whatever the list says. */
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		assert_string_equal(register_from(fixture, "192.0.2.1", words[i], KEY),
			"That name is reserved; choose another.");
	assert_string_equal(register_from(fixture, "192.0.2.1", "Admin", KEY), "");
	fixture_tear_down(state);
	name_list_free(names);
}

/* One is old and unused, one is new, and one has a run. */
static void set_up_names(struct fixture *fixture)
{
	struct store *store;
	char sentence[256] = "";
	int64_t now = time(NULL), ids[3];

	fixture_kill_keeper(fixture);
	store = store_open(fixture->state, sentence, sizeof sentence);
	assert_non_null(store);
	assert_int_equal(store_account_new(store, "Anton", "h", now - 40 * DAY, &ids[0]), STORE_OK);
	assert_int_equal(store_key_add(store, ids[0], KEY, "k", 1), STORE_OK);
	assert_int_equal(store_account_new(store, "Berta", "h", now - 20 * DAY, &ids[1]), STORE_OK);
	assert_int_equal(store_account_new(store, "Dora", "h", now - 40 * DAY, &ids[2]), STORE_OK);
	assert_int_equal(store_visit(store, ids[2], "192.0.2.0/24", now - 29 * DAY), STORE_OK);
	store_close(store);
	fixture->policy.unused_days = 30;
}

static bool becomes_free(struct store_client *line, const char *name, int tries)
{
	enum keeper_verdict free = KEEPER_NO;

	for (; tries > 0 && free != KEEPER_OK; tries--) {
		free = keeper_name_free(line, name);
		nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
	}
	return free == KEEPER_OK;
}

static void an_unused_name_expires(void **state)
{
	struct fixture *fixture = fixture_of_limits(state);
	struct store_client *line;

	set_up_names(fixture);
	fixture->policy.expiry_ms = 1;
	fixture_log_begin();
	fixture_start(fixture);
	line = line_from(fixture, "192.0.2.1");
	assert_true(becomes_free(line, "Anton", 1000));
	assert_int_equal(keeper_name_free(line, "Berta"), KEEPER_NO);
	assert_int_equal(keeper_name_free(line, "Dora"), KEEPER_NO);
	const char *log = fixture_log_await("level=info event=account.expired", 1);
	assert_non_null(strstr(log, " id=1\n"));
	assert_null(strstr(strstr(log, "account.expired") + 1, "account.expired"));
	fixture_log_end();
	store_client_free(line);
	fixture_tear_down(state);
}

static void no_name_expires_before_the_clock_was_steady(void **state)
{
	struct fixture *fixture = fixture_of_limits(state);
	struct store_client *line;

	set_up_names(fixture);
	fixture_start(fixture);
	line = line_from(fixture, "192.0.2.1");
	/* Longer than the keeper waits for the sessions of an earlier one. */
	assert_false(becomes_free(line, "Anton", 300));
	store_client_free(line);
	fixture_tear_down(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_flood_of_names_is_refused_and_others_register),
		cmocka_unit_test(a_hold_stays_and_says_why),
		cmocka_unit_test(lookalikes_are_refused_and_old_names_stay),
		cmocka_unit_test(an_operator_brings_a_list_of_names),
		cmocka_unit_test(an_unused_name_expires),
		cmocka_unit_test(no_name_expires_before_the_clock_was_steady),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
