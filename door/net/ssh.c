/*
 * ssh, by libssh.
 *
 * libssh's callbacks only record events; ssh_react calls the session's handlers, so that a packet
 * that arrives during a write never reenters the session. The exceptions are the two login
 * questions, which need an answer at once.
 *
 * Invariants:
 *   1. A key is proven in the state VALID only; before, the client only asks whether it would do.
 *   2. Key exchange, login and the channel share one deadline.
 *   3. One session channel; no subsystem, no forwarding, no agent.
 *   4. libssh gets no more bytes than the peer's window takes, and reads nothing while it cannot
 *      write its own answers. So its buffers do not grow.
 */
#include "door/net/ssh_private.h"

#include "door/net/report.h"
#include "vt100/vt100.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SSH_LINGER_MS 1000
#define SSH_READ_MAX 65536 /* read but not yet handled; libssh reads 4 KiB at a time */

static struct ssh_transport *ssh_of(struct transport *transport)
{
	return (struct ssh_transport *)transport;
}

/* ---- The channel ---- */

static int ssh_on_data(ssh_session session, ssh_channel channel, void *data, uint32_t size,
	int is_stderr, void *context)
{
	struct ssh_transport *t = context;
	(void)session, (void)channel;
	if (!is_stderr && queue_left(&t->in) + size <= SSH_READ_MAX)
		queue_add(&t->in, data, size);
	/* Consumes all bytes: libssh would offer a rest again only with the next packet. */
	return (int)size;
}

static void ssh_on_eof(ssh_session session, ssh_channel channel, void *context)
{
	(void)session, (void)channel;
	((struct ssh_transport *)context)->ended_input = true;
}

static void ssh_on_close(ssh_session session, ssh_channel channel, void *context)
{
	struct ssh_transport *t = context;
	(void)session, (void)channel;
	if (!t->over)
		t->over = "the client disconnected";
}

static void ssh_take_size(struct ssh_transport *t, int width, int height)
{
	struct client_facts *facts = &t->base.facts;
	if (width <= 0 || height <= 0)
		return;
	t->resized |= width != facts->width || height != facts->height;
	facts->width = width;
	facts->height = height;
	facts->has_size = true;
}

static int ssh_on_pty(ssh_session session, ssh_channel channel, const char *term, int width,
	int height, int pixel_width, int pixel_height, void *context)
{
	struct ssh_transport *t = context;
	(void)session, (void)channel, (void)pixel_width, (void)pixel_height;
	if (t->granted)
		return SSH_ERROR;
	t->base.facts.has_pty = true;
	vt_clean(t->base.facts.term, sizeof t->base.facts.term, term, strnlen(term, 256));
	ssh_take_size(t, width, height);
	return SSH_OK;
}

static int ssh_on_window(ssh_session session, ssh_channel channel, int width, int height,
	int pixel_width, int pixel_height, void *context)
{
	(void)session, (void)channel, (void)pixel_width, (void)pixel_height;
	ssh_take_size(context, width, height);
	return SSH_OK;
}

static int ssh_on_env(ssh_session session, ssh_channel channel, const char *name, const char *value,
	void *context)
{
	struct ssh_transport *t = context;
	struct client_facts *facts = &t->base.facts;
	(void)session, (void)channel;
	if (t->granted || !value)
		return SSH_ERROR;
	if (strcmp(name, "TERM") == 0) {
		vt_clean(facts->term, sizeof facts->term, value, strnlen(value, 256));
		return SSH_OK;
	}
	if (transport_take_variable(facts, &t->locale_weight, name, value))
		return SSH_OK;
	/* Other variables of the locale are accepted and ignored. */
	return strncmp(name, "LC_", 3) == 0 ? SSH_OK : SSH_ERROR;
}

static int ssh_on_shell(ssh_session session, ssh_channel channel, void *context)
{
	struct ssh_transport *t = context;
	(void)session, (void)channel;
	if (t->granted)
		return SSH_ERROR;
	t->granted = true;
	return SSH_OK;
}

static int ssh_on_exec(ssh_session session, ssh_channel channel, const char *command, void *context)
{
	struct ssh_transport *t = context;
	(void)session, (void)channel;
	if (t->granted)
		return SSH_ERROR;
	t->granted = t->exec = true;
	vt_clean(t->base.facts.command, sizeof t->base.facts.command, command,
		strnlen(command, 1024));
	return SSH_OK;
}

