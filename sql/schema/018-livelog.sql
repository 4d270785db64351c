-- The livelog: milestones of ranked runs as they happen. The newest are kept.
-- Triggers remove those of an account that ends, and of a run that leaves the board.
-- oldest writer: 15

-- kind: enum store_livelog_kind, or one of a later program.  cause: of an end, as in scores.
CREATE TABLE livelog (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	at INTEGER NOT NULL,
	account INTEGER NOT NULL,
	game TEXT NOT NULL,
	run INTEGER NOT NULL,
	kind INTEGER NOT NULL,
	depth INTEGER NOT NULL,
	turns INTEGER NOT NULL,
	score INTEGER NOT NULL,
	cause TEXT NOT NULL,
	UNIQUE (run, kind, depth)
) STRICT;
CREATE INDEX livelog_of ON livelog (account);

-- The deepest depth of a run that was a milestone.
ALTER TABLE runs ADD COLUMN milestone_depth INTEGER NOT NULL DEFAULT 0;

CREATE TRIGGER accounts_livelog_end AFTER UPDATE OF deleted ON accounts WHEN new.deleted > 0 BEGIN
	DELETE FROM livelog WHERE account = new.id;
END;
CREATE TRIGGER scores_livelog_end AFTER UPDATE OF scored, proof ON scores WHEN new.scored = 0 OR new.proof = 2 BEGIN
	DELETE FROM livelog WHERE run = new.run;
END;
