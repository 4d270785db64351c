/*
 * A transport carries bytes between one client and one session. ssh, telnet and this terminal are
 * rows.
 *
 * The transport calls the session's handlers from transport_wait only, and none after `closed`. A
 * transport never blocks in write: unsent bytes stay queued, up to TRANSPORT_QUEUE_MAX. While any
 * are queued, transport_clogged is true and the session draws nothing. It draws the newest frame
 * when the queue is empty again.
 */
#ifndef TRAPDOOR_TRANSPORT_H
#define TRAPDOOR_TRANSPORT_H

#include "door/config/config.h"
#include "door/os/packed.h"

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TRANSPORT_QUEUE_MAX (256 * 1024)

/* The login before the session begins. Only ssh has one. */
enum admission {
	ADMIT_NOBODY,    /* the session asks for name and password (telnet) */
	ADMIT_BOARD,     /* ssh board@: the board, no account */
	ADMIT_NEW,       /* ssh new@: the registration screen */
	ADMIT_GUEST,     /* ssh guest@ */
	ADMIT_LINE,      /* ssh line@: line mode, which asks for the name as telnet does */
	ADMIT_ACCOUNT,   /* the keeper has bound this session to an account (key or password) */
	ADMIT_FREE_NAME, /* a proven key with a free name: may register it */
	ADMIT_LOCAL,     /* this terminal (trapdoor play): asks as telnet does */
	ADMIT_WATCH      /* this terminal (trapdoor replay): one run to watch, no account */
};

/* Facts about the client. They change inside transport_wait only. */
struct client_facts {
	char peer[64];         /* numeric address */
	const char *transport; /* the name of its row */
	enum admission admission;
	char user[64];              /* ssh user name as given, cleaned */
	char fingerprint[128];      /* of the proven key, or "" */
	char term[64];              /* TERM or TTYPE, cleaned, or "" */
	char locale[64];            /* LC_ALL, LC_CTYPE or LANG, the first that is set */
	bool no_colour, truecolour; /* NO_COLOR, COLORTERM=truecolor */
	bool wants_lines;           /* a screen reader, or a client that cannot draw: line mode */
	bool tls;                   /* it calls in TLS, as its proxy or the client itself says */
	bool utf8;                  /* the client has agreed on UTF-8, whatever its terminal is */
	bool has_pty, has_size;
	unsigned baud;     /* speed of a slow line, by transport_baud; 0: unknown, or not slow */
	int width, height; /* as reported, not clamped; default 80x24 */
	char command[256]; /* an exec's words, or "" */
	char client[64];   /* the name of a MUD client by GMCP, cleaned, or "" */
	uint8_t data;      /* the messages that it wants, as bits of enum client_data */
};

/* Messages to a MUD client beside the text (GMCP): the packages Char.Vitals and Char.Status. */
enum client_data { DATA_VITALS = 1, DATA_STATUS = 2, DATA_ALL = 3 };

/* A fact about the server, for lists of servers (MSSP): a name of the protocol and its value. */
struct server_fact {
	const char *name;
	char value[CONFIG_TEXT_MAX];
};

struct transport_handlers {
	void *context;
	const struct config *config; /* limits before login; NULL: the defaults */
	/* Output may begin: shell or exec granted (ssh), at once (telnet). */
	void (*ready)(void *context);
	void (*bytes)(void *context, const uint8_t *bytes, size_t size);
	void (*facts)(void *context); /* size, terminal type or charset became known or changed */
	void (*closed)(void *context, const char *reason); /* the last call, made once */
	/* The client asks for the facts about the server; answer by transport_status. May be
	 * NULL. */
	void (*status)(void *context);
	/* ssh only. Answer at once, and may ask the keeper. True admits the client; the handler may
	 * set the admission in the facts, else it becomes ADMIT_ACCOUNT. */
	bool (*password)(void *context, const char *user, const char *password);
	bool (*key)(
		void *context, const char *user, const char *fingerprint); /* proven by signature */
};

struct transport;

/* A kind of transport. It makes a transport over an accepted, non-blocking socket (local:
 * descriptors 0 and 1). */
