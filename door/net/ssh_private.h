/*
 * The files of ssh share this: ssh.c (the transport), ssh_login.c (admission), ssh_server.c (the
 * host key and the algorithms) and ssh_prepare.c (the rehearsal).  No other file includes libssh.
 */
#ifndef TRAPDOOR_SSH_PRIVATE_H
#define TRAPDOOR_SSH_PRIVATE_H

#include "door/os/queue.h"
#include "door/net/transport.h"

#include <libssh/callbacks.h>
#include <libssh/libssh.h>
#include <libssh/server.h>

struct ssh_transport {
	struct transport base;
	ssh_session session;
	ssh_event event;
	ssh_channel channel;
	struct ssh_server_callbacks_struct server;
	struct ssh_channel_callbacks_struct callbacks;
	struct queue in, out;
	char user[64]; /* of the current login attempt */
	int requests, offers, verifications, passwords;
	unsigned locale_weight; /* of the variable that the locale came from */
	bool admitted, granted, ready, resized, ended_input, exec, parted;
	const char *over; /* why the line ends, once it must */
};

/* Sets the callbacks of login. */
void ssh_login_listen(struct ssh_transport *t);

/* Reads the host key from its file, and prepares what all sessions share.  False with a sentence
 * that names the path. */
bool ssh_server_begin(int host_key, const char *path, char *sentence, size_t size);

/* Makes session the server's side on a socket, with the prepared host key and algorithms. */
bool ssh_server_accept(ssh_session session, int descriptor);

#endif
