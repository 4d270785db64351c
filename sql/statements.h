/* Every statement of the store: its id and its text, prepared at first use and kept. */
#ifndef TRAPDOOR_SQL_STATEMENTS_H
#define TRAPDOOR_SQL_STATEMENTS_H

#include "store.h"

#define ACCOUNT_COLUMNS                                                                            \
	"SELECT id, name, hash, created, options, wrong_passwords, new_keys, deleted,"             \
	" locked IS NOT NULL, coalesce(locked, '') FROM accounts "
/* The runs that may have feats: 1 is STORE_VERIFIED, 0 STORE_RANKED, 3 STORE_DAILY. */
#define FEATS_FED "FROM scores AS s WHERE proof = 1 AND scored = 1 AND mode IN (0, 3) "
/* The game of a run without a date. */
#define FEATS_GAME "substr(s.game, 1, instr(s.game || '/', '/') - 1)"
#define BAN_COLUMNS "SELECT id, subject, network, reason, begun, until FROM bans "
#define AUDIT_COLUMNS "SELECT id, at, uid, actor, origin, action, subject, detail FROM audit "
#define DAY_COLUMNS                                                                                \
	"SELECT date, seed, hash, published, rules, coalesce(content, zeroblob(16)),"              \
	" handicaps FROM days "
#define TRY_COLUMNS                                                                                \
	"SELECT run, begun, ended OR quarantined IS NOT NULL, tries.game, date, tries.account"     \
	" FROM tries JOIN runs ON runs.id = run "
#define WALL_COLUMNS                                                                               \
	"SELECT wall.id, account, at, 1, name, text FROM wall JOIN accounts ON accounts.id = "     \
	"account "
#define MAIL_COLUMNS                                                                               \
	"SELECT id, sender, at, seen, coalesce((SELECT name FROM accounts WHERE id = sender), "    \
	"''),"                                                                                     \
	" text FROM mail "
#define MUTE_COLUMNS                                                                               \
	"SELECT name, reason, until, account FROM mutes CROSS JOIN accounts ON accounts.id = "     \
	"account "
#define IMPORTED_COLUMNS "SELECT host, name, score, deepest, turns, cause, at FROM imported "
#define LIVELOG_COLUMNS                                                                            \
	"SELECT livelog.id, at, account, run, kind, depth, turns, score, name, game, cause"        \
	" FROM livelog CROSS JOIN accounts ON accounts.id = account "
/* True if account ?1 blocks the other. */
#define BLOCKED(other) "EXISTS (SELECT 1 FROM blocks WHERE account = ?1 AND blocked = " other ")"
/* A column of the desk of account ?1; 0 without one. */
#define OF_DESK(column) "coalesce((SELECT " column " FROM desks WHERE account = ?1), 0)"
/* A page of the audit log, newest first: after (at, id) = (?2, ?1), not before ?3. */
#define AUDIT_PAGE "at >= ?3 AND (at, id) < (?2, ?1) ORDER BY at DESC, id DESC LIMIT ?4"
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
/* The board of a game; of it, the runs of one name. */
#define BOARD "listed = 1 AND game = ?3"
/* The runs on the board of conducts. */
#define KEPT "listed = 1 AND proof = 1 AND kept > 0"
#define OF_NAME " AND account = (SELECT id FROM accounts WHERE name = ?4)"
/* A page of a board: places are counted in the index alone, before any row is read. */
#define PAGE_BY(condition, order)                                                                  \
	"SELECT 0" SCORE_COLUMNS SCORES_NAMED                                                      \
	"WHERE s.number IN (SELECT number FROM scores WHERE " condition " ORDER BY " order         \
	" LIMIT ?2 OFFSET ?1) ORDER BY " order
/* Runs that a board shows, or showed before their replays were removed. */
#define SHOWN_COLUMNS                                                                              \
	", s.number, s.game, listed <> 2,"                                                         \
	" instr(' ' || accounts.options || ' ', ' " STORE_OPTION_HIDDEN " ') > 0 " SCORES_NAMED
#define SHOWN_RUNS "(listed > 0 OR waiting = 1)"
/* The rank of a score in the game ?3, from the tree of counts: 007-counted-boards.sql. */
#define RANK_OF(players, score)                                                                    \
	"(SELECT 1 + coalesce(sum(runs), 0) FROM (VALUES (0), (4), (8), (12), (16), (20), (24), "  \
	"(28)) CROSS JOIN ranks WHERE ranks.game = ?3 AND ranks.players = " players                \
	" AND ranks.shift = column1 AND node > (" score                                            \
	" + 2147483648) >> column1 AND node <= ((" score " + 2147483648) >> column1 | 15))"

