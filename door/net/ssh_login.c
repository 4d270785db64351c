/* Logging in by ssh: names that need no proof, keys, passwords. */
#include "door/net/ssh_private.h"

#include "door/net/report.h"
#include "door/text/names.h"
#include "vt100/vt100.h"

#include <stdio.h>
#include <string.h>

/* A name that loses characters has a question mark, so that it does not become another's name. */
static void ssh_take_user(struct ssh_transport *t, const char *user)
{
	size_t length = user ? strnlen(user, 256) : 0;
	size_t kept = user ? vt_clean(t->user, sizeof t->user - 1, user, length) : 0;
	if (kept < length && !strchr(t->user, '?'))
		memcpy(t->user + kept, "?", 2);
	snprintf(t->base.facts.user, sizeof t->base.facts.user, "%s", t->user);
}

static void ssh_admit(struct ssh_transport *t, enum admission admission)
{
	t->admitted = true;
	if (t->base.facts.admission == ADMIT_NOBODY)
		t->base.facts.admission = admission;
}

/* Admits the names that need no proof. */
static bool ssh_admit_open(struct ssh_transport *t)
{
	static const struct {
		const char *user;
		enum admission admission;
	} open[] = {{"board", ADMIT_BOARD}, {"new", ADMIT_NEW}, {"guest", ADMIT_GUEST},
		{"line", ADMIT_LINE}};
	for (size_t i = 0; i < sizeof open / sizeof *open; i++)
		if (strcmp(open[i].user, t->user) == 0) {
			ssh_admit(t, open[i].admission);
			return true;
		}
	return false;
}

/* Counts a login request. False: there were too many, and the connection ends. */
static bool ssh_count_request(struct ssh_transport *t)
{
	if (++t->requests <= t->base.handlers.config->limits_auth_requests)
		return !t->over;
	if (!t->over) {
		t->over = "too many login requests";
		report_send(REPORT_GARBAGE);
	}
	return false;
}

static int ssh_on_none(ssh_session session, const char *user, void *context)
{
	struct ssh_transport *t = context;
	(void)session;
	if (!ssh_count_request(t))
		return SSH_AUTH_DENIED;
	ssh_take_user(t, user);
	return ssh_admit_open(t) ? SSH_AUTH_SUCCESS : SSH_AUTH_DENIED;
}

static bool ssh_try_password(struct ssh_transport *t, const char *password)
{
	if (t->over)
		return false;
	if (ssh_admit_open(t))
		return true;
	struct transport_handlers *handlers = &t->base.handlers;
	if (handlers->password && handlers->password(handlers->context, t->user, password)) {
		ssh_admit(t, ADMIT_ACCOUNT);
		return true;
	}
	if (++t->passwords >= t->base.handlers.config->limits_password_tries)
		t->over = "too many wrong passwords";
	return false;
}

static int ssh_on_password(
	ssh_session session, const char *user, const char *password, void *context)
{
	struct ssh_transport *t = context;
	(void)session;
	if (!ssh_count_request(t))
		return SSH_AUTH_DENIED;
	ssh_take_user(t, user);
	return ssh_try_password(t, password) ? SSH_AUTH_SUCCESS : SSH_AUTH_DENIED;
}

static bool ssh_fingerprint(ssh_key key, char *text, size_t size)
{
	unsigned char *hash = NULL;
	size_t length = 0;
	if (ssh_get_publickey_hash(key, SSH_PUBLICKEY_HASH_SHA256, &hash, &length) != 0)
		return false;
	char *fingerprint = ssh_get_fingerprint_hash(SSH_PUBLICKEY_HASH_SHA256, hash, length);
	ssh_clean_pubkey_hash(&hash);
	if (!fingerprint)
		return false;
	snprintf(text, size, "%s", fingerprint);
	ssh_string_free_char(fingerprint);
	return true;
}

