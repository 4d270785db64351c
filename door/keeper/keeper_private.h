/*
 * Declarations that the files of the keeper share.
 *
 *     keeper.c           the loop: signals, sockets, the table of requests
 *     keeper_asking.c    refusals, and the beginning of a write
 *     keeper_answers.c   answers, groups of commits
 *     keeper_start.c     starting a keeper: fork, lock, taking over
 *     keeper_place.c     the directory and the log of keepers
 *     keeper_supervisor.c starting it again when it died
 *     keeper_policy.c    settings that change while it runs
 *     keeper_local.c     a command's line to it
 *     keeper_socket.c    the socket in the state directory
 *     keeper_peers.c     the sockets: greeting, hello, binding, notices, handing over
 *     keeper_accounts.c  the requests of logging in and of the account
 *     keeper_keys.c      the requests of the account's keys, and its end
 *     keeper_runs.c      the requests of a run
 *     keeper_days.c      daily runs and contracts: their seeds, their rules and who may see them
 *     keeper_tries.c, keeper_seasons.c, keeper_imported.c  requests of days, and other hosts' rows
 *     keeper_board.c     the requests of the board and of the operator
 *     keeper_words*.c    the wall, mail, block lists, reports, the operator's mail and mutes
 *     keeper_out.c       what happened while an account was out
 *     keeper_chat.c      spectators: their number, and what they say to each other
 *     keeper_feats.c, keeper_livelog.c  ledgers, achievements, lamps; milestones of ranked runs
 *     keeper_backup.c    backups
 *     keeper_moderation.c  the requests of operators who moderate
 *     keeper_bans.c      the requests of bans
 *     keeper_refusals.c  bans and locks at login, and how the listener learns of bans
 *     keeper_proofs.c    passwords in requests
 *     keeper_audit.c, keeper_uploads.c  the audit log; blobs in pieces
 *     keeper_logins.c    how often a password may be wrong, and where an account logs in from
 *     keeper_register.c  who may register, and names that nobody uses
 *     keeper_retention.c replays and entries that are removed after a time, and unused pages
 *     hasher.c           the process that hashes
 *     keeper_orders.c    orders: the verifier, programs of older rules
 *     keeper_metrics.c   what the keeper counts
 *     keeper_replayers.c watching: the replayers of runs in progress, and their spectators
 *
 * A request is handled at once, and its answer waits for the commit of its group. Only then the
 * keeper's own memory changes (`struct effect`). A group that fails is undone whole, and all its
 * answers become KEEPER_FAILED. For a second after that every request is a group of its own, so
 * that one failing write does not fail others.
 */
#ifndef TRAPDOOR_KEEPER_PRIVATE_H
#define TRAPDOOR_KEEPER_PRIVATE_H

#include "door/keeper/guesses.h"
#include "door/keeper/hasher.h"
#include "door/keeper/keeper_start.h"
#include "door/keeper/keeper_watching.h"
#include "door/metrics/metrics.h"
#include "door/os/expiry_clock.h"
#include "door/os/log.h"
#include "door/store/keeper_wire.h"
#include "door/text/addresses.h"
#include "door/text/contest.h"
#include "door/watch/replayer.h"

#define KEEPER_SENTENCE_MAX 256
#define KEEPER_NICE (-10) /* of its priority, if it may raise that */
#define BINDING_MAC_SIZE 32
#define KEEPER_NOTICE_MAX 180

/* The account of a socket. id 0: none yet; below 0: a guest. */
struct binding {
	int64_t id;
	char name[STORE_NAME_MAX + 1];
};

/* A blob of which `size` of `total` bytes have come; no upload without bytes. */
struct upload {
	uint8_t *bytes;
	size_t size, total, capacity;
	int64_t begun_ms;
};

/* The address in the hello of a keeper that takes sockets with their logs. */
#define HAND_OVER_LOGS "logs"