/* clang-format off */
#define STATEMENTS(ROW) \
	ROW(BEGIN, "BEGIN IMMEDIATE") \
	ROW(COMMIT, "COMMIT") \
	ROW(ROLLBACK, "ROLLBACK") \
	ROW(SECRET_GET, "SELECT value FROM secrets WHERE name = ?") \
	ROW(SECRET_PUT, "INSERT INTO secrets (name, value) VALUES (?, ?)") \
	ROW(ACCOUNT_NEW, "INSERT INTO accounts (name, hash, created, skeleton) VALUES (?1, ?2, ?3, skeleton(?1))") \
	ROW(ACCOUNT_LIKE, "SELECT name FROM accounts WHERE skeleton = ? LIMIT 1") \
	ROW(ACCOUNT_BY_NAME, ACCOUNT_COLUMNS "WHERE name = ?") \
	ROW(ACCOUNT_BY_ID, ACCOUNT_COLUMNS "WHERE id = ?") \
	ROW(ACCOUNT_SET_HASH, "UPDATE accounts SET hash = ? WHERE id = ?") \
	ROW(ACCOUNT_SET_OPTIONS, "UPDATE accounts SET options = ? WHERE id = ?") \
	ROW(ACCOUNT_WRONG, "UPDATE accounts SET wrong_passwords = wrong_passwords + 1 WHERE id = ?") \
	ROW(ACCOUNT_CLEAR_NEWS, "UPDATE accounts SET wrong_passwords = 0, new_keys = 0 WHERE id = ?") \
	ROW(ACCOUNT_NEW_KEY, "UPDATE accounts SET new_keys = new_keys + 1 WHERE id = ?") \
	ROW(ACCOUNT_LOCK, "UPDATE accounts SET locked = ? WHERE id = ? AND deleted = 0") \
	ROW(ACCOUNT_UNLOCK, "UPDATE accounts SET locked = NULL WHERE id = ? AND locked IS NOT NULL") \
	ROW(ACCOUNT_RENAME, "UPDATE accounts SET name = ?1, skeleton = skeleton(?1) WHERE id = ?2 AND deleted = 0") \
	ROW(ACCOUNT_DELETE, "UPDATE accounts SET name = ?2, skeleton = skeleton(?2), hash = '', options = '', wrong_passwords = 0, new_keys = 0," \
		" locked = NULL, deleted = ?3 WHERE id = ?1 AND deleted = 0") \
	ROW(ACCOUNT_RUNS_ABANDON, "UPDATE runs SET quarantined = 'abandoned', epoch = epoch + 1" \
		" WHERE account = ? AND ended = 0 AND quarantined IS NULL") \
	ROW(ACCOUNT_NAMES, "SELECT id, name FROM accounts WHERE name > ? ORDER BY name LIMIT ?") \
	ROW(ACCOUNT_SUMMARY, "SELECT coalesce((SELECT max(last) FROM visits WHERE account = ?1), 0)," \
		" (SELECT count(*) FROM keys WHERE account = ?1)," \
		" (SELECT coalesce(sum(runs), 0) FROM records WHERE account = ?1)") \
	ROW(BAN_PUT, "INSERT INTO bans (subject, network, reason, begun, until) VALUES (?1, ?2, ?3, ?4, ?5)" \
		" ON CONFLICT DO UPDATE SET reason = ?3, begun = ?4, until = ?5") \
	ROW(BAN_REMOVE, "DELETE FROM bans WHERE subject = ?") \
	ROW(BAN_EXPIRE, "DELETE FROM bans WHERE until > 0 AND until <= ?") \
	ROW(BAN_OF, BAN_COLUMNS "WHERE subject = ?1 AND (until = 0 OR until > ?2)") \
	ROW(BAN_COUNT, "SELECT count(*) FROM bans") \
	ROW(BAN_NEXT, BAN_COLUMNS "WHERE id > ?1 AND (until = 0 OR until > ?2) ORDER BY id LIMIT ?3") \
	ROW(AUDIT_ADD, "INSERT INTO audit (at, uid, actor, origin, action, subject, detail) VALUES (?, ?, ?, ?, ?, ?, ?)") \
	ROW(AUDIT_ALL, AUDIT_COLUMNS "WHERE " AUDIT_PAGE) \
	ROW(AUDIT_OF, "SELECT * FROM (SELECT * FROM (" AUDIT_COLUMNS "WHERE subject = ?5 AND " AUDIT_PAGE ")" \
		" UNION SELECT * FROM (" AUDIT_COLUMNS "WHERE actor = ?5 AND " AUDIT_PAGE "))" \
		" ORDER BY at DESC, id DESC LIMIT ?4") \
	ROW(HOLD_PUT, "INSERT OR REPLACE INTO holds (id, reason, begun) VALUES (1, ?, ?)") \
	ROW(HOLD_REMOVE, "DELETE FROM holds") \
	ROW(HOLD_GET, "SELECT reason FROM holds") \
	ROW(UNUSED_LAST, "SELECT coalesce(max(id), 0) FROM (SELECT id FROM accounts WHERE id > ? ORDER BY id LIMIT ?)") \
	ROW(UNUSED, "SELECT id FROM accounts WHERE id > ?1 AND id <= ?2 AND created < ?3 AND deleted = 0" \
		" AND locked IS NULL AND NOT EXISTS (SELECT 1 FROM runs WHERE account = accounts.id)" \
		" AND NOT EXISTS (SELECT 1 FROM visits WHERE account = accounts.id AND last >= ?3)") \
	ROW(VISIT, "INSERT INTO visits (account, network, last) VALUES (?1, ?2, ?3)" \
		" ON CONFLICT DO UPDATE SET last = ?3") \
	ROW(VISIT_TRIM, "DELETE FROM visits WHERE account = ?1 AND network NOT IN" \
		" (SELECT network FROM visits WHERE account = ?1 AND last <= ?3 ORDER BY last DESC, network LIMIT ?2)") \
	ROW(VISITS_CLEAR, "DELETE FROM visits WHERE account = ?") \
	ROW(VISITED, "SELECT last FROM visits WHERE account = ? AND network = ?") \
	ROW(KEY_ADD, "INSERT INTO keys (account, fingerprint, label, added) VALUES (?, ?, ?, ?)") \
	ROW(KEY_REMOVE, "DELETE FROM keys WHERE account = ? AND fingerprint = ?") \
	ROW(KEYS_CLEAR, "DELETE FROM keys WHERE account = ?") \
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
	ROW(RUN_BY_ID, RUN_COLUMNS "WHERE runs.id = ? AND pruned = 0") \
	ROW(RUN_CURRENT, RUN_COLUMNS "WHERE runs.account = ? AND runs.game = ? AND ended = 0 AND quarantined IS NULL") \
	ROW(RUN_GAME_LAST, "SELECT game FROM runs WHERE instr(game, '/') = 0 ORDER BY id DESC LIMIT 1") \
	ROW(RUN_NEXT, RUN_COLUMNS "WHERE runs.id > ? AND ended >= ? AND pruned = 0 ORDER BY runs.id LIMIT 1") \
	ROW(RUN_STANDING, "SELECT epoch, next_index, ended OR quarantined IS NOT NULL FROM runs WHERE id = ?") \
	ROW(RUN_CLAIM, "UPDATE runs SET epoch = epoch + 1 WHERE id = ?") \
	ROW(RUN_ADVANCE, "UPDATE runs SET next_index = ? WHERE id = ?") \
	ROW(RUN_QUARANTINE, "UPDATE runs SET quarantined = ?, epoch = epoch + 1 WHERE id = ? AND ended = 0") \
	ROW(RUN_ENDED, "UPDATE runs SET ended = 1 WHERE id = ?") \
	ROW(SEGMENT_ADD, "INSERT INTO segments (run, number, first_index, rules, content, save)" \
		" SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4, ?5 FROM segments WHERE run = ?1") \
	ROW(SEGMENT_COUNT, "SELECT count(*) FROM segments WHERE run = ?") \
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
	ROW(SCORE_WAIT, "UPDATE scores SET waiting = 1 WHERE run = ? AND scored = 1 AND NOT EXISTS" \
		" (SELECT 1 FROM scores AS s WHERE s.listed = 1 AND s.game = scores.game AND s.score > scores.score)") \
	ROW(SCORE_LIST, "UPDATE scores SET listed = 1 WHERE run = ? AND scored = 1 AND waiting = 0") \
	ROW(SCORE_AVENGED, "UPDATE scores SET avenged_by = (SELECT name FROM runs JOIN accounts ON accounts.id = account" \
		" WHERE runs.id = ?1) WHERE number = (SELECT max(number) FROM scores WHERE died = 1 AND listed = 1" \
		" AND account = (SELECT id FROM accounts WHERE name = ?2) AND game = (SELECT game FROM runs WHERE id = ?1)" \
		" AND number <= (SELECT after_score FROM runs WHERE id = ?1)) AND avenged_by = ''") \
	ROW(SCORE_VERIFY, "UPDATE scores SET proof = ?1, waiting = 0, listed = scored AND ?1 <> 2 WHERE run = ?2 AND listed <> 2") \
	ROW(SCORE_SET_ASIDE, "UPDATE scores SET proof = 3, waiting = 0 WHERE run = ? AND proof = 0") \
	ROW(SCORE_RELEASE, "UPDATE scores SET listed = 1, waiting = 0 WHERE number IN (SELECT w.number FROM scores AS s" \
		" JOIN scores AS w ON w.waiting = 1 AND w.game = s.game AND w.score < s.score" \
		" WHERE s.run = ?1 AND s.listed = 1 AND s.proof = 1 LIMIT ?2)") \
	ROW(SCORE_DEMOTE, "UPDATE scores SET listed = 0, waiting = (proof = 0) WHERE number = (SELECT number FROM scores" \
		" WHERE listed = 1 AND game = (SELECT game FROM scores WHERE run = ?)" \
		" ORDER BY score DESC, number LIMIT 1) AND proof <> 1") \
	ROW(SCORE_REMOVE, "UPDATE scores SET scored = 0, listed = 0, waiting = 0 WHERE run = ? AND scored = 1") \
	ROW(SCORE_EPITAPH, "UPDATE scores SET epitaph = ? WHERE run = ? AND account = ? AND epitaph = ''") \
	ROW(SCORE_OF, "SELECT 0" SCORE_COLUMNS SCORES_NAMED "WHERE s.run = ?") \
	ROW(SCORE_UNPROVEN, "SELECT number, run FROM scores WHERE proof = 0 AND number > ? ORDER BY number LIMIT 1") \
	ROW(SCORE_SET_ASIDE_NEXT, "SELECT number, run FROM scores WHERE proof = 3 AND number > ? AND number <= ?" \
		" ORDER BY number LIMIT 1") \
	ROW(RULES_NEEDED, "SELECT DISTINCT rules FROM segments JOIN runs ON runs.id = segments.run WHERE rules < ?" \
		" AND quarantined IS NULL AND (ended = 0 OR EXISTS (SELECT 1 FROM scores WHERE scores.run = runs.id AND proof = 0))" \
		" ORDER BY rules") \
	ROW(SCORE_UNPROVEN_COUNT, "SELECT count(*) FROM (SELECT 1 FROM scores WHERE proof = 0 LIMIT ?)") \
	ROW(SCORE_SET_ASIDE_LAST, "SELECT coalesce(max(number), 0) FROM scores WHERE proof = 3") \
	ROW(RANK, "SELECT " RANK_OF("?1", "?2")) \
	ROW(BEST_RUNS, PAGE_BY(BOARD, "score DESC, number")) \
	ROW(BEST_RUNS_OF, "SELECT " RANK_OF("0", "s.score") SCORE_COLUMNS SCORES_NAMED "WHERE " BOARD OF_NAME \
		" ORDER BY score DESC, number LIMIT ?2 OFFSET ?1") \
	ROW(BEST_PLAYERS, PAGE_BY("best = 1 AND game = ?3", "score DESC, number")) \
	ROW(BEST_PLAYERS_OF, "SELECT " RANK_OF("1", "s.score") SCORE_COLUMNS SCORES_NAMED \
		"WHERE best = 1 AND game = ?3" OF_NAME " LIMIT ?2 OFFSET ?1") \
	ROW(WAITING_COUNT, "SELECT count(*), EXISTS (SELECT 1 FROM scores WHERE " BOARD ")" \
		" FROM (SELECT 1 FROM scores WHERE waiting = 1 AND game = ?3 LIMIT ?1)") \
	ROW(WAITING_COUNT_OF, "SELECT count(*), EXISTS (SELECT 1 FROM scores WHERE " BOARD OF_NAME ")" \
		" FROM (SELECT 1 FROM scores WHERE waiting = 1 AND game = ?3" OF_NAME " LIMIT ?1)") \
	ROW(WAITING, PAGE_BY("waiting = 1 AND game = ?3", "number")) \
	ROW(WAITING_OF, "SELECT 0" SCORE_COLUMNS SCORES_NAMED "WHERE waiting = 1 AND game = ?3" OF_NAME \
		" ORDER BY number LIMIT ?2 OFFSET ?1") \
	ROW(SET_ASIDE, PAGE_BY("proof = 3 AND ?3 IS NOT NULL", "number")) \
	ROW(LATEST, PAGE_BY(BOARD, "number DESC")) \
	ROW(LATEST_OF, "SELECT 0" SCORE_COLUMNS SCORES_NAMED "WHERE " BOARD OF_NAME \
		" ORDER BY number DESC LIMIT ?2 OFFSET ?1") \
	ROW(CONDUCTS, PAGE_BY(KEPT " AND game = ?3", "kept DESC, score DESC, number")) \
	ROW(CONDUCTS_OF, "SELECT 0" SCORE_COLUMNS SCORES_NAMED "WHERE " KEPT " AND game = ?3" OF_NAME \
		" ORDER BY kept DESC, score DESC, number LIMIT ?2 OFFSET ?1") \
	ROW(PROVEN, "SELECT 0" SCORE_COLUMNS ", s.account, (SELECT begun FROM runs WHERE id = s.run) AS begun, s.game " \
		SCORES_NAMED "WHERE listed > 0 AND proof = 1 AND s.ended >= ?1 AND s.ended < ?2 AND begun >= ?1" \
		" AND mode IN (0, 3) ORDER BY s.ended, s.number") \
	ROW(SHOWN, "SELECT 0" SCORE_COLUMNS SHOWN_COLUMNS "WHERE s.number > ?1 AND " SHOWN_RUNS " ORDER BY s.number LIMIT ?2") \
	ROW(SHOWN_OF, "SELECT 0" SCORE_COLUMNS SHOWN_COLUMNS "WHERE s.run IN (SELECT id FROM runs WHERE account =" \
		" (SELECT id FROM accounts WHERE name = ?1)) AND " SHOWN_RUNS " ORDER BY s.number DESC LIMIT ?2") \
	ROW(DEATHS, PAGE_BY("grave = 1 AND game = ?3", "number DESC")) \
	ROW(DEATHS_OF, "SELECT 0" SCORE_COLUMNS SCORES_NAMED "WHERE " BOARD OF_NAME \
		" AND died = 1 ORDER BY number DESC LIMIT ?2 OFFSET ?1") \
	ROW(RECORD, "SELECT coalesce(sum(runs), 0), coalesce(sum(runs) FILTER (WHERE outcome = ?2), 0)," \
		" coalesce(sum(turns), 0), coalesce((SELECT score FROM scores WHERE best = 1 AND account = ?1 AND game = ?3), 0)," \
		" coalesce(max(deepest), 0), coalesce(min(first), 0), coalesce(max(last), 0)" \
		" FROM records WHERE account = ?1 AND game = ?3") \
	ROW(GAMES, "SELECT game, runs FROM boards WHERE instr(game, '/') = 0 ORDER BY game") \
	ROW(DAY_PUBLISH, "INSERT INTO days (game, date, seed, hash, published) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING") \
	ROW(DAY_OPEN, "UPDATE days SET rules = ?3, content = ?4, handicaps = ?5 WHERE game = ?1 AND date = ?2 AND rules = 0") \
	ROW(DAY_GET, DAY_COLUMNS "WHERE game = ? AND date = ?") \
	ROW(DAY_OF_SEED, DAY_COLUMNS "WHERE game = ? AND seed = ? LIMIT 1") \
	ROW(DAYS_BESIDE, "SELECT coalesce((SELECT max(date) FROM days WHERE game = ?1 AND date < ?2 AND length(date) = length(?2)), '')," \
		" coalesce((SELECT min(date) FROM days WHERE game = ?1 AND date > ?2 AND length(date) = length(?2)), '')") \
	ROW(DAY_TRIES, "SELECT count(*) FROM tries WHERE game = ? AND date = ?") \
	ROW(DAY_DEEPEST, "SELECT s.deepest, name FROM scores AS s JOIN accounts ON accounts.id = s.account" \
		" WHERE listed = 1 AND game = ? ORDER BY s.deepest DESC, s.score DESC, s.number LIMIT 1") \
	ROW(TRY_ADD, "INSERT INTO tries (account, game, date, run) VALUES (?, ?, ?, ?)") \
	ROW(TRY_OF, TRY_COLUMNS "WHERE tries.account = ? AND tries.game = ? AND date = ?") \
	ROW(TRY_OF_RUN, TRY_COLUMNS "WHERE tries.run = ?") \
	ROW(STREAK, "WITH RECURSIVE row (date, days) AS (SELECT ?3, 0 UNION ALL SELECT date(row.date, '-1 day'), days + 1" \
		" FROM row WHERE days < ?4 AND EXISTS (SELECT 1 FROM tries WHERE account = ?1 AND game = ?2" \
		" AND tries.date = row.date)) SELECT max(days) FROM row") \
	ROW(HAS_RANKED, "SELECT 1 FROM scores WHERE account = ? AND game = ? AND mode = 0 AND scored = 1 LIMIT 1") \
	ROW(PRUNE_LAST, "SELECT coalesce(max(id), 0) FROM (SELECT id FROM runs WHERE id > ? ORDER BY id LIMIT ?)") \
	ROW(PRUNE_CANDIDATES, "SELECT runs.id, coalesce(listed, 0), coalesce(number, 0), coalesce(score, 0), runs.game" \
		" FROM runs LEFT JOIN scores ON scores.run = runs.id WHERE runs.id > ?1 AND runs.id <= ?2 AND pruned = 0" \
		" AND CASE WHEN runs.ended = 1 THEN scores.ended < ?3 AND proof IN (1, 2) AND waiting = 0 AND best = 0" \
		" AND grave = 0 ELSE quarantined = 'abandoned' AND begun < ?3 END") \
	ROW(SCORES_NEWER, "SELECT count(*) FROM (SELECT 1 FROM scores WHERE listed = 1 AND game = ? AND number > ? LIMIT ?)") \
	ROW(CONDUCTS_SHOW, "SELECT coalesce((s.kept, s.score) >= (SELECT kept, score FROM scores WHERE " KEPT \
		" AND game = s.game ORDER BY kept DESC, score DESC, number LIMIT 1 OFFSET ?2 - 1), 1)" \
		" FROM scores AS s WHERE number = ?1 AND " KEPT) \
	ROW(RUN_PRUNE, "UPDATE runs SET pruned = 1 WHERE id = ?") \
	ROW(SCORE_UNSHOW, "UPDATE scores SET listed = 2 WHERE run = ? AND listed = 1") \
	ROW(PRUNING, "SELECT id FROM runs WHERE pruned = 1 LIMIT 1") \
	ROW(PRUNE_COMMANDS, "DELETE FROM commands WHERE run = ?1 AND first_index IN" \
		" (SELECT first_index FROM commands WHERE run = ?1 LIMIT ?2)") \
	ROW(PRUNE_DIGESTS, "DELETE FROM digests WHERE run = ?1 AND after_index IN" \
		" (SELECT after_index FROM digests WHERE run = ?1 LIMIT ?2)") \
	ROW(PRUNE_SEGMENTS, "DELETE FROM segments WHERE run = ?1 AND number IN" \
		" (SELECT number FROM segments WHERE run = ?1 LIMIT ?2)") \
	ROW(PRUNE_SNAPSHOTS, "DELETE FROM snapshots WHERE id IN (SELECT id FROM snapshots WHERE run = ? LIMIT ?)") \
	ROW(PRUNE_BIRTHS, "DELETE FROM births WHERE run IN (SELECT run FROM births WHERE run = ? LIMIT ?)") \
	ROW(RUN_PRUNED, "UPDATE runs SET pruned = 2 WHERE id = ?") \
	ROW(AUDIT_OLDEST, "SELECT at FROM audit ORDER BY at LIMIT 1") \
	ROW(HORIZON_PUT, "INSERT OR REPLACE INTO horizons (name, before) VALUES ('audit', ?)") \
	ROW(AUDIT_EXPIRE, "DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE at < ? ORDER BY at LIMIT ?)") \
	ROW(WALL_COUNT, "SELECT count(*) FROM wall WHERE account = ?") \
	ROW(WALL_ADD, "INSERT INTO wall (account, at, text) VALUES (?, ?, ?)") \
	ROW(WALL_TRIM, "DELETE FROM wall WHERE id NOT IN (SELECT id FROM wall ORDER BY id DESC LIMIT ?)") \
	ROW(WALL_EACH, WALL_COLUMNS "WHERE NOT " BLOCKED("wall.account") " ORDER BY wall.id DESC") \
	ROW(WALL_OF, WALL_COLUMNS "WHERE wall.id = ?") \
	ROW(WALL_DELETE, "DELETE FROM wall WHERE id = ?") \
	ROW(MAIL_COUNT, "SELECT count(*) FROM mail WHERE recipient = ?1 AND NOT " BLOCKED("sender")) \
	ROW(MAIL_UNREAD_OF, "SELECT count(*) FROM mail WHERE recipient = ? AND seen = 0 AND sender = ?") \
	ROW(MAIL_ADD, "INSERT INTO mail (recipient, sender, at, text) SELECT ?1, ?2, ?3, ?4" \
		" WHERE NOT EXISTS (SELECT 1 FROM blocks WHERE account = ?1 AND blocked = ?2)") \
	ROW(MAIL_TRIM_ALL, "DELETE FROM mail WHERE recipient = 0 AND id NOT IN" \
		" (SELECT id FROM mail WHERE recipient = 0 ORDER BY id DESC LIMIT ?)") \
	ROW(MAIL_EACH, "SELECT * FROM (" MAIL_COLUMNS "WHERE recipient = ?1 AND NOT " BLOCKED("sender") \
		" UNION ALL SELECT id, 0, at, id <= " OF_DESK("read_of_all") ", '', text FROM mail WHERE recipient = 0" \
		" AND at >= (SELECT created FROM accounts WHERE id = ?1)) ORDER BY 1 DESC") \
	ROW(MAIL_OF, MAIL_COLUMNS "WHERE id = ?2 AND (recipient IN (0, ?1) OR ?1 = 0)") \
	ROW(MAIL_SEEN, "UPDATE mail SET seen = 1 WHERE recipient = ? AND id = ?") \
	ROW(MAIL_REMOVE, "DELETE FROM mail WHERE recipient = ? AND id = ?") \
	ROW(MAIL_IS_TO_ALL, "SELECT 1 FROM mail WHERE recipient = 0 AND id = ?") \
	ROW(MAIL_SEEN_OF_ALL, "INSERT INTO desks (account, read_of_all) VALUES (?, ?)" \
		" ON CONFLICT DO UPDATE SET read_of_all = max(read_of_all, excluded.read_of_all)") \
	ROW(MAIL_DELETE, "DELETE FROM mail WHERE id = ?") \
	ROW(BLOCK_COUNT, "SELECT count(*) FROM blocks WHERE account = ?") \
	ROW(BLOCK_ADD, "INSERT INTO blocks (account, blocked) VALUES (?, ?)") \
	ROW(BLOCK_REMOVE, "DELETE FROM blocks WHERE account = ? AND blocked = ?") \
	ROW(BLOCK_OF, "SELECT 1 FROM blocks WHERE account = ? AND blocked = ?") \
	ROW(BLOCK_EACH, "SELECT name FROM blocks JOIN accounts ON accounts.id = blocked WHERE account = ? ORDER BY name") \
	ROW(EPITAPH_OF, "SELECT run, account, s.ended, 1, name, epitaph " SCORES_NAMED \
		"WHERE run = ? AND epitaph NOT IN ('', '" STORE_REMOVED "')") \
	ROW(EPITAPH_REMOVE, "UPDATE scores SET epitaph = ?1 WHERE run = ?2 AND epitaph NOT IN ('', ?1)") \
	ROW(REPORT_COUNT, "SELECT count(*) FROM reports WHERE closed = 0") \
	ROW(REPORT_TRIM, "DELETE FROM reports WHERE closed = 1 AND at < ?") \
	ROW(REPORT_ADD, "INSERT INTO reports (at, reporter, kind, subject, author, text) VALUES (?, ?, ?, ?, ?, ?)") \
	ROW(REPORT_NEXT, "SELECT id, at, reporter, kind, subject, author, text," \
		" coalesce((SELECT name FROM accounts WHERE id = author), '')," \
		" coalesce((SELECT name FROM accounts WHERE id = reporter), '')" \
		" FROM reports WHERE closed = 0 AND id > ? ORDER BY id") \
	ROW(REPORT_CLOSE, "UPDATE reports SET closed = 1 WHERE id = ? AND closed = 0") \
	ROW(REPORT_CLOSE_OF, "UPDATE reports SET closed = 1 WHERE kind = ? AND subject = ?") \
	ROW(MUTE_PUT, "INSERT INTO mutes (account, reason, until) VALUES (?1, ?2, ?3)" \
		" ON CONFLICT DO UPDATE SET reason = ?2, until = ?3") \
	ROW(MUTE_REMOVE, "DELETE FROM mutes WHERE account = ?") \
	ROW(MUTE_OF, MUTE_COLUMNS "WHERE account = ?1 AND (until = 0 OR until > ?2)") \
	ROW(MUTE_NEXT, MUTE_COLUMNS "WHERE account > ?1 AND (until = 0 OR until > ?2) ORDER BY account") \
	ROW(HAS_LISTED, "SELECT 1 FROM records WHERE account = ? LIMIT 1") \
	ROW(MARK_GET, "SELECT score, mail, at FROM marks WHERE account = ?") \
	ROW(MARK_NOW, "SELECT (SELECT coalesce(max(number), 0) FROM scores), (SELECT coalesce(max(id), 0) FROM mail)") \
	ROW(MARK_PUT, "INSERT INTO marks (account, score, mail, at) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE SET" \
		" score = max(score, ?2), mail = max(mail, ?3), at = max(at, ?4)") \
	ROW(SCORES_SINCE, "SELECT 0" SCORE_COLUMNS SCORES_NAMED "WHERE listed = 1 AND game = ?1 AND s.number > ?2" \
		" ORDER BY s.number DESC LIMIT ?3") \
	ROW(BEST_UNTIL, "SELECT score FROM scores WHERE listed = 1 AND game = ?1 AND number <= ?3" \
		" AND account = (SELECT id FROM accounts WHERE name = ?2) ORDER BY score DESC LIMIT 1") \
	ROW(TRY_LAST, "SELECT date FROM tries WHERE account = ? AND game = ? AND date < ?3 AND length(date) = length(?3) ORDER BY date DESC LIMIT 1") \
	ROW(LIVELOG_ADD, "INSERT OR IGNORE INTO livelog (account, game, run, at, kind, depth, turns, score, cause)" \
		" SELECT account, game, id, ?2, ?3, ?4, ?5, ?6, ?7 FROM runs WHERE id = ?1 AND mode = 0") \
	ROW(LIVELOG_TRIM, "DELETE FROM livelog WHERE id <= ?") \
	ROW(LIVELOG_IS_DEEPER, "SELECT milestone_depth FROM runs WHERE id = ? AND account = ? AND milestone_depth < ?" \
		" AND mode = 0 AND ended = 0 AND quarantined IS NULL") \
	ROW(LIVELOG_DEEPEN, "UPDATE runs SET milestone_depth = ?2 WHERE id = ?1 AND milestone_depth < ?2") \
	ROW(LIVELOG_BEST_OTHER, "SELECT score FROM scores JOIN runs ON runs.id = ?1 WHERE listed = 1" \
		" AND scores.game = runs.game AND scores.account = runs.account AND run <> ?1 ORDER BY score DESC LIMIT 1") \
	ROW(LIVELOG_TOP_OTHER, "SELECT score FROM scores JOIN runs ON runs.id = ?1 WHERE listed = 1" \
		" AND scores.game = runs.game AND run <> ?1 ORDER BY score DESC LIMIT 1") \
	ROW(LIVELOG_FORGET, "DELETE FROM livelog WHERE account = ?") \
	ROW(LIVELOG_AFTER, LIVELOG_COLUMNS "WHERE livelog.id > ? ORDER BY livelog.id") \
	ROW(LIVELOG_NEWEST, LIVELOG_COLUMNS "WHERE game = ? ORDER BY livelog.id DESC") \
	ROW(FEATS_OWNER, "SELECT account, " FEATS_GAME " " FEATS_FED "AND s.run = ?") \
	ROW(FEATS_CLEAR, "DELETE FROM feats WHERE account = (SELECT account FROM runs WHERE id = ?1) AND run = ?1") \
	ROW(FEAT_NAME, "INSERT OR IGNORE INTO feat_names (game, kind, name) SELECT " FEATS_GAME ", ?2, ?3 " \
		FEATS_FED "AND s.run = ?1") \
	ROW(FEAT_ADD, "INSERT OR IGNORE INTO feats (account, feat, run) SELECT account, (SELECT id FROM feat_names" \
		" WHERE game = " FEATS_GAME " AND kind = ?2 AND name = ?3), run " FEATS_FED "AND s.run = ?1") \
	ROW(FEATS_EACH, "SELECT kind, name, (SELECT run FROM feats WHERE account = ?1 AND feat = id LIMIT 1) AS first" \
		" FROM feat_names WHERE game = ?2 AND first IS NOT NULL ORDER BY kind, name") \
	ROW(FEATS_OF_RUN, "SELECT kind, name, run FROM feats JOIN feat_names ON id = feat" \
		" WHERE account = (SELECT account FROM runs WHERE id = ?1) AND run = ?1 ORDER BY kind, name") \
	ROW(IMPORTED_ADD, "INSERT INTO imported (game, host, name, score, deepest, turns, cause, at)" \
		" SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 WHERE (SELECT count(*) FROM imported WHERE game = ?1) < ?9") \
	ROW(IMPORTED_OF, IMPORTED_COLUMNS "WHERE game = ? AND host = ? AND name = ?") \
	ROW(IMPORTED_EACH, IMPORTED_COLUMNS "WHERE game = ? ORDER BY score DESC, id LIMIT -1 OFFSET ?") \
	ROW(IMPORTED_REMOVE, "DELETE FROM imported WHERE host = ?1 AND (?2 = '' OR name = ?2)") \
	ROW(LIVELOG_LAST, "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'livelog'), 0)")
/* clang-format on */

enum statement {
#define ROW(id, text) STATEMENT_##id,
	STATEMENTS(ROW)
#undef ROW
		STATEMENT_COUNT
};

#endif
