/* Every statement of the store: its id and its text, prepared at first use and kept. */
#ifndef TRAPDOOR_SQL_STATEMENTS_H
#define TRAPDOOR_SQL_STATEMENTS_H

#include "store.h"

#define ACCOUNT_COLUMNS "SELECT id, name, hash, created, options FROM accounts "
#define RUN_COLUMNS                                                                                \
	"SELECT runs.id, runs.account, epoch, mode, seed, next_index, ended, quarantined IS NOT "  \
	"NULL, begun, name,"                                                                       \
	" (SELECT rules FROM segments WHERE run = runs.id ORDER BY number DESC LIMIT 1),"          \
	" (SELECT content FROM segments WHERE run = runs.id ORDER BY number DESC LIMIT 1),"        \
	" coalesce((SELECT max(at_index) FROM snapshots WHERE run = runs.id), 0)"                  \
	" FROM runs JOIN accounts ON accounts.id = runs.account "
/* The columns of a score after the rank, in the order of the lists in store.h. */
#define COLUMN_OF_NUMBER(type, field, missing) ", " #field
#define COLUMN_OF_TEXT(field, size) ", " #field
#define SCORE_COLUMNS SCORE_NUMBERS(COLUMN_OF_NUMBER) SCORE_TEXTS(COLUMN_OF_TEXT) " "
#define VALUE_OF_NUMBER(type, field, missing) ", ?"
#define VALUE_OF_TEXT(field, size) ", ?"
#define SCORES_NAMED "FROM scores AS s JOIN accounts ON accounts.id = s.account "
#define LISTED "scored = 1 AND proof <> 2"
/* The board of a game. */
#define BOARD LISTED " AND game = ?3"
#define BEST_OF_EACH "(SELECT *, max(score) FROM scores WHERE " BOARD " GROUP BY account)"

