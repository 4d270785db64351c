-- Times are seconds since 1970, UTC.  Indexes of commands count from 0 through a whole run.

CREATE TABLE secrets (
	name TEXT PRIMARY KEY,
	value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE accounts (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	name TEXT NOT NULL COLLATE NOCASE UNIQUE CHECK (length(name) BETWEEN 1 AND 16),
	hash TEXT NOT NULL DEFAULT '',
	options TEXT NOT NULL DEFAULT '',
	created INTEGER NOT NULL
) STRICT;

-- One key may open several accounts, as one person may call under several names.
CREATE TABLE keys (
	account INTEGER NOT NULL REFERENCES accounts,
	fingerprint TEXT NOT NULL,
	label TEXT NOT NULL,
	added INTEGER NOT NULL,
	PRIMARY KEY (account, fingerprint)
) STRICT, WITHOUT ROWID;

CREATE TABLE bundles (
	digest BLOB PRIMARY KEY CHECK (length(digest) = 16),
	bytes BLOB NOT NULL
) STRICT;

-- next_index counts the commands that the journal holds.  quarantined says why a run was set aside.
CREATE TABLE runs (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	account INTEGER NOT NULL REFERENCES accounts,
	epoch INTEGER NOT NULL,
	mode INTEGER NOT NULL,
	next_index INTEGER NOT NULL DEFAULT 0,
	ended INTEGER NOT NULL DEFAULT 0,
	quarantined TEXT,
	begun INTEGER NOT NULL,
	seed BLOB NOT NULL CHECK (length(seed) = 16)
) STRICT;

CREATE UNIQUE INDEX runs_current ON runs (account) WHERE ended = 0 AND quarantined IS NULL;
CREATE INDEX runs_of_account ON runs (account);

CREATE TABLE births (
	run INTEGER PRIMARY KEY REFERENCES runs,
	bytes BLOB NOT NULL
) STRICT;

-- save is NULL where a segment begins from the seed.
CREATE TABLE segments (
	run INTEGER NOT NULL REFERENCES runs,
	number INTEGER NOT NULL,
	first_index INTEGER NOT NULL,
	rules INTEGER NOT NULL,
	content BLOB NOT NULL REFERENCES bundles,
	save BLOB,
	PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE commands (
	run INTEGER NOT NULL REFERENCES runs,
	first_index INTEGER NOT NULL,
	count INTEGER NOT NULL CHECK (count > 0),
	bytes BLOB NOT NULL,
	PRIMARY KEY (run, first_index)
) STRICT, WITHOUT ROWID;

CREATE TABLE digests (
	run INTEGER NOT NULL REFERENCES runs,
	after_index INTEGER NOT NULL,
	digest INTEGER NOT NULL,
	PRIMARY KEY (run, after_index)
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshots (
	id INTEGER PRIMARY KEY,
	run INTEGER NOT NULL REFERENCES runs,
	at_index INTEGER NOT NULL,
	bytes BLOB NOT NULL,
	UNIQUE (run, at_index)
) STRICT;

-- number is the order in which runs ended.
CREATE TABLE scores (
	number INTEGER PRIMARY KEY AUTOINCREMENT,
	run INTEGER NOT NULL UNIQUE REFERENCES runs,
	account INTEGER NOT NULL REFERENCES accounts,
	mode INTEGER NOT NULL,
	proof INTEGER NOT NULL DEFAULT 0,
	outcome INTEGER NOT NULL,
	scored INTEGER NOT NULL,
	died INTEGER NOT NULL,
	score INTEGER NOT NULL,
	depth INTEGER NOT NULL,
	deepest INTEGER NOT NULL,
	level INTEGER NOT NULL,
	gold INTEGER NOT NULL,
	turns INTEGER NOT NULL,
	cause TEXT NOT NULL,
	killer TEXT NOT NULL,
	item TEXT NOT NULL,
	epitaph TEXT NOT NULL,
	avenged TEXT NOT NULL,
	avenged_by TEXT NOT NULL DEFAULT '',
	ended INTEGER NOT NULL
) STRICT;

-- "listed" is what the boards ask for: scored and not refuted.
CREATE INDEX scores_best ON scores (score DESC, number) WHERE scored = 1 AND proof <> 2;
CREATE INDEX scores_of_account ON scores (account, score DESC);
CREATE INDEX scores_deaths ON scores (account, number) WHERE scored = 1 AND proof <> 2 AND died = 1;
CREATE INDEX scores_unproven ON scores (number) WHERE proof = 0;
