-- waiting: a scored run at or above the best ranked score, not ranked until it is verified.  Ranked runs are "listed".
-- proof 3: its verification was set aside.  The best listed run of a game is a verified one.

ALTER TABLE scores ADD COLUMN waiting INTEGER NOT NULL DEFAULT 0;

UPDATE scores SET listed = 0, waiting = 1 FROM (SELECT boards.game AS of, coalesce((SELECT max(score) FROM scores AS s
	WHERE s.listed = 1 AND s.proof = 1 AND s.game = boards.game), -2147483648) AS most FROM boards)
	WHERE game = of AND listed = 1 AND proof = 0 AND score >= most;

CREATE INDEX scores_waiting ON scores (game, number) WHERE waiting = 1;
CREATE INDEX scores_waiting_of ON scores (game, account, number) WHERE waiting = 1;
CREATE INDEX scores_waiting_best ON scores (game, score) WHERE waiting = 1;
CREATE INDEX scores_set_aside ON scores (number) WHERE proof = 3;
