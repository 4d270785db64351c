/* ssh over a socketpair against libssh's own client: who is admitted, what is granted, what is
 * refused. */
#include "tests/test.h"

#include "tests/door/ssh_line.h"

#include <sys/resource.h>

/* ---- Tests ---- */

static int client_board(void)
{
	ssh_session session = client_connect("board");
	if (ssh_userauth_none(session, NULL) != SSH_AUTH_SUCCESS)
		return 1;
	ssh_channel channel = client_channel(session);
	if (ssh_channel_request_exec(channel, "scores --json") != SSH_OK)
		return 2;
	ssh_channel_send_eof(channel);
	return client_finish(channel, "[]\n", 7);
}

static void an_exec_of_board_needs_no_proof_and_gets_its_exit_status(void **state)
{
	struct server server;
	(void)state;
	pid_t client = client_until_ready(client_board, &server);
	assert_int_equal(server.heard.readies, 1);
	struct client_facts *facts = transport_facts(server.transport);
	assert_int_equal(facts->admission, ADMIT_BOARD);
	assert_string_equal(facts->command, "scores --json");
	assert_string_equal(facts->user, "board");
	assert_string_equal(facts->peer, "192.0.2.7");
	assert_false(facts->has_pty);
	/* The client's end of input is no end of an exec. */
	transport_wait(server.transport, NULL, 0, 50);
	assert_string_equal(server.heard.closed, "");
	transport_write(server.transport, "[]\n", 3);
	transport_close(server.transport, 7);
	client_succeeded(client);
	assert_int_equal(server.keys_asked + server.passwords_asked, 0);
}

static int client_player(void)
{
	ssh_session session = client_connect("anna");
	ssh_key key = NULL;
	if (ssh_userauth_none(session, NULL) != SSH_AUTH_DENIED)
		return 1;
	if (ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &key) != SSH_OK ||
		ssh_userauth_try_publickey(session, NULL, key) != SSH_AUTH_SUCCESS ||
		ssh_userauth_publickey(session, NULL, key) != SSH_AUTH_SUCCESS)
		return 2;
	ssh_channel channel = client_channel(session);
	ssh_channel_request_env(channel, "LANG", "de_DE.UTF-8");
	ssh_channel_request_env(channel, "LC_ALL", "C");
	ssh_channel_request_env(channel, "LANG", "ignored");
	ssh_channel_request_env(channel, "COLORTERM", "truecolor");
	ssh_channel_request_env(channel, "NO_COLOR", "1");
	if (ssh_channel_request_env(channel, "LC_TIME", "sv_SE") != SSH_OK ||
		ssh_channel_request_env(channel, "LD_PRELOAD", "evil.so") == SSH_OK)
		return 3;
	if (ssh_channel_request_pty_size(channel, "xterm\033[2J", 100, 30) != SSH_OK ||
		ssh_channel_request_shell(channel) != SSH_OK)
		return 4;
	if (ssh_channel_request_shell(channel) == SSH_OK)
		return 5;
	ssh_channel_write(channel, "hjkl", 4);
	ssh_channel_change_pty_size(channel, 120, 40);
	return client_finish(channel, "welcome", 0);
}

static void a_proven_key_gets_a_shell_with_its_facts(void **state)
{
	struct server server;
	(void)state;
	pid_t client = client_until_ready(client_player, &server);
	assert_int_equal(server.heard.readies, 1);
	struct client_facts *facts = transport_facts(server.transport);
	assert_int_equal(facts->admission, ADMIT_ACCOUNT);
	/* The probe was only a question. */
	assert_int_equal(server.keys_asked, 1);
	assert_int_equal(strncmp(facts->fingerprint, "SHA256:", 7), 0);
	assert_null(strchr(facts->term, '\033'));
	assert_int_equal(strncmp(facts->term, "xterm", 5), 0);
	assert_string_equal(facts->locale, "C");
	assert_true(facts->truecolour && facts->no_colour && facts->has_pty && facts->has_size);
	SERVE_UNTIL(&server, server.heard.typed_size == 4 && server.heard.facts_shown);
	assert_memory_equal(server.heard.typed, "hjkl", 4);
	assert_int_equal(facts->width, 120);
	assert_int_equal(facts->height, 40);
	transport_write(server.transport, "welcome", 7);
	assert_false(transport_clogged(server.transport));
	transport_close(server.transport, 0);
	client_succeeded(client);
}

