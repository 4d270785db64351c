/* Facts of an ssh client: its keys, its environment, its window, the end of its input. */
#include "tests/test.h"

#include "tests/door/ssh_line.h"

/* Keys that are only offered have a cap of their own; the next key is not looked at. */
static int client_many_offers(void)
{
	ssh_session session = client_connect("anna");
	for (int i = 0; i < 11; i++) {
		ssh_key key = NULL;
		if (ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &key) != SSH_OK)
			return 1;
		bool accepted = ssh_userauth_try_publickey(session, NULL, key) == SSH_AUTH_SUCCESS;
		if (accepted != (i < 10))
			return 2;
		ssh_key_free(key);
	}
	return client_silent();
}

static void offered_keys_have_a_cap(void **state)
{
	struct server server;
	(void)state;
	client_is_ended(client_many_offers, &server, "too many keys offered");
	assert_int_equal(server.keys_asked, 0);
}

/* After as many offers as there may be, one of the keys may still prove its owner. */
static int client_last_offer(void)
{
	ssh_session session = client_connect("anna");
	ssh_key key = NULL;
	if (ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &key) != SSH_OK)
		return 1;
	for (int i = 0; i < 10; i++)
		if (ssh_userauth_try_publickey(session, NULL, key) != SSH_AUTH_SUCCESS)
			return 2;
	if (ssh_userauth_publickey(session, NULL, key) != SSH_AUTH_SUCCESS)
		return 3;
	ssh_channel channel = client_channel(session);
	return ssh_channel_request_shell(channel) == SSH_OK ? client_finish(channel, "", 0) : 4;
}

static void offers_do_not_use_up_proofs(void **state)
{
	struct server server;
	(void)state;
	pid_t client = client_until_ready(client_last_offer, &server);
	assert_int_equal(server.keys_asked, 1);
	assert_int_equal(transport_facts(server.transport)->admission, ADMIT_ACCOUNT);
	transport_close(server.transport, 0);
	client_succeeded(client);
}

/* A key that the session does not accept leaves no fingerprint; a password may follow. */
static int client_key_then_password(void)
{
	ssh_session session = client_connect("anna");
	ssh_key key = NULL;
	if (ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &key) != SSH_OK)
		return 1;
	if (ssh_userauth_password(session, NULL, "wrong") != SSH_AUTH_DENIED)
		return 2;
	if (ssh_userauth_password(session, NULL, "right") != SSH_AUTH_SUCCESS)
		return 3;
	ssh_channel channel = client_channel(session);
	/* A terminal's name may come as a variable, and a window without a size is none. */
	if (ssh_channel_request_env(channel, "TERM", "screen-256color") != SSH_OK ||
		ssh_channel_request_env(channel, "LANG", "C") != SSH_OK ||
		ssh_channel_request_env(channel, "LC_CTYPE", "sv_SE.UTF-8") != SSH_OK ||
		ssh_channel_request_env(channel, "LANG", "de_DE.UTF-8") != SSH_OK ||
		ssh_channel_request_env(channel, "LC_ALL", "") != SSH_OK ||
		ssh_channel_request_env(channel, "COLORTERM", "yes") != SSH_OK ||
		ssh_channel_request_env(channel, "NO_COLOR", "") != SSH_OK)
		return 6;
	ssh_channel_change_pty_size(channel, 90, 0);
	if (ssh_channel_request_shell(channel) != SSH_OK)
		return 4;
	/* Once the shell is granted the facts stay as they are, but for the window. */
	if (ssh_channel_request_env(channel, "LC_ALL", "C") == SSH_OK ||
		ssh_channel_request_pty_size(channel, "vt52", 10, 10) == SSH_OK ||
		ssh_channel_request_exec(channel, "who") == SSH_OK)
		return 5;
	ssh_channel_write(channel, "q", 1);
	ssh_channel_send_eof(channel);
	/* After the end of its input nothing more is said, not even a status. */
	return client_finish(channel, "hello", -1);
}

static void variables_say_what_the_terminal_is(void **state)
{
	struct server server;
	(void)state;
	pid_t client = client_until_ready(client_key_then_password, &server);
	struct client_facts *facts = transport_facts(server.transport);
	assert_string_equal(facts->fingerprint, "");
	assert_string_equal(facts->term, "screen-256color");
	assert_string_equal(facts->locale, "sv_SE.UTF-8");
	assert_false(facts->truecolour || facts->no_colour || facts->has_size || facts->has_pty);
	assert_int_equal(facts->width, 80);
	assert_int_equal(facts->height, 24);
	transport_write(server.transport, "hello", 5);
	SERVE_UNTIL(&server, server.heard.closed[0]);
	assert_int_equal(server.heard.typed_size, 1);
	assert_string_equal(server.heard.closed, "the client closed its input");
	assert_string_equal(facts->term, "screen-256color");
	transport_close(server.transport, 0);
	client_succeeded(client);
}

