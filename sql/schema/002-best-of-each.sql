-- The best run of each caller is asked for by every lobby: from an index alone, of what is listed alone.

DROP INDEX scores_of_account;
CREATE INDEX scores_best_of_each ON scores (account, score DESC, number) WHERE scored = 1 AND proof <> 2;