static int client_free_name(void)
{
	ssh_session session = client_connect("free");
	ssh_key key = NULL;
	if (ssh_pki_generate(SSH_KEYTYPE_ECDSA_P256, 0, &key) != SSH_OK ||
		ssh_userauth_publickey(session, NULL, key) != SSH_AUTH_SUCCESS)
		return 1;
	ssh_channel channel = client_channel(session);
	return ssh_channel_request_shell(channel) == SSH_OK ? client_finish(channel, "", 0) : 2;
}

static void a_proven_key_may_stand_for_a_free_name(void **state)
{
	struct server server;
	(void)state;
	pid_t client = client_until_ready(client_free_name, &server);
	assert_int_equal(transport_facts(server.transport)->admission, ADMIT_FREE_NAME);
	transport_close(server.transport, 0);
	client_succeeded(client);
}

static int client_passwords(void)
{
	ssh_session session = client_connect("anna");
	if (ssh_userauth_password(session, NULL, "wrong") != SSH_AUTH_DENIED)
		return 1;
	if (ssh_userauth_kbdint(session, NULL, NULL) != SSH_AUTH_INFO ||
		ssh_userauth_kbdint_getnprompts(session) != 1)
		return 2;
	/* A caller who has no name yet reads how to get one. */
	if (!strstr(ssh_userauth_kbdint_getinstruction(session), "Log in as new"))
		return 5;
	ssh_userauth_kbdint_setanswer(session, 0, "right");
	if (ssh_userauth_kbdint(session, NULL, NULL) != SSH_AUTH_SUCCESS)
		return 3;
	ssh_channel channel = client_channel(session);
	return ssh_channel_request_shell(channel) == SSH_OK ? client_finish(channel, "", 0) : 4;
}

static void a_password_is_taken_plain_and_through_keyboard_interactive(void **state)
{
	struct server server;
	(void)state;
	pid_t client = client_until_ready(client_passwords, &server);
	assert_int_equal(server.heard.readies, 1);
	assert_int_equal(server.passwords_asked, 2);
	assert_int_equal(transport_facts(server.transport)->admission, ADMIT_ACCOUNT);
	transport_close(server.transport, 0);
	client_succeeded(client);
}

static int client_guesser(void)
{
	ssh_session session = client_connect("anna");
	for (int i = 0; i < 3; i++)
		if (ssh_userauth_password(session, NULL, "wrong") == SSH_AUTH_SUCCESS)
			return 1;
	return client_silent();
}

static void the_third_wrong_password_ends_the_line(void **state)
{
	struct server server;
	(void)state;
	client_is_ended(client_guesser, &server, "too many wrong passwords");
	assert_int_equal(server.heard.readies, 0);
	assert_int_equal(server.passwords_asked, 3);
}

static int client_many_keys(void)
{
	ssh_session session = client_connect("bob");
	for (int i = 0; i < 11; i++) {
		ssh_key key = NULL;
		if (ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &key) != SSH_OK)
			return 1;
		if (ssh_userauth_publickey(session, NULL, key) != SSH_AUTH_DENIED)
			return 2;
		ssh_key_free(key);
	}
	return client_silent();
}

/* The server counts requests of every method. The request above the limit is refused, although its
 * password is right. */
static int client_many_requests(void)
{
	ssh_session session = client_connect("anna");
	if (ssh_userauth_none(session, NULL) != SSH_AUTH_DENIED ||
		ssh_userauth_none(session, NULL) != SSH_AUTH_DENIED ||
		ssh_userauth_password(session, NULL, "wrong") != SSH_AUTH_DENIED)
		return 1;
	return ssh_userauth_password(session, NULL, "right") == SSH_AUTH_SUCCESS ? 2 : 0;
}

static void login_requests_have_a_cap(void **state)
{
	struct server server;
	(void)state;
	int usual = quick.limits_auth_requests;
	quick.limits_auth_requests = 3;
	client_is_ended(client_many_requests, &server, "too many login requests");
	quick.limits_auth_requests = usual;
	assert_int_equal(server.heard.readies, 0);
	assert_int_equal(server.passwords_asked, 1);
}

static int client_rehearsal(void)
{
	ssh_rehearse(client_descriptor);
}

