-- How many levels a run visited; -1 for the runs that ended before this was recorded.

ALTER TABLE scores ADD COLUMN levels_visited INTEGER NOT NULL DEFAULT -1;