struct peer {
	struct peer *next;
	uint64_t id; /* never used again */
	int descriptor;
	int log;                    /* the reading end of its log, for a later listener; -1: none */
	bool returns;               /* the listener has no duplicate of its line yet */
	bool trusted;               /* came over the state directory's socket */
	int64_t uid;                /* of a trusted peer's process; -1: unknown */
	bool hello;                 /* has answered this keeper's greeting */
	bool closed;                /* freed at the end of this wake-up */
	bool paused;                /* asks too much; its socket is not read for a while */
	bool hashing;               /* waits for the hasher and sends no request meanwhile */
	char from[WIRE_PASSED_MAX]; /* the client's address from the listener, or "" */
	char log_id[LOG_SESSION_MAX]; /* of the connection in the log, or "" */
	int64_t verifies; /* the run that this verifier may read and mark; 0: no verifier */
	int64_t replays;  /* the run that this replayer may read; 0: no replayer; -1: none left */
	uint8_t protocol; /* of its last message */
	uint64_t cookie;  /* of its socket, to which its token is bound */
	struct binding binding;
	int64_t run; /* the run that it holds, as far as is known */
	uint32_t epoch;
	struct upload upload;
	struct present present;
	struct peer_watching watching;
	struct peer_lamp lamp;
	char game[STORE_GAME_MAX + 1]; /* the game that it plays: its own, or the keeper's */
	int64_t since_ms, active_ms;
};

/* A change of the keeper's memory, and the log of a change, that take effect once the answer is
 * durable. */
enum effect_kind { EFFECT_NONE, EFFECT_BIND, EFFECT_HOLD, EFFECT_GROW, EFFECT_END, EFFECT_EVICT };

/* Sessions that end: those of an account, of a name or of a network. */
struct eviction {
	int64_t account;
	char name[STORE_NAME_MAX + 1];
	bool of_network;
	struct network network;
	bool spares_asker, unbinds_asker;
	char why[KEEPER_NOTICE_MAX];
};

/* A line of the log that waits for the commit. */
struct effect_log {
	enum log_level level;
	const char *event; /* NULL: none */
	char facts[256];
};

#define EFFECT_LOGS_MAX 2
struct effect {
	enum effect_kind kind;
	struct effect_log logs[EFFECT_LOGS_MAX];
	struct eviction eviction;
	bool bans_changed;
	bool stands;       /* also if the commit fails: nothing of it is stored */
	uint8_t cause;     /* enum metric_cause, of EFFECT_END */
	uint32_t commands; /* of EFFECT_GROW */
	bool begun;        /* of EFFECT_HOLD: the run is new */
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

/* A backup in progress, and the request that waits for it. */
struct keeper_backup {
	struct store_copy *copy;
	uint64_t peer;
	uint32_t serial;
	char file[STORE_SUBJECT_MAX]; /* the backup's */
};

struct keeper_verifying {
	pid_t child;   /* that this keeper forked; 0: none */
	uint64_t peer; /* the verifier's line, as long as there is such a peer */
	int64_t run;   /* that it verifies; 0: none */
	int64_t begun_ms;
	int64_t cursor;
	/* Runs that were set aside before this keeper began are tried once more. */
	int64_t aside_cursor, aside_last;
	bool due;
	pid_t checker; /* checks the database's pages; 0: none */
};

/* The replayers of watched runs. A place may outlive its replayer. */
struct keeper_replayers {
	struct keeper_replayer {
		int64_t run;   /* 0: a free place */
		uint64_t peer; /* the replayer's line */
		int control;   /* the keeper's end of its control socket */
		int64_t begun_ms;
		bool notified; /* that the run has grown, and it has not read since */
		bool ended;    /* the run has; the replayer ends by itself */
	} each[REPLAYERS_MAX];
	pid_t children[REPLAYERS_MAX]; /* that this keeper forked; 0: none */
	bool left;                     /* a session that held a run has gone */
	bool counts_due;               /* the spectators of some run have changed */
};

/* Counts appends since began_ms, to decide whether commits wait for more of them. */
struct keeper_window {
	unsigned commands;
	int64_t began_ms;
	bool busy;         /* commits wait for more commands */
	int64_t commit_us; /* when the last commit ended */
	bool log_removed;  /* the database's -wal file was; this keeper ends */
	bool leaving;      /* another keeper is about to begin; this one ends */
	bool returns;      /* the listener lacks the line of some peer */
};

/* When gauges were set. due: something has happened since. */
struct keeper_gauges {
	int64_t set_ms, disk_ms;
	bool due;
	bool disk_full; /* turns of players wait for space */
};

/* The bans that the listener must learn of: after this id. */
struct keeper_bans {
	bool due;
	int64_t after;
};

/* The removal of old rows, and the request that returns unused pages. */
struct keeper_retention {
	int64_t due_ms, run_cursor;
	bool vacuums;
	uint64_t vacuum_peer;
	uint32_t vacuum_serial;
	uint64_t vacuum_unused; /* bytes, when it began */
};

/* Daily runs and contracts. secret: of the seeds; due_ms: not tried again before; prepared: the day
 * and the week that have begun. */
struct keeper_days {
	bool has_secret;
	uint8_t secret[STORE_SECRET_SIZE];
	int64_t due_ms;
	char prepared[CONTEST_KINDS][STORE_DATE_SIZE];
};

#define MISSED_MAX 64
struct keeper_limits {
	struct guesses guesses;
	struct rates requests, begins, changes, words;
	struct registrations registrations;
	const struct name_list *names; /* that are reserved */
	struct name_list *own_names;   /* those of a policy that came later */
	int64_t unused_cursor, unused_due_ms;
	struct expiry_clock expiry; /* of bans and unused names */
	struct keeper_retention retention;
	struct keeper_days days;
	struct keeper_bans bans;
	bool paused; /* a peer is */
	/* Accounts of which a password was wrong, to be written after the answers were sent. */
	size_t missed_count;
	int64_t missed[MISSED_MAX];
};

struct keeper {
	struct store *store;
	const struct content *content;
	uint8_t content_digest[CONTENT_DIGEST_SIZE];
	uint8_t secret[STORE_SECRET_SIZE];
	uint64_t birth_number;
	struct keeper_policy policy;
	int epoll, signals, control, listening, lock;
	bool ending;
	int64_t ending_ms, alone_until_ms;