/* A wrong password is refused, then a key opens a shell. */
static void the_client_of_rehearsals_logs_in(void **state)
{
	struct server server;
	int descriptor, status;
	(void)state;
	pid_t client = client_start(client_rehearsal, &descriptor);
	server_open(&server, descriptor);
	SERVE_UNTIL(&server, server.heard.readies || server.heard.closed[0]);
	assert_int_equal(server.heard.readies, 1);
	assert_int_equal(server.passwords_asked, 1);
	assert_int_equal(server.keys_asked, 1);
	assert_true(transport_facts(server.transport)->has_pty);
	assert_int_equal(transport_facts(server.transport)->width, 80);
	assert_string_equal(transport_facts(server.transport)->term, "xterm");
	/* A session that ends before its first screen fails the rehearsal. */
	transport_close(server.transport, 0);
	assert_int_equal(waitpid(client, &status, 0), client);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 1);
}

static void key_offers_have_a_cap(void **state)
{
	struct server server;
	(void)state;
	client_is_ended(client_many_keys, &server, "too many keys offered");
	assert_int_equal(server.keys_asked, 10);
}

static int client_pusher(void)
{
	ssh_session session = client_guest();
	ssh_channel forward = ssh_channel_new(session);
	if (ssh_channel_open_forward(forward, "127.0.0.1", 22, "127.0.0.1", 1) == SSH_OK)
		return 2;
	if (ssh_channel_listen_forward(session, NULL, 0, NULL) == SSH_OK)
		return 3;
	ssh_channel channel = client_channel(session), second = ssh_channel_new(session);
	if (ssh_channel_open_session(second) == SSH_OK)
		return 4;
	if (ssh_channel_request_subsystem(channel, "sftp") == SSH_OK ||
		ssh_channel_request_x11(channel, 0, NULL, NULL, 0) == SSH_OK)
		return 5;
	return ssh_channel_request_shell(channel) == SSH_OK
		       ? client_finish(channel, "still here", 0)
		       : 6;
}

static void nothing_but_one_session_channel_is_opened(void **state)
{
	struct server server;
	(void)state;
	pid_t client = client_until_ready(client_pusher, &server);
	assert_int_equal(server.heard.readies, 1);
	assert_int_equal(transport_facts(server.transport)->admission, ADMIT_GUEST);
	transport_write(server.transport, "still here", 10);
	transport_close(server.transport, 0);
	client_succeeded(client);
}

static void a_client_that_says_nothing_is_let_go_in_time(void **state)
{
	struct server server;
	int descriptor;
	(void)state;
	pid_t client = client_start(client_silent, &descriptor);
	quick.limits_login_seconds = 1;
	server_open(&server, descriptor);
	quick.limits_login_seconds = 120;
	long long from_ms = transport_now_ms();
	SERVE_UNTIL(&server, server.heard.closed[0]);
	assert_string_equal(server.heard.closed, "the time for the login is over");
	assert_in_range(transport_now_ms() - from_ms, 900, 2000);
	transport_close(server.transport, 0);
	client_succeeded(client);
}

/* Takes the shell and reads nothing for a while, then everything. */
static int client_sluggish(void)
{
	ssh_session session = client_guest();
	ssh_channel channel = client_channel(session);
	if (ssh_channel_request_shell(channel) != SSH_OK)
		return 2;
	usleep(400 * 1000);
	static char bytes[65536];
	long total = 0;
	int got;
	while ((got = ssh_channel_read(channel, bytes, sizeof bytes, 0)) > 0)
		total += got;
	return total >= 100000 && total < 8 * 1024 * 1024 ? 0 : 3;
}

static void a_client_that_does_not_read_clogs_and_grows_nothing(void **state)
{
	struct server server;
	int frames = 0, clogged = 0;
	static char frame[5000];
	(void)state;
	pid_t client = client_until_ready(client_sluggish, &server);
	memset(frame, '.', sizeof frame);
	/* As a session does: a frame whenever nothing is clogged, for a second. */
	for (long long until_ms = transport_now_ms() + 1000;
		transport_now_ms() < until_ms && frames < 1000;) {
		if (transport_clogged(server.transport)) {
			clogged++;
		} else {
			frames++;
			transport_write(server.transport, frame, sizeof frame);
		}
		transport_wait(server.transport, NULL, 0, 20);
	}
	assert_true(frames >= 20);
	assert_true(clogged > 0);
	transport_close(server.transport, 0);
	client_succeeded(client);
}