/* clang-format off */
#define STATEMENTS(ROW) \
	ROW(BEGIN, "BEGIN IMMEDIATE") \
	ROW(COMMIT, "COMMIT") \
	ROW(ROLLBACK, "ROLLBACK") \
	ROW(SECRET_GET, "SELECT value FROM secrets WHERE name = ?") \
	ROW(SECRET_PUT, "INSERT INTO secrets (name, value) VALUES (?, ?)") \
	ROW(ACCOUNT_NEW, "INSERT INTO accounts (name, hash, created) VALUES (?, ?, ?)") \
	ROW(ACCOUNT_BY_NAME, ACCOUNT_COLUMNS "WHERE name = ?") \
	ROW(ACCOUNT_BY_ID, ACCOUNT_COLUMNS "WHERE id = ?") \
	ROW(ACCOUNT_SET_HASH, "UPDATE accounts SET hash = ? WHERE id = ?") \
	ROW(ACCOUNT_SET_OPTIONS, "UPDATE accounts SET options = ? WHERE id = ?") \
	ROW(KEY_ADD, "INSERT INTO keys (account, fingerprint, label, added) VALUES (?, ?, ?, ?)") \
	ROW(KEY_REMOVE, "DELETE FROM keys WHERE account = ? AND fingerprint = ?") \
	ROW(KEY_OF, "SELECT 1 FROM keys WHERE account = ? AND fingerprint = ?") \
	ROW(KEY_LIST, "SELECT fingerprint, label, added FROM keys WHERE account = ? ORDER BY added, fingerprint") \
	ROW(BUNDLE_PUT, "INSERT INTO bundles (digest, game, bytes) VALUES (?, ?, ?)" \
		" ON CONFLICT (digest) DO UPDATE SET game = excluded.game WHERE game <> excluded.game") \
	ROW(BUNDLE_GAME, "SELECT game FROM bundles WHERE digest = ?") \
	ROW(BUNDLE_GET, "SELECT bytes FROM bundles WHERE digest = ?") \
	ROW(RUN_NEW, "INSERT INTO runs (account, epoch, mode, begun, seed, game, after_score) VALUES (?, 1, ?, ?, ?, ?," \
		" (SELECT coalesce(max(number), 0) FROM scores))") \
	ROW(BIRTH_PUT, "INSERT INTO births (run, bytes) VALUES (?, ?)") \
	ROW(BIRTH_GET, "SELECT bytes FROM births WHERE run = ?") \
	ROW(RUN_BY_ID, RUN_COLUMNS "WHERE runs.id = ?") \
	ROW(RUN_CURRENT, RUN_COLUMNS "WHERE runs.account = ? AND runs.game = ? AND ended = 0 AND quarantined IS NULL") \
	ROW(RUN_GAME_LAST, "SELECT game FROM runs ORDER BY id DESC LIMIT 1") \
	ROW(RUN_NEXT, RUN_COLUMNS "WHERE runs.id > ? AND ended >= ? ORDER BY runs.id LIMIT 1") \
	ROW(RUN_STANDING, "SELECT epoch, next_index, ended OR quarantined IS NOT NULL FROM runs WHERE id = ?") \
	ROW(RUN_CLAIM, "UPDATE runs SET epoch = epoch + 1 WHERE id = ?") \
	ROW(RUN_ADVANCE, "UPDATE runs SET next_index = ? WHERE id = ?") \
	ROW(RUN_QUARANTINE, "UPDATE runs SET quarantined = ?, epoch = epoch + 1 WHERE id = ? AND ended = 0") \
	ROW(RUN_ENDED, "UPDATE runs SET ended = 1 WHERE id = ?") \
	ROW(SEGMENT_ADD, "INSERT INTO segments (run, number, first_index, rules, content, save)" \
		" SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4, ?5 FROM segments WHERE run = ?1") \
	ROW(SEGMENT_LAST, "SELECT first_index, rules, content FROM segments WHERE run = ? ORDER BY number DESC LIMIT 1") \
	ROW(SEGMENT_AT, "SELECT first_index, rules, content, save, (SELECT min(first_index) FROM segments" \
		" WHERE run = ?1 AND first_index > ?2) FROM segments WHERE run = ?1 AND first_index <= ?2" \
		" ORDER BY number DESC LIMIT 1") \
	ROW(COMMANDS_ADD, "INSERT INTO commands (run, first_index, count, bytes) VALUES (?, ?, ?, ?)") \
	ROW(COMMANDS_CLEAR, "DELETE FROM commands WHERE run = ? AND first_index >= ? AND first_index < ?") \
	ROW(COMMANDS_AT, "SELECT count, bytes FROM commands WHERE run = ? AND first_index = ?") \
	ROW(COMMANDS_HOLDING, "SELECT max(first_index) FROM commands WHERE run = ? AND first_index <= ?") \
	ROW(COMMANDS_FROM, "SELECT first_index, count, bytes FROM commands WHERE run = ? AND first_index >= ?" \
		" ORDER BY first_index") \
	ROW(DIGEST_ADD, "INSERT OR REPLACE INTO digests (run, after_index, digest, parts) VALUES (?, ?, ?, ?)") \
	ROW(DIGESTS_OF, "SELECT after_index, digest, parts FROM digests WHERE run = ? AND after_index > ?" \
		" ORDER BY after_index") \
	ROW(SNAPSHOT_PUT, "INSERT OR REPLACE INTO snapshots (run, at_index, bytes) VALUES (?, ?, ?)") \
	ROW(SNAPSHOT_TRIM, "DELETE FROM snapshots WHERE run = ?1 AND at_index NOT IN" \
		" (SELECT at_index FROM snapshots WHERE run = ?1 ORDER BY at_index DESC LIMIT 2)") \
	ROW(SNAPSHOT_LAST, "SELECT coalesce(max(at_index), 0) FROM snapshots WHERE run = ?") \
	ROW(SNAPSHOT_CLEAR, "DELETE FROM snapshots WHERE run = ?") \
	ROW(SNAPSHOT_GET, "SELECT at_index, bytes FROM snapshots WHERE run = ? ORDER BY at_index DESC LIMIT 1 OFFSET ?") \
	ROW(SCORE_NEW, "INSERT INTO scores (account, mode, game" \
		SCORE_END_NUMBERS(COLUMN_OF_NUMBER) SCORE_END_TEXTS(COLUMN_OF_TEXT) ") SELECT account, mode, game" \
		SCORE_END_NUMBERS(VALUE_OF_NUMBER) SCORE_END_TEXTS(VALUE_OF_TEXT) " FROM runs WHERE id = ?1") \
	ROW(SCORE_AVENGED, "UPDATE scores SET avenged_by = (SELECT name FROM runs JOIN accounts ON accounts.id = account" \
		" WHERE runs.id = ?1) WHERE number = (SELECT max(number) FROM scores WHERE died = 1 AND " LISTED \
		" AND account = (SELECT id FROM accounts WHERE name = ?2) AND game = (SELECT game FROM runs WHERE id = ?1)" \
		" AND number <= (SELECT after_score FROM runs WHERE id = ?1)) AND avenged_by = ''") \
	ROW(SCORE_VERIFY, "UPDATE scores SET proof = ? WHERE run = ?") \
	ROW(SCORE_EPITAPH, "UPDATE scores SET epitaph = ? WHERE run = ? AND account = ? AND epitaph = ''") \
	ROW(SCORE_OF, "SELECT 0" SCORE_COLUMNS SCORES_NAMED "WHERE s.run = ?") \
	ROW(SCORE_UNPROVEN, "SELECT number, run FROM scores WHERE proof = 0 AND number > ? ORDER BY number LIMIT 1") \
	ROW(BEST_RUNS, "SELECT 0" SCORE_COLUMNS SCORES_NAMED "WHERE " BOARD \
		" ORDER BY score DESC, number LIMIT ?2 OFFSET ?1") \
	ROW(BEST_RUNS_OF, "SELECT 1 + (SELECT count(*) FROM scores AS o WHERE o.scored = 1 AND o.proof <> 2 AND" \
		" o.game = ?3 AND (o.score > s.score OR (o.score = s.score AND o.number < s.number)))" SCORE_COLUMNS SCORES_NAMED \
		"WHERE " BOARD " AND name = ?4 ORDER BY score DESC, number LIMIT ?2 OFFSET ?1") \
	ROW(BEST_PLAYERS, "SELECT 0" SCORE_COLUMNS "FROM " BEST_OF_EACH " AS s JOIN accounts ON accounts.id = s.account" \
		" ORDER BY score DESC, number LIMIT ?2 OFFSET ?1") \
	ROW(BEST_PLAYERS_OF, "SELECT * FROM (SELECT row_number() OVER (ORDER BY score DESC, number)" SCORE_COLUMNS \
		"FROM " BEST_OF_EACH " AS s JOIN accounts ON accounts.id = s.account) WHERE name = ?4 COLLATE NOCASE" \
		" LIMIT ?2 OFFSET ?1") \
	ROW(LATEST, "SELECT 0" SCORE_COLUMNS SCORES_NAMED "WHERE " BOARD \
		" ORDER BY number DESC LIMIT ?2 OFFSET ?1") \
	ROW(LATEST_OF, "SELECT 0" SCORE_COLUMNS SCORES_NAMED "WHERE " BOARD \
		" AND name = ?4 ORDER BY number DESC LIMIT ?2 OFFSET ?1") \
	ROW(DEATHS, "SELECT 0" SCORE_COLUMNS SCORES_NAMED "WHERE number IN (SELECT max(number) FROM scores WHERE " \
		BOARD " AND died = 1 GROUP BY account) ORDER BY number DESC LIMIT ?2 OFFSET ?1") \
	ROW(DEATHS_OF, "SELECT 0" SCORE_COLUMNS SCORES_NAMED "WHERE " BOARD \
		" AND died = 1 AND name = ?4 ORDER BY number DESC LIMIT ?2 OFFSET ?1") \
	ROW(RECORD, "SELECT count(*), count(*) FILTER (WHERE outcome = ?2), coalesce(sum(turns), 0)," \
		" coalesce(max(score), 0), coalesce(max(deepest), 0), coalesce(min(ended), 0), coalesce(max(ended), 0)" \
		" FROM scores WHERE account = ?1 AND " BOARD) \
	ROW(GAMES, "SELECT game, count(*) FROM scores WHERE " LISTED " GROUP BY game ORDER BY game")
/* clang-format on */

enum statement {
#define ROW(id, text) STATEMENT_##id,
	STATEMENTS(ROW)
#undef ROW
		STATEMENT_COUNT
};

#endif
