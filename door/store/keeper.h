/*
 * A session's line to the keeper: the client's side of the store.
 *
 * The keeper is the only process that opens the store; one per state directory, by a lock held for
 * life.  A session talks to it over a seqpacket socket made before its fork.  Messages are
 * little-endian, versioned, and at most KEEPER_MESSAGE_MAX bytes; larger blobs go in pieces. At
 * each wake-up the keeper commits all queued requests, then answers. An answer to an append means
 * that it is on disk.
 *
 * Invariants:
 *   1. A socket is bound to one account, once; each request is checked against that binding.
 *   2. The keeper's state is the database and (descriptor, account, run, epoch): killing it loses
 *      nothing acknowledged. Lines send the rest again; (run, epoch, index) makes that idempotent.
 *   3. Every wait of a session for its keeper calls `waiting` after a deadline, and then each
 *      second.
 *   4. The keeper never waits for a session: a socket that does not take its answer is closed.
 *
 * A binding outlives its keeper. At binding the keeper gives the line a token: the account, and a
 * MAC of it under a secret that never leaves the database. A new keeper greets each socket with its
 * own birth number. The line answers with that number, its token and its hello; the keeper drops
 * all earlier bytes of the socket. Then the line repeats its unanswered request, marked
 * WIRE_RESENT, and the handler of each request allows for the repetition. A token is valid only for
 * the account that the socket had proved. A kick shuts the socket itself down, for all holders.
 *
 * A guest's run exists in its session only: the line itself answers appends and snapshots, and
 * nothing is written.
 *
 * The calls below are the session's side. Each sends one request and waits for its answer; it sends
 * the request again if the keeper was restarted. Notices that arrive meanwhile are queued for
 * keeper_notice.
 */
#ifndef TRAPDOOR_KEEPER_H
#define TRAPDOOR_KEEPER_H

#include <sys/types.h>

#include "door/os/packed.h"
#include "door/text/season.h"
#include "engine/engine.h"
#include "sql/store.h"

/* The version of the protocol, and the lowest one that sessions and keeper still use: while a
 * server is upgraded, sessions of the older program have the newer keeper, or the reverse. A new
 * field of a score, or any other change of a message, raises the first number; the second one is at
 * least the number of the release before this one. */
#define KEEPER_COUNT_FIELD(...) +1
#define KEEPER_PROTOCOL (5 SCORE_NUMBERS(KEEPER_COUNT_FIELD) SCORE_TEXTS(KEEPER_COUNT_FIELD))
#define KEEPER_PROTOCOL_OLDEST (KEEPER_PROTOCOL - 1)
#define KEEPER_PROTOCOL_WEEKS 28 /* the first one whose days have handicaps */
#define KEEPER_MESSAGE_MAX 65536

enum keeper_verdict {
	KEEPER_OK,
	KEEPER_NO,     /* refused (wrong password, name taken, ...): keeper_sentence says why */
	KEEPER_STALE,  /* the run is held elsewhere or has ended */
	KEEPER_FAILED, /* not saved (disk full ...): may be tried again; keeper_sentence says why */
	KEEPER_BARRED, /* the proof is right, but a lock or ban refuses: keeper_sentence says why */
	KEEPER_GONE    /* there is no keeper, and none will start */
};

struct store_client;

/* Makes a line over a socket. waiting is called if an answer takes longer than 500 ms, then each
 * second; it returns false to give up (KEEPER_FAILED). */
struct store_client *store_client_new(
	int descriptor, bool (*waiting)(void *context, unsigned waited_ms), void *context);
/* Replaces the function that is called during a wait. */
void store_client_waits(struct store_client *line,
	bool (*waiting)(void *context, unsigned waited_ms), void *context);
void store_client_free(struct store_client *line);
/* The state directory of a local line; NULL for a session. */
const char *store_client_state(const struct store_client *line);
int store_client_descriptor(const struct store_client *line);
const char *keeper_sentence(const struct store_client *line);

/* A line goes on in another process, which gets its socket. Pack: false if it cannot now, because
 * a notice waits or it has ended. Unpack: into a new line over that socket; false if the bytes,
 * which may come from a stranger, are malformed. The keeper's own binding of the socket says who
 * the line belongs to: ask by keeper_account_show. */
