/* Locks, bans and the audit log: they end sessions, refuse logins, and reach the listener. */
#include "tests/test.h"

#include "tests/door/keeper_house.h"

#include "door/keeper/keeper_local.h"
#include "door/store/store_client.h"

static struct store_client *operator_of(struct fixture *fixture)
{
	char sentence[256] = "";
	struct store_client *line =
		store_client_local(fixture->state, NULL, sentence, sizeof sentence);

	assert_string_equal(sentence, "");
	assert_int_equal(keeper_hello(line, "mira", "local"), KEEPER_OK);
	return line;
}

/* The notice with which a session was ended. */
static const char *last_words(struct store_client *line)
{
	static char text[200];
	struct notice notice;
	struct pollfd ready;

	for (int i = 0; i < 50; i++) {
		while (keeper_notice(line, &notice)) {
			snprintf(text, sizeof text, "%s", notice.text);
			if (notice.kind == NOTICE_KICKED)
				return text;
		}
		ready = (struct pollfd){.fd = store_client_descriptor(line), .events = POLLIN};
		if (ready.fd < 0)
			break;
		poll(&ready, 1, 100);
	}
	return "";
}

static enum keeper_verdict login(struct fixture *fixture, const char *name, char sentence[256])
{
	struct store_client *line = fixture_line(fixture);
	struct keeper_account account;
	enum keeper_verdict verdict;
	char key[64];

	snprintf(key, sizeof key, "SHA256:%.3s0123456789012345678901234567890123456789", name);
	verdict = keeper_login_key(line, name, key, &account);
	snprintf(sentence, 256, "%s", keeper_sentence(line));
	store_client_free(line);
	return verdict;
}

/* ---- Locks ---- */

static void a_lock_ends_sessions_and_refuses_logins(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *mina = fixture_caller(fixture, "Mina");
	struct store_client *otto = fixture_caller(fixture, "Otto");
	struct store_client *host = operator_of(fixture);
	char sentence[256];

	assert_int_equal(keeper_admin_lock(host, "mina", "Two \033 players."), KEEPER_OK);
	assert_string_equal(last_words(mina), "Your account is locked: Two ? players.");
	assert_int_equal(keeper_report_position(otto, WHERE_LOBBY, 0, 0), KEEPER_OK);
	assert_int_equal(login(fixture, "Mina", sentence), KEEPER_BARRED);
	assert_string_equal(sentence, "This account is locked: Two ? players.");
	assert_int_equal(login(fixture, "Otto", sentence), KEEPER_OK);
	assert_int_equal(keeper_admin_lock(host, "Mina", ""), KEEPER_NO);
	assert_string_equal(keeper_sentence(host),
		"That account is locked already: Two ? players. Give another reason to change "
		"it.");
	assert_int_equal(keeper_admin_lock(host, "Mina", "Three players"), KEEPER_OK);
	assert_int_equal(login(fixture, "Mina", sentence), KEEPER_BARRED);
	assert_string_equal(sentence, "This account is locked: Three players.");
	assert_int_equal(keeper_admin_lock(host, "Mina", NULL), KEEPER_OK);
	assert_int_equal(login(fixture, "Mina", sentence), KEEPER_OK);
	assert_int_equal(keeper_admin_lock(host, "Mina", NULL), KEEPER_NO);
	assert_int_equal(keeper_admin_lock(host, "Nobody", "why"), KEEPER_NO);
	store_client_free(mina);
	store_client_free(otto);
	store_client_free(host);
}

static void a_locked_account_does_not_come_back_with_a_new_keeper(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *mina = fixture_caller(fixture, "Mina");
	struct store_client *host;
	char sentence[256];

	/* Locked by a keeper that died before it could end the session. */
	int kept = store_client_descriptor(mina);
	mina->descriptor = dup(kept);
	host = operator_of(fixture);
	fixture_kill_keeper(fixture);
	store_client_free(host);
	struct store *store = store_open(fixture->state, sentence, sizeof sentence);
	struct store_account account;

	assert_non_null(store);
	assert_int_equal(store_account_by_name(store, "Mina", &account), STORE_OK);
	assert_int_equal(store_account_lock(store, account.id, "why"), STORE_OK);
	store_close(store);
	fixture_start(fixture);
	assert_int_equal(keeper_set_options(mina, "colours=16"), KEEPER_GONE);
	close(kept);
	store_client_free(mina);
}

