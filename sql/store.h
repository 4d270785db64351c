/*
 * The store: accounts, keys, content bundles, runs with their segments, commands and snapshots, and
 * the board.
 *
 * Its interface has no SQLite type or file name, so that another database can replace it. Saves,
 * births, seeds and commands are opaque bytes to it. One process, the keeper, opens a state
 * directory, and holds its lock until it ends.
 *
 * A group is all writes between store_begin and store_commit; a write outside of a group is a group
 * by itself. A call that returns STORE_FAILED may have undone the whole group: the caller undoes it
 * and begins again.
 *
 * Invariants:
 *   1. Between store_begin and store_commit nothing is durable; after store_commit returned true,
 *      all is.
 *   2. An append or snapshot with an old epoch, or at an index other than the run's next, writes
 *      nothing. A repeated append returns the answer of the first.
 *   3. A run's end, its score and the removal of its snapshots are one transaction; a score exists
 *      once a run.
 *   4. The journal of a run that a board shows is never removed. A run whose journal was removed is
 *      on no board, and cannot be read: calls answer NONE.
 *   5. An account has at most one run of each game that is neither ended nor quarantined, and at
 *      most one try at each day.
 *
 * The store does not check names and does not hash passwords.
 */
#ifndef TRAPDOOR_STORE_H
#define TRAPDOOR_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/result_fields.h"

struct store;

enum store_answer {
	STORE_OK,
	STORE_NONE,  /* the row does not exist */
	STORE_TAKEN, /* the name or key is in use already */
	STORE_STALE, /* an old epoch or an ended run: the caller does not hold the run */
	STORE_GAP,   /* the index is not the run's next: the sender must ask for that */
	STORE_FAILED /* the disk or database; see store_sentence */
};

#define STORE_NAME_MAX 16
#define STORE_GAME_MAX 32 /* the id of a game */
#define STORE_HASH_MAX 128
#define STORE_KEY_MAX 128 /* a public key's fingerprint, as "SHA256:..." */
#define STORE_LABEL_MAX 64
#define STORE_OPTIONS_MAX 4096 /* the options, and every key changed */
#define STORE_CAUSE_MAX 96
#define STORE_REASON_MAX 101 /* why somebody is refused */

/* ---- Opening ---- */

/* Opens or makes the database under directory, migrated to this program's schema.  NULL with a
 * sentence (size at least 256). */
/* From now on SQLite uses paths as they are given, in this whole process: "./trapdoor.db" is opened
 * although the user cannot follow the path of the current directory. */
void store_keep_paths(void);
struct store *store_open(const char *directory, char *sentence, size_t size);
/* Opens an existing database for reading alone, beside the keeper that may serve it: readers and
 * the writer do not wait for each other. Writes fail. NULL with a sentence. */
struct store *store_open_to_read(const char *directory, char *sentence, size_t size);
void store_close(struct store *store);
const char *store_sentence(const struct store *store);
/* True if the sentence is about a damaged database. */
bool store_damaged(const struct store *store);

/* Begin and end a group, which is durable when store_commit returns true. A failed commit undoes
 * the group. */
bool store_begin(struct store *store);
bool store_commit(struct store *store);
void store_undo(struct store *store);

/* 32 random bytes, drawn when the store was made, that never change. */
#define STORE_SECRET_SIZE 32
enum store_answer store_secret(struct store *store, uint8_t secret[STORE_SECRET_SIZE]);
/* Another such secret, for the seeds of days. The first call draws it. */
enum store_answer store_day_secret(struct store *store, uint8_t secret[STORE_SECRET_SIZE]);

/* Checks the whole store. Calls report for each fault and returns their number. */
size_t store_check(
	struct store *store, void (*report)(void *context, const char *sentence), void *context);
/* The same for the pages of the database alone, one table after the other, so that no transaction
 * lasts longer than one table takes. Reports one fault of each table. */
size_t store_check_pages(
	struct store *store, void (*report)(void *context, const char *sentence), void *context);

/* Writes a consistent copy to path in one call. */
enum store_answer store_backup(struct store *store, const char *path);

/* A copy in steps of some 256 KiB, between which the store serves requests; their writes reach the
 * copy, but those before the last step. That one gives the copy its name. Call steps outside of
 * groups. NULL: see store_sentence. */