static ssh_channel ssh_on_open(ssh_session session, void *context)
{
	struct ssh_transport *t = context;
	if (t->channel || !t->admitted)
		return NULL;
	t->channel = ssh_channel_new(session);
	if (t->channel)
		ssh_set_channel_callbacks(t->channel, &t->callbacks);
	return t->channel;
}

/* ---- The transport ---- */

static size_t ssh_wants(
	struct transport *transport, struct pollfd own[TRANSPORT_OWN_MAX], bool *pending)
{
	struct ssh_transport *t = ssh_of(transport);
	int flags = ssh_get_poll_flags(t->session);
	/* After a write failed, the dead socket causes no event. */
	*pending =
		t->over || !ssh_is_connected(t->session) ||
		(t->granted && (!t->ready || queue_left(&t->in) || t->resized || t->ended_input));
	own[0] = (struct pollfd){.fd = ssh_get_fd(t->session)};
	/* Reads nothing while the client does not read, because libssh buffers its answers without
	 * a limit. */
	if (flags & SSH_WRITE_PENDING)
		own[0].events = POLLOUT;
	else if (flags & SSH_READ_PENDING)
		own[0].events = POLLIN;
	return 1;
}

/* Sends as much as the peer's window takes, unless the socket is full. */
static void ssh_push(struct ssh_transport *t)
{
	while (t->channel && queue_left(&t->out) &&
		!(ssh_get_status(t->session) & SSH_WRITE_PENDING)) {
		size_t window = ssh_channel_window_size(t->channel), size = queue_left(&t->out);
		if (window == 0)
			return;
		int written = ssh_channel_write(t->channel, t->out.data + t->out.sent,
			(uint32_t)(size < window ? size : window));
		if (written < 0 && !t->over)
			t->over = "the connection is lost";
		if (written <= 0)
			return;
		queue_drop(&t->out, (size_t)written);
	}
}

static void ssh_report_bytes(struct ssh_transport *t)
{
	/* A handler may cause more input to be queued; the next round handles it. */
	size_t size = queue_left(&t->in);
	struct queue shown = t->in;
	memset(&t->in, 0, sizeof t->in);
	t->base.handlers.bytes(t->base.handlers.context, shown.data + shown.sent, size);
	if (!t->in.data) {
		queue_drop(&shown, size);
		t->in = shown;
	} else {
		queue_free(&shown);
	}
}

/* Calls the session's handlers for the recorded events. True if there was any. */
static bool ssh_report(struct ssh_transport *t)
{
	struct transport_handlers *handlers = &t->base.handlers;
	bool shown = false;
	if (t->granted && !t->ready && !t->over) {
		t->ready = true;
		t->resized = false;
		t->base.deadline_ms = 0;
		handlers->ready(handlers->context);
		/* The session's output is sent before the remaining events, which may end it. */
		return true;
	}
	if (t->ready && t->resized) {
		t->resized = false;
		shown = true;
		handlers->facts(handlers->context);
	}
	if (t->ready && queue_left(&t->in)) {
		shown = true;
		ssh_report_bytes(t);
	}
	/* A command may have no input. A screen ends with its input. */
	if (t->ready && t->ended_input) {
		t->ended_input = false;
		if (!t->exec && !t->over)
			t->over = "the client closed its input";
	}
	if (t->over) {
		shown = true;
		transport_end(&t->base, t->over);
	}
	return shown;
}

/* Reports a client that broke the protocol before its login. A client that hung up did not. */
static void ssh_report_garbage(const struct ssh_transport *t)
{
	const char *error = ssh_get_error(t->session);
	if (!t->admitted && *error && !strstr(error, "ocket") && !strstr(error, "isconnect"))
		report_send(REPORT_GARBAGE);
}

static bool ssh_react(struct transport *transport, const struct pollfd own[TRANSPORT_OWN_MAX])
{
	struct ssh_transport *t = ssh_of(transport);
	/* libssh's return values do not report every end, such as a malformed packet; its status
	 * does. */
	if (own[0].revents && ssh_event_dopoll(t->event, 0) == SSH_ERROR && !t->over)
		t->over = "the connection is lost";
	bool lost = !ssh_is_connected(t->session) ||
		    (ssh_get_status(t->session) & (SSH_CLOSED | SSH_CLOSED_ERROR));
	if (lost && !t->over)
		t->over = "the connection is lost";
	if (lost && !t->parted) {
		t->parted = true;
		ssh_report_garbage(t);
	}
	if (!t->over)
		ssh_push(t);
	return ssh_report(t);
}

static void ssh_write(struct transport *transport, const void *bytes, size_t size)
{
	struct ssh_transport *t = ssh_of(transport);
	queue_add(&t->out, bytes, size);
	ssh_push(t);
}