/* ---- Bans ---- */

static void a_banned_name_is_refused_until_the_ban_ends(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *mina = fixture_caller(fixture, "Mina");
	struct store_client *host = operator_of(fixture);
	struct store_client *fresh = fixture_line(fixture);
	struct keeper_account account;
	char sentence[256];

	assert_int_equal(keeper_admin_ban(host, "mINA", "abuse", time(NULL) + 2), KEEPER_OK);
	assert_non_null(strstr(last_words(mina), " UTC: abuse."));
	assert_int_equal(login(fixture, "Mina", sentence), KEEPER_BARRED);
	assert_int_equal(strncmp(sentence, "This name is banned until 20", 28), 0);
	assert_int_equal(keeper_admin_ban(host, "Newname", "", 0), KEEPER_OK);
	assert_int_equal(keeper_name_free(fresh, "newname"), KEEPER_NO);
	assert_string_equal(keeper_sentence(fresh), "This name is banned.");
	assert_int_equal(keeper_register(fresh, "Newname", "long enough", "", &account), KEEPER_NO);
	assert_int_equal(keeper_admin_unban(host, "NEWNAME"), KEEPER_OK);
	assert_int_equal(keeper_admin_unban(host, "NEWNAME"), KEEPER_NO);
	assert_int_equal(keeper_name_free(fresh, "newname"), KEEPER_OK);
	for (int i = 0; i < 40 && login(fixture, "Mina", sentence) != KEEPER_OK; i++)
		poll(NULL, 0, 100);
	assert_int_equal(login(fixture, "Mina", sentence), KEEPER_OK);
	store_client_free(mina);
	store_client_free(fresh);
	store_client_free(host);
}

static void keep_ban(void *context, const struct store_ban *ban)
{
	*(struct store_ban *)context = *ban;
}

static void a_second_ban_keeps_what_it_does_not_give(void **state)
{
	struct store_client *host = operator_of(*state);
	struct store_ban ban = {0};
	int64_t end = time(NULL) + 3600;

	assert_int_equal(keeper_admin_ban(host, "192.0.2.0/24", "it floods us", end), KEEPER_OK);
	assert_string_equal(keeper_sentence(host), "");
	assert_int_equal(keeper_admin_ban(host, "192.0.2.9/24", "", 0), KEEPER_OK);
	assert_int_equal(strncmp(keeper_sentence(host),
				 "Its earlier reason and end stay: banned until 20", 48),
		0);
	assert_int_equal(keeper_admin_bans(host, keep_ban, &ban), KEEPER_OK);
	assert_string_equal(ban.reason, "it floods us");
	assert_int_equal(ban.until, end);
	assert_int_equal(keeper_admin_ban(host, "192.0.2.0/24", "again", 0), KEEPER_OK);
	assert_int_equal(keeper_admin_bans(host, keep_ban, &ban), KEEPER_OK);
	assert_string_equal(ban.reason, "again");
	assert_int_equal(ban.until, end);
	assert_int_equal(keeper_admin_ban(host, "192.0.2.0/24", "", end + 60), KEEPER_OK);
	assert_int_equal(keeper_admin_bans(host, keep_ban, &ban), KEEPER_OK);
	assert_string_equal(ban.reason, "again");
	assert_int_equal(ban.until, end + 60);
	/* After `unban` a ban may be without an end. */
	assert_int_equal(keeper_admin_unban(host, "192.0.2.0/24"), KEEPER_OK);
	assert_int_equal(keeper_admin_ban(host, "192.0.2.0/24", "", 0), KEEPER_OK);
	assert_string_equal(keeper_sentence(host), "");
	store_client_free(host);
}