#define LATE_TEXT (1024 * 1024) /* more than socket and window hold */

/* Reads all of the text, part of which waits at the server when that closes. */
static int client_late(void)
{
	ssh_session session = client_guest();
	ssh_channel channel = client_channel(session);
	if (ssh_channel_request_shell(channel) != SSH_OK)
		return 2;
	static char bytes[65536];
	long total = 0;
	int got;
	while ((got = ssh_channel_read(channel, bytes, sizeof bytes, 0)) > 0)
		total += got;
	return total == LATE_TEXT ? 0 : 3;
}

static void the_end_comes_after_all_of_the_text(void **state)
{
	struct server server;
	static char text[LATE_TEXT];
	(void)state;
	pid_t client = client_until_ready(client_late, &server);
	memset(text, '.', sizeof text);
	transport_write(server.transport, text, sizeof text);
	assert_true(transport_clogged(server.transport));
	transport_close(server.transport, 0);
	client_succeeded(client);
}

/* Asks for channel after channel, none of which it may have, and takes no answer. */
static int client_asker(void)
{
	static char bytes[65536];
	const struct timeval patience = {.tv_usec = 500 * 1000};
	int pair[2], line = dup(client_descriptor);
	ssh_session session = client_connect("board");
	if (ssh_userauth_none(session, NULL) != SSH_AUTH_SUCCESS)
		return 1;
	client_channel(session);
	/* libssh's end is exchanged, so that what it sends goes on and what comes does not. */
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0 || dup2(pair[0], client_descriptor) < 0)
		return 2;
	setsockopt(line, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
	ssh_set_blocking(session, 0);
	for (size_t total = 0; total < 1024 * 1024;) {
		ssh_channel_open_session(ssh_channel_new(session));
		ssize_t size = recv(pair[1], bytes, sizeof bytes, MSG_DONTWAIT);
		if (size > 0 && send(line, bytes, (size_t)size, MSG_NOSIGNAL) != size)
			return 0;
		total += size > 0 ? (size_t)size : 0;
	}
	return 3;
}

static void a_client_that_asks_and_does_not_read_is_not_listened_to(void **state)
{
	struct server server;
	int descriptor;
	(void)state;
	pid_t client = client_start(client_asker, &descriptor);
	server_open(&server, descriptor);
	SERVE_UNTIL(&server, server.heard.closed[0]);
	client_succeeded(client);
	transport_close(server.transport, 0);
}

static unsigned rudeness;

static int client_rude(void)
{
	static const char hello[] = "SSH-2.0-rude\r\n";
	unsigned seed = rudeness;
	char garbage[4096];
	for (size_t i = 0; i < sizeof garbage; i++)
		garbage[i] = (char)((seed = seed * 1103515245 + 12345) >> 16);
	if (write(client_descriptor, hello, sizeof hello - 1) < 0 ||
		write(client_descriptor, garbage, sizeof garbage) < 0)
		return 0;
	return client_silent();
}

static void garbage_ends_the_line(void **state)
{
	(void)state;
	for (rudeness = 1; rudeness <= 8; rudeness++) {
		struct server server;
		int descriptor;
		pid_t client = client_start(client_rude, &descriptor);
		server_open(&server, descriptor);
		SERVE_UNTIL(&server, server.heard.closed[0]);
		assert_string_not_equal(server.heard.closed, "");
		transport_close(server.transport, 0);
		client_succeeded(client);
	}
}

static void a_missing_key_is_made_for_us_alone_and_a_broken_one_is_a_sentence(void **state)
{
	char sentence[512] = "", path[80];
	(void)state;
	snprintf(path, sizeof path, "%s/broken", directory);
	FILE *file = fopen(path, "w");
	fputs("no key\n", file);
	fclose(file);
	assert_false(ssh_prepare(path, sentence, sizeof sentence));
	assert_non_null(strstr(sentence, path));
	unlink(path);
	assert_true(ssh_prepare(key_path, sentence, sizeof sentence));
	char fingerprint[128];
	assert_true(ssh_host_key_fingerprint(key_path, fingerprint, sizeof fingerprint));
	assert_int_equal(strncmp(fingerprint, "SHA256:", 7), 0);
}

