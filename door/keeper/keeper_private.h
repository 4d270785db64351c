/*
 * The keeper from inside: what its files share.
 *
 *     keeper.c           the loop: signals, sockets, the table of requests
 *     keeper_answers.c   refusals, answers, groups of commits
 *     keeper_start.c     making one: fork, lock, taking over
 *     keeper_local.c     a command's line to it
 *     keeper_socket.c    the socket in the state directory
 *     keeper_peers.c     the sockets: greeting, hello, binding, notices, handing over
 *     keeper_accounts.c  the requests of logging in and of the account
 *     keeper_runs.c      the requests of a run
 *     keeper_board.c     the requests of the board and of the operator
 *     hasher.c           the process that hashes
 *     prover.c           the process that proves runs that have ended
 *
 * A request is handled at once and its answer waits until the group's commit; only then does what
 * it changed in the keeper's own memory take effect (`struct effect`).  A group that fails is
 * undone whole, and all its answers become KEEPER_FAILED; for a second after that every request is
 * a group of its own, so that one that cannot be written does not take others with it.
 */
#ifndef TRAPDOOR_KEEPER_PRIVATE_H
#define TRAPDOOR_KEEPER_PRIVATE_H

#include "door/keeper/hasher.h"
#include "door/store/keeper_wire.h"

#define KEEPER_SENTENCE_MAX 256
#define BINDING_MAC_SIZE 32

/* Who a socket speaks for.  id 0: nobody yet; below 0: a guest. */
struct binding {
	int64_t id;
	char name[STORE_NAME_MAX + 1];
};

struct peer {
	struct peer *next;
	uint64_t id; /* never used again */
	int descriptor;
	bool trusted;               /* came over the state directory's socket */
	bool hello;                 /* has answered this keeper's greeting */
	bool closed;                /* is freed at the end of this wake-up */
	bool hashing;               /* waits for the hasher, and asks nothing meanwhile */
	char from[WIRE_PASSED_MAX]; /* the client's address from the listener, or "" */
	struct binding binding;
	int64_t run; /* that it holds, as far as is known */
	uint32_t epoch;
	int64_t watching; /* a run of somebody else that it asked to watch */
	uint8_t *upload;
	size_t upload_size, upload_total;
	struct present present;
	char game[STORE_GAME_MAX + 1]; /* that it plays: what it said, or the keeper's */
	int64_t since_ms, active_ms;
};

/* What an answer changes in the keeper's memory once it is durable. */
enum effect_kind { EFFECT_NONE, EFFECT_BIND, EFFECT_HOLD, EFFECT_END };
struct effect {
	enum effect_kind kind;
	struct binding binding;
	int64_t run;
	uint32_t epoch;
};

/* An answer that waits for the commit. */
struct pending {
	struct peer *peer;
	struct effect effect;
	uint32_t serial;
	size_t size;
	uint8_t *bytes;
};

/* A backup that is being made, and the request that waits for it. */
struct keeper_backup {
	struct store_copy *copy;
	uint64_t peer;
	uint32_t serial;
};

struct keeper_proving {
	pid_t verifier;
	int descriptor;
	int64_t cursor;
	bool due;
};

/* Appends since began_ms, which tell whether gathering them is worth it. */
struct keeper_window {
	unsigned commands;
	int64_t began_ms;
};

struct keeper {
	struct store *store;
	const struct content *content;
	uint8_t content_digest[CONTENT_DIGEST_SIZE];
	uint8_t secret[STORE_SECRET_SIZE];
	uint64_t birth_number;
	uint64_t free_space_floor;
	int epoll, signals, control, listening, lock;
	bool ending;
	int64_t ending_ms, alone_ms;

	struct peer *peers;
	size_t peer_count;
	uint64_t last_peer_id;

	struct hasher *hasher;

	struct keeper_backup backup;

	struct keeper_proving proving;

	bool group; /* store_begin was called */
	bool group_failed;
	int64_t careful_until_ms;
	struct pending *pending;
	size_t pending_count, pending_capacity;

	struct keeper_window window;
	int64_t commit_us;
	bool busy;
};

/* A request as its handler sees it. */
struct asking {
	struct keeper *keeper;
	struct peer *peer;
	struct wire_reader *in;
	struct wire_writer *out; /* the answer's body */
	bool resent;
	char sentence[KEEPER_SENTENCE_MAX];
	struct effect effect;
};

/* What a handler returns: a verdict, AGAIN, or LATER when the hasher has to speak first. */
#define ANSWER_LATER 200
typedef unsigned request_handler(struct asking *asking);
#define ROW(id, number, name, asker) request_handler request_##name;
KEEPER_REQUESTS(ROW)
#undef ROW