static void words_of_the_login_are_not_banned(void **state)
{
	static const char *const words[][2] = {
		{"new", "\"new\" is a word of the login and no name: \"hold\" refuses all new "
			"names."},
		{"Guest", "\"Guest\" is a word of the login and no name: guests have no account; "
			  "ban their addresses."},
		{"board", "\"board\" is a word of the login and no name: the board needs no "
			  "account; ban addresses."},
		{"mssp-request", "\"mssp-request\" is a word of the login and no name: lists of "
				 "servers have no account; ban addresses."},
	};
	struct store_client *host = operator_of(*state);

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		assert_int_equal(keeper_admin_ban(host, words[i][0], "why", 0), KEEPER_NO);
		assert_string_equal(keeper_sentence(host), words[i][1]);
	}
	store_client_free(host);
}

static void nonsense_is_not_banned(void **state)
{
	static const char *const subjects[] = {"", "two words", "a-name-that-is-too-long",
		"192.0.2.0/33", "0.0.0.0/0", "10.0.0.0/7", "::/0", "::/16", "::ffff:0:0/96",
		"2001::/15", "192.0.2.1,192.0.2.2"};
	struct store_client *host = operator_of(*state);

	for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
		if (keeper_admin_ban(host, subjects[i], "why", 0) != KEEPER_NO)
			fail_msg("\"%s\" was banned", subjects[i]);
	assert_int_equal(keeper_admin_ban(host, "Mina", "why", time(NULL) - 1), KEEPER_NO);
	store_client_free(host);
}

/* Reads the bans that the keeper sent the listener, as "SUBJECT REASON, ..." of the last list. */
static const char *listeners_bans(struct fixture *fixture)
{
	static char all[4096];
	static struct wire_order order;
	struct wire_descriptors descriptors;
	struct pollfd ready = {.fd = fixture->control, .events = POLLIN};
	bool whole = false;

	all[0] = '\0';
	while (poll(&ready, 1, whole ? 200 : 3000) > 0 &&
		wire_take_order(fixture->control, &order, &descriptors)) {
		struct wire_reader in = {.bytes = order.bans, .size = order.bans_size};
		struct store_ban ban;

		assert_int_equal(order.kind, ORDER_BANS);
		if (order.bans_first)
			all[0] = '\0';
		while (in.at < in.size && !in.broken) {
			wire_get_ban(&in, &ban);
			snprintf(all + strlen(all), sizeof all - strlen(all), "%s %s, ",
				ban.subject, ban.reason);
		}
		whole = order.bans_last;
	}
	assert_true(whole);
	return all;
}

static void the_listener_holds_the_networks(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *mina = fixture_caller(fixture, "Mina");
	struct store_client *host = operator_of(fixture);

	assert_string_equal(listeners_bans(fixture), "");
	assert_int_equal(keeper_admin_ban(host, "Otto", "a name", 0), KEEPER_OK);
	assert_int_equal(keeper_admin_ban(host, "198.51.100.7", "one", 0), KEEPER_OK);
	assert_int_equal(keeper_admin_ban(host, "2001:db8::/32", "six", 0), KEEPER_OK);
	assert_string_equal(listeners_bans(fixture), "198.51.100.7 one, 2001:db8::/32 six, ");
	assert_int_equal(keeper_report_position(mina, WHERE_LOBBY, 0, 0), KEEPER_OK);
	assert_int_equal(keeper_admin_ban(host, "192.0.2.99/24", "net", 0), KEEPER_OK);
	assert_string_equal(last_words(mina), "Your address is banned: net.");
	store_client_free(host);

	/* Also after a restart. */
	fixture_kill_keeper(fixture);
	fixture_start(fixture);
	assert_string_equal(
		listeners_bans(fixture), "198.51.100.7 one, 2001:db8::/32 six, 192.0.2.0/24 net, ");
	host = operator_of(fixture);
	assert_int_equal(keeper_admin_unban(host, "2001:DB8::/32"), KEEPER_OK);
	assert_string_equal(listeners_bans(fixture), "198.51.100.7 one, 192.0.2.0/24 net, ");
	store_client_free(host);
	store_client_free(mina);
}