/* A limit of the size of files fails the write as a full disk does. */
static void a_key_that_cannot_be_written_leaves_no_file(void **state)
{
	char sentence[512] = "", path[80], fresh[90];
	struct rlimit before;
	(void)state;
	snprintf(path, sizeof path, "%s/full", directory);
	snprintf(fresh, sizeof fresh, "%s.new", path);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &(struct rlimit){.rlim_cur = 0, .rlim_max = before.rlim_max});
	int file = ssh_key_open(path, sentence, sizeof sentence);
	setrlimit(RLIMIT_FSIZE, &before);
	signal(SIGXFSZ, SIG_DFL);
	assert_int_equal(file, -1);
	assert_non_null(strstr(sentence, "free disk space"));
	assert_int_equal(access(path, F_OK), -1);
	assert_int_equal(access(fresh, F_OK), -1);
	file = ssh_key_open(path, sentence, sizeof sentence);
	assert_true(file >= 0);
	close(file);
	unlink(path);
}

/* A path that leads back to itself can neither be read nor be made. */
static void a_key_that_cannot_be_read_is_named(void **state)
{
	char sentence[512] = "", path[80];
	(void)state;
	snprintf(path, sizeof path, "%s/circle", directory);
	assert_int_equal(symlink("circle", path), 0);
	assert_int_equal(ssh_key_open(path, sentence, sizeof sentence), -1);
	assert_non_null(strstr(sentence, path));
	assert_non_null(strstr(sentence, "make this user its owner"));
	unlink(path);
}

static int client_compressing(void)
{
	bool process_config = false;
	ssh_session session = ssh_new();
	ssh_options_set(session, SSH_OPTIONS_PROCESS_CONFIG, &process_config);
	ssh_options_set(session, SSH_OPTIONS_HOST, "test");
	ssh_options_set(session, SSH_OPTIONS_USER, "board");
	ssh_options_set(session, SSH_OPTIONS_FD, &client_descriptor);
	if (ssh_options_set(session, SSH_OPTIONS_COMPRESSION, "zlib@openssh.com,zlib") != SSH_OK)
		return 1;
	return ssh_connect(session) == SSH_OK ? 2 : 0;
}

/* Compressed text tells a listener how long passwords are, and costs memory: it is not offered. */
static void a_client_that_only_compresses_is_turned_away(void **state)
{
	struct server server;
	int descriptor;
	(void)state;
	pid_t client = client_start(client_compressing, &descriptor);
	server_open(&server, descriptor);
	SERVE_UNTIL(&server, server.heard.closed[0]);
	assert_string_not_equal(server.heard.closed, "");
	transport_close(server.transport, 0);
	client_succeeded(client);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_exec_of_board_needs_no_proof_and_gets_its_exit_status),
		cmocka_unit_test(a_proven_key_gets_a_shell_with_its_facts),
		cmocka_unit_test(a_proven_key_may_stand_for_a_free_name),
		cmocka_unit_test(a_password_is_taken_plain_and_through_keyboard_interactive),
		cmocka_unit_test(the_third_wrong_password_ends_the_line),
		cmocka_unit_test(login_requests_have_a_cap),
		cmocka_unit_test(the_client_of_rehearsals_logs_in),
		cmocka_unit_test(key_offers_have_a_cap),
		cmocka_unit_test(nothing_but_one_session_channel_is_opened),
		cmocka_unit_test(a_client_that_says_nothing_is_let_go_in_time),
		cmocka_unit_test(a_client_that_does_not_read_clogs_and_grows_nothing),
		cmocka_unit_test(the_end_comes_after_all_of_the_text),
		cmocka_unit_test(a_client_that_asks_and_does_not_read_is_not_listened_to),
		cmocka_unit_test(garbage_ends_the_line),
		cmocka_unit_test(a_client_that_only_compresses_is_turned_away),
		cmocka_unit_test(a_missing_key_is_made_for_us_alone_and_a_broken_one_is_a_sentence),
		cmocka_unit_test(a_key_that_cannot_be_read_is_named),
		cmocka_unit_test(a_key_that_cannot_be_written_leaves_no_file),
	};
	return cmocka_run_group_tests(tests, prepare, clean);
}