struct store_copy;
struct store_copy *store_copy_new(struct store *store, const char *path);
enum store_answer store_copy_step(struct store_copy *copy, bool *whole);
void store_copy_free(struct store_copy *copy);

/* ---- Accounts and keys ---- */

struct store_account {
	int64_t id;
	char name[STORE_NAME_MAX + 1];   /* as registered; unique regardless of case */
	char hash[STORE_HASH_MAX];       /* "" when there is no password */
	int64_t created;                 /* seconds, UTC, for showing alone */
	char options[STORE_OPTIONS_MAX]; /* text of the lobby, opaque here */
	uint32_t wrong_passwords;        /* since they were last cleared */
	uint32_t new_keys;               /* likewise: keys that were added */
	int64_t deleted;                 /* when; 0: not */
	bool locked;
	char lock[STORE_REASON_MAX]; /* why */
};
enum store_answer store_account_new(
	struct store *store, const char *name, const char *hash, int64_t now, int64_t *id);
enum store_answer store_account_by_name(
	struct store *store, const char *name, struct store_account *account);
enum store_answer store_account_by_id(
	struct store *store, int64_t id, struct store_account *account);
/* Folds a name, so that names that look alike become the same: no case, no - and _, 0 is o, 1 and i
 * are l, and a repeated letter counts once. */
void store_skeleton(const char *name, char skeleton[STORE_NAME_MAX + 1]);
/* Finds the first account whose name looks like this one, or is this one. */
enum store_answer store_account_like(
	struct store *store, const char *name, char found[STORE_NAME_MAX + 1]);
enum store_answer store_account_set_hash(struct store *store, int64_t id, const char *hash);
enum store_answer store_account_set_options(struct store *store, int64_t id, const char *options);

/* Count one more wrong password and one more added key, and none again. */
enum store_answer store_account_wrong(struct store *store, int64_t id);
enum store_answer store_account_new_key(struct store *store, int64_t id);
enum store_answer store_account_clear_news(struct store *store, int64_t id);

/* The networks from which an account logged in, as text, with the time of the last login.  The
 * latest STORE_VISITS_MAX until `now` are kept: a time after that was written by a wrong clock. */
#define STORE_VISITS_MAX 8
enum store_answer store_visit(struct store *store, int64_t id, const char *network, int64_t now);
enum store_answer store_visited(
	struct store *store, int64_t id, const char *network, int64_t *last);

struct store_key {
	char fingerprint[STORE_KEY_MAX];
	char label[STORE_LABEL_MAX];
	int64_t added;
};
enum store_answer store_key_add(struct store *store, int64_t account, const char *fingerprint,
	const char *label, int64_t now);
enum store_answer store_key_remove(struct store *store, int64_t account, const char *fingerprint);
enum store_answer store_keys_clear(struct store *store, int64_t account);
/* OK if the account has the key. */
enum store_answer store_key_of(struct store *store, int64_t account, const char *fingerprint);
enum store_answer store_key_list(struct store *store, int64_t account, struct store_key *keys,
	size_t capacity, size_t *count);

/* ---- Registration: registration.c ---- */

/* Puts registration on hold, with a reason; ends the hold (NONE: there was none); reads its reason
 * (NONE: there is none). */
enum store_answer store_hold_put(struct store *store, const char *reason, int64_t now);
enum store_answer store_hold_remove(struct store *store);
enum store_answer store_hold_get(struct store *store, char reason[STORE_REASON_MAX]);

/* Looks at the next accounts after *cursor, and writes the ids of those that never began a run, and
 * were neither made nor logged in to since `before`. Moves the cursor; 0 after the last account. */
#define STORE_UNUSED_AT_ONCE 100
enum store_answer store_accounts_unused(struct store *store, int64_t *cursor, int64_t before,
	int64_t ids[STORE_UNUSED_AT_ONCE], size_t *count);

/* ---- Retention: retention.c ---- */

/* Looks at the next five runs after *cursor, and moves the cursor; 0 after the last run. Marks
 * those whose replay may go: they ended before `before`, are verified or refuted, and are neither
 * among the first STORE_PLACES_MAX of a board nor the best run or latest death of their player; and
 * runs that were abandoned. A marked run is on no board from then on. *count: how many were marked.
 */
