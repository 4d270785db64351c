-- The board of conducts, and proven runs by the time of their end, for tournaments.
-- oldest writer: 15

-- kept: how many conducts the run kept; 0 if none or not recorded.
ALTER TABLE scores ADD COLUMN kept INTEGER GENERATED ALWAYS AS (CASE WHEN conducts > 0 THEN
	(conducts & 1) + (conducts >> 1 & 1) + (conducts >> 2 & 1) + (conducts >> 3 & 1) +
	(conducts >> 4 & 1) + (conducts >> 5 & 1) + (conducts >> 6 & 1) + (conducts >> 7 & 1) +
	(conducts >> 8 & 1) + (conducts >> 9 & 1) + (conducts >> 10 & 1) + (conducts >> 11 & 1) +
	(conducts >> 12 & 1) + (conducts >> 13 & 1) + (conducts >> 14 & 1) + (conducts >> 15 & 1)
	ELSE 0 END) VIRTUAL;

CREATE INDEX scores_conducts ON scores (game, kept DESC, score DESC, number)
	WHERE listed = 1 AND proof = 1 AND kept > 0;
CREATE INDEX scores_conducts_of ON scores (game, account, kept DESC, score DESC, number)
	WHERE listed = 1 AND proof = 1 AND kept > 0;
CREATE INDEX scores_ended ON scores (ended) WHERE listed > 0 AND proof = 1;