/* The operator's command is killed before its answer comes. */
static void ask_and_end(struct fixture *fixture, bool locks)
{
	struct store_client *host = operator_of(fixture);
	assert_int_equal(keeper_admin_lock(host, "Nobody", "why"), KEEPER_NO);
	kill(fixture->keeper, SIGSTOP);
	pid_t child = fork();
	if (child == 0)
		_exit(locks ? keeper_admin_lock(host, "Mina", "why")
			    : keeper_admin_ban(host, "192.0.2.0/24", "net", 0));
	fixture_await_request(host);
	kill(child, SIGKILL);
	assert_int_equal(waitpid(child, NULL, 0), child);
	store_client_free(host);
	kill(fixture->keeper, SIGCONT);
}

static void a_ban_or_lock_holds_without_its_operator(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *mina = fixture_caller(fixture, "Mina");

	ask_and_end(fixture, true);
	assert_non_null(strstr(last_words(mina), "why"));
	store_client_free(mina);
	mina = fixture_caller(fixture, "Otto");
	assert_string_equal(listeners_bans(fixture), "");
	ask_and_end(fixture, false);
	assert_string_equal(last_words(mina), "Your address is banned: net.");
	assert_string_equal(listeners_bans(fixture), "192.0.2.0/24 net, ");
	store_client_free(mina);
}

static void count_ban(void *context, const struct store_ban *ban)
{
	assert_true(ban->id > 0);
	++*(unsigned *)context;
}

static void many_bans_go_in_pages(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *host = operator_of(fixture);
	char subject[32];
	unsigned count = 0;

	for (int i = 0; i < 150; i++) {
		snprintf(subject, sizeof subject, "192.0.2.%d", i);
		assert_int_equal(keeper_admin_ban(host, subject, "x", 0), KEEPER_OK);
		if (i % 20 == 0)
			listeners_bans(fixture);
	}
	assert_int_equal(keeper_admin_bans(host, count_ban, &count), KEEPER_OK);
	assert_int_equal(count, 150);
	assert_non_null(strstr(listeners_bans(fixture), "192.0.2.0 x, 192.0.2.1 x, "));
	store_client_free(host);
}

/* ---- Passwords and keys ---- */

#define KEY_X "SHA256:xxx0123456789012345678901234567890123456789"

static struct store_client *logged_in(struct fixture *fixture, const char *name,
	const char *password, struct keeper_account *account)
{
	struct store_client *line = fixture_line(fixture);

	assert_int_equal(keeper_login_password(line, name, password, account), KEEPER_OK);
	return line;
}

static void a_new_password_ends_the_other_sessions(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *mina = fixture_caller(fixture, "Mina");
	struct store_client *other = fixture_caller(fixture, "Mina");
	struct store_client *otto = fixture_caller(fixture, "Otto");
	struct store_client *host = operator_of(fixture);

	assert_int_equal(keeper_set_password(mina, "", "too bad"), KEEPER_NO);
	assert_int_equal(keeper_report_position(other, WHERE_LOBBY, 0, 0), KEEPER_OK);
	assert_int_equal(keeper_set_password(mina, "", PASSWORD), KEEPER_OK);
	assert_string_equal(
		last_words(other), "Your password was changed. Log in with the new one.");
	assert_int_equal(keeper_report_position(mina, WHERE_LOBBY, 0, 0), KEEPER_OK);
	/* A wrong old password ends nothing. */
	store_client_free(other);
	other = fixture_caller(fixture, "Mina");
	assert_int_equal(keeper_set_password(mina, "wrong one", "another horse"), KEEPER_NO);
	assert_int_equal(keeper_report_position(other, WHERE_LOBBY, 0, 0), KEEPER_OK);
	assert_int_equal(keeper_admin_passwd(host, "Mina", "another horse"), KEEPER_OK);
	last_words(other);
	assert_string_equal(
		last_words(mina), "Your password was changed. Log in with the new one.");
	assert_int_equal(keeper_report_position(otto, WHERE_LOBBY, 0, 0), KEEPER_OK);
	store_client_free(mina);
	store_client_free(other);
	store_client_free(otto);
	store_client_free(host);
}

