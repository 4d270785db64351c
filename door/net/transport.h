/*
 * A transport carries bytes between one client and one session.  ssh, telnet and this terminal are
 * rows; a BBS drop file, rlogin and others come as further rows.
 *
 * The transport calls the session through the handlers as things arrive, from inside transport_wait
 * alone. After `closed` nothing more is called.  A transport never blocks in write: what the peer
 * does not take stays queued up to TRANSPORT_QUEUE_MAX; while anything is queued, transport_clogged
 * is true and the session draws nothing; it draws the newest frame when the queue is empty again.
 */
#ifndef TRAPDOOR_TRANSPORT_H
#define TRAPDOOR_TRANSPORT_H

#include "door/config/config.h"

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TRANSPORT_QUEUE_MAX (256 * 1024)

/* How the client proved itself before the session began to speak: ssh alone does. */
enum admission {
	ADMIT_NOBODY,    /* the session asks for name and password (telnet) */
	ADMIT_BOARD,     /* ssh board@: the board, no account */
	ADMIT_NEW,       /* ssh new@: the registration screen */
	ADMIT_GUEST,     /* ssh guest@ */
	ADMIT_ACCOUNT,   /* the keeper has bound this session to an account (key or password) */
	ADMIT_FREE_NAME, /* a proven key on a name that nobody has: may register it */
	ADMIT_LOCAL,     /* this terminal (trapdoor play): asks as telnet does */
	ADMIT_WATCH      /* this terminal (trapdoor replay): one run to watch, no account */
};

/* What is known of the client; filled as it is learned, changed only inside transport_wait. */
struct client_facts {
	char peer[64];         /* numeric address */
	const char *transport; /* "ssh", "telnet", "local" */
	enum admission admission;
	char user[64];              /* ssh user name as given, cleaned */
	char fingerprint[128];      /* of the proven key, or "" */
	char term[64];              /* TERM or TTYPE, cleaned, or "" */
	char locale[64];            /* LC_ALL, LC_CTYPE or LANG, the first that is set */
	bool no_colour, truecolour; /* NO_COLOR, COLORTERM=truecolor */
	bool has_pty, has_size;
	int width, height; /* as told, unclamped; 80x24 when never told */
	char command[256]; /* an exec's words, or "" */
};

struct transport_handlers {
	void *context;
	const struct config *config; /* limits before login; NULL: the defaults */
	/* The client may be spoken to: shell or exec granted (ssh), at once (telnet). */
	void (*ready)(void *context);
	void (*bytes)(void *context, const uint8_t *bytes, size_t size);
	void (*facts)(void *context); /* size, terminal type or charset became known or changed */
	void (*closed)(void *context, const char *reason); /* final, and said once */
	/* ssh only; answers at once, may speak to the keeper.  Return true to admit; the admission
	 * in the facts may be set meanwhile, else it becomes ADMIT_ACCOUNT. */
	bool (*password)(void *context, const char *user, const char *password);
	bool (*key)(
		void *context, const char *user, const char *fingerprint); /* proven by signature */
};

struct transport;

/* Rows: each makes a transport over an accepted, non-blocking socket (or, local, descriptors 0 and
 * 1). */
struct transport_row {
	const char *name;
	struct transport *(*open)(
		int descriptor, const char *peer, const struct transport_handlers *handlers);
};
extern const struct transport_row transport_ssh, transport_telnet, transport_local;

struct client_facts *transport_facts(struct transport *transport);

/* Waits for the client or for any of the extra descriptors, at most timeout_ms (-1: for ever), and
 * handles what the client did.  extra[i].revents tells of the others.  Returns false when the
 * transport is closed. */
bool transport_wait(
	struct transport *transport, struct pollfd *extra, size_t count, int timeout_ms);

void transport_write(struct transport *transport, const void *bytes, size_t size);
bool transport_clogged(const struct transport *transport);

/* Telnet: the client echoes what is typed from now on, or (hidden) we do. Others ignore it. */
void transport_echo(struct transport *transport, bool we_echo);

/* An orderly end: what is queued is flushed for up to a second; exec exit status for ssh. Frees the
 * transport. */
void transport_close(struct transport *transport, int exit_status);

/* How many descriptors a session may wait for beside its client. */
#define TRANSPORT_EXTRA_MAX 8

/* ---- For those that implement one ---- */

/* The waiting itself is in transport.c, once: it polls the transport's own descriptors and the
 * session's extra ones. */
#define TRANSPORT_OWN_MAX 2
struct transport_methods {
	/* Fills in what to poll for; returns how many.  *pending: there is something to tell
	 * already, so do not wait. */
	size_t (*wants)(
		struct transport *transport, struct pollfd own[TRANSPORT_OWN_MAX], bool *pending);
	/* Reads, writes and calls the handlers; true when the session was told anything. */
	bool (*react)(struct transport *transport, const struct pollfd own[TRANSPORT_OWN_MAX]);
	void (*write)(struct transport *transport, const void *bytes, size_t size);
	bool (*clogged)(const struct transport *transport);
	void (*echo)(struct transport *transport, bool we_echo); /* may be NULL */
	void (*close)(struct transport *transport, int exit_status);
};

/* First member of each implementation. */
struct transport {
	const struct transport_methods *methods;
	struct transport_handlers handlers;
	struct client_facts facts;
	bool closed;
	long long deadline_ms; /* on the monotonic clock: the transport ends then; 0: never */
};

/* Fills the first member in. */
void transport_begin(struct transport *transport, const struct transport_methods *methods,
	const struct transport_handlers *handlers, const char *name, const char *peer);
/* Marks the transport closed and says so, once. */
void transport_end(struct transport *transport, const char *reason);
/* Milliseconds of the monotonic clock. */
long long transport_now_ms(void);

/* Once in the listener, before it forks: the host key (made when missing) and, for ssh, one warm-up
 * session so that children share its pages.  False with a sentence. */
bool ssh_prepare(const char *host_key_path, char *sentence, size_t size);

/* The fingerprint of a host key, for those who connect and for `check`; false with a sentence in
 * text instead. */
bool ssh_host_key_fingerprint(const char *path, char *text, size_t size);

#endif