enum store_answer store_replays_expire(
	struct store *store, int64_t *cursor, int64_t before, size_t *count);
/* Removes some rows of a marked run. *left: call again. */
enum store_answer store_replays_remove(struct store *store, bool *left);
/* Removes the oldest 50 entries of the audit log from before `before`. *count: how many. */
enum store_answer store_audit_expire(struct store *store, int64_t before, size_t *count);

/* True if unused pages can be returned step by step: the database was made by a release that has
 * store_vacuum_step, or was rewritten by store_vacuum_whole. */
bool store_vacuum_possible(struct store *store);
/* The bytes of the pages that are in no use. */
uint64_t store_unused_bytes(struct store *store);
/* Returns 16 unused pages. A group by itself. */
enum store_answer store_vacuum_step(struct store *store);
/* Rewrites the database, which needs twice its size, and takes as long as that takes. */
enum store_answer store_vacuum_whole(struct store *store);

/* ---- Moderation: moderation.c ---- */

/* Locks an account, or unlocks it (why NULL): NONE if it was not locked. */
enum store_answer store_account_lock(struct store *store, int64_t id, const char *why);
enum store_answer store_account_rename(struct store *store, int64_t id, const char *name);
/* Removes password, keys, options and networks, sets unfinished runs aside, and gives the account
 * the name STORE_DELETED_PREFIX and its id.  Its runs and scores stay. */
#define STORE_DELETED_PREFIX "deleted-"
enum store_answer store_account_delete(
	struct store *store, int64_t id, int64_t now, char name[STORE_NAME_MAX + 1]);

/* A row of the list of accounts. */
struct store_account_row {
	char name[STORE_NAME_MAX + 1], lock[STORE_REASON_MAX];
	bool has_password, locked;
	uint32_t keys, runs, wrong_passwords;
	int64_t created, last_login, deleted;
};
/* Calls `each` for the accounts after `name`, in order of name, whose names contain `part`
 * regardless of case.  Reads at most STORE_NAMES_AT_ONCE names and STORE_ROWS_AT_ONCE rows, and
 * writes the last name read, or "" after the last account. */
#define STORE_NAMES_AT_ONCE 200
#define STORE_ROWS_AT_ONCE 20
enum store_answer store_accounts_each(struct store *store, char name[STORE_NAME_MAX + 1],
	const char *part, bool (*each)(void *context, const struct store_account_row *row),
	void *context);

/* A ban of a name or of a network.  until: seconds, UTC; 0: without an end. */
#define STORE_SUBJECT_MAX 64
struct store_ban {
	int64_t id;
	char subject[STORE_SUBJECT_MAX], reason[STORE_REASON_MAX];
	bool network;
	int64_t begun, until;
};
/* Adds a ban in place of the subject's earlier one, and removes all that have ended by `now`.
 * TAKEN: there are STORE_BANS_MAX already. */
#define STORE_BANS_MAX 1000
enum store_answer store_ban_put(struct store *store, const struct store_ban *ban, int64_t now);
enum store_answer store_ban_remove(struct store *store, const char *subject);
/* Reads the ban of a subject that is in force. */
enum store_answer store_ban_of(
	struct store *store, const char *subject, int64_t now, struct store_ban *ban);
/* Reads the bans in force after an id, in order of id. */
enum store_answer store_bans_after(struct store *store, int64_t id, int64_t now,
	struct store_ban *bans, size_t capacity, size_t *count);

/* An entry of the audit log, which is append-only.  uid: of an operator; -1: the actor is an
 * account. */
#define STORE_ACTOR_MAX 33
struct store_audit {
	int64_t id, at, uid;
	char actor[STORE_ACTOR_MAX], origin[64], action[24], subject[STORE_SUBJECT_MAX];
	char detail[160];
};
enum store_answer store_audit_add(struct store *store, const struct store_audit *entry);
/* Reads entries from the newest on: those before (before_at, before_id) and not before `since`; of
 * a name ("": of all) those it did or that were done to it. */