static void a_new_key_asks_for_the_password_and_is_shown(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *mina = fixture_caller(fixture, "Mina");
	struct store_client *host = operator_of(fixture);
	struct keeper_account account;
	struct store_key keys[4];
	size_t count;

	/* Without a password there is none to ask for. */
	assert_int_equal(keeper_key_add(mina, "", KEY_X, "attic"), KEEPER_OK);
	assert_int_equal(keeper_key_remove(mina, ""), KEEPER_NO);
	assert_int_equal(keeper_key_remove(mina, KEY_X), KEEPER_OK);
	assert_int_equal(keeper_set_password(mina, "", PASSWORD), KEEPER_OK);
	assert_int_equal(keeper_key_add(mina, "", KEY_X, "attic"), KEEPER_NO);
	assert_int_equal(keeper_key_add(mina, "wrong one", KEY_X, "attic"), KEEPER_NO);
	assert_string_equal(keeper_sentence(mina), "Wrong password.");
	assert_int_equal(keeper_key_add(mina, PASSWORD, KEY_X, "attic"), KEEPER_OK);
	store_client_free(mina);
	mina = logged_in(fixture, "Mina", PASSWORD, &account);
	assert_int_equal(account.new_keys, 2);
	store_client_free(mina);
	mina = logged_in(fixture, "Mina", PASSWORD, &account);
	assert_int_equal(account.new_keys, 0);

	assert_int_equal(keeper_admin_keys(host, "mina", keys, 4, &count), KEEPER_OK);
	assert_int_equal(count, 2);
	assert_int_equal(keeper_admin_key_remove(host, "Mina", KEY_X), KEEPER_OK);
	assert_int_equal(keeper_admin_key_remove(host, "Mina", KEY_X), KEEPER_NO);
	assert_int_equal(keeper_admin_key_remove(host, "Mina", ""), KEEPER_OK);
	assert_int_equal(keeper_key_list(mina, keys, 4, &count), KEEPER_OK);
	assert_int_equal(count, 0);
	assert_int_equal(keeper_admin_keys(host, "Nobody", keys, 4, &count), KEEPER_NO);
	store_client_free(mina);
	store_client_free(host);
}

static void an_account_changes_sixty_times_an_hour(void **state)
{
	struct store_client *mina = fixture_caller(*state, "Mina");
	int changes = 0;

	while (changes < 100 && keeper_key_add(mina, "", KEY_X, "") == KEEPER_OK &&
		keeper_key_remove(mina, KEY_X) == KEEPER_OK)
		changes += 2;
	assert_in_range(changes, 58, 62);
	assert_string_equal(keeper_sentence(mina), "Too many changes; try again later.");
	store_client_free(mina);
}

/* ---- Names, and the end of an account ---- */

static void a_renamed_account_logs_in_by_its_new_name(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *mina = fixture_caller(fixture, "Mina");
	struct store_client *otto = fixture_caller(fixture, "Otto");
	struct store_client *host = operator_of(fixture);
	struct keeper_account account;
	struct store_client *line = fixture_line(fixture);

	assert_int_equal(keeper_admin_rename(host, "Mina", "otto", false), KEEPER_NO);
	assert_int_equal(keeper_admin_rename(host, "Mina", "no good", false), KEEPER_NO);
	assert_int_equal(keeper_admin_rename(host, "Mina", "deleted-7", false), KEEPER_NO);
	assert_int_equal(keeper_report_position(mina, WHERE_LOBBY, 0, 0), KEEPER_OK);
	assert_int_equal(keeper_admin_rename(host, "mina", "Ilse", false), KEEPER_OK);
	assert_string_equal(
		last_words(mina), "Your account is called Ilse now. Log in by that name.");
	assert_int_equal(keeper_login_key(line, "ilse",
				 "SHA256:Min0123456789012345678901234567890123456789", &account),
		KEEPER_OK);
	assert_string_equal(account.name, "Ilse");
	assert_int_equal(keeper_report_position(otto, WHERE_LOBBY, 0, 0), KEEPER_OK);
	store_client_free(mina);
	store_client_free(otto);
	store_client_free(line);
	store_client_free(host);
}