struct transport_row {
	const char *name;
	const char *computer; /* the kind of terminal of all its clients, or NULL */
	uint8_t number;       /* enum transport_number; of the local one none */
	bool encrypted;       /* strangers on the network cannot read it */
	struct transport *(*open)(
		int descriptor, const char *peer, const struct transport_handlers *handlers);
	/* Goes on with a client of another process, whose transport_pack wrote the bytes. They may
	 * come from a stranger. Nothing is sent, and `ready` is not called. Returns NULL if the
	 * bytes are malformed: then the client is untouched, and its descriptor stays the caller's.
	 * The function is NULL if this kind of transport cannot. */
	struct transport *(*open_packed)(int descriptor, const char *peer,
		const struct transport_handlers *handlers, struct unpacking *in);
};

/* The transports that a server may listen for, in the order of their numbers. The setting with the
 * addresses of each has its name. Those after telnet are telnet's listeners for home computers,
 * which send no telnet command before the client does. */
#define TRANSPORTS(ROW) ROW(ssh) ROW(telnet) ROW(petscii) ROW(petscii80) ROW(atascii)
enum transport_number {
#define ROW(name) TRANSPORT_NUMBER_##name,
	TRANSPORTS(ROW)
#undef ROW
		TRANSPORTS_SERVED
};
#define ROW(name) extern const struct transport_row transport_##name;
TRANSPORTS(ROW)
#undef ROW
extern const struct transport_row transport_local;
extern const struct transport_row *const transports_served[TRANSPORTS_SERVED];

/* True if strangers on the network can read text and keys, as far as the server and the client
 * know. */
bool transport_is_plaintext(const struct transport *transport);

struct client_facts *transport_facts(struct transport *transport);

/* The word of a transport in the log and in lists: "telnets" for telnet in TLS, else its name. */
const char *transport_word(struct transport *transport);

/* Waits for the client or an extra descriptor, at most timeout_ms (-1: for ever), and calls the
 * handlers. Sets extra[i].revents. False if the transport is closed. */
bool transport_wait(
	struct transport *transport, struct pollfd *extra, size_t count, int timeout_ms);

/* True if bytes of the client can be read now. */
bool transport_has_input(struct transport *transport);

void transport_write(struct transport *transport, const void *bytes, size_t size);
bool transport_clogged(const struct transport *transport);

/* True if all facts that the client was asked for are known, or were refused. */
bool transport_settled(const struct transport *transport);

/* Asks the client for a sign that it has got everything so far. False if this client or this kind
 * of transport cannot answer. transport_marks returns the number of answers since its last call. */
bool transport_mark(struct transport *transport);
unsigned transport_marks(struct transport *transport);
/* Returns the bytes that are queued here or by the kernel, as far as it is known. */
size_t transport_unsent(const struct transport *transport);

/* Telnet: the client has said nothing about itself, and its keys show that it is a home computer:
 * takes it for the kind of terminal, as if it had called that transport. False if it has. */
bool transport_recognise(struct transport *transport, const char *kind);

/* Telnet: sets whether server or client echoes typed text. Other transports ignore it. */
void transport_echo(struct transport *transport, bool we_echo);

/* Telnet: in line mode the client edits its own line, so echo and suppress-go-ahead are refused.
 * Other transports ignore it. */
void transport_lines(struct transport *transport, bool on);
/* True if the client edits its own line in line mode, and shows what is typed. */
bool transport_edits_lines(const struct transport *transport);
/* Marks the end of a prompt: telnet's EOR where the client agreed to it, else GA in line mode. */
void transport_prompt(struct transport *transport);

/* Telnet with GMCP: the messages that the client wants, as bits of enum client_data. */
unsigned transport_wants_data(const struct transport *transport);
/* Sends one. Returns the bytes that it takes; 0: the client does not want any. */
size_t transport_data(struct transport *transport, const char *package, const char *json);
/* Telnet with MSSP: answers the client's question for the facts about the server. */
void transport_status(struct transport *transport, const struct server_fact *facts, size_t count);

/* Ends what cannot move to another process: the compression of the output. It begins again with
 * the next output. */
void transport_still(struct transport *transport);
/* Writes the state of the transport. False if it cannot move to another process now: a command of
 * the client has begun, or output waits. */
bool transport_pack(const struct transport *transport, struct packing *out);