bool store_client_pack(const struct store_client *line, struct packing *out);
bool store_client_unpack(struct store_client *line, struct unpacking *in);
/* The other process has ended without going on: this one does, and reads no answer of the other's
 * requests. */
void store_client_stayed(struct store_client *line);

/* Unrequested messages of the keeper. keeper_notice reads one without waiting; false if there is
 * none. */
enum notice_kind {
	NOTICE_KICKED,
	NOTICE_TAKEN_OVER,
	NOTICE_SAY,
	NOTICE_SHUTDOWN,
	NOTICE_KEEPER_BACK,
	NOTICE_UPGRADED,   /* from the listener: the session ends, and its player may call again */
	NOTICE_SPECTATORS, /* how many watch the line's run */
	NOTICE_CHAT        /* a line of a spectator */
};
/* The most characters of an operator's message, and of the reason of a kick. */
#define KEEPER_MESSAGE_TEXT_MAX 159
struct notice {
	enum notice_kind kind;
	char text[200];
};
bool keeper_notice(struct store_client *line, struct notice *notice);

/* ---- Accounts and sessions ---- */

struct keeper_account {
	int64_t id;
	char name[STORE_NAME_MAX + 1];
	bool guest, has_password;
	char options[STORE_OPTIONS_MAX];
	uint32_t wrong_passwords; /* since the login before this one */
	uint32_t new_keys;        /* likewise: keys added */
};
/* Sends the session's peer and transport, for `admin who` and the log. Called first; the line
 * repeats it to a new keeper. */
enum keeper_verdict keeper_hello(
	struct store_client *line, const char *peer, const char *transport);
enum keeper_verdict keeper_name_free(struct store_client *line,
	const char *name); /* NO: taken or reserved or ill-formed, and why */
/* The same for a caller who is going to register the name. NO also: registration is on hold, or the
 * caller registered too many names. */
enum keeper_verdict keeper_may_register(struct store_client *line, const char *name);
enum keeper_verdict keeper_login_password(struct store_client *line, const char *name,
	const char *password, struct keeper_account *account);
enum keeper_verdict keeper_login_key(struct store_client *line, const char *name,
	const char *fingerprint, struct keeper_account *account);
/* password may be "" when a fingerprint is given, and the reverse. */
enum keeper_verdict keeper_register(struct store_client *line, const char *name,
	const char *password, const char *fingerprint, struct keeper_account *account);
enum keeper_verdict keeper_login_guest(struct store_client *line, struct keeper_account *account);
/* Reads the account that the line is bound to. */
enum keeper_verdict keeper_account_show(struct store_client *line, struct keeper_account *account);
enum keeper_verdict keeper_set_password(
	struct store_client *line, const char *old, const char *new);
enum keeper_verdict keeper_set_options(struct store_client *line, const char *options);
/* Deletes the account. proof is its password, or its name if it has none. */
enum keeper_verdict keeper_account_delete(struct store_client *line, const char *proof);
/* Most keys of an account. */
#define KEEPER_KEYS_MAX 20
enum keeper_verdict keeper_key_list(
	struct store_client *line, struct store_key *keys, size_t capacity, size_t *count);
/* password: of the account, or "" if it has none. */
enum keeper_verdict keeper_key_add(struct store_client *line, const char *password,
	const char *fingerprint, const char *label);
/* fingerprint "": all keys. */
enum keeper_verdict keeper_key_remove(struct store_client *line, const char *fingerprint);

/* The connected sessions. A session reports where its player is whenever that changes. */
enum where { WHERE_DOOR, WHERE_LOBBY, WHERE_PLAYING, WHERE_WATCHING };
struct present {
	char name[STORE_NAME_MAX + 1];
	char peer[64]; /* "" unless asked by the operator */
	char transport[8];
	uint8_t where, depth;
	uint32_t turn, idle_seconds, on_seconds;
};
enum keeper_verdict keeper_report_position(
	struct store_client *line, enum where where, int depth, uint32_t turn);
enum keeper_verdict keeper_who(
	struct store_client *line, struct present *present, size_t capacity, size_t *count);

/* Has the program of these rules started.  Its standard input and output are the caller's to close.
 */
