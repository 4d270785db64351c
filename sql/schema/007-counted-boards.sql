-- Boards, ranks and records are kept up to date as runs are listed, so that reading them costs the same in any store.
-- listed: the run is on the board.  best: the best listed run of its account.  grave: its latest listed death.

ALTER TABLE scores ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE scores ADD COLUMN best INTEGER NOT NULL DEFAULT 0;
ALTER TABLE scores ADD COLUMN grave INTEGER NOT NULL DEFAULT 0;

DROP INDEX scores_best;
DROP INDEX scores_best_of_each;
DROP INDEX scores_latest;
DROP INDEX scores_deaths;

UPDATE scores SET listed = 1 WHERE scored = 1 AND proof <> 2;
UPDATE scores SET best = 1 WHERE number IN (SELECT number FROM (SELECT number, row_number() OVER
	(PARTITION BY game, account ORDER BY score DESC, number) AS place FROM scores WHERE listed = 1) WHERE place = 1);
UPDATE scores SET grave = 1 WHERE number IN
	(SELECT max(number) FROM scores WHERE listed = 1 AND died = 1 GROUP BY game, account);

CREATE INDEX scores_best ON scores (game, score DESC, number) WHERE listed = 1;
CREATE INDEX scores_latest ON scores (game, number) WHERE listed = 1;
CREATE INDEX scores_best_of ON scores (game, account, score DESC, number) WHERE listed = 1;
CREATE INDEX scores_latest_of ON scores (game, account, number) WHERE listed = 1;
CREATE INDEX scores_deaths ON scores (game, account, number) WHERE listed = 1 AND died = 1;
CREATE INDEX scores_best_players ON scores (game, score DESC, number) WHERE best = 1;
CREATE UNIQUE INDEX scores_best_of_each ON scores (game, account) WHERE best = 1;
CREATE INDEX scores_graves ON scores (game, number) WHERE grave = 1;
CREATE UNIQUE INDEX scores_grave_of_each ON scores (game, account) WHERE grave = 1;

-- How many listed runs a game has, and an account by outcome.
CREATE TABLE boards (
	game TEXT PRIMARY KEY,
	runs INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE records (
	account INTEGER NOT NULL,
	game TEXT NOT NULL,
	outcome INTEGER NOT NULL,
	runs INTEGER NOT NULL,
	turns INTEGER NOT NULL,
	deepest INTEGER NOT NULL,
	first INTEGER NOT NULL,
	last INTEGER NOT NULL,
	PRIMARY KEY (account, game, outcome)
) STRICT, WITHOUT ROWID;

-- A tree of counts of scores, for ranks.  A score, plus 2^31, is 8 digits of 4 bits.  A node is such a number without
-- its last `shift` bits, and counts the listed runs below it; with players = 1 the best runs of each account alone.
-- A rank adds up the greater siblings on the way from the root to a score: at most 15 at each of 8 levels.
CREATE TABLE ranks (
	game TEXT NOT NULL,
	players INTEGER NOT NULL,
	shift INTEGER NOT NULL,
	node INTEGER NOT NULL,
	runs INTEGER NOT NULL,
	PRIMARY KEY (game, players, shift, node)
) STRICT, WITHOUT ROWID;

INSERT INTO boards SELECT game, count(*) FROM scores WHERE listed = 1 GROUP BY game;
INSERT INTO records SELECT account, game, outcome, count(*), sum(turns), max(deepest), min(ended), max(ended)
	FROM scores WHERE listed = 1 GROUP BY account, game, outcome;
INSERT INTO ranks SELECT game, 0, column1, (score + 2147483648) >> column1, sum(runs)
	FROM (SELECT game, score, count(*) AS runs FROM scores WHERE listed = 1 GROUP BY game, score),
	(VALUES (0), (4), (8), (12), (16), (20), (24), (28)) GROUP BY game, column1, (score + 2147483648) >> column1;
INSERT INTO ranks SELECT game, 1, column1, (score + 2147483648) >> column1, sum(runs)
	FROM (SELECT game, score, count(*) AS runs FROM scores WHERE best = 1 GROUP BY game, score),
	(VALUES (0), (4), (8), (12), (16), (20), (24), (28)) GROUP BY game, column1, (score + 2147483648) >> column1;

CREATE TRIGGER scores_listed AFTER UPDATE OF listed ON scores WHEN new.listed = 1 AND old.listed = 0 BEGIN
	INSERT INTO boards VALUES (new.game, 1) ON CONFLICT DO UPDATE SET runs = runs + 1;
	INSERT INTO records VALUES (new.account, new.game, new.outcome, 1, new.turns, new.deepest, new.ended, new.ended)
		ON CONFLICT DO UPDATE SET runs = runs + 1, turns = turns + new.turns, deepest = max(deepest, new.deepest),
		first = min(first, new.ended), last = max(last, new.ended);
	INSERT INTO ranks SELECT new.game, 0, column1, (new.score + 2147483648) >> column1, 1
		FROM (VALUES (0), (4), (8), (12), (16), (20), (24), (28)) WHERE true ON CONFLICT DO UPDATE SET runs = runs + 1;
	UPDATE scores SET best = 0 WHERE game = new.game AND account = new.account AND best = 1
		AND (score < new.score OR (score = new.score AND number > new.number));
	UPDATE scores SET best = 1 WHERE number = new.number AND NOT EXISTS
		(SELECT 1 FROM scores WHERE game = new.game AND account = new.account AND best = 1);
	UPDATE scores SET grave = 0 WHERE game = new.game AND account = new.account AND grave = 1
		AND number < new.number AND new.died = 1;
	UPDATE scores SET grave = 1 WHERE number = new.number AND died = 1 AND NOT EXISTS
		(SELECT 1 FROM scores WHERE game = new.game AND account = new.account AND grave = 1);
END;

CREATE TRIGGER scores_unlisted AFTER UPDATE OF listed ON scores WHEN new.listed = 0 AND old.listed = 1 BEGIN
	UPDATE boards SET runs = runs - 1 WHERE game = new.game;
	DELETE FROM boards WHERE game = new.game AND runs <= 0;
	UPDATE records SET runs = runs - 1, turns = turns - new.turns, deepest = CASE WHEN deepest > new.deepest
		THEN deepest ELSE (SELECT coalesce(max(deepest), 0) FROM scores WHERE listed = 1 AND game = new.game
		AND account = new.account AND outcome = new.outcome) END
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

CREATE TRIGGER scores_best_begins AFTER UPDATE OF best ON scores WHEN new.best = 1 AND old.best = 0 BEGIN
	INSERT INTO ranks SELECT new.game, 1, column1, (new.score + 2147483648) >> column1, 1
		FROM (VALUES (0), (4), (8), (12), (16), (20), (24), (28)) WHERE true ON CONFLICT DO UPDATE SET runs = runs + 1;
END;

CREATE TRIGGER scores_best_ends AFTER UPDATE OF best ON scores WHEN new.best = 0 AND old.best = 1 BEGIN
	UPDATE ranks SET runs = runs - 1 WHERE game = new.game AND players = 1
		AND shift IN (0, 4, 8, 12, 16, 20, 24, 28) AND node = (new.score + 2147483648) >> shift;
END;