/* The first 256 bytes of a terminal's name are read, and controls are no part of the name. */
static int client_of_an_odd_terminal(void)
{
	char name[258];
	memset(name, '\t', 255);
	strcpy(name + 255, "xy");
	ssh_session session = client_guest();
	ssh_channel channel = client_channel(session);
	if (ssh_channel_request_pty_size(channel, name, 90, 30) != SSH_OK ||
		ssh_channel_request_shell(channel) != SSH_OK)
		return 2;
	return client_finish(channel, "", 0);
}

static void the_beginning_of_a_terminals_name_is_read(void **state)
{
	struct server server;
	(void)state;
	pid_t client = client_until_ready(client_of_an_odd_terminal, &server);
	assert_string_equal(transport_facts(server.transport)->term, "x");
	transport_close(server.transport, 0);
	client_succeeded(client);
}

/* A client that closes its channel or its line is gone; that is told once. */
static int client_leaves(void)
{
	ssh_session session = client_guest();
	ssh_channel channel = client_channel(session);
	ssh_channel_request_env(channel, "COLORTERM", "24BIT");
	if (ssh_channel_request_shell(channel) != SSH_OK)
		return 2;
	ssh_channel_close(channel);
	return client_silent();
}

static int client_drops(void)
{
	ssh_session session = client_guest();
	ssh_channel channel = client_channel(session);
	if (ssh_channel_request_shell(channel) != SSH_OK)
		return 2;
	return 0;
}

static void a_client_that_leaves_is_gone(void **state)
{
	int (*const clients[])(void) = {client_leaves, client_drops};
	(void)state;
	for (int i = 0; i < 2; i++) {
		struct server server;
		pid_t client = client_until_ready(clients[i], &server);
		assert_int_equal(server.heard.readies, 1);
		assert_int_equal(transport_facts(server.transport)->truecolour, i == 0);
		SERVE_UNTIL(&server, server.heard.closed[0]);
		assert_string_not_equal(server.heard.closed, "");
		assert_int_equal(server.heard.typed_size, 0);
		assert_false(transport_wait(server.transport, NULL, 0, 0));
		transport_close(server.transport, 0);
		client_succeeded(client);
	}
}

/* ---- Names ---- */

/* In UTF-8, with a soft hyphen, in CP437, and with a control character: each would be "anna" or
 * "guest" without the characters that no name has. */
static const char *const foreign[] = {
	"J\xc3\xbcrgen", "an\xc2\xadna", "anna\x81", "an\tna", "guest\x81"};
static size_t foreign_nth;

static int client_foreign(void)
{
	ssh_session session = client_connect(foreign[foreign_nth]);
	if (ssh_userauth_none(session, NULL) == SSH_AUTH_SUCCESS)
		return 1;
	if (ssh_userauth_kbdint(session, NULL, NULL) != SSH_AUTH_INFO)
		return 2;
	if (!strstr(ssh_userauth_kbdint_getinstruction(session),
		    "A name is made of letters, digits and single hyphens. Log in as new"))
		return 3;
	if (ssh_userauth_password(session, NULL, "right") == SSH_AUTH_SUCCESS)
		return 4;
	ssh_disconnect(session);
	return 0;
}

/* A name with other characters is refused with a sentence, and becomes nobody else's. */
static void foreign_names_are_refused(void **state)
{
	(void)state;
	for (foreign_nth = 0; foreign_nth < sizeof foreign / sizeof *foreign; foreign_nth++) {
		struct server server;
		int descriptor;
		pid_t client = client_start(client_foreign, &descriptor);
		server_open(&server, descriptor);
		SERVE_UNTIL(&server, server.heard.closed[0]);
		assert_int_equal(server.heard.readies, 0);
		assert_non_null(strchr(transport_facts(server.transport)->user, '?'));
		transport_close(server.transport, 0);
		client_succeeded(client);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(offered_keys_have_a_cap),
		cmocka_unit_test(offers_do_not_use_up_proofs),
		cmocka_unit_test(variables_say_what_the_terminal_is),
		cmocka_unit_test(the_beginning_of_a_terminals_name_is_read),
		cmocka_unit_test(a_client_that_leaves_is_gone),
		cmocka_unit_test(foreign_names_are_refused),
	};
	return cmocka_run_group_tests(tests, prepare, clean);
}