struct store_audit_query {
	char name[STORE_SUBJECT_MAX];
	int64_t since, before_at, before_id;
};
enum store_answer store_audit_each(struct store *store, const struct store_audit_query *query,
	unsigned most, bool (*each)(void *context, const struct store_audit *entry), void *context);

/* ---- Content bundles ---- */

/* Stores content. game is its game's id. Each game has its own runs and boards. */
enum store_answer store_bundle_put(struct store *store, const uint8_t digest[16], const char *game,
	const void *bytes, size_t size);
/* The caller frees *bytes. */
enum store_answer store_bundle_get(
	struct store *store, const uint8_t digest[16], uint8_t **bytes, size_t *size);
enum store_answer store_bundle_game(
	struct store *store, const uint8_t digest[16], char game[STORE_GAME_MAX + 1]);
/* Reads the game of the newest run. */
enum store_answer store_game_last(struct store *store, char game[STORE_GAME_MAX + 1]);

/* ---- Runs ---- */

/* DEBUG: the run may use debug keys.  CHOSEN: the player chose its seed, so it is on no board.
 * DAILY: the account's try at a day, which is on the board of that day alone. */
enum store_mode { STORE_RANKED, STORE_DEBUG, STORE_CHOSEN, STORE_DAILY };

struct store_run {
	int64_t id, account;
	uint32_t epoch;
	uint8_t mode;
	uint8_t seed[16];
	uint32_t rules; /* rules and content of the last segment */
	uint8_t content[16];
	uint32_t next_index;     /* commands journalled so far */
	uint32_t snapshot_index; /* commands that the last snapshot holds; 0 when there is none */
	bool ended, quarantined;
	char name[STORE_NAME_MAX + 1];
	int64_t begun;
};

/* Arguments of store_run_begin. */
struct store_begin {
	int64_t account;
	enum store_mode mode;
	const uint8_t *seed; /* 16 bytes */
	const void *birth;
	size_t birth_size;
	uint32_t rules;
	const uint8_t *content; /* digest of stored content, 16 bytes */
	int64_t now;            /* seconds, UTC */
};
/* Begins a run with its first segment, at index 0, from no save bytes.  TAKEN, with that run, when
 * the account has an unfinished run of the same game. */
enum store_answer store_run_begin(
	struct store *store, const struct store_begin *begin, struct store_run *run);
/* Reads the account's run of a game that is neither ended nor quarantined. */
enum store_answer store_run_current(
	struct store *store, int64_t account, const char *game, struct store_run *run);
enum store_answer store_run_by_id(struct store *store, int64_t id, struct store_run *run);
/* Raises the epoch, so that the earlier holder loses the run. */
enum store_answer store_run_claim(struct store *store, int64_t id, uint32_t *epoch);
enum store_answer store_run_birth(struct store *store, int64_t id, uint8_t **birth, size_t *size);
enum store_answer store_run_quarantine(struct store *store, int64_t id, const char *why);
/* Calls `each` for each run whose id is above `after`, in order of id. It returns false to stop.
 * ended_only: ended runs only. */
enum store_answer store_run_each(struct store *store, int64_t after, bool ended_only,
	bool (*each)(void *context, const struct store_run *run), void *context);

/* A segment: (rules, content, starting save, the index of its first command, and of the next
 * segment's first). */
struct store_segment {
	uint32_t first_index, end_index, rules;
	uint8_t content[16];
	uint8_t *save; /* NULL for a run's first; the caller frees it */
	size_t save_size;
};
/* How many segments the run has; 0 if that cannot be read. */
unsigned store_segment_count(struct store *store, int64_t run);
enum store_answer store_segment_add(struct store *store, int64_t run, uint32_t epoch,
	uint32_t first_index, uint32_t rules, const uint8_t content[16], const void *save,
	size_t save_size);
/* Reads the segment of command `index`, which may be the run's next one. STORE_NONE beyond it. */
enum store_answer store_segment_at(
	struct store *store, int64_t run, uint32_t index, struct store_segment *segment);

/* The digest of the state after `index` commands, and the lowest byte of the digest of each of its
 * parts. */
#define STORE_PARTS_MAX 32
struct store_digest {
	uint32_t index;
	uint64_t digest;
	uint8_t part_count; /* 0: not known */
	uint8_t parts[STORE_PARTS_MAX];
};