static int ssh_on_key(ssh_session session, const char *user, ssh_key key, char state, void *context)
{
	struct ssh_transport *t = context;
	struct client_facts *facts = &t->base.facts;
	(void)session;
	if (!ssh_count_request(t))
		return SSH_AUTH_DENIED;
	ssh_take_user(t, user);
	int *count = state == SSH_PUBLICKEY_STATE_NONE ? &t->offers : &t->verifications;
	if (++*count > t->base.handlers.config->limits_key_offers) {
		t->over = "too many keys offered";
		return SSH_AUTH_DENIED;
	}
	if (state == SSH_PUBLICKEY_STATE_NONE)
		return SSH_AUTH_SUCCESS;
	if (state != SSH_PUBLICKEY_STATE_VALID ||
		!ssh_fingerprint(key, facts->fingerprint, sizeof facts->fingerprint))
		return SSH_AUTH_DENIED;
	if (ssh_admit_open(t))
		return SSH_AUTH_SUCCESS;
	struct transport_handlers *handlers = &t->base.handlers;
	if (handlers->key && handlers->key(handlers->context, t->user, facts->fingerprint)) {
		ssh_admit(t, ADMIT_ACCOUNT);
		return SSH_AUTH_SUCCESS;
	}
	facts->fingerprint[0] = '\0';
	return SSH_AUTH_DENIED;
}

/* Refuses gssapi. Without this callback, it reads Kerberos's files before any login. */
static ssh_string ssh_on_gssapi(
	ssh_session session, const char *user, int count, ssh_string *oids, void *context)
{
	(void)session, (void)user, (void)count, (void)oids;
	ssh_count_request(context);
	return NULL;
}

static int ssh_ask_password(struct ssh_transport *t, ssh_message message)
{
	const char *prompts[] = {"Password: "};
	char echo[] = {0};
	ssh_take_user(t, ssh_message_auth_user(message));
	if (ssh_admit_open(t))
		return ssh_message_auth_reply_success(message, 0);
	/* The sentence is the same for all that may be names, so that nobody learns which are
	 * taken. */
	char form[80], hint[240];
	if (!name_allowed(t->user, form, sizeof form))
		snprintf(hint, sizeof hint,
			"%s Log in as new to take a name, or as guest to look around.", form);
	else if (t->passwords)
		snprintf(hint, sizeof hint,
			"No such name with this password. New here? Log in as new or as guest.");
	else
		snprintf(hint, sizeof hint,
			"No key of yours opens this name. Its password does. New here? Log in as "
			"new to take a name, or as guest to look around.");
	return ssh_message_auth_interactive_request(message, "", hint, 1, prompts, echo);
}

/* Handles keyboard-interactive, for which libssh has no callback of its own. Gets all messages
 * without a callback. */
static int ssh_on_message(ssh_session session, ssh_message message, void *context)
{
	struct ssh_transport *t = context;
	if (t->admitted || ssh_message_type(message) != SSH_REQUEST_AUTH || !ssh_count_request(t) ||
		ssh_message_subtype(message) != SSH_AUTH_METHOD_INTERACTIVE)
		return 1;
	if (!ssh_message_auth_kbdint_is_response(message)) {
		ssh_ask_password(t, message);
		return 0;
	}
	const char *answer = ssh_userauth_kbdint_getnanswers(session) == 1
				     ? ssh_userauth_kbdint_getanswer(session, 0)
				     : NULL;
	bool right = answer && ssh_try_password(t, answer);
	/* libssh keeps its only copy until the session ends. */
	if (answer)
		explicit_bzero((char *)(uintptr_t)answer, strlen(answer));
	/* The last wrong password has no reply, so OpenSSH asks for no fourth one: the line ends at
	 * once. */
	if (!right)
		return !t->over;
	ssh_message_auth_reply_success(message, 0);
	return 0;
}

void ssh_login_listen(struct ssh_transport *t)
{
	t->server.userdata = t;
	t->server.auth_none_function = ssh_on_none;
	t->server.auth_password_function = ssh_on_password;
	t->server.auth_pubkey_function = ssh_on_key;
	t->server.gssapi_select_oid_function = ssh_on_gssapi;
	ssh_set_message_callback(t->session, ssh_on_message, t);
	ssh_set_auth_methods(t->session,
		SSH_AUTH_METHOD_PUBLICKEY | SSH_AUTH_METHOD_INTERACTIVE | SSH_AUTH_METHOD_PASSWORD);
}
