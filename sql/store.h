/*
 * The store: accounts, keys, content bundles, runs with their segments, commands and snapshots, and
 * the board.
 *
 * It speaks in domain words, so that another database can stand behind it: no SQLite type or file
 * name leaves this room.  A save is opaque bytes to it, and so are a birth, a seed and commands.
 * One process opens a state directory, the keeper, and holds it by a lock for life.
 *
 * A group of writes stands between store_begin and store_commit; a write outside of a group is a
 * group by itself. Whatever answers STORE_FAILED may have undone the whole group: the caller undoes
 * it and begins again.
 *
 * What must stay true:
 *   1. Between store_begin and store_commit nothing is durable; after store_commit returned true,
 *      all is.
 *   2. An append or snapshot with an old epoch, or at an index other than the run's next, writes
 *      nothing.  The same append again (a resend) answers as the first did.
 *   3. A run's end, its score and the removal of its snapshots are one transaction; a score exists
 *      once a run.
 *   4. The journal of a run is never removed.
 *   5. An account has at most one run of each game that is neither ended nor quarantined.
 *
 * Names that are reserved, how a name must look and how passwords are hashed are not known here.
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
	STORE_NONE,  /* there is no such thing */
	STORE_TAKEN, /* the name or key is in use already */
	STORE_STALE, /* an old epoch, or an ended run: someone else holds it */
	STORE_GAP,   /* the index does not follow: the sender must ask where the run stands */
	STORE_FAILED /* the disk or database; store_sentence says what */
};

#define STORE_NAME_MAX 16
#define STORE_GAME_MAX 32 /* the id of a game */
#define STORE_HASH_MAX 128
#define STORE_KEY_MAX 128 /* a public key's fingerprint, as "SHA256:..." */
#define STORE_LABEL_MAX 64
#define STORE_CAUSE_MAX 96

/* ---- Opening ---- */

/* Opens or makes the database under directory, migrated to this program's schema.  NULL: sentence
 * (at least 256 bytes) tells what is wrong and what would be right. */
struct store *store_open(const char *directory, char *sentence, size_t size);
void store_close(struct store *store);
const char *store_sentence(const struct store *store);

/* All writes between the two are one group, durable when commit returns true.  A failed commit
 * undoes the group. */
bool store_begin(struct store *store);
bool store_commit(struct store *store);
void store_undo(struct store *store);

/* 32 random bytes, drawn when the store was made, that never change. */
#define STORE_SECRET_SIZE 32
enum store_answer store_secret(struct store *store, uint8_t secret[STORE_SECRET_SIZE]);

/* Looks through everything; calls report for each fault.  Returns the number of faults. */
size_t store_check(
	struct store *store, void (*report)(void *context, const char *sentence), void *context);

/* A consistent copy at path, at once. */
enum store_answer store_backup(struct store *store, const char *path);

/* The same in steps of some 256 KiB, between which the store serves; what is written meanwhile is
 * in the copy.  Steps are taken outside of groups.  A copy appears under its name when it is whole.
 * NULL: store_sentence. */
struct store_copy;
struct store_copy *store_copy_new(struct store *store, const char *path);
enum store_answer store_copy_step(struct store_copy *copy, bool *whole);
void store_copy_free(struct store_copy *copy);

/* ---- Accounts and keys ---- */

struct store_account {
	int64_t id;
	char name[STORE_NAME_MAX + 1]; /* as registered; unique whatever its case */
	char hash[STORE_HASH_MAX];     /* "" when there is no password */
	int64_t created;               /* seconds, UTC, for showing alone */
	char options[256];             /* the lobby's own, opaque here */
};
enum store_answer store_account_new(
	struct store *store, const char *name, const char *hash, int64_t now, int64_t *id);
enum store_answer store_account_by_name(
	struct store *store, const char *name, struct store_account *account);
enum store_answer store_account_by_id(
	struct store *store, int64_t id, struct store_account *account);
enum store_answer store_account_set_hash(struct store *store, int64_t id, const char *hash);
enum store_answer store_account_set_options(struct store *store, int64_t id, const char *options);

struct store_key {
	char fingerprint[STORE_KEY_MAX];
	char label[STORE_LABEL_MAX];
	int64_t added;
};
enum store_answer store_key_add(struct store *store, int64_t account, const char *fingerprint,
	const char *label, int64_t now);
enum store_answer store_key_remove(struct store *store, int64_t account, const char *fingerprint);
enum store_answer store_key_of(
	struct store *store, int64_t account, const char *fingerprint); /* OK when it is his */
enum store_answer store_key_list(struct store *store, int64_t account, struct store_key *keys,
	size_t capacity, size_t *count);

/* ---- Content bundles ---- */

/* game: the id of the game that this content makes.  Runs and boards of one are none of another. */
enum store_answer store_bundle_put(struct store *store, const uint8_t digest[16], const char *game,
	const void *bytes, size_t size);
/* The caller frees *bytes. */
enum store_answer store_bundle_get(
	struct store *store, const uint8_t digest[16], uint8_t **bytes, size_t *size);
enum store_answer store_bundle_game(
	struct store *store, const uint8_t digest[16], char game[STORE_GAME_MAX + 1]);
/* The game of the run that was begun last. */
enum store_answer store_game_last(struct store *store, char game[STORE_GAME_MAX + 1]);

/* ---- Runs ---- */

enum store_mode { STORE_RANKED, STORE_DEBUG };