/* An append: count encoded commands from index on, and the digests due within them. */
#define STORE_DIGESTS_MAX 8
struct store_append {
	int64_t run;
	uint32_t epoch, index, count;
	const uint8_t *bytes;
	size_t size;
	uint8_t digest_count;
	struct store_digest digests[STORE_DIGESTS_MAX];
};
enum store_answer store_append(struct store *store, const struct store_append *append);
/* Calls `each` for the commands from index on, in order and in pieces: (context, first index,
 * count, bytes, size). */
enum store_answer store_commands_each(struct store *store, int64_t run, uint32_t from,
	bool (*each)(
		void *context, uint32_t index, uint32_t count, const uint8_t *bytes, size_t size),
	void *context);
/* Calls `each` for the digests after more than `after` commands, in order. It returns false to
 * stop. */
enum store_answer store_digests_each(struct store *store, int64_t run, uint32_t after,
	bool (*each)(void *context, const struct store_digest *digest), void *context);

/* Stores a snapshot. The store keeps the newest two. */
enum store_answer store_snapshot_put(struct store *store, int64_t run, uint32_t epoch,
	uint32_t index, const void *bytes, size_t size);
/* Reads a snapshot; nth 0 is the newest. The caller frees *bytes. */
enum store_answer store_snapshot_get(struct store *store, int64_t run, unsigned nth,
	uint32_t *index, uint8_t **bytes, size_t *size);

/* ---- The board ---- */

/* Set aside: the verification did not end. */
enum store_verification { STORE_UNVERIFIED, STORE_VERIFIED, STORE_REFUTED, STORE_SET_ASIDE };

/* clang-format off */
/* The fields that the end of a run writes, in the order of their columns; `run` is the first. A row
 * is type, field, and value if missing, as in engine/result_fields.h. */
#define SCORE_END_NUMBERS(ROW) \
	ROW(int64_t, run, 0) \
	ROW(uint8_t, outcome, 0) /* the engine's number */ \
	ROW(bool, scored, 0)     /* false: the run is on no board */ \
	ROW(bool, died, 0)       /* the run ended in a death, which later births may hold */ \
	RESULT_NUMBERS(ROW) \
	ROW(int64_t, ended, 0)   /* seconds, UTC */
#define SCORE_END_TEXTS(ROW) \
	RESULT_TEXTS(ROW) \
	ROW(epitaph, 65) \
	ROW(avenged, 160) /* names that this run avenged, separated by blanks */

/* All fields of a score. */
#define SCORE_NUMBERS(ROW) \
	SCORE_END_NUMBERS(ROW) \
	ROW(uint8_t, mode, 0)  /* enum store_mode */ \
	ROW(uint8_t, proof, 0) /* enum store_verification */ \
	ROW(bool, waiting, 0)  /* not ranked until it is verified */
#define SCORE_TEXTS(ROW) \
	SCORE_END_TEXTS(ROW) \
	ROW(name, STORE_NAME_MAX + 1) \
	ROW(avenged_by, STORE_NAME_MAX + 1)
/* clang-format on */

struct store_score {
#define ROW(type, field, missing) type field;
	SCORE_NUMBERS(ROW)
#undef ROW
#define ROW(field, size) char field[size];
	SCORE_TEXTS(ROW)
#undef ROW
};

/* Ends the run score->run: stores its score and removes its snapshots in one transaction. index is
 * the length of its journal. The latest death of each player in score->avenged is marked as avenged
 * by this run's player. */
enum store_answer store_run_end(
	struct store *store, uint32_t epoch, uint32_t index, const struct store_score *score);
enum store_answer store_score_of(struct store *store, int64_t run, struct store_score *score);
/* Finds the first unverified run that ended after *cursor (0: from the beginning), and moves the
 * cursor. */
enum store_answer store_score_unproven(struct store *store, int64_t *cursor, int64_t *run);
/* Marks a run as verified or refuted. A verified run is ranked, and up to 16 waiting ones below. */
enum store_answer store_score_verify(
	struct store *store, int64_t run, enum store_verification verification);