enum keeper_verdict keeper_old_rules(struct store_client *line, uint32_t rules, int *in, int *out);
/* Finds the run that a player is playing. *views becomes a socket from which live views
 * (door/watch/live_view.h) are read; the caller closes it. NO if there is none, FAILED if it cannot
 * be watched now. */
enum keeper_verdict keeper_watch(
	struct store_client *line, const char *name, int64_t *run, int *views);

/* ---- The run of this account ---- */

struct keeper_run {
	int64_t id;
	uint32_t epoch, next_index, snapshot_index, rules;
	uint8_t mode;
	struct seed seed;
	struct birth birth;
	char player[STORE_NAME_MAX + 1]; /* the account; the name of the birth may be another */
	uint8_t content[CONTENT_DIGEST_SIZE]; /* of the segment to play on */
	char elsewhere[96]; /* "" or where the holder is: "on telnet from 10.0.0.1, idle 12 s" */
};
/* Reads the current run without claiming it. NO if there is none. */
enum keeper_verdict keeper_run_look(struct store_client *line, struct keeper_run *run);
/* Begins a run. The keeper draws its seed and its bones. NO if too little disk space is free. */
enum keeper_verdict keeper_run_begin(struct store_client *line, bool debug, struct keeper_run *run);
/* Likewise, with a seed that the player chose, or NULL. A run on a chosen seed is on no board. */
enum keeper_verdict keeper_run_begin_seeded(
	struct store_client *line, bool debug, const struct seed *seed, struct keeper_run *run);
/* Takes the run over: the epoch rises, and an earlier holder gets NOTICE_TAKEN_OVER and ends. */
enum keeper_verdict keeper_run_claim(struct store_client *line, struct keeper_run *run);
/* True if the line holds the run in the epoch that keeper_run_look has read: nobody else has taken
 * the run over. */
bool store_client_holds(const struct store_client *line, const struct keeper_run *run);
/* Reads the nth newest snapshot, in pieces. The caller frees *bytes. */
enum keeper_verdict keeper_snapshot_get(struct store_client *line, int64_t run, unsigned nth,
	uint32_t *index, uint8_t **bytes, size_t *size);
enum keeper_verdict keeper_commands_get(
	struct store_client *line, int64_t run, uint32_t from, uint8_t **bytes, size_t *size);
enum keeper_verdict keeper_bundle_get(struct store_client *line,
	const uint8_t digest[CONTENT_DIGEST_SIZE], uint8_t **bytes, size_t *size);
/* OK means durable. */
enum keeper_verdict keeper_append(struct store_client *line, const struct store_append *append);
enum keeper_verdict keeper_snapshot_put(struct store_client *line, int64_t run, uint32_t epoch,
	uint32_t index, const void *bytes, size_t size);
enum keeper_verdict keeper_segment_add(struct store_client *line, int64_t run, uint32_t epoch,
	uint32_t index, uint32_t rules, const uint8_t content[CONTENT_DIGEST_SIZE],
	const void *save, size_t size);
enum keeper_verdict keeper_run_end(
	struct store_client *line, uint32_t epoch, uint32_t index, const struct store_score *score);
enum keeper_verdict keeper_epitaph(struct store_client *line, int64_t run, const char *epitaph);
enum keeper_verdict keeper_quarantine(struct store_client *line, int64_t run, const char *why);

/* Reads the header of the run that the line holds. NO if it holds none. */
enum keeper_verdict keeper_run_held(struct store_client *line, struct keeper_run *run);

/* ---- Daily runs and contracts ---- */

