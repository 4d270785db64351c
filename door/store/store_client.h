/* The session's side of a line, as the calls (keeper_calls_*.c) use it. */
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
	uint32_t serial;

	/* What a new keeper is told. */
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

	bool kicked;
	size_t notice_count;
	struct notice notices[LINE_NOTICES_MAX];
	char sentence[256];
};

/* Begins a request in the buffer that all lines of a process share, since each waits for its
 * answer. */
void line_begin(struct store_client *line, struct wire_writer *request, enum wire_request number);
/* Sends it and waits; the answer's body is then to be read, until the next request.  Returns a
 * keeper_verdict or WIRE_AGAIN. */
unsigned line_ask(
	struct store_client *line, struct wire_writer *request, struct wire_reader *answer);
/* The verdict of an answer that must have been read to its end. */
enum keeper_verdict line_done(
	struct store_client *line, unsigned verdict, const struct wire_reader *answer);
/* An answer without a body. */
enum keeper_verdict line_ask_plain(struct store_client *line, struct wire_writer *request);
enum keeper_verdict line_refuse(
	struct store_client *line, enum keeper_verdict verdict, const char *sentence);

/* A blob that a request carries: inline when it fits, else by upload before it. Loops until the
 * keeper has it whole: write_head writes the request's own fields. */
enum keeper_verdict line_ask_with_blob(struct store_client *line, enum wire_request number,
	void (*write_head)(struct wire_writer *request, const void *context), const void *context,
	const void *bytes, size_t size);

/* Joins the pieces of a blob: add reads "total, piece" of an answer; true until all is there.
 * offset is what was got. */
struct joined {
	uint8_t *bytes;
	size_t size, total;
	bool begun;
};
/* False when the answer is broken or speaks of another blob than before. */
bool joined_add(struct joined *joined, struct wire_reader *answer);
bool joined_whole(const struct joined *joined);

/* Waits a while for the greeting on a fresh line; false when none came. */
bool line_wait_greeting(struct store_client *line);
/* From now on a lost keeper is replaced by the line that reopen returns. */
void line_reopens(struct store_client *line, line_reopen *reopen, const char *state);

/* Tells the keeper what this session is: the answer to a greeting, and again when that changes. */
void line_say_hello(struct store_client *line);

bool line_is_guest(const struct store_client *line);

#endif