/* Sets an unverified run aside. STORE_NONE if it is verified, refuted or set aside already. */
enum store_answer store_score_set_aside(struct store *store, int64_t run);
/* Finds the next run that is set aside, as store_score_unproven does, up to the cursor `last`. */
enum store_answer store_score_set_aside_next(
	struct store *store, int64_t *cursor, int64_t last, int64_t *run);
/* The cursor of the last run that is set aside; 0: none. */
enum store_answer store_score_set_aside_last(struct store *store, int64_t *last);
/* Takes a run off the board for good; the run and its score stay.  NONE if it is not scored. */
enum store_answer store_score_remove(struct store *store, int64_t run);
enum store_answer store_score_epitaph(
	struct store *store, int64_t run, int64_t account, const char *epitaph);

/* The orders of a game's board.  STORE_DEATHS: each player's latest death, newest first, for
 * births.  STORE_SET_ASIDE_RUNS: those of all games, in the order of their ends.  No other order
 * lists refuted and unscored runs.  STORE_CONDUCTS: verified runs by the number of conducts kept,
 * then by score, ranked by place.  Else a rank is 1 and the number of better scores, so that equal
 * scores share one.  Later places are not read. A run whose score is at or above the best verified
 * one is not ranked until it is verified. The first STORE_WAITING_SHOWN of those have rank 0, and
 * follow the best run, or precede the latest. */
#define STORE_PLACES_MAX 2000
#define STORE_CONDUCTS_PLACES 100
#define STORE_WAITING_SHOWN 3
enum store_order {
	STORE_BEST_RUNS,
	STORE_BEST_PLAYERS,
	STORE_LATEST,
	STORE_DEATHS,
	STORE_SET_ASIDE_RUNS,
	STORE_CONDUCTS
};
struct store_query {
	enum store_order order;
	char game[STORE_GAME_MAX + 1];
	char name[STORE_NAME_MAX + 1]; /* "" for everybody */
	unsigned first, count;
};
enum store_answer store_scores_each(struct store *store, const struct store_query *query,
	bool (*each)(void *context, unsigned rank, const struct store_score *score), void *context);
struct store_record {
	uint32_t runs, wins, turns;
	int32_t best_score, deepest;
	int64_t first, last;
};
/* Reads an account's record. won is the outcome that counts as a win. */
enum store_answer store_record_of(struct store *store, int64_t account, const char *game,
	uint8_t won, struct store_record *record);
/* Calls `each` for each game with a listed run, in order of id, with the number of its runs. It
 * returns false to stop. */
enum store_answer store_games_each(struct store *store,
	bool (*each)(void *context, const char *game, uint32_t runs), void *context);

/* ---- Shown runs: shown.c ---- */

/* A run that is ranked or waits for it, or was ranked before its replay was removed. */
struct store_shown {
	struct store_score score;
	int64_t number; /* in the order of ends */
	char game[STORE_GAME_MAX + 1];
	bool replayable, hides; /* its journal is there; the player hides from others */
};
/* Calls `each` for the next shown runs after *number, in the order of their ends. Reads at most
 * STORE_SHOWN_AT_ONCE, and moves *number to the last one. *count: how many there were; 0 after the
 * last. */
#define STORE_SHOWN_AT_ONCE 500
enum store_answer store_shown_each(struct store *store, int64_t *number, size_t *count,
	void (*each)(void *context, const struct store_shown *shown), void *context);
/* The same for the newest `most` shown runs of a name, newest first. */
enum store_answer store_shown_of(struct store *store, const char *name, unsigned most,
	void (*each)(void *context, const struct store_shown *shown), void *context);

/* ---- Days: days.c ---- */

/* A day of a game, or the week of a contract: one seed for all accounts. Its runs are those of the
 * game "GAME/DATE", which has a board of its own. A date is "YYYY-MM-DD", or "YYYY-Www" of a
 * week. */
