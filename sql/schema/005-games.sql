-- One store may hold several games, by the id of their content's record "game".  Each has runs and a board of its own.
-- All that was played before there was a second one is Trapdoor.

ALTER TABLE bundles ADD COLUMN game TEXT NOT NULL DEFAULT 'trapdoor';
ALTER TABLE runs ADD COLUMN game TEXT NOT NULL DEFAULT 'trapdoor';
ALTER TABLE scores ADD COLUMN game TEXT NOT NULL DEFAULT 'trapdoor';

DROP INDEX runs_current;
CREATE UNIQUE INDEX runs_current ON runs (account, game) WHERE ended = 0 AND quarantined IS NULL;

DROP INDEX scores_best;
DROP INDEX scores_best_of_each;
DROP INDEX scores_deaths;
CREATE INDEX scores_best ON scores (game, score DESC, number) WHERE scored = 1 AND proof <> 2;
CREATE INDEX scores_best_of_each ON scores (game, account, score DESC, number) WHERE scored = 1 AND proof <> 2;
CREATE INDEX scores_latest ON scores (game, number) WHERE scored = 1 AND proof <> 2;
CREATE INDEX scores_deaths ON scores (game, account, number) WHERE scored = 1 AND proof <> 2 AND died = 1;
