-- Weekly contracts. A row of days is a day, "2026-11-22", or a week, "2026-W48". SQLite cannot change the check of a
-- column, so the table is copied.
-- oldest writer: 15

-- handicaps: ids of the content's records, with commas between. Fixed when the contest begins; '' for days.
CREATE TABLE contests (
	game TEXT NOT NULL,
	date TEXT NOT NULL CHECK (length(date) IN (8, 10)),
	seed BLOB NOT NULL CHECK (length(seed) = 16),
	hash BLOB NOT NULL CHECK (length(hash) = 32),
	published INTEGER NOT NULL,
	rules INTEGER NOT NULL DEFAULT 0,
	content BLOB,
	handicaps TEXT NOT NULL DEFAULT '',
	PRIMARY KEY (game, date)
) STRICT, WITHOUT ROWID;
INSERT INTO contests SELECT game, date, seed, hash, published, rules, content, '' FROM days;
DROP TABLE days;
ALTER TABLE contests RENAME TO days;
CREATE INDEX days_seed ON days (game, seed);