/* As a new name would be, unless the operator insists. */
static void a_renamed_account_gets_an_acceptable_name(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *host = operator_of(fixture);

	store_client_free(fixture_caller(fixture, "Mina"));
	store_client_free(fixture_caller(fixture, "Otto"));
	assert_int_equal(keeper_admin_rename(host, "Mina", "Sysop", false), KEEPER_NO);
	assert_string_equal(keeper_sentence(host),
		"\"Sysop\" is a reserved name. Choose another, or give it with --force.");
	assert_int_equal(keeper_admin_rename(host, "Mina", "0tt0", false), KEEPER_NO);
	assert_int_equal(keeper_admin_rename(host, "Mina", "Oto", false), KEEPER_NO);
	assert_string_equal(keeper_sentence(host),
		"\"Oto\" looks like the name Otto. Choose another, or give it with --force.");
	/* Its own earlier name does not count. */
	assert_int_equal(keeper_admin_rename(host, "Mina", "Minna", false), KEEPER_OK);
	assert_int_equal(keeper_admin_rename(host, "Minna", "Oto", true), KEEPER_OK);
	assert_int_equal(keeper_admin_rename(host, "Oto", "Sysop", true), KEEPER_OK);
	/* An account could not log in by these. */
	assert_int_equal(keeper_admin_rename(host, "Sysop", "Guest", true), KEEPER_NO);
	assert_string_equal(
		keeper_sentence(host), "\"Guest\" is a word of the login; choose another.");
	assert_int_equal(keeper_admin_ban(host, "Zelda", "why", 0), KEEPER_OK);
	assert_int_equal(keeper_admin_rename(host, "Sysop", "zelda", true), KEEPER_NO);
	assert_int_equal(keeper_admin_rename(host, "Sysop", "otto", true), KEEPER_NO);
	assert_string_equal(keeper_sentence(host), "Another account has that name.");
	store_client_free(host);
}

static void a_player_deletes_the_own_account(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *mina = fixture_caller(fixture, "Mina");
	struct store_client *other = fixture_caller(fixture, "Mina");
	struct keeper_account account;
	struct keeper_run run;
	char sentence[256];

	assert_int_equal(keeper_run_begin(mina, false, &run), KEEPER_OK);
	/* Without a password the typed name is the proof. */
	assert_int_equal(keeper_account_delete(mina, "Otto"), KEEPER_NO);
	assert_int_equal(keeper_set_password(mina, "", PASSWORD), KEEPER_OK);
	store_client_free(other);
	other = fixture_caller(fixture, "Mina");
	assert_int_equal(keeper_account_delete(mina, "Mina"), KEEPER_NO);
	assert_string_equal(keeper_sentence(mina), "Wrong password.");
	assert_int_equal(keeper_account_delete(mina, PASSWORD), KEEPER_OK);
	assert_string_equal(last_words(other), "This account was deleted.");
	/* Its own session has no account any more. */
	assert_int_equal(keeper_set_options(mina, "colours=16"), KEEPER_NO);
	assert_int_equal(fixture_append(mina, &run, 0, "\1"), KEEPER_NO);
	fixture_kill_keeper(fixture);
	fixture_start(fixture);
	assert_int_equal(keeper_set_options(mina, "colours=16"), KEEPER_GONE);
	assert_int_equal(login(fixture, "Mina", sentence), KEEPER_NO);
	store_client_free(mina);
	mina = fixture_line(fixture);
	assert_int_equal(keeper_register(mina, "Mina", "a new horse", "", &account), KEEPER_OK);
	store_client_free(mina);
	store_client_free(other);
}