/* Sets the sentence of the answer and returns KEEPER_NO. */
unsigned asking_refuse(struct asking *asking, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* The verdict for what the store said; refused is the sentence for NONE and TAKEN. */
unsigned asking_store(struct asking *asking, enum store_answer answer, const char *refused);
/* Before each write: opens the group.  False when that failed; the answer is then KEEPER_FAILED. */
bool asking_write(struct asking *asking);

/* Microseconds and milliseconds are monotonic.  Seconds are UTC. */
int64_t keeper_now_us(void);
int64_t keeper_now_ms(void);
int64_t keeper_now_seconds(void);

/* Where a session says it is, made one of the known places. */
static inline uint8_t present_where(uint8_t shown)
{
	return shown <= WHERE_WATCHING ? shown : WHERE_LOBBY;
}

/* An answer that the hasher delayed. */
void keeper_answer(struct keeper *keeper, struct peer *peer, uint32_t serial, unsigned verdict,
	struct asking *asking);
/* Commits what was written, applies the effects, sends the answers. */
void keeper_flush(struct keeper *keeper);

/* Before the store is opened: signals, hasher and what waits for them. */
bool keeper_prepare(struct keeper *keeper);
/* Serves with an open store and sockets until it is to end; the exit status. */
int keeper_serve(struct keeper *keeper);
/* Reads and answers what a peer sent. The fuzz target calls it without the loop. */
void peer_read(struct keeper *keeper, struct peer *peer);

/* ---- keeper_peers.c ---- */

/* from: the client's address from the listener, or "": the hello says it. */
struct peer *peer_new(struct keeper *keeper, int descriptor, bool trusted, const char *from);
void peer_close(struct peer *peer);
/* Whether somebody on the line holds the run. */
bool peers_hold(const struct keeper *keeper, int64_t run);
struct peer *peer_by_id(struct keeper *keeper, uint64_t id);
/* Frees those that were closed. */
void peers_sweep(struct keeper *keeper);
bool peer_send(struct peer *peer, const void *bytes, size_t size);
void peer_notice(struct peer *peer, enum notice_kind kind, const char *text);
void peer_hello(struct keeper *keeper, struct peer *peer, struct wire_reader *in);
/* Whether the account has that run, whatever its state. */
bool run_belongs(struct keeper *keeper, int64_t run, int64_t account);
void peer_bound(struct keeper *keeper, struct peer *peer, const struct binding *binding);
/* The game that the keeper's lines play unless they say another: its content's; without content
 * that of the run that was begun last. */
void keeper_game(struct keeper *keeper, char game[STORE_GAME_MAX + 1]);
/* The account's token, after the account itself, into an answer. */
void put_account(
	struct keeper *keeper, struct wire_writer *out, const struct store_account *account);
void put_guest(struct keeper *keeper, struct wire_writer *out, const struct binding *binding);
/* Everybody's sockets over another keeper's request, which then ends this one. */
void peers_hand_over(struct keeper *keeper, struct peer *to);

/* ---- keeper_accounts.c ---- */

/* The hasher finished a job. */
void accounts_hashed(struct keeper *keeper, const struct hasher_result *result);

/* ---- keeper_runs.c ---- */

/* Whether the asker may have the run's seed and commands: of its own, of one that has ended, of one
 * that it watches while it is being played, and the operator of any.  Else the answer is refused.
 */
bool run_readable(struct asking *asking, int64_t run);

/* A blob that came with the request or, in pieces, before it.  NULL, and size 1, when the pieces
 * are missing. */
const uint8_t *asking_blob(struct asking *asking, size_t *size);
/* A piece of a blob into an answer: total, piece.  */
void put_piece(struct wire_writer *out, const uint8_t *bytes, size_t size, uint32_t offset);
unsigned put_run(struct asking *asking, const struct store_run *run);

/* ---- keeper_board.c ---- */

/* The next piece of the backup that is being made; its answer after the last. */
void backup_step(struct keeper *keeper);

/* ---- prover.c ---- */

/* Begins to prove the next run that has ended, unless a prover is at work. */
void verifier_begin(struct keeper *keeper);
/* The prover of this keeper ended. */
void verifier_ended(struct keeper *keeper, pid_t pid, int status);

/* ---- keeper_socket.c ---- */

/* A name under the state directory that fits into a socket address, whatever the path; -1 without
 * the directory.  The descriptor returned is the directory's, to be closed after use. */
struct sockaddr_un;
int state_address(const char *state, struct sockaddr_un *address);
/* Closes all descriptors from 3 up but these. */
void close_all_but(const int *kept, size_t count);
/* Connects to the keeper of a state directory; -1 and errno. */
int state_connect(const char *state);

#endif
