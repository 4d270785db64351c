/* Both sides of ssh over a socketpair: the real transport as the server, and libssh's client in a
 * process of its own. */
#ifndef TRAPDOOR_TESTS_SSH_LINE_H
#define TRAPDOOR_TESTS_SSH_LINE_H

#include "tests/test.h"

#include "door/net/ssh_private.h"
#include "tests/door/heard.h"

#include <libssh/libssh.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static char directory[] = "/tmp/trapdoor-ssh-test-XXXXXX", key_path[64];

/* ---- The server's side ---- */

struct server {
	struct heard heard; /* the first, so that one context serves all handlers */
	struct transport *transport;
	int passwords_asked, keys_asked;
};

static inline bool on_password(void *context, const char *user, const char *password)
{
	((struct server *)context)->passwords_asked++;
	return strcmp(user, "anna") == 0 && strcmp(password, "right") == 0;
}

static inline bool on_key(void *context, const char *user, const char *fingerprint)
{
	struct server *server = context;
	server->keys_asked++;
	assert_int_equal(strncmp(fingerprint, "SHA256:", 7), 0);
	if (strcmp(user, "free") == 0)
		transport_facts(server->transport)->admission = ADMIT_FREE_NAME;
	return strcmp(user, "anna") == 0 || strcmp(user, "free") == 0 ||
	       strcmp(user, "rehearsal") == 0;
}

static struct config quick;

static inline void server_open(struct server *server, int descriptor)
{
	struct transport_handlers handlers = heard_handlers(&server->heard);
	handlers.config = &quick;
	handlers.password = on_password;
	handlers.key = on_key;
	memset(server, 0, sizeof *server);
	fcntl(descriptor, F_SETFL, O_NONBLOCK);
	server->transport = transport_ssh.open(descriptor, "192.0.2.7", &handlers);
}

/* Waits until the condition holds, at most three seconds. */
#define SERVE_UNTIL(server, condition)                                                             \
	for (long long until_ = transport_now_ms() + 3000;                                         \
		!(condition) && transport_now_ms() < until_;)                                      \
		if (!transport_wait((server)->transport, NULL, 0, 50) && !(condition))             \
	break

/* ---- The client's side: a function in a process of its own, which exits with 0 when all went as
 * it expects ---- */

static int client_descriptor;

static inline ssh_session client_connect(const char *user)
{
	bool process_config = false;
	ssh_session session = ssh_new();
	ssh_options_set(session, SSH_OPTIONS_PROCESS_CONFIG, &process_config);
	ssh_options_set(session, SSH_OPTIONS_HOST, "test");
	ssh_options_set(session, SSH_OPTIONS_USER, user);
	ssh_options_set(session, SSH_OPTIONS_FD, &client_descriptor);
	if (ssh_connect(session) != SSH_OK)
		_exit(90);
	return session;
}

static inline ssh_session client_guest(void)
{
	ssh_session session = client_connect("guest");
	if (ssh_userauth_none(session, NULL) != SSH_AUTH_SUCCESS)
		_exit(94);
	return session;
}

static inline ssh_channel client_channel(ssh_session session)
{
	ssh_channel channel = ssh_channel_new(session);
	if (ssh_channel_open_session(channel) != SSH_OK)
		_exit(91);
	return channel;
}

/* Waits for the end of the line.  (libssh's client would poll nothing for ever.) */
static inline int client_silent(void)
{
	char bytes[512];
	while (read(client_descriptor, bytes, sizeof bytes) > 0)
		;
	return 0;
}

/* Reads until the peer's end; checks the text and the exit status. */
static inline int client_finish(ssh_channel channel, const char *text, int status)
{
	char read[256] = "";
	int size = 0, got;
	while ((got = ssh_channel_read(
			channel, read + size, (uint32_t)(sizeof read - 1 - (size_t)size), 0)) > 0)
		size += got;
	read[size] = '\0';
	if (strcmp(read, text) != 0)
		return 92;
	return ssh_channel_get_exit_status(channel) == status ? 0 : 93;
}

static inline pid_t client_start(int (*client)(void), int *server_descriptor)
{
	int pair[2];
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
	pid_t pid = fork();
	if (pid == 0) {
		close(pair[0]);
		alarm(10);
		client_descriptor = pair[1];
		_exit(client());
	}
	close(pair[1]);
	*server_descriptor = pair[0];
	return pid;
}

/* Runs a client against a server until its login is done, or three seconds. */
static inline pid_t client_until_ready(int (*client)(void), struct server *server)
{
	int descriptor;
	pid_t process = client_start(client, &descriptor);
	server_open(server, descriptor);
	SERVE_UNTIL(server, server->heard.readies);
	return process;
}

static inline void client_succeeded(pid_t pid)
{
	int status;
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

/* Before there is a host key, a line is closed, and nothing is said on it. */
static inline void without_a_host_key_no_line_is_accepted(void)
{
	ssh_session session = ssh_new();
	int pair[2];
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
	assert_false(ssh_server_accept(session, pair[0]));
	ssh_free(session);
	close(pair[0]);
	close(pair[1]);
}

static inline int prepare(void **state)
{
	char sentence[512];
	(void)state;
	signal(SIGPIPE, SIG_IGN);
	config_defaults(&quick);
	if (!mkdtemp(directory))
		return -1;
	without_a_host_key_no_line_is_accepted();
	snprintf(key_path, sizeof key_path, "%s/host_key", directory);
	return ssh_prepare(key_path, sentence, sizeof sentence) ? 0 : -1;
}

static inline int clean(void **state)
{
	(void)state;
	unlink(key_path);
	return rmdir(directory);
}

/* Runs a client. The server must end the connection for this reason. *server then holds the
 * requests that it counted. */
static inline void client_is_ended(int (*client)(void), struct server *server, const char *reason)
{
	int descriptor;
	pid_t process = client_start(client, &descriptor);
	server_open(server, descriptor);
	SERVE_UNTIL(server, server->heard.closed[0]);
	assert_string_equal(server->heard.closed, reason);
	transport_close(server->transport, 0);
	client_succeeded(process);
}

#endif