static void an_operator_deletes_an_account(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *mina = fixture_caller(fixture, "Mina");
	struct store_client *host = operator_of(fixture);
	char anonymous[STORE_NAME_MAX + 1];

	assert_int_equal(keeper_admin_delete(host, "Nobody", anonymous), KEEPER_NO);
	assert_int_equal(keeper_admin_delete(host, "Mina", anonymous), KEEPER_OK);
	assert_int_equal(strncmp(anonymous, "deleted-", 8), 0);
	assert_string_equal(last_words(mina), "Your account was deleted by the operator.");
	assert_int_equal(keeper_admin_delete(host, anonymous, anonymous), KEEPER_NO);
	assert_int_equal(keeper_admin_rename(host, anonymous, "Mina", false), KEEPER_NO);
	store_client_free(mina);
	store_client_free(host);
}

/* ---- The audit log ---- */

struct heard_entries {
	size_t count;
	struct store_audit each[32];
};

static void keep_entry(void *context, const struct store_audit *entry)
{
	struct heard_entries *heard = context;

	assert_true(heard->count < 32);
	heard->each[heard->count++] = *entry;
}

static void the_audit_log_has_who_did_what(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *mina = fixture_caller(fixture, "Mina");
	struct store_client *host = operator_of(fixture);
	struct heard_entries heard = {0};

	assert_int_equal(keeper_admin_lock(host, "Mina", "why"), KEEPER_OK);
	assert_int_equal(keeper_admin_lock(host, "Mina", NULL), KEEPER_OK);
	assert_int_equal(keeper_admin_ban(host, "Mina", "abuse", 0), KEEPER_OK);
	assert_int_equal(keeper_admin_unban(host, "Mina"), KEEPER_OK);
	assert_int_equal(
		keeper_admin_audit(host, "Mina", 0, INT64_MAX, keep_entry, &heard), KEEPER_OK);
	assert_int_equal(heard.count, 4);
	assert_string_equal(heard.each[0].action, "unban");
	assert_string_equal(heard.each[1].action, "ban");
	assert_string_equal(heard.each[1].detail, "banned: abuse.");
	assert_string_equal(heard.each[2].action, "unlock");
	assert_string_equal(heard.each[3].action, "lock");
	assert_string_equal(heard.each[3].detail, "why");
	assert_string_equal(heard.each[3].actor, "mira");
	assert_string_equal(heard.each[3].origin, "local");
	assert_int_equal(heard.each[3].uid, getuid());
	/* A player may not read it. */
	assert_int_equal(
		keeper_admin_audit(mina, "", 0, INT64_MAX, keep_entry, &heard), KEEPER_GONE);
	store_client_free(mina);
	store_client_free(host);
}

#define TITLE(function) cmocka_unit_test_setup_teardown(function, fixture_set_up, fixture_tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TITLE(a_lock_ends_sessions_and_refuses_logins),
		TITLE(a_locked_account_does_not_come_back_with_a_new_keeper),
		TITLE(a_banned_name_is_refused_until_the_ban_ends),
		TITLE(a_second_ban_keeps_what_it_does_not_give),
		TITLE(words_of_the_login_are_not_banned),
		TITLE(nonsense_is_not_banned),
		TITLE(the_listener_holds_the_networks),
		TITLE(a_ban_or_lock_holds_without_its_operator),
		TITLE(many_bans_go_in_pages),
		TITLE(a_new_password_ends_the_other_sessions),
		TITLE(a_new_key_asks_for_the_password_and_is_shown),
		TITLE(an_account_changes_sixty_times_an_hour),
		TITLE(a_renamed_account_logs_in_by_its_new_name),
		TITLE(a_renamed_account_gets_an_acceptable_name),
		TITLE(a_player_deletes_the_own_account),
		TITLE(an_operator_deletes_an_account),
		TITLE(the_audit_log_has_who_did_what),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