/* A day, or the week of a contract (door/text/contest.h), and the asker's try at it. */
enum keeper_try { TRY_NONE, TRY_GOING, TRY_OVER };
struct keeper_day {
	char date[STORE_DATE_SIZE];
	char before[STORE_DATE_SIZE], after[STORE_DATE_SIZE]; /* the days beside it, or "" */
	char going[STORE_DATE_SIZE]; /* an earlier day at which the asker's try can still be
				      * continued and ranked, or "" */
	uint8_t today;               /* 1: the day is now */
	uint8_t revealed;            /* 1: the seed is shown to everybody */
	uint8_t derived;  /* 1: the seed comes from the secret; operators alone learn it */
	struct seed seed; /* 0 unless revealed or asked by the operator */
	uint8_t hash[STORE_HASH_SIZE]; /* the SHA-256 of the seed */
	int64_t published;             /* when the hash was first shown */
	uint32_t rules;                /* 0: the day has not begun */
	uint8_t content[CONTENT_DIGEST_SIZE];
	uint32_t closes_seconds; /* until no try can begin; 0: none can */
	uint32_t tried, deepest; /* by everybody */
	char deepest_name[STORE_NAME_MAX + 1];
	uint8_t state;         /* enum keeper_try: the asker's */
	uint32_t left_seconds; /* until a try in progress is not ranked any more */
	uint32_t streak;       /* days in a row at which the asker has a try */
	int64_t run;           /* of the asker's try; 0: none */
	char elsewhere[96];    /* as in struct keeper_run */
	char why[120]; /* why the asker cannot begin or continue a try; "": it is possible */
	char handicaps[STORE_HANDICAPS_SIZE]; /* of each birth: ids with commas between */
};
/* Reads a day; date "": today, "week": the contract of this week. NO if there are no days here, or
 * not that one. */
enum keeper_verdict keeper_day_show(
	struct store_client *line, const char *date, struct keeper_day *day);
/* Continues the account's try at a day, or begins it. NO with the reason. */
enum keeper_verdict keeper_day_play(
	struct store_client *line, const char *date, struct keeper_run *run);

/* A season, and the first of its standings. */
#define KEEPER_STANDINGS_MAX 100
struct keeper_season {
	char name[STORE_DATE_SIZE];
	char before[STORE_DATE_SIZE], after[STORE_DATE_SIZE]; /* seasons that can be shown, or "" */
	uint32_t left_seconds;                                /* 0: it is over */
	uint16_t own_place;                                   /* of the asker; 0: none */
	struct season_standing own;
	uint8_t count;
	struct season_standing each[KEEPER_STANDINGS_MAX];
};
/* Reads a season; name "": the present one. NO if there are no days here, or not that season. */
enum keeper_verdict keeper_season(
	struct store_client *line, const char *name, struct keeper_season *season);

/* Reads the winners of the last season that is over. NO if there are no days here. */
enum keeper_verdict keeper_winners(struct store_client *line, struct season_winners *winners);

/* ---- The board ---- */

enum keeper_verdict keeper_scores(struct store_client *line, const struct store_query *query,
	struct store_score *scores, unsigned *ranks, size_t capacity, size_t *count);
enum keeper_verdict keeper_record(struct store_client *line, struct store_record *record);
/* A game that has runs on a board, with their number. keeper_games also writes the game of queries
 * that name none. */
struct keeper_game {
	char id[STORE_GAME_MAX + 1];
	uint32_t runs;
};
enum keeper_verdict keeper_games(struct store_client *line, char game[STORE_GAME_MAX + 1],
	struct keeper_game *games, size_t capacity, size_t *count);

/* ---- The operator (over the state directory's socket, which admits only the server's own user;
 * door/keeper/keeper_local.h opens such a line) ---- */

enum keeper_verdict keeper_admin_kick(struct store_client *line, const char *name, const char *why);
enum keeper_verdict keeper_admin_passwd(
	struct store_client *line, const char *name, const char *password);
enum keeper_verdict keeper_admin_say(struct store_client *line, const char *text);
/* Lists, read in pages. `each` gets every row: accounts in order of name whose names contain
 * `part`, and entries of the audit log, newest first, not before `since` and before `until`, of one
 * name or ("") of all. */
enum keeper_verdict keeper_admin_accounts(struct store_client *line, const char *part,
	void (*each)(void *context, const struct store_account_row *row), void *context);
enum keeper_verdict keeper_admin_bans(struct store_client *line,
	void (*each)(void *context, const struct store_ban *ban), void *context);
/* Locks an account, or unlocks it (why NULL). */
enum keeper_verdict keeper_admin_lock(struct store_client *line, const char *name, const char *why);
/* Bans a name, an address or a network, until a time or (0) without an end. */
enum keeper_verdict keeper_admin_ban(
	struct store_client *line, const char *subject, const char *why, int64_t until);
/* force: also to a reserved name, or to one that looks like another account's. */
enum keeper_verdict keeper_admin_rename(
	struct store_client *line, const char *name, const char *to, bool force);
