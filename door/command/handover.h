/*
 * The line over which a new program takes over from a running server.
 *
 * The parent of `serve` listens on STATE/upgrade.sock. Root and the user of the keeper side may
 * connect. Old and new program may be of different releases, so this protocol changes only by new
 * kinds and new words: a reader ignores those that it does not know. A message is one packet:
 *
 *     u8 HANDOVER_VERSION | u8 kind | u32 number | text | blob of words
 *
 * A word is "key=value" and a zero byte.
 *
 *     asker -> old   ASK        Answer FACTS, with words pid, uid, managed, program, cwd, arg and
 *                               env, and with the descriptor of the log
 *                    RELOAD     the settings are read again. Answer DONE
 *                    BEGIN      number: minutes of draining + 1, or 0 for the setting. Answer
 *                               SOCKET for each socket, with its descriptor, and SOCKETS_END
 *     new -> old     LINE       a rehearsed session's line to the keeper, with the keeper's end
 *                    PREPARED   all is ready but the keeper. The old server accepts no connection,
 *                               its keeper commits and ends. Answer STOPPED
 *                    SERVES     the new keeper serves; with the socket for the sessions' lines;
 *                               text: HANDOVER_TRIAL and the seconds of its trial. Answer YOURS
 *                               with the same text: the new server accepts, and is on trial
 *                    HEALTHY    the trial is over: from now on the old server drains
 *     old -> asker   REFUSED    text: why
 *
 * Until HEALTHY, the end of the line makes the old server go on as before. Without that text, as
 * from and to a program of an older release, there is no trial, and the old server drains from
 * YOURS on.
 */
#ifndef TRAPDOOR_HANDOVER_H
#define TRAPDOOR_HANDOVER_H

#include "door/os/users.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HANDOVER_VERSION 1
#define HANDOVER_WORDS_MAX 32768

enum handover_kind {
	HANDOVER_ASK = 1,
	HANDOVER_FACTS,
	HANDOVER_RELOAD,
	HANDOVER_DONE,
	HANDOVER_BEGIN,
	HANDOVER_SOCKET,      /* text: what it is (ssh, telnet, metrics, upgrade, manager, or the
			    file host_key); number: its port, of the manager the
			    milliseconds between signs of life */
	HANDOVER_SOCKETS_END, /* number: highest session protocol * 256 + lowest */
	HANDOVER_LINE,
	HANDOVER_PREPARED,
	HANDOVER_STOPPED,
	HANDOVER_SERVES,
	HANDOVER_YOURS,
	HANDOVER_REFUSED,
	HANDOVER_HEALTHY
};

#define HANDOVER_TRIAL "trial "

struct handover_message {
	enum handover_kind kind;
	uint32_t number;
	char text[512];
	size_t size;
	char words[HANDOVER_WORDS_MAX];
};

/* Adds the word "key=value". False if it does not fit. */
bool handover_word(struct handover_message *message, const char *key, const char *value);
/* Returns the value of the next word with this key after *at, which begins as 0; NULL: none. */
const char *handover_next(const struct handover_message *message, const char *key, size_t *at);

/* Sends without waiting. descriptor: goes with it and stays the caller's; -1: none. */
bool handover_send(int line, const struct handover_message *message, int descriptor);
/* Sends a message that has no words. */
bool handover_tell(
	int line, enum handover_kind kind, uint32_t number, const char *text, int descriptor);

enum handover_heard { HANDOVER_HEARD, HANDOVER_HEARD_NOTHING, HANDOVER_LINE_GONE };
/* Reads the next message, and waits for it. *descriptor: -1: none came with it. */
enum handover_heard handover_hear(
	int line, struct handover_message *message, int *descriptor, int patience_ms);

/* Makes the socket, for the owner alone. *listening is -1 if another server has it already: this
 * one will not get the state directory. False with a sentence. */
bool handover_listen(
	const char *state, const struct user *owner, int *listening, char *sentence, size_t size);
/* Accepts a line of root or the owner; -1: there is none. */
int handover_accept(int listening, uid_t owner);
/* Connects to the server of a state directory; -1 with errno. */
int handover_connect(const char *state);

#endif
