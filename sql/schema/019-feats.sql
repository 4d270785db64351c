-- Feats: what the replays of verified runs proved, for the ledger of an account and for achievements.
-- Triggers remove those of an account that ends, and of a run that leaves the board or is refuted.
-- oldest writer: 15

-- kind and id are the engine's.  game is a game without a date: days and weeks feed the same ledger.
CREATE TABLE feat_names (
	id INTEGER PRIMARY KEY,
	game TEXT NOT NULL,
	kind INTEGER NOT NULL,
	name TEXT NOT NULL,
	UNIQUE (game, kind, name)
) STRICT;

CREATE TABLE feats (
	account INTEGER NOT NULL REFERENCES accounts,
	feat INTEGER NOT NULL REFERENCES feat_names,
	run INTEGER NOT NULL REFERENCES runs,
	PRIMARY KEY (account, feat, run)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER accounts_feats_end AFTER UPDATE OF deleted ON accounts WHEN new.deleted > 0 BEGIN
	DELETE FROM feats WHERE account = new.id;
END;
-- Feats of kind 21 follow from several runs. The next verified run brings those back that still hold.
CREATE TRIGGER scores_feats_end AFTER UPDATE OF scored, proof ON scores WHEN new.scored = 0 OR new.proof <> 1 BEGIN
	DELETE FROM feats WHERE account = new.account AND EXISTS (SELECT 1 FROM feats AS f WHERE f.account = new.account
		AND f.run = new.run) AND (run = new.run OR feat IN (SELECT id FROM feat_names WHERE kind = 21));
END;
