-- Conducts that a run kept, as bits; -1 for the runs that ended before this was recorded.

ALTER TABLE scores ADD COLUMN conducts INTEGER NOT NULL DEFAULT -1;
