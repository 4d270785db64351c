/*
 * Prepares the server's half of ssh before the first session, and runs one rehearsal.
 *
 * The rehearsal is a whole session with a temporary client. It fills the caches of libssh and
 * libcrypto on pages that all later sessions share. It takes some milliseconds, once, and halves
 * the memory and time of each session.
 */
#include "door/net/ssh_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define REHEARSAL_SECONDS 60 /* it takes milliseconds, but the host may be busy */

/* Otherwise libssh asks for the home directory of a user who may have no passwd entry, by calls
 * that the filter forbids. */
#define NO_HOME "/nonexistent"

/* ---- A client for rehearsals of whole sessions ---- */

#define SETTLED_MS 15 /* without a byte: the screen is drawn */
#define SCREEN_MS 1500
#define ABORT_SECONDS 8
#define REKEY_BYTES 1024 /* after which the client exchanges keys again */

/* Reads until nothing comes any more. False if the session has hung up. */
static bool client_settle(ssh_channel channel)
{
	char bytes[4096];
	int patience_ms = SCREEN_MS, got;
	while ((got = ssh_channel_read_timeout(channel, bytes, sizeof bytes, 0, patience_ms)) > 0)
		patience_ms = SETTLED_MS;
	return got == 0 && !ssh_channel_is_eof(channel);
}

static bool client_login(ssh_session session, int descriptor)
{
	bool process_config = false;
	uint64_t rekey = REKEY_BYTES;
	ssh_key key = NULL;
	return session &&
	       ssh_options_set(session, SSH_OPTIONS_PROCESS_CONFIG, &process_config) == 0 &&
	       ssh_options_set(session, SSH_OPTIONS_SSH_DIR, NO_HOME) == 0 &&
	       ssh_options_set(session, SSH_OPTIONS_HOST, "trapdoor") == 0 &&
	       ssh_options_set(session, SSH_OPTIONS_USER, "rehearsal") == 0 &&
	       ssh_options_set(session, SSH_OPTIONS_REKEY_DATA, &rekey) == 0 &&
	       ssh_options_set(session, SSH_OPTIONS_FD, &descriptor) == 0 &&
	       ssh_connect(session) == SSH_OK &&
	       ssh_userauth_password(session, NULL, "a wrong horse") == SSH_AUTH_DENIED &&
	       ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &key) == SSH_OK &&
	       ssh_userauth_publickey(session, NULL, key) == SSH_AUTH_SUCCESS;
}

_Noreturn void ssh_rehearse(int descriptor)
{
	ssh_session session = ssh_new();
	alarm(ABORT_SECONDS);
	if (!client_login(session, descriptor))
		_exit(1);
	ssh_channel channel = ssh_channel_new(session);
	if (!channel || ssh_channel_open_session(channel) != SSH_OK ||
		ssh_channel_request_pty_size(channel, "xterm", 80, 24) != SSH_OK ||
		ssh_channel_request_shell(channel) != SSH_OK || !client_settle(channel) ||
		ssh_channel_change_pty_size(channel, 132, 50) != SSH_OK || !client_settle(channel))
		_exit(1);
	/* ^R has the screen sent again, which soon is more than REKEY_BYTES. */
	for (int i = 0; i < 3; i++)
		if (ssh_channel_write(channel, "\x12", 1) != 1 || !client_settle(channel))
			_exit(1);
	_exit(0);
}

/* ---- The rehearsal ---- */

_Noreturn static void rehearsal_client(int descriptor)
{
	bool process_config = false;
	ssh_key key = NULL;
	ssh_session session = ssh_new();
	alarm(REHEARSAL_SECONDS);
	if (!session ||
		ssh_options_set(session, SSH_OPTIONS_PROCESS_CONFIG, &process_config) != 0 ||
		ssh_options_set(session, SSH_OPTIONS_SSH_DIR, NO_HOME) != 0 ||
		ssh_options_set(session, SSH_OPTIONS_HOST, "trapdoor") != 0 ||
		ssh_options_set(session, SSH_OPTIONS_USER, "rehearsal") != 0 ||
		ssh_options_set(session, SSH_OPTIONS_FD, &descriptor) != 0 ||
		ssh_connect(session) != SSH_OK ||
		ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &key) != SSH_OK ||
		ssh_userauth_publickey(session, NULL, key) != SSH_AUTH_SUCCESS)
		_exit(1);
	ssh_channel channel = ssh_channel_new(session);
	char bytes[64];
	if (!channel || ssh_channel_open_session(channel) != SSH_OK ||
		ssh_channel_request_pty_size(channel, "xterm", 80, 24) != SSH_OK ||
		ssh_channel_request_shell(channel) != SSH_OK ||
		ssh_channel_write(channel, "x", 1) != 1)
		_exit(1);
	while (ssh_channel_read(channel, bytes, sizeof bytes, 0) > 0)
		;
	_exit(0);
}

struct rehearsal {
	struct transport *transport;
	bool heard;
};

static void rehearsal_ready(void *context)
{
	(void)context;
}

static void rehearsal_bytes(void *context, const uint8_t *bytes, size_t size)
{
	struct rehearsal *rehearsal = context;
	rehearsal->heard = true;
	transport_write(rehearsal->transport, bytes, size);
}

static void rehearsal_closed(void *context, const char *reason)
{
	(void)context, (void)reason;
}

static bool rehearsal_key(void *context, const char *user, const char *fingerprint)
{
	(void)context, (void)user, (void)fingerprint;
	return true;
}

static bool rehearse(void)
{
	int pair[2];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
		return false;
	pid_t client = fork();
	if (client == 0) {
		close(pair[1]);
		rehearsal_client(pair[0]);
	}
	close(pair[0]);
	fcntl(pair[1], F_SETFL, O_NONBLOCK);
	struct rehearsal rehearsal = {0};
	struct transport_handlers handlers = {
		.context = &rehearsal,
		.ready = rehearsal_ready,
		.bytes = rehearsal_bytes,
		.facts = rehearsal_ready,
		.closed = rehearsal_closed,
		.key = rehearsal_key,
	};
	rehearsal.transport = transport_ssh.open(pair[1], "rehearsal", &handlers);
	long long until_ms = transport_now_ms() + 1000 * REHEARSAL_SECONDS;
	while (client > 0 && !rehearsal.heard && transport_now_ms() < until_ms)
		if (!transport_wait(rehearsal.transport, NULL, 0, 100))
			break;
	transport_close(rehearsal.transport, 0);
	return client > 0 && waitpid(client, NULL, 0) == client && rehearsal.heard;
}

bool ssh_prepare_key(int host_key, const char *path, char *sentence, size_t size)
{
	ssh_set_log_level(SSH_LOG_NOLOG);
	if (!ssh_server_begin(host_key, path, sentence, size))
		return false;
	if (!rehearse()) {
		snprintf(sentence, size,
			"cannot serve ssh with host key %s: a test session failed; check the "
			"installation of libssh, or turn ssh off with --ssh \"\"",
			path);
		return false;
	}
	return true;
}

bool ssh_prepare(const char *path, char *sentence, size_t size)
{
	int host_key = ssh_key_open(path, sentence, size);
	bool prepared = host_key >= 0 && ssh_prepare_key(host_key, path, sentence, size);
	if (host_key >= 0)
		close(host_key);
	return prepared;
}