static bool ssh_clogged(const struct transport *transport)
{
	const struct ssh_transport *t = (const struct ssh_transport *)transport;
	return queue_left(&t->out) > 0 || (ssh_get_status(t->session) & SSH_WRITE_PENDING);
}

static size_t ssh_unsent(const struct transport *transport)
{
	const struct ssh_transport *t = (const struct ssh_transport *)transport;
	return queue_left(&t->out) + transport_kernel_holds(ssh_get_fd(t->session));
}

/* Polls libssh until `done` or the time is over. */
static void ssh_linger(
	struct ssh_transport *t, long long until_ms, bool (*done)(struct ssh_transport *t))
{
	long long now_ms;
	while (!done(t) && (now_ms = transport_now_ms()) < until_ms) {
		if (!ssh_is_connected(t->session) ||
			ssh_event_dopoll(t->event, (int)(until_ms - now_ms)) == SSH_ERROR)
			return;
		ssh_push(t);
	}
}

static bool ssh_flushed(struct ssh_transport *t)
{
	return !ssh_clogged(&t->base);
}

static bool ssh_parted(struct ssh_transport *t)
{
	return !t->channel || (ssh_channel_is_closed(t->channel) && t->over);
}

static void ssh_close(struct transport *transport, int exit_status)
{
	struct ssh_transport *t = ssh_of(transport);
	long long until_ms = transport_now_ms() + SSH_LINGER_MS;
	if (!transport->closed && t->channel) {
		ssh_linger(t, until_ms, ssh_flushed);
		ssh_channel_request_send_exit_status(t->channel, exit_status);
		ssh_channel_send_eof(t->channel);
		ssh_channel_close(t->channel);
		ssh_linger(t, until_ms, ssh_parted);
	}
	if (ssh_is_connected(t->session) && transport->closed && !t->ready)
		ssh_disconnect(t->session);
	ssh_event_remove_session(t->event, t->session);
	ssh_event_free(t->event);
	ssh_silent_disconnect(t->session);
	ssh_free(t->session);
	queue_free(&t->in);
	queue_free(&t->out);
	free(t);
}

static const struct transport_methods ssh_methods = {
	.wants = ssh_wants,
	.react = ssh_react,
	.write = ssh_write,
	.clogged = ssh_clogged,
	.unsent = ssh_unsent,
	.close = ssh_close,
};

/* Sets the callbacks before the key exchange, because a client may send everything at once. */
static void ssh_listen(struct ssh_transport *t)
{
	ssh_login_listen(t);
	t->server.channel_open_request_session_function = ssh_on_open;
	ssh_callbacks_init(&t->server);
	ssh_set_server_callbacks(t->session, &t->server);
	t->callbacks.userdata = t;
	t->callbacks.channel_data_function = ssh_on_data;
	t->callbacks.channel_eof_function = ssh_on_eof;
	t->callbacks.channel_close_function = ssh_on_close;
	t->callbacks.channel_pty_request_function = ssh_on_pty;
	t->callbacks.channel_pty_window_change_function = ssh_on_window;
	t->callbacks.channel_env_request_function = ssh_on_env;
	t->callbacks.channel_shell_request_function = ssh_on_shell;
	t->callbacks.channel_exec_request_function = ssh_on_exec;
	ssh_callbacks_init(&t->callbacks);
}

static struct transport *ssh_open(
	int descriptor, const char *peer, const struct transport_handlers *handlers)
{
	struct ssh_transport *t = calloc(1, sizeof *t);
	assert(t);
	transport_begin(&t->base, &ssh_methods, handlers, "ssh", peer);
	t->base.deadline_ms =
		transport_now_ms() + 1000LL * t->base.handlers.config->limits_login_seconds;
	t->session = ssh_new();
	t->event = ssh_event_new();
	assert(t->session && t->event);
	ssh_set_blocking(t->session, 0);
	if (!ssh_server_accept(t->session, descriptor))
		t->over = "the ssh handshake failed";
	ssh_listen(t);
	/* Returns SSH_AGAIN here; ssh_react continues it. */
	if (!t->over && ssh_handle_key_exchange(t->session) == SSH_ERROR) {
		t->over = "the ssh handshake failed";
		ssh_report_garbage(t);
		t->parted = true;
	}
	ssh_event_add_session(t->event, t->session);
	return &t->base;
}

const struct transport_row transport_ssh = {
	.name = "ssh", .number = TRANSPORT_NUMBER_ssh, .encrypted = true, .open = ssh_open};
