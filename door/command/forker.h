/*
 * A forker: the process whose image all sessions of one transport are forks of.
 *
 * It is executed anew, so its addresses and its canary differ from those of every other process.
 * Of the host key only the forker of ssh ever reads a byte: a telnet session has no copy of it. A
 * forker reads nothing from strangers: it passes descriptors on. It begins inside the filter of the
 * parent, and enters its own before its first session or worker.
 *
 *     listener -> forker   struct forker_request, with the descriptors of a session
 *     forker -> listener   struct forker_news
 *     listener -> forker   on a second socket: the keeper's orders (door/command/workers.h)
 *
 * Both are the same program, so structs go over the sockets as they are. When the listener is gone
 * the forker ends, and its sessions go on.
 */
#ifndef TRAPDOOR_FORKER_H
#define TRAPDOOR_FORKER_H

#include "door/config/bulletins.h"
#include "door/config/config.h"
#include "door/net/transport.h"
#include "door/play/keymap.h"
#include "door/text/addresses.h"
#include "door/os/log.h"
#include "vt100/vt100.h"

#include <sys/types.h>

/* The word of the command line with which `serve` executes its own program. */
#define FORKER_WORD "session-forker"

/* FORKER_PLAIN forks the sessions of telnet and the processes of the keeper's orders. */
enum forker_kind { FORKER_PLAIN, FORKER_SSH, FORKER_KINDS };

const char *forker_kind_name(enum forker_kind kind);

enum forker_request_kind {
	FORKER_BEGIN,   /* a session; with its descriptors, see forkers_begin */
	FORKER_SIGNAL,  /* sends `signal` to the session of that place */
	FORKER_REHEARSE /* plays a session under the filter; with its line to the keeper */
};

struct forker_request {
	enum forker_request_kind kind;
	int place, signal;
	uint8_t transport; /* the number of its row */
	char peer[ADDRESS_TEXT_MAX];
	char id[LOG_SESSION_MAX]; /* of the connection in the log */
	bool tls;                 /* the client called the proxy in TLS */
};

enum forker_news_kind {
	FORKER_READY,     /* text: the fingerprint of the host key, or "" */
	FORKER_REFUSES,   /* text: why it cannot serve */
	FORKER_FORBIDDEN, /* it ends before it is ready; status: the forbidden system call */
	FORKER_REHEARSED,
	FORKER_ENDED /* a session, or a worker where place is -1; pid 0: it did not begin */
};

struct forker_news {
	enum forker_news_kind kind;
	int place, status;
	pid_t pid;
	uint64_t size; /* of the forker by its own account, in bytes; 0: not in this news */
	char text[512];
};

/* ---- The parent of forkers ---- */

/* The descriptors with which each forker begins. */
struct forker_files {
	int program, settings, content, bulletins;
	int terminals; /* the table of struct vt_kinds; -1: none */
	int host_key;  /* -1: without ssh */
	struct bulletin_memory *published;
};

/* Facts for sessions, which a reload changes. */
struct forker_facts {
	const struct config *config;
	const struct bulletins *bulletins;
	const struct key_presets *keys;
	int capacity; /* most places of sessions */
};

/* Opens them, but the host key. terminals: the table of struct vt_kinds. False with errno. */
bool forker_files_open(struct forker_files *files, const struct forker_facts *facts,
	const struct content *content, const struct vt_bytes *terminals);
/* Replaces the facts, for the forkers that are started from now on. The bulletins reach all
 * sessions at once. False with errno. */
bool forker_files_renew(struct forker_files *files, const struct forker_facts *facts);
void forker_files_close(struct forker_files *files);
/* Executes a forker. ends: the listener's ends of its two sockets. Returns its process, or -1. */
pid_t forker_start(
	const struct forker_files *files, enum forker_kind kind, const char *state, int ends[2]);

/* ---- The forker ---- */

/* Becomes a forker: argv[0] is FORKER_WORD, then the kind's name. Returns 2 if another process than
 * `serve` has started it. */
int forker_main(int argc, char **argv);

/* ---- Both ---- */

/* Refuses a client of a transport with a sentence, which telnet shows and ssh allows before its
 * greeting. Closes the descriptor. */
void client_refuse(const struct content *content, const struct transport_row *row, int descriptor,
	const char *why);

#endif
