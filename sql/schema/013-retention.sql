-- pruned: the run's journal is being removed (1), or is gone (2).
-- listed 2: the run counts in records and ranks, but is on no board, because its replay was removed.

ALTER TABLE runs ADD COLUMN pruned INTEGER NOT NULL DEFAULT 0;
CREATE INDEX runs_pruning ON runs (id) WHERE pruned = 1;

CREATE INDEX scores_pruned_of ON scores (game, account, number) WHERE listed = 2;

DROP TRIGGER scores_unlisted;
CREATE TRIGGER scores_unlisted AFTER UPDATE OF listed ON scores WHEN new.listed = 0 AND old.listed > 0 BEGIN
	UPDATE boards SET runs = runs - 1 WHERE game = new.game;
	DELETE FROM boards WHERE game = new.game AND runs <= 0;
	UPDATE records SET runs = runs - 1, turns = turns - new.turns, deepest = CASE WHEN deepest > new.deepest
		THEN deepest ELSE (SELECT coalesce(max(deepest), 0) FROM (SELECT deepest FROM scores WHERE listed = 1
		AND game = new.game AND account = new.account AND outcome = new.outcome
		UNION ALL SELECT deepest FROM scores WHERE listed = 2
		AND game = new.game AND account = new.account AND outcome = new.outcome)) END
		WHERE account = new.account AND game = new.game AND outcome = new.outcome;
	DELETE FROM records WHERE account = new.account AND game = new.game AND outcome = new.outcome AND runs <= 0;
	UPDATE ranks SET runs = runs - 1 WHERE game = new.game AND players = 0
		AND shift IN (0, 4, 8, 12, 16, 20, 24, 28) AND node = (new.score + 2147483648) >> shift;
	UPDATE scores SET best = 0 WHERE number = new.number AND best = 1;
	UPDATE scores SET best = 1 WHERE number = (SELECT number FROM scores WHERE listed = 1 AND game = new.game
		AND account = new.account ORDER BY score DESC, number LIMIT 1) AND best = 0;
	UPDATE scores SET grave = 0 WHERE number = new.number AND grave = 1;
	UPDATE scores SET grave = 1 WHERE number = (SELECT max(number) FROM scores WHERE listed = 1 AND died = 1
		AND game = new.game AND account = new.account) AND grave = 0;
END;

-- Entries of the audit log before the horizon may be removed, and no others.
CREATE TABLE horizons (
	name TEXT PRIMARY KEY,
	before INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

DROP TRIGGER audit_stays;
CREATE TRIGGER audit_stays BEFORE DELETE ON audit
	WHEN old.at >= coalesce((SELECT before FROM horizons WHERE name = 'audit'), old.at) BEGIN
	SELECT raise(ABORT, 'the audit log is append-only');
END;