/* Flushes the queue for up to a second, sends the exit status (ssh), closes and frees the
 * transport. */
void transport_close(struct transport *transport, int exit_status);

/* Most extra descriptors of a session. */
#define TRANSPORT_EXTRA_MAX 8

/* ---- For implementations ---- */

/* transport.c does the waiting: it polls the transport's own descriptors and the session's extra
 * ones. */
#define TRANSPORT_OWN_MAX 2
struct transport_methods {
	/* Fills in the descriptors to poll and returns their number. *pending: an event is recorded
	 * already, so do not wait. */
	size_t (*wants)(
		struct transport *transport, struct pollfd own[TRANSPORT_OWN_MAX], bool *pending);
	/* Reads, writes and calls the handlers. True if it called any. */
	bool (*react)(struct transport *transport, const struct pollfd own[TRANSPORT_OWN_MAX]);
	void (*write)(struct transport *transport, const void *bytes, size_t size);
	bool (*clogged)(const struct transport *transport);
	void (*echo)(struct transport *transport, bool we_echo);              /* may be NULL */
	void (*lines)(struct transport *transport, bool on);                  /* likewise */
	bool (*edits_lines)(const struct transport *transport);               /* likewise */
	void (*prompt)(struct transport *transport);                          /* likewise */
	bool (*recognise)(struct transport *transport, const char *kind);     /* likewise */
	bool (*pack)(const struct transport *transport, struct packing *out); /* likewise */
	bool (*settled)(const struct transport *transport);                   /* likewise */
	unsigned (*wants_data)(const struct transport *transport);            /* likewise */
	/* Likewise, but where wants_data is not. */
	size_t (*data)(struct transport *transport, const char *package, const char *json);
	void (*status)(struct transport *transport, const struct server_fact *facts,
		size_t count);                               /* may be NULL */
	void (*still)(struct transport *transport);          /* likewise */
	bool (*mark)(struct transport *transport);           /* likewise */
	size_t (*unsent)(const struct transport *transport); /* likewise */
	void (*close)(struct transport *transport, int exit_status);
};

/* First member of each implementation. */
struct transport {
	const struct transport_methods *methods;
	struct transport_handlers handlers;
	struct client_facts facts;
	bool closed;
	unsigned marks;        /* answers to marks since transport_marks */
	long long deadline_ms; /* the transport ends at this monotonic time; 0: never */
};

/* Returns the speed of a line in baud, or 0 for one that is not plausible, and from 38400 on: that
 * is what terminals say that have no line. */
unsigned transport_baud(unsigned long speed);
/* Takes a variable of the client's environment. *weight is that of the variable that the locale
 * came from so far. False if the variable means nothing here. */
bool transport_take_variable(
	struct client_facts *facts, unsigned *weight, const char *name, const char *value);

/* Returns the bytes that the kernel holds for a descriptor; 0 if it does not know. */
size_t transport_kernel_holds(int descriptor);

/* Fills in the first member. */
void transport_begin(struct transport *transport, const struct transport_methods *methods,
	const struct transport_handlers *handlers, const char *name, const char *peer);
/* Closes the transport and calls `closed`, once. */
void transport_end(struct transport *transport, const char *reason);
/* Milliseconds of the monotonic clock. */
long long transport_now_ms(void);

/* Opens the file of the host key, and makes a missing one. -1 with a sentence. This process never
 * has the key in memory. */
int ssh_key_open(const char *path, char *sentence, size_t size);
/* Called once before the first session of ssh: reads the host key, and runs one rehearsal so that
 * children share its pages. False with a sentence, which names the path. */
bool ssh_prepare_key(int host_key, const char *path, char *sentence, size_t size);
/* The same with the key of a path. */
bool ssh_prepare(const char *path, char *sentence, size_t size);
/* Becomes a client that tries a session of ssh: password, key, size, new keys, hanging up. Its exit
 * status is 0 if all of it went well. */
_Noreturn void ssh_rehearse(int descriptor);

/* Writes the fingerprint of the host key in a file to text. On failure writes a sentence to text
 * and returns false. */
bool ssh_key_fingerprint(int host_key, const char *path, char *text, size_t size);
bool ssh_host_key_fingerprint(const char *path, char *text, size_t size);

#endif
