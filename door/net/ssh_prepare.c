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

/* ---- The rehearsal ---- */

_Noreturn static void rehearsal_client(int descriptor)
{
	bool process_config = false;
	ssh_key key = NULL;
	ssh_session session = ssh_new();
	alarm(REHEARSAL_SECONDS);
	if (!session ||
		ssh_options_set(session, SSH_OPTIONS_PROCESS_CONFIG, &process_config) != 0 ||
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

bool ssh_prepare(const char *host_key_path, char *sentence, size_t size)
{
	ssh_set_log_level(SSH_LOG_NOLOG);
	if (!ssh_server_begin(host_key_path, sentence, size))
		return false;
	if (!rehearse()) {
		snprintf(sentence, size,
			"cannot use host key %s: a test session with it failed; move it away, and "
			"serve makes a new one",
			host_key_path);
		return false;
	}
	return true;
}