#define STORE_DATE_SIZE 11
/* The longest id of a game that has days. */
#define STORE_DAY_GAME_MAX (STORE_GAME_MAX - STORE_DATE_SIZE)
#define STORE_HASH_SIZE 32
#define STORE_HANDICAPS_SIZE 100
struct store_day {
	char date[STORE_DATE_SIZE];
	uint8_t seed[16], hash[STORE_HASH_SIZE]; /* hash: the SHA-256 of the seed */
	int64_t published;                       /* when the hash was first shown */
	uint32_t rules;                          /* 0: the day has not begun */
	uint8_t content[16];
	char handicaps[STORE_HANDICAPS_SIZE]; /* ids with commas between */
};
/* Writes "GAME/DATE". */
void store_day_game(const char *game, const char *date, char day_game[STORE_GAME_MAX + 1]);
/* Adds a day with its seed and hash, unless there is one. */
enum store_answer store_day_publish(
	struct store *store, const char *game, const struct store_day *day);
/* Fixes the rules, the content and the handicaps of a day, unless they are fixed. */
enum store_answer store_day_open(
	struct store *store, const char *game, const struct store_day *day);
enum store_answer store_day_get(
	struct store *store, const char *game, const char *date, struct store_day *day);
/* Finds the day with that seed. */
enum store_answer store_day_of_seed(
	struct store *store, const char *game, const uint8_t seed[16], struct store_day *day);
/* Finds the day before or after a date, or the week before or after a week: "" if there is
 * none. */
enum store_answer store_days_beside(struct store *store, const char *game, const char *date,
	char before[STORE_DATE_SIZE], char after[STORE_DATE_SIZE]);
/* Counts the tries at a day, and finds the deepest listed one. name "": none is listed. */
struct store_day_summary {
	uint32_t tried, deepest;
	char name[STORE_NAME_MAX + 1];
};
enum store_answer store_day_summary(
	struct store *store, const char *game, const char *date, struct store_day_summary *summary);

/* An account's try at a day. over: it has ended or is quarantined. */
struct store_try {
	int64_t run, account, begun;
	bool over;
	char game[STORE_GAME_MAX + 1], date[STORE_DATE_SIZE];
};
/* Begins the account's try as store_run_begin begins a run. TAKEN, with its run: it has one. */
enum store_answer store_try_begin(struct store *store, const char *game, const char *date,
	const struct store_begin *begin, struct store_run *run);
enum store_answer store_try_of(struct store *store, int64_t account, const char *game,
	const char *date, struct store_try *found);
/* NONE if the run is no try. */
enum store_answer store_try_of_run(struct store *store, int64_t run, struct store_try *found);
/* Counts the days in a row, back from a date, at which the account has a try; at most
 * STORE_STREAK_MAX. */
#define STORE_STREAK_MAX 3660
enum store_answer store_streak(
	struct store *store, int64_t account, const char *game, const char *date, uint32_t *days);
/* OK if the account has ended a ranked run of the game that is scored. */
enum store_answer store_has_ranked(struct store *store, int64_t account, const char *game);

/* How often each statement of the store ran since the last call, and the steps of SQLite's virtual
 * machine that all its runs took: a measure of work that needs no clock. */
struct store_cost {
	const char *statement;
	unsigned runs, steps;
};
void store_costs_each(struct store *store,
	void (*each)(void *context, const struct store_cost *cost), void *context);

/* Returns the bytes on the store's file system that an unprivileged user can still write. */
uint64_t store_free_space(const struct store *store);

/* Calls `each` for each rules version before `current` under which a run was played that goes on or
 * waits for verification, until `each` returns false. */
enum store_answer store_rules_needed(struct store *store, uint32_t current,
	bool (*each)(void *context, uint32_t rules), void *context);

/* False with a sentence if the path of the -wal file names no file, or another one than at the
 * first call: somebody removed it. The call then copies its content into the database. *saved:
 * that succeeded, so that the store can be closed and opened again without a loss. */
bool store_log_is_there(struct store *store, bool *saved);

/* Sizes of the files in bytes, free space, and the number of unverified runs, which is not counted
 * beyond STORE_UNVERIFIED_COUNT_MAX. False if the database does not answer. */
#define STORE_UNVERIFIED_COUNT_MAX 10000
struct store_measures {
	uint64_t database_bytes, log_bytes, free_bytes, unverified;
};
bool store_measure(struct store *store, struct store_measures *measures);

#include "store_feats.h"
#include "store_livelog.h"
#include "store_tournament.h"
#include "store_words.h"

#endif