struct store_run {
	int64_t id, account;
	uint32_t epoch;
	uint8_t mode;
	uint8_t seed[16];
	uint32_t rules; /* of the last segment, as is the content */
	uint8_t content[16];
	uint32_t next_index;     /* commands journalled so far */
	uint32_t snapshot_index; /* commands that the last snapshot holds; 0 when there is none */
	bool ended, quarantined;
	char name[STORE_NAME_MAX + 1];
	int64_t begun;
};

/* A run to begin. */
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
/* The account's run of a game that has not ended nor is quarantined. */
enum store_answer store_run_current(
	struct store *store, int64_t account, const char *game, struct store_run *run);
enum store_answer store_run_by_id(struct store *store, int64_t id, struct store_run *run);
/* Raises the epoch: whoever held the run holds it no more. */
enum store_answer store_run_claim(struct store *store, int64_t id, uint32_t *epoch);
enum store_answer store_run_birth(struct store *store, int64_t id, uint8_t **birth, size_t *size);
enum store_answer store_run_quarantine(struct store *store, int64_t id, const char *why);
/* Each run whose id is above `after`, in order of id; each returns false to stop. ended_only: those
 * on the board. */
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
enum store_answer store_segment_add(struct store *store, int64_t run, uint32_t epoch,
	uint32_t first_index, uint32_t rules, const uint8_t content[16], const void *save,
	size_t save_size);
/* The segment that holds command `index`, or would hold it as the next of the run; STORE_NONE
 * beyond. */
enum store_answer store_segment_at(
	struct store *store, int64_t run, uint32_t index, struct store_segment *segment);

/* After `index` commands of the run the state had this digest; and each of its parts, where it is
 * known, a digest with this lowest byte. */
#define STORE_PARTS_MAX 32
struct store_digest {
	uint32_t index;
	uint64_t digest;
	uint8_t part_count; /* 0: not known */
	uint8_t parts[STORE_PARTS_MAX];
};

/* One append: count commands in their journal form, that begin at index, with the digests that came
 * due in them. */
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
/* Commands from index on, in pieces, in order: each(context, first index, count, bytes, size). */
enum store_answer store_commands_each(struct store *store, int64_t run, uint32_t from,
	bool (*each)(
		void *context, uint32_t index, uint32_t count, const uint8_t *bytes, size_t size),
	void *context);
/* Those after more than `after` commands, in order; each returns false to stop. */
enum store_answer store_digests_each(struct store *store, int64_t run, uint32_t after,
	bool (*each)(void *context, const struct store_digest *digest), void *context);

/* The newest two snapshots are kept. */
enum store_answer store_snapshot_put(struct store *store, int64_t run, uint32_t epoch,
	uint32_t index, const void *bytes, size_t size);
/* nth 0 is the newest; the caller frees *bytes. */
enum store_answer store_snapshot_get(struct store *store, int64_t run, unsigned nth,
	uint32_t *index, uint8_t **bytes, size_t *size);

/* ---- The board ---- */

enum store_verification { STORE_UNVERIFIED, STORE_VERIFIED, STORE_REFUTED };

/* clang-format off */
/* The fields that the end of a run writes, in the order of their columns; `run` is the first.  The
 * rows are those of engine/result_fields.h: type, field, value where it is missing. */
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
	ROW(uint8_t, proof, 0) /* enum store_verification */
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

/* Ends a run: its score, and the snapshots' removal, at once.  score->run names it. index: its
 * journal's length. */
/* The latest death of each caller in score->avenged is marked as avenged by this name. */
enum store_answer store_run_end(
	struct store *store, uint32_t epoch, uint32_t index, const struct store_score *score);
enum store_answer store_score_of(struct store *store, int64_t run, struct store_score *score);
/* The first run that ended after *cursor (0: the very first) and is neither proven nor refuted;
 * moves the cursor. */
enum store_answer store_score_unproven(struct store *store, int64_t *cursor, int64_t *run);
enum store_answer store_score_verify(
	struct store *store, int64_t run, enum store_verification verification);
enum store_answer store_score_epitaph(
	struct store *store, int64_t run, int64_t account, const char *epitaph);

/* The board of one game.  STORE_DEATHS: each caller's latest death, newest first, for births.
 * Refuted and unscored runs are in no order.  A rank is 1 and the number of better scores, so that
 * equal scores share one.  Places after STORE_PLACES_MAX are not read. */
#define STORE_PLACES_MAX 2000
enum store_order { STORE_BEST_RUNS, STORE_BEST_PLAYERS, STORE_LATEST, STORE_DEATHS };
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
/* won: the outcome that counts as a win. */
enum store_answer store_record_of(struct store *store, int64_t account, const char *game,
	uint8_t won, struct store_record *record);
/* Each game that has a listed run, in order of id, and how many it has; each returns false to stop.
 */
enum store_answer store_games_each(struct store *store,
	bool (*each)(void *context, const char *game, uint32_t runs), void *context);

/* How often each statement of the store ran since the last call, and the steps of SQLite's virtual
 * machine that all its runs took: a measure of work that needs no clock. */
struct store_cost {
	const char *statement;
	unsigned runs, steps;
};
void store_costs_each(struct store *store,
	void (*each)(void *context, const struct store_cost *cost), void *context);

/* Bytes free to an unprivileged writer where the store is. */
uint64_t store_free_space(const struct store *store);

#endif
