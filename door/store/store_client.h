/* The session's side of a line, for the calls (store_client_*.c). */
#ifndef TRAPDOOR_STORE_CLIENT_H
#define TRAPDOOR_STORE_CLIENT_H

#include "door/store/keeper_wire.h"

#define LINE_NOTICES_MAX 8
#define LINE_TOKEN_SIZE 32

/* Opens a greeted line to the next keeper of a state directory, or returns NULL. */
typedef struct store_client *line_reopen(const char *state, const struct content *content);

struct store_client {
	int descriptor; /* -1 when the line is gone */
	bool (*waiting)(void *context, unsigned waited_ms);
	void *context;

	bool greeted;
	uint64_t greeted_by;
	uint8_t protocol; /* of the last greeting; 0: none came */
	uint32_t serial;

	/* Sent to a new keeper. */
	char peer[64], transport[8];
	uint8_t where, depth;
	uint32_t turn;
	int64_t account; /* below 0: a guest */
	char name[STORE_NAME_MAX + 1];
	uint8_t token[LINE_TOKEN_SIZE];
	int64_t run;
	uint32_t epoch;

	line_reopen *reopen; /* NULL: the line ends with its keeper */
	char *state;         /* a local line's state directory, else NULL */
	const struct content *content;

	struct wire_descriptors handed; /* came with the last answer, to be taken or closed */

	bool kicked;
	size_t notice_count;
	struct notice notices[LINE_NOTICES_MAX];
	char sentence[256];
};

/* Begins a request in the buffer that all lines of a process share. */
void line_begin(struct store_client *line, struct wire_writer *request, enum wire_request number);
/* Sends a request and waits for its answer, whose body stays readable until the next request.
 * Returns a keeper_verdict or WIRE_AGAIN. */
unsigned line_ask(
	struct store_client *line, struct wire_writer *request, struct wire_reader *answer);
/* Returns the verdict of an answer, or KEEPER_FAILED if it was not read to its exact end. */
enum keeper_verdict line_done(
	struct store_client *line, unsigned verdict, const struct wire_reader *answer);
/* Sends a request whose answer has no body. */
enum keeper_verdict line_ask_plain(struct store_client *line, struct wire_writer *request);
/* Sends a request whose answer is a list of keys. */
enum keeper_verdict line_ask_keys(struct store_client *line, struct wire_writer *request,
	struct store_key *keys, size_t capacity, size_t *count);
enum keeper_verdict line_refuse(
	struct store_client *line, enum keeper_verdict verdict, const char *sentence);

/* Sends a request with a blob: inline if it fits, else uploaded before. Uploads again if the keeper
 * lost pieces. write_head writes the request's own fields. */
enum keeper_verdict line_ask_with_blob(struct store_client *line, enum wire_request number,
	void (*write_head)(struct wire_writer *request, const void *context), const void *context,
	const void *bytes, size_t size);

/* Joins the pieces of a blob. joined_add reads "total, piece" from an answer. offset counts the
 * bytes so far. */
struct joined {
	uint8_t *bytes;
	size_t size, total;
	bool begun;
};
/* False if the answer is malformed or its total differs from the first piece's. */
bool joined_add(struct joined *joined, struct wire_reader *answer);
bool joined_whole(const struct joined *joined);

/* Waits for the greeting on a new line. False if none arrives in time. */
bool line_wait_greeting(struct store_client *line);
/* Makes the line reconnect by reopen after its keeper is lost. */
void line_reopens(struct store_client *line, line_reopen *reopen, const char *state);

/* Sends the hello: the answer to a greeting, repeated whenever its fields change. */
void line_say_hello(struct store_client *line);

bool line_is_guest(const struct store_client *line);

#endif