/* Deletes an account; its rows on the board stay, under the name that it has then. */
enum keeper_verdict keeper_admin_delete(
	struct store_client *line, const char *name, char anonymous[STORE_NAME_MAX + 1]);
enum keeper_verdict keeper_admin_keys(struct store_client *line, const char *name,
	struct store_key *keys, size_t capacity, size_t *count);
/* fingerprint "": all keys. */
enum keeper_verdict keeper_admin_key_remove(
	struct store_client *line, const char *name, const char *fingerprint);
enum keeper_verdict keeper_admin_remove_score(
	struct store_client *line, int64_t run, const char *why);
enum keeper_verdict keeper_admin_unban(struct store_client *line, const char *subject);
enum keeper_verdict keeper_admin_audit(struct store_client *line, const char *name, int64_t since,
	int64_t until, void (*each)(void *context, const struct store_audit *entry), void *context);
/* Puts registration on hold or ends that, or only asks. *on and reason: as it is then. */
enum hold_change { HOLD_SHOW, HOLD_ON, HOLD_OFF };
enum keeper_verdict keeper_admin_hold(struct store_client *line, enum hold_change change, bool *on,
	char reason[STORE_REASON_MAX]);
/* The metrics of the server (door/metrics/metrics.h): `each` gets every sample, in the order of the
 * families. */
struct keeper_statistic {
	char family[64], help[128];
	char suffix[8];  /* of a histogram's sample, else "" */
	char labels[96]; /* {key="word",...}, or "" */
	uint64_t value;
	bool micro; /* the value is in millionths */
};
enum keeper_verdict keeper_admin_stats(struct store_client *line,
	void (*each)(void *context, const struct keeper_statistic *statistic), void *context);
/* Has the keeper copy its database to path, for a backup to file. */
enum keeper_verdict keeper_admin_backup(
	struct store_client *line, const char *path, const char *file);
/* Reports the end of a backup to file, for the log and the audit log. why: it failed; "": the file
 * is whole. */
enum keeper_verdict keeper_admin_backed_up(
	struct store_client *line, const char *file, const char *why);
/* Has the keeper return the unused pages of its database to the disk, while it serves. *returned:
 * how many bytes. */
enum keeper_verdict keeper_admin_vacuum(struct store_client *line, uint64_t *returned);
/* Reads the header of a run, with its seed: an ended run or an own one, any for the operator. Its
 * segments, commands and content can be read, too, to replay it. */
enum keeper_verdict keeper_run_show(struct store_client *line, int64_t id, struct keeper_run *run);
/* Ids of ended runs after one, ascending: as many as fit in one piece of the keeper's time, and at
 * most `capacity`. *count 0: there are no more. */
enum keeper_verdict keeper_admin_runs(
	struct store_client *line, int64_t after, int64_t *ids, size_t capacity, size_t *count);
enum keeper_verdict keeper_segment_get(
	struct store_client *line, int64_t run, uint32_t index, struct store_segment *segment);
/* Reads all digests of the run, in order. The caller frees them. */
enum keeper_verdict keeper_digests_get(
	struct store_client *line, int64_t run, struct store_digest **digests, size_t *count);
enum keeper_verdict keeper_score_get(
	struct store_client *line, int64_t run, struct store_score *score);
enum keeper_verdict keeper_admin_verify(
	struct store_client *line, int64_t run, enum store_verification verification);

/* ---- The listener's side ---- */

/* Makes a session's socket pair: [0] the session's end, [1] the keeper's.  Both close on exec,
 * neither blocks. */
bool keeper_pair(int pair[2]);

/* Sends the keeper's end of a session to the keeper, with the client's address, or "" if the
 * session gives it. A blank and the id of the connection in the log may follow. The listener keeps
 * an unused duplicate until the session has ended, and sends it again to each keeper that it
 * restarts. */
bool keeper_give(int control, int keeper_end, const char *from);
/* Likewise, with the reading end of the session's log (door/command/log_sources.h), which the
 * keeper keeps for the next listener and does not read. If the keeper has the line
 * already, this log replaces the last one. log -1: none. */
bool keeper_give_logged(int control, int keeper_end, int log, const char *from);

/* ---- Words of players ---- */

#include "door/store/keeper_words_calls.h"
#include "door/store/keeper_feats_calls.h"
#include "door/store/keeper_imported_calls.h"

#endif
