-- The livelog: several bosses and quests of a run may be milestones at one depth.
-- oldest writer: 15

DROP TRIGGER accounts_livelog_end;
DROP TRIGGER scores_livelog_end;
DROP INDEX livelog_of;
ALTER TABLE livelog RENAME TO livelog_before;

-- cause: of an end, as in scores; of a boss or a quest its name.
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
	cause TEXT NOT NULL
) STRICT;
INSERT INTO livelog SELECT id, at, account, game, run, kind, depth, turns, score, cause FROM livelog_before;
-- No id is used again, also where the newest milestones are gone.
DELETE FROM sqlite_sequence WHERE name = 'livelog';
INSERT INTO sqlite_sequence (name, seq) SELECT 'livelog', seq FROM sqlite_sequence WHERE name = 'livelog_before';
DROP TABLE livelog_before;
CREATE INDEX livelog_of ON livelog (account);

-- Kinds 8 and 9 are bosses and quests.
CREATE UNIQUE INDEX livelog_once ON livelog (run, kind, iif(kind IN (8, 9), cause, depth));

CREATE TRIGGER accounts_livelog_end AFTER UPDATE OF deleted ON accounts WHEN new.deleted > 0 BEGIN
	DELETE FROM livelog WHERE account = new.id;
END;
CREATE TRIGGER scores_livelog_end AFTER UPDATE OF scored, proof ON scores WHEN new.scored = 0 OR new.proof = 2 BEGIN
	DELETE FROM livelog WHERE run = new.run;
END;