	struct peer *peers;
	size_t peer_count;
	uint64_t last_peer_id;

	struct hasher *hasher;
	struct keeper_limits limits;

	struct keeper_backup backup;

	struct keeper_verifying verifying;
	struct keeper_replayers replayers;

	bool group; /* store_begin was called */
	bool group_failed;
	int64_t careful_until_ms;
	struct pending *pending;
	size_t pending_count, pending_capacity;

	struct keeper_window window;
	struct keeper_gauges gauges;
};

/* The bytes of free disk space that a new run needs. */
static inline uint64_t keeper_floor(const struct keeper *keeper)
{
	return (uint64_t)keeper->policy.free_space_mb * 1024 * 1024;
}

/* A request as its handler sees it. */
struct asking {
	struct keeper *keeper;
	struct peer *peer;
	struct wire_reader *in;
	struct wire_writer *out; /* the answer's body */
	bool resent;
	bool wrong; /* the password or key was */
	char sentence[KEEPER_SENTENCE_MAX];
	struct effect effect;
};

/* A handler returns a verdict, WIRE_AGAIN, or ANSWER_LATER if the hasher must finish first. */
#define ANSWER_LATER 200
typedef unsigned request_handler(struct asking *asking);
#define ROW(id, number, name, asker) request_handler request_##name;
KEEPER_REQUESTS(ROW)
#undef ROW

/* Sets the sentence of the answer and returns KEEPER_NO. */
unsigned asking_refuse(struct asking *asking, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* Returns the verdict for an answer of the store. refused is the sentence for NONE and TAKEN. */
unsigned asking_store(struct asking *asking, enum store_answer answer, const char *refused);
/* Returns the sentence for a failure of the store: the store's own for the operator, one without
 * paths for players. The store's own is in the log. */
const char *failure_for(const struct keeper *keeper, const struct peer *peer);
/* Logs a line once the answer is durable. At most EFFECT_LOGS_MAX lines a request. */
void asking_log(struct asking *asking, enum log_level level, const char *event, const char *format,
	...) __attribute__((format(printf, 4, 5)));
/* True if there is space to write for players. Logs once that there is none, and once that there is
 * some again. */
bool keeper_has_space(struct keeper *keeper);
/* Opens the group; called before each write. False on failure; the answer is then KEEPER_FAILED. */
bool asking_write(struct asking *asking);

/* Microseconds and milliseconds are monotonic.  Seconds are UTC. */
int64_t keeper_now_us(void);
int64_t keeper_now_ms(void);
int64_t keeper_now_seconds(void);
/* The time by which bans end and unused names expire: door/os/expiry_clock.h. */
int64_t keeper_expiry_seconds(struct keeper *keeper);

/* Returns where a session says that its player is, or WHERE_LOBBY if the value is unknown. */
static inline uint8_t present_where(uint8_t shown)
{
	return shown <= WHERE_WATCHING ? shown : WHERE_LOBBY;
}

/* Measures the CPU time of a piece of work, which delays all others: METRIC_KEEPER_LONGEST. */
int64_t piece_begin(void);
void piece_end(enum metric_piece piece, int64_t begun_us);

/* Answers a request that waited for the hasher. */
void keeper_answer(struct keeper *keeper, struct peer *peer, uint32_t serial, unsigned verdict,
	struct asking *asking);
/* Commits the group, applies its effects and sends its answers. */
void keeper_flush(struct keeper *keeper);

/* Sets up epoll, signals and hasher; called before the store is opened. */
bool keeper_prepare(struct keeper *keeper);
/* Serves an open store and sockets until the end. Returns the exit status. */
int keeper_serve(struct keeper *keeper);
/* Reads and answers a peer's messages. The fuzz target calls it without the loop. */
void peer_read(struct keeper *keeper, struct peer *peer);

/* ---- keeper_peers.c ---- */

/* Adds a socket. from is the client's address and id from the listener (keeper_give); for "" the
 * hello gives the address. */
struct peer *peer_new(struct keeper *keeper, int descriptor, bool trusted, const char *from);
/* Adds a session's socket, unless a peer has it already by another descriptor. log: as in struct
 * peer. Both become the keeper's. */
void peer_take(struct keeper *keeper, int descriptor, int log, const char *from);
/* Sends the listener the lines that it lacks. True if some must wait. */
bool peers_return(struct keeper *keeper);
void peer_close(struct peer *peer);
/* True if a connected peer holds the run. */
bool peers_hold(const struct keeper *keeper, int64_t run);
/* How many peers are bound to the account. */
unsigned peers_of(const struct keeper *keeper, int64_t account);
/* Takes a token for the peer's next request. False if it has none: it is paused then. */
bool peer_may_ask(struct keeper *keeper, struct peer *peer);
/* Puts the token back: there was no request. */
void peer_asked_nothing(struct keeper *keeper, const struct peer *peer);
/* Reads again those that have a token. True if some are still paused. */
bool peers_resume(struct keeper *keeper);
struct peer *peer_by_id(struct keeper *keeper, uint64_t id);
/* True for a session that the server tries before it opens a port. */
bool peer_rehearses(const struct peer *peer);
/* Frees the closed peers. */
void peers_sweep(struct keeper *keeper);
bool peer_send(struct peer *peer, const void *bytes, size_t size);
void peer_notice(struct peer *peer, enum notice_kind kind, const char *text);
void peer_hello(struct keeper *keeper, struct peer *peer, struct wire_reader *in);
/* True if the run belongs to the account, ended or not. */
bool run_belongs(struct keeper *keeper, int64_t run, int64_t account);
void peer_bound(struct keeper *keeper, struct peer *peer, const struct binding *binding);
/* Writes the game of lines that name none: that of the keeper's content, or else that of the newest
 * run. */
void keeper_game(struct keeper *keeper, char game[STORE_GAME_MAX + 1]);
/* Writes the account and its token into an answer. */
void put_account(struct asking *asking, const struct store_account *account);
void put_guest(struct asking *asking, const struct binding *binding);
/* Sends all sockets to the new keeper, which asked for them. The caller then exits. */
void peers_hand_over(struct keeper *keeper, struct peer *to);

/* ---- keeper_accounts.c ---- */

/* Reads a password.  False if it is longer than any stored one: then the password is wrong, but the
 * message is valid. */
bool asking_get_password(struct asking *asking, char password[HASHER_PASSWORD_MAX + 1]);
/* Gives the hasher a job for the request, which it answers later. */
unsigned asking_hash(struct asking *asking, struct hasher_job *job);
/* Has the hasher compare the password with that of the asker's account. */
unsigned asking_prove(struct asking *asking, struct hasher_job *job,
	const struct store_account *account, const char *password);
/* Counts a change of the account, which the audit log keeps.  False with a refusal after too many
 * changes. */
bool asking_may_change(struct asking *asking);
/* Answers the request whose job the hasher finished. */
void accounts_hashed(struct keeper *keeper, const struct hasher_result *result);

/* ---- keeper_keys.c ---- */

/* The password for a new key, or for the end of the account, was right. */
unsigned key_add_proved(struct asking *asking, const struct hasher_job *job);
unsigned account_delete_proved(struct asking *asking, const struct hasher_job *job);

/* ---- keeper_logins.c ---- */

/* Begins a guess at the password of an account, or at the one of `name` where account is NULL.
 * False with the refusal when there were too many wrong ones. */
bool login_may_guess(struct asking *asking, struct hasher_job *job, const char *name,
	const struct store_account *account);
/* The guess was right: it counts no more. */
void login_guessed(struct asking *asking, const struct hasher_job *job);
/* The guess was wrong: the account's owner reads of it. */
void login_missed(struct asking *asking, const struct hasher_job *job);
/* Writes the wrong guesses. Outside of groups. */
void logins_write_missed(struct keeper *keeper);
/* The account logs in: its wrong passwords are reported once, and its network is known from now
 * on. */
void login_counted(struct asking *asking, const struct store_account *account);
/* Where the job comes from, for the queue of the hasher. */
void login_source(struct asking *asking, struct hasher_job *job);

/* ---- keeper_audit.c ---- */

/* Adds an entry to the audit log, in the open group: the asker did `action` to `subject`. */
enum store_answer audit_add(struct asking *asking, const char *action, const char *subject,
	const char *format, ...) __attribute__((format(printf, 4, 5)));

/* ---- keeper_moderation.c, keeper_refusals.c, keeper_peers.c ---- */

/* KEEPER_OK if the account may log in, else KEEPER_BARRED with the sentence of its lock or ban. */
unsigned account_barred(struct asking *asking, const struct store_account *account);
/* Refuses a banned name.  True if it is one. */
bool name_barred(struct asking *asking, const char *name);
/* Writes "WHAT until DATE: REASON." */
void say_refusal(char *text, size_t size, const char *what, int64_t until, const char *reason);
#define NO_ACCOUNT "There is no account with that name."
/* Reads a name and its account.  False after a refusal. */
bool asking_get_account(struct asking *asking, struct store_account *account);
/* Reads the number of a row to change. Not KEEPER_OK: a broken message, or a full disk. */
unsigned asking_get_row(struct asking *asking, int64_t *id);
/* Reads why something is done, without a full stop. */
void asking_get_reason(struct asking *asking, char reason[STORE_REASON_MAX]);
/* Returns the eviction that follows the commit, for the handler to fill in. */
struct eviction *asking_evict(struct asking *asking);
/* Ends sessions with a notice. */
void peers_evict(struct keeper *keeper, const struct peer *asker, const struct eviction *eviction);

/* Sends the listener all bans of networks, from the first on. */
void bans_tell(struct keeper *keeper);
/* Goes on sending.  Called at each wake-up. */
void bans_work(struct keeper *keeper);

/* ---- keeper_register.c ---- */

/* True if the asker may register a name now; else refuses the request. take: it does. */
bool may_register_now(struct asking *asking, const char *fingerprint, bool take);
/* True if the name has the form of a new name and is neither banned nor reserved; else refuses the
 * request. */
bool name_acceptable(struct asking *asking, const char *name);
/* True if an operator may give the account this name; else refuses the request. force: although it
 * is reserved, or looks like another account's. */
bool name_fits_account(
	struct asking *asking, const struct store_account *account, const char *name, bool force);
/* True if the name looks like that of no other account; else refuses the request. */
bool name_distinct(struct asking *asking, const char *name);
/* Removes some of the names that nobody uses, when the next piece is due. Outside of groups. */
void names_expire(struct keeper *keeper);

/* ---- keeper_retention.c ---- */

/* Removes a piece of what the settings let go, when the next piece is due. Outside of groups. */
void retention_work(struct keeper *keeper);
/* Returns some unused pages, and answers the request after the last. */
void vacuum_step(struct keeper *keeper);

/* ---- keeper_uploads.c ---- */

void upload_drop(struct peer *peer);

/* ---- keeper_runs.c ---- */

/* True if the asker may read the run's seed and commands: its own run, an ended run, the run of
 * this verifier or replayer, or any run for the operator. Else refuses the request. */
bool run_readable(struct asking *asking, int64_t run);

/* Begins no run: checks that there is space for one, and takes a token of the account. Else refuses
 * the request. */
bool run_may_begin(struct asking *asking);
/* Answers with the header of a run, which the session holds from then on. */
unsigned run_hold(struct asking *asking, struct store_run *run);
/* Takes a run over for this session: its epoch rises, so an earlier session cannot add to it. */
unsigned run_take(struct asking *asking, struct store_run *run);
/* Writes where another session of the account holds the run, or "". */
#define RUN_ELSEWHERE_MAX 96
void run_elsewhere(struct asking *asking, int64_t run, char text[RUN_ELSEWHERE_MAX]);

/* Returns the blob of a request, inline or uploaded before it. NULL with size 1 if pieces are
 * missing. */
const uint8_t *asking_blob(struct asking *asking, size_t *size);
/* Writes a piece of a blob into an answer: total size, piece. */
void put_piece(struct wire_writer *out, const uint8_t *bytes, size_t size, uint32_t offset);
unsigned put_run(struct asking *asking, const struct store_run *run);

/* ---- keeper_births.c ---- */

/* Writes the birth of a new run of the asking account and returns its size. A run on a chosen seed
 * has no facts of earlier runs. */
size_t keeper_make_birth(
	struct asking *asking, bool debug, bool seeded, uint8_t bytes[BIRTH_BYTES_MAX]);

/* Writes the birth of all runs of a day, and of practice on it. */
size_t keeper_make_day_birth(const struct store_day *day, uint8_t bytes[BIRTH_BYTES_MAX]);

/* ---- keeper_days.c ---- */

/* Publishes and begins days when they are due. Outside of groups. */
void days_work(struct keeper *keeper);
/* True if the policy has contests of that kind. */
bool days_are_held(const struct keeper *keeper, enum contest_kind kind);
/* Returns why the run is hidden, a sentence, if it is another account's try at a day whose seed is
 * not shown yet, and the asker's own try at that day is not over; else NULL. */
const char *day_hides(struct asking *asking, int64_t run);
/* Removes from the score of a hidden run the words that its player wrote, and the item. */
void day_veil(struct asking *asking, struct store_score *score);
/* True if the seed of the day is shown to everybody. */
bool day_is_revealed(struct keeper *keeper, const char *date);
/* True if the seed of the day comes from the secret. */
bool day_is_derived(struct keeper *keeper, const char *game, const struct store_day *day);
/* Finds the day of that seed. True if the seed is shown to everybody. */
bool day_is_past(struct asking *asking, const uint8_t seed[16], struct store_day *day);
/* Returns until when a try may end and be ranked. */
int64_t day_try_ends(const struct store_try *own);
/* True if a daily run that ends now is ranked. */
bool day_ranks(struct keeper *keeper, const struct store_run *run);

/* ---- keeper_backup.c ---- */

/* Copies the next piece of the backup. Answers the request after the last. */
void backup_step(struct keeper *keeper);

/* ---- keeper_orders.c ---- */

/* Has the next ended run verified, unless a verifier is running. */
void verifier_begin(struct keeper *keeper);
/* Sets the run aside of a verifier that takes too long, which is ended, or that has closed its line
 * without a verdict. Outside of groups. */
void verifier_check(struct keeper *keeper);
/* Returns the milliseconds that the verifier may still take, or -1 if none is running. */
int verifier_left_ms(const struct keeper *keeper);
/* Handles the end of a verifier that this keeper forked. */
void verifier_ended(struct keeper *keeper, pid_t pid, int status);

/* ---- keeper_replayers.c ---- */

/* Commands were appended to the run: its replayer, if any, is notified unless it was already. */
void replayer_run_grew(struct keeper *keeper, int64_t run);
/* A replayer reads commands: the next append notifies it again. */
void replayer_reads(struct keeper *keeper, const struct peer *peer);
/* The run has ended: its replayer shows the end and ends. */
void replayer_run_ended(struct keeper *keeper, int64_t run);
/* Takes the status of replayers that this keeper forked. */
void replayers_reap(struct keeper *keeper);
/* Ends the replayers of runs that no session holds any more. */
void replayers_sweep(struct keeper *keeper);

/* ---- keeper_metrics.c ---- */

/* Counts an answer to a login. */
void count_login(const struct asking *asking, unsigned request, unsigned verdict);
/* Counts a durable effect. */
void count_effect(const struct effect *effect);
/* Sets the gauges if a second has passed. events: something has happened since the last call. */
void gauges_work(struct keeper *keeper, bool events);
/* Sets them now. */
void gauges_set(struct keeper *keeper);
/* Returns how long the loop may sleep, of at most timeout_ms. */
int gauges_patience(const struct keeper *keeper, int timeout_ms);

/* ---- keeper_socket.c ---- */

/* Writes an address of the socket under the state directory that fits whatever the length of the
 * path. Returns a descriptor of the directory, which the caller closes after use, or -1. */
struct sockaddr_un;
int state_address(const char *state, struct sockaddr_un *address);
/* Connects to the keeper of a state directory; -1 and errno. */
int state_connect(const char *state);

#endif
